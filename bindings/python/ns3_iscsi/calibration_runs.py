# SPDX-License-Identifier: GPL-2.0-only
"""Runs what a calibration needs, several at a time, and keeps results as a sweep does."""

import sys
import time

import numpy as np

from . import executors, points
from .calibration_fit import SpentError
from .progress import INTERVAL


class CalibrationRuns:
    """The runs of a calibration.

    :param calibration: the Calibration
    :param folder: where results are, an absolute Path; those it has are not simulated again
    :param most: runs at most, whether simulated now or before
    :param workers: runs at a time, None for one per core
    :param quiet: do not say how far it is
    :raises ValueError: one line, if not even one evaluation of all cells is possible
    """

    def __init__(self, calibration, folder, most, workers=None, quiet=False):
        self._calibration = calibration
        self._folder = folder
        self._workers = workers
        self._quiet = quiet
        self._shown = time.monotonic()
        self._keys = set()
        self._fit_loads = list(dict.fromkeys(cell.load for cell in calibration.fitted))
        loads = {cell.load for cell in calibration.cells}
        left_out = len(loads) - len(self._fit_loads)
        if most < len(loads) + left_out:
            raise ValueError(f"--max-runs {most}: {len(loads) + left_out} are the least")
        # Those of the fitted values come last.
        self._most = most - left_out
        self._best = None

    @property
    def count(self):
        """How many runs were needed until now."""
        return len(self._keys)

    def errors(self, all_values):
        """Give the relative errors of the fitted cells.

        :param all_values: lists of values of the parameters
        :return: an array for each
        :raises SpentError: if it takes more runs than there may be; then nothing was run
        :raises RuntimeError: one line, if a run failed
        """
        todo = [
            {load: self._point(load, values) for load in self._fit_loads} for values in all_values
        ]
        keys = {point.key for one in todo for point in one.values()}
        if len(self._keys | keys) > self._most:
            raise SpentError
        self._keys |= keys
        results = self._run(todo)
        found = []
        for one in todo:
            contents = {load: results[point.key] for load, point in one.items()}
            cells = self._calibration.fitted
            errors = [cell.find(contents[cell.load]) / cell.measured - 1 for cell in cells]
            found.append(np.array(errors))
        self._tell(found)
        return found

    def simulated(self, values):
        """Give what all cells have with some values of the parameters, in their units.

        :param values: of the parameters
        :raises RuntimeError: one line, if a run failed
        """
        loads = dict.fromkeys(cell.load for cell in self._calibration.cells)
        made = {load: self._point(load, values) for load in loads}
        self._keys |= {point.key for point in made.values()}
        results = self._run([made])
        return [cell.find(results[made[cell.load].key]) for cell in self._calibration.cells]

    def _point(self, load, values):
        return self._calibration.subject.point(load, values, self._folder)

    def _run(self, todo):
        """Give the summaries of points by key.

        :param todo: dicts of points by load
        """
        loads = {point.key: (load, point) for one in todo for load, point in one.items()}
        results = {key: points.read_result(point.result_path) for key, (_, point) in loads.items()}
        missing = [point for key, (_, point) in loads.items() if not results[key]]

        def take(future, point):
            results[point.key] = future.result()

        if missing:
            executors.run_all(points.run_point, missing, take, workers=self._workers)
        for key, result in results.items():
            if "error" in result:
                load, point = loads[key]
                # A run that failed is no result: another time it may be well.
                point.result_path.unlink(missing_ok=True)
                raise RuntimeError(f"loads.{load}: {result['error']}")
        return {key: result["summary"] for key, result in results.items()}

    def _tell(self, found):
        """Say now and then how far it is."""
        least = min((float(np.sqrt(np.mean(one**2))) for one in found), default=np.inf)
        self._best = min(least, self._best if self._best is not None else np.inf)
        if not self._quiet and time.monotonic() - self._shown >= INTERVAL:
            self._shown = time.monotonic()
            print(f"{self.count} runs, error {self._best:.2%}", file=sys.stderr, flush=True)
