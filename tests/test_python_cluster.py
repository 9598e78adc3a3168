# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps on a real Dask cluster: a scheduler and workers that are processes of their own."""

import contextlib
import dataclasses
import os
import re
import socket
import subprocess
import sys
import time

import pandas as pd
import pytest
from conftest import PACKAGE_PATH
from ns3_iscsi import San, campaign, executors, sweep

pytest.importorskip("distributed", reason="distributed is not installed (extra cluster)")

#: A run takes a moment, so that a worker can be killed in the middle of one.
STAND_IN = """#!/bin/sh
for word; do case $word in
  --output=*) out=${word#*=};;
  --count=*) count=${word#*=};;
esac; done
echo $count >>"$(dirname "$0")/calls"
sleep 0.3
echo "{\\"requests\\": $count, \\"errors\\": 0}" >$out/summary.json
"""


def start(*command):
    environment = {
        **os.environ,
        "PYTHONPATH": str(PACKAGE_PATH),
        # A worker that is killed is missed at once, and the cluster asks nobody outside.
        "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def cluster():
    """Give the address of a scheduler and its two workers' processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    host, port = address.split(":")
    processes = [start("dask_scheduler", "--host", host, "--port", port, "--no-dashboard")]
    for line in processes[0].stderr:
        if re.search(r"Scheduler at", line):
            break
    worker = ("dask_worker", f"tcp://{address}", "--nthreads=1", "--no-nanny", "--no-dashboard")
    processes += [start(*worker) for _ in range(2)]
    yield address, processes[1:]
    for process in reversed(processes):
        process.terminate()
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=10)
        process.kill()


@pytest.fixture
def stand_in(tmp_path):
    path = tmp_path / "stand-in"
    path.write_text(STAND_IN)
    path.chmod(0o755)
    return path


def test_the_same_table_with_a_worker_killed(cluster, stand_in, tmp_path):
    from distributed import Client

    address, workers = cluster
    grid = {"count": list(range(1, 21))}
    options = {"quiet": True, "scenario": stand_in}
    with Client(f"tcp://{address}") as client:
        client.wait_for_workers(2, timeout=60)

        def kill_one(dask_worker=None):
            return os.getpid()

        assert len(set(client.run(kill_one).values())) == 2
        begin = time.monotonic()
        killer = subprocess.Popen(["sh", "-c", f"sleep 1; kill -9 {workers[0].pid}"])
        table = sweep(San(), grid, folder=tmp_path / "dask", executor=client, **options)
        killer.wait()
        print(f"{time.monotonic() - begin:.1f} s")
        assert len(client.scheduler_info()["workers"]) == 1
    local = sweep(San(), grid, folder=tmp_path / "local", **options)
    table.attrs.clear()
    local.attrs.clear()
    pd.testing.assert_frame_equal(table, local)
    assert len(list((tmp_path / "dask").glob("*/result.json"))) == 20
    # The run that died with its worker was run again, the others were not.
    calls = len((tmp_path / "calls").read_text().splitlines())
    assert 40 <= calls <= 42


def test_by_address(cluster, stand_in, tmp_path):
    table = sweep(
        San(),
        {"count": [1, 2]},
        folder=tmp_path / "results",
        executor=f"dask://{cluster[0]}",
        quiet=True,
        scenario=stand_in,
    )
    assert list(table["requests"]) == [1, 2]


def test_the_same_campaign(cluster, tmp_path):
    address, _ = cluster
    settings = campaign.Settings(quiet=True)
    local = campaign.run(range(3), tmp_path / "local", settings)
    there = dataclasses.replace(settings, executor=f"dask://{address}")
    far = campaign.run(range(3), tmp_path / "far", there)
    assert far.path.read_text() == local.path.read_text()
    assert len(far) == 3


@pytest.mark.parametrize(
    ("executor", "words"), [("slurm", "dask://HOST:PORT"), (7, "7 is not an executor")]
)
def test_wrong_executors(executor, words):
    with pytest.raises(ValueError, match=words), executors.opened(executor):
        pass
