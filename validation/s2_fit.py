# SPDX-License-Identifier: GPL-2.0-only
"""S2: the search for the losses and the writes outstanding, on TCP's rows of tables 2 to 4."""

import numpy as np

from . import s2, s2_pictures, s2_runs
from .claims import OWN, Claim
from .experiment import Cell, Experiment
from .parameters import delay_at
from .reference import read
from .s2_sequential import FITTED_MS, dd, operation_options

#: What is tried, each with each: losses of packets and requests that write-back has under way.
_TO_TARGETS = (0.027, 0.034, 0.041)
_TO_INITIATORS = (0.020, 0.027, 0.034)
_DEPTHS = (5, 6, 7)
#: Tables by the operation that gives them: prefix of the figure in a run, and the printed numbers.
_TABLES = {
    "table 2": ("write", "window_sum_{}", "s2_table2_aggregate_cwnd"),
    "table 3": ("write", "turnaround_{}_ms", "s2_table3_turnaround_writes"),
    "table 4": ("read", "turnaround_{}_ms", "s2_table4_turnaround_reads"),
}
#: Runs of each point: the map is one of medians, which scatter by less than their numbers.
_RUNS = 2
#: By how much the chosen point may be worse than the best of the map, points of percent: neighbours
#: differ by as much at random.
_AS_GOOD = 3


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    cells = [
        Cell(
            {"loss to targets": there, "loss to initiators": back, "writes outstanding": depth},
            dd(
                parameters,
                0,
                s2.PLAIN,
                lossToTargets=there,
                lossToInitiators=back,
                cacheWriteBackDepth=depth,
            ),
            is_quick=False,
        )
        for there in _TO_TARGETS
        for back in _TO_INITIATORS
        for depth in _DEPTHS
    ]
    chosen = parameters.settings("network", "system")
    return [
        Experiment(
            "search",
            "The losses and the writes outstanding that TCP's rows of tables 2 to 4 ask for",
            "The deviation is the mean of three medians, one for each table, over TCP's means and "
            f"standard deviations at {', '.join(map(str, FITTED_MS))} ms. Files and memory are "
            f"{s2.SCALE} times smaller than the paper's; the whole files of tables 2 and 3 have "
            "turnaround times that are up to a seventh longer (see the size of files).",
            cells,
            metric="deviation",
            unit="%",
            column="deviation",
            further=tuple(_TABLES),
            scenario=simulate,
            runs=_RUNS,
            claims=lambda rows: _check(rows, chosen),
            pictures=s2_pictures.search,
        )
    ]


def simulate(settings, run):
    """Simulate TCP's rows of tables 2 to 4 at some delays.

    :param settings: options of San for a file that is written at a delay of 0 ms
    :param run: number of the run
    :return: the median deviation of each table, percent, by its name, and their mean ``deviation``
    """
    found = {
        (delay, operation): s2_runs.simulate(
            settings | {"delay": delay_at(settings, delay)} | operation_options(operation), run
        )
        for delay in FITTED_MS
        for operation in ("write", "read")
    }
    medians = {table: _median(found, *own) for table, own in _TABLES.items()}
    return {**medians, "deviation": float(np.mean(list(medians.values())))}


def _median(found, operation, name, data):
    """Give the median deviation of a table, percent."""
    deviations = [
        abs(100 * (found[row["delay_ms"], operation][name.format(moment)] / row[moment] - 1))
        for row in read(data)
        if row["variant"] == s2.PLAIN and row["delay_ms"] in FITTED_MS
        for moment in ("mean", "sd")
    ]
    return float(np.median(deviations))


def _check(rows, chosen):
    """Check that no point of the map is better than the chosen one."""
    own = rows[
        (rows["loss to targets"] == chosen["lossToTargets"])
        & (rows["loss to initiators"] == chosen["lossToInitiators"])
        & (rows["writes outstanding"] == chosen["cacheWriteBackDepth"])
    ]
    best = rows.loc[rows["simulated"].idxmin()]
    chosen, least = own["simulated"].iloc[0], best["simulated"]
    return [
        Claim(
            "No point of the map is better than the chosen one by more than another seed changes.",
            bool(chosen <= least + _AS_GOOD),
            f"Chosen: {_say(own.iloc[0])}. Best: {_say(best)}, with a loss of "
            f"{best['loss to targets']:.1%} to targets and {best['loss to initiators']:.1%} to "
            f"initiators, {best['writes outstanding']:g} writes.",
            kind=OWN,
            tolerance=f"{_AS_GOOD} points of percent",
        )
    ]


def _say(row):
    """Say the deviation of a point, and those of its tables."""
    tables = ", ".join(f"{table} {row[table]:.1f} %" for table in _TABLES)
    return f"{row['simulated']:.1f} % ({tables})"
