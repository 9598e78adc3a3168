# SPDX-License-Identifier: GPL-2.0-only
"""Follows asynchronous calls: libaio's as far as strace shows them; io_uring's are counted.

A request of io_submit() lasts until the io_getevents() that brings its end. As many requests as
are under way at once work as so many processes, each of which does one after the other.
"""

import re
from dataclasses import dataclass, replace

from file_trace import Operation
from strace_calls import split_arguments

#: libaio's commands and their words in the trace.
COMMANDS = {
    "PREAD": "pread",
    "PREADV": "pread",
    "PWRITE": "pwrite",
    "PWRITEV": "pwrite",
    "FSYNC": "fsync",
    "FDSYNC": "fdatasync",
}
COMMAND = re.compile(r"\b(?:IOCB_CMD_)?(PREADV?|PWRITEV?|FSYNC|FDSYNC)\b", re.IGNORECASE)
WRITE_SYNCS = {"RWF_SYNC": "fsync", "RWF_DSYNC": "fdatasync"}


@dataclass(slots=True, eq=False)
class Pending:
    """A request whose end was not seen yet."""

    operation: Operation
    #: What synchronises it, or None.
    sync: Operation | None
    lane: "Lane"


@dataclass(slots=True, eq=False)
class Lane:
    """Does one request after the other, as a process."""

    number: int
    #: When it can begin the next, s; None while a request is under way.
    free: float | None = None


class AioFollower:
    """Takes the asynchronous calls for a FileFollower."""

    CALLS = (
        *("io_setup", "io_destroy", "io_submit", "io_getevents", "io_cancel"),
        *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    )

    def __init__(self, follower, trace):
        """
        :param follower: knows the open files and takes operations
        :param trace: where things are counted
        """
        self._follower = follower
        self._trace = trace
        self._pending = {}
        self._lanes = []
        self._hidden = 0

    def take(self, call, process):
        """One of CALLS."""
        action = {
            "io_submit": self._submit,
            "io_getevents": self._get_events,
            "io_uring_setup": self._set_up_ring,
            "io_uring_enter": self._enter_ring,
        }.get(call.name)
        if action and call.result >= 0:
            action(call, process)

    def finish(self):
        """What is pending now never ended in the recording."""
        unseen = sum(len(requests) for requests in self._pending.values())
        if unseen:
            self._trace.warnings.append(
                f"{unseen} requests of io_submit have no end in the recording: each counts as long "
                "as its io_submit took"
            )
        if self._hidden:
            self._trace.warnings.append(
                "the requests of io_uring lie in shared memory, where strace does not see them: "
                "they are missing in the trace"
            )

    # --- libaio ---------------------------------------------------------------------

    def _submit(self, call, process):
        requests = elements(call.arguments[2])
        for text in requests[: call.result]:
            self._begin(call, process, text)
        self._miss(call, len(requests))

    def _miss(self, call, seen):
        """strace prints only the first elements of a long list."""
        if call.result > seen:
            self._trace.leave_out(f"{call.name} elements", call.result - seen)
            self._warn_of_cut(f"lists of {call.name}")

    def _warn_of_cut(self, lists):
        warning = f"strace cut {lists} short: run it with -s 1024"
        if warning not in self._trace.warnings:
            self._trace.warnings.append(warning)

    def _begin(self, call, process, text):
        """A request of a file of the trace begins."""
        command = COMMAND.search(text)
        if not command:
            if not re.search(r"\b(?:IOCB_CMD_)?(?:NOOP|POLL)\b", text, re.IGNORECASE):
                self._trace.leave_out("io_submit of an unknown command")
            return
        on_file = replace(call, arguments=[field(text, "fildes")])
        open_file = self._follower.file(on_file, process, 0)
        if not open_file:
            return
        lane = self._find_lane(call.time)
        kind = COMMANDS[command[1].upper()]
        parts = {}
        if kind in ("pread", "pwrite"):
            parts = {"offset": int(field(text, "offset"), 0), "bytes": bytes_of(text)}
            if kind == "pwrite" and open_file.appends:
                parts["offset"] = open_file.file.size
            self._follower.see_bytes(kind, open_file, parts["offset"], 0)
        if ", ...]" in text:
            self._warn_of_cut("buffers of io_submit")
        operation = self._emit(call, lane, kind, open_file, **parts)
        flag = re.search(r"\bRWF_D?SYNC\b", text)
        is_synchronous = kind == "pwrite" and flag
        sync = self._emit(call, lane, WRITE_SYNCS[flag[0]], open_file) if is_synchronous else None
        if kind == "pwrite":
            self._follower.see_bytes(kind, open_file, parts["offset"], parts["bytes"])
        pending = self._pending.setdefault((call.arguments[0], tag(field(text, "data"))), [])
        pending.append((Pending(operation, sync, lane), open_file))

    def _emit(self, call, lane, kind, open_file, **parts):
        return self._follower.emit(call, lane, kind, handle=open_file.handle, **parts)

    def _find_lane(self, now):
        """The one that became free last, or a new one."""
        free = [lane for lane in self._lanes if lane.free is not None and lane.free <= now]
        if free:
            lane = max(free, key=lambda lane: lane.free)
        else:
            lane = Lane(self._follower.processes.take_number())
            self._lanes.append(lane)
        lane.free = None
        return lane

    def _get_events(self, call, _process):
        events = elements(call.arguments[3])
        end = call.time + call.duration
        for text in events[: call.result]:
            data, result = event_of(text)
            queue = self._pending.get((call.arguments[0], data))
            if queue:
                self._end(*queue.pop(0), result, end)
        self._miss(call, len(events))

    def _end(self, pending, open_file, result, end):
        """A request has ended; one that failed is left out, as other calls that failed."""
        operation = pending.operation
        pending.lane.free = end
        operation.duration = max(end - operation.time, 0.0)
        if result >= 2**63 or result < 0:
            operation.operation = ""
        elif operation.bytes is not None:
            operation.bytes = result
            self._follower.see_bytes(operation.operation, open_file, operation.offset, result)
        if pending.sync:
            pending.sync.time, pending.sync.duration = end, 0.0
            pending.sync.operation = pending.sync.operation if operation.operation else ""

    # --- io_uring -------------------------------------------------------------------

    def _set_up_ring(self, call, process):
        self._follower.make_descriptor(call, process)
        if "IORING_SETUP_SQPOLL" in call.arguments[1]:
            self._hidden += 1
            self._trace.leave_out("io_uring_setup with SQPOLL")

    def _enter_ring(self, call, _process):
        if call.result > 0:
            self._hidden += call.result
            self._trace.leave_out("io_uring_enter requests", call.result)


def elements(text):
    """The structures of a list as strace prints it; none for an address, and what a cut one has."""
    if not text.startswith("["):
        return []
    return [part for part in split_arguments(text[1:-1]) if part.startswith("{")]


def field(text, name):
    """A field of a structure, with or without aio_ before its name; nothing if it is not there."""
    for part in split_arguments(text.strip("{}")):
        key, _, value = part.partition("=")
        if key in (name, f"aio_{name}"):
            return value
    return ""


def tag(text):
    """What a program gave a request to know its event by."""
    return "0" if text in ("", "(nil)", "NULL", "0x0") else text


def event_of(text):
    """The tag and the result of an event; old straces print it without names."""
    if "res=" in text:
        return tag(field(text, "data")), int(field(text, "res"), 0)
    data, _object, result, *_ = split_arguments(text.strip("{}"))
    return tag(data), int(result, 0)


def bytes_of(text):
    """How many bytes a request is for."""
    if count := field(text, "nbytes"):
        return int(count, 0)
    vectors = elements(field(text, "buf") or field(text, "iovec"))
    return sum(int(split_arguments(v.strip("{}"))[-1].split("=")[-1]) for v in vectors)
