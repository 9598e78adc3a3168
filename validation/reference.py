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
