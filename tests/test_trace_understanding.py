# SPDX-License-Identifier: GPL-2.0-only
"""What programs say that they understood of a trace or a configuration, and what they refuse."""

import json
import subprocess

import pytest
from ns3_iscsi.build_info import program
from san_runs import error_of, read_rows, run

#: A run on two drives that are quick and have room for all.
QUICK = ("--workload=trace", "--device=ram", "--drives=2")


@pytest.fixture
def mqsim(tmp_path):
    """Give a trace of MQSim: 1,000 requests 20 us apart on devices 0, 1 and 2."""
    path = tmp_path / "sda.txt"
    path.write_text("".join(f"{20000 * i} {i % 3} {8 * i} 8 {i % 2}\n" for i in range(1000)))
    return path


#: What is said of it: 999 intervals of 20 us, and 8 sectors behind sector 7,992.
UNDERSTOOD = (
    "MQSim, time in ns, address in sectors of 512 bytes: 1,000 requests in 0.01998 s, "
    "50,050 requests/s, 3 devices (0, 1 and 2), addresses below 4,096,000 bytes"
)


def test_a_run_says_first_what_it_understood(mqsim, tmp_path):
    done = run(tmp_path / "out", *QUICK, f"--trace={mqsim}")
    assert done.stderr.splitlines() == [
        f"note: {mqsim}: {UNDERSTOOD}",
        f"note: {mqsim}: devices 0, 1 and 2 are on 2 drives, by number: 0 has 0 and 2; 1 has 1",
    ]
    rows = read_rows(tmp_path / "out")
    assert len(rows) == 1000
    # Odd numbers are reads; of six requests in a row, 0, 2, 3 and 5 are of devices 0 and 2.
    assert sum(row["operation"] == "R" for row in rows) == 500
    assert sum(row["device"] == "0" for row in rows) == 667


def test_other_programs_say_the_same(mqsim, tmp_path):
    info = subprocess.run([program("block-trace"), "info", mqsim], capture_output=True, text=True)
    assert info.stdout.splitlines()[0] == UNDERSTOOD
    command = [program("disk-replay"), f"--trace={mqsim}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[0] == f"note: {mqsim}: {UNDERSTOOD}"
    out = tmp_path / "out.spc"
    command = [program("block-trace"), "convert", mqsim, out]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == f"note: {mqsim}: {UNDERSTOOD}\n"


def test_json_is_what_the_file_has(mqsim, tmp_path):
    path = tmp_path / "trace.json"
    command = [program("block-trace"), "info", mqsim, f"--summary={path}", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (path.read_text(), "")
    assert json.loads(done.stdout)["all"]["requests"] == 1000


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("info {mqsim} --sort", "sort: true needs command=convert"),
        ("convert {mqsim} {out} --json", "json: true needs command=info"),
        ("convert {mqsim} {out} --summary=a.json", "summary: a.json needs command=info"),
    ],
)
def test_options_of_the_other_command(mqsim, tmp_path, words, line):
    out = tmp_path / "out.spc"
    command = [str(program("block-trace")), *words.format(mqsim=mqsim, out=out).split()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"error: {line}\n")
    assert not out.exists()


def test_two_formats_that_fit_are_named(tmp_path):
    """250 apart: four requests a second in ms, four million in ns."""
    both = tmp_path / "both.txt"
    both.write_text("".join(f"{250 * i} 0 {8 * i} 8 1\n" for i in range(20)))
    error = error_of(tmp_path / "out", *QUICK, f"--trace={both}")
    assert error.startswith(f"error: {both}:1: it looks like DiskSim 'arrival_ms device lbn ")
    assert "; and like MQSim 'arrival_ns device lsn sectors type' (time in ns, " in error
    for name, seconds in (("disksim", "4.75 s"), ("mqsim", "4.75e-06 s")):
        done = run(tmp_path / name, *QUICK, f"--trace={both}", f"--traceFormat={name}")
        assert f"20 requests in {seconds}, " in done.stderr


def test_columns_by_hand(tmp_path):
    """A page of 4 KiB at 2 us, another 5 us later."""
    mine = tmp_path / "mine.txt"
    mine.write_text("W;7;2;1\nR;9;7;2\n")
    columns = "operation=1,address=2:4096,time=3:us,length=4:4096,separator=semicolon"
    done = run(tmp_path / "out", *QUICK, f"--trace={mine}", f"--traceColumns={columns}")
    assert (
        "Columns, time in us, address in units of 4096 bytes: 2 requests in 5e-06 s" in done.stderr
    )
    rows = sorted(read_rows(tmp_path / "out"), key=lambda row: int(row["lba"]))
    assert [(row["operation"], row["lba"], row["bytes"]) for row in rows] == [
        ("W", "56", "4096"),
        ("R", "72", "8192"),
    ]
    options = (*QUICK, f"--trace={mine}")
    error = error_of(tmp_path / "no", *options, "--traceColumns=time=1")
    assert error == "error: columns 'time=1': operation is missing"
    error = error_of(tmp_path / "no", *options, f"--traceColumns={columns}", "--traceFormat=msr")
    assert error == f"error: {mine}: columns are given, but the format is Msr"


def test_settings_of_iometer(tmp_path):
    """Two workers for two initiators: 2 and 1 outstanding for 20 ms, on parts of the drive."""
    worker = (
        "'Worker\n\t{}\n'Worker type\n\tDISK\n"
        "'Number of outstanding IOs,test connection rate,transactions per connection\n"
        "\t{},DISABLED,1\n'Disk maximum size,starting sector\n\t{}\n"
        "'Assigned access specs\n\tone\n'End assigned access specs\n'End worker\n"
    )
    icf = tmp_path / "two.icf"
    icf.write_text(
        "Version 1.1.0\n'TEST SETUP ===\n'Run Time\n'\thours minutes seconds\n\t0 0 1\n"
        "'Ramp Up Time (s)\n\t0\n'END test setup\n"
        "'ACCESS SPECIFICATIONS ===\n'Access specification name,default assignment\n\tone,NONE\n"
        "'size,% of size,% reads,% random,delay,burst,align,reply\n\t4096,100,100,100,0,1,4096,0\n"
        "'END access specifications\n'MANAGER LIST ===\n"
        + worker.format("a", 2, "80,0")
        + worker.format("b", 1, "80,800")
    )
    options = (
        "--workload=iometer",
        f"--iometer={icf}",
        "--initiators=2",
        "--device=ram",
        "--drives=1",
        "--ramLatency=5ms",
    )
    options += ("--delay=0s",)
    done = run(tmp_path / "out", *options)
    assert done.stderr == (
        f'note: {icf}: specification "one", worker "a" of 2: sectors from 0, 80 of them, '
        "QueueDepth 2 outstanding on each of 1, RunTime 1 s\n"
    )
    lbas = [int(row["lba"]) for row in read_rows(tmp_path / "out")]
    for begin, outstanding in ((0, 2), (800, 1)):
        here = [lba for lba in lbas if begin <= lba < begin + 80]
        assert set(here) == set(range(begin, begin + 80, 8))
        # Each takes 5 ms and a little more on the way.
        assert 0.9 < len(here) / (200 * outstanding) <= 1.01
    assert all(lba < 80 or 800 <= lba < 880 for lba in lbas)
    run(tmp_path / "few", *options, "--count=7")
    assert len(read_rows(tmp_path / "few")) == 14
