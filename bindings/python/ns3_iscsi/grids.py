# SPDX-License-Identifier: GPL-2.0-only
"""The points of a sweep: dicts of lists, lists of dicts, and products of both."""

from itertools import product

from .parameters import ParameterError, find


def expand(grid):
    """Give the points that a grid means.

    :param grid: a dict of lists: every combination; a list of dicts: each by itself, its lists
        combined; a tuple of grids: every combination of their points
    :return: a list of dicts from parameter to checked value, without repetitions
    :raises ParameterError: if a parameter or value is wrong
    """
    points = []
    for point in _expand(grid):
        if point not in points:
            points.append(point)
    return points


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
        parameter = find(name)
        words = values.split(";" if ";" in values else ",")
        grid[parameter.name] = [parameter.check(word.strip()) for word in words]
    return grid


def _expand(grid):
    if isinstance(grid, dict):
        names = [find(name) for name in grid]
        lists = [_as_list(values) for values in grid.values()]
        for values in product(*lists):
            yield {one.name: one.check(it) for one, it in zip(names, values, strict=True)}
    elif isinstance(grid, tuple):
        for parts in product(*(list(_expand(part)) for part in grid)):
            yield {name: value for part in parts for name, value in part.items()}
    elif isinstance(grid, list):
        for part in grid:
            yield from _expand(part)
    else:
        raise ParameterError(f"a grid is a dict, a list or a tuple, not {grid!r}")


def _as_list(values):
    """Give the values of a parameter as a list; a single one stands for itself."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        return [values]
    return [one.item() if hasattr(one, "item") else one for one in values]
