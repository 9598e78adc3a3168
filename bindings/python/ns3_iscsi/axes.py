# SPDX-License-Identifier: GPL-2.0-only
"""What stands on the axes of pictures of sweeps: numbers with units, or words in their order."""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from .quantities import parse

#: Units for people, the largest first, and what they are in the smallest.
_SHOWN = {"time": {"s": 1.0, "ms": 1e-3, "us": 1e-6}, "rate": {"Gb/s": 1e9, "Mb/s": 1e6}}
#: Width of a letter with the space around words, inches.
_LETTER = 0.09
#: Results of a job of fio: the job, and a result of all requests, reads or writes.
_JOB = re.compile(r"job_(.+?)_((?:all|read|write)_.+)")
#: Results that have a name for people.
_RESULTS = {
    "mb_per_s": "throughput (MB/s)",
    "iops": "requests per second",
    "mean_ms": "mean latency (ms)",
    "median_ms": "median latency (ms)",
    "max_ms": "longest latency (ms)",
    "p90_ms": "latency, 90th percentile (ms)",
    "p95_ms": "latency, 95th percentile (ms)",
    "p99_ms": "latency, 99th percentile (ms)",
    "p999_ms": "latency, 99.9th percentile (ms)",
    "latency_p50_ms": "latency, 50th percentile (ms)",
    "latency_p90_ms": "latency, 90th percentile (ms)",
    "latency_p99_ms": "latency, 99th percentile (ms)",
    "latency_p999_ms": "latency, 99.9th percentile (ms)",
    "steady_mb_per_s": "throughput after the warm-up (MB/s)",
    "loop_busy": "share of time the loops are busy",
    "program_seconds": "time to copy (s)",
    "program_copy_time": "time to copy (s)",
    "program_copy_rate": "copy rate (bytes/s)",
    "program_file_rate": "files per second",
    "program_transaction_rate": "transactions per second",
    "program_replay_time": "time of the replay (s)",
    "program_sequential_output_block": "sequential output, block (KiB/s)",
    "program_rewrite": "rewrite (KiB/s)",
    "program_sequential_input_block": "sequential input, block (KiB/s)",
    "program_random_seeks": "random seeks per second",
    "program_sequential_read": "sequential read (MiB/s)",
    "program_sequential_write": "sequential write (MiB/s)",
    "program_sustained_read": "sustained read (MiB/s)",
    "program_sustained_write": "sustained write (MiB/s)",
    "program_random_read": "random read of one sector (ms)",
    "program_random_write": "random write of one sector (ms)",
}


@dataclass
class Axis:
    """The places of a parameter's values on an axis.

    :param values: the values, in the order of their places
    :param places: a number for each
    :param label: what stands at the axis
    :param is_number: whether the places are the values themselves
    """

    values: list
    places: np.ndarray
    label: str
    is_number: bool

    def place(self, values):
        """Give the places of some values."""
        where = dict(zip(self.values, self.places, strict=True))
        return np.array([where[value] for value in values])

    def put_on(self, axis, name, is_log=True):
        """Label an axis of a picture.

        :param axis: matplotlib's axes
        :param name: x or y
        :param is_log: whether to take a logarithmic scale where values lie far apart
        """
        getattr(axis, f"set_{name}label")(self.label)
        if not self.is_number:
            write_words(axis, name, self.places, self.values)
        elif is_log and self.places.min() > 0 and self.places.max() > 20 * self.places.min():
            getattr(axis, f"set_{name}scale")("log")
            ticks = getattr(axis, f"{name}axis")
            ticks.set_major_formatter("{x:g}")


def write_words(axis, name, places, values):
    """Write words at an axis, aslant where they would run into each other.

    :param axis: matplotlib's axes
    :param name: x or y
    :param places: where
    :param values: the words
    """
    words = [word(value) for value in values]
    width = axis.bbox.width / axis.figure.dpi
    is_full = name == "x" and max(map(len, words)) * len(words) * _LETTER > width
    style = {"rotation": 25, "ha": "right", "rotation_mode": "anchor"} if is_full else {}
    getattr(axis, f"set_{name}ticks")(places, words, **style)


def word(value):
    """Write a value for people: names of classes without the namespace of ns-3."""
    return str(value).replace("ns3::", "")


def parameter_axis(table, name):
    """Give the axis of a parameter.

    :param table: the results of a sweep
    :param name: the parameter
    :raises ValueError: if the table has no such column
    """
    values = list(pd.unique(column(table, name)))
    numbers, unit = quantities(values)
    label = f"{name} ({unit})" if unit else name
    if numbers is None:
        return Axis(values, np.arange(len(values), dtype=float), label, False)
    order = np.argsort(numbers)
    return Axis([values[i] for i in order], np.array(numbers)[order], label, True)


def quantities(values):
    """Read values as numbers of one unit.

    :param values: numbers, or text such as 10ms or 1Gbps
    :return: the numbers and their unit, or None and an empty unit if they are no such thing
    """
    if all(
        isinstance(one, (int, float, np.number)) and not isinstance(one, bool) for one in values
    ):
        return [float(one) for one in values], ""
    for kind, shown in _SHOWN.items():
        numbers = [parse(kind, str(one)) for one in values]
        if None not in numbers:
            return _scale([float(one) for one in numbers], shown)
    return None, ""


def column(table, name):
    """Give a column of a table.

    :raises ValueError: one line with the nearest names, if there is none
    """
    if name not in table:
        from .parameters import unknown

        raise ValueError(unknown("column", name, table.columns))
    return table[name]


def select(table, choices):
    """Give the rows of a table with some values of parameters.

    :param table: the results of a sweep
    :param choices: for each parameter ``name=value,value,...``; if there is a semicolon, that is
        between the values and commas belong to them
    :raises ValueError: one line, if there is no such parameter or value
    """
    for choice in choices:
        name, equals, text = choice.partition("=")
        if not equals:
            raise ValueError(f"--where {choice}: expected NAME=VALUE,VALUE, such as delay=1ms,10ms")
        known = {_word(value): value for value in pd.unique(column(table, name))}
        words = [_word(word.strip()) for word in text.split(";" if ";" in text else ",")]
        for word in words:
            if word not in known:
                raise ValueError(f"--where {choice}: {name} has the values {', '.join(known)}")
        table = table[table[name].isin([known[word] for word in words])]
    return table


def value_of(table, name, text):
    """Give a value of a parameter that the command line names.

    :raises ValueError: one line, if there is no such parameter or value
    """
    known = {_word(value): value for value in pd.unique(column(table, name))}
    if _word(text) not in known:
        raise ValueError(f"{name}: {text} is none of its values {', '.join(known)}")
    return known[_word(text)]


def _word(value):
    """Write a value in the one way by which the command line's are compared: numbers in plain
    decimals, classes as tables show them."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    number = parse("number", str(value))
    return word(value) if number is None else f"{number.normalize():f}"


def result_label(name):
    """Give the name of a result for people, with its unit."""
    group, _, rest = name.partition("_")
    job = _JOB.fullmatch(name)
    if job:
        label = result_label(job[2])
        return f"{job[1]}: {label[0].lower()}{label[1:]}"
    if name in _RESULTS:
        text = _RESULTS[name]
    elif group in ("all", "read", "write") and rest in _RESULTS:
        text = _RESULTS[rest] if group == "all" else f"{group} {_RESULTS[rest]}"
    elif name.endswith("_ms"):
        text = f"{name.removesuffix('_ms')} (ms)"
    else:
        text = name
    return text[0].upper() + text[1:]


def _scale(base, units):
    """Write numbers in the largest unit in which the greatest of them is at least 1."""
    greatest = max(map(abs, base))
    unit = next((one for one, size in units.items() if greatest >= size), list(units)[-1])
    return [round(number / units[unit], 12) for number in base], unit
