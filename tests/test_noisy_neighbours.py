# SPDX-License-Identifier: GPL-2.0-only
"""Initiators with workloads of their own: sections of a job file, results by group, the example."""

import csv
import subprocess
import sys

import pytest
from conftest import ROOT
from ns3_iscsi import San, plot, results, sweep
from san_runs import error_of

SCRIPT = ROOT / "examples/noisy-neighbours.py"
#: A host that keeps six reads outstanding, those that keep two, and one with two jobs.
JOBS = """[global]
ioengine=io_uring
rw=randread
time_based
runtime=200ms
[six]
iodepth=6
[two]
iodepth=2
[log]
rw=write
bs=8k
rate_iops=100
"""
#: A drive that reads 4,096 bytes in 1 ms, one request after the other, behind a fast network.
FIFO = {
    "workload": "fio",
    "device": "ram",
    "drives": 1,
    "ramBandwidth": "32768kbps",
    "linkRate": "10Gbps",
    "accessRate": "10Gbps",
    "delay": "1us",
}
BASE = [f"--{name}={value}" for name, value in FIFO.items()]


def test_each_initiator_has_the_jobs_of_its_section(tmp_path):
    """1,000 requests a second are shared 6 : 2 : 2; then the log has a host of its own, too."""
    san = San(**FIFO, fio=JOBS, initiators=3, fioSection="six,two", output=str(tmp_path / "one"))
    run = san.run()
    rows = list(csv.DictReader((tmp_path / "one/initiators.csv").open()))
    assert [row["jobs"] for row in rows] == ["six", "two", "two"]
    six, *twos = (int(row["requests"]) for row in rows)
    for two in twos:
        assert six / two == pytest.approx(3, abs=0.12)
    # All wait for the ten that are always there, but for the first ones.
    assert all(float(row["median_ms"]) == pytest.approx(10, abs=0.1) for row in rows)
    one = run.summary["initiators"]
    assert [group["jobs"] for group in one["groups"]] == ["six", "two"]
    assert [group["count"] for group in one["groups"]] == [1, 2]
    # (3 + 1 + 1)^2 / (3 (9 + 1 + 1)), and that of equals.
    assert one["jain"] == pytest.approx(25 / 33, abs=0.01)
    assert one["groups"][1]["jain"] == pytest.approx(1, abs=1e-3)
    assert list(run["initiators"]["jobs"]) == ["six", "two", "two"]
    figure = plot.initiators_over_time(results.read_requests(tmp_path / "one/requests.csv"))
    assert len(figure.axes[0].get_yticks()) == 3

    other = san.replace(fioSection="six,two+log", output=str(tmp_path / "other")).run()
    assert [job["name"] for job in other.summary["jobs"]] == ["six", "two", "log"]
    assert other.summary["initiators"]["groups"][1]["jobs"] == "two+log"


def test_all_alike_is_no_group(tmp_path):
    san = San(**FIFO, fio=JOBS, initiators=2, fioSection="two", output=str(tmp_path))
    run = san.run()
    assert "groups" not in run.summary["initiators"]
    assert run.summary["initiators"]["jain"] == pytest.approx(1, abs=1e-3)
    assert [job["name"] for job in run.summary["jobs"]] == ["two"]


def test_a_sweep_over_sections(tmp_path):
    san = San(**FIFO, fio=JOBS, initiators=3)
    grid = {"fioSection": ["two", "six,two"]}
    table = sweep(san, grid, folder=tmp_path, quiet=True, workers=1)
    assert table["error"].isna().all()
    quiet, noisy = table.to_dict("records")
    # 2 + 2 + 2 outstanding, and 6 + 2 + 2: each request waits for all of them.
    assert quiet["job_two_all_median_ms"] == pytest.approx(6, abs=0.1)
    assert noisy["job_two_all_median_ms"] == pytest.approx(10, abs=0.1)
    assert noisy["initiators_two_count"] == 2
    assert noisy["initiators_two_jain"] == pytest.approx(1, abs=1e-3)
    assert noisy["initiators_jain"] < 0.8 < quiet["initiators_jain"]


#: Mistakes: options, and the line.
MISTAKES = {
    "too many": (
        ["--workload=fio", f"--fio={JOBS}", "--initiators=2", "--fioSection=six,two,two"],
        "fioSection: six,two,two is for 3 initiators, but there are 2",
    ),
    "unknown": (
        ["--workload=fio", f"--fio={JOBS}", "--fioSection=tow"],
        "fio job: there is no section [tow], but [six], [two], [log]",
    ),
    "file": (
        ["--workload=fio", "--fio=/nonexistent.fio", "--fioSection=two"],
        "/nonexistent.fio: cannot be opened: No such file or directory",
    ),
    "job": (
        ["--workload=fio", f"--fio={JOBS}[bad]\nbs=1000\n", "--fioSection=bad"],
        "fio job:14: [bad] ",
    ),
    "other": (["--fioSection=two"], "fioSection: two needs workload=fio"),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_mistakes_of_sections_are_one_line(tmp_path, mistake):
    options, line = mistake
    assert error_of(tmp_path, *options).removeprefix("error: ").startswith(line)


@pytest.mark.parametrize("place", ["drive", "link"])
def test_the_example(tmp_path, place):
    out = tmp_path / f"{place}.svg"
    options = [place, f"--out={out}", f"--folder={tmp_path / 'results'}", "--quick", "--runs=2"]
    done = subprocess.run(
        [sys.executable, SCRIPT, *options],
        check=True,
        capture_output=True,
        text=True,
        timeout=240,
        cwd=tmp_path,
    )
    table, beside = {}, {}
    for line in done.stdout.splitlines():
        name, cells = line[:22].strip(), line[22:].split()
        if "+-" in cells:
            (beside if name in table else table)[name] = [float(cell) for cell in cells[::3]]
    assert "Reads of the neighbours (ms)" in out.read_text()
    quiet, noisy = table["quiet"], table["noisy"]
    assert quiet[3] == 0
    assert noisy[3] > 100
    assert all(one > other for one, other in zip(noisy[:3], quiet[:3], strict=True))
    assert noisy[4] < 0.3 < quiet[4]
    assert beside["quiet"][0] == pytest.approx(quiet[0] - noisy[0], abs=2e-3)
    assert "noisy" not in beside
    # Fewer requests of the noisy one leave more to the others, and less to itself.
    assert table["queue depth 2"][0] < noisy[0]


def test_a_wrong_place_is_one_line(tmp_path):
    done = subprocess.run(
        [sys.executable, SCRIPT, "shelf", "--out=a.svg"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: place: ")
    assert done.stderr.count("\n") == 1
