# SPDX-License-Identifier: GPL-2.0-only
"""Writes the logs of fio: ``PREFIX_lat.1.log`` and so on, which fio-plot and others draw."""

from .fio_figures import job_of, samples
from .result_files import check, write_atomically
from .results import nanoseconds

#: The number of a direction in a log.
_DIRECTIONS = {"read": 0, "write": 1}


def write(run, out):
    """Write the logs of latencies, a line for each request, and of bandwidth and IOPS.

    :param run: the RunResults, with requests
    :param out: what the files' names begin with
    :return: the paths of the files
    :raises ValueError: one line, if no read or write ended well
    """
    job = job_of(run)
    lat = _latencies(job)
    rates = samples(job)
    logs = {
        "lat": lat,
        # A request is submitted in no time.
        "clat": lat,
        "slat": [(time, 0, *rest) for time, _, *rest in lat],
        "bw": _rates(rates, lambda one: int(one.bytes_per_s / 1024)),
        "iops": _rates(rates, lambda one: round(one.iops)),
    }
    files = {f"{out}_{kind}.1.log": lines for kind, lines in logs.items()}
    for file in files:
        check(file)
    for file, lines in files.items():
        write_atomically(file, "".join(", ".join(map(str, line)) + "\n" for line in lines))
    return list(files)


def _latencies(job):
    """Give time in ms, latency in ns, direction, bytes and priority in the order of completion."""
    rows = job.good.assign(end_ns=job.end_ns(job.good)).sort_values("end_ns", kind="stable")
    times = (rows["end_ns"].to_numpy() - job.start_ns) // 1_000_000
    latencies = nanoseconds(rows["latency_s"])
    directions = rows["operation"].map(_DIRECTIONS)
    columns = (times, latencies, directions, rows["bytes"])
    return [(*line, 0) for line in zip(*(column.tolist() for column in columns), strict=True)]


def _rates(rates, value):
    """Give the lines of a log over time, both directions at each time."""
    lines = [
        (one.end_ms, value(one), _DIRECTIONS[direction], 0, 0)
        for direction, steps in rates.items()
        for one in steps
    ]
    return sorted(lines, key=lambda line: (line[0], line[2]))
