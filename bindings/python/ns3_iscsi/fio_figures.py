# SPDX-License-Identifier: GPL-2.0-only
"""What fio's files of results say of a run: its requests as one job, and its rates over time."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from .results import completed, nanoseconds

#: Intervals of the rates over time at most.
_MOST_STEPS = 200


@dataclass
class Job:
    """The requests of a run as a job of fio.

    :param requests: all requests
    :param good: the reads and writes that ended well
    :param start_ns: when the first request was issued
    :param duration_ns: from then to the last completion
    """

    requests: pd.DataFrame
    good: pd.DataFrame
    start_ns: int
    duration_ns: int

    def of(self, direction):
        """Give the requests that ended well of a direction, read or write."""
        return self.good[self.good["operation"] == direction]

    @staticmethod
    def end_ns(rows):
        """Give when requests completed."""
        return nanoseconds(rows["time_s"]) + nanoseconds(rows["latency_s"])


@dataclass
class Sample:
    """Rates of an interval.

    :param end_ms: its end, from the start of the job
    :param bytes_per_s: what completed in it
    :param iops: the same in requests per second
    """

    end_ms: int
    bytes_per_s: float
    iops: float


def job_of(run):
    """Give the job that a run was.

    :param run: the RunResults, with requests
    :raises ValueError: one line, if no read or write ended well, or all took no time
    """
    requests = run["requests"]
    good = completed(requests)
    good = good[good["operation"].isin(["read", "write"])]
    if good.empty:
        raise ValueError(f"{run.folder}: no read or write ended well")
    start = int(nanoseconds(requests["time_s"]).min())
    duration = int(Job.end_ns(requests).max()) - start
    if duration == 0:
        raise ValueError(f"{run.folder}: all requests took no time, so there are no rates")
    return Job(requests, good, start, duration)


def samples(job):
    """Give the rates of each direction over time, of whole milliseconds of 1, 2 or 5.

    :param job: the job
    :return: for each direction that there is, Samples in their order; the last interval ends with
        or after the job
    """
    step = next(
        size
        for power in range(19)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if size * 1_000_000 * _MOST_STEPS >= job.duration_ns
    )
    count = -(-job.duration_ns // (step * 1_000_000))
    edges = np.arange(count + 1) * step * 1_000_000
    found = {}
    for direction in ("read", "write"):
        rows = job.of(direction)
        if rows.empty:
            continue
        times = job.end_ns(rows) - job.start_ns
        number, _ = np.histogram(times, edges)
        moved, _ = np.histogram(times, edges, weights=rows["bytes"])
        found[direction] = [
            Sample(step * (i + 1), moved[i] * 1e3 / step, number[i] * 1e3 / step)
            for i in range(count)
        ]
    return found
