# SPDX-License-Identifier: GPL-2.0-only
"""Incast of a kernel's TCP behind a simulated switch: the recipe, and what it measures."""

import csv
import os
import subprocess

import pytest
from test_kernel_judge import why_not

from validation import incast_kernel, incast_load


@pytest.fixture
def short(monkeypatch):
    """Make a run short, on a machine that may be busy; skip where namespaces cannot be made."""
    if reason := why_not():
        pytest.skip(reason)
    monkeypatch.setattr(incast_kernel, "BLOCKS", 8)
    monkeypatch.setattr(incast_kernel, "LATE_PERCENT", 100)


def recorded(path, *points):
    incast_kernel.record(path, points, 1)
    with path.open() as file:
        return list(csv.DictReader(file))


def test_two_servers_behind_a_simulated_switch(short, tmp_path):
    path = tmp_path / "linux.csv"
    large, small = recorded(path, ("cubic", 2, 1024, ""), ("reno", 2, 16, "no SACK"))
    assert [large[name] for name in incast_kernel.CONDITIONS] == ["cubic", "2", "1024", "", "1"]
    # All windows fit into the memory: nothing is lost, and less than a link of 100 Mb/s carries.
    assert float(large["dropped"]) == float(large["resent"]) == 0
    assert 20 < float(large["goodput_mbps"]) < 100 * 1448 / 1538
    # A request and a first segment pass two cables each, of 250 us.
    assert float(large["first_ms"]) > 1
    # Two first windows of 10 segments do not fit into 16 KB, which have room for 10.
    assert float(small["dropped"]) > 0
    assert float(small["resent"]) >= float(small["dropped"])
    assert float(small["recoveries"]) == 0, "there is no SACK"
    left = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True)
    assert f"incast-{os.getpid()}-" not in left.stdout


def test_a_machine_that_is_too_slow(short, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(incast_kernel, "LATE_PERCENT", -1)
    monkeypatch.setattr(incast_kernel, "_TRIES", 1)
    path = tmp_path / "linux.csv"
    assert incast_kernel.main([str(path), "--points", "1", "--runs", "1"]) == 2
    assert "the machine is too slow or busy" in capsys.readouterr().err
    assert not path.exists()


def test_goodput_is_that_after_the_first_blocks(monkeypatch):
    # 16 blocks of 2 parts of 64 KB, a second each and the first two ten; two do not count.
    monkeypatch.setattr(incast_kernel, "BLOCKS", 16)
    ends = [10, 20, *range(21, 35)]
    blocks = {
        "begins": [0, 10, *range(20, 34)],
        "firsts": [5, 15, *(one + 0.25 for one in range(20, 34))],
        "ends": ends,
    }
    found = incast_kernel._goodput(blocks, 2)
    assert found["goodput_mbps"] == pytest.approx(14 * 2 * 65536 * 8e-6 / 14)
    assert found["first_ms"] == pytest.approx(250)


def test_figures_of_the_switch_are_read():
    text = (
        "frames dropped             1,234\nlag, median              0.004 ms\n"
        "lag, p99                 0.055 ms\nlag, greatest            1.500 ms\n"
        "events late              0.012 %\n"
    )
    found = incast_kernel._read_lags(text)
    assert list(found.values()) == [1234, 0.004, 0.055, 1.5, 0.012]


def test_a_variant_changes_what_exists():
    known = {*incast_kernel.SETTINGS, "segments", "initcwnd"}
    for changes in incast_kernel.VARIANTS.values():
        assert set(changes) <= known
    # As long as a header of iSCSI.
    assert incast_load.HEADER.size == 48
