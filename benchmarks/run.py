# SPDX-License-Identifier: GPL-2.0-only
"""Runs the benchmarks and prints one JSON object: speed and memory, as ratios within one run.

    .venv/bin/python benchmarks/run.py [--repeat=N]

iscsi_over_bulk      wall time of a 256 MB sequential read over iSCSI (256 KB commands, queue depth
                     8, RAM disk, 1 Gb/s, 1 ms round trip) divided by that of ns-3's bulk transfer
                     of the same bytes on the same path; at most 1.25
idle_session_kb      resident memory of each logged-in session beyond the first, in KiB, from 1,000
                     sessions against one; at most 64
disk_requests_per_s  random requests per second of wall time on the disk model alone

The two sides of a ratio take turns, so that whatever else the machine does meets both; the figure
is the median over the turns. "raw" holds the median of each side.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

SESSIONS = 1000

#: What a program is told for each side of a benchmark, and which of the figures it prints counts.
SIDES = {
    "iscsi_wall_s": (["iscsi-bulk", "--protocol=iscsi"], "wall_s"),
    "bulk_wall_s": (["iscsi-bulk", "--protocol=bulk"], "wall_s"),
    "many_sessions_kb": (["idle-sessions", f"--sessions={SESSIONS}"], "resident_kb"),
    "one_session_kb": (["idle-sessions", "--sessions=1"], "resident_kb"),
    "disk_requests_per_s": (["disk-requests"], "disk_requests_per_s"),
}


def measure(command, figure):
    """Run a program once and give one of the figures it prints as a JSON object."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output)[figure]


def take_turns(folder, repeat, run=measure):
    """Run every side in turn.

    :param folder: where the programs are
    :param repeat: how often
    :param run: what runs one side
    :return: the figures of each side, in the order of the turns
    """
    figures = {side: [] for side in SIDES}
    for turn in range(repeat):
        for side, ((program, *options), figure) in SIDES.items():
            print(f"{turn + 1}/{repeat} {side}", file=sys.stderr)
            figures[side].append(run([folder / program, *options], figure))
    return figures


def evaluate(figures):
    """Give the ratios, each the median over the turns, and the medians they come from."""
    times = zip(figures["iscsi_wall_s"], figures["bulk_wall_s"], strict=True)
    memory = zip(figures["many_sessions_kb"], figures["one_session_kb"], strict=True)
    return {
        "iscsi_over_bulk": round(statistics.median(a / b for a, b in times), 3),
        "idle_session_kb": round(statistics.median((a - b) / (SESSIONS - 1) for a, b in memory), 2),
        "disk_requests_per_s": round(statistics.median(figures["disk_requests_per_s"])),
        "raw": {side: statistics.median(values) for side, values in figures.items()},
    }


def main(arguments=None):
    """Run the benchmarks.

    :param arguments: the command line without the program's name
    :return: the exit status
    """
    build = os.environ.get("NS3_ISCSI_BUILD") or Path(__file__).resolve().parents[1] / "build"
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=3, help="turns (3)")
    options = parser.parse_args(arguments)
    if options.repeat < 1:
        parser.error("--repeat: at least 1")
    try:
        figures = take_turns(Path(build) / "bin", options.repeat)
    except subprocess.CalledProcessError as error:
        print(error.stderr, f"{error.cmd[0]}: status {error.returncode}", sep="", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(json.dumps(evaluate(figures), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
