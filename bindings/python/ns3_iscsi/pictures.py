# SPDX-License-Identifier: GPL-2.0-only
"""What all pictures share: colours, style, titles, and the files they are written to.

Colours are those of Okabe and Ito, which colour-blind people can tell apart, and where these run
out eleven of Tol's. No window is ever opened, and equal data give equal files.
"""

import io
import re
from itertools import product
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from . import result_files
from .stages import ALL_GROUPS, STAGE_GROUPS

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY, OLIVE, WINE = "#BBBBBB", "#999933", "#882255"
INDIGO, TEAL = "#332288", "#44AA99"
SAND, ROSE, FOREST = "#DDCC77", "#CC6677", "#117733"
CYAN, MAUVE, PEAR = "#88CCEE", "#AA4499", "#BBCC33"

#: Colours on which text is white.
_DARK = (BLACK, BLUE, FOREST, GREEN, INDIGO, MAUVE, VERMILION, WINE)

OPERATION_COLOURS = {
    "read": BLUE,
    "write": VERMILION,
    "verify": GREEN,
    "flush": PURPLE,
    "unmap": ORANGE,
}
STAGE_COLOURS = dict(
    zip(
        ALL_GROUPS,
        (
            *(GREY, OLIVE, WINE, BLACK, SKY, YELLOW, INDIGO),
            *(ORANGE, BLUE, GREEN, SAND, ROSE, FOREST, CYAN, MAUVE, PEAR),
            *(VERMILION, TEAL, PURPLE),
        ),
        strict=True,
    )
)

#: Lines in the order in which they are taken: dashes, colours and marks tell them apart.
LINES = [
    {"linestyle": dashes, "color": colour, "marker": mark}
    for dashes, (colour, mark) in product(
        ("-", "--", ":", "-."),
        zip(
            (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, BLACK),
            ("o", "s", "^", "D", "v", "P", "X"),
            strict=True,
        ),
    )
]

_SCREEN = {
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
    "lines.markersize": 5,
    "svg.hashsalt": "ns3-iscsi",
}
#: Fonts of a journal's captions, and such as a typesetter can embed and search.
_PAPER = {
    **_SCREEN,
    "font.size": 8,
    "font.family": "serif",
    "mathtext.fontset": "stix",
    "axes.titlesize": 8,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.0,
    "lines.markersize": 3.5,
    "pdf.fonttype": 42,
}
_STYLES = {"screen": _SCREEN, "paper": _PAPER}
#: Settings of matplotlib for all pictures; :func:`style` changes them.
STYLE = dict(_SCREEN)
#: Width of a column and of the text of a journal of two columns, inches.
_COLUMN, _TEXT = 3.5, 7.16
#: Pictures of more inches on the screen take the width of the text.
_WIDE = 9
#: Pictures are reduced no further in height than to this share.
_LEAST_HEIGHT = 0.6

#: The endings of pictures, and what keeps the day of the drawing out of each.
METADATA = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
#: The formats of a picture whose name has no ending, by style.
_FORMATS = {"screen": (".png", ".svg"), "paper": (".pdf",)}
#: What follows the last point of a name and is an ending, not a part of a number such as 0.5ms.
_ENDING = re.compile(r"\.[A-Za-z]\w*")


def style(name):
    """Choose how pictures look that are drawn from now on.

    :param name: ``screen``; or ``paper``: as wide as a column of 3.5 inches, or two of them for
        pictures of several panels, small serif fonts, no title, because there is a caption, and PDF
        for names without an ending
    :raises ValueError: one line, if there is no such style
    """
    if name not in _STYLES:
        raise ValueError(f"there is no style {name}: {' or '.join(_STYLES)}")
    STYLE.clear()
    STYLE.update(_STYLES[name])


def new_figure(width, height):
    """Make an empty figure.

    :param width: inches on the screen
    :param height: the same
    """
    if _is_paper():
        place = _TEXT if width > _WIDE else _COLUMN
        width, height = place, height * max(_LEAST_HEIGHT, place / width)
    return Figure(figsize=(width, height), layout="constrained")


def put_title(figure, title):
    """Put a title above a figure, unless a caption takes its place.

    :param figure: the figure
    :param title: the title
    """
    if not _is_paper():
        figure.suptitle(title)


def _is_paper():
    return STYLE["font.size"] == _PAPER["font.size"]


def save(figure, path):
    """Write a figure in the format of its name's ending; without one as PNG and as SVG, in the
    style ``paper`` as PDF.

    :param figure: the figure
    :param path: where to
    :return: the paths of the files
    :raises ValueError: one line that names the file, if no picture ends like that
    :raises ResultFileError: one line that names the file, if it cannot be written
    """
    path = Path(path)
    has_ending = _ENDING.fullmatch(path.suffix)
    endings = _FORMATS["paper" if _is_paper() else "screen"]
    files = [path] if has_ending else [path.with_name(path.name + suffix) for suffix in endings]
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


def check_lines(names, hue):
    """Check that a picture can tell lines apart.

    :param names: the names of the lines
    :param hue: what tells them apart, for the message
    :raises ValueError: one line, if there are too many
    """
    if len(names) > len(LINES):
        raise ValueError(
            f"{hue} has {len(names)} values, and {len(LINES)} lines are the most that a picture "
            "can tell apart"
        )


def write_in_bars(axes, values, left, widest, colour):
    """Write the milliseconds into those pieces of stacked bars that have room for them.

    :param axes: where the bars are
    :param values: the pieces' lengths, one for each bar
    :param left: where they begin
    :param widest: length of the longest bar
    :param colour: the pieces' colour
    """
    ink = "white" if colour in _DARK else "black"
    for row, (value, start) in enumerate(zip(values, left, strict=True)):
        if value > 0.06 * widest:
            text = three_digits(value)
            axes.text(start + value / 2, row, text, ha="center", va="center", color=ink)


def three_digits(value):
    """Write a number with three digits, or all of its whole ones."""
    # From 99.95 on three digits are a whole number, which has no point.
    return f"{value:,.0f}" if value >= 99.95 else f"{value:#.3g}"


def finish(figure, title, handles, labels, columns=None, note=None):
    """Put the title above a figure and the legend below it.

    :param figure: the figure
    :param title: the title
    :param handles: what the legend explains
    :param labels: how
    :param columns: most columns of the legend; if None one for each label, up to those of all
        stages without a page cache, and 7 for more labels; there are fewer if they are too wide
    :param note: what stands above the legend's lines
    """
    columns = columns or (len(labels) if len(labels) <= len(STAGE_GROUPS) else 7)
    put_title(figure, title)
    for number in range(columns, 0, -1):
        place = {"loc": "outside lower center", "ncols": number, "title": note}
        legend = figure.legend(handles, labels, **place)
        box = legend.get_window_extent()
        if box.width <= figure.bbox.width or number == 1:
            break
        legend.remove()
    figure.set_figwidth(max(figure.get_figwidth(), box.width / figure.dpi))
    # The first lines have their place; more of them take nothing from the picture.
    line = 2 * STYLE["font.size"] / 72
    figure.set_figheight(figure.get_figheight() + max(box.height / figure.dpi - 2 * line, 0))
