# SPDX-License-Identifier: GPL-2.0-only
"""Incast: what prevents the collapse, and at what cost."""

from .claims import OWN, Claim
from .experiment import Experiment
from .incast import BUFFER_KB, HALF_MBPS, RUNS, SRU_KB, cell, onset, statement
from .incast_runs import blocks

#: Servers and the memory of the port where all of it is tried; one in the middle of the collapse.
SERVERS = 16
_KB, _FRAME = 1024, 1526
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
_AS_IS = "as it is"
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
        f"{SERVERS} servers, parts of {SRU_KB} KB, {BUFFER_KB} KB of memory. {text}",
        cells,
        metric="goodput",
        unit="Mb/s",
        column="goodput_mbps",
        scenario=blocks,
        runs=RUNS,
        claims=claims,
        columns=lambda rows: {},
    )


def _variants(parameters):
    cells = [_one(parameters, name, changes) for name, changes in ({_AS_IS: {}} | TCP).items()]
    return _table(
        1,
        "other congestion controls",
        "As it is: NewReno with SACK.",
        cells,
        _none_of_tcp,
    )


def _levers(parameters):
    cells = [
        _one(parameters, _AS_IS, {}),
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
    known = _goodput(rows)
    if _AS_IS not in known:
        return []
    base = rows[rows["what differs"] == _AS_IS].iloc[0]
    same = rows[rows["what differs"] == "MaxOutstandingR2T 8"].iloc[0]
    return [
        Claim(
            "R2T has no part in reads: MaxOutstandingR2T changes nothing.",
            bool(same["simulated"] == base["simulated"]),
            f"{same['simulated']:.1f} and {base['simulated']:.1f} Mb/s.",
            kind=OWN,
            tolerance="exactly",
        )
    ]
