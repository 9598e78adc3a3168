# SPDX-License-Identifier: GPL-2.0-only
"""What the scenario program can be told: its own description of its options, and checks of values.

Nothing of it is written down here: ``iscsi-san --describe`` names every option with type, unit,
range, default, example and help, so a new option of the program is a new parameter at once, and
what the program refuses is refused here in the same words.
"""

import datetime
import difflib
import functools
import json
import operator
from dataclasses import dataclass, field

from . import conditions
from .build_info import output_of
from .quantities import are_sizes, is_within, parse, shown

SCENARIO = "iscsi-san"

_BOOLEANS = {"true": True, "1": True, "t": True, "false": False, "0": False, "f": False}
_TYPES = {
    "boolean": bool,
    "integer": int,
    "number": float,
    "time": str,
    "rate": str,
    "word": str,
    "sizes": str,
    "queue": str,
    "string": str,
}


class ParameterError(ValueError):
    """A parameter that does not exist or a value that it cannot have; one line says which."""


@dataclass(frozen=True)
class Parameter:
    """One option of the scenario program.

    :param group: the part of the network it belongs to, such as ``path``
    :param name: its name, the same as on the program's command line
    :param type: boolean, integer, number, time, rate, word, sizes, queue or string
    :param unit: unit of a number, empty if it has none
    :param range: lowest and highest value with a colon, or empty
    :param multiple: what a number is a multiple of, or empty
    :param values: the words it takes, if it takes only some
    :param default: its default, as the command line takes it
    :param example: a right value
    :param needs: when it has an effect: conditions on others, all of which must be met
    :param former_names: names that it had, which are refused
    :param expected: what is right, in words
    :param help: what it means
    """

    group: str
    name: str
    type: str
    unit: str
    range: str
    multiple: str
    values: list = field(hash=False)
    default: str
    example: str
    needs: list = field(hash=False)
    former_names: list = field(hash=False)
    expected: str
    help: str

    @property
    def python_type(self):
        """The Python type of its values; times and rates are text with a unit."""
        return _TYPES[self.type]

    @property
    def default_value(self):
        """Its default as a Python value."""
        return self.check(self.default)

    @property
    def limits(self):
        """What its values may be, in words."""
        if self.values:
            return "one of " + ", ".join(self.values)
        return self.range.replace(":", " to ")

    def check(self, value):
        """Give a value in the form that this parameter has it.

        :param value: a Python value or a scalar of numpy, or text as on the command line; a number
            for a time is in seconds, for a rate in bits per second; a time may be a
            ``datetime.timedelta``, also that of pandas or numpy; sizes may be a list, or a dict
            from sizes to weights
        :raises ParameterError: if it cannot have this value
        """
        checked = getattr(self, f"_check_{self.type}")(plain(value))
        if checked is None:
            raise ParameterError(f"{self.name}: {shown(value)} is not {self.expected}")
        return checked

    def meaning(self, value):
        """Give what a checked value means, equal for equal ones: 1ms and 1000us are.

        :param value: the value
        """
        return str(parse(self.type, value).normalize()) if self.type in ("time", "rate") else value

    @property
    def partners(self):
        """What it needs of other parameters to have an effect, in words; empty for nothing."""
        return "; ".join(conditions.describe(need) for need in self.needs)

    def text(self, value):
        """Give a checked value as the command line takes it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return format(value, ".15g") if isinstance(value, float) else str(value)

    def _is_within(self, text):
        low, _, high = self.range.partition(":")
        return is_within(self.type, text, low, high, self.multiple)

    def _check_boolean(self, value):
        if isinstance(value, bool):
            return value
        return _BOOLEANS.get(str(value).lower())

    def _check_integer(self, value):
        # A float that is whole, such as Python's 1e4, is a number and no text.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        text = str(value)
        return int(text) if not isinstance(value, bool) and self._is_within(text) else None

    def _check_number(self, value):
        text = str(value)
        return float(text) if not isinstance(value, bool) and self._is_within(text) else None

    def _check_time(self, value):
        if isinstance(value, datetime.timedelta):
            value = _time_text(_nanoseconds(value))
        return self._check_quantity(value, "s")

    def _check_rate(self, value):
        return self._check_quantity(value, "bps")

    def _check_queue(self, value):
        return value if isinstance(value, str) and self._is_within(value) else None

    def _check_quantity(self, value, unit):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            value = f"{value:.15g}{unit}"
        return value if isinstance(value, str) and self._is_within(value) else None

    def _check_sizes(self, value):
        if isinstance(value, dict):
            value = [f"{plain(size)}:{plain(weight)}" for size, weight in value.items()]
        if isinstance(value, (list, tuple)):
            value = ",".join(str(plain(size)) for size in value)
        low, _, high = self.range.partition(":")
        return str(value) if are_sizes(str(value), low, high, self.multiple) else None

    def _check_word(self, value):
        return value if value in self.values else None

    def _check_string(self, value):
        if value is None or isinstance(value, (bool, list, dict)):
            return None
        return str(value) if str(value) or not self.default else None


def plain(value):
    """Give scalars and arrays of numpy as values of Python; other values are what they are."""
    if type(value).__module__ != "numpy":
        return value
    if value.dtype.kind == "m" and not value.shape:
        # Python's times have no nanoseconds.
        return _time_text(int(value.astype("timedelta64[ns]").astype("int64")))
    return value.tolist()


def _nanoseconds(time):
    """Give a timedelta, of Python or pandas, in nanoseconds."""
    micro = (time.days * 86400 + time.seconds) * 10**6 + time.microseconds
    return micro * 1000 + getattr(time, "nanoseconds", 0)


def _time_text(nano):
    """Write nanoseconds in the largest unit of which they are a whole number."""
    units = (("s", 10**9), ("ms", 10**6), ("us", 1000), ("ns", 1))
    unit, size = next(one for one in units if nano % one[1] == 0)
    return f"{nano // size}{unit}"


@functools.cache
def parameters():
    """Give all parameters.

    :return: a dict from the name to the :class:`Parameter`, in the program's order
    :raises FileNotFoundError: one line, if the program was not built
    :raises RuntimeError: one line, if it does not run
    """
    try:
        said = output_of(SCENARIO, "--describe")
    except ValueError as error:
        raise RuntimeError(f"{SCENARIO} does not run: {error}") from None
    return {item["name"]: Parameter(**item) for item in json.loads(said)}


def explain(topic):
    """Give the help of the scenario program on a topic.

    :param topic: ``all``, a group, a parameter, or a word to search for
    :raises ParameterError: one line, if no parameter has to do with it
    """
    try:
        return output_of(SCENARIO, f"--help={topic}")
    except ValueError as error:
        raise ParameterError(str(error)) from None


def find(name):
    """Give the parameter of a name.

    :param name: its name, with its group and a point before it or without
    :raises ParameterError: if there is none, with the nearest names that exist
    """
    known = parameters()
    group, _, last = name.rpartition(".")
    if last in known and group in ("", known[last].group):
        return known[last]
    raise ParameterError(unknown_parameter("parameter", last, known))


def unknown_parameter(kind, name, known):
    """Give a line that says that there is no such parameter, and what it is called or like.

    :param kind: of what
    :param name: the name
    :param known: the names that exist there
    """
    for one in parameters().values():
        if name in one.former_names:
            return f"{name}: now called {one.name}"
    return unknown(kind, name, known)


def whole_number(name, value, low, high):
    """Give a value of Python as a whole number.

    :param name: of what, for the message
    :param value: the value
    :param low: the least
    :param high: the greatest
    :raises ParameterError: if it is no such number
    """
    try:
        number = low - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ParameterError(f"{name}: {shown(value)} is not a whole number from {low} to {high}")
    return number


def check_run(run):
    """Give the number of a run, RngRun of ns-3.

    :param run: the number
    :raises ParameterError: if it is none
    """
    return whole_number("run", run, 0, 2**64 - 1)


def unknown(kind, name, known):
    """Give a line that says that a name is not known, and what it is like.

    :param kind: of what
    :param name: the name
    :param known: the names that exist
    """
    lower = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), lower, n=3, cutoff=0.5)
    hint = " or ".join(lower[one] for one in near)
    return f"there is no {kind} {name}" + (f", did you mean {hint}?" if hint else "")
