# SPDX-License-Identifier: GPL-2.0-only
"""What the scenario program can be told: its own description of its options, and checks of values.

Nothing of it is written down here: ``iscsi-san --describe`` names every option with type, unit,
range, default and help, so a new option of the program is a new parameter at once.
"""

import difflib
import functools
import json
import re
import subprocess
from dataclasses import dataclass, field

from .build_info import environment, program

SCENARIO = "iscsi-san"

_TIME = re.compile(r"[+-]?[0-9.]+(e[+-]?\d+)?(fs|ps|ns|us|ms|s|min|h|d|y)", re.IGNORECASE)
_RATE = re.compile(r"[0-9.]+(e[+-]?\d+)?([kKMGT]i?)?(bps|b/s|Bps|B/s)")
_BOOLEANS = {"true": True, "1": True, "t": True, "false": False, "0": False, "f": False}
_TYPES = {
    "boolean": bool,
    "integer": int,
    "number": float,
    "time": str,
    "rate": str,
    "word": str,
    "string": str,
}


class ParameterError(ValueError):
    """A parameter that does not exist or a value that it cannot have; one line says which."""


@dataclass(frozen=True)
class Parameter:
    """One option of the scenario program.

    :param group: the part of the network it belongs to, such as ``path``
    :param name: its name, the same as on the program's command line
    :param type: boolean, integer, number, time, rate, word or string
    :param unit: unit of a number, empty if it has none
    :param range: lowest and highest number with a colon, or empty
    :param values: the words it takes, if it takes only some
    :param default: its default, as the command line takes it
    :param help: what it means
    """

    group: str
    name: str
    type: str
    unit: str
    range: str
    values: list = field(hash=False)
    default: str
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
        low, high = self._bounds()
        if high is None or high > 4e9:
            return "" if low is None else f"{low:.12g} or more"
        return f"{low:.12g} to {high:.12g}"

    def check(self, value):
        """Give a value in the form that this parameter has it.

        :param value: a Python value, or text as on the command line; a number for a time is in
            seconds, for a rate in bits per second
        :raises ParameterError: if it cannot have this value
        """
        checked = getattr(self, f"_check_{self.type}")(value)
        if checked is None:
            raise ParameterError(f"{self.group}.{self.name}: {value!r} {self._complaint()}")
        return checked

    def _complaint(self):
        if self.values:
            return f"is not {self.limits} ({self.help})"
        article = "an" if self.type == "integer" else "a"
        form = {"time": " such as 5ms", "rate": " such as 100Mbps"}.get(self.type, "")
        unit = f" in {self.unit}" if self.unit else ""
        limits = f", {self.limits}" if self.limits else ""
        return f"is not {article} {self.type}{form}{unit}{limits} ({self.help})"

    def text(self, value):
        """Give a checked value as the command line takes it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return format(value, ".15g") if isinstance(value, float) else str(value)

    def _bounds(self):
        low, _, high = self.range.partition(":")
        return (float(low) if low else None, float(high) if high else None)

    def _within(self, number):
        low, high = self._bounds()
        good = (low is None or number >= low) and (high is None or number <= high)
        return number if good else None

    def _check_boolean(self, value):
        if isinstance(value, bool):
            return value
        return _BOOLEANS.get(str(value).lower())

    def _check_integer(self, value):
        if isinstance(value, bool):
            return None
        try:
            number = int(value) if isinstance(value, str) else value
            return self._within(int(number)) if number == int(number) >= 0 else None
        except (TypeError, ValueError, OverflowError):
            return None

    def _check_number(self, value):
        try:
            number = None if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            return None
        # A comparison with itself leaves out what is not a number.
        return self._within(number) if number is not None and number == number else None

    def _check_time(self, value):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return f"{value:.15g}s"
        return value if isinstance(value, str) and _TIME.fullmatch(value) else None

    def _check_rate(self, value):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return f"{value:.15g}bps"
        return value if isinstance(value, str) and _RATE.fullmatch(value) else None

    def _check_word(self, value):
        return value if value in self.values else None

    def _check_string(self, value):
        return None if value is None or isinstance(value, (bool, list, dict)) else str(value)


@functools.cache
def parameters():
    """Give all parameters.

    :return: a dict from the name to the :class:`Parameter`, in the program's order
    :raises FileNotFoundError: one line, if the program was not built
    :raises RuntimeError: one line, if it does not run
    """
    command = [program(SCENARIO), "--describe"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment())
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise RuntimeError(f"{SCENARIO} does not run: {said[-1]}")
    return {item["name"]: Parameter(**item) for item in json.loads(done.stdout)}


def find(name):
    """Give the parameter of a name.

    :param name: its name, with its group and a point before it or without
    :raises ParameterError: if there is none, with the nearest names that exist
    """
    known = parameters()
    group, _, last = name.rpartition(".")
    if last in known and group in ("", known[last].group):
        return known[last]
    raise ParameterError(unknown("parameter", last, known))


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
