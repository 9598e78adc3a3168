# SPDX-License-Identifier: GPL-2.0-only
"""Draws S1's copy through the page cache over time, and what a failing switch costs."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.pictures import BLACK, BLUE, ORANGE, STYLE, VERMILION

from . import s1_copies, s1_copy_claims
from .experiment import Picture

#: What Ethernet leaves of 1 Gb/s to segments of 1460 bytes, MB of 2^20 bytes in a second.
_LINK = 125e6 / 2**20 * 1460 / 1538


def over_time(rows):
    """Give the picture of a file that is copied: program, memory, link and loss over time."""
    one = rows.iloc[0]
    copied, stored = (_series(one, name) for name in s1_copies.SERIES)
    caption = (
        "A file of 1 GB over time. Above, what the program writes into memory; in the middle, "
        "what it has written, what of it is on the target's disk and what is in memory alone, with "
        "marks for what is missing on the target's disk if the switch fails at that second; below, "
        "what the link carries of it. Rates are those of each quarter of a second."
    )
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.5, 7.2), layout="constrained")
        panes = figure.subplots(3, 1, sharex=True, height_ratios=(1, 1.7, 1))
        _draw_rate(panes[0], copied, VERMILION, "by the program")
        panes[0].axhline(
            one["mib_per_s"], color=BLACK, linestyle="--", label="as robocopy finds it"
        )
        _draw_memory(panes[1], copied, stored)
        _draw_losses(panes[1], rows)
        _draw_rate(panes[2], stored, BLUE, "over the link")
        panes[2].axhline(_LINK, color=BLACK, linestyle="--", label="all that the link can carry")
        panes[0].set_ylabel("Written into\nmemory (MiB/s)")
        panes[1].set_ylabel("MiB")
        panes[2].set_ylabel("Written to the\ntarget (MiB/s)")
        panes[2].set(xlabel="Time (s)", xlim=(0, s1_copies.SAMPLES[-1]), ylim=(0, 1.6 * _LINK))
        for axes in panes[:2]:
            axes.legend(loc="center right")
        panes[2].legend(loc="upper right", ncols=2)
    return [Picture(caption, figure)]


def _series(row, name):
    return np.array([row[f"{name}_{number}"] for number in range(len(s1_copies.SAMPLES))])


def _draw_rate(axes, amounts, colour, label):
    """Draw how fast an amount grows."""
    rates = np.diff(amounts) / np.diff(s1_copies.SAMPLES)
    axes.stairs(rates, s1_copies.SAMPLES, fill=True, color=colour, label=label)


def _draw_memory(axes, copied, stored):
    """Draw what is in memory alone between what was copied and what is on the disk."""
    times = s1_copies.SAMPLES
    axes.fill_between(times, stored, copied, color=ORANGE, alpha=0.3, linewidth=0)
    axes.plot(times, copied, color=VERMILION, label="written by the program")
    axes.plot(times, stored, color=BLUE, label="on the target's disk")
    axes.plot(times, copied - stored, color=ORANGE, label="in memory alone")


def _draw_losses(axes, rows):
    """Draw what failures for good have cost."""
    lost = rows[(rows["figure"] == "lost") & (rows["away"] == s1_copy_claims.FOR_GOOD)]
    style = {"color": BLACK, "linestyle": "none", "marker": "x", "markersize": 7}
    axes.plot(lost["second"], lost["simulated"], label="lost if the switch fails then", **style)
