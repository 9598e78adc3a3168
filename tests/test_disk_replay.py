# SPDX-License-Identifier: GPL-2.0-only
"""The program disk-replay as its user runs it, and the pictures of what it wrote."""

import json
import math
import random
import subprocess
import sys

import matplotlib.image
import numpy as np
import pytest
from ns3_iscsi import disk_replay
from ns3_iscsi.build_info import SOURCE_ROOT, program
from test_python_plot import check_no_overlap, labels, legend_texts

CHEETAH = SOURCE_ROOT.parent / "shared" / "traces" / "cheetah9lp"
CHEETAH_TRACE = CHEETAH / "cheetah9LP.trace"
CHEETAH_REQUESTS, CHEETAH_READS = 10000, 6594
CHEETAH_MEAN_MS = 4.272895
# Most demerit in ms, by drive; DiskSim 4.0 has 0.1078, and 0.1106 for the last 5,000 requests. No
# parameter was chosen by those.
CHEETAH_DEMERIT_MS = {"Cheetah9LP": 0.09, CHEETAH / "cheetah9LP.parv": 0.107}
CHEETAH_LAST_DEMERIT_MS = 0.1106

COMPONENTS = ["queue", "overhead", "seek", "rotation", "switching", "transfer", "bus"]
COLUMNS = [
    *("number", "operation", "lba", "sectors", "issue_ms", "observed_ms", "simulated_ms"),
    *(f"{component}_ms" for component in COMPONENTS),
    *("seek_distance", "hit"),
]


def replay(*options, check=True):
    command = [str(program("disk-replay")), *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, check=check, timeout=240)


def run(folder, *options):
    """Replay, and give the rows of the CSV file as dicts and the summary."""
    out, summary = folder / "replay.csv", folder / "replay.json"
    replay(f"--out={out}", f"--summary={summary}", *options)
    header, *lines = out.read_text().splitlines()
    assert header.split(",") == COLUMNS
    rows = [dict(zip(COLUMNS, line.split(","), strict=True)) for line in lines]
    return rows, json.loads(summary.read_text())


def ns(row, column):
    return round(float(row[f"{column}_ms"]) * 1e6)


def demerit_ms(rows):
    observed = sorted(ns(row, "observed") for row in rows)
    simulated = sorted(ns(row, "simulated") for row in rows)
    squares = [(o - s) ** 2 for o, s in zip(observed, simulated, strict=True)]
    return math.sqrt(sum(squares) / len(squares)) / 1e6


@pytest.fixture
def validate_trace(tmp_path):
    """Give a validation trace of 300 requests, the observed time of each 1 to 15 ms."""
    numbers = random.Random(1)
    lines = []
    for _ in range(300):
        operation = "R" if numbers.random() < 0.66 else "W"
        extent = f"{numbers.randrange(17000000)} {numbers.randrange(1, 40)}"
        times = f"{numbers.uniform(1000, 15000):.3f} {numbers.uniform(0, 20000):.3f}"
        lines.append(f"{operation} Hit {extent} {times}\n")
    path = tmp_path / "validate.trace"
    path.write_text("".join(lines))
    return path


@pytest.fixture
def csv_trace(tmp_path):
    """Give a trace of three requests with their times and no observed ones, on two devices."""
    rows = ["time_s,operation,lba,blocks,device", "5,R,0,8,0", "5.25,W,900000,16,1", "6,R,64,8,0"]
    path = tmp_path / "open.csv"
    path.write_text("\n".join([*rows, ""]))
    return path


def test_rows_and_summary(validate_trace, tmp_path):
    rows, summary = run(tmp_path, f"--trace={validate_trace}")
    records = [line.split() for line in validate_trace.read_text().splitlines()]
    assert [int(row["number"]) for row in rows] == list(range(300))
    ready = 0
    for row, (operation, _, lba, sectors, service, think) in zip(rows, records, strict=True):
        assert [row["operation"], row["lba"], row["sectors"]] == [operation, lba, sectors]
        assert ns(row, "observed") == round(float(service) * 1e3)
        assert sum(ns(row, component) for component in COMPONENTS) == ns(row, "simulated")
        assert row["hit"] in {"miss", "partial", "read_ahead", "full"}
        # Closed loop: each when the one before is complete and its think time is over.
        assert ns(row, "issue") == ready
        ready = ns(row, "issue") + ns(row, "simulated") + round(float(think) * 1e3)
    end = ns(rows[-1], "issue") + ns(rows[-1], "simulated")

    assert summary["requests"] == 300
    assert summary["simulated_seconds"] == pytest.approx(end / 1e9)
    assert summary["iops"] == pytest.approx(300 / (end / 1e9), rel=1e-5)
    sectors = sum(int(row["sectors"]) for row in rows)
    assert summary["mb_per_s"] == pytest.approx(sectors * 512 / 1e6 / (end / 1e9), rel=1e-4)
    total = sum(ns(row, "simulated") for row in rows)
    assert summary["busy_fraction"] == pytest.approx(total / end, abs=2e-6)
    assert summary["requests_per_second"] == pytest.approx(
        300 / summary["wall_seconds"], rel=0.01, abs=1
    )
    assert summary["peak_memory_kb"] > 1000
    check_group(summary, rows)
    check_group(summary["reads"], [row for row in rows if row["operation"] == "R"])
    check_group(summary["writes"], [row for row in rows if row["operation"] == "W"])


def check_group(group, rows):
    """Compare the figures of one kind of requests with those of its rows."""
    simulated = sorted(ns(row, "simulated") / 1e6 for row in rows)
    observed_mean = sum(ns(row, "observed") for row in rows) / len(rows) / 1e6
    assert group["requests"] == len(rows)
    assert group["mean_ms"] == pytest.approx(sum(simulated) / len(rows), abs=1e-6)
    assert group["observed_mean_ms"] == pytest.approx(observed_mean, abs=1e-6)
    assert group["demerit_ms"] == pytest.approx(demerit_ms(rows), abs=1e-6)
    assert group["demerit_percent"] == pytest.approx(
        100 * group["demerit_ms"] / observed_mean, abs=1e-4
    )
    for percent in (50, 95, 99):
        exact = simulated[math.ceil(len(rows) * percent / 100) - 1]
        assert group[f"p{percent}_ms"] == pytest.approx(exact, rel=1 / 512)
    assert group["max_ms"] == pytest.approx(simulated[-1], abs=1e-6)
    distance = sum(int(row["seek_distance"]) for row in rows) / len(rows)
    assert group["mean_seek_distance"] == pytest.approx(distance, abs=1e-6)
    for component in COMPONENTS:
        mean = sum(ns(row, component) for row in rows) / len(rows) / 1e6
        assert group["components_ms"][component] == pytest.approx(mean, abs=1e-6)
    assert sum(group["hit_percent"].values()) == pytest.approx(100, abs=1e-5)
    for hit, percent in group["hit_percent"].items():
        share = sum(row["hit"] == hit for row in rows) / len(rows)
        assert percent == pytest.approx(100 * share, abs=1e-6)


def test_two_runs_give_the_same_bytes(validate_trace, tmp_path):
    files = [tmp_path / name for name in ("first.csv", "second.csv", "other.csv")]
    replay(f"--trace={validate_trace}", f"--out={files[0]}", "--phase=0.25")
    replay(f"--trace={validate_trace}", f"--out={files[1]}", "--phase=0.25")
    replay(f"--trace={validate_trace}", f"--out={files[2]}", "--phase=0.5")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes() != files[2].read_bytes()


def test_random_phase_by_run_number(validate_trace, tmp_path):
    """An attribute's default and the run number are given as to every ns-3 program."""
    phase = "--ns3::DiskDrive::InitialPhase=ns3::UniformRandomVariable"
    files = [tmp_path / name for name in ("first.csv", "second.csv", "other.csv")]
    for file, number in zip(files, (1, 1, 2), strict=True):
        replay(f"--trace={validate_trace}", f"--out={file}", phase, f"--RngRun={number}")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes() != files[2].read_bytes()


def test_skip_count_and_repeat(validate_trace, tmp_path):
    options = [f"--trace={validate_trace}", "--skip=100", "--count=50", "--repeat=3"]
    rows, summary = run(tmp_path, *options)
    lbas = [line.split()[2] for line in validate_trace.read_text().splitlines()][100:150]
    assert [row["lba"] for row in rows] == lbas * 3
    assert summary["requests"] == 150
    # The root mean square over passes of one length.
    passes = [demerit_ms(rows[first : first + 50]) for first in (0, 50, 100)]
    over_all = math.sqrt(sum(it**2 for it in passes) / 3)
    assert summary["demerit_ms"] == pytest.approx(over_all, abs=1e-6)


def test_memory_does_not_grow(validate_trace):
    """Eight bytes for each request more would be 4,800 kB."""
    peaks = []
    for repeat in (2, 2002):
        options = (f"--trace={validate_trace}", "--json", f"--repeat={repeat}")
        peaks.append(json.loads(replay(*options).stdout)["peak_memory_kb"])
    assert peaks[1] - peaks[0] < 2000


def test_more_than_there_is(validate_trace, tmp_path):
    rows, _ = run(tmp_path, f"--trace={validate_trace}", "--skip=295", "--count=50")
    assert len(rows) == 5


def test_queue_depth(validate_trace, tmp_path):
    rows, summary = run(tmp_path, f"--trace={validate_trace}", "--queueDepth=2")
    assert [ns(row, "issue") for row in rows].count(0) == 2
    span = summary["simulated_seconds"] * 1e9
    queue = sum(ns(row, "queue") for row in rows)
    assert summary["mean_queue_length"] == pytest.approx(queue / span, abs=2e-6)
    assert summary["mean_queue_length"] > 0
    busy = end = 0
    for row in sorted(rows, key=lambda row: ns(row, "issue")):
        complete = ns(row, "issue") + ns(row, "simulated")
        busy += max(complete - max(end, ns(row, "issue")), 0)
        end = max(end, complete)
    assert summary["busy_fraction"] == pytest.approx(busy / span, abs=2e-6)
    assert 0.1 < summary["busy_fraction"] < 0.99
    check_group(summary, rows)


def test_schedulers(validate_trace):
    """Each scheduler of the command line is one of its own."""
    means = {}
    for name in ("Fcfs", "Sstf", "Look", "CLook", "Sptf", "AgedSptf"):
        options = (f"--trace={validate_trace}", "--queueDepth=16", f"--scheduler={name}")
        means[name] = json.loads(replay(*options, "--json").stdout)["mean_ms"]
    assert len(set(means.values())) == len(means)
    assert min(means, key=means.get) in ("Sptf", "AgedSptf")
    assert max(means, key=means.get) == "Fcfs"


def test_recorded_times_without_observed_ones(csv_trace, tmp_path):
    rows, summary = run(tmp_path, f"--trace={csv_trace}", "--repeat=2")
    # Three requests in a second, half a second apart on the average: the next pass begins at 1.5.
    issues = sorted(ns(row, "issue") / 1e6 for row in rows)
    assert issues == [0, 250, 1000, 1500, 1750, 2500]
    assert {row["observed_ms"] for row in rows} == {""}
    for group in (summary, summary["reads"], summary["writes"]):
        assert group["observed_mean_ms"] is None
        assert group["demerit_ms"] is None
        assert group["demerit_percent"] is None
    assert summary["writes"]["requests"] == 2


def test_closed_replay_of_recorded_times(csv_trace, tmp_path):
    rows, _ = run(tmp_path, f"--trace={csv_trace}", "--queueDepth=1")
    assert ns(rows[1], "issue") == ns(rows[0], "simulated")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("validate", "R Hit 100 8 5000 20\n"),
        ("ascii", "0.5 0 100 8 1\n"),
        ("csv", "time_s,operation,lba,blocks\n0,R,100,8\n"),
        ("disksim", "0.5 0 100 8 1\n"),
        ("spc", "0,100,4096,r,0.5\n"),
        ("msr", "128166372003061629,hm,1,Read,51200,4096,413\n"),
        ("blkparse", "  8,0 1 2 0.000001234 4162 D R 100 + 8 [x]\n"),
        ("fio2", "fio version 2 iolog\na read 51200 4096\n"),
        ("fio3", "fio version 3 iolog\n9 a read 51200 4096\n"),
        ("tencent", "1538323200,100,8,0,1283\n"),
        ("alibaba", "419,R,51200,4096,1577808144360767\n"),
        ("systor", "1456095145.133076000,0.000806000,R,0,51200,4096\n"),
        ("fiu", "89968195792462 20782 gzip 100 8 R 6 0 0123456789abcdef0123456789abcdef\n"),
        ("cloudphysics", "version,time,op,size,lbn\n1,33898,28,4096,100\n"),
        ("libcachesim", "version,time,op,size,lbn\n1,33898,28,4096,100\n"),
        ("mqsim", "4851300 0 100 8 1\n4864300 0 108 8 1\n"),
    ],
)
def test_formats(tmp_path, name, text):
    path = tmp_path / "a.trace"
    path.write_text(text)
    named, _ = run(tmp_path, f"--trace={path}", f"--format={name}")
    recognised, _ = run(tmp_path, f"--trace={path}")
    assert named == recognised
    assert (named[0]["lba"], ns(named[0], "issue")) == ("100", 0)


def test_columns_and_events(tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text("R;51200;8;5\n")
    columns = "operation=1,address=2:byte,length=3,time=4:ms,separator=semicolon"
    rows, _ = run(tmp_path, f"--trace={mine}", f"--columns={columns}")
    assert [row["lba"] for row in rows] == ["100"]
    sda = tmp_path / "sda.blkparse"
    sda.write_text("8,0 1 1 0.1 9 Q R 7 + 8 [x]\n8,0 1 2 0.2 9 D R 8 + 8 [x]\n")
    for event, lba in (("issue", "8"), ("queue", "7")):
        rows, _ = run(tmp_path, f"--trace={sda}", f"--event={event}")
        assert [row["lba"] for row in rows] == [lba]


def test_the_table(validate_trace):
    text = replay(f"--trace={validate_trace}").stdout
    assert text.startswith("300 requests, ")
    for word in ("IOPS", "MB/s", "p99", "reads", "writes", "rotation", "read_ahead", "drive busy"):
        assert word in text
    summary = json.loads(replay(f"--trace={validate_trace}", "--json").stdout)
    assert f"demerit {summary['demerit_ms']:.4f} ms" in text


def test_json_is_what_the_file_has(validate_trace, tmp_path):
    path = tmp_path / "replay.json"
    done = replay(f"--trace={validate_trace}", f"--summary={path}", "--json")
    assert done.stdout == path.read_text()
    assert json.loads(done.stdout)["requests"] == 300


def test_a_drive_in_the_current_folder(validate_trace, tmp_path):
    drive = SOURCE_ROOT / "src/disk-model/data/Cheetah9LP.disk"
    (tmp_path / "mine.disk").write_text(drive.read_text())
    command = [program("disk-replay"), "--drive=mine.disk", f"--trace={validate_trace}"]
    subprocess.run([*command, "--out=a.csv"], cwd=tmp_path, check=True, capture_output=True)
    replay(f"--trace={validate_trace}", f"--out={tmp_path / 'b.csv'}")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "trace: it is missing; --trace=trace.csv.gz names the trace to replay"),
        (["--trace=none.trace"], "none.trace: cannot be opened: No such file or directory"),
        (["--trace={trace}", "--format=xml"], "format 'xml' is not one of disksim, validate, "),
        (["--trace={trace}", "--format=ascii"], "{trace}:1: expected 5 fields"),
        (["--trace={trace}", "--event=C"], "event: C is not one of complete, issue, queue"),
        (["--trace={trace}", "--columns=time=1"], "columns 'time=1': operation is missing"),
        (["--trace={trace}", "--drive=Wren"], 'unknown drive "Wren"; known drives: '),
        (["--trace={trace}", "--scheduler=Best"], "scheduler: Best is not one of Fcfs, Sstf, "),
        (["--trace={trace}", "--phase=1"], "phase: 1.000000 is neither -1 nor from 0"),
        (["--trace={trace}", "--skip=300"], "{trace}: nothing is left to replay: Skip is 300"),
        (["--trace={trace}", "--repeat=0"], "repeat: 0 is not a whole number from 1 to "),
        (["--trace={past}"], "{past}:2: lba 17783240, 8 blocks of 512 bytes: it reaches past"),
        (["--trace={trace}", "--out=/proc/none/a.csv"], "/proc/none/a.csv: cannot be created: "),
    ],
)
def test_mistakes(validate_trace, tmp_path, options, message):
    past = tmp_path / "past.trace"
    past.write_text("R Hit 17783232 8 5000 20\nR Hit 17783240 8 5000 20\n")
    names = {"trace": validate_trace, "past": past}
    out = tmp_path / "none.csv"
    words = [f"--out={out}", *(option.format(**names) for option in options)]
    result = replay(*words, check=False)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith("error: " + message.format(**names))
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.glob("none.csv*")) == []


@pytest.mark.parametrize("drive", CHEETAH_DEMERIT_MS)
def test_the_measured_trace(drive, tmp_path):
    """The model of the drive, and DiskSim's description of it, match the drive as asked."""
    if not CHEETAH_TRACE.exists():
        pytest.skip(f"no {CHEETAH_TRACE}")
    rows, summary = run(tmp_path, f"--drive={drive}", f"--trace={CHEETAH_TRACE}")
    assert summary["requests"] == CHEETAH_REQUESTS
    assert summary["reads"]["requests"] == CHEETAH_READS
    assert summary["observed_mean_ms"] == pytest.approx(CHEETAH_MEAN_MS, abs=1e-6)
    assert summary["demerit_ms"] == pytest.approx(demerit_ms(rows), abs=1e-6)
    assert summary["demerit_ms"] <= CHEETAH_DEMERIT_MS[drive]
    assert demerit_ms(rows[5000:]) <= CHEETAH_LAST_DEMERIT_MS
    for group, share in ((summary, 0.01), (summary["reads"], 0.02), (summary["writes"], 0.02)):
        assert group["mean_ms"] == pytest.approx(group["observed_mean_ms"], rel=share)


@pytest.fixture
def some_replay(tmp_path):
    """Give the path of a file of four reads and two writes, of two kinds of hit."""
    # operation, observed, simulated, overhead, seek, transfer, hit
    rows = [
        ("R", 9, 4, 1, 2, 1, "miss"),
        ("R", 1, 12, 2, 8, 2, "miss"),
        ("R", 5, 1, 1, 0, 0, "full"),
        ("R", 2, 4, 4, 0, 0, "full"),
        ("W", 3, 3, 3, 0, 0, "full"),
        ("W", 4, 4, 4, 0, 0, "full"),
    ]
    lines = [",".join(COLUMNS)]
    for number, (operation, observed, simulated, overhead, seek, transfer, hit) in enumerate(rows):
        parts = f"0,{overhead},{seek},0,0,{transfer},0"
        lines.append(f"{number},{operation},0,8,0,{observed},{simulated},{parts},0,{hit}")
    path = tmp_path / "some.csv"
    path.write_text("\n".join([*lines, ""]))
    return path


def test_distributions(some_replay):
    # Observed 1 2 3 4 5 9, simulated 1 3 4 4 4 12: distances 0 1 1 0 1 3, the root of 12 / 6.
    figure = disk_replay.distributions(disk_replay.read_replay(some_replay), "Test")
    (axes,) = figure.axes
    title = "Test: demerit 1.414 ms (35.4 % of the observed mean)"
    assert figure._suptitle.get_text() == title
    assert labels(axes) == ("Response time (ms)", "Requests at or below (%)")
    curves = {line.get_label(): line for line in axes.get_lines()}
    assert legend_texts(figure.legends[0]) == list(curves)
    assert list(curves) == [
        "observed, all (mean 4.000 ms)",
        "observed, read (mean 4.250 ms)",
        "observed, write (mean 3.500 ms)",
        "simulated, all (mean 4.667 ms)",
        "simulated, read (mean 5.250 ms)",
        "simulated, write (mean 3.500 ms)",
    ]
    simulated = curves["simulated, all (mean 4.667 ms)"]
    assert list(simulated.get_xdata()) == [1, 3, 4, 4, 4, 12]
    assert list(simulated.get_ydata()) == pytest.approx([100 * i / 6 for i in range(1, 7)])
    check_no_overlap(figure)


def test_distributions_without_observed_times(csv_trace, tmp_path):
    run(tmp_path, f"--trace={csv_trace}")
    figure = disk_replay.distributions(disk_replay.read_replay(tmp_path / "replay.csv"), "Test")
    assert figure._suptitle.get_text() == "Test"
    assert len(figure.axes[0].get_lines()) == 3


def test_components(some_replay):
    figure = disk_replay.components(disk_replay.read_replay(some_replay), "Test")
    (axes,) = figure.axes
    assert axes.get_xlabel() == "Mean time per request (ms)"
    assert legend_texts(figure.legends[0]) == COMPONENTS
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert names == ["miss\n33.3 %, mean 8 ms", "hit\n66.7 %, mean 3 ms"]
    seek = axes.containers[COMPONENTS.index("seek")]
    assert [bar.get_width() for bar in seek] == [5, 0]
    ends = [bar.get_x() + bar.get_width() for bar in axes.containers[-1]]
    assert ends == [8, 3]
    check_no_overlap(figure)


def test_picture_files(some_replay, tmp_path, capsys):
    out, parts = tmp_path / "a.png", tmp_path / "b.svg"
    assert disk_replay.main([str(some_replay), f"--out={out}", f"--components={parts}"]) == 0
    picture = matplotlib.image.imread(out)
    assert (np.min(picture[:, :, :3], axis=2) < 0.9).mean() > 0.02
    assert "</svg>" in parts.read_text()
    assert capsys.readouterr().err == ""


def test_the_script(some_replay, tmp_path):
    script = SOURCE_ROOT / "examples" / "disk-replay-plot.py"
    out = tmp_path / "a.svg"
    subprocess.run([sys.executable, script, some_replay, f"--out={out}"], check=True)
    assert "</svg>" in out.read_text()


def test_mistakes_of_the_picture(some_replay, tmp_path, capsys):
    empty, other = tmp_path / "empty.csv", tmp_path / "other.csv"
    empty.write_text("")
    other.write_text("operation\nR\n")
    bare = tmp_path / "bare.csv"
    bare.write_text(",".join(COLUMNS) + "\n")
    for path, out, message in [
        (some_replay, "a.gif", "a picture's name ends in .png, .svg or .pdf"),
        (empty, "a.png", f"{empty}: not a CSV file of disk-replay"),
        (other, "a.png", f"{other}: not a CSV file of disk-replay, it lacks observed_ms"),
        (bare, "a.png", f"{bare}: no request was replayed"),
        (tmp_path / "none.csv", "a.png", "No such file or directory"),
    ]:
        assert disk_replay.main([str(path), f"--out={tmp_path / out}"]) == 1
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
