# SPDX-License-Identifier: GPL-2.0-only
"""Wrong values for options, made from a program's own description of them."""

from decimal import Decimal

#: What no number is, whatever its range.
NUMBERS = {
    "integer": ("", "abc", "1e4", "5x", "1.5", "99999999999999999999"),
    "number": ("", "abc", "5x", "nan", "inf", "1e999"),
    "time": ("", "abc", "10mss", "5", "5 ms", "1.2.3s"),
    "rate": ("", "fast", "100", "1e2Mbps", "100 Mbps"),
    "queue": ("", "lots", "100", "100packets", "1.5p"),
}
#: Wrong values of the other types.
OTHERS = {
    "boolean": ("", "maybe", "truex"),
    "sizes": ("", "-4096", "1000", "4096,", "4096:0", "4096:1:1", "4k", "4294967296"),
}


def split(text):
    """Split a quantity into its number and its unit."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzGM")
    return Decimal(number), text[len(number) :]


def outside(option):
    """Give values just below and above an option's range."""
    low, high = (split(text) for text in option["range"].split(":"))
    # A step is a unit of whole numbers, and a half of what is counted in fractions.
    step = {"integer": 1, "queue": 1}.get(option["type"], Decimal("0.5"))
    below = low[0] - (step if low[0] == 0 else min(step, abs(low[0]) / 2 or step))
    if option["type"] == "integer":
        below = low[0] - 1
    return f"{below:f}{low[1]}", f"{high[0] + step:f}{high[1]}"


def wrong_values(option):
    """Give values that an option does not take.

    :param option: an object of the description
    """
    kind = option["type"]
    if kind == "word":
        return ("", "x" + option["values"][0])
    if kind == "string":
        return ("",) if option["default"] else ()
    if kind in OTHERS:
        return OTHERS[kind]
    return (*NUMBERS[kind], *outside(option))


def complaint(option, value):
    """Give the line about a wrong value, as a program and a San say it."""
    return f"{option['name']}: {value or chr(39) * 2} is not {option['expected']}"
