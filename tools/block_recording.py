# SPDX-License-Identifier: GPL-2.0-only
"""Loop devices with file systems, limits of memory and speed, and the recording of block events.

Everything is made on an ExitStack and removed again with it, whatever happens. It needs root.
"""

import argparse
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

# The kernel's own limit, 1 MiB or more, makes requests that fill a slow link for 0.1 s.
MAX_REQUEST_KIB = 128

PREFIX = "ns3-iscsi-record"
FILE_SYSTEMS = ("ext4", "ext3", "ext2")


class RecordError(Exception):
    """A reason to stop that the user can do something about, in one line."""


def run(*command):
    """Run a system program and return what it prints; RecordError if it fails."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        reason = (result.stderr.strip() or f"exit status {result.returncode}").splitlines()[-1]
        raise RecordError(f"{shlex.join(command)}: {reason}")
    return result.stdout.strip()


def write_kernel_file(path, text):
    """Write one setting of the kernel; RecordError names the file if it is refused."""
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise RecordError(f"{path}: cannot write '{text}': {error.strerror}") from error


def mount_points(file_system):
    """Where file systems of this type are mounted, as a map of folder to options."""
    points = {}
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, folder, kind, options = line.split()[:4]
        if kind == file_system:
            points[Path(folder)] = options.split(",")
    return points


def attach(stack, backing):
    """Make a loop device of a file or of another device; return its path."""
    device = run("losetup", "--find", "--show", str(backing))
    stack.callback(run, "losetup", "--detach", device)
    with contextlib.suppress(RecordError):  # not every file system has direct I/O
        run("losetup", "--direct-io=on", device)
    return device


def device_number(device):
    """The (major, minor) numbers of a device."""
    status = Path(device).stat()
    return os.major(status.st_rdev), os.minor(status.st_rdev)


def make_image(folder, index, size, file_system):
    """Make a file with a new file system of size bytes and return its path."""
    image = folder / f"image{index}"
    with image.open("wb") as file:
        file.truncate(size)
    run(f"mkfs.{file_system}", "-q", str(image))
    return image


def make_devices(stack, folder, number, size, file_system):
    """Make loop devices of size bytes with new file systems, mounted as folder/disk0, ...;
    return their (major, minor) numbers in that order."""
    numbers = []
    for index in range(number):
        device = attach(stack, make_image(folder, index, size, file_system))
        mount_limited(stack, device, folder / f"disk{index}", file_system)
        numbers.append(device_number(device))
    return numbers


def make_slow_device(stack, folder, size, file_system):
    """Make a loop device on top of another one, mounted as folder/disk0; return the (major,
    minor) numbers of both.

    Where the lower one is limited, requests wait in the upper one, as for a disk. A limit of the
    device itself changes their order: the kernel cuts a large request into pieces after the limit,
    and the pieces queue up again, behind requests that came later.
    """
    lower = attach(stack, make_image(folder, 0, size, file_system))
    upper = attach(stack, lower)
    mount_limited(stack, upper, folder / "disk0", file_system)
    return device_number(upper), device_number(lower)


def mount_limited(stack, device, folder, file_system):
    """Mount a device, with requests of at most MAX_REQUEST_KIB."""
    limit = Path("/sys/block", Path(device).name, "queue", "max_sectors_kb")
    stack.callback(write_kernel_file, limit, limit.read_text().strip())
    write_kernel_file(limit, str(MAX_REQUEST_KIB))
    folder.mkdir()
    mount_device(device, folder, file_system)
    stack.callback(run, "umount", str(folder))


def mount_device(device, folder, file_system):
    """Mount the file system of a device; the kernel writes no inode table behind our back."""
    lazy = ["-o", "noinit_itable"] if file_system == "ext4" else []
    run("mount", "-t", file_system, *lazy, str(device), str(folder))


def remount(folder, file_system):
    """Unmount the file system of this folder and mount it again: nothing of it is cached."""
    device = next(
        line.split()[0]
        for line in Path("/proc/self/mounts").read_text().splitlines()
        if line.split()[1] == str(folder)
    )
    run("umount", str(folder))
    mount_device(device, folder, file_system)


def limit_dirty(stack, device, dirty):
    """Let at most this many bytes wait for write-back to a (major, minor) device.

    Write-back begins at half of it, as with the kernel's own 20 and 10 % of the memory. Those
    count the memory of the machine, whatever the control group may use.
    """
    folder = Path("/sys/class/bdi/{}:{}".format(*device))
    # The greatest first and last: the least may never be above it.
    settings = (("max_bytes", "max_ratio", "100"), ("min_bytes", "min_ratio", "0"))
    for name, default_name, default in settings:
        stack.callback(write_kernel_file, folder / default_name, default)
        write_kernel_file(folder / name, str(dirty))
    stack.callback(write_kernel_file, folder / "strict_limit", "0")
    write_kernel_file(folder / "strict_limit", "1")


def end_processes(group):
    """End what the program may have left running in its control group."""
    for _ in range(100):
        processes = (group / "cgroup.procs").read_text().split()
        if not processes:
            return
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        time.sleep(0.05)


class Limits:
    """Control groups that keep the program's memory and the devices' requests small.

    With version 2 one group limits both. With version 1 the devices are limited in
    the root group, since it does not charge written-back pages to their writer.
    """

    def __init__(self, stack, memory, iops, devices):
        v1 = {o: folder for folder, opts in mount_points("cgroup").items() for o in opts}
        if "memory" in v1:
            self._group = self._make(stack, v1["memory"])
            write_kernel_file(self._group / "memory.limit_in_bytes", str(memory))
        else:
            root = next(iter(mount_points("cgroup2")), None)
            if root is None:
                raise RecordError("no control groups: mount cgroup2 at /sys/fs/cgroup")
            write_kernel_file(root / "cgroup.subtree_control", "+memory +io")
            self._group = self._make(stack, root)
            write_kernel_file(self._group / "memory.max", str(memory))
        if iops:
            for major, minor in devices:
                self._limit_device(stack, v1.get("blkio"), f"{major}:{minor}", iops)

    @contextlib.contextmanager
    def started(self, command, folder, **streams):
        """Start a shell command in this folder under the limits and give its Popen object.

        The end waits for the command; after an exception it does not live on.
        """
        enter = 'echo $$ > "$0" && exec sh -c "$1"'
        arguments = ["sh", "-c", enter, self._group / "cgroup.procs", command]
        with subprocess.Popen(arguments, cwd=folder, **streams) as process:
            try:
                yield process
            except BaseException:
                end_processes(self._group)
                raise

    def run(self, command, folder):
        """Run a shell command in this folder under the limits; return its status."""
        with self.started(command, folder, stdout=sys.stderr) as process:  # stdout: the summary
            return process.wait()

    @staticmethod
    def _make(stack, root):
        group = root / f"{PREFIX}-{os.getpid()}"
        group.mkdir()
        stack.callback(group.rmdir)
        stack.callback(end_processes, group)
        return group

    def _limit_device(self, stack, blkio, device, iops):
        if blkio is None:
            write_kernel_file(self._group / "io.max", f"{device} riops={iops} wiops={iops}")
            return
        for way in ("read", "write"):
            setting = blkio / f"blkio.throttle.{way}_iops_device"
            write_kernel_file(setting, f"{device} {iops}")
            stack.callback(write_kernel_file, setting, f"{device} 0")


EVENTS = ("block_rq_issue", "block_rq_complete")


def event_filter(devices):
    """The kernel's filter expression for the events of these (major, minor) devices."""
    return " || ".join(f"dev == {major << 20 | minor}" for major, minor in devices)


class Recorder:
    """Records the events of the devices with tracefs, in an instance of its own.

    Not with perf: perf 6.1 on Linux 6.18 lost the completions that came in while the
    processor was idle.
    """

    BUFFER_KIB = 32768

    def __init__(self, stack, devices):
        """Start recording; devices: list of (major, minor)."""
        self._instance = self._root(stack) / "instances" / f"{PREFIX}-{os.getpid()}"
        self._instance.mkdir()
        stack.callback(self._instance.rmdir)
        write_kernel_file(self._instance / "buffer_size_kb", str(self.BUFFER_KIB))
        write_kernel_file(self._instance / "trace_clock", "mono")
        for event in EVENTS:
            folder = self._instance / "events" / "block" / event
            write_kernel_file(folder / "filter", event_filter(devices))
            write_kernel_file(folder / "enable", "1")

    def stop(self):
        """Stop recording and return the event lines; RecordError if some were lost."""
        write_kernel_file(self._instance / "tracing_on", "0")
        text = (self._instance / "trace").read_text(errors="replace")
        kept, written = re.search(r"entries-written: (\d+)/(\d+)", text).groups()
        if kept != written:
            raise RecordError(f"the trace buffer held only {kept} of {written} events")
        return text.splitlines()

    @staticmethod
    def _root(stack):
        for root in mount_points("tracefs"):
            return root
        root = Path("/sys/kernel/tracing")
        run("mount", "-t", "tracefs", "tracefs", str(root))
        stack.callback(run, "umount", str(root))
        return root


def byte_count(text):
    """A number of bytes, with an optional K, M or G (powers of 1024)."""
    match = re.fullmatch(r"([0-9]{1,12})([KMG]?)", text)
    if not match or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text or chr(39) * 2} is not a size such as 512M or 8G")
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2]]
