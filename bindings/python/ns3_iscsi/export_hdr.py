# SPDX-License-Identifier: GPL-2.0-only
"""Writes latencies as percentile distributions of HdrHistogram (``.hgrm``), in milliseconds."""

import io

import numpy as np

from .exports import require_package
from .result_files import check, write_atomically
from .results import completed, nanoseconds, operations

#: Digits of a latency that a histogram keeps.
_DIGITS = 3
#: Lines for each halving of the distance to 100 %.
_TICKS = 5


def write(run, out):
    """Write a distribution for each operation, and of all requests if there are several.

    :param run: the RunResults, with requests
    :param out: what the files' names begin with
    :return: the paths of the files, such as ``PREFIX_read.hgrm``
    :raises ValueError: one line, if no request ended well
    """
    histogram = require_package("hdrhistogram", "hdrh.histogram").HdrHistogram
    good = completed(run["requests"])
    if good.empty:
        raise ValueError(f"{run.folder}: no request ended well")
    groups = {name: good[good["operation"] == name] for name in operations(good)}
    if len(groups) > 1:
        groups["all"] = good
    files = {f"{out}_{name}.hgrm": rows for name, rows in groups.items()}
    for file in files:
        check(file)
    for file, rows in files.items():
        write_atomically(file, _distribution(histogram, rows["latency_s"]))
    return list(files)


def _distribution(histogram, seconds):
    times = np.maximum(nanoseconds(seconds), 1)
    one = histogram(1, max(int(times.max()), 2), _DIGITS)
    for value, count in zip(*np.unique(times, return_counts=True), strict=True):
        one.record_value(int(value), int(count))
    text = io.BytesIO()
    one.output_percentile_distribution(text, 1e6, _TICKS)
    return text.getvalue()
