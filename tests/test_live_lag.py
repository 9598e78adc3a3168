# SPDX-License-Identifier: GPL-2.0-only
"""A limit of the lag: what ran on a machine that was too slow does not pass."""

import json
import re
import signal
import time

import pytest
from live_hosts import Host, SanLive

#: A limit that any machine keeps, and one that a pause of PAUSE seconds exceeds.
GENEROUS = "--maxLag=30s"
STRICT = "--maxLag=500ms"
PAUSE = 1.0


@pytest.fixture
def san(tmp_path):
    """Start san-live with its disks on a socket, where it needs no network."""
    with Host() as host:

        def start(*options):
            words = (f"--nbd={tmp_path / 'nbd'}", "--device=ram", "--drives=1", *options)
            started = SanLive(host, tmp_path / "out", *words, wait=False)
            started.wait_for("nbd+unix://")
            return started

        yield start


def end(san):
    """End it gracefully, and give its status and its last line."""
    san.process.send_signal(signal.SIGTERM)
    status = san.process.wait(20)
    return status, san.text().splitlines()[-1]


def stop_for_a_while(san):
    """Make the machine slow: let the program not run for a quarter of its time or so."""
    begin = time.monotonic()
    san.process.send_signal(signal.SIGSTOP)
    time.sleep(PAUSE)
    san.process.send_signal(signal.SIGCONT)
    # The machine itself may have paused: what was no half is to stay none.
    time.sleep(3 * (time.monotonic() - begin))


def test_a_machine_that_is_fast_enough(san):
    """An idle run, and how late it was at each millisecond."""
    started = san(GENEROUS)
    time.sleep(0.3)
    assert end(started)[0] == 0
    report = json.loads((started.folder / "live.json").read_text())
    assert 300 <= report["lag_over_time"]["count"] < 1000 * report["time_s"] + 2


def test_a_machine_that_is_too_slow(san):
    """Nothing was due while it did not run, but a client might have come."""
    started = san(STRICT)
    stop_for_a_while(started)
    status, line = end(started)
    assert status == 1
    figure = re.fullmatch(
        r"error: maxLag: the lag was (\S+) ms at p99, above 500\.000 ms: this machine was too slow",
        line,
    )
    assert figure, line
    assert 500 < float(figure[1]) < 30_000
    # Results are there all the same.
    assert (started.folder / "live.json").exists()


def test_the_percentile(san):
    """A quarter of the time is no half."""
    started = san(STRICT, "--maxLagPercentile=50")
    stop_for_a_while(started)
    assert end(started)[0] == 0
    started = san("--maxLag=1ns", "--maxLagPercentile=100")
    assert end(started)[0] == 1


def test_what_was_is_forgotten(san):
    started = san(STRICT)
    stop_for_a_while(started)
    started.command("forget-lag")
    time.sleep(0.2)
    assert end(started)[0] == 0


def test_without_a_limit(san):
    started = san()
    stop_for_a_while(started)
    assert end(started)[0] == 0
    assert "lag_over_time" not in (started.folder / "live.json").read_text()
