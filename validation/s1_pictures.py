# SPDX-License-Identifier: GPL-2.0-only
"""Draws S1's tables."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.pictures import BLACK, BLUE, SKY, STYLE, VERMILION

from .experiment import Picture

#: Colours and widths of levels in the picture of zones: where curves are equal, all are seen.
_ZONE_LINES = ((BLUE, 4), (SKY, 1.5), (VERMILION, 1.5))
_UNITS = {"1/s": "Requests per second", "MiB/s": "Throughput (MiB/s)", "ms": "Time (ms)"}


def iperf(rows):
    """Give the picture of throughput by window."""
    caption = (
        "Throughput by window; marks are the paper's numbers and the range of the unstable one."
    )
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(6.5, 3.6), layout="constrained")
        axes = figure.subplots()
        for (hosts, own), colour in zip(
            rows.groupby("hosts", sort=False), (BLUE, VERMILION, SKY), strict=True
        ):
            style = {"color": colour, "marker": "o", "markersize": 3, "label": hosts}
            axes.plot(own["window KB"], own["simulated"], **style)
        known = rows[rows["reference"].notna()]
        spread = [
            known["reference"] - known["reference_low"],
            known["reference_high"] - known["reference"],
        ]
        style = {"color": BLACK, "marker": "o", "markerfacecolor": "none", "linestyle": "none"}
        axes.errorbar(known["window KB"], known["reference"], spread, label="paper", **style)
        axes.set(xscale="log", xlabel="Window (KB)", ylabel=_UNITS["MiB/s"], ylim=(0, 130))
        windows = sorted(rows["window KB"].unique())
        axes.set_xticks(windows, [f"{window:g}" for window in windows])
        axes.minorticks_off()
        axes.legend(title="hosts", loc="lower right")
    return [Picture(caption, figure)]


def iometer(rows):
    """Give the picture of IOMeter's columns: requests, bytes and response times."""
    caption = "Bars are the simulation, marks the paper's numbers: in total, reads and writes."
    figures = {
        "1/s": ("iops_total", "iops_read", "iops_write"),
        "MiB/s": ("MBps_total", "MBps_read", "MBps_write"),
        "ms": ("response_avg", "response_read", "response_write"),
    }
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.6), layout="constrained")
        for axes, (unit, names) in zip(figure.subplots(1, 3), figures.items(), strict=True):
            for place, (name, colour) in enumerate(zip(names, (BLUE, SKY, VERMILION), strict=True)):
                own = rows[rows["figure"] == name]
                places = np.arange(len(own)) + 0.27 * (place - 1)
                label = {"response_avg": "total"}.get(name, name.rpartition("_")[2])
                axes.barh(places, own["simulated"], 0.25, color=colour, label=label)
                axes.plot(own["reference"], places, "|", color=BLACK, markersize=9)
            axes.set_yticks(np.arange(len(own)), own["column"])
            axes.invert_yaxis()
            axes.tick_params(labelleft=axes.get_subplotspec().is_first_col())
            axes.set_xlabel(_UNITS[unit])
            axes.grid(visible=False, axis="y")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return [Picture(caption, figure)]


def h2benchw(rows):
    """Give the pictures of h2benchw: its table by level, and its zones."""
    return [_table_of_h2benchw(rows), _zones(rows)]


def _table_of_h2benchw(rows):
    """Draw throughput and access times by level."""
    caption = "Bars are the simulation, marks the paper's numbers, by level of optimization."
    levels = list(dict.fromkeys(rows["level"]))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.6), layout="constrained")
        panes = figure.subplots(1, 2, width_ratios=(3, 1.6))
        for axes, unit in zip(panes, ("MiB/s", "ms"), strict=True):
            part = rows[rows["unit"] == unit]
            names = list(dict.fromkeys(part["figure"]))
            for place, (level, colour) in enumerate(
                zip(levels, (BLUE, SKY, VERMILION), strict=True)
            ):
                own = part[part["level"] == level].set_index("figure").loc[names]
                places = np.arange(len(own)) + 0.27 * (place - 1)
                axes.barh(places, own["simulated"], 0.25, color=colour, label=level)
                axes.plot(own["reference"], places, "|", color=BLACK, markersize=9)
            axes.set_yticks(np.arange(len(names)), names)
            axes.invert_yaxis()
            axes.set_xlabel(_UNITS[unit])
            axes.grid(visible=False, axis="y")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return Picture(caption, figure)


def _zones(rows):
    """Draw the sustained rates over the position on the disk."""
    caption = (
        "The zones of h2benchw: sustained rate over the position on the disk. Lines are the "
        "simulation, dashed ones the paper's averages. A disk in memory is the same everywhere."
    )
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.2), layout="constrained")
        panes = dict(zip(("read", "write"), figure.subplots(1, 2, sharey=True), strict=True))
        for operation, axes in panes.items():
            own = rows[rows["figure"] == f"sustained {operation}"]
            for (_, row), (colour, width) in zip(own.iterrows(), _ZONE_LINES, strict=True):
                axes.plot(
                    *_zones_of(row, operation), color=colour, linewidth=width, label=row["level"]
                )
                axes.axhline(row["reference"], color=colour, linestyle="--", linewidth=1)
            axes.set(title=f"{operation}s", xlabel="Position (% of the capacity)")
            axes.set(xlim=(0, 100), ylim=(50, 80))
        panes["read"].set_ylabel("Sustained transfer rate (MiB/s)")
        handles = panes["read"].get_legend_handles_labels()
        figure.legend(*handles, loc="outside upper center", ncols=3)
    return Picture(caption, figure)


def _zones_of(row, operation):
    """Give the positions of a row's zones, percent, and the rates there."""
    count = sum(name.startswith("zone_") and name.endswith("_percent") for name in row.index)
    kinds = ("percent", operation)
    return [[row[f"zone_{number}_{kind}"] for number in range(count)] for kind in kinds]
