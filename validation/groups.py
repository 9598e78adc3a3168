# SPDX-License-Identifier: GPL-2.0-only
"""Groups of cells: what it is worth that a simulated number is near the paper's."""

FITTED, DERIVED, PREDICTED, CAPPED = "fitted", "derived", "predicted", "capped"

#: By group: what its cells are, in words for a reader.
GROUPS = {
    FITTED: "numbers that parameters were fitted on",
    DERIVED: "numbers whose limit was read off neighbouring numbers, or with which parameters were "
    "chosen in view",
    PREDICTED: "numbers that had no part in the choice of parameters",
    CAPPED: "numbers at the cap of the link, which any model of it meets",
}


def predictions_first(parts):
    """Give what is there by group in the order of its worth: predictions first.

    :param parts: a dict by group
    """
    order = (PREDICTED, DERIVED, FITTED, CAPPED)
    return {group: parts[group] for group in order if group in parts}


def split(rows):
    """Give the rows of each group that has a number to compare with.

    :param rows: results
    :return: rows by group, in the order of GROUPS
    """
    measured = rows[rows["reference"].notna()]
    parts = {group: measured[measured["group"] == group] for group in GROUPS}
    return {group: part for group, part in parts.items() if len(part)}
