# SPDX-License-Identifier: GPL-2.0-only
"""The TCP connections of runs: those of a sweep in one table, and what limits each of them."""

from pathlib import Path

import pandas as pd

from . import points, sweeps
from .results import read_connections


def of_sweep(folder):
    """Give the connections of all points of a sweep.

    :param folder: the folder of its results
    :return: a DataFrame of the columns of :func:`ns3_iscsi.results.read_connections`, before them
        the parameters that vary and ``run``; points whose folder has no connections.csv are left
        out
    :raises ValueError: one line that names the folder, if it holds no sweep
    """
    folder = Path(folder)
    table = sweeps.load(folder)
    tables = []
    for key in sweeps.read_description(folder)["points"]:
        file = folder / key / points.CONNECTIONS
        result = points.read_result(folder / key / points.RESULT)
        if result and file.exists():
            rows = read_connections(file)
            rows["limited_by"] = limits(rows)
            setting = {name: result["parameters"][name] for name in table.attrs["varied"]}
            for place, (name, value) in enumerate({**setting, "run": result["run"]}.items()):
                rows.insert(place, name, value)
            tables.append(rows)
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def limits(connections):
    """Say what limits each end of connections: what kept it from sending for most of the time.

    ``application``, which gave TCP nothing to send; ``receive window`` of the peer; ``congestion
    window``; ``send buffer``; ``Nagle``, which holds small segments back; ``link``, of which the
    bandwidth-delay product is under way; ``timeouts``. The simulation measures that, and the page
    of the module ``san`` says how.

    :param connections: as :func:`ns3_iscsi.results.read_connections` gives them
    :return: a Series of these words, without a word for files of versions that did not measure it
    """
    if "limited_by" in connections:
        return connections["limited_by"]
    return pd.Series("", index=connections.index, dtype=object)
