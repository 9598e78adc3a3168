# SPDX-License-Identifier: GPL-2.0-only
"""Reads what a calibration is: a file in TOML of parameters, loads and measured cells."""

import sys
from dataclasses import dataclass
from pathlib import Path

from . import calibration_values as values
from .calibration_subjects import DriveSubject, HostSubject

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLES = ("drive", "network", "parameters", "loads", "cells")


@dataclass(frozen=True)
class Cell:
    """A measured value and what it is compared with.

    :param load: name of the load
    :param metric: the FioMetric or SummaryMetric
    :param measured: the value, in the unit
    :param unit: the unit, None if the metric has none
    :param is_fitted: whether parameters are fitted to it; else it is a prediction
    """

    load: str
    metric: object
    measured: float
    unit: str | None
    is_fitted: bool

    @property
    def name(self):
        """What it is called."""
        return f"{self.load}: {self.metric.text}"

    def find(self, content):
        """Give its value in results of its load, in its unit."""
        value = self.metric.find(content)
        return values.converted(value, self.metric.unit, self.unit) if self.unit else value


@dataclass(frozen=True)
class Calibration:
    """What is fitted, and to what.

    :param subject: the DriveSubject or HostSubject, which has loads and parameters
    :param cells: the cells
    """

    subject: object
    cells: list

    @property
    def parameters(self):
        """The parameters, a list of :class:`ns3_iscsi.calibration_subjects.Parameter`."""
        return self.subject.parameters

    @property
    def fitted(self):
        """Cells that parameters are fitted to."""
        return [cell for cell in self.cells if cell.is_fitted]

    @property
    def predicted(self):
        """Cells that are left out of the fit."""
        return [cell for cell in self.cells if not cell.is_fitted]


def read(path):
    """Read a calibration.

    :param path: the file
    :raises ValueError: one line that names the file and what is wrong in it
    """
    path = Path(path)
    try:
        tables = tomllib.loads(path.read_text())
        return _Reader(tables, path.parent).read()
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


class _Reader:
    def __init__(self, tables, folder):
        self._tables = tables
        self._folder = folder
        self._loads = {}

    def read(self):
        _check_keys("the file", self._tables, _TABLES)
        for name in ("parameters", "loads", "cells"):
            if not self._tables.get(name):
                raise ValueError(f"{name}: they are missing")
        _check_type("parameters", self._tables["parameters"], dict, "a table")
        _check_type("loads", self._tables["loads"], dict, "a table")
        _check_type("cells", self._tables["cells"], list, "a list of tables")
        if ("drive" in self._tables) == ("network" in self._tables):
            raise ValueError("the file needs either drive or network: what is fitted")
        kind = DriveSubject if "drive" in self._tables else HostSubject
        for name, load in self._tables["loads"].items():
            where = f"loads.{name}"
            _check_type(where, load, dict, "a table")
            _check_keys(where, load, (*kind.LOAD_KEYS, "measured"))
            _check_type(f"{where}.measured", load.get("measured", {}), dict, "a table")
            self._loads[name] = {key: it for key, it in load.items() if key != "measured"}
        cells = [self._cell(number, cell) for number, cell in enumerate(self._tables["cells"])]
        unused = set(self._loads) - {cell.load for cell in cells}
        if unused:
            raise ValueError(f"loads.{min(unused)}: no cell has this load")
        if not any(cell.is_fitted for cell in cells):
            raise ValueError("cells: none has fit = true")
        made = kind(self._tables, self._loads, self._folder)
        return Calibration(made, cells)

    def _cell(self, number, cell):
        where = f"cells[{number}]"
        _check_type(where, cell, dict, "a table")
        _check_keys(where, cell, ("load", "metric", "measured", "unit", "fit"))
        for key in ("load", "metric", "measured", "fit"):
            if key not in cell:
                raise ValueError(f"{where}: {key} is missing")
        _check_type(f"{where}.fit", cell["fit"], bool, "true or false")
        load = cell["load"]
        if load not in self._loads:
            raise ValueError(f"{where}: {values.unknown('load', str(load), self._loads)}")
        try:
            text = str(cell["metric"])
            is_fio = "drive" in self._tables
            metric = values.FioMetric.parse(text) if is_fio else values.SummaryMetric(text)
            measured, unit = self._measured(cell, metric)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        return Cell(load, metric, measured, unit, cell["fit"])

    def _measured(self, cell, metric):
        """Give what was measured, and its unit; None for that of a metric that has none."""
        measured, unit = cell["measured"], cell.get("unit")
        if isinstance(measured, dict):
            reference = {**self._tables["loads"][cell["load"]].get("measured", {}), **measured}
            if "file" not in reference:
                raise ValueError("measured.file is missing, in the cell and in its load")
            measured, known = values.read_reference(reference, metric, self._folder)
            if unit and known:
                raise ValueError(f"unit: the measurement has the unit {known} itself")
            unit = unit or known
        if isinstance(measured, bool) or not isinstance(measured, int | float):
            raise ValueError("measured: expected a number, or a table that refers to a file")
        if not 0 < measured < float("inf"):
            raise ValueError(f"measured: {measured} is not above 0")
        if unit is None:
            if isinstance(metric, values.FioMetric):
                raise ValueError("unit is missing, such as us, 1/s or MB/s")
            return float(measured), metric.unit
        if metric.unit is None:
            raise ValueError(f"unit: {metric.text} has none")
        values.converted(measured, unit, metric.unit)
        return float(measured), unit


def _check_keys(where, table, known):
    for key in table:
        if key not in known:
            raise ValueError(f"{where}: {values.unknown('key', key, known)}")


def _check_type(where, value, kind, expected):
    if not isinstance(value, kind):
        raise ValueError(f"{where}: expected {expected}")
