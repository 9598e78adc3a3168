# SPDX-License-Identifier: GPL-2.0-only
"""Panels of a picture of a sweep: one for each setting of what varies and is on no axis.

A point of a picture is a mean over runs and over nothing else. A parameter that varies, and that
neither the axis nor a line's name shows, therefore tells panels apart.
"""

from dataclasses import dataclass
from itertools import product

import pandas as pd

from .axes import parameter_axis, word
from .pictures import new_figure
from .statistics import VERSIONS, mixed

#: Panels that a picture has at most: more of them are too small to be read.
MOST = 16
#: Panels side by side at most.
_COLUMNS = 4
#: Letters of a title in one line.
_TITLE = 40


class TooManyPanelsError(ValueError):
    """A picture would have more panels than can be read; one line names the parameters."""


@dataclass
class Panel:
    """A panel: what is drawn in it.

    :param title: the setting that it shows, empty if it is the only one
    :param rows: its rows of the table
    """

    title: str
    rows: pd.DataFrame


def split(table, shown):
    """Divide the rows of a table among panels.

    :param table: the results, without points that failed
    :param shown: the parameters that a panel shows itself, and those of them that are None
    :return: a Panel for each setting of the parameters that vary besides, in their order
    :raises TooManyPanelsError: if there would be more than MOST
    :raises ValueError: one line that says what differs, if a run of a setting has several rows
    """
    shown = [name for name in shown if name is not None]
    names = mixed(table, shown)
    _check_runs(table, [*shown, *names])
    if not names:
        return [Panel("", table)]
    groups = dict(list(table.groupby(names, sort=False, dropna=False)))
    if len(groups) > MOST:
        raise TooManyPanelsError(_too_many(names, len(groups)))
    order = product(*(parameter_axis(table, name).values for name in names))
    return [Panel(_title(names, key), groups[key]) for key in order if key in groups]


def figure_of(panels, size, small):
    """Make a figure with axes for each panel.

    :param panels: as :func:`split` gives them
    :param size: width and height in inches of a figure with a single panel
    :param small: those of each of several panels
    :return: the figure, and a list with the axes of each panel; several have their titles and the
        same limits
    """
    columns = min(len(panels), _COLUMNS)
    # Six are two rows of three, not four and two.
    rows = -(-len(panels) // columns)
    columns = -(-len(panels) // rows)
    if len(panels) > 1:
        size = (small[0] * columns, small[1] * rows + 1)
    figure = new_figure(*size)
    places = list(figure.subplots(rows, columns, squeeze=False).flat)
    for place in places[len(panels) :]:
        place.remove()
    places = places[: len(panels)]
    for place, panel in zip(places, panels, strict=True):
        place.set_title(panel.title)
        if place is not places[0]:
            place.sharex(places[0])
            place.sharey(places[0])
    return figure, places


def label_left(places):
    """Leave the label of the vertical axis to the panels at the left.

    :param places: the axes of all panels
    """
    for place in places:
        if not place.get_subplotspec().is_first_col():
            place.set_ylabel("")


def _check_runs(table, names):
    """Check that each run of each setting has one row."""
    keys = [*names, *(["run"] if "run" in table and "run" not in names else [])]
    if "run" not in table or not table.duplicated(keys).any():
        return
    versions = [name for name in VERSIONS if name in table and table[name].nunique() > 1]
    which = f" that differ in {' and '.join(versions)}" if versions else ""
    raise ValueError(f"the table has several rows{which} for the same setting and run")


def _title(names, key):
    words = [f"{name} {word(value)}" for name, value in zip(names, key, strict=True)]
    return (", " if sum(map(len, words)) < _TITLE else "\n").join(words)


def _too_many(names, count):
    what = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    verb = "vary and are" if names[1:] else "varies and is"
    return (
        f"{what} {verb} not in the picture, and {count} panels are more than {MOST}: "
        f"choose values, such as table[table[{names[0]!r}] == ...] or --where {names[0]}=VALUE"
    )
