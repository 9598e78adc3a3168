# SPDX-License-Identifier: GPL-2.0-only
"""Baselines: what is reached on the numbers of an experiment without a simulation.

What a constant or a closed form gets right is no merit of a model, so it stands beside the model's
errors, on the same numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .groups import FITTED

CONSTANT, FITTED_ALONE, CLOSED_FORM = "constant", "fitted alone", "closed form"
#: By baseline: what it is, in words for a reader.
BASELINES = {
    CONSTANT: "for each unit of a table the one number that is within 10 % of the most printed "
    "numbers; it is chosen with all of them in view",
    FITTED_ALONE: "for each figure of a table the mean of the printed numbers that parameters were "
    "fitted on, taken for all others",
    CLOSED_FORM: "a formula without hosts, given with the table",
}
#: By baseline: the column of results that has its numbers.
COLUMNS = {name: f"baseline_{name.replace(' ', '_')}" for name in BASELINES}
#: Numbers of one unit from which on a constant says something.
_LEAST = 3
#: What an error may be, percent, and be within 10 % in spite of rounding.
_NEAR = 10 + 1e-9


@dataclass(frozen=True)
class ClosedForm:
    """A formula for the numbers of a table, without the hosts that the simulation has.

    :param text: the formula in words
    :param value: a function from the conditions of a cell to the number, None where the formula
        says nothing
    """

    text: str
    value: Callable


def predict(experiment):
    """Give what each baseline says of each number of an experiment.

    :param experiment: the experiment, all of whose cells are looked at
    :return: for each cell a dict of numbers by COLUMNS' values, nan where a baseline says nothing
    """
    cells = experiment.cells
    units = [cell.unit or experiment.unit for cell in cells]
    metrics = [
        (cell.metric or experiment.metric, unit) for cell, unit in zip(cells, units, strict=True)
    ]
    constants = {unit: _best_constant(_printed(cells, units, unit)) for unit in set(units)}
    fitted = [cell if cell.group == FITTED else None for cell in cells]
    means = {metric: _mean(_printed(fitted, metrics, metric)) for metric in set(metrics)}
    return [
        {
            COLUMNS[CONSTANT]: constants[unit],
            COLUMNS[FITTED_ALONE]: np.nan if cell.group == FITTED else means[metric],
            COLUMNS[CLOSED_FORM]: _closed(experiment.closed_form, cell),
        }
        for cell, unit, metric in zip(cells, units, metrics, strict=True)
    ]


def figures(measured):
    """Give how near the baselines are.

    :param measured: rows of results that have a printed number
    :return: by baseline, without those that say nothing of these rows, a dict: ``cells`` of which
        it says something, ``within_10_percent`` and ``median_abs_error_percent``, and under
        ``simulated`` how many of these cells the simulation has within 10 %
    """
    found = {}
    for name, column in COLUMNS.items():
        rows = measured[measured[column].notna()]
        if len(rows):
            errors = _errors(rows[column], rows["reference"])
            found[name] = {
                "cells": len(rows),
                "within_10_percent": int((errors <= _NEAR).sum()),
                "median_abs_error_percent": round(float(np.median(errors)), 3),
                "simulated": int(rows["within_10_percent"].sum()),
            }
    return found


def words(found):
    """Say in a line how near baselines are, empty if there is none.

    :param found: as :func:`figures` gives it
    """
    return "; ".join(
        f"{name} {one['within_10_percent']} of {one['cells']}, median "
        f"{one['median_abs_error_percent']:.2f} %"
        + (f" (simulated {one['simulated']})" if name != CONSTANT else "")
        for name, one in found.items()
    )


def _printed(cells, keys, wanted):
    """Give the printed numbers of the cells that have a key."""
    pairs = zip(cells, keys, strict=True)
    return np.array(
        [cell.reference for cell, key in pairs if key == wanted and cell and cell.reference]
    )


def _best_constant(printed):
    """Give the number that is within 10 % of the most, and of such numbers the nearest."""
    if len(printed) < _LEAST:
        return np.nan
    candidates = np.concatenate([printed, 0.9 * printed, 1.1 * printed])
    errors = [_errors(one, printed) for one in candidates]
    best = max(
        range(len(candidates)),
        key=lambda number: ((errors[number] <= _NEAR).sum(), -np.median(errors[number])),
    )
    return candidates[best]


def _errors(numbers, printed):
    return 100 * abs(numbers / printed - 1)


def _mean(printed):
    return printed.mean() if len(printed) else np.nan


def _closed(form, cell):
    value = form.value(cell.conditions) if form else None
    return np.nan if value is None else value
