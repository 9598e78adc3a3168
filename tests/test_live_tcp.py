# SPDX-License-Identifier: GPL-2.0-only
"""TCP of a simulated target with real peers: what one offers is not what the next one gets."""

import itertools
import json
import sys
import time
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive

SYN = Path(__file__).with_name("raw_syn.py")
READER = Path(__file__).with_name("live_reader.py")

#: Offers of a SYN, and what answers show of them.
OFFERS = {"wscale=9": "wscale", "sack": "sack", "ts=4711": "echo"}
EVERYTHING = "mss=1460," + ",".join(OFFERS)
NOTHING = "mss=1460"


@pytest.fixture
def network():
    with LiveNetwork() as network:
        yield network


@pytest.fixture(params=["offload", "no offload"])
def san(network, tmp_path, request):
    offload = "tso" if request.param == "offload" else "none"
    options = ("--attach=direct", "--device=ram", "--drives=1", f"--offload={offload}")
    return SanLive(network, tmp_path, *options)


def address(san):
    return san.url().removeprefix("iscsi://").split("/")[0].split(":")[0]


def ask(network, san, *offers):
    """Send SYNs one after the other, and give what the answers offer."""
    command = (sys.executable, SYN, address(san), 3260, *offers)
    return [json.loads(line) for line in network.run(*command).stdout.splitlines()]


def read(network, san, buffer):
    """Read 1 MB with a client of this receive buffer; give the seconds that it took."""
    target = san.url().removeprefix("iscsi://").split("/")[1]
    command = (sys.executable, READER, address(san), target, buffer)
    return float(network.run(*command, timeout=120).stdout)


def test_each_gets_what_it_offers(network, san):
    subsets = itertools.chain.from_iterable(
        itertools.combinations(OFFERS, count) for count in range(len(OFFERS) + 1)
    )
    kinds = [",".join(("mss=1460", *subset)) for subset in subsets]
    offers = [kind for pair in itertools.product(kinds, kinds) for kind in pair]
    for words, answer in zip(offers, ask(network, san, *offers), strict=True):
        shown = {name for option, name in OFFERS.items() if option in words}
        assert shown == answer.keys() - {"window", "mss"}, (words, answer)
        assert answer.get("echo", 4711) == 4711
    san.end()


@pytest.mark.parametrize("first", [NOTHING, EVERYTHING.replace("wscale=9", "wscale=14")])
@pytest.mark.parametrize("scaling", [0, 1])
def test_a_small_client_after_another(network, san, first, scaling):
    """What the peer before said of windows neither slows this one down nor drowns it."""
    ipv4 = Path("/proc/sys/net/ipv4")
    settings = {"tcp_window_scaling": scaling, "tcp_rmem": "4096 8192 8192"}
    for name, value in settings.items():
        network.run("sh", "-c", f"echo {value} > {ipv4 / name}")
    assert ask(network, san, first) != [None]
    for buffer in (0, 2304, 16384):
        assert read(network, san, buffer) < 5
    san.end()


def test_syns_without_a_window(network, san):
    """ns-3 would wait 6 s for a window, and stop."""
    offers = ["window=0", "window=0,wscale=14", "mss=0", "wscale=255", "mss=1,ts=0,window=1"]
    assert None not in ask(network, san, *offers)
    time.sleep(7)
    assert read(network, san, 1 << 16) < 5
    san.end()


def test_nobody_listens(network, tmp_path):
    """A simulated initiator hears of it at once, with no timestamp in the reset."""
    words = ("--role=initiator", "--targetName=iqn.2026-11.org.example:disk", "--attach=direct")
    begin = time.monotonic()
    # The kernel's own address in the namespace.
    san = SanLive(network, tmp_path, *words, "--portal=10.255.255.254", wait=False)
    assert san.process.wait(20) == 1
    assert time.monotonic() - begin < 10
    line = san.text().strip().splitlines()[-1]
    assert line.startswith("error: ")
    assert line.endswith("no session at 10.255.255.254:3260: connection refused")
