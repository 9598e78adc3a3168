# SPDX-License-Identifier: GPL-2.0-only
"""Draws ratios over two conditions, with their intervals, and marks those that are not 1."""

from matplotlib.colors import LogNorm

from .pictures import map_panels
from .results import label

_MAPS_IN_A_ROW = 2
#: Sizes of ratios and of their intervals, points; no letter is below 7 in print.
_RATIO, _INTERVAL = 8.5, 7
#: Between the middle of a cell and its lines of text, in cells.
_GAP = 0.04
GAIN, LOSS = "▲", "▼"
#: Least reach of the colours to either side of 1: small differences look small.
_REACH = 2


def verdict(row):
    """Give the mark of a ratio: a triangle if its interval excludes 1, otherwise nothing.

    :param row: a result
    """
    if row["ci_low"] > 1:
        return GAIN
    return LOSS if row["ci_high"] < 1 else ""


def draw(rows, x, y, panels):
    """Draw ratios as colours around 1, with ratio, mark and interval in each cell.

    :param rows: results
    :param x: the condition to the right
    :param y: the condition upwards
    :param panels: the condition that tells panels apart
    :return: the figure
    """
    reach = max(_REACH, rows["simulated"].max(), 1 / rows["simulated"].min())
    norm = LogNorm(1 / reach, reach)

    def paint(axes, part):
        return _draw_panel(axes, part, x, y, norm)

    maps = map_panels(rows, y, panels, _MAPS_IN_A_ROW, 2.3, paint, sharex=True)
    with maps as (figure, panes, bar):
        for axes in panes[-1]:
            axes.set_xlabel(label(x))
        ticks = [one for one in (1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8) if 1 / reach <= one <= reach]
        bar.set_ticks(ticks, labels=[f"{one:g}" for one in ticks], minor=False)
        bar.minorticks_off()
    return figure


def _draw_panel(axes, part, x, y, norm):
    grid = part.pivot_table(index=y, columns=x, values="simulated")
    image = axes.imshow(grid, cmap="PuOr_r", norm=norm, origin="lower", aspect="auto")
    for _, row in part.iterrows():
        place = grid.columns.get_loc(row[x]), grid.index.get_loc(row[y])
        _write_cell(axes, place, row, _ink(image.cmap(norm(row["simulated"]))))
    axes.set_xticks(range(len(grid.columns)), [f"{one:g}" for one in grid.columns])
    axes.set_yticks(range(len(grid.index)), [f"{one:g}" for one in grid.index])
    return image


def _write_cell(axes, place, row, ink):
    """Write ratio and mark, and below them the interval."""
    column, line = place
    mark = verdict(row)
    style = {"ha": "center", "color": ink}
    weight = "bold" if mark else "normal"
    text = f"{row['simulated']:.2f} {mark}".strip()
    axes.text(column, line + _GAP, text, va="bottom", fontsize=_RATIO, fontweight=weight, **style)
    interval = f"{row['ci_low']:.2f} to {row['ci_high']:.2f}"
    axes.text(column, line - _GAP, interval, va="top", fontsize=_INTERVAL, **style)


def _ink(colour):
    """Give the colour of letters that stands out from a colour, by its luminance."""
    red, green, blue, _ = colour
    return "white" if 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else "black"
