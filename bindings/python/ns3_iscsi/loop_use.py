# SPDX-License-Identifier: GPL-2.0-only
"""Draws who uses an arbitrated loop: its utilisation, and each port's share over time.

    build/bin/fcal-example --use=use.csv
    python -m ns3_iscsi.loop_use use.csv --out use.png

The file is one of ``ns3::FcalUseRecorder``. The picture is PNG or SVG, as its ending says. Ports
are named by their AL_PA; those that use little are drawn together.
"""

import sys

import matplotlib as mpl
import numpy as np
import pandas as pd

from .options import OptionParser
from .pictures import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    STYLE,
    VERMILION,
    YELLOW,
    finish,
    new_figure,
    save_as,
)

COLUMNS = ["time_s", "interval_s", "alpa", "share"]
#: Colours of the ports that use the loop most, and of all the others.
_COLOURS = (BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, YELLOW)
_OTHERS = "#999999"


def read_use(path):
    """Read what ``ns3::FcalUseRecorder`` wrote.

    :param path: the CSV file
    :return: a DataFrame with a row for each interval, indexed by its begin in seconds: a column
        ``interval_s`` and one for each AL_PA with the share of the interval for which it had the
        loop
    :raises ValueError: one line that names the file, if it is empty or no such file
    """
    try:
        rows = pd.read_csv(path, dtype={"alpa": str})
    except (pd.errors.EmptyDataError, pd.errors.ParserError):
        raise ValueError(f"{path}: not a CSV file of the loop's use") from None
    if list(rows) != COLUMNS:
        raise ValueError(f"{path}: not a CSV file of the loop's use, which has {COLUMNS}")
    if rows.empty:
        raise ValueError(f"{path}: it has no interval")
    lengths = rows.groupby("time_s")["interval_s"].first()
    shares = rows.dropna(subset="alpa").pivot(index="time_s", columns="alpa", values="share")
    shares = shares.reindex(lengths.index).fillna(0.0)
    shares.columns.name = None
    shares.insert(0, "interval_s", lengths)
    return shares


def shares_over_time(use, title="Use of the loop"):
    """Draw each port's share of the loop over time, stacked up to the loop's utilisation.

    :param use: as :func:`read_use` gives it
    :param title: what stands above the picture
    :return: the figure
    """
    shares = use.drop(columns="interval_s")
    means = shares.mul(use["interval_s"], axis=0).sum() / use["interval_s"].sum()
    order = means.sort_values(ascending=False, kind="stable").index
    shown, others = order[: len(_COLOURS)], order[len(_COLOURS) :]
    layers = {f"AL_PA {alpa}": shares[alpa] for alpa in shown}
    colours = list(_COLOURS[: len(shown)])
    if len(others):
        layers[f"{len(others)} others"] = shares[others].sum(axis=1)
        colours.append(_OTHERS)
    edges = np.append(use.index.to_numpy(), use.index[-1] + use["interval_s"].iloc[-1])
    with mpl.rc_context(STYLE):
        figure = new_figure(10, 4.6)
        axes = figure.subplots()
        floor = np.zeros(len(use))
        for (label, share), colour in zip(layers.items(), colours, strict=True):
            top = floor + share.to_numpy() * 100
            axes.stairs(top, edges, baseline=floor, fill=True, color=colour, label=label)
            floor = top
        axes.stairs(floor, edges, color="black", linewidth=0.8, baseline=None, label="utilisation")
        axes.set(xlabel="Simulated time (s)", ylabel="Share of the loop's time (%)")
        axes.set(xlim=(edges[0], edges[-1]), ylim=(0, 100))
        handles, labels = axes.get_legend_handles_labels()
        finish(figure, f"{title}: {means.sum():.1%} on average", handles, labels, columns=5)
    return figure


def main(arguments=None):
    """Run the command of this module; see its head.

    :param arguments: the command line without the program, None for the process's own
    :return: the exit status
    """
    parser = OptionParser(description="Draw the use of an arbitrated loop over time.")
    parser.add_argument("use", help="CSV file of ns3::FcalUseRecorder")
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    parser.add_argument("--title", default="Use of the loop", help="title of the picture")
    options = parser.parse_args(arguments)
    try:
        save_as(shares_over_time(read_use(options.use), options.title), options.out)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
