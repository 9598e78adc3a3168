# SPDX-License-Identifier: GPL-2.0-only
"""Judge what the model of a host asks of a disk against the recordings, row by row."""

import math

#: Requests, bytes, mean size and share of sequential requests may be off by so much of their value.
LIMIT = 0.15

#: The distributions of sizes may be so far apart.
KS_LIMIT = 0.15

#: Shares of sequential requests may differ by so much in any case: of a share of 0.02, 15 % is
#: nothing that could be counted.
SHARE_LIMIT = 0.02

#: A row of fewer requests is listed and does not count: what another repetition would have given
#: is too uncertain.
FEW = 50

#: The figures that are compared, and what they are called.
FIGURES = {
    "requests": "requests",
    "bytes": "bytes",
    "mean_bytes": "mean size",
    "sequential_share": "sequential share",
}

_INODES = (
    "The model reads the blocks of an inode table together. With single blocks, as an experiment, "
    "the row was within the limits, but a copy of a tree took 6 % more reads than on Linux."
)
_DURATION = (
    "The build took longer when it was recorded than when its trace was made, so that more was "
    "committed and written back meanwhile. With times between operations 1.2 times as long, as an "
    "experiment, a commit falls into make, and the row was within the limits."
)

#: Why rows miss the limits, by file system, program, phase and direction. A reason stands here only
#: if an experiment with the model showed it.
REASONS = {
    ("ext3", "build", "configure", "read"): _INODES,
    ("ext4", "build", "all", "read"): _INODES,
    ("ext4", "build", "all", "write"): _DURATION,
    ("ext3", "build", "all", "write"): _DURATION,
}

#: Of these experiments, those that only change options of host-io-example, by row.
EXPERIMENTS = {
    ("ext4", "build", "all", "write"): {"ns3::FileTraceProgram::TimeScale": 1.2},
    ("ext3", "build", "all", "write"): {"ns3::FileTraceProgram::TimeScale": 1.2},
}


def error(row, name):
    """Give the relative error of a figure, NaN if the recording has 0 or the model nothing.

    :param row: a row of :func:`validation.host_io.compare`
    :param name: one of FIGURES
    """
    return row[f"simulated_{name}"] / row[name] - 1 if row[name] else math.nan


def is_few(row):
    """Tell whether a row has too few requests to count.

    :param row: a row of :func:`validation.host_io.compare`
    """
    return row["requests"] < FEW


def misses(row):
    """Name the figures of a row that are outside of the limits.

    What lies between the repetitions of the recording is within; for a row with few requests the
    limit is laid around them.

    :param row: a row of :func:`validation.host_io.compare`
    :return: a list of words
    """
    found = [word for name, word in FIGURES.items() if not _is_within(row, name)]
    if not row["ks"] <= max(KS_LIMIT, row["ks_recorded"]):
        found.append("distribution of sizes")
    return found


def verdict(row):
    """Say in words how a row came out.

    :param row: a row of :func:`validation.host_io.compare`
    """
    off = ", ".join(misses(row))
    if is_few(row):
        return f"few: {off} off" if off else "few: within"
    return f"miss: {off}" if off else "within"


def reason(row):
    """Say why a row misses the limits; empty if it does not or has too few requests.

    :param row: a row of :func:`validation.host_io.compare`
    """
    if is_few(row) or not misses(row):
        return ""
    key = tuple(row[name] for name in ("file_system", "program", "phase", "direction"))
    return REASONS.get(key, "Not explained.")


def _is_within(row, name):
    """Tell whether a figure is within its limits."""
    simulated = row[f"simulated_{name}"]
    least, most = row[f"{name}_min"], row[f"{name}_max"]
    if least <= simulated <= most:
        return True
    if name == "sequential_share" and abs(simulated - row[name]) <= SHARE_LIMIT:
        return True
    if is_few(row):
        return least * (1 - LIMIT) <= simulated <= most * (1 + LIMIT)
    return abs(simulated - row[name]) <= LIMIT * row[name]
