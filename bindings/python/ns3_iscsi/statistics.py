# SPDX-License-Identifier: GPL-2.0-only
"""Means and confidence intervals over the runs of a sweep, and means over time."""

import math

import numpy as np
import pandas as pd

#: Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom.
_STUDENT = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281]
_STUDENT += [2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860]
_STUDENT += [2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423]
_NORMAL = 1.959964
#: Columns of the versions of what took part in a run.
VERSIONS = ("ns3_iscsi_version", "ns3_version", "program_hash")


def mean_ci(table, by, columns=None):
    """Give mean and 95 % confidence interval of results over runs.

    :param table: as :func:`ns3_iscsi.sweep` gives it; rows with an error are left out
    :param by: the parameter, or parameters, that tell settings apart
    :param columns: the results, all numeric ones if None
    :return: a DataFrame with a row per setting in the order of the table: ``by``, ``runs``, and for
        each result its mean under its own name and half the interval's width as ``<name>_ci``, not
        a number where there is one run only
    :raises ValueError: one line that names the parameters that vary and are not in ``by``: runs
        alone are averaged over
    """
    by = _listed(by)
    good = table[table["error"].isna()]
    others = mixed(good, by)
    if others:
        raise ValueError(
            f"{', '.join(others)}: not the same for all rows of a setting by {', '.join(by)}; "
            "name more parameters or choose rows"
        )
    return _mean_ci(good, by, columns)


def mixed(table, by):
    """Give the names of parameters that have several values where those in ``by`` have one.

    :param table: as :func:`ns3_iscsi.sweep` gives it: parameters are the columns before ``run``
    :param by: the parameters that tell settings apart
    :return: the names, in the order of the table; none for a table without ``run``
    """
    if "run" not in table:
        return []
    names = [one for one in table.columns[: table.columns.get_loc("run")] if one not in by]
    varied = [one for one in names if table[one].nunique(dropna=False) > 1 and one != "error"]
    if not by or not varied:
        return varied
    counts = table.groupby(by, sort=False, dropna=False)[varied].nunique(dropna=False)
    return [one for one in varied if (counts[one] > 1).any()]


def _mean_ci(good, by, columns):
    """Give mean and interval of all rows with the same ``by``; arguments as mean_ci has them."""
    columns = _results(good, by) if columns is None else _listed(columns)
    groups = good.groupby(by, sort=False, dropna=False)
    parts = [groups.size().rename("runs")]
    for column in columns:
        values = groups[column].agg(["mean", "std", "count"])
        parts.append(values["mean"].rename(column))
        width = values["std"] / np.sqrt(values["count"]) * values["count"].map(_quantile)
        parts.append(width.rename(f"{column}_ci"))
    return pd.concat(parts, axis=1).reset_index()


def paired_differences(table, parameter, base, columns=None, by=()):
    """Give how results differ from those of one setting, run by run.

    All settings have the same runs, so that what a run has by chance cancels out and the interval
    is narrower than that of a difference of means.

    :param table: as :func:`ns3_iscsi.sweep` gives it; runs that failed on either side are left out
    :param parameter: the parameter that is compared; rows are paired that differ in nothing else
    :param base: its value that the others are compared with
    :param columns: the results, all numeric ones if None
    :param by: further parameters by which the differences are grouped; an interval is that of all
        pairs of its group, with whatever values of parameters that are not named
    :return: as :func:`mean_ci` gives it, of the differences, by ``by`` and the parameter
    """
    by = _listed(by)
    good = table[table["error"].isna()]
    columns = _results(good, [*by, parameter]) if columns is None else _listed(columns)
    keys = [*_varied(good, parameter), "run"]
    reference = good[good[parameter] == base].set_index(keys)[columns]
    if reference.empty:
        raise ValueError(f"{parameter} never is {base!r}")
    rows = good[good[parameter] != base].set_index(keys)
    differences = rows[columns] - reference.reindex(rows.index)
    differences = differences.reset_index()
    differences[parameter] = rows[parameter].to_numpy()
    return _mean_ci(differences.dropna(subset=columns), [*by, parameter], columns)


def bins_of_steps(times, values, edges, before=np.nan):
    """Give a step function's mean, lowest and highest value between each edge and the next.

    :param times: where its steps are, in ascending order
    :param values: its value from each of them on; of equal times the last one's
    :param edges: the edges, in ascending order
    :param before: its value before the first step, not a number if there is none
    :return: three arrays, not a number for intervals in which there is no value
    """
    steps = pd.Series(np.asarray(values, dtype=float), index=np.asarray(times))
    steps = steps[~steps.index.duplicated(keep="last")]
    union = np.union1d(steps.index, edges)
    union = union[(union >= edges[0]) & (union <= edges[-1])]
    filled = (
        steps.reindex(steps.index.union(union)).ffill().loc[union].fillna(before).to_numpy()[:-1]
    )
    first = np.searchsorted(union, edges[:-1])
    area = np.add.reduceat(filled * np.diff(union), first)
    lowest, highest = (f.reduceat(filled, first) for f in (np.minimum, np.maximum))
    return area / np.diff(edges), lowest, highest


def _varied(table, parameter):
    """Give the other parameters that tell rows of one run apart."""
    names = table.columns[: table.columns.get_loc("run")]
    return [one for one in names if one != parameter and table[one].nunique(dropna=False) > 1]


def _listed(columns):
    """Give names as a list; a single one stands for itself."""
    return [columns] if isinstance(columns, str) else list(columns)


def _results(table, by):
    """Give the columns behind ``run`` that hold numbers."""
    behind = list(table.columns[table.columns.get_loc("run") + 1 :])
    return [one for one in behind if one not in by and pd.api.types.is_numeric_dtype(table[one])]


def _quantile(count):
    """Give Student's t for the mean of so many values."""
    freedom = int(count) - 1
    if freedom < 1:
        return math.nan
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    # The first two terms of the expansion around the normal distribution, good to four digits.
    z = _NORMAL
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first + second
