# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the experiments on causes: iscsi-san with attributes of ns-3, and TCP without iSCSI."""

import re

from ns3_iscsi.results import read_connections, read_summary

from .scenarios import arguments, execute, plain_arguments, results_of

_MEGA = 1e6


def session(settings, run):
    """Simulate an iSCSI session; give its throughput and what its connections did, a scenario.

    :param settings: options of San, and attributes of ns-3 by their whole names
    :param run: number of the run
    """
    with results_of("iscsi-san", *arguments(settings, run)) as folder:
        summary = read_summary(folder / "summary.json")
        ends = read_connections(folder / "connections.csv")
    senders = ends[ends["sender"] == "initiator"]
    written = summary["all"]["bytes"] / _MEGA
    return {
        "steady_mb_per_s": summary["steady"]["mb_per_s"],
        "timeouts_per_mb": summary["tcp"]["timeouts"] / written,
        "retransmissions_per_mb": summary["tcp"]["retransmissions"] / written,
        "timeout_percent": 100 * float(senders["timeout_share"].mean()),
        "idle_percent": 100 * float(senders["idle_share"].mean()),
    }


def bulk(settings, run):
    """Simulate bulk connections without iSCSI, none of which waits for another, a scenario.

    :param settings: options of fair-tcp-example, and attributes of ns-3 by their whole names
    :param run: number of the run
    """
    printed = execute("fair-tcp-example", *plain_arguments(settings, run))
    rate = re.search(r"^all: ([\d.]+) Mb/s", printed, re.MULTILINE)
    return {"mb_per_s": float(rate[1]) / 8}
