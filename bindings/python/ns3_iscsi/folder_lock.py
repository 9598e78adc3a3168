# SPDX-License-Identifier: GPL-2.0-only
"""Keeps a folder for one process at a time, as long as that lives."""

import errno
import fcntl
import os
import shlex
import socket
import sys
import textwrap
import time
from contextlib import contextmanager

#: The file in the folder that is locked. A line in it says who holds the folder. Programs lock the
#: same file and write the same line while they run, and remove the file when they end.
NAME = ".lock"
#: What file systems say that know no locks.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)


class FolderHeldError(RuntimeError):
    """Somebody else works in the folder: one line that says who."""


@contextmanager
def held(folder):
    """Hold a folder.

    The lock is the kernel's and ends with the process, however that ends. Where the file system
    knows no locks, nothing is held.

    :param folder: the folder, which is there
    :raises FolderHeldError: at once, if somebody else holds it
    """
    with _locked(folder) as file:
        file.truncate(0)
        file.write(_this_process() + "\n")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _locked(folder):
    """Open and lock the file of a folder that is there when it is locked."""
    while True:
        file = (folder / NAME).open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with file:
                raise FolderHeldError(f"{folder}: {_holder(file)}") from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                file.close()
                raise
            return file
        if _is_in_place(file, folder):
            return file
        file.close()


def _is_in_place(file, folder):
    """Tell whether an open file still has its name, which a program's end takes from it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), (folder / NAME).stat())
    except FileNotFoundError:
        return False


def _this_process():
    """Say who this is, in one line."""
    command = textwrap.shorten(shlex.join(sys.orig_argv), 100, placeholder=" ...")
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    return f"process {os.getpid()} on {socket.gethostname()} since {since} ({command})"


def _holder(file):
    """Say who holds the folder."""
    file.seek(0)
    # Without a line it has not written yet who it is.
    who = file.readline().strip() or "another process"
    return f"it is in use by {who}; wait until that ends, or use another folder"
