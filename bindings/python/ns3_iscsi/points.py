# SPDX-License-Identifier: GPL-2.0-only
"""One point of a sweep: a run of the scenario program in a process of its own, and its result file.

A result file is there whole or not at all, and before anybody hears of the point's end. A worker of
a cluster needs nothing but this package and the program.
"""

import json
import shutil
import signal
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from . import processes
from .result_files import move_into_place, write_atomically

RESULT = "result.json"
#: Files that are kept of each run that has them: what its TCP connections did.
CONNECTIONS, TCP_SERIES = "connections.csv", "tcp-series.csv"
#: Begin of the name of a folder in which a run is under way.
WORK = "work-"
#: Most characters kept of what a failed run said.
TAIL = 2000
#: What programs say, themselves or by their loader, when memory is short.
_NO_MEMORY = ("bad_alloc", "allocate memory", "failed to map segment")
#: How the line begins that ends a program after a mistake of its user.
_MISTAKE = "error: "
#: Signals by which somebody ends a sweep: they say nothing about the point.
_STOPPED = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


class PointStopped(RuntimeError):
    """A point was ended from outside: it has no result and will run again."""


@dataclass(frozen=True)
class Point:
    """What is to be run.

    :param key: hash of all that decides on the result
    :param command: the program and its arguments, without the folder
    :param folder: the point's own folder
    :param parameters: every parameter
    :param run: number of the run, RngRun
    :param versions: versions of what takes part
    :param timeout: seconds after which it is taken for hung, None for never
    :param memory: most bytes of memory, None for any
    :param keep: names of files to keep beside the result
    :param environment: variables for the program beside those of the process
    """

    key: str
    command: tuple
    folder: str
    parameters: dict = field(hash=False)
    run: int
    versions: dict = field(hash=False)
    timeout: float | None = None
    memory: int | None = None
    keep: tuple = ()
    environment: dict = field(default_factory=dict, hash=False)

    @property
    def result_path(self):
        """Where the result is when there is one."""
        return Path(self.folder) / RESULT


def run_point(point):
    """Run a point and write its result.

    :param point: the point
    :return: the result: parameters, run, versions, and ``summary`` or ``error`` and ``output``;
        ``unwritten`` has names of files to keep that it did not write
    :raises PointStopped: if somebody ended the run
    """
    folder = Path(point.folder)
    work = folder / f"{WORK}{uuid.uuid4().hex[:12]}"
    work.mkdir(parents=True)
    try:
        begin = time.monotonic()
        outcome = _simulate(point, work)
        outcome["wall_s"] = round(time.monotonic() - begin, 4)
        unwritten = [name for name in point.keep if not any(work.glob(name))]
        for name in (*point.keep, CONNECTIONS, TCP_SERIES):
            for file in work.glob(name):
                move_into_place(file, folder / file.name)
        result = {
            "key": point.key,
            "parameters": point.parameters,
            "run": point.run,
            "versions": point.versions,
            "command": list(point.command),
            **({"unwritten": unwritten} if unwritten else {}),
            **outcome,
        }
        write_result(point, result)
        return result
    finally:
        shutil.rmtree(work, ignore_errors=True)


def write_result(point, result):
    """Write the result of a point, whole or not at all.

    :param point: the point
    :param result: as :func:`run_point` gives it
    """
    write_atomically(point.result_path, json.dumps(result, indent=1) + "\n")


def read_result(path):
    """Give a result, or None if there is no valid one.

    :param path: the result file
    """
    try:
        result = json.loads(Path(path).read_text())
    except (OSError, ValueError):
        return None
    return (
        result if isinstance(result, dict) and ("summary" in result or "error" in result) else None
    )


def _simulate(point, work):
    """Run the program; give its summary, or its error and the tail of its output."""
    log = work / "output.txt"
    status = processes.run(
        [*point.command, f"--output={work}"],
        log,
        timeout=point.timeout,
        memory=point.memory,
        environment=point.environment,
    )
    error = _explain(status, point)
    if error is None:
        summary = _read_summary(work / "summary.json")
        if summary is not None:
            return {"summary": summary}
        error = "it wrote no summary"
    tail = log.read_text(errors="replace").strip()[-TAIL:]
    if status == 1:
        error = _told_error(tail) or error
    if any(sign in tail for sign in _NO_MEMORY):
        error = "out of memory" + (f", the limit is {point.memory} bytes" if point.memory else "")
    return {"error": error, "output": tail}


def _read_summary(path):
    """Give the content of a summary.json, or None."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def _explain(status, point):
    """Give the error that an exit status means, None for success; it is None if time was up."""
    if status is None:
        return f"not finished after {point.timeout:g} s"
    if status == 0:
        return None
    if status > 0:
        return f"exit status {status}"
    if -status in _STOPPED:
        raise PointStopped(f"{point.key}: ended by {signal.Signals(-status).name}")
    return f"killed by {signal.Signals(-status).name}"


def _told_error(tail):
    """Give the line in which a program told a user's mistake, None if there is none.

    :param tail: the end of its output
    """
    last = tail.rpartition("\n")[2]
    return last.removeprefix(_MISTAKE) if last.startswith(_MISTAKE) else None
