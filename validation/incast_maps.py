# SPDX-License-Identifier: GPL-2.0-only
"""Incast: goodput over the number of servers, for buffers, timeouts and parts."""

import math

from .claims import OWN, Claim
from .experiment import Experiment, Picture
from .incast import BUFFER_KB, HALF_MBPS, RTO, RUNS, SRU_KB, cell, half, onset, statement
from .incast_pictures import curves
from .incast_runs import blocks

#: By KB of memory at the port: servers around those that it serves.
BUFFERS = {
    32: (1, 2, 3, 4),
    64: (1, 2, 3, 4, 8, 16),
    128: (2, 4, 6, 8),
    256: (4, 8, 12, 16),
    512: (8, 16, 24, 32),
    1024: (16, 32, 64),
}
_TIMEOUTS, _TIMED = ("200us", "1ms", "200ms"), (8, 16, 32)
#: KB of a block on each server, and servers.
_PARTS, _PARTED = (64, 1024), (4, 16)
_QUICK = 8
#: Limits of the statements.
_LEFT_MBPS, _PEAK_MBPS, _LARGE, _SHORT = 200, 850, 64, 16


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_buffers(parameters), _timeouts(parameters), _parts(parameters)]


def _experiment(number, title, text, cells, **others):
    return Experiment(
        f"fig. {number}",
        title,
        text,
        cells,
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        further=("waits_per_block", "formula_mbps"),
        scenario=blocks,
        runs=RUNS,
        columns=_columns,
        **others,
    )


def _columns(rows):
    """Give what explains goodput: timeouts that a block waits for, and Chen et al.'s form."""
    return {
        "timeouts that a block waits for": [f"{one:.2f}" for one in rows["waits_per_block"]],
        "formula, Mb/s": [f"{one:.4g}" for one in rows["formula_mbps"]],
    }


def _buffers(parameters):
    cells = [
        cell(
            parameters,
            servers,
            {"buffer KB": size},
            quick=size == BUFFER_KB and servers in (1, _QUICK),
            buffer_kb=size,
        )
        for size, numbers in BUFFERS.items()
        for servers in numbers
    ]
    return _experiment(
        1,
        "the memory of the port",
        f"Parts of {SRU_KB} KB, a shortest timeout of {RTO}.",
        cells,
        claims=_claims_of_buffers,
        pictures=lambda rows: _draw(
            rows,
            "buffer KB",
            "Goodput over the number of servers, for the memory of the switch's port; bars are "
            "95 % intervals. Short strokes above are where a formula expects the end: half of a "
            "sender's share of memory and round trip is four segments.",
            marks={size: onset(size) for size in BUFFERS},
        ),
    )


def _timeouts(parameters):
    cells = [
        cell(
            parameters,
            servers,
            {"timeout": rto},
            quick=servers == _QUICK and rto == "200us",
            rto=rto,
        )
        for rto in _TIMEOUTS
        for servers in _TIMED
    ]
    return _experiment(
        2,
        "the shortest timeout",
        f"Parts of {SRU_KB} KB, {BUFFER_KB} KB of memory.",
        cells,
        claims=_claims_of_timeouts,
        pictures=lambda rows: _draw(
            rows, "timeout", "Goodput over the number of servers, for the shortest timeout."
        ),
    )


def _parts(parameters):
    cells = [
        cell(parameters, servers, {"part KB": size}, sru_kb=size)
        for size in (*_PARTS, SRU_KB)
        for servers in _PARTED
    ]
    return _experiment(
        3,
        "the part of a block on each server",
        f"{BUFFER_KB} KB of memory, a shortest timeout of {RTO}.",
        cells,
        pictures=lambda rows: _draw(
            rows, "part KB", "Goodput over the number of servers, for the size of a part."
        ),
    )


def _draw(rows, hue, caption, marks=None):
    """Give the picture of an experiment; a quick selection has none."""
    if not rows["is_full"].all():
        return []
    return [Picture(caption, curves(rows, hue, marks or {}))]


def _of(rows, servers, **conditions):
    """Give the goodput of a cell, None if it was not simulated."""
    found = rows[rows["servers"] == servers]
    for name, value in conditions.items():
        found = found[found[name] == value]
    return None if found.empty else float(found["simulated"].iloc[0])


def _claims_of_buffers(rows):
    small = rows[rows["buffer KB"] == BUFFER_KB]
    peak, left = _of(small, 1), _of(small, _QUICK)
    claims = [
        statement(
            "peak",
            peak >= _PEAK_MBPS,
            f"{peak:.0f} Mb/s from one server.",
            f"at least {_PEAK_MBPS} Mb/s",
        ),
        statement(
            "collapse",
            left <= _LEFT_MBPS,
            f"{left:.0f} Mb/s from {_QUICK} servers with {BUFFER_KB} KB.",
            f"at most {_LEFT_MBPS} Mb/s",
        ),
        _waits(rows),
    ]
    return claims + (_claims_of_onset(rows) if rows["is_full"].all() else [])


def _claims_of_onset(rows):
    ends = {size: half(part) for size, part in rows.groupby("buffer KB")}
    known = {size: end for size, end in ends.items() if end}
    told = ", ".join(f"{size} KB: {end:.1f}" for size, end in known.items())
    first, last = min(known, default=1), max(known, default=1)
    steps = math.log2(last / first)
    growth = (known[last] / known[first]) ** (1 / steps) if steps else None
    most = _of(rows, _LARGE, **{"buffer KB": max(BUFFERS)})
    return [
        statement(
            "double",
            None if growth is None else 1.7 <= growth <= 2.3,
            f"Servers at which goodput falls below half of the link: {told}."
            + (f" They grow by a factor of {growth:.2f} with each doubling." if growth else ""),
            "factor 1.7 to 2.3",
        ),
        statement(
            "large",
            most >= HALF_MBPS,
            f"{most:.0f} Mb/s from {_LARGE} servers.",
            f"at least {HALF_MBPS} Mb/s",
        ),
    ]


def _waits(rows):
    """Check that timeouts that blocks wait for account for the goodput that is missing."""
    # A longer block goes on while one of its servers waits.
    short = rows[rows["servers"] <= _SHORT]
    errors = abs(short["formula_mbps"] / short["simulated"] - 1)
    return Claim(
        "A block that is short beside the timeout takes the time of its transmission and of the "
        "timeouts that it waits for, and little else: goodput is of Chen et al.'s form, "
        "D / (L + R r), with R counted.",
        bool((errors <= 0.2).all()),
        f"With up to {_SHORT} servers the formula is off by {100 * errors.median():.1f} % in the "
        f"median and {100 * errors.max():.0f} % at most.",
        kind=OWN,
        tolerance="each within 20 %",
    )


def _claims_of_timeouts(rows):
    pairs = {
        servers: (_of(rows, servers, timeout="200us"), _of(rows, servers, timeout=RTO))
        for servers in _TIMED
        if servers >= _QUICK
    }
    gains = {servers: short / long for servers, (short, long) in pairs.items() if short and long}
    if not gains:
        return []
    told = ", ".join(f"{servers} servers: {gain:.1f}" for servers, gain in gains.items())
    return [
        statement(
            "timeout",
            all(gain >= 5 for gain in gains.values()),
            f"Goodput with 200 us over that with {RTO}: {told}.",
            "factor 5 or more at each",
        )
    ]
