# SPDX-License-Identifier: GPL-2.0-only
"""A run in which nothing was done is a failure: status 1 and one line with the first reason."""

import re

import pytest
from ns3_iscsi import San, sweep
from san_runs import read_rows, read_summary, run

#: A disk that refuses all writes.
PROTECTED = ("--drives=1", "--device=ram", "--readOnly=true")
WRITES = ("--readFraction=0", "--count=20")
#: Sense key DATA PROTECT, WRITE PROTECTED: HARDWARE WRITE PROTECTED (SPC-4, annex E).
REASON = r"DATA PROTECT, sense 7/27/01"

TRACE = "0.0 0 0 8 0\n1.0 0 8 8 0\n"
JOB = "[writer]\nrw=randwrite\nbs=4k\nsize=1m\n"
ICF = """Version 1.1.0
'ACCESS SPECIFICATIONS =========================================================
'Access specification name,default assignment
	writes,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
	4096,100,0,100,0,1,0,0
'End access specifications
"""

#: Kinds of workloads, and how many requests fail.
KINDS = {
    "closed": ((*WRITES, "--workload=closed"), 20),
    "poisson": ((*WRITES, "--workload=poisson", "--rate=1000"), 20),
    "fixed": ((*WRITES, "--workload=fixed", "--rate=1000"), 20),
    "trace": (("--workload=trace", "--trace=requests.dsk", "--traceFormat=disksim"), 2),
    "fio": (
        (
            "--workload=fio",
            "--fio=job.fio",
        ),
        256,
    ),
    "iometer": (("--workload=iometer", "--iometer=load.icf", "--count=20"), 20),
    "page cache": ((*WRITES, "--workload=closed", "--cache=64"), 20),
    "multipath": ((*WRITES, "--workload=closed", "--links=2", "--multipath=failover"), 20),
    "gateway": ((*WRITES, "--workload=closed", "--gateway=true", "--loops=1"), 20),
    "postmark": (("--workload=postmark", "--cache=64"), 1),
    "bonnie": (("--workload=bonnie", "--cache=64"), 1),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "requests.dsk").write_text(TRACE)
    (tmp_path / "job.fio").write_text(JOB)
    (tmp_path / "load.icf").write_text(ICF)
    return tmp_path / "out"


def lines_of(done):
    """Give what is said, but for notes on traces and jobs."""
    return [line for line in done.stderr.splitlines() if not line.startswith("note: ")]


def line_of(done, subject="initiator 0"):
    """Give the number of requests in the last line of a run that failed."""
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    found = re.fullmatch(
        rf"error: {subject}: all (\d+) requests failed, the first: W LBA \d+, \d+ blocks: {REASON}",
        line,
    )
    assert found, done.stderr
    return int(found.group(1))


@pytest.mark.parametrize("options, number", KINDS.values(), ids=KINDS.keys())
def test_all_requests_fail(folder, options, number):
    """The results are there, and every request in them failed."""
    done = run(folder, *PROTECTED, *options, check=False)
    assert line_of(done) == number
    summary = read_summary(folder)
    assert done.stderr.splitlines()[-1].removeprefix("error: ") in summary["failures"]
    if "--cache=64" not in options:
        assert len(lines_of(done)) == 1
        assert (summary["requests"], summary["errors"]) == (number, number)
        assert len(read_rows(folder)) == number


def test_of_a_wireless_network(folder):
    options = ("--device=ram", "--readOnly=true", *WRITES)
    assert line_of(run(folder, *options, name="wireless-san", check=False)) == 20


def test_of_tcp_alone(folder):
    options = ("--lossToTargets=1", "--stop=1s", "--readFraction=0")
    done = run(folder, *options, name="tcp-bulk", check=False)
    assert (done.returncode, done.stderr) == (1, "error: no byte arrived before the run stopped\n")
    assert read_summary(folder)["steady"]["requests"] == 0


def test_a_single_good_request_is_enough(folder):
    done = run(folder, *PROTECTED, "--readFraction=0.5", "--count=20")
    summary = read_summary(folder)
    assert 0 < summary["errors"] < summary["requests"] == 20
    assert "failures" not in summary
    assert done.stderr == ""


def test_what_may_fail_is_a_warning(folder):
    done = run(folder, *PROTECTED, *WRITES, "--initiators=2", "--mayFail=true")
    found = re.findall(
        rf"^warning: initiator (\d): all 20 requests .*: {REASON}$", done.stderr, re.M
    )
    assert sorted(found) == ["0", "1"]
    assert len(read_summary(folder)["failures"]) == 2


def test_nothing_checked(folder):
    """Blocks are written, and never read."""
    options = ("--device=ram", "--drives=1", "--verifyLastRead=false", *WRITES)
    done = run(folder, "--workload=verify", "--verifyBlocks=64", *options, check=False)
    assert (done.returncode, done.stderr) == (1, "error: initiator 0: no block was checked\n")
    assert read_summary(folder)["verification"]["checked_blocks"] == 0


def test_nothing_written_is_no_failure_of_reads(folder):
    """What could not be written is zeros, which are read and checked."""
    done = run(folder, *PROTECTED, "--workload=verify", "--verifyBlocks=64", "--count=20")
    found = read_summary(folder)["verification"]
    assert (found["mismatches"], found["failed_writes"] > 0, done.stderr) == (0, True, "")
    assert found["checked_blocks"] >= 64


def test_from_python(folder):
    """A run raises, and a point of a sweep has the line."""
    san = San(device="ram", drives=1, readOnly=True, readFraction=0, count=20)
    san.output.output = str(folder)
    with pytest.raises(RuntimeError, match=f"^initiator 0: all 20 requests failed.*{REASON}$"):
        san.run()
    table = sweep(
        San(device="ram", drives=1, readOnly=True, count=20),
        {"readFraction": [0.0, 1.0]},
        folder=folder.parent / "sweep",
        quiet=True,
    )
    assert list(table["error"].isna()) == [False, True]
    assert table["error"][0].startswith("initiator 0: all 20 requests failed")


@pytest.mark.parametrize(
    "options",
    [
        ("--workload=closed", "--count=20", "--rampTime=100s"),
        ("--workload=poisson", "--count=20", "--rampTime=100s"),
        ("--workload=fio", "--fio=[a]\nrw=read\nbs=4k\nsize=80k\nramp_time=100s\n"),
    ],
    ids=("closed", "poisson", "fio"),
)
def test_a_ramp_longer_than_the_run_is_told(folder, options):
    """All figures are zero then, though requests ended well."""
    done = run(folder, "--drives=1", "--device=ram", *options)
    notes = [line for line in done.stderr.splitlines() if "ramp time" in line]
    assert notes == ["note: ramp time: no request was issued after it, so nothing is measured"]
    assert done.returncode == 0
    assert read_summary(folder)["requests"] == 0


def test_a_ramp_within_the_run_is_not_told(folder):
    done = run(folder, "--drives=1", "--device=ram", "--workload=closed", "--rampTime=1ms")
    assert "ramp time" not in done.stderr
    assert read_summary(folder)["requests"] > 0
