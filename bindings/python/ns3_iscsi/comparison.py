# SPDX-License-Identifier: GPL-2.0-only
"""Says whether settings of a sweep differ: paired differences with their intervals, in words."""

import math

from .axes import column, result_label, word
from .pictures import three_digits
from .statistics import VERSIONS, mixed, paired_differences

#: Decimals of a difference.
_DIGITS = 9
#: Results that are compared if none are named.
RESULTS = ("all_mb_per_s", "all_mean_ms", "all_latency_p99_ms")


def describe(table, parameter, base, results=RESULTS):
    """Compare settings with one of them, run by run.

    A difference is one if its 95 % confidence interval does not have 0 in it. With many
    comparisons, one in twenty is taken for a difference by chance.

    :param table: as :func:`ns3_iscsi.sweep` gives it
    :param parameter: the parameter that is compared
    :param base: its value that the others are compared with
    :param results: the columns of results
    :return: lines, one for each result of each other value
    :raises ValueError: one line, if there is no such column, another parameter varies, or there is
        no pair of runs
    """
    for name in (parameter, *results):
        column(table, name)
    good = table[table["error"].isna()]
    others = mixed(good, [parameter])
    if others:
        raise ValueError(
            f"{', '.join(others)}: not the same for all rows of a {parameter}; choose rows, such "
            f"as table[table[{others[0]!r}] == ...] or --where {others[0]}=VALUE"
        )
    if any(good[name].nunique() > 1 for name in VERSIONS if name in good):
        raise ValueError("the table has runs of several versions, which are no pairs")
    differences = paired_differences(good, parameter, base, list(results))
    if differences.empty:
        raise ValueError(f"there are no runs of the same number to compare with {word(base)}")
    lines = []
    for row in differences.to_dict("records"):
        setting = f"{parameter} {word(row[parameter])} against {word(base)}"
        for name in results:
            before = good.loc[good[parameter] == base, name].mean()
            lines.append(f"{setting}: {result_label(name)} {_verdict(row, name, before)}")
    return lines


def _verdict(row, name, base):
    """Say how much a result differs, and whether it does."""
    # What is smaller comes from floating-point numbers, not from the runs.
    mean, width = round(row[name], _DIGITS), round(row[f"{name}_ci"], _DIGITS)
    runs = int(row["runs"])
    share = f" ({mean / base:+.1%})" if base else ""
    if math.isnan(width):
        return f"{_signed(mean)}{share}, 1 pair of runs: no interval, run more"
    found = f"{_signed(mean)} \u00b1 {three_digits(width)}{share}, {runs} pairs of runs"
    return f"{found}: {'a difference' if abs(mean) > width else 'no difference shown'}"


def _signed(value):
    return f"{'-' if value < 0 else '+'}{three_digits(abs(value))}"
