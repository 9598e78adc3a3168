# SPDX-License-Identifier: GPL-2.0-only
"""The files below a folder as a trace goes on: names, sizes, and what was there before."""

import posixpath
from dataclasses import dataclass

from file_trace import encoded


@dataclass(slots=True, eq=False)
class File:
    """A file below the root; it stays the same one when it is renamed."""

    size: int = 0
    #: True while the size can be only what it was before the trace.
    is_untouched: bool = False
    #: Its path before the trace; None if the trace made it.
    before: str | None = None


class FileTree:
    """Names of files and folders, as paths from the root; what it meets first was there before."""

    def __init__(self, root, before):
        """
        :param root: the folder, absolute
        :param before: takes what was there before: path to size, None for a folder
        """
        self._root = posixpath.normpath(root).rstrip("/")
        self._before = before
        self._files = {}
        self.folders = {"/"}
        #: Names made by link(), with the path that they stand for, and by symlink(), with None.
        self.links = {}

    def inside(self, path):
        """The path below the root, from /; None if an absolute path is not below it."""
        if path == (self._root or "/"):
            return "/"
        return path[len(self._root) :] if path.startswith(self._root + "/") else None

    def find(self, path):
        """The file of this path, which was there before if it is not known."""
        if path not in self._files:
            self._know_folders_of(path)
            self._files[path] = File(is_untouched=True, before=encoded(path))
            self._before[encoded(path)] = 0
        return self._files[path]

    def create(self, path):
        """The file of this path, which is new if it is not known."""
        if path not in self._files:
            self._know_folders_of(path)
            self._files[path] = File()
        return self._files[path]

    def see_size(self, file, size):
        """A call showed that the file is at least as large."""
        file.size = max(file.size, size)
        if file.is_untouched:
            self._before[file.before] = file.size

    def remove(self, path):
        """The file has no name any more."""
        self.find(path)
        del self._files[path]

    def make_folder(self, path):
        """A new folder."""
        self._know_folders_of(path)
        self.folders.add(path)

    def turn_into_folder(self, path):
        """What was taken for a file is a folder, which was there before."""
        file = self._files.pop(path, None)
        if path not in self.folders or (file and file.before == encoded(path)):
            self._before.pop(encoded(path), None)
            self.folders.discard(path)
            self._know_folders_of(path + "/")

    def move_link(self, old, new):
        """A rename that the trace leaves out: what is known of both paths, None for one outside."""
        is_link = old in self.links
        of = self.links.pop(old, None)
        self.links.pop(new, None)
        if new is not None and (is_link or old is None):
            self.links[new] = of
        if old is not None and not is_link:
            self._files.pop(old, None)

    def find_hard_link(self, path):
        """Another name that link() gave to a file; None if there is none."""
        return next((name for name, of in self.links.items() if of == path), None)

    def remove_folder(self, path):
        """A folder, now empty, is removed."""
        self._know_folders_of(path + "/")
        self.folders.discard(path)

    def rename(self, old, new):
        """A file or folder gets another name, and takes the place of a file of that name."""
        if old in self.folders:
            self._rename_below(old, new)
        else:
            self.find(old)
            self._files[new] = self._files.pop(old)

    def _rename_below(self, old, new):
        def renamed(path):
            return new + path[len(old) :] if (path + "/").startswith(old + "/") else path

        self._files = {renamed(path): file for path, file in self._files.items()}
        self.folders = {renamed(path) for path in self.folders}

    def _know_folders_of(self, path):
        folder = posixpath.dirname(path)
        while folder not in self.folders:
            self.folders.add(folder)
            self._before[encoded(folder)] = None
            folder = posixpath.dirname(folder)
