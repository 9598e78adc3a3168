# SPDX-License-Identifier: GPL-2.0-only
"""The flash drive against MQSim: the same drives and loads, and closed forms where both differ.

``validation/reference/README.md`` says how MQSim was run.
"""

import csv
import json
import math
import subprocess

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program

#: Times in us: a read of the cells, a transfer of 4 KiB with its command, a program.
READ, TRANSFER, PROGRAM = 75, 12.58, 750

#: The drive of MQSim's default configuration, but with one plane and one die in each chip.
DRIVE = {
    "block_size": 512,
    "tags": 65535,
    "flush_queued": "yes",
    "link_mb_s": 3282,
    "read_command_us": 0.349,
    "write_command_us": 0.43,
    "flush_us": 0,
    "channels": 8,
    "dies_per_channel": 4,
    "planes": 1,
    "blocks_per_plane": 512,
    "pages_per_block": 256,
    "page_bytes": 8192,
    "channel_mb_s": 333.3333,
    "read_us": READ,
    "program_us": PROGRAM,
    "erase_us": 3800,
    "buffer_kib": 262144,
    "power_loss_protection": "no",
    "cache_register": "no",
}

#: Requests that MQSim's fetch size lets a queue have in the drive.
FETCHED = {"queue-fetch-16": 16, "queue-fetch-1024": 1024}

#: Up to how many requests of a flow and the other one means agree, and 99th percentiles. Beyond,
#: they differ for a reason that the test of a closed form has.
AGREES = {
    ("reads-32x1", "reads"): (256, 256),
    ("reads-8x4", "reads"): (32, 8),
    ("writes-in-turn", "writes"): (256, 256),
    ("writes-random", "writes"): (1, 1),
    ("mixed-in-turn", "reads"): (32, 32),
    ("mixed-in-turn", "writes"): (32, 32),
    ("mixed-random", "reads"): (8, 8),
    ("mixed-random", "writes"): (1, 1),
    ("backend-contention", "first"): (66, 18),
    ("backend-contention", "second"): (66, 18),
    ("backend-contention", "alone"): (64, 64),
    ("queue-fetch-16", "first"): (24, 24),
    ("queue-fetch-16", "second"): (24, 24),
    ("queue-fetch-1024", "first"): (72, 40),
    ("queue-fetch-1024", "second"): (72, 40),
}

#: Experiments that need what the model does not have: memory of a finite rate for the write buffer,
#: a cache of the mapping table, priorities of queues.
MQSIM_ALONE = {
    "default-writes-ideal",
    "default-writes-cmt",
    "default-reads-ideal",
    "default-reads-cmt",
}


def read_table():
    """Read MQSim's figures."""
    with (SOURCE_ROOT / "validation" / "reference" / "mqsim.csv").open() as file:
        texts = ("experiment", "flow")
        return [
            {key: text if key in texts else float(text) for key, text in row.items()}
            for row in csv.DictReader(file)
        ]


TABLE = read_table()


def run(folder, keywords, jobs, *options, milliseconds=400):
    """Run jobs at the same time, and give reads or writes of each."""
    drive = {**DRIVE, **keywords}
    pages = ("channels", "dies_per_channel", "planes", "blocks_per_plane", "pages_per_block")
    flash = math.prod(drive[key] for key in (*pages, "page_bytes")) // 512
    drive.setdefault("blocks", int(flash * 0.93) // 8 * 8)
    file = folder / "drive.ssd"
    file.write_text("".join(f"{key} {value}\n" for key, value in drive.items()))
    text = "[global]\nioengine=libaio\nbs=4k\nblockalign=8k\nnorandommap\ntime_based\n"
    text += f"runtime={milliseconds}ms\nramp_time=50ms\n"
    text += "".join(f"[job{number}]\n{job}\n" for number, job in enumerate(jobs))
    command = [program("drive-fio"), f"--drive={file}", f"--job={text}", "--json", *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [
        {kind: job[kind] for kind in ("read", "write")} for job in json.loads(done.stdout)["jobs"]
    ]


def load(folder, experiment, depth, other):
    """Run what an experiment asks for; of two flows, the one with the depth is the last.

    How many reads wait at which die changes slowly when there are many.
    """
    milliseconds = max(400, 12 * depth)
    uncached = "--ns3::SsdDrive::WriteCache=false"
    pages = {"page_bytes": 4096}
    # Old data of little: collection of garbage moves nothing, and takes no time.
    roomy = pages | {"blocks": int(4 * 8 * 512 * 256 * 8 * 0.12) // 8 * 8, "erase_us": 0}
    reads = f"rw=randread\niodepth={depth}"
    if experiment == "reads-32x1":
        keywords = {"channels": 32, "dies_per_channel": 1}
        return run(folder, keywords, [reads], "--aged", milliseconds=milliseconds)
    if experiment == "reads-8x4":
        return run(folder, {}, [reads], "--aged", milliseconds=milliseconds)
    if experiment in ("writes-in-turn", "writes-random"):
        kind = "write" if experiment == "writes-in-turn" else "randwrite"
        return run(folder, pages, [f"rw={kind}\nblockalign=4k\niodepth={depth}"], uncached)
    if experiment == "mixed-in-turn":
        jobs = [f"rw=write\nblockalign=4k\niodepth={depth}", reads]
        return run(folder, roomy, jobs, "--aged", uncached)
    if experiment == "mixed-random":
        jobs = [f"rw=randrw\nblockalign=4k\niodepth={depth}"]
        return run(folder, roomy, jobs, "--aged", uncached, milliseconds=1000)
    # MQSim works on one die of a chip at a time.
    chips = {"planes": 2, "dies_per_channel": 2}
    first = [f"rw=randread\niodepth={other}"] if other else []
    return run(folder, chips, [*first, reads], "--aged", milliseconds=milliseconds)


def differs(row, latency):
    """Say by how much mean and 99th percentile of a latency differ from a row, as shares."""
    mean, late = latency["mean"] / 1e3, latency["percentile"]["99.000000"] / 1e3
    return mean / row["mean_us"] - 1, late / row["p99_us"] - 1


def in_flight(row):
    """Give how many requests of both flows are in the drive."""
    most = FETCHED.get(row["experiment"], 1024)
    return min(row["depth"], most) + min(row["other_depth"], most)


def compared():
    """Give the rows that are compared, by what is run: experiment, depth and other depth."""
    runs = {}
    for row in TABLE:
        experiment = row["experiment"]
        if experiment in MQSIM_ALONE:
            continue
        most = FETCHED.get(experiment, 1024)
        depths = [int(min(row[name], most)) for name in ("depth", "other_depth")]
        if row["flow"] == "first":
            depths.reverse()
        if in_flight(row) <= max(AGREES[experiment, row["flow"]]):
            runs.setdefault((experiment, *depths), []).append(row)
    return runs


@pytest.mark.parametrize(
    "experiment", sorted({name for name, _ in AGREES}), ids=lambda name: name.replace("/", "-")
)
def test_mean_and_percentile(experiment, tmp_path):
    """Mean and 99th percentile are within 10 % of MQSim's, where no closed form says otherwise."""
    count = 0
    for (name, depth, other), rows in compared().items():
        if name != experiment:
            continue
        jobs = load(tmp_path, experiment, depth, other)
        for row in rows:
            kind = "write" if row["flow"] == "writes" else "read"
            job = jobs[0] if row["flow"] in ("first", "writes") else jobs[-1]
            latency = job[kind]["clat_ns"]
            if row["depth"] > depth and row["flow"] == "second":
                # The rest waits in front of the drive: what is complete in a second decides.
                mean = row["depth"] / job[kind]["iops"] * 1e6
                assert mean == pytest.approx(row["mean_us"], rel=0.1), row
                continue
            mean_to, late_to = AGREES[experiment, row["flow"]]
            mean, late = differs(row, latency)
            if in_flight(row) <= mean_to:
                assert abs(mean) < 0.1, row
            if in_flight(row) <= late_to:
                assert abs(late) < 0.1, row
            count += 1
    assert count > 0


def means(experiment, flow):
    """Give MQSim's means by depth."""
    return {
        row["depth"]: row["mean_us"]
        for row in TABLE
        if (row["experiment"], row["flow"]) == (experiment, flow)
    }


def test_one_die_of_a_chip_at_a_time(tmp_path):
    """Of two reads one waits for the other at one of 2 n - 1, on n dies that they choose at random.

    The configuration has 32 dies in 16 chips. MQSim's mean is that of 16 dies, ours that of 32.
    """

    def closed(dies):
        return 88.9 + (READ + TRANSFER) / (2 * dies - 1)

    mqsim = means("backend-contention", "alone")[2]
    assert mqsim == pytest.approx(closed(16), rel=0.005)
    assert mqsim != pytest.approx(closed(32), rel=0.015)
    [job] = run(tmp_path, {"planes": 2}, ["rw=randread\niodepth=2"], "--aged")
    assert job["read"]["clat_ns"]["mean"] / 1e3 == pytest.approx(closed(32), rel=0.005)


def test_dies_of_a_channel_in_step(tmp_path):
    """MQSim sends no command while data wait: the dies of a channel begin together.

    Each turn takes the read and all transfers. Ours are as fast as dies with a channel each: the
    channel is idle for nearly half of the time.
    """
    turn = READ + 4 * TRANSFER
    assert 256 / means("reads-8x4", "reads")[256] == pytest.approx(8 * 4 / turn, rel=0.05)
    deep = load(tmp_path, "reads-8x4", 256, 0)[0]["read"]["clat_ns"]["mean"] / 1e3
    assert deep == pytest.approx(means("reads-32x1", "reads")[256], rel=0.02)


def test_places_of_writes(tmp_path):
    """MQSim programs a write on a die that its address says, ours on the next one that is free.

    So MQSim's writes at random wait as its reads at random do, in units of their own time. With as
    many dies as writes ours do not wait, and with twice as many they wait for one program.
    """
    reads = means("reads-32x1", "reads")
    for depth, mean in means("writes-random", "writes").items():
        read = (reads[depth] - 1.33) / (READ + TRANSFER)
        assert (mean - 1.4) / (PROGRAM + TRANSFER) == pytest.approx(read, rel=0.015), depth
    for depth in (32, 64, 256):
        mean = load(tmp_path, "writes-random", depth, 0)[0]["write"]["clat_ns"]["mean"] / 1e3
        assert mean == pytest.approx(depth / 32 * (PROGRAM + TRANSFER), rel=0.01)


def test_reads_of_the_mapping_table():
    """Without a mapping entry MQSim reads it first: the cells, and a sector over the channel."""
    ideal = means("default-reads-ideal", "alone")[1]
    entry = READ + 0.29 + 256 * 0.006
    assert means("default-reads-cmt", "alone")[1] == pytest.approx(ideal + entry, rel=0.001)


def test_steady_state(tmp_path):
    """Random writes in the steady state, against the closed form; MQSim loses requests there.

    Of 512 blocks of 64 units 25 are free, and stay so. A die moves 2.19 units for each that is
    written.
    """
    amplification = 3.185
    move = PROGRAM + READ + 2 * 12.29
    time = PROGRAM + 12.29 + (amplification - 1) * move + amplification * 3800 / 64
    keywords = {
        "channels": 2,
        "dies_per_channel": 2,
        "pages_per_block": 64,
        "page_bytes": 4096,
        "free_blocks": 25,
        "blocks": int(4 * 512 * 64 * 0.8) * 8,
    }
    jobs = ["rw=randwrite\nblockalign=4k\niodepth=32"]
    options = ("--aged", "--ns3::SsdDrive::WriteCache=false")
    [job] = run(tmp_path, keywords, jobs, *options, milliseconds=150000)
    assert job["write"]["clat_ns"]["mean"] / 1e3 == pytest.approx(32 / 4 * time, rel=0.03)
