# SPDX-License-Identifier: GPL-2.0-only
"""Turns the kernel's block events into requests, and requests into the project's trace.

Without root and without a device: text in, text out. tools/record-block-trace and
tools/record-programs use it.
"""

import gzip
import re
from collections import deque
from dataclasses import dataclass, field

from ns3_iscsi.result_files import write_atomically

COLUMNS = "time_s,operation,lba,blocks,device,observed_s"

# One event as tracefs and as perf script print it; what stands before the time
# (program, process, processor) differs between the two and does not matter here.
EVENT = re.compile(
    r"\s(?P<time>\d+\.\d+):\s+(?:block:)?block_rq_(?P<kind>issue|complete):\s+"
    r"(?P<major>\d+),(?P<minor>\d+) (?P<flags>[A-Z]+) (?:\d+ )?\(.*?\) "
    r"(?P<sector>\d+) \+ (?P<count>\d+)(?= )"
)


@dataclass(slots=True)
class Request:
    """One request of the trace, times in seconds of the recording machine's clock."""

    issued: float
    operation: str
    lba: int
    blocks: int
    device: int
    completed: float | None = None
    remaining: int = 0


@dataclass
class Conversion:
    """The requests of a recording in the order of issue, and what was left out."""

    requests: list[Request] = field(default_factory=list)
    bad_lines: int = 0
    no_data: int = 0
    unmatched_completes: int = 0
    never_completed: int = 0
    flushes: list[float] = field(default_factory=list)


def operation_of(flags):
    """The operation letter in the kernel's request flags: R, W, F (flush), D, ...

    A leading F is the flag "flush first" if an operation follows it: FWS is a write.
    """
    return flags[1] if re.match("F[FRWD]", flags) else flags[0]


class Converter:
    """Turns the text of block events into requests, each issue with its completion."""

    def __init__(self, devices):
        """devices: maps (major, minor) to the trace's number; others are skipped."""
        self._devices = devices
        self._outstanding = {}
        self._result = Conversion()

    def add(self, line):
        """Take one line of text; lines without an issue or a completion pass."""
        if "block_rq_issue" not in line and "block_rq_complete" not in line:
            return
        match = EVENT.search(line)
        if not match:
            self._result.bad_lines += 1
            return
        device = self._devices.get((int(match["major"]), int(match["minor"])))
        if device is None:
            return
        time, sector = float(match["time"]), int(match["sector"])
        operation, count = operation_of(match["flags"]), int(match["count"])
        if operation not in "RW" or count == 0:
            self._add_without_data(match["kind"], operation, time)
        elif match["kind"] == "issue":
            self._issue(Request(time, operation, sector, count, device, remaining=count))
        else:
            self._complete(time, (device, operation, sector), count)

    def finish(self):
        """The conversion of all lines added, without requests that did not complete."""
        result = self._result
        complete = [r for r in result.requests if r.completed is not None]
        result.never_completed = len(result.requests) - len(complete)
        result.requests = sorted(complete, key=lambda r: r.issued)
        return result

    def _add_without_data(self, kind, operation, time):
        if kind == "issue":
            self._result.no_data += 1
            if operation == "F":
                self._result.flushes.append(time)

    def _issue(self, request):
        self._result.requests.append(request)
        key = (request.device, request.operation, request.lba)
        self._outstanding.setdefault(key, deque()).append(request)

    def _complete(self, time, key, count):
        queue = self._outstanding.get(key)
        if not queue:
            self._result.unmatched_completes += 1
            return
        request = queue.popleft()
        if not queue:
            del self._outstanding[key]
        request.remaining -= count
        if request.remaining > 0:
            # The kernel may complete a request in parts, one after the other.
            device, operation, sector = key
            rest = (device, operation, sector + count)
            self._outstanding.setdefault(rest, deque()).append(request)
        else:
            request.completed = time


def convert(lines, devices):
    """Convert event lines; devices maps (major, minor) to the trace's device number."""
    converter = Converter(devices)
    for line in lines:
        converter.add(line)
    return converter.finish()


def csv_lines(requests, comments):
    """The lines of the trace file: column names, comments, one row per request."""
    yield COLUMNS
    for comment in comments:
        yield f"# {comment}"
    for r in requests:
        yield (
            f"{r.issued - requests[0].issued:.6f},{r.operation},{r.lba},{r.blocks},"
            f"{r.device},{r.completed - r.issued:.6f}"
        )


def write_trace(path, requests, comments):
    """Write the trace to path, whole or not at all; a name in .gz is compressed.

    The compressed file holds neither name nor date, so equal traces are equal files.
    """
    text = "".join(line + "\n" for line in csv_lines(requests, comments)).encode()
    write_atomically(path, gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)


def summary(conversion):
    """One line: requests, share of reads, data, duration, and what was left out."""
    requests = conversion.requests
    reads = sum(r.operation == "R" for r in requests)
    megabytes = sum(r.blocks for r in requests) * 512 / 1e6
    duration = requests[-1].issued - requests[0].issued
    return (
        f"{len(requests)} requests, {100 * reads / len(requests):.1f} % reads, "
        f"{megabytes:.1f} MB in {duration:.1f} s; "
        f"left out: {conversion.no_data} without data, "
        f"{conversion.never_completed} not completed, "
        f"{conversion.unmatched_completes} completions without issue, "
        f"{conversion.bad_lines} bad lines"
    )
