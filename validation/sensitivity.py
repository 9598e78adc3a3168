# SPDX-License-Identifier: GPL-2.0-only
"""How far results move when a parameter of a paper changes by 10 %."""

from dataclasses import replace

import numpy as np
import pandas as pd

from . import results
from .parameters import is_quantity

FACTOR = 1.1
#: Each so many cells of the quick selection of an experiment are simulated again, from the first
#: one on. It has no factor in common with the numbers of rows and columns that tables have, so that
#: all have a part in it.
STEP = 5


def measure(name, parameters, outcomes, load, folder, workers=None, first_run=1):
    """Simulate a selection of cells with each parameter that is no printed or standard value.

    The results as they are come from the outcomes, and cells that a parameter does not reach are
    not simulated. The first run of a cell is compared with the first run: both have the same
    random numbers.

    :param name: the paper's short name
    :param parameters: its parameters
    :param outcomes: an Outcome with all cells for each experiment
    :param load: a function that gives a paper's experiments, from its name and parameters
    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param first_run: number of the first run
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
    rows = []
    for entry in entries:
        changed = load(name, parameters.scaled(entry, FACTOR))
        moves = np.concatenate(
            [
                _moves(name, old, new, folder, workers, first_run)
                for old, new in zip(outcomes, changed, strict=True)
            ]
        )
        rows.append((f"{entry.table}: {entry.name}", moves.mean(), moves.max()))
    return pd.DataFrame(rows, columns=["parameter", "mean", "most"])


def _moves(name, outcome, changed, folder, workers, first_run):
    """Give how far the selected cells of an experiment move, percent."""
    cells = outcome.experiment.cells
    places = [place for place, cell in enumerate(cells) if cell.is_quick][::STEP]
    old, new = [cells[place] for place in places], [changed.cells[place] for place in places]
    base = outcome.rows["first"].to_numpy()[places]
    reached = [
        one.settings != it.settings or one.base != it.base for one, it in zip(old, new, strict=True)
    ]
    moves = np.zeros(len(new))
    if any(reached):
        cells = [replace(one, runs=None) for one, it in zip(new, reached, strict=True) if it]
        few = replace(changed, cells=cells, runs=1)
        moved = results.simulate(name, few, folder, workers=workers, first_run=first_run)
        moves[reached] = 100 * (moved["simulated"].to_numpy() / base[reached] - 1)
    return np.abs(moves)
