# SPDX-License-Identifier: GPL-2.0-only
"""Maps of shared TCP control blocks: settings, pairs, marks, claims, and two simulated cells."""

import math
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import (
    ratio_maps,
    results,
    runs,
    scenarios,
    sharing,
    sharing_causes,
    sharing_runs,
)
from validation.experiment import GEOMETRIC, Cell, Experiment


@pytest.fixture(scope="module")
def experiments():
    return {one.item: one for one in command.load("sharing")[2]}


def test_sides_of_a_ratio_differ_in_what_is_shared_and_nothing_else(experiments):
    cells = [cell for one in experiments.values() for cell in one.cells if cell.base]
    assert len(cells) == 36 + 36 + 18 + 12 + 18 + 6
    for cell in cells:
        own = {name: value for name, value in cell.settings.items() if cell.base.get(name) != value}
        option = "sharing" if "sharing" in own else "tcpSharing"
        assert own.pop(option) == "ensemble"
        assert cell.base[option] == "none"
        assert all(name.startswith("ns3::TcpControlBlockSharing::") for name in own)
        assert cell.compare == GEOMETRIC


def test_maps_cover_what_they_say(experiments):
    for name in ("map 1", "map 2"):
        told = {tuple(cell.conditions.values()) for cell in experiments[name].cells}
        assert told == {
            (connections, loss, rtt)
            for connections in (2, 4, 8, 16)
            for loss in (0.1, 1, 4)
            for rtt in (1, 10, 50)
        }
    for one in list(experiments.values())[:3]:
        for cell in one.cells:
            settings, told = cell.settings, cell.conditions
            assert settings["lossToTargets"] == settings["lossToInitiators"]
            assert settings["lossToTargets"] == pytest.approx(told["loss %"] / 100)
            assert settings["delay"] == f"{told['RTT ms'] / 2:g}ms"
            # Each connection has two commands, and the target takes all of them.
            assert 2 * settings["connections"] <= settings["queueDepth"]
            assert settings["queueDepth"] <= settings["commandWindow"]
            # Whole requests without R2T.
            assert int(settings["size"]) <= settings["firstBurstLength"]
    quick = [cell for one in experiments.values() for cell in one.cells if cell.is_quick]
    assert [cell.settings["connections"] for cell in quick] == [8, 1]


def test_losses_leave_something_to_chance(experiments):
    settings = experiments["map 1"].cells[0].settings
    assert not scenarios.is_deterministic("iscsi-san", settings)
    without = {**settings, "lossToTargets": 0.0, "lossToInitiators": 0.0}
    assert scenarios.is_deterministic("iscsi-san", without)
    assert not scenarios.is_deterministic("iscsi-san", {**without, "bitErrorsToTargets": 1e-6})
    assert not scenarios.is_deterministic("tcp-bulk", {"reorderToInitiators": 0.1})


def test_mean_of_ratios_that_scatter_is_geometric(tmp_path):
    def scatter(settings, run):
        return {"rate": settings["rate"] * 2.0 ** (settings["spread"] * (-1) ** run)}

    cell = Cell({}, {"rate": 3.0, "spread": 1}, base={"rate": 1.0, "spread": -1}, compare=GEOMETRIC)
    experiment = Experiment("table 1", "", "", [cell], column="rate", scenario=scatter, runs=4)
    row = results.simulate("s9", experiment, tmp_path, workers=1).iloc[0]
    # Ratios of 12 and 3/4 in turns: the mean of logarithms is that of 3.
    assert row["simulated"] == pytest.approx(3)
    width = 3.1824 * math.log(4) * math.sqrt(4 / 3) / 2
    assert row["ci_low"] == pytest.approx(3 * math.exp(-width), rel=1e-4)
    assert row["ci_high"] == pytest.approx(3 * math.exp(width), rel=1e-4)
    plain = replace(experiment, cells=[replace(cell, compare="ratio")])
    row = results.simulate("s9", plain, tmp_path, workers=1).iloc[0]
    assert row["simulated"] == pytest.approx(6.375)


def test_failed_pairs_have_no_interval():
    failed = runs.Result(np.array([]), [], False, "no space left", True)
    assert all(math.isnan(one) for one in failed.bounds())


def make_row(simulated, low, high, loss=1, rtt=10, connections=2):
    return {
        "simulated": simulated,
        "ci_low": low,
        "ci_high": high,
        "loss %": loss,
        "RTT ms": rtt,
        "connections": connections,
        "metric": "gain",
        "unit": "ratio",
        "is_full": True,
    }


@pytest.mark.parametrize(
    "low, high, mark",
    [(1.01, 1.5, "▲"), (0.5, 0.99, "▼"), (0.99, 1.01, ""), (1, 1, ""), (math.nan, math.nan, "")],
)
def test_marks_are_of_intervals_that_exclude_one(low, high, mark):
    assert ratio_maps.verdict(make_row(1.0, low, high)) == mark


def test_picture_has_ratio_mark_and_interval():
    rows = pd.DataFrame(
        [
            make_row(1.5, 1.2, 1.875, loss=0.1),
            make_row(0.25, 0.2, 0.3125, loss=4),
            make_row(1.05, 0.9, 1.225, loss=0.1, connections=16),
            make_row(1.0, 0.8, 1.25, loss=4, connections=16),
        ]
    )
    first, second, bar = ratio_maps.draw(rows, "RTT ms", "loss %", "connections").axes
    assert [one.get_title() for one in (first, second)] == ["connections 2", "connections 16"]
    assert first.get_ylabel() == "loss (%)"
    assert bar.get_xlabel() == "Gain (ratio)"
    texts = [text.get_text() for text in first.texts]
    assert texts == ["1.50 ▲", "1.20 to 1.88", "0.25 ▼", "0.20 to 0.31"]
    assert [text.get_text() for text in second.texts][::2] == ["1.05", "1.00"]
    assert [text.get_fontweight() for text in first.texts] == ["bold", "normal"] * 2
    assert {text.get_fontweight() for text in second.texts} == {"normal"}
    # Colours reach as far above 1 as below it, and letters are legible in print.
    assert first.images[0].norm.vmin * first.images[0].norm.vmax == pytest.approx(1)
    assert first.images[0].norm.vmax == pytest.approx(4)
    assert min(text.get_fontsize() for text in first.texts) >= 7
    assert sharing._draw_map(rows.assign(is_full=False), "connections") == []


def causes(rows, **ends):
    """Give what the claims say if some gains have other intervals."""
    rows = rows.assign(is_full=True, simulated=1.5, ci_low=1.4, ci_high=1.6)
    for name, (low, high) in ends.items():
        at = rows["what differs"].str.replace("[ -]", "_", regex=True) == name
        rows.loc[at, ["simulated", "ci_low", "ci_high"]] = (low * high) ** 0.5, low, high
    return rows


def test_claims_about_causes_can_fail(experiments):
    table = experiments["table 2"]
    rows = pd.DataFrame([cell.conditions for cell in table.cells])
    held = [claim.held for claim in table.claims(causes(rows))]
    assert held == [False] + 6 * [True] + [False]
    # Both with Reno and Cubic: what is expected of the one is not of the other.
    held = [claim.held for claim in table.claims(causes(rows, least_outstanding=(1.0, 1.1)))]
    assert held == [True, False] + 5 * [True] + [False]
    # An interval that has the same gain in it, and none, tells nothing.
    held = [claim.held for claim in table.claims(causes(rows, MinRto_1_s=(0.8, 1.9)))]
    assert held == [False, True, True, None, True, True, True, False]
    assert table.claims(causes(rows).assign(is_full=False)) == []


def test_claims_without_coupling_can_fail(experiments):
    table = experiments["table 3"]
    rows = pd.DataFrame([cell.conditions for cell in table.cells]).assign(is_full=True)
    is_cubic = rows["congestion control"] == "Cubic"
    is_many = rows["connections"] == 8
    rows["simulated"] = np.where(is_cubic, np.where(is_many, 2.0, 1.3), 1.0)
    rows["ci_low"], rows["ci_high"] = rows["simulated"] - 0.1, rows["simulated"] + 0.1
    assert [claim.held for claim in table.claims(rows)] == [True, True, True]
    wide = rows.assign(ci_high=np.where(is_cubic, 2.1, 1.2))
    assert [claim.held for claim in table.claims(wide)] == [True, True, False]
    above = rows.assign(ci_low=np.where(is_many, 1.01, 0.9))
    assert [claim.held for claim in table.claims(above)] == [False, False, False]
    assert "8: 2.00 (1.90 to 2.10)" in table.claims(rows)[1].detail
    assert table.claims(rows.assign(is_full=False)) == []


def test_a_single_connection_with_few_losses_is_as_without_sharing(experiments, tmp_path):
    table = experiments["table 1"]
    rows = results.simulate("sharing", table, tmp_path, is_full=False, workers=1)
    assert rows[["simulated", "ci_low", "ci_high"]].to_numpy().tolist() == [[1, 1, 1]]
    assert [claim.held for claim in table.claims(rows)] == [True]
    assert not table.claims(rows.assign(ci_low=0.999))[0].held
    more = pd.concat([rows, rows.assign(**{"loss %": 4, "ci_low": 0.9, "ci_high": 1.2})])
    assert [claim.held for claim in table.claims(more)] == [True, True]
    more = pd.concat([rows, rows.assign(**{"loss %": 4, "ci_low": 1.1, "ci_high": 1.2})])
    assert [claim.held for claim in table.claims(more)] == [True, False]


def test_scenarios_give_figures(experiments):
    settings = {**experiments["table 2"].cells[0].settings, "count": 40}
    attribute = {"ns3::TcpControlBlockSharing::ShareCwnd": "false"}
    figures = sharing_runs.session(settings, 1)
    assert sharing_runs.session(settings, 1) == figures
    assert sharing_runs.session(settings, 2) != figures
    assert sharing_runs.session({**settings, **attribute}, 1) != figures
    named = {name for name, _, _ in sharing_causes._FIGURES}
    assert named == set(figures)
    bulk = {**experiments["table 3"].cells[0].settings, "duration": "1s"}
    assert 0 < sharing_runs.bulk(bulk, 1)["mb_per_s"] < 125
    with pytest.raises(RuntimeError, match="loss"):
        sharing_runs.bulk({**bulk, "loss": 2}, 1)
