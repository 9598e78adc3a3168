# SPDX-License-Identifier: GPL-2.0-only
"""A disk of san-live as a block device of this machine, with a file system on a folder.

Each step is put on an ExitStack and undone with it, whatever happens. It needs root.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from live_processes import StepError, Stopped
from ns3_iscsi.build_info import environment, program

LIVE_NETWORK = Path(__file__).with_name("live-network")

#: A kind of file system: the package of mkfs, and options of mkfs for a disk that holds zeros.
FILE_SYSTEMS = {
    "ext2": ("e2fsprogs", ["-q", "-F", "-E", "nodiscard,assume_storage_prezeroed=1"]),
    "ext3": ("e2fsprogs", ["-q", "-F", "-E", "nodiscard,assume_storage_prezeroed=1"]),
    "ext4": ("e2fsprogs", ["-q", "-F", "-E", "nodiscard,assume_storage_prezeroed=1"]),
    "xfs": ("xfsprogs", ["-q", "-f", "-K"]),
    "btrfs": ("btrfs-progs", ["-q", "-f", "-K"]),
}

#: Longest time until a program of the chain is there, s.
START = 60
#: A disk that completes nothing for so long, s, while somebody waits for it, is given up.
SILENCE = 30
#: The same once a signal has asked for the end.
SHORT_SILENCE = 5

#: Connections of nbdfuse, each of which has one request under way. It has ten threads.
CONNECTIONS = 10

#: How often it is tried to unmount a folder that nobody seems to use.
ATTEMPTS = 20

#: Bytes that are copied together, or not at all.
PIECE = 1 << 16


class LiveSan:
    """The program san-live, in a network namespace of its own, or with its disks on a socket."""

    def __init__(self, folder, options, waiter, over="iscsi"):
        """Start it.

        :param folder: folder for its log, its FIFO and, unless the options say otherwise, results
        :param options: options of san-live, as its user writes them
        :param waiter: the Waiter
        :param over: iscsi, or nbd, with which the initiator is simulated as well
        """
        self.waiter = waiter
        self.over = over
        self.log = folder / "san-live.log"
        given = dict(word.removeprefix("--").partition("=")[::2] for word in options)
        self.options = {
            "drives": "1",
            "control": str(folder / "control"),
            "output": str(folder / "results"),
            **given,
        }
        command = [LIVE_NETWORK, "run"]
        if over == "nbd":
            self.options["nbd"] = str(folder / "nbd")
            command = []
        words = [
            f"--{name}={value}" if value else f"--{name}" for name, value in self.options.items()
        ]
        command += [program("san-live"), *words]
        with self.log.open("w") as log:
            self.process = waiter.start(
                command, stdout=log, stderr=subprocess.STDOUT, env=environment()
            )

    def wait(self):
        """Wait until it serves its disks; StepError says why it does not."""
        self._wait_for("nbd+unix://" if self.over == "nbd" else "identity ", START)

    @property
    def control(self):
        """The FIFO for commands."""
        return Path(self.options["control"])

    def text(self):
        """Give what it has printed."""
        return self.log.read_text(errors="replace")

    def identity(self):
        """Give by what hosts know its disks, and how they reach them unless that is iSCSI."""
        found = re.search(r"^identity (\S+):", self.text(), flags=re.MULTILINE)
        return f"identity {found[1]}" + (" over NBD" if self.over == "nbd" else "")

    def profile(self):
        """Give the name of the profile whose options it has, for a line; nothing if none."""
        found = re.search(r"^profile (\S+):", self.text(), flags=re.MULTILINE)
        return f"profile {found[1]}, " if found else ""

    def profile_delay(self):
        """Give the path's one-way delay as its profile says it, or none."""
        found = re.search(r"^profile .* --delay=(\S+)", self.text(), flags=re.MULTILINE)
        return found[1] if found else None

    def url(self, lun):
        """Give the address of a unit of the first target, as libiscsi or libnbd writes it."""
        if self.over == "nbd":
            return f"nbd+unix:///{lun}?socket={self.options['nbd']}"
        address, last = re.search(
            r"^iscsi://(\S+)/0 to (\d+)", self.text(), flags=re.MULTILINE
        ).groups()
        if lun > int(last):
            raise StepError(f"unit: {lun} is not from 0 to {last}; drives={lun + 1} makes more")
        user = ""
        if "chapUser" in self.options and "targetChapUser" not in self.options:
            user = f"{self.options['chapUser']}%{self.options.get('chapSecret', '')}@"
        return f"iscsi://{user}{address}/{lun}"

    def join(self, command):
        """Give the command line that runs a command where its network is."""
        return [LIVE_NETWORK, "join", self.process.pid, *command]

    def command(self, line):
        """Give it a command and wait until that is done."""
        before = self.text().count(f"done: {line}\n")
        with self.control.open("w") as control:
            control.write(line + "\n")
        if not self.waiter.until(lambda: self.text().count(f"done: {line}\n") > before, 10):
            raise StepError(f"san-live: {line}: {self.text().splitlines()[-1]}")

    def end(self):
        """End it gracefully, if it can be."""
        self.waiter.end(self.process, signal.SIGTERM, signal.SIGTERM)

    def failure(self):
        """Say in one line why what ran on its disks is worth nothing, once it has ended, if so."""
        status = self.process.poll()
        if status == 0:
            return ""
        lines = [line for line in self.text().splitlines() if line.startswith("error: ")]
        if status == 1 and lines:
            return lines[-1].removeprefix("error: ")
        return "it did not end by itself" if status is None else f"exit status {status}"

    def _wait_for(self, text, seconds):
        def has_ended():
            return self.process.poll() is not None

        there = self.waiter.until(lambda: text in self.text() or has_ended(), seconds)
        if not there or has_ended():
            lines = self.text().splitlines() or ["it does not begin"]
            raise StepError(f"san-live: {lines[-1].removeprefix('error: ')}")


class LiveDisk:
    """A logical unit of san-live as a loop device: qemu-nbd (over iSCSI), nbdfuse and losetup."""

    def __init__(self, stack, san, folder, lun=0):
        """Attach it.

        :param stack: the ExitStack that detaches it
        :param san: a LiveSan that is ready
        :param folder: folder for sockets and a mount point, which is empty
        :param lun: number of the logical unit of the first target
        """
        self.waiter = san.waiter
        self.folder = folder
        self.processes = []
        self._last, self._since = None, 0
        stack.callback(sweep, folder, self.waiter)
        source = [san.url(lun)]
        if san.over == "iscsi":
            socket = folder / "nbd"
            server = ["qemu-nbd", "--persistent", "--cache=none", "--discard=unmap", "--format=raw"]
            server += [f"--shared={CONNECTIONS}", f"--socket={socket}", *source]
            self._start(stack, san.join(server), socket)
            source = ["--unix", socket]
        place = folder / "fuse"
        place.mkdir()
        stack.callback(place.rmdir)
        stack.callback(self._release, place)
        file = place / "disk"
        self._start(stack, ["nbdfuse", f"--connections={CONNECTIONS}", file, *source], file)
        self.device = self.waiter.run("losetup", "--find", "--show", "--direct-io=on", file)
        stack.callback(self._try, "losetup", "--detach", self.device)

    def make(self, kind, options=()):
        """Make a file system on a disk that holds zeros; StepError says why that is not possible.

        It is made in memory, and what is not zero is copied: mkfs.xfs alone takes 14 s on a drive.
        """
        image = self.folder / f"{kind}.image"
        try:
            image.touch()
            os.truncate(image, int(self._sysfs("size")) * 512)
            self.waiter.run(f"mkfs.{kind}", *FILE_SYSTEMS[kind][1], *options, image)
            self.fill(image)
        finally:
            image.unlink(missing_ok=True)

    def fill(self, image):
        """Copy a file to a disk that holds zeros; StepError if it is too long."""
        if image.stat().st_size > int(self._sysfs("size")) * 512:
            raise StepError(f"image: {image} is longer than the disk")
        with image.open("rb") as source, Path(self.device).open("r+b", buffering=0) as target:
            try:
                for offset, data in pieces_of(source):
                    os.pwrite(target.fileno(), data, offset)
                    self.waiter.sleep(0)
                self.waiter.run("sync", self.device)
            except Stopped:
                # Otherwise to close it would wait for the disk.
                self.cut()
                raise

    def mount(self, stack, folder, kind, options=""):
        """Mount its file system on a folder.

        :param stack: the ExitStack that unmounts it
        :param folder: the folder
        :param kind: what file system it is
        :param options: options of mount
        """
        folder = Path(folder).resolve()
        words = ["-o", options] if options else []
        self.waiter.run("mount", "-t", kind, *words, self.device, folder)
        stack.callback(self._unmount, folder)

    def cut(self):
        """End the programs between the kernel and the simulated disk: all requests fail."""
        for process in self.processes:
            process.kill()

    def progress(self):
        """Give numbers that change whenever the disk completes something."""
        return self._sysfs("stat").split()[:8]

    def watch(self):
        """Begin to look for how long it completes nothing."""
        self._last, self._since = self.progress(), time.monotonic()

    def wait_until(self, condition):
        """Wait for what waits for the disk, or until that has completed nothing for too long.

        The disk is given up then, so that all requests fail. How long that is counts from watch.
        """
        while not self.waiter.until(condition, 0.1):
            if self.progress() != self._last:
                self.watch()
            longest = SHORT_SILENCE if self.waiter.was_stopped else SILENCE
            if self.waiter.hurries or time.monotonic() - self._since > longest:
                print("live-mount: the disk does not answer and is given up", file=sys.stderr)
                self.cut()
                return

    def _sysfs(self, name):
        return Path(f"/sys/block/{Path(self.device).name}/{name}").read_text()

    def _start(self, stack, command, wanted):
        """Start a program of the chain and wait until its file is there, or its socket listens."""
        log = self.folder / f"{Path(wanted).name}.log"
        with log.open("w") as file:
            process = self.waiter.start(command, stdout=file, stderr=subprocess.STDOUT)
        self.processes.append(process)
        stack.callback(self.waiter.end, process, signal.SIGTERM)

        def is_there():
            return wanted.is_file() or listens(process, wanted) or process.poll() is not None

        there = self.waiter.until(is_there, START)
        if not there or process.poll() is not None:
            lines = log.read_text(errors="replace").splitlines() or ["it does not begin"]
            raise StepError(lines[-1])

    def _release(self, place):
        self._try("umount", "--lazy", place)
        self.waiter.until(lambda: self.processes[-1].poll() is not None, 5)

    def _unmount(self, folder):
        """Unmount, and give a disk up that completes nothing any more."""
        if str(folder) not in (place for _, place in mounts()):
            return
        for _ in range(ATTEMPTS):
            unmounting = self.waiter.start(["umount", folder], stderr=subprocess.DEVNULL)
            self.watch()
            self.wait_until(lambda process=unmounting: process.poll() is not None)
            if unmounting.wait() == 0:
                self._tell_who_keeps(folder)
                return
            if users := users_of(folder):
                break
            self.waiter.until(lambda: False, 0.1)
        users = ", ".join(users) or "somebody"
        print(f"live-mount: {folder} is used by {users}, who loses it", file=sys.stderr)
        self.watch()
        syncing = self.waiter.start(["sync", "--file-system", folder], stderr=subprocess.DEVNULL)
        self.wait_until(lambda: syncing.poll() is not None)
        self._try("umount", "--lazy", folder)

    def _tell_who_keeps(self, folder):
        """Say who has a copy of a mount that is gone here: the file system lives on with it."""
        if names := ", ".join(keepers_of(self._sysfs("dev").strip())):
            print(
                f"live-mount: {folder} is unmounted here, but {names} has a copy of the mount in a "
                "namespace of its own: the file system lives as long as that",
                file=sys.stderr,
            )

    def _try(self, *command):
        with contextlib.suppress(StepError):
            self.waiter.run(*command)


def listens(process, socket):
    """Tell whether a Unix socket takes connections, as the process's network namespace has it."""
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{process.pid}/net/unix").read_text().splitlines()
        # The fourth column has the flag of sockets that listen.
        return any(
            line.endswith(f" {socket}") and int(line.split()[3], 16) & 0x10000 for line in lines
        )
    return False


def pieces_of(source):
    """Give the pieces of a file that are not zeros, each with its offset."""
    end = os.fstat(source.fileno()).st_size
    offset = 0
    while offset < end:
        try:
            offset = os.lseek(source.fileno(), offset, os.SEEK_DATA)
        except OSError:  # only a hole follows
            return
        hole = os.lseek(source.fileno(), offset, os.SEEK_HOLE)
        while offset < hole:
            data = os.pread(source.fileno(), min(PIECE - offset % PIECE, hole - offset), offset)
            if data.count(0) < len(data):
                yield offset, data
            offset += len(data)


def users_of(folder):
    """Give the processes that use a mounted folder, with their names."""
    device = Path(folder).stat().st_dev
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        places = [process / "cwd", process / "root"]
        with contextlib.suppress(OSError):
            places += (process / "fd").iterdir()
        if any(_is_on(place, device) for place in places):
            with contextlib.suppress(OSError):
                found.append(_name_of(process))
    return found


def keepers_of(numbers):
    """Give a process of each mount namespace where a device is mounted, with its name.

    :param numbers: those of the device, as MAJOR:MINOR
    """
    found = []
    seen = set()
    for process in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        with contextlib.suppress(OSError):
            namespace = (process / "ns" / "mnt").readlink()
            if namespace in seen:
                continue
            lines = (process / "mountinfo").read_text().splitlines()
            seen.add(namespace)
            if any(line.split()[2] == numbers for line in lines):
                found.append(_name_of(process))
    return found


def _name_of(process):
    """Give the number and the name of a process, by its folder in /proc."""
    return f"{process.name} ({(process / 'comm').read_text().strip()})"


def _is_on(place, device):
    with contextlib.suppress(OSError):
        return place.stat().st_dev == device
    return False


def mounts():
    """Give what is mounted where, the newest first."""
    lines = Path("/proc/self/mounts").read_text().splitlines()
    return [tuple(map(_unescape, line.split()[:2])) for line in reversed(lines)]


def _unescape(word):
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), word)


def sweep(folder, waiter):
    """Remove all mounts and loop devices that go by way of a folder, as a last resort."""
    for file in Path("/sys/block").glob("loop*/loop/backing_file"):
        with contextlib.suppress(OSError, StepError):
            if file.read_text().startswith(f"{folder}/"):
                device = f"/dev/{file.parts[3]}"
                for source, place in mounts():
                    if source == device:
                        waiter.run("umount", "--lazy", place)
                waiter.run("losetup", "--detach", device)
    for _, place in mounts():
        if place.startswith(f"{folder}/"):
            with contextlib.suppress(StepError):
                waiter.run("umount", "--lazy", place)
