# SPDX-License-Identifier: GPL-2.0-only
"""The scenario program iscsi-san as its user runs it: results, captures, mistakes."""

import gzip
import json
import re
import struct
import subprocess
from collections import Counter

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program
from san_runs import error_of, read_rows, read_summary, run, tshark

CHEETAH_TRACE = SOURCE_ROOT.parent / "shared" / "traces" / "cheetah9lp" / "cheetah9LP.trace"
DEMO_TRACE = SOURCE_ROOT / "traces" / "postmark-ext4.csv.gz"


def test_commands_alone_take_time(tmp_path):
    # PDUs that cost nothing kept no order here, and sessions restarted for ever.
    options = ("--device=ram", "--workload=closed", "--readFraction=0", "--count=20")
    run(tmp_path, "--timePerCommand=1ms", *options)
    # A write takes 1 ms at either end, and a round trip of 2 ms.
    summary = read_summary(tmp_path)
    assert summary["all"]["mean_ms"] == pytest.approx(4.4, abs=0.1)
    # Each of the commands, also those before the first write, takes 1 ms of both processors.
    busy = 1e-3 * summary["pdus"]["SCSI Command"] / summary["end_s"]
    assert summary["hosts"]["initiators_busy"] == pytest.approx(busy, abs=1e-5)
    assert summary["hosts"]["targets_busy"] == pytest.approx(busy, abs=1e-5)
    run(tmp_path, "--targetTimePerCommand=1ms", *options)
    summary = read_summary(tmp_path)
    assert summary["all"]["mean_ms"] == pytest.approx(3.4, abs=0.1)
    assert summary["hosts"]["initiators_busy"] == 0
    run(tmp_path, *options)
    assert "hosts" not in read_summary(tmp_path)


def test_cores_share_the_work_of_connections(tmp_path):
    """A read is two PDUs at each end, 10 us each: rate times 20 us over the cores is their use."""
    options = ("--device=ram", "--workload=closed", "--readFraction=1", "--count=2000")
    options += ("--queueDepth=16", "--size=512", "--drives=1", "--timePerPdu=10us")
    options += ("--linkRate=10Gbps", "--accessRate=10Gbps", "--delay=5us")
    run(tmp_path, *options, "--connections=2", "--cores=4", "--targetCores=4")
    summary = read_summary(tmp_path)
    hosts, rate = summary["hosts"], 2000 / summary["end_s"]
    for end in ("initiators", "targets"):
        assert hosts[f"{end}_busy"] == pytest.approx(20e-6 * rate / 4, rel=0.02)
        # Connections take turns, so each has half of the work, and two cores have none.
        assert hosts[f"{end}_busiest_core"] == pytest.approx(20e-6 * rate / 2, rel=0.02)
    assert summary["all"]["iops"] == pytest.approx(100_000, rel=0.03)
    # The only receive queue takes in all, and sends for one connection: 1.5 of 2 PDUs a read.
    run(tmp_path, *options, "--connections=2", "--targetCores=4", "--receiveQueues=1")
    summary = read_summary(tmp_path)
    hosts, rate = summary["hosts"], 2000 / summary["end_s"]
    assert hosts["targets_busiest_core"] == pytest.approx(15e-6 * rate, rel=0.02)
    assert hosts["targets_busy"] == pytest.approx(20e-6 * rate / 4, rel=0.02)
    assert "initiators_busiest_core" not in hosts
    # One core for a host is what a session without cores has.
    run(tmp_path / "own", *options)
    run(tmp_path / "one", *options, "--cores=1")
    assert read_summary(tmp_path / "own") == read_summary(tmp_path / "one")


def test_reads_from_flash(tmp_path):
    """They take as much longer than reads from memory as the drive's file says."""
    drive = tmp_path / "round.ssd"
    drive.write_text(
        "blocks 262144\nblock_size 4096\ntags 32\nflush_queued no\nlink_mb_s 550\n"
        "read_command_us 10\nwrite_command_us 8\nflush_us 6\nchannels 4\ndies_per_channel 2\n"
        "planes 2\nblocks_per_plane 72\npages_per_block 64\npage_bytes 16384\n"
        "channel_mb_s 400\nread_us 50\nprogram_us 600\nerase_us 3000\nbuffer_kib 4096\n"
        "power_loss_protection no\n"
    )
    load = ("--workload=closed", "--readFraction=1", "--size=4096", "--count=50")
    run(tmp_path, "--device=ram", *load)
    memory = read_summary(tmp_path)["all"]["mean_ms"]
    run(tmp_path, "--device=ssd", f"--drive={drive}", "--ssdAged", *load)
    flash = read_summary(tmp_path)["all"]["mean_ms"]
    # The controller, a page, 4,096 bytes at 400 MB/s, and at 550 MB/s.
    assert flash - memory == pytest.approx(0.010 + 0.050 + 0.01024 + 0.007447, abs=0.0005)


def test_power_of_flash_drives(tmp_path):
    """A drive that loses its power in mid-write has all that was flushed."""
    options = ("--device=ssd", "--drive=850EVO", "--workload=verify", "--count=500", "--drives=1")
    run(tmp_path, *options, "--faults=200ms pull-drive 0; 700ms return-drive 0")
    summary = read_summary(tmp_path)
    assert summary["faults"] == {"pull-drive": 1, "return-drive": 1}
    assert summary["verification"]["checked_blocks"] > 1000


def test_results_of_a_small_run(tmp_path):
    run(tmp_path, "--workload=poisson", "--rate=100", "--count=200")
    rows = read_rows(tmp_path)
    summary = read_summary(tmp_path)
    assert len(rows) == 200
    assert summary["requests"] == 200
    assert summary["errors"] == 0
    assert Counter(row["operation"] for row in rows) == Counter(
        R=summary["read"]["count"], W=summary["write"]["count"]
    )
    assert summary["all"]["bytes"] == sum(int(row["bytes"]) for row in rows)
    assert {row["device"] for row in rows} == {"0", "1", "2", "3"}
    mean_ms = 1e3 * sum(float(row["latency_s"]) for row in rows) / len(rows)
    assert summary["all"]["mean_ms"] == pytest.approx(mean_ms, abs=1e-6)


@pytest.mark.parametrize("name", ["iscsi-san", "wireless-san"])
def test_the_summary_on_standard_output(tmp_path, name):
    """It is the only thing there, whatever runs prints tables otherwise."""
    programs = ["--workload=h2benchw", "--drives=1", "--h2benchwZones=2"]
    for options in (["--count=5"], programs):
        done = run(tmp_path, *options, "--json", name=name)
        assert done.stdout == (tmp_path / "summary.json").read_text()
        assert json.loads(done.stdout)["requests"] > 0


def test_a_transfer_as_table_and_json(tmp_path):
    done = run(tmp_path, "--stop=1s", "--json", name="tcp-bulk")
    assert done.stdout == (tmp_path / "summary.json").read_text()
    steady = json.loads(done.stdout)["steady"]
    lines = run(tmp_path, "--stop=1s", name="tcp-bulk").stdout.splitlines()
    assert [line.split()[-1] for line in lines] == ["MB/s", "s", "MB"]
    rate, seconds, arrived = (float(line.split()[-2].replace(",", "")) for line in lines)
    assert rate == pytest.approx(steady["mb_per_s"], abs=5e-4)
    assert seconds == pytest.approx(steady["seconds"], abs=5e-4)
    # All counts, and what was acknowledged is less than a round trip behind it.
    assert arrived == pytest.approx(rate * seconds, rel=0.01)
    # Without a rate there is none in the table.
    warm_up = run(tmp_path, "--stop=1s", "--warmUp=2s", name="tcp-bulk").stdout.splitlines()
    assert [line.split()[0] for line in warm_up] == ["arrived"]


def test_connections_name_the_ends_of_their_sessions(tmp_path):
    """Both ends of a connection have the initiator and target of the requests that it carried."""
    run(tmp_path, "--initiators=2", "--targets=2", "--connections=2", "--count=60")
    found = {}
    for row in read_rows(tmp_path, "connections.csv"):
        ends = (row["initiator"], row["target"])
        assert found.setdefault(row["connection"], ends) == ends
    assert Counter(found.values()) == {(i, t): 2 for i in "01" for t in "01"}
    for row in read_rows(tmp_path):
        assert found[row["connection"]] == (row["initiator"], row["target"])


def test_connections_of_no_session_name_no_ends(tmp_path):
    run(tmp_path, "--stop=1s", name="tcp-bulk")
    rows = read_rows(tmp_path, "connections.csv")
    assert [(row["initiator"], row["target"]) for row in rows] == [("", "")]


def test_stages_add_up_to_the_latency_of_every_request(tmp_path):
    run(
        tmp_path,
        "--workload=closed",
        "--queueDepth=4",
        "--count=300",
        "--size=65536",
        "--readFraction=0.5",
    )
    rows = read_rows(tmp_path)
    stages = [
        name for name in rows[0] if name.endswith("_s") and name not in ("time_s", "latency_s")
    ]
    assert len(stages) == 12
    for row in rows:
        total_ns = sum(round(float(row[stage]) * 1e9) for stage in stages)
        assert total_ns == round(float(row["latency_s"]) * 1e9)
    for stage in (
        "sent_s",
        "arrived_at_target_s",
        "seek_done_s",
        "rotation_done_s",
        "media_done_s",
        "answered_s",
    ):
        assert any(float(row[stage]) > 0 for row in rows) or stage == "sent_s", stage


def test_same_seed_same_bytes(tmp_path):
    options = (
        "--workload=poisson",
        "--rate=200",
        "--count=300",
        "--initiators=2",
        "--targets=2",
        "--pcap=true",
        "--snaplen=0",
    )
    folders = [tmp_path / name for name in ("first", "second", "other")]
    run(folders[0], *options, "--RngRun=3")
    run(folders[1], *options, "--RngRun=3")
    run(folders[2], *options, "--RngRun=4")
    for name in ("requests.csv", "summary.json", "pdus.csv", "san.pcap"):
        first = (folders[0] / name).read_bytes()
        assert first == (folders[1] / name).read_bytes()
        assert first != (folders[2] / name).read_bytes() or name == "pdus.csv"


#: What makes the session show every way that data can go.
SESSIONS = {
    "defaults": (),
    "solicited": ("--immediateData=false", "--maxBurstLength=16384", "--firstBurstLength=16384"),
    "unsolicited": ("--initialR2T=false", "--immediateData=true", "--firstBurstLength=32768"),
    "small PDUs": ("--maxRecvDataSegmentLength=512",),
}


@pytest.mark.parametrize("keys", SESSIONS.values(), ids=SESSIONS.keys())
def test_a_capture_decodes_and_agrees_with_the_counters(tmp_path, keys):
    options = (
        "--workload=closed",
        "--queueDepth=4",
        "--count=120",
        "--size=65536",
        "--readFraction=0.5",
    )
    run(tmp_path, *options, "--pcap=true", "--snaplen=0", *keys)
    capture = tmp_path / "san.pcap"

    opcodes = Counter()
    for line in tshark(capture, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode"):
        opcodes.update(int(code, 16) for code in line.split(","))
    rows = read_rows(tmp_path, "pdus.csv")
    counted = {int(row["opcode"], 16): int(row["count"]) for row in rows}
    assert dict(opcodes) == counted
    summary = read_summary(tmp_path)
    assert summary["pdus"] == {row["pdu"]: int(row["count"]) for row in rows}
    assert {0x01, 0x03, 0x06, 0x23, 0x25, 0x26} <= set(counted)

    assert tshark(capture, "-Y", "_ws.malformed") == []
    checked = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-Y")
    assert tshark(capture, *checked, "tcp.checksum.status == 0 || ip.checksum.status == 0") == []
    assert len(tshark(capture, *checked, "tcp.checksum.status == 1")) == len(
        tshark(capture, "-Y", "tcp")
    )


def records(capture):
    """Give the bytes kept of each packet of a capture, and the packet bytes and length."""
    content = capture.read_bytes()
    place = 24
    while place < len(content):
        _, _, kept, length = struct.unpack_from("=4I", content, place)
        place += 16 + kept
        yield content[place - kept : place], length


def test_a_capture_of_some_bytes_of_each_packet(tmp_path):
    options = ("--workload=closed", "--queueDepth=4", "--count=120", "--size=65536", "--pcap=1")
    for name, more in {
        "cut": ("--snaplen=128",),
        "all": ("--snaplen=0",),
        "same": ("--snaplen=65535",),
    }.items():
        run(tmp_path / name, *options, *more)
    cut, whole, same = (tmp_path / name / "san.pcap" for name in ("cut", "all", "same"))
    assert whole.read_bytes() == same.read_bytes()
    assert cut.stat().st_size < whole.stat().st_size / 12
    assert struct.unpack_from("=I", cut.read_bytes(), 16) == (128,)
    assert struct.unpack_from("=I", whole.read_bytes(), 16) == (65535,)
    for (some, length), (every, original) in zip(records(cut), records(whole), strict=True):
        assert length == original == len(every)
        assert some == every[: len(some)]
        # 14 bytes of Ethernet, 20 of IP, 20 or 32 of TCP, and what is not zeros alone.
        headers = 34 + (every[46] >> 4) * 4
        assert len(some) == (min(128, length) if any(every[headers:128]) else headers)

    limited = tshark(cut, "-V", "-Y", "frame.len > 1000")
    assert any("Packet size limited during capture" in line for line in limited)
    assert tshark(cut, "-Y", "_ws.malformed") == []
    opcodes = Counter()
    for line in tshark(cut, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode"):
        opcodes.update(int(code, 16) for code in line.split(","))
    counted = {
        int(row["opcode"], 16): int(row["count"]) for row in read_rows(tmp_path / "cut", "pdus.csv")
    }
    # What begins a segment is decoded; a write's command often follows data in one.
    assert set(opcodes) == set(counted)
    assert all(opcodes[code] <= count for code, count in counted.items())
    assert opcodes[0x03] == counted[0x03]
    assert opcodes[0x01] > 0.6 * counted[0x01]
    assert len(tshark(cut, "-Y", "tcp")) == len(tshark(whole, "-Y", "tcp"))


def test_a_capture_as_short_as_may_be(tmp_path):
    run(tmp_path, "--count=5", "--pcap=1", "--snaplen=1")
    assert {len(kept) for kept, _ in records(tmp_path / "san.pcap")} == {1}
    error = error_of(tmp_path / "out", "--snaplen=65536")
    assert "snaplen: 65536" in error
    assert "-1 to 65535" in error


#: What puts headers anywhere within segments: PDUs behind each other, digests, short segments.
LAYOUTS = {
    "writes": ("--readFraction=0", "--queueDepth=8"),
    "header digests": ("--readFraction=0.5", "--headerDigest=CRC32C"),
    # tshark 4.0 takes a session for one without data digests if its first PDU with data has another
    # behind it in the segment, as with several units.
    "data digests": ("--readFraction=0.5", "--dataDigest=CRC32C", "--usedLuns=1"),
    "short segments": ("--readFraction=0.5", "--segmentSize=536"),
    "contents": ("--readFraction=0.5", "--storeData=1"),
}


@pytest.mark.parametrize("options", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_a_capture_has_every_pdu_unless_told_otherwise(tmp_path, options):
    """As many of each kind as were sent, in Wireshark as it is installed."""
    load = ("--workload=closed", "--queueDepth=4", "--count=100", "--size=65536")
    run(tmp_path, *load, *options, "--pcap=1")
    assert not (tmp_path / "san.pcap").exists()
    capture = tmp_path / "san.pcap.gz"
    opcodes = Counter()
    for line in tshark(capture, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode"):
        opcodes.update(int(code, 16) & 0x3F for code in line.split(","))
    rows = read_rows(tmp_path, "pdus.csv")
    assert dict(opcodes) == {int(row["opcode"], 16): int(row["count"]) for row in rows}
    assert tshark(capture, "-Y", "_ws.malformed") == []
    # It is the capture of every byte.
    run(tmp_path / "whole", *load, *options, "--pcap=1", "--snaplen=0")
    whole = (tmp_path / "whole" / "san.pcap").read_bytes()
    assert gzip.decompress(capture.read_bytes()) == whole
    if "--storeData=1" not in options:
        assert capture.stat().st_size < len(whole) / 8


#: A load that fills the path, of 100 Mb/s for each link.
FULL = (
    "--device=ram",
    "--delay=100us",
    "--workload=closed",
    "--queueDepth=32",
    "--size=65536",
    "--readFraction=1",
    "--count=250",
)


def throughput(out, *options):
    run(out, *FULL, *options)
    return read_summary(out)["all"]["mb_per_s"]


def test_connections_share_one_link_or_have_one_each(tmp_path):
    """At 100 Mb/s, frames that take 1538 bytes carry 1448 bytes of TCP each."""
    most = 12.5 * 1448 / 1538
    one = throughput(tmp_path / "one")
    assert 0.9 * most < one < most
    assert 0.9 * most < throughput(tmp_path / "shared", "--connections=4") < most
    four = ("--connections=4", "--links=4")
    assert throughput(tmp_path / "four", *four) > 3.5 * one
    assert throughput(tmp_path / "least", *four, "--connectionPolicy=least-outstanding") > 3.5 * one
    # All commands of a drive take one connection, which has one of the links.
    by_lun = (*four, "--connectionPolicy=lun")
    assert throughput(tmp_path / "one drive", *by_lun, "--drives=1") < most
    assert throughput(tmp_path / "four drives", *by_lun, "--drives=4") > 3.5 * one


def test_connections_and_digests_are_on_the_wire(tmp_path):
    options = ("--connections=4", "--pcap=true", "--snaplen=0", "--count=40", "--readFraction=0.5")
    digests = ("--headerDigest=CRC32C", "--dataDigest=CRC32C", "--errorRecoveryLevel=2")
    run(tmp_path / "shared", *options, *digests)
    run(tmp_path / "links", *options, "--links=2")
    ports = ("-Y", "tcp.flags.syn == 1 && tcp.flags.ack == 0", "-T", "fields", "-e", "tcp.dstport")
    assert tshark(tmp_path / "shared" / "san.pcap", *ports) == ["3260"] * 4
    assert tshark(tmp_path / "links" / "san.pcap", *ports) == ["3260"] * 2
    keys = ("-Y", "iscsi.opcode == 0x23", "-T", "fields", "-e", "iscsi.keyvalue")
    answers = {
        name: {
            key for line in tshark(tmp_path / name / "san.pcap", *keys) for key in line.split(",")
        }
        for name in ("shared", "links")
    }
    assert {"HeaderDigest=CRC32C", "DataDigest=CRC32C", "ErrorRecoveryLevel=2"} <= answers["shared"]
    assert "MaxConnections=4" in answers["shared"] & answers["links"]
    assert "HeaderDigest=CRC32C" not in answers["links"]


def test_pings_keep_an_idle_session_alive(tmp_path):
    idle = ("--workload=fixed", "--rate=0.1", "--count=3", "--drives=1", "--device=ram")
    pings = {}
    for interval in ("0s", "1s"):
        run(tmp_path / interval, *idle, f"--nopInterval={interval}", "--nopTimeout=500ms")
        rows = read_rows(tmp_path / interval, "pdus.csv")
        counts = {row["pdu"]: int(row["count"]) for row in rows}
        pings[interval] = counts.get("NOP-Out", 0)
        assert read_summary(tmp_path / interval)["errors"] == 0
    # Two requests 10 s apart each, both ends ping: an answer of the initiator is a NOP-Out too.
    assert pings["0s"] == 0
    assert 30 <= pings["1s"] <= 42


def test_contents_read_back(tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("time_s,operation,lba,blocks\n0,W,1000,16\n1,R,1000,16\n")
    run(tmp_path / "out", "--workload=trace", f"--trace={trace}", "--drives=1", "--storeData=true")
    assert read_summary(tmp_path / "out")["errors"] == 0


@pytest.mark.skipif(
    not CHEETAH_TRACE.exists(), reason="the measured Cheetah 9LP trace is not beside the project"
)
def test_the_measured_trace_replays(tmp_path):
    run(
        tmp_path, "--workload=trace", f"--trace={CHEETAH_TRACE}", "--traceMode=closed", "--drives=1"
    )
    summary = read_summary(tmp_path)
    assert summary["requests"] == 10000
    assert summary["errors"] == 0
    assert summary["read"]["count"] == 6594


def test_help_names_every_knob():
    help_text = subprocess.run(
        [program("iscsi-san"), "--help=all"], capture_output=True, text=True
    ).stdout
    for knob in (
        "linkRate",
        "delay",
        "targets",
        "drives",
        "firstBurstLength",
        "workload",
        "trace",
        "output",
    ):
        assert f"--{knob} " in help_text


def trace_file(folder, text):
    path = folder / "trace.csv"
    path.write_text(text)
    return path


HEADER = "time_s,operation,lba,blocks\n"


def test_a_unit_has_no_more_commands_than_its_queue_depth(tmp_path):
    """From memory, over a path without limits: throughput is commands for each round trip."""
    options = ("--device=ram", "--drives=1", "--workload=closed", "--queueDepth=64", "--size=512")
    options += ("--commandWindow=64",)
    path = ("--linkRate=10Gbps", "--accessRate=10Gbps", "--delay=5ms", "--readFraction=1")
    for depth in (16, 64):
        out = tmp_path / str(depth)
        run(out, *options, *path, "--count=2000", "--warmUp=50ms", f"--unitQueueDepth={depth}")
        rate = read_summary(out)["steady"]["mb_per_s"]
        assert rate == pytest.approx(depth * 512 / 0.01 / 1e6, rel=0.01)


#: Mistakes: a trace's text if there is one, options, and what the one line has to name.
MISTAKES = {
    "unknown drive": (None, ("--drive=Cheetah9000",), ["Cheetah9000", "Cheetah9LP"]),
    "an SSD as a disk": (
        None,
        ("--device=disk", "--drive=850EVO"),
        ["drive: 850EVO is an SSD, not a disk", "Cheetah9LP"],
    ),
    "an SSD without a model": (
        None,
        ("--device=ssd",),
        [
            "drive: Cheetah9LP is a disk, not an SSD; these are: "
            "7300PRO, 850EVO, 870EVO, KC3000, PM883, PM9A3"
        ],
    ),
    "unknown workload": (None, ("--workload=random",), ["workload", "random", "poisson"]),
    "unit without a queue": (None, ("--unitQueueDepth=0",), ["unitQueueDepth: 0", "from 1 to"]),
    "trace missing": (
        None,
        ("--workload=trace", "--trace=/nonexistent/trace.csv"),
        ["/nonexistent/trace.csv"],
    ),
    "trace empty": ("", (), ["trace.csv", "empty"]),
    "trace of unknown format": ("<html>\nnot a trace\n", (), ["trace.csv", "format"]),
    "trace with a bad line": (HEADER + "0,R,8,8\n0.1,R,eight,8\n", (), ["trace.csv:3:", "lba"]),
    "LBA past the end": (
        HEADER + "0,R,8,8\n0.1,R,17783233,8\n",
        (),
        ["trace.csv:3:", "17783233", "17783240"],
    ),
    "firstBurstLength": (
        None,
        ("--firstBurstLength=65536", "--maxBurstLength=32768"),
        ["FirstBurstLength", "65536", "MaxBurstLength", "32768"],
    ),
    "key out of range": (
        None,
        ("--maxRecvDataSegmentLength=100",),
        ["maxRecvDataSegmentLength", "100", "512"],
    ),
    "option out of range": (None, ("--readFraction=2",), ["readFraction", "2", "0 to 1"]),
    "no initiator": (None, ("--initiators=0",), ["initiators", "0", "1 to 1000"]),
    "queue of no size": (None, ("--queue=lots",), ["queue: lots", "1000p"]),
    "policy": (None, ("--connectionPolicy=random",), ["connectionPolicy", "random", "round-robin"]),
    "digest": (None, ("--headerDigest=CRC32",), ["headerDigest", "CRC32", "None"]),
    "no link": (None, ("--links=0",), ["links", "0", "1 to 64"]),
    "no connection": (None, ("--connections=0",), ["connections", "0", "1 to 65535"]),
    "recovery": (None, ("--errorRecoveryLevel=3",), ["errorRecoveryLevel", "3", "0 to 2"]),
    "key not a number": (None, ("--maxOutstandingR2T=many",), ["maxOutstandingR2T", "many"]),
}


def test_an_output_folder_that_cannot_be_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    result = run(tmp_path / "file" / "out", "--count=1", check=False)
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert str(tmp_path / "file" / "out") in result.stderr


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line_and_leaves_no_results(tmp_path, mistake):
    text, options, words = mistake
    if text is not None:
        options = ("--workload=trace", f"--trace={trace_file(tmp_path, text)}")
    error = error_of(tmp_path / "out", *options)
    for word in words:
        assert word in error


def read_ssds(out, *options, rate):
    """Read aged SSDs at random, 4 KiB at a time, over a path of 10 us, and give the figures."""
    path = ("--delay=10us", "--offload=tso", f"--linkRate={rate}", f"--accessRate={rate}")
    load = ("--device=ssd", "--ssdAged", "--workload=closed", "--readFraction=1")
    run(out, *load, *path, *options)
    return read_summary(out)["read"]


def test_what_iscsi_costs_on_an_ssd(tmp_path):
    """The drive takes what it takes; data of three frames travel back in a way that adds up."""
    options = ("--drive=850EVO", "--drives=1", "--queueDepth=1", "--count=1000")
    found = read_ssds(tmp_path / "out", *options, rate="10Gbps")
    inside = ("command_done", "die_won", "cells_read", "channel_done", "link_done")
    stages = {name: 1e3 * time for name, time in found["stages_ms"].items()}
    assert sum(stages[name] for name in inside) == pytest.approx(93.1, abs=0.2)
    text = (SOURCE_ROOT / "doc/recipes.rst").read_text()
    (row,) = re.findall(r"^10 Gb/s +([\d.]+) +[\d.]+ +([\d.]+)$", text, re.MULTILINE)
    assert [1e3 * found["mean_ms"], stages["answered"]] == pytest.approx(
        [float(number) for number in row], abs=0.1
    )


def test_what_fills_a_link(tmp_path):
    """Four drives fill 25 Gb/s with 4 KiB, and one does not; the recipe has the same figures."""
    rows = re.findall(
        r"^([124]) +(?:\d+ +){2}(\d+) +\d+ +(?:\d+ +){3}\d+$",
        (SOURCE_ROOT / "doc/recipes.rst").read_text(),
        re.MULTILINE,
    )
    assert [drives for drives, _ in rows] == ["1", "2", "4"]
    for drives, told in rows:
        depth = 32 * int(drives)
        options = (f"--drives={drives}", f"--queueDepth={depth}", f"--commandWindow={depth}")
        buffers = ("--rcvBufSize=16777216", "--sndBufSize=16777216", f"--count={4000 + 32 * depth}")
        found = read_ssds(tmp_path / drives, "--drive=7300PRO", *options, *buffers, rate="25Gbps")
        assert found["mb_per_s"] == pytest.approx(int(told), abs=1)
