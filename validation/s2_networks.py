# SPDX-License-Identifier: GPL-2.0-only
"""S2 with other networks: which of its tables each of them would meet, and which it would miss."""

from . import s2
from .claims import OWN, Claim
from .experiment import Cell, Experiment
from .reference import read
from .s2_runs import simulate
from .s2_sequential import dd

_DELAYS_MS = (0, 4, 10)
#: What differs from the parameters, by the name of the network.
_NETWORKS = {
    "as chosen": {},
    "stated loss": {"lossToTargets": 0.027, "lossToInitiators": 0.027},
    "stated loss, each segment acknowledged": {
        "lossToTargets": 0.027,
        "lossToInitiators": 0.027,
        "delAckCount": 1,
    },
    "less loss to initiators": {"lossToInitiators": 0.014},
    "MinRto 60 ms": {"minRto": "60ms"},
}
#: Figures of a run: what it does, column, metric and unit, and the table that prints it.
_FIGURES = (
    ("write", "window_sum_mean", "sum of windows", "segments", "s2_table2_aggregate_cwnd"),
    ("write", "turnaround_mean_ms", "turnaround of writes", "ms", "s2_table3_turnaround_writes"),
    ("read", "turnaround_mean_ms", "turnaround of reads", "ms", "s2_table4_turnaround_reads"),
)
#: What a network may miss printed means by and meet them.
_NEAR = 0.2


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    cells = [
        Cell(
            {"network": name, "delay ms": delay, "figure": metric},
            dd(parameters, delay, s2.PLAIN, operation, **own),
            is_quick=False,
            column=column,
            metric=metric,
            unit=unit,
        )
        for name, own in _NETWORKS.items()
        for delay in _DELAYS_MS
        for operation, column, metric, unit, _ in _FIGURES
    ]
    return [
        Experiment(
            "other networks",
            "Windows and turnaround times of TCP with other networks",
            "The parameters are those that meet table 2. Other networks meet other tables: what "
            "differs from the parameters is the loss, the number of segments for each "
            "acknowledgement, or the shortest timeout.",
            cells,
            scenario=simulate,
            runs=s2.RUNS,
            claims=_check,
        )
    ]


def _check(rows):
    """Check that none of the networks meets all three tables, and say what each misses."""
    printed = {
        metric: {row["delay_ms"]: row["mean"] for row in read(data) if row["variant"] == s2.PLAIN}
        for *_, metric, _, data in _FIGURES
    }
    meets, words = {}, []
    for name, own in rows.groupby("network", sort=False):
        ratios = {
            metric: [
                row["simulated"] / printed[metric][row["delay ms"]] for _, row in part.iterrows()
            ]
            for metric, part in own.groupby("figure", sort=False)
        }
        meets[name] = all(abs(one - 1) <= _NEAR for part in ratios.values() for one in part)
        told = "; ".join(
            f"{metric} {', '.join(f'{one:.2f}' for one in part)}" for metric, part in ratios.items()
        )
        words.append(f"{name}: {told}")
    delays = ", ".join(map(str, _DELAYS_MS))
    return [
        Claim(
            "No network of these meets the means of tables 2, 3 and 4 together.",
            not any(meets.values()),
            f"Simulated over printed means at {delays} ms. {'. '.join(words)}.",
            kind=OWN,
            tolerance=f"each mean within {_NEAR:.0%}",
        )
    ]
