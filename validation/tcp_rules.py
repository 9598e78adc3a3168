# SPDX-License-Identifier: GPL-2.0-only
"""Compare TCP with the rules of Linux with what a kernel and a model of its rules did.

python -m validation.tcp_rules [--runs 5] [--workers 1] [--scale 1] [--rules Linux24 ...]

The load is that of S2: four connections, files written and read in requests of 128 KB, a loss of
2.7 % in both directions, round trips of 0, 4 and 10 ms. A row of the reference says what the whole
set of rules gave, or what it gave without one: of that the effect is compared, the ratio to the
whole set.
"""

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from ns3_iscsi import ParameterError
from ns3_iscsi.options import OptionParser, whole_number

from . import s2, s2_runs, s2_sequential
from .parameters import ParameterFileError, Parameters
from .reference import read
from .runs import Result

#: Operation of the program and figure of the run for each figure of the reference.
FIGURES = {
    "windows": ("write", "window_sum_mean", "segments"),
    "writes": ("write", "turnaround_mean_ms", "ms"),
    "reads": ("read", "turnaround_mean_ms", "ms"),
}


def settings(rules, operation, rtt_ms, outstanding, scale):
    """Give the options of San for the load.

    :param rules: those of both hosts
    :param operation: write or read
    :param rtt_ms: round trip
    :param outstanding: writes under way at most
    :param scale: by how much file and memory are smaller
    """
    parameters = Parameters.load(Path(__file__).with_name("s2.toml"))
    own = {
        "tcpRules": rules,
        "targetTcpRules": rules,
        "lossToTargets": s2.STATED_LOSS,
        "lossToInitiators": s2.STATED_LOSS,
        "cacheWriteBackDepth": outstanding,
    }
    return s2_sequential.dd(parameters, rtt_ms, s2.PLAIN, operation, scale, **own)


def measure(rows, scale, runs, workers, found=None):
    """Simulate what rows of the reference need, each load once.

    :param rows: of the reference
    :param scale: by how much file and memory are smaller
    :param runs: of each load
    :param workers: simulations at a time
    :param found: what was measured before, to which this is added
    :return: figures of the runs, a list by (rules, figure, round trip, outstanding)
    """
    loads = {_load(row) for row in rows}
    loads |= {(row["base_rules"], *_load(row)[1:]) for row in rows if _is_effect(row)}
    found = {} if found is None else found
    known = {(rules, FIGURES[figure][0], *rest) for rules, figure, *rest in found}
    jobs = [(load, run) for load in sorted(loads - known) for run in range(1, runs + 1)]
    with ThreadPoolExecutor(workers) as pool:
        results = list(pool.map(lambda job: _simulate(*job, scale), jobs))
    for (load, _), result in zip(jobs, results, strict=True):
        for figure, (operation, column, _) in FIGURES.items():
            if operation == load[1]:
                key = (load[0], figure, load[2], load[3])
                found.setdefault(key, []).append(result[column])
    return found


def _is_effect(row):
    return not math.isnan(row["base"])


def _load(row):
    """Give what is simulated for a row: rules, operation, round trip, requests under way."""
    operation = FIGURES[row["figure"]][0]
    return row["rules"], operation, row["rtt_ms"], row["outstanding"]


def _simulate(load, run, scale):
    return s2_runs.simulate(settings(*load, scale), run)


def compare(row, found):
    """Give what a row of the reference says, what was simulated, its interval and the deviation, %.

    :param row: of the reference
    :param found: of :func:`measure`
    """
    key = (row["figure"], row["rtt_ms"], row["outstanding"])
    values = np.array(found[(row["rules"], *key)])
    printed = row["value"]
    if _is_effect(row):
        # The same random numbers, run by run.
        values = values / np.array(found[(row["base_rules"], *key)])
        printed /= row["base"]
    mean, width = Result(values, [], is_deterministic=False).interval()
    return printed, mean, width, 100 * (mean / printed - 1)


def _line(row, compared):
    names = [str(row[name]) for name in ("rules", "judge", "outstanding", "figure", "rtt_ms")]
    return ",".join(names + [f"{number:.4g}" for number in compared])


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 2 after a mistake, of which one line tells
    """
    parser = OptionParser("python -m validation.tcp_rules", description=__doc__.partition("\n")[0])
    parser.add_argument("--workers", type=whole_number(1, 10_000, 4), default=1, help="at a time")
    parser.add_argument("--runs", type=whole_number(2, 10_000, 5), default=5, help="of each load")
    scale = whole_number(1, 1024, 16)
    parser.add_argument("--scale", type=scale, default=1, help="by how much files are smaller")
    parser.add_argument("--rules", nargs="+", help="rows of the reference, all if not given")
    chosen = parser.parse_args(arguments)
    rows = [row for row in read("tcp_rules") if row["rules"] in (chosen.rules or [row["rules"]])]
    if not rows:
        parser.error(f"rules: the reference has no row for {' '.join(chosen.rules)}")
    print("rules,judge,outstanding,figure,rtt_ms,reference,simulated,interval,deviation_percent")
    found = {}
    try:
        for row in rows:
            measure([row], chosen.scale, chosen.runs, chosen.workers, found)
            print(_line(row, compare(row, found)), flush=True)
    except (ParameterError, ParameterFileError, ImportError, OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
