# SPDX-License-Identifier: GPL-2.0-only
"""What a simulated target costs: a core is enough for 5,000 reads of 4 KB or 100 MB in a second."""

import os
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive, need

BLOCK = 512


def processor_seconds(process):
    """Give the processor time that a process took so far."""
    times = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


LONG = pytest.mark.skipif(
    not os.environ.get("LIVE_LONG"), reason="needs a quiet machine: set LIVE_LONG=1 to run it"
)


@pytest.mark.parametrize(
    "size, depth, most",
    [
        pytest.param(4096, 32, 1 / 5000, id="4 KB at depth 32"),
        pytest.param(65536, 16, 65536 / 100e6, id="64 KB at depth 16", marks=LONG),
    ],
)
def test_the_cost_of_a_read(tmp_path, size, depth, most):
    """The best of three: what lags behind on a busy machine has to send again."""
    need("iscsi-perf")
    costs = [measure(tmp_path / str(i), size, depth) for i in range(3)]
    assert min(costs) < most


def measure(folder, size, depth):
    """Read for two seconds, and give the processor time of a read."""
    report, spent = read(folder, size, depth, 2)
    cost = spent / report["reads"]
    print(f"{cost * 1e6:.1f} us of processor time a read,", report["lag"])
    return cost


def read(folder, size, depth, seconds, *options):
    """Read from memory, and give the report and the processor time of the simulator."""
    with LiveNetwork() as network:
        memory = ("--attach=direct", "--device=ram", "--drives=1")
        san = SanLive(network, folder, *memory, *options)
        before = processor_seconds(san.process)
        load = ("-t", str(seconds), "-m", str(depth), "-b", str(size // BLOCK))
        network.run("iscsi-perf", *load, san.url())
        spent = processor_seconds(san.process) - before
        report = san.end()
    assert report["errors"] == 0
    assert report["reads"] > 100
    return report, spent


@LONG
@pytest.mark.parametrize(
    "size, depth, rate, least",
    [
        # 164 us a read, which is 6,104 reads a second.
        pytest.param(4096, 32, "200Mbps", 5000, id="4 KB at depth 32"),
        # 524 us a read, which is 125 MB/s.
        pytest.param(65536, 16, "1Gbps", 100e6 / 65536, id="64 KB at depth 16"),
    ],
)
def test_the_lag_at_a_drive_that_takes_its_time(tmp_path, size, depth, rate, least):
    """The simulation keeps up with a drive that is a little faster than what is asked for.

    A drive that takes no time is always asked for more than the processor can do, so that events
    are late by what waits before them.
    """
    need("iscsi-perf")
    runs = []
    for i in range(3):
        report, _ = read(tmp_path / str(i), size, depth, 5, f"--ramBandwidth={rate}")
        runs.append((report["lag"]["p50_ms"], report["reads"] / 5))
    print("median lag in ms, reads a second:", runs)
    lag, reads = min(runs)
    assert lag < 1
    assert reads >= least


def received(network):
    """Give how many bytes and packets came out of the TAP device; a train is one packet."""
    lines = network.run("cat", "/proc/net/dev").stdout.splitlines()
    counters = next(line for line in lines if "tap0:" in line).split(":")[1].split()
    return int(counters[0]), int(counters[1])


def test_trains_stay_long_where_the_window_of_the_host_is_small(tmp_path):
    need("iscsi-perf")
    with LiveNetwork() as network:
        words = "echo 4096 131072 131072 > /proc/sys/net/ipv4/tcp_rmem"
        if network.run("sh", "-c", words, check=False).returncode:
            pytest.skip("the receive buffer of TCP cannot be set here")
        san = SanLive(network, tmp_path, "--attach=direct", "--device=ram", "--drives=1")
        network.run("iscsi-perf", "-t", "2", "-m", "16", "-b", str(65536 // BLOCK), san.url())
        received_bytes, packets = received(network)
        report = san.end()
    assert report["errors"] == 0
    print(f"{received_bytes / packets:.0f} bytes a packet,", report["lag"])
    assert received_bytes / packets > 16000
