# SPDX-License-Identifier: GPL-2.0-only
"""Draws what holds for all papers: measured against simulated."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from ns3_iscsi.plot import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, STYLE, VERMILION

from .experiment import Picture

_MARKS = list(
    zip(
        (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK),
        ("o", "s", "^", "D", "v", "P", "X"),
        strict=True,
    )
)


def of_paper(outcome):
    """Give the pictures of a paper as a whole.

    :param outcome: a PaperOutcome
    """
    rows = outcome.rows
    measured = rows[rows["reference"].notna() & rows["simulated"].gt(0)]
    if measured.empty:
        return []
    return [
        Picture(
            "Every number of the paper against the simulated one. Along the line both are equal; "
            "the band is 10 % to either side. Filled marks are predictions, open ones numbers "
            "that parameters were fitted on. A bar shows what rounds to the printed number.",
            measured_against_simulated(measured),
        )
    ]


def measured_against_simulated(rows):
    """Draw each number of a paper against the simulated one, on logarithmic axes.

    :param rows: results with a reference
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.5, 6.5), layout="constrained")
        axes = figure.subplots()
        ends = np.array([rows["reference"].min() / 2, rows["reference"].max() * 2])
        axes.fill_between(ends, ends * 0.9, ends * 1.1, color="#CCCCCC", alpha=0.6, linewidth=0)
        axes.plot(ends, ends, color=BLACK, linewidth=0.8)
        for (item, group), (colour, mark) in zip(rows.groupby("item"), _MARKS, strict=False):
            for is_fitted, part in group.groupby("is_fitted"):
                _draw_marks(axes, part, colour, mark, is_fitted, item)
        axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
        unit = rows["unit"].iloc[0]
        axes.set(xlabel=f"In the paper ({unit})", ylabel=f"Simulated ({unit})")
        handles, labels = axes.get_legend_handles_labels()
        # Either half of a table may be missing in a selection; its name stands once.
        once = dict(zip(labels, handles, strict=True))
        axes.legend(once.values(), once.keys(), loc="upper left")
    return figure


def _draw_marks(axes, part, colour, mark, is_fitted, label):
    spread = [part["reference"] - part["reference_low"], part["reference_high"] - part["reference"]]
    axes.errorbar(
        part["reference"],
        part["simulated"],
        xerr=np.abs(np.array(spread, float)),
        fmt=mark,
        color=colour,
        markersize=5,
        markerfacecolor="white" if is_fitted else colour,
        elinewidth=0.8,
        linestyle="none",
        label=label,
    )
