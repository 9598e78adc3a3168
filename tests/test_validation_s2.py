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
from validation import results, s2, s2_claims, s2_pictures, s2_runs, s2_sequential
from validation.groups import FITTED, PREDICTED
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


def test_few_numbers_are_fitted_and_two_tables_are_predictions(loaded):
    cells = [cell for one in loaded[2] for cell in one.cells if cell.reference is not None]
    fitted = [cell for cell in cells if cell.group == FITTED]
    assert len(fitted) == 3
    assert all(cell.settings["tcpSharing"] == "none" for cell in fitted)
    predicted = {one.item for one in loaded[2] for cell in one.cells if cell.group == PREDICTED}
    assert {"table 4", "table 5"} <= predicted
    assert not {"table 2", "table 3", "figures 2 and 3"} & predicted


def test_variants_differ_by_sharing_alone(by_item):
    for cell in by_item["figure 7"].cells:
        own, base = cell.settings, cell.base
        assert {name for name in own if own[name] != base[name]} == {"tcpSharing"}
        assert (own["tcpSharing"], base["tcpSharing"]) == ("ensemble", "none")


def test_delay_is_that_of_a_round_trip(loaded):
    settings = s2_sequential.dd(loaded[1], 10, s2.PLAIN)
    assert settings["delay"] == "5.05ms"
    assert settings["ddBlockSize"] * settings["ddCount"] * s2.SCALE == 2**30


def test_reasons_are_those_of_a_table():
    assert "MinRto" in s2.explain({"item": "table 3"})
    assert s2.explain({"item": "table 2"}) is None


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
    cells = [cell for cell in by_item["table 2"].cells if cell.is_quick]
    assert len(cells) == 4
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
