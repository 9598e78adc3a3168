# SPDX-License-Identifier: GPL-2.0-only
"""Conditions on parameters: when a parameter has an effect.

A condition is a text of the scenario program's description, such as
``workload=closed|verify or workload=trace and traceMode=closed``. Terms are joined by "and" first,
then by "or". A term is NAME=VALUE, with further values behind bars; NAME= for a text that is empty;
NAME>NUMBER; or NAME alone, for any value but the default. The program reads the same texts and says
the same.
"""

import re


def is_met(condition, text_of, is_default):
    """Tell whether parameters meet a condition.

    :param condition: its text
    :param text_of: gives the value of a parameter, by its name, as the command line takes it
    :param is_default: tells whether a parameter has its default, by its name
    """
    return any(
        all(_is_term_met(term, text_of, is_default) for term in alternative.split(" and "))
        for alternative in condition.split(" or ")
    )


def describe(condition):
    """Give a condition for a message, such as ``workload=closed, verify or trace``."""
    alternatives = (
        " and ".join(_describe_term(term) for term in alternative.split(" and "))
        for alternative in condition.split(" or ")
    )
    return ", or ".join(alternatives)


def _parts(term):
    """Give the name in a term, the sign behind it, which may be empty, and what follows."""
    return re.fullmatch(r"([^=>]+)([=>]?)(.*)", term).groups()


def _is_term_met(term, text_of, is_default):
    name, sign, rest = _parts(term)
    if sign == "=":
        return text_of(name) in rest.split("|")
    return float(text_of(name)) > float(rest) if sign else not is_default(name)


def _describe_term(term):
    name, sign, rest = _parts(term)
    if sign and not rest:
        return f"an empty {name}"
    *others, last = rest.split("|")
    return f"{name}{sign}{', '.join(others)}{' or ' if others else ''}{last}"
