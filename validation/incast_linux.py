# SPDX-License-Identifier: GPL-2.0-only
"""Incast beside a real kernel: Linux's TCP behind a simulated switch, and ours with its rules.

``reference/incast_linux.csv`` has the kernel's runs; :mod:`validation.incast_kernel` made it.
"""

from dataclasses import replace

import pandas as pd

from . import incast_judges
from .experiment import Experiment
from .incast import cell
from .incast_kernel import BLOCKS, BUFFER_KB, CONTROLS, DELAY, PART_KB, RATE, RTO, SERVERS
from .incast_runs import blocks
from .reference import read

#: Congestion control and servers.
POINTS = [(control, servers) for control in CONTROLS for servers in SERVERS]
_RULES = {"reno": "Linux-Cubic+Reno", "cubic": "Linux"}
#: What the paper's parameters have for other experiments and Linux has otherwise.
LINUX = {
    "linkRate": RATE,
    "accessRate": RATE,
    "accessDelay": DELAY,
    "count": BLOCKS,
    "congestionControl": "",
    "initialCwnd": 10,
    "tcpIdleRestart": False,
    "tcpTimestamps": True,
    "delAckCount": 2,
    "delAckTimeout": "40ms",
    # The kernel has 250 Hz.
    "ns3::TcpRuledSocket::Tick": "4ms",
}
#: By name: what differs here from Linux's rules, and in the kernel from the settings of all points.
#: None is no such rule.
RULES = {
    "as it is": ({}, ""),
    "paced": ({"tcpRules": "Linux+Pacing"}, "paced"),
    "no SACK": ({"sack": False}, "no SACK"),
    "initial window of 3": ({"initialCwnd": 3}, "initial window of 3"),
    "no restart after a pause": ({"tcpRules": "Linux-Validation"}, "no restart after a pause"),
    "no timestamps": ({"tcpTimestamps": False, "segmentSize": 1460}, "no timestamps"),
    "no timestamps, fixed buffers": (
        {"tcpTimestamps": False, "segmentSize": 1460},
        "no timestamps, fixed buffers",
    ),
    "segmentation offload": ({"offload": "tso"}, "segmentation as it is"),
    "no tail probes": (None, "no tail probes"),
    "no compressed SACK": (None, "no compressed SACK"),
    "no F-RTO": (None, "no F-RTO"),
    "timers without ticks": ({"ns3::TcpRuledSocket::Tick": "0s"}, None),
    "no RACK and probes": ({"tcpRules": "Linux-Rack"}, None),
    "no proportional reduction": ({"tcpRules": "Linux-Prr"}, None),
    "no undone reductions": ({"tcpRules": "Linux-Undo"}, None),
}
#: Where rules are changed.
RULED = ("cubic", 8)
RUNS, _NEAR = 5, 0.15
_QUICK = (("cubic", 4), ("cubic", 16))
_POINT = ["control", "servers"]


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_points(parameters), _rules(parameters)]


def judged(control, servers, differs=""):
    """Give the goodput of a point in Linux.

    :param control: congestion control
    :param servers: N
    :param differs: what differs from the settings of all points
    :return: mean and half the width of the 95 % interval, Mb/s
    """
    runs = pd.DataFrame(read("incast_linux"))
    same = (
        (runs["control"] == control)
        & (runs["servers"] == servers)
        & (runs["buffer_kb"] == BUFFER_KB)
        & (runs["differs"].fillna("") == differs)
    )
    return incast_judges.interval(runs[same]["goodput_mbps"])


def settings(control, **others):
    """Give the options that differ from those of other experiments.

    :param control: congestion control
    :param others: further options
    """
    return {**LINUX, "tcpRules": _RULES[control], **others}


def _cell(parameters, control, servers, told, quick=False, **others):
    changes = settings(control, sru_kb=PART_KB, buffer_kb=BUFFER_KB, rto=RTO, **others)
    return cell(parameters, servers, {"control": control, **told}, quick=quick, **changes)


def _points(parameters):
    cells = [
        _cell(parameters, control, servers, {}, quick=(control, servers) in _QUICK)
        for control, servers in POINTS
    ]
    return Experiment(
        "Linux",
        "the same star with Linux's TCP",
        f"Links of {RATE}, {DELAY} of delay each, parts of {PART_KB} KB, {BUFFER_KB} KB of memory, "
        f"{BLOCKS} blocks. In Linux a client and its servers are processes in network namespaces, "
        "with the kernel's TCP, behind this project's switch, simulated in real time (live-switch)."
        f" {RUNS} runs of Linux 6.18 for each point are in validation/reference/incast_linux.csv; "
        "python -m validation.incast_kernel made it. Here TCP has the rules of Linux, and iSCSI "
        "takes the place of the processes. Goodput of one and two servers is that of round trips: "
        "hosts of Linux add 0.1 to 0.2 ms to each block. Memory and parts were chosen so that "
        "there is incast; no parameter is fitted.",
        cells,
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        further=("timeouts",),
        scenario=blocks,
        runs=RUNS,
        claims=_claims,
        pictures=_picture,
        columns=lambda rows: incast_judges.columns(rows, "Linux", _judged(rows)),
    )


def _judged(rows):
    return [judged(*point) for point in incast_judges.points_of(rows, _POINT)]


def _claims(rows):
    names = ["{}, {} servers".format(*point) for point in incast_judges.points_of(rows, _POINT)]
    return incast_judges.claims(rows, "Linux", _judged(rows), names, _NEAR)


def _picture(rows):
    caption = (
        "Goodput over the number of servers: lines here, crosses beside them in Linux; bars are "
        "95 % intervals."
    )
    curves = incast_judges.Curves(["control"], str, "Congestion control", most=100)
    return incast_judges.picture(rows, curves, _judged, caption)


def _rules(parameters):
    control, servers = RULED
    cells = [
        _cell(parameters, control, servers, {"what differs": name}, **(changes or {}))
        for name, (changes, _) in RULES.items()
    ]
    return Experiment(
        "Linux, rules",
        "which rules make the difference",
        "Each row changes one rule on both sides, or on the side that has it: a rule that the "
        "other side does not have is as it is there, or the row says none. The kernel has no "
        "switch for RACK since 6.17, and this TCP none for tail probes alone. Paced: a socket "
        "that began with BBR, such as on a host whose default that is, paces what it sends even "
        "after it was told to use Cubic. Fixed buffers: the kernel does not tune the client's "
        "receive buffer. Without timestamps that matters; this TCP has no such tuning. Ticks: a "
        "kernel's timers go by a clock of 250 Hz, so that a probe of the tail waits up to 4 ms "
        "longer, by when the port has more room. What an initial window of 3 does was not looked "
        "into.",
        [replace(one, is_quick=False) for one in cells],
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        further=("timeouts",),
        scenario=blocks,
        runs=RUNS,
        columns=lambda rows: incast_judges.columns(
            rows,
            "Linux",
            [
                (None, None) if differs is None else judged(*RULED, differs)
                for _, differs in (RULES[name] for name in rows["what differs"])
            ],
        ),
    )
