# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S1 with copies: over time, write-behind, a failing switch."""

import sys

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from s1_results import invent

sys.path.insert(0, str(ROOT))

from validation import s1, s1_copies, s1_copy_claims, s1_robocopy

PAPER = "s1"
MIB = 2**20


def made_up(experiment, lost, back=0.0):
    """Give results of failures: 1024 MB copied, 650 of them in the first second."""

    def value(conditions, _):
        copied = 650.0 if conditions["second"] == 1 else 1024.0
        missing = lost(conditions["second"])
        if conditions["away"] != s1_copy_claims.FOR_GOOD:
            missing = back
        figures = {"lost": missing, "in memory": missing + 0.05, "at the target": copied - missing}
        return figures[conditions["figure"]]

    series = {
        f"{name}_{number}": float(number * speed)
        for name, speed in zip(s1_copies.SERIES, (20, 5), strict=True)
        for number in range(len(s1_copies.SAMPLES))
    }
    return invent(experiment, value, mib_per_s=648.0, **series)


def test_sets_of_files_have_a_gigabyte():
    assert {count * each * size for count, each, size in s1_robocopy.SETS.values()} == {2**30}


def test_one_thing_differs_from_the_copy(parameters, by_item):
    plain = s1_robocopy.options(parameters, "1x1GB", "write")
    cells = {tuple(one.conditions.values()): one.settings for one in by_item["write-behind"].cells}
    assert cells["files", "1x1GB"] == plain
    for (what, _), settings in cells.items():
        changed = {name for name in settings if settings[name] != plain.get(name)}
        if what == "request":
            assert changed == {"cacheMaxRequestSize"}
        if what == "depth":
            assert changed == {"cacheWriteBackDepth"}
        if what == "files":
            assert changed <= {"copyDirectories", "copyFilesPerDirectory", "copyFileSize"}


def test_all_failures_are_of_one_simulated_point(by_item):
    one = by_item["switch failure"]
    assert len({str(cell.settings) for cell in one.cells}) == 1
    assert len(one.cells) == 3 * len(s1_robocopy.FAILURES)
    assert not any(cell.is_quick for cell in one.cells)


def test_use_of_the_link_is_near_the_papers_or_not(by_item):
    one = by_item["write-behind"]

    def held(value):
        return [it.held for it in one.claims(invent(one, lambda names, _: value(names["what"])))]

    assert held(lambda what: 38 if what == "request" else 60) == [True, True]
    assert held(lambda what: 60) == [True, False]
    assert held(lambda what: 45 if what == "files" else 60) == [False, False]


def test_what_a_failure_costs_is_told(by_item):
    one = by_item["switch failure"]
    found = one.claims(made_up(one, lambda second: 1000 - 70 * second if second > 1 else 585.0))
    assert [it.held for it in found] == [True, True, True]
    assert "1 s: 585 MB, 2 s: 860 MB" in found[0].detail
    # 65 MB of the file are at the target when it fails after a second.
    assert "then 959 MB of the file are missing" in found[0].detail
    assert not one.claims(made_up(one, lambda second: 300))[0].held
    assert not one.claims(made_up(one, lambda second: 600, back=5.0))[2].held


def test_what_was_not_dirty_is_told(by_item):
    one = by_item["switch failure"]
    rows = made_up(one, lambda second: 600)
    rows.loc[rows["figure"] == "in memory", "simulated"] -= 10
    assert not one.claims(rows)[1].held


def test_picture_has_three_parts_over_one_axis(by_item):
    one = by_item["switch failure"]
    (picture,) = one.pictures(made_up(one, lambda second: 1000 - 70 * second))
    program, memory, link = picture.figure.axes
    assert program.get_xlim() == memory.get_xlim() == link.get_xlim() == (0, 17)
    # 20 and 5 MB in each quarter of a second.
    for axes, rate in ((program, 80), (link, 20)):
        values = axes.patches[0].get_data().values
        assert np.allclose(values, rate)
    lines = {line.get_label(): line for line in memory.lines}
    assert lines["in memory alone"].get_ydata()[4] == 60
    marks = lines["lost if the switch fails then"].get_xydata()
    assert marks[0].tolist() == [1, 930]
    assert len(marks) == len(s1_robocopy.FAILURES) - 1


def write_results(folder, series, requests, units):
    """Write what a copy leaves: rows of both tables, and bytes at the target."""
    columns = ["time_s", "initiator", "drive", "cached_bytes", "dirty_bytes", "writeback_bytes"]
    columns += ["dirtied_bytes", "written_bytes", "read_bytes"]
    rows = [(time, 0, 0, 0, dirty, 0, dirtied, done, 0) for time, dirty, dirtied, done in series]
    pd.DataFrame(rows, columns=columns).to_csv(folder / "cache-series.csv", index=False)
    names = ["time_s", "latency_s", "operation", "bytes", "status", "phase"]
    pd.DataFrame(requests, columns=names).to_csv(folder / "requests.csv", index=False)
    (folder / "summary.json").write_text(f'{{"units": {{"written_bytes": {units}}}}}')


def test_a_copy_begins_when_its_files_are_made(tmp_path):
    requests = [
        (0.5, 0.5, "W", 8 * MIB, "ok", "make"),
        (1.0, 0.25, "F", 0, "ok", "make"),
        (1.3, 0.2, "W", MIB, "ok", "copy"),
        (1.5, 0.2, "W", MIB, "transport_error", ""),
    ]
    series = [(1.0, 0, 8 * MIB, 8 * MIB), (1.4, 3 * MIB, 11 * MIB, 8 * MIB)]
    series += [(1.6, 3 * MIB, 12 * MIB, 9 * MIB)]
    write_results(tmp_path, series, requests, 10 * MIB)
    begin = s1_copies._begin(tmp_path)
    assert begin == 1.25
    assert s1_copies._acknowledged(tmp_path) == MIB
    assert s1_copies._stored(tmp_path) == 10 * MIB
    table = s1_copies._series(tmp_path)
    samples = s1_copies._samples(table, begin)
    # Up to 0.25 s later 3 MB were copied and none stored, up to 0.5 s later 4 and 1.
    assert [samples[f"copied_{number}"] for number in (0, 1, 2)] == [0, 3, 4]
    assert [samples[f"stored_{number}"] for number in (0, 1, 2)] == [0, 0, 1]
    # The target has got 2 of the copy: one that was not acknowledged.
    found = s1_copies._loss(table, begin, 0.5, 2 * MIB)
    expected = {"copied_at": 4, "memory_at": 3, "held": 2, "lost": 2}
    assert found == {name: value * MIB for name, value in expected.items()}


@pytest.fixture(scope="module")
def small(parameters):
    """Figures of a file of 64 MB, with a switch that fails after half a second, and one that is
    back."""
    size = "ns3::ConstantRandomVariable[Constant=67108864]"
    options = s1_robocopy.options(parameters, "1x1GB", "write")
    return s1_copies.fail(options | {"copyFileSize": size, "failures": [[0.3, None], [0.3, 2]]}, 1)


def test_a_failing_switch_costs_what_was_dirty(small):
    """Windows writes 70 MB/s behind, so that about 20 of 64 MB are at the target after 0.3 s."""
    assert small["copied_at_0.3"] == pytest.approx(64, abs=0.5)
    assert 12 < small["held_0.3"] < 24
    assert small["lost_0.3"] == pytest.approx(small["memory_at_0.3"], abs=0.2)
    assert small["lost_0.3s2"] == pytest.approx(0, abs=0.5)


def test_samples_are_those_of_a_copy(small):
    assert small["copied_0"] == small["stored_0"] == 0
    assert small["copied_4"] == pytest.approx(64, abs=0.5)
    assert small["stored_8"] == pytest.approx(64, abs=0.5)
    assert small["mib_per_s"] == pytest.approx(648, rel=0.1)


def test_levels_are_those_of_the_paper(by_item):
    names = [one.conditions for one in by_item["write-behind"].cells]
    assert {it["value"] for it in names if it["what"] == "level"} == set(s1.LEVELS) - {s1.PLAIN}
