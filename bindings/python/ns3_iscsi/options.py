# SPDX-License-Identifier: GPL-2.0-only
"""The command line of every Python program here: a mistake is one line, with an example, status 1.

parser = OptionParser(description=__doc__)
parser.add_argument("--runs", type=whole_number(1, 1000, 10), default=10)
"""

import argparse
import re
import sys

from .quantities import is_within, shown


class OptionParser(argparse.ArgumentParser):
    """A parser of options that says what is wrong in one line and ends with status 1."""

    def error(self, message):
        """Print a line and end the process.

        :param message: what is wrong, as argparse says it
        """
        line = re.sub(r"^argument (?:-\w/)?-*([^:]*): ", r"\1: ", shown(message))
        print(f"error: {line}", file=sys.stderr)
        sys.exit(1)


def whole_number(low, high, example):
    """Give the type of an option that is a whole number.

    :param low: the least
    :param high: the greatest
    :param example: one that is right, for messages
    """
    return _checked(int, "integer", "whole number", low, high, example)


def number(low, high, example):
    """Give the type of an option that is a decimal number; the parameters are as above."""
    return _checked(float, "number", "number", low, high, example)


def time_text(example):
    """Give the type of an option that is a time with its unit.

    :param example: one that is right, for messages
    """
    return _checked(str, "time", "time with its unit", "0s", "100y", example)


def _checked(convert, kind, name, low, high, example):
    def check(text):
        if is_within(kind, text, str(low), str(high)):
            return convert(text)
        expected = f"a {name} from {low} to {high}, such as {example}"
        raise argparse.ArgumentTypeError(f"{shown(text)} is not {expected}")

    return check
