# SPDX-License-Identifier: GPL-2.0-only
"""The program drive-fio: fio's figures of a drive, by hand and against real drives."""

import json
import subprocess

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program

HEAD = "ioengine=libaio\n"
READS = f"[reads]\n{HEAD}rw=randread\nbs=4k\nnumber_ios=2000\n"


def start(*options, cwd=None):
    command = [str(program("drive-fio")), *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=cwd)


def run(*options):
    """Run it, and give the jobs by name."""
    done = start("--json", *options)
    assert done.returncode == 0, done.stderr
    return {job["jobname"]: job for job in json.loads(done.stdout)["jobs"]}


def test_rates_and_times_of_one_request_at_a_time():
    """With one request at a time and nothing between, times add up to the run."""
    reads = run("--drive=850EVO", "--aged", f"--job={READS}")["reads"]
    read, latency = reads["read"], reads["read"]["clat_ns"]
    assert read["total_ios"] == latency["N"] == 2000
    assert read["io_bytes"] == 2000 * 4096
    assert read["iops"] == pytest.approx(1e9 / latency["mean"], rel=1e-5)
    assert read["bw_bytes"] == pytest.approx(4096 * read["iops"], abs=1)
    assert read["bw"] == pytest.approx(4 * read["iops"], abs=1)
    assert read["runtime"] == reads["job_runtime"] == round(2000 * latency["mean"] / 1e6)
    shares = list(latency["percentile"].values())
    assert shares == sorted(shares)
    assert latency["min"] <= shares[0] < latency["mean"] < shares[-1] <= latency["max"]
    assert 0 < latency["stddev"] < latency["mean"]
    assert reads["write"]["total_ios"] == reads["sync"]["total_ios"] == reads["total_err"] == 0


def test_flushes_clones_and_ramp_time():
    """Clones of a job count together, each write has its FLUSH, and a ramp time leaves out both."""
    text = (
        f"[global]\n{HEAD}bs=4k\n[writes]\nrw=randwrite\nfsync=1\nnumber_ios=50\nnumjobs=2\n"
        "[later]\nstonewall\nrw=randread\ntime_based\nruntime=10ms\nramp_time=90ms\n"
    )
    jobs = run("--drive=850EVO", "--aged", f"--job={text}")
    assert jobs["writes"]["write"]["total_ios"] == 100
    assert jobs["writes"]["sync"]["total_ios"] in (98, 99, 100)
    assert jobs["writes"]["sync"]["lat_ns"]["min"] > 900_000
    assert 80 < jobs["later"]["read"]["total_ios"] < 120
    assert jobs["later"]["job_runtime"] in (9, 10)


def test_rates_of_a_real_drive():
    """What others measured: 32 reads at a time, and writes that are flushed one by one."""
    text = f"[deep]\n{HEAD}rw=randread\nbs=4k\niodepth=32\nnumber_ios=30000\n"
    text += f"[flushed]\nstonewall\n{HEAD}rw=randwrite\nbs=4k\nfsync=1\nnumber_ios=500\n"
    jobs = run("--drive=850EVO", "--aged", f"--job={text}")
    assert jobs["deep"]["read"]["iops"] == pytest.approx(98400, rel=0.02)
    assert jobs["flushed"]["write"]["iops"] == pytest.approx(317, rel=0.03)


def test_the_slc_cache_of_a_real_drive():
    """Its data sheet has rates of data that are there; those that are not are read more slowly."""
    reads = f"stonewall\n{HEAD}rw=randread\nbs=4k\niodepth=256\nnumber_ios=200000\n"
    text = f"[fill]\n{HEAD}rw=write\nbs=1m\niodepth=32\nsize=4g\n"
    text += f"[cached]\n{reads}size=4g\n[folded]\n{reads}offset=400g\n"
    jobs = run("--drive=KC3000", "--aged", f"--job={text}")
    assert jobs["fill"]["write"]["bw_bytes"] == pytest.approx(7e9, rel=0.01)
    assert jobs["cached"]["read"]["iops"] == pytest.approx(1e6, rel=0.01)
    # 32 dies take 50 us each, and some of them have nothing to do at times.
    assert jobs["folded"]["read"]["iops"] == pytest.approx(32 / 50e-6, rel=0.1)


def test_disks_files_and_runs(tmp_path):
    """Disks work as well, a file needs no slash, and each run draws other places."""
    (tmp_path / "mine.ssd").write_text("like 850EVO\nflush_us 0\nread_command_us 1000\n")
    (tmp_path / "reads.fio").write_text(READS)
    slow = start("--drive=mine.ssd", "--aged", "--job=reads.fio", "--output=out", cwd=tmp_path)
    assert (slow.returncode, slow.stderr) == (0, "")
    assert slow.stdout.startswith("reads, 2.")
    job = json.loads((tmp_path / "out" / "summary.json").read_text())["jobs"][0]
    assert job["read"]["clat_ns"]["min"] > 1_000_000
    first, again, other = (
        run("--drive=Cheetah9LP", f"--job={READS}", f"--RngRun={number}") for number in (1, 1, 2)
    )
    assert first == again != other
    assert first["reads"]["read"]["clat_ns"]["percentile"]["50.000000"] > 5_000_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--drive=Cheetah9LP", "--aged"], "aged: Cheetah9LP is a disk, and only SSDs age"),
        (["--drive=850EVA"], 'drive: unknown drive "850EVA"; known drives: '),
        (["--drive=./none.ssd"], "drive: ./none.ssd: "),
        (["--job=none.fio"], "none.fio: "),
        (["--job=[a]\nrw=randtrim"], "rw=randtrim"),
        (["--job=[a]\nbs=1000"], "1000"),
    ],
)
def test_mistakes(options, message, tmp_path):
    given = options if "--job" in options[0] else [f"--job={READS}", *options]
    done = start("--output=out", *given, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_example_of_the_page():
    job = SOURCE_ROOT / "examples" / "jobs" / "database.fio"
    done = start("--drive=7300PRO", "--aged", f"--job={job}")
    assert done.returncode == 0
    assert [line.split(",")[0] for line in done.stdout.splitlines()[::4]] == ["pages", "log"]
