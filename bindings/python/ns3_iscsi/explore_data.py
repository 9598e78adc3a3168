# SPDX-License-Identifier: GPL-2.0-only
"""What the page of ``ns3-iscsi explore`` knows of a run: its requests as columns of whole numbers,
and over time the requests under way and the congestion windows.
"""

import numpy as np
import pandas as pd

from . import results, sweeps
from .columns import COMMAND
from .results import nanoseconds
from .run_results import RunResults
from .stages import STAGES

#: The columns that say from where to where the heads of a disk went.
TRACKS = ["from_cylinder", "from_head", "cylinder", "head"]
#: Most requests of a page. Of more, the slowest are there and a random sample of the others.
MOST_REQUESTS = 100_000
#: So many of the slowest requests of each run are always there.
SLOWEST = 1_000
#: Most points over time of a run's queue depth, and of the window of one end of a connection.
MOST_DEPTHS, MOST_WINDOWS = 200_000, 20_000
#: Most ends of connections whose windows are drawn: those that sent most.
_MOST_ENDS = 6


class Run:
    """The results of a run.

    :param folder: the folder of its results
    :raises ValueError: one line that names the folder or the file, if it has no requests or
        something in it is damaged
    """

    def __init__(self, folder):
        #: All tables, RunResults.
        self.results = RunResults(folder)
        #: The folder, an absolute Path.
        self.folder = self.results.folder.resolve()
        #: What people call it: its folder, or the settings of a point of a sweep.
        self.name = sweeps.point_name(self.folder) or self.folder.name
        #: The requests, in the order of issue.
        self.requests = self.results.require("requests").sort_values("time_s", kind="stable")
        results.require_all(self.requests, f"{folder}")
        #: The disk whose heads the run recorded, as summary.json describes it; None for none.
        self.disk = None
        if "disk-accesses" in self.results:
            self.disk = self.results.summary.get("disk")
        #: The stages that the file has, in the order of the way.
        self.stages = [stage for stage in STAGES if f"{stage}_s" in self.requests]
        # What it asks of the device, and others wait for, is not recorded.
        self._has_cache = "cache_hit" in self.stages

    def columns(self):
        """Give the requests in the order of issue.

        :return: a dict of arrays of whole numbers of 0 or more: ``time``, ``latency`` and the
            stages in nanoseconds, ``device``, ``bytes``, ``lba``; ``longest``, the number of the
            longest of the run's stages; ``ahead``, requests to the same device that left that stage
            while this one was in it, where it is a queue and no page cache in front of the
            device has requests of its own; ``others``, requests under way at the
            issue; ``retransmissions`` and ``timeouts`` of all TCP connections meanwhile; those of
            the command that carried the request, such as ``task_tag``, one higher than they are,
            and 0 without a command; TRACKS in the same way, and 0 without an access to a medium
        """
        table = self.requests
        stages = {stage: nanoseconds(table[f"{stage}_s"]) for stage in self.stages}
        matrix = np.stack(list(stages.values()))
        issue, latency = nanoseconds(table["time_s"]), nanoseconds(table["latency_s"])
        longest = matrix.argmax(axis=0)
        device = table["device"].to_numpy()
        ends = issue + matrix.cumsum(axis=0)
        ahead = np.zeros(len(table), dtype=np.int64)
        for number, stage in enumerate(self.stages):
            if STAGES[stage].is_queue and not self._has_cache:
                rows = longest == number
                begin = ends[number] - matrix[number]
                ahead[rows] = left_meanwhile(begin, ends[number], device)[rows]
        times, depths = self.depths()
        return {
            "time": issue,
            "latency": latency,
            **stages,
            "device": device,
            "bytes": table["bytes"].to_numpy(),
            "lba": table["lba"].to_numpy(),
            "longest": longest,
            "ahead": ahead,
            "others": depths[np.searchsorted(times, issue, side="right") - 1] - 1,
            **self._tcp_events(issue, issue + latency),
            **self._tracks(ends, stages),
            **{
                one.name: (table[one.name] + 1).fillna(0).to_numpy(dtype=np.int64)
                for one in COMMAND
            },
        }

    def depths(self):
        """Give the times at which the number of requests under way changes, ns, and the numbers."""
        depth = results.queue_depth(self.requests)
        return nanoseconds(depth.index), depth.to_numpy()

    def windows(self):
        """Give the congestion windows of the ends that sent most.

        :return: a list of the end's name, times in nanoseconds and windows in bytes at these; empty
            if the run did not record them
        """
        if not {"tcp-series", "connections"} <= set(self.results):
            return []
        sent = self.results["connections"].set_index(["connection", "sender"])["sent_bytes"]
        busiest = sent.sort_values(ascending=False, kind="stable").index[:_MOST_ENDS]
        ends = dict(list(self.results["tcp-series"].groupby(["connection", "sender"], sort=False)))
        made = []
        for end in (end for end in busiest if end in ends):
            rows = ends[end].dropna(subset="cwnd_bytes")
            is_last = np.arange(len(rows)) == len(rows) - 1
            changed = rows[(rows["cwnd_bytes"].diff() != 0) | is_last]
            time = nanoseconds(changed["time_s"])
            window = changed["cwnd_bytes"].to_numpy().astype(np.int64)
            name = f"{end[1]}, connection {end[0]}"
            made.append((name, *reduce_series(time, window, MOST_WINDOWS)))
        return made

    def _tracks(self, ends, stages):
        """Find the access to a medium that takes the very times of each request."""
        if self.disk is None:
            return {name: np.zeros(len(self.requests), dtype=np.int64) for name in TRACKS}
        begin = ends[self.stages.index("at_drive")]
        parts = {"seek_s": "seek_done", "rotation_s": "rotation_done", "media_s": "media_done"}
        times = {"time_s": begin} | {name: stages[stage] for name, stage in parts.items()}
        accesses = self.results["disk-accesses"].dropna(subset="lba")
        known = pd.DataFrame({name: nanoseconds(accesses[name]) for name in times})
        known[TRACKS] = accesses[TRACKS].to_numpy()
        # Of disks that begin at once and take as long the one that is meant is not known.
        known = known.drop_duplicates().drop_duplicates(list(times), keep=False)
        found = pd.DataFrame(times).merge(known, on=list(times), how="left")
        return {name: (found[name] + 1).fillna(0).to_numpy(dtype=np.int64) for name in TRACKS}

    def _tcp_events(self, begin, end):
        """Count what TCP had to repair while each request was under way."""
        names = ("retransmissions", "timeouts")
        if "tcp-series" not in self.results:
            return {name: np.zeros(len(begin), dtype=np.int64) for name in names}
        rows = self.results["tcp-series"].sort_values("time_s", kind="stable")
        times = nanoseconds(rows["time_s"])
        counts = {}
        for name in names:
            of_end = rows.groupby(["connection", "sender"])[name]
            total = (rows[name] - of_end.shift(fill_value=0)).cumsum().to_numpy()
            total = np.concatenate([[0], total]).astype(np.int64)
            until = [np.searchsorted(times, at, side="right") for at in (begin, end)]
            counts[name] = total[until[1]] - total[until[0]]
        return counts


def sample(latency, most):
    """Choose the requests of a page: the slowest, and of the others as many as there is room for.

    :param latency: of each request
    :param most: how many are chosen
    :return: the chosen rows in their order, which of these are there for being slow, and how many
        requests each of the others stands for
    """
    count = len(latency)
    if count <= most:
        return np.arange(count), np.ones(count, dtype=bool), 1.0
    order = np.argsort(-latency, kind="stable")
    slow, others = order[: min(SLOWEST, most // 2)], order[min(SLOWEST, most // 2) :]
    room = most - len(slow)
    # The same run gives the same page.
    chosen = np.random.default_rng(0).choice(others, room, replace=False)
    rows = np.sort(np.concatenate([slow, chosen]))
    return rows, np.isin(rows, slow), len(others) / room


def left_meanwhile(begin, end, device):
    """Count for each wait the other waits at the same device that ended in it.

    :param begin: when each wait begins
    :param end: when it ends
    :param device: where
    :return: the counts; a wait that ends at the same time as another one counts for neither
    """
    counts = np.zeros(len(begin), dtype=np.int64)
    for one in np.unique(device):
        rows = device == one
        ends = np.sort(end[rows])
        before = np.searchsorted(ends, begin[rows], side="right")
        counts[rows] = np.maximum(np.searchsorted(ends, end[rows], side="left") - before, 0)
    return counts


def reduce_series(time, value, most):
    """Give the largest value in each of equal intervals, if there are more values than these.

    :param time: ascending
    :param value: at each time
    :param most: number of intervals
    :return: times and values
    """
    if len(time) <= most:
        return time, value
    interval = (time - time[0]) * most // (time[-1] - time[0] + 1)
    table = pd.DataFrame({"interval": interval, "time": time, "value": value})
    largest = table.groupby("interval").agg({"time": "first", "value": "max"})
    return largest["time"].to_numpy(), largest["value"].to_numpy()
