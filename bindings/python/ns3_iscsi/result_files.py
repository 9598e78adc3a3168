# SPDX-License-Identifier: GPL-2.0-only
"""Writes result files: whole or not at all, and without harm to what is no regular file.

A regular file, or none, is replaced when the new one is whole. Anything else is written into and
never replaced: a device, a FIFO, what is in /proc, and descriptors such as ``/dev/stdout``, which
are written where they stand. A symbolic link is followed and stays, even if there is nothing yet
where it points to. A folder or a socket is refused. The C++ programs do the same.
"""

import errno
import os
import shutil
import stat
import sys
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path

#: Links that are followed, as many as Linux follows itself.
_MAX_LINKS = 40


class ResultFileError(OSError):
    """A result that cannot be written: one line that names the file and the reason."""


def check(path):
    """Find out early whether a result can be written; its folder is made.

    :param path: the file
    :raises ResultFileError: if something stands there that no result can be in
    """
    with _reported(path):
        _Place(path)


def write_atomically(path, content):
    """Write a file so that a crash at any moment leaves the old one or the new one, whole.

    :param path: the file; its folder is made if need be
    :param content: text or bytes
    :raises ResultFileError: if it cannot be written; an older file stays
    """
    with opened(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def opened(path):
    """Give a file to write bytes to, which is the result when the block ends well.

    :param path: the file; its folder is made if need be
    :raises ResultFileError: if it cannot be written; an older file stays
    """
    with _reported(path), _Place(path).opened() as file:
        yield file


def move_into_place(source, path):
    """Let a finished file be a result.

    :param source: the file; it is gone or may go afterwards
    :param path: the result
    :raises ResultFileError: if it cannot be written; an older file stays
    """
    with _reported(path):
        place = _Place(path)
        if place.is_replaced:
            # Another file system may be at the end of a link.
            with suppress(OSError):
                Path(source).replace(place.path)
                return
        with place.opened() as file, Path(source).open("rb") as content:
            shutil.copyfileobj(content, file)


class _Place:
    """What the name of a result stands for.

    :param name: the name
    """

    def __init__(self, name):
        self.path = _follow_links(name)
        try:
            self._old = self.path.stat() if _is_in_proc(self.path) else self.path.lstat()
        except FileNotFoundError:
            self._old = None
        mode = self._old.st_mode if self._old else stat.S_IFREG
        if stat.S_ISDIR(mode):
            raise _kind_error(name, "folder")
        if stat.S_ISSOCK(mode) and not _is_in_proc(self.path):
            raise _kind_error(name, "socket")
        #: Whether a new file takes the place when it is whole.
        self.is_replaced = stat.S_ISREG(mode) and not _is_in_proc(self.path)
        if self.is_replaced and self._old and not os.access(self.path, os.W_OK, effective_ids=True):
            # A file that may not be written may not be replaced either.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def opened(self):
        """Give a context with a file to write, whose end is the end of the result."""
        return self._replaced() if self.is_replaced else self._opened_directly()

    @contextmanager
    def _replaced(self):
        part = self.path.with_name(f".{self.path.name}.{uuid.uuid4().hex[:12]}")
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        try:
            with os.fdopen(descriptor, "wb") as file:
                if self._old:
                    _keep_owner(descriptor, self._old)
                yield file
                file.flush()
                os.fsync(descriptor)
            part.replace(self.path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextmanager
    def _opened_directly(self):
        if self.path.parent == Path(f"/proc/{os.getpid()}/fd") and self.path.name.isdecimal():
            # What was printed before stands before.
            sys.stdout.flush()
            descriptor = os.dup(int(self.path.name))
        else:
            descriptor = os.open(self.path, os.O_WRONLY | os.O_NOCTTY)
        with os.fdopen(descriptor, "wb") as file:
            yield file


def _follow_links(name):
    """Give the path at the end of all links, in a folder that is there."""
    path = name
    for _ in range(_MAX_LINKS + 1):
        # pathlib drops a slash at the end, which makes the name that of a folder.
        folder, last = os.path.split(os.fspath(path))
        if last in ("", ".", ".."):
            raise _kind_error(name, "folder")
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
        place = Path(folder).resolve() / last
        if _is_in_proc(place) or not place.is_symlink():
            return place
        path = place.parent / place.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_in_proc(path):
    """Tell whether a path is in /proc, where links are no names of files."""
    return path.is_relative_to("/proc")


def _keep_owner(descriptor, old):
    """Give a new file owner and permissions of the old one, as far as this process may."""
    with suppress(PermissionError):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _kind_error(name, kind):
    return ResultFileError(f"{name}: it is a {kind}; a result needs the name of a file")


@contextmanager
def _reported(path):
    """Turn what the system says into one line that names the file."""
    try:
        yield
    except ResultFileError:
        raise
    except OSError as error:
        raise ResultFileError(f"{path}: cannot be written: {error.strerror or error}") from None
