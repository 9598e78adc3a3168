# SPDX-License-Identifier: GPL-2.0-only
"""iscsi-san across an emulated path: limiter, delays, windows, links; tcp-bulk; the steady rate."""

import struct

import pytest
from san_runs import error_of, read_summary, run, tshark

#: One request at a time from memory, over a fast path without delay.
ONE = ["--device=ram", "--drives=1", "--workload=closed", "--pattern=sequential"]
ONE += ["--linkRate=1Gbps", "--delay=0s", "--queue=20000p"]


def summary_of(out, *options, name="iscsi-san"):
    """Run a program and give its summary."""
    run(out, *options, name=name)
    return read_summary(out)


def mean_ms(out, *options):
    return summary_of(out, *ONE, "--count=20", "--readFraction=1", *options)["all"]["mean_ms"]


def test_token_bucket_passes_its_rate_of_packets(tmp_path):
    summary = summary_of(
        tmp_path,
        *ONE,
        "--queueDepth=8",
        "--size=262144",
        "--readFraction=1",
        "--maxRecvDataSegmentLength=262144",
        "--limiterRate=100Mbps",
        "--count=100000",
        "--warmUp=200ms",
        "--stop=1s",
    )
    payload = 100e6 / 8 * 1448 / 1500 * 262144 / (262144 + 48)
    assert summary["steady"]["mb_per_s"] == pytest.approx(payload / 1e6, rel=0.005)
    assert summary["errors"] == 0


def test_token_bucket_lets_a_burst_pass(tmp_path):
    free = mean_ms(tmp_path, "--size=65536")
    limited = ["--size=65536", "--limiterRate=10Mbps", "--thinkTime=1s"]
    assert mean_ms(tmp_path, *limited, "--limiterBurst=262144") == pytest.approx(free, rel=0.01)
    # What the bucket does not hold has to wait for tokens.
    packets = 65536 + 46 * 52 + 48
    waiting = (packets - 20000) * 8 / 10e6 * 1e3
    small = mean_ms(tmp_path, *limited, "--limiterBurst=20000")
    assert small - free == pytest.approx(waiting, rel=0.05)


def test_access_delay_counts_four_times(tmp_path):
    near = mean_ms(tmp_path, "--size=512")
    far = mean_ms(tmp_path, "--size=512", "--accessDelay=1ms")
    assert far - near == pytest.approx(4, abs=1e-3)


@pytest.mark.parametrize("option", ["--accessDelay=1ms", "--accessRate=100Mbps"])
def test_a_cable_has_no_access_links(tmp_path, option):
    """Such an option would otherwise change nothing, in silence; with one switch it counts."""
    given = option.removeprefix("--").replace("=", ": ")
    line = f"error: {given} needs linkType=ethernet or ppp and switches>0"
    assert error_of(tmp_path, *ONE, "--size=512", option, "--switches=0") == line
    assert mean_ms(tmp_path, "--size=512", option, "--switches=1") > mean_ms(
        tmp_path, "--size=512", "--switches=1"
    )


def test_memory_takes_its_time(tmp_path):
    base = mean_ms(tmp_path, "--size=65536")
    slow = mean_ms(tmp_path, "--size=65536", "--ramLatency=2ms", "--ramBandwidth=65.536Mbps")
    assert slow - base == pytest.approx(2 + 8, abs=1e-3)


@pytest.mark.parametrize("share, is_bound", [(0, True), (1, False)])
def test_targets_receive_buffer_bounds_writes_alone(tmp_path, share, is_bound):
    summary = summary_of(
        tmp_path,
        *ONE,
        "--delay=10ms",
        "--queueDepth=8",
        "--size=65536",
        f"--readFraction={share}",
        "--initialR2T=false",
        "--targetRcvBufSize=57920",
        "--count=100000",
        "--warmUp=500ms",
        "--stop=2s",
    )
    window = 57920 / 0.02 / 1e6
    rate = summary["steady"]["mb_per_s"]
    assert rate == pytest.approx(window, rel=0.03) if is_bound else rate > 5 * window


def test_steady_rate_is_that_of_repeated_requests(tmp_path):
    summary = summary_of(
        tmp_path,
        *ONE,
        "--delay=1ms",
        "--size=8192",
        "--readFraction=1",
        "--count=500",
        "--warmUp=200ms",
    )
    one = summary["all"]["median_ms"]
    assert summary["steady"]["mb_per_s"] == pytest.approx(8192 / one / 1e3, rel=1e-4)
    assert summary["steady"]["requests"] == pytest.approx(500 - 200 / one, abs=1)
    assert summary_of(tmp_path, *ONE, "--count=1")["steady"] == {
        "requests": 1,
        "seconds": 0,
        "mb_per_s": None,
    }


def test_bursts_that_are_no_packet_are_refused(tmp_path):
    assert error_of(tmp_path / "out", "--limiterRate=5Mbps", "--limiterBurst=1000") == (
        "error: limiterBurst: 1000 is less than a packet of 1500 bytes"
    )


@pytest.mark.parametrize(
    "options, message",
    [
        (
            ["--segmentSize=1449"],
            "segmentSize: 1449 and 52 bytes of headers do not fit into the mtu of 1500",
        ),
        (
            ["--mtu=1400"],
            "segmentSize: 1448 and 52 bytes of headers do not fit into the mtu of 1400",
        ),
        (
            ["--mtu=9217"],
            "mtu: 9217 is more than the 9216 bytes of an Ethernet frame; linkType=ppp takes it",
        ),
        (["--mtu=70000"], "mtu: 70000 is not a whole number from 576 to 65535"),
        (["--segmentSize=big"], "segmentSize: big is not a whole number"),
    ],
)
def test_segments_are_not_fragmented(tmp_path, options, message):
    assert error_of(tmp_path / "out", *options).startswith(f"error: {message}")


#: Bytes around an IP packet: preamble, header, check sequence and gap, or those of PPP.
FRAMING = {"ethernet": 8 + 14 + 4 + 12, "ppp": 2}


@pytest.mark.parametrize("mtu", [9000, 9216])
def test_jumbo_frames_have_one_header_for_six(tmp_path, mtu):
    options = (f"--segmentSize={mtu - 52}", f"--mtu={mtu}", "--stop=3s", "--warmUp=1s")
    summary = summary_of(tmp_path, *options, "--rcvBufSize=1000000", name="tcp-bulk")
    most = 12.5 * (mtu - 52) / (mtu + FRAMING["ethernet"])
    assert summary["steady"]["mb_per_s"] == pytest.approx(most, rel=0.002)


@pytest.mark.parametrize("from_target, window", [(0, 46720), (1, 33600)])
def test_tcp_is_bound_by_the_receivers_window(tmp_path, from_target, window):
    summary = summary_of(
        tmp_path,
        "--linkRate=1Gbps",
        "--delay=10ms",
        "--rcvBufSize=33600",
        "--targetRcvBufSize=46720",
        f"--readFraction={from_target}",
        "--warmUp=500ms",
        "--stop=3s",
        name="tcp-bulk",
    )
    # Whole segments: at most one of the window's is missing.
    full = window / 0.02 / 1e6
    assert full * (1 - 1448 / window) * 0.97 < summary["steady"]["mb_per_s"] <= full


@pytest.mark.parametrize("link", FRAMING)
def test_tcp_fills_a_long_path_with_a_large_window(tmp_path, link):
    summary = summary_of(
        tmp_path,
        f"--linkType={link}",
        "--linkRate=100Mbps",
        "--delay=10ms",
        "--queue=20000p",
        "--rcvBufSize=2000000",
        "--sndBufSize=2000000",
        "--warmUp=1s",
        "--stop=2s",
        name="tcp-bulk",
    )
    most = 12.5 * 1448 / (1500 + FRAMING[link])
    assert summary["steady"]["mb_per_s"] == pytest.approx(most, rel=0.002)


def test_ppp_is_faster_by_its_framing(tmp_path):
    ethernet = mean_ms(tmp_path, "--size=512")
    ppp = mean_ms(tmp_path, "--size=512", "--linkType=ppp")
    # A command and its data are a packet each, over three links with 8 ns a byte. A frame arrives
    # before the gap.
    assert ethernet - ppp == pytest.approx(2 * 3 * (38 - 12 - 2) * 8e-6, abs=1e-7)


def test_ppp_takes_long_packets(tmp_path):
    options = ("--linkType=ppp", "--mtu=60000", "--segmentSize=50000", "--size=32768")
    mean = mean_ms(tmp_path, *options, "--maxRecvDataSegmentLength=32768")
    # A packet with a command and one with its data: 48 bytes of iSCSI, 52 of IP and TCP, 2 of PPP.
    both = 2 * (48 + 52 + 2) + 32768
    # ns-3's TCP can send a nanosecond after it has got its data, at either end.
    assert mean == pytest.approx(3 * both * 8e-6, abs=2.1e-6)


@pytest.mark.parametrize(
    "link, number, layers", [("ethernet", 1, "eth:ethertype:ip:tcp"), ("ppp", 9, "ppp:ip:tcp")]
)
def test_captures_have_the_headers_of_the_link(tmp_path, link, number, layers):
    options = ("--count=20", f"--linkType={link}", "--pcap=true", "--snaplen=0")
    pdus = summary_of(tmp_path, *options)["pdus"]
    capture = tmp_path / "san.pcap"
    assert struct.unpack_from("=I", capture.read_bytes(), 20) == (number,)
    protocols = set(tshark(capture, "-T", "fields", "-e", "frame.protocols"))
    assert protocols == {layers, f"{layers}:iscsi"}
    lines = tshark(capture, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode")
    assert sum(len(line.split(",")) for line in lines) == sum(pdus.values())
    # Warnings and errors, such as malformed packets and wrong checksums.
    checked = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-Y")
    assert tshark(capture, *checked, "_ws.expert.severity >= 0x600000") == []


def test_tcp_bulk_needs_a_time_to_stop(tmp_path):
    error = error_of(tmp_path / "out", name="tcp-bulk")
    assert error == "error: stop: it needs a time to stop, such as 2s"


@pytest.mark.parametrize("number", [6, 9])
def test_a_run_ends_though_a_fin_is_sent_for_ever(tmp_path, number):
    """Without an end 300 s after the last request, both never ended."""
    loss = ("--lossToTargets=0.1", "--lossToInitiators=0.45", "--connections=8")
    timers = ("--minRto=200ms", "--delAckTimeout=40ms")
    options = (*ONE[:3], "--count=8", "--size=4096", *loss, *timers, f"--RngRun={number}")
    summary = summary_of(tmp_path, *options)
    assert summary["all"]["count"] == 8
    assert summary["errors"] == 0
