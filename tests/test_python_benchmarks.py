# SPDX-License-Identifier: GPL-2.0-only
"""The benchmarks' driver, with stand-ins for the programs."""

import json
import runpy
import shutil
import sys

import pytest
from conftest import ROOT

benchmarks = runpy.run_path(str(ROOT / "benchmarks" / "run.py"))


def test_medians_of_pairs():
    # Ratios 1.0, 1.2 and 1.5 though the machine slowed down over the turns; the ratio of the
    # medians would be 3.0 / 2.5. Memory: (64,000 - 24,040) / 999 = 40.
    figures = {
        "iscsi_wall_s": [2.0, 3.0, 6.0],
        "bulk_wall_s": [2.0, 2.5, 4.0],
        "small_iscsi_wall_s": [2.6, 1.3, 1.4],
        "small_tcp_wall_s": [2.0, 1.0, 1.0],
        "many_sessions_kb": [64000, 64000, 64000],
        "one_session_kb": [24040, 24040, 24040],
        "disk_requests_per_s": [900000, 1000000.4, 1100000],
        "disk_open_load_requests_per_s": [3, 1, 2],
        "disk_replay_requests_per_s": [7, 9, 8],
        "many_replays_kb": [14000, 15000, 14020],
        "one_replay_kb": [14000, 14900, 14010],
        "trace_lines_per_s": [3000000, 5000000, 4000000],
        "trace_growth_kb": [0, 4, 0],
    }
    result = benchmarks["evaluate"](figures)
    raw = result.pop("raw")
    assert result == {
        "iscsi_over_bulk": 1.2,
        "small_commands_over_tcp": 1.3,
        "idle_session_kb": 40.0,
        "disk_requests_per_s": 1000000,
        "disk_open_load_requests_per_s": 2,
        "disk_replay_requests_per_s": 8,
        "disk_replay_growth_kb": 10,
        "trace_lines_per_s": 4000000,
        "trace_growth_kb": 0,
    }
    assert raw["iscsi_wall_s"] == 3.0


def test_sides_take_turns(tmp_path):
    order = []

    def run(command, figure):
        order.append(" ".join([command[0].name, *command[1:]]))
        return len(order)

    figures = benchmarks["take_turns"](tmp_path, 2, "a.trace", run)
    turn = [
        "iscsi-bulk --protocol=iscsi",
        "iscsi-bulk --protocol=bulk",
        "small-commands --protocol=iscsi",
        "small-commands --protocol=tcp",
        "idle-sessions --sessions=1000",
        "idle-sessions --sessions=1",
        "disk-requests",
        "disk-requests --load=open",
        "disk-replay --trace=a.trace --summary=- --repeat=100",
        "disk-replay --trace=a.trace --summary=- --repeat=100",
        "disk-replay --trace=a.trace --summary=- --repeat=1",
        "trace-lines",
        "trace-lines",
    ]
    assert order == turn * 2
    assert figures["bulk_wall_s"] == [2, 15]


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Give a function that puts a stand-in for every program into a build folder."""
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(tmp_path))
    (tmp_path / "bin").mkdir()

    def write(body):
        for name in {command[0] for command, _ in benchmarks["SIDES"].values()}:
            path = tmp_path / "bin" / name
            path.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
            path.chmod(0o755)

    return write


def test_one_json_object(program, capsys, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    figures = {"wall_s": 1.5, "resident_kb": 2048, "requests_per_s": 10}
    figures |= {"requests_per_second": 12.4, "peak_memory_kb": 900}
    figures |= {"lines_per_s": 7, "growth_kb": 3}
    program(f"print('{json.dumps(figures)}')")
    assert benchmarks["main"](["--repeat=1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["iscsi_over_bulk"], result["idle_session_kb"]) == (1, 0)
    assert (result["disk_replay_requests_per_s"], result["disk_replay_growth_kb"]) == (12, 0)
    assert (result["trace_lines_per_s"], result["trace_growth_kb"]) == (7, 3)
    assert result["disk_replay_trace"] in ("measured", "synthetic")
    assert result["iscsi_over_bulk_instructions"] is None


def test_instructions_are_those_of_the_additional_work(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")

    def run(command):
        # A program's start counts 1,000; a unit of iSCSI 11 and one of TCP 10.
        length = int(command[-1].partition("=")[2])
        return 1000 + length * (11 if command[1] == "--protocol=iscsi" else 10)

    assert benchmarks["count_ratios"](tmp_path, run) == {
        "iscsi_over_bulk_instructions": 1.1,
        "small_commands_over_tcp_instructions": 1.1,
    }


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_valgrind_counts():
    assert benchmarks["count"](["/bin/true"]) > 10_000


def test_synthetic_trace_where_the_measured_one_is_absent(tmp_path):
    present = tmp_path / "measured.trace"
    present.write_text("R Hit 0 8 1 1\n")
    assert benchmarks["find_trace"](tmp_path, present) == present
    trace = benchmarks["find_trace"](tmp_path, tmp_path / "absent.trace")
    records = [line.split() for line in trace.read_text().splitlines()]
    assert len(records) == 10000
    assert sum(record[0] == "R" for record in records) == pytest.approx(6600, abs=200)
    assert max(int(record[2]) + int(record[3]) for record in records) < 17783240
    again = trace.read_bytes()
    trace.unlink()
    assert benchmarks["find_trace"](tmp_path, tmp_path / "absent.trace").read_bytes() == again


def test_failing_program(program, capsys):
    program("sys.exit('no route to the target')")
    assert benchmarks["main"](["--repeat=1"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-2] == "no route to the target"
    assert printed.err.splitlines()[-1].endswith("iscsi-bulk: status 1")


def test_missing_program(program, capsys):
    assert benchmarks["main"](["--repeat=1"]) == 1
    assert "iscsi-bulk" in capsys.readouterr().err.splitlines()[-1]
