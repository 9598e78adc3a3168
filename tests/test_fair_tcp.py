# SPDX-License-Identifier: GPL-2.0-only
"""TCP control block sharing as users have it: the example, iscsi-san, tcp-bulk and Python."""

import csv
import re
import subprocess

import pytest
from ns3_iscsi import San
from ns3_iscsi.build_info import program
from san_runs import error_of, read_summary, run

#: A session of four connections that loses packets in both directions.
LOSSY = (
    *("--device=ram", "--drives=1", "--connections=4", "--workload=closed", "--queueDepth=8"),
    *("--pattern=sequential", "--size=65536", "--readFraction=0.5", "--count=300", "--delay=2ms"),
    *("--lossToTargets=0.01", "--lossToInitiators=0.01"),
    "--congestionControl=ns3::TcpLinuxReno",
)

#: Two file systems of one server, whose answers get lost.
FILES = (
    *("--device=ram", "--drives=2", "--linkRate=1Gbps", "--cache=16", "--delay=2ms"),
    *("--workload=dd", "--ddBlockSize=65536", "--ddCount=64"),
    *("--lossToTargets=0.01", "--lossToInitiators=0.01"),
    "--congestionControl=ns3::TcpLinuxReno",
)


def example(*options, cwd):
    """Run the example and give its output."""
    command = [str(program("fair-tcp-example")), "--duration=5s", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd, timeout=60)
    return done.stdout


def test_windows_add_up(tmp_path):
    """Shares differ by a byte at most, and each is two segments or more."""
    printed = example("--loss=0.02", "--windows=windows.csv", cwd=tmp_path)
    assert re.search(r"^all: [\d.]+ Mb/s, window ", printed, re.MULTILINE)
    shares = {}
    with (tmp_path / "windows.csv").open() as file:
        for row in csv.DictReader(file):
            shares.setdefault(row["time_s"], []).append(int(row["share_bytes"]))
    assert len(shares) > 400
    for row in list(shares.values())[20:]:
        assert len(row) == 4
        assert max(row) - min(row) <= 1
        assert min(row) >= 2 * 1448


def test_same_seed_same_output(tmp_path):
    first, again, other = (example(f"--RngRun={run}", cwd=tmp_path) for run in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("offload", ["none", "tso"])
def test_sessions_share(tmp_path, offload):
    results = {}
    for sharing in ("none", "ensemble", "temporal"):
        out = tmp_path / sharing
        run(out, *LOSSY, f"--offload={offload}", f"--tcpSharing={sharing}")
        summary = read_summary(out)
        assert (summary["requests"], summary["errors"]) == (300, 0)
        results[sharing] = (out / "connections.csv").read_bytes()
    assert results["ensemble"] != results["none"]
    # No connection of this session follows another one.
    assert results["temporal"] == results["none"]


@pytest.mark.parametrize("service", ["nfs", "smb", "smb1"])
def test_file_services_share(tmp_path, service):
    """The connections of two file systems at one server are an ensemble."""
    results = {}
    for sharing in ("none", "ensemble", "temporal"):
        out = tmp_path / sharing
        run(out, *FILES, f"--fileService={service}", f"--tcpSharing={sharing}")
        results[sharing] = (out / "connections.csv").read_bytes()
    assert results["ensemble"] != results["none"]
    # No connection follows another one.
    assert results["temporal"] == results["none"]


def test_python_has_the_option():
    assert San(tcpSharing="ensemble").arguments() == ["--tcpSharing=ensemble"]


def test_mistakes_are_told(tmp_path):
    message = error_of(tmp_path / "out", "--device=ram", "--tcpSharing=both")
    assert message.startswith("error: tcpSharing: both is not one of ensemble, none, temporal")
