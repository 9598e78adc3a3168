# SPDX-License-Identifier: GPL-2.0-only
"""The file of a fault campaign: a line of JSON for each seed that ran.

Lines are added as seeds end, so that a campaign that was stopped goes on. A campaign that ended
leaves them in the order of seeds. Nothing in them tells how long a run took or where it ran.
"""

import json
from pathlib import Path

from .campaign_runs import PASSED
from .result_files import write_atomically

#: The file in the folder of a campaign.
RECORDS = "records.jsonl"


class Records:
    """The records in a folder.

    :param folder: the folder
    """

    def __init__(self, folder):
        self.path = Path(folder) / RECORDS
        self._by_seed = {one["seed"]: one for one in self._read()}

    def __iter__(self):
        return (self._by_seed[seed] for seed in sorted(self._by_seed))

    def __len__(self):
        return len(self._by_seed)

    def get(self, seed):
        """Give the record of a seed, None if it has none."""
        return self._by_seed.get(seed)

    def keep(self, wanted):
        """Keep some records and forget the others.

        :param wanted: tells whether a record is kept
        """
        self._by_seed = {seed: one for seed, one in self._by_seed.items() if wanted(one)}
        self.write()

    def add(self, record):
        """Add a record to the file at once."""
        self._by_seed[record["seed"]] = record
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(record))

    def write(self):
        """Write the file in the order of seeds."""
        write_atomically(self.path, "".join(_line(one) for one in self))

    def failures(self):
        """Give the records of seeds that failed."""
        return [one for one in self if one["verdict"] != PASSED]

    def _read(self):
        """Give what is in the file but for a line that was not finished."""
        try:
            lines = self.path.read_text().splitlines()
        except FileNotFoundError:
            return
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def _line(record):
    return json.dumps(record) + "\n"
