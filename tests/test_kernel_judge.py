# SPDX-License-Identifier: GPL-2.0-only
"""The judge of Linux's rules: a kernel over a simulated path, and the simulated half."""

import csv
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from validation import kernel_judge

#: A point of little time and of many losses.
POINT = ("reno", "write", 4.0, 0.05, 2, 4)


def why_not():
    """Say why there can be no recording here, nothing if there can."""
    if os.geteuid() or not shutil.which("ip"):
        return "recording needs root and ip (Debian package iproute2)"
    if not Path("/dev/net/tun").exists():
        return "recording needs TAP devices (/dev/net/tun)"
    name = f"trial-{os.getpid()}"
    command = ["ip", "netns", "add", name]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    return made.stderr.strip()


@pytest.fixture
def short(monkeypatch):
    """Make a point short, on a machine that may be busy; skip where namespaces cannot be made."""
    if reason := why_not():
        pytest.skip(reason)
    monkeypatch.setattr(kernel_judge, "SECONDS", 1)
    monkeypatch.setattr(kernel_judge, "_LATE_MS", 1e9)


@pytest.mark.parametrize("operation", ["write", "read"])
def test_a_kernel_over_a_simulated_path(short, tmp_path, operation, capsys):
    """Two connections lose some of what they send and have windows of 2 segments at least."""
    point = (POINT[0], operation, *POINT[2:])
    kernel_judge.record(tmp_path / "kernel.csv", [point])
    with (tmp_path / "kernel.csv").open() as file:
        (row,) = csv.DictReader(file)
    assert kernel_judge._point(row) == point
    # A window for each round trip of 4 ms, with windows of 2 to 100 segments each.
    assert 0.1 < float(row["mb_per_s"]) < 75
    assert 2 <= float(row["window_sum_mean"]) < 200
    assert float(row["retransmissions"]) > 0
    assert float(row["rtt_mean_ms"]) >= float(row["handshake_ms"]) / 2 >= 2
    assert 0 < float(row["recoveries"]) <= float(row["retransmissions"])
    assert 0 < float(row["turnaround_median_ms"]) <= float(row["turnaround_p99_ms"])
    assert not subprocess.run(
        ["ip", "netns", "list"], capture_output=True, text=True, check=True
    ).stdout.count(f"judge-{os.getpid()}-")


def test_a_machine_that_is_too_slow(short, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kernel_judge, "_LATE_MS", -1)
    path = tmp_path / "kernel.csv"
    assert kernel_judge.main(["record", str(path), "--points", "1"]) == 2
    assert "the machine is too slow or busy" in capsys.readouterr().err


def test_the_same_load_is_simulated(monkeypatch):
    monkeypatch.setattr(kernel_judge, "SECONDS", 2)
    found = kernel_judge.simulate((*POINT[:3], 0.02, *POINT[4:]), 1)
    assert set(found) == set(kernel_judge.FIGURES)
    # Little's law: 4 requests of 131,072 bytes under way.
    through = 4 * kernel_judge.SIZE / found["turnaround_mean_ms"] / 1e3
    assert found["mb_per_s"] == pytest.approx(through, rel=0.05)
    assert found["retransmissions"] > 0


@pytest.mark.parametrize("loss", [0.01, 0.027, 0.045])
def test_writes_are_those_of_the_kernel(loss, tmp_path):
    """Reno at 10 ms: throughput and windows within 15 % of the recording's, with 8 under way."""
    with kernel_judge.RECORDING.open() as file:
        table = csv.DictReader(file)
        point = ("reno", "write", 10.0, loss, 4, 8)
        (row,) = [one for one in table if kernel_judge._point(one) == point]
    point = kernel_judge.lengthen(point, row, 1)
    runs = [kernel_judge.simulate(point, run) for run in (1, 2, 3)]
    found = {name: sum(one[name] for one in runs) / len(runs) for name in runs[0]}
    assert found["mb_per_s"] == pytest.approx(float(row["mb_per_s"]), rel=0.15)
    assert found["window_sum_mean"] == pytest.approx(float(row["window_sum_mean"]), rel=0.15)


def test_a_path_gets_the_round_trip_of_the_recording(monkeypatch):
    row = {"handshake_ms": "1.2", "rtt_mean_ms": "1.7"}
    point = ("reno", "write", 1.0, 0.01, 4, 8)
    asked = []

    def simulate(trial, run):
        asked.append((trial[2], run))
        return {"rtt_mean_ms": 1.2 + run / 10}

    monkeypatch.setattr(kernel_judge, "simulate", simulate)
    # 1.2 + 1.7 less the mean of 1.3 and 1.4.
    assert kernel_judge.lengthen(point, row, 2)[2] == pytest.approx(1.55)
    assert asked == [(1.2, 1), (1.2, 2)]
    # Never less than the path is long.
    assert kernel_judge.lengthen((*point[:2], 4.0, *point[3:]), row, 1)[2] == 4.0


def test_ratios_are_those_of_means(tmp_path, monkeypatch, capsys):
    row = dict(zip(kernel_judge.CONDITIONS, POINT, strict=True))
    row |= dict.fromkeys(kernel_judge.FIGURES, 2.0) | {"timeouts": 0, "handshake_ms": 4.2}
    with (tmp_path / "kernel.csv").open("w") as file:
        table = csv.DictWriter(file, row)
        table.writeheader()
        table.writerow(row)

    def simulate(point, run):
        assert point == (*POINT[:2], 4.2, *POINT[3:])
        return dict.fromkeys(kernel_judge.FIGURES, float(run))

    monkeypatch.setattr(kernel_judge, "simulate", simulate)
    (ratio,) = kernel_judge.compare(tmp_path / "kernel.csv", 3)
    assert ratio["mb_per_s"] == 1.0
    # Nothing is known of what the kernel never did.
    assert ratio["timeouts"] != ratio["timeouts"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("reno,write,4.0,0.05,2,4,1.000")
    assert "mb_per_s: 1 of 1 points within 10%" in lines
    assert "timeouts: 0 of 0 points within 20%" in lines
    assert "timeouts of all points: 2, the kernel's 0" in lines
