# SPDX-License-Identifier: GPL-2.0-only
"""The example of an Ethernet switch: shares of senders, what a link carries, what is dropped."""

import pytest
from example_figures import figures_of

#: Payload of a full frame of TCP with timestamps, and its bytes on the link.
DATA, WIRE = 1448, 1538


def run(*options, cwd):
    """Run the example and give its figures by name."""
    return figures_of("ethernet-example", *options, cwd=cwd)


def test_one_sender_fills_its_link(tmp_path):
    figures = run("--senders=1", "--rate=100Mbps", "--time=4s", cwd=tmp_path)
    assert figures["all senders"] == figures["sender 1"]
    # ns-3 delays a question of ARP by up to 10 ms.
    assert figures["all senders"] == pytest.approx(12.5 * DATA / WIRE, rel=0.005)
    assert 99.5 < figures["link utilisation"] <= 100


def test_jumbo_frames_carry_more(tmp_path):
    figures = run("--senders=1", "--rate=100Mbps", "--mtu=9000", "--time=4s", cwd=tmp_path)
    assert figures["all senders"] == pytest.approx(12.5 * 8948 / 9038, rel=0.005)


def test_memory_of_all_ports_is_a_limit(tmp_path):
    """With room for 20 full frames more are dropped than with 1,000 frames for each port."""
    large = run("--senders=8", "--portQueue=1000p", cwd=tmp_path)
    small = run("--senders=8", "--portQueue=1000p", "--sharedBuffer=30360", cwd=tmp_path)
    assert small["frames dropped"] > large["frames dropped"] == 0
    assert sum(large[f"sender {i}"] for i in range(1, 9)) == pytest.approx(
        large["all senders"], abs=0.01
    )
