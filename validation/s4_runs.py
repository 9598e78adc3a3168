# SPDX-License-Identifier: GPL-2.0-only
"""A run of S4's system: throughput, processors, stages of requests, the channel.

Scenario of :mod:`validation.scenarios`: the settings are those of San with a wireless network.
"""

import tempfile
from pathlib import Path

from ns3_iscsi import San
from ns3_iscsi.results import read_connections, read_programs, read_summary

#: Stages of a request by where it is then.
STAGES = {
    "to_target": ("sent", "arrived_at_target"),
    "at_target": ("dispatched", "at_drive", "seek_done", "rotation_done", "media_done"),
    "to_initiator": ("back_at_target", "answered", "completed"),
}


def simulate(settings, run):
    """Simulate one run.

    :param settings: options of San
    :param run: number of the run
    :return: figures by name: ``mb_per_s`` and ``iops`` after the warm-up, or ``copy_mb_per_s`` of
        dd; ``initiator_busy`` and ``target_busy``, shares of the processors' time, 0 if they cost
        nothing; ``..._ms``, the mean time of a request at each place of STAGES; ``air_...``, shares
        of the time of the first hop's channel: ``air_empty``, in which no station has anything to
        send; ``joules_per_gb`` of all radios; ``rtt_ms``, the shortest round trip of TCP, that of
        segments without data
    """
    with tempfile.TemporaryDirectory() as folder:
        San(**settings, output=folder).run(run)
        summary = read_summary(Path(folder) / "summary.json")
        figures = _rates(summary) | _hosts(summary) | _stages(summary) | _channel(summary)
        connections = read_connections(Path(folder) / "connections.csv")
        figures["rtt_ms"] = 1e3 * connections["rtt_min_s"].min()
        if settings["workload"] == "dd":
            table = read_programs(Path(folder) / "programs.csv").set_index("figure")["value"]
            figures["copy_mb_per_s"] = table["copy_rate"] / 1e6
    return figures


def _rates(summary):
    steady = summary["steady"]
    seconds = steady["seconds"]
    # The first request that counts is at the beginning of the time.
    iops = (steady["requests"] - 1) / seconds if seconds else 0.0
    return {"mb_per_s": steady["mb_per_s"] or 0.0, "iops": iops}


def _hosts(summary):
    hosts = summary.get("hosts", {})
    return {
        "initiator_busy": hosts.get("initiators_busy", 0.0),
        "target_busy": hosts.get("targets_busy", 0.0),
    }


def _stages(summary):
    means = summary["all"]["stages_ms"]
    return {f"{place}_ms": sum(means[one] for one in own) for place, own in STAGES.items()}


def _channel(summary):
    wireless = summary["wireless"]
    shares = {f"air_{name}": share for name, share in wireless["channels"][0].items()}
    return shares | {"joules_per_gb": wireless["joules_per_gb"]}
