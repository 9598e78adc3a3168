# SPDX-License-Identifier: GPL-2.0-only
"""Draws what the program ``disk-replay`` wrote: response times, observed and simulated.

    python -m ns3_iscsi.disk_replay replay.csv --out replay.png [--components components.png]

The picture shows the two cumulative distributions, whose horizontal distance is the demerit in its
title. ``--components`` draws where the simulated time went, by what the request found in the cache.
Each file is PNG or SVG, as its ending says.
"""

import argparse
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd

from .options import OptionParser
from .pictures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    SKY,
    STYLE,
    VERMILION,
    YELLOW,
    check_name,
    finish,
    new_figure,
    save_as,
    write_in_bars,
)
from .results import OPERATIONS

#: The parts of a response time in the order of a request's way, and their colours.
COMPONENTS = {
    "queue": BLACK,
    "overhead": SKY,
    "seek": BLUE,
    "rotation": GREEN,
    "switching": YELLOW,
    "transfer": VERMILION,
    "bus": ORANGE,
}

#: How a kind of hit is spelled in the file, and what people call it.
HITS = {"miss": "miss", "partial": "partial hit", "read_ahead": "read-ahead hit", "full": "hit"}

#: Line styles: all requests, and thin ones for each operation.
_LINES = {
    "all": {"linewidth": 2.0},
    "read": {"linewidth": 0.9, "linestyle": "--"},
    "write": {"linewidth": 0.9, "linestyle": ":"},
}
_COLOURS = {"observed": BLUE, "simulated": VERMILION}

#: The share of requests that the distributions' axis has room for; the last few may be very slow.
_SHOWN = 99.9


def read_replay(path):
    """Read the file of requests that ``disk-replay`` wrote.

    :param path: the CSV file
    :return: a DataFrame, a row per request; times in milliseconds, ``operation`` in words
    :raises ValueError: one line that names the file, if it is empty or no such file
    """
    try:
        replay = pd.read_csv(path)
    except (pd.errors.EmptyDataError, pd.errors.ParserError):
        raise ValueError(f"{path}: not a CSV file of disk-replay") from None
    columns = ["operation", "observed_ms", "simulated_ms", "hit"]
    columns += [f"{component}_ms" for component in COMPONENTS]
    missing = [column for column in columns if column not in replay]
    if missing:
        raise ValueError(f"{path}: not a CSV file of disk-replay, it lacks {missing[0]}")
    if replay.empty:
        raise ValueError(f"{path}: no request was replayed")
    replay["operation"] = replay["operation"].replace(OPERATIONS)
    return replay


def has_observed(replay):
    """Tell whether a replay has observed response times."""
    return bool(replay["observed_ms"].notna().all())


def demerit_ms(replay):
    """Give the root mean square horizontal distance between the two distributions."""
    observed = np.sort(replay["observed_ms"].to_numpy())
    simulated = np.sort(replay["simulated_ms"].to_numpy())
    return float(np.sqrt(np.mean((observed - simulated) ** 2)))


def distributions(replay, title="Response time"):
    """Draw the cumulative distributions of response time, observed and simulated.

    :param replay: as read_replay gives it
    :param title: what stands above the picture, before the demerit
    :return: the figure
    """
    kinds = ["simulated"]
    if has_observed(replay):
        kinds.insert(0, "observed")
        demerit = demerit_ms(replay)
        percent = 100 * demerit / replay["observed_ms"].mean()
        title += f": demerit {demerit:.3f} ms ({percent:.1f} % of the observed mean)"
    with mpl.rc_context(STYLE):
        figure = new_figure(8, 5)
        axes = figure.subplots()
        for kind in kinds:
            for name, rows in _by_operation(replay):
                times = np.sort(rows[f"{kind}_ms"].to_numpy())
                shares = np.arange(1, len(times) + 1) / len(times) * 100
                label = f"{kind}, {name} (mean {times.mean():.3f} ms)"
                style = {"color": _COLOURS[kind], "label": label, **_LINES[name]}
                axes.plot(times, shares, drawstyle="steps-post", **style)
        longest = max(np.percentile(replay[f"{kind}_ms"], _SHOWN) for kind in kinds)
        axes.set_xlim(0, longest * 1.02 or 1)
        axes.set_ylim(0, 101)
        axes.set(xlabel="Response time (ms)", ylabel="Requests at or below (%)")
        handles, labels = axes.get_legend_handles_labels()
        finish(figure, title, handles, labels, columns=len(kinds))
    return figure


def components(replay, title="Where the time goes"):
    """Draw the mean of each part of the response time by kind of hit, as stacked bars.

    :param replay: as read_replay gives it
    :param title: what stands above the picture
    :return: the figure
    """
    columns = [f"{component}_ms" for component in COMPONENTS]
    groups = replay.groupby("hit")[columns]
    present = [hit for hit in HITS if hit in groups.groups]
    means = groups.mean().loc[present]
    counts = groups.size().loc[present]
    totals = means.sum(axis=1)
    labels = [
        f"{HITS[hit]}\n{100 * counts[hit] / len(replay):.1f} %, mean {totals[hit]:.3g} ms"
        for hit in present
    ]
    with mpl.rc_context(STYLE):
        figure = new_figure(8, 1.6 + 0.7 * len(present))
        axes = figure.subplots()
        left = np.zeros(len(present))
        for name, colour in COMPONENTS.items():
            values = means[f"{name}_ms"].to_numpy()
            style = {"color": colour, "label": name, "edgecolor": "white", "linewidth": 0.6}
            axes.barh(labels, values, left=left, **style)
            write_in_bars(axes, values, left, totals.max(), colour)
            left += values
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("Mean time per request (ms)")
        finish(figure, title, *axes.get_legend_handles_labels())
    return figure


def main(arguments=None):
    """Draw the pictures.

    :param arguments: the command line without the program's name
    :return: the exit status: 0, or 1 after one line on standard error
    """
    parser = OptionParser(
        prog="ns3_iscsi.disk_replay",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("replay", type=Path, help="the CSV file that disk-replay wrote")
    parser.add_argument("--out", type=Path, required=True, help="picture of the distributions")
    parser.add_argument("--components", type=Path, help="picture of where the time goes")
    parser.add_argument("--title", help="title of the pictures (the file's name)")
    options = parser.parse_args(arguments)
    title = options.title or options.replay.stem
    try:
        for file in filter(None, (options.out, options.components)):
            check_name(file)
        replay = read_replay(options.replay)
        save_as(distributions(replay, title), options.out)
        if options.components:
            save_as(components(replay, f"{title}: where the time goes"), options.components)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _by_operation(replay):
    """Give the name and rows of all requests, and of each operation if there are several."""
    groups = [(name, rows) for name, rows in replay.groupby("operation") if name in _LINES]
    return [("all", replay), *(groups if len(groups) > 1 else [])]


if __name__ == "__main__":
    sys.exit(main())
