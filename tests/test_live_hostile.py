# SPDX-License-Identifier: GPL-2.0-only
"""Peers that do no target any good, at a simulated target, which serves others meanwhile."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive, need

PEERS = Path(__file__).with_name("hostile_peers.py")

#: Memory that may stay after peers of a kind, the second time they come.
PLATEAU = 8 << 20

#: What the target may spend on data of commands.
BUFFER_MEMORY = 64 << 20

#: Memory that peers of a kind may cost at a time, beside BUFFER_MEMORY.
MOST = 64 << 20

#: How often, or how many, in continuous integration and when it may take long.
SHORT = {
    "noise": 3,
    "noise_in_session": 3,
    "half_logins": 100,
    "silent": 500,
    "vanish_in_read": 10,
    "vanish_in_write": 10,
    "many": 50,
    "stopped": 2,
    "snacks": 8000,
    "pings": 4000,
    "task_management": 100,
    "unread_reads": 20,
    "begun_writes": 8,
    "opcodes": 1,
    "endless_write": 1,
}
LONG = {
    "noise": 20,
    "noise_in_session": 20,
    "half_logins": 1000,
    "silent": 10000,
    "vanish_in_read": 100,
    "vanish_in_write": 100,
    "many": 200,
    "stopped": 60,
    "snacks": 100000,
    "pings": 400000,
    "task_management": 500,
    "unread_reads": 100,
    "begun_writes": 100,
    "opcodes": 1,
    "endless_write": 1,
}

#: How long all kinds of peers come again and again.
MINUTES = 30


@pytest.fixture
def network():
    with LiveNetwork() as network:
        yield network


@pytest.fixture
def san(network, tmp_path):
    # A silent login ends soon, so that memory is back soon.
    options = ("--ns3::IscsiApplication::LoginTimeout=3s", "--nopInterval=2s", "--nopTimeout=2s")
    memory = f"--ns3::IscsiTarget::BufferMemory={BUFFER_MEMORY}"
    device = ("--attach=direct", "--device=ram", "--drives=1")
    return SanLive(network, tmp_path, *device, *options, memory)


def start(network, san, peer, number, **keywords):
    """Let a peer come."""
    address, target, _ = san.url().removeprefix("iscsi://").split("/")
    return network.start(sys.executable, PEERS, peer, address, target, str(number), **keywords)


def attack(network, san, peer, number):
    """Let a peer come while somebody else reads, wait until it has gone, and weigh the target."""
    before = peak = san.memory()
    process = start(network, san, peer, number)
    while process.poll() is None:
        assert is_served(network, san)
        peak = max(peak, san.memory())
    assert process.wait() == 0
    assert is_served(network, san)
    sizes = " MiB, ".join(str(size >> 20) for size in (before, peak, san.memory()))
    print(f"{peer} {number}: before, at the peak, after: {sizes} MiB", flush=True)
    assert peak < before + BUFFER_MEMORY + MOST


def is_served(network, san):
    """Read with another client."""
    done = network.run("timeout", "30", "iscsi-inq", san.url(), check=False)
    return "DIRECT_ACCESS" in done.stdout


@pytest.mark.parametrize("peer", SHORT)
def test_a_hostile_peer(network, san, peer):
    need("iscsi-ls")
    attack(network, san, peer, SHORT[peer])
    report = san.end()
    assert report["sessions"] == 0


def test_secrets_are_not_guessed(network, tmp_path):
    need("iscsi-ls")
    chap = ("--authMethod=CHAP", "--chapUser=alice", "--chapSecret=the-secret-of-alice")
    san = SanLive(network, tmp_path, "--attach=direct", "--device=ram", "--drives=1", *chap)
    strangers = start(network, san, "strangers", 1)
    assert strangers.wait(60) == 0
    seconds = 3
    process = start(network, san, "guesses", seconds, stdout=subprocess.PIPE, text=True)
    text, _ = process.communicate(timeout=90)
    assert process.returncode == 0
    # One in each second, and those that wait when the time is over.
    assert int(text.split()[1]) <= seconds + 1 + 20
    san.end()


@pytest.mark.skipif(not os.environ.get("LIVE_LONG"), reason="takes long: set LIVE_LONG=1 to run it")
def test_all_of_them_for_long(network, san):
    need("iscsi-ls")
    end = time.monotonic() + MINUTES * 60
    plateau = None
    rounds = 0
    while time.monotonic() < end:
        for peer, number in LONG.items():
            attack(network, san, peer, number)
        time.sleep(10)
        rounds += 1
        memory = san.memory()
        print(f"round {rounds}: {memory >> 20} MiB", flush=True)
        if rounds == 2:
            plateau = memory
        assert plateau is None or memory < plateau + PLATEAU
    san.end()
