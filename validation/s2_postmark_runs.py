# SPDX-License-Identifier: GPL-2.0-only
"""A run of Postmark in one process or in several on one file system.

Scenario of :mod:`validation.scenarios`. Postmark is a single process, and so is
``workload=postmark``; several are a trace of file operations. What each process does follows the
published algorithm: files are made in advance; a transaction reads a file or appends to one, and
makes a file or deletes one, each with the same probability; the files that are left are deleted.
"""

import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import s2_runs

#: Bytes of a new file are from the first up to below the second, and no append makes it larger.
LOW, HIGH = 500, 100_000
#: Bytes of a read: the C library's buffer; and of a write: the 8 blocks that Linux's ext2 reserves
#: for a growing file. Calls take hardly any time here, and with smaller ones the files that several
#: processes write at once would lie block by block.
_BLOCKS = {"pread": 4096, "pwrite": 32_768}
#: Figures of a trace by the word in the name of Postmark's rate.
_WAYS = {"read": "bytes_read", "write": "bytes_written"}


def simulate(options, run):
    """Simulate a run of some processes of Postmark at once.

    :param options: of San for one process, with ``processes``: their number
    :param run: number of the run
    :return: figures of Postmark: ``total``, s, and ``read_rate`` and ``write_rate``, bytes per
        second, all processes together
    """
    processes = options.pop("processes")
    if processes == 1:
        return s2_runs.simulate(options, run)
    return simulate_trace(options, processes, run)


def simulate_trace(options, processes, run):
    """Simulate a run as a trace.

    :param options: of San for one process
    :param processes: their number
    :param run: number of the run
    :return: as :func:`simulate` has it
    """
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "postmark.trace"
        numbers = options["postmarkNumber"], options["postmarkTransactions"]
        write(trace, processes, *numbers, run)
        others = {name: it for name, it in options.items() if not name.startswith("postmark")}
        figures = s2_runs.simulate({**others, "workload": "files", "fileTrace": str(trace)}, run)
    total = figures["replay_time"]
    rates = {f"{way}_rate": figures[name] / total for way, name in _WAYS.items()}
    return {**figures, "total": total, **rates}


@dataclass
class _Process:
    """A process, and the bytes of each of its files.

    :param number: of the process
    :param draw: its random numbers
    """

    number: int
    draw: random.Random
    files: dict = field(default_factory=dict)
    made: int = 0

    def line(self, *words):
        """Give a line of the trace: an operation right after the last one."""
        return " ".join(str(word) for word in (0, 0, self.number, *words))

    def path(self, name):
        """Give the path of a file in the process's own directory."""
        return f"/{self.number}/{name}"

    def any_file(self):
        """Draw one of the files."""
        return self.draw.choice(list(self.files))

    def move(self, name, flags, operation, first, count):
        """Give the lines of a file that is opened, read or written, and closed."""
        yield self.line("open", 0, self.path(name), flags)
        block, end = _BLOCKS[operation], first + count
        for begin in range(first, end, block):
            yield self.line(operation, 0, begin, min(block, end - begin))
        yield self.line("close", 0)

    def make(self):
        """Give the lines of a new file."""
        self.made += 1
        self.files[self.made] = self.draw.randrange(LOW, HIGH)
        yield from self.move(self.made, "create,truncate", "pwrite", 0, self.files[self.made])

    def read(self):
        """Give the lines of a file that is read."""
        name = self.any_file()
        yield from self.move(name, "-", "pread", 0, self.files[name])

    def append(self):
        """Give the lines of a file that grows, none for one that may not."""
        name = self.any_file()
        size = self.files[name]
        if size < HIGH:
            self.files[name] += self.draw.randrange(HIGH - size) + 1
            added = self.files[name] - size
            yield from self.move(name, "create,append", "pwrite", size, added)

    def delete(self):
        """Give the line of a file that is deleted."""
        name = self.any_file()
        del self.files[name]
        yield self.line("unlink", self.path(name))

    def transaction(self):
        """Give the lines of a transaction, none without files."""
        for choices in ((self.read, self.append), (self.make, self.delete)):
            if self.files:
                yield from self.draw.choice(choices)()

    def everything(self, files, transactions):
        """Give all lines of the process."""
        yield self.line("mkdir", f"/{self.number}")
        for _ in range(files):
            yield from self.make()
        for _ in range(transactions):
            yield from self.transaction()
        while self.files:
            yield from self.delete()


def write(path, processes, files, transactions, run):
    """Write a trace.

    :param path: of the trace
    :param processes: number of processes, each with a directory of its own
    :param files: that each makes in advance
    :param transactions: of each
    :param run: number of the run, which the random numbers follow from
    """
    lines = [
        line
        for number in range(processes)
        for line in _Process(number, random.Random(f"{run} {number}")).everything(
            files, transactions
        )
    ]
    Path(path).write_text("\n".join([*lines, ""]))
