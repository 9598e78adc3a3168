# SPDX-License-Identifier: GPL-2.0-only
"""The simulated initiator at tgtd, a real target, in real time."""

import csv
import json
import os
import subprocess
import time

import pytest
from live_hosts import LiveNetwork, SanLive, find, need

NAME = "iqn.2026-11.org.example:real"
HOST = "10.255.255.254"
#: The disk; LUN 0 of tgtd is a controller.
LUN = 1

LOAD = ("--workload=closed", "--queueDepth=8", "--size=4096:3,65536:1", "--readFraction=0.5")


class Tgtd:
    """tgtd with one disk in a namespace."""

    def __init__(self, network, image, *, users=()):
        self.network = network
        self.image = image
        self.users = users
        self.environment = {**os.environ, "TGT_IPC_SOCKET": str(image.parent / "tgtd")}
        if not image.exists():
            with image.open("wb") as file:
                file.truncate(64 << 20)
        self.start()

    def admin(self, *words, check=True):
        command = (find("tgtadm"), "--lld", "iscsi", *words)
        return self.network.run(*command, check=check, env=self.environment)

    def start(self):
        # Several threads would read and write the image at the same time, which tears blocks.
        self.process = self.network.start(
            find("tgtd"),
            "--foreground",
            "--nr_iothreads=1",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self.environment,
        )
        end = time.monotonic() + 20
        show = ("--op", "show", "--mode", "target")
        while self.admin(*show, check=False).returncode != 0:
            assert self.process.poll() is None, "tgtd has ended"
            assert time.monotonic() < end
            time.sleep(0.1)
        self.admin("--op", "new", "--mode", "target", "--tid", "1", "-T", NAME)
        lun = ("--mode", "logicalunit", "--tid", "1", "--lun", str(LUN))
        self.admin("--op", "new", *lun, "-b", str(self.image))
        self.admin("--op", "bind", "--mode", "target", "--tid", "1", "-I", "ALL")
        for user, password, *outgoing in self.users:
            account = ("--mode", "account", "--user", user)
            self.admin("--op", "new", *account, "--password", password)
            self.admin("--op", "bind", *account, "--tid", "1", *outgoing)

    def require(self, key, value):
        """Let the target insist on a value of a key."""
        words = ("--mode", "target", "--tid", "1", "--name", key, "--value", value)
        self.admin("--op", "update", *words)

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def network():
    need("tgtd")
    with LiveNetwork() as network:
        yield network


def start(network, folder, *options, count=300):
    words = ("--role=initiator", f"--targetName={NAME}", f"--lun={LUN}", f"--count={count}")
    return SanLive(network, folder, *words, *LOAD, *options)


def direct(*options):
    return ("--attach=direct", f"--portal={HOST}", *options)


def statuses(folder):
    with (folder / "requests.csv").open(newline="") as file:
        return [row["status"] for row in csv.DictReader(file)]


def test_a_workload(network, tmp_path):
    Tgtd(network, tmp_path / "image")
    report = start(network, tmp_path / "out", *direct()).finish()
    assert report["reads"] + report["writes"] >= 300
    assert report["errors"] == 0
    assert statuses(tmp_path / "out") == ["ok"] * 300


def test_beyond_a_path(tmp_path):
    """The real target stands for target 0, 20 ms away."""
    need("tgtd")
    with LiveNetwork("--host=10.0.0.2") as network:
        Tgtd(network, tmp_path / "image")
        report = start(network, tmp_path / "out", "--delay=20ms", count=50).finish()
        assert report["errors"] == 0
        assert report["latency"]["p50_ms"] >= 40


def test_digests(network, tmp_path):
    tgtd = Tgtd(network, tmp_path / "image")
    tgtd.require("HeaderDigest", "CRC32C")
    tgtd.require("DataDigest", "CRC32C")
    digests = ("--headerDigest=CRC32C", "--dataDigest=CRC32C")
    report = start(network, tmp_path / "out", *direct(*digests)).finish()
    assert report["errors"] == 0
    assert statuses(tmp_path / "out") == ["ok"] * 300


CHAP = (
    "--authMethod=CHAP",
    "--chapUser=alice",
    "--chapSecret=secret-of-alice",
    # tgtd chooses SHA-256 if it is offered, and then has room for 20 bytes of the answer.
    "--ns3::IscsiApplication::ChapAlgorithms=MD5",
)
MUTUAL = ("--chapMutualUser=disks", "--chapMutualSecret=secret-of-disks")
USERS = [("alice", "secret-of-alice"), ("disks", "secret-of-disks", "--outgoing")]


@pytest.mark.parametrize(
    "users, options",
    [(USERS[:1], CHAP), (USERS, (*CHAP, *MUTUAL))],
    ids=["one way", "mutual"],
)
def test_chap(network, tmp_path, users, options):
    Tgtd(network, tmp_path / "image", users=users)
    report = start(network, tmp_path / "out", *direct(*options), count=20).finish()
    assert report["reads"] + report["writes"] >= 20


def test_the_wrong_secret(network, tmp_path):
    Tgtd(network, tmp_path / "image", users=USERS[:1])
    wrong = [word.replace("secret-of-alice", "secret-of-carol") for word in CHAP]
    san = start(network, tmp_path / "out", *direct(*wrong), count=20)
    assert san.process.wait(30) == 1
    assert "Authentication failure" in san.text()


def test_tgtd_dies_and_returns(network, tmp_path):
    """Only what was under way may fail, and none silently."""
    tgtd = Tgtd(network, tmp_path / "image")
    load = ("--workload=fixed", "--queueDepth=1", "--rate=200", "--stop=8s")
    san = start(network, tmp_path / "out", *direct(*load), count=100000)
    time.sleep(3)
    tgtd.kill()
    time.sleep(1)
    tgtd.start()
    report = san.finish()
    ends = statuses(tmp_path / "out")
    failed = [status for status in ends if status != "ok"]
    assert len(failed) <= 32
    assert ends[-1] == "ok"
    assert report["pdus"]["Login Request"] >= 4


#: Blocks of 512 bytes that are written and read: 4 MiB.
VERIFIED = 8192
VERIFY = ("--workload=verify", f"--verifyBlocks={VERIFIED}", "--size=4096:3,65536:1")


def verification(folder):
    return json.loads((folder / "summary.json").read_text())["verification"]


def test_contents_through_a_restart(network, tmp_path):
    """Every read returns what was written, also after tgtd was killed under load."""
    tgtd = Tgtd(network, tmp_path / "image")
    load = (*VERIFY, "--stop=6s")
    san = start(network, tmp_path / "out", *direct(*load), count=1000000)
    time.sleep(3)
    tgtd.kill()
    time.sleep(1)
    tgtd.start()
    san.finish()
    found = verification(tmp_path / "out")
    assert found["mismatches"] == 0
    assert found["unread_blocks"] == 0
    assert found["checked_blocks"] > VERIFIED


def test_contents_that_another_overwrites(network, tmp_path):
    tgtd = Tgtd(network, tmp_path / "image")
    san = start(network, tmp_path / "out", *direct(*VERIFY, "--stop=4s"), count=1000000)
    time.sleep(2)
    with tgtd.image.open("r+b") as file:
        file.write(bytes(VERIFIED * 512))
    assert san.process.wait(30) == 1
    assert "blocks differ" in san.text()
    assert verification(tmp_path / "out")["zeros"] > 0
