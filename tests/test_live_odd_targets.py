# SPDX-License-Identifier: GPL-2.0-only
"""The simulated initiator at targets that do odd things, in real time: one line and status 1."""

import csv
import json
import re
import sys
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive

TARGET = Path(__file__).with_name("odd_target.py")
NAME = "iqn.2026-11.org.example:odd"
HOST = "10.255.255.254"
SUBJECT = f"initiator iqn.2026-11.org.nsnam:initiator-0, target {NAME}: no session at "
MOVED = f"{SUBJECT}{HOST}:3260: login refused with status 0101, Target moved temporarily"
V6 = "an address of IPv6, which this host does not have"

#: Where a target can send an initiator, and what is wrong with it.
REDIRECTS = {
    "[2001:db8::77]:3260,1": V6,
    "[::ffff:224.0.0.1]:3260,1": "a multicast address",
    "224.0.0.1:3260,1": "a multicast address",
    "0.0.0.0:3260,1": "no address of a host",
    "255.255.255.255:3260,1": "a broadcast address",
    # The network of the live device has two hosts.
    "10.255.255.255:3260,1": "a broadcast address",
    "disks.example.com:3260,1": "no address in digits",
    "10.255.255.254:65536,1": "no address in digits",
    "10.255.255.254:0,1": "no address in digits",
    "0x0a.0.0.1:3260,1": "no address in digits",
}

#: What a user can name, and what is said of it.
PORTALS = {
    "disks.example.com": "no address such as 192.0.2.10 or 192.0.2.10:3260",
    "10.255.255.254:70000": "no address such as 192.0.2.10 or 192.0.2.10:3260",
    "10.255.255": "no address such as 192.0.2.10 or 192.0.2.10:3260",
    "2001:db8::77": "no address such as 192.0.2.10 or 192.0.2.10:3260",
    "[2001:db8::77]": V6,
    "224.0.0.1": "a multicast address",
    "0.0.0.0": "no address of a host",
    "255.255.255.255": "a broadcast address",
}


@pytest.fixture
def network():
    """Give a network of its own: the host remembers no port of a connection before."""
    with LiveNetwork() as network:
        yield network


def serve(network, wish):
    """Give a target that ends with the test."""
    process = network.start(sys.executable, TARGET, HOST, json.dumps(wish), stdout=-1)
    assert process.stdout.readline() == b"listens\n"
    return process


#: What is printed of a run beside an error.
FIGURES = ("iscsi://", "done in ", "reads and writes: ", "lag of events: ")


def error_of(network, folder, *options, target=None):
    """Run an initiator that fails, and give its line."""
    process = serve(network, target) if target is not None else None
    words = ("--role=initiator", "--attach=direct", f"--targetName={NAME}", *options)
    try:
        san = SanLive(network, folder, *words, wait=False)
        assert san.process.wait(30) == 1, san.text()
    finally:
        if process:
            process.kill()
            process.wait()
            process.stdout.close()
    errors = [line for line in san.text().splitlines() if not line.startswith(FIGURES)]
    assert len(errors) == 1, san.text()
    return errors[0].removeprefix("error: ")


@pytest.mark.parametrize("address, fault", REDIRECTS.items())
def test_redirected_to_where_it_cannot_go(network, tmp_path, address, fault):
    portal = f"--portal={HOST}"
    line = error_of(network, tmp_path, portal, target={"redirect": address})
    assert line == f'{MOVED} to "{address}", which is {fault}'


@pytest.mark.parametrize("length", [250, 8000, 10240])
def test_redirected_to_a_long_text(network, tmp_path, length):
    line = error_of(network, tmp_path, f"--portal={HOST}", target={"redirect": "1" * length})
    assert line.startswith(SUBJECT + HOST)
    assert len(line) < 400


@pytest.mark.parametrize("address", ["127.0.0.1:3260", "10.255.255.253:3260", "192.0.2.7:3260"])
def test_redirected_to_nobody(network, tmp_path, address):
    """To itself, by either address, and to a host beyond all networks."""
    options = (
        f"--portal={HOST}",
        "--ns3::IscsiInitiator::LoginRetries=1",
        "--ns3::IscsiApplication::LoginTimeout=1s",
    )
    line = error_of(network, tmp_path, *options, target={"redirect": address})
    assert line.startswith(f"{SUBJECT}{address}: ")


@pytest.mark.parametrize("portal, fault", PORTALS.items())
def test_a_portal_that_is_none(network, tmp_path, portal, fault):
    line = error_of(network, tmp_path, f"--portal={portal}")
    assert line == f'portal: "{portal}" is {fault}'


def test_a_long_portal(network, tmp_path):
    line = error_of(network, tmp_path, "--portal=" + "1" * 10240)
    assert line.startswith('portal: "111')
    assert len(line) < 400


def test_a_portal_with_its_port(network, tmp_path):
    target = serve(network, {})
    words = ("--role=initiator", "--attach=direct", f"--targetName={NAME}", "--count=20")
    san = SanLive(network, tmp_path, *words, f"--portal={HOST}:3260", "--readFraction=1")
    report = san.finish()
    target.kill()
    target.wait()
    target.stdout.close()
    assert f"iscsi://{HOST}:3260/{NAME}/0 to 0\n" in san.text()
    assert (report["reads"], report["errors"]) == (20, 0)


#: What the target says to all reads or writes, and how that is told.
OUTCOMES = {
    "sense": ([3, 0x11, 0], "MEDIUM ERROR, sense 3/11/00"),
    "write protected": ([7, 0x27, 2], "DATA PROTECT, sense 7/27/02"),
    "reservation": (0x18, "RESERVATION CONFLICT, status 18"),
}


@pytest.mark.parametrize("outcome, text", OUTCOMES.values(), ids=OUTCOMES.keys())
@pytest.mark.parametrize("kind, letter", [("reads", "R"), ("writes", "W")])
def test_all_requests_fail(network, tmp_path, outcome, text, kind, letter):
    load = (f"--readFraction={int(kind == 'reads')}", "--count=20", "--pattern=sequential")
    line = error_of(network, tmp_path, f"--portal={HOST}", *load, target={kind: outcome})
    assert line == (
        f"initiator 0: all 20 requests failed, the first: {letter} LBA 0, 8 blocks: {text}"
    )
    with (tmp_path / "requests.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 20
    assert json.loads((tmp_path / "live.json").read_text())["errors"] == 20


VERIFY = ("--workload=verify", "--verifyBlocks=64", "--verifyPassSize=4096", "--count=20")


def test_nothing_is_checked(network, tmp_path):
    """Writes go well, and no block can be read."""
    target = {"reads": [3, 0x11, 0]}
    line = error_of(network, tmp_path, f"--portal={HOST}", *VERIFY, target=target)
    assert re.fullmatch(
        "initiator 0: no block was checked, the first request that failed: "
        r"R LBA \d+, 8 blocks: MEDIUM ERROR, sense 3/11/00",
        line,
    )
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["verification"]["checked_blocks"] == 0


def test_nothing_at_all_is_verified(network, tmp_path):
    target = {"reads": [3, 0x11, 0], "writes": [3, 0x0C, 0]}
    line = error_of(network, tmp_path, f"--portal={HOST}", *VERIFY, target=target)
    # 64 blocks in requests of 8 to fill them and to read them at the end, and 20 between.
    assert line == (
        "initiator 0: all 36 requests failed, the first: "
        "W LBA 0, 8 blocks: MEDIUM ERROR, sense 3/0c/00"
    )
