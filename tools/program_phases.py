# SPDX-License-Identifier: GPL-2.0-only
"""The programs that tools/record-programs records: their steps, and where their phases begin."""

import os
import re
from dataclasses import dataclass

MIB = 2**20

# What postmark asks of a file system; what is not named has postmark's own default.
POSTMARK = """\
set location disk0
set size 500 100000
set number 2000
set transactions 5000
set read 4096
set write 4096
set buffering false
set seed 42
run
quit
"""

SEEKS = 4096
SEEKERS = 3


@dataclass(frozen=True)
class Step:
    """A shell command, run in the folder that holds disk0, and how its phases are told apart."""

    #: Name of the phase with which it begins.
    phase: str
    command: str
    #: Pairs of a text and a phase: the phase begins when the command prints the text.
    marks: tuple[tuple[str, str], ...] = ()
    #: True to begin with nothing of the file system in memory.
    cold: bool = False


@dataclass(frozen=True)
class Phase:
    """A part of a program's run, in seconds of one clock."""

    name: str
    start: float
    end: float


def steps_of(program, memory, source):
    """The steps of a program.

    :param program: dd, bonnie++, postmark or build
    :param memory: bytes of memory; files are four times as large
    :param source: for build: the archive of an autotools package
    """
    megabytes = 4 * memory // MIB
    if program == "dd":
        return [
            Step(
                "write", f"dd if=/dev/zero of=disk0/file bs=64k count={16 * megabytes} conv=fsync"
            ),
            Step("read", "dd if=disk0/file of=/dev/null bs=64k", cold=True),
        ]
    if program == "bonnie++":
        options = f"-r {memory // MIB} -s {megabytes}:8k:{SEEKS}:{SEEKERS} -n 0 -f -z 1"
        marks = (
            ("Writing intelligently", "write"),
            ("Rewriting", "rewrite"),
            ("Reading intelligently", "read"),
            ("done", "wait"),  # 3 s
            ("start 'em", "seeks"),
        )
        return [Step("start", f"bonnie++ -d disk0 -u root {options}", marks)]
    if program == "postmark":
        marks = (
            ("Creating files", "create"),
            ("Performing transactions", "transactions"),
            ("Deleting files", "delete"),
        )
        return [Step("start", f"postmark <<'END'\n{POSTMARK}END\n", marks)]
    return [
        Step("untar", f"tar -C disk0 --no-same-owner -xf '{source}'"),
        Step("configure", "cd disk0/* && ./configure --quiet", cold=True),
        Step("make", "cd disk0/*-* && make --quiet"),
    ]


PROGRAMS = ("dd", "bonnie++", "postmark", "build")


class PhaseClock:
    """Keeps the times at which phases begin, as marks appear in what a program prints."""

    def __init__(self, clock):
        """clock: function that gives the time, s"""
        self._clock = clock
        self._begins = []
        self._marks = []
        self._tail = ""

    def begin(self, phase, marks=()):
        """A phase begins now; each of the marks begins a further one, in this order."""
        self._begins.append((phase, self._clock()))
        self._marks = list(marks)
        self._tail = ""

    def read(self, text):
        """Take what the program has printed since the last call."""
        self._tail += text
        while self._marks and self._marks[0][0] in self._tail:
            mark, phase = self._marks.pop(0)
            self._tail = self._tail.split(mark, 1)[1]
            self._begins.append((phase, self._clock()))

    def missing(self):
        """The next mark that the program has not printed, or None."""
        return self._marks[0][0] if self._marks else None

    def finish(self):
        """All phases; the last one ends now."""
        times = [time for _, time in self._begins] + [self._clock()]
        return [
            Phase(name, start, end)
            for (name, start), end in zip(self._begins, times[1:], strict=True)
        ]


def copy_output(process, clock, text_file):
    """Read what a process prints until it ends: into the file, with the marks for the clock."""
    descriptor = process.stdout.fileno()
    while piece := os.read(descriptor, 65536):
        clock.read(piece.decode(errors="replace"))
        text_file.write(piece)


# --- Phases in the comments of a trace ----------------------------------------------

_PHASE = re.compile(r"# phase (\S+) from (-?[\d.]+) to (-?[\d.]+)")
_FLUSH = re.compile(r"# flush at (-?[\d.]+)")


def comments(phases, flushes, zero):
    """Comment lines that tell phases and flushes; times count from zero, the first request."""
    for phase in phases:
        yield f"phase {phase.name} from {phase.start - zero:.6f} to {phase.end - zero:.6f}"
    for time in flushes:
        yield f"flush at {time - zero:.6f}"


def read_comments(lines):
    """The phases and the times of flushes in the lines of a trace."""
    phases, flushes = [], []
    for line in lines:
        if match := _PHASE.fullmatch(line):
            phases.append(Phase(match[1], float(match[2]), float(match[3])))
        elif match := _FLUSH.fullmatch(line):
            flushes.append(float(match[1]))
    return phases, flushes
