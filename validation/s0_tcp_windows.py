# SPDX-License-Identifier: GPL-2.0-only
"""S0, tables 1 and 2: throughput of plain TCP by window size and round-trip time."""

import functools
import math
from dataclasses import dataclass

from . import s0, s0_claims, s0_link
from .baselines import ClosedForm
from .experiment import Experiment
from .reference import read

#: Parameters of the host that mean nothing to TCP alone, so that tcp-bulk has no such options.
_NOT_OF_TCP = ("timePerPdu", "timePerCommand", "timePerByte", "ramBandwidth")
#: Warm-up of a load that is hardly faster than the limiter, ms.
_SLOW_WARM_UP = 2500


@dataclass(frozen=True)
class _Table:
    number: int
    #: File of reference data.
    data: str
    #: Table of parameters that has the windows.
    windows: str
    #: Least time until counting begins, ms.
    warm_up: int
    title: str
    text: str


_TABLES = (
    _Table(
        1,
        "s0_table1_tcp_window64KB",
        "default_window",
        _SLOW_WARM_UP,
        "TCP with default windows",
        "Plain TCP with the default windows of the system, nominally 64 KB. Above some round-trip "
        "time, throughput is window over round-trip time.",
    ),
    _Table(
        2,
        "s0_table2_tcp_window10MB",
        "large_window",
        s0.WARM_UP,
        "TCP with windows of 10 MB",
        "Plain TCP with windows that never limit throughput: wire speed at every distance.",
    ),
)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_make(parameters, table) for table in _TABLES]


def _make(parameters, table):
    cells = []
    for row in read(table.data):
        settings = parameters.settings("host", "emulator", "large_window", table.windows)
        for name in _NOT_OF_TCP:
            del settings[name]
        is_read = row["direction"] == "target_to_initiator"
        settings["readFraction"] = float(is_read)
        # Nothing but the receive window limits what is under way.
        window = settings.get("rcvBufSize" if is_read else "targetRcvBufSize")
        limits = window, (math.inf, False)
        conditions = {"direction": row["direction"].replace("_", " "), "RTT ms": row["rtt_ms"]}
        cells.append(s0.cell(row, conditions, settings, row["rtt_ms"], limits, table.warm_up))
    return Experiment(
        f"table {table.number}",
        table.title,
        table.text,
        cells,
        scenario="tcp-bulk",
        closed_form=ClosedForm(s0_link.TEXT_OF_TCP, functools.partial(s0_link.tcp, table.number)),
        claims=s0_claims.TCP[table.number],
        pictures=lambda rows: s0.draw(rows, "RTT ms", "direction", None),
    )
