# SPDX-License-Identifier: GPL-2.0-only
"""Draws what TCP connections do over time: windows, bytes in flight, round trip times, losses.

The function takes what :func:`ns3_iscsi.results.read_tcp_series` gives and is found in
:mod:`ns3_iscsi.plot` as well: ``plot.tcp(series)``.
"""

import matplotlib as mpl
import numpy as np

from .pictures import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLE, VERMILION, finish, new_figure
from .statistics import bins_of_steps

_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY)
#: Intervals of time that a picture of this width can show.
_BINS = 400
#: Ends with less than this share of the busiest end's bytes in flight only ask or answer.
_LEAST_IN_FLIGHT = 0.01
#: What is marked on the congestion window: counter, mark, name.
_EVENTS = (("fast_recoveries", "v", "fast recovery"), ("timeouts", "X", "timeout"))


def tcp(series, connections=None, title="TCP connections", most=6):
    """Draw congestion window, bytes in flight and round trip time over simulated time.

    Lines are means over short intervals, bands reach from the lowest to the highest value in them.
    Marks on the congestion window are fast recoveries and timeouts. The ends of connections that
    have the most bytes in flight are drawn, not those that only ask or answer.

    :param series: as read_tcp_series gives it
    :param connections: as read_connections gives them for the same run: the bandwidth-delay product
        is drawn beside the bytes in flight
    :param title: what stands above the picture; with more ends than are drawn it says so
    :param most: how many ends are drawn, 1 to 6
    :return: the figure
    :raises ValueError: one line, if there is no row, or most is none of these numbers
    """
    if series.empty:
        raise ValueError("there is nothing to draw: the series has no rows")
    if not 1 <= most <= len(_COLOURS):
        raise ValueError(f"most is {most}, not 1 to {len(_COLOURS)}")
    ends, busy = _busiest(series, most)
    if len(ends) < busy:
        title = f"{title}: the {len(ends)} busiest of {busy} ends"
    edges = np.linspace(series["time_s"].min(), series["time_s"].max() or 1, _BINS + 1)
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 7.5)
        window, flight, rtt = figure.subplots(3, 1, sharex=True)
        for (label, rows), colour in zip(ends.items(), _COLOURS, strict=False):
            _draw(window, rows, "cwnd_bytes", 1e-3, edges, colour, label)
            _draw(flight, rows, "flight_bytes", 1e-3, edges, colour)
            _draw(rtt, rows, "rtt_s", 1e3, edges, colour)
            _mark(window, rows, colour)
        _explain_marks(window, ends.values())
        if connections is not None:
            _draw_path(flight, connections)
        window.set(title="Congestion window", ylabel="kB")
        flight.set(title="Bytes in flight", ylabel="kB")
        rtt.set(title="Round trip time", ylabel="ms", xlabel="Simulated time (s)")
        for axes in (window, flight, rtt):
            axes.set_ylim(bottom=0)
            axes.set_xlim(edges[0], edges[-1])
        handles, labels = window.get_legend_handles_labels()
        more_handles, more_labels = flight.get_legend_handles_labels()
        finish(figure, title, [*handles, *more_handles], [*labels, *more_labels], columns=3)
    return figure


def _busiest(series, most):
    """Give label and rows of the ends with the most bytes in flight, by number of connection.

    :return: these, and how many ends there are that do not only ask or answer
    """
    groups = dict(list(series.groupby(["connection", "sender"])))
    flight = {end: rows["flight_bytes"].mean() for end, rows in groups.items()}
    least = _LEAST_IN_FLIGHT * max(flight.values())
    busy = [end for end in groups if flight[end] >= least]
    order = sorted(busy, key=lambda end: -flight[end])[:most]
    named = {f"connection {end[0]}, {end[1]} sends": groups[end] for end in sorted(order)}
    return named, len(busy)


def _draw(axes, rows, column, scale, edges, colour, label=None):
    """Draw a step function: its mean, and a band of what lies in each interval."""
    known = rows[rows[column].notna()]
    if known.empty:
        return
    mean, lowest, highest = bins_of_steps(
        known["time_s"].to_numpy(), known[column].to_numpy() * scale, edges
    )
    axes.stairs(mean, edges, color=colour, label=label, lw=1.4, baseline=None)
    low, high = np.append(lowest, lowest[-1]), np.append(highest, highest[-1])
    axes.fill_between(edges, low, high, step="post", color=colour, alpha=0.2, linewidth=0)


def _mark(axes, rows, colour):
    for counter, mark, _ in _EVENTS:
        # A counter's first row may be 1 already.
        at = rows[rows[counter].diff().fillna(rows[counter]) > 0]
        style = {"s": 28, "color": colour, "edgecolor": "white", "linewidth": 0.5, "zorder": 3}
        axes.scatter(at["time_s"], at["cwnd_bytes"] / 1e3, marker=mark, **style)


def _explain_marks(axes, ends):
    """Give the marks that occur a place in the legend."""
    for counter, mark, name in _EVENTS:
        count = int(sum(rows[counter].max() for rows in ends))
        if count:
            axes.scatter([], [], marker=mark, color=BLACK, s=28, label=f"{name} ({count})")


def _draw_path(axes, connections):
    path = connections["path_bytes"].max() / 1e3
    if np.isfinite(path):
        style = {"color": BLACK, "lw": 1.0, "ls": "--"}
        axes.axhline(path, label="bandwidth-delay product, for all together", **style)
