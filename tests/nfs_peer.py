# SPDX-License-Identifier: GPL-2.0-only
"""A client of NFS 3 for tests: what Debian's libnfs offers a program, called from Python.

    python nfs_peer.py SERVER ACTIONS

does what a JSON list says, each action a list of its name and arguments, and prints what came of
each as JSON.
"""

import ctypes
import ctypes.util
import json
import os
import stat
import sys
from pathlib import Path

#: Bytes of one read or write.
PIECE = 100_000


class Stat(ctypes.Structure):
    """What libnfs says of a file: struct nfs_stat_64."""

    _fields_ = [
        (name, ctypes.c_uint64)
        for name in [
            "dev",
            "ino",
            "mode",
            "nlink",
            "uid",
            "gid",
            "rdev",
            "size",
            "blksize",
            "blocks",
            "atime",
            "mtime",
            "ctime",
            "atime_nsec",
            "mtime_nsec",
            "ctime_nsec",
            "used",
        ]
    ]


class Name(ctypes.Structure):
    """A name in a directory: the begin of struct nfsdirent."""

    _fields_ = [("next", ctypes.c_void_p), ("name", ctypes.c_char_p), ("inode", ctypes.c_uint64)]


class Room(ctypes.Structure):
    """What there is: struct statvfs of Linux."""

    _fields_ = [
        (name, ctypes.c_ulong)
        for name in [
            "bsize",
            "frsize",
            "blocks",
            "bfree",
            "bavail",
            "files",
            "ffree",
            "favail",
            "fsid",
            "flag",
            "namemax",
        ]
    ] + [("spare", ctypes.c_int * 6)]


class Times(ctypes.Structure):
    """Access and change: struct timeval[2]."""

    _fields_ = [(name, ctypes.c_long) for name in ("atime", "atime_us", "mtime", "mtime_us")]


class Nfs:
    """A mounted directory. Each method that fails raises OSError."""

    def __init__(self, server, path="/export"):
        self.library = ctypes.CDLL("libnfs.so.13")
        self.library.nfs_init_context.restype = ctypes.c_void_p
        self.library.nfs_readdir.restype = ctypes.POINTER(Name)
        self.library.nfs_get_error.restype = ctypes.c_char_p
        self.context = ctypes.c_void_p(self.library.nfs_init_context())
        self.call("mount", server.encode(), path.encode())

    def call(self, name, *arguments):
        """Call a function of libnfs; give its result."""
        result = getattr(self.library, f"nfs_{name}")(self.context, *arguments)
        if result < 0:
            raise OSError(-result, self.library.nfs_get_error(self.context).decode())
        return result

    def open(self, path, flags):
        """Give a file that is open."""
        file = ctypes.c_void_p()
        self.call("open", path.encode(), flags, ctypes.byref(file))
        return file

    def write(self, path, data):
        """Make a file."""
        file = ctypes.c_void_p()
        self.call("creat", path.encode(), 0o640, ctypes.byref(file))
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            count = self.call("write", file, ctypes.c_uint64(len(piece)), piece)
            assert count == len(piece), f"{count} of {len(piece)} bytes written to {path}"
        self.call("fsync", file)
        self.call("close", file)

    def read(self, path):
        """Give what a file contains."""
        file = self.open(path, os.O_RDONLY)
        data, buffer = b"", ctypes.create_string_buffer(PIECE)
        while count := self.call("read", file, ctypes.c_uint64(PIECE), buffer):
            data += buffer.raw[:count]
        self.call("close", file)
        return data

    def names(self, path):
        """Give the names in a directory, with their inodes."""
        folder = ctypes.c_void_p()
        self.call("opendir", path.encode(), ctypes.byref(folder))
        names = {}
        while entry := self.library.nfs_readdir(self.context, folder):
            names[entry.contents.name.decode()] = entry.contents.inode
        self.library.nfs_closedir(self.context, folder)
        return names

    def stat(self, path):
        """Give the attributes of a file, not following a link."""
        result = Stat()
        self.call("lstat64", path.encode(), ctypes.byref(result))
        return {name: getattr(result, name) for name, _ in Stat._fields_}

    def room(self):
        """Give what statvfs says."""
        result = Room()
        self.call("statvfs", b"/", ctypes.byref(result))
        return {name: getattr(result, name) for name, _ in Room._fields_[:-1]}

    def link_target(self, path):
        """Give where a symbolic link leads."""
        buffer = ctypes.create_string_buffer(5000)
        self.call("readlink", path.encode(), buffer, len(buffer))
        return buffer.value.decode()

    def put_tree(self, source, target):
        """Copy a tree to the server with modes and times; give how many things there were."""
        count = 0
        for path in sorted(Path(source).rglob("*")):
            there = f"{target}/{path.relative_to(source)}"
            status = path.lstat()
            count += 1
            if path.is_symlink():
                self.call("symlink", str(path.readlink()).encode(), there.encode())
                continue
            if path.is_dir():
                self.call("mkdir", there.encode())
                continue
            self.write(there, path.read_bytes())
            self.call("chmod", there.encode(), stat.S_IMODE(status.st_mode))
            seconds, rest = divmod(status.st_mtime_ns, 10**9)
            times = Times(int(status.st_atime), 0, seconds, rest // 1000)
            self.call("utimes", there.encode(), ctypes.byref(times))
        return count

    def get_tree(self, source, target):
        """Copy a tree from the server with modes and times; give how many things there were."""
        count = 0
        for name in self.names(source):
            if name in (".", ".."):
                continue
            there, here = f"{source}/{name}", Path(target) / name
            status = self.stat(there)
            count += 1
            if stat.S_ISLNK(status["mode"]):
                here.symlink_to(self.link_target(there))
            elif stat.S_ISDIR(status["mode"]):
                here.mkdir()
                count += self.get_tree(there, here)
            else:
                here.write_bytes(self.read(there))
                here.chmod(stat.S_IMODE(status["mode"]))
                times = [
                    status[f"{kind}time"] * 10**9 + status[f"{kind}time_nsec"] for kind in "am"
                ]
                os.utime(here, ns=tuple(times))
        return count

    def text(self, path):
        """Give a file as text."""
        return self.read(path).decode()

    def write_text(self, path, text):
        """Make a file of a text."""
        self.write(path, text.encode())

    def do(self, name, *arguments):
        """Do an action: a method of this class, or a function of libnfs with names and numbers."""
        if hasattr(self, name):
            return getattr(self, name)(*arguments)
        words = [word.encode() if isinstance(word, str) else word for word in arguments]
        return self.call(name, *words)


def main(server, actions):
    """Do all actions; give what came of each, the error where it failed."""
    nfs = Nfs(server)
    done = []
    for name, *arguments in actions:
        try:
            done.append(nfs.do(name, *arguments))
        except OSError as error:
            done.append(f"error: {os.strerror(error.errno)}")
    return done


if __name__ == "__main__":
    json.dump(main(sys.argv[1], json.loads(sys.argv[2])), sys.stdout)
