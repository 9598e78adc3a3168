# SPDX-License-Identifier: GPL-2.0-only
"""Draws the figures of S3 with the paper's axes, and where the time of requests goes."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.pictures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    STYLE,
    VERMILION,
    YELLOW,
    finish,
    write_in_bars,
)

from . import s3_claims
from .pictures import connected
from .results import label as label_of
from .s3 import STAGE_GROUPS

_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE)
_STAGE_COLOURS = dict(
    zip(STAGE_GROUPS, (SKY, PURPLE, YELLOW, ORANGE, BLUE, GREEN, VERMILION), strict=True)
)
_LINES = {"light": "-", "heavy": "--"}


def against_burst(rows, panels, hue, label):
    """Draw results against the length of bursts.

    :param rows: results
    :param panels: the condition that tells panels apart
    :param hue: the condition that tells lines apart
    :param label: what stands at the vertical axis
    :return: the figure
    """
    parts = list(rows.groupby(panels, sort=False))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(max(8, 4.5 * len(parts)), 4.4), layout="constrained")
        panes = figure.subplots(1, len(parts), sharey=True, squeeze=False)[0]
        for axes, (name, part) in zip(panes, parts, strict=True):
            for (value, line), colour in zip(part.groupby(hue, sort=False), _COLOURS, strict=False):
                spread = [line["simulated"] - line["ci_low"], line["ci_high"] - line["simulated"]]
                axes.errorbar(
                    line["burst KB"],
                    line["simulated"],
                    yerr=spread,
                    color=colour,
                    **connected(line),
                    label=str(value),
                )
            axes.set(title=str(name), xlabel="Burst (KB)", xscale="log")
            bursts = sorted(part["burst KB"].unique())
            axes.set_xticks(bursts, [f"{burst:g}" for burst in bursts], minor=False)
            axes.minorticks_off()
        panes[0].set_ylim(bottom=0)
        panes[0].set_ylabel(label)
        panes[0].legend(title=label_of(hue))
    return figure


def stages(rows, names, title="Where the time goes"):
    """Draw the mean time in each stage, a stacked bar for each row.

    :param rows: results with the columns of the stages
    :param names: the conditions that tell rows apart
    :param title: what stands above the picture
    :return: the figure
    """
    labels = [", ".join(f"{row[name]}" for name in names) for _, row in rows.iterrows()]
    columns = {
        group: sum(rows[f"all_stage_{stage}_ms"] for stage in members).to_numpy()
        for group, members in STAGE_GROUPS.items()
    }
    widest = sum(columns.values()).max()
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 1.8 + 0.36 * len(rows)), layout="constrained")
        axes = figure.subplots()
        left = np.zeros(len(rows))
        for group, colour in _STAGE_COLOURS.items():
            values = columns[group]
            style = {"color": colour, "label": group, "edgecolor": "white", "linewidth": 0.6}
            axes.barh(labels, values, left=left, **style)
            write_in_bars(axes, values, left, widest, colour)
            left += values
        axes.margins(y=0.02)
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="Mean time per request (ms)", ylabel=", ".join(map(label_of, names)))
        finish(figure, title, *axes.get_legend_handles_labels(), columns=4)
    return figure


def against_delay(rows, hue):
    """Draw throughput against the delay: light load as the paper has it, and both loads beside the
    closed form on logarithmic axes.

    :param rows: results of figure 10 or 11 with one connection
    :param hue: the condition that tells lines apart
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 4.6), layout="constrained")
        left, right = figure.subplots(1, 2)
        for (value, part), colour in zip(rows.groupby(hue, sort=False), _COLOURS, strict=False):
            for load, line in part.groupby("load", sort=False):
                style = {"color": colour, **connected(line)}
                if rows["is_full"].all():
                    style["linestyle"] = _LINES[load]
                elif load == "heavy":
                    style["markerfacecolor"] = "none"
                if load == "light":
                    left.plot(line["delay ms"], line["simulated"], **style, label=value)
                label = f"{value}, {load}"
                right.plot(line["delay ms"], line["simulated"], **style, label=label)
            _draw_points(left, part, colour)
            once = part.drop_duplicates("delay ms")
            right.plot(once["delay ms"], s3_claims.closed_form(once), color=colour, linestyle=":")
        right.plot([], [], color=BLACK, linestyle=":", label="MSS * window / (2 * delay)")
        left.set(xscale="log", xlabel="Delay (ms)", ylabel="Throughput (MB/s)")
        left.set_ylim(bottom=0)
        quoted = "; diamonds: the paper" if rows["reference"].notna().any() else ""
        left.set_title(f"One request at a time{quoted}")
        left.legend(title=label_of(hue))
        right.set(xscale="log", yscale="log", xlabel="Delay (ms)")
        right.set_ylim(rows["simulated"].min() / 1.5, rows["simulated"].max() * 3)
        right.set_title("One and four requests at a time")
        right.legend(title=label_of(hue), fontsize=8)
    return figure


def _draw_points(axes, part, colour):
    """Draw what the paper quotes."""
    axes.plot(
        part["delay ms"],
        part["reference"],
        "D",
        color=colour,
        markerfacecolor="none",
        markersize=10,
        linestyle="none",
    )


def r2t(rows):
    """Draw R2Ts for each MB and throughput of writes against the size of PDUs.

    :param rows: results of figure 9, writes of one burst
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.2), layout="constrained")
        left, right = figure.subplots(1, 2)
        for (mode, line), colour in zip(rows.groupby("mode", sort=False), _COLOURS, strict=False):
            style = {"color": colour, **connected(line), "label": mode}
            left.plot(line["PDU B"], s3_claims.per_megabyte(line, "r2t"), **style)
            right.plot(line["PDU B"], line["simulated"], **style)
        for axes in (left, right):
            sizes = sorted(rows["PDU B"].unique())
            axes.set(xscale="log", xlabel="PDU (B)")
            axes.set_xticks(sizes, [str(size) for size in sizes], minor=False)
            axes.minorticks_off()
        right.set_ylim(bottom=0)
        left.set_yscale("log")
        left.set_ylim(1, 2 * s3_claims.per_megabyte(rows, "r2t").max())
        left.set_ylabel("R2T for each MB (1048576 B)")
        right.set_ylabel("Throughput (MB/s)")
        left.legend()
    return figure
