# SPDX-License-Identifier: GPL-2.0-only
"""Draws the map of what two links carry, by how they are used and what befalls them."""

from .pictures import map_panels
from .results import label

_HEIGHT, _LETTERS = 3.4, 7.5


def rate_map(rows, x, y, panels, most):
    """Draw rates as colours, with rate and tail in each cell.

    :param rows: results, with ``p999_ms``
    :param x: the condition to the right
    :param y: the condition upwards
    :param panels: the condition that tells panels apart
    :param most: the rate at which colours end, MB/s
    :return: the figure
    """
    lines = list(rows[y].unique())

    def paint(axes, part):
        rates, tails = (
            part.pivot(index=y, columns=x, values=one).loc[lines]
            for one in ("simulated", "p999_ms")
        )
        image = axes.imshow(rates, cmap="cividis", vmin=0, vmax=most, aspect="auto")
        for line in range(len(lines)):
            for column in range(len(rates.columns)):
                rate, tail = rates.iat[line, column], tails.iat[line, column]
                ink = {"color": "black" if rate > most / 2 else "white", "fontsize": _LETTERS}
                text = f"{rate:.0f}\n{tail:.3g} ms"
                axes.text(column, line, text, ha="center", va="center", **ink)
        axes.set_xticks(range(len(rates.columns)), [f"{one:g}" for one in rates.columns])
        axes.set_yticks(range(len(lines)), lines)
        axes.set_xlabel(label(x))
        return image

    with map_panels(rows, y, panels, 2, _HEIGHT, paint) as (figure, _, _):
        return figure
