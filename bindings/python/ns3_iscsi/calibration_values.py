# SPDX-License-Identifier: GPL-2.0-only
"""Values that a calibration compares: figures of fio and of runs, tables of measurements, units."""

import csv
import json
import re
from dataclasses import dataclass
from decimal import Decimal

from .parameters import unknown
from .quantities import BITS, SECONDS

#: Units, as a dimension and how many of its base unit they are.
_UNITS = {
    **{name: ("time", float(SECONDS[name])) for name in ("ns", "us", "ms", "s")},
    **{
        name: ("bandwidth", float(BITS[name] / 8))
        for name in ("B/s", "kB/s", "KiB/s", "MB/s", "GB/s")
    },
    "MiB/s": ("bandwidth", 2.0**20),
    "1/s": ("rate", 1.0),
}
#: Ends of keys of summary.json that say the unit of their values.
_KEY_UNITS = {"mb_per_s": "MB/s", "iops": "1/s", "_ms": "ms", "_us": "us", "_s": "s"}
#: Figures of fio that are no percentiles: where they are, and the unit.
_FIGURES = {
    "mean": (("clat_ns", "mean"), "ns"),
    "min": (("clat_ns", "min"), "ns"),
    "max": (("clat_ns", "max"), "ns"),
    "iops": (("iops",), "1/s"),
    "bw": (("bw_bytes",), "B/s"),
}
_FIO = re.compile(r"(?:(.+) )?(read|write|sync) (?:(mean|min|max|iops|bw)|p([0-9]+(?:\.[0-9]+)?))")


@dataclass(frozen=True)
class FioMetric:
    """A figure of fio's JSON, such as ``read p99``.

    :param text: how it is written
    :param job: name of the job, None for the only one
    :param kind: read, write or sync
    :param path: keys that lead to it from those of the kind
    :param unit: its unit
    """

    text: str
    job: str | None
    kind: str
    path: tuple
    unit: str

    @staticmethod
    def parse(text):
        """Read how one is written.

        :param text: a kind and a figure, such as ``write iops`` or ``read p99.9``, behind the name
            of a job if there are several
        :raises ValueError: one line, if it is none
        """
        match = _FIO.fullmatch(text)
        if match is None or (match[2] == "sync" and match[3] in ("iops", "bw")):
            raise ValueError(
                f"{text} is no figure of fio, such as read p99, write iops, read bw or sync mean"
            )
        job, kind, name, percent = match.groups()
        if percent:
            path, unit = ("clat_ns", "percentile", f"{float(percent):.6f}"), "ns"
        else:
            path, unit = _FIGURES[name]
        if kind == "sync":
            path = ("lat_ns", *path[1:])
        return FioMetric(text, job, kind, path, unit)

    def find(self, content):
        """Give the value in fio's JSON.

        :param content: the JSON, read
        :raises ValueError: one line, if it is not there, or of no request
        """
        jobs = {job["jobname"]: job for job in content["jobs"]}
        if self.job is None and len(jobs) != 1:
            raise ValueError(f"{self.text}: there are several jobs, name one of {', '.join(jobs)}")
        if self.job is not None and self.job not in jobs:
            raise ValueError(f"{self.text}: {unknown('job', self.job, jobs)}")
        [job] = [jobs[self.job]] if self.job else jobs.values()
        value = job[self.kind]
        if not value.get("total_ios", 1):
            raise ValueError(f"{self.text}: the job has no {self.kind}")
        for key in self.path:
            if key not in value:
                raise ValueError(f"{self.text}: fio's JSON has no {key} there")
            value = value[key]
        return float(value)


@dataclass(frozen=True)
class SummaryMetric:
    """A number of a run's summary.json.

    :param text: its keys with points between, such as ``write.mean_ms``; numbers count in lists
    """

    text: str

    @property
    def unit(self):
        """Its unit, None if the key does not say it."""
        return next((it for end, it in _KEY_UNITS.items() if self.text.endswith(end)), None)

    def find(self, content):
        """Give the value.

        :param content: the summary, read
        :raises ValueError: one line, if there is no such number
        """
        value = content
        for key in self.text.split("."):
            if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
                value = value[int(key)]
            elif isinstance(value, dict) and key in value:
                value = value[key]
            else:
                raise ValueError(f"{self.text}: summary.json has no {key} there")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{self.text}: it is no number in summary.json")
        return float(value)


def check_unit(unit):
    """Check that there is a unit.

    :param unit: its name
    :raises ValueError: one line, if there is not
    """
    if unit not in _UNITS:
        raise ValueError(unknown("unit", unit, _UNITS))


def dimension(unit):
    """Give what a unit measures: time, bandwidth or rate."""
    return _UNITS[unit][0]


def converted(value, unit, other):
    """Give a value in another unit.

    :param value: the value
    :param unit: its unit
    :param other: the other unit
    :raises ValueError: one line, if they measure different things
    """
    for one in (unit, other):
        check_unit(one)
    (kind, size), (other_kind, other_size) = _UNITS[unit], _UNITS[other]
    if kind != other_kind:
        raise ValueError(f"the unit {unit} is one of {kind}, {other} one of {other_kind}")
    return value * size / other_size


def read_reference(reference, metric, folder):
    """Read a value from a file of measurements.

    :param reference: a dict with ``file``, relative to the folder, and what finds the value. In
        fio's JSON (``.json``) that is the metric, and ``job`` if there are several. In a table
        (CSV) it is the titles of columns, each with what the row has there: there is one such row;
        ``column`` is the title of the value, ``value`` if not given
    :param metric: the FioMetric or SummaryMetric that is compared
    :param folder: the folder, a Path
    :return: the value and its unit, which is that of the column ``unit`` if there is one, else None
    :raises ValueError: one line that names the file and what is wrong
    """
    wanted = dict(reference)
    path = folder / str(wanted.pop("file"))
    try:
        if path.suffix == ".json":
            return _from_fio(path, metric, wanted)
        return _from_table(path, wanted)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        line = error if isinstance(error, ValueError) else "it is no JSON of fio"
        raise ValueError(f"{path}: {line}") from None


def _from_fio(path, metric, wanted):
    job = wanted.pop("job", None)
    if wanted:
        raise ValueError(f"{next(iter(wanted))}: in fio's JSON a job is found by job alone")
    if not isinstance(metric, FioMetric):
        raise ValueError(f"{metric.text} is no figure of fio")
    if job is not None:
        metric = FioMetric.parse(f"{job} {metric.text.removeprefix(f'{metric.job} ')}")
    try:
        content = json.loads(path.read_text())
    except json.JSONDecodeError:
        raise ValueError("it is no JSON of fio") from None
    return metric.find(content), metric.unit


def _from_table(path, wanted):
    column = wanted.pop("column", "value")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    titles = rows[0] if rows else ()
    for title in (column, *wanted):
        if title not in titles:
            raise ValueError(unknown("column", title, titles))
    found = [row for row in rows if all(row[it] == _word(text) for it, text in wanted.items())]
    if len(found) != 1:
        words = ", ".join(f"{title} {value}" for title, value in wanted.items())
        raise ValueError(f"{len(found)} rows have {words}, not one")
    [row] = found
    try:
        return float(Decimal(row[column])), row.get("unit") or None
    except ArithmeticError:
        raise ValueError(f"{row[column]!r} is no number") from None


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
