# SPDX-License-Identifier: GPL-2.0-only
"""Incast beside ns-2: the same star with ns-2's FullTcp, and which rules make the difference.

``reference/incast_ns2.csv`` has its runs; ``ns2/incast.tcl`` is the program that made it.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from . import incast_judges
from .experiment import Experiment, Runs
from .incast import BUFFER_KB, RTO, RUNS, SRU_KB, cell
from .incast_levers import ROUTER
from .incast_runs import blocks
from .reference import read

#: Points with as many runs as ns-2 has, because goodput there hangs on few timeouts.
_MANY = [(servers, BUFFER_KB, RTO) for servers in (4, 8, 16)]
_MANY_RUNS = Runs(10, 10)
#: Servers, KB of memory at the port and shortest timeout.
POINTS = [
    *((servers, BUFFER_KB, RTO) for servers in (1, 2, 4, 8, 16, 32)),
    *((servers, 32, RTO) for servers in (4, 8, 16)),
    *((servers, 256, RTO) for servers in (8, 16, 32)),
    *((servers, BUFFER_KB, rto) for rto in ("1ms", "200us") for servers in (8, 16, 32)),
]
_SECONDS = {"200ms": 0.2, "1ms": 0.001, "200us": 0.0002}
#: FullTcp's rules where the others are those of ns-3: NewReno without SACK and limited transmit,
#: and a retransmission timer as BSD has it.
_NO_LIMITED = {"ns3::TcpSocketBase::LimitedTransmit": "false"}
_RESTARTS = {"ns3::TcpLeanSocket::RestartAtResend": "true"}
_BACKOFF = {"ns3::TcpLeanSocket::KeepBackoff": "true"}
FULL_TCP = {"sack": False, **_NO_LIMITED, **_RESTARTS, **_BACKOFF}
#: By name: the point, what differs from FullTcp's rules here, and from the script's in ns-2. An
#: empty dict or text is the point as it is.
RULES = {
    "window of 3 after the shortest timeout": ((1, BUFFER_KB, RTO), {}, ""),
    "window of 3 after the estimate": ((1, BUFFER_KB, RTO), {}, "restart estimate"),
    "memory in bytes": ((4, BUFFER_KB, RTO), {}, ""),
    "memory in frames": (
        (4, BUFFER_KB, RTO),
        {**ROUTER, "queueDisc": "fifo"},
        "counts frames",
    ),
    "no SACK": ((16, BUFFER_KB, RTO), {}, ""),
    "SACK": ((16, BUFFER_KB, RTO), {"sack": True}, "tcp FullTcp/Sack"),
    "limited transmit": (
        (16, BUFFER_KB, RTO),
        {"ns3::TcpSocketBase::LimitedTransmit": "true"},
        None,
    ),
    "waited second": ((8, BUFFER_KB, RTO), {}, ""),
    "waited first": ((8, BUFFER_KB, RTO), {}, "access 1000.1Mb"),
    "cables differ": ((8, BUFFER_KB, RTO), {}, "spread 1e-6"),
    "waited second, 16": ((16, BUFFER_KB, RTO), {}, ""),
    "waited first, 16": ((16, BUFFER_KB, RTO), {}, "access 1000.1Mb"),
    "cables differ, 16": ((16, BUFFER_KB, RTO), {}, "spread 1e-6"),
    "timer restarted by what is sent again": ((8, BUFFER_KB, "1ms"), {}, ""),
    "timer not restarted": (
        (8, BUFFER_KB, "1ms"),
        {"ns3::TcpLeanSocket::RestartAtResend": "false"},
        None,
    ),
    "timeout doubled until a measurement": ((32, BUFFER_KB, "200us"), {}, ""),
    "doubled until an acknowledgement": (
        (32, BUFFER_KB, "200us"),
        {"ns3::TcpLeanSocket::KeepBackoff": "false"},
        None,
    ),
}
_NEAR = 0.1
_POINT = ["servers", "buffer KB", "timeout"]


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_points(parameters), _rules(parameters)]


def judged(point, differs=""):
    """Give the goodput of a point in ns-2.

    :param point: servers, KB of memory, shortest timeout
    :param differs: what differs from the script's rules
    :return: mean and half the width of the 95 % interval, Mb/s
    """
    servers, buffer_kb, rto = point
    runs = pd.DataFrame(read("incast_ns2"))
    same = (
        (runs["servers"] == servers)
        & (runs["buffer_kb"] == buffer_kb)
        & np.isclose(runs["rto_s"], _SECONDS[rto])
        & (runs["differs"].fillna("") == differs)
    )
    return incast_judges.interval(runs[same]["goodput_mbps"])


def _cell(parameters, point, told, changes, quick=False):
    servers, buffer_kb, rto = point
    others = {**FULL_TCP, **changes}
    made = cell(parameters, servers, told, quick=quick, buffer_kb=buffer_kb, rto=rto, **others)
    return replace(made, runs=_MANY_RUNS) if point in _MANY and not changes else made


def _experiment(item, title, text, cells, **others):
    return Experiment(
        item,
        title,
        text,
        cells,
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        further=("timeouts",),
        scenario=blocks,
        runs=RUNS,
        **others,
    )


def _points(parameters):
    cells = [
        _cell(
            parameters,
            (servers, size, rto),
            {"buffer KB": size, "timeout": rto},
            {},
            quick=(servers, size, rto) in ((1, BUFFER_KB, RTO), (8, BUFFER_KB, "1ms")),
        )
        for servers, size, rto in POINTS
    ]
    return _experiment(
        "ns-2",
        "the same star with ns-2's FullTcp",
        f"Parts of {SRU_KB} KB. Ten runs of ns-2.35 for each point are in "
        "validation/reference/incast_ns2.csv, with the script validation/ns2/incast.tcl. Here TCP "
        "has FullTcp's rules: NewReno without SACK and limited transmit, a retransmission timer "
        "that is restarted by what is sent again (RestartAtResend), and a doubled timeout until a "
        "round trip is measured (KeepBackoff). ns-2 has ours: each segment acknowledged, an "
        "initial window of 3, which comes back after a pause longer than the shortest timeout, "
        "and memory in bytes of frames. What differs most, 8 and 16 servers with 64 KB and 200 ms, "
        "hangs on which of two frames comes first that arrive at the port at the same instant: see "
        "below.",
        cells,
        claims=_claims_of_points,
        pictures=_picture,
        columns=lambda rows: incast_judges.columns(rows, "ns-2", _judged(rows)),
    )


def _judged(rows):
    return [judged(point) for point in incast_judges.points_of(rows, _POINT)]


def _claims_of_points(rows):
    names = [
        "{} servers, {} KB, {}".format(*point) for point in incast_judges.points_of(rows, _POINT)
    ]
    return incast_judges.claims(rows, "ns-2", _judged(rows), names, _NEAR)


def _picture(rows):
    caption = (
        "Goodput over the number of servers: lines here, crosses beside them in ns-2; bars are "
        "95 % intervals."
    )
    curves = incast_judges.Curves(
        _POINT[1:], "{} KB, {}".format, "Memory, shortest timeout", most=1000
    )
    return incast_judges.picture(rows, curves, _judged, caption)


def _rules(parameters):
    cells = [
        _cell(
            parameters,
            point,
            {"buffer KB": point[1], "timeout": point[2], "what differs": name},
            changes,
        )
        for name, (point, changes, _) in RULES.items()
    ]
    return _experiment(
        "ns-2, rules",
        "which rules make the difference",
        "Rows of a point follow each other: as above, and with another rule. The window that "
        "comes back after the estimate is ns-2's alone, so both rows are the same here. Where "
        "it says none, ns-2's FullTcp does not have the other rule. FullTcp counts lost segments "
        "as on their way, so that a recovery with SACK stops when half of a window is lost; ns-3 "
        "does not count them (RFC 6675). Memory in frames has no room for the last, short "
        "segment of a part when it is full, which then waits for the timeout; memory in bytes "
        "has. All links and frames are alike, so that two frames often arrive at the full port at "
        "the same instant: one that waited in its host, the second of a pair by which a window "
        "grows, and one that an acknowledgement has made room for, such as what is sent again. "
        "Here the one that waited comes first. In ns-2 it comes second, so that nothing that is "
        "sent again is lost, or first if links of hosts are 0.01 % faster. Cables that are longer "
        "by up to 1 us each leave no such instants. Both changes are ns-2's alone.",
        [replace(one, is_quick=False) for one in cells],
        columns=lambda rows: incast_judges.columns(
            rows,
            "ns-2",
            [
                (None, None) if differs is None else judged(point, differs)
                for point, _, differs in (RULES[name] for name in rows["what differs"])
            ],
        ),
    )
