# SPDX-License-Identifier: GPL-2.0-only
"""The example of a file service: its calls as tshark decodes them, closed forms, mistakes."""

import re
import shutil
import subprocess
from collections import Counter

import pytest
from ns3_iscsi.build_info import program

#: What each protocol's messages are to tshark: the protocols of a frame, what a request is, the
#: field with its number.
PROTOCOLS = {
    "Nfs": ("rpc:nfs", "rpc.msgtyp == 0", "nfs.procedure_v3"),
    "Smb": ("nbss:smb2", "smb2.flags.response == 0", "smb2.cmd"),
}
#: Names of procedures by number: RFC 1813, 3.3, and MS-SMB2, 2.2.1.2.
NAMES = {
    "Nfs": {
        1: "GETATTR",
        2: "SETATTR",
        3: "LOOKUP",
        6: "READ",
        7: "WRITE",
        8: "CREATE",
        9: "MKDIR",
        12: "REMOVE",
        13: "RMDIR",
        14: "RENAME",
        16: "READDIR",
        19: "FSINFO",
        21: "COMMIT",
    },
    "Smb": {
        0: "NEGOTIATE",
        1: "SESSION_SETUP",
        3: "TREE_CONNECT",
        5: "CREATE",
        6: "CLOSE",
        7: "FLUSH",
        8: "READ",
        9: "WRITE",
        14: "QUERY_DIRECTORY",
        16: "QUERY_INFO",
        17: "SET_INFO",
    },
}
#: A run of each program that is small enough to decode.
RUNS = {
    "dd": ("--program=dd", "--Count=4"),
    "dd reads": ("--program=dd", "--read", "--Count=4", "--fileSystem=Extent"),
    "copy": ("--program=copy", "--Directories=3", "--FilesPerDirectory=4"),
    "postmark": ("--program=postmark", "--Number=20", "--Transactions=30", "--fileSystem=Extent"),
}
each_service = pytest.mark.parametrize("service", PROTOCOLS)
needs_tshark = pytest.mark.skipif(
    not shutil.which("tshark"), reason="tshark is not installed (Debian package tshark)"
)


def run(*options, cwd):
    command = [str(program("file-service-example")), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120)


def output_of(*options, cwd):
    done = run(*options, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def calls_of(output, side):
    """Give the calls and the mean latency in seconds by procedure, as one side printed them."""
    (lines,) = re.findall(rf"^{side}:\n((?:\w+ \d+ .* ms\n)+)", output, re.MULTILINE)
    rows = [line.split() for line in lines.splitlines()]
    return {name: (int(calls), float(mean) / 1e3) for name, calls, _, mean, _ in rows}


def tshark(capture, *options):
    command = ["tshark", "-r", str(capture), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def values_of(capture, field):
    """Give all values of a field; a frame with several messages has several."""
    return [
        word for word in re.split(r"[,\n]", tshark(capture, "-T", "fields", "-e", field)) if word
    ]


@needs_tshark
@each_service
@pytest.mark.parametrize("what", RUNS)
def test_capture(service, what, tmp_path):
    """Every message is decoded, and there are as many of each procedure as are printed."""
    output = output_of(
        f"--service={service}", *RUNS[what], "--delay=1ms", "--pcap=a.pcap", cwd=tmp_path
    )
    protocols, request, field = PROTOCOLS[service]
    capture = tmp_path / "a.pcap"
    assert tshark(capture, "-Y", "_ws.malformed || tcp.analysis.flags") == ""
    found = set(tshark(capture, "-T", "fields", "-e", "frame.protocols").split())
    assert any(protocols in one for one in found)
    # Besides ARP and TCP's own segments, all is the protocol's.
    known = re.compile(rf"eth:ethertype:(arp|ip:tcp(:{protocols}(:\S+)?|:nbss|:rpc)?)")
    assert [one for one in found if not known.fullmatch(one)] == []
    sides = "rpc.msgtyp" if service == "Nfs" else "smb2.flags.response"
    fields = ("-T", "fields", "-E", "occurrence=a", "-e", sides, "-e", field)
    messages = [line.split("\t") for line in tshark(capture, "-Y", field, *fields).splitlines()]
    counts = (Counter(), Counter())
    for directions, procedures in messages:
        for direction, number in zip(directions.split(","), procedures.split(","), strict=True):
            counts[direction in ("1", "True")][NAMES[service][int(number)]] += 1
    requests, replies = counts
    assert requests == {name: calls for name, (calls, _) in calls_of(output, "Client").items()}
    assert requests == {name: calls for name, (calls, _) in calls_of(output, "Server").items()}
    assert requests == replies
    assert tshark(capture, "-Y", request) != ""


@needs_tshark
@each_service
@pytest.mark.parametrize("what", ["dd", "dd reads"])
def test_contents(service, what, tmp_path):
    """The contents that tshark finds are those of the file, in requests of the size asked for."""
    options = ("--Count=1", "--requestSize=32768", "--pcap=a.pcap")
    output_of(f"--service={service}", *RUNS[what], *options, cwd=tmp_path)
    capture = tmp_path / "a.pcap"
    fields = {"Nfs": ("nfs.data", "nfs.read.eof"), "Smb": ("data.data", "smb2.header_len")}
    data, detail = (values_of(capture, field) for field in fields[service])
    assert [len(contents) // 2 for contents in data] == [32768] * 32
    if service == "Smb":
        assert set(detail) == {"64"}
    elif what == "dd reads":
        assert detail == ["0"] * 31 + ["1"]


@each_service
@pytest.mark.parametrize("size", [4096, 65536, 262144])
def test_one_request_outstanding(service, size, tmp_path):
    """Throughput is the size of a request over its latency, which a closed form gives."""
    count, delay, rate = 200, 0.010, 1e9
    output = output_of(
        f"--service={service}",
        "--read",
        "--outstanding=1",
        f"--requestSize={size}",
        f"--BlockSize={size}",
        f"--Count={count}",
        "--delay=10ms",
        "--rate=1Gbps",
        "--ns3::TcpSocket::InitialCwnd=1000",
        cwd=tmp_path,
    )
    # Each segment of 1448 bytes has 90 more on the cable, and the reply's header is in the first.
    segments = -(-size // 1448)
    latency = 2 * delay + (size + 90 * segments) * 8 / rate
    calls, mean = calls_of(output, "Client")["READ"]
    assert calls == count
    assert mean == pytest.approx(latency, rel=0.01)
    seconds = float(re.search(r"copied, ([\d.]+) s", output)[1])
    # The copy begins with the first read, and opening the file is before it.
    assert count * size / seconds == pytest.approx(size / latency, rel=0.01)


@each_service
def test_outstanding_requests_fill_the_path(service, tmp_path):
    """With n requests outstanding n times as much is read, up to the rate of the cable."""
    seconds = {}
    for outstanding in (1, 4, 64):
        output = output_of(
            f"--service={service}",
            "--read",
            f"--outstanding={outstanding}",
            "--BlockSize=8388608",
            "--Count=3",
            "--delay=5ms",
            "--rate=1Gbps",
            "--ns3::TcpSocket::InitialCwnd=4000",
            cwd=tmp_path,
        )
        seconds[outstanding] = float(re.search(r"copied, ([\d.]+) s", output)[1])
    assert seconds[1] / seconds[4] == pytest.approx(4, rel=0.1)
    line = 3 * 8388608 * 1538 / 1448 * 8 / 1e9
    assert line < seconds[64] < 1.3 * line


def test_commit_waits_for_the_medium(tmp_path):
    """A file of 64 MiB on a device of 800 Mbit/s: its COMMIT waits for what is not there yet."""
    output = output_of("--fileSystem=Extent", "--ramBandwidth=800Mbps", cwd=tmp_path)
    seconds = float(re.search(r"copied, ([\d.]+) s", output)[1])
    # 100 bytes in a microsecond.
    assert seconds > 67108864 / 100e6
    assert calls_of(output, "Client")["COMMIT"][1] > 0.05


@pytest.mark.parametrize("what", RUNS)
def test_local_needs_no_network(what, tmp_path):
    output = output_of("--service=Local", *RUNS[what], cwd=tmp_path)
    assert "Client" not in output


@each_service
def test_same_bytes_twice(service, tmp_path):
    for name in ("a", "b"):
        output = output_of(
            f"--service={service}", *RUNS["postmark"], f"--pcap={name}.pcap", cwd=tmp_path
        )
        (tmp_path / f"{name}.txt").write_text(output)
    for kind in ("txt", "pcap"):
        first, second = ((tmp_path / f"{name}.{kind}").read_bytes() for name in ("a", "b"))
        assert first == second


def test_another_seed_differs(tmp_path):
    first, second = (output_of(*RUNS["postmark"], f"--RngRun={i}", cwd=tmp_path) for i in (1, 2))
    assert first != second


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--service=Local", "--pcap=a"], "pcap: with --service=Local there is no cable"),
        (["--program=copy", "--read"], "read: it is for --program=dd only"),
        (["--Count=0"], "ns3::DdProgram: Count is 0, but zeros never end"),
        (["--pcap=/dev/null/a"], "/dev/null/a: "),
        (["--ns3::RamDisk::BlockCount=1"], "ns3::RamDisk::BlockCount: "),
        (
            ["--fileSystem=Extent", "--ns3::FixedLatencyDevice::BlockCount=100"],
            "Format: a device of 49152 bytes is too small",
        ),
        (["--ns3::NfsClient::ReadSize=1"], "ns3::NfsClient::ReadSize: "),
    ],
)
def test_mistakes(options, line, tmp_path):
    done = run(*options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: {line}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_full_server_is_an_error_of_the_program(tmp_path):
    """What the simulated server refuses is reported by the program, in its words."""
    small = "--ns3::FixedLatencyDevice::BlockCount=32768"
    done = run("--Count=20", "--fileSystem=Extent", small, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "errors: 1 ENOSPC" in done.stdout
