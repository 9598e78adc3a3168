# SPDX-License-Identifier: GPL-2.0-only
"""Cuts the power of a simulated disk while programs write and sync files on a real file system.

What a program wrote, synced and acknowledged has to be there when the disk has power again.
"""

import contextlib
import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from crash_writer import contents
from live_disk import LiveDisk, LiveSan
from live_processes import StepError, Waiter

#: Programs that write at the same time.
WRITERS = 4
WRITER = Path(__file__).with_name("crash_writer.py")

#: Checks a file system that is not mounted, and changes nothing.
CHECKS = {"ext4": ["e2fsck", "-f", "-n"], "xfs": ["xfs_repair", "-n"]}

#: What loses power: commands for san-live when it goes, and when it comes back. Hosts log in again
#: at a gateway whose drives have power of their own; an array goes on without the member, for good.
CUTS = {
    "drive": (["pull-drive 0"], ["return-drive 0"]),
    "target": (["pull-drive 0", "restart-target 100ms"], ["return-drive 0"]),
    "gateway": (["restart-target 100ms"], []),
    "member": (["pull-drive {member}"], []),
}


@dataclass
class Findings:
    """What power cuts did."""

    cuts: int = 0
    acknowledged: int = 0
    #: Acknowledged files that are not whole, and why.
    lost: list = field(default_factory=list)
    #: What is wrong with file systems, a line each.
    damaged: list = field(default_factory=list)

    @property
    def losses(self):
        """Give all that may not be."""
        return self.lost + self.damaged

    def __str__(self):
        clean = self.cuts - len(self.damaged)
        return (
            f"{self.cuts} cuts, {self.acknowledged} acknowledged files, {len(self.lost)} lost, "
            f"{clean} file systems clean"
        )

    def __iadd__(self, other):
        self.cuts += other.cuts
        self.acknowledged += other.acknowledged
        self.lost += other.lost
        self.damaged += other.damaged
        return self


class CrashRig:
    """A simulated disk with a real file system, whose power is cut again and again."""

    def __init__(
        self, stack, folder, kind, options, mount_options="", cut="drive", seed=42, over="iscsi"
    ):
        """Start the SAN and make the file system.

        :param stack: the ExitStack that takes it all down
        :param folder: a folder of its own
        :param kind: the file system
        :param options: options of san-live
        :param mount_options: options of mount
        :param cut: what loses power, of CUTS
        :param seed: of when it does, and which member
        :param over: how the kernel reaches the disk: iscsi or nbd
        """
        self.kind = kind
        self.mount_options = mount_options
        self.off, self.on = CUTS[cut]
        self.place = folder / "mounted"
        self.place.mkdir()
        self.chain = folder / "chain"
        self.random = random.Random(seed)
        self.findings = Findings()
        self.waiter = Waiter()
        self.san = LiveSan(folder, options, self.waiter, over)
        stack.callback(self.san.end)
        self.san.wait()
        with self.attached() as (_, disk):
            disk.make(kind)

    @contextlib.contextmanager
    def attached(self):
        """Give the disk as a block device, with the stack that it is on, for a time."""
        shutil.rmtree(self.chain, ignore_errors=True)
        self.chain.mkdir()
        with contextlib.ExitStack() as stack:
            yield stack, LiveDisk(stack, self.san, self.chain)

    def cut(self):
        """Write files, cut the power meanwhile, and check what is there afterwards.

        :return: whether the file system can be used again
        """
        number = self.findings.cuts
        with self.attached() as (stack, disk):
            disk.mount(stack, self.place, self.kind, self.mount_options)
            names = self._write(self.place / str(number))
        for command in self.on:
            self.san.command(command)
        self.findings.cuts += 1
        self.findings.acknowledged += len(names)
        try:
            self._check(self.place / str(number), names)
        except StepError as error:
            self.findings.damaged.append(f"cut {number}: {error}")
            return False
        return True

    def _write(self, folder):
        """Write files until the power is gone, and give the names that were acknowledged."""
        folder.mkdir()
        writers = [
            subprocess.Popen(
                [sys.executable, WRITER, str(number)],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            for number in range(WRITERS)
        ]
        first = [writer.stdout.readline() for writer in writers]
        time.sleep(self.random.uniform(0, 0.5))
        member = self.random.randrange(int(self.san.options["drives"]))
        for command in self.off:
            self.san.command(command.format(member=member))
        self.waiter.until(lambda: all(writer.poll() is not None for writer in writers), 1)
        for writer in writers:
            # A disk that is still there, such as an array without a member.
            writer.kill()
        rest = [name for writer in writers for name in writer.communicate()[0].split()]
        return [name.strip() for name in first] + rest

    def _check(self, folder, names):
        """Check the files of a folder and the file system; StepError if that is damaged."""
        with self.attached() as (_, disk):
            with contextlib.ExitStack() as stack:
                # The journal is read.
                disk.mount(stack, self.place, self.kind, self.mount_options)
                wrong = {name: what_is_wrong(folder / name) for name in names}
                self.findings.lost += [
                    f"{folder.name}/{name}: {what}" for name, what in wrong.items() if what
                ]
                shutil.rmtree(folder, ignore_errors=True)
            command = [*CHECKS[self.kind], disk.device]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = (done.stdout + done.stderr).splitlines()
                raise StepError("; ".join(lines[:20]))


def what_is_wrong(file):
    """Tell why a file has not the contents that its name says; nothing if it has."""
    try:
        found = file.read_bytes()
    except OSError as error:
        return error.strerror
    expected = contents(file.name)
    if found == expected:
        return ""
    return f"{len(found)} bytes of {len(expected)}" if len(found) < len(expected) else "other bytes"
