# SPDX-License-Identifier: GPL-2.0-only
"""Reads what a simulation wrote: requests.csv, a row per block request, summary.json, what its TCP
connections did, connections.csv and tcp-series.csv, what its page caches held, cache-series.csv,
where the heads of its disks went, disk-accesses.csv, and what its programs found, programs.csv.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd

from .columns import COMMAND, TABLES
from .stages import present_groups

#: How a request's operation is spelled in requests.csv, and what people call it.
OPERATIONS = {"R": "read", "W": "write", "V": "verify", "F": "flush", "U": "unmap"}


def read_requests(path):
    """Read the recorder's file of requests.

    :param path: a requests.csv, perhaps compressed (``.gz``, ``.zst``)
    :return: a DataFrame, a row per request in the order of completion, or per so many requests as
        the column ``request`` shows, their numbers, where there is one; times in seconds, sizes in
        bytes, ``operation`` in words, ``phase`` the name of the phase of the program in which the
        request was issued, empty for none and without programs. The stages of a page cache have
        columns only if there is one in front of the devices. Columns about the command that
        carried the request are ``<NA>`` where there was none.
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a
        number, an operation or a status that is none
    """
    requests = _read_csv(path, "requests.csv")
    if requests.empty:
        raise ValueError(f"{path}: no request was completed")
    _check_numbers(path, requests)
    _check_words(path, requests)
    requests["operation"] = requests["operation"].replace(OPERATIONS)
    phases = requests["phase"].fillna("") if "phase" in requests else ""
    commands = {one.name: _whole_numbers(path, requests, one.name) for one in COMMAND}
    return requests.assign(phase=phases, **commands)


def find_requests(folder):
    """Give the table of requests of a run, plain or compressed.

    :param folder: the folder of the run
    :return: the path of ``requests.csv``, ``requests.csv.gz`` or ``requests.csv.zst``; None if the
        run wrote none
    """
    plain = Path(folder) / "requests.csv"
    files = (plain.with_name(plain.name + suffix) for suffix in ("", ".gz", ".zst"))
    return next((file for file in files if file.is_file()), None)


def require_all(requests, what):
    """Refuse requests that are a part of a run's, with an interval (``requestInterval``).

    :param requests: as read_requests gives them
    :param what: what needs all of them, for the message
    :raises ValueError: one line, if they are not all
    """
    if "request" in requests:
        raise ValueError(f"{what}: needs all requests, and the run's requestInterval left some out")


def read_connections(path):
    """Read what the TCP connections of a run did.

    :param path: a connections.csv
    :return: a DataFrame, a row for each end of each connection, of what that end sent; bytes,
        seconds and shares of time, 0 to 1. The page of the module ``san`` explains the columns.
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a figure
        that is none
    """
    return _read_figures(path, "connections.csv")


def read_tcp_series(path):
    """Read what TCP connections had over time, which the parameter tcpSeries asks for.

    :param path: a tcp-series.csv
    :return: a DataFrame, a row for each time at which something of an end changed; bytes, seconds,
        and counters so far
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a figure
        that is none
    """
    return _read_figures(path, "tcp-series.csv")


def read_cache_series(path):
    """Read what page caches had over time, which the parameter cacheInterval asks for.

    :param path: a cache-series.csv
    :return: a DataFrame, a row for each interval in which something of a cache changed, with its
        end, s, and what it had then; bytes, ``dirtied``, ``written`` and ``read`` so far
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a figure
        that is none
    """
    return _read_figures(path, "cache-series.csv")


def read_disk_accesses(path):
    """Read where the heads of disks went, which the parameter diskAccesses asks for.

    :param path: a disk-accesses.csv
    :return: a DataFrame, a row for each access to a medium; ``lba`` and ``blocks`` are empty of
        what a disk wrote back by itself
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a figure
        that is none
    """
    return _read_figures(path, "disk-accesses.csv")


def read_programs(path):
    """Read what the programs of a run found: dd's seconds, Postmark's transactions per second.

    :param path: a programs.csv
    :return: a DataFrame, a row for each figure of each program: ``initiator``, ``drive``,
        ``process``, ``figure``, its ``unit``, empty for counts, and ``value``. Figures of Bonnie++
        with several processes have a row for each process, from 0, and a further figure,
        ``..._total``, for all of them; figures of a whole program have no process (``<NA>``).
    :raises ValueError: one line that names the file, if it is empty, no such file, or has a figure
        that is none
    """
    table = _read_figures(path, "programs.csv")
    if "process" not in table:
        # Written before there was such a column.
        table.insert(table.columns.get_loc("drive") + 1, "process", pd.NA)
    processes = _whole_numbers(path, table, "process")
    return table.assign(unit=table["unit"].fillna(""), process=processes)


def _read_figures(path, kind):
    """Read a file of numbers, apart from the columns that are texts."""
    table = _read_csv(path, kind)
    texts = TABLES[kind].texts()
    for column in TABLES[kind].needed():
        if column not in texts and not pd.api.types.is_numeric_dtype(table[column]):
            # A file without rows has no types either.
            table[column] = _numbers(path, table[column])
    return table


def _numbers(path, column):
    """Give a column as numbers, or refuse it with the line that has something else."""
    numbers = pd.to_numeric(column, errors="coerce")
    _refuse(path, column, numbers.isna() & column.notna(), "a number")
    return numbers


def _whole_numbers(path, table, name):
    """Give a column of whole numbers, ``<NA>`` where it is empty or the file has none."""
    if name not in table:
        return pd.array([pd.NA] * len(table), dtype="Int64")
    numbers = _numbers(path, table[name])
    _refuse(path, table[name], (numbers % 1 != 0) & numbers.notna(), "a whole number")
    return numbers.astype("Int64")


def _read_csv(path, kind):
    """Read a file that has the columns of its kind at least."""
    try:
        table = pd.read_csv(path)
    except pd.errors.EmptyDataError:
        raise ValueError(f"{path}: empty, expected the header of a {kind}") from None
    except (UnicodeDecodeError, pd.errors.ParserError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"{path}: not a {kind}: {reason}") from None
    missing = [column for column in TABLES[kind].needed() if column not in table]
    if missing:
        raise ValueError(f"{path}: not a {kind}, it lacks the column {missing[0]}")
    return table


def _check_numbers(path, requests):
    """Refuse a column of times or other numbers in which something is none.

    :param path: the file, for the message
    :param requests: its rows
    :raises ValueError: one line that names the file, its line and the column
    """
    commands = {one.name for one in COMMAND}
    for one in TABLES["requests.csv"].columns:
        column = one.name
        if one.is_text or column in commands or column not in requests:
            continue
        numbers = pd.to_numeric(requests[column], errors="coerce")
        kind = "a time in seconds" if column.endswith("_s") else "a number"
        _refuse(path, requests[column], ~(np.isfinite(numbers) & (numbers >= 0)), kind)


def _check_words(path, requests):
    """Refuse an operation that there is none of, and a request without a status."""
    known = f"one of {', '.join(OPERATIONS)}"
    _refuse(path, requests["operation"], ~requests["operation"].isin(OPERATIONS), known)
    _refuse(path, requests["status"], requests["status"].isna(), "a status")


def _refuse(path, column, bad, kind):
    """Raise an error about the first bad value of a column, if there is one.

    :param path: the file
    :param column: the column
    :param bad: for each row, whether its value is bad
    :param kind: what the value should have been
    :raises ValueError: one line that names the file, its line and the column
    """
    if bad.any():
        row = int(bad.to_numpy().argmax())
        value = column.iloc[row]
        text = "empty" if pd.isna(value) else repr(value if isinstance(value, str) else str(value))
        # The header is the first line.
        raise ValueError(f"{path}:{row + 2}: {column.name} is {text}, not {kind}")


def read_summary(path):
    """Read the key figures of a run.

    :param path: a summary.json
    :return: its content as a dict
    """
    return json.loads(Path(path).read_text())


def completed(requests):
    """Give the requests that ended well, as latencies and throughput count them."""
    return requests[requests["status"] == "ok"]


def operations(requests):
    """Give the operations that occur, in the order of OPERATIONS."""
    present = set(requests["operation"])
    return [operation for operation in OPERATIONS.values() if operation in present]


def stage_times(requests):
    """Add up each request's stages to the groups of STAGE_GROUPS, and of others if there are.

    :param requests: as read_requests gives them, perhaps without some of the stages' columns: such
        stages take no time
    :return: a DataFrame with a column per group, in seconds; the columns of a row add up to the
        request's latency
    :raises ValueError: one line, if a stage's column has something that is no number
    """
    groups = present_groups(lambda stage: f"{stage}_s" in requests)
    columns = [f"{stage}_s" for stages in groups.values() for stage in stages]
    times = requests.reindex(columns=columns, fill_value=0).astype(float)
    return pd.DataFrame(
        {
            group: times[[f"{stage}_s" for stage in stages]].sum(axis=1)
            for group, stages in groups.items()
        }
    )


def taken_stages(times):
    """Leave out the groups of stages that take no time in any row, unless none does.

    :param times: as stage_times gives them, or their means
    :return: the other columns
    """
    taken = (times > 0).any()
    return times.loc[:, taken] if taken.any() else times


def nanoseconds(seconds):
    """Give times as whole nanoseconds, which add up without error.

    :param seconds: the times, in seconds
    :return: an array
    """
    return np.rint(np.asarray(seconds, dtype=float) * 1e9).astype(np.int64)


def queue_depth(requests):
    """Give the number of requests under way, from the times of issue and completion.

    :param requests: as read_requests gives them
    :return: a Series of the depth that holds from its index, a time in seconds, to the next
    :raises ValueError: one line, if they are not all requests
    """
    require_all(requests, "queue depth")
    # In nanoseconds, so that a request issued as another completes leaves no gap between them.
    issue = nanoseconds(requests["time_s"])
    end = issue + nanoseconds(requests["latency_s"])
    steps = pd.concat([pd.Series(1, index=issue), pd.Series(-1, index=end)])
    depth = steps.groupby(level=0).sum().cumsum()
    depth.index = depth.index / 1e9
    return depth
