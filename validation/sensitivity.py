# SPDX-License-Identifier: GPL-2.0-only
"""How far results move when a parameter of a paper changes by 10 %."""

from dataclasses import replace

import pandas as pd

from . import results
from .parameters import is_quantity

FACTOR = 1.1
#: Each so many cells of an experiment are simulated again, from the last one on. It has no factor
#: in common with the numbers of rows and columns that tables have, so that all have a part in it.
STEP = 5


def measure(name, parameters, load, folder, workers=None):
    """Simulate a selection of cells with each parameter that is no printed or standard value.

    :param name: the paper's short name
    :param parameters: its parameters
    :param load: a function that gives a paper's experiments, from its name and parameters
    :param folder: where sweeps are; cells that a parameter does not concern are simulated once
    :param workers: simulations at a time, None for one per core
    :return: a data frame with ``parameter`` and the ``mean`` and the ``most`` of all moves of the
        result, percent, without their signs; None if there is no such parameter
    """
    entries = [
        one
        for one in parameters.entries
        if one.source in ("derived", "fitted") and is_quantity(one.value)
    ]
    if not entries:
        return None
    base = _simulate(name, load(name, parameters), folder, workers)
    rows = []
    for entry in entries:
        changed = load(name, parameters.scaled(entry, FACTOR))
        moved = _simulate(name, changed, folder, workers)
        moves = 100 * (moved / base - 1).abs()
        rows.append((f"{entry.table}: {entry.name}", moves.mean(), moves.max()))
    return pd.DataFrame(rows, columns=["parameter", "mean", "most"])


def _simulate(name, experiments, folder, workers):
    """Give the results of the selection."""
    parts = [
        results.simulate(name, replace(one, cells=one.cells[::-STEP]), folder, workers=workers)
        for one in experiments
    ]
    return pd.concat(parts, ignore_index=True)["simulated"]
