# SPDX-License-Identifier: GPL-2.0-only
"""Job files of fio and access specifications of IOMeter as workloads of iscsi-san."""

import subprocess
import sys
from collections import Counter

import pytest
from ns3_iscsi import San, sweep
from ns3_iscsi.axes import result_label
from ns3_iscsi.build_info import SOURCE_ROOT
from san_runs import error_of, read_rows, read_summary, run

DATABASE = SOURCE_ROOT / "examples" / "jobs" / "database.fio"
SERVERS = SOURCE_ROOT / "examples" / "jobs" / "servers.icf"
#: A network that is no hindrance.
QUICK = ("--device=ram", "--drives=1", "--linkRate=10Gbps", "--accessRate=10Gbps", "--delay=10us")


def test_the_example_job(tmp_path):
    done = run(tmp_path, "--workload=fio", f"--fio={DATABASE}")
    assert done.stderr.splitlines() == [
        f"note: {DATABASE}: ignored in a simulation: direct, group_reporting"
    ]
    assert "[pages]" in done.stdout
    assert "[log]" in done.stdout
    summary = read_summary(tmp_path)
    pages, log = summary["jobs"]
    assert (pages["name"], log["name"]) == ("pages", "log")
    assert pages["requests"] + log["requests"] == summary["requests"] == len(read_rows(tmp_path))
    assert log["read"]["count"] == 0
    assert pages["read"]["count"] == pytest.approx(0.7 * pages["requests"], rel=0.1)
    sizes = Counter(int(row["bytes"]) for row in read_rows(tmp_path))
    assert set(sizes) == {8192, 16384, 65536}
    assert sizes[16384] == log["requests"] == pytest.approx(80, abs=1)
    assert sizes[65536] == pytest.approx(0.1 * pages["requests"], rel=0.3)
    # The ramp's requests are not there, and the login takes less than 0.1 s.
    assert min(float(row["time_s"]) for row in read_rows(tmp_path)) >= 1
    assert 4.9 < summary["end_s"] < 5.3
    assert pages["all"]["p90_ms"] <= pages["all"]["p95_ms"] <= pages["all"]["p99_ms"]


def test_a_text_is_as_good_as_a_file(tmp_path):
    for name, job in (("file", DATABASE), ("text", DATABASE.read_text()), ("again", DATABASE)):
        run(tmp_path / name, "--workload=fio", f"--fio={job}", "--stop=3s")
    texts = [(tmp_path / name / "requests.csv").read_text() for name in ("file", "text", "again")]
    assert texts[0] == texts[1] == texts[2]
    assert len(texts[0].splitlines()) > 100


def test_jobs_run_on_every_initiator(tmp_path):
    job = "[steady]\nrate_iops=100\ntime_based\nruntime=2\nrw=randread\nstartdelay=500ms\n"
    run(tmp_path, "--workload=fio", f"--fio={job}", "--initiators=3", *QUICK)
    summary = read_summary(tmp_path)
    assert summary["jobs"][0]["requests"] == summary["requests"] == 3 * 200
    assert summary["start_s"] == pytest.approx(0.5, abs=0.01)


def test_depth_and_clones_are_what_the_drive_sees(tmp_path):
    """A closed loop of N requests of T each does N/T a second."""
    job = (
        "[deep]\nrw=randread\nioengine=io_uring\niodepth={depth}\nnumjobs={clones}\n"
        "time_based\nruntime=1\n"
    )
    rates = {}
    for depth, clones in ((1, 1), (4, 1), (1, 4), (2, 2)):
        out = tmp_path / f"{depth}-{clones}"
        run(
            out,
            "--workload=fio",
            f"--fio={job.format(depth=depth, clones=clones)}",
            *QUICK,
            "--delay=5ms",
        )
        rates[depth * clones, clones] = read_summary(out)["all"]["iops"]
    assert rates[1, 1] == pytest.approx(100, rel=0.02)
    for (outstanding, _), rate in rates.items():
        assert rate == pytest.approx(100 * outstanding, rel=0.03)


def test_without_an_engine_there_is_one_request_at_a_time(tmp_path):
    """As with fio's psync: over 10 ms of round trip one request at a time does 100 a second."""
    job = "[deep]\nrw=randread\niodepth=32\ntime_based\nruntime=1\n"
    done = run(tmp_path, "--workload=fio", f"--fio={job}", *QUICK, "--delay=5ms")
    assert read_summary(tmp_path)["all"]["iops"] == pytest.approx(100, rel=0.02)
    assert done.stderr.splitlines() == [
        "note: fio job:1: [deep] fio's engine without ioengine, psync, has one request at a time, "
        "whatever iodepth says"
    ]


def test_jobs_follow_each_other_with_flushes_and_reading_back(tmp_path):
    """What is written is flushed and read back before the next job begins."""
    job = (
        "[global]\nbs=8k\nsize=32k\n[fill]\nrw=write\nfsync=2\nverify=crc32c\n"
        "[reads]\nstonewall\nrw=read\n"
    )
    run(tmp_path, "--workload=fio", f"--fio={job}", *QUICK)
    rows = read_rows(tmp_path)
    assert "".join(row["operation"] for row in rows) == "WWFWWRRRR" + "RRRR"
    ends = [float(row["time_s"]) + float(row["latency_s"]) for row in rows]
    begins = [float(row["time_s"]) for row in rows]
    # Times are printed to the nanosecond; their sums are binary fractions.
    assert all(begins[i + 1] > ends[i] - 1e-9 for i in range(len(rows) - 1))
    fill, reads = read_summary(tmp_path)["jobs"]
    assert (fill["requests"], reads["requests"]) == (9, 4)


#: A clone of fio in small: an example that runs and two that do not.
EXAMPLES = {
    "a.fio": ("[a]\nrw=${FIO_RW}\nsize=1m\n", "runs"),
    "b.fio": ("[b]\nzonemode=zbd\nflow=2\n", "not supported: zonemode=zbd, flow"),
    "c.fio": ("[c]\nbs=0\n", "bs is '0', not made of block sizes above 0 such as 4096 or 4k"),
}


def test_the_table_of_examples(tmp_path):
    (tmp_path / "examples").mkdir()
    for name, (text, _) in EXAMPLES.items():
        (tmp_path / "examples" / name).write_text(text)
    command = [sys.executable, str(SOURCE_ROOT / "tools" / "fio-examples"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    assert done.stdout.startswith("Of 3 examples 1 run.\n")
    for name, (_, verdict) in EXAMPLES.items():
        assert f"   * - ``{name}``\n     - {verdict}\n" in done.stdout
    empty = subprocess.run(
        [*command[:2], str(tmp_path / "examples")], capture_output=True, text=True, check=False
    )
    assert empty.returncode == 2
    assert "there is no job file" in empty.stderr


def test_the_example_specifications(tmp_path):
    options = (
        "--workload=iometer",
        f"--iometer={SERVERS}",
        *QUICK,
        "--queueDepth=4",
        "--count=4000",
    )
    run(tmp_path / "file", *options, "--iometerSpecification=File server")
    rows = read_rows(tmp_path / "file")
    sizes = Counter(int(row["bytes"]) for row in rows)
    shares = {512: 10, 1024: 5, 2048: 5, 4096: 60, 8192: 2, 16384: 4, 32768: 4, 65536: 10}
    assert set(sizes) == set(shares)
    square = sum((sizes[s] - 40 * share) ** 2 / (40 * share) for s, share in shares.items())
    # 0.1 % exceed 24.32 with 7 degrees of freedom.
    assert square < 24.32
    reads = sum(row["operation"] == "R" for row in rows)
    assert reads == pytest.approx(3200, abs=4 * (4000 * 0.8 * 0.2) ** 0.5)
    run(
        tmp_path / "backup",
        *options,
        "--iometerSpecification=Backup",
        "--rampTime=10ms",
        "--count=1000",
    )
    rows = read_rows(tmp_path / "backup")
    assert 500 < len(rows) < 1000
    assert {int(row["bytes"]) for row in rows} == {65536}
    assert {int(row["lba"]) % 128 for row in rows} == {0}


#: Mistakes: options, and what the one line has to name.
MISTAKES = {
    "key": (
        (
            "--workload=fio",
            "--fio=[a]\nrw=read\nzonemode=zbd\nflow=2\n",
        ),
        ["fio job: not supported: zonemode=zbd (line 3), flow (line 4)"],
    ),
    "trim": (
        (
            "--workload=fio",
            "--fio=[a]\nrw=randtrim\n",
        ),
        ["fio job: not supported: rw=randtrim (line 2)"],
    ),
    "unknown": (
        (
            "--workload=fio",
            "--fio=[a]\niodpeth=4\n",
        ),
        ["fio job: not known: iodpeth (line 2)"],
    ),
    "engine": (
        (
            "--workload=fio",
            "--fio=[a]\nioengine=fast\n",
        ),
        ["fio job:2:", "fast", "libaio"],
    ),
    "no file": (
        (
            "--workload=fio",
            "--fio=/nonexistent/job.fio",
        ),
        ["/nonexistent/job.fio"],
    ),
    "does not fit": (
        (
            "--workload=fio",
            "--fio=[a]\nbs=1000\n",
        ),
        ["fio job:1:", "[a]", "1000", "512"],
    ),
    "too large": (
        (
            "--workload=fio",
            "--fio=[a]\nsize=1t\n",
        ),
        ["fio job:1:", "[a]", "size", "capacity"],
    ),
    "both": (
        ("--workload=fio", "--fio=[a]\n", "--iometer=x\n"),
        ["iometer: x  needs workload=iometer"],
    ),
    "which": (
        (
            "--workload=iometer",
            f"--iometer={SERVERS}",
        ),
        ["servers.icf", "File server; Backup"],
    ),
    "other": (
        ("--workload=iometer", f"--iometer={SERVERS}", "--iometerSpecification=Mail"),
        ["Mail", "File server; Backup"],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line(tmp_path, mistake):
    options, words = mistake
    error = error_of(tmp_path / "out", *options)
    for word in words:
        assert word in error


def test_a_sweep_over_a_job_file(tmp_path):
    job = tmp_path / "job.fio"
    job.write_text("[one]\nrw=randread\nsize=400k\n[two]\nrw=write\nsize=40k\n")
    san = San(workload="fio", fio=str(job), device="ram", drives=1)
    options = {"folder": tmp_path / "results", "quiet": True, "workers": 1}
    table = sweep(san, {"delay": ["1ms", "5ms"]}, **options)
    assert table["error"].isna().all()
    assert list(table["job_one_read_count"]) == [100, 100]
    assert list(table["job_two_write_count"]) == [10, 10]
    assert table["job_one_all_iops"][0] > 3 * table["job_one_all_iops"][1]
    assert result_label("job_one_read_iops") == "one: read requests per second"
    assert result_label("job_my_job_all_p99_ms") == "my_job: latency, 99th percentile (ms)"
    job.write_text(job.read_text().replace("40k", "80k"))
    table = sweep(san, {"delay": ["1ms", "5ms"]}, **options)
    assert list(table["job_two_write_count"]) == [20, 20]
    inline = sweep(San(workload="fio", fio=job.read_text(), device="ram", drives=1), **options)
    assert list(inline["job_two_write_count"]) == [20]
