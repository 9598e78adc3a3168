# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: what a session of several connections waits for after a pulled cable."""

from .claims import OWN, Claim
from .experiment import Experiment
from .paths import CONNECTIONS, IN_TURN, RECOVERY, cell
from .paths_runs import requests

#: How often a way waits Time2Wait until requests go on.
WAITS = {IN_TURN: 0, CONNECTIONS: 1, RECOVERY: 2}
#: The cable is out from here on for longer than anybody waits, s.
_PULL_S, _LATER_S, _BACK_S = 1.0, 0.3, 15.0
_REQUESTS, _RUNS = 6000, 1
_CHANGED = "what differs"
#: A timer that is not in the sum.
_NO_PART = "TCP's shortest timeout 400 ms"
#: Pings begin with the session, and requests that are on their way end after the pull, s.
_NEAR_S = 0.02
#: By name: the options that differ.
CHANGES = {
    "as it is": {},
    "Time2Wait 0 s": {"defaultTime2Wait": 0},
    "Time2Wait 1 s": {"defaultTime2Wait": 1},
    "Time2Wait 4 s": {"defaultTime2Wait": 4},
    "ping timeout 0.5 s": {"nopTimeout": "0.5s"},
    "ping interval 0.7 s": {"nopInterval": "0.7s"},
    f"pulled {_LATER_S} s later": {"cablePull": f"{_PULL_S + _LATER_S}s {_BACK_S}s"},
    _NO_PART: {"minRto": "400ms"},
}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        cell(
            parameters,
            way,
            {_CHANGED: name},
            quick=way == CONNECTIONS and name in ("as it is", "Time2Wait 0 s"),
            **{"count": _REQUESTS, "cablePull": f"{_PULL_S}s {_BACK_S}s", **options},
        )
        for way in WAITS
        for name, options in CHANGES.items()
    ]
    return [
        Experiment(
            "table 5",
            "what is waited for after a pulled cable",
            "The cable is pulled 1 s after the beginning, just before a ping, and is out until the "
            "end. The sum is the time until the next ping, the timeout of pings, and Time2Wait "
            "(RFC 7143, 13.15): none for multipath I/O, which repeats requests on the other path "
            "at once; one at level 0, before the lost connection is logged out over the other one; "
            "two at level 2, before that logout and, as the answer to it says (11.15.3), before "
            "tasks are reassigned.",
            cells,
            metric="time without I/O",
            unit="s",
            column="silence_s",
            further=("failed", "again"),
            scenario=requests,
            runs=_RUNS,
            claims=lambda rows: _claims(rows, parameters),
            columns=lambda rows: {
                "sum, s": [f"{one:.2f}" for one in _sums(rows, parameters)],
                "done again": [f"{one:.3g}" for one in rows["again"]],
            },
        )
    ]


def expected(way, options, parameters):
    """Give the time without I/O as a sum of timers.

    :param way: a key of WAITS
    :param options: those that differ
    :param parameters: the paper's parameters
    :return: seconds
    """
    usual = parameters.settings("iscsi")
    interval, timeout = (
        float({**usual, **options}[name].removesuffix("s"))
        for name in ("nopInterval", "nopTimeout")
    )
    pull = _PULL_S + (_LATER_S if "cablePull" in options else 0)
    # The next ping; the session began at 0.
    ping = interval * -(-round(pull / interval, 9) // 1)
    return ping - pull + timeout + WAITS[way] * options.get("defaultTime2Wait", 2)


def _sums(rows, parameters):
    names = zip(rows["two links as"], rows[_CHANGED], strict=True)
    return [expected(way, CHANGES[name], parameters) for way, name in names]


def _claims(rows, parameters):
    """Check the sum, and that a timer outside of it has no part."""
    errors = (rows["simulated"] - _sums(rows, parameters)).abs()
    claims = [
        _own(
            "Requests go on after the next ping, its timeout, and Time2Wait: none for multipath "
            "I/O, one for MC/S at level 0, two at level 2.",
            (errors <= _NEAR_S).all(),
            f"The sum is off by {1000 * errors.max():.0f} ms at most in {len(rows)} cases.",
            f"each within {1000 * _NEAR_S:.0f} ms",
        )
    ]
    known = rows.set_index([_CHANGED, "two links as"])["simulated"]
    if _NO_PART in known.index:
        moved = (known[_NO_PART] - known["as it is"]).abs()
        claims.append(
            _own(
                "TCP's retransmissions have no part: with twice its shortest timeout nothing "
                "changes.",
                (moved <= _NEAR_S).all(),
                f"{1000 * moved.max():.0f} ms at most.",
                f"within {1000 * _NEAR_S:.0f} ms",
            )
        )
    return claims


def _own(text, held, detail, tolerance):
    return Claim(text, bool(held), detail, kind=OWN, tolerance=tolerance)
