# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the experiments on several paths: rate, tail, time without I/O, requests done again."""

import numpy as np
from ns3_iscsi.results import read_requests, read_summary

from .scenarios import arguments, results_of


def requests(settings, run):
    """Read or write at random over one or several paths, a scenario.

    :param settings: options of San, and attributes of ns-3 by their whole names
    :param run: number of the run
    :return: the rate in MB/s; response times in ms that 99 % and 99.9 % of the requests do not
        exceed, and the longest; the longest time in which no request ended, s; requests that
        failed, and commands that the target's unit did beyond one for each request
    """
    with results_of("iscsi-san", *arguments(settings, run)) as folder:
        summary = read_summary(folder / "summary.json")
        table = read_requests(folder / "requests.csv")
    ends = np.sort((table["time_s"] + table["latency_s"]).to_numpy())
    done = summary["units"]["reads"] + summary["units"]["writes"]
    return {
        "mb_per_s": summary["all"]["mb_per_s"],
        "p99_ms": summary["all"]["p99_ms"],
        "p999_ms": summary["all"]["p999_ms"],
        "longest_ms": summary["all"]["max_ms"],
        "silence_s": float(np.diff(ends).max()),
        "failed": summary["errors"],
        "again": done - summary["requests"],
    }
