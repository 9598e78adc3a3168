# SPDX-License-Identifier: GPL-2.0-only
"""Draws S2's figures."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.pictures import BLACK, BLUE, STYLE, VERMILION

from .experiment import Picture
from .pictures import against, heat_maps

#: Lengths of figures 3 and 2 of the paper, s.
SHORT_S, LONG_S = 1.2, 50


def tables(rows):
    """Give the picture of a table of means and deviations over the delay."""
    caption = "Marks are the paper's numbers, lines the simulation."
    return [Picture(caption, against(rows, "delay ms", "variant", "moment"))]


def gains(rows, by="delay ms"):
    """Give the picture of ratios with their intervals.

    :param rows: results
    :param by: the condition along the axis
    """
    widths = [rows["simulated"] - rows["ci_low"], rows["ci_high"] - rows["simulated"]]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.5, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.errorbar(rows[by], rows["simulated"], widths, color=BLUE, marker="o", capsize=3)
        axes.axhline(1, color=BLACK, linewidth=0.8)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("Delay (ms)")
        axes.set_ylabel("Fair-TCP / TCP")
    caption = "Throughput with sharing over that without; bars are 95 % confidence intervals."
    return [Picture(caption, figure)]


def gains_by_tcp(rows):
    """Give the picture of gains over the delay by the TCP below.

    :param rows: results
    """
    caption = "Throughput with sharing over that without, by the TCP that both are built on."
    return [Picture(caption, against(rows, "delay ms", "TCP", "operation"))]


def search(rows):
    """Give the map of the search for losses and writes outstanding.

    :param rows: results
    """
    caption = "Mean over tables 2 to 4 of the median deviation of TCP's numbers, percent."
    figure = heat_maps(rows, "loss to targets", "loss to initiators", "writes outstanding")
    return [Picture(caption, figure)]


def windows(samples, sample_s):
    """Give the picture of two windows over time, and of their difference.

    :param samples: segments, a row for each connection, from the beginning of the transfer
    :param sample_s: time between two samples, s
    """
    times = sample_s * np.arange(samples.shape[1])
    # After a second slow start is over.
    short = (times >= 1) & (times < 1 + SHORT_S)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2)
        for number, colour in ((0, BLUE), (1, VERMILION)):
            left.step(times[short], samples[number][short], color=colour, label=f"{number + 1}")
        left.legend(title="connection")
        left.set_ylabel("Congestion window (segments)")
        long = times < LONG_S
        right.plot(times[long], (samples[0] - samples[1])[long], color=BLUE, linewidth=0.4)
        right.set_ylabel("Difference of both (segments)")
        for axes in (left, right):
            axes.set_xlabel("Time (s)")
    caption = "Left: two windows over 1.2 s, as figure 3. Right: their difference, as figure 2."
    return [Picture(caption, figure)]
