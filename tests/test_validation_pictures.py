# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of the validation: drawn values, axes with a break, units, sizes of letters."""

import sys

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import pictures, wan


def make_row(reference, simulated, unit="MB/s", group="predicted", **conditions):
    return {
        "item": "table 1",
        "metric": "throughput",
        "unit": unit,
        "reference": reference,
        "reference_low": reference - 0.05,
        "reference_high": reference + 0.05,
        "simulated": simulated,
        "ci_low": simulated - 0.01,
        "ci_high": simulated + 0.02,
        "group": group,
        "is_full": True,
        **conditions,
    }


@pytest.fixture
def rows():
    return pd.DataFrame(
        [
            make_row(10, 10.5, size=1, window=1),
            make_row(10, 8.0, group="fitted", size=8, window=1),
            make_row(0.2, 0.16, group="capped", size=1, window=32),
            make_row(np.nan, 3.0, size=8, window=32),
        ]
    )


def test_picture_of_measured_against_simulated(rows):
    axes = pictures.measured_against_simulated(rows.dropna(subset="reference")).axes[0]
    assert axes.get_xscale() == axes.get_yscale() == "log"
    band = axes.collections[0].get_paths()[0].vertices
    ends = axes.get_xlim()
    for end in ends:
        assert any(np.allclose(point, (end, 0.9 * end)) for point in band)
        assert any(np.allclose(point, (end, 1.1 * end)) for point in band)
    drawn = {tuple(point) for line in axes.lines for point in line.get_xydata()}
    assert {(10, 10.5), (10, 8.0), (0.2, 0.16)} <= drawn
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["table 1"]
    # Level bars round to the printed number, upright ones are the confidence of the simulated.
    bars = [line for one in axes.collections[1:] for line in one.get_segments()]
    assert any(np.allclose(bar, [(10, 10.49), (10, 10.52)]) for bar in bars)
    assert any(np.allclose(bar, [(9.95, 10.5), (10.05, 10.5)]) for bar in bars)


def test_units_stand_in_rows_of_two(rows):
    """Letters keep their size on a page: no picture is wider than its text."""
    parts = [rows.dropna(subset="reference").assign(unit=unit) for unit in ("MB/s", "ms", "%")]
    figure = pictures.measured_against_simulated(pd.concat(parts))
    assert len(figure.axes) == 3
    assert figure.get_figwidth() < 9
    tops = [axes.get_subplotspec().rowspan.start for axes in figure.axes]
    assert tops == [0, 0, 1]
    assert all(axes.lines for axes in figure.axes)


def test_picture_of_a_table(rows):
    figure = pictures.against(rows, "size", "window")
    line, marks = figure.axes[0].lines[:2]
    assert list(line.get_ydata()) == [10.5, 8.0]
    assert list(marks.get_ydata()) == [10, 10]
    panels = pictures.against(rows, "size", "item", "window").axes
    assert [axes.get_title() for axes in panels] == ["window 1", "window 32"]


def test_units_have_panels(rows):
    rows.loc[2, ["unit", "metric"]] = ["ms", "response time"]
    figure = pictures.measured_against_simulated(rows.dropna(subset="reference"))
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == ["Simulated (MB/s)", "Simulated (ms)"]


def test_zero_is_left_of_a_break(rows):
    rows["RTT ms"] = [0, 2, 0, 50]
    axes = pictures.against(rows, "RTT ms", "window").axes[0]
    assert axes.get_xlabel() == "RTT (ms)"
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0", "2", "50"]
    strokes = [line.get_xdata()[0] for line in axes.lines if line.get_label() == "_break"]
    zero, least, _ = axes.get_xticks()
    assert len(strokes) == 2
    assert all(zero < stroke < least for stroke in strokes)
    without = pictures.against(rows, "size", "window").axes[0]
    assert not any(line.get_label() == "_break" for line in without.lines)


@pytest.mark.parametrize("is_full, style", [(True, "-"), (False, "None")])
def test_a_selection_has_points_and_no_lines(rows, is_full, style):
    line = pictures.against(rows.assign(is_full=is_full), "size", "window").axes[0].lines[0]
    assert line.get_linestyle() == style
    assert line.get_marker() == "o"


def make_maps(panels):
    return pd.DataFrame(
        [
            make_row(np.nan, size * window, window=window, **{"request KB": size, "RTT ms": rtt})
            for size in (1, 8)
            for window in (1, 4, 32)
            for rtt in panels
        ]
    )


def test_picture_of_maps():
    figure = pictures.heat_maps(make_maps((0, 10)), "request KB", "window", "RTT ms")
    first, second, bar = figure.axes
    assert [axes.get_title() for axes in (first, second)] == ["RTT 0 ms", "RTT 10 ms"]
    assert np.array_equal(second.images[0].get_array(), [[1, 8], [4, 32], [32, 256]])
    assert [text.get_text() for text in second.texts][-1] == "256"
    assert bar.get_xlabel() == "Throughput (MB/s)"


def test_numbers_in_maps_are_legible_in_print():
    figure = pictures.heat_maps(make_maps(range(5)), "request KB", "window", "RTT ms")
    assert len(figure.axes) == 6
    size = figure.axes[0].texts[0].get_fontsize()
    assert size * min(1, pictures.PRINTED / figure.get_figwidth()) >= 7


def test_no_map_of_a_selection():
    rows = make_maps((0,)).head(1)
    assert wan._draw_map(rows.assign(is_full=False), "RTT ms") == []
    assert len(wan._draw_map(make_maps((0,)), "RTT ms")) == 1
