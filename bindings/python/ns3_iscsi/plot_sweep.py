# SPDX-License-Identifier: GPL-2.0-only
"""Draws the results of a sweep: lines with confidence bands, percentiles, stages, heat maps.

Every function takes the DataFrame of :func:`ns3_iscsi.sweep`, gives a matplotlib figure in the
style of :mod:`ns3_iscsi.plot`, and is found there as well: ``plot.throughput(table, x="delay")``.
Lines are means over the runs, bands their 95 % confidence intervals. Each setting of parameters
that vary and are on no axis has a panel of its own (:mod:`ns3_iscsi.panels`). Points that failed
are left out.
"""

import matplotlib as mpl
import numpy as np
import pandas as pd

from . import panels
from .axes import column, parameter_axis, result_label, word, write_words
from .pictures import (
    LINES,
    STAGE_COLOURS,
    STYLE,
    check_lines,
    finish,
    new_figure,
    put_title,
    write_in_bars,
)
from .results import require_all, taken_stages
from .stages import present_groups
from .statistics import mean_ci

#: Inches of a picture of lines with one panel, and of each of several.
_SIZE, _SMALL = (8, 4.8), (4.2, 3.2)
#: Names of percentiles, and the requests that each needs, so that one lies above it.
_PERCENTILES = {
    "p50": ("50th", 1),
    "p90": ("90th", 10),
    "p99": ("99th", 100),
    "p999": ("99.9th", 1000),
}


def bands(table, x, y, hue=None, title=None):
    """Draw a result against a parameter, a line with its confidence band for each setting.

    :param table: the results
    :param x: the parameter along the axis
    :param y: the result
    :param hue: the parameter that tells lines apart, None for a single line
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: one line, if there is no such column or no point without an error, or there
        would be too many lines or panels
    """
    good = _good(table, [x] if hue is None else [x, hue], [y])
    names = [None] if hue is None else parameter_axis(good, hue).values
    check_lines(names, hue)

    def lines(rows):
        for name in names:
            yield name, y, rows if hue is None else rows[rows[hue] == name]

    title = title or f"{result_label(y).partition(' (')[0]} against {x}"
    return _draw_lines(good, x, hue, lines, result_label(y), title)


def throughput(table, x, hue=None, operation="all", title=None):
    """Draw throughput against a parameter.

    :param operation: all, read or write; other arguments as :func:`bands` has them
    """
    return bands(table, x, f"{operation}_mb_per_s", hue, title or _titled("Throughput", operation))


def latency(table, x, hue=None, operation="all", title=None):
    """Draw the mean latency against a parameter; arguments as :func:`throughput` has them."""
    return bands(table, x, f"{operation}_mean_ms", hue, title or _titled("Mean latency", operation))


def latency_percentiles(table, x, operation="all", title=None):
    """Draw percentiles of the latency against a parameter.

    The 99.9th percentile needs 1,000 requests in each run, the 99th 100; a line above the legend
    names those that are left out for lack of requests.

    :param table: the results
    :param x: the parameter along the axis
    :param operation: all, read or write
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: as for :func:`bands`
    """
    columns = {key: f"{operation}_latency_{key}_ms" for key in _PERCENTILES}
    good = _good(table, [x], list(columns.values()))
    fewest = column(good, f"{operation}_count").min()
    shown = {key: words for key, (words, needed) in _PERCENTILES.items() if fewest >= needed}
    left_out = [words for key, (words, _) in _PERCENTILES.items() if key not in shown]
    note = f"{', '.join(left_out)} percentile left out: {fewest:,.0f} requests in a run"

    def lines(rows):
        for key, words in shown.items():
            yield f"{words} percentile", columns[key], rows

    title = title or _titled("Distribution of latency", operation)
    return _draw_lines(good, x, "", lines, "Latency (ms)", title, note if left_out else None)


def stages(table, x, operation="all", title=None):
    """Draw the mean time in each stage, a stacked bar for each value of a parameter.

    Stages that take no time are left out.

    :param table: the results
    :param x: the parameter, along the vertical axis: bars lie
    :param operation: all, read or write
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: as for :func:`bands`
    """
    good = _good(table, [x])
    title = title or _titled("Where the time goes", operation)
    stage_column = f"{operation}_stage_{{}}_ms"

    def has_stage(stage):
        return stage_column.format(stage) in good

    # Runs without a page cache or an SSD have nothing in the columns that others have.
    times = pd.DataFrame(
        {
            group: sum(good[stage_column.format(stage)].fillna(0) for stage in members)
            for group, members in present_groups(has_stage).items()
        }
    )
    times = taken_stages(times)
    axis = parameter_axis(good, x)
    parts = panels.split(good, [x])
    means = [
        times.loc[part.rows.index].groupby(part.rows[x], sort=False).mean().reindex(axis.values)
        for part in parts
    ]
    # Small panels have room for fewer numbers.
    widest = max(one.sum(axis=1).max() for one in means) * (1 if len(parts) == 1 else 2)
    height = 0.5 * len(axis.values)
    with mpl.rc_context(STYLE):
        figure, places = panels.figure_of(parts, (10, 2.0 + height), (5, 1.2 + height))
        for axes, one in zip(places, means, strict=True):
            _draw_stages(axes, one, widest)
            axes.set(xlabel="Mean time per request (ms)", ylabel=x)
        places[0].invert_yaxis()
        panels.label_left(places)
        finish(figure, title, *places[0].get_legend_handles_labels())
    return figure


def heat_map(table, x, y, value="all_mb_per_s", title=None):
    """Draw a result over two parameters as colours, with its mean written into each cell.

    :param table: the results
    :param x: the parameter to the right
    :param y: the parameter upwards
    :param value: the result
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: as for :func:`bands`
    """
    good = _good(table, [x, y], [value])
    across, up = parameter_axis(good, x), parameter_axis(good, y)
    parts = panels.split(good, [x, y])
    maps = [_cells(part.rows, across, up, x, y, value) for part in parts]
    lowest, highest = (f([f(cells) for cells in maps]) for f in (np.nanmin, np.nanmax))
    width, height = 1.0 * len(across.values), 0.6 * len(up.values)
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        sizes = (2.4 + width, 1.8 + height), (1.2 + width, 1.0 + height)
        figure, places = panels.figure_of(parts, *sizes)
        for axes, cells in zip(places, maps, strict=True):
            image = axes.imshow(
                cells, cmap="cividis", origin="lower", aspect="auto", vmin=lowest, vmax=highest
            )
            _write_cells(axes, cells, (lowest + highest) / 2)
            write_words(axes, "x", range(len(across.values)), across.values)
            write_words(axes, "y", range(len(up.values)), up.values)
            axes.set(xlabel=x, ylabel=y)
        panels.label_left(places)
        figure.colorbar(image, ax=places, label=result_label(value))
        put_title(figure, title or result_label(value).partition(" (")[0])
    return figure


def time_series(runs, title="Throughput over time", bins=60):
    """Draw throughput over simulated time, a line for each of several runs.

    :param runs: for each label the requests, as :func:`ns3_iscsi.results.read_requests` gives them
    :param title: what stands above the picture
    :param bins: number of intervals
    :return: the figure
    :raises ValueError: one line, if there are too many runs, or not all requests of one
    """
    check_lines(runs, "the run")
    for requests in runs.values():
        require_all(requests, "throughput over time")
    ends = {label: one["time_s"] + one["latency_s"] for label, one in runs.items()}
    edges = np.linspace(0, max(end.max() for end in ends.values()), bins + 1)
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 4.2)
        axes = figure.subplots()
        for number, (label, requests) in enumerate(runs.items()):
            good = requests["status"] == "ok"
            moved, _ = np.histogram(
                ends[label][good], edges, weights=requests.loc[good, "bytes"].to_numpy()
            )
            rate = moved / (edges[1] - edges[0]) / 1e6
            style = {name: LINES[number][name] for name in ("color", "linestyle")}
            axes.stairs(rate, edges, label=str(label), lw=1.4, baseline=None, **style)
        axes.set(xlabel="Simulated time (s)", ylabel="Throughput (MB/s)")
        axes.set_ylim(bottom=0)
        _finish(figure, axes, title, "")
    return figure


def _good(table, names, results=()):
    """Give the rows without an error, after a look at the names.

    :param table: the results of a sweep
    :param names: the parameters of the picture, all different
    :param results: what is drawn
    """
    if len(set(names)) < len(names):
        raise ValueError(f"{names[0]} is there twice: a parameter has one place in a picture")
    for name in (*names, *results):
        column(table, name)
    good = table[table["error"].isna()]
    if good.empty:
        raise ValueError("there is nothing to draw: every point failed")
    for name in results:
        if not pd.api.types.is_numeric_dtype(good[name]) or good[name].isna().all():
            raise ValueError(f"there is nothing to draw: {name} has no numbers")
    return good


def _draw_lines(good, x, hue, lines, label, title, note=None):
    """Draw lines over a parameter, in as many panels as there must be.

    :param good: the rows
    :param x: the parameter along the axis
    :param hue: the parameter that tells lines apart, None for a single line, empty for none
    :param lines: gives name, result and rows of each line from a panel's rows
    :param label: of the vertical axis
    :param title: above the picture
    :param note: above the legend, None for none
    """
    parts = panels.split(good, [x, hue or None])
    axis = parameter_axis(good, x)
    with mpl.rc_context(STYLE):
        figure, places = panels.figure_of(parts, _SIZE, _SMALL)
        for axes, part in zip(places, parts, strict=True):
            for (name, result, rows), style in zip(lines(part.rows), LINES, strict=False):
                means = mean_ci(rows, [x], [result])
                _draw_line(axes, axis.place(means[x]), means, result, style, name)
            axis.put_on(axes, "x")
            axes.set_ylabel(label)
        places[0].set_ylim(bottom=0)
        panels.label_left(places)
        _finish(figure, places[0], title, hue, note)
    return figure


def _draw_line(axes, places, rows, name, style, label):
    order = np.argsort(places)
    places, means = places[order], rows[name].to_numpy()[order]
    width = rows[f"{name}_ci"].fillna(0).to_numpy()[order]
    axes.plot(places, means, label=label, **style)
    if width.any():
        low = np.maximum(means - width, 0)
        colour = style["color"]
        axes.fill_between(places, low, means + width, color=colour, alpha=0.2, linewidth=0)


def _draw_stages(axes, means, widest):
    """Draw a stacked bar for each row of mean times, ms."""
    labels = [word(value) for value in means.index]
    left = np.zeros(len(means))
    for group in means.columns:
        colour = STAGE_COLOURS[group]
        values = means[group].fillna(0).to_numpy()
        style = {"color": colour, "label": group, "edgecolor": "white", "linewidth": 0.6}
        axes.barh(labels, values, left=left, **style)
        write_in_bars(axes, values, left, widest, colour)
        left += values
    axes.grid(visible=False, axis="y")


def _cells(rows, across, up, x, y, value):
    """Give the means of a heat map's cells, not a number where there is none."""
    grid = rows.pivot_table(index=y, columns=x, values=value, aggfunc="mean", sort=False)
    return grid.reindex(index=up.values, columns=across.values).to_numpy()


def _write_cells(axes, cells, middle):
    for (row, place), cell in np.ndenumerate(cells):
        ink = "white" if cell < middle else "black"
        text = "" if np.isnan(cell) else f"{cell:.3g}"
        axes.text(place, row, text, ha="center", va="center", color=ink)


def _titled(title, operation):
    """Give the title of a picture of all requests, or of those of an operation."""
    return title if operation == "all" else f"{title} of {operation}s"


def _finish(figure, axes, title, hue, note=None):
    """Put the title above and, if lines have names, the legend below."""
    handles, labels = axes.get_legend_handles_labels()
    if hue is None or not labels:
        put_title(figure, title)
        return
    named = [f"{hue} {word(label)}" if hue else label for label in labels]
    finish(figure, title, handles, named, columns=min(len(named), 4), note=note)
