# SPDX-License-Identifier: GPL-2.0-only
"""Runs san-live with real hosts, in a network namespace that ends with the test."""

import contextlib
import fcntl
import json
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from ns3_iscsi.build_info import program

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "tools" / "live-network"

#: A path that takes no time worth speaking of.
FAST_PATH = ("--delay=0s", "--linkRate=10Gbps", "--accessRate=10Gbps")

#: Debian packages of real initiators and targets.
PACKAGES = {
    "iscsi-test-cu": "libiscsi-bin",
    "iscsi-perf": "libiscsi-bin",
    "iscsi-inq": "libiscsi-bin",
    "iscsi-ls": "libiscsi-bin",
    "nbdcopy": "libnbd-bin",
    "nbdinfo": "libnbd-bin",
    "qemu-img": "qemu-utils",
    "qemu-io": "qemu-utils",
    "nfs-ls": "libnfs-utils",
    "smbclient": "smbclient",
    "ganesha.nfsd": "nfs-ganesha",
    "rpcbind": "rpcbind",
    "smbd": "samba",
    "smbpasswd": "samba-common-bin",
    "tgtd": "tgt",
    "ip": "iproute2",
}

#: What the target says when it is there.
READY = "iscsi://"


def need(*names):
    """Skip a test where a program is missing."""
    for name in names:
        if not find(name):
            pytest.skip(f"{name} is not installed (Debian package {PACKAGES[name]})")


def find(name):
    """Give the path of a program; sbin is not in the path of every user."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


@contextlib.contextmanager
def alone():
    """Keep other tests from mounting disks meanwhile, those of other processes too."""
    with (Path(tempfile.gettempdir()) / "ns3-iscsi-live-mount.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Host:
    """This host, as it is."""

    def __init__(self):
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()

    def join(self, command):
        """Give the command line that runs a command there."""
        return [str(word) for word in command]

    def start(self, *command, **keywords):
        """Start a command that ends with the test."""
        process = subprocess.Popen(self.join(command), **keywords)
        self.processes.append(process)
        return process


class LiveNetwork(Host):
    """A network namespace with a TAP device."""

    def __init__(self, *options):
        need("ip")
        command = [str(SCRIPT), *options, "run", "sh", "-c", "echo here; exec cat"]
        self.holder = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        super().__init__()
        if self.holder.stdout.readline() != "here\n":
            pytest.skip(self.holder.stderr.read().strip())

    def __exit__(self, *_):
        super().__exit__()
        self.holder.stdin.close()
        self.holder.wait()

    def join(self, command):
        """Give the command line that runs a command in the namespace."""
        return [str(SCRIPT), "join", str(self.holder.pid), *map(str, command)]

    def run(self, *command, timeout=120, check=True, env=None):
        """Run a command and give the finished process."""
        return subprocess.run(
            self.join(command),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=check,
            env=env,
        )


class SanLive:
    """The program san-live, running in a namespace."""

    def __init__(self, network, folder, *options, wait=True):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "san-live.log"
        self.control = folder / "control"
        words = [f"--output={folder}", f"--control={self.control}", *options]
        with self.log.open("w") as log:
            self.process = network.start(
                program("san-live"), *words, stdout=log, stderr=subprocess.STDOUT
            )
        if wait:
            self.wait_for(READY)

    def text(self):
        return self.log.read_text()

    def wait_for(self, text, seconds=20):
        """Wait until the program has printed a text."""
        end = time.monotonic() + seconds
        while text not in self.text():
            assert self.process.poll() is None, self.text()
            assert time.monotonic() < end, f"no {text!r} within {seconds} s:\n{self.text()}"
            time.sleep(0.02)

    def url(self, lun=0, user=None, portal=0):
        """Give the address of a logical unit as libiscsi writes it, at a portal that is printed."""
        addresses = re.findall(r"^iscsi://(\S+)/0 to ", self.text(), flags=re.MULTILINE)
        address = addresses[portal]
        return f"iscsi://{user + '@' if user else ''}{address}/{lun}"

    def command(self, line):
        """Give a command and wait until it is done."""
        before = self.text().count(f"done: {line}\n")
        with self.control.open("w") as control:
            control.write(line + "\n")
        end = time.monotonic() + 10
        while self.text().count(f"done: {line}\n") == before:
            assert time.monotonic() < end, self.text()
            time.sleep(0.02)

    def memory(self):
        """Give the memory that it has, in bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the program has ended")

    def end(self, seconds=20):
        """End it gracefully, and give what it reports."""
        self.process.send_signal(signal.SIGTERM)
        return self.finish(seconds)

    def finish(self, seconds=60):
        """Wait until it ends, and give what it reports."""
        assert self.process.wait(seconds) == 0, self.text()
        return json.loads((self.folder / "live.json").read_text())
