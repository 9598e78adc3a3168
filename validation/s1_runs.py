# SPDX-License-Identifier: GPL-2.0-only
"""Runs of S1's testbed, in the paper's units: MB are 2^20 bytes.

Scenarios of :mod:`validation.scenarios`: settings are options of the programs ``tcp-bulk`` and
``iscsi-san``, and attributes of ns-3 by their names.
"""

import pandas as pd
from ns3_iscsi.h2benchw import read_zones
from ns3_iscsi.results import read_programs, read_summary

from . import scenarios

MIB = 2**20
_DIRECTIONS = ("all", "read", "write")


def iperf(settings, run):
    """Send bytes over plain TCP.

    :param settings: options of tcp-bulk
    :param run: number of the run
    :return: ``mib_per_s`` after the warm-up
    """
    with results_of("tcp-bulk", settings, run) as folder:
        steady = read_summary(folder / "summary.json")["steady"]
    return {"mib_per_s": steady["mb_per_s"] * 1e6 / MIB}


def requests(settings, run):
    """Read and write blocks.

    :param settings: options of iscsi-san with a workload of block requests
    :param run: number of the run
    :return: for ``all``, ``read`` and ``write``: ``_iops``, ``_mib_per_s`` and ``_ms``, the mean
        response time; what does not occur is missing
    """
    with results_of("iscsi-san", settings, run) as folder:
        summary = read_summary(folder / "summary.json")
    figures = {}
    for name in _DIRECTIONS:
        own = summary.get(name)
        if own and own["count"]:
            figures[f"{name}_iops"] = own["iops"]
            figures[f"{name}_mib_per_s"] = own["mb_per_s"] * 1e6 / MIB
            figures[f"{name}_ms"] = own["mean_ms"]
    return figures


def h2benchw(settings, run):
    """Measure the target's disk with h2benchw, one request after the other: without chance.

    :param settings: options of iscsi-san with the workload ``h2benchw``
    :param run: number of the run
    :return: the figures of programs.csv, MiB/s or ms; of zone N ``zone_N_percent``, its position,
        ``zone_N_read`` and ``zone_N_write``, MiB/s
    """
    with results_of("iscsi-san", settings, run) as folder:
        table = read_programs(folder / "programs.csv").set_index("figure")["value"]
        zones = read_zones(folder)
    return dict(table) | _by_zone(zones)


def _by_zone(zones):
    """Give the figures of each zone."""
    found = {}
    for operation, rows in zones.groupby("operation"):
        columns = rows["position_percent"], rows["mib_per_s"]
        for number, (position, rate) in enumerate(zip(*columns, strict=True)):
            found[f"zone_{number}_percent"] = position
            found[f"zone_{number}_{operation}"] = rate
    return found


def pull(settings, run):
    """Read and write blocks while a cable is pulled and put back.

    :param settings: options of iscsi-san with ``cablePull`` in seconds
    :param run: number of the run
    :return: ``errors``, requests that failed; ``longest_ms``, the longest response;
        ``before_mib_per_s`` in the second before the cable is pulled, ``without_mib_per_s`` in the
        second before it is put back, ``after_mib_per_s`` from a second after that on, and
        ``last_mib_per_s`` in the last second
    """
    with results_of("iscsi-san", settings, run) as folder:
        summary = read_summary(folder / "summary.json")
        requests = pd.read_csv(folder / "requests.csv", usecols=["time_s", "latency_s", "bytes"])
    pulled, put_back = (float(time.removesuffix("s")) for time in settings["cablePull"].split())
    ends = requests["time_s"] + requests["latency_s"]
    last = float(settings["stop"].removesuffix("s"))
    return {
        "errors": summary["errors"],
        "longest_ms": float(1e3 * requests["latency_s"].max()),
        "before_mib_per_s": _rate(ends, requests["bytes"], pulled - 1, pulled),
        "without_mib_per_s": _rate(ends, requests["bytes"], put_back - 1, put_back),
        "after_mib_per_s": _rate(ends, requests["bytes"], put_back + 1, last),
        "last_mib_per_s": _rate(ends, requests["bytes"], last - 1, last),
    }


def _rate(ends, sizes, begin, end):
    """Give what ends in a time, MiB/s."""
    return float(sizes[(begin < ends) & (ends <= end)].sum()) / (end - begin) / MIB


def share(settings, run):
    """Read or write a file of a share.

    :param settings: options of iscsi-san with the program ``dd`` and a file service
    :param run: number of the run
    :return: ``mib_per_s``, as the program finds it
    """
    with results_of("iscsi-san", settings, run) as folder:
        table = read_programs(folder / "programs.csv").set_index("figure")["value"]
    return {"mib_per_s": table["copy_rate"] / MIB}


def results_of(name, settings, run):
    """Give the folder with the results of a run, which is there for a while.

    :param name: the program
    :param settings: its options
    :param run: number of the run
    """
    return scenarios.results_of(name, *scenarios.plain_arguments(settings, run))


# One load, and no random errors.
for _function in (iperf, h2benchw, share):
    _function.is_deterministic = True
