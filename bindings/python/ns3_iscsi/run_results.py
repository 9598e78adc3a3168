# SPDX-License-Identifier: GPL-2.0-only
"""The results of one run as an object: its folder, its summary, and its tables by name."""

import re
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from . import results

#: Readers of tables that have checks or types of their own, by name.
_READERS = {
    "requests": results.read_requests,
    "connections": results.read_connections,
    "tcp-series": results.read_tcp_series,
    "cache-series": results.read_cache_series,
    "disk-accesses": results.read_disk_accesses,
    "programs": results.read_programs,
}


class RunResults(Mapping):
    """What a run wrote: a mapping from the name of each table to its data frame.

    A table has the name of its file without ``.csv``: ``run["requests"]``, ``run["connections"]``.
    It is read when it is first used.

    :param folder: the folder of the run
    :raises ValueError: one line that names the folder, if it holds no results of a run
    """

    def __init__(self, folder):
        #: The folder, a Path.
        self.folder = Path(folder)
        self._files = {file.stem: file for file in sorted(self.folder.glob("*.csv"))}
        requests = results.find_requests(self.folder)
        if requests:
            self._files["requests"] = requests
        self._tables = {}
        if "requests" not in self._files and not self._summary_file.is_file():
            raise ValueError(f"{folder}: it holds no results of a run, such as requests.csv")

    @property
    def summary(self):
        """Key figures, the content of summary.json as a dict."""
        return results.read_summary(self._summary_file)

    def require(self, name):
        """Give a table that something cannot do without.

        :param name: the name of the table
        :raises ValueError: one line that names the folder, if the run has none
        """
        if name not in self._files:
            raise ValueError(f"{self.folder}: there is no {name}.csv")
        return self[name]

    def connection_ends(self):
        """Give where the ends of TCP connections are.

        :return: a dict from the number of a connection to the address and port of the initiator's
            end and of the target's; empty if the run did not record them
        :raises ValueError: one line that names the file, if an end is none
        """
        if "connections" not in self:
            return {}
        table = self["connections"]
        rows = table[table["sender"] == "initiator"]
        for end in [*rows["local"], *rows["remote"]]:
            if not re.fullmatch(r"\S+:[0-9]{1,5}", str(end)):
                file = self._files["connections"]
                raise ValueError(f"{file}: {end!r} is no address with a port")
        ends = zip(rows["local"], rows["remote"], strict=True)
        return dict(zip(rows["connection"].tolist(), ends, strict=True))

    def __getitem__(self, name):
        if name not in self._tables:
            self._tables[name] = _READERS.get(name, pd.read_csv)(self._files[name])
        return self._tables[name]

    def __contains__(self, name):
        return name in self._files

    def __iter__(self):
        return iter(self._files)

    def __len__(self):
        return len(self._files)

    def __repr__(self):
        return f"RunResults({str(self.folder)!r}: {', '.join(self)})"

    @property
    def _summary_file(self):
        return self.folder / "summary.json"
