# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the experiments on incast: goodput of blocks, and what they waited for."""

import math
import tempfile
from pathlib import Path

from ns3_iscsi.quantities import parse
from ns3_iscsi.results import read_requests, read_summary

from .scenarios import arguments, execute

#: Bytes of a frame beside TCP's payload: TCP and IP without options, Ethernet with its gap.
_HEADERS = 20 + 20 + 38
#: Share of the blocks that do not count: in the first one no sender knows a threshold yet, and all
#: of them overshoot.
WARM_UP = 1 / 8


def blocks(settings, run):
    """Read blocks striped over servers; a scenario.

    :param settings: options of San, and attributes of ns-3 by their whole names
    :param run: number of the run
    :return: goodput in Mb/s, how many shortest timeouts fit into a block's time, and the goodput if
        each block took these beside the time of its transmission, all of them after the first
        blocks; timeouts and retransmissions of the whole run
    """
    with tempfile.TemporaryDirectory() as folder:
        execute("iscsi-san", *arguments(settings, run), f"--output={folder}")
        tcp = read_summary(Path(folder) / "summary.json")["tcp"]
        requests = read_requests(Path(folder) / "requests.csv")
    ends = requests["time_s"] + requests["latency_s"]
    first = math.ceil(WARM_UP * len(requests))
    counted = requests[first:]
    mbits = 8 * counted["bytes"].sum() / 1e6
    rto = float(parse("time", settings["minRto"]))
    waits = float((counted["latency_s"] // rto).mean())
    segment = settings["segmentSize"]
    payload = float(parse("rate", settings["linkRate"])) / 1e6 * segment / (segment + _HEADERS)
    block = mbits / len(counted)
    return {
        "goodput_mbps": float(mbits / (ends.iloc[-1] - ends.iloc[first - 1])),
        "timeouts": tcp["timeouts"],
        "resent": tcp["retransmissions"],
        "waits_per_block": waits,
        "formula_mbps": float(block / (block / payload + waits * rto)),
    }
