# SPDX-License-Identifier: GPL-2.0-only
"""What a link needs to be filled, in closed form, and the simulation that confirms it."""

import math
from dataclasses import dataclass

from .experiment import Cell

RTT_S = 0.1
#: Share of the link that is to be carried, and what windows and depths are worked out for.
SHARE, PLANNED_SHARE = 0.9, 0.95
#: Commands that an initiator has outstanding at one logical unit, in Linux and here.
UNIT_DEPTH = 32
#: Linux's greatest receive buffer by default, bytes.
LINUX_WINDOW = 6_000_000
#: Segments in the first window of a connection (RFC 6928), and by how much a window grows in a
#: round trip of slow start when every second segment is acknowledged.
_FIRST_WINDOW, _GROWTH = 10, 1.5
#: Round trips until the last connection has logged in, from the first completion on.
_LOGINS = 8
#: Round trips that count: those of a command come in bunches, of which it takes some.
_COUNTED = 10
#: Bytes of headers around a TCP segment on the path: IP, TCP with timestamps, PPP.
_SEGMENT_HEADERS = 20 + 32 + 2
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
    """

    link: int
    is_read: bool
    request: int
    connections: int
    window: int
    depth: int

    @property
    def units(self):
        """Logical units that it takes to have so many requests outstanding."""
        return math.ceil(self.depth / UNIT_DEPTH)


def round_trips(is_read, request, first_burst):
    """Give the round trips of a request: writes longer than the first burst wait for R2T."""
    return 1 if is_read or request <= first_burst else 2


def needed(link, is_read, request, connections, first_burst=262144):
    """Give the plan with the least window, in tenths of MB, and depth that fill a link."""
    rate = PLANNED_SHARE * link * 1e6 / 8
    latency = round_trips(is_read, request, first_burst) * RTT_S + request * 8 / (link * 1e6)
    window = math.ceil(rate * RTT_S / connections / 1e5) * 100_000
    return Plan(link, is_read, request, connections, window, math.ceil(rate * latency / request))


def closed_form(plan, segment, pdu, first_burst):
    """Give the throughput of a plan, MB/s: the least of what link, windows and depth allow.

    :param plan: the plan
    :param segment: payload of a TCP segment, bytes
    :param pdu: most data in a PDU, bytes
    :param first_burst: data of a write that need no R2T, bytes
    """
    share = pdu / (pdu + _PDU_HEADER)
    link = plan.link * 1e6 / 8
    latency = round_trips(plan.is_read, plan.request, first_burst) * RTT_S + plan.request / link
    limits = (
        link * segment / (segment + _SEGMENT_HEADERS) * share,
        plan.connections * plan.window / RTT_S * share,
        plan.depth * plan.request / latency,
    )
    return min(limits) / 1e6


def times(plan, segment, trips):
    """Give when windows are open, from the first completion on, and when the load ends.

    :param plan: the plan
    :param segment: payload of a TCP segment, bytes
    :param trips: round trips of a command
    """
    slow_start = math.log(plan.window / (_FIRST_WINDOW * segment), _GROWTH)
    warm_up = (math.ceil(slow_start) + _LOGINS) * RTT_S
    # The first completion comes within a second, after login and a round trip or two.
    return {"warmUp": f"{warm_up:g}s", "stop": f"{1 + warm_up + _COUNTED * trips * RTT_S:g}s"}


def cell(parameters, plan):
    """Give the cell that simulates a plan."""
    frames = "ethernet" if plan.link <= 1000 else "jumbo"
    settings = parameters.settings("host", "iscsi", frames)
    trips = round_trips(plan.is_read, plan.request, settings["FirstBurstLength"])
    expected = closed_form(
        plan,
        settings["SegmentSize"],
        min(plan.request, settings["MaxRecvDataSegmentLength"]),
        settings["FirstBurstLength"],
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
        CommandWindow=2 * plan.depth,
        Connections=plan.connections,
        RcvBufSize=plan.window,
        SndBufSize=2 * plan.window,
        linkRate=f"{plan.link}Mbps",
        delay=f"{RTT_S / 2 * 1e3:g}ms",
        count=10**9,
        **times(plan, settings["SegmentSize"], trips),
    )
    conditions = {
        "link Mb/s": plan.link,
        "mode": "reads" if plan.is_read else "writes",
        "request KB": plan.request // 1024,
        "connections": plan.connections,
        "window MB": plan.window / 1e6,
        "queue depth": plan.depth,
        "logical units": plan.units,
        "closed form MB/s": round(expected, 1),
    }
    return Cell(conditions, settings, is_quick=False)


KB, MB = 1 << 10, 1 << 20
PLANS = (
    needed(1000, True, 64 * KB, 1),
    needed(1000, True, 256 * KB, 4),
    needed(1000, False, 256 * KB, 1),
    needed(1000, False, MB, 1),
    Plan(1000, True, 64 * KB, 1, LINUX_WINDOW, UNIT_DEPTH),
    needed(10000, True, 256 * KB, 1),
    needed(10000, True, MB, 8),
    needed(10000, False, 256 * KB, 8),
    Plan(10000, True, 256 * KB, 1, LINUX_WINDOW, UNIT_DEPTH),
)
