# SPDX-License-Identifier: GPL-2.0-only
"""Runs iscsi-san and its companions as a user does, and reads what they write."""

import csv
import json
import shutil
import subprocess

import pytest
from ns3_iscsi.build_info import program


def run(out, *options, check=True, name="iscsi-san"):
    """Run a program into a folder and give the finished process."""
    command = [str(program(name)), f"--output={out}", *options]
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=240)


def read_rows(out, name="requests.csv"):
    """Give the rows of a table that a program wrote."""
    with (out / name).open(newline="") as file:
        return list(csv.DictReader(file))


def read_summary(out):
    """Give the content of summary.json."""
    return json.loads((out / "summary.json").read_text())


def error_of(out, *options, name="iscsi-san"):
    """Run a program that fails without results, and give the one line that it says.

    Before it there may be notes: what was understood of a trace, which is then found not to fit.
    """
    done = run(out, *options, check=False, name=name)
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1, done.stderr
    assert not out.exists() or list(out.iterdir()) == []
    return lines[0]


def tshark(capture, *options):
    """Decode a capture; skip where tshark is not installed."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    command = ["tshark", "-r", str(capture), *options]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=240
    ).stdout.splitlines()
