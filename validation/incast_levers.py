# SPDX-License-Identifier: GPL-2.0-only
"""Incast: what prevents the collapse, and at what cost."""

from . import incast_pairs
from .claims import OWN, Claim
from .experiment import Experiment
from .incast import BUFFER_KB, HALF_MBPS, SRU_KB, cell, onset, statement
from .incast_pairs import AS_IS
from .incast_runs import blocks

#: Servers where all of it is tried, in the middle of the collapse, and runs of each row: more than
#: elsewhere, as rows are compared with each other.
SERVERS, RUNS = 16, 10
_KB, _FRAME = 1024, 1526
#: A gain that is small: a tenth of the link.
_SMALL_MBPS = 100
#: A port whose queue marks packets: the papers on DCTCP mark from 20 packets on at 1 Gb/s.
_LIMIT, _MARK = BUFFER_KB * _KB // _FRAME, 20
ROUTER = {"switchBuffer": 0, "queueDiscLimit": f"{_LIMIT}p", "queue": "1000p"}
_MARKING = {
    **ROUTER,
    "queueDisc": "red",
    "ecn": True,
    "ns3::RedQueueDisc::MinTh": _MARK,
    "ns3::RedQueueDisc::MaxTh": _MARK,
    "ns3::RedQueueDisc::QW": 1,
    "ns3::RedQueueDisc::UseHardDrop": "false",
}
TCP = {
    "Reno of Linux": {"congestionControl": "ns3::TcpLinuxReno"},
    "NewReno without SACK": {"sack": False},
    "Cubic": {"congestionControl": "ns3::TcpCubic"},
    "all rules of Linux": {"tcpRules": "Linux"},
}
_SHARE = int(onset(BUFFER_KB) * 8 * _FRAME / SERVERS)
OTHERS = {
    "MaxBurstLength 16 KB": {"maxBurstLength": 16 * _KB, "firstBurstLength": 16 * _KB},
    "MaxRecvDataSegmentLength 8 KB": {"maxRecvDataSegmentLength": 8 * _KB},
    "command window 1": {"commandWindow": 1},
    "MaxOutstandingR2T 8": {"maxOutstandingR2T": 8},
    f"receive window {_SHARE} B": {"rcvBufSize": _SHARE},
    "timeout 1 ms": {"rto": "1ms"},
    "timeout 200 us": {"rto": "200us"},
    "queue of a router": {**ROUTER, "queueDisc": "fifo"},
    "NewReno with ECN": _MARKING,
    "DCTCP": {**_MARKING, "congestionControl": "ns3::TcpDctcp"},
    "pacing": {"ns3::TcpSocketState::EnablePacing": "true"},
}
#: Parts outstanding at once: parts are requests of their own, in sequence.
AT_ONCE = (1, 2, 4, 8)
#: What the page on incast recommends, and the keys of iSCSI that it says are of no help.
PREVENT = ("1 parts at once", f"receive window {_SHARE} B", "timeout 1 ms", "timeout 200 us")
KEYS = (
    "MaxBurstLength 16 KB",
    "MaxRecvDataSegmentLength 8 KB",
    "command window 1",
    "MaxOutstandingR2T 8",
)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_variants(parameters), _levers(parameters)]


def _one(parameters, name, changes, quick=False):
    return cell(parameters, SERVERS, {"what differs": name}, quick=quick, **changes)


def _few(parameters, count):
    """Give the cell in which a client has a number of parts outstanding and not all of a block."""
    part = SRU_KB * _KB
    return _one(
        parameters,
        f"{count} parts at once",
        {
            "size": str(part),
            "pattern": "sequential",
            "alignment": part,
            "queueDepth": count,
            "count": SERVERS * 12,
        },
        quick=count == 2,
    )


def _table(number, title, text, cells, claims):
    return Experiment(
        f"table {number}",
        title,
        f"{SERVERS} servers, parts of {SRU_KB} KB, {BUFFER_KB} KB of memory. {text} There are "
        f"{RUNS} runs. The last column is what a row has more than the one as it is, run by run: "
        "runs with the same number ask the servers in the same order.",
        cells,
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        scenario=blocks,
        runs=RUNS,
        claims=claims,
        columns=incast_pairs.columns,
    )


def _variants(parameters):
    cells = [_one(parameters, name, changes) for name, changes in ({AS_IS: {}} | TCP).items()]
    return _table(
        1,
        "other congestion controls",
        "As it is: NewReno with SACK.",
        cells,
        _none_of_tcp,
    )


def _levers(parameters):
    cells = [
        _one(parameters, AS_IS, {}),
        *(_few(parameters, count) for count in AT_ONCE),
        *(_one(parameters, name, changes) for name, changes in OTHERS.items()),
    ]
    return _table(
        2,
        "what prevents the collapse",
        "With so many parts at once, parts are requests of their own, which go to the servers in "
        "turn: a new one begins when one is there, so nobody waits for a whole block. The receive "
        "window is a connection's share of memory and round trip. Marking queues are those of "
        f"routers at both ends of the path, with {_LIMIT} packets and marks from {_MARK} on.",
        cells,
        _helps,
    )


def _goodput(rows):
    return dict(zip(rows["what differs"], rows["simulated"], strict=True))


def _none_of_tcp(rows):
    known = {name: one for name, one in _goodput(rows).items() if name != "all rules of Linux"}
    told = ", ".join(f"{name}: {one:.0f}" for name, one in known.items())
    return [
        statement(
            "variants",
            all(one < HALF_MBPS for one in known.values()),
            f"Mb/s: {told}.",
            f"below {HALF_MBPS} Mb/s each",
        )
    ]


def _helps(rows):
    known, gains = _goodput(rows), incast_pairs.gains(rows)
    if not gains:
        return []
    base, same = known[AS_IS], known["MaxOutstandingR2T 8"]
    others = [name for name in gains if name not in PREVENT]
    return [
        Claim(
            "R2T has no part in reads: MaxOutstandingR2T changes nothing.",
            bool(same == base),
            f"{same:.1f} and {base:.1f} Mb/s.",
            kind=OWN,
            tolerance="exactly",
        ),
        _own(
            "One part at a time, the receive window of a connection's share, and timeouts of 1 ms "
            "and less prevent the collapse.",
            all(gains[name][1] >= HALF_MBPS for name in PREVENT),
            gains,
            PREVENT,
            f"run by run at least {HALF_MBPS} Mb/s more than as it is, at the low end of the 95 % "
            "interval",
        ),
        _own(
            "Keys of iSCSI do not.",
            all(gains[name][2] <= _SMALL_MBPS for name in KEYS),
            gains,
            KEYS,
            f"run by run at most {_SMALL_MBPS} Mb/s more, at the high end of the 95 % interval",
        ),
        _own(
            "Nothing else here prevents it.",
            all(base + gains[name][2] < HALF_MBPS for name in others),
            gains,
            [name for name in others if name not in KEYS],
            f"below {HALF_MBPS} Mb/s with what is gained run by run, at the high end of the 95 % "
            "interval",
        ),
    ]


def _own(text, held, gains, names, tolerance):
    told = "; ".join(f"{name}: {incast_pairs.tell(gains[name])}" for name in names)
    detail = f"More than as it is, Mb/s: {told}."
    return Claim(text, bool(held), detail, kind=OWN, tolerance=tolerance)
