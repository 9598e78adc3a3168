# SPDX-License-Identifier: GPL-2.0-only
"""Peers that do no target any good, at a simulated target, which serves others meanwhile."""

import os
import sys
import time
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive, need

PEERS = Path(__file__).with_name("hostile_peers.py")

#: Memory that may stay after peers of a kind, the second time they come.
PLATEAU = 8 << 20

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
    options = ("--ns3::IscsiApplication::LoginTimeout=3s", "--NopInterval=2s", "--NopTimeout=2s")
    return SanLive(network, tmp_path, "--attach=direct", "--device=ram", "--drives=1", *options)


def attack(network, san, peer, number):
    """Let a peer come while somebody else reads, and wait until it has gone."""
    address, target, _ = san.url().removeprefix("iscsi://").split("/")
    command = (sys.executable, PEERS, peer, address, target, str(number))
    process = network.start(*command)
    while process.poll() is None:
        assert is_served(network, san)
    assert process.wait() == 0
    assert is_served(network, san)


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
