# SPDX-License-Identifier: GPL-2.0-only
"""The statistical regression test of the validation: silent about noise, not about a change."""

import sys

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import claims, regression, report

WRITES = "drive, random writes, closed"
RUNS = 10


@pytest.fixture
def few(monkeypatch, tmp_path):
    """Leave one cheap point, and keep its stored results apart from the project's."""
    stored = pd.read_csv(regression.REFERENCE)
    path = tmp_path / "regression.csv"
    stored[stored["point"] == WRITES].to_csv(path, index=False)
    monkeypatch.setattr(regression, "REFERENCE", path)
    monkeypatch.setattr(regression, "OUTPUT", tmp_path)
    monkeypatch.setattr(regression, "POINTS", {WRITES: regression.POINTS[WRITES]})


def make_results(samples):
    """Give results as simulate() does, from samples of a metric each."""
    rows = [("1", "p", "", f"m{i}", len(one), *moments(one)) for i, one in enumerate(samples)]
    columns = ["version", "point", "options", "metric", "runs", "mean", "deviation"]
    return pd.DataFrame(rows, columns=columns)


def moments(sample):
    return np.mean(sample), np.std(sample, ddof=1)


def test_welch_against_its_formula():
    stored = make_results([[0.0, 0.0]]).assign(runs=10, mean=20.0, deviation=1.0)
    now = stored.assign(mean=21.0, deviation=2.0)
    row = regression.compare(stored, now).rows.iloc[0]
    # t = 1 / sqrt(0.1 + 0.4) with 0.25 / (0.01 / 9 + 0.16 / 9) = 13.235 degrees of freedom.
    # Integral of Student's density beyond it, by the trapezoidal rule.
    freedom, t = 0.25 / (0.17 / 9), 2**0.5
    x = np.linspace(-t, t, 200001)
    density = (1 + x**2 / freedom) ** (-(freedom + 1) / 2)
    wide = np.linspace(-400, 400, 2000001)
    whole = np.trapezoid((1 + wide**2 / freedom) ** (-(freedom + 1) / 2), wide)
    assert row["p"] == pytest.approx(1 - np.trapezoid(density, x) / whole, abs=1e-6)
    assert row["change_percent"] == pytest.approx(5)


def test_holm_against_a_worked_example():
    assert list(regression.holm([0.01, 0.04, 0.03, 0.005])) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02]
    )
    assert list(regression.holm([0.9, 0.8])) == [1, 1]


@pytest.mark.parametrize("mean, p", [(5, 1), (5 * (1 + 1e-9), 1), (5.001, 0)])
def test_results_without_noise(mean, p):
    stored = make_results([[5.0] * RUNS])
    assert regression.compare(stored, stored.assign(mean=mean)).p == p


def draw(random, runs):
    """Draw runs of 20 metrics that depend on each other, half of them skewed as latencies are."""
    common = random.normal(size=(1, runs))
    values = 100 + 0.7 * common + random.normal(size=(20, runs))
    values[10:] = 100 + random.gamma(25, size=(10, runs)) + 2 * common
    return make_results(values)


def test_noise_is_below_the_level():
    """Of many samples of the same behaviour no more are told apart than the level allows."""
    random = np.random.default_rng(1)
    count = 500
    p = np.array(
        [regression.compare(draw(random, RUNS), draw(random, RUNS)).p for _ in range(count)]
    )
    for level in (0.05, 0.01, regression.LEVEL):
        # Three standard deviations of a count with this probability above it.
        most = level * count + 3 * (level * count) ** 0.5
        assert (p < level).sum() <= most, level
    # It is not silent because it could not speak: Bonferroni's bound is not far from exact.
    assert (p < 0.05).sum() >= 0.4 * 0.05 * count


def test_other_points_are_a_mistake():
    stored = make_results([[1.0, 2.0]])
    with pytest.raises(regression.RegressionError, match=r"to other points.*--renew"):
        regression.compare(stored, stored.assign(options="count=1"))


def test_the_stored_results_are_of_these_points():
    stored = pd.read_csv(regression.REFERENCE)
    assert list(stored["point"].unique()) == list(regression.POINTS)
    assert (stored["runs"] == len(regression.STORED_RUNS)).all()
    assert not set(regression.STORED_RUNS) & set(regression.COMPARED_RUNS)


def simulate_changed(folder, name, **changes):
    """Compare a point with the stored results, simulated with other options than it says."""
    options = regression.POINTS[name]
    stored = pd.read_csv(regression.REFERENCE)
    stored = stored[stored["point"] == name].reset_index(drop=True)
    points = {name: {**options, **changes}}
    now = regression.simulate(points, regression.COMPARED_RUNS, folder, workers=1)
    return regression.compare(stored, now.assign(options=stored["options"]))


def test_unchanged_model_passes(few, tmp_path, capsys):
    assert regression.main(["--workers", "1"]) == 0
    line = capsys.readouterr().out.splitlines()
    assert len(line) == 1
    assert line[0].startswith("regression: 1 points, ")
    assert line[0].endswith(" 0 points moved")


@pytest.mark.parametrize("rpm", [0.97, 1.03])
def test_changed_speed_of_the_drive_is_told(tmp_path, rpm):
    path = tmp_path / "changed.disk"
    path.write_text(f"like Cheetah9LP\nrpm {10045 * rpm:.2f}\n")
    comparison = simulate_changed(tmp_path, "drive, sequential reads, closed", drive=str(path))
    assert comparison.p < regression.LEVEL
    assert {"all_iops", "all_stage_media_done_ms"} <= set(comparison.moved["metric"])


@pytest.mark.parametrize("delay", ["9.7ms", "10.3ms"])
def test_changed_delay_of_the_path_is_told(tmp_path, delay):
    comparison = simulate_changed(tmp_path, "reads, long delay", delay=delay)
    assert comparison.p < regression.LEVEL
    assert "all_stage_arrived_at_target_ms" in set(comparison.moved["metric"])


def test_what_moved_is_told_and_stored(few, tmp_path, capsys):
    stored = pd.read_csv(regression.REFERENCE)
    stored.loc[stored["metric"] == "all_iops", "mean"] *= 1.1
    stored.to_csv(regression.REFERENCE, index=False)
    assert regression.main(["--workers", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(" 1 points moved")
    assert len(lines) == 3
    assert lines[2].split()[:5] == [*WRITES.split(), "all_iops"]
    assert regression.main(["--renew", "--workers", "1"]) == 0
    assert regression.main(["--workers", "1"]) == 0


def test_mistakes_are_one_line(few, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(regression, "REFERENCE", tmp_path / "none.csv")
    assert regression.main([]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"error: {tmp_path / 'none.csv'}: missing: run python -m validation.regression --renew"
    ]


def test_a_run_that_fails_is_told(tmp_path):
    options = {"workload": "trace", "trace": str(tmp_path / "none.csv")}
    with pytest.raises(regression.RegressionError, match=r"point: .*none\.csv"):
        regression.simulate({"point": options}, [1], tmp_path, workers=1)


def test_section_of_the_report(tmp_path):
    stored = make_results([[1.0, 1.1, 1.2], [2.0, 2.1, 2.2]])
    comparison = regression.compare(stored, stored.assign(mean=[1.1, 9.0]))
    figures = {"cells": 0, **claims.count([])}
    path = report.write(tmp_path / "index.html", [], {"total": figures, "left_out": {}}, comparison)
    page = path.read_text()
    assert "<dt>combined p</dt>" in page
    assert page.count('<tr class="off">') == 1
