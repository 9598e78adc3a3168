# SPDX-License-Identifier: GPL-2.0-only
"""Runs the benchmarks and prints one JSON object: speed and memory, as ratios within one run.

    .venv/bin/python benchmarks/run.py [--repeat=N]

iscsi_over_bulk      wall time of a 256 MB sequential read over iSCSI (256 KB commands, queue depth
                     8, RAM disk, 1 Gb/s, 1 ms round trip) divided by that of ns-3's bulk transfer
                     of the same bytes on the same path; at most 1.10
small_commands_over_tcp
                     wall time of 10,000 reads of 512 bytes per simulated second over 100 iSCSI
                     sessions divided by that of bare TCP connections that exchange the same bytes
                     at the same times; at most 1.3
iscsi_over_bulk_instructions, small_commands_over_tcp_instructions
                     the same ratios in instructions, which do not depend on what else the machine
                     does: of 16 MB beyond 4 MB, and of 6,000 commands beyond 2,000, counted by
                     valgrind; null where that is not installed
idle_session_kb      resident memory of each logged-in session beyond the first, in KiB, from 1,000
                     sessions against one; at most 36
disk_requests_per_s  random reads of 8 KB per second of wall time, one at a time on the disk model
                     alone
disk_open_load_requests_per_s
                     the same on an open load, Poisson of 60 reads per simulated second; at least
                     500,000
disk_replay_requests_per_s
                     requests per second of wall time of disk-replay, a trace of 10,000 requests
                     replayed 100 times; at least 700,000
disk_replay_growth_kb
                     memory that disk-replay needs at its peak for 100 replays beyond that for one,
                     in KiB; about 0
trace_lines_per_s    lines of a block trace read per second of wall time, in the slowest of all
                     formats, 1,000,000 requests each; at least 1,000,000
trace_growth_kb      memory that reading the last nine tenths of such a trace adds, in KiB, the most
                     of all formats; about 0
disk_replay_trace    the trace: the measured one of a Cheetah 9LP in ../shared/traces/cheetah9lp, or
                     a synthetic one made in the build folder where that is absent

The two sides of a ratio take turns, so that whatever else the machine does meets both; the figure
is the median over the turns. "raw" holds the median of each side.
"""

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from ns3_iscsi.options import OptionParser, whole_number

ROOT = Path(__file__).resolve().parents[1]

SESSIONS = 1000

#: Replay of the trace, whose path stands in for the word, with the summary on standard output.
REPLAY = ["disk-replay", "--trace={trace}", "--summary=-"]

#: The measured trace of a real drive, beside the project.
MEASURED_TRACE = ROOT.parent / "shared" / "traces" / "cheetah9lp" / "cheetah9LP.trace"

#: Requests of the synthetic trace, as many as the measured one has.
TRACE_LENGTH = 10000

#: What a program is told for each side of a benchmark, and which of the figures it prints counts.
SIDES = {
    "iscsi_wall_s": (["iscsi-bulk", "--protocol=iscsi"], "wall_s"),
    "bulk_wall_s": (["iscsi-bulk", "--protocol=bulk"], "wall_s"),
    "small_iscsi_wall_s": (["small-commands", "--protocol=iscsi"], "wall_s"),
    "small_tcp_wall_s": (["small-commands", "--protocol=tcp"], "wall_s"),
    "many_sessions_kb": (["idle-sessions", f"--sessions={SESSIONS}"], "resident_kb"),
    "one_session_kb": (["idle-sessions", "--sessions=1"], "resident_kb"),
    "disk_requests_per_s": (["disk-requests"], "requests_per_s"),
    "disk_open_load_requests_per_s": (["disk-requests", "--load=open"], "requests_per_s"),
    "disk_replay_requests_per_s": ([*REPLAY, "--repeat=100"], "requests_per_second"),
    "many_replays_kb": ([*REPLAY, "--repeat=100"], "peak_memory_kb"),
    "one_replay_kb": ([*REPLAY, "--repeat=1"], "peak_memory_kb"),
    "trace_lines_per_s": (["trace-lines"], "lines_per_s"),
    "trace_growth_kb": (["trace-lines"], "growth_kb"),
}

#: What is run at a smaller and at a greater length for each ratio of instructions, so that their
#: difference has no part in it of the program's start: program, protocols, option, both lengths.
INSTRUCTIONS = {
    "iscsi_over_bulk": ("iscsi-bulk", ("iscsi", "bulk"), "megabytes", (4, 16)),
    "small_commands_over_tcp": ("small-commands", ("iscsi", "tcp"), "commands", (2000, 6000)),
}
COUNTER = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


def find_trace(build, measured=MEASURED_TRACE):
    """Give the trace to replay: the measured one, or a synthetic one like it.

    :param build: the folder where a synthetic trace is made
    :param measured: where the measured trace may be
    :return: the trace's path
    """
    if measured.exists():
        return measured
    trace = build / "synthetic.trace"
    trace.write_text("".join(synthetic_lines()))
    return trace


def synthetic_lines():
    """Make the lines of a validation trace, always the same: two thirds of them reads, a fifth
    right behind the request before, in the address range of a Cheetah 9LP."""
    numbers = random.Random(9)
    end = 0
    for _ in range(TRACE_LENGTH):
        sectors = numbers.choice((4, 8, 16, 40))
        lba = end if numbers.random() < 0.2 else numbers.randrange(17_000_000)
        end = lba + sectors
        operation = "R" if numbers.random() < 0.66 else "W"
        times = f"{numbers.uniform(500, 15000):.3f} {numbers.expovariate(1 / 50000):.3f}"
        yield f"{operation} Hit {lba} {sectors} {times}\n"


def measure(command, figure):
    """Run a program once and give one of the figures it prints as a JSON object."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output)[figure]


def take_turns(folder, repeat, trace, run=measure):
    """Run every side in turn.

    :param folder: where the programs are
    :param repeat: how often
    :param trace: the trace that is replayed
    :param run: what runs one side
    :return: the figures of each side, in the order of the turns
    """
    figures = {side: [] for side in SIDES}
    for turn in range(repeat):
        for side, ((program, *options), figure) in SIDES.items():
            print(f"{turn + 1}/{repeat} {side}", file=sys.stderr)
            words = [option.format(trace=trace) for option in options]
            figures[side].append(run([folder / program, *words], figure))
    return figures


def count(command):
    """Give the instructions of a program's run, as valgrind counts them."""
    process = subprocess.run([*COUNTER, *command], check=True, capture_output=True, text=True)
    return int(re.search(r"I\s+refs:\s+([0-9,]+)", process.stderr)[1].replace(",", ""))


def count_ratios(folder, run=count):
    """Give the ratios in instructions, by name; None without valgrind.

    :param folder: where the programs are
    :param run: what runs a program and counts
    """
    names = {name: f"{name}_instructions" for name in INSTRUCTIONS}
    if shutil.which(COUNTER[0]) is None:
        print("instructions: skipped, valgrind is not installed", file=sys.stderr)
        return dict.fromkeys(names.values())
    ratios = {}
    for name, (program, protocols, option, lengths) in INSTRUCTIONS.items():
        print(names[name], file=sys.stderr)
        costs = []
        for protocol in protocols:
            words = [folder / program, f"--protocol={protocol}"]
            few, many = (run([*words, f"--{option}={length}"]) for length in lengths)
            costs.append(many - few)
        ratios[names[name]] = round(costs[0] / costs[1], 3)
    return ratios


def evaluate(figures):
    """Give the ratios, each the median over the turns, and the medians they come from."""
    times = zip(figures["iscsi_wall_s"], figures["bulk_wall_s"], strict=True)
    small = zip(figures["small_iscsi_wall_s"], figures["small_tcp_wall_s"], strict=True)
    memory = zip(figures["many_sessions_kb"], figures["one_session_kb"], strict=True)
    replays = zip(figures["many_replays_kb"], figures["one_replay_kb"], strict=True)
    rates = [side for side in SIDES if side.endswith("_per_s")]
    return {
        "iscsi_over_bulk": round(statistics.median(a / b for a, b in times), 3),
        "small_commands_over_tcp": round(statistics.median(a / b for a, b in small), 3),
        "idle_session_kb": round(statistics.median((a - b) / (SESSIONS - 1) for a, b in memory), 2),
        **{side: round(statistics.median(figures[side])) for side in rates},
        "disk_replay_growth_kb": round(statistics.median(a - b for a, b in replays)),
        "trace_growth_kb": round(statistics.median(figures["trace_growth_kb"])),
        "raw": {side: statistics.median(values) for side, values in figures.items()},
    }


def main(arguments=None):
    """Run the benchmarks.

    :param arguments: the command line without the program's name
    :return: the exit status
    """
    build = Path(os.environ.get("NS3_ISCSI_BUILD") or ROOT / "build")
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=whole_number(1, 1000, 5), default=3, help="turns (3)")
    options = parser.parse_args(arguments)
    try:
        trace = find_trace(build)
        figures = take_turns(build / "bin", options.repeat, trace)
        ratios = count_ratios(build / "bin")
    except subprocess.CalledProcessError as error:
        print(error.stderr, f"{error.cmd[0]}: status {error.returncode}", sep="", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    kind = "measured" if trace == MEASURED_TRACE else "synthetic"
    result = {**evaluate(figures), **ratios, "disk_replay_trace": kind}
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
