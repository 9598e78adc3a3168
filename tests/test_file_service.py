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
    "Smb1": ("nbss:smb", "smb.flags.response == 0", "smb.cmd"),
}
#: What says on which side of a message is.
SIDES = {"Nfs": "rpc.msgtyp", "Smb": "smb2.flags.response", "Smb1": "smb.flags.response"}
#: Names of procedures by number: RFC 1813, 3.3, MS-SMB2, 2.2.1.2, and MS-CIFS, 2.2.2.1; of
#: transactions by the numbers of their subcommands, 2.2.2.2, and 0x3200.
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
    "Smb1": {
        0x00: "CREATE_DIRECTORY",
        0x01: "DELETE_DIRECTORY",
        0x04: "CLOSE",
        0x05: "FLUSH",
        0x06: "DELETE",
        0x07: "RENAME",
        0x2E: "READ_ANDX",
        0x2F: "WRITE_ANDX",
        0x72: "NEGOTIATE",
        0x73: "SESSION_SETUP_ANDX",
        0x75: "TREE_CONNECT_ANDX",
        0xA2: "NT_CREATE_ANDX",
        0x3201: "TRANS2_FIND_FIRST2",
        0x3202: "TRANS2_FIND_NEXT2",
        0x3205: "TRANS2_QUERY_PATH_INFORMATION",
        0x3207: "TRANS2_QUERY_FILE_INFORMATION",
        0x3208: "TRANS2_SET_FILE_INFORMATION",
    },
}
#: The delay of the cable, whose rate is 1 Gb/s.
DELAY = "--ns3::EthernetChannel::Delay="
#: A run of each program that is small enough to decode.
RUNS = {
    "dd": ("--program=dd", "--ns3::DdProgram::Count=4"),
    "dd reads": ("--program=dd", "--read", "--ns3::DdProgram::Count=4", "--fileSystem=Extent"),
    "copy": (
        "--program=copy",
        "--ns3::CopyProgram::Directories=3",
        "--ns3::CopyProgram::FilesPerDirectory=4",
    ),
    "postmark": (
        "--program=postmark",
        "--ns3::PostmarkProgram::Number=20",
        "--ns3::PostmarkProgram::Transactions=30",
        "--fileSystem=Extent",
    ),
}
each_service = pytest.mark.parametrize("service", PROTOCOLS)
needs_tshark = pytest.mark.skipif(
    not shutil.which("tshark"), reason="tshark is not installed (Debian package tshark)"
)


def speak(service):
    """Give the options that choose a service."""
    if service == "Smb1":
        return ("--service=Smb", "--dialect=NT LM 0.12")
    return (f"--service={service}",)


def move(service, size):
    """Give the options for the most bytes of a read or write on the wire."""
    client = "NfsClient" if service == "Nfs" else "SmbClient"
    return tuple(f"--ns3::{client}::{way}Size={size}" for way in ("Read", "Write"))


def leave_open(service, requests):
    """Give the options for the most requests without a reply."""
    if service == "Nfs":
        # One call for the reader, the others ahead of it.
        return (
            f"--ns3::RpcClient::SlotTableEntries={requests}",
            f"--ns3::NfsClient::ReadAhead={requests - 1}",
        )
    return (f"--ns3::SmbClient::Multiplex={requests}",)


def read_blocks(size, count):
    """Give the options for dd, which reads blocks."""
    return ("--read", f"--ns3::DdProgram::BlockSize={size}", f"--ns3::DdProgram::Count={count}")


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


def messages_of(capture, service):
    """Give the direction and the number of the procedure of each message."""
    field = PROTOCOLS[service][2]
    fields = [SIDES[service], field, *(["smb.trans2.cmd"] if service == "Smb1" else [])]
    chosen = [option for name in fields for option in ("-e", name)]
    lines = tshark(capture, "-Y", field, "-T", "fields", "-E", "occurrence=a", *chosen)
    for line in lines.splitlines():
        directions, numbers, *rest = line.split("\t")
        # Behind a command of NT LM 0.12 may stand 0xff, which says that no other follows.
        procedures = [int(n, 0) for n in numbers.split(",") if (service, n) != ("Smb1", "0xff")]
        subcommands = iter(rest[0].split(",") if rest else [])
        for direction, number in zip(directions.split(","), procedures, strict=True):
            is_transaction = service == "Smb1" and number == 0x32
            yield direction, 0x3200 + int(next(subcommands), 0) if is_transaction else number


@needs_tshark
@each_service
@pytest.mark.parametrize("what", RUNS)
def test_capture(service, what, tmp_path):
    """Every message is decoded, and there are as many of each procedure as are printed."""
    output = output_of(*speak(service), *RUNS[what], DELAY + "1ms", "--pcap=a.pcap", cwd=tmp_path)
    protocols, request, _ = PROTOCOLS[service]
    capture = tmp_path / "a.pcap"
    assert tshark(capture, "-Y", "_ws.malformed || tcp.analysis.flags") == ""
    found = set(tshark(capture, "-T", "fields", "-e", "frame.protocols").split())
    assert any(protocols in one for one in found)
    # Besides ARP and TCP's own segments, all is the protocol's.
    known = re.compile(rf"eth:ethertype:(arp|ip:tcp(:{protocols}(:\S+)?|:nbss|:rpc)?)")
    assert [one for one in found if not known.fullmatch(one)] == []
    counts = (Counter(), Counter())
    for direction, number in messages_of(capture, service):
        counts[direction in ("1", "True")][NAMES[service][number]] += 1
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
    options = ("--ns3::DdProgram::Count=1", *move(service, 32768), "--pcap=a.pcap")
    output_of(*speak(service), *RUNS[what], *options, cwd=tmp_path)
    capture = tmp_path / "a.pcap"
    fields = {
        "Nfs": ("nfs.data", "nfs.read.eof"),
        "Smb": ("data.data", "smb2.header_len"),
        "Smb1": ("smb.file_data", "smb.server_component"),
    }
    data, detail = (values_of(capture, field) for field in fields[service])
    assert [len(contents) // 2 for contents in data] == [32768] * 32
    if service == "Smb":
        assert set(detail) == {"64"}
    elif service == "Smb1":
        assert set(detail) == {"0x424d53ff"}
    elif what == "dd reads":
        assert detail == ["0"] * 31 + ["1"]


@each_service
@pytest.mark.parametrize("size", [4096, 65536, 262144])
def test_one_request_outstanding(service, size, tmp_path):
    """Throughput is the size of a request over its latency, which a closed form gives."""
    count, delay, rate = 200, 0.010, 1e9
    output = output_of(
        *speak(service),
        *leave_open(service, 1),
        *move(service, size),
        *read_blocks(size, count),
        DELAY + "10ms",
        "--ns3::TcpSocket::InitialCwnd=1000",
        cwd=tmp_path,
    )
    # Each segment of 1448 bytes has 90 more on the cable, and the reply's header is in the first.
    segments = -(-size // 1448)
    latency = 2 * delay + (size + 90 * segments) * 8 / rate
    calls, mean = calls_of(output, "Client")["READ_ANDX" if service == "Smb1" else "READ"]
    assert calls == count
    assert mean == pytest.approx(latency, rel=0.01)
    seconds = float(re.search(r"copied, ([\d.]+) s", output)[1])
    # The copy begins with the first read, and opening the file is before it.
    assert count * size / seconds == pytest.approx(size / latency, rel=0.01)


@needs_tshark
def test_smb1_requests_of_60_kib(tmp_path):
    """By itself NT LM 0.12 moves 61440 bytes in a request, whose throughput is a closed form."""
    count, delay, rate, size = 100, 0.010, 1e9, 61440
    output = output_of(
        *speak("Smb1"),
        *leave_open("Smb1", 1),
        *read_blocks(size, count),
        DELAY + "10ms",
        "--ns3::TcpSocket::InitialCwnd=1000",
        "--pcap=a.pcap",
        cwd=tmp_path,
    )
    # A request of 4 + 59 bytes, a response of 4 + 60 and the contents in 43 segments of 1448;
    # around each segment are 90 bytes.
    latency = 2 * delay + (63 + 90 + 64 + size + 90 * 43) * 8 / rate
    calls, mean = calls_of(output, "Client")["READ_ANDX"]
    assert calls == count
    assert mean == pytest.approx(latency, rel=0.001)
    reads = tshark(
        tmp_path / "a.pcap", "-Y", "smb.cmd == 0x2e", "-T", "fields", "-e", "frame.time_epoch"
    ).split()
    seconds = float(reads[-1]) - float(reads[0])
    assert count * size / seconds == pytest.approx(size / latency, rel=0.001)
    # Behind the four bytes of NetBIOS: header 32, counts 3, 12 words; a byte to align.
    lengths = Counter(int(n) for n in values_of(tmp_path / "a.pcap", "nbss.length"))
    assert lengths[32 + 3 + 24] == count
    assert lengths[32 + 3 + 24 + 1 + size] == count
    # Login, opening and closing are five requests and five responses.
    assert sum(lengths.values()) == 2 * (count + 5)


@each_service
def test_outstanding_requests_fill_the_path(service, tmp_path):
    """With n requests outstanding n times as much is read, up to the rate of the cable."""
    seconds = {}
    for outstanding in (1, 4, 64):
        output = output_of(
            *speak(service),
            *leave_open(service, outstanding),
            *read_blocks(8388608, 3),
            DELAY + "5ms",
            "--ns3::TcpSocket::InitialCwnd=4000",
            cwd=tmp_path,
        )
        seconds[outstanding] = float(re.search(r"copied, ([\d.]+) s", output)[1])
    assert seconds[1] / seconds[4] == pytest.approx(4, rel=0.1)
    line = 3 * 8388608 * 1538 / 1448 * 8 / 1e9
    assert line < seconds[64] < 1.3 * line


def test_commit_waits_for_the_medium(tmp_path):
    """A file of 64 MiB on a device of 800 Mbit/s: its COMMIT waits for what is not there yet."""
    output = output_of("--fileSystem=Extent", "--ns3::RamDisk::Bandwidth=800Mbps", cwd=tmp_path)
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
        output = output_of(*speak(service), *RUNS["postmark"], f"--pcap={name}.pcap", cwd=tmp_path)
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
        (["--service=Local", "--pcap=a"], "pcap: a needs service=Nfs or Smb"),
        (["--program=copy", "--read"], "read: true needs program=dd"),
        (["--dialect=NT LM 0.12"], "dialect: NT LM 0.12 needs service=Smb"),
        (["--service=Smb", "--dialect=3.0"], "dialect: "),
        (["--service=Smb", "--ns3::SmbServer::Dialect=CIFS"], "ns3::SmbServer::Dialect: "),
        (["--service=Smb", "--ns3::SmbClient::ReadSize=8388609"], "ns3::SmbClient::ReadSize: "),
        (["--ns3::DdProgram::Count=0"], "ns3::DdProgram: Count is 0, but zeros never end"),
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
    done = run("--ns3::DdProgram::Count=20", "--fileSystem=Extent", small, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "errors: 1 ENOSPC" in done.stdout
