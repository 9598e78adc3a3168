# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: maps of S0's system, and what fills a long link."""

from pathlib import Path

from . import s0
from .experiment import Cell, Experiment, Paper, Picture
from .parameters import Parameters, delay_at
from .pictures import heat_maps

#: What the maps show: round-trip time in ms, requests, requests outstanding, connections.
RTT_MS, REQUEST_KB, WINDOWS = (0, 10, 50, 100, 200), (1, 8, 64, 256), (1, 4, 32)
CONNECTIONS, CONNECTIONS_RTT_MS = (1, 2, 4, 8), 100
#: Round trips that count: as in S0's tables up to their greatest distance, so that cells which the
#: maps have in common with the tables are simulated once, and half as many beyond.
_NEAR_MS, _COUNTED, _COUNTED_FAR = 50, 40, 20
#: The one cell of the maps that the quick selection has.
_QUICK = {"request KB": 8, "window": 4, "RTT ms": 10}

PAPER = Paper(
    name="wan",
    title="beyond the papers: maps of S0's system, and how to fill links of 1 and 10 Gb/s",
    reference="not a paper: conditions that the papers could not measure.",
    text=[
        "Nothing here was measured, so no number has an error. The maps use S0's parameters "
        "unchanged, at round-trip times of 0 to 200 ms and with several connections. They are as "
        "reliable as S0's predictions above.",
        "The table answers a question of administrators: at a round-trip time of 100 ms, which TCP "
        "window, request size, queue depth and number of connections carry 90 % of 1 or 10 Gb/s? "
        "Hosts and targets are not a limit, nothing is lost and the link has no other traffic: the "
        "table shows what is necessary, not what is sufficient on a lossy path.",
    ],
)


def distance_map(number, mode, text):
    """Give a map of one of S0's modes over request size and window, for each round-trip time.

    :param number: of the map
    :param mode: as the reference data of S0's table 6 name it
    :param text: what is to be seen
    """
    cells = [
        _map_cell(mode, {"request KB": size, "window": window, "RTT ms": rtt})
        for rtt in RTT_MS
        for window in WINDOWS
        for size in REQUEST_KB
    ]
    title = f"S0's {s0.mode_name(mode)} at 0 to 200 ms"
    return _make_map(number, title, text, cells, "RTT ms")


def connections_map(number, mode, text):
    """Give a map over request size and window, for each number of connections.

    :param number: of the map
    :param mode: as the reference data of S0's table 6 name it
    :param text: what is to be seen
    """
    cells = [
        _map_cell(
            mode,
            {"request KB": size, "window": window, "connections": connections},
            CONNECTIONS_RTT_MS,
        )
        for connections in CONNECTIONS
        for window in WINDOWS
        for size in REQUEST_KB
    ]
    title = f"S0's {s0.mode_name(mode)} at {CONNECTIONS_RTT_MS} ms with 1 to 8 connections"
    return _make_map(number, title, text, cells, "connections")


def _draw_map(rows, panels):
    """Give the picture of a map; a quick selection has none."""
    if not rows["is_full"].all():
        return []
    caption = (
        "Throughput in MB/s: request size in KB on the horizontal axis, outstanding requests on "
        "the vertical axis. The colour scale is logarithmic and the same in all panels."
    )
    return [Picture(caption, heat_maps(rows, "request KB", "window", panels))]


def _make_map(number, title, text, cells, panels):
    return Experiment(
        f"map {number}",
        title,
        text,
        cells,
        pictures=lambda rows: _draw_map(rows, panels),
    )


def _map_cell(mode, conditions, rtt=None):
    """Give a cell with S0's parameters; the round-trip time is a condition if it is None here."""
    rtt = conditions["RTT ms"] if rtt is None else rtt
    row = {
        "mode": mode,
        "window_cmds": conditions["window"],
        "request_KB": conditions["request KB"],
    }
    parameters = Parameters.load(Path(__file__).with_name("s0.toml"))
    settings = s0.iscsi_settings(parameters, row, "emulator")
    settings["delay"] = delay_at(settings, rtt)
    connections = conditions.get("connections", 1)
    settings["connections"] = connections
    # Connections that take turns open their congestion windows more slowly.
    turns = max(1, connections / conditions["window"])
    counted = _COUNTED if rtt <= _NEAR_MS else _COUNTED_FAR
    settings.update(s0.times(rtt, s0.WARM_UP, turns, counted))
    is_quick = mode == "most_unsolicited_write" and conditions == _QUICK
    return Cell(conditions, settings, is_quick=is_quick)
