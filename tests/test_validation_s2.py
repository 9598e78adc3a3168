# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S2: parameters, cells, claims and one simulation."""

import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import results, s2, s2_claims, s2_fit, s2_pictures, s2_runs, s2_sequential
from validation.groups import DERIVED, FITTED, PREDICTED
from validation.reference import read


@pytest.fixture(scope="module")
def loaded():
    return command.load("s2")


@pytest.fixture
def by_item(loaded):
    return {one.item: one for one in loaded[2]}


def test_rounding():
    assert s2.rounding(17.0) == pytest.approx((16.95, 17.05))
    assert s2.rounding(3.38) == pytest.approx((3.375, 3.385))
    assert s2.rounding(208) == (207.5, 208.5)


@pytest.mark.parametrize(
    ("item", "data"),
    [
        ("table 2", "s2_table2_aggregate_cwnd"),
        ("table 3", "s2_table3_turnaround_writes"),
        ("table 4", "s2_table4_turnaround_reads"),
    ],
)
def test_tables_have_each_printed_number(by_item, item, data):
    cells = {
        (one.conditions["delay ms"], one.conditions["variant"], one.conditions["moment"]): one
        for one in by_item[item].cells
    }
    rows = read(data)
    assert len(cells) == 2 * len(rows) == 24
    for row in rows:
        for moment in ("mean", "sd"):
            one = cells[row["delay_ms"], row["variant"], moment]
            if (item, row["delay_ms"], row["variant"]) == ("table 3", 8, s2.FAIR):
                assert one.reference is None
            else:
                assert one.reference == row[moment]


def test_parameters_are_fitted_on_tcp_alone(loaded):
    cells = [(one.item, cell) for one in loaded[2] for cell in one.cells if cell.reference]
    for item, cell in cells:
        is_tcp = cell.settings["tcpSharing"] == "none"
        if cell.group == FITTED:
            assert is_tcp and item in ("table 2", "table 3")
            assert cell.conditions["delay ms"] in s2_sequential.FITTED_MS
        elif item in ("table 2", "table 3", "table 4"):
            assert cell.group == (DERIVED if is_tcp else PREDICTED)
    assert {cell.group for item, cell in cells if item == "table 5"} == {PREDICTED}
    parameters = [one.name for one in loaded[1].entries if one.source == "fitted"]
    assert len(parameters) <= 4


def test_search_is_around_the_parameters(loaded, by_item):
    """The chosen values are a point of the map, and not at its edge but for what is stated."""
    chosen = loaded[1].settings("network", "system")
    points = [cell.conditions for cell in by_item["search"].cells]
    names = {
        "loss to targets": "lossToTargets",
        "loss to initiators": "lossToInitiators",
        "writes outstanding": "cacheWriteBackDepth",
    }
    assert {name: chosen[option] for name, option in names.items()} in points
    for name, option in names.items():
        values = {one[name] for one in points}
        assert min(values) < chosen[option] < max(values)


def test_search_takes_medians_of_tables(loaded, monkeypatch):
    """What is printed deviates by nothing, and what is twice as much by 100 %."""

    def invent(settings, run):
        delay = round(2 * (float(settings["delay"].removesuffix("ms")) - 0.05))
        factor = 2 if settings["ddOperation"] == "read" else 1
        figures = {}
        for _, name, data in s2_fit._TABLES.values():
            row = next(
                it for it in read(data) if (it["delay_ms"], it["variant"]) == (delay, s2.PLAIN)
            )
            if ("reads" in data) == (settings["ddOperation"] == "read"):
                figures |= {name.format(one): factor * row[one] for one in ("mean", "sd")}
        return figures

    monkeypatch.setattr(s2_fit.s2_runs, "simulate", invent)
    found = s2_fit.simulate(s2_sequential.dd(loaded[1], 0, s2.PLAIN), 1)
    assert found == pytest.approx(
        {"table 2": 0, "table 3": 0, "table 4": 100, "deviation": 100 / 3}, abs=1e-9
    )


def search_rows(parameters, chosen, other):
    """Give results of a search with two points, of which one is chosen."""
    own = parameters.settings("network", "system")
    point = {
        "loss to targets": own["lossToTargets"],
        "loss to initiators": own["lossToInitiators"],
        "writes outstanding": own["cacheWriteBackDepth"],
    }
    rows = [{**point, "simulated": chosen}, {**point, "writes outstanding": 8, "simulated": other}]
    return pd.DataFrame(rows).assign(**{f"table {number}": 1.0 for number in (2, 3, 4)})


def test_search_has_to_find_the_parameters(loaded, by_item):
    check = by_item["search"].claims
    assert check(search_rows(loaded[1], 9, 8))[0].held
    assert not check(search_rows(loaded[1], 12, 8))[0].held


def test_variants_differ_by_sharing_alone(by_item):
    for cell in by_item["figure 7"].cells:
        own, base = cell.settings, cell.base
        assert {name for name in own if own[name] != base[name]} == {"tcpSharing"}
        assert (own["tcpSharing"], base["tcpSharing"]) == ("ensemble", "none")


def test_delay_is_that_of_a_round_trip(loaded):
    settings = s2_sequential.dd(loaded[1], 10, s2.PLAIN)
    assert settings["delay"] == "5.05ms"
    assert settings["ddBlockSize"] * settings["ddCount"] * s2.SCALE == 2**30


def test_files_that_are_written_are_whole(loaded):
    memory = loaded[1].settings("system")["cache"]
    for operation, scale in (("write", 1), ("read", s2.SCALE)):
        settings = s2_sequential.main_load(loaded[1], 10, s2.PLAIN, operation)
        assert settings["ddBlockSize"] * settings["ddCount"] * scale == 2**30
        assert settings["cache"] == pytest.approx(memory / scale, rel=0.05)


def test_reasons_are_those_of_a_table():
    assert "gain" in s2.explain({"item": "table 3"})
    assert s2.explain({"item": "figures 2 and 3"}) is None


def test_samples_hold_until_the_next_change():
    series = pd.DataFrame(
        [
            (0.0, 0, "initiator", 10),
            (0.015, 0, "initiator", 20),
            (0.0, 0, "target", 99),
            (0.0, 1, "initiator", 5),
            (0.031, 1, "initiator", 7),
        ],
        columns=["time_s", "connection", "sender", "cwnd_bytes"],
    )
    found = s2_runs.sample(series, "initiator", 0.0, 0.04)
    assert found.tolist() == [[10, 10, 20, 20], [5, 5, 5, 5]]


def test_moments_of_windows():
    figures = s2_runs.window_figures(np.array([[2.0, 4.0], [3.0, 1.0]]))
    assert figures["window_sum_mean"] == 5
    assert figures["window_sum_sd"] == 0
    assert figures["window_first_sd"] == 1
    assert figures["window_difference_mean"] == 1
    assert figures["window_difference_sd"] == 2


def table_rows(plain, fair):
    """Give rows of a table whose means and deviations are the same at all delays."""
    return pd.DataFrame(
        [
            {"delay ms": delay, "variant": variant, "moment": moment, "simulated": value}
            for delay in s2.DELAYS_MS
            for variant, values in ((s2.PLAIN, plain), (s2.FAIR, fair))
            for moment, value in zip(("mean", "sd"), values, strict=True)
        ]
    )


@pytest.mark.parametrize("check", [s2_claims.windows, s2_claims.writes, s2_claims.reads])
def test_claims_of_tables_can_hold_and_fail(check):
    better = (20, 2) if check is s2_claims.windows else (5, 0.5)
    assert all(one.held for one in check(table_rows((10, 4), better)))
    assert not any(one.held for one in check(table_rows(better, (10, 4))))


def ratios(values, width=0.01):
    """Give rows of ratios by delay."""
    return pd.DataFrame(
        {
            "delay ms": s2.DELAYS_MS,
            "simulated": values,
            "ci_low": np.array(values) - width,
            "ci_high": np.array(values) + width,
        }
    )


def test_gap_must_be_there_and_narrow():
    falling = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1]
    assert s2_claims.write_gain(ratios(falling))[0].held
    assert not s2_claims.write_gain(ratios(falling[::-1]))[0].held
    assert not s2_claims.write_gain(ratios(falling, width=0.3))[0].held


def test_small_gain_is_neither_none_nor_large():
    assert s2_claims.read_gain(ratios([1.1] * 6))[0].held
    assert not s2_claims.read_gain(ratios([1.5] * 6))[0].held
    assert not s2_claims.read_gain(ratios([0.9] * 6))[0].held


def size_rows(smaller, whole):
    """Give results of files of two sizes."""
    return pd.DataFrame({"smaller by": [s2.SCALE, s2.WHOLE], "simulated": [smaller, whole]}).assign(
        operation="write", figure="turnaround_mean_ms", is_full=True
    )


def test_smaller_files_may_be_other_files():
    assert s2_claims.sizes(size_rows(95, 100))[0].held
    assert not s2_claims.sizes(size_rows(85, 100))[0].held
    assert s2_claims.sizes(size_rows(95, 100).assign(is_full=False)) == []


def test_gains_by_tcp_are_those_of_the_tables_or_not(by_item):
    # Table 3: 208/102, 450/310 and 728/636; table 4: 52/56, 116/103 and 196/187.
    printed = {"write": (2.039, 1.452, 1.145), "read": (0.929, 1.126, 1.048)}
    rows = pd.DataFrame(
        [
            {"TCP": "one", "operation": operation, "delay ms": delay, "simulated": ratio}
            for operation, ratios in printed.items()
            for delay, ratio in zip((0, 4, 10), ratios, strict=True)
        ]
    )
    rows = rows.assign(ci_low=rows["simulated"] - 0.01, ci_high=rows["simulated"] + 0.01)
    claim = s2_claims.gains_by_tcp(rows)[0]
    assert claim.held and "6 of 6 with one" in claim.detail
    rows.loc[0, ["simulated", "ci_low", "ci_high"]] = (1.3, 1.2, 1.4)
    claim = s2_claims.gains_by_tcp(rows)[0]
    assert not claim.held and "5 of 6 with one" in claim.detail


def test_gains_by_tcp_differ_by_tcp_alone(by_item):
    for cell in by_item["gain by TCP"].cells:
        assert {name for name in cell.settings if cell.settings[name] != cell.base[name]} == {
            "tcpSharing"
        }
    kinds = {cell.settings["tcpRules"] for cell in by_item["gain by TCP"].cells}
    assert kinds == {"Linux24", "Linux", "Ns3"}


def test_stated_loss_is_compared_with_the_table():
    rows = pd.DataFrame(
        {"delay ms": [2, 2], "variant": [s2.PLAIN, s2.FAIR], "simulated": [13.2, 16.0]}
    )
    assert s2_claims.stated_loss(rows)[0].held
    assert not s2_claims.stated_loss(rows.assign(simulated=22.0))[0].held


def test_independent_windows_show_no_competition():
    figures = {
        "window_first_mean": 3.4,
        "window_second_mean": 3.4,
        "window_first_sd": 3.0,
        "window_second_sd": 4.0,
        "window_difference_sd": 5.0,
        "turnaround_mean_ms": 453,
        "turnaround_sd_ms": 325,
    }
    rows = pd.DataFrame({"figure": figures.keys(), "simulated": figures.values()})
    claims = {one.text[:25]: one for one in s2_claims.traced(rows.assign(window_difference_mean=0))}
    competition = claims["The deviation of the diff"]
    assert not competition.held and not competition.is_right
    assert "5.00; these by 5.00" not in competition.detail and "5.00 segments" in competition.detail


def test_windows_of_a_run(by_item, tmp_path):
    cells = [cell for cell in by_item["size of files"].cells if cell.is_quick]
    assert len(cells) == 2
    settings = {**cells[0].settings, "ddCount": 128}
    figures = s2_runs.simulate(settings, 1)
    # 8 MiB and some blocks of metadata.
    assert 8192 <= figures["requests"] * figures["request_mean_kb"] < 9216
    # A connection has never less than a segment, and losses of 4 % leave few of them.
    assert 4 < figures["window_sum_mean"] < 40
    assert figures["tcp_retransmissions"] > 0
    assert figures == s2_runs.simulate(settings, 1)
    samples = s2_runs.trace(settings, 1)
    assert samples.shape[0] == 4
    assert samples.sum(axis=0).mean() == pytest.approx(figures["window_sum_mean"])
    assert s2_pictures.windows(samples, s2_runs.SAMPLE_S)[0].figure.axes


def test_failure_of_a_run_is_told(by_item, tmp_path):
    experiment = by_item["stated loss"]
    cell = replace(experiment.cells[0], settings={**experiment.cells[0].settings, "ddCount": 0})
    rows = results.simulate("s2", replace(experiment, cells=[cell], runs=1), tmp_path, workers=1)
    assert "ddCount" in rows["failure"].iloc[0]
