# SPDX-License-Identifier: GPL-2.0-only
"""Follows the system calls of processes and tells what they do to the files below a folder.

Descriptors are followed through open, dup, fork and exec, so that every read and write gets an
explicit offset. Symbolic and hard links are not followed.
"""

import posixpath
import re
from dataclasses import dataclass

from file_trace import FileTrace, Operation, encoded
from file_tree import File, FileTree

#: Flags of open() and their words in the trace, in this order.
FLAGS = {
    "O_CREAT": "create",
    "O_EXCL": "exclusive",
    "O_TRUNC": "truncate",
    "O_APPEND": "append",
    "O_DIRECT": "direct",
    "O_SYNC": "synchronous",
    "O_DSYNC": "synchronous",
}
CURRENT_FOLDER = "AT_FDCWD"


@dataclass(slots=True, eq=False)
class OpenFile:
    """What open() makes; descriptors of several processes may share it."""

    path: str
    #: None for folders and for all that is not below the root.
    file: File | None = None
    handle: int | None = None
    offset: int = 0
    appends: bool = False
    is_listed: bool = False
    descriptors: int = 0


@dataclass(slots=True)
class Descriptor:
    """A number of a process for an open file."""

    open_file: OpenFile
    closes_on_exec: bool = False


@dataclass(slots=True)
class Process:
    """A process or thread; threads share the descriptors and the current folder."""

    #: In the order in which they are met; the trace numbers only those that have operations.
    number: int
    descriptors: dict[int, Descriptor]
    #: One element: the current folder.
    folder: list[str]


class FileFollower:
    """Takes the calls one after the other and makes operations of them."""

    def __init__(self, root, folder):
        """
        :param root: the folder whose files matter, absolute
        :param folder: the folder in which the first process begins, absolute
        """
        self._folder = folder
        self._processes = {}
        self._numbers = 0
        self._handles = 0
        self._trace = FileTrace()
        self._tree = FileTree(root, self._trace.before)

    def add(self, call):
        """Take the next call."""
        process = self._processes.get(call.pid) or self._new_process(call.pid, {}, [self._folder])
        action = ACTIONS.get(call.name)
        if action:
            action(self, call, process)

    def finish(self):
        """All operations in order of time."""
        operations = self._trace.operations
        operations.sort(key=lambda operation: operation.time)
        numbers = {}
        for operation in operations:
            operation.process = numbers.setdefault(operation.process, len(numbers))
        return self._trace

    # --- Processes ------------------------------------------------------------------

    def _new_process(self, pid, descriptors, folder):
        self._processes[pid] = Process(self._numbers, descriptors, folder)
        self._numbers += 1
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
        self._new_process(call.result, descriptors, folder)

    def execute(self, call, process):
        """Another program: some descriptors close."""
        if call.result == 0:
            numbers = [n for n, d in process.descriptors.items() if d.closes_on_exec]
            self._close_numbers(call, process, numbers)

    def end(self, call, process):
        """A process or thread ends."""
        del self._processes[call.pid]
        others = self._processes.values()
        if not any(other.descriptors is process.descriptors for other in others):
            self._close_numbers(call, process, list(process.descriptors))

    def change_folder(self, call, process):
        """chdir() or fchdir()"""
        if call.result == 0 and call.name == "chdir":
            process.folder[0] = self._absolute(call, process, None, 0)
        elif call.result == 0 and (open_file := self._open_file(call, process, 0)):
            process.folder[0] = open_file.path

    # --- Paths ----------------------------------------------------------------------

    def _absolute(self, call, process, folder_index, path_index):
        path = call.string(path_index)
        base = process.folder[0]
        if folder_index is not None and call.arguments[folder_index] != CURRENT_FOLDER:
            open_file = self._open_file(call, process, folder_index)
            base = open_file.path if open_file else "/"
        return posixpath.normpath(posixpath.join(base, path))

    def _path(self, call, process, folder_index, path_index):
        return self._tree.inside(self._absolute(call, process, folder_index, path_index))

    # --- Operations -----------------------------------------------------------------

    def _emit(self, call, process, operation, **parts):
        line = Operation(call.time, call.duration, process.number, operation, **parts)
        self._trace.operations.append(line)

    def leave_out(self, call, process):
        """A call without a word in the trace, of an open file or a path: it is counted."""
        if call.result == 0 and self._file(call, process, 0):
            self._count_left_out(call)

    def make_link(self, call, process):
        """link(), symlink() and their sisters: what goes by the new name is left out"""
        at = {"linkat": 2, "symlinkat": 1}.get(call.name)
        path = self._path(call, process, at, 1 if at is None else at + 1)
        if call.result == 0 and path is not None:
            self._tree.links.add(path)
            self._count_left_out(call)

    def _count_left_out(self, call):
        left_out = self._trace.left_out
        left_out[call.name] = left_out.get(call.name, 0) + 1

    def open(self, call, process):
        """open(), openat() or creat()"""
        at = 0 if call.name == "openat" else None
        index = 0 if at is None else 1
        absolute = self._absolute(call, process, at, index)
        path = self._tree.inside(absolute)
        words = {"O_CREAT", "O_TRUNC"}
        if call.name != "creat":
            words = set(call.arguments[index + 1].split("|"))
        is_file = path is not None and path not in self._tree.folders
        is_file &= path not in self._tree.links and not words & {"O_DIRECTORY", "O_PATH"}
        flags = ",".join(dict.fromkeys(word for flag, word in FLAGS.items() if flag in words))
        if call.result < 0:
            if is_file and call.error == "ENOENT":
                parts = {"path": encoded(path), "flags": flags, "error": call.error}
                self._emit(call, process, "open", **parts)
            return
        open_file = OpenFile(absolute, appends="O_APPEND" in words)
        if is_file:
            open_file.file = self._opened(path, words)
            self._handles += 1
            open_file.handle = self._handles
            self._emit(call, process, "open", handle=self._handles, path=encoded(path), flags=flags)
        self._put(call, process, call.result, Descriptor(open_file, "O_CLOEXEC" in words))

    def _opened(self, path, words):
        file = self._tree.create(path) if "O_CREAT" in words else self._tree.find(path)
        if "O_TRUNC" in words:
            file.size, file.is_untouched = 0, False
        return file

    def read_or_write(self, call, process):
        """read(), write() and those with an offset or several buffers"""
        open_file = self._open_file(call, process, 0)
        if call.result < 0 or not open_file or not open_file.file:
            return
        offset = int(call.arguments[OFFSETS[call.name]]) if call.name in OFFSETS else None
        operation = "pread" if "read" in call.name else "pwrite"
        self._transfer(call, process, operation, open_file, offset)

    def _transfer(self, call, process, operation, open_file, offset):
        """Move result bytes at the offset; None: at the place where the open file stands."""
        file, count = open_file.file, call.result
        place = open_file.offset if offset is None else offset
        if operation == "pwrite" and open_file.appends:
            place = file.size
        if operation == "pwrite" and count:
            file.is_untouched = False
        self._tree.see_size(file, place + count if count else 0)
        if offset is None:
            open_file.offset = place + count
        parts = {"handle": open_file.handle, "offset": place, "bytes": count}
        self._emit(call, process, operation, **parts)

    def copy(self, call, process):
        """copy_file_range(), splice() or sendfile(): a read and a write"""
        source, source_offset, target, target_offset = COPIES[call.name]
        sides = (("pread", source, source_offset), ("pwrite", target, target_offset))
        for operation, index, offset_index in sides:
            open_file = self._open_file(call, process, index)
            if call.result < 0 or not open_file or not open_file.file:
                continue
            text = "NULL" if offset_index is None else call.arguments[offset_index]
            numbers = re.findall(r"\d+", text)
            offset = int(numbers[0]) if numbers else None
            self._transfer(call, process, operation, open_file, offset)

    def map(self, call, process):
        """mmap() of a file: taken as a read of what is mapped"""
        open_file = self._open_file(call, process, 4)
        if call.result < 0 or not open_file or not open_file.file:
            return
        offset = int(call.arguments[5], 0)
        count = min(int(call.arguments[1]), open_file.file.size - offset)
        if count > 0:
            parts = {"handle": open_file.handle, "offset": offset, "bytes": count}
            self._emit(call, process, "pread", **parts)

    def seek(self, call, process):
        """lseek()"""
        open_file = self._open_file(call, process, 0)
        if open_file and call.result >= 0:
            open_file.offset, open_file.is_listed = call.result, False

    def truncate(self, call, process):
        """ftruncate()"""
        open_file = self._open_file(call, process, 0)
        if call.result == 0 and open_file and open_file.file:
            size = int(call.arguments[1])
            open_file.file.size, open_file.file.is_untouched = size, False
            self._emit(call, process, "ftruncate", handle=open_file.handle, offset=size)

    def synchronise(self, call, process):
        """fsync(), fdatasync(), sync() or syncfs()"""
        if call.name in ("sync", "syncfs"):
            self._emit(call, process, "sync")
        elif call.result == 0 and self._file(call, process, 0):
            handle = self._open_file(call, process, 0).handle
            self._emit(call, process, "fsync", handle=handle)

    def list_folder(self, call, process):
        """getdents64(): one operation for the whole folder"""
        open_file = self._open_file(call, process, 0)
        path = self._tree.inside(open_file.path) if open_file else None
        if path is not None and call.result >= 0 and not open_file.is_listed:
            self._emit(call, process, "readdir", path=encoded(path))
            open_file.is_listed = True

    def status(self, call, process):
        """stat() and its sisters, and access(); fstat() shows only the size"""
        size = re.search(r"\bstx?_size=(\d+)", ",".join(call.arguments))
        at = 0 if call.name in AT_STATUS else None
        index = 0 if at is None else 1
        if call.name == "fstat" or call.arguments[index] == '""':
            if size and (file := self._file(call, process, 0)):
                self._tree.see_size(file, int(size[1]))
            return
        path = self._path(call, process, at, index)
        if path is None or (call.result < 0 and call.error != "ENOENT"):
            return
        if size and "S_IFREG" in ",".join(call.arguments):
            self._tree.see_size(self._tree.find(path), int(size[1]))
        self._emit(call, process, "stat", path=encoded(path), error=call.error)

    def make_folder(self, call, process):
        """mkdir() or mkdirat()"""
        at = 0 if call.name == "mkdirat" else None
        path = self._path(call, process, at, 0 if at is None else 1)
        if call.result == 0 and path is not None:
            self._tree.make_folder(path)
            self._emit(call, process, "mkdir", path=encoded(path))

    def remove(self, call, process):
        """unlink(), unlinkat() or rmdir()"""
        at = 0 if call.name == "unlinkat" else None
        path = self._path(call, process, at, 0 if at is None else 1)
        if call.result != 0 or path is None:
            return
        if call.name == "rmdir" or call.arguments[-1] == "AT_REMOVEDIR":
            self._tree.remove_folder(path)
            self._emit(call, process, "rmdir", path=encoded(path))
        elif path in self._tree.links:
            self._tree.links.discard(path)
        else:
            self._tree.remove(path)
            self._emit(call, process, "unlink", path=encoded(path))

    def rename(self, call, process):
        """rename(), renameat() or renameat2()"""
        at = call.name != "rename"
        old = self._path(call, process, *((0, 1) if at else (None, 0)))
        new = self._path(call, process, *((2, 3) if at else (None, 1)))
        if call.result != 0 or old is None or new is None or old in self._tree.links:
            return
        self._tree.rename(old, new)
        self._emit(call, process, "rename", path=f"{encoded(old)} {encoded(new)}")

    # --- Descriptors ----------------------------------------------------------------

    def _open_file(self, call, process, index):
        text = call.arguments[index]
        descriptor = process.descriptors.get(int(text)) if text.isdigit() else None
        return descriptor.open_file if descriptor else None

    def _file(self, call, process, index):
        open_file = self._open_file(call, process, index)
        return open_file.file if open_file else None

    def _put(self, call, process, number, descriptor):
        """A number stands for an open file from now on; what it stood for is closed."""
        descriptor.open_file.descriptors += 1
        self._close_numbers(call, process, [number])
        process.descriptors[number] = descriptor

    def _close_numbers(self, call, process, numbers):
        for number in numbers:
            descriptor = process.descriptors.pop(number, None)
            if not descriptor:
                continue
            descriptor.open_file.descriptors -= 1
            if descriptor.open_file.descriptors == 0 and descriptor.open_file.handle:
                self._emit(call, process, "close", handle=descriptor.open_file.handle)

    def close(self, call, process):
        """close() or close_range()"""
        numbers = [int(call.arguments[0])]
        if call.name == "close_range":
            first, last = numbers[0], int(call.arguments[1])
            numbers = [n for n in process.descriptors if first <= n <= last]
            if "CLOSE_RANGE_CLOEXEC" in call.arguments[2]:
                for number in numbers:
                    process.descriptors[number].closes_on_exec = True
                return
        self._close_numbers(call, process, numbers)

    def duplicate(self, call, process):
        """dup(), dup2() or dup3()"""
        if call.result < 0 or call.arguments[0] == str(call.result):
            return
        open_file = self._open_file(call, process, 0)
        if open_file:
            closes = "O_CLOEXEC" in call.arguments[-1]
            self._put(call, process, call.result, Descriptor(open_file, closes))
        else:
            self._close_numbers(call, process, [call.result])

    def control(self, call, process):
        """fcntl()"""
        command = call.arguments[1]
        open_file = self._open_file(call, process, 0)
        if call.result < 0 or not open_file:
            return
        if command in ("F_DUPFD", "F_DUPFD_CLOEXEC"):
            closes = command == "F_DUPFD_CLOEXEC"
            self._put(call, process, call.result, Descriptor(open_file, closes))
        elif command == "F_SETFD":
            descriptor = process.descriptors[int(call.arguments[0])]
            descriptor.closes_on_exec = "FD_CLOEXEC" in call.arguments[2]
        elif command == "F_SETFL":
            open_file.appends = "O_APPEND" in call.arguments[2]


#: Where calls have their offset.
OFFSETS = dict.fromkeys(("pread64", "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2"), 3)
#: Where copying calls have descriptor and offset of the source, and of the target.
COPIES = {
    "copy_file_range": (0, 1, 2, 3),
    "splice": (0, 1, 2, 3),
    "sendfile": (1, 2, 0, None),
}
AT_STATUS = {"newfstatat", "statx", "faccessat", "faccessat2"}
ACTIONS = {
    **dict.fromkeys(("fork", "vfork", "clone", "clone3"), FileFollower.fork),
    **dict.fromkeys(("execve", "execveat"), FileFollower.execute),
    "exit": FileFollower.end,
    **dict.fromkeys(("chdir", "fchdir"), FileFollower.change_folder),
    **dict.fromkeys(("open", "openat", "creat"), FileFollower.open),
    **dict.fromkeys(("read", "readv", "write", "writev", *OFFSETS), FileFollower.read_or_write),
    **dict.fromkeys(COPIES, FileFollower.copy),
    "mmap": FileFollower.map,
    "lseek": FileFollower.seek,
    "ftruncate": FileFollower.truncate,
    "fallocate": FileFollower.leave_out,
    **dict.fromkeys(("link", "linkat", "symlink", "symlinkat"), FileFollower.make_link),
    **dict.fromkeys(("fsync", "fdatasync", "sync", "syncfs"), FileFollower.synchronise),
    **dict.fromkeys(("getdents", "getdents64"), FileFollower.list_folder),
    **dict.fromkeys(("stat", "lstat", "fstat", "access", *AT_STATUS), FileFollower.status),
    **dict.fromkeys(("mkdir", "mkdirat"), FileFollower.make_folder),
    **dict.fromkeys(("unlink", "unlinkat", "rmdir"), FileFollower.remove),
    **dict.fromkeys(("rename", "renameat", "renameat2"), FileFollower.rename),
    **dict.fromkeys(("close", "close_range"), FileFollower.close),
    **dict.fromkeys(("dup", "dup2", "dup3"), FileFollower.duplicate),
    "fcntl": FileFollower.control,
}
