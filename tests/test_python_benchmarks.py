# SPDX-License-Identifier: GPL-2.0-only
"""The benchmarks' driver, with stand-ins for the programs."""

import json
import runpy
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
        "many_sessions_kb": [64000, 64000, 64000],
        "one_session_kb": [24040, 24040, 24040],
        "disk_requests_per_s": [900000, 1000000.4, 1100000],
    }
    result = benchmarks["evaluate"](figures)
    raw = result.pop("raw")
    assert result == {
        "iscsi_over_bulk": 1.2,
        "idle_session_kb": 40.0,
        "disk_requests_per_s": 1000000,
    }
    assert raw["iscsi_wall_s"] == 3.0


def test_sides_take_turns(tmp_path):
    order = []

    def run(command, figure):
        order.append(" ".join([command[0].name, *command[1:]]))
        return len(order)

    figures = benchmarks["take_turns"](tmp_path, 2, run)
    turn = [
        "iscsi-bulk --protocol=iscsi",
        "iscsi-bulk --protocol=bulk",
        "idle-sessions --sessions=1000",
        "idle-sessions --sessions=1",
        "disk-requests",
    ]
    assert order == turn * 2
    assert figures["bulk_wall_s"] == [2, 7]


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Give a function that puts a stand-in for every program into a build folder."""
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(tmp_path))
    (tmp_path / "bin").mkdir()

    def write(body):
        for name in ("iscsi-bulk", "idle-sessions", "disk-requests"):
            path = tmp_path / "bin" / name
            path.write_text(f"#!{sys.executable}\nimport sys\n{body}\n")
            path.chmod(0o755)

    return write


def test_one_json_object(program, capsys):
    program("""print('{"wall_s": 1.5, "resident_kb": 2048, "disk_requests_per_s": 10}')""")
    assert benchmarks["main"](["--repeat=1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["iscsi_over_bulk"], result["idle_session_kb"]) == (1, 0)


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
