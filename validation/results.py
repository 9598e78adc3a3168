# SPDX-License-Identifier: GPL-2.0-only
"""Results of experiments: rows in one shape for all papers, and their figures."""

import functools
import json
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from ns3_iscsi import San, sweep
from ns3_iscsi.build_info import program
from ns3_iscsi.result_files import write_atomically
from ns3_iscsi.statistics import mean_ci

from .experiment import Experiment, Paper
from .parameters import Parameters

_UNITS = ("B", "KB", "us", "ms", "MB", "Mb/s", "MB/s")
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
    "error_percent",
    "within_rounding",
    "within_10_percent",
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
        return figures(self.rows, self.claims)


@dataclass(frozen=True)
class PaperOutcome:
    """What came out of a paper.

    :param paper: the paper
    :param parameters: its parameters
    :param outcomes: one for each experiment
    :param sensitivity: as :func:`validation.sensitivity.measure` gives it, None if not measured
    """

    paper: Paper
    parameters: Parameters
    outcomes: list
    sensitivity: pd.DataFrame | None = None

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
        """The figures of cells that parameters were fitted on, and of the others."""
        rows = self.rows
        return {
            "fitted": figures(rows[rows["is_fitted"]]),
            "predicted": figures(rows[~rows["is_fitted"]]),
        }


def summarize(papers):
    """Give what summary.json holds: the figures by item, by paper and part of it, and in all.

    :param papers: a PaperOutcome for each paper
    """
    items = {
        f"{one.paper.name.upper()} {it.experiment.item}": it.figures
        for one in papers
        for it in one.outcomes
    }
    rows = pd.concat([one.rows for one in papers], ignore_index=True)
    return {
        "items": items,
        "papers": {one.paper.name.upper(): figures(one.rows, one.claims) for one in papers},
        "parts": {one.paper.name.upper(): one.parts for one in papers},
        "total": figures(rows, [claim for one in papers for claim in one.claims]),
    }


def simulate(paper, experiment, folder, is_full=True, workers=None):
    """Simulate an experiment.

    :param paper: the paper's short name
    :param experiment: the experiment
    :param folder: where sweeps are; finished points there are not simulated again
    :param is_full: whether cells count that the quick selection leaves out
    :param workers: simulations at a time, None for one per core
    :return: a data frame with COLUMNS, the keys of the conditions, the experiment's further
        columns, ``is_fitted``, and ``failure``, what a simulation said that failed
    """
    cells = [cell for cell in experiment.cells if is_full or cell.is_quick]
    settings, places = _without_repetitions(cells)
    table = sweep(
        San(),
        settings,
        experiment.runs,
        folder=folder / f"{paper}-{experiment.item.replace(' ', '-')}",
        workers=workers,
        quiet=True,
        scenario=program(experiment.scenario),
        retry=True,
    )
    runs = [table.iloc[place * experiment.runs : (place + 1) * experiment.runs] for place in places]
    return pd.DataFrame(
        [_row(paper, experiment, cell, one) for cell, one in zip(cells, runs, strict=True)]
    )


def describe(conditions):
    """Say conditions in words: ``{"RTT ms": 2, "window": 1}`` is "RTT 2 ms, window 1".

    :param conditions: value by name; a name may end with the value's unit
    """
    words = []
    for name, value in conditions.items():
        what, _, unit = name.rpartition(" ")
        words.append(f"{what} {value} {unit}" if what and unit in _UNITS else f"{name} {value}")
    return ", ".join(words)


def figures(results, claims=()):
    """Give the figures of some results.

    :param results: rows with COLUMNS
    :param claims: claims that were checked with them
    :return: a dict: number of cells with a reference, errors of those that did not fail, cells
        within 10 % or within the rounding of the printed figure, claims without those that the
        paper is wrong about and those that cannot be checked
    """
    measured = results[results["reference"].notna()]
    errors = measured["error_percent"].dropna().abs()
    within = measured["within_rounding"] | measured["within_10_percent"]
    right = [claim for claim in claims if claim.is_right and claim.held is not None]
    return {
        "cells": len(measured),
        "median_abs_error_percent": _percentile(errors, 50),
        "p90_abs_error_percent": _percentile(errors, 90),
        "within_10_percent": int(within.sum()),
        "claims_checked": len(right),
        "claims_held": sum(claim.held for claim in right),
    }


def outside(results):
    """Give the rows that are neither within 10 % nor within the rounding of the printed figure."""
    within = results["within_rounding"] | results["within_10_percent"]
    return results[results["reference"].notna() & ~within]


def write(folder, results, summary):
    """Write a CSV for each paper, and the summary.

    :param folder: where to
    :param results: for each paper its rows
    :param summary: what summary.json holds
    """
    folder.mkdir(parents=True, exist_ok=True)
    for paper, rows in results.items():
        write_atomically(
            folder / f"{paper}.csv", rows[COLUMNS].to_csv(index=False, float_format="%.9g")
        )
    write_atomically(folder / "summary.json", json.dumps(summary, indent=1) + "\n")


def _without_repetitions(cells):
    """Give the different settings of cells, and for each cell the place of its own."""
    places, settings, numbers = {}, [], []
    for cell in cells:
        key = json.dumps(San(**cell.settings).parameters(), sort_keys=True)
        if key not in places:
            places[key] = len(settings)
            settings.append(cell.settings)
        numbers.append(places[key])
    return settings, numbers


def _row(paper, experiment, cell, runs):
    failure = _failure(runs, experiment.column)
    simulated, width = (np.nan, np.nan) if failure else _mean(runs, experiment.column)
    error = 100 * (simulated / cell.reference - 1) if cell.reference else np.nan
    row = {
        "paper": paper.upper(),
        "item": experiment.item,
        "conditions": describe(cell.conditions),
        "metric": experiment.metric,
        "unit": experiment.unit,
        "reference": np.nan if cell.reference is None else cell.reference,
        "reference_low": np.nan if cell.low is None else cell.low,
        "reference_high": np.nan if cell.high is None else cell.high,
        "simulated": simulated,
        "ci_low": simulated - width,
        "ci_high": simulated + width,
        "error_percent": error,
        "within_rounding": cell.low is not None and bool(cell.low <= simulated <= cell.high),
        "within_10_percent": bool(abs(error) <= 10),
    }
    further = {name: runs[name].mean() for name in experiment.further}
    row.update(cell.conditions, is_fitted=cell.is_fitted, failure=failure)
    return {**row, **further}


def _failure(runs, column):
    """Say what failed, or that there is no result, which would otherwise be left out in silence."""
    failures = runs["error"].dropna()
    if len(failures):
        return f"{failures.iloc[0]}: {runs['output'].dropna().iloc[0]}"
    return f"no {column} in {runs[column].isna().sum()} runs" if runs[column].isna().any() else None


def _mean(runs, column):
    """Give the mean of a result over runs and half the width of its 95 % confidence interval."""
    mean = mean_ci(runs.assign(cell=0), "cell", [column]).iloc[0]
    width = mean[f"{column}_ci"]
    return mean[column], 0.0 if np.isnan(width) else width


def _percentile(errors, percent):
    return round(float(np.percentile(errors, percent)), 3) if len(errors) else None
