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
ssd_reads_per_s      random reads of 4 KiB per second of processor time, 32 at a time on the flash
                     model alone, in its steady state; at least 1,000,000
ssd_writes_per_s     the same of writes, garbage collection included; at least 400,000
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
offload_speedup_1mb  processor time of each read of 1 MiB, from a RAM disk at 1 Gb/s in PDUs of up
                     to 256 KiB, with every frame an event, divided by that with segmentation
                     offload (--offload=tso); at least 30. Each is the time of a long run less that
                     of a run of 10 reads, for each read of the difference, so that the program's
                     start has no part in it. The long run with offload is 1,000 reads, about 1 GB,
                     and the exact one 200, as it takes so much longer
offload_speedup_64kb the same for reads of 64 KiB: 16,000 with offload and 3,200 without, each less
                     a run of 160. Packets are 14 times fewer, as 64 KiB and a header are two IP
                     packets, each with an acknowledgement, and the command costs the same
offload_speedup_1mb_instructions, offload_speedup_64kb_instructions
                     the same ratios in instructions: of 200 reads of 1 MiB with offload and 20
                     without, and of 800 and 80 of 64 KiB, each beyond a first part; null without
                     valgrind. Time gains more, because fewer events also leave more in the caches
offload_over_ns2     wall time of the 1,000 reads of 1 MiB with segmentation offload divided by that
                     of ns-2's FullTcp with SACK for the same bytes on the same path of three links
                     (benchmarks/ns2-transfer.tcl), each with its start; at most 1; null where ns-2,
                     Debian's package ns2, is not installed
exact_over_ns2       processor time of each read of 1 MiB with every frame an event divided by that
                     of each MiB of ns-2, both less a run of 10 MiB; at most 15; null without ns-2
offload_long_fat_s   wall time in seconds of the validation's simulation of one connection that
                     reads at 10 Gb/s and 100 ms round trip, with segmentation offload; at most 5
postmark_s           wall time in seconds of a Postmark of 50,000 transactions on a file system with
                     a page cache of 256 MiB on a RAM disk; at most 10
postmark_growth_kb   memory that 500,000 transactions need at their end beyond that of 50,000, in
                     KiB; about 0
many_requests        processor time in seconds and peak memory in MiB of 100,000, 1,000,000 and
                     10,000,000 random reads of 4 KiB over one session at 10 Gb/s with segmentation
                     offload, 32 at a time, of which each thousandth has a row in requests.csv; for
                     the last at most 300 s and 300 MB. Each runs once, whatever --repeat says
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
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from ns3_iscsi.options import OptionParser, whole_number

ROOT = Path(__file__).resolve().parents[1]

SESSIONS = 1000

#: Replay of the trace, whose path stands in for the word, with the summary on standard output.
REPLAY = ["disk-replay", "--trace={trace}", "--json"]

#: The measured trace of a real drive, beside the project.
MEASURED_TRACE = ROOT.parent / "shared" / "traces" / "cheetah9lp" / "cheetah9LP.trace"

#: Requests of the synthetic trace, as many as the measured one has.
TRACE_LENGTH = 10000

#: Sequential reads from a RAM disk; their size, number and offload are still to be told.
READS = [
    "iscsi-san",
    "--device=ram",
    "--pattern=sequential",
    "--workload=closed",
    "--readFraction=1",
    "--queueDepth=4",
    "--linkRate=1Gbps",
    "--accessRate=1Gbps",
    "--delay=0.1ms",
    "--maxRecvDataSegmentLength=262144",
    "--maxBurstLength=1048576",
    "--output={output}",
]

#: Reads that show what offload gains: their size, the number in a short run, and in a long run by
#: the kind of offload.
SPEEDUPS = {
    "64kb": (65536, 160, {"none": 3200, "tso": 16000}),
    "1mb": (1048576, 10, {"none": 200, "tso": 1000}),
}

#: The same reads when instructions are counted: a smaller and a greater number, by the kind of
#: offload.
COUNTED_READS = {
    "1mb": {"none": (10, 30), "tso": (50, 250)},
    "64kb": {"none": (40, 120), "tso": (200, 1000)},
}

#: One connection that fills 10 Gb/s at 100 ms: the validation's first plan in wan_fill.py.
LONG_FAT = [
    "iscsi-san",
    "--accessRate=40Gbps",
    "--delAckTimeout=40ms",
    "--congestionControl=ns3::TcpLinuxReno",
    "--queue=20000p",
    "--maxRecvDataSegmentLength=262144",
    "--firstBurstLength=262144",
    "--maxBurstLength=16776192",
    "--initialR2T=false",
    "--immediateData=true",
    "--mtu=9000",
    "--segmentSize=8948",
    "--device=ram",
    "--drives=15",
    "--workload=closed",
    "--pattern=sequential",
    "--readFraction=1.0",
    "--size=262144",
    "--queueDepth=454",
    "--commandWindow=908",
    "--connections=1",
    "--rcvBufSize=118800000",
    "--sndBufSize=237600000",
    "--linkRate=10000Mbps",
    "--delay=50ms",
    "--count=1000000000",
    "--warmUp=1.1s",
    "--stop=2.7s",
    "--offload=tso",
    "--output={output}",
]

#: Random reads, whose number stands in for the word.
MANY_REQUESTS = [
    "iscsi-san",
    "--device=ram",
    "--pattern=uniform",
    "--workload=closed",
    "--readFraction=1",
    "--size=4096",
    "--queueDepth=32",
    "--linkRate=10Gbps",
    "--accessRate=10Gbps",
    "--delay=0.1ms",
    "--offload=tso",
    "--requestInterval=1000",
    "--count={count}",
    "--output={output}",
]
REQUEST_COUNTS = (100_000, 1_000_000, 10_000_000)

#: ns-2, which is not one of our programs and may be absent.
NS2 = "ns"
NS2_SCRIPT = ROOT / "benchmarks" / "ns2-transfer.tcl"

#: Figures that are not printed by a program but measured here: its time on the clock, or that of
#: the processor.
CLOCK, PROCESSOR = "clock", "processor"


def read(size, count, offload):
    """Give the command of some sequential reads."""
    return [*READS, f"--size={size}", f"--count={count}", f"--offload={offload}"]


def offload_sides():
    """Give the sides of the benchmarks of offload, in the form of SIDES."""
    sides = {}
    for name, (size, few, lengths) in SPEEDUPS.items():
        for offload, many in lengths.items():
            side = f"offload_{offload}_{name}"
            sides[f"{side}_many_s"] = (read(size, many, offload), PROCESSOR)
            sides[f"{side}_few_s"] = (read(size, few, offload), PROCESSOR)
    size, few, lengths = SPEEDUPS["1mb"]
    many = [NS2, str(NS2_SCRIPT), str(size * lengths["tso"])]
    sides["offload_1gb_wall_s"] = (read(size, lengths["tso"], "tso"), CLOCK)
    sides["ns2_1gb_wall_s"] = (many, CLOCK)
    sides["ns2_many_s"] = (many, PROCESSOR)
    sides["ns2_few_s"] = ([NS2, str(NS2_SCRIPT), str(size * few)], PROCESSOR)
    sides["offload_long_fat_s"] = (LONG_FAT, CLOCK)
    return sides


#: What a program is told for each side of a benchmark, and which of the figures it prints counts,
#: or which time of its run. Sides with the same command share a run.
SIDES = {
    "iscsi_wall_s": (["iscsi-bulk", "--protocol=iscsi"], "wall_s"),
    "bulk_wall_s": (["iscsi-bulk", "--protocol=bulk"], "wall_s"),
    "small_iscsi_wall_s": (["small-commands", "--protocol=iscsi"], "wall_s"),
    "small_tcp_wall_s": (["small-commands", "--protocol=tcp"], "wall_s"),
    "many_sessions_kb": (["idle-sessions", f"--sessions={SESSIONS}"], "resident_kb"),
    "one_session_kb": (["idle-sessions", "--sessions=1"], "resident_kb"),
    "disk_requests_per_s": (["disk-requests"], "requests_per_s"),
    "disk_open_load_requests_per_s": (["disk-requests", "--load=open"], "requests_per_s"),
    "ssd_reads_per_s": (["ssd-requests"], "requests_per_s"),
    "ssd_writes_per_s": (["ssd-requests", "--operation=write"], "requests_per_s"),
    "disk_replay_requests_per_s": ([*REPLAY, "--repeat=100"], "requests_per_second"),
    "many_replays_kb": ([*REPLAY, "--repeat=100"], "peak_memory_kb"),
    "one_replay_kb": ([*REPLAY, "--repeat=1"], "peak_memory_kb"),
    "postmark_s": (["host-postmark"], "wall_s"),
    "many_transactions_kb": (["host-postmark", "--transactions=500000"], "resident_kb"),
    "few_transactions_kb": (["host-postmark"], "resident_kb"),
    "trace_lines_per_s": (["trace-lines"], "lines_per_s"),
    "trace_growth_kb": (["trace-lines"], "growth_kb"),
    **offload_sides(),
}

#: What is run at a smaller and at a greater length for each ratio of instructions, so that their
#: difference has no part in it of the program's start: the two sides with their lengths.
INSTRUCTIONS = {
    "iscsi_over_bulk": [
        (["iscsi-bulk", "--protocol=iscsi", "--megabytes={length}"], (4, 16)),
        (["iscsi-bulk", "--protocol=bulk", "--megabytes={length}"], (4, 16)),
    ],
    "small_commands_over_tcp": [
        (["small-commands", "--protocol=iscsi", "--commands={length}"], (2000, 6000)),
        (["small-commands", "--protocol=tcp", "--commands={length}"], (2000, 6000)),
    ],
    **{
        f"offload_speedup_{name}": [
            (read(SPEEDUPS[name][0], "{length}", offload), lengths)
            for offload, lengths in counted.items()
        ]
        for name, counted in COUNTED_READS.items()
    },
}
COUNTER = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

#: What makes glibc copy and fill by vectors: an instruction that copies a whole block of memory is
#: one to the processor, and one for each byte to valgrind.
VECTORS = ":".join(f"glibc.cpu.x86_rep_{kind}_threshold={2**30}" for kind in ("movsb", "stosb"))


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


def measure(command, figures):
    """Run a program once and give some of the figures it prints as a JSON object, or its times."""
    clock, processor = time.monotonic(), processor_time()
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    times = {CLOCK: time.monotonic() - clock, PROCESSOR: processor_time() - processor}
    return [times[one] if one in times else json.loads(output)[one] for one in figures]


def processor_time():
    """Give the seconds that all programs run so far have taken of the processor."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def commands():
    """Give the commands of all sides, each once, with the figure of each side that it serves."""
    served = {}
    for side, (command, figure) in SIDES.items():
        served.setdefault(tuple(command), {})[side] = figure
    return served


def take_turns(build, repeat, trace, run=measure):
    """Run every side in turn.

    :param build: the folder with the programs in its bin, where one for results is made
    :param repeat: how often
    :param trace: the trace that is replayed
    :param run: what runs a command and gives the figures of its sides
    :return: the figures of each side, in the order of the turns; none of ns-2 where that is absent
    """
    ns2 = shutil.which(NS2)
    if ns2 is None:
        print("offload_over_ns2, exact_over_ns2: skipped, ns-2 is not installed", file=sys.stderr)
    paths = {"trace": trace, "output": build / "benchmark-results"}
    figures = {side: [] for side in SIDES}
    for turn in range(repeat):
        for (program, *options), served in commands().items():
            if program == NS2 and ns2 is None:
                continue
            path = Path(ns2) if program == NS2 else build / "bin" / program
            print(f"{turn + 1}/{repeat} {', '.join(served)}", file=sys.stderr)
            words = [option.format(**paths) for option in options]
            measured = run([path, *words], list(served.values()))
            for side, figure in zip(served, measured, strict=True):
                figures[side].append(figure)
    return figures


def count(command):
    """Give the instructions of a program's run, as valgrind counts them."""
    environment = {**os.environ, "GLIBC_TUNABLES": VECTORS}
    process = subprocess.run(
        [*COUNTER, *command], check=True, capture_output=True, text=True, env=environment
    )
    return int(re.search(r"I\s+refs:\s+([0-9,]+)", process.stderr)[1].replace(",", ""))


def count_unit(build, words, lengths, run):
    """Give the instructions of a unit of a program's work.

    :param build: the folder with the programs in its bin
    :param words: the command, with the length and the folder of results still to be filled in
    :param lengths: a smaller and a greater number of units
    :param run: what runs a program and counts
    """
    program = build / "bin" / words[0]
    results = build / "benchmark-results"
    few, many = (
        run([program, *(word.format(length=length, output=results) for word in words[1:])])
        for length in lengths
    )
    return (many - few) / (lengths[1] - lengths[0])


def count_ratios(build, run=count):
    """Give the ratios in instructions, by name; None without valgrind.

    :param build: the folder with the programs in its bin
    :param run: what runs a program and counts
    """
    names = {name: f"{name}_instructions" for name in INSTRUCTIONS}
    if shutil.which(COUNTER[0]) is None:
        print("instructions: skipped, valgrind is not installed", file=sys.stderr)
        return dict.fromkeys(names.values())
    ratios = {}
    for name, sides in INSTRUCTIONS.items():
        print(names[name], file=sys.stderr)
        first, second = (count_unit(build, words, lengths, run) for words, lengths in sides)
        ratios[names[name]] = round(first / second, 3)
    return ratios


def cost(command):
    """Run a program once and give its processor time, s, and its peak memory, MiB.

    The memory is at least that of this process, which a child shares until it begins.
    """
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=said.decode())
    return {
        "processor_s": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mib": round(usage.ru_maxrss / 1024),
    }


def cost_requests(build, run=cost):
    """Give what ever more requests in one run cost, by their number.

    :param build: the folder with the programs in its bin
    :param run: what runs a program and gives its cost
    """
    costs = {}
    for number in REQUEST_COUNTS:
        print(f"many_requests {number}", file=sys.stderr)
        program, *words = MANY_REQUESTS
        words = [word.format(count=number, output=build / "benchmark-results") for word in words]
        costs[f"{number}"] = run([build / "bin" / program, *words])
    return costs


def speedup(figures, name):
    """Give what offload gains, the median over the turns.

    :param figures: the figures of each side
    :param name: the reads, of SPEEDUPS
    :return: the time of a read without offload, in times of that with it
    """
    _, few, lengths = SPEEDUPS[name]
    costs = {}
    for offload, many in lengths.items():
        side = f"offload_{offload}_{name}"
        runs = zip(figures[f"{side}_many_s"], figures[f"{side}_few_s"], strict=True)
        costs[offload] = [(a - b) / (many - few) for a, b in runs]
    ratios = (a / b for a, b in zip(costs["none"], costs["tso"], strict=True))
    return round(statistics.median(ratios), 1)


def exact_over_ns2(figures):
    """Give what a read of 1 MiB costs without offload, the median over the turns.

    :param figures: the figures of each side
    :return: in times of what a MiB costs in ns-2; None without ns-2
    """
    _, few, lengths = SPEEDUPS["1mb"]
    times = zip(
        figures["offload_none_1mb_many_s"],
        figures["offload_none_1mb_few_s"],
        figures["ns2_many_s"],
        figures["ns2_few_s"],
        strict=False,
    )
    ratios = [
        (ours - start) / (lengths["none"] - few) * (lengths["tso"] - few) / (theirs - their_start)
        for ours, start, theirs, their_start in times
    ]
    return round(statistics.median(ratios), 1) if ratios else None


def evaluate(figures):
    """Give the ratios, each the median over the turns, and the medians they come from."""
    times = zip(figures["iscsi_wall_s"], figures["bulk_wall_s"], strict=True)
    small = zip(figures["small_iscsi_wall_s"], figures["small_tcp_wall_s"], strict=True)
    memory = zip(figures["many_sessions_kb"], figures["one_session_kb"], strict=True)
    replays = zip(figures["many_replays_kb"], figures["one_replay_kb"], strict=True)
    postmark = zip(figures["many_transactions_kb"], figures["few_transactions_kb"], strict=True)
    ns2 = zip(figures["offload_1gb_wall_s"], figures["ns2_1gb_wall_s"], strict=False)
    over_ns2 = [a / b for a, b in ns2]
    rates = [side for side in SIDES if side.endswith("_per_s")]
    return {
        "iscsi_over_bulk": round(statistics.median(a / b for a, b in times), 3),
        "small_commands_over_tcp": round(statistics.median(a / b for a, b in small), 3),
        "idle_session_kb": round(statistics.median((a - b) / (SESSIONS - 1) for a, b in memory), 2),
        **{side: round(statistics.median(figures[side])) for side in rates},
        "disk_replay_growth_kb": round(statistics.median(a - b for a, b in replays)),
        "trace_growth_kb": round(statistics.median(figures["trace_growth_kb"])),
        "postmark_s": round(statistics.median(figures["postmark_s"]), 2),
        "postmark_growth_kb": round(statistics.median(a - b for a, b in postmark)),
        **{f"offload_speedup_{name}": speedup(figures, name) for name in SPEEDUPS},
        "offload_over_ns2": round(statistics.median(over_ns2), 3) if over_ns2 else None,
        "exact_over_ns2": exact_over_ns2(figures),
        "offload_long_fat_s": round(statistics.median(figures["offload_long_fat_s"]), 2),
        "raw": {
            side: statistics.median(values) if values else None for side, values in figures.items()
        },
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
        figures = take_turns(build, options.repeat, trace)
        ratios = count_ratios(build)
        many = cost_requests(build)
    except subprocess.CalledProcessError as error:
        print(error.stderr, f"{error.cmd[0]}: status {error.returncode}", sep="", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    kind = "measured" if trace == MEASURED_TRACE else "synthetic"
    result = {
        **evaluate(figures),
        **ratios,
        "many_requests": many,
        "disk_replay_trace": kind,
    }
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
