# SPDX-License-Identifier: GPL-2.0-only
"""Segmentation offload beside frame by frame: rates, stages, losses, captures, seeds, mistakes.

``python -m validation.exactness`` compares more of it, with more runs.
"""

import sys

import pytest
from conftest import ROOT
from san_runs import error_of, read_rows, read_summary, run, tshark

sys.path.insert(0, str(ROOT))

from validation import exactness, exactness_rows

#: What the two ways may differ by.
LIMIT = exactness_rows.NUMBER_LIMIT / 100

#: Requests from memory, one after the other or several at a time.
RAM = ("--device=ram", "--drives=1", "--workload=closed", "--pattern=sequential")
GIGABIT = (*RAM, "--linkRate=1Gbps")

#: What binds the throughput, in each of the ways in which data can go.
LOADS = {
    "window": (
        *(*GIGABIT, "--readFraction=1", "--size=65536", "--queueDepth=8", "--delay=5ms"),
        *("--rcvBufSize=65160", "--count=300", "--warmUp=200ms"),
    ),
    "link": (
        *(*GIGABIT, "--readFraction=1", "--size=65536", "--queueDepth=16"),
        *("--count=1200", "--warmUp=200ms"),
    ),
    "small requests": (
        *(*GIGABIT, "--readFraction=1", "--size=4096", "--queueDepth=4", "--count=2000"),
    ),
    "writes": (
        *(*RAM, "--readFraction=0", "--size=131072", "--queueDepth=8"),
        *("--count=300", "--warmUp=200ms"),
    ),
    "reads and writes": (
        *(*RAM, "--readFraction=0.5", "--size=4096:1,65536:1", "--queueDepth=8"),
        *("--count=800", "--warmUp=200ms"),
    ),
}

#: Time of a full frame of 1538 bytes with preamble and gap, ns, by rate of the link.
FRAME_NS = {"1Gbps": 12304, "100Mbps": 123040}


def both_ways(folder, *options):
    """Run iscsi-san frame by frame and with offload, and give both folders."""
    folders = [folder / way for way in ("none", "tso")]
    for out in folders:
        run(out, *options, f"--offload={out.name}")
    return folders


@pytest.mark.parametrize("options", LOADS.values(), ids=LOADS.keys())
def test_the_same_throughput(tmp_path, options):
    exact, offload = map(read_summary, both_ways(tmp_path, *options))
    assert offload["requests"] == exact["requests"]
    assert offload["errors"] == 0
    rate = exact["steady"]["mb_per_s"]
    assert offload["steady"]["mb_per_s"] == pytest.approx(rate, rel=LIMIT)
    assert offload["all"]["median_ms"] == pytest.approx(exact["all"]["median_ms"], rel=LIMIT)


@pytest.mark.parametrize("rate", FRAME_NS)
@pytest.mark.parametrize("share", [1, 0], ids=["reads", "writes"])
@pytest.mark.parametrize("size", exactness_rows.SIZES)
def test_stages_differ_by_a_frame_at_most(tmp_path, rate, share, size):
    load = (*RAM, f"--linkRate={rate}", f"--readFraction={share}", f"--size={size}", "--count=12")
    # Cubic's HyStart ends slow start by the round-trip time of every single segment.
    load += ("--congestionControl=ns3::TcpLinuxReno",)
    exact, offload = map(read_rows, both_ways(tmp_path, *load))
    stages = [name for name in exact[0] if name.endswith("_s") and name != "time_s"]
    # Of the latency as a whole too.
    assert "latency_s" in stages
    assert len(exact) == len(offload) == 12
    for one, other in zip(exact, offload, strict=True):
        for stage in stages:
            difference = round(1e9 * (float(other[stage]) - float(one[stage])))
            assert abs(difference) <= FRAME_NS[rate], stage


def test_four_connections_share_a_link(tmp_path):
    load = (*GIGABIT, "--connections=4", "--queueDepth=16", "--readFraction=1", "--size=65536")
    folders = both_ways(tmp_path, *load, "--count=3000")
    exact, offload = (read_summary(out)["steady"]["mb_per_s"] for out in folders)
    assert offload == pytest.approx(exact, rel=LIMIT)
    carried = [
        [
            int(row["acknowledged_bytes"]) / (float(row["end_s"]) - float(row["start_s"]))
            for row in read_rows(out, "connections.csv")
            if row["sender"] == "target"
        ]
        for out in folders
    ]
    assert len(carried[0]) == 4
    assert carried[1] == pytest.approx(carried[0], rel=LIMIT)


def test_nothing_is_lost_for_good(tmp_path):
    """Written data is read again, with digests and with 1 % of all packets lost."""
    load = (*GIGABIT, "--storeData=true", "--size=4096:1,65536:1", "--queueDepth=8", "--count=600")
    loss = ("--lossToTargets=0.01", "--lossToInitiators=0.01", "--minRto=300ms")
    digests = ("--headerDigest=CRC32C", "--dataDigest=CRC32C")
    run(tmp_path, *load, *loss, *digests, "--readFraction=0.5", "--offload=tso")
    summary = read_summary(tmp_path)
    assert summary["requests"] == 600
    assert summary["errors"] == 0
    assert {row["status"] for row in read_rows(tmp_path)} == {"ok"}
    tcp = summary["tcp"]
    assert tcp["retransmissions"] > 50
    assert tcp["acknowledged_bytes"] == tcp["sent_bytes"]


@pytest.mark.parametrize("way, longest", [("none", 1500), ("tso", 65535)])
def test_captures_are_clean(tmp_path, way, longest):
    load = (*GIGABIT, "--readFraction=0.5", "--size=65536", "--queueDepth=4", "--count=100")
    run(tmp_path, *load, f"--offload={way}", "--storeData=true", "--pcap=true", "--snaplen=0")
    assert read_summary(tmp_path)["tcp"]["retransmissions"] == 0
    capture = tmp_path / "san.pcap"
    wrong = ("_ws.malformed", "tcp.analysis.retransmission", "tcp.analysis.lost_segment")
    wrong += ("tcp.analysis.out_of_order", "tcp.analysis.ack_lost_segment", "iscsi.opcode.invalid")
    # Warnings and errors of any kind, such as wrong checksums.
    wrong += ("_ws.expert.severity >= 0x600000",)
    checked = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-Y")
    assert tshark(capture, *checked, " || ".join(wrong)) == []
    # A train is a long packet, as in captures of hosts whose adapters do the same.
    lengths = [int(word) for word in tshark(capture, "-T", "fields", "-e", "ip.len")]
    assert 1500 <= max(lengths) <= longest
    lines = tshark(capture, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode")
    pdus = read_summary(tmp_path)["pdus"]
    assert sum(len(line.split(",")) for line in lines) == sum(pdus.values())


def test_captures_have_the_same_data(tmp_path):
    load = (*GIGABIT, "--readFraction=1", "--size=65536", "--count=40")
    load += ("--pcap=true", "--snaplen=0")
    captures = [out / "san.pcap" for out in both_ways(tmp_path, *load)]
    fields = ("iscsi.opcode", "iscsi.datasegmentlength", "tcp.len")
    for port in ("tcp.srcport", "tcp.dstport"):
        exact, offload = (
            [
                tshark(capture, "-Y", f"{port} == 3260", "-T", "fields", "-e", field)
                for field in fields
            ]
            for capture in captures
        )
        assert sum(map(int, offload[2])) == sum(map(int, exact[2]))
        for one, other in zip(exact[:2], offload[:2], strict=True):
            # How many PDUs end in a packet is not the same.
            one, other = (",".join(filter(None, lines)).split(",") for lines in (one, other))
            assert len(one) > 40
            assert other == one


def test_same_seed_same_bytes(tmp_path):
    load = (*GIGABIT, "--size=4096:1,65536:1", "--queueDepth=8", "--count=300", "--offload=tso")
    # ns-3.44's TcpCubic, the default, uses a value that it has not set.
    loss = ("--lossToTargets=0.005", "--lossToInitiators=0.005", "--minRto=300ms")
    loss += ("--congestionControl=ns3::TcpLinuxReno",)
    files = ("--pcap=true", "--snaplen=0", "--tcpSeries=true")
    for name, number in {"first": 3, "second": 3, "other": 4}.items():
        run(tmp_path / name, *load, *loss, *files, f"--RngRun={number}")
    for name in ("requests.csv", "summary.json", "connections.csv", "tcp-series.csv", "san.pcap"):
        first, second, other = (
            (tmp_path / out / name).read_bytes() for out in ("first", "second", "other")
        )
        assert first == second != other, name


@pytest.mark.parametrize(
    "options, message",
    [
        (("--offload=tso", "--linkType=ppp"), "offload: tso needs linkType=ethernet"),
        (
            ("--interruptDelay=20us", "--linkType=ppp"),
            "interruptDelay: 20us needs linkType=ethernet",
        ),
        (("--offload=lro",), "offload: lro is not one of none, tso"),
        (("--offload=",), "offload: "),
    ],
)
def test_mistakes_are_told(tmp_path, options, message):
    assert error_of(tmp_path / "out", "--device=ram", *options).startswith(f"error: {message}")


#: A session whose connection is reset twice, and that recovers.
RECOVERY = """
from ns3_iscsi import San, ns
san = San(device="ram", drives=1, workload="closed", pattern="sequential", queueDepth=4,
          size="262144", readFraction=0.5, linkRate="1Gbps", count=1000, errorRecoveryLevel=2,
          defaultTime2Wait=0, congestionControl="ns3::TcpLinuxReno", offload={way!r},
          output={out!r})
scenario = san.build(1)
faults = ns.IscsiFaultHelper()
for ms in (120, 400):
    faults.ResetConnection(scenario.GetInitiator(0, 0).GetNode(), ns.MilliSeconds(ms))
scenario.Run()
"""


def test_sessions_recover(tmp_path, run_python):
    rates = []
    for way in ("none", "tso"):
        out = tmp_path / way
        done = run_python(RECOVERY.format(way=way, out=str(out)))
        assert done.returncode == 0, done.stderr
        summary = read_summary(out)
        assert (summary["requests"], summary["errors"]) == (1000, 0)
        assert summary["tcp"]["connections"] == 3
        rates.append(summary["all"]["mb_per_s"])
    assert rates[1] == pytest.approx(rates[0], rel=LIMIT)


def test_rows_know_their_limits():
    row = exactness_rows.mean_row("loss", [100.0, 110.0, 90.0], [96.0, 105.0, 87.0])
    assert row.is_kept
    assert row.words[:4] == ("loss", "100.000", "96.000", "-4.00")
    # Student's 4.3027 for 2 degrees of freedom, and a standard deviation of 1.
    assert float(row.words[4]) == pytest.approx(4.3027 / 3**0.5, abs=0.01)
    assert not exactness_rows.mean_row("loss", [100.0, 110.0], [94.0, 104.0]).is_kept
    assert exactness_rows.number_row("a", [1.9, -2.0], ["x", "y"]).is_kept
    row = exactness_rows.number_row("a", [1.0, -2.1], ["x", "y"])
    assert (row.is_kept, row.words) == (False, ("a", "2", "1.550", "2.100", "1", "y"))
    failed = exactness_rows.number_row("a", [0.0, float("nan")], ["x", "y"])
    assert (failed.is_kept, failed.words[2:]) == (False, ("failed", "failed", "1", "y"))


def test_tables_in_words_and_on_a_page():
    rows = [exactness_rows.Row(("1", ""), True), exactness_rows.Row(("long", "2"), False)]
    section = exactness_rows.Section("Title", ("a", "b"), rows)
    assert exactness.text(section).splitlines() == [
        *("Title", "a     b  kept", "1        yes", "long  2  NO")
    ]
    assert exactness.restructured(section).splitlines() == [
        *("Title:", "", ".. list-table::", "   :header-rows: 1", ""),
        *("   * - a", "     - b", "     - kept", "   * - 1", "     -", "     - yes"),
        *("   * - long", "     - 2", "     - NO"),
    ]
