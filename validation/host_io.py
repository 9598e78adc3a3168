# SPDX-License-Identifier: GPL-2.0-only
"""Run the programs that were recorded on the model of a host, and compare their block requests.

The recordings are in ``reference/host-io``; ``README.md`` there says how they were made. Requests
of both sides are counted by the same code, ``tools/summarize-programs``.
"""

import csv
import gzip
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from ns3_iscsi.build_info import environment, program
from ns3_iscsi.executors import cores

FOLDER = Path(__file__).resolve().parent
REFERENCE = FOLDER / "reference" / "host-io"
TOOLS = FOLDER.parent / "tools"
TRACES = FOLDER.parent / "traces"

FILE_SYSTEMS = ("ext4", "ext3", "ext2")

#: What tells the rows of a table apart.
KEYS = ["file_system", "program", "phase", "direction"]


class HostIoError(Exception):
    """A program that cannot be run, or whose requests cannot be counted; one line says why."""


@dataclass(frozen=True)
class Program:
    """How host-io-example runs what was recorded.

    :param options: its options
    :param phases: the recording's names of the model's phases, where they differ
    """

    options: dict
    phases: dict


def _attributes(type_name, **values):
    """Give the options that set attributes of a class."""
    return {f"ns3::{type_name}::{name}": value for name, value in values.items()}


#: Options of host-io-example for device and cache: those of the recordings.
HOST = {
    "device": "paced",
    **_attributes("FixedLatencyDevice", BlockCount=8 * 2**30 // 512, Latency="5ms"),
    **_attributes("PacedDevice", Burst=20),
    **_attributes("PageCache", Memory=64 * 2**20, DirtyRatio=0.2, BackgroundRatio=0.1),
    **_attributes("PageCache", FlushInterval="5s", DirtyExpire="30s"),
    **_attributes("PageCache", MaxRequestSize=128 * 2**10, WriteBackDepth=128),
}

_BUILD_STEPS = ("untar", "configure", "make")

#: The recorded programs by their names in the recordings.
PROGRAMS = {
    "dd": Program(
        {"program": "dd", **_attributes("DdProgram", BlockSize=65536, Count=4096, Conv="fsync")},
        {},
    ),
    "bonnie": Program(
        {
            "program": "bonnie",
            **_attributes(
                "BonnieProgram", FileSize=256, ChunkSize=8192, Seeks=4096, Seekers=3, PartSize=0
            ),
        },
        {
            "sequential_output_block": "write",
            "sequential_input_block": "read",
            "random_seeks": "seeks",
            "random_seeks-sync": "seeks-sync",
        },
    ),
    "postmark": Program(
        {
            "program": "postmark",
            **_attributes("PostmarkProgram", SizeLow=500, SizeHigh=100000, Number=2000),
            **_attributes("PostmarkProgram", Transactions=5000, Read=4096, Write=4096),
            **_attributes("PostmarkProgram", Buffering="false"),
        },
        {},
    ),
    "build": Program(
        {
            "program": "files",
            "traces": ",".join(str(TRACES / f"build-hello-{one}.trace.gz") for one in _BUILD_STEPS),
        },
        {
            f"build-hello-{step}{end}": f"{step}{end}"
            for step in _BUILD_STEPS
            for end in ("", "-sync")
        },
    ),
}


def simulate(file_system, name, folder, **changed):
    """Run a program on a file system, and write its requests as a recording.

    :param file_system: one of FILE_SYSTEMS
    :param name: one of PROGRAMS
    :param folder: where ``<file system>-<program>-1.csv.gz`` goes, and beside it ``.txt`` with what
        the program printed
    :param changed: options of host-io-example that differ from HOST
    :raises HostIoError: one line, what host-io-example says
    """
    folder.mkdir(parents=True, exist_ok=True)
    own = PROGRAMS[name]
    files = {
        kind: folder / f"{file_system}-{name}-1{kind}"
        for kind in (".requests", ".phases", ".txt", ".csv.gz")
    }
    options = {**HOST, **own.options, **changed, "fileSystem": file_system}
    options |= {"requests": files[".requests"], "phases": files[".phases"]}
    command = [program("host-io-example"), *(f"--{key}={one}" for key, one in options.items())]
    files[".txt"].write_text(_run(command, f"{name} on {file_system}"))
    lines = _convert(files[".requests"], files[".phases"], own.phases)
    files[".csv.gz"].write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), mtime=0))
    for kind in (".requests", ".phases"):
        files[kind].unlink()


def run(folder, programs=tuple(PROGRAMS), file_systems=FILE_SYSTEMS, workers=None, **changed):
    """Run programs and count their requests.

    :param folder: where recordings and tables go
    :param programs: names of PROGRAMS
    :param file_systems: some of FILE_SYSTEMS
    :param workers: simulations at a time, None for one per core
    :param changed: options of host-io-example that differ from HOST
    :return: the table of :func:`compare`
    :raises HostIoError: one line, if one fails
    """
    points = [(file_system, name) for name in programs for file_system in file_systems]
    with ThreadPoolExecutor(workers or cores()) as pool:
        list(pool.map(lambda point: simulate(*point, folder, **changed), points))
    command = [sys.executable, TOOLS / "summarize-programs", folder, f"--out={folder}"]
    _run([*command, f"--block-trace={program('block-trace')}"], "summarize-programs")
    table = compare(folder)
    return table[table["program"].isin(programs) & table["file_system"].isin(file_systems)]


def compare(folder):
    """Set the tables of a folder beside those of the recordings.

    :param folder: has ``requests.csv`` and ``sizes.csv``
    :return: a data frame with the columns of the recordings' ``requests.csv``, the same with
        ``simulated_`` before them, ``ks``: the Kolmogorov-Smirnov distance of the sizes, and
        ``ks_recorded``: that between two repetitions. What the model did not ask for is 0 requests
        without size, share and distance.
    """
    own, recorded = (
        pd.read_csv(one / "requests.csv", index_col=KEYS) for one in (folder, REFERENCE)
    )
    own = own[["requests", "bytes", "mean_bytes", "sequential_share", "flushes", "duration_s"]]
    table = recorded.join(own.add_prefix("simulated_"))
    counts = ["simulated_requests", "simulated_bytes"]
    table[counts] = table[counts].fillna(0)
    distances = pd.read_csv(REFERENCE / "ks.csv", index_col=KEYS)["distance"]
    sizes = [pd.read_csv(one / "sizes.csv") for one in (folder, REFERENCE)]
    return table.join(distance(*sizes)).join(distances.rename("ks_recorded")).reset_index()


def distance(one, other):
    """Give the Kolmogorov-Smirnov distances of the sizes in two tables.

    :param one: data frame with KEYS, ``kib`` and ``requests``
    :param other: another
    :return: a series ``ks`` by KEYS, of what both have
    """
    sums = []
    for sizes in (one, other):
        counts = sizes.pivot_table(index=KEYS, columns="kib", values="requests", fill_value=0)
        sums.append(counts.div(counts.sum(axis=1), axis=0))
    rows, columns = (
        sums[0].index.intersection(sums[1].index),
        sums[0].columns.union(sums[1].columns),
    )
    shares = [part.reindex(index=rows, columns=columns).fillna(0).cumsum(axis=1) for part in sums]
    return (shares[0] - shares[1]).abs().max(axis=1).rename("ks")


def _convert(requests, phases, names):
    """Give the lines of a recording, as tools/record-programs writes it."""
    with requests.open() as file:
        rows = sorted(csv.DictReader(file), key=lambda row: float(row["time_s"]))
    yield "time_s,operation,lba,blocks,device"
    with phases.open() as file:
        for row in csv.DictReader(file):
            name = names.get(row["phase"], row["phase"])
            yield f"# phase {name} from {row['begin_s']} to {row['end_s']}"
    for row in rows:
        if row["operation"] == "F":
            yield f"# flush at {row['time_s']}"
        else:
            blocks = int(row["bytes"]) // 512
            yield f"{row['time_s']},{row['operation']},{row['lba']},{blocks},0"


def _run(command, what):
    """Run a command and give what it prints."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    if done.returncode:
        error = (done.stderr.strip() or "it failed").splitlines()[-1]
        raise HostIoError(f"host-io: {what}: {error}")
    return done.stdout
