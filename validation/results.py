# SPDX-License-Identifier: GPL-2.0-only
"""Results of experiments: rows in one shape for all papers."""

import functools
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from ns3_iscsi.result_files import write_atomically

from . import baselines, runs, summary
from .experiment import Experiment, Paper
from .parameters import Parameters

_UNITS = ("B", "KB", "us", "ms", "MB", "Mb/s", "MB/s", "%")
COLUMNS = [
    "paper",
    "item",
    "conditions",
    "metric",
    "unit",
    "reference",
    "reference_low",
    "reference_high",
    "simulated",
    "ci_low",
    "ci_high",
    "runs",
    "error_percent",
    "within_rounding",
    "within_10_percent",
    "group",
]


@dataclass(frozen=True)
class Outcome:
    """What came out of an experiment.

    :param experiment: the experiment
    :param rows: as :func:`simulate` gives them
    :param claims: the paper's claims, checked
    """

    experiment: Experiment
    rows: pd.DataFrame
    claims: list = field(default_factory=list)

    @property
    def figures(self):
        """The figures of its errors and claims."""
        return summary.figures(self.rows, self.claims)

    @property
    def parts(self):
        """The figures of each group of cells."""
        return summary.by_group(self.rows)


@dataclass(frozen=True)
class PaperOutcome:
    """What came out of a paper.

    :param paper: the paper
    :param parameters: its parameters
    :param outcomes: one for each experiment
    :param sensitivity: as :func:`validation.sensitivity.measure` gives it, None if not measured
    :param left_out: how many of the paper's numbers were not simulated, by item
    """

    paper: Paper
    parameters: Parameters
    outcomes: list
    sensitivity: pd.DataFrame | None = None
    left_out: dict = field(default_factory=dict)

    @functools.cached_property
    def rows(self):
        """The rows of all experiments."""
        return pd.concat([one.rows for one in self.outcomes], ignore_index=True)

    @functools.cached_property
    def own_claims(self):
        """The claims that need the results of several experiments."""
        return self.paper.claims(self.rows)

    @property
    def claims(self):
        """The claims of all experiments and of the paper as a whole."""
        return [claim for one in self.outcomes for claim in one.claims] + self.own_claims

    @property
    def parts(self):
        """The figures of each group of cells."""
        return summary.by_group(self.rows)


def simulate(paper, experiment, folder, is_full=True, workers=None, first_run=1):
    """Simulate an experiment.

    :param paper: the paper's short name
    :param experiment: the experiment
    :param folder: where finished runs are, which are not simulated again
    :param is_full: whether cells count that the quick selection leaves out
    :param workers: simulations at a time, None for one per core
    :param first_run: number of the first run
    :return: a data frame with COLUMNS, the keys of the conditions, the experiment's further
        figures, the baselines' numbers, ``is_capped``, ``is_independent``, ``is_deterministic``,
        ``is_full``, whether all cells are there, ``first``, the result of the first run,
        ``values``, a tuple of the results of all runs, in the same order for all cells, and
        ``failure``, what a simulation said that failed
    """
    cells = [cell for cell in experiment.cells if is_full or cell.is_quick]
    made = runs.simulate(experiment, cells, folder, workers, first_run, is_full)
    beside = dict(zip(map(id, experiment.cells), baselines.predict(experiment), strict=True))
    rows = [
        _row(paper, experiment, cell, one) | beside[id(cell)]
        for cell, one in zip(cells, made, strict=True)
    ]
    return pd.DataFrame(rows).assign(is_full=len(cells) == len(experiment.cells))


def describe(conditions):
    """Say conditions in words: ``{"RTT ms": 2, "window": 1}`` is "RTT 2 ms, window 1".

    :param conditions: value by name; a name may end with the value's unit
    """
    words = []
    for name, value in conditions.items():
        what, _, unit = name.rpartition(" ")
        words.append(f"{what} {value} {unit}" if what and unit in _UNITS else f"{name} {value}")
    return ", ".join(words)


def label(name):
    """Give the label of an axis for a condition: "RTT ms" is "RTT (ms)".

    :param name: of the condition; it may end with the value's unit
    """
    what, _, unit = name.rpartition(" ")
    return f"{what} ({unit})" if what and unit in _UNITS else name


def write(folder, rows):
    """Write a CSV for each paper.

    :param folder: where to
    :param rows: for each paper its rows
    """
    folder.mkdir(parents=True, exist_ok=True)
    for paper, table in rows.items():
        write_atomically(
            folder / f"{paper}.csv", table[COLUMNS].to_csv(index=False, float_format="%.9g")
        )


def _row(paper, experiment, cell, result):
    simulated, low, high = result.bounds()
    error = 100 * (simulated / cell.reference - 1) if cell.reference else np.nan
    row = {
        "paper": paper.upper(),
        "item": experiment.item,
        "conditions": describe(cell.conditions),
        "metric": cell.metric or experiment.metric,
        "unit": cell.unit or experiment.unit,
        "reference": np.nan if cell.reference is None else cell.reference,
        "reference_low": np.nan if cell.low is None else cell.low,
        "reference_high": np.nan if cell.high is None else cell.high,
        "simulated": simulated,
        "ci_low": low,
        "ci_high": high,
        "runs": len(result.values),
        "error_percent": error,
        "within_rounding": cell.low is not None and bool(cell.low <= simulated <= cell.high),
        "within_10_percent": bool(abs(error) <= 10),
        "group": cell.group,
    }
    further = {name: _mean(result.figures, name) for name in experiment.further}
    row.update(cell.conditions, is_capped=cell.is_capped, failure=result.failure)
    row["is_independent"] = cell.is_independent
    first = np.nan if result.failure else result.values[0]
    values = tuple(float(one) for one in result.values)
    own = {"is_deterministic": result.is_deterministic, "first": first, "values": values}
    return {**row, **own, **further}


def _mean(figures, name):
    """Give the mean of a further figure over the runs that have it."""
    return pd.Series([one.get(name) for one in figures], dtype=float).mean()
