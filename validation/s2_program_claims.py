# SPDX-License-Identifier: GPL-2.0-only
"""What S2 says in words of programs on files, checked against the simulation."""

from .claims import OWN, Claim, quote
from .reference import read

#: File of the claims.
_DATA = "s2_program_claims"
#: Between which ratios of times ten processes take almost half the time of one.
_HALF = (0.4, 0.6)
#: Tests of figure 10 of files in sequence.
_SEQUENTIAL = ("write", "rewrite", "read")


def of_single_bonnie(rows):
    """Check table 5.

    :param rows: its results
    """
    if not _is_whole(rows):
        return []
    gains = {test: _gains(rows, test=test) for test in ("rewrite", "seeks")}
    return [
        _range("rewrite_gain", gains["rewrite"]),
        _range("seek_gain", gains["seeks"]),
        _falls(rows, "rewrite"),
        _falls(rows, "seeks"),
    ]


def of_four_bonnies(rows):
    """Check figure 10.

    :param rows: its results
    """
    if not _is_whole(rows):
        return []
    seeks = _gains(rows, test="seeks")
    return [
        _make(
            "four_narrowing",
            all(_narrows(_gains(rows, test=test)) for test in _SEQUENTIAL),
            " ".join(f"{test}: {_say(_gains(rows, test=test))}." for test in _SEQUENTIAL),
            "each less at the last delay than at the first, and intervals do not touch",
        ),
        _range("four_seek_gain", seeks),
    ]


def of_single_postmark(rows):
    """Check figures 11 and 13.

    :param rows: their results
    """
    if not _is_whole(rows):
        return []
    rates = rows[rows["figure"] == "time"]
    rates = rates[rates["unit"] == "s"].sort_values("delay ms")
    falls = all(part["write_rate"].is_monotonic_decreasing for _, part in rates.groupby("variant"))
    share = rates["write_rate"] / rates["read_rate"]
    return [
        _range("postmark_time", _gains(rows, figure="time")),
        _make(
            "postmark_writes",
            bool(share.min() > 1 and falls),
            f"Writes are {share.min():.2f} to {share.max():.2f} times as fast as reads: a program "
            "that makes and appends writes more bytes than it reads.",
            "at all delays",
        ),
    ]


def of_postmarks(rows):
    """Check figures 12 and 14.

    :param rows: their results
    """
    if not _is_whole(rows):
        return []
    return [_range("postmarks_time", _gains(rows, figure="time"))]


def of_halves(rows):
    """Check the time of ten processes against that of one.

    :param rows: its results
    """
    if not _is_whole(rows):
        return []
    parts = rows.groupby("variant")
    return [
        _make(
            "half_time",
            bool(rows["simulated"].between(*_HALF).all()),
            " ".join(f"{variant}: {_say(part, is_gain=False)}." for variant, part in parts),
            f"ratio {_HALF[0]} to {_HALF[1]} at all delays",
        )
    ]


def of_build(rows):
    """Check figure 15.

    :param rows: its results
    """
    return [_range("build_gain", _gains(rows))] if _is_whole(rows) else []


def _is_whole(rows):
    """Tell whether all cells are there, which the quick selection leaves out."""
    return len(rows) > 0 and bool(rows["is_full"].all())


def _gains(rows, **conditions):
    """Give the rows of gains with some conditions, in the order of delays."""
    rows = rows[rows["unit"] == "ratio"]
    for name, value in conditions.items():
        rows = rows[rows[name] == value]
    return rows.sort_values("delay ms")


def _say(rows, is_gain=True):
    """Say ratios with their intervals, gains in percent."""
    scale, shift, unit = (100, 1, " %") if is_gain else (1, 0, "")
    numbers = [
        [scale * (row[name] - shift) for name in ("simulated", "ci_low", "ci_high")]
        for _, row in rows.iterrows()
    ]
    digits = ".1f" if is_gain else ".2f"
    return ", ".join(
        f"{mean:{digits}}{unit} ({low:{digits}} to {high:{digits}}) at {delay:g} ms"
        for delay, (mean, low, high) in zip(rows["delay ms"], numbers, strict=True)
    )


def _range(name, rows):
    """Check that each gain is in the range that the paper gives."""
    least, most = _limits(name)
    low, high = 1 + least / 100, 1 + most / 100
    decided = ((rows["ci_low"] >= low) & (rows["ci_high"] <= high)) | (
        (rows["ci_high"] < low) | (rows["ci_low"] > high)
    )
    return _make(
        name,
        bool(rows["simulated"].between(low, high).all()),
        f"{_say(rows)}. Intervals leave no doubt of {decided.sum()} of {len(rows)}.",
        f"each gain {least:g} to {most:g} %",
    )


def _narrows(rows):
    """Tell whether the gain at the last delay is beyond doubt less than at the first."""
    return bool(rows["ci_high"].iloc[-1] < rows["ci_low"].iloc[0])


def _falls(rows, test):
    """Compare by what a rate falls from the first delay to the last with the printed rates."""
    own = rows[(rows["test"] == test) & (rows["unit"] != "ratio")].sort_values("delay ms")
    kept = {
        variant: [part[name].iloc[-1] / part[name].iloc[0] for name in ("simulated", "reference")]
        for variant, part in own.groupby("variant")
    }
    text = ", ".join(
        f"{simulated:.2f} of it with {variant} (printed: {printed:.2f})"
        for variant, (simulated, printed) in kept.items()
    )
    return Claim(
        f"The rate of {test} falls with the delay as in table 5.",
        all(abs(simulated / printed - 1) <= 0.25 for simulated, printed in kept.values()),
        f"From the first delay to the last there remain {text}.",
        kind=OWN,
        tolerance="the remaining share within 25 % of the printed one",
    )


def _limits(name):
    """Give the range of a claim, percent."""
    row = next(one for one in read(_DATA) if one["claim"] == name)
    return row["least"], row["most"]


def _make(name, held, detail, tolerance):
    """Give a claim by its name in the reference data."""
    return quote(_DATA, name, held, detail, tolerance=tolerance)
