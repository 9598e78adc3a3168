# SPDX-License-Identifier: GPL-2.0-only
"""The example of bonded links: what one and several connections get, and a cable pulled."""

import csv
import shutil
import subprocess

import pytest
from example_figures import figures_of
from ns3_iscsi.build_info import program

#: MB/s of a link of 100 Mb/s, and the data of TCP in it: 1448 bytes of 1538.
LINK = 12.5
DATA = LINK * 1448 / 1538

RATE = "--ns3::EthernetNetDevice::DataRate=100Mbps"

#: Links of 100 Mb/s, on which a connection of 2 MB takes 0.17 s; no cable is pulled in that time.
QUIET = (RATE, "--bytes=2000000", "--pull=30s")

#: Eight connections that take 1.4 s over two links; the first is pulled after 0.5 s for 1 s.
PULLED = (
    *(RATE, "--bytes=4000000", "--flows=8"),
    *("--pull=4500ms", "--outage=1s"),
)


def run(*options, cwd):
    """Run the example and give its figures by name."""
    return figures_of("bond-example", *options, cwd=cwd)


def output_of(*options, cwd):
    """Run the example and give its output."""
    command = [str(program("bond-example")), *options]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=cwd, timeout=120
    ).stdout


@pytest.mark.parametrize("mode", ["active-backup", "balance-xor", "802.3ad"])
def test_one_connection_gets_one_link(mode, tmp_path):
    figures = run(f"--mode={mode}", "--flows=1", *QUIET, cwd=tmp_path)
    # ns-3 delays a question of ARP by up to 10 ms.
    assert figures["throughput"] == pytest.approx(DATA, rel=0.08)
    assert figures["throughput"] <= DATA
    links = sorted((figures["link 1"], figures["link 2"]))
    assert links[0] < 0.01 * links[1]


def test_eight_connections_share_two_links(tmp_path):
    figures = run("--flows=8", *QUIET, cwd=tmp_path)
    assert figures["throughput"] > 1.5 * DATA
    assert figures["link 1"] == pytest.approx(figures["link 2"], rel=0.05)


def test_layer2_gives_two_hosts_one_link(tmp_path):
    figures = run(
        "--flows=8", "--ns3::BondNetDevice::TransmitHashPolicy=layer2", *QUIET, cwd=tmp_path
    )
    assert figures["throughput"] == pytest.approx(DATA, rel=0.08)


@pytest.mark.parametrize("offload", ["none", "tso"])
@pytest.mark.parametrize("mode", ["active-backup", "balance-xor", "802.3ad"])
def test_nothing_is_lost_with_the_cable(mode, offload, tmp_path):
    """Frames are lost, but all data arrive, and no connection waits for long."""
    options = (f"--mode={mode}", f"--offload={offload}")
    figures = run(*PULLED, *options, cwd=tmp_path)
    assert [figures[f"connection {i}"] for i in range(1, 9)] == [4.0] * 8
    assert figures["frames lost with cable"] > 0
    # A timeout of TCP is at least 200 ms.
    assert 200 <= figures["longest pause"] < 1500


def test_a_link_is_left_and_used_again(tmp_path):
    """The monitor looks every 100 ms, after the cable is pulled and put back at that time."""
    printed = output_of(*PULLED, "--mode=balance-xor", cwd=tmp_path).splitlines()
    assert [line for line in printed if line.startswith("at ")] == [
        "at 0.000 s link 1 is used",
        "at 0.000 s link 2 is used",
        "at 4.600 s link 1 is left",
        "at 5.600 s link 1 is used",
    ]
    at_once = "--ns3::BondNetDevice::MonitorInterval=0s"
    options = (*PULLED, "--bytes=8000000", "--mode=802.3ad", at_once)
    printed = output_of(*options, cwd=tmp_path).splitlines()
    # LACP agrees in 2 s, and a second more if three LACPDUs have been sent; again a second later.
    assert [line for line in printed if line.startswith("at ")] == [
        "at 3.000 s link 1 is used",
        "at 3.000 s link 2 is used",
        "at 4.500 s link 1 is left",
        "at 6.500 s link 1 is used",
    ]
    printed = output_of(*PULLED, "--mode=active-backup", cwd=tmp_path).splitlines()
    assert [line for line in printed if line.startswith("at ")] == [
        "at 0.000 s link 1 is used",
        "at 4.600 s link 1 is left",
        "at 4.600 s link 2 is used",
    ]


def test_series_adds_up(tmp_path):
    run(*PULLED, "--series=series.csv", "--interval=50ms", cwd=tmp_path)
    with (tmp_path / "series.csv").open() as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    assert list(rows[0]) == ["time_s", "data_MB_s", "link1_MB_s", "link2_MB_s"]
    # The end comes within the last interval.
    assert sum(row["data_MB_s"] for row in rows) * 0.05 == pytest.approx(32, rel=0.05)
    # A train, which takes up to 1 ms, is counted when its first frame arrives.
    for row in rows:
        assert max(row["link1_MB_s"], row["link2_MB_s"]) <= LINK * (1 + 0.001 / 0.05)
    pulled = [row for row in rows if 4.55 < row["time_s"] < 5.45]
    assert pulled
    assert not any(row["link1_MB_s"] for row in pulled)


def test_capture_decodes(tmp_path):
    """The first link at the sender: LACPDUs at both ends, data until the cable is pulled."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    run(*PULLED, "--offload=none", "--pcap=link1.pcap", cwd=tmp_path)
    frames = {}
    for display in ("lacp", "tcp.len == 1448", "_ws.malformed"):
        command = ["tshark", "-r", "link1.pcap", "-Y", display, "-T", "fields"]
        done = subprocess.run(
            [*command, "-e", "frame.time_epoch"],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            timeout=120,
        )
        frames[display] = [float(time) for time in done.stdout.split()]
    assert frames["_ws.malformed"] == []
    assert len(frames["lacp"]) > 8
    assert len(frames["tcp.len == 1448"]) > 300
    assert not [time for times in frames.values() for time in times if 4.5 < time < 5.5]


def test_same_options_same_output(tmp_path):
    first, again = (output_of(*PULLED, cwd=tmp_path) for _ in range(2))
    assert first == again
