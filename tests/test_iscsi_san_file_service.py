# SPDX-License-Identifier: GPL-2.0-only
"""Programs on files of a file server in iscsi-san: results, captures, sweeps, mistakes."""

import re
import subprocess
import sys
from collections import Counter

import pytest
from conftest import ROOT
from ns3_iscsi import San, sweep
from ns3_iscsi.diagram import draw
from ns3_iscsi.parameters import ParameterError, parameters
from san_runs import error_of, read_rows, read_summary, run, tshark
from test_file_service import NAMES, PROTOCOLS, messages_of

#: A drive without moving parts, on which dd or Postmark works.
HOST = ("--device=ram", "--drives=1", "--linkRate=1Gbps", "--cache=16")
DD = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=16")
POSTMARK = ("--workload=postmark", "--postmarkNumber=20", "--postmarkTransactions=30")
each_service = pytest.mark.parametrize("service", ["nfs", "smb", "smb1"])


def procedure_of(service, name):
    """Give what a protocol calls READ or WRITE."""
    return f"{name}_ANDX" if service == "smb1" else name


def figure_of(out, name):
    """Give a figure of the only program of a run."""
    (row,) = (row for row in read_rows(out, "programs.csv") if row["figure"] == name)
    return float(row["value"])


@each_service
def test_capture_has_the_calls(tmp_path, service):
    """tshark decodes every message, as many of each procedure as calls.csv and the summary say."""
    run(tmp_path, *HOST, *POSTMARK, f"--fileService={service}", "--pcap", "--snaplen=0")
    capture = tmp_path / "san.pcap"
    protocols = PROTOCOLS[service.capitalize()][0]
    assert tshark(capture, "-Y", "_ws.malformed") == []
    found = set(tshark(capture, "-T", "fields", "-e", "frame.protocols"))
    known = re.compile(rf"eth:ethertype:ip:tcp(:{protocols}(:\S+)?|:nbss|:rpc)?")
    assert [one for one in found if not known.fullmatch(one)] == []
    counts = (Counter(), Counter())
    for way, number in messages_of(capture, service.capitalize()):
        counts[way in ("1", "True")][NAMES[service.capitalize()][number]] += 1
    calls = {row["procedure"]: int(row["calls"]) for row in read_rows(tmp_path, "calls.csv")}
    assert counts == (calls, calls)
    assert read_summary(tmp_path)["calls"] == calls


@each_service
def test_results(tmp_path, service):
    """What a run writes, and that its tables agree with each other."""
    done = run(tmp_path, *HOST, *POSTMARK, f"--fileService={service}")
    assert "Creation alone: 20 files" in done.stdout
    names = {path.name for path in tmp_path.iterdir() if not path.name.startswith(".")}
    assert names == {f"{name}.csv" for name in ("calls", "connections", "programs", "requests")} | {
        "summary.json"
    }
    summary = read_summary(tmp_path)
    assert summary["pdus"] == {}
    connections = read_rows(tmp_path, "connections.csv")
    assert [row["sender"] for row in connections] == ["initiator", "target"]
    assert summary["tcp"]["sent_bytes"] == sum(int(row["sent_bytes"]) for row in connections)
    assert connections[0]["remote"].rpartition(":")[2] == {"nfs": "2049"}.get(service, "445")
    assert figure_of(tmp_path, "transactions") == 30
    # What is recorded are requests at the drive, with no stage of iSCSI.
    rows = read_rows(tmp_path)
    assert len(rows) == summary["requests"] > 0
    assert {float(row["sent_s"]) for row in rows} == {0}


@each_service
def test_bytes_on_the_wire_are_those_of_the_calls(tmp_path, service):
    """dd writes 1 MiB: data once, and the headers of each call."""
    run(tmp_path, *HOST, *DD, f"--fileService={service}", f"--{service}WriteSize=32768")
    calls = read_summary(tmp_path)["calls"]
    write = procedure_of(service, "WRITE")
    assert calls[write] == 32
    client = int(read_rows(tmp_path, "connections.csv")[0]["sent_bytes"])
    # WRITE's own headers: RFC 5531 and RFC 1813, 3.3.7, MS-SMB2, 2.2.21, or MS-CIFS, 2.2.4.43.1.
    headers = {
        "nfs": 4 + 24 + 32 + 8 + 36 + 20,
        "smb": 4 + 64 + 48,
        "smb1": 4 + 32 + 1 + 2 * 14 + 2 + 1,
    }[service]
    rest = client - 2**20 - 32 * headers
    assert 0 < rest < 200 * sum(count for name, count in calls.items() if name != write)


@each_service
@pytest.mark.parametrize("path", [("--offload=tso",), ("--linkType=ppp",), ("--queueDisc=codel",)])
def test_every_path_carries_it(tmp_path, service, path):
    """The program does the same whatever the links are, and time is within a hundredth."""
    common = (*HOST, *DD, f"--fileService={service}", "--ddOperation=read", "--delay=5ms")
    if service == "nfs":
        # A page cache reads ahead in windows that grow, so bursts of TCP cost it more.
        common = (*common, "--nfsCacheMemory=0")
    run(tmp_path / "plain", *common)
    run(tmp_path / "path", *common, *path)
    assert read_summary(tmp_path / "path")["calls"] == read_summary(tmp_path / "plain")["calls"]
    plain, other = (figure_of(tmp_path / name, "seconds") for name in ("plain", "path"))
    assert other == pytest.approx(plain, rel=0.01)


@each_service
def test_losses_slow_it_down(tmp_path, service):
    common = (*HOST, *DD, f"--fileService={service}", "--minRto=300ms")
    run(tmp_path / "clean", *common)
    run(tmp_path / "lossy", *common, "--lossToTargets=0.02")
    summary = read_summary(tmp_path / "lossy")
    assert summary["tcp"]["retransmissions"] > 0
    assert summary["path"]["to_targets"]["lost"] > 0
    clean, lossy = (figure_of(tmp_path / name, "elapsed") for name in ("clean", "lossy"))
    assert lossy > clean
    assert figure_of(tmp_path / "lossy", "bytes_copied") == 2**20


@each_service
def test_same_bytes_twice(tmp_path, service):
    for name in ("a", "b"):
        run(tmp_path / name, *HOST, *POSTMARK, f"--fileService={service}", "--pcap", "--tcpSeries")
    names = {path.name for path in (tmp_path / "a").iterdir()}
    assert {"san.pcap.gz", "tcp-series.csv"} < names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_none_is_iscsi(tmp_path):
    run(tmp_path / "default", *HOST, *DD)
    run(tmp_path / "none", *HOST, *DD, "--fileService=none")
    for name in ("requests.csv", "summary.json", "pdus.csv"):
        default, none = ((tmp_path / folder / name).read_text() for folder in ("default", "none"))
        assert default == none
    assert "calls" not in read_summary(tmp_path / "none")


@each_service
def test_request_size_and_requests_outstanding(tmp_path, service):
    """Fewer requests where they are larger, and less time where more are outstanding."""
    common = (*HOST, *DD, f"--fileService={service}", "--ddOperation=read", "--delay=5ms")
    outstanding = {"nfs": "nfsSlotTableEntries"}.get(service, f"{service}Multiplex")
    size = f"--{service}ReadSize"
    run(tmp_path / "small", *common, f"{size}=8192", f"--{outstanding}=1")
    run(tmp_path / "large", *common, f"{size}=16384", f"--{outstanding}=1")
    run(tmp_path / "many", *common, f"{size}=8192", f"--{outstanding}=4")
    reads = {
        name: read_summary(tmp_path / name)["calls"][procedure_of(service, "READ")]
        for name in ("small", "large", "many")
    }
    assert reads == {"small": 128, "large": 64, "many": 128}
    seconds = {name: figure_of(tmp_path / name, "seconds") for name in reads}
    assert seconds["small"] == pytest.approx(128 * 0.010, rel=0.05)
    assert seconds["large"] == pytest.approx(64 * 0.010, rel=0.05)
    assert seconds["many"] == pytest.approx(32 * 0.010, rel=0.1)


def test_python_sweeps_over_it(tmp_path):
    """Names and groups are those of the description; a diagram shows the servers."""
    san = San(workload="postmark", cache=16, device="ram", drives=1, service={"fileService": "nfs"})
    san.service.fileService = "smb"
    assert san["fileService"] == "smb"
    known = parameters()
    assert known["fileService"].values == ["nfs", "none", "smb", "smb1"]
    assert {one.group for name, one in known.items() if name.startswith(("nfs", "smb"))} == {
        "service"
    }
    assert "file server" in draw(san.parameters())
    assert "SMB" in draw(san.parameters())
    assert "file server" in draw(san.parameters(), ["fileService"])
    with pytest.raises(ParameterError, match="fileService"):
        San(fileService="afs")
    san["postmarkNumber"], san["postmarkTransactions"] = 10, 10
    table = sweep(san, {"fileService": ["none", "nfs", "smb"]}, folder=tmp_path, quiet=True)
    assert table["error"].isna().all()
    assert list(table["program_transactions"]) == [10, 10, 10]
    assert (table["pdus_data_in"] > 0).tolist() == [True, False, False]


def test_report_of_a_sweep(tmp_path):
    san = San(workload="dd", cache=16, device="ram", drives=1, ddCount=8, ddBlockSize=65536)
    grid = {"fileService": ["none", "nfs"], "delay": ["0ms", "5ms"]}
    sweep(san, grid, folder=tmp_path / "sweep", quiet=True)
    command = [sys.executable, "-m", "ns3_iscsi", "report", str(tmp_path / "sweep")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "fileService" in (tmp_path / "sweep/report.html").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--gateway=true"], "gateway: true needs fileService=none"),
        (["--maxBurstLength=65536"], "maxBurstLength: 65536 needs fileService=none"),
        (["--headerDigest=CRC32C"], "headerDigest: CRC32C needs fileService=none"),
        (["--connections=2"], "connections: 2 needs fileService=none"),
        (["--timePerPdu=1us"], "timePerPdu: 1us needs fileService=none"),
        (["--links=2"], "links: 2 needs connections>1, or multipath="),
        (["--workload=closed"], " needs workload=dd"),
        (
            ["--fio=examples/jobs/database.fio"],
            "fio: examples/jobs/database.fio needs workload=fio",
        ),
        (["--cache=0"], "cache: 0, but dd needs a file system"),
        (["--initiators=2"], "initiators: 2, but each needs a drive of its own"),
        (["--fileService=afs"], "fileService: afs is not one of nfs, none, smb, smb1"),
        (["--nfsWriteSize=-1"], "nfsWriteSize: -1 is not a whole number from 1024 to 1048576"),
        (
            ["--smbReadSize=99999999"],
            "smbReadSize: 99999999 is not a whole number from 0 to 8388608",
        ),
        (["--nfsThreads=0"], "nfsThreads: 0 is not a whole number from 1"),
        (["--lossToInitiators=1"], "file server 10.0.0.2:2049: not mounted"),
    ],
)
def test_mistakes_are_one_line(tmp_path, options, message):
    assert message in error_of(tmp_path / "out", *HOST, *DD, "--fileService=nfs", *options)
