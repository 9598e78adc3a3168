# SPDX-License-Identifier: GPL-2.0-only
"""Draws S4's figures with the paper's axes."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.pictures import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLE, VERMILION

from .experiment import Picture
from .pictures import connected, result_label
from .results import label

_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY)
_CAPTION = (
    "Lines are the simulation with 95 % intervals, crosses the numbers that the paper prints."
)
#: Where a request of the causes is: column, name, colour.
_PLACES = (
    ("to_target_ms", "on its way to the target", SKY),
    ("at_target_ms", "at the target", ORANGE),
    ("to_initiator_ms", "on its way back", BLUE),
)


def by_size(rows, hue, x="request KB"):
    """Give the picture of throughput by size, a line for each value of a condition.

    :param rows: results
    :param hue: the condition that tells lines apart
    :param x: the condition along the axis
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.5, 3.9), layout="constrained")
        axes = figure.subplots()
        for (value, part), colour in zip(rows.groupby(hue, sort=False), _COLOURS, strict=False):
            _draw(axes, part, x, colour, str(value))
        _finish(axes, rows, x)
        axes.legend(title=label(hue))
    return [Picture(_CAPTION, figure)]


def sizes(rows):
    """Give the picture of figure 7."""
    return by_size(rows, "design")


def line(rows, x):
    """Give the picture of results over one condition.

    :param rows: results
    :param x: the condition along the axis
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.5, 3.6), layout="constrained")
        axes = figure.subplots()
        _draw(axes, rows, x, BLUE, "simulated")
        _finish(axes, rows, x)
    return [Picture(_CAPTION, figure)]


def waiting(rows):
    """Give the picture of where requests are, and how long nobody sends."""
    if rows["failure"].notna().any():
        return []
    places = np.arange(len(rows))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        begin = np.zeros(len(rows))
        for column, name, colour in _PLACES:
            left.barh(places, rows[column], left=begin, color=colour, label=name)
            begin += rows[column].to_numpy()
        left.set_yticks(places, rows["case"])
        left.invert_yaxis()
        left.set_xlabel("Mean time of a request (ms)")
        left.legend()
        right.barh(places, 100 * rows["air_empty"], color=GREEN)
        right.set_xlabel("No station has anything to send (%)")
    caption = "Where a request of 2 KB is, and how long no station has anything to send."
    return [Picture(caption, figure)]


def _draw(axes, part, x, colour, name):
    means = part["simulated"].to_numpy()
    spread = [means - part["ci_low"].to_numpy(), part["ci_high"].to_numpy() - means]
    style = connected(part)
    axes.errorbar(part[x].to_numpy(), means, spread, color=colour, label=name, capsize=3, **style)
    printed = part[part["reference"].notna()]
    axes.plot(printed[x], printed["reference"], "x", color=BLACK, markersize=9, markeredgewidth=2)


def _finish(axes, rows, x):
    values = sorted(rows[x].unique())
    axes.set(xscale="log", xlabel=label(x), ylabel=result_label(rows))
    axes.set_xticks(values, [f"{value:g}" for value in values], minor=False)
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
