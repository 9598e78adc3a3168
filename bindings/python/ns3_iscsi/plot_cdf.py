# SPDX-License-Identifier: GPL-2.0-only
"""Draws cumulative distributions of latencies that compare settings: found as ``plot.cdf``."""

import matplotlib as mpl
import numpy as np
from matplotlib.ticker import LogLocator

from .pictures import LINES, OPERATION_COLOURS, STYLE, check_lines, finish, new_figure
from .results import completed, operations

#: Steps of a line at most; the last of them are the longest latencies, one by one.
_MOST_STEPS, _LONGEST = 2000, 200


def cdf(runs, title="Distribution of latency"):
    """Draw which share of the requests takes at most how long, a line for each setting.

    Reads, writes and other operations have a panel each.

    :param runs: for each label the requests, as :func:`ns3_iscsi.results.read_requests` or
        :func:`ns3_iscsi.sweeps.requests` gives them; those that failed are left out
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: one line, if there are too many settings, or no request ended well
    """
    check_lines(runs, "the comparison")
    good = {label: completed(one) for label, one in runs.items()}
    shown = [
        name for name in OPERATION_COLOURS if any(name in operations(one) for one in good.values())
    ]
    if not shown:
        raise ValueError("there is nothing to draw: no request ended well")
    with mpl.rc_context(STYLE):
        size = (8, 4.8) if len(shown) == 1 else (5 * len(shown), 4.4)
        figure = new_figure(*size)
        places = figure.subplots(1, len(shown), squeeze=False, sharex=True, sharey=True)[0]
        for axes, operation in zip(places, shown, strict=True):
            for (label, one), style in zip(good.items(), LINES, strict=False):
                times = one.loc[one["operation"] == operation, "latency_s"].to_numpy() * 1e3
                looks = {key: style[key] for key in ("color", "linestyle")}
                # An empty line has its place in the legend, too.
                axes.plot(*_steps(np.sort(times)), drawstyle="steps-post", label=label, **looks)
            axes.set(title=operation, xlabel="Latency (ms)")
        places[0].set_ylabel("Requests at or below (%)")
        places[0].set_ylim(0, 101)
        _scale(places[0], np.concatenate([one["latency_s"] for one in good.values()]))
        handles, labels = places[0].get_legend_handles_labels()
        finish(figure, title, handles, labels, columns=min(len(labels), 4))
    return figure


def _steps(times):
    """Give latencies in ascending order and the percent at or below each, from 0 on."""
    if not len(times):
        return [], []
    rows = np.arange(len(times))
    if len(times) > _MOST_STEPS:
        first = np.linspace(0, len(times) - _LONGEST, _MOST_STEPS - _LONGEST).astype(int)
        rows = np.unique(np.concatenate([first, rows[-_LONGEST:]]))
    shares = (rows + 1) / len(times) * 100
    return np.append(times[rows[0]], times[rows]), np.append(0, shares)


def _scale(axes, seconds):
    low, high = seconds.min(), seconds.max()
    if low > 0 and high > 20 * low:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter("{x:g}")
