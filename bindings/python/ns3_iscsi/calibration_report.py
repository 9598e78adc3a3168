# SPDX-License-Identifier: GPL-2.0-only
"""Says what a calibration came to: parameters and how well the data fix them, cells, a constant."""

import math

from .calibration_fit import Side
from .calibration_values import converted, dimension


def describe(calibration, fitted, simulated, runs):
    """Say what came out.

    :param calibration: the Calibration
    :param fitted: the Fitted
    :param simulated: the values of all cells
    :param runs: how many runs it took
    :return: lines
    """
    cells = calibration.cells
    constants = _constants(cells)
    errors = [value / cell.measured - 1 for cell, value in zip(cells, simulated, strict=True)]
    rows = list(zip(cells, simulated, errors, constants, strict=True))
    lines = [f"{calibration.subject.title}: {runs} runs", ""]
    lines += _parameter_lines(calibration.parameters, fitted)
    for is_fitted, name in ((True, "fitted"), (False, "predicted")):
        chosen = [row for row in rows if row[0].is_fitted == is_fitted]
        if chosen:
            lines += ["", *_cell_lines(name, chosen)]
    warnings = _warnings(calibration.parameters, fitted)
    return [*lines, *(["", *warnings] if warnings else [])]


def summary(calibration, simulated):
    """Give the errors of fitted and of predicted cells, for a comment.

    :param calibration: the Calibration
    :param simulated: the values of all cells
    :return: lines
    """
    pairs = list(zip(calibration.cells, simulated, strict=True))
    lines = []
    for is_fitted, name in ((True, "Fitted to"), (False, "Predicts")):
        errors = [it / cell.measured - 1 for cell, it in pairs if cell.is_fitted == is_fitted]
        if errors:
            names = ", ".join(cell.name for cell, _ in pairs if cell.is_fitted == is_fitted)
            lines.append(f"{name} (errors: root mean square {_rms(errors):.2%}): {names}")
    return lines


def _parameter_lines(parameters, fitted):
    rows = [("parameter", "start", "fitted", "low", "high", "fixed by the data within")]
    for one, value, sides in zip(parameters, fitted.values, fitted.sides, strict=True):
        texts = [one.text(it) for it in (one.start, value, one.low, one.high)]
        rows.append((one.name, *texts, " ".join(_side_text(it, n) for n, it in enumerate(sides))))
    return _table(rows, left=(0, 5))


def _side_text(side, number):
    """Say how far a parameter may be away on one side."""
    sign = "-+"[number]
    if side is None:
        return f"{sign}?"
    if side == "limit":
        return f"{sign}limit"
    if side.limit is None:
        return f"{sign}any"
    return f"{100 * side.limit:+.2g} %"


def _warnings(parameters, fitted):
    lines = []
    for one, value, sides in zip(parameters, fitted.values, fitted.sides, strict=True):
        open_ = [side for side in sides if isinstance(side, Side) and side.limit is None]
        if open_:
            hardly = ", ".join(f"{side.error:.2%} at {side.change:+.0%}" for side in open_)
            lines.append(
                f"warning: the data do not fix {one.name}: the error is {fitted.error:.2%}, and "
                f"with the others fitted again {hardly}"
            )
        if "limit" in sides:
            lines.append(f"warning: {one.name} is at its limit, {one.text(value)}")
    if not fitted.is_complete:
        lines.append("warning: the runs are used up: --max-runs with more may fit better")
    return lines


def _cell_lines(name, rows):
    """Give the table of some cells, and what they have in common."""
    table = [(name, "measured", "simulated", "error", "a constant")]
    for cell, value, error, constant in rows:
        unit = f" {cell.unit}" if cell.unit else ""
        baseline = "-" if constant is None else f"{constant:+.2%}"
        texts = (_digits(cell.measured) + unit, _digits(value) + unit, f"{error:+.2%}", baseline)
        table.append((cell.name, *texts))
    errors = [error for _, _, error, _ in rows]
    constants = [constant for *_, constant in rows if constant is not None]
    table.append(("root mean square", "", "", _percent(_rms, errors), _percent(_rms, constants)))
    table.append(("greatest", "", "", _percent(_most, errors), _percent(_most, constants)))
    return _table(table, left=(0,))


def _percent(function, errors):
    return f"{function(errors):.2%}" if errors else "-"


def _rms(errors):
    return math.sqrt(sum(error**2 for error in errors) / len(errors))


def _most(errors):
    return max(map(abs, errors))


def _digits(value):
    return f"{value:.5g}" if abs(value) < 1e5 else f"{value:.0f}"


def _constants(cells):
    """Give the error of each cell if all of its kind had one value, that of least squares.

    Cells of a kind are times, rates, bandwidths, or values of one key without a unit. The value is
    that of the fitted ones; where there are none, there is no error, but None.
    """
    groups = {}
    for cell in cells:
        groups.setdefault(_kind(cell), []).append(_base(cell))
    values = {}
    for kind in groups:
        fitted = [_base(cell) for cell in cells if cell.is_fitted and _kind(cell) == kind]
        if fitted:
            values[kind] = sum(1 / it for it in fitted) / sum(1 / it**2 for it in fitted)
    return [
        values[_kind(cell)] / _base(cell) - 1 if _kind(cell) in values else None for cell in cells
    ]


def _kind(cell):
    return dimension(cell.unit) if cell.unit else cell.metric.text.rpartition(".")[2]


def _base(cell):
    """Give what was measured, in a unit that all of its kind have."""
    units = {"time": "s", "bandwidth": "MB/s", "rate": "1/s"}
    return converted(cell.measured, cell.unit, units[_kind(cell)]) if cell.unit else cell.measured


def _table(rows, left):
    """Lay out rows, columns right-aligned but for some."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if number in left else text.rjust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
