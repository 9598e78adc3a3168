# SPDX-License-Identifier: GPL-2.0-only
"""The benchmarks' driver, with stand-ins for the programs."""

import itertools
import json
import re
import resource
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as validation
from validation import wan_fill

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
        "ssd_reads_per_s": [5, 6, 4],
        "ssd_writes_per_s": [2, 1, 3],
        "disk_replay_requests_per_s": [7, 9, 8],
        "many_replays_kb": [14000, 15000, 14020],
        "one_replay_kb": [14000, 14900, 14010],
        "trace_lines_per_s": [3000000, 5000000, 4000000],
        "trace_growth_kb": [0, 4, 0],
        "postmark_s": [0.611, 0.604, 0.6],
        "many_transactions_kb": [9010, 9000, 9040],
        "few_transactions_kb": [9000, 9000, 9000],
        # Starts of 0.1 s, then 190 exact reads of 40, 30 and 36 ms against 990 reads of 1 ms.
        "offload_none_1mb_many_s": [7.7, 5.8, 6.94],
        "offload_none_1mb_few_s": [0.1, 0.1, 0.1],
        "offload_tso_1mb_many_s": [1.09, 1.09, 1.09],
        "offload_tso_1mb_few_s": [0.1, 0.1, 0.1],
        # 3,040 reads of 1 ms against 15,840 of 0.1 ms, on a machine that slows down.
        "offload_none_64kb_many_s": [3.04, 6.08, 12.16],
        "offload_none_64kb_few_s": [0, 0, 0],
        "offload_tso_64kb_many_s": [1.584, 3.168, 6.336],
        "offload_tso_64kb_few_s": [0, 0, 0],
        "offload_1gb_wall_s": [0.4, 0.9, 1.6],
        "ns2_1gb_wall_s": [0.5, 1.0, 2.0],
        # 990 MiB of 3 ms.
        "ns2_many_s": [3.07, 3.07, 3.07],
        "ns2_few_s": [0.1, 0.1, 0.1],
        "offload_long_fat_s": [4, 3.456, 3],
    }
    result = benchmarks["evaluate"](figures)
    raw = result.pop("raw")
    assert result == {
        "iscsi_over_bulk": 1.2,
        "small_commands_over_tcp": 1.3,
        "idle_session_kb": 40.0,
        "disk_requests_per_s": 1000000,
        "disk_open_load_requests_per_s": 2,
        "ssd_reads_per_s": 5,
        "ssd_writes_per_s": 2,
        "disk_replay_requests_per_s": 8,
        "disk_replay_growth_kb": 10,
        "trace_lines_per_s": 4000000,
        "trace_growth_kb": 0,
        "postmark_s": 0.6,
        "postmark_growth_kb": 10,
        "offload_speedup_1mb": 36.0,
        "offload_speedup_64kb": 10.0,
        "offload_over_ns2": 0.8,
        "exact_over_ns2": 12.0,
        "offload_long_fat_s": 3.46,
    }
    assert (raw["iscsi_wall_s"], raw["ns2_1gb_wall_s"]) == (3.0, 1.0)

    absent = {side: [] for side in ["ns2_1gb_wall_s", "ns2_many_s", "ns2_few_s"]}
    result = benchmarks["evaluate"]({**figures, **absent})
    assert (result["offload_over_ns2"], result["exact_over_ns2"]) == (None, None)
    assert result["raw"]["ns2_1gb_wall_s"] is None
    assert result["offload_long_fat_s"] == 3.46


#: 1,000 MiB, whose run has two figures, and 10.
NS2_BYTES = (1048576000, 10485760)


def shorten(command):
    """Give a command as one line, of reads only what differs."""
    program, *words = (Path(command[0]).name, *command[1:])
    kept = ("--size", "--count", "--offload", "--output")
    if program == "iscsi-san":
        words = [word for word in words if word.startswith(kept)]
    return " ".join([program, *words])


@pytest.mark.parametrize("ns2", ["/usr/bin/ns", None])
def test_sides_take_turns(tmp_path, monkeypatch, capsys, ns2):
    monkeypatch.setattr(shutil, "which", lambda name: ns2)
    order = []

    def run(command, figures):
        in_build = command[0].parent == tmp_path / "bin"
        assert in_build or str(command[0]) == ns2
        order.append(shorten(command))
        return [(len(order), figure) for figure in figures]

    figures = benchmarks["take_turns"](tmp_path, 2, "a.trace", run)
    output = f"--output={tmp_path}/benchmark-results"
    turn = [
        "iscsi-bulk --protocol=iscsi",
        "iscsi-bulk --protocol=bulk",
        "small-commands --protocol=iscsi",
        "small-commands --protocol=tcp",
        "idle-sessions --sessions=1000",
        "idle-sessions --sessions=1",
        "disk-requests",
        "disk-requests --load=open",
        "ssd-requests",
        "ssd-requests --operation=write",
        "disk-replay --trace=a.trace --json --repeat=100",
        "disk-replay --trace=a.trace --json --repeat=1",
        "host-postmark",
        "host-postmark --transactions=500000",
        "trace-lines",
        f"iscsi-san {output} --size=65536 --count=3200 --offload=none",
        f"iscsi-san {output} --size=65536 --count=160 --offload=none",
        f"iscsi-san {output} --size=65536 --count=16000 --offload=tso",
        f"iscsi-san {output} --size=65536 --count=160 --offload=tso",
        f"iscsi-san {output} --size=1048576 --count=200 --offload=none",
        f"iscsi-san {output} --size=1048576 --count=10 --offload=none",
        f"iscsi-san {output} --size=1048576 --count=1000 --offload=tso",
        f"iscsi-san {output} --size=1048576 --count=10 --offload=tso",
        *(f"ns {ROOT}/benchmarks/ns2-transfer.tcl {size}" for size in NS2_BYTES if ns2),
        f"iscsi-san --size=262144 --count=1000000000 --offload=tso {output}",
    ]
    assert order == turn * 2
    assert len(set(turn)) == len(turn)
    assert figures["bulk_wall_s"] == [(2, "wall_s"), (2 + len(turn), "wall_s")]
    # Two figures of one run.
    wall, processor = figures["offload_1gb_wall_s"], figures["offload_tso_1mb_many_s"]
    assert [one for one, _ in wall] == [one for one, _ in processor]
    assert (wall[0][1], processor[0][1]) == ("clock", "processor")
    assert len(figures["ns2_1gb_wall_s"]) == (2 if ns2 else 0)
    assert ("ns-2 is not installed" in capsys.readouterr().err) == (ns2 is None)


def test_long_link_is_the_one_of_the_validation():
    _, parameters, _ = validation.load("wan")
    expected = wan_fill.cell(parameters, wan_fill.PLANS[0]).settings
    options = dict(word.removeprefix("--").split("=") for word in benchmarks["LONG_FAT"][1:])
    assert options.pop("offload") == "tso"
    del options["output"]
    assert options == {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in expected.items()
    }


def test_times_of_a_run():
    burn = "import time\nwhile time.process_time() < 0.3: pass\ntime.sleep(0.3)"
    command = [sys.executable, "-c", burn]
    begin = time.monotonic()
    processor, clock = benchmarks["measure"](command, ["processor", "clock"])
    assert 0.3 <= processor < time.monotonic() - begin - 0.25
    assert clock >= 0.6


@pytest.mark.skipif(shutil.which("ns") is None, reason="ns-2 is not installed")
def test_ns2_transfers():
    def run(*arguments):
        command = ["ns", benchmarks["NS2_SCRIPT"], *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    # 1,000 segments of 1448 bytes more take as many frames of 1538 bytes longer at 1 Gb/s.
    few, many = (float(run(str(count * 1448)).stdout) for count in (2000, 3000))
    assert many - few == pytest.approx(1000 * 1538 * 8e-9, rel=1e-3)
    done = run()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("usage: ")


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
    # Processor time before and after each run, so that every run takes 4 s more than that before.
    squares = (number * number for number in itertools.count())
    monkeypatch.setattr(
        resource, "getrusage", lambda who: SimpleNamespace(ru_utime=next(squares), ru_stime=0)
    )
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
    # Long and short runs differ by the same, but with offload in 5.2 times as many reads.
    assert (result["offload_speedup_1mb"], result["offload_speedup_64kb"]) == (5.2, 5.2)
    assert (result["offload_over_ns2"], result["exact_over_ns2"]) == (None, None)
    assert 0 < result["offload_long_fat_s"] < 60


#: The option that says how much a benchmark does.
LENGTH = re.compile("--(megabytes|commands|count)=")


def test_instructions_are_those_of_the_additional_work(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")

    def run(command):
        # A program's start counts 1,000; a unit of TCP or with offload 10.
        length = next(int(word.partition("=")[2]) for word in command[1:] if LENGTH.match(word))
        cost = 10 + ("--protocol=iscsi" in command) + 200 * ("--offload=none" in command)
        return 1000 + length * cost

    assert benchmarks["count_ratios"](tmp_path, run) == {
        "iscsi_over_bulk_instructions": 1.1,
        "small_commands_over_tcp_instructions": 1.1,
        "offload_speedup_1mb_instructions": 21,
        "offload_speedup_64kb_instructions": 21,
    }


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_valgrind_counts():
    assert benchmarks["count"](["/bin/true"]) > 10_000


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_a_copy_of_memory_counts_by_its_vectors():
    few, many = (
        benchmarks["count"](
            [sys.executable, "-ISc", f"b = bytes(65536)\nfor i in range({copies}): bytearray(b)"]
        )
        for copies in (100, 600)
    )
    # A vector is 32 bytes, and a copy of it a load and a store.
    assert 1 / 32 < (many - few) / (500 * 65536) < 1 / 4


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


def test_cost_of_ever_more_requests(tmp_path):
    commands = []

    def run(command):
        commands.append([str(word) for word in command])
        return {"processor_s": len(commands), "peak_mib": 60}

    costs = benchmarks["cost_requests"](tmp_path, run)
    assert list(costs) == ["100000", "1000000", "10000000"]
    assert costs["10000000"] == {"processor_s": 3, "peak_mib": 60}
    assert commands[0][0] == f"{tmp_path}/bin/iscsi-san"
    assert commands[2][-2:] == ["--count=10000000", f"--output={tmp_path}/benchmark-results"]


def test_cost_of_a_program():
    # More than this process has itself, which counts at the child's start.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    cost = benchmarks["cost"]([sys.executable, "-c", f"bytearray(b'x') * ({own + 64} << 20)"])
    assert own + 64 <= cost["peak_mib"] <= own + 96
    assert 0 < cost["processor_s"] <= 5
    with pytest.raises(subprocess.CalledProcessError, match="status 3"):
        benchmarks["cost"]([sys.executable, "-c", "raise SystemExit(3)"])
