# SPDX-License-Identifier: GPL-2.0-only
"""Draws goodput over the number of servers."""

import matplotlib as mpl
from matplotlib.figure import Figure
from ns3_iscsi.pictures import LINES, STYLE

from .pictures import result_label
from .results import label

_TICKS = (1, 2, 4, 8, 16, 32, 64, 128)


def curves(rows, hue, marks):
    """Draw results over the servers, a line for each value of a condition.

    :param rows: results
    :param hue: the condition
    :param marks: by its value, where to put a short stroke above
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8.6, 4.4), layout="constrained")
        axes = figure.subplots()
        for (value, part), style in zip(rows.groupby(hue, sort=False), LINES, strict=False):
            part = part.sort_values("servers")
            width = [part["simulated"] - part["ci_low"], part["ci_high"] - part["simulated"]]
            axes.errorbar(
                part["servers"], part["simulated"], width, capsize=3, label=str(value), **style
            )
            if value in marks:
                axes.plot([marks[value]] * 2, [960, 1000], color=style["color"], linewidth=3)
        servers = sorted(rows["servers"].unique())
        axes.set_xscale("log", base=2)
        axes.set_xticks([one for one in _TICKS if servers[0] <= one <= 1.5 * servers[-1]])
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set(xlabel="Servers", ylabel=result_label(rows), ylim=(0, 1000))
        axes.legend(title=label(hue))
    return figure
