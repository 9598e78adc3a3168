# SPDX-License-Identifier: GPL-2.0-only
"""The TCP connections of runs: those of a sweep in one table, and what limits each of them."""

from pathlib import Path

import numpy as np
import pandas as pd

from . import points, sweeps
from .results import read_connections

#: Shares of time from which on something is taken for what limits a connection.
_MOST_OF_THE_TIME = 0.5
_MUCH_OF_THE_TIME = 0.2
#: Share of the bandwidth-delay product from which on the path counts as filled.
_FULL = 0.9


def of_sweep(folder):
    """Give the connections of all points of a sweep.

    :param folder: the folder of its results
    :return: a DataFrame of the columns of :func:`ns3_iscsi.results.read_connections`, before them
        the parameters that vary and ``run``, behind them ``limited_by``; points whose folder has no
        connections.csv are left out
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
    """Say what limits each end of the connections of a run.

    ``application`` if it has nothing to send for most of the time; ``timeouts`` if it waits for
    them for a fifth of it or more; ``path`` if all ends on the same side have about a
    bandwidth-delay product in flight together; ``congestion window`` if that has no room for most
    of the time; ``TCP buffers``, receive window or send buffer, otherwise.

    :param connections: of one run, as :func:`ns3_iscsi.results.read_connections` gives them
    :return: a Series of these words
    """
    together = connections.groupby("sender")["flight_mean_bytes"].transform("sum")
    cases = {
        "application": connections["idle_share"] > _MOST_OF_THE_TIME,
        "timeouts": connections["timeout_share"] >= _MUCH_OF_THE_TIME,
        "path": together >= _FULL * connections["path_bytes"],
        "congestion window": connections["cwnd_limited_share"] > _MOST_OF_THE_TIME,
    }
    words = np.select(list(cases.values()), list(cases), "TCP buffers")
    return pd.Series(words, index=connections.index, dtype=object)
