# SPDX-License-Identifier: GPL-2.0-only
"""Parameter files of papers: values of options, and where each comes from."""

import sys
from dataclasses import dataclass
from pathlib import Path

from ns3_iscsi.axes import quantities

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOURCES = ("printed", "standard", "derived", "fitted")


class ParameterFileError(ValueError):
    """One line that names the file and what is wrong in it."""


@dataclass(frozen=True)
class Entry:
    """A value of a parameter file.

    :param table: the table it is in
    :param name: the option
    :param value: its value
    :param source: printed, standard, derived or fitted
    :param why: where it is printed, which standard, how it is derived, on what it is fitted
    """

    table: str
    name: str
    value: object
    source: str
    why: str


class Parameters:
    """The parameters of a paper.

    :param entries: the values
    """

    def __init__(self, entries):
        self.entries = list(entries)

    @staticmethod
    def load(path):
        """Read a file.

        :param path: the file
        :raises ParameterFileError: if it is no such file
        """
        path = Path(path)
        try:
            tables = tomllib.loads(path.read_text())
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ParameterFileError(f"{path}: {error}") from None
        entries = [
            _make_entry(path, table, name, values)
            for table, names in tables.items()
            for name, values in names.items()
        ]
        return Parameters(entries)

    def settings(self, *tables):
        """Give the options of some tables.

        :param tables: their names; where two have an option, the later one counts
        :return: values by option
        :raises KeyError: if there is no such table
        """
        known = {one.table for one in self.entries}
        settings = {}
        for table in tables:
            if table not in known:
                raise KeyError(table)
            settings.update({one.name: one.value for one in self.entries if one.table == table})
        return settings

    def scaled(self, entry, factor):
        """Give a copy in which one value is multiplied; a whole number moves by one at least.

        :param entry: the value, a number or a quantity such as 5ms
        :param factor: by what
        """
        changed = Entry(
            entry.table, entry.name, _scale(entry.value, factor), entry.source, entry.why
        )
        return Parameters(changed if one == entry else one for one in self.entries)


def is_quantity(value):
    """Tell whether a value is a number or a quantity other than zero, which can grow."""
    numbers, _ = quantities([value])
    return numbers is not None and numbers[0] != 0


def delay_at(settings, rtt):
    """Give the one-way delay of the path at a round-trip time, ms, on top of the path's own."""
    return f"{float(settings['delay'].removesuffix('ms')) + rtt / 2:.9g}ms"


def _scale(value, factor):
    if isinstance(value, int):
        # 10 % of 1 to 4 would round to nothing.
        away = 1 if (factor > 1) == (value > 0) else -1
        return value + (round(value * factor) - value or (away if factor != 1 else 0))
    if isinstance(value, float):
        return value * factor
    number = value.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/")
    return f"{float(number) * factor:.9g}{value[len(number) :]}"


def _make_entry(path, table, name, values):
    where = f"{path}: [{table}.{name}]"
    if not isinstance(values, dict) or set(values) != {"value", "source", "why"}:
        raise ParameterFileError(f"{where} has value, source and why, nothing else")
    if values["source"] not in SOURCES:
        raise ParameterFileError(
            f"{where}: source {values['source']} is not one of {', '.join(SOURCES)}"
        )
    if not values["why"].strip():
        raise ParameterFileError(f"{where}: why says nothing")
    return Entry(table, name, values["value"], values["source"], values["why"])
