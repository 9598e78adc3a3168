# SPDX-License-Identifier: GPL-2.0-only
"""Fits parameters by least squares of relative errors, and finds out which of them the data fix.

Derivatives are differences over steps that are large against what simulated percentiles jump by.
The same values have the same results, so that a fit is the same each time.
"""

import math
from dataclasses import dataclass

import numpy as np

#: Steps of differences, as shares of a parameter's limits, one after the other.
_STEPS = (0.05, 0.01)
#: The step of those while a parameter is held.
_PROFILE_STEP = 0.02
#: Evaluations without those of differences, of a step and while a parameter is held.
_MOST, _PROFILE_MOST = 20, 2
#: Relative change of the sum of squares, and of positions, below which the fit has ended.
_TOLERANCE = 1e-3
#: How far from its value a parameter is held, as a share of the value; of its limits at zero.
DISTANCE, _DISTANCE_AT_ZERO = 0.2, 0.1
#: The least error of a measured value, relative, that is taken for chance.
_ACCURACY = 0.01
#: The 95 % quantile of the chi-square distribution with one degree of freedom.
_CHI_SQUARE = 3.841
#: How far extrapolated limits count, in distances.
_FAR = 5
#: By how much a sum of squares is smaller that makes the fit begin again.
_BETTER = 0.99
#: How often it does.
_MOST_AGAIN = 2


class SpentError(RuntimeError):
    """The runs that a calibration may take are used up."""


@dataclass(frozen=True)
class Side:
    """What became of the fit while a parameter was held away from its value.

    :param change: how far, relative to the value; by itself if that is 0
    :param error: root mean square of the relative errors, the other parameters fitted again
    :param limit: how far it can be away, as the change, before the data contradict, by a parabola;
        None if they hardly do
    """

    change: float
    error: float
    limit: float | None


@dataclass(frozen=True)
class Fitted:
    """A fit.

    :param values: of the parameters
    :param error: root mean square of the relative errors of the fitted cells
    :param is_complete: whether it ended before the runs did
    :param sides: of each parameter a list for less and more: a Side, ``"limit"`` where
        its limit is, None where the runs were used up
    """

    values: list
    error: float
    is_complete: bool
    sides: list


class Fitter:
    """Fits parameters.

    :param parameters: the parameters, with ``start``, ``low``, ``high``, ``position`` and ``at``
    :param errors: gives for a list of lists of values an array of relative errors each; raises
        SpentError if there are no more runs
    """

    def __init__(self, parameters, errors):
        self._parameters = parameters
        self._errors_of = errors
        self._known = {}
        self._best = None

    def fit(self):
        """Fit all parameters, and find out what the data fix.

        :return: the Fitted
        :raises SpentError: if there are not enough runs for the first values
        """
        everything = list(range(len(self._parameters)))
        position = [one.position(one.start) for one in self._parameters]
        self._evaluate([position])
        is_complete = True
        sides = self._no_sides()
        try:
            for step in _STEPS:
                self._solve(position, everything, step, _MOST)
                position = self._best_position()
            for _ in range(_MOST_AGAIN + 1):
                before = self._best[0]
                sides = self._profile()
                if not self._best[0] < _BETTER * before:
                    break
                self._solve(self._best_position(), everything, _STEPS[-1], _MOST)
        except SpentError:
            is_complete = False
        except _ProfileSpent as spent:
            is_complete, sides = False, spent.sides
        squares, values = self._best
        return Fitted(list(values), self._rms(squares), is_complete, sides)

    def _no_sides(self):
        return [[None, None] for _ in self._parameters]

    def _best_position(self):
        pairs = zip(self._parameters, self._best[1], strict=True)
        return [one.position(value) for one, value in pairs]

    def _rms(self, squares):
        return math.sqrt(squares / self._count)

    def _evaluate(self, positions):
        """Give the relative errors at some positions, all of them at once."""
        points = [
            tuple(one.at(place) for one, place in zip(self._parameters, position, strict=True))
            for position in positions
        ]
        missing = list(dict.fromkeys(point for point in points if point not in self._known))
        for point, errors in zip(missing, self._errors_of(missing), strict=True):
            self._known[point] = errors
            self._count = len(errors)
            squares = float(errors @ errors)
            if self._best is None or squares < self._best[0]:
                self._best = squares, point
        return [self._known[point] for point in points]

    def _solve(self, position, free, step, most):
        """Fit some parameters from a position, and give the least sum of squares that was seen."""
        from scipy.optimize import least_squares

        position = list(position)
        seen = []

        def place(values):
            for number, value in zip(free, values, strict=True):
                position[number] = float(value)
            return list(position)

        def residuals(values):
            [errors] = self._evaluate([place(values)])
            seen.append(float(errors @ errors))
            return errors

        def jacobian(values):
            return self._slopes(place(values), free, step)

        begin = [position[number] for number in free]
        if free:
            bounds = (-1e-9, 1 + 1e-9)
            least_squares(
                residuals, begin, jacobian, bounds, ftol=_TOLERANCE, xtol=_TOLERANCE, max_nfev=most
            )
        else:
            residuals(())
        return min(seen)

    def _slopes(self, position, free, step):
        """Give how the errors change with the positions of some parameters, a column for each."""
        moved = [self._moved(position, number, step) for number in free]
        at, *others = self._evaluate([position, *(one for one, _ in moved)])
        pairs = zip(others, moved, strict=True)
        return np.column_stack([(there - at) / distance for there, (_, distance) in pairs])

    def _moved(self, position, number, step):
        """Give a position a step away in one parameter, and how far that is after rounding."""
        parameter = self._parameters[number]
        here = parameter.position(parameter.at(position[number]))
        sign = 1 if here < 0.5 else -1
        there = parameter.at(here + sign * step)
        if parameter.is_whole and there == parameter.at(here):
            there += sign
        moved = list(position)
        moved[number] = parameter.position(there)
        return moved, moved[number] - here

    def _profile(self):
        """Hold each parameter away from its value, and fit the others."""
        sides = self._no_sides()
        squares, values = self._best
        freedom = max(self._count - len(self._parameters), 1)
        variance = max(squares / freedom, _ACCURACY**2)
        position = self._best_position()
        everything = list(range(len(values)))
        try:
            slopes = self._slopes(position, everything, _PROFILE_STEP)
            for number in everything:
                for side, sign in enumerate((-1, 1)):
                    end = self._end(number, sign)
                    if end is None:
                        sides[number][side] = "limit"
                        continue
                    free = [other for other in everything if other != number]
                    held = self._held(position, number, end, free, slopes)
                    found = self._solve(held, free, _PROFILE_STEP, _PROFILE_MOST)
                    change = (end - values[number]) / (abs(values[number]) or 1)
                    rise = max(found - squares, 0) / variance
                    is_felt = rise * _FAR**2 > _CHI_SQUARE
                    limit = change * math.sqrt(_CHI_SQUARE / rise) if is_felt else None
                    sides[number][side] = Side(change, self._rms(found), limit)
        except SpentError:
            raise _ProfileSpent(sides) from None
        return sides

    def _end(self, number, sign):
        """Give the value at which a parameter is held on a side, None if its limit is too near."""
        parameter, value = self._parameters[number], self._best[1][number]
        span = DISTANCE * abs(value) or _DISTANCE_AT_ZERO * (parameter.high - parameter.low)
        end = parameter.rounded(value + sign * span)
        if parameter.is_whole and end == value:
            end += sign
        end = min(max(end, parameter.low), parameter.high)
        return None if abs(end - value) < span / 10 else end

    def _held(self, position, number, end, free, slopes):
        """Give the position with a parameter held, and the others where slopes let them be best."""
        held = list(position)
        held[number] = self._parameters[number].position(end)
        if free:
            moved = slopes[:, number] * (held[number] - position[number])
            answer = np.linalg.lstsq(slopes[:, free], -moved, rcond=1e-6)[0]
            for other, change in zip(free, answer, strict=True):
                held[other] = min(max(held[other] + float(change), 0.0), 1.0)
        return held


class _ProfileSpent(RuntimeError):
    """The runs were used up while parameters were held."""

    def __init__(self, sides):
        super().__init__()
        self.sides = sides
