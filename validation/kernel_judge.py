# SPDX-License-Identifier: GPL-2.0-only
"""A real kernel's TCP over a simulated path, and ours with the rules of Linux over the same path.

python -m validation.kernel_judge record FILE [--points N]
python -m validation.kernel_judge compare [FILE]

``record`` puts two network namespaces at the ends of ``live-path``, which loses and delays packets
in real time, and runs the load of :mod:`validation.kernel_load` between them. It needs root and an
idle machine: a point whose path was late is measured again, and given up with a line after three
times. ``compare`` simulates the points of a recording and prints what the simulation gives over
what the kernel gave. Its path is as long as that makes the mean round trip what it was in the
recording: what the machine adds to each round trip is no fault of its TCP.
"""

import csv
import io
import itertools
import json
import re
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from ns3_iscsi import ParameterError, San, result_files
from ns3_iscsi.build_info import program
from ns3_iscsi.options import OptionParser, whole_number
from ns3_iscsi.results import read_requests, read_summary, read_tcp_series

from .namespaces import NamespaceError, call, inside, namespace, running, set_ipv4
from .reference import FOLDER
from .s2_runs import requests_figures, sample, span

#: What is measured by default, and what came of it.
RECORDING = FOLDER / "linux_kernel.csv"
RATE, SIZE, SECONDS, SEGMENT = "1Gbps", 131072, 20, 1448
#: Congestion control, operation, round trip in ms, loss each way, connections, requests under way.
POINTS = [
    (control, operation, rtt, loss, connections, 8)
    for control in ("reno", "cubic")
    for operation in ("write", "read")
    for rtt, loss, connections in (
        *itertools.product((1, 4, 10, 20), (0.01, 0.027), (4,)),
        (10, 0.045, 4),
        (10, 0.001, 4),
        (10, 0.01, 1),
        (10, 0.01, 8),
    )
]
CONDITIONS = (
    "congestion_control",
    "operation",
    "rtt_ms",
    "loss",
    "connections",
    "outstanding",
)
FIGURES = (
    "mb_per_s",
    "turnaround_mean_ms",
    "turnaround_median_ms",
    "turnaround_p99_ms",
    "window_sum_mean",
    "rtt_mean_ms",
    "retransmissions",
    "recoveries",
    "timeouts",
)
#: How near the simulation is to be, as a share of what the kernel did.
LIMITS = {"mb_per_s": 0.1, "window_sum_mean": 0.1, "timeouts": 0.2}
#: By how much the path may be late in the middle, ms, and how often a point is tried.
_LATE_MS, _TRIES = 0.5, 3
_NEAR, _FAR = ("192.0.2.2/24", "192.0.2.1"), ("198.51.100.2/24", "198.51.100.1")
_RULES = {"cubic": "Linux", "reno": "Linux-Cubic+Reno"}


class JudgeError(Exception):
    """Why there is no recording, in one line."""


def record(path, points):
    """Measure points with this machine's kernel.

    :param path: the file that is written once all points are measured
    :param points: a list as POINTS
    :raises JudgeError: if the machine is too slow
    :raises NamespaceError: if namespaces cannot be made
    """
    release = Path("/proc/sys/kernel/osrelease").read_text()
    kernel = re.match(r"[\d.]+", release)[0]
    result_files.check(path)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*CONDITIONS, *FIGURES, "handshake_ms", "late_median_ms", "kernel"])
    for point in points:
        figures, late = _measure(point)
        row = [f"{figures[name]:.6g}" for name in (*FIGURES, "handshake_ms")]
        table.writerow([*point, *row, f"{late:.3g}", kernel])
        print(*point, *row, f"{late:.3g}", flush=True)
    result_files.write_atomically(path, text.getvalue())


def _measure(point):
    """Measure a point until the path is in time."""
    for _ in range(_TRIES):
        figures, late = _run(point)
        if late <= _LATE_MS:
            return figures, late
    raise JudgeError(
        f"{point}: half of the packets were more than {late:.2g} ms late, {_LATE_MS} ms are "
        "allowed: the machine is too slow or busy"
    )


def _run(point):
    control, operation, rtt, loss, connections, outstanding = point
    wish = {
        "connections": connections,
        "outstanding": outstanding,
        "size": SIZE,
        "operation": operation,
        "seconds": SECONDS,
    }
    load = str(Path(__file__).with_name("kernel_load.py"))
    with ExitStack() as stack:
        near, far, middle = (stack.enter_context(namespace("judge", end)) for end in "nfm")
        options = (f"--delay={rtt / 2}ms", f"--loss={loss}", f"--rate={RATE}")
        path = stack.enter_context(running(middle, str(program("live-path")), *options))
        if path.stdout.readline() != "ready\n":
            raise JudgeError("live-path does not start")
        for name, device, ends in ((near, "path0", _NEAR), (far, "path1", _FAR)):
            _plug(middle, device, name, ends)
            set_ipv4(name, {"tcp_congestion_control": "reno"})
        address = _FAR[0].partition("/")[0]
        stack.enter_context(running(far, sys.executable, load, "target", address, control))
        time.sleep(0.5)
        words = (sys.executable, load, "initiator", address, control, json.dumps(wish))
        found = json.loads(call(*inside(near, *words)))
        path.terminate()
        late = re.search(r"^lag, median +([\d.]+)", path.communicate()[0], re.MULTILINE)
    return found, float(late[1])


def _plug(middle, device, name, ends):
    """Give a namespace an end of the path."""
    address, gateway = ends
    call("ip", "-n", middle, "link", "set", device, "netns", name)
    call("ip", "-n", name, "address", "add", address, "dev", device)
    call("ip", "-n", name, "link", "set", device, "up")
    call("ip", "-n", name, "route", "add", "default", "via", gateway)


def settings(point):
    """Give the options of San for a point.

    :param point: as in POINTS; its round trip may be the one that was measured
    """
    control, operation, rtt, loss, connections, outstanding = point
    return {
        "tcpRules": _RULES[control],
        "linkRate": RATE,
        "accessRate": "10Gbps",
        "delay": f"{rtt / 2:.9g}ms",
        "lossToTargets": loss,
        "lossToInitiators": loss,
        "queue": "1000p",
        "segmentSize": SEGMENT,
        "sndBufSize": 4 * 2**20,
        "rcvBufSize": 4 * 2**20,
        "connections": connections,
        "immediateData": True,
        "maxRecvDataSegmentLength": 2 * SIZE,
        "maxBurstLength": 2 * SIZE,
        "firstBurstLength": 2 * SIZE,
        "device": "ram",
        "workload": "closed",
        "pattern": "sequential",
        "size": str(SIZE),
        "queueDepth": outstanding,
        "readFraction": 1.0 if operation == "read" else 0.0,
        "count": 10**9,
        "stop": f"{SECONDS}s",
        "tcpSeries": True,
    }


def simulate(point, run):
    """Simulate a point.

    :param point: as in POINTS
    :param run: number of the run
    :return: FIGURES by name
    """
    with tempfile.TemporaryDirectory() as folder:
        San(**settings(point), output=folder).run(run)
        requests = read_requests(Path(folder) / "requests.csv")
        series = read_tcp_series(Path(folder) / "tcp-series.csv")
        tcp = read_summary(Path(folder) / "summary.json")["tcp"]
    figures = requests_figures(requests)
    sender = "target" if point[1] == "read" else "initiator"
    own = series[series["sender"] == sender]
    return {
        "mb_per_s": figures["throughput_mb_per_s"],
        "turnaround_mean_ms": figures["turnaround_mean_ms"],
        "turnaround_median_ms": 1e3 * requests["latency_s"].median(),
        "turnaround_p99_ms": 1e3 * requests["latency_s"].quantile(0.99),
        "window_sum_mean": sample(series, sender, *span(requests)).sum(axis=0).mean() / SEGMENT,
        "rtt_mean_ms": 1e3 * np.nanmean(sample(series, sender, *span(requests), "rtt_s")),
        "retransmissions": tcp["retransmissions"],
        "recoveries": _last(own, "fast_recoveries"),
        "timeouts": _last(own, "timeouts"),
    }


def _last(series, column):
    """Give the sum over connections of what grew."""
    return int(series.groupby("connection")[column].max().sum())


def lengthen(point, row, runs):
    """Give a point the round trip with which the simulated mean is that of the recording.

    :param point: as in POINTS
    :param row: of the recording
    :param runs: how many are simulated to find it, with the round trip of handshakes
    :return: the point, whose round trip is at least that of its path
    """
    nominal, handshake = point[2], float(row["handshake_ms"])
    trial = (*point[:2], handshake, *point[3:])
    found = np.mean([simulate(trial, run)["rtt_mean_ms"] for run in range(1, runs + 1)])
    rtt = max(nominal, handshake + float(row["rtt_mean_ms"]) - found)
    return (*point[:2], rtt, *point[3:])


def compare(path, runs):
    """Simulate the points of a recording and print ratios.

    :param path: the recording
    :param runs: of each point
    :return: for each point a dict of the simulation's figures over the kernel's
    """
    with path.open() as file:
        rows = list(csv.DictReader(file))
    print(*CONDITIONS, *FIGURES, sep=",")
    ratios, timeouts = [], [0.0, 0.0]
    for row in rows:
        point = _point(row)
        measured = lengthen(point, row, runs)
        found = [simulate(measured, run) for run in range(1, runs + 1)]
        means = {name: float(np.mean([one[name] for one in found])) for name in FIGURES}
        ratio = {
            name: mean / float(row[name]) if float(row[name]) else np.nan
            for name, mean in means.items()
        }
        ratios.append(ratio)
        timeouts = [timeouts[0] + means["timeouts"], timeouts[1] + float(row["timeouts"])]
        print(*point, *(f"{one:.3f}" for one in ratio.values()), sep=",", flush=True)
    for name, share in LIMITS.items():
        known = [one[name] for one in ratios if not np.isnan(one[name])]
        near = sum(abs(one - 1) <= share for one in known)
        print(f"{name}: {near} of {len(known)} points within {share:.0%}")
    # Most points have too few of them.
    print(f"timeouts of all points: {timeouts[0]:.0f}, the kernel's {timeouts[1]:.0f}")
    return ratios


def _point(row):
    kinds = (str, str, float, float, int, int)
    return tuple(kind(row[name]) for kind, name in zip(kinds, CONDITIONS, strict=True))


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 2 after a mistake, of which one line tells
    """
    parser = OptionParser("python -m validation.kernel_judge", __doc__.partition("\n")[0])
    parser.add_argument("action", choices=["record", "compare"], help="what to do")
    parser.add_argument("file", type=Path, nargs="?", default=RECORDING, help="the recording")
    parser.add_argument("--runs", type=whole_number(1, 10_000, 3), default=3, help="of a point")
    points = whole_number(1, len(POINTS), 4)
    parser.add_argument("--points", type=points, default=len(POINTS), help="the first so many")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.action == "record":
            record(chosen.file, POINTS[: chosen.points])
        else:
            compare(chosen.file, chosen.runs)
    except (JudgeError, NamespaceError, ParameterError, OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
