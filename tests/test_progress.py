# SPDX-License-Identifier: GPL-2.0-only
"""What long runs say of how far they are."""

import os
import pty
import re
import select
import signal
import subprocess
import time

from ns3_iscsi.build_info import program

LINE = re.compile(
    r"\r(\d+\.\d+) s simulated, ([\d,]+) requests, [\d.e+-]+ s per second, "
    r"\d+ %, [\d,]+ (s|min) left"
)
LONG = ["--device=ram", "--ramLatency=10us", "--count=100000000"]
#: Longest wait for a line, in seconds, on a machine that has other things to do.
PATIENCE = 60


def read_until(terminal, pattern):
    """Read what comes on a terminal until it has a pattern, and give all of it."""
    text, end = "", time.monotonic() + PATIENCE
    while not pattern.search(text) and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            text += os.read(terminal, 4096).decode()
    return text


def test_a_terminal_has_a_line_that_changes_and_goes(tmp_path):
    terminal, stderr = pty.openpty()
    words = [program("iscsi-san"), *LONG, f"--output={tmp_path}"]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr)
    os.close(stderr)
    try:
        first = LINE.search(read_until(terminal, LINE))
        second = LINE.search(read_until(terminal, LINE))
        assert float(second[1]) > float(first[1])
        assert int(second[2].replace(",", "")) > int(first[2].replace(",", ""))
    finally:
        run.send_signal(signal.SIGINT)
    end = read_until(terminal, re.compile("interrupted by SIGINT"))
    assert run.wait(PATIENCE) == -signal.SIGINT
    assert "\r\x1b[K" in end[: end.index("interrupted")]
    os.close(terminal)


def lines_of(pattern, *words):
    """Give what comes on a terminal until it has a pattern, of a program that is then killed."""
    terminal, stderr = pty.openpty()
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr)
    os.close(stderr)
    text = read_until(terminal, pattern)
    run.kill()
    run.wait(PATIENCE)
    os.close(terminal)
    return text


def test_a_replay_has_a_line(tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("time_s,operation,lba,blocks\n0,R,0,8\n0.01,W,800,8\n")
    words = [program("disk-replay"), f"--trace={trace}", "--repeat=100000000"]
    assert LINE.search(lines_of(LINE, *words))


def test_a_large_network_says_that_it_is_set_up(tmp_path):
    pattern = re.compile(r"\rsetting up for \d+ s\x1b\[K")
    words = [program("iscsi-san"), "--targets=1000", "--drives=126", f"--output={tmp_path}"]
    assert pattern.search(lines_of(pattern, *words))


def test_short_runs_and_quiet_ones_say_nothing(tmp_path):
    terminal, stderr = pty.openpty()
    words = [program("iscsi-san"), "--device=ram", "--count=20000", "--quiet=true"]
    subprocess.run([*words, f"--output={tmp_path}"], stdout=subprocess.DEVNULL, stderr=stderr)
    assert not select.select([terminal], [], [], 0)[0]
    os.close(stderr)
    os.close(terminal)
