# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep is told beside its grid, checked before anything runs."""

from fnmatch import fnmatch

from .parameters import SCENARIO, ParameterError, check_run, parameters, unknown, whole_number
from .quantities import shown

#: Files that a run of iscsi-san may write, and the parameter that turns a file on, if one does.
FILES = {
    "summary.json": None,
    "requests.csv": None,
    "requests.csv.gz": "requestCompression",
    "requests.csv.zst": "requestCompression",
    "initiators.csv": None,
    "pdus.csv": None,
    "connections.csv": None,
    "programs.csv": None,
    "calls.csv": None,
    "mismatches.csv": None,
    "stations.csv": None,
    "h2benchw-zones.csv": None,
    "h2benchw-accesses.csv": None,
    "tcp-series.csv": "tcpSeries",
    "cache-series.csv": "cacheInterval",
    "disk-accesses.csv": "diskAccesses",
    "san.pcap": "pcap",
    "loop-use-0-0.csv": "loopUse",
    "output.txt": None,
}


def run_numbers(runs):
    """Give the numbers of the runs of each point.

    :param runs: how many, for 1, 2, ..., or the numbers
    :raises ParameterError: if there is none, one is none or one is there twice
    """
    if isinstance(runs, (str, bytes)) or not hasattr(runs, "__iter__"):
        return list(range(1, whole_number("runs", runs, 1, 1_000_000) + 1))
    numbers = [check_run(run) for run in runs]
    if not numbers:
        raise ParameterError("runs: there is no number of a run; runs=3 is runs 1, 2 and 3")
    check_once("runs", numbers)
    return numbers


def limits(workers, timeout, memory):
    """Check how many points run at a time, and the limits of each.

    :param workers: points at a time, or None
    :param timeout: seconds, or None
    :param memory: bytes, or None
    :raises ParameterError: if one of them is no such number
    """
    if workers is not None:
        whole_number("workers", workers, 1, 10_000)
    if memory is not None:
        whole_number("memory", memory, 1, 2**63 - 1)
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if timeout is not None and not (is_number and 0 < timeout <= 1e9):
        raise ParameterError(f"timeout: {shown(timeout)} is not a number of seconds, such as 600")


def kept_files(keep, settings, scenario=None):
    """Give the names of files to keep of each run.

    :param keep: names, in which ``*`` stands for anything
    :param settings: the points, each a San
    :param scenario: the program that runs them, None for iscsi-san; another one's files are not
        known here
    :raises ParameterError: if there is no such file, or all points have it turned off
    """
    if isinstance(keep, (str, bytes)) or not hasattr(keep, "__iter__"):
        raise ParameterError(
            f'keep: {shown(keep)} is not a list of files, such as ["requests.csv"]'
        )
    for name in keep:
        if not isinstance(name, str) or not name:
            raise ParameterError(f"keep: {shown(name)} is not the name of a file")
        if scenario is None:
            _check_kept(name, settings)
    return tuple(keep)


def check_once(name, values, word=shown):
    """Check that no value is there twice.

    :param name: of what, for the message
    :param values: the values
    :param word: gives a value for the message
    :raises ParameterError: if one is
    """
    seen = []
    for value in values:
        if value in seen:
            raise ParameterError(f"{name}: {word(value)} is there twice")
        seen.append(value)


def _check_kept(name, settings):
    """Check the name of a file of iscsi-san."""
    # Of the use of loops there is a file for each loop.
    matching = [one for one in FILES if fnmatch(one, name) or fnmatch(name, _pattern(one))]
    if not matching:
        raise ParameterError(f"keep: {unknown(f'file of {SCENARIO} called', name, FILES)}")
    switches = {FILES[one] for one in matching}
    off = {one: parameters()[one].default_value for one in switches - {None}}
    if None in switches or any(one[it] != off[it] for one in settings for it in off):
        return
    raise ParameterError(f"keep: {name} is written with {' or '.join(off)}, which no point has")


def _pattern(name):
    return name.replace("-0-0", "-*-*")
