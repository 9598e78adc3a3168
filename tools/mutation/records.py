# SPDX-License-Identifier: GPL-2.0-only
"""What became of random mutants: a file of JSON lines, verdicts on survivors, and the report."""

import difflib
import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KILLED, SURVIVED, REFUSED = "killed", "survived", "not compiled"


@dataclass(frozen=True)
class Verdict:
    """Why a change of a line is none of behaviour."""

    file: str
    before: str
    after: str
    because: str


@dataclass
class Record:
    """A mutant and what became of it.

    `before` and `after` are the changed lines, `line` is the first of them; `by` is what killed
    it, `how` is the way: failed, crashed or hung.
    """

    seed: int
    number: int
    commit: str
    file: str
    line: int
    operator: str
    before: str
    after: str
    outcome: str = ""
    by: str = ""
    how: str = ""
    seconds: float = 0

    @property
    def key(self) -> tuple[int, int]:
        return self.seed, self.number

    @property
    def module(self) -> str:
        return Path(self.file).parts[1]

    def diff(self) -> str:
        """The change, as lines of a diff."""
        marked = difflib.ndiff(self.before.splitlines(), self.after.splitlines())
        lines = [line for line in marked if line[0] in "+-"]
        return "\n".join([f"{self.file}:{self.line}: {self.operator}", *lines])

    def apply(self, text: str) -> str | None:
        """Make the change again, at its place or the nearest that reads the same."""
        places = [i for i in range(len(text)) if text.startswith("\n" + self.before + "\n", i)]
        if not places:
            return None
        start = 1 + min(places, key=lambda i: abs(text.count("\n", 0, i) + 2 - self.line))
        return text[:start] + self.after + text[start + len(self.before) :]


def changed_lines(before: str, start: int, end: int, text: str) -> tuple[int, str, str]:
    """The number of the first line from start to end, these lines, and what becomes of them."""
    first = before.rfind("\n", 0, start) + 1
    last = before.find("\n", end)
    return (
        before.count("\n", 0, first) + 1,
        before[first:last],
        before[first:start] + text + before[end:last],
    )


def read(path: Path) -> dict[tuple[int, int], Record]:
    """The records of a file; of two of the same mutant the later one."""
    lines = path.read_text().splitlines() if path.exists() else []
    records = (Record(**json.loads(line)) for line in lines)
    return {record.key: record for record in records}


def append(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(asdict(record)) + "\n")


def squeeze(text: str) -> str:
    """A text without what a formatter may change."""
    return "".join(text.split())


def read_verdicts(path: Path) -> list[Verdict]:
    return [Verdict(**one) for one in tomllib.loads(path.read_text()).get("equivalent", [])]


def find_verdict(record: Record, verdicts: list[Verdict]) -> Verdict | None:
    """The verdict on a mutant: of its file, its lines and their change."""
    for verdict in verdicts:
        lines = (squeeze(verdict.before), squeeze(verdict.after))
        if verdict.file == record.file and lines == (
            squeeze(record.before),
            squeeze(record.after),
        ):
            return verdict
    return None


def share(killed: int, survived: int) -> str:
    return f"{100 * killed / (killed + survived):.0f} %" if killed + survived else "-"


def report(records: list[Record], verdicts: list[Verdict]) -> str:
    """Killed and survived by module, then each survivor with its diff."""
    found = [(record, find_verdict(record, verdicts)) for record in records]
    counts: Counter = Counter()
    for record, verdict in found:
        outcome = "equivalent" if record.outcome == SURVIVED and verdict else record.outcome
        counts[record.module, outcome] += 1
        counts["all", outcome] += 1
    modules = [*sorted({record.module for record in records}), "all"]
    columns = (KILLED, SURVIVED, "equivalent", REFUSED)
    lines = [f"{'module':16}" + "".join(f"{column:>14}" for column in (*columns, "found"))]
    for module in modules:
        numbers = [counts[module, column] for column in columns]
        cells = [*numbers, share(numbers[0], numbers[1])]
        lines.append(f"{module:16}" + "".join(f"{cell:>14}" for cell in cells))
    for record, verdict in found:
        if record.outcome == SURVIVED:
            said = f"equivalent: {verdict.because}" if verdict else "survived"
            lines += ["", f"{record.seed}/{record.number} {said}", record.diff()]
    return "\n".join(lines)
