# SPDX-License-Identifier: GPL-2.0-only
"""Draws the results of a sweep: lines with confidence bands, percentiles, stages, heat maps.

Every function takes the DataFrame of :func:`ns3_iscsi.sweep`, gives a matplotlib figure in the
style of :mod:`ns3_iscsi.plot`, and is found there as well: ``plot.throughput(table, x="delay")``.
Lines are means over the runs, bands their 95 % confidence intervals. Parameters that are not in the
picture are averaged over in each run. Points that failed are left out.
"""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from .axes import column, parameter_axis, result_label
from .pictures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    STAGE_COLOURS,
    STYLE,
    VERMILION,
    finish,
    write_in_bars,
)
from .results import present_groups
from .statistics import mean_ci

#: Lines in the order in which they are taken: colours and marks tell them apart.
_LINES = list(
    zip(
        (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK),
        ("o", "s", "^", "D", "v", "P", "X"),
        strict=True,
    )
)
_PERCENTILES = {"p50": "50th", "p90": "90th", "p99": "99th", "p999": "99.9th"}


def bands(table, x, y, hue=None, title=None):
    """Draw a result against a parameter, a line with its confidence band for each setting.

    :param table: the results
    :param x: the parameter along the axis
    :param y: the result
    :param hue: the parameter that tells lines apart, None for a single line
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: if there is no such column, or no point without an error
    """
    means = _means(table, x, [y], hue)
    axis = parameter_axis(means, x)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 4.8), layout="constrained")
        axes = figure.subplots()
        for number, (label, rows) in enumerate(_lines(means, hue)):
            colour, mark = _LINES[number % len(_LINES)]
            _draw_line(axes, axis.place(rows[x]), rows, y, colour, mark, label)
        axis.put_on(axes, "x")
        axes.set_ylabel(result_label(y))
        axes.set_ylim(bottom=0)
        _finish(figure, axes, title or f"{result_label(y).partition(' (')[0]} against {x}", hue)
    return figure


def throughput(table, x, hue=None, title="Throughput"):
    """Draw throughput against a parameter; arguments as :func:`bands` has them."""
    return bands(table, x, "all_mb_per_s", hue, title)


def latency(table, x, hue=None, title="Mean latency"):
    """Draw the mean latency against a parameter; arguments as :func:`bands` has them."""
    return bands(table, x, "all_mean_ms", hue, title)


def latency_percentiles(table, x, operation="all", title="Distribution of latency"):
    """Draw percentiles of the latency against a parameter.

    :param table: the results
    :param x: the parameter along the axis
    :param operation: all, read or write
    :param title: what stands above the picture
    :return: the figure
    """
    names = {f"{operation}_latency_{key}_ms": text for key, text in _PERCENTILES.items()}
    means = _means(table, x, list(names))
    axis = parameter_axis(means, x)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 4.8), layout="constrained")
        axes = figure.subplots()
        for (name, text), (colour, mark) in zip(names.items(), _LINES, strict=False):
            _draw_line(axes, axis.place(means[x]), means, name, colour, mark, f"{text} percentile")
        axis.put_on(axes, "x")
        axes.set_ylabel("Latency (ms)")
        axes.set_ylim(bottom=0)
        _finish(figure, axes, title, "")
    return figure


def stages(table, by, operation="all", title="Where the time goes"):
    """Draw the mean time in each stage, a stacked bar for each value of a parameter.

    :param table: the results
    :param by: the parameter
    :param operation: all, read or write
    :param title: what stands above the picture
    :return: the figure
    """
    good = _good(table, [by])
    column = f"{operation}_stage_{{}}_ms"
    # Runs without a page cache have nothing in the columns that others have.
    times = pd.DataFrame(
        {
            group: sum(good[column.format(stage)].fillna(0) for stage in members)
            for group, members in present_groups(good, column).items()
        }
    )
    axis = parameter_axis(good, by)
    means = times.groupby(good[by], sort=False).mean().loc[axis.values]
    labels = [str(value) for value in means.index]
    widest = means.sum(axis=1).max()
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 2.0 + 0.5 * len(means)), layout="constrained")
        axes = figure.subplots()
        left = np.zeros(len(means))
        for group in means.columns:
            colour = STAGE_COLOURS[group]
            values = means[group].to_numpy()
            style = {"color": colour, "label": group, "edgecolor": "white", "linewidth": 0.6}
            axes.barh(labels, values, left=left, **style)
            write_in_bars(axes, values, left, widest, colour)
            left += values
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set(xlabel="Mean time per request (ms)", ylabel=by)
        finish(figure, title, *axes.get_legend_handles_labels())
    return figure


def heat_map(table, x, y, value="all_mb_per_s", title=None):
    """Draw a result over two parameters as colours, with its mean written into each cell.

    :param table: the results
    :param x: the parameter to the right
    :param y: the parameter upwards
    :param value: the result
    :param title: what stands above the picture
    :return: the figure
    """
    good = _good(table, [x, y, value])
    across, up = parameter_axis(good, x), parameter_axis(good, y)
    grid = good.pivot_table(index=y, columns=x, values=value, aggfunc="mean", sort=False)
    cells = grid.reindex(index=up.values, columns=across.values).to_numpy()
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        figure = Figure(
            figsize=(2.4 + 1.0 * cells.shape[1], 1.8 + 0.6 * cells.shape[0]), layout="constrained"
        )
        axes = figure.subplots()
        image = axes.imshow(cells, cmap="cividis", origin="lower", aspect="auto")
        middle = (np.nanmin(cells) + np.nanmax(cells)) / 2
        for (row, place), cell in np.ndenumerate(cells):
            ink = "white" if cell < middle else "black"
            text = "" if np.isnan(cell) else f"{cell:.3g}"
            axes.text(place, row, text, ha="center", va="center", color=ink)
        axes.set_xticks(range(len(across.values)), [str(one) for one in across.values])
        axes.set_yticks(range(len(up.values)), [str(one) for one in up.values])
        axes.set(xlabel=x, ylabel=y)
        figure.colorbar(image, ax=axes, label=result_label(value))
        figure.suptitle(title or result_label(value).partition(" (")[0])
    return figure


def time_series(runs, title="Throughput over time", bins=60):
    """Draw throughput over simulated time, a line for each of several runs.

    :param runs: for each label the requests, as :func:`ns3_iscsi.results.read_requests` gives them
    :param title: what stands above the picture
    :param bins: number of intervals
    :return: the figure
    """
    ends = {label: one["time_s"] + one["latency_s"] for label, one in runs.items()}
    edges = np.linspace(0, max(end.max() for end in ends.values()), bins + 1)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 4.2), layout="constrained")
        axes = figure.subplots()
        for number, (label, requests) in enumerate(runs.items()):
            good = requests["status"] == "ok"
            moved, _ = np.histogram(
                ends[label][good], edges, weights=requests.loc[good, "bytes"].to_numpy()
            )
            colour, _ = _LINES[number % len(_LINES)]
            rate = moved / (edges[1] - edges[0]) / 1e6
            axes.stairs(rate, edges, color=colour, label=str(label), lw=1.4, baseline=None)
        axes.set(xlabel="Simulated time (s)", ylabel="Throughput (MB/s)")
        axes.set_ylim(bottom=0)
        _finish(figure, axes, title, "")
    return figure


def _good(table, names):
    """Give the rows without an error, after a look at the names."""
    for name in names:
        column(table, name)
    good = table[table["error"].isna()]
    if good.empty:
        raise ValueError("there is nothing to draw: every point failed")
    return good


def _means(table, x, results, hue=None):
    by = [x] if hue is None else [hue, x]
    good = _good(table, [*by, *results])
    by_run = good.groupby([*by, "run"], sort=False)[results].mean().reset_index()
    return mean_ci(by_run.assign(error=None), by, results)


def _lines(means, hue):
    """Give label and rows of each line."""
    if hue is None:
        return [(None, means)]
    axis = parameter_axis(means, hue)
    return [(value, means[means[hue] == value]) for value in axis.values]


def _draw_line(axes, places, rows, name, colour, mark, label):
    order = np.argsort(places)
    places, means = places[order], rows[name].to_numpy()[order]
    width = rows[f"{name}_ci"].fillna(0).to_numpy()[order]
    axes.plot(places, means, color=colour, marker=mark, markersize=5, label=label)
    if width.any():
        low = np.maximum(means - width, 0)
        axes.fill_between(places, low, means + width, color=colour, alpha=0.2, linewidth=0)


def _finish(figure, axes, title, hue):
    """Put the title above and, if lines have names, the legend below."""
    handles, labels = axes.get_legend_handles_labels()
    if hue is None or not labels:
        figure.suptitle(title)
        return
    named = [f"{hue} {label}" if hue else label for label in labels]
    finish(figure, title, handles, named, columns=min(len(named), 4))
