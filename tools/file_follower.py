# SPDX-License-Identifier: GPL-2.0-only
"""Follows the system calls of processes and tells what they do to the files below a folder.

Descriptors are followed through open, dup, fork and exec, so that every read and write gets an
explicit offset. Symbolic and hard links are not followed, but for a hard link that takes the place
of its old name. What is not followed is counted by name.
"""

import posixpath
import re

from aio_follower import AioFollower
from file_trace import FileTrace, Operation, encoded
from file_tree import FileTree
from mapping_follower import MappingFollower
from process_table import Descriptor, OpenFile, ProcessTable
from strace_names import (
    COUNTED_ALWAYS,
    COUNTED_DESCRIPTORS,
    COUNTED_PATHS,
    HARMLESS,
    HARMLESS_COMMANDS,
    MAKERS,
    PAIR_MAKERS,
)

#: Flags of open() and their words in the trace, in this order.
FLAGS = {
    "O_CREAT": "create",
    "O_EXCL": "exclusive",
    "O_TRUNC": "truncate",
    "O_APPEND": "append",
    "O_DIRECT": "direct",
    "O_SYNC": "synchronous",
    "O_DSYNC": "data-synchronous",
}
CURRENT_FOLDER = "AT_FDCWD"
#: Flags that synchronise a single write of pwritev2() or io_submit(), and the operation for them.
WRITE_SYNCS = {"RWF_SYNC": "fsync", "RWF_DSYNC": "fdatasync"}


class FileFollower:
    """Takes the calls one after the other and makes operations of them."""

    def __init__(self, root, folder):
        """
        :param root: the folder whose files matter, absolute
        :param folder: the folder in which the first process begins, absolute
        """
        self._handles = 0
        self._opened = []
        self._trace = FileTrace()
        self._tree = FileTree(root, self._trace.before)
        self.processes = ProcessTable(folder, self._closed)
        self._aio = AioFollower(self, self._trace)
        self._mappings = MappingFollower(self, self._trace)

    def add(self, call):
        """Take the next call."""
        process = self.processes.find(call.pid)
        if call.name in ACTIONS:
            ACTIONS[call.name](self, call, process)
        elif call.name in COUNTED_DESCRIPTORS:
            self.count_descriptor(call, process, COUNTED_DESCRIPTORS[call.name])
        elif call.name in COUNTED_PATHS:
            self._count_path(call, process, *COUNTED_PATHS[call.name])
        elif call.result >= 0 and (call.name in COUNTED_ALWAYS or call.name not in HARMLESS):
            self._trace.leave_out(call.name)

    def finish(self):
        """All operations in order of time."""
        trace = self._trace
        self._aio.finish()
        self._turn_folders()
        trace.operations = [operation for operation in trace.operations if operation.operation]
        trace.operations.sort(key=lambda operation: operation.time)
        numbers = {}
        for operation in trace.operations:
            operation.process = numbers.setdefault(operation.process, len(numbers))
        return trace

    def _turn_folders(self):
        """What was taken for a file when it was opened may have shown to be a folder."""
        folders = {}
        for open_file in self._opened:
            path = self._tree.inside(open_file.path)
            if not open_file.is_used and (open_file.is_folder or path in self._tree.folders):
                self._tree.turn_into_folder(path)
                folders[open_file.handle] = encoded(path)
        for operation in self._trace.operations if folders else ():
            if operation.handle in folders:
                is_sync = operation.operation in ("fsync", "fdatasync")
                operation.operation = "fsyncdir" if is_sync else ""
                operation.path, operation.handle = folders[operation.handle], None

    # --- Processes ------------------------------------------------------------------

    def fork(self, call, process):
        """A process makes another, or a thread."""
        self.processes.fork(call, process)

    def execute(self, call, process):
        """execve() or execveat(): reading the program is not seen"""
        if call.result == 0:
            self._count_path(call, process, *((0, 1) if call.name == "execveat" else (None, 0)))
            self.processes.execute(call, process)

    def end(self, call, process):
        """A process or thread ends."""
        self.processes.end(call, process)

    def change_folder(self, call, process):
        """chdir() or fchdir()"""
        if call.result == 0 and call.name == "chdir":
            process.folder[0] = self._absolute(call, process, None, 0)
        elif call.result == 0 and (open_file := self._open_file(call, process, 0)):
            process.folder[0] = open_file.path

    # --- Paths ----------------------------------------------------------------------

    def _absolute(self, call, process, folder_index, path_index):
        base = process.folder[0]
        if folder_index is not None:
            if call.arguments[folder_index].startswith(CURRENT_FOLDER):
                base = call.path_of(folder_index) or base
            else:
                open_file = self._open_file(call, process, folder_index)
                base = open_file.path if open_file else "/"
                if open_file:
                    open_file.is_folder = True
        return posixpath.normpath(posixpath.join(base, call.string(path_index)))

    def _path(self, call, process, folder_index, path_index):
        return self._tree.inside(self._absolute(call, process, folder_index, path_index))

    # --- What is left out -----------------------------------------------------------

    def _count_path(self, call, process, folder_index, path_index):
        """A call without a word in the trace that is given a path."""
        if call.result < 0:
            return
        if call.arguments[path_index] in ("NULL", '""'):
            if folder_index is not None:
                self.count_descriptor(call, process, folder_index)
        elif self._path(call, process, folder_index, path_index) is not None:
            self._trace.leave_out(call.name)

    def count_descriptor(self, call, process, index):
        """A call without a word in the trace that is given an open file or folder."""
        open_file = self._open_file(call, process, index)
        if call.result < 0 or not open_file or self._tree.inside(open_file.path) is None:
            return
        command = f" {call.arguments[1]}" if call.name == "ioctl" else ""
        self._trace.leave_out(call.name + command)

    def allocate(self, call, process):
        """fallocate(): the blocks are left out, and that the file grows is not"""
        self.count_descriptor(call, process, 0)
        open_file = self.file(call, process, 0)
        if (
            call.result < 0
            or not open_file
            or call.arguments[1] not in ("0", "FALLOC_FL_ZERO_RANGE")
        ):
            return
        end = int(call.arguments[2]) + int(call.arguments[3])
        if end > open_file.file.size:
            self._resize(call, process, open_file, end)

    def make_link(self, call, process):
        """link(), symlink() and their sisters: what goes by the new name is left out"""
        at = {"linkat": 2, "symlinkat": 1}.get(call.name)
        path = self._path(call, process, at, 1 if at is None else at + 1)
        if call.result != 0 or path is None:
            return
        is_hard = call.name in ("link", "linkat")
        of = self._path(call, process, *((0, 1) if call.name == "linkat" else (None, 0)))
        self._tree.links[path] = of if is_hard else None
        self._trace.leave_out(call.name)

    def make_descriptor(self, call, process):
        """socket() and other calls that return what is no file"""
        if call.result >= 0:
            self.processes.put(call, process, call.result, Descriptor(OpenFile(call.path)))

    def make_descriptors(self, call, process):
        """pipe() and socketpair()"""
        text = call.arguments[PAIR_MAKERS[call.name]]
        for number in re.findall(r"[\[ ](\d+)", text) if call.result == 0 else ():
            self.processes.put(call, process, int(number), Descriptor(OpenFile("")))

    # --- Operations -----------------------------------------------------------------

    def emit(self, call, process, operation, **parts):
        """Add an operation that takes the time of the call, and return it."""
        line = Operation(call.time, call.duration, process.number, operation, **parts)
        self._trace.operations.append(line)
        return line

    def emit_after(self, call, process, operation, **parts):
        """Add an operation at the end of the call."""
        self.emit(call, process, operation, **parts).time += call.duration
        self._trace.operations[-1].duration = 0.0

    def open(self, call, process):
        """open(), openat(), openat2() or creat()"""
        at = 0 if call.name in ("openat", "openat2") else None
        index = 0 if at is None else 1
        absolute = self._absolute(call, process, at, index)
        words = {"O_CREAT", "O_TRUNC"} if call.name == "creat" else open_words(call, index + 1)
        if call.result >= 0 and call.path and "O_TMPFILE" not in words:
            absolute = call.path
        path = self._tree.inside(absolute)
        is_file = path is not None and path not in self._tree.folders
        is_link = is_file and path in self._tree.links
        is_file &= not is_link and not words & {"O_DIRECTORY", "O_PATH"}
        flags = ",".join(dict.fromkeys(word for flag, word in FLAGS.items() if flag in words))
        if call.result < 0:
            if is_file and call.error == "ENOENT":
                parts = {"path": encoded(path), "flags": flags, "error": call.error}
                self.emit(call, process, "open", **parts)
            return
        open_file = OpenFile(absolute, appends="O_APPEND" in words, is_link=is_link)
        if "O_TMPFILE" in words and path is not None:
            self._open_nameless(call, process, open_file, path)
        elif is_file:
            self._open_file_of(call, process, open_file, path, flags, words)
        elif is_link:
            self._trace.leave_out(call.name)
        self.processes.put(call, process, call.result, Descriptor(open_file, "O_CLOEXEC" in words))

    def _open_file_of(self, call, process, open_file, path, flags, words):
        """The open file is one of the trace from now on."""
        open_file.file = self._tree.create(path) if "O_CREAT" in words else self._tree.find(path)
        if "O_TRUNC" in words:
            open_file.file.size, open_file.file.is_untouched = 0, False
        self._handles += 1
        open_file.handle = self._handles
        self._opened.append(open_file)
        self.emit(call, process, "open", handle=self._handles, path=encoded(path), flags=flags)

    def _open_nameless(self, call, process, open_file, folder):
        """O_TMPFILE makes a file without a name: it gets one, which is removed at once."""
        path = posixpath.join(folder, f".O_TMPFILE-{self._handles + 1}")
        self._open_file_of(call, process, open_file, path, "create,exclusive", {"O_CREAT"})
        open_file.is_used = True
        self._tree.remove(path)
        self.emit_after(call, process, "unlink", path=encoded(path))

    def read_or_write(self, call, process):
        """read(), write() and those with an offset or several buffers"""
        open_file = self.file(call, process, 0)
        if call.result < 0 or not open_file:
            return
        offset = int(call.arguments[OFFSETS[call.name]]) if call.name in OFFSETS else None
        operation = "pread" if "read" in call.name else "pwrite"
        flags = call.arguments[-1] if call.name in ("preadv2", "pwritev2") else ""
        if offset == -1 and flags:
            offset = None
        self._transfer(call, process, operation, open_file, offset, flags)

    def _transfer(self, call, process, operation, open_file, offset, flags=""):
        """Move result bytes at the offset; None: at the place where the open file stands."""
        place = open_file.offset if offset is None else offset
        if operation == "pwrite" and (open_file.appends or "RWF_APPEND" in flags):
            place = open_file.file.size
        self.see_bytes(operation, open_file, place, call.result)
        if offset is None:
            open_file.offset = place + call.result
        parts = {"handle": open_file.handle, "offset": place, "bytes": call.result}
        self.emit(call, process, operation, **parts)
        for flag in WRITE_SYNCS.keys() & set(flags.split("|")) if operation == "pwrite" else ():
            self.emit_after(call, process, WRITE_SYNCS[flag], handle=open_file.handle)

    def see_bytes(self, operation, open_file, offset, count):
        """Bytes of an open file were moved."""
        open_file.is_used = True
        if operation == "pwrite" and count:
            open_file.file.is_untouched = False
        self._tree.see_size(open_file.file, offset + count if count else 0)

    def copy(self, call, process):
        """copy_file_range(), splice() or sendfile(): a read and a write"""
        source, source_offset, target, target_offset = COPIES[call.name]
        sides = (("pread", source, source_offset), ("pwrite", target, target_offset))
        for operation, index, offset_index in sides:
            open_file = self.file(call, process, index)
            if call.result < 0 or not open_file:
                continue
            text = "NULL" if offset_index is None else call.arguments[offset_index]
            numbers = re.findall(r"\d+", text)
            offset = int(numbers[0]) if numbers else None
            self._transfer(call, process, operation, open_file, offset)

    def seek(self, call, process):
        """lseek() or _llseek()"""
        open_file = self._open_file(call, process, 0)
        if not open_file or call.result < 0:
            return
        place = call.result
        if call.name == "_llseek":
            place = int(call.arguments[2].strip("[]"))
        open_file.offset, open_file.is_listed = place, False

    def truncate(self, call, process):
        """ftruncate(), or truncate(), which opens the file and closes it again"""
        size = int(call.arguments[1], 0)
        if call.name == "ftruncate":
            if (open_file := self.file(call, process, 0)) and call.result == 0:
                self._resize(call, process, open_file, size)
            return
        path = self._path(call, process, None, 0)
        if call.result < 0 or path is None:
            return
        if path in self._tree.links:
            self._trace.leave_out(call.name)
            return
        open_file = OpenFile(path, is_used=True)
        self._open_file_of(call, process, open_file, path, "", ())
        self._trace.operations[-1].duration = 0.0
        self._resize(call, process, open_file, size)
        self.emit_after(call, process, "close", handle=open_file.handle)

    def _resize(self, call, process, open_file, size):
        open_file.file.size, open_file.file.is_untouched = size, False
        open_file.is_used = True
        self.emit(call, process, "ftruncate", handle=open_file.handle, offset=size)

    def synchronise(self, call, process):
        """fsync(), fdatasync(), sync() or syncfs()"""
        if call.name in ("sync", "syncfs"):
            self.emit(call, process, "sync")
            return
        open_file = self.file(call, process, 0) or self._open_file(call, process, 0)
        if call.result < 0 or not open_file or open_file.is_link:
            return
        path = self._tree.inside(open_file.path)
        if open_file.file:
            self.emit(call, process, call.name, handle=open_file.handle)
        elif path is not None:
            self.emit(call, process, "fsyncdir", path=encoded(path))

    def list_folder(self, call, process):
        """getdents64(): one operation for the whole folder"""
        open_file = self._open_file(call, process, 0, is_data=True)
        path = self._tree.inside(open_file.path) if open_file else None
        if path is not None and call.result >= 0 and not open_file.is_listed:
            self.emit(call, process, "readdir", path=encoded(path))
            open_file.is_listed = open_file.is_folder = True

    def status(self, call, process):
        """stat() and its sisters, and access(); fstat() shows only the size"""
        text = ",".join(call.arguments)
        size = re.search(r"\bstx?_size=(\d+)", text)
        at = 0 if call.name in AT_STATUS else None
        index = 0 if at is None else 1
        if call.name == "fstat" or call.arguments[index] == '""':
            if call.result == 0 and (open_file := self._open_file(call, process, 0)):
                open_file.is_folder |= "S_IFDIR" in text
                if size and open_file.file and not open_file.is_folder:
                    self._tree.see_size(open_file.file, int(size[1]))
            return
        path = self._path(call, process, at, index)
        if path is None or (call.result < 0 and call.error != "ENOENT"):
            return
        if path in self._tree.links:
            self._trace.leave_out(call.name)
            return
        if size and "S_IFREG" in text:
            self._tree.see_size(self._tree.find(path), int(size[1]))
        self.emit(call, process, "stat", path=encoded(path), error=call.error)

    def make_folder(self, call, process):
        """mkdir() or mkdirat()"""
        at = 0 if call.name == "mkdirat" else None
        path = self._path(call, process, at, 0 if at is None else 1)
        if call.result == 0 and path is not None:
            self._tree.make_folder(path)
            self.emit(call, process, "mkdir", path=encoded(path))

    def remove(self, call, process):
        """unlink(), unlinkat() or rmdir()"""
        at = 0 if call.name == "unlinkat" else None
        path = self._path(call, process, at, 0 if at is None else 1)
        if call.result != 0 or path is None:
            return
        if call.name == "rmdir" or call.arguments[-1] == "AT_REMOVEDIR":
            self._tree.remove_folder(path)
            self.emit(call, process, "rmdir", path=encoded(path))
        elif path in self._tree.links:
            del self._tree.links[path]
            self._trace.leave_out(call.name)
        elif new := self._tree.find_hard_link(path):
            self._rename_by_link(call, process, path, new)
        else:
            self._tree.remove(path)
            self.emit(call, process, "unlink", path=encoded(path))

    def _rename_by_link(self, call, process, old, new):
        """unlink() of the old name makes a rename of a link(), of which nothing is left out."""
        del self._tree.links[new]
        name = next(n for n in ("link", "linkat") if self._trace.left_out.get(n))
        self._trace.leave_out(name, -1)
        self._tree.rename(old, new)
        self.emit(call, process, "rename", path=f"{encoded(old)} {encoded(new)}")

    def rename(self, call, process):
        """rename(), renameat() or renameat2(); over the root's edge it is left out"""
        at = call.name != "rename"
        old = self._path(call, process, *((0, 1) if at else (None, 0)))
        new = self._path(call, process, *((2, 3) if at else (None, 1)))
        if call.result != 0 or (old is None and new is None):
            return
        is_exchange = "RENAME_EXCHANGE" in call.arguments[-1]
        if old is None or new is None or old in self._tree.links or is_exchange:
            self._tree.move_link(old, new)
            self._trace.leave_out(call.name)
            return
        self._tree.rename(old, new)
        self.emit(call, process, "rename", path=f"{encoded(old)} {encoded(new)}")

    # --- Descriptors ----------------------------------------------------------------

    def _open_file(self, call, process, index, is_data=False):
        """The open file of a descriptor; None if the recording does not tell.

        :param is_data: True to count the call then, if it went well
        """
        number = call.number(index)
        if number is None:
            return None
        descriptor = process.descriptors.get(number)
        if descriptor:
            return descriptor.open_file
        if "<" in call.arguments[index]:
            return self._adopt(call, process, number, call.path_of(index))
        if is_data and call.result >= 0:
            self._trace.unknown[call.name] = self._trace.unknown.get(call.name, 0) + 1
        return None

    def _adopt(self, call, process, number, absolute):
        """A descriptor from before the recording, or from another process, whose path -y tells."""
        open_file = OpenFile(absolute)
        path = self._tree.inside(absolute) if absolute else None
        if path is not None and path not in self._tree.folders:
            self._open_file_of(call, process, open_file, path, "", ())
            self._trace.operations[-1].duration = 0.0
        self.processes.put(call, process, number, Descriptor(open_file))
        return open_file

    def file(self, call, process, index):
        """The open file of a call that works on data, if it is one of the trace; it is counted if
        it was opened by a link or nobody knows what it is."""
        open_file = self._open_file(call, process, index, is_data=True)
        if open_file and open_file.is_link and call.result >= 0:
            self._trace.leave_out(call.name)
        return open_file if open_file and open_file.file else None

    def _closed(self, call, process, open_file):
        if open_file.handle:
            self.emit(call, process, "close", handle=open_file.handle)

    def close(self, call, process):
        """close() or close_range()"""
        self.processes.close(call, process)

    def duplicate(self, call, process):
        """dup(), dup2() or dup3()"""
        self.processes.duplicate(call, process, self._open_file(call, process, 0))

    def control(self, call, process):
        """fcntl()"""
        command = call.arguments[1]
        open_file = self._open_file(call, process, 0)
        if call.result < 0 or not open_file:
            return
        if command in ("F_DUPFD", "F_DUPFD_CLOEXEC"):
            closes = command == "F_DUPFD_CLOEXEC"
            self.processes.put(call, process, call.result, Descriptor(open_file, closes))
        elif command == "F_SETFD":
            descriptor = process.descriptors[call.number(0)]
            descriptor.closes_on_exec = "FD_CLOEXEC" in call.arguments[2]
        elif command == "F_SETFL":
            open_file.appends = "O_APPEND" in call.arguments[2]
            if open_file.file and "O_DIRECT" in call.arguments[2]:
                self._trace.leave_out("fcntl F_SETFL O_DIRECT")

    def command(self, call, process):
        """ioctl()"""
        command = call.arguments[1]
        if command in ("FIOCLEX", "FIONCLEX") and call.result == 0:
            self._open_file(call, process, 0)
            if descriptor := process.descriptors.get(call.number(0)):
                descriptor.closes_on_exec = command == "FIOCLEX"
        elif command not in HARMLESS_COMMANDS:
            self.count_descriptor(call, process, 0)

    # --- Calls that others follow ---------------------------------------------------

    def work_on_memory(self, call, process):
        """mmap() and calls on what it mapped"""
        self._mappings.take(call, process)

    def asynchronous(self, call, process):
        """libaio's calls and those of io_uring"""
        self._aio.take(call, process)


def open_words(call, index):
    """The flags of an open call as a set of words."""
    text = call.arguments[index]
    if call.name == "openat2":
        found = re.search(r"flags=([^,}]*)", text)
        text = found[1] if found else ""
    return set(text.split("|"))


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
    **dict.fromkeys(("open", "openat", "openat2", "creat"), FileFollower.open),
    **dict.fromkeys(("read", "readv", "write", "writev", *OFFSETS), FileFollower.read_or_write),
    **dict.fromkeys(COPIES, FileFollower.copy),
    **dict.fromkeys(MappingFollower.CALLS, FileFollower.work_on_memory),
    **dict.fromkeys(("lseek", "_llseek"), FileFollower.seek),
    **dict.fromkeys(("truncate", "ftruncate"), FileFollower.truncate),
    "fallocate": FileFollower.allocate,
    **dict.fromkeys(("link", "linkat", "symlink", "symlinkat"), FileFollower.make_link),
    **dict.fromkeys(MAKERS, FileFollower.make_descriptor),
    **dict.fromkeys(PAIR_MAKERS, FileFollower.make_descriptors),
    **dict.fromkeys(("fsync", "fdatasync", "sync", "syncfs"), FileFollower.synchronise),
    **dict.fromkeys(("getdents", "getdents64"), FileFollower.list_folder),
    **dict.fromkeys(("stat", "lstat", "fstat", "access", *AT_STATUS), FileFollower.status),
    **dict.fromkeys(("mkdir", "mkdirat"), FileFollower.make_folder),
    **dict.fromkeys(("unlink", "unlinkat", "rmdir"), FileFollower.remove),
    **dict.fromkeys(("rename", "renameat", "renameat2"), FileFollower.rename),
    **dict.fromkeys(("close", "close_range"), FileFollower.close),
    **dict.fromkeys(("dup", "dup2", "dup3"), FileFollower.duplicate),
    "fcntl": FileFollower.control,
    "ioctl": FileFollower.command,
    **dict.fromkeys(AioFollower.CALLS, FileFollower.asynchronous),
}
