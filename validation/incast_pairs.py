# SPDX-License-Identifier: GPL-2.0-only
"""Incast: how much more goodput a change gives, from runs with the same numbers."""

import pandas as pd
from ns3_iscsi.statistics import paired_differences

#: The row with which the others are compared, and what tells rows apart.
AS_IS, _NAME = "as it is", "what differs"


def gains(rows):
    """Give how goodput differs from that of the point as it is, run by run.

    Runs with the same number have the same seed, so that servers are asked in the same order.

    :param rows: results
    :return: for each other row mean, low and high end of the 95 % interval of the differences,
        Mb/s, by what differs; nothing if the point as it is was not simulated, or a run failed
    """
    if AS_IS not in set(rows[_NAME]) or not all(map(len, rows["values"])):
        return {}
    runs = [
        {_NAME: name, "run": number, "goodput": goodput, "error": None}
        for name, values in zip(rows[_NAME], rows["values"], strict=True)
        for number, goodput in enumerate(values)
    ]
    table = paired_differences(pd.DataFrame(runs), _NAME, AS_IS, "goodput")
    return {
        row[_NAME]: (
            row["goodput"],
            row["goodput"] - row["goodput_ci"],
            row["goodput"] + row["goodput_ci"],
        )
        for _, row in table.iterrows()
    }


def columns(rows):
    """Give how much more goodput than as it is each row has, with its interval.

    :param rows: results
    """
    known = gains(rows)
    told = [tell(known.get(name)) for name in rows[_NAME]]
    return {"more than as it is, Mb/s (95 % interval of pairs)": told}


def tell(gain):
    """Say a gain.

    :param gain: mean, low and high end, None if there is none
    """
    if gain is None:
        return "none"
    mean, low, high = gain
    return f"{mean:+.0f} ({low:+.0f} to {high:+.0f})" if high > low else f"{mean:+.0f}"
