# SPDX-License-Identifier: GPL-2.0-only
"""A client of SMB for tests: smbprotocol of PyPI.

    python smb_peer.py SERVER DIALECT ACTIONS

does what a JSON list says, each action a list of its name and arguments, and prints what came of
each as JSON.
"""

import json
import os
import sys
import uuid
from pathlib import Path

import smbclient
from smbclient.path import isdir
from smbclient.shutil import rmtree
from smbprotocol.connection import Connection, Dialects
from smbprotocol.exceptions import SMBException
from smbprotocol.session import Session
from smbprotocol.tree import TreeConnect

#: Bytes of one read or write.
PIECE = 300_000


class Peer:
    """A client that is logged in as a guest."""

    def __init__(self, server, dialect):
        self.server = server
        self.dialect = Dialects.SMB_2_0_2 if dialect == "2.0.2" else Dialects.SMB_2_1_0
        self.connection = Connection(uuid.uuid4(), server, 445, require_signing=False)
        self.connection.connect(self.dialect, timeout=20)
        cache = {f"{server}:445": self.connection}
        self.options = {"connection_cache": cache}
        session = Session(
            self.connection,
            username="someone",
            password="anything",
            require_encryption=False,
            auth_protocol="ntlm",
        )
        session.connect()
        self.session = session

    def path(self, name):
        return f"\\\\{self.server}\\share\\" + name.strip("/").replace("/", "\\")

    def put(self, source, name):
        """Write a file, flush it and set its time."""
        source = Path(source)
        with (
            source.open("rb") as data,
            smbclient.open_file(self.path(name), "wb", buffering=0, **self.options) as file,
        ):
            while piece := data.read(PIECE):
                while piece:
                    piece = piece[file.write(piece) :]
            file.flush()
        changed = source.stat().st_mtime_ns // 1000 * 1000
        smbclient.utime(self.path(name), ns=(changed, changed), **self.options)
        return 0

    def get(self, name, target):
        target = Path(target)
        with (
            target.open("wb") as data,
            smbclient.open_file(self.path(name), "rb", buffering=0, **self.options) as file,
        ):
            while piece := file.read(PIECE):
                data.write(piece)
        changed = smbclient.stat(self.path(name), **self.options).st_mtime_ns
        os.utime(target, ns=(changed, changed))
        return 0

    def put_tree(self, source, name):
        """Write a whole tree; give how many files and folders."""
        count = 0
        for path in sorted(Path(source).rglob("*")):
            below = f"{name}/{path.relative_to(source)}"
            if path.is_dir():
                smbclient.mkdir(self.path(below), **self.options)
            else:
                self.put(path, below)
            count += 1
        return count

    def get_tree(self, name, target):
        """Read a whole tree; give how many files and folders."""
        count = 0
        for entry in smbclient.scandir(self.path(name), **self.options):
            below = Path(target) / entry.name
            if entry.is_dir():
                below.mkdir()
                count += self.get_tree(f"{name}/{entry.name}", below)
            else:
                self.get(f"{name}/{entry.name}", below)
            count += 1
        return count

    def names(self, name):
        return sorted(smbclient.listdir(self.path(name), **self.options))

    def like(self, name, pattern):
        return sorted(smbclient.listdir(self.path(name), pattern, **self.options))

    def stat(self, name):
        found = smbclient.stat(self.path(name), **self.options)
        return {"size": found.st_size, "ino": found.st_ino, "mtime": found.st_mtime}

    def is_folder(self, name):
        return isdir(self.path(name), **self.options)

    def mkdir(self, name):
        smbclient.mkdir(self.path(name), **self.options)
        return 0

    def rmdir(self, name):
        smbclient.rmdir(self.path(name), **self.options)
        return 0

    def remove(self, name):
        smbclient.remove(self.path(name), **self.options)
        return 0

    def remove_tree(self, name):
        rmtree(self.path(name), **self.options)
        return 0

    def rename(self, name, new):
        smbclient.rename(self.path(name), self.path(new), **self.options)
        return 0

    def replace(self, name, new):
        smbclient.replace(self.path(name), self.path(new), **self.options)
        return 0

    def truncate(self, name, size):
        smbclient.truncate(self.path(name), size, **self.options)
        return 0

    def text(self, name):
        with smbclient.open_file(self.path(name), "r", **self.options) as file:
            return file.read()

    def write_text(self, name, text, mode="w"):
        with smbclient.open_file(self.path(name), mode, **self.options) as file:
            return file.write(text)

    def room(self):
        room = smbclient.stat_volume(self.path(""), **self.options)
        return {"total": room.total_size, "free": room.actual_available_size}

    def share(self, name):
        tree = TreeConnect(self.session, f"\\\\{self.server}\\{name}")
        tree.connect(require_secure_negotiate=False)
        tree.disconnect()
        return 0

    def echo(self):
        return self.connection.echo(self.session.session_id, credit_request=10)

    def do(self, name, *arguments):
        try:
            return getattr(self, name)(*arguments)
        except (OSError, SMBException) as error:
            return f"error: {error}"


def main():
    server, dialect, actions = sys.argv[1:]
    smbclient.ClientConfig(require_secure_negotiate=False, skip_dfs=True)
    peer = Peer(server, dialect)
    print(json.dumps([peer.do(*action) for action in json.loads(actions)]))
    peer.session.disconnect()
    peer.connection.disconnect()


if __name__ == "__main__":
    main()
