# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: every point once, whatever happens. A script stands in for the scenario program."""

import datetime
import errno
import fcntl
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from conftest import PACKAGE_PATH, ROOT
from ns3_iscsi import (
    ParameterError,
    San,
    folder_lock,
    grids,
    processes,
    result_files,
    sweep,
    sweep_checks,
    sweeps,
)
from ns3_iscsi.folder_lock import FolderHeldError
from ns3_iscsi.progress import Progress

#: What the stand-in does is said by the count of requests.
STAND_IN = """#!/bin/sh
for word; do case $word in
  --output=*) out=${word#*=};;
  --count=*) count=${word#*=};;
  --delay=*) delay=${word#*=};;
  --RngRun=*) run=${word#*=};;
esac; done
echo "$count ${delay:-1ms} $run" >>"$(dirname "$0")/calls"
case $count in
  7) echo "drive on fire" >&2; exit 3;;
  8) kill -SEGV $$;;
  9) exec sleep 60;;
  10) %s -c 'x = bytearray(1 << 30)' || { echo std::bad_alloc; kill -ABRT $$; };;
  11) echo "no summary"; exit 0;;
  12) kill -TERM $$;;
  13) sleep 0.2;;
esac
figures="\\"count\\": $count, \\"mean_ms\\": $run.5, \\"stages_ms\\": {\\"sent\\": 1}"
echo "time_s" >$out/requests.csv
echo "{\\"requests\\": $count, \\"errors\\": 0, \\"all\\": {$figures}}" >$out/summary.json
"""


@pytest.fixture
def stand_in(tmp_path):
    path = tmp_path / "program" / "stand-in"
    path.parent.mkdir()
    path.write_text(STAND_IN.replace("%s", sys.executable).replace("\\\\", "\\"))
    path.chmod(0o755)
    return path


def calls(stand_in):
    path = stand_in.parent / "calls"
    return sorted(path.read_text().splitlines()) if path.exists() else []


def quiet_sweep(stand_in, tmp_path, *arguments, **options):
    options = {"folder": tmp_path / "results", "quiet": True, "scenario": stand_in, **options}
    return sweep(*arguments, **options)


GRID = {"delay": ["1ms", "2ms"], "count": [1, 2, 3]}


def test_a_row_for_each_point_and_run(stand_in, tmp_path):
    table = quiet_sweep(stand_in, tmp_path, San(rate=50), GRID, runs=2)
    assert len(table) == 12
    assert list(table["delay"]) == ["1ms"] * 6 + ["2ms"] * 6
    assert list(table["count"]) == [1, 1, 2, 2, 3, 3] * 2
    assert list(table["run"]) == [1, 2] * 6
    assert set(table["rate"]) == {50.0}
    assert set(San().parameters()) - {"output"} <= set(table)
    assert list(table["all_count"]) == list(table["count"])
    assert list(table["all_mean_ms"]) == [1.5, 2.5] * 6
    assert set(table["all_stage_sent_ms"]) == {1}
    assert table["error"].isna().all()
    assert set(table["ns3_version"]) == {"3.44"} or table["ns3_version"].notna().all()
    assert table.attrs["varied"] == ["delay", "count"]
    assert len(calls(stand_in)) == 12


def test_only_what_is_missing_runs(stand_in, tmp_path):
    table = quiet_sweep(stand_in, tmp_path, San(), GRID)
    again = quiet_sweep(stand_in, tmp_path, San(), GRID)
    pd.testing.assert_frame_equal(table, again)
    assert len(calls(stand_in)) == 6
    more = quiet_sweep(stand_in, tmp_path, San(), {**GRID, "count": [1, 2, 3, 4]})
    assert len(calls(stand_in)) == 8
    assert len(more) == 8
    # A file that is cut off, as no result is, and one that is no result.
    files = sorted((tmp_path / "results").glob("*/result.json"))
    files[0].write_text(files[0].read_text()[:100])
    files[1].write_text("[]")
    quiet_sweep(stand_in, tmp_path, San(), {**GRID, "count": [1, 2, 3, 4]})
    assert len(calls(stand_in)) == 10


def test_equal_values_are_one_point(stand_in, tmp_path):
    """However a value is written, its runs are not repeated, and the table has one form of it."""
    base = San(linkRate="1Gbps")
    quiet_sweep(stand_in, tmp_path, base, {"delay": ["2ms", "5ms"]}, runs=1)
    grid = [{"delay": ["2000us"]}, {"delay": [datetime.timedelta(milliseconds=2), "7ms"]}]
    other = San(linkRate="1000Mbps")
    table = quiet_sweep(stand_in, tmp_path, other, grid, runs=2)
    assert len(calls(stand_in)) == 5
    assert list(table["delay"]) == ["2000us", "2000us", "7ms", "7ms"]
    assert set(table["linkRate"]) == {"1000Mbps"}
    assert table.attrs["varied"] == ["delay"]
    pd.testing.assert_frame_equal(sweeps.load(tmp_path / "results"), table)


def test_the_table_leads_to_folders_and_has_what_people_look_for_first(tmp_path):
    san = San(workload="closed", count=20)
    folder = tmp_path / "results"
    table = sweep(san, {"delay": ["1ms", "2ms"]}, 2, folder=folder, keep=["requests.csv"])
    first, rest = (pd.read_csv(folder / name) for name in ("results.csv", "details.csv"))
    assert list(first.columns[:4]) == ["delay", "run", "folder", "requests"]
    assert {"all_mb_per_s", "read_p99_ms", "tcp_timeouts", "error"} <= set(first.columns)
    assert len(first.columns) < 80
    for name, count in zip(first["folder"], first["requests"], strict=True):
        assert len(pd.read_csv(folder / name / "requests.csv")) == count
    assert list(rest["folder"]) == list(first["folder"])
    assert {"queueDepth", "all_stage_seek_done_ms", "read_latency_p99_ms"} <= set(rest.columns)
    both = first.merge(rest, on="folder", validate="one_to_one")
    assert set(both.columns) == set(table.columns)
    assert len(both) == 4


def test_what_flash_drives_did_is_in_columns(tmp_path):
    """Writes in sequence to a new drive are programmed once, and a disk has no such figures."""
    san = San(workload="closed", count=200, pattern="sequential", readFraction=0, drives=1)
    grid = [{"device": "ssd", "drive": "850EVO"}, {"device": "disk", "drive": "Cheetah9LP"}]
    table = sweep(san, grid, 1, folder=tmp_path / "results").set_index("device")
    assert table.loc["ssd", "flash_write_amplification"] == 1
    assert table.loc["ssd", "flash_erased_blocks"] == 0
    assert table["flash_host_bytes"].isna().to_dict() == {"ssd": False, "disk": True}


def test_another_program_or_trace_is_another_point(stand_in, tmp_path):
    files = {name: tmp_path / name for name in ("trace", "fio", "iometer")}
    for file in files.values():
        file.write_text("one")
    san = San(count=1, **{name: str(file) for name, file in files.items()})
    quiet_sweep(stand_in, tmp_path, san)
    for i, file in enumerate(files.values()):
        file.write_text("other")
        quiet_sweep(stand_in, tmp_path, san)
        quiet_sweep(stand_in, tmp_path, san)
        assert len(calls(stand_in)) == 2 + i
    stand_in.write_text(stand_in.read_text() + "# changed\n")
    quiet_sweep(stand_in, tmp_path, san)
    assert len(calls(stand_in)) == 5
    quiet_sweep(stand_in, tmp_path, San(workload="fio", fio="[a text, no file]\n" + 300 * "x"))
    assert len(calls(stand_in)) == 6


def test_another_drive_file_is_another_point(stand_in, tmp_path, monkeypatch):
    """A drive of the catalogue is what its file says, and the files that it names."""
    monkeypatch.setenv("NS3_ISCSI_DATA", str(tmp_path / "drives"))
    files = {
        "Mine.disk": "rpm 10000\n",
        "Other.disk": "# mine\nlike Mine\nrpm 7200\n",
        "one.parv": "disksim_disk A {\n Model = source one.model,\n}\n",
        "one.model": "dm_disk one_model {}\n",
    }
    (tmp_path / "drives").mkdir()
    for name, text in files.items():
        (tmp_path / "drives" / name).write_text(text)
    named = {
        "Mine": ["Mine.disk"],
        "Other": ["Other.disk", "Mine.disk"],
        f"{tmp_path}/drives/Other.disk": ["Other.disk", "Mine.disk"],
        f"{tmp_path}/drives/one.parv:A": ["one.parv", "one.model"],
        "Cheetah9LPFC": [],
    }
    grid = {"count": [1], "drive": list(named)}
    quiet_sweep(stand_in, tmp_path, San(), grid)
    expected = len(named)
    assert len(calls(stand_in)) == expected
    for name in files:
        path = tmp_path / "drives" / name
        path.write_text(path.read_text() + "# changed\n")
        quiet_sweep(stand_in, tmp_path, San(), grid)
        expected += sum(name in one for one in named.values())
        assert len(calls(stand_in)) == expected, name


#: Counts that fail, and what the row says.
FAILURES = {
    7: ("exit status 3", "drive on fire"),
    8: ("killed by SIGSEGV", ""),
    9: ("not finished after 5 s", ""),
    10: ("out of memory, the limit is 314572800 bytes", "bad_alloc"),
    11: ("it wrote no summary", "no summary"),
}


def test_failures_are_rows(stand_in, tmp_path):
    options = {"timeout": 5, "memory": 300 << 20}
    grid = {"count": [1, *FAILURES, 2]}
    table = quiet_sweep(stand_in, tmp_path, San(), grid, **options).set_index("count")
    assert list(table["error"].isna()) == [True, *[False] * len(FAILURES), True]
    for count, (error, tail) in FAILURES.items():
        assert table.loc[count, "error"].startswith(error)
        assert tail in table.loc[count, "output"]
        assert pd.isna(table.loc[count, "all_mean_ms"])
    before = len(calls(stand_in))
    quiet_sweep(stand_in, tmp_path, San(), grid, **options)
    assert len(calls(stand_in)) == before
    quiet_sweep(stand_in, tmp_path, San(), grid, retry=True, **options)
    assert len(calls(stand_in)) == before + len(FAILURES)


def test_failures_are_counted_and_told(stand_in, tmp_path, capsys):
    """At their end, and again in a sweep that finds them; a quiet one tells of nothing else."""
    grid = {"count": [1, 7, 8], "delay": ["1ms", "2ms"]}
    errors = {7: "exit status 3: drive on fire", 8: "killed by SIGSEGV"}
    reasons = [
        f"failed: delay {delay}, count {count}, run 1: {error}"
        for delay in grid["delay"]
        for count, error in errors.items()
    ]
    for cached in (0, 6):
        quiet_sweep(stand_in, tmp_path, San(), grid, quiet=False)
        said = capsys.readouterr().err.splitlines()
        assert sorted(line for line in said if line.startswith("failed")) == reasons
        assert said[-1].startswith(f"6/6 points, 4 failed, {cached} cached")
    quiet_sweep(stand_in, tmp_path, San(), grid)
    assert sorted(capsys.readouterr().err.splitlines()) == reasons
    quiet_sweep(stand_in, tmp_path, San(count=7))
    assert capsys.readouterr().err == "failed: run 1: exit status 3: drive on fire\n"


def test_two_sweeps_in_one_folder(stand_in, tmp_path):
    """The second says at once who holds the folder, and the first does not notice."""
    folder = tmp_path / "results"
    first = start_driver(stand_in, folder)
    await_results(folder, first, 0)
    begin = time.monotonic()
    with pytest.raises(FolderHeldError) as held:
        quiet_sweep(stand_in, tmp_path, San(count=1))
    assert time.monotonic() - begin < 5
    message = str(held.value)
    assert message.startswith(f"{folder}: it is in use by process {first.pid} on ")
    assert " since 20" in message
    assert message.endswith("; wait until that ends, or use another folder")
    assert "\n" not in message
    assert len(message) < 400
    assert first.poll() is None
    assert first.communicate(timeout=60)[1] == b""
    assert first.returncode == 0
    assert count_results(folder) == 40
    assert len(json.loads((folder / "sweep.json").read_text())["points"]) == 40
    quiet_sweep(stand_in, tmp_path, San(count=1))


def test_a_folder_is_free_when_its_holder_is_killed(stand_in, tmp_path):
    folder = tmp_path / "results"
    driver = start_driver(stand_in, folder)
    await_results(folder, driver, 0)
    driver.kill()
    driver.communicate()
    # A child that has not become its program yet still has what its parent opened.
    deadline = time.monotonic() + 10
    while True:
        try:
            table = quiet_sweep(stand_in, tmp_path, San(count=1))
            break
        except FolderHeldError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert table["error"].isna().all()


def test_two_sweeps_in_one_process(stand_in, tmp_path):
    with folder_lock.held(tmp_path), pytest.raises(FolderHeldError, match=f"process {os.getpid()}"):
        quiet_sweep(stand_in, tmp_path, San(count=1), folder=tmp_path)
    quiet_sweep(stand_in, tmp_path, San(count=1), folder=tmp_path)


def test_a_file_system_without_locks(stand_in, tmp_path, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    assert quiet_sweep(stand_in, tmp_path, San(count=1))["error"].isna().all()


def test_a_point_ended_from_outside_runs_again(stand_in, tmp_path):
    for expected in (1, 2):
        table = quiet_sweep(stand_in, tmp_path, San(count=12))
        assert "SIGTERM" in table["error"][0]
        assert len(calls(stand_in)) == expected


def test_kept_files(stand_in, tmp_path):
    quiet_sweep(stand_in, tmp_path, San(count=1))
    folder = tmp_path / "results"
    assert [p.name for p in folder.glob("*/*")] == ["result.json"]
    quiet_sweep(stand_in, tmp_path, San(count=1), keep=["requests.csv"])
    assert sorted(p.name for p in folder.glob("*/*")) == ["requests.csv", "result.json"]
    assert len(calls(stand_in)) == 2


def test_files_that_are_not_written(stand_in, tmp_path, capsys):
    """It is told, and the runs, which would not write them the next time either, stay."""
    keep = ["requests.csv", "programs.csv"]
    for _ in range(2):
        quiet_sweep(stand_in, tmp_path, San(), GRID, keep=keep)
        assert capsys.readouterr().err == "keep: no run wrote programs.csv\n"
        assert len(calls(stand_in)) == 6
    # What a run wrote and somebody removed is written again.
    next((tmp_path / "results").glob("*/requests.csv")).unlink()
    quiet_sweep(stand_in, tmp_path, San(), GRID, keep=keep)
    assert len(calls(stand_in)) == 7


#: Mistakes in the arguments of a sweep, and what the one line says.
MISTAKES = [
    ({"keep": "requests.csv"}, 'keep: requests.csv is not a list of files, such as ["requests.csv'),
    ({"keep": [7]}, "keep: 7 is not the name of a file"),
    ({"keep": [""]}, "keep: '' is not the name of a file"),
    ({"runs": 0}, "runs: 0 is not a whole number from 1 to 1000000"),
    ({"runs": -1}, "runs: -1 is not"),
    ({"runs": True}, "runs: True is not"),
    ({"runs": 2.0}, "runs: 2.0 is not"),
    ({"runs": "3"}, "runs: 3 is not"),
    ({"runs": []}, "runs: there is no number of a run"),
    ({"runs": [1, 2, 1]}, "runs: 1 is there twice"),
    ({"runs": [-1]}, "run: -1 is not a whole number from 0"),
    ({"runs": [2**64]}, "run: 18446744073709551616 is not"),
    ({"workers": 0}, "workers: 0 is not a whole number from 1"),
    ({"timeout": 0}, "timeout: 0 is not a number of seconds"),
    ({"timeout": "10s"}, "timeout: 10s is not a number of seconds"),
    ({"memory": 0}, "memory: 0 is not a whole number from 1"),
    ({"executor": "slurm"}, "executor slurm: expected dask://HOST:PORT"),
    ({"executor": 7}, "7 is not an executor"),
    ({"grid": {"output": ["a", "b"]}}, "output: each point of a sweep has a folder of its own"),
    ({"grid": {"output.output": ["a"]}}, "output: each point of a sweep has a folder"),
    ({"grid": {"RngRun": [1, 2]}}, "RngRun: runs are not points of a grid"),
    ({"grid": {"RngSeed": [1, 2]}}, "RngSeed: all points have the same seed"),
    ({"grid": {"delay": ["1ms"], "path.delay": ["2ms"]}}, "the grid: delay is there twice"),
    ({"grid": {"delay": ["1ms", "2ms", "1ms"]}}, "delay: 1ms is there twice"),
    ({"grid": {"delay": ["1ms", "1000us"]}}, "delay: 1000us is the same as 1ms"),
    ({"grid": {"delay": []}}, "the grid {'delay': []} has no points"),
    ({"grid": []}, "the grid [] has no points"),
    ({"grid": {"delay": {"1ms"}}}, "delay: a set has no order; give a list"),
]


@pytest.mark.parametrize(("arguments", "text"), MISTAKES, ids=[str(one[0]) for one in MISTAKES])
def test_a_mistake_is_one_line_and_nothing_runs(stand_in, tmp_path, arguments, text):
    with pytest.raises(ValueError, match=re.escape(text)) as caught:
        quiet_sweep(stand_in, tmp_path, San(count=1), **arguments)
    assert str(caught.value).startswith(text)
    assert "\n" not in str(caught.value)
    assert calls(stand_in) == []
    assert not (tmp_path / "results").exists()


def test_names_of_kept_files():
    """Of iscsi-san the names are known, and what no point has turned on is not waited for."""
    plain, series = San(), San(tcpSeries=True)
    for keep in (["requests.csv"], ["*.csv", "san.pcap"], ["loop-use-1-0.csv"], ["summary.*"]):
        on = San(pcap=True, loopUse=True)
        assert sweep_checks.kept_files(keep, [plain, on]) == tuple(keep)
    for keep in ("request.csv", "../requests.csv", "result.json"):
        with pytest.raises(ParameterError, match="keep: there is no file of iscsi-san called"):
            sweep_checks.kept_files([keep], [plain])
    with pytest.raises(
        ParameterError, match=r"tcp-series\.csv is written with tcpSeries, which no"
    ):
        sweep_checks.kept_files(["tcp-series.csv"], [plain])
    assert sweep_checks.kept_files(["tcp-series.csv"], [plain, series])


def test_all_files_of_the_program_can_be_kept():
    """The names in its sources, and in the help of its options, are in the list."""
    text = "".join(path.read_text() for path in (ROOT / "src/san/model").rglob("*.cc"))
    names = set(re.findall(r"[/ ]([a-z0-9-]+\.(?:csv|pcap|json))\b", text))
    assert {"requests.csv", "san.pcap", "cache-series.csv"} <= names
    assert names <= set(sweep_checks.FILES)


def test_results_can_be_read_again(stand_in, tmp_path):
    table = quiet_sweep(stand_in, tmp_path, San(), GRID)
    pd.testing.assert_frame_equal(table, sweeps.load(tmp_path / "results"))
    with pytest.raises(ValueError, match="no results of a sweep"):
        sweeps.load(tmp_path)


def test_grids():
    assert grids.expand({}) == [{}]
    both = {"delay": ["1ms", "2ms"], "count": [1, 2]}
    assert grids.expand(both) == [
        {"delay": delay, "count": count} for delay in ("1ms", "2ms") for count in (1, 2)
    ]
    some = [{"rate": 1}, {"rate": 2, "count": 5}]
    assert grids.expand(some) == [{"rate": 1.0}, {"rate": 2.0, "count": 5}]
    assert len(grids.expand((both, some))) == 6
    assert grids.expand((both, some))[1] == {"delay": "1ms", "count": 5, "rate": 2.0}
    assert grids.expand([{"count": [1, 2]}, {"count": 2}]) == [{"count": 1}, {"count": 2}]
    assert grids.parse(["delay=1ms,2ms", "size=4096:1,8192:1;512"]) == {
        "delay": ["1ms", "2ms"],
        "size": ["4096:1,8192:1", "512"],
    }
    for bad in ({"dela": [1]}, {"delay": [1, "x"]}, 7):
        with pytest.raises(ParameterError):
            grids.expand(bad)
    for bad in ("delay", "delay=", "count=a"):
        with pytest.raises(ParameterError):
            grids.parse([bad])


def test_progress_in_lines(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr("ns3_iscsi.progress.INTERVAL", 0)
    progress = Progress(4, 1, stream=stream)
    progress.update(failed=False)
    progress.update(failed=True)
    progress.update(failed=False)
    progress.close()
    lines = stream.getvalue().splitlines()
    assert lines[0] == "1/4 points, 0 failed, 1 cached"
    assert lines[2].startswith("3/4 points, 1 failed, 1 cached, ")
    assert lines[2].endswith(" s left")
    assert lines[-1].startswith("4/4 points, 1 failed")


def test_progress_bar():
    stream = io.StringIO()
    stream.isatty = lambda: True
    progress = Progress(2, 1, stream=stream, failed=1)
    assert "failed=1" in stream.getvalue()
    progress.tell("failed: run 7: why")
    progress.update(failed=True)
    progress.close()
    assert "2/2" in stream.getvalue()
    assert "failed=2" in stream.getvalue()
    assert "failed: run 7: why\n" in stream.getvalue()
    assert "cached=1" in stream.getvalue()


def test_quiet(capsys):
    progress = Progress(1, 0, quiet=True)
    progress.update(failed=False)
    progress.close()
    assert capsys.readouterr().err == ""


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def broken(_):
        raise OSError("disk full")

    result_files.write_atomically(tmp_path / "file", "old")
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        result_files.write_atomically(tmp_path / "file", "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("file", "old")]


DRIVER = """
import sys
from ns3_iscsi import San, sweep
sweep(San(count=13), {{"rate": list(range(1, 41))}}, folder={folder!r}, scenario={program!r},
      quiet=True, workers=4)
"""


def start_driver(stand_in, folder):
    text = DRIVER.format(folder=str(folder), program=str(stand_in))
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_PATH)}
    return subprocess.Popen(
        [sys.executable, "-c", text], cwd=ROOT, env=environment, stderr=subprocess.PIPE
    )


def count_results(folder):
    return len(list(folder.glob("*/result.json")))


def await_results(folder, driver, more_than):
    deadline = time.monotonic() + 60
    while count_results(folder) <= more_than and driver.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_killed_at_random_moments(stand_in, tmp_path):
    """SIGKILL ten times in a row; in the end every point is there once and the table the same."""
    stand_in.write_text(stand_in.read_text().replace("sleep 0.2", "sleep 0.05"))
    random.seed(6)
    folder = tmp_path / "results"
    for _ in range(10):
        driver = start_driver(stand_in, folder)
        await_results(folder, driver, count_results(folder))
        time.sleep(random.uniform(0, 0.05))
        driver.kill()
        driver.communicate()
        for path in folder.glob("*/result.json"):
            assert "summary" in json.loads(path.read_text())
    before = count_results(folder)
    assert before >= 10
    arguments = (San(count=13), {"rate": list(range(1, 41))})
    table = quiet_sweep(stand_in, tmp_path, *arguments)
    undisturbed = quiet_sweep(stand_in, tmp_path, *arguments, folder=tmp_path / "undisturbed")
    table.attrs.clear()
    undisturbed.attrs.clear()
    pd.testing.assert_frame_equal(table, undisturbed)
    assert count_results(folder) == 40
    assert not list(folder.glob("*/work-*"))
    assert not list(folder.glob("*/.*"))


def test_interrupt_leaves_everything_valid(stand_in, tmp_path):
    stand_in.write_text(stand_in.read_text().replace("sleep 0.2", "sleep 0.3"))
    folder = tmp_path / "results"
    driver = start_driver(stand_in, folder)
    await_results(folder, driver, 3)
    driver.send_signal(signal.SIGINT)
    _, said = driver.communicate(timeout=60)
    assert b"KeyboardInterrupt" in said
    count = count_results(folder)
    assert 4 <= count < 40
    assert not list(folder.glob("*/work-*"))
    for path in folder.glob("*/result.json"):
        assert "summary" in json.loads(path.read_text())
    time.sleep(0.5)
    assert count_results(folder) == count


def test_programs_end_with_the_driver(stand_in, tmp_path):
    """A program that would hang for ever does not outlive a driver that was killed."""
    text = stand_in.read_text().replace("sleep 0.2", f'echo $$ >"{tmp_path}/pid.$$"; exec sleep 99')
    stand_in.write_text(text)
    driver = start_driver(stand_in, tmp_path / "results")
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("pid.*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    driver.kill()
    driver.communicate()
    deadline = time.monotonic() + 30
    while any(map(_is_running, tmp_path.glob("pid.*"))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_is_running, tmp_path.glob("pid.*")))


def test_no_program_starts_for_a_driver_that_is_gone(monkeypatch):
    """The driver may be killed before its new child can ask to be told."""
    command = [*processes.bound_to_parent(), "echo", "one word", "$PPID"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "one word $PPID\n"
    monkeypatch.setattr(os, "getpid", lambda: 1)
    command = [*processes.bound_to_parent(), "echo", "late"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == ""


def _is_running(path):
    """Say whether the process runs whose number a file holds."""
    try:
        status = Path(f"/proc/{path.read_text().strip()}/stat").read_text()
    except FileNotFoundError:
        return False
    # It may stay as a zombie until somebody asks how it ended.
    return status.rpartition(") ")[2][0] not in "ZX"


def test_the_driver_costs_little(stand_in, tmp_path):
    """The measured cost is a few milliseconds; the limit leaves room for a busy machine."""
    begin = time.monotonic()
    quiet_sweep(stand_in, tmp_path, San(count=1), {"rate": list(range(1, 101))}, workers=2)
    print(f"{(time.monotonic() - begin) * 10:.1f} ms for each point")
    assert time.monotonic() - begin < 20


def test_the_real_program(tmp_path):
    table = sweep(San(count=30), {"delay": ["1ms", "10ms"]}, runs=2, folder=tmp_path, quiet=True)
    assert table["error"].isna().all()
    assert list(table["requests"]) == [30] * 4
    means = table.groupby("delay", sort=False)["all_mean_ms"].mean()
    assert means["10ms"] - means["1ms"] == pytest.approx(18, abs=1)
    assert (table["all_latency_p90_ms"] >= table["all_latency_p50_ms"]).all()
    command = json.loads(next(tmp_path.glob("*/result.json")).read_text())["command"]
    done = subprocess.run([*command, f"--output={tmp_path}/again"], capture_output=True)
    assert done.returncode == 0
