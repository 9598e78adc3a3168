# SPDX-License-Identifier: GPL-2.0-only
"""The programs that run on both hosts.

Each is a shell command in the mounted folder. On the simulated host it is a model of the program,
or the replay of a trace of its system calls.
"""

import shlex
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
REFERENCE = FOLDER.parent / "reference" / "real-host"

#: The library of a tree of source code: GNU hello 2.10, an archive outside of the folder.
SOURCE = "hello_2.10.orig.tar.gz"


@dataclass(frozen=True)
class Program:
    """A program and how the simulated host runs it.

    :param command: shell command in the mounted folder; ``{source}`` is the archive's path
    :param prepare: shell command before it, after which the file system is mounted anew
    :param options: options of iscsi-san; none for the replay of a trace
    :param processes: whether several work at once, or one with several requests
    :param disks: on which disks it runs
    :param held_out: whether nothing of the model was chosen with it
    """

    command: str
    prepare: str = ""
    options: dict = field(default_factory=dict)
    processes: bool = False
    disks: tuple = ("ram", "drive")
    held_out: bool = False

    @property
    def is_replayed(self):
        """Whether the simulated host replays a trace of it."""
        return not self.options


def _script(name, *words):
    return shlex.join(["python3", str(FOLDER / "scripts" / f"{name}.py"), *map(str, words)])


def _postmark(number, transactions):
    lines = (
        "set location .",
        "set size 500 100000",
        f"set number {number}",
        f"set transactions {transactions}",
        *("set read 4096", "set write 4096", "set buffering false", "set seed 42", "run", "quit"),
    )
    return f"printf '%s\\n' {' '.join(map(shlex.quote, lines))} | postmark"


def _fio(**keys):
    words = {"name": "job", "directory": ".", "size": "16m", "bs": "4k", "randseed": 1, **keys}
    return shlex.join(["fio", *(f"--{name}={value}" for name, value in words.items())])


_FIO_FILE = "fio --name=job --directory=. --size=16m --bs=1m --rw=write --end_fsync=1"

#: The programs by name.
PROGRAMS = {
    "sqlite": Program(_script("bookings")),
    "dd-fsync": Program(
        "dd if=/dev/zero of=file bs=64k count=512 conv=fsync",
        options={"workload": "dd", "ddBlockSize": 65536, "ddCount": 512, "ddConv": "fsync"},
    ),
    "dd-write": Program(
        "dd if=/dev/zero of=file bs=64k count=512",
        options={"workload": "dd", "ddBlockSize": 65536, "ddCount": 512},
    ),
    "dd-read": Program(
        "dd if=file of=/dev/null bs=64k",
        prepare="dd if=/dev/zero of=file bs=64k count=512",
        options={
            "workload": "dd",
            "ddBlockSize": 65536,
            "ddCount": 512,
            "ddOperation": "read",
        },
    ),
    "postmark": Program(
        _postmark(500, 500),
        options={
            "workload": "postmark",
            "postmarkSizeLow": 500,
            "postmarkSizeHigh": 100000,
            "postmarkNumber": 500,
            "postmarkTransactions": 500,
            "postmarkRead": 4096,
            "postmarkWrite": 4096,
            "postmarkBuffering": False,
        },
    ),
    "bonnie": Program(
        "bonnie++ -d . -u root -r 32 -s 96:8k:256:1 -n 0 -f -z 1 -q",
        options={
            "workload": "bonnie",
            "bonnieFileSize": 96,
            "bonnieChunkSize": 8192,
            "bonnieSeeks": 256,
            "bonnieSeekers": 1,
            "bonnieFiles": 0,
        },
        # It prints no rate of what takes less than half a second.
        disks=("drive",),
    ),
    "tar": Program("tar --no-same-owner -xf {source} && sync -f ."),
    "cp": Program("cp -r hello-2.10 copy && sync -f .", prepare="tar --no-same-owner -xf {source}"),
    "fio-psync": Program(
        _fio(rw="randwrite", ioengine="psync", fsync=1, number_ios=150), prepare=_FIO_FILE
    ),
    "fio-libaio": Program(
        _fio(rw="randread", ioengine="libaio", iodepth=8, direct=1, number_ios=600),
        prepare=_FIO_FILE,
        processes=True,
    ),
    "fio-mixed": Program(
        _fio(rw="randrw", ioengine="psync", number_ios=400, end_fsync=1), prepare=_FIO_FILE
    ),
    "build": Program(
        "make -s -C hello-2.10 && sync -f .",
        prepare="tar --no-same-owner -xf {source} && cd hello-2.10 && ./configure --quiet",
        held_out=True,
    ),
    "git": Program(
        "git clone --quiet --no-hardlinks origin copy && sync -f .",
        prepare=_script("repository"),
        held_out=True,
    ),
    "rsync": Program(
        "rsync --archive hello-2.10/ copy && sync -f .",
        prepare="tar --no-same-owner -xf {source}",
        held_out=True,
    ),
    "packages": Program(_script("packages"), held_out=True),
    "mail": Program(_script("mail_spool"), held_out=True),
    "log": Program(_script("write_ahead_log"), held_out=True),
}


def trace_of(name):
    """Give the file with the trace of a program."""
    return REFERENCE / f"{name}.trace.gz"
