# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: maps of what sharing of TCP control blocks gains, and a single connection."""

from .claims import OWN, Claim
from .experiment import Experiment, Runs
from .sharing import CUBIC, LOSS_PERCENT, RENO, REQUEST_KB, cell, gain_map

#: Where a single connection is compared, and its runs.
_ALONE_RTT_MS, _ALONE_RUNS = 10, 10
#: Runs where losses are few: both sides are equal.
_FEW = Runs(3, 3)
_QUICK = {"congestion control": RENO, "request KB": 4, "loss %": LOSS_PERCENT[0]}
_CUBIC_CONNECTIONS = 8


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        gain_map(
            parameters,
            1,
            "large requests: writes of 128 KB with 2 to 16 connections",
            "Congestion control is Linux's Reno (RFC 5681 with appropriate byte counting).",
            RENO,
            size=128,
        ),
        gain_map(
            parameters,
            2,
            "small requests: writes of 4 KB with 2 to 16 connections",
            "Congestion control is Linux's Reno. With 16 connections, each has 8 KB outstanding, "
            "six segments at most, whatever its congestion window.",
            RENO,
            size=4,
        ),
        gain_map(
            parameters,
            3,
            f"Cubic: {_CUBIC_CONNECTIONS} connections, large and small requests",
            "An ensemble of TcpCubic takes more of the path than as many connections without "
            "sharing; see the limits of the page fair-tcp.",
            CUBIC,
            connections=_CUBIC_CONNECTIONS,
        ),
        _single_connection(parameters),
    ]


def _single_connection(parameters):
    """Give the table of a single connection, which has nobody to share with."""
    cells = []
    for algorithm in (RENO, CUBIC):
        for size in REQUEST_KB:
            for loss in LOSS_PERCENT:
                told = {"congestion control": algorithm, "request KB": size, "loss %": loss}
                own = {**told, "connections": 1, "RTT ms": _ALONE_RTT_MS}
                runs = _FEW if loss == LOSS_PERCENT[0] else None
                is_quick = told == _QUICK
                cells.append(cell(parameters, told, own, algorithm, is_quick=is_quick, runs=runs))
    return Experiment(
        "table 1",
        "a single connection has nobody to share with",
        f"At a round-trip time of {_ALONE_RTT_MS} ms. Both sides of a ratio are equal until a "
        "connection that starts again after a timeout loses packets once more. Plain TCP then "
        "lowers its threshold to what is in flight, two segments at least; a share stays as it is, "
        "or is lowered less.",
        cells,
        metric="gain",
        unit="ratio",
        runs=_ALONE_RUNS,
        claims=_little_changes,
    )


def _little_changes(rows):
    """Check that a single connection is as without sharing."""
    is_low = rows["loss %"] == LOSS_PERCENT[0]
    low, high = rows[is_low], rows[~is_low]
    claims = [
        Claim(
            f"With a single connection and a loss of {LOSS_PERCENT[0]:g} %, throughput is the same "
            "with and without sharing.",
            bool((low[["simulated", "ci_low", "ci_high"]] == 1).all(axis=None)),
            _range(low),
            kind=OWN,
            tolerance="exactly",
        )
    ]
    if not high.empty:
        claims.append(
            Claim(
                "With more losses no difference is seen.",
                bool(((high["ci_low"] <= 1) & (high["ci_high"] >= 1)).all()),
                _range(high),
                kind=OWN,
                tolerance="intervals include 1",
            )
        )
    return claims


def _range(rows):
    return f"Ratios are {rows['simulated'].min():.3f} to {rows['simulated'].max():.3f}."
