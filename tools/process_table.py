# SPDX-License-Identifier: GPL-2.0-only
"""The processes of a recording: their descriptors, current folders and mapped files."""

from dataclasses import dataclass, field

from file_tree import File


@dataclass(slots=True, eq=False)
class OpenFile:
    """What open() makes; descriptors of several processes may share it."""

    #: Absolute; empty for what has no path, for example a socket.
    path: str
    #: None for folders and for all that is not below the root.
    file: File | None = None
    handle: int | None = None
    offset: int = 0
    appends: bool = False
    is_listed: bool = False
    #: True for a file that was opened by a name made by link() or symlink(): its calls are counted.
    is_link: bool = False
    #: True once a call showed that it is a folder.
    is_folder: bool = False
    #: True once bytes of it were moved.
    is_used: bool = False
    descriptors: int = 0


@dataclass(slots=True)
class Descriptor:
    """A number of a process for an open file."""

    open_file: OpenFile
    closes_on_exec: bool = False


@dataclass(slots=True)
class Process:
    """A process or thread; threads share the descriptors, the current folder and the memory."""

    #: In the order in which they are met; the trace numbers only those that have operations.
    number: int
    descriptors: dict[int, Descriptor]
    #: One element: the current folder.
    folder: list[str]
    #: Files of the trace that are mapped: address, bytes, file.
    mappings: list[tuple[int, int, OpenFile]] = field(default_factory=list)


class ProcessTable:
    """Follows descriptors through open, dup, fork and exec."""

    def __init__(self, folder, closed):
        """
        :param folder: the folder in which the first process begins, absolute
        :param closed: told the call, the process and the open file of each last close
        """
        self._folder = folder
        self._closed = closed
        self._processes = {}
        self._numbers = 0

    def find(self, pid):
        """The process of this number, which is new if it is not known."""
        return self._processes.get(pid) or self._new_process(pid, {}, [self._folder], [])

    def take_number(self):
        """A number for something that works as a process does."""
        self._numbers += 1
        return self._numbers - 1

    def _new_process(self, pid, *parts):
        self._processes[pid] = Process(self.take_number(), *parts)
        return self._processes[pid]

    def fork(self, call, process):
        """A process makes another, or a thread."""
        if call.result <= 0:
            return
        text = ",".join(call.arguments)
        descriptors = process.descriptors
        if "CLONE_FILES" not in text:
            descriptors = {
                number: Descriptor(d.open_file, d.closes_on_exec)
                for number, d in descriptors.items()
            }
            for descriptor in descriptors.values():
                descriptor.open_file.descriptors += 1
        folder = process.folder if "CLONE_FS" in text else list(process.folder)
        mappings = process.mappings if "CLONE_VM" in text else list(process.mappings)
        self._new_process(call.result, descriptors, folder, mappings)

    def execute(self, call, process):
        """Another program: some descriptors close, and nothing is mapped."""
        process.mappings = []
        numbers = [n for n, d in process.descriptors.items() if d.closes_on_exec]
        self.close_numbers(call, process, numbers)

    def end(self, call, process):
        """A process or thread ends."""
        del self._processes[call.pid]
        others = self._processes.values()
        if not any(other.descriptors is process.descriptors for other in others):
            self.close_numbers(call, process, list(process.descriptors))

    def put(self, call, process, number, descriptor):
        """A number stands for an open file from now on; what it stood for is closed."""
        descriptor.open_file.descriptors += 1
        self.close_numbers(call, process, [number])
        process.descriptors[number] = descriptor

    def close_numbers(self, call, process, numbers):
        """Numbers stand for nothing any more."""
        for number in numbers:
            descriptor = process.descriptors.pop(number, None)
            if not descriptor:
                continue
            descriptor.open_file.descriptors -= 1
            if descriptor.open_file.descriptors == 0:
                self._closed(call, process, descriptor.open_file)

    def close(self, call, process):
        """close() or close_range()"""
        numbers = [call.number(0)]
        if call.name == "close_range":
            last = int(call.arguments[1], 0)
            numbers = [n for n in process.descriptors if numbers[0] <= n <= last]
            if "CLOSE_RANGE_CLOEXEC" in call.arguments[2]:
                for number in numbers:
                    process.descriptors[number].closes_on_exec = True
                return
        self.close_numbers(call, process, numbers)

    def duplicate(self, call, process, open_file):
        """dup(), dup2() or dup3() of an open file, or of None for one that is not known"""
        if call.result < 0 or call.number(0) == call.result:
            return
        if open_file:
            closes = "O_CLOEXEC" in call.arguments[-1]
            self.put(call, process, call.result, Descriptor(open_file, closes))
        else:
            self.close_numbers(call, process, [call.result])
