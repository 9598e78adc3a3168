# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: two links under load, losses, with a slow link and a pulled cable."""

from . import paths
from .claims import OWN, Claim
from .experiment import Experiment, Picture
from .paths import BOND, BOND_ONE, IN_TURN, LEAST, ONE, RECOVERY, SERVICE_TIME, WAYS, cell
from .paths_pictures import rate_map
from .paths_runs import requests

#: Runs of a cell, and of one whose losses are drawn.
_RUNS, _LOSSY_RUNS = 3, 5
_DEPTHS, _LOADED = (1, 4, 16, 64), 16
_LOSS_PERCENT = (0.01, 0.1, 1)
_OPERATIONS = {"read": 1.0, "write": 0.0}
#: Rate of the slow link, and of it the share of the fast one.
_SLOW, _SLOW_SHARE = "200Mbps", 0.2
#: The cable is out for six seconds in the midst of load; a bond's begins when LACP is done.
_PULL, _PULL_OF_BOND, _OUT_S = "2s 8s", "5s 11s", 6
_PULLED_REQUESTS, _REQUESTS, _LOSSY_REQUESTS = 24000, 4000, 4000
#: Longest time until a path counts as failed, s: the interval of the pings and their timeout.
_CHECKED_S = 2.0
_FURTHER = ("p99_ms", "p999_ms", "longest_ms", "silence_s", "failed", "again")
#: Further columns of the tables: figures of a run, and their format.
_COLUMNS = {
    "99 % within, ms": ("p99_ms", "{:.3g}"),
    "99.9 % within, ms": ("p999_ms", "{:.3g}"),
    "longest, ms": ("longest_ms", "{:.4g}"),
    "without I/O, s": ("silence_s", "{:.3g}"),
    "done again": ("again", "{:.3g}"),
    "failed": ("failed", "{:.0f}"),
}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_load(parameters), _loss(parameters), _slow(parameters), _pull(parameters)]


def _experiment(number, title, text, cells, **others):
    defaults = {"metric": "rate", "unit": "MB/s", "column": "mb_per_s", "runs": _RUNS}
    return Experiment(
        f"table {number}",
        title,
        text,
        cells,
        further=_FURTHER,
        scenario=requests,
        columns=_columns,
        **{**defaults, **others},
    )


def _columns(rows):
    """Give the columns beside the rate: tail, time without I/O, requests done again or failed."""
    return {
        heading: [words.format(value) for value in rows[name]]
        for heading, (name, words) in _COLUMNS.items()
    }


def _load(parameters):
    cells = [
        cell(
            parameters,
            way,
            {"depth": depth},
            quick=depth == _LOADED and way in (ONE, SERVICE_TIME),
            queueDepth=depth,
            count=_REQUESTS,
        )
        for way in WAYS
        if way != RECOVERY
        for depth in _DEPTHS
    ]
    return _experiment(
        1,
        "load",
        "Reads, by the number outstanding.",
        cells,
        claims=_claims_of_load,
    )


def _loss(parameters):
    cells = [
        cell(
            parameters,
            way,
            {"operation": operation, "loss %": loss},
            quick=loss == 1 and operation == "write" and way in (SERVICE_TIME, paths.CONNECTIONS),
            readFraction=share,
            lossToTargets=loss / 100,
            lossToInitiators=loss / 100,
            count=_LOSSY_REQUESTS,
        )
        for operation, share in _OPERATIONS.items()
        for way in WAYS
        if way not in (RECOVERY, BOND_ONE)
        for loss in _LOSS_PERCENT
    ]
    return _experiment(
        2,
        "packets that are lost at random, in both directions",
        "A session gives its commands to the target in the order of CmdSN: with two connections, "
        "a command behind one that was lost waits at the target, though its own connection lost "
        "nothing. Paths of multipath I/O are sessions of their own.",
        cells,
        runs=_LOSSY_RUNS,
        claims=_claims_of_loss,
        pictures=_map,
    )


def _map(rows):
    """Give the map of the rates; a quick selection has none."""
    if not rows["is_full"].all():
        return []
    caption = (
        "Rate and, below it, the time that 99.9 % of the requests do not exceed, by how two links "
        "are used and by the share of packets that is lost in each direction."
    )
    figure = rate_map(rows, "loss %", "two links as", "operation", 2 * paths.LINK_MB_PER_S)
    return [Picture(caption, figure)]


def _slow(parameters):
    ways = (ONE, IN_TURN, SERVICE_TIME, paths.CONNECTIONS, LEAST)
    cells = [
        cell(
            parameters,
            way,
            quick=way == SERVICE_TIME,
            count=_REQUESTS,
            # The path itself is the bottleneck: only it has a rate for each link.
            linkRate="1Gbps",
            **({} if way == ONE else {"firstLinkRate": _SLOW}),
        )
        for way in ways
    ]
    return _experiment(
        3,
        "a slow link beside a fast one",
        f"The first link carries {_SLOW}, the second 1 Gb/s; \u201cone link\u201d is the fast one "
        "alone. A bond has no rate for each link here.",
        cells,
        claims=_claims_of_slow,
    )


def _pull(parameters):
    cells = [
        cell(
            parameters,
            way,
            quick=way == IN_TURN,
            count=_PULLED_REQUESTS,
            cablePull=_PULL_OF_BOND if way == BOND else _PULL,
        )
        for way in WAYS
        # A bond's only connection may be on the other link.
        if way != BOND_ONE
    ]
    return _experiment(
        4,
        "a cable that is pulled",
        f"The first cable of the target is out for {_OUT_S} s in the midst of reads. The result is "
        "the longest time in which no request ended. A bond sees that its link is down, on which "
        "TCP has to send again what was lost; the others learn it from pings.",
        cells,
        metric="time without I/O",
        unit="s",
        column="silence_s",
        claims=_claims_of_pull,
    )


def _of(rows, way, column="simulated", **conditions):
    """Give a result of a way, None if it was not simulated."""
    found = rows[rows["two links as"] == way]
    for name, value in conditions.items():
        found = found[found[name] == value]
    return None if found.empty else float(found[column].iloc[0])


def _own(text, held, detail, tolerance):
    return Claim(text, bool(held), detail, kind=OWN, tolerance=tolerance)


def _claims_of_load(rows):
    one = _of(rows, ONE, depth=_LOADED)
    gains = {
        way: _of(rows, way, depth=_LOADED) / one
        for way in WAYS
        if way not in (ONE, BOND_ONE, RECOVERY) and _of(rows, way, depth=_LOADED)
    }
    told = ", ".join(f"{way}: {gain:.3f}" for way, gain in gains.items())
    claims = [
        _own(
            f"Two links carry twice what one does, with {_LOADED} requests outstanding.",
            all(gain >= 1.95 for gain in gains.values()),
            f"In times of one link: {told}.",
            "1.95 times or more",
        )
    ]
    alone = _of(rows, BOND_ONE, depth=_LOADED)
    if alone:
        claims.append(
            _own(
                "A bond gives a session of one connection nothing.",
                abs(alone / one - 1) <= 0.01,
                f"{alone:.1f} MB/s, and {one:.1f} over one link.",
                "within 1 %",
            )
        )
    return claims


def _claims_of_loss(rows):
    claims = []
    for operation in _OPERATIONS:
        part = rows[(rows["operation"] == operation) & (rows["loss %"] == max(_LOSS_PERCENT))]
        known = part.set_index("two links as")
        if not {SERVICE_TIME, paths.CONNECTIONS, LEAST} <= set(known.index):
            continue
        ours, best = known.loc[SERVICE_TIME], known.loc[[paths.CONNECTIONS, LEAST]]
        best = best.loc[best["simulated"].idxmax()]
        claims.append(
            _own(
                f"Where 1 % is lost, multipath I/O by service time has a higher rate of "
                f"{operation}s than MC/S.",
                ours["ci_low"] > best["ci_high"],
                f"{_interval(ours)} and {_interval(best)} MB/s, the latter the better of both "
                "policies.",
                "intervals do not overlap",
            )
        )
    return claims


def _interval(row):
    return f"{row['simulated']:.1f} ({row['ci_low']:.1f} to {row['ci_high']:.1f})"


def _claims_of_slow(rows):
    one, service, turn = (_of(rows, way) for way in (ONE, SERVICE_TIME, IN_TURN))
    claims = []
    if one and service:
        claims.append(
            _own(
                "By service time a slow link does not hold a fast one back: both carry what they "
                "can.",
                abs(service / one / (1 + _SLOW_SHARE) - 1) <= 0.05,
                f"{service:.1f} MB/s, and {one:.1f} over the fast link alone.",
                f"within 5 % of {1 + _SLOW_SHARE:g} times",
            )
        )
    if one and turn:
        claims.append(
            _own(
                "In turn both carry what the slow one does.",
                abs(turn / one / (2 * _SLOW_SHARE) - 1) <= 0.05,
                f"{turn:.1f} MB/s.",
                f"within 5 % of {2 * _SLOW_SHARE:g} times the fast link",
            )
        )
    return claims


def _claims_of_pull(rows):
    ways = [way for way in (IN_TURN, SERVICE_TIME) if _of(rows, way) is not None]
    told = ", ".join(f"{way}: {_of(rows, way):.2f} s" for way in ways)
    failed = rows["failed"].sum()
    claims = [
        _own(
            "A pulled cable costs multipath I/O no more than the interval of the pings and their "
            "timeout.",
            all(_of(rows, way) <= _CHECKED_S for way in ways),
            f"{told}.",
            f"at most {_CHECKED_S:g} s",
        ),
        _own(
            "No request fails, however the links are used.",
            failed == 0,
            f"{failed:.0f} requests failed.",
            "none",
        ),
    ]
    levels = [_of(rows, way) for way in (IN_TURN, paths.CONNECTIONS, RECOVERY)]
    if all(one is not None for one in levels):
        turn, lost, moved = levels
        claims.append(
            _own(
                "MC/S is without I/O for longer than multipath I/O, at either recovery level.",
                lost > turn and moved > turn,
                f"{lost:.2f} s at level 0, {moved:.2f} s at level 2, {turn:.2f} s by multipath "
                "I/O in turn.",
                "longer",
            )
        )
    return claims
