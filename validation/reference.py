# SPDX-License-Identifier: GPL-2.0-only
"""Reads what papers printed."""

from pathlib import Path

import pandas as pd

FOLDER = Path(__file__).resolve().parent / "reference"


def read(name):
    """Read a file of reference data.

    :param name: its name without the ending
    :return: a list of dicts, one for each row
    """
    return pd.read_csv(FOLDER / f"{name}.csv").to_dict("records")


def rounding(number):
    """Give the limits of what rounds to a printed number, from its digits after the point."""
    half = 0.5 * 10.0 ** -len(repr(number).partition(".")[2])
    return number - half, number + half
