# SPDX-License-Identifier: GPL-2.0-only
"""Draws what holds for all papers: measured against simulated."""

import contextlib
import itertools

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator
from ns3_iscsi.pictures import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLE, VERMILION

from .experiment import Picture
from .groups import FITTED, PREDICTED
from .results import describe, label

#: Width of a page's text as it is printed, inches: letters of such a picture keep their size.
PRINTED = 6.5
#: Width of a page on a screen, inches, and panels beside each other there.
_SCREEN = 8.6
_PANELS_IN_A_ROW = 2
_MAPS_IN_A_ROW = 3
#: Size of the numbers in maps, points.
_IN_MAPS = 7.5
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
            "used for fitting, and grey marks are derived numbers and those at the cap of the "
            "link. An upright bar is the 95 % confidence interval of the simulated mean, a level "
            "one the interval that rounds to the printed number.",
            measured_against_simulated(measured),
        )
    ]
    if outcome.sensitivity is not None:
        made.append(
            Picture(
                "Change of results when one parameter grows by 10 %, a whole number by one at "
                "least: the bar is the mean absolute change of each fifth number that it reaches, "
                "the mark is the largest change.",
                sensitivity(outcome.sensitivity),
            )
        )
    return made


def measured_against_simulated(rows):
    """Draw each number of a paper against the simulated one, on logarithmic axes.

    :param rows: results with a reference
    :return: the figure, with a panel for each unit
    """
    parts = list(rows.groupby("unit", sort=False))
    items = list(dict.fromkeys(rows["item"]))
    with mpl.rc_context(STYLE):
        columns = min(len(parts), _PANELS_IN_A_ROW)
        lines = -(-len(parts) // columns)
        figure = Figure(figsize=(_SCREEN, lines * _SCREEN / columns * 0.9), layout="constrained")
        panes = list(figure.subplots(lines, columns, squeeze=False).flat)
        for axes in panes[len(parts) :]:
            axes.remove()
        for axes, (unit, part) in zip(panes, parts, strict=False):
            _draw_band(axes, part, unit)
            for item, style in zip(items, itertools.cycle(_MARKS)):
                for group, own in part[part["item"] == item].groupby("group"):
                    _draw_marks(axes, own, *style, group, item)
            handles, labels = axes.get_legend_handles_labels()
            # Each group of a table may be missing in a selection; its name stands once.
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
        names = [
            f"{row.parameter}, {row.value} to {row.changed}"
            if row.numbers
            else f"{row.parameter}: reaches no number"
            for row in moves.itertuples()
        ]
        axes.barh(names, moves["mean"], color=SKY)
        axes.plot(moves["most"], names, "D", color=VERMILION, linestyle="none")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("Change of results (%)")
    return figure


def against(rows, x, hue, panels=None):
    """Draw simulated and printed numbers against a condition, on logarithmic axes.

    :param rows: results
    :param x: the condition along the axis; 0 stands left of a break of the axis
    :param hue: the condition that tells lines apart
    :param panels: the condition that tells panels apart, None for a single panel
    :return: the figure: simulated numbers as lines, or as points where they are not all of the
        values, and printed ones as marks
    """
    parts = list(rows.groupby(panels)) if panels else [(None, rows)]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 4.4), layout="constrained")
        panes = figure.subplots(1, len(parts), sharey=True, squeeze=False)[0]
        for axes, (name, part) in zip(panes, parts, strict=True):
            places = break_axis(axes, rows[x].unique(), label(x))
            for (value, line), style in zip(part.groupby(hue, sort=False), _MARKS, strict=False):
                _draw_line(axes, line, line[x].map(places), *style, value)
            axes.set_yscale("log")
            axes.minorticks_off()
            axes.yaxis.set_major_formatter("{x:g}")
            axes.set_title("" if name is None else describe({panels: name}))
        numbers = rows[["simulated", "reference"]].to_numpy()
        # A decade at least, so that small differences look small.
        panes[0].set_ylim(
            min(np.nanmin(numbers) / 1.5, np.nanmax(numbers) / 10), np.nanmax(numbers) * 1.5
        )
        panes[0].set_ylabel(result_label(rows))
        panes[0].legend(title=label(hue))
    return figure


def break_axis(axes, values, text):
    """Give an axis to the right logarithmic places for values, and 0 a place left of a break.

    :param axes: where
    :param values: the values, 0 or more
    :param text: the label of the axis
    :return: the place of each value
    """
    values = sorted(values)
    least = min((value for value in values if value), default=1)
    gap = 4.0
    places = {value: value or least / gap for value in values}
    axes.set(xscale="log", xlabel=text)
    axes.set_xticks(list(places.values()), [f"{value:g}" for value in values], minor=False)
    axes.minorticks_off()
    if len(values) > 1 and 0 in values:
        # Two strokes across the axis, half way between 0 and the least other value.
        middle = least / gap**0.5
        for place in (middle / 1.08, middle * 1.08):
            axes.plot(
                [place],
                [0],
                marker=[(-0.5, -1), (0.5, 1)],
                markersize=10,
                color=BLACK,
                linestyle="none",
                transform=axes.get_xaxis_transform(),
                clip_on=False,
                label="_break",
            )
    return places


def result_label(rows):
    """Give the label of an axis for results: "Throughput (MB/s)"."""
    metric = rows["metric"].iloc[0]
    return f"{metric[0].upper()}{metric[1:]} ({rows['unit'].iloc[0]})"


def heat_maps(rows, x, y, panels):
    """Draw results over two conditions as colours with the numbers in them, on one log scale.

    :param rows: results
    :param x: the condition to the right
    :param y: the condition upwards
    :param panels: the condition that tells panels apart
    :return: the figure
    """
    norm = LogNorm(*rows["simulated"].where(rows["simulated"] > 0).agg(["min", "max"]))

    def paint(axes, part):
        axes.set_xlabel(label(x))
        return _draw_map(axes, part.pivot_table(index=y, columns=x, values="simulated"), norm)

    with map_panels(rows, y, panels, _MAPS_IN_A_ROW, 2.2, paint) as (figure, _, _):
        return figure


@contextlib.contextmanager
def map_panels(rows, y, panels, columns, height, paint, **sharing):
    """Draw a map for each value of a condition, with one scale of colours below them.

    :param rows: results
    :param y: the condition upwards
    :param panels: the condition that tells panels apart
    :param columns: most panels in a row
    :param height: of a row, inches
    :param paint: a function that draws the results of a panel on its axes and gives the image
    :param sharing: further arguments of ``Figure.subplots``
    :return: a context in which letters have their style: the figure, its panes, the scale
    """
    parts = list(rows.groupby(panels))
    columns = min(len(parts), columns)
    lines = -(-len(parts) // columns)
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        figure = Figure(figsize=(PRINTED, 1.1 + height * lines), layout="constrained")
        panes = figure.subplots(lines, columns, sharey=True, squeeze=False, **sharing)
        for axes, (name, part) in zip(panes.flat, parts, strict=False):
            image = paint(axes, part)
            axes.set_title(describe({panels: name}))
        for axes in panes.flat[len(parts) :]:
            axes.remove()
        for axes in panes[:, 0]:
            axes.set_ylabel(label(y))
        bar = {"orientation": "horizontal", "aspect": 40, "shrink": 0.7}
        drawn = list(panes.flat[: len(parts)])
        yield figure, panes, figure.colorbar(image, ax=drawn, label=result_label(rows), **bar)


def _draw_map(axes, grid, norm):
    image = axes.imshow(grid, cmap="cividis", norm=norm, origin="lower", aspect="auto")
    for (row, column), value in np.ndenumerate(grid.to_numpy()):
        ink = "white" if norm(value) < 0.5 else "black"
        text = f"{value:.3g}" if value >= 0.1 else f"{value:.2g}"
        axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=_IN_MAPS)
    axes.set_xticks(range(len(grid.columns)), grid.columns)
    axes.set_yticks(range(len(grid.index)), grid.index)
    return image


def _draw_band(axes, rows, unit):
    """Draw the line of equal numbers and 10 % to either side."""
    ends = np.array([rows["reference"].min() / 2, rows["reference"].max() * 2])
    axes.fill_between(ends, ends * 0.9, ends * 1.1, color="#CCCCCC", alpha=0.6, linewidth=0)
    axes.plot(ends, ends, color=BLACK, linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter("{x:g}")
    axes.minorticks_off()
    axes.set(xlabel=f"In the paper ({unit})", ylabel=f"Simulated ({unit})")


def connected(rows):
    """Give the style of simulated numbers: lines, or points where a selection has left some out.

    :param rows: results
    """
    style = {"linestyle": "-"} if rows["is_full"].all() else {"linestyle": "none"}
    return {**style, "marker": "o", "markersize": 3 if rows["is_full"].all() else 4}


def _draw_line(axes, line, places, colour, mark, value):
    axes.plot(places, line["simulated"], color=colour, label=str(value), **connected(line))
    axes.plot(places, line["reference"], mark, color=colour, markerfacecolor="none")


def _draw_marks(axes, part, colour, mark, group, item):
    confidence = [part["simulated"] - part["ci_low"], part["ci_high"] - part["simulated"]]
    spread = [part["reference"] - part["reference_low"], part["reference_high"] - part["reference"]]
    axes.errorbar(
        part["reference"],
        part["simulated"],
        xerr=np.abs(np.array(spread, float)),
        yerr=np.nan_to_num(np.abs(np.array(confidence, float))),
        fmt=mark,
        color=colour,
        markersize=5,
        markerfacecolor={FITTED: "white", PREDICTED: colour}.get(group, "#BBBBBB"),
        elinewidth=0.8,
        linestyle="none",
        label=item,
    )
