# SPDX-License-Identifier: GPL-2.0-only
"""Incast beside what others made of the same points: columns, claims and pictures."""

from collections.abc import Callable
from dataclasses import dataclass

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from ns3_iscsi.pictures import LINES, STYLE
from ns3_iscsi.statistics import mean_ci

from .claims import OWN, Claim
from .experiment import Picture


def interval(goodputs):
    """Give the mean of a judge's runs and half the width of the 95 % interval, Mb/s.

    :param goodputs: of the runs
    """
    table = pd.DataFrame({"point": 0, "goodput": goodputs, "error": None})
    row = mean_ci(table, "point", ["goodput"]).iloc[0]
    return float(row["goodput"]), float(row["goodput_ci"])


def points_of(rows, conditions):
    """Give the points of rows, tuples of their conditions."""
    return list(rows[conditions].itertuples(index=False, name=None))


def columns(rows, judge, others):
    """Give the judge's goodput beside ours, and the difference; none where it has no such rule.

    :param rows: results
    :param judge: its name
    :param others: for each row mean and half width, or None twice
    """
    told = [f"{mean:.4g} ± {width:.2g}" if mean else "none" for mean, width in others]
    differ = [
        f"{100 * (own / mean - 1):+.1f}" if mean else "none"
        for own, (mean, _) in zip(rows["simulated"], others, strict=True)
    ]
    return {f"{judge}, Mb/s": told, "difference, %": differ}


def claims(rows, judge, others, names, near):
    """Check that goodput is the judge's, and that it is as far as the runs tell.

    :param rows: results
    :param judge: its name
    :param others: for each row mean and half width
    :param names: of the rows
    :param near: how far it may be, as a share
    """
    is_near, meets, told = [], [], []
    for (_, row), (mean, width), name in zip(rows.iterrows(), others, names, strict=True):
        is_near.append(abs(row["simulated"] / mean - 1) <= near)
        meets.append(row["ci_low"] <= mean + width and mean - width <= row["ci_high"])
        if not is_near[-1]:
            told.append(name)
    outside = f" Not so: {'; '.join(told)}." if told else ""
    known = [one or other for one, other in zip(is_near, meets, strict=True)]
    return [
        _own(
            f"Goodput is {judge}'s.",
            all(is_near),
            f"{sum(is_near)} of {len(is_near)} points are.{outside}",
            f"within {near:.0%} at each point",
        ),
        _own(
            f"Goodput is {judge}'s as far as the runs tell.",
            all(known),
            f"{sum(known)} of {len(known)} points are.",
            f"within {near:.0%}, or both 95 % intervals meet",
        ),
    ]


def _own(text, held, detail, tolerance):
    return Claim(text, bool(held), detail, kind=OWN, tolerance=tolerance)


@dataclass(frozen=True)
class Curves:
    """What tells curves of a picture apart, and what is said of them.

    :param conditions: their names
    :param name: gives the name of a curve for the values of its conditions
    :param title: above the names
    :param most: end of the axis of goodput, Mb/s
    """

    conditions: list
    name: Callable
    title: str
    most: float


def picture(rows, curves, judged, caption):
    """Draw goodput over the servers, ours and a judge's; a quick selection has no picture.

    :param rows: results
    :param curves: Curves
    :param judged: gives mean and half width for each of some rows
    :param caption: what it shows
    """
    if not rows["is_full"].all():
        return []
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8.6, 4.4), layout="constrained")
        axes = figure.subplots()
        parts = rows.groupby(curves.conditions, sort=False)
        for (value, part), style in zip(parts, LINES, strict=False):
            part = part.sort_values("servers")
            widths = [part["simulated"] - part["ci_low"], part["ci_high"] - part["simulated"]]
            name = curves.name(*value)
            axes.errorbar(
                part["servers"], part["simulated"], widths, capsize=3, label=name, **style
            )
            axes.errorbar(
                [1.04 * one for one in part["servers"]],
                *zip(*judged(part), strict=True),
                capsize=3,
                color=style["color"],
                linestyle="none",
                marker="x",
            )
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set(xlabel="Servers", ylabel="Goodput (Mb/s)", ylim=(0, curves.most))
        axes.legend(title=curves.title)
    return [Picture(caption, figure)]
