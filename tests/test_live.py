# SPDX-License-Identifier: GPL-2.0-only
"""Simulated hosts on networks of Linux, each in a namespace of its own: Linux is the peer."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from example_figures import read_figures
from ns3_iscsi.build_info import program
from san_runs import tshark

PEER = Path(__file__).with_name("live_peer.py")
NAMESPACE = ["unshare", "--map-root-user", "--net"]
NETWORKS = ("tap", "veth")
OFFLOAD = {"frames": "--offload=false", "trains": "--offload=true"}

#: TCP's flags in tshark's fields.
SYN = 0x02


def why_not(network):
    """Say why there can be no such network here, nothing if there can."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return "unshare and ip are not installed (Debian packages util-linux and iproute2)"
    make = {
        "tap": "ip tuntap add dev live0 mode tap",
        "veth": "ip link add live0 type veth peer name live1",
    }
    command = [*NAMESPACE, *make[network].split()]
    tried = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    return (
        f"no {network} in a network namespace: {tried.stderr.strip()}" if tried.returncode else ""
    )


@pytest.fixture(params=NETWORKS)
def network(request):
    """Give each kind of network; skip where there is none."""
    if reason := why_not(request.param):
        pytest.skip(reason)
    return request.param


@pytest.fixture
def tap():
    """Skip where there are no TAP devices."""
    if reason := why_not("tap"):
        pytest.skip(reason)
    return "tap"


def talk(network, *actions, options=(), ip=(), cwd):
    """Run a simulated host and its peer; give what came of the actions, and the host's figures."""
    wish = {
        "program": str(program("live-example")),
        "network": network,
        "options": list(options),
        "ip": list(ip),
        "actions": list(actions),
    }
    command = [*NAMESPACE, sys.executable, str(PEER), json.dumps(wish)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert (result["ready"], result["status"]) == ("ready\n", 0)
    return result["done"], read_figures(result["output"])


def segments_of(capture):
    """Give source, flags, length of data and MSS option of each TCP segment of a capture."""
    fields = ["ip.src", "tcp.flags", "tcp.len", "tcp.options.mss_val"]
    options = [word for field in fields for word in ("-e", field)]
    lines = tshark(capture, "-Y", "tcp", "-T", "fields", *options)
    return [
        (source, int(flags, 16), int(length), mss)
        for source, flags, length, mss in (line.split("\t") for line in lines)
    ]


def test_pings_are_answered(network, tmp_path):
    done, figures = talk(network, ["ping", 0], ["ping", 56], ["ping", 1472], cwd=tmp_path)
    assert done == [3, 3, 3]
    # Each of them, and ARP.
    assert figures["frames sent"] >= 10
    assert figures["frames malformed"] == figures["frames damaged"] == 0


def test_fragments_need_checksums_of_the_simulation(tap, tmp_path):
    """A checksum over fragments is not the device's: whoever cuts the packet must have it."""
    done, _ = talk(tap, ["ping", 3000], options=["--ChecksumEnabled=true"], cwd=tmp_path)
    assert done == [3]
    done, _ = talk(tap, ["ping", 3000, 1], cwd=tmp_path)
    assert done == [0]


@pytest.mark.parametrize("offload", OFFLOAD)
@pytest.mark.parametrize("checksums", ["false", "true"])
def test_linux_sends_to_the_host(network, offload, checksums, tmp_path):
    options = [OFFLOAD[offload], f"--ChecksumEnabled={checksums}"]
    done, figures = talk(network, ["send", 5], options=options, cwd=tmp_path)
    assert done[0]["end"]
    # An Ethernet frame less headers and timestamps: without MSS option it would be 524.
    assert done[0]["segment"] == 1448
    assert figures["taken"] == 5
    assert figures["frames malformed"] == figures["frames damaged"] == 0


@pytest.mark.parametrize("offload", OFFLOAD)
@pytest.mark.parametrize("checksums", ["false", "true"])
def test_the_host_sends_to_linux(network, offload, checksums, tmp_path):
    options = [
        OFFLOAD[offload],
        f"--ChecksumEnabled={checksums}",
        "--sendTo=192.0.2.1",
        "--bytes=5000000",
    ]
    done, figures = talk(network, ["take"], options=options, cwd=tmp_path)
    assert (done[0]["bytes"], done[0]["zeros"]) == (5_000_000, True)
    assert figures["frames sent"] >= 5_000_000 / 1448
    assert figures["frames not sent"] == 0


@pytest.mark.parametrize("offload", OFFLOAD)
def test_segments_are_as_long_as_linux_takes(tap, offload, tmp_path):
    """Linux says 536 for this route: less timestamps that is 524."""
    options = [OFFLOAD[offload], "--sendTo=192.0.2.1", "--bytes=100000", "--capture=live.pcap"]
    route = ["route change 192.0.2.0/24 dev live0 src 192.0.2.1 advmss 536"]
    done, figures = talk(tap, ["take"], options=options, ip=route, cwd=tmp_path)
    assert done[0]["bytes"] == 100_000
    assert figures["frames sent"] >= 100_000 / 524
    segments = segments_of(tmp_path / "live.pcap")
    syns = {(source, mss) for source, flags, _, mss in segments if flags & SYN}
    assert syns == {("192.0.2.1", "536"), ("192.0.2.2", "1460")}
    if offload == "frames":
        assert max(length for source, _, length, _ in segments if source == "192.0.2.2") == 524


def test_captures_have_right_checksums(tap, tmp_path):
    """Of all frames, though the kernel at the other end fills in none."""
    options = [OFFLOAD["trains"], "--capture=live.pcap"]
    talk(tap, ["ping", 56], ["send", 1], options=options, cwd=tmp_path)
    check = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
    fields = ["tcp.checksum.status", "ip.checksum.status", "icmp.checksum.status"]
    options = [word for field in fields for word in ("-e", field)]
    lines = tshark(tmp_path / "live.pcap", *check, "-Y", "ip", "-T", "fields", *options)
    statuses = Counter(status for line in lines for status in line.split("\t"))
    assert statuses["1"] > 20  # good
    assert statuses["0"] == 0  # bad


def test_state_is_asked_for_by_a_signal(tap, tmp_path):
    done, figures = talk(tap, ["send", 1], ["state"], cwd=tmp_path)
    assert done[1].split() == ["taken", "1.000", "MB"]
    assert figures["taken"] == 1
    assert 0 <= figures["lag, median"] <= figures["lag, greatest"]
