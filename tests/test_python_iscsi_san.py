# SPDX-License-Identifier: GPL-2.0-only
"""examples/iscsi-san.py, the twin of iscsi-san.cc: the same numbers for the same seed."""

import subprocess
import sys

import pytest
from conftest import ROOT
from ns3_iscsi.build_info import program

SCRIPT = ROOT / "examples" / "iscsi-san.py"


def run_twin(folder, *options):
    command = [sys.executable, SCRIPT, f"--output={folder}", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_short():
    assert len(SCRIPT.read_text().splitlines()) < 80


@pytest.mark.parametrize("options", [["--RngRun=1"], ["--RngRun=3"]])
def test_same_numbers_as_the_cpp_program(tmp_path, options):
    twin, cpp = tmp_path / "python", tmp_path / "cpp"
    done = run_twin(twin, *options)
    assert (done.returncode, done.stderr) == (0, "")
    subprocess.run(
        [program("iscsi-san"), f"--output={cpp}", *options], check=True, capture_output=True
    )
    for name in ("requests.csv", "summary.json"):
        assert (twin / name).read_bytes() == (cpp / name).read_bytes()
    # What the trace source told Python: 1,000 requests, spread evenly over four drives.
    assert done.stdout == "Requests of each drive: 250 250 250 250\n"


def test_same_numbers_for_a_trace(tmp_path):
    trace = tmp_path / "trace.csv"
    rows = [f"{i / 50},{'RW'[i % 2]},{i * 1000},16,{i % 4}" for i in range(100)]
    trace.write_text("\n".join(["time_s,operation,lba,blocks,device", *rows, ""]))
    twin, cpp = tmp_path / "python", tmp_path / "cpp"
    done = run_twin(twin, f"--trace={trace}")
    assert done.stdout == "Requests of each drive: 25 25 25 25\n"
    command = [program("iscsi-san"), f"--output={cpp}", "--workload=trace", f"--trace={trace}"]
    subprocess.run(command, check=True, capture_output=True)
    assert (twin / "requests.csv").read_bytes() == (cpp / "requests.csv").read_bytes()


def test_missing_trace_is_one_line(tmp_path):
    done = run_twin(tmp_path / "out", "--trace=no-such-trace.csv")
    assert done.returncode == 1
    assert "no-such-trace.csv" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out" / "requests.csv").exists()
