# SPDX-License-Identifier: GPL-2.0-only
"""Runs the points of a recording on the simulated host, and sets both beside each other."""

import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
from ns3_iscsi import San
from ns3_iscsi.executors import cores
from ns3_iscsi.results import read_programs, read_requests

from .depths import DEPTHS, depths
from .programs import PROGRAMS, trace_of
from .recording import DISKS, LINK, MEMORY_MIB, PROBE, JudgeError, read

KEYS = ["program", "file_system", "disk", "delay_ms"]
#: How near the simulation is to be, as a share of the real host's figure.
LIMITS = {
    "seconds": 0.1,
    "reads": 0.05,
    "writes": 0.05,
    "flushes": 0.05,
    "read_bytes": 0.05,
    "written_bytes": 0.05,
}
#: Figures of fewer requests, or of bytes of as many pages, are not judged: one more is a lot.
FEW, FEW_BYTES = 20, 20 * 4096
#: What may be under way: a loop device has tags for so many requests, and nbdfuse has ten threads.
TAGS, THREADS = 128, 10


def compare(path, names, file_systems, disks, delays):
    """Print the simulated figures over those of a recording, and how many are within the limits.

    :return: exit status: 0 if there is something to compare
    """
    rows = pd.DataFrame(read(path))
    way = way_of(rows)
    rows["delay_ms"] = rows["delay_ms"].astype(int)
    rows = rows[
        rows["program"].isin(names)
        & rows["file_system"].isin(file_systems)
        & rows["disk"].isin(disks)
        & rows["delay_ms"].isin(delays)
    ]
    if rows.empty:
        raise JudgeError(f"{path}: has none of these points")
    figures = [*LIMITS, *DEPTHS]
    rows = rows.reindex(columns=[*KEYS, *figures])
    rows[figures] = rows[figures].apply(pd.to_numeric)
    real = rows.groupby(KEYS, sort=False)[figures].median()
    with ThreadPoolExecutor(cores()) as pool:
        simulated = list(pool.map(lambda key: simulate(*key, way), real.index))
    simulated = pd.DataFrame(simulated, index=real.index)
    print_table(real, simulated)
    print_repetitions(rows)
    print_round_trips(real, simulated)
    return 0


def way_of(rows):
    """Give what the way to the simulated disk takes in one direction, s.

    It is half of what a page's write on the RAM disk takes without any delay, beyond what it takes
    there in the simulation.
    """
    measured = rows[rows["program"] == PROBE]["seconds"].astype(float)
    if measured.empty:
        raise JudgeError(f"the recording has no row {PROBE}")
    options = {**LINK, "delay": "0ms", "device": "ram", "size": "4096", "readFraction": 0}
    options |= {"workload": "closed", "queueDepth": 1, "count": 20, "drives": 1}
    with tempfile.TemporaryDirectory() as folder:
        San(**options, output=folder).run()
        latency = read_requests(Path(folder) / "requests.csv")["latency_s"].median()
    return max(statistics.median(measured) - latency, 0) / 2


def simulate(name, file_system, disk, delay, way):
    """Run a point on the simulated host and give its figures."""
    program = PROGRAMS[name]
    options = {**DISKS[disk], **LINK, **program.options, "fileSystem": file_system}
    options |= {"delay": f"{delay / 1e3 + way:.7f}s", "drives": 1, "cache": MEMORY_MIB}
    options |= {"fua": False, "cacheWriteBackDepth": TAGS, "commandWindow": THREADS}
    if program.is_replayed:
        options |= {"workload": "files", "fileTrace": str(trace_of(name))}
    with tempfile.TemporaryDirectory() as folder:
        San(**options, output=folder).run()
        programs = read_programs(Path(folder) / "programs.csv").set_index("figure")["value"]
        requests = read_requests(Path(folder) / "requests.csv")
    return {"seconds": seconds_of(name, programs)} | count(requests) | depths_of(requests)


def seconds_of(name, programs):
    """Give how long a program took, from its figures."""
    if name == "bonnie":
        kib = PROGRAMS[name].options["bonnieFileSize"] * 1024
        tests = ("sequential_output_block", "rewrite", "sequential_input_block")
        seeks = PROGRAMS[name].options["bonnieSeeks"] / programs["random_seeks"]
        return sum(kib / programs[test] for test in tests) + seeks
    return programs["replay_time" if PROGRAMS[name].is_replayed else "elapsed"]


def of_program(requests):
    """Give the requests while the program ran; others, as of the unmounting, have no phase."""
    return requests[~requests["phase"].fillna("").isin(["", "prepare"])]


def count(requests):
    """Give the numbers and bytes of the requests while the program ran."""
    sizes = of_program(requests).groupby("operation")["bytes"].agg(["count", "sum"])
    figures = {"flushes": sizes["count"].get("flush", 0)}
    for word, number, size in (
        ("read", "reads", "read_bytes"),
        ("write", "writes", "written_bytes"),
    ):
        figures[number] = sizes["count"].get(word, 0)
        figures[size] = sizes["sum"].get(word, 0)
    return figures


def depths_of(requests):
    """Give how many requests were under way while the program ran."""
    rows = of_program(requests)
    ends = rows["time_s"] + rows["latency_s"]
    is_flush = rows["operation"] == "flush"
    spans = list(zip(rows["time_s"][~is_flush], ends[~is_flush], strict=True))
    return depths(spans, rows["time_s"][is_flush])


def is_judged(figure, value):
    """Tell whether a figure of the real host is large enough to be judged."""
    if figure == "seconds":
        return True
    return value >= (FEW_BYTES if figure.endswith("bytes") else FEW)


def print_table(real, simulated):
    """Print a row for each point, and below it how many are within the limits."""
    within, total = dict.fromkeys(LIMITS, 0), dict.fromkeys(LIMITS, 0)
    # How many are under way is compared and not judged.
    heads = [*LIMITS, "most", "mean", "at flush"]
    print(f"{'':42}{'real s':>9}" + "".join(f"{name:>15}" for name in heads))
    for key, row in real.iterrows():
        words = []
        for figure, limit in LIMITS.items():
            ours = simulated.loc[key, figure]
            if not is_judged(figure, row[figure]):
                words.append(f"({ours:.0f}/{row[figure]:.0f})")
                continue
            ratio = ours / row[figure]
            total[figure] += 1
            within[figure] += abs(ratio - 1) <= limit
            words.append(f"{ratio:.3f}{' ' if abs(ratio - 1) <= limit else '*'}")
        words += [f"({simulated.loc[key, one]:.3g}/{row[one]:.3g})" for one in DEPTHS]
        name = "{:12}{:6}{:7}{:>5} ms".format(*key)
        print(f"{name:42}{row['seconds']:9.3f}" + "".join(f"{word:>15}" for word in words))
    print()
    for figure, limit in LIMITS.items():
        print(f"{figure}: {within[figure]} of {total[figure]} within {limit:.0%}")


def print_repetitions(rows):
    """Print how many repetitions on the real host are as near to the first as ours is to be."""
    firsts = rows.groupby(KEYS, sort=False)[list(LIMITS)].transform("first")
    again = rows.duplicated(KEYS)
    if not again.any():
        return
    print("\nrepetitions on the real host:")
    for figure, limit in LIMITS.items():
        pairs = pd.DataFrame({"first": firsts[figure], "later": rows[figure]})[again]
        pairs = pairs[[is_judged(figure, first) for first in pairs["first"]]]
        near = (pairs["later"] / pairs["first"] - 1).abs() <= limit
        print(f"{figure}: {near.sum()} of {len(near)} within {limit:.0%}")


def round_trips(figures):
    """Give how many round trips of the path a flush costs, for each program, file system and disk.

    It is the growth of the time with the path's round trip, over the number of flushes. Without a
    second delay, or with few flushes, there is none.
    """
    found = {}
    for key, rows in figures.groupby(level=KEYS[:-1], sort=False):
        trips = 2e-3 * rows.index.get_level_values("delay_ms").to_numpy(dtype=float)
        flushes = rows["flushes"].median()
        if len(set(trips)) > 1 and flushes >= FEW:
            found[key] = np.polyfit(trips, rows["seconds"].astype(float), 1)[0] / flushes
    return found


def print_round_trips(real, simulated):
    """Print how many round trips a flush costs there and here."""
    ours = round_trips(simulated)
    rows = {key: trips for key, trips in round_trips(real).items() if key in ours}
    if rows:
        print(f"\n{'round trips for each flush':42}{'real':>9}{'simulated':>15}")
    for key, trips in rows.items():
        print("{:12}{:6}{:24}".format(*key) + f"{trips:9.2f}{ours[key]:15.2f}")
