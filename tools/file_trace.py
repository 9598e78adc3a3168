# SPDX-License-Identifier: GPL-2.0-only
"""The project's trace of file operations: its lines (the format is in tools/README.md)."""

import heapq
from dataclasses import dataclass, field, replace


@dataclass(slots=True)
class Operation:
    """An operation of a process; what does not apply is None or empty."""

    #: When it began and how long it took, s.
    time: float
    duration: float
    process: int
    operation: str
    #: The open file: a number of the whole trace, whatever processes share it.
    handle: int | None = None
    #: Of rename: both paths with a blank between them.
    path: str = ""
    offset: int | None = None
    bytes: int | None = None
    flags: str = ""
    #: The name of the error, if it failed.
    error: str = ""


@dataclass
class FileTrace:
    """The operations in order of time, and what else there is to say."""

    operations: list[Operation] = field(default_factory=list)
    #: Files and folders that were there before: path to size, None for a folder.
    before: dict[str, int | None] = field(default_factory=dict)
    #: Calls on files of the trace that it has no word for: name to number.
    left_out: dict[str, int] = field(default_factory=dict)
    #: Calls on descriptors of which nobody knows what they are: name to number.
    unknown: dict[str, int] = field(default_factory=dict)
    #: What a reader must know, a sentence each.
    warnings: list[str] = field(default_factory=list)

    def leave_out(self, name, count=1):
        """Count what the trace has no word for."""
        self.left_out[name] = self.left_out.get(name, 0) + count
        if self.left_out[name] == 0:
            del self.left_out[name]


def encoded(path):
    """A path as it stands in the trace: one word."""
    data = path.encode(errors="surrogateescape")
    return "".join(
        chr(byte) if 32 < byte < 127 and byte != ord("%") else f"%{byte:02x}" for byte in data
    )


class Descriptors:
    """Gives each open file of each process the least number that is free there.

    The trace has no fork: a process that uses an open file of another one opens it first.
    """

    def __init__(self):
        self._numbers = {}
        self._free = {}
        self._most = {}
        self._opens = {}

    def take(self, operation):
        """The operations that stand for this one in the trace, each with its descriptor."""
        handle, process = operation.handle, operation.process
        if handle is None:
            return [(operation, None)]
        if operation.operation == "open":
            self._opens[handle] = operation
            return [(operation, self._new_number(process, handle))]
        if operation.operation == "close":
            return self._closes(operation)
        before = []
        if process not in self._numbers.get(handle, {}):
            before = [(self._opened_again(operation), self._new_number(process, handle))]
        return [*before, (operation, self._numbers[handle][process])]

    def _opened_again(self, operation):
        opened = self._opens[operation.handle]
        kept = {"append", "direct", "synchronous", "data-synchronous"}
        flags = ",".join(word for word in opened.flags.split(",") if word in kept)
        place = {"time": operation.time, "duration": 0.0, "process": operation.process}
        return replace(opened, flags=flags, **place)

    def _closes(self, operation):
        """All processes that have it open close it; its own one may never have used it."""
        numbers = self._numbers.pop(operation.handle)
        closes = []
        for process, number in numbers.items():
            heapq.heappush(self._free.setdefault(process, []), number)
            closes.append((replace(operation, process=process), number))
        return closes

    def _new_number(self, process, handle):
        free = self._free.get(process)
        number = heapq.heappop(free) if free else self._most.get(process, 0)
        self._most[process] = max(self._most.get(process, 0), number + 1)
        self._numbers.setdefault(handle, {})[process] = number
        return number


def arguments(operation, descriptor):
    """The fields behind the word of the operation."""
    fields = [] if descriptor is None else [str(descriptor)]
    if operation.operation == "open":
        fields = [*(fields or ["-"]), operation.path, operation.flags or "-"]
    elif operation.path:
        fields.append(operation.path)
    fields += [str(n) for n in (operation.offset, operation.bytes) if n is not None]
    return [*fields, f"={operation.error}"] if operation.error else fields


def file_trace_lines(trace, comments, seconds=None):
    """The lines of the file.

    :param trace: the FileTrace
    :param comments: lines that tell how it was made
    :param seconds: how long it shall last; all times are stretched to it. None: as recorded
    """
    for comment in comments:
        yield f"# {comment}"
    for path, size in sorted(trace.before.items()):
        yield f"# directory {path}" if size is None else f"# file {size} {path}"
    if not trace.operations:
        return
    start = trace.operations[0].time
    length = max(o.time + o.duration for o in trace.operations) - start
    scale = seconds / length if seconds and length else 1.0
    descriptors = Descriptors()
    for taken in trace.operations:
        for o, descriptor in descriptors.take(taken):
            times = f"{(o.time - start) * scale:.6f} {o.duration * scale:.6f}"
            yield " ".join([times, str(o.process), o.operation, *arguments(o, descriptor)])
