# SPDX-License-Identifier: GPL-2.0-only
"""The points of a sweep: dicts of lists, lists of dicts, and products of both."""

from itertools import product

from .parameters import ParameterError, find
from .quantities import shown
from .sweep_checks import check_once

#: What people may take for parameters, and what they are.
_NO_PARAMETERS = {
    "output": "each point of a sweep has a folder of its own, in that of the sweep: --out, folder=",
    "RngRun": "runs are not points of a grid: --runs, runs=",
    "RngSeed": "all points have the same seed, and runs differ by their numbers: --runs, runs=",
}


def expand(grid):
    """Give the points that a grid means.

    :param grid: a dict of lists: every combination; a list of dicts: each by itself, its lists
        combined; a tuple of grids: every combination of their points, in which a later grid's value
        of a parameter replaces an earlier one's
    :return: a list of dicts from parameter to checked value, without points that mean the same
    :raises ParameterError: if a parameter or value is wrong, a list has a value twice, a parameter
        is there twice, or there is no point at all
    """
    points = {}
    for point in _expand(grid):
        meant = frozenset((name, find(name).meaning(value)) for name, value in point.items())
        points.setdefault(meant, point)
    if not points:
        raise ParameterError(f"the grid {shown(grid)} has no points")
    return list(points.values())


def parse(texts):
    """Read grids as the command line has them.

    :param texts: for each parameter ``name=value,value,...``; if there is a semicolon, that is
        between the values and commas belong to them
    :return: a dict of lists
    :raises ParameterError: if a text has not this form
    """
    grid = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise ParameterError(
                f"--grid {text}: expected NAME=VALUE,VALUE, such as delay=1ms,10ms"
            )
        parameter = _find(name)
        if parameter.name in grid:
            raise ParameterError(f"--grid {text}: {parameter.name} has another --grid already")
        words = values.split(";" if ";" in values else ",")
        grid[parameter.name] = _checked(parameter, [word.strip() for word in words])
    return grid


def _expand(grid):
    if isinstance(grid, dict):
        names = [_find(name) for name in grid]
        check_once("the grid", [one.name for one in names])
        lists = [
            _checked(one, _as_list(one.name, it))
            for one, it in zip(names, grid.values(), strict=True)
        ]
        for values in product(*lists):
            yield {one.name: it for one, it in zip(names, values, strict=True)}
    elif isinstance(grid, tuple):
        for parts in product(*(list(_expand(part)) for part in grid)):
            yield {name: value for part in parts for name, value in part.items()}
    elif isinstance(grid, list):
        for part in grid:
            yield from _expand(part)
    else:
        raise ParameterError(f"a grid is a dict, a list or a tuple, not {grid!r}")


def _find(name):
    """Give the parameter of a name that may be in a grid."""
    last = str(name).rpartition(".")[2]
    if last in _NO_PARAMETERS:
        raise ParameterError(f"{last}: {_NO_PARAMETERS[last]}")
    return find(name)


def _checked(parameter, values):
    """Check the values of a parameter, of which no two may mean the same."""
    checked = [parameter.check(value) for value in values]
    meant = [parameter.meaning(value) for value in checked]
    for place, one in enumerate(meant):
        if one in meant[:place]:
            first, again = checked[meant.index(one)], checked[place]
            same = "is there twice" if first == again else f"is the same as {shown(first)}"
            raise ParameterError(f"{parameter.name}: {shown(again)} {same}")
    return checked


def _as_list(name, values):
    """Give the values of a parameter as a list; a single one stands for itself."""
    if isinstance(values, (set, frozenset, dict)):
        raise ParameterError(f"{name}: a {type(values).__name__} has no order; give a list")
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        return [values]
    return list(values)
