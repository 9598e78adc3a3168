# SPDX-License-Identifier: GPL-2.0-only
"""S2: what Fair-TCP gains, by the TCP that it is built on."""

from . import s2, s2_claims, s2_pictures, s2_runs
from .experiment import GEOMETRIC, Cell, Experiment, Runs
from .s2_sequential import dd

#: Delays of the emulator, ms.
_DELAYS_MS = (0, 4, 10)
#: Runs of a cell: until a gain is known within 5 %.
_RUNS = Runs(3, s2.RUNS, 0.05)
#: What hosts have of TCP, by the name of the variant: options of San that differ.
TCPS = {
    "Linux 2.4": {},
    "Linux 2.4, acknowledging after holes at once at both ends": {"targetTcpRules": "Linux24"},
    "Linux today": {"tcpRules": "Linux", "targetTcpRules": "Linux"},
    "ns-3, TcpNewReno": {
        "tcpRules": "Ns3",
        "targetTcpRules": "Ns3",
        "congestionControl": "ns3::TcpNewReno",
        "lossRecovery": "ns3::TcpClassicRecovery",
        "minRto": "200ms",
        "delAckTimeout": "40ms",
        "initialCwnd": 3,
    },
    "ns-3, TcpLinuxReno": {
        "tcpRules": "Ns3",
        "targetTcpRules": "Ns3",
        "congestionControl": "ns3::TcpLinuxReno",
        "minRto": "200ms",
        "delAckTimeout": "40ms",
        "initialCwnd": 3,
    },
}


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    cells = [
        Cell(
            {"TCP": name, "operation": operation, "delay ms": delay},
            dd(parameters, delay, s2.FAIR, operation, **own),
            base=dd(parameters, delay, s2.PLAIN, operation, **own),
            compare=GEOMETRIC,
            is_quick=False,
        )
        for name, own in TCPS.items()
        for operation in ("write", "read")
        for delay in _DELAYS_MS
    ]
    return [
        Experiment(
            "gain by TCP",
            "What Fair-TCP gains, by the TCP that it is built on",
            "Throughput of Fair-TCP over that of the TCP that it is built on, with the same "
            "losses. The paper's is Linux 2.4's. ns-3's TcpNewReno takes half of what is in flight "
            "for the threshold, TcpLinuxReno half of the window: a session waits for commands, so "
            "that little is in flight, and thresholds of connections without sharing get small.",
            cells,
            metric=f"{s2.FAIR} / {s2.PLAIN}",
            unit="ratio",
            column="throughput_mb_per_s",
            further=("tcp_timeouts",),
            scenario=s2_runs.simulate,
            runs=_RUNS,
            claims=s2_claims.gains_by_tcp,
            pictures=s2_pictures.gains_by_tcp,
        )
    ]
