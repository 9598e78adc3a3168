# SPDX-License-Identifier: GPL-2.0-only
"""What all pictures share: colours, style, titles, and the files they are written to.

Colours are those of Okabe and Ito, which colour-blind people can tell apart, and where these run
out three of Tol's. No window is ever opened, and equal data give equal files.
"""

import io
import re
from pathlib import Path

import matplotlib as mpl

from . import result_files
from .results import CACHE_GROUPS, STAGE_GROUPS

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY, OLIVE, WINE = "#BBBBBB", "#999933", "#882255"

OPERATION_COLOURS = {"read": BLUE, "write": VERMILION, "verify": GREEN, "flush": PURPLE}
STAGE_COLOURS = dict(
    zip(
        [*CACHE_GROUPS, *STAGE_GROUPS],
        (GREY, OLIVE, WINE, BLACK, SKY, YELLOW, ORANGE, BLUE, GREEN, VERMILION, PURPLE),
        strict=True,
    )
)

STYLE = {
    "font.size": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "figure.titlesize": 13,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "ns3-iscsi",
}

#: The endings of pictures, and what keeps the day of the drawing out of each.
METADATA = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
#: The formats of a picture whose name has no ending.
_BOTH = (".png", ".svg")
#: What follows the last point of a name and is an ending, not a part of a number such as 0.5ms.
_ENDING = re.compile(r"\.[A-Za-z]\w*")


def save(figure, path):
    """Write a figure in the format of its name's ending, or as PNG and as SVG if it has none.

    :param figure: the figure
    :param path: where to
    :return: the paths of the files
    :raises ValueError: one line that names the file, if no picture ends like that
    :raises ResultFileError: one line that names the file, if it cannot be written
    """
    path = Path(path)
    has_ending = _ENDING.fullmatch(path.suffix)
    files = [path] if has_ending else [path.with_name(path.name + suffix) for suffix in _BOTH]
    for file in files:
        check_name(file)
    for file in files:
        save_as(figure, file)
    return files


def save_as(figure, file):
    """Write a figure in the format that the file's ending names.

    :param figure: the figure
    :param file: where to, ending in .png, .svg or .pdf
    :raises ValueError: one line that names the file, if it ends otherwise
    :raises ResultFileError: one line that names the file, if it cannot be written
    """
    check_name(file)
    suffix = Path(file).suffix.lower()
    data = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(data, format=suffix[1:], dpi=150, metadata=METADATA[suffix])
    result_files.write_atomically(file, data.getvalue())


def check_name(file):
    """Find out before it is drawn whether a picture can have a name.

    :param file: the name
    :raises ValueError: one line that names the file, if it does not end in .png, .svg or .pdf
    :raises ResultFileError: one line that names the file, if no picture can be there
    """
    if Path(file).suffix.lower() not in METADATA:
        *others, last = METADATA
        raise ValueError(f"{file}: a picture's name ends in {', '.join(others)} or {last}")
    result_files.check(file)


def write_in_bars(axes, values, left, widest, colour):
    """Write the milliseconds into those pieces of stacked bars that have room for them.

    :param axes: where the bars are
    :param values: the pieces' lengths, one for each bar
    :param left: where they begin
    :param widest: length of the longest bar
    :param colour: the pieces' colour
    """
    ink = "white" if colour in (BLACK, BLUE, GREEN, VERMILION, WINE) else "black"
    for row, (value, start) in enumerate(zip(values, left, strict=True)):
        if value > 0.06 * widest:
            text = three_digits(value)
            axes.text(start + value / 2, row, text, ha="center", va="center", color=ink)


def three_digits(value):
    """Write a number with three digits, or all of its whole ones."""
    # From 99.95 on three digits are a whole number, which has no point.
    return f"{value:,.0f}" if value >= 99.95 else f"{value:#.3g}"


def finish(figure, title, handles, labels, columns=None):
    """Put the title above a figure and the legend below it.

    :param figure: the figure
    :param title: the title
    :param handles: what the legend explains
    :param labels: how
    :param columns: most columns of the legend; if None one for each label, up to those of all
        stages without a page cache, and 6 for more labels; there are fewer if they are too wide
    """
    columns = columns or (len(labels) if len(labels) <= len(STAGE_GROUPS) else 6)
    figure.suptitle(title)
    for number in range(columns, 0, -1):
        legend = figure.legend(handles, labels, loc="outside lower center", ncols=number)
        width = legend.get_window_extent().width
        if width <= figure.bbox.width or number == 1:
            break
        legend.remove()
    figure.set_figwidth(max(figure.get_figwidth(), width / figure.dpi))
