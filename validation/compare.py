# SPDX-License-Identifier: GPL-2.0-only
"""Compares two summaries, such as those of two seeds: which verdicts and headlines differ.

    python -m validation.compare A/summary.json B/summary.json

A verdict is whether a claim holds. Headlines are the numbers of cells, of those within 10 %, of
those that pass by rounding alone and of claims, which must be equal, and medians and percentiles of
errors, which may differ by half a percentage point.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from ns3_iscsi.options import OptionParser

#: By how much errors of two seeds may differ, percentage points.
CLOSE = 0.5


class SummaryError(Exception):
    """A file is no summary, or two are of different experiments; one line that says why."""


@dataclass(frozen=True)
class Difference:
    """What two summaries do not have in common.

    :param seeds: what was added to the numbers of runs of each
    :param verdicts: number of verdicts that were compared
    :param headlines: number of headlines that were compared
    :param lines: what differs, one line each
    """

    seeds: tuple
    verdicts: int
    headlines: int
    lines: list

    def __str__(self):
        return (
            f"seeds {self.seeds[0]} and {self.seeds[1]}: {self.verdicts} verdicts and "
            f"{self.headlines} headlines compared, {len(self.lines)} differ"
        )


def read(path):
    """Read a summary.

    :param path: summary.json
    :raises SummaryError: if it is none
    """
    try:
        summary = json.loads(Path(path).read_text())
    except OSError as error:
        raise SummaryError(f"{path}: {error.strerror}") from None
    except ValueError:
        summary = None
    if not isinstance(summary, dict) or not {"verdicts", "items", "seed"} <= set(summary):
        raise SummaryError(f"{path}: no summary of a validation")
    return summary


def of_paper(summary, paper):
    """Give the part of a summary that is of one paper.

    :param summary: as :func:`validation.summary.summarize` gives it
    :param paper: its name, as there
    :raises SummaryError: if it has none of that paper
    """
    if paper not in summary["papers"]:
        raise SummaryError(f"the other summary has nothing of {paper}")

    def own(names):
        return {key: it for key, it in names.items() if key.partition(" ")[0].rstrip(":") == paper}

    return {
        "seed": summary["seed"],
        "total": summary["papers"][paper],
        "total_groups": summary["groups"][paper],
        **{key: own(summary[key]) for key in ("papers", "items", "groups", "verdicts")},
    }


def compare(one, other):
    """Compare two summaries.

    :param one: as :func:`validation.summary.summarize` gives it
    :param other: the same of the same experiments
    :return: a Difference
    :raises SummaryError: if these are results of different experiments
    """
    pairs = [(_headlines(one), _headlines(other)), (one["verdicts"], other["verdicts"])]
    if any(set(a) != set(b) for a, b in pairs):
        raise SummaryError("the summaries are of different experiments or claims")
    (heads, others), (verdicts, their) = pairs
    lines = [
        f"{name}: {it} and {others[name]}"
        for name, it in heads.items()
        if _moved(name, it, others[name])
    ]
    lines += [
        f"{name} {_word(it)} and {_word(their[name])}"
        for name, it in verdicts.items()
        if it != their[name]
    ]
    return Difference((one["seed"], other["seed"]), len(verdicts), len(heads), lines)


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 1 if something differs, 2 after a mistake, of which one line tells
    """
    parser = OptionParser("python -m validation.compare", description=__doc__.partition("\n")[0])
    parser.add_argument("one", type=Path, help="summary.json of a validation")
    parser.add_argument("other", type=Path, help="summary.json of another one")
    chosen = parser.parse_args(arguments)
    try:
        difference = compare(read(chosen.one), read(chosen.other))
    except SummaryError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(difference)
    for line in difference.lines:
        print(f"  {line}")
    return int(bool(difference.lines))


def _headlines(summary):
    """Give all figures by the names of where they are."""
    parts = {"total": summary["total"], **summary["papers"], **summary["items"]}
    parts.update({f"total {group}": it for group, it in summary.get("total_groups", {}).items()})
    for paper, groups in summary["groups"].items():
        parts.update({f"{paper} {group}": it for group, it in groups.items()})
    return {
        f"{where}: {key}": it
        for where, part in parts.items()
        for key, it in part.items()
        # Baselines know no seed.
        if key != "baselines"
    }


def _moved(name, one, other):
    if name.endswith("_error_percent") or name.endswith("_cap_percent"):
        return (one is None) != (other is None) or (one is not None and abs(one - other) > CLOSE)
    return one != other


def _word(held):
    return {True: "holds", False: "does not hold", None: "cannot be checked"}[held]


if __name__ == "__main__":
    sys.exit(main())
