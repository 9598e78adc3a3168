# SPDX-License-Identifier: GPL-2.0-only
"""Results of sweeps for tests, made by hand and not by simulation."""

import json

from ns3_iscsi import San, points, result_files
from ns3_iscsi.stages import STAGE_GROUPS


def summary(throughput):
    """Give a summary of a run of a throughput in MB/s; all else follows from it."""
    latency = 100 / throughput
    stages = [stage for members in STAGE_GROUPS.values() for stage in members]
    figures = {
        "count": 100,
        "bytes": 409600,
        "iops": throughput * 244,
        "mb_per_s": throughput,
        "mean_ms": latency,
        "stages_ms": {stage: latency / len(stages) for stage in stages},
    }
    spread = {"p50": latency, "p90": latency * 2, "p99": latency * 3, "p999": latency * 4}
    groups = ("all", "read", "write")
    return {
        "requests": 100,
        "errors": 0,
        "start_s": 0.0,
        "end_s": 1.0,
        **dict.fromkeys(groups, figures),
        "percentiles_ms": {group: {"latency": spread} for group in groups},
        "gateways": [{"timed_out": 0, "buffer_bytes": 4096, "loops_busy": [0.25, 0.75]}],
        "pdus": {"SCSI Command": 100, "SCSI Data-In": 200},
    }


def write_sweep(folder, throughput, failed=None, **lists):
    """Write a folder as a sweep leaves it, of two runs.

    :param folder: the folder
    :param throughput: gives the throughput of two values and a run
    :param failed: gives whether such a point failed
    :param lists: two parameters and their values
    """
    (first, ones), (second, others) = lists.items()
    settings = [{first: one, second: other} for one in ones for other in others]
    keys = []
    for setting in settings:
        for run in (1, 2):
            key = f"{len(keys):024}"
            keys.append(key)
            values = San(**setting).parameters()
            del values["output"]
            result = {
                "key": key,
                "parameters": values,
                "run": run,
                "versions": {"ns3_iscsi": "1", "ns3": "3.44", "program": "abc"},
                "command": ["iscsi-san", *San(**setting).arguments(), f"--RngRun={run}"],
            }
            if failed and failed(*setting.values(), run):
                result.update(error="killed by SIGSEGV", output="<script>alert(1)</script>")
            else:
                result["summary"] = summary(throughput(*setting.values(), run))
            (folder / key).mkdir(parents=True)
            result_files.write_atomically(folder / key / points.RESULT, json.dumps(result))
    description = {
        "base": {},
        "varied": [first, second],
        "settings": settings,
        "runs": [1, 2],
        "points": keys,
    }
    result_files.write_atomically(folder / "sweep.json", json.dumps(description))
