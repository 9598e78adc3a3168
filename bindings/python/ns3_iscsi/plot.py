# SPDX-License-Identifier: GPL-2.0-only
"""Draws the results of one simulation: latencies, throughput and queue over time, stages.

Every function here takes the DataFrame of :func:`ns3_iscsi.results.read_requests` and gives a
matplotlib figure, which :func:`save` writes as PNG and SVG. The pictures of sweeps, of
:mod:`ns3_iscsi.plot_sweep`, and that of TCP connections have their names here as well.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LogNorm, Normalize

from .pictures import (
    BLACK,
    METADATA,
    OPERATION_COLOURS,
    SKY,
    STAGE_COLOURS,
    STYLE,
    check_name,
    finish,
    new_figure,
    put_title,
    save,
    save_as,
    style,
    three_digits,
    write_in_bars,
)
from .plot_cdf import cdf
from .plot_sweep import (
    bands,
    heat_map,
    latency,
    latency_percentiles,
    stages,
    throughput,
    time_series,
)
from .plot_tcp import tcp
from .results import (
    completed,
    operations,
    queue_depth,
    require_all,
    stage_times,
    taken_stages,
)
from .statistics import bins_of_steps

__all__ = [
    "METADATA",
    "OPERATION_COLOURS",
    "STAGE_COLOURS",
    "STYLE",
    "bands",
    "cdf",
    "check_name",
    "draw_all",
    "heat_map",
    "initiators_over_time",
    "latency",
    "latency_distribution",
    "latency_percentiles",
    "over_time",
    "save",
    "save_as",
    "stages",
    "style",
    "tcp",
    "throughput",
    "time_by_stage",
    "time_series",
]

#: Points over time that a picture of this width can show.
_TIME_BINS = 120

#: Intervals of a heat map over time.
_HEAT_BINS = 60
#: How many times the rate of the least served initiator is beyond colours in proportion to rates.
_FAR_MORE = 20


def latency_distribution(requests, title="Latency"):
    """Draw how latencies are distributed: a histogram and the cumulated share, by operation.

    :param requests: as read_requests gives them; those that failed are left out
    :param title: what stands above the picture
    :return: the figure
    """
    good = completed(requests)
    groups = {name: _milliseconds(good, name) for name in operations(good)}
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 4.2)
        histogram, share = figure.subplots(1, 2)
        bins, is_log = _bins(good["latency_s"].to_numpy() * 1e3)
        for name, latencies in groups.items():
            label = f"{name} ({len(latencies):,})"
            colour = OPERATION_COLOURS[name]
            histogram.hist(latencies, bins, histtype="stepfilled", alpha=0.35, color=colour)
            histogram.hist(latencies, bins, histtype="step", linewidth=1.4, color=colour)
            ranks = np.arange(1, len(latencies) + 1) / len(latencies) * 100
            share.plot(latencies, ranks, drawstyle="steps-post", color=colour, label=label)
        histogram.set(title="Histogram", ylabel="Requests")
        share.set(title="Cumulative distribution", ylabel="Requests at or below (%)")
        share.set_ylim(0, 101)
        for axes in (histogram, share):
            axes.set_xlabel("Latency (ms)")
            _scale_latency(axes, is_log)
        finish(figure, title, *share.get_legend_handles_labels())
    return figure


def over_time(requests, title="Throughput and queue depth"):
    """Draw throughput by operation and the queue depth over simulated time.

    A request's bytes count at its completion. The queue holds the requests issued and not
    completed: its mean and its highest value in each interval are drawn.

    :param requests: as read_requests gives them
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: one line, if they are not all requests
    """
    require_all(requests, "throughput over time")
    good = completed(requests)
    start = requests["time_s"].min()
    end = (requests["time_s"] + requests["latency_s"]).max()
    edges = np.linspace(start, end, _TIME_BINS + 1)
    width = edges[1] - edges[0]
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 6)
        throughput, queue = figure.subplots(2, 1, sharex=True)
        for name in operations(good):
            rows = good[good["operation"] == name]
            moved, _ = np.histogram(
                rows["time_s"] + rows["latency_s"], edges, weights=rows["bytes"]
            )
            throughput.stairs(
                moved / width / 1e6,
                edges,
                color=OPERATION_COLOURS[name],
                label=name,
                lw=1.4,
                baseline=None,
            )
        throughput.set(title=f"Throughput, mean of {width:.3g} s", ylabel="Throughput (MB/s)")
        depth = queue_depth(requests)
        mean, _, highest = bins_of_steps(depth.index.to_numpy(), depth.to_numpy(), edges, 0)
        queue.stairs(highest, edges, fill=True, color=SKY, alpha=0.5, label="highest")
        queue.stairs(mean, edges, color=BLACK, label="mean", lw=1.4, baseline=None)
        queue.set(title=f"Queue depth in {width:.3g} s", ylabel="Requests under way")
        queue.set_xlabel("Simulated time (s)")
        for axes in (throughput, queue):
            axes.set_ylim(bottom=0)
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
        put_title(figure, title)
    return figure


def initiators_over_time(requests, title="Throughput by initiator"):
    """Draw the throughput of each initiator over simulated time as colours: who is served when.

    A request's bytes count at its completion. Where one initiator gets far more than another, such
    as a noisy one, colours are logarithmic, and white where nothing completed.

    :param requests: as read_requests gives them
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: one line, if they are not all requests, or name no initiator
    """
    require_all(requests, "throughput over time")
    good = completed(requests)
    if "initiator" not in good or good["initiator"].isna().all():
        raise ValueError("the requests have no initiators, which only those over iSCSI have")
    good = good.dropna(subset="initiator")
    numbers = np.sort(good["initiator"].unique()).astype(int)
    ends = good["time_s"] + good["latency_s"]
    edges = np.linspace(requests["time_s"].min(), ends.max(), _HEAT_BINS + 1)
    rows = np.searchsorted(numbers, good["initiator"])
    moved, _, _ = np.histogram2d(
        rows,
        ends,
        bins=(np.arange(len(numbers) + 1) - 0.5, edges),
        weights=good["bytes"],
    )
    with mpl.rc_context({**STYLE, "axes.grid": False}):
        figure = new_figure(10, 2.2 + 0.08 * max(len(numbers), 12))
        axes = figure.subplots()
        width = edges[1] - edges[0]
        rates = moved / width / 1e6
        means = rates.mean(axis=1)
        is_log = means.max() > _FAR_MORE * means.min() > 0
        image = axes.imshow(
            rates,
            cmap="cividis",
            origin="lower",
            aspect="auto",
            interpolation="none",
            norm=LogNorm(rates[rates > 0].min() / 2) if is_log else Normalize(0),
            extent=(edges[0], edges[-1], -0.5, len(numbers) - 0.5),
        )
        step = -(-len(numbers) // 16)
        axes.set_yticks(range(0, len(numbers), step), numbers[::step])
        axes.set(xlabel="Simulated time (s)", ylabel="Initiator")
        figure.colorbar(image, ax=axes, label=f"Throughput in {width:.3g} s (MB/s)")
        put_title(figure, title)
    return figure


def time_by_stage(requests, title="Where the time goes"):
    """Draw the mean time that requests spend in each stage, a stacked bar per operation.

    Stages that take no time are left out.

    :param requests: as read_requests gives them; those that failed are left out
    :param title: what stands above the picture
    :return: the figure
    """
    good = completed(requests)
    times = taken_stages(stage_times(good) * 1e3)
    means = times.groupby(good["operation"]).mean().reindex(operations(good))
    if len(means) > 1:
        means.loc["all"] = times.mean()
    labels = [
        f"{name} (mean {three_digits(total)} ms)" for name, total in means.sum(axis=1).items()
    ]
    widest = means.sum(axis=1).max()
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 2.0 + 0.7 * len(means))
        axes = figure.subplots()
        left = np.zeros(len(means))
        for group in means.columns:
            values = means[group].to_numpy()
            axes.barh(
                labels,
                values,
                left=left,
                color=STAGE_COLOURS[group],
                label=group,
                edgecolor="white",
                linewidth=0.6,
            )
            write_in_bars(axes, values, left, widest, STAGE_COLOURS[group])
            left += values
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("Mean time per request (ms)")
        finish(figure, title, *axes.get_legend_handles_labels())
    return figure


def draw_all(requests, folder, title):
    """Draw every picture of a run: latency, over-time and stages, each as PNG and SVG.

    With several initiators there is a fourth: initiators.

    :param requests: as read_requests gives them
    :param folder: where to
    :param title: the name of the run, which stands above each picture
    :return: the paths of the files
    """
    pictures = {
        "latency": latency_distribution(requests, f"{title}: latency"),
        "over-time": over_time(requests, f"{title}: throughput and queue depth"),
        "stages": time_by_stage(requests, f"{title}: where the time goes"),
    }
    if "initiator" in requests and requests["initiator"].nunique() > 1:
        pictures["initiators"] = initiators_over_time(requests, f"{title}: initiators")
    return [file for name, it in pictures.items() for file in save(it, Path(folder) / name)]


def _milliseconds(requests, operation):
    return np.sort(requests.loc[requests["operation"] == operation, "latency_s"].to_numpy()) * 1e3


def _bins(latencies):
    """Give the edges of a histogram's bins, and whether they are even on a logarithmic axis."""
    low, high = latencies.min(), latencies.max()
    if low > 0 and high > 20 * low:
        return np.geomspace(low, high, 61), True
    if high == low:
        return np.linspace(low * 0.9, high * 1.1 or 1, 61), False
    return np.linspace(low, high, 61), False


def _scale_latency(axes, is_log):
    if is_log:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.grid(visible=True, axis="x", which="minor", color="#EEEEEE", linewidth=0.4)
    else:
        axes.set_xlim(left=0)
