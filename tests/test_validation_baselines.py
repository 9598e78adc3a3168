# SPDX-License-Identifier: GPL-2.0-only
"""Baselines of the validation: constants, fitted numbers alone, closed forms."""

import sys

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import baselines, s0_link, s2_formulas
from validation.baselines import ClosedForm
from validation.experiment import Cell, Experiment

CONSTANT, FITTED, CLOSED = baselines.COLUMNS.values()


def predict(*cells, **others):
    return pd.DataFrame(baselines.predict(Experiment("table 1", "", "", list(cells), **others)))


def cell(reference, **others):
    return Cell({"number": reference}, {}, reference, **others)


def test_the_constant_is_near_the_most():
    # 10 and 10.5 are within 10 % of each other; 10 is 4.8 % below 10.5, and 10.5 is 5 % above 10.
    found = predict(cell(10.5), cell(20.0), cell(10.0), cell(None))
    assert found[CONSTANT].tolist() == [10.0] * 4


def test_the_constant_may_be_none_of_the_numbers():
    # 1.1 times 9 is 10 % below 11, and no printed number is within 10 % of both others.
    found = predict(cell(9.0), cell(11.0), cell(9.9))
    assert found[CONSTANT][0] == pytest.approx(9.9)
    found = predict(cell(9.0), cell(11.0), cell(100.0))
    assert found[CONSTANT][0] == pytest.approx(9.9)


def test_units_have_constants_of_their_own_and_two_numbers_none():
    cells = [cell(value, unit="ms") for value in (1.0, 1.0, 1.0)]
    found = predict(*cells, cell(5.0), cell(5.0))
    assert found[CONSTANT].tolist()[:3] == [1, 1, 1]
    assert found[CONSTANT][3:].isna().all()


def test_fitted_numbers_stand_for_the_others_of_their_metric():
    found = predict(
        cell(10.0, group="fitted", metric="rate"),
        cell(14.0, group="fitted", metric="rate"),
        cell(7.0, metric="rate"),
        cell(7.0, metric="time"),
    )
    assert found[FITTED].isna().tolist() == [True, True, False, True]
    assert found[FITTED][2] == 12


def test_a_closed_form_may_say_nothing():
    form = ClosedForm("twice", lambda it: 2 * it["number"] if it["number"] > 1 else None)
    found = predict(cell(1.0), cell(3.0), closed_form=form)
    assert np.isnan(found[CLOSED][0])
    assert found[CLOSED][1] == 6


def test_figures_and_words():
    rows = pd.DataFrame(
        {
            "reference": [10.0, 20.0],
            "within_10_percent": [True, False],
            CONSTANT: [11.0, 11.0],
            FITTED: [np.nan, 20.0],
            CLOSED: [np.nan, np.nan],
        }
    )
    found = baselines.figures(rows)
    # 10 % and 45 % off.
    assert found == {
        "constant": {
            "cells": 2,
            "within_10_percent": 1,
            "median_abs_error_percent": 27.5,
            "simulated": 1,
        },
        "fitted alone": {
            "cells": 1,
            "within_10_percent": 1,
            "median_abs_error_percent": 0,
            "simulated": 0,
        },
    }
    assert baselines.words(found) == (
        "constant 1 of 2, median 27.50 %; fitted alone 1 of 1, median 0.00 % (simulated 0)"
    )
    assert baselines.words({}) == ""


def closed_form_errors(name, item, group):
    """Give the errors of an experiment's closed form, percent, in a group of its numbers."""
    _, _, experiments = command.load(name)
    experiment = next(one for one in experiments if one.item == item)
    cells = [one for one in experiment.cells if one.reference and one.group == group]
    printed = np.array([one.reference for one in cells])
    values = np.array([experiment.closed_form.value(one.conditions) for one in cells])
    return 100 * abs(values / printed - 1)


def test_the_link_alone_explains_iometers_numbers():
    """Every number of S1's IOMeter that was not fitted is one throughput: the link's."""
    errors = closed_form_errors("s1", "IOMeter", "capped")
    assert len(errors) == 31
    assert errors.max() <= 10
    # 113.16 MiB/s of reads, four fifths of all, are 141.45 MiB/s, 4.6 % above the printed 135.21.
    assert 4.5 < np.median(errors) < 5


def test_the_link_of_s0_without_hosts():
    # 65.536 kB in 10 ms; in 2 ms that would be 32.8 MB/s, more than the link carries.
    assert s0_link.tcp(1, {"RTT ms": 10}) == pytest.approx(6.5536)
    assert s0_link.tcp(1, {"RTT ms": 2}) == s0_link.tcp(2, {"RTT ms": 0}) == 19.3
    # 1.024 kB in two round trips and 0.053 ms; 32 times 8.192 kB in one and 0.424 ms.
    conditions = {"request KB": 1, "window": 1, "RTT ms": 10}
    assert s0_link.requests(3, conditions) == pytest.approx(1.024 / 20.0531, rel=1e-4)
    conditions = {"request KB": 8, "window": 32, "RTT ms": 50}
    assert s0_link.requests(5, conditions) == pytest.approx(262.144 / 50.4245, rel=1e-4)


def test_formulas_of_tcp_for_s2():
    mean = {"delay ms": 10, "moment": "mean"}
    assert s2_formulas.windows(mean) == pytest.approx(4 * (3 / 0.108) ** 0.5)
    # A segment takes 10.1 ms * 0.1897 and 200 ms * 0.4269 * 0.027 * 1.0233: 4.275 ms. A request has
    # 90.5 segments, and six share four connections.
    assert s2_formulas.times(6, 4, 0.1, mean) == pytest.approx(580.5, abs=0.1)
    assert s2_formulas.times(1, 1, 0.1, mean) == pytest.approx(387.0, abs=0.1)
    for formula in (s2_formulas.windows, lambda it: s2_formulas.times(6, 4, 0.1, it)):
        assert formula({"delay ms": 10, "moment": "sd"}) is None
