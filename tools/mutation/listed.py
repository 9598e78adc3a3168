# SPDX-License-Identifier: GPL-2.0-only
"""The list of mutants that the tests and the fault campaign must find, and its table."""

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BEGIN, END = ".. make listed-mutants: begin", ".. make listed-mutants: end"
NOT_TRIED, NOT_FOUND = "not tried", "not found"


@dataclass(frozen=True)
class ListedMutant:
    """A small wrong change: a name, one sentence, and a text of a file that becomes another."""

    name: str
    text: str
    file: str
    find: str
    replace: str

    @property
    def module(self) -> str:
        return Path(self.file).parts[1]

    def apply(self, source: str) -> str:
        """Give the changed source.

        @throw ValueError if the text is not in it exactly once
        """
        count = source.count(self.find)
        if count != 1:
            raise ValueError(f"mutant {self.name}: its text is {count} times in {self.file}")
        return source.replace(self.find, self.replace)


def read_listed(path: Path) -> list[ListedMutant]:
    return [ListedMutant(**one) for one in tomllib.loads(path.read_text())["mutant"]]


@dataclass(frozen=True)
class Row:
    """What found a mutant: a suite, and the fault campaign."""

    suite: str = NOT_TRIED
    campaign: str = NOT_TRIED


def read_table(page: str) -> dict[str, Row]:
    """The rows between the marks of a page, by the name of the mutant."""
    table = page.partition(BEGIN)[2].partition(END)[0]
    rows = re.findall(
        r"^   \* - ``([\w-]+)``\n(?:     - .*\n){2}     - (.*)\n     - (.*)\n", table, re.M
    )
    return {name: Row(suite, campaign) for name, suite, campaign in rows}


def write_table(page: str, mutants: list[ListedMutant], rows: dict[str, Row]) -> str:
    """A page with the rows of these mutants between its marks."""
    lines = [
        ".. list-table::",
        "   :header-rows: 1",
        "   :widths: 20 45 10 25 25",
        "",
        *row(
            "mutant", "what is wrong", "module", "suite that finds it", "campaign: seeds, checker"
        ),
    ]
    for mutant in mutants:
        found = rows.get(mutant.name, Row())
        cells = (f"``{mutant.name}``", mutant.text, mutant.module, found.suite, found.campaign)
        lines += row(*cells)
    head, _, rest = page.partition(BEGIN)
    return "\n".join([head + BEGIN, "", *lines, "", END + rest.partition(END)[2]])


def row(first: str, *others: str) -> list[str]:
    return [f"   * - {first}", *(f"     - {other}" for other in others)]


def describe_finding(pattern: str, output: str, how: str) -> str:
    """Which seed and which checker of the campaign found a mutant, from what the command said."""
    match = re.search(pattern, output)
    return f"seed {match['seed']}, {match['checker']}" if match else how


def renew(rows: dict[str, Row], name: str, column: str, text: str) -> None:
    rows[name] = replace(rows.get(name, Row()), **{column: text})
