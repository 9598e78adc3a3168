# SPDX-License-Identifier: GPL-2.0-only
"""S0, tables 3 to 6: throughput of iSCSI by request size and command window."""

import functools
from dataclasses import dataclass, replace

from . import s0, s0_claims, s0_groups, s0_link
from .baselines import ClosedForm
from .experiment import Experiment
from .reference import read


@dataclass(frozen=True)
class _Table:
    number: int
    #: File of reference data.
    data: str
    title: str
    text: str


#: Through the emulator, each in one mode.
_EMULATED = (
    _Table(
        3,
        "s0_table3_iscsi_solicited_writes_OC3",
        "solicited writes",
        "The initiator sends no data before the target requests it (R2T), so every write takes "
        "two round trips.",
    ),
    _Table(
        4,
        "s0_table4_iscsi_unsolicited_writes_OC3",
        "unsolicited writes",
        "All data of a write follows its command at once: one round trip each.",
    ),
    _Table(
        5,
        "s0_table5_iscsi_reads_OC3",
        "reads",
        "Reads of data in the target's memory: one round trip each.",
    ),
)
#: What the LAN carries at most, kB/ms.
_LAN_RATE = 100
#: Without the emulator, in all modes.
_LAN = _Table(
    6,
    "s0_table6_iscsi_GigE_LAN",
    "iSCSI without the emulator",
    "The same over Gigabit Ethernet, where hosts alone are the limit: their costs are fitted here.",
)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [*(_emulated(parameters, table) for table in _EMULATED), _lan(parameters, _LAN)]


def _emulated(parameters, table):
    cells = []
    for row in read(table.data):
        conditions = {**_conditions(row), "RTT ms": row["rtt_ms"]}
        settings = s0.iscsi_settings(parameters, row, "emulator")
        limits = _limits(row, settings)
        cells.append(s0.cell(row, conditions, settings, row["rtt_ms"], limits))
    return Experiment(
        f"table {table.number}",
        table.title,
        table.text,
        cells,
        closed_form=ClosedForm(
            s0_link.TEXT_OF_REQUESTS, functools.partial(s0_link.requests, table.number)
        ),
        claims=s0_claims.grows,
        pictures=lambda rows: s0.draw(rows, "request KB", "RTT ms", "window"),
    )


def _lan(parameters, table):
    cells = []
    for row in read(table.data):
        conditions = {"mode": s0.mode_name(row["mode"]), **_conditions(row)}
        settings = s0.iscsi_settings(parameters, row, "lan")
        limits = _limits(row, settings)
        cell = s0.cell(row, conditions, settings, None, limits, shortest=_counted(row))
        group = s0_groups.lan_group(row["request_KB"], row["window_cmds"])
        cells.append(replace(cell, group=group))
    return Experiment(
        f"table {table.number}",
        table.title,
        table.text,
        cells,
        claims=s0_claims.of_lan,
        pictures=lambda rows: s0.draw(rows, "request KB", "mode", "window"),
    )


def _conditions(row):
    return {"request KB": row["request_KB"], "window": row["window_cmds"]}


def _counted(row):
    """Give the time, ms, in which the LAN carries all that is outstanding ten times, 150 at least.

    Requests come in bunches as long as that, and one or two of them would not do.
    """
    outstanding = 1.024 * row["request_KB"] * row["window_cmds"]
    return max(150, round(10 * outstanding / _LAN_RATE))


def _limits(row, settings):
    """Give the derived window that the data has to pass, and what may be under way."""
    window = None if row["mode"] == "read" else settings["targetRcvBufSize"]
    size = 1024 * row["request_KB"]
    return window, s0_groups.iscsi_in_flight(row["mode"], row["window_cmds"], size)
