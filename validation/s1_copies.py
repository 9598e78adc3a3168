# SPDX-License-Identifier: GPL-2.0-only
"""Copies of S1 through the page cache over time, and with a switch that fails meanwhile.

Scenarios as those of :mod:`validation.s1_runs`.
"""

import numpy as np
import pandas as pd
from ns3_iscsi.results import read_cache_series, read_programs, read_summary

from .s1_runs import MIB, results_of

#: What a link carries in a second, bytes.
_LINK = 125e6
#: Times after the begin of a copy of which a series has samples, s.
SAMPLES = tuple(np.arange(0, 17.01, 0.25).tolist())
#: Figures of a sample.
SERIES = ("copied", "stored")
#: How long a path that fails for good fails, s.
_FOR_GOOD = 10**6
#: What is read of the requests of a copy.
_COLUMNS = ["time_s", "latency_s", "operation", "bytes", "status", "phase"]


def copy(settings, run):
    """Copy a tree of files through the page cache.

    :param settings: options of iscsi-san with the program ``copy``
    :param run: number of the run
    :return: ``mib_per_s``, as the program finds it; ``copy_s`` and ``written_s``, when the program
        ends and when all is on the disk, from the begin of the copy on; ``link_percent``, the share
        of the link that the writes take from the first to the last
    """
    with results_of("iscsi-san", settings, run) as folder:
        return _figures(folder)


def fail(settings, run):
    """Copy, and again with a switch that fails: for good, or for a while.

    :param settings: options of iscsi-san with the program ``copy``, and ``failures``: a list of
        times after the begin of the copy and for how long the switch fails, s; None for good
    :param run: number of the run
    :return: those of :func:`copy`; of each sample N ``copied_N`` and ``stored_N``, MiB that the
        program has written into memory and that have been written to the target, without a failure;
        of each failure at S seconds, MiB: ``copied_at_S``, what the program has written into memory
        by then; ``memory_at_S``, what of it is in memory alone; ``held_S``, what of the copy the
        target has got in the end; ``lost_S``, the difference of the first and the third. Times of
        failures that end have an ``s`` and their length behind them
    """
    options = {name: value for name, value in settings.items() if name != "failures"}
    options["cacheInterval"] = "1ms"
    with results_of("iscsi-san", options, run) as folder:
        figures = _figures(folder)
        begin, series = _begin(folder), _series(folder)
        before = _stored(folder) - _acknowledged(folder)
        figures |= _samples(series, begin)
    for at, length in settings["failures"]:
        end = begin + at + (length or _FOR_GOOD)
        pulled = {"pathPull": f"{begin + at:.6f}s {end:.6f}s", "mayFail": True}
        with results_of("iscsi-san", options | pulled, run) as folder:
            found = _loss(_series(folder), begin, at, _stored(folder) - before)
        name = f"{at}" if length is None else f"{at}s{length}"
        figures |= {f"{figure}_{name}": value / MIB for figure, value in found.items()}
    return figures


def _figures(folder):
    """Give the figures of a copy without failures."""
    table = read_programs(folder / "programs.csv").set_index("figure")["value"]
    own = _writes(folder)
    ends = own["time_s"] + own["latency_s"]
    seconds = ends.max() - own["time_s"].min()
    return {
        "mib_per_s": table["copy_rate"] / MIB,
        "copy_s": table["copy_time"],
        "written_s": float(ends.max() - _begin(folder)),
        "link_percent": float(100 * own["bytes"].sum() / seconds / _LINK),
    }


def _requests(folder):
    return pd.read_csv(folder / "requests.csv", usecols=_COLUMNS, dtype={"phase": str})


def _writes(folder):
    """Give the writes of the copy itself."""
    table = _requests(folder)
    return table[(table["phase"] != "make") & (table["operation"] == "W")]


def _begin(folder):
    """Give when the copy begins, s: when all files that are to be copied are on the disk."""
    made = _requests(folder).query("phase == 'make'")
    return float((made["time_s"] + made["latency_s"]).max())


def _acknowledged(folder):
    """Give the bytes of the copy that the target has acknowledged."""
    own = _writes(folder)
    return int(own.loc[own["status"] == "ok", "bytes"].sum())


def _stored(folder):
    """Give what the target's disk was given to write, bytes: what made the files as well."""
    return read_summary(folder / "summary.json")["units"]["written_bytes"]


def _series(folder):
    return read_cache_series(folder / "cache-series.csv").set_index("time_s")


def _at(series, column, time):
    """Give what a series has at a time."""
    return float(series[column].loc[:time].iloc[-1])


def _samples(series, begin):
    """Give what is in memory and written back since the begin of the copy, MiB."""
    columns = dict(zip(SERIES, ("dirtied_bytes", "written_bytes"), strict=True))
    return {
        f"{name}_{number}": (_at(series, column, begin + time) - _at(series, column, begin)) / MIB
        for name, column in columns.items()
        for number, time in enumerate(SAMPLES)
    }


def _loss(series, begin, at, held):
    """Give what a failure costs, bytes.

    :param series: of the run in which the switch fails
    :param begin: when the copy begins, s
    :param at: how much later the switch fails, s
    :param held: bytes of the copy that the target has in the end
    """
    time = begin + at
    copied = _at(series, "dirtied_bytes", time) - _at(series, "dirtied_bytes", begin)
    memory = _at(series, "dirty_bytes", time) + _at(series, "writeback_bytes", time)
    return {
        "copied_at": copied,
        "memory_at": memory,
        "held": held,
        "lost": copied - held,
    }


# Nothing is left to chance.
for _function in (copy, fail):
    _function.is_deterministic = True
