# SPDX-License-Identifier: GPL-2.0-only
"""Statistical regression test: distinguishes an accidental change of behaviour from noise.

    python -m validation.regression             compare with the stored results
    python -m validation.regression --renew     store new ones, after a change that is meant

A few cheap points, ten runs each, are compared with means and standard deviations of ten stored
runs. Equal seeds give equal bytes, so that the stored runs themselves would tell nothing about
noise: any change of the order of random numbers, however harmless, moves each of them a little.
Therefore runs 1 to 10 are stored and runs 11 to 20 compared with them: two independent samples,
which agree within their noise as long as the behaviour is the same.

Welch's t-test compares each metric of each point. Metrics of a point depend on each other in ways
that nobody knows, so that Fisher's method would take one deviation for several; Holm's method keeps
its level under any dependence. Its least adjusted p-value, the least p-value times the number of
tests, is the combined p-value, and what is below the level after adjustment has moved.

Beside the results as a whole there are stages of requests: they vary less and tell where to look.
Results that leave nothing to chance, such as those of sequential reads, must be the same.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from ns3_iscsi import ParameterError, San, sweep
from ns3_iscsi.build_info import read_config
from ns3_iscsi.folder_lock import FolderHeldError
from ns3_iscsi.options import OptionParser, whole_number
from ns3_iscsi.result_files import write_atomically
from scipy.stats import ttest_ind_from_stats

REFERENCE = Path(__file__).resolve().parent / "reference" / "regression.csv"
OUTPUT = Path(__file__).resolve().parent.parent / "out" / "validation"
STORED_RUNS = range(1, 11)
COMPARED_RUNS = range(11, 21)
#: A combined p-value below it is a change.
LEVEL = 0.001
#: Where nothing is left to chance, results are equal that differ by no more than this, relatively.
_SAME = 1e-6

#: Options of each point by its name.
POINTS = {
    "drive, random reads, open": {
        "workload": "poisson",
        "rate": 40,
        "readFraction": 1,
        "size": "4096",
        "drives": 1,
        "count": 1500,
    },
    "drive, sequential reads, closed": {
        "workload": "closed",
        "queueDepth": 4,
        "pattern": "sequential",
        "readFraction": 1,
        "size": "65536",
        "drives": 1,
        "count": 100,
    },
    "drive, random writes, closed": {
        "workload": "closed",
        "queueDepth": 4,
        "readFraction": 0,
        "size": "8192",
        "drives": 1,
        "count": 1000,
    },
    "reads, long delay": {
        "device": "ram",
        "drives": 1,
        "workload": "closed",
        "queueDepth": 2,
        "size": "4096:1,65536:1",
        "readFraction": 1,
        "delay": "10ms",
        "count": 500,
    },
    "gateway with a loop": {
        "gateway": True,
        "loops": 1,
        "drive": "Cheetah9LPFC",
        "drives": 4,
        "workload": "closed",
        "queueDepth": 8,
        "size": "16384",
        "readFraction": 0.67,
        "count": 800,
    },
    "four connections, two links": {
        "device": "ram",
        "drives": 2,
        "connections": 4,
        "links": 2,
        "workload": "poisson",
        "rate": 1500,
        "size": "8192",
        "readFraction": 0.5,
        "count": 1000,
    },
    "losses in a short queue": {
        "device": "ram",
        "drives": 1,
        "initiators": 4,
        "workload": "closed",
        "size": "32768",
        "readFraction": 0.5,
        "queue": "24p",
        "count": 200,
    },
}

#: Columns of a sweep's table that are compared.
METRICS = (
    "errors",
    "all_iops",
    "all_mean_ms",
    "all_p95_ms",
    "all_stage_arrived_at_target_ms",
    "all_stage_loop_won_ms",
    "all_stage_at_drive_ms",
    "all_stage_seek_done_ms",
    "all_stage_rotation_done_ms",
    "all_stage_media_done_ms",
    "all_stage_answered_ms",
)


class RegressionError(Exception):
    """The comparison cannot be made; one line that says why."""


@dataclass(frozen=True)
class Comparison:
    """How results compare with the stored ones.

    :param rows: a data frame with ``point``, ``metric``, ``stored``, ``now``, ``change_percent``,
        ``p``, ``adjusted_p`` and ``moved``, a row for each test
    """

    rows: pd.DataFrame

    @property
    def p(self):
        """The combined p-value: how likely noise alone moves any metric this far, at most."""
        return float(self.rows["adjusted_p"].min())

    @property
    def moved(self):
        """The rows that moved, those that moved most surely first."""
        moved = self.rows[self.rows["moved"]]
        return moved.drop(columns="moved").sort_values("p", kind="stable")

    def __str__(self):
        points = self.rows["point"].nunique()
        return (
            f"regression: {points} points, {len(self.rows)} tests, combined p {self.p:.3g}, "
            f"{self.moved['point'].nunique()} points moved"
        )


def simulate(points, runs, folder=None, workers=None):
    """Simulate points and give mean and standard deviation of each metric.

    :param points: options by name of the point
    :param runs: numbers of the runs
    :param folder: where the sweep is; finished runs there are not simulated again; None for that of
        the validation's results
    :param workers: simulations at a time, None for one per core
    :return: a data frame with ``version``, ``point``, ``options``, ``metric``, ``runs``, ``mean``
        and ``deviation``
    :raises RegressionError: if a run failed
    """
    table = sweep(
        San(),
        list(points.values()),
        list(runs),
        folder=folder or OUTPUT / "sweeps" / "regression",
        workers=workers,
        quiet=True,
        retry=True,
    )
    failed = table["error"].dropna()
    if len(failed):
        name = list(points)[failed.index[0] // len(runs)]
        raise RegressionError(f"{name}: {failed.iloc[0]}: {table['output'].dropna().iloc[0]}")
    version = read_config()["version"]
    rows = []
    for name, own in table.groupby(np.repeat(list(points), len(runs)), sort=False):
        for metric in METRICS:
            if own[metric].isna().any():
                raise RegressionError(f"{name}: no {metric}")
            figures = (len(own), own[metric].mean(), _deviation(own[metric]))
            rows.append((version, name, _words(points[name]), metric, *figures))
    return pd.DataFrame(
        rows, columns=["version", "point", "options", "metric", "runs", "mean", "deviation"]
    )


def compare(stored, now):
    """Compare results with stored ones.

    :param stored: as :func:`simulate` gives it
    :param now: the same of the same points, of other runs
    :return: a Comparison
    :raises RegressionError: if these are results of different points
    """
    keys = ["point", "options", "metric"]
    if stored[keys].to_numpy().tolist() != now[keys].to_numpy().tolist():
        raise RegressionError(
            "the stored results belong to other points: run python -m validation.regression --renew"
        )
    values = [
        one[name].to_numpy() for one in (stored, now) for name in ("mean", "deviation", "runs")
    ]
    p = _welch(*values)
    before, after = values[0], values[3]
    change = np.full(len(p), np.nan)
    np.divide(100 * (after - before), before, out=change, where=before != 0)
    return Comparison(
        pd.DataFrame(
            {
                "point": stored["point"],
                "metric": stored["metric"],
                "stored": before,
                "now": after,
                "change_percent": change,
                "p": p,
                "adjusted_p": holm(p),
                "moved": holm(p) < LEVEL,
            }
        )
    )


def holm(p):
    """Adjust p-values for their number by Holm's step-down method.

    :param p: the p-values
    :return: the adjusted ones in the same order, 1 at most
    """
    order = np.argsort(p, kind="stable")
    steps = np.asarray(p)[order] * np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return adjusted


def check(folder=None, workers=None, seed=0):
    """Simulate the points and compare them with the stored results.

    :param folder: where the sweep is, None for that of the validation's results
    :param workers: simulations at a time, None for one per core
    :param seed: what is added to the numbers of the runs
    :return: a Comparison
    :raises RegressionError: if that cannot be done
    """
    if not REFERENCE.exists():
        raise RegressionError(f"{REFERENCE}: missing: run python -m validation.regression --renew")
    stored = pd.read_csv(REFERENCE)
    runs = [seed + number for number in COMPARED_RUNS]
    return compare(stored, simulate(POINTS, runs, folder, workers))


def renew(folder=None, workers=None):
    """Simulate the points and store their results; arguments as :func:`simulate` has them."""
    stored = simulate(POINTS, STORED_RUNS, folder, workers)
    write_atomically(REFERENCE, stored.to_csv(index=False, float_format="%.9g"))


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 1 if a point moved, 2 after a mistake, of which one line tells
    """
    parser = OptionParser("python -m validation.regression", description=__doc__.partition("\n")[0])
    parser.add_argument("--renew", action="store_true", help=f"write {REFERENCE.name} anew")
    workers = whole_number(1, 10_000, 4)
    parser.add_argument("--workers", type=workers, help="simulations at a time (one per core)")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.renew:
            renew(workers=chosen.workers)
            print(REFERENCE)
            return 0
        comparison = check(workers=chosen.workers)
    except (RegressionError, ParameterError, FolderHeldError, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return tell(comparison)


def tell(comparison):
    """Print a comparison in one line, and a table of what moved.

    :param comparison: the comparison
    :return: the exit status: 1 if a point moved
    """
    print(comparison)
    if len(comparison.moved):
        print(comparison.moved.to_string(index=False, float_format="%.4g"))
    return int(len(comparison.moved) > 0)


def _welch(mean, deviation, runs, other_mean, other_deviation, other_runs):
    """Give the p-values of Welch's t-test; without any noise 1 if means are equal and 0 if not."""
    exact = (deviation == 0) & (other_deviation == 0)
    equal = np.isclose(mean, other_mean, rtol=_SAME, atol=0)
    # A deviation of 1 stands where the test has no answer.
    noise = np.where(exact, 1, deviation)
    p = ttest_ind_from_stats(
        mean, noise, runs, other_mean, other_deviation, other_runs, equal_var=False
    ).pvalue
    return np.where(exact, equal.astype(float), p)


def _deviation(values):
    """Give the standard deviation; what rounding leaves of equal values is none."""
    return 0.0 if np.ptp(values) <= _SAME * abs(values.mean()) else values.std()


def _words(options):
    return " ".join(f"{name}={value}" for name, value in options.items())


if __name__ == "__main__":
    sys.exit(main())
