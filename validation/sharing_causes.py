# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: what the gain of shared TCP control blocks depends on."""

from .claims import OWN, Claim
from .experiment import GEOMETRIC, Cell, Experiment
from .sharing import CUBIC, NEW_RENO, RENO, settings_of
from .sharing_runs import bulk, session

#: Where causes are looked for: where the maps have gains.
_CONDITIONS = {"RTT ms": 10, "request KB": 128, "connections": 8}
_LOSS_PERCENT = {RENO: 0.1, NEW_RENO: 0.1, CUBIC: 1}
_RUNS = 12
_POLICY = {"connectionPolicy": "least-outstanding"}
_BLOCK = "ns3::TcpControlBlockSharing::"
_AS_IS, _LEAST = "as in the maps", "least-outstanding"
_NO_RTT, _NO_WINDOW, _NO_THRESHOLD = "RTT not shared", "window not shared", "threshold not shared"
_ONLY_RTT = "only RTT shared"
_SHORT, _LONG = "MinRto 60 ms", "MinRto 1 s"
_MORE, _DEEP = "four times as many requests", "the same with 256 outstanding"
#: What differs from the maps, on both sides of a ratio.
_BOTH_SIDES = {
    _AS_IS: {},
    _LEAST: _POLICY,
    _SHORT: {"minRto": "60ms"},
    _LONG: {"minRto": "1s"},
    _MORE: {"count": 1280},
    _DEEP: {"count": 1280, "queueDepth": 256, "unitQueueDepth": 256, "commandWindow": 512},
}
#: What of a control block is not shared, on the side that shares.
_ONE_SIDE = {
    _NO_RTT: {f"{_BLOCK}ShareRtt": "false"},
    _NO_WINDOW: {f"{_BLOCK}ShareCwnd": "false"},
    _NO_THRESHOLD: {f"{_BLOCK}ShareSsThresh": "false"},
    _ONLY_RTT: {f"{_BLOCK}ShareCwnd": "false", f"{_BLOCK}ShareSsThresh": "false"},
}
#: Which of them is tried with which congestion control.
_TRIED = {
    RENO: [_AS_IS, _LEAST, _MORE, _DEEP, *_ONE_SIDE],
    NEW_RENO: [_AS_IS, _LEAST],
    CUBIC: [_AS_IS, _LEAST, _SHORT, _LONG, *_ONE_SIDE],
}
#: Of which of them the table of figures tells.
_SHOWN = (
    *((RENO, name) for name in (_AS_IS, _LEAST, _MORE, _DEEP)),
    *((CUBIC, name) for name in (_AS_IS, _LEAST)),
)
#: What TCP did: figure of a run, what it is called, unit.
_FIGURES = (
    ("steady_mb_per_s", "throughput", "MB/s"),
    ("timeouts_per_mb", "timeouts", "1/MB"),
    ("retransmissions_per_mb", "retransmissions", "1/MB"),
    ("timeout_percent", "share of time waiting for timeouts", "%"),
    ("idle_percent", "share of time with nothing to send", "%"),
)
#: Bulk connections: their numbers and runs.
_BULK_CONNECTIONS, _BULK_RUNS, _BULK_DURATION = (2, 8), 10, "4s"


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_dependence(parameters), _bulk(parameters), _figures(parameters)]


def _dependence(parameters):
    """Give the table of gains when one thing differs from the maps."""
    cells = [
        Cell(
            {
                "congestion control": algorithm,
                "loss %": _LOSS_PERCENT[algorithm],
                "what differs": name,
            },
            _settings(parameters, algorithm, name),
            base=_settings(parameters, algorithm, name, "none"),
            compare=GEOMETRIC,
            is_quick=False,
        )
        for algorithm, names in _TRIED.items()
        for name in names
    ]
    return Experiment(
        "table 2",
        "what the gain depends on",
        "Writes of 128 KB over 8 connections at 10 ms, where one thing differs from the maps. The "
        "maps deal commands to connections in turns, so a slow connection gets as many as a fast "
        "one, and the target carries commands out in their order. With least-outstanding, each "
        "command goes to the connection with the fewest bytes outstanding, on both sides of the "
        "ratio. MinRto is the shortest retransmission timeout, 200 ms in the maps.",
        cells,
        metric="gain",
        unit="ratio",
        scenario=session,
        runs=_RUNS,
        claims=_causes,
    )


def _settings(parameters, algorithm, name, sharing="ensemble"):
    own = dict(_BOTH_SIDES.get(name, {}))
    if sharing != "none":
        own.update(_ONE_SIDE.get(name, {}))
    conditions = {**_CONDITIONS, "loss %": _LOSS_PERCENT[algorithm]}
    return settings_of(parameters, conditions, algorithm, sharing, **own)


def _bulk(parameters):
    """Give the table of gains of connections that do not wait for each other."""
    tcp = parameters.settings("tcp")
    common = {
        "rate": parameters.settings("path")["linkRate"],
        "ns3::TcpL4Protocol::RecoveryType": tcp["lossRecovery"],
        "ns3::TcpSocketBase::MinRto": tcp["minRto"],
        "ns3::TcpSocket::DelAckTimeout": tcp["delAckTimeout"],
        "ns3::TcpSocketBase::Timestamp": "false",
        "delay": f"{_CONDITIONS['RTT ms'] / 2:g}ms",
        "duration": _BULK_DURATION,
    }
    cells = []
    for algorithm in (RENO, NEW_RENO, CUBIC):
        for connections in _BULK_CONNECTIONS:
            loss = _LOSS_PERCENT[algorithm]
            own = {
                **common,
                "ns3::TcpL4Protocol::SocketType": f"ns3::Tcp{algorithm}",
                "connections": connections,
                "loss": loss / 100,
            }
            cells.append(
                Cell(
                    {
                        "congestion control": algorithm,
                        "loss %": loss,
                        "connections": connections,
                    },
                    {**own, "sharing": "ensemble"},
                    base={**own, "sharing": "none"},
                    compare=GEOMETRIC,
                    is_quick=False,
                )
            )
    return Experiment(
        "table 3",
        "connections that do not wait for each other",
        "Bulk transfers without iSCSI (fair-tcp-example) at 10 ms. Each connection "
        "sends as fast as it may, so a slow one delays no other.",
        cells,
        metric="gain",
        unit="ratio",
        column="mb_per_s",
        scenario=bulk,
        runs=_BULK_RUNS,
        claims=_without_coupling,
    )


def _figures(parameters):
    """Give the table of what TCP did with and without sharing, from the runs of table 2."""
    cells = [
        Cell(
            {"congestion control": algorithm, "what differs": name, "sharing": sharing},
            _settings(parameters, algorithm, name, sharing),
            column=column,
            metric=metric,
            unit=unit,
            is_quick=False,
        )
        for algorithm, name in _SHOWN
        for sharing in ("none", "ensemble")
        for column, metric, unit in _FIGURES
    ]
    return Experiment(
        "table 4",
        "what TCP did in the runs of table 2",
        "Means over the connections. A connection waits for a timeout from the last "
        "acknowledgement on; it has nothing to send while all that it sent is acknowledged, as at "
        "the end of a run, when others still send.",
        cells,
        scenario=session,
        runs=_RUNS,
    )


def _causes(rows):
    """Check our expectations of what the gain depends on: intervals overlap, or they do not."""
    if not rows["is_full"].all():
        return []
    return [
        _compare(
            rows,
            RENO,
            _AS_IS,
            _LEAST,
            False,
            "With Reno, sharing gains less if commands go to the connection with the fewest bytes "
            "outstanding: much of the gain is that no connection holds up the others.",
        ),
        _compare(
            rows,
            CUBIC,
            _AS_IS,
            _LEAST,
            True,
            "With Cubic, sharing gains as much then: its gain is not that.",
        ),
        *(
            _compare(
                rows,
                CUBIC,
                _AS_IS,
                name,
                True,
                f"With Cubic, the gain is no other with a {name}: timeouts do not explain it.",
            )
            for name in (_SHORT, _LONG)
        ),
        *(
            _compare(
                rows,
                algorithm,
                _AS_IS,
                _NO_RTT,
                True,
                f"With {name}, the gain is no other if round-trip times are not shared.",
            )
            for algorithm, name in ((RENO, "Reno"), (CUBIC, "Cubic"))
        ),
        _compare(
            rows,
            RENO,
            _AS_IS,
            _MORE,
            True,
            "With Reno, the gain is no other in transfers four times as long: it is no effect of "
            "the start.",
        ),
        _compare(
            rows,
            RENO,
            _MORE,
            _DEEP,
            False,
            "With Reno, sharing gains less if 256 commands are outstanding and not 32: much of the "
            "gain is that connections do not run out of commands.",
        ),
    ]


def _without_coupling(rows):
    """Check our expectations of connections that do not wait for each other."""
    if not rows["is_full"].all():
        return []
    gains = rows.set_index(["congestion control", "connections"])
    few, many = _BULK_CONNECTIONS
    reno, cubic = gains.loc[RENO], gains.loc[CUBIC]
    return [
        Claim(
            "With Reno, sharing gains nothing where connections do not wait for each other.",
            bool(((reno["ci_low"] <= 1) & (reno["ci_high"] >= 1)).all()),
            _tell(reno, (few, many)),
            kind=OWN,
            tolerance="intervals include 1",
        ),
        Claim(
            "With Cubic, the gain is in TCP itself: it is there without iSCSI.",
            bool((cubic["ci_low"] > 1).all()),
            _tell(cubic, (few, many)),
            kind=OWN,
            tolerance="intervals above 1",
        ),
        Claim(
            "With Cubic, the gain grows with the number of connections.",
            bool(cubic["ci_high"][few] < cubic["ci_low"][many]),
            _tell(cubic, (few, many)),
            kind=OWN,
            tolerance="intervals do not overlap",
        ),
    ]


def _tell(gains, names):
    """Say gains and their intervals, by what tells them apart."""
    words = [
        f"{name}: {row['simulated']:.2f} ({row['ci_low']:.2f} to {row['ci_high']:.2f})"
        for name, row in gains.loc[list(names)].iterrows()
    ]
    return f"{', '.join(words)}."


def _compare(rows, algorithm, first, second, is_equal, text):
    """Check whether two gains differ by more than their intervals."""
    own = rows[rows["congestion control"] == algorithm].set_index("what differs")
    one, other = own.loc[first], own.loc[second]
    held = _are_equal(one, other) if is_equal else bool(one["ci_low"] > other["ci_high"])
    limits = "intervals overlap" if is_equal else "intervals do not overlap"
    return Claim(text, held, _tell(own, (first, second)), kind=OWN, tolerance=limits)


def _are_equal(one, other):
    """Tell whether a gain is the same as another, None if the first may as well be no gain."""
    if one["ci_low"] > other["ci_high"] or other["ci_low"] > one["ci_high"]:
        return False
    return None if other["ci_low"] <= 1 < one["ci_low"] else True
