# SPDX-License-Identifier: GPL-2.0-only
"""How far results move when a parameter of a paper changes by 10 %."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from . import results
from .parameters import is_quantity

FACTOR = 1.1
#: Each so many cells of an experiment are simulated again, from the first one on. It has no factor
#: in common with the numbers of rows and columns that tables have, so that all have a part in it.
STEP = 5


@dataclass(frozen=True)
class _Pair:
    """An experiment as it is and with a changed parameter.

    :param outcome: what came out of it
    :param changed: the changed one
    """

    outcome: results.Outcome
    changed: object

    @property
    def reached(self):
        """The places of cells that the parameter reaches."""
        pairs = zip(self.outcome.experiment.cells, self.changed.cells, strict=True)
        return [
            place
            for place, (one, it) in enumerate(pairs)
            if one.settings != it.settings or one.base != it.base
        ]


def measure(name, parameters, outcomes, load, folder, workers=None, first_run=1):
    """Simulate a selection of cells with each parameter that is no printed or standard value.

    Each fifth cell of every experiment takes part, and if a parameter reaches none of these, the
    first one that it reaches. The results as they are come from the outcomes. The first run of a
    cell is compared with the first run: both have the same random numbers.

    :param name: the paper's short name
    :param parameters: its parameters
    :param outcomes: an Outcome with all cells for each experiment
    :param load: a function that gives a paper's experiments, from its name and parameters
    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param first_run: number of the first run
    :return: a data frame with ``parameter``, its ``value`` and what that is ``changed`` to, the
        ``numbers`` of the selection that it reaches, and the ``mean`` and the ``most`` of their
        moves, percent, without their signs, 0 without such a number; None if there is no such
        parameter
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
        scaled = parameters.scaled(entry, FACTOR)
        pairs = [_Pair(*one) for one in zip(outcomes, load(name, scaled), strict=True)]
        moves = [
            move
            for pair, places in zip(pairs, _select(pairs), strict=True)
            if places
            for move in _moves(name, pair, places, folder, workers, first_run)
        ]
        value = scaled.entries[parameters.entries.index(entry)].value
        row = (f"{entry.table}: {entry.name}", _shown(entry.value), _shown(value), len(moves))
        rows.append((*row, np.mean(moves or [0]), np.max(moves or [0])))
    columns = ["parameter", "value", "changed", "numbers", "mean", "most"]
    return pd.DataFrame(rows, columns=columns)


def _select(pairs):
    """Give the places of cells to simulate again, of each experiment."""
    selected = [[place for place in pair.reached if place % STEP == 0] for pair in pairs]
    return selected if any(selected) else [pair.reached[:1] for pair in pairs]


def _moves(name, pair, places, folder, workers, first_run):
    """Give how far cells of an experiment move, percent."""
    cells = [replace(pair.changed.cells[place], runs=None) for place in places]
    few = replace(pair.changed, cells=cells, runs=1)
    moved = results.simulate(name, few, folder, workers=workers, first_run=first_run)
    base = pair.outcome.rows["first"].to_numpy()[places]
    return np.abs(100 * (moved["simulated"].to_numpy() / base - 1))


def _shown(value):
    return f"{value:.6g}" if isinstance(value, float) else str(value)
