# SPDX-License-Identifier: GPL-2.0-only
"""What segmentation offload changes: scenarios simulated frame by frame and with it, side by side.

A Section is a table of rows, and a row knows whether it keeps its limit.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ns3_iscsi import San
from ns3_iscsi.results import read_connections, read_requests, read_summary
from ns3_iscsi.stages import PLAIN_STAGES

from . import results, runs, scenarios
from .__main__ import load
from .framing import SEGMENT_HEADERS

#: By how much results may differ: numbers of papers and shares of connections; means over runs.
NUMBER_LIMIT, MEAN_LIMIT = 2.0, 5.0
_WAYS = ("none", "tso")
_NUMBER_HEADER = ("count", "median, %", "greatest, %", f"above {NUMBER_LIMIT:g} %", "worst")
#: The stages of a request, and bytes of data in a full frame.
_SEGMENT = 1448
_READ = {
    "device": "ram",
    "drives": 1,
    "workload": "closed",
    "pattern": "sequential",
    "readFraction": 1.0,
    # Cubic's HyStart ends slow start by the round-trip time of every single segment.
    "congestionControl": "ns3::TcpLinuxReno",
}
_BULK = {
    **_READ,
    "queueDepth": 4,
    "delay": "1ms",
    "linkRate": "1Gbps",
}
#: Sizes that differ, so that chance has a part in when frames arrive at a queue.
_QUEUE = {**_BULK, "linkRate": "100Mbps", "queue": "64p", "size": "262144:3,65536:1", "count": 300}
#: Long enough that the timeouts of slow start, of a second each, are a small part of it.
_QUEUE_OF_FOUR = {**_QUEUE, "connections": 4, "queueDepth": 16, "count": 2000}
_FOUR = {**_READ, "connections": 4, "queueDepth": 16, "count": 1_000_000, "stop": "2s"}


def _loss(percent, megabytes):
    """Give a bulk read that loses packets both ways."""
    share = percent / 100
    loss = {"lossToTargets": share, "lossToInitiators": share}
    return {**_BULK, **loss, "size": "262144", "count": 4 * megabytes}


#: Bulk reads in which chance has a part. The more is lost, the more a run differs from another.
MEANS = {
    "loss of 0.01 %": _loss(0.01, 100),
    "loss of 0.1 %": _loss(0.1, 100),
    "loss of 1 %": _loss(1, 400),
    "queue of 64 frames": _QUEUE,
    "queue of 64 frames, 10 ms": {**_QUEUE, "delay": "10ms"},
    "queue of 64 frames, 4 connections": _QUEUE_OF_FOUR,
}
#: Four connections at a link that they fill.
SHARED = {
    "1 Gb/s, 64 KB": {**_FOUR, "linkRate": "1Gbps", "size": "65536"},
    "1 Gb/s, 64 KB, least outstanding": {
        **_FOUR,
        "linkRate": "1Gbps",
        "size": "65536",
        "connectionPolicy": "least-outstanding",
    },
    "100 Mb/s, 64 KB": {**_FOUR, "linkRate": "100Mbps", "size": "65536", "stop": "4s"},
}
#: Rates of the path, Mb/s, sizes of a single request, and sizes and numbers of outstanding ones.
RATES, SIZES = (1000, 100), (512, 8192, 65536, 262144)
LOAD_SIZES, DEPTHS = (512, 2048, 4096, 16384, 65536, 262144), (1, 4, 16)


class SimulationError(Exception):
    """A simulation failed; one line that says why."""


@dataclass(frozen=True)
class Row:
    """A comparison.

    :param words: what stands in the table
    :param is_kept: whether it keeps its limit
    """

    words: tuple
    is_kept: bool


@dataclass(frozen=True)
class Section:
    """Comparisons of one kind.

    :param title: what they have in common
    :param header: what the words of the rows are
    :param rows: the comparisons
    """

    title: str
    header: tuple
    rows: list


def of_papers(folder, workers=None, names=("s0", "s3")):
    """Compare the numbers of papers, table by table.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param names: short names of the papers
    """
    rows = []
    for name in names:
        exact, offload = (load(name, has_offload=one)[2] for one in (False, True))
        for one, other in zip(exact, offload, strict=True):
            tables = [results.simulate(name, it, folder, workers=workers) for it in (one, other)]
            rows += _rows_of_item(f"{name.upper()} {one.item}", *tables)
    return Section("Numbers of the papers, without signs", ("table", *_NUMBER_HEADER), rows)


def of_loads(folder, workers=None):
    """Compare the throughput of reads and writes of several sizes, without losses.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    """
    loads = {
        (rate, operation, size, depth): {
            **_idle(rate, operation, size),
            "queueDepth": depth,
            "count": 100 + 64 * depth,
            "warmUp": "100ms",
        }
        for rate in RATES
        for operation in ("read", "write")
        for size in LOAD_SIZES
        for depth in DEPTHS
    }
    points = _both_ways("iscsi-san", loads, [1], folder, workers)
    parts = {}
    for (rate, operation, size, depth), ([exact], [offload]) in points.items():
        part = parts.setdefault(f"{rate} Mb/s, {operation}s", ([], []))
        part[0].append(100 * (offload["steady_mb_per_s"] / exact["steady_mb_per_s"] - 1))
        part[1].append(f"{size} bytes, {depth} outstanding")
    rows = [number_row(name, *part) for name, part in parts.items()]
    return Section("Throughput without losses, without signs", ("load", *_NUMBER_HEADER), rows)


def of_means(folder, workers=None, count=20):
    """Compare the throughput of bulk reads in which chance has a part.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param count: runs of each; both ways have the same ones
    """
    points = _both_ways("iscsi-san", MEANS, range(1, count + 1), folder, workers)
    rows = [
        mean_row(name, *([run["steady_mb_per_s"] for run in way] for way in ways))
        for name, ways in points.items()
    ]
    header = ("bulk read", "exact, MB/s", "offload, MB/s", "difference, %", "95 %", "limit, %")
    return Section(f"Throughput with losses, mean of {count} runs", header, rows)


def of_connections(folder, workers=None):
    """Compare what each of four connections carries.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    """
    points = _both_ways(shares, SHARED, [1], folder, workers)
    rows = [
        _share_row(name, part, exact[part], offload[part])
        for name, ([exact], [offload]) in points.items()
        for part in exact
        if part not in ("error", "output")
    ]
    header = ("link and request", "part", "exact, MB/s", "offload, MB/s", "difference, %")
    return Section("Four connections of a session", (*header, "limit, %"), rows)


def of_stages(folder, workers=None):
    """Compare the stages of single requests on an idle path.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    """
    loads = {
        (rate, operation, size): {
            **_idle(rate, operation, size),
            "count": 30,
        }
        for rate in RATES
        for operation in ("read", "write")
        for size in SIZES
    }
    points = _both_ways(stage_times, loads, [1], folder, workers)
    rows = [stage_row(name, *exact, *offload) for name, (exact, offload) in points.items()]
    header = ("Mb/s", "request", "bytes", "greatest, us", "stage", "request no.", "frame, us")
    return Section("Stages of single requests on an idle path, each request", header, rows)


def shares(settings, run):
    """Give the throughput of a session and of each of its connections, MB/s, from the target.

    :param settings: options of San
    :param run: number of the run
    """
    with tempfile.TemporaryDirectory() as folder:
        San(**settings, output=folder).run(run)
        table = read_connections(Path(folder) / "connections.csv")
        whole = read_summary(Path(folder) / "summary.json")["steady"]["mb_per_s"]
    ends = table[table["sender"] == "target"].sort_values("connection")
    rates = ends["acknowledged_bytes"] / (ends["end_s"] - ends["start_s"]) / 1e6
    return {"all": whole, **{f"connection {i}": rate for i, rate in enumerate(rates, 1)}}


def stage_times(settings, run):
    """Give the times of each stage of all requests in the order of completion, us.

    :param settings: options of San
    :param run: number of the run
    """
    with tempfile.TemporaryDirectory() as folder:
        San(**settings, output=folder).run(run)
        table = read_requests(Path(folder) / "requests.csv")
    return {stage: (1e6 * table[f"{stage}_s"]).tolist() for stage in PLAIN_STAGES}


def mean_row(name, exact, offload):
    """Compare means over the same runs.

    :param name: what was simulated
    :param exact: result of each run, frame by frame
    :param offload: the same with offload
    """
    exact, offload = np.array(exact, float), np.array(offload, float)
    mean = exact.mean()
    difference, width = runs.Result(100 * (offload - exact) / mean, [], False).interval()
    words = (f"{mean:.3f}", f"{offload.mean():.3f}", f"{difference:+.2f}", f"{width:.2f}")
    return Row((name, *words, f"{MEAN_LIMIT:g}"), bool(abs(difference) <= MEAN_LIMIT))


def stage_row(name, exact, offload):
    """Give the greatest difference that a stage of a request has.

    :param name: rate, operation and size
    :param exact: times of requests by stage, frame by frame
    :param offload: the same with offload
    """
    differences = np.array([np.subtract(offload[stage], exact[stage]) for stage in PLAIN_STAGES])
    stage, request = np.unravel_index(np.abs(differences).argmax(), differences.shape)
    worst = differences[stage, request]
    frame = 8 * (_SEGMENT + SEGMENT_HEADERS) / name[0]
    words = (f"{worst:+.3f}", PLAIN_STAGES[stage], str(request + 1), f"{frame:.3f}")
    return Row((*map(str, name), *words), bool(abs(worst) <= frame))


def number_row(name, differences, conditions):
    """Sum up the differences of numbers.

    :param name: what they are
    :param differences: of each number, percent; not a number for one that failed
    :param conditions: of each number, in words
    """
    sizes = np.abs(np.asarray(differences, float))
    above = int((~(sizes <= NUMBER_LIMIT)).sum())
    if np.isnan(sizes).any():
        place, median, greatest = np.isnan(sizes).argmax(), "failed", "failed"
    else:
        place = sizes.argmax()
        median, greatest = f"{np.median(sizes):.3f}", f"{sizes[place]:.3f}"
    worst = list(conditions)[place] if above else ""
    return Row((name, str(len(sizes)), median, greatest, str(above), worst), above == 0)


def _rows_of_item(name, exact, offload):
    """Compare the numbers of a table, and apart from them the few that the paper prints."""
    differences = 100 * (offload["simulated"] / exact["simulated"] - 1)
    rows = [number_row(name, differences, exact["conditions"])]
    printed = exact["reference"].notna()
    if printed.any() and not printed.all():
        conditions = exact["conditions"][printed]
        rows.append(number_row(f"{name}, printed numbers", differences[printed], conditions))
    return rows


def _idle(rate, operation, size):
    """Give a load of requests in sequence, one at a time."""
    share = float(operation == "read")
    return {**_READ, "readFraction": share, "size": str(size), "linkRate": f"{rate}Mbps"}


def _share_row(name, part, exact, offload):
    difference = 100 * (offload / exact - 1)
    words = (name, part, f"{exact:.3f}", f"{offload:.3f}", f"{difference:+.2f}")
    return Row((*words, f"{NUMBER_LIMIT:g}"), bool(abs(difference) <= NUMBER_LIMIT))


def _both_ways(scenario, loads, numbers, folder, workers):
    """Simulate loads frame by frame and with offload; give the figures of the runs of both ways."""
    settings = [{**load, "offload": way} for load in loads.values() for way in _WAYS]
    for one in settings:
        # Mistakes are told before any simulation, and San knows its parameters before threads ask.
        San(**one)
    points = scenarios.run(scenario, settings, list(numbers), folder, workers)
    for run in (run for point in points for run in point):
        if run["error"]:
            raise SimulationError(f"{run['error']}: {run['output']}")
    return dict(zip(loads, zip(points[::2], points[1::2], strict=True), strict=True))
