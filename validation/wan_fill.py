# SPDX-License-Identifier: GPL-2.0-only
"""What a link needs to be filled, in closed form, and the simulation that confirms it."""

import math
from dataclasses import dataclass, replace

from .experiment import Cell
from .framing import SEGMENT_HEADERS

RTT_S = 0.1
#: Share of the link that is to be carried, and what windows and depths are worked out for.
SHARE, PLANNED_SHARE = 0.9, 0.95
#: Commands that an initiator has outstanding at one logical unit, in Linux and here.
UNIT_DEPTH = 32
#: Linux's greatest receive buffer by default, bytes.
LINUX_WINDOW = 6_000_000
#: Bytes of a write that Linux's initiator sends without R2T by default.
FIRST_BURST = 262144
#: What a row's depth comes from: the plan; commands whose round trips would overlap evenly; Linux.
PLANNED, EVEN, DEFAULTS = "plan", "even overlap", "Linux's defaults"
#: Segments in the first window of a connection (RFC 6928), and by how much a window grows in a
#: round trip of slow start of Linux's Reno, which counts acknowledged segments.
_FIRST_WINDOW, _GROWTH = 10, 2
#: Round trips until the last of several connections has logged in, from the first completion on.
_LOGINS = 8
#: Round trips that count, by those of a request: where a request has two, its bunches are longer,
#: and a few of them would not do.
_COUNTED = {1: 6, 2: 20}
_PDU_HEADER = 48


@dataclass(frozen=True)
class Plan:
    """A link and how it is used.

    :param link: rate of the link, Mb/s
    :param is_read: reads, otherwise writes
    :param request: bytes of a request
    :param connections: connections of the session
    :param window: TCP window of each connection, bytes
    :param depth: requests outstanding
    :param first_burst: bytes of a write that need no R2T
    :param basis: what the depth comes from
    """

    link: int
    is_read: bool
    request: int
    connections: int
    window: int
    depth: int
    first_burst: int = FIRST_BURST
    basis: str = PLANNED

    @property
    def units(self):
        """Logical units that it takes to have so many requests outstanding."""
        return math.ceil(self.depth / UNIT_DEPTH)

    @property
    def parts(self):
        """Bytes in each round trip of a request: writes beyond the first burst wait for R2T."""
        if self.is_read or self.request <= self.first_burst:
            return [self.request]
        return [self.first_burst, self.request - self.first_burst]


def needed(link, is_read, request, connections, first_burst=FIRST_BURST):
    """Give the plan with the least window, in tenths of MB, and depth that fill a link.

    Requests that are outstanding together stay together: a response lets the next command go, and
    an R2T the rest of a write, so bunches that the beginning made repeat with every round trip.
    Writes of two round trips then send nothing but first bursts in one and nothing but the rest in
    the other, and the link is full only if the smaller part of all writes fills a round trip.
    """
    window = math.ceil(PLANNED_SHARE * _rate(link) * RTT_S / connections / 1e5) * 100_000
    plan = Plan(link, is_read, request, connections, window, 1, first_burst)
    return replace(plan, depth=_depth(link, [min(plan.parts)]))


def evenly(plan):
    """Give a plan with the depth that would do if the round trips of writes overlapped evenly."""
    return replace(plan, depth=_depth(plan.link, plan.parts), basis=EVEN)


def _rate(link):
    """Give bytes per second of a link in Mb/s."""
    return link * 1e6 / 8


def _depth(link, parts):
    """Give the requests that together keep a link busy while each part takes a round trip."""
    latency = sum(RTT_S + part / _rate(link) for part in parts)
    return math.ceil(PLANNED_SHARE * _rate(link) * latency / sum(parts))


def closed_form(plan, segment, pdu):
    """Give the throughput of a plan, MB/s: the least of what link, windows and depth allow.

    For the depth, all requests send the same part at a time: it takes a round trip, or longer if
    the link needs longer for the parts of all requests.

    :param plan: the plan
    :param segment: payload of a TCP segment, bytes
    :param pdu: most data in a PDU, bytes
    """
    share = pdu / (pdu + _PDU_HEADER)
    link = _rate(plan.link)
    cycle = sum(max(RTT_S + part / link, plan.depth * part / link) for part in plan.parts)
    limits = (
        link * segment / (segment + SEGMENT_HEADERS) * share,
        plan.connections * plan.window / RTT_S * share,
        plan.depth * plan.request / cycle,
    )
    return min(limits) / 1e6


def times(plan, segment):
    """Give when windows are open, from the first completion on, and when the load ends.

    :param plan: the plan
    :param segment: payload of a TCP segment, bytes
    """
    slow_start = math.log(plan.window / (_FIRST_WINDOW * segment), _GROWTH)
    logins = _LOGINS if plan.connections > 1 else 0
    warm_up = (math.ceil(slow_start) + logins) * RTT_S
    # The first completion comes within a second, after login and a round trip or two.
    counted = _COUNTED[len(plan.parts)] * RTT_S
    return {"warmUp": f"{warm_up:g}s", "stop": f"{1 + warm_up + counted:g}s"}


def cell(parameters, plan):
    """Give the cell that simulates a plan."""
    frames = "ethernet" if plan.link <= 1000 else "jumbo"
    settings = parameters.settings("host", "iscsi", frames)
    expected = closed_form(
        plan, settings["segmentSize"], min(plan.request, settings["maxRecvDataSegmentLength"])
    )
    settings.update(
        device="ram",
        drives=plan.units,
        workload="closed",
        pattern="sequential",
        readFraction=float(plan.is_read),
        size=str(plan.request),
        queueDepth=plan.depth,
        # Room for those whose responses are under way.
        commandWindow=2 * plan.depth,
        firstBurstLength=plan.first_burst,
        connections=plan.connections,
        rcvBufSize=plan.window,
        sndBufSize=2 * plan.window,
        linkRate=f"{plan.link}Mbps",
        delay=f"{RTT_S / 2 * 1e3:g}ms",
        count=10**9,
        **times(plan, settings["segmentSize"]),
    )
    conditions = {
        "link Mb/s": plan.link,
        "mode": "reads" if plan.is_read else "writes",
        "request KB": plan.request // 1024,
        "first burst KB": plan.first_burst // 1024,
        "connections": plan.connections,
        "window MB": plan.window / 1e6,
        "queue depth": plan.depth,
        "logical units": plan.units,
        "depth from": plan.basis,
        "closed form MB/s": round(expected, 1),
    }
    return Cell(conditions, settings, is_quick=False)


KB, MB = 1 << 10, 1 << 20
#: The longest simulations come first, so that none of them is left alone at the end.
PLANS = (
    needed(10000, True, 256 * KB, 1),
    needed(10000, True, MB, 8),
    needed(10000, False, 256 * KB, 8),
    Plan(10000, True, 256 * KB, 1, LINUX_WINDOW, UNIT_DEPTH, basis=DEFAULTS),
    needed(1000, True, 64 * KB, 1),
    needed(1000, True, 256 * KB, 4),
    needed(1000, False, 256 * KB, 1),
    evenly(needed(1000, False, MB, 1)),
    needed(1000, False, MB, 1),
    needed(1000, False, MB, 1, first_burst=MB),
    Plan(1000, True, 64 * KB, 1, LINUX_WINDOW, UNIT_DEPTH, basis=DEFAULTS),
)
