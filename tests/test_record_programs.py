# SPDX-License-Identifier: GPL-2.0-only
"""tools/record-programs and tools/summarize-programs: phases, and the tables made of recordings.

What needs root and a device is not tested here.
"""

import csv
import os
import subprocess
import sys
from pathlib import Path

import block_events
import pytest
from ns3_iscsi.build_info import program
from program_phases import PROGRAMS, Phase, PhaseClock, comments, read_comments, steps_of

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tools" / "record-programs"
SUMMARIZE = ROOT / "tools" / "summarize-programs"
TABLES = ROOT / "validation" / "reference" / "host-io"


def run(tool, *arguments, **options):
    command = [sys.executable, tool, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_phases_begin_where_marks_are_printed():
    times = iter(range(10))
    clock = PhaseClock(lambda: next(times))
    clock.begin("start", [("Writing", "write"), ("done", "wait"), ("Reading", "read")])
    clock.read("done is not the next mark. Writ")
    assert clock.missing() == "Writing"
    clock.read("ing...")
    clock.read("done\nRea")
    clock.read("ding")
    assert clock.missing() is None
    clock.begin("sync")
    # The clock goes on by 1 s with each phase.
    assert clock.finish() == [
        Phase("start", 0, 1),
        Phase("write", 1, 2),
        Phase("wait", 2, 3),
        Phase("read", 3, 4),
        Phase("sync", 4, 5),
    ]


def test_two_marks_in_one_piece():
    times = iter(range(10))
    clock = PhaseClock(lambda: next(times))
    clock.begin("start", [("a", "first"), ("b", "second"), ("a", "third")])
    clock.read("a b")
    assert clock.missing() == "a"  # the first one began a phase already
    clock.read("a")
    assert [p.name for p in clock.finish()] == ["start", "first", "second", "third"]


def test_comments_tell_phases_and_flushes():
    lines = comments([Phase("write", 99.5, 103.25), Phase("sync", 103.25, 104)], [103.5], 100)
    assert [f"# {line}" for line in lines] == [
        "# phase write from -0.500000 to 3.250000",
        "# phase sync from 3.250000 to 4.000000",
        "# flush at 3.500000",
    ]
    text = ["# phase write from -0.500000 to 3.250000", "# flush at 3.500000", "# write: dd", "1,R"]
    assert read_comments(text) == ([Phase("write", -0.5, 3.25)], [3.5])


def test_files_are_four_times_the_memory():
    dd, bonnie = (steps_of(name, 64 << 20, None) for name in ("dd", "bonnie++"))
    # 4096 x 64 KiB = 256 MiB = 4 x 64 MiB
    assert dd[0].command == "dd if=/dev/zero of=disk0/file bs=64k count=4096 conv=fsync"
    assert [step.cold for step in dd] == [False, True]
    assert "-r 64 -s 256:8k:4096:3 -n 0 -f -z 1" in bonnie[0].command
    assert {step.phase for step in steps_of("build", 64 << 20, "a.tar")} == {
        "untar",
        "configure",
        "make",
    }
    assert PROGRAMS == ("dd", "bonnie++", "postmark", "build")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "out: it is missing; --out=recordings names the folder for the traces"),
        (
            ["--out=o"],
            "source: it is missing; --source=hello_2.10.orig.tar.gz is what is built",
        ),
        (["--iops=0"], "iops: 0 is not a whole number from 1 to 1000000000, such as 200"),
        (["--dirty=x"], "dirty: x is not a size such as 512M or 8G"),
        (["--file-system=xfs"], "file-system: invalid choice: 'xfs' (choose from"),
    ],
)
def test_bad_arguments_end_with_one_line(arguments, complaint):
    result = run(RECORD, *arguments)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {complaint}")
    assert result.stderr.count("\n") == 1


def test_missing_program_is_named_with_its_package(tmp_path):
    for name in ("losetup", "mount", "umount", "mkfs.ext2"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    arguments = ["--out", tmp_path / "o", "--file-system=ext2", "--programs", "dd", "postmark"]
    (tmp_path / "dd").symlink_to(tmp_path / "losetup")
    result = run(RECORD, *arguments, env={**os.environ, "PATH": str(tmp_path)})
    assert (result.returncode, result.stderr) == (
        1,
        "record-programs: postmark is missing: install the Debian package postmark\n",
    )
    assert not (tmp_path / "o").exists()


def recording(folder, number, rows, phases, flushes=()):
    """Write a recording of dd by hand; rows: (second, operation, first block, blocks)."""
    requests = [block_events.Request(*row, 0, completed=row[0] + 0.001) for row in rows]
    told = comments(phases, flushes, rows[0][0])
    block_events.write_trace(folder / f"ext4-dd-{number}.csv.gz", requests, ["dd", *told])


PHASES = [Phase("write", 0, 10), Phase("mount", 10, 11), Phase("read", 11, 15)]


def recordings(folder):
    """Two repetitions; in the second, nothing is read while writing."""
    first = [
        (0.0, "W", 0, 8),
        (1.0, "R", 800, 8),  # between two writes that follow each other
        (2.0, "W", 8, 16),
        (3.0, "W", 24, 256),
        (10.5, "R", 0, 8),
        (12.0, "R", 1000, 256),
        (13.0, "R", 1256, 256),
    ]
    recording(folder, 1, first, PHASES, [2.5, 9, 10.1])
    second = [(0.0, "W", 0, 8), (2.0, "W", 8, 8), (12.0, "R", 1000, 256)]
    recording(folder, 2, second, PHASES)


def table(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_tables_of_two_repetitions(tmp_path):
    recordings(tmp_path)
    result = run(SUMMARIZE, tmp_path, "--out", tmp_path, "--block-trace", program("block-trace"))
    assert (result.returncode, result.stderr) == (0, "")
    rows = {(r["phase"], r["direction"]): r for r in table(tmp_path / "requests.csv")}
    # Neither the phase mount nor its read appears; all has 3 reads and 3 writes, then 1 and 2.
    assert list(rows) == [
        ("write", "read"),
        ("write", "write"),
        ("read", "read"),
        ("all", "read"),
        ("all", "write"),
    ]
    write = rows["write", "write"]
    # 8 + 16 + 256 blocks of 512 bytes, then 8 + 8: 143360 and 8192 bytes.
    assert [write[f"bytes{end}"] for end in ("", "_min", "_max")] == ["75776", "8192", "143360"]
    assert [write[f"requests{end}"] for end in ("", "_min", "_max")] == ["2.5", "2", "3"]
    # Of 3 writes, 1 follows the request before, and 2 follow the write before; then 1 of 2.
    assert write["sequential_share_max"] == "0.5"
    assert write["sequential_share_min"] == "0.333333"
    assert write["sequential_share_in_direction_max"] == "0.666667"
    assert (write["flushes_max"], write["flushes_min"], write["duration_s"]) == ("2", "0", "10")
    # A direction without requests counts 0 of them, and has no mean size.
    read = rows["write", "read"]
    assert (read["repetitions"], read["requests"], read["requests_min"]) == ("2", "0.5", "0")
    assert (read["mean_bytes"], read["mean_bytes_min"]) == ("4096", "4096")
    assert (rows["all", "read"]["requests_max"], rows["all", "read"]["duration_s"]) == ("3", "14")

    sizes = {
        (r["phase"], r["direction"], r["kib"]): r["requests"] for r in table(tmp_path / "sizes.csv")
    }
    assert [sizes["write", "write", kib] for kib in ("4", "8", "128")] == ["3", "1", "1"]
    # One third of the first are 4 KiB, all of the second: the distance is 2/3.
    ks = {(r["phase"], r["direction"]): r["distance"] for r in table(tmp_path / "ks.csv")}
    assert (ks["write", "write"], ks["read", "read"]) == ("0.667", "0.000")


def test_folder_without_recordings(tmp_path):
    result = run(SUMMARIZE, tmp_path, "--out", tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"summarize-programs: {tmp_path}: no recordings FILE-SYSTEM-PROGRAM-REPETITION.csv.gz\n"
    )


def test_trace_without_phases(tmp_path):
    requests = [block_events.Request(0.0, "R", 0, 8, 0, completed=1.0)]
    block_events.write_trace(tmp_path / "ext4-dd-1.csv.gz", requests, [])
    result = run(SUMMARIZE, tmp_path, "--out", tmp_path / "o")
    assert result.stderr == (
        f"summarize-programs: {tmp_path}/ext4-dd-1.csv.gz: no phases: is it of record-programs?\n"
    )


def test_tables_of_the_project_are_whole():
    rows = table(TABLES / "requests.csv")
    programs = {(r["file_system"], r["program"]) for r in rows}
    assert programs == {
        (system, name)
        for system in ("ext4", "ext3", "ext2")
        for name in ("dd", "bonnie", "postmark", "build")
    }
    totals = {}
    for row in table(TABLES / "sizes.csv"):
        key = tuple(row[name] for name in ("file_system", "program", "phase", "direction"))
        totals[key] = totals.get(key, 0) + int(row["requests"])
    for row in rows:
        key = tuple(row[name] for name in ("file_system", "program", "phase", "direction"))
        mean, repetitions = float(row["requests"]), int(row["repetitions"])
        assert repetitions >= 3
        assert totals[key] == pytest.approx(mean * repetitions, rel=1e-4)
        assert float(row["requests_min"]) <= mean <= float(row["requests_max"])
