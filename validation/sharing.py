# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: when it helps that the connections of a session share TCP control blocks."""

from .experiment import GEOMETRIC, Cell, Experiment, Paper, Picture
from .ratio_maps import draw

#: What the maps show: losses in each direction, round-trip time, requests, connections.
LOSS_PERCENT, RTT_MS, REQUEST_KB, CONNECTIONS = (0.1, 1, 4), (1, 10, 50), (128, 4), (2, 4, 8, 16)
RENO, NEW_RENO, CUBIC = "LinuxReno", "NewReno", "Cubic"
#: Round trips from the first completion until counting begins.
_WARM_UP = 20
#: Requests of a run by loss in percent and size in KB: the fewer are lost, the longer it is.
_REQUESTS = {
    (0.1, 128): 320,
    (1, 128): 160,
    (4, 128): 80,
    (0.1, 4): 4000,
    (1, 4): 5000,
    (4, 4): 2400,
}
#: Runs of a cell of the maps.
_RUNS = 10
#: The one cell of the maps that the quick selection has.
_QUICK = {"loss %": 1, "RTT ms": 10, "connections": 8}
_CAPTION = (
    "Throughput with shared control blocks over that without: packets lost in each direction on "
    "the vertical axis, round-trip time on the horizontal axis. Below the ratio is its 95 % "
    "interval. Bold numbers with a triangle are gains or losses: their intervals exclude 1. In the "
    "others no difference is seen. Colours are logarithmic, white is 1."
)

PAPER = Paper(
    name="sharing",
    title="beyond the papers: when sharing of TCP control blocks helps",
    reference="not a paper: conditions that the papers on Fair-TCP have not measured.",
    text=[
        "An initiator writes to a target in memory, in sequence, over a session of several "
        "connections, with 32 commands outstanding in all, so each connection has two or more. The "
        "path of 1 Gb/s loses packets at random, as many in one direction as in the other. A cell "
        "is the throughput after a warm-up of 20 round trips with tcpSharing=ensemble over that "
        "with tcpSharing=none.",
        "Both sides of a ratio have the same random numbers, run by run. The mean over the runs is "
        "geometric, since a mean of ratios that scatter would be above 1 without any gain, and "
        "the interval is that of 95 % confidence. One in twenty intervals would exclude 1 by "
        "chance alone, so single cells near 1 say little; neighbours that agree do.",
        "Runs are short: at a loss of 0.1 % some tens of packets are lost in each run. Such cells "
        "are about transfers of tens of MB and not about hours.",
    ],
)


def settings_of(parameters, conditions, algorithm=RENO, sharing="ensemble", **others):
    """Give the options of a simulation.

    :param parameters: the paper's parameters
    :param conditions: ``loss %``, ``RTT ms``, ``request KB`` and ``connections``
    :param algorithm: congestion control, the end of its TypeId's name
    :param sharing: what the connections share
    :param others: further options
    """
    loss, rtt, size = (conditions[name] for name in ("loss %", "RTT ms", "request KB"))
    return {
        **parameters.settings("path", "tcp", "iscsi", "load"),
        "device": "ram",
        "drives": 1,
        "workload": "closed",
        "pattern": "sequential",
        "readFraction": 0.0,
        "size": str(1024 * size),
        "count": _REQUESTS[loss, size],
        "connections": conditions["connections"],
        "lossToTargets": loss / 100,
        "lossToInitiators": loss / 100,
        "delay": f"{rtt / 2:g}ms",
        "warmUp": f"{_WARM_UP * rtt}ms",
        "congestionControl": f"ns3::Tcp{algorithm}",
        "tcpSharing": sharing,
        **others,
    }


def cell(parameters, told, conditions, algorithm, **others):
    """Give the cell that compares sharing with none under conditions.

    :param parameters: the paper's parameters
    :param told: what tells it from others
    :param conditions: as :func:`settings_of` takes them
    :param algorithm: congestion control
    :param others: further fields of the cell
    """
    return Cell(
        told,
        settings_of(parameters, conditions, algorithm),
        base=settings_of(parameters, conditions, algorithm, "none"),
        compare=GEOMETRIC,
        **others,
    )


def gain_map(parameters, number, title, text, algorithm, size=None, connections=None):
    """Give a map over loss and round-trip time, for each number of connections or request size.

    :param parameters: the paper's parameters
    :param number: of the map
    :param title: what it is about
    :param text: what is to be seen
    :param algorithm: congestion control
    :param size: of requests, KB, None for a panel for each
    :param connections: of the session, None for a panel for each number
    """
    panels = "connections" if size else "request KB"
    fixed = {"request KB": size} if size else {"connections": connections}
    cells = []
    for value in CONNECTIONS if size else REQUEST_KB:
        for loss in LOSS_PERCENT:
            for rtt in RTT_MS:
                told = {panels: value, "loss %": loss, "RTT ms": rtt}
                is_quick = number == 2 and told == _QUICK
                own = {**fixed, **told}
                cells.append(cell(parameters, told, own, algorithm, is_quick=is_quick))
    return Experiment(
        f"map {number}",
        title,
        text,
        cells,
        metric="gain",
        unit="ratio",
        runs=_RUNS,
        pictures=lambda rows: _draw_map(rows, panels),
    )


def _draw_map(rows, panels):
    """Give the picture of a map; a quick selection has none."""
    if not rows["is_full"].all():
        return []
    return [Picture(_CAPTION, draw(rows, "RTT ms", "loss %", panels))]
