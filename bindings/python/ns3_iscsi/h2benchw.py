# SPDX-License-Identifier: GPL-2.0-only
"""Draws what the benchmark h2benchw found: its picture of the zones, and its access times.

    build/bin/disk-h2benchw --output=out/local
    build/bin/iscsi-san --workload=h2benchw --drives=1 --drive=Cheetah9LPFC --output=out/remote
    python -m ns3_iscsi.h2benchw out/local out/remote --out h2benchw.png

Each folder has a curve: the transfer rate over the position on the drive, of reads and of writes,
and below them the shares of random accesses that took at most so long. Folders with several drives
have the curves of all of them. The picture is PNG or SVG, as its ending says.
"""

import argparse
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd

from .columns import TABLES
from .options import OptionParser
from .pictures import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    STYLE,
    VERMILION,
    check_name,
    finish,
    new_figure,
    save_as,
)
from .results import OPERATIONS

ZONES = "h2benchw-zones.csv"
ACCESSES = "h2benchw-accesses.csv"

_COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY)


def read_zones(folder):
    """Read the sustained transfer rates at zones.

    :param folder: a folder with an h2benchw-zones.csv
    :return: a DataFrame, a row per zone: ``operation`` in words, ``lba``, ``position_percent``,
        ``bytes``, ``time_s``, ``mib_per_s``, of a network also ``initiator`` and ``drive``
    :raises ValueError: one line that names the file, if it is empty or no such file
    """
    return _read(folder, ZONES)


def read_accesses(folder):
    """Read the times of random accesses.

    :param folder: a folder with an h2benchw-accesses.csv
    :return: a DataFrame, a row per access in their order: ``operation`` in words, ``lba``,
        ``time_s``, of a network also ``initiator`` and ``drive``
    :raises ValueError: one line that names the file, if it is empty or no such file
    """
    return _read(folder, ACCESSES)


def _read(folder, name):
    """Read one of the tables."""
    path = Path(folder) / name
    try:
        table = pd.read_csv(path)
    except (pd.errors.EmptyDataError, pd.errors.ParserError):
        raise ValueError(f"{path}: not a table of h2benchw") from None
    missing = [column for column in TABLES[name].needed() if column not in table]
    if missing:
        raise ValueError(f"{path}: not a table of h2benchw, it lacks {missing[0]}")
    return table.replace({"operation": OPERATIONS})


def draw(folders, title="h2benchw"):
    """Draw the zones and the access times of some measurements.

    :param folders: names of the curves, and the folder of each
    :param title: what stands above the picture
    :return: the figure
    :raises ValueError: one line that names the file, if one is no table of h2benchw, or if no
        folder has any row
    """
    zones = {name: read_zones(folder) for name, folder in folders.items()}
    accesses = {name: read_accesses(folder) for name, folder in folders.items()}
    operations = _present([*zones.values(), *accesses.values()])
    if not operations:
        raise ValueError(f"{', '.join(map(str, folders.values()))}: nothing was measured")
    with mpl.rc_context(STYLE):
        figure = new_figure(1 + 4.5 * len(operations), 7)
        rows = figure.subplots(2, len(operations), squeeze=False, sharex="row", sharey="row")
        for column, operation in enumerate(operations):
            _draw_zones(rows[0, column], zones, operation)
            _draw_accesses(rows[1, column], accesses, operation)
        rows[0, 0].set_ylabel("Sustained transfer rate (MiB/s)")
        rows[1, 0].set_ylabel("Random accesses at or below (%)")
        finish(figure, title, *rows[0, 0].get_legend_handles_labels(), columns=3)
    return figure


def _present(tables):
    """Give the operations that occur in some tables."""
    found = {operation for table in tables for operation in table["operation"]}
    return [operation for operation in OPERATIONS.values() if operation in found]


def _curves(tables, operation):
    """Give name, colour and rows of each curve: of each drive of each table."""
    for number, (name, table) in enumerate(tables.items()):
        chosen = table[table["operation"] == operation]
        keys = [column for column in ("initiator", "drive") if column in chosen]
        groups = [rows for _, rows in chosen.groupby(keys)] if keys else [chosen]
        for first, rows in enumerate(groups):
            # Drives of one measurement share its colour and its place in the legend.
            yield name if first == 0 else None, _COLOURS[number % len(_COLOURS)], rows


def _draw_zones(axes, tables, operation):
    """Draw the rates over the position on the drive."""
    for name, colour, rows in _curves(tables, operation):
        axes.plot(rows["position_percent"], rows["mib_per_s"], color=colour, label=name)
    axes.set(title=f"{operation}s", xlabel="Position (% of the capacity)")
    axes.set(xlim=(0, 100), ylim=(0, None))


def _draw_accesses(axes, tables, operation):
    """Draw the distribution of the access times."""
    for _, colour, rows in _curves(tables, operation):
        times = np.sort(rows["time_s"].to_numpy()) * 1e3
        shares = np.arange(1, len(times) + 1) / max(len(times), 1) * 100
        axes.plot(times, shares, color=colour, drawstyle="steps-post")
    axes.set(xlabel="Access time of one sector (ms)", xlim=(0, None), ylim=(0, 101))


def main(arguments=None):
    """Draw the picture.

    :param arguments: the command line without the program's name
    :return: the exit status: 0, or 1 after one line on standard error
    """
    parser = OptionParser(
        prog="ns3_iscsi.h2benchw",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", type=Path, nargs="+", help="folders with results of h2benchw")
    parser.add_argument("--out", type=Path, required=True, help="the picture, .png or .svg")
    parser.add_argument("--title", default="h2benchw", help="title of the picture")
    options = parser.parse_args(arguments)
    try:
        check_name(options.out)
        folders = {str(folder): folder for folder in options.folders}
        save_as(draw(folders, options.title), options.out)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
