# SPDX-License-Identifier: GPL-2.0-only
"""Keeps a folder for one process at a time, as long as that lives."""

import errno
import fcntl
import json
import os
import shlex
import socket
import sys
import textwrap
import time
from contextlib import contextmanager

#: The file in the folder that is locked; it stays when the lock is gone.
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
    with (folder / NAME).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderHeldError(f"{folder}: {_holder(file)}") from None
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        file.truncate(0)
        file.write(json.dumps(_about_this_process()) + "\n")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _about_this_process():
    return {
        "process": os.getpid(),
        "host": socket.gethostname(),
        "since": time.strftime("%Y-%m-%d %H:%M:%S"),
        "command": textwrap.shorten(shlex.join(sys.orig_argv), 100, placeholder=" ..."),
    }


def _holder(file):
    """Say who holds the folder."""
    file.seek(0)
    try:
        about = json.loads(file.read())
        who = "process {process} on {host} since {since} ({command})".format(**about)
    except (ValueError, KeyError, TypeError):
        # It has not written yet who it is.
        who = "another process"
    return f"it is in use by {who}; wait until that ends, or use another folder"
