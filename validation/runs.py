# SPDX-License-Identifier: GPL-2.0-only
"""Runs of cells: as many as their intervals need, and what they give."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from ns3_iscsi.statistics import mean_ci

from . import scenarios
from .experiment import COMPARISONS, GEOMETRIC, Runs

#: Runs of a cell at most in a quick selection.
QUICK_RUNS = 8


@dataclass
class _Simulated:
    """The runs of one simulation that is there once for all cells that need it."""

    settings: dict
    is_deterministic: bool
    wanted: int = 1
    runs: list = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    """What the runs of a cell give.

    :param values: the result of each run; empty if it failed
    :param figures: the dicts of figures of its runs
    :param is_deterministic: whether runs cannot differ
    :param failure: what a run that failed said, None without
    :param is_geometric: whether the mean is that of logarithms
    """

    values: np.ndarray
    figures: list
    is_deterministic: bool
    failure: str | None = None
    is_geometric: bool = False

    def bounds(self):
        """Give the mean and both ends of its 95 % confidence interval.

        :return: mean, low and high; a geometric mean is nearer to the low end
        """
        if self.is_geometric and not self.failure:
            mean, width = replace(self, values=np.log(self.values), is_geometric=False).interval()
            return tuple(float(one) for one in np.exp([mean, mean - width, mean + width]))
        mean, width = self.interval()
        return mean, mean - width, mean + width

    def interval(self):
        """Give the mean and half the width of its 95 % confidence interval.

        :return: those of the values, not of their logarithms; the width is not a number for a
            single run of what chance has a part in
        """
        if self.failure:
            return math.nan, math.nan
        if self.is_deterministic:
            return float(self.values.mean()), 0.0
        table = pd.DataFrame({"cell": 0, "value": self.values, "error": None})
        row = mean_ci(table, "cell", ["value"]).iloc[0]
        return float(row["value"]), float(row["value_ci"])


def simulate(experiment, cells, folder, workers=None, first_run=1, is_full=True):
    """Simulate cells with as many runs as they ask for.

    :param experiment: the experiment
    :param cells: those of its cells that are needed
    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param first_run: number of the first run
    :param is_full: whether intervals become as narrow as cells ask; otherwise there are the least
        runs, QUICK_RUNS at most
    :return: a Result for each cell
    """
    limits = [experiment.runs_of(cell) for cell in cells]
    if not is_full:
        limits = [Runs(min(one.least, QUICK_RUNS)) for one in limits]
    known = {}
    pairs = [_points(experiment, cell, known) for cell in cells]
    for points, one in zip(pairs, limits, strict=True):
        _want(points, one.least)
    while any(one.wanted > len(one.runs) for one in known.values()):
        _run_missing(experiment.scenario, known.values(), folder, workers, first_run)
        for cell, points, one in zip(cells, pairs, limits, strict=True):
            if one.precision is not None:
                _want(points, _needed(_result(experiment, cell, points), one))
    return [_result(experiment, *one) for one in zip(cells, pairs, strict=True)]


def _points(experiment, cell, known):
    """Give the simulation of a cell, and that of its base if it has one."""
    points = []
    for settings in (cell.settings,) if cell.base is None else (cell.settings, cell.base):
        key = scenarios.identify(experiment.scenario, settings)
        if key not in known:
            fixed = scenarios.is_deterministic(experiment.scenario, settings)
            known[key] = _Simulated(settings, fixed)
        points.append(known[key])
    return points


def _want(points, count):
    for one in points:
        one.wanted = 1 if one.is_deterministic else max(one.wanted, count)


def _run_missing(scenario, points, folder, workers, first_run):
    """Run what is missing, together what misses the same runs."""
    batches = {}
    for one in points:
        if one.wanted > len(one.runs):
            batches.setdefault((len(one.runs), one.wanted), []).append(one)
    for (begin, end), batch in batches.items():
        numbers = [first_run + number for number in range(begin, end)]
        settings = [one.settings for one in batch]
        results = scenarios.run(scenario, settings, numbers, folder, workers)
        for one, added in zip(batch, results, strict=True):
            one.runs += added


def _needed(result, limits):
    """Give how many runs make the interval narrow enough, as far as the present ones tell."""
    mean, width = result.interval()
    count, goal = len(result.values), limits.precision * abs(mean)
    if result.failure or result.is_deterministic or width <= goal:
        return count
    # At most twice as many, as few runs tell little of their spread.
    more = 2 * count if goal == 0 else min(2 * count, math.ceil(count * (width / goal) ** 2))
    return min(limits.most, max(count + 1, more))


def _result(experiment, cell, points):
    column = cell.column or experiment.column
    failure = next(filter(None, (_failure(one.runs, column) for one in points)), None)
    # A simulation without chance has one run, which stands for each run of the other.
    random = [len(one.runs) for one in points if not one.is_deterministic]
    count = min(random, default=1)
    values = [] if failure else [_values(one, column, count) for one in points]
    compared = COMPARISONS[cell.compare](*values) if len(values) == 2 else (values or [[]])[0]
    return Result(
        np.asarray(compared, float),
        points[0].runs,
        not random,
        failure,
        cell.base is not None and cell.compare == GEOMETRIC,
    )


def _values(point, column, count):
    runs = point.runs * count if point.is_deterministic else point.runs
    return np.array([one[column] for one in runs[:count]], float)


def _failure(runs, column):
    """Say what failed, or that there is no result, which would otherwise be left out in silence."""
    for one in runs:
        if one.get("error"):
            return f"{one['error']}: {one['output']}"
    missing = sum(one.get(column) is None for one in runs)
    return f"no {column} in {missing} runs" if missing else None
