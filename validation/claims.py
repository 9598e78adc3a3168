# SPDX-License-Identifier: GPL-2.0-only
"""Claims: what a paper says in words, what was fitted, what we expect, and what came out of it."""

from dataclasses import dataclass

from .reference import read

PAPER, FITTED, OWN = "paper", "fitted", "own"
#: By kind: what such claims are called, and the key of their counts in summary.json.
KINDS = {
    PAPER: ("claims of the paper", "claims"),
    FITTED: ("fitted points", "fitted_points"),
    OWN: ("our own expectations", "expectations"),
}


@dataclass(frozen=True)
class Claim:
    """What is said in words, and whether it holds in the simulation.

    :param text: the claim
    :param held: whether it holds, None if it cannot be checked
    :param detail: the figures that decide it, or why it cannot be checked
    :param is_right: whether it should hold; a paper's own numbers may contradict it, or a standard
    :param kind: who says so: ``paper``; ``fitted``, a point on which parameters were fitted; or
        ``own``, an expectation of ours that the paper does not have
    :param tolerance: within which limits it holds, in words, such as ``ratio 0.5 to 2``
    """

    text: str
    held: bool | None
    detail: str = ""
    is_right: bool = True
    kind: str = PAPER
    tolerance: str = ""

    def __post_init__(self):
        if self.kind not in KINDS:
            raise ValueError(f"claim: kind {self.kind} is not one of {', '.join(KINDS)}")
        if not self.is_right and self.kind != PAPER:
            raise ValueError("claim: only a claim of the paper can be shown wrong")

    @property
    def verdict(self):
        """What came out, in words, with the tolerance."""
        limits = f" ({self.tolerance})" if self.tolerance else ""
        if not self.is_right:
            also = "" if self.held else ", and by the simulation"
            return f"Contradicted by its own numbers or a standard{also}{limits}."
        if self.held is None:
            return "Cannot be checked."
        return f"{'Holds' if self.held else 'Does not hold'}{limits}."

    @property
    def note(self):
        """Who says so, if it is not the paper."""
        return {PAPER: "", FITTED: "Fitted point: ", OWN: "Not in the paper: "}[self.kind]


def is_near(value, printed, share):
    """Tell whether a value is within a share of the printed number."""
    return abs(value / printed - 1) <= share


def quote(data, name, held, detail, is_right=True, kind=PAPER, tolerance=""):
    """Give a claim by its name in a file of reference data.

    :param data: the file, with the columns ``claim``, ``section`` and ``text``
    :param name: the claim's name
    :param held: whether it holds, None if it cannot be checked
    :param detail: the figures that decide it
    :param is_right: whether it should hold
    :param kind: as a Claim has it
    :param tolerance: within which limits it holds, in words
    """
    row = next(one for one in read(data) if one["claim"] == name)
    held = held if held is None else bool(held)
    section = row["section"]
    where = section if isinstance(section, str) else f"{section:g}"
    text = f"{row['text']} (Section {where})"
    return Claim(text, held, detail, is_right, kind, tolerance)


def count(claims):
    """Count claims of each kind.

    :param claims: the claims
    :return: a dict: for each kind ``<key>_checked`` and ``<key>_held``, without claims that are
        shown wrong and those that cannot be checked, which have counts of their own
    """
    figures = {}
    for kind, (_, key) in KINDS.items():
        checked = [
            one for one in claims if one.kind == kind and one.is_right and one.held is not None
        ]
        figures[f"{key}_checked"] = len(checked)
        figures[f"{key}_held"] = sum(bool(one.held) for one in checked)
    figures["claims_shown_wrong"] = sum(not one.is_right and not one.held for one in claims)
    figures["claims_unknown"] = sum(one.is_right and one.held is None for one in claims)
    return figures


def words(figures):
    """Say the counts of claims in a line, empty if there are none.

    :param figures: as :func:`count` gives them
    """
    parts = [
        f"{figures[f'{key}_held']} of {figures[f'{key}_checked']} {name}"
        for name, key in KINDS.values()
        if figures[f"{key}_checked"]
    ]
    text = f"{', '.join(parts)} held" if parts else ""
    wrong = figures["claims_shown_wrong"]
    return "; ".join(filter(None, [text, f"{wrong} shown wrong" if wrong else ""]))
