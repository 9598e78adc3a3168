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


def compare(table, parameter, base, results=RESULTS):
    """Compare settings with one of them, run by run.

    A difference is one if its 95 % confidence interval does not have 0 in it. With many
    comparisons, one in twenty is taken for a difference by chance. Where all pairs of runs have the
    same difference, there is no interval to be told.

    :param table: as :func:`ns3_iscsi.sweep` gives it
    :param parameter: the parameter that is compared
    :param base: its value that the others are compared with
    :param results: the columns of results
    :return: a list with a dict for each result of each other value: ``parameter``, ``value``,
        ``base``, ``result``, ``base_mean``, ``difference`` and ``relative_difference`` of the means
        (None if the base's is 0), ``confidence_95`` (half the width of the interval; None for one
        pair and for pairs that are all the same), ``pairs`` and ``is_different`` (None for one
        pair)
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
    means = good.loc[good[parameter] == base, list(results)].mean()
    return [
        {
            "parameter": parameter,
            "value": word(row[parameter]),
            "base": word(base),
            "result": name,
            **_figures(row, name, means),
        }
        for row in differences.to_dict("records")
        for name in results
    ]


def _figures(row, name, means):
    """Give the figures of a difference; arguments and names as :func:`compare` has them."""
    base = float(means[name])
    # What is smaller comes from floating-point numbers, not from the runs.
    mean, width = round(row[name], _DIGITS), round(row[f"{name}_ci"], _DIGITS)
    is_single = math.isnan(width)
    return {
        "base_mean": base,
        "difference": mean,
        "relative_difference": mean / base if base else None,
        "confidence_95": width if width > 0 else None,
        "pairs": int(row["runs"]),
        "is_different": None if is_single else abs(mean) > width,
    }


def describe(table, parameter, base, results=RESULTS):
    """Say in words what :func:`compare` finds.

    :return: lines, one for each result of each other value
    """
    return [
        f"{parameter} {one['value']} against {one['base']}: {result_label(one['result'])} "
        f"{_verdict(one)}"
        for one in compare(table, parameter, base, results)
    ]


def _verdict(found):
    """Say how much a result differs, and whether it does."""
    mean, share, pairs = found["difference"], found["relative_difference"], found["pairs"]
    difference = f"{'-' if mean < 0 else '+'}{three_digits(abs(mean))}"
    share = "" if share is None else f" ({share:+.1%})"
    if found["is_different"] is None:
        return f"{difference}{share}, 1 pair of runs: no interval, run more"
    if found["confidence_95"] is None:
        same = f"the same in each of {pairs} pairs of runs"
        return f"{difference}{share} {same}: a difference" if mean else f"is {same}"
    verdict = "a difference" if found["is_different"] else "no difference shown"
    width = three_digits(found["confidence_95"])
    return f"{difference} \u00b1 {width}{share}, {pairs} pairs of runs: {verdict}"
