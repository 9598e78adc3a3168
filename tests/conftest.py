# SPDX-License-Identifier: GPL-2.0-only
"""What the Python tests share."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE_PATH = ROOT / "bindings" / "python"

sys.path.insert(0, str(PACKAGE_PATH))

# What a script runs in the background ignores interrupts, and so would the programs under test.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run_python():
    """Give a function that runs a text in a Python of its own and returns the finished process."""

    def run(text, cwd=ROOT, **variables):
        return subprocess.run(
            [sys.executable, "-c", text],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(PACKAGE_PATH), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def loaded(request):
    """Give the paper that a test module of the validation names PAPER, its parameters and its
    experiments."""
    sys.path.insert(0, str(ROOT))
    from validation.__main__ import load

    return load(request.module.PAPER)


@pytest.fixture(scope="module")
def parameters(loaded):
    """Give the parameters of the module's paper."""
    return loaded[1]


@pytest.fixture(scope="module")
def by_item(loaded):
    """Give the experiments of the module's paper by their names."""
    return {one.item: one for one in loaded[2]}


STAGES = [
    "sent",
    "arrived_at_target",
    "dispatched",
    "loop_won",
    "at_drive",
    "seek_done",
    "rotation_done",
    "media_done",
    "back_on_loop",
    "back_at_target",
    "answered",
    "completed",
]


#: Those that only runs with a page cache have, in front of the others.
CACHE_STAGES = ["cache_hit", "read_ahead", "throttled"]

#: Those that only runs with SSDs have, in front of ``media_done``.
SSD_STAGES = ["command_done", "die_won", "cells_read", "channel_done", "link_done", "buffered"]


def request_line(issue_us, operation, size, status="ok", names=STAGES, **stages_us):
    """Give a line of requests.csv, its latency the sum of the stages; all times in microseconds."""
    times = [stages_us.get(stage, 0) for stage in names]
    seconds = [f"{time / 1e6:.9f}" for time in (issue_us, sum(times), *times)]
    return ",".join([seconds[0], "0", operation, "64", str(size), seconds[1], status, *seconds[2:]])


@pytest.fixture
def write_requests(tmp_path):
    """Give a function that writes lines below a requests.csv's header and returns the path."""

    def write(*lines, folder=tmp_path, names=STAGES, last=""):
        columns = "time_s,device,operation,lba,bytes,latency_s,status,"
        header = columns + ",".join(f"{stage}_s" for stage in names) + last
        path = folder / "requests.csv"
        path.write_text("\n".join([header, *lines, ""]))
        return path

    return write


@pytest.fixture
def some_requests(write_requests):
    """Give the path of a requests.csv of 40 reads and 40 writes of 4 KiB, and one that failed."""
    lines = []
    for i in range(40):
        common = {"sent": 1, "arrived_at_target": 1050, "dispatched": 3, "answered": 1020 + i}
        disk = {"at_drive": 10 * i, "seek_done": 4000, "rotation_done": 3000, "media_done": 250}
        lines.append(request_line(10000 * i, "R", 4096, **common, **disk))
        lines.append(request_line(10000 * i + 5000, "W", 4096, **common, **disk, completed=7))
    lines.append(request_line(500000, "R", 4096, "medium_error", answered=9000000))
    return write_requests(*lines)
