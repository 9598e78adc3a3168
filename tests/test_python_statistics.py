# SPDX-License-Identifier: GPL-2.0-only
"""Means, confidence intervals and paired differences of worked examples."""

import numpy as np
import pandas as pd
import pytest
from ns3_iscsi import mean_ci, paired_differences
from ns3_iscsi.statistics import _quantile


def table(**columns):
    size = len(columns["run"])
    return pd.DataFrame({**columns, "error": columns.get("error", [None] * size)})


EXAMPLE = table(
    delay=["1ms"] * 3 + ["10ms"] * 3,
    run=[1, 2, 3] * 2,
    mean=[10.0, 12.0, 14.0, 30.0, 32.5, 34.0],
)


def test_mean_and_interval():
    # Mean 12, standard deviation 2, t = 4.3027 for two degrees of freedom: 4.3027 * 2 / sqrt(3).
    result = mean_ci(EXAMPLE, "delay")
    assert list(result.columns) == ["delay", "runs", "mean", "mean_ci"]
    assert list(result["delay"]) == ["1ms", "10ms"]
    assert list(result["runs"]) == [3, 3]
    assert result["mean"][0] == 12
    assert result["mean_ci"][0] == pytest.approx(4.96834, abs=1e-4)


def test_one_run_has_no_interval():
    result = mean_ci(EXAMPLE.iloc[[0]], by=["delay"])
    assert result["mean"][0] == 10
    assert np.isnan(result["mean_ci"][0])


def test_failed_runs_are_left_out():
    failed = EXAMPLE.copy()
    failed.loc[2, ["mean", "error"]] = [np.nan, "killed"]
    result = mean_ci(failed, "delay")
    assert list(result["runs"]) == [2, 3]
    assert result["mean"][0] == 11


def test_pairs():
    # Differences 20, 20.5 and 20: mean 20.1667, deviation 0.288675, interval 0.717108.
    result = paired_differences(EXAMPLE, "delay", "1ms")
    assert list(result["delay"]) == ["10ms"]
    assert result["mean"][0] == pytest.approx(20.1667, abs=1e-4)
    assert result["mean_ci"][0] == pytest.approx(0.717108, abs=1e-5)
    # Far narrower than that of the means themselves.
    assert result["mean_ci"][0] < mean_ci(EXAMPLE, "delay")["mean_ci"][0] / 5


def test_pairs_differ_in_nothing_else():
    two = pd.concat([EXAMPLE.assign(depth=1), EXAMPLE.assign(depth=8, mean=EXAMPLE["mean"] * 2)])
    two = two[["depth", "delay", "run", "mean", "error"]]
    result = paired_differences(two, "delay", "1ms", by="depth")
    assert list(result["depth"]) == [1, 8]
    assert list(result["mean"].round(3)) == [20.167, 40.333]
    assert list(paired_differences(two, "delay", "1ms")["runs"]) == [6]
    with pytest.raises(ValueError, match="5ms"):
        paired_differences(two, "delay", "5ms")


def test_a_mean_is_over_runs_alone():
    two = pd.concat([EXAMPLE.assign(depth=1), EXAMPLE.assign(depth=8, mean=EXAMPLE["mean"] * 2)])
    two = two[["depth", "delay", "run", "mean", "error"]]
    with pytest.raises(ValueError, match=r"^depth: not the same for all rows of a setting by d"):
        mean_ci(two, "delay")
    with pytest.raises(ValueError, match=r"^delay: "):
        mean_ci(two, ["depth"])
    assert list(mean_ci(two, ["depth", "delay"])["runs"]) == [3, 3, 3, 3]
    # Where one follows from the other, either is enough.
    tied = two[(two["depth"] == 1) == (two["delay"] == "1ms")]
    assert list(mean_ci(tied, "delay")["runs"]) == [3, 3]


def test_quantiles():
    # From tables of Student's distribution.
    quantiles = {2: 12.7062, 11: 2.2281, 31: 2.0423, 32: 2.0395, 41: 2.0211, 121: 1.9799}
    for count, expected in quantiles.items():
        assert _quantile(count) == pytest.approx(expected, abs=1e-4)
