# SPDX-License-Identifier: GPL-2.0-only
"""Draws what holds for all papers: measured against simulated."""

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from ns3_iscsi.pictures import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLE, VERMILION

from .experiment import Picture
from .results import describe

_MARKS = list(
    zip(
        (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK),
        ("o", "s", "^", "D", "v", "P", "X"),
        strict=True,
    )
)


def of_paper(outcome):
    """Give the pictures of a paper as a whole.

    :param outcome: a PaperOutcome
    """
    rows = outcome.rows
    measured = rows[rows["reference"].notna() & rows["simulated"].gt(0)]
    if measured.empty:
        return []
    made = [
        Picture(
            "Every number of the paper against the simulated one. On the line both are equal; the "
            "band is 10 % to either side. Filled marks are predictions, open marks are numbers "
            "used for fitting. A bar shows the interval that rounds to the printed number.",
            measured_against_simulated(measured),
        )
    ]
    if outcome.sensitivity is not None:
        made.append(
            Picture(
                "Change of results when one parameter grows by 10 %: the bar is the mean absolute "
                "change over a selection of cells, the mark is the largest change.",
                sensitivity(outcome.sensitivity),
            )
        )
    return made


def measured_against_simulated(rows):
    """Draw each number of a paper against the simulated one, on logarithmic axes.

    :param rows: results with a reference
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.5, 6.5), layout="constrained")
        axes = figure.subplots()
        ends = np.array([rows["reference"].min() / 2, rows["reference"].max() * 2])
        axes.fill_between(ends, ends * 0.9, ends * 1.1, color="#CCCCCC", alpha=0.6, linewidth=0)
        axes.plot(ends, ends, color=BLACK, linewidth=0.8)
        for (item, group), (colour, mark) in zip(rows.groupby("item"), _MARKS, strict=False):
            for is_fitted, part in group.groupby("is_fitted"):
                _draw_marks(axes, part, colour, mark, is_fitted, item)
        axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
        unit = rows["unit"].iloc[0]
        axes.set(xlabel=f"In the paper ({unit})", ylabel=f"Simulated ({unit})")
        handles, labels = axes.get_legend_handles_labels()
        # Either half of a table may be missing in a selection; its name stands once.
        once = dict(zip(labels, handles, strict=True))
        axes.legend(once.values(), once.keys(), loc="upper left")
    return figure


def sensitivity(moves):
    """Draw how far results move with each parameter.

    :param moves: as :func:`validation.sensitivity.measure` gives it
    :return: the figure
    """
    moves = moves.sort_values("mean")
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 1.4 + 0.32 * len(moves)), layout="constrained")
        axes = figure.subplots()
        axes.barh(moves["parameter"], moves["mean"], color=SKY)
        axes.plot(moves["most"], moves["parameter"], "D", color=VERMILION, linestyle="none")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("Change of throughput (%)")
    return figure


def against(rows, x, hue, panels=None):
    """Draw simulated and printed numbers against a condition, on logarithmic axes.

    :param rows: results
    :param x: the condition along the axis; 0 is drawn at a tenth of the least other value
    :param hue: the condition that tells lines apart
    :param panels: the condition that tells panels apart, None for a single panel
    :return: the figure: simulated numbers as lines, printed ones as marks
    """
    parts = list(rows.groupby(panels)) if panels else [(None, rows)]
    values = sorted(rows[x].unique())
    places = {value: value or min(filter(None, values)) / 10 for value in values}
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.4), layout="constrained")
        panes = figure.subplots(1, len(parts), sharey=True, squeeze=False)[0]
        for axes, (name, part) in zip(panes, parts, strict=True):
            for (label, line), style in zip(part.groupby(hue, sort=False), _MARKS, strict=False):
                _draw_line(axes, line, line[x].map(places), *style, label)
            axes.set(xscale="log", yscale="log", xlabel=x)
            axes.set_xticks(list(places.values()), [str(value) for value in values], minor=False)
            axes.minorticks_off()
            axes.yaxis.set_major_formatter("{x:g}")
            axes.set_title("" if name is None else describe({panels: name}))
        numbers = rows[["simulated", "reference"]].to_numpy()
        # A decade at least, so that small differences look small.
        panes[0].set_ylim(
            min(np.nanmin(numbers) / 1.5, np.nanmax(numbers) / 10), np.nanmax(numbers) * 1.5
        )
        metric = rows["metric"].iloc[0]
        panes[0].set_ylabel(f"{metric[0].upper()}{metric[1:]} ({rows['unit'].iloc[0]})")
        panes[0].legend(title=hue)
    return figure


def heat_maps(rows, x, y, panels):
    """Draw results over two conditions as colours with the numbers in them, on one log scale.

    :param rows: results
    :param x: the condition to the right
    :param y: the condition upwards
    :param panels: the condition that tells panels apart
    :return: the figure
    """
    parts = list(rows.groupby(panels))
    norm = LogNorm(*rows["simulated"].where(rows["simulated"] > 0).agg(["min", "max"]))
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        figure = Figure(figsize=(1.2 + 2.35 * len(parts), 3.2), layout="constrained")
        panes = figure.subplots(1, len(parts), sharey=True, squeeze=False)[0]
        for axes, (name, part) in zip(panes, parts, strict=True):
            grid = part.pivot_table(index=y, columns=x, values="simulated")
            image = axes.imshow(grid, cmap="cividis", norm=norm, origin="lower", aspect="auto")
            for (row, column), value in np.ndenumerate(grid.to_numpy()):
                ink = "white" if norm(value) < 0.5 else "black"
                text = f"{value:.3g}"
                axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=8)
            axes.set_xticks(range(len(grid.columns)), grid.columns)
            axes.set_yticks(range(len(grid.index)), grid.index)
            axes.set(title=describe({panels: name}), xlabel=x)
        panes[0].set_ylabel(y)
        figure.colorbar(image, ax=panes, label=f"Throughput ({rows['unit'].iloc[0]})")
    return figure


def _draw_line(axes, line, places, colour, mark, label):
    axes.plot(places, line["simulated"], color=colour, label=str(label))
    axes.plot(places, line["reference"], mark, color=colour, markerfacecolor="none")


def _draw_marks(axes, part, colour, mark, is_fitted, label):
    spread = [part["reference"] - part["reference_low"], part["reference_high"] - part["reference"]]
    axes.errorbar(
        part["reference"],
        part["simulated"],
        xerr=np.abs(np.array(spread, float)),
        fmt=mark,
        color=colour,
        markersize=5,
        markerfacecolor="white" if is_fitted else colour,
        elinewidth=0.8,
        linestyle="none",
        label=label,
    )
