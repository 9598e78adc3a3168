# SPDX-License-Identifier: GPL-2.0-only
"""S3, a simulation of an iSCSI gateway with drives on a loop: what its figures share."""

import math

from . import s3_claims
from .experiment import Cell, Paper, Runs

#: The stages of a request, by what a reader knows them as, in the order of its way.
STAGE_GROUPS = {
    "network": ("sent", "arrived_at_target", "answered"),
    "gateway": ("dispatched",),
    "loop and order of answers": ("loop_won", "back_on_loop", "back_at_target"),
    "drive's queue and controller": ("at_drive",),
    "seek": ("seek_done",),
    "rotation": ("rotation_done",),
    "transfer": ("media_done",),
}
#: The columns of a sweep that pictures and claims use beside the result.
STAGES = tuple(f"all_stage_{name}_ms" for group in STAGE_GROUPS.values() for name in group)
#: Delays of figures 10 and 11, ms.
DELAYS = (0.01, 0.05, 0.2, 0.4, 1, 5, 20, 50)
#: Requests of a run of a point of figures 10 and 11.
_REQUESTS = {"light": 12, "heavy": 20}
#: Where a full window is the limit, a run lasts so many times its beginning: a drive's time, ms,
#: and round trips of slow start.
_LASTS, _DRIVE_MS, _SLOW_START = 80, 100, 10
#: MB/s of one window for each round trip below which it is less than half of what a drive gives.
_WINDOW_LIMITS = 5
#: Their runs, more where seeks and rotation have a greater part.
NETWORK_RUNS = Runs(3, 8, 0.05)
_BLOCK = 512

PAPER = Paper(
    name="s3",
    title="a simulation of an iSCSI gateway with drives on an arbitrated loop",
    reference="simulations of iSCSI-based storage systems with ns-2: initiators, TCP, a gateway, "
    "FC-AL and Seagate ST39102FC drives; the copy used has no title page.",
    text=[
        "An initiator reaches a storage gateway over TCP; behind the gateway four Cheetah 9LP "
        "drives share a Fibre Channel loop. The paper simulates this with ns-2, compares it with a "
        "Cisco SN5420 on a campus network (figures 7 and 8), and varies the size of PDUs (9), of "
        "segments (10) and of the TCP window (11). Light load is one request at a time, heavy load "
        "four.",
        "The paper's figures are not available, but its text quotes two of their points: 4.0 and "
        "6.8 MB/s in figure 11. The rest is described in words, which are checked claim by claim. "
        "The measurements on the SN5420 are given only as differences from the paper's own "
        "simulation, so three claims about them cannot be checked.",
        "The two quoted points do not equal one window per round trip: MSS * window / (2 * delay) "
        "gives 7.4 and 29.6 MB/s. They result from one request at a time that is first read from "
        "the drive, then transferred over the loop to the gateway, and only then sent. Of that sum "
        "the paper leaves only the length of a request open. With 512 KB, the only fitted value, "
        "the drive's own seeks, rotation and tracks give both points. With four requests at a time "
        "data is always in transit, and only then does the formula give the throughput.",
        "Windows are counted in segments as in ns-2. The paper's segments of 1500 bytes are "
        "Ethernet packets; the headers of IP and TCP leave 1448 bytes. "
        "Links are Ethernet, with 38 bytes around a packet.",
        "TCP starts slowly after idling, as ns-2's FullTcp does by default: under light load each "
        "answer begins with a window of 2 segments. That takes up to 4 further round trips, 15 % "
        "of a request with a window of 80 at 50 ms. Eight points of figures 10 and 11 are compared "
        "with ns-2 itself.",
    ],
    claims=s3_claims.of_paper,
)


def cell(parameters, tables, conditions, changes, **others):
    """Give a cell.

    :param parameters: the paper's parameters
    :param tables: those of its tables that hold beside model and tcp
    :param conditions: what tells it from others
    :param changes: options that follow from the conditions
    :param others: further arguments of Cell
    """
    settings = {**parameters.settings("model", "tcp", *tables), **changes}
    if settings.get("device") == "ram":
        settings.pop("drive", None)
    # A changed parameter need not be a number of blocks.
    settings["size"] = str(int(settings["size"]) // _BLOCK * _BLOCK)
    return Cell(conditions, settings, **others)


def network_cell(parameters, load, mss, window, delay, connections=1, **others):
    """Give a cell of figure 10 or 11: reads across a Gigabit link.

    :param parameters: the paper's parameters
    :param load: light or heavy, of each connection
    :param mss: payload of a segment, bytes
    :param window: segments
    :param delay: one-way delay of the link, ms
    :param connections: connections of the session
    :param others: further arguments of Cell
    """
    changes = {
        "delay": f"{delay}ms",
        "segmentSize": mss,
        "rcvBufSize": window * mss,
        "connections": connections,
        "queueDepth": parameters.settings(load)["queueDepth"] * connections,
        "readFraction": 1.0,
        "count": _REQUESTS[load] * connections,
    }
    conditions = {
        "load": load,
        "connections": connections,
        "MSS B": mss,
        "window": window,
        "delay ms": delay,
    }
    rate = s3_claims.closed_form(conditions)
    if load == "heavy" and connections == 1 and rate < _WINDOW_LIMITS:
        lasts = _LASTS * (_DRIVE_MS + _SLOW_START * 2 * delay)
        needed = math.ceil(1e3 * rate * lasts / parameters.settings("gigabit")["size"])
        changes["count"] = max(changes["count"], needed)
    return cell(parameters, ("gigabit", load), conditions, changes, **others)
