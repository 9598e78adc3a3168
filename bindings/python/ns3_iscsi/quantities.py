# SPDX-License-Identifier: GPL-2.0-only
"""Numbers, times, rates and sizes as options have them: text that is read whole, with its unit."""

import re
from decimal import Decimal

#: Units of time, in seconds.
SECONDS = {
    "fs": Decimal("1e-15"),
    "ps": Decimal("1e-12"),
    "ns": Decimal("1e-9"),
    "us": Decimal("1e-6"),
    "ms": Decimal("1e-3"),
    "s": Decimal(1),
    "min": Decimal(60),
    "h": Decimal(3600),
    "d": Decimal(86400),
    "y": Decimal(365 * 86400),
}
#: Units of rate, in bits per second.
BITS = {
    **dict.fromkeys(("bps", "b/s"), Decimal(1)),
    **dict.fromkeys(("Bps", "B/s"), Decimal(8)),
    **dict.fromkeys(("kbps", "kb/s", "Kbps", "Kb/s"), Decimal(1000)),
    **dict.fromkeys(("kBps", "kB/s", "KBps", "KB/s"), Decimal(8000)),
    "Kib/s": Decimal(1024),
    "KiB/s": Decimal(8192),
    **dict.fromkeys(("Mbps", "Mb/s"), Decimal(10**6)),
    **dict.fromkeys(("MBps", "MB/s"), Decimal(8 * 10**6)),
    **dict.fromkeys(("Gbps", "Gb/s"), Decimal(10**9)),
    **dict.fromkeys(("GBps", "GB/s"), Decimal(8 * 10**9)),
}
#: Units of a queue's length, in packets or bytes.
PACKETS = {
    **dict.fromkeys(("p", "B"), Decimal(1)),
    **dict.fromkeys(("kp", "Kp", "kB", "KB"), Decimal(1000)),
    **dict.fromkeys(("Mp", "MB"), Decimal(10**6)),
    "KiB": Decimal(1024),
    "MiB": Decimal(2**20),
}

_WHOLE = r"[+-]?[0-9]+"
_FIXED = r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)"
_DECIMAL = rf"\+?{_FIXED}(?:[eE][+-]?[0-9]{{1,4}})?"
#: What a number of a type looks like, and the units behind it.
_FORMS = {
    "integer": (re.compile(rf"({_WHOLE})()"), {"": Decimal(1)}),
    "number": (re.compile(rf"({_DECIMAL})()"), {"": Decimal(1)}),
    "time": (re.compile(rf"({_DECIMAL})([a-z]+)"), SECONDS),
    "rate": (re.compile(rf"({_FIXED})([a-zA-Z/]+)"), BITS),
    "queue": (re.compile(rf"({_FIXED})([a-zA-Z]+)"), PACKETS),
}


def parse(kind, text):
    """Read a quantity.

    :param kind: integer, number, time, rate or queue
    :param text: the text, of which nothing may be left over
    :return: the number, in seconds, bits per second, packets or bytes; None if the text is none
    """
    form, units = _FORMS[kind]
    match = form.fullmatch(text)
    if match is None or match[2] not in units:
        return None
    return Decimal(match[1]) * units[match[2]]


def is_within(kind, text, low, high, multiple=""):
    """Tell whether a text is a quantity in a range.

    :param kind: as for parse
    :param text: the text
    :param low: the least, as text of the same kind
    :param high: the greatest
    :param multiple: what it is a multiple of, empty for anything
    """
    value = parse(kind, text)
    if value is None or not parse(kind, low) <= value <= parse(kind, high):
        return False
    return not multiple or value % parse(kind, multiple) == 0


def are_sizes(text, low, high, multiple):
    """Tell whether a text is a list of sizes, each alone or with a colon and a weight above 0."""

    def is_size(entry):
        size, colon, weight = entry.partition(":")
        number = parse("number", weight)
        has_weight = number is not None and number > 0
        return is_within("integer", size, low, high, multiple) and (has_weight or not colon)

    return all(is_size(entry) for entry in text.split(","))


def shown(value):
    """Give what a user gave, for a message of one line."""
    text = "".join(char if char.isprintable() else " " for char in str(value))
    return text or "''"
