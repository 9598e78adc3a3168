# SPDX-License-Identifier: GPL-2.0-only
"""Runs programs on the file systems of this machine's kernel, on a simulated disk.

The disk is one of san-live (``tools/live-mount --over=nbd``), so that everything below the block
layer is simulated, the initiator and its TCP too.
"""

import contextlib
import csv
import io
import json
import mmap
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ns3_iscsi import result_files

from .depths import DEPTHS, depths
from .kernel_tools import (
    ROOT,
    TOOLS,
    Limits,
    Recorder,
    RecordError,
    convert,
    device_number,
    limit_dirty,
    make_devices,
    mount_device,
    run,
    write_kernel_file,
)
from .programs import PROGRAMS, REFERENCE, SOURCE, trace_of

#: What was recorded by default.
RECORDING = REFERENCE / "points.csv"
FILE_SYSTEMS = ("ext4", "ext2")
DELAYS_MS = (0, 2, 5, 10, 20)
#: The disks by name, and the path to them, as options of san-live and iscsi-san.
DISKS = {"ram": {"device": "ram"}, "drive": {"drive": "Cheetah9LPFC"}}
LINK = {"linkRate": "1Gbps", "offload": "tso"}
#: Memory of the program and its page cache, and what of it may be dirty, as the model's defaults.
MEMORY_MIB = 64
DIRTY = MEMORY_MIB * 2**20 // 5
MAX_REQUEST_KIB = 128

CONDITIONS = ("program", "file_system", "disk", "delay_ms", "repetition")
COUNTS = ("reads", "writes", "flushes", "read_bytes", "written_bytes")
FIGURES = ("seconds", *COUNTS, *DEPTHS)
#: The program that measures what the way to the simulated disk takes: single writes of a page.
PROBE = "probe"


class JudgeError(Exception):
    """Why there is no recording, in one line."""


def points(names, file_systems=FILE_SYSTEMS, disks=DISKS, delays=DELAYS_MS, repetitions=1):
    """Give the points of a recording: the probe on each disk, and then the programs."""
    return [(PROBE, "ext4", disk, 0, 1) for disk in ("ram",) if disk in disks] + [
        (name, file_system, disk, delay, repetition)
        for repetition in range(1, repetitions + 1)
        for delay in delays
        for disk in disks
        for file_system in file_systems
        for name in names
        if disk in PROGRAMS[name].disks
    ]


def record(path, wanted, source):
    """Run the points that a file does not have yet, and add each to it.

    :param path: the table; what it has is kept
    :param wanted: a list as :func:`points` gives it
    :param source: the archive SOURCE
    :raises JudgeError: if a program cannot be run
    """
    if not source.is_file():
        raise JudgeError(f"{source}: no such file; the recipe says where {SOURCE} comes from")
    rows = read(path) if path.exists() else []
    done = {tuple(row[name] for name in CONDITIONS) for row in rows}
    for point in wanted:
        if tuple(map(str, point)) in done:
            continue
        figures = _measure(point, source)
        row = dict(zip(CONDITIONS, point, strict=True)) | figures
        rows.append({name: str(value) for name, value in row.items()})
        result_files.write_atomically(path, _table(rows))
        print(*rows[-1].values(), flush=True)


def read(path):
    """Give the rows of a recording, as texts by column."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _table(rows):
    text = io.StringIO()
    table = csv.DictWriter(text, (*CONDITIONS, *FIGURES, "late_p99_us"), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _measure(point, source):
    name, file_system, disk, delay, _ = point
    with tempfile.TemporaryDirectory(prefix="ns3-iscsi-real-host-") as scratch:
        results = Path(scratch) / "results"
        words = {**DISKS[disk], **LINK, "delay": f"{delay}ms", "output": str(results)}
        # What TCP learns while a file system is made on a near disk makes it slow on a far one.
        command = [TOOLS / "live-mount", "--over=nbd", "--far", f"--fileSystem={file_system}"]
        command += [
            Path(scratch) / "mounted",
            *(f"--{key}={value}" for key, value in words.items()),
        ]
        command += ["--", sys.executable, "-m", "validation.real_host", "inside", name]
        command += [file_system, source.resolve()]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode:
            raise JudgeError(f"{point}: {(done.stderr.splitlines() or ['it failed'])[-1]}")
        lag = json.loads((results / "live.json").read_text())["lag"]
    return json.loads(done.stdout.splitlines()[-1]) | {"late_p99_us": round(lag["p99_ms"] * 1e3)}


def inside(name, file_system, source):
    """Run a program in the present folder, the mounted disk, and give its figures."""
    device, folder = os.environ["LIVE_DISK"], Path.cwd()
    limit = Path("/sys/block", Path(device).name, "queue", "max_sectors_kb")
    write_kernel_file(limit, str(MAX_REQUEST_KIB))
    if name == PROBE:
        return dict.fromkeys(FIGURES, 0) | {"seconds": _probe(device)}
    program = PROGRAMS[name]
    command = program.command.format(source=source)
    if program.prepare:
        _shell(program.prepare.format(source=source), folder)
    os.chdir("/")
    run("umount", str(folder))
    mount_device(device, folder, file_system)
    with contextlib.ExitStack() as stack:
        limit_dirty(stack, device_number(device), DIRTY)
        limits = Limits(stack, MEMORY_MIB * 2**20, 0, [])
        recorder = Recorder(stack, [device_number(device)])
        begin = time.monotonic()
        with limits.started(command, folder, stdout=subprocess.PIPE, text=True) as process:
            text = process.stdout.read()
        seconds = time.monotonic() - begin
        conversion = convert(recorder.stop(), {device_number(device): 0})
    if process.returncode:
        raise RecordError(f"{command}: ended with status {process.returncode}")
    if name == "bonnie":
        seconds = bonnie_seconds(text)
    return {"seconds": round(seconds, 4)} | _count(conversion)


def bonnie_seconds(text):
    """Give how long Bonnie++'s tests took together, from the line for a table that it prints."""
    words = text.splitlines()[-1].split(",")
    kib, seeks = 1024 * int(words[5].removesuffix("M")), int(words[7])
    rates = [float(words[place]) for place in (11, 13, 17)]
    return sum(kib / rate for rate in rates) + seeks / float(words[19])


def _count(conversion):
    figures = {"flushes": len(conversion.flushes)}
    for letter, number, size in (("R", "reads", "read_bytes"), ("W", "writes", "written_bytes")):
        chosen = [one for one in conversion.requests if one.operation == letter]
        figures[number] = len(chosen)
        figures[size] = 512 * sum(one.blocks for one in chosen)
    spans = [(one.issued, one.completed) for one in conversion.requests]
    return figures | depths(spans, conversion.flushes)


def _probe(device, number=200):
    """Give the median time of a write of a page past all caches, s."""
    file = os.open(device, os.O_WRONLY | os.O_DIRECT)
    page, times = mmap.mmap(-1, 4096), []
    # Far from what the file system has.
    end = os.lseek(file, 0, os.SEEK_END) // 2 // 4096 * 4096
    for _ in range(number):
        begin = time.perf_counter()
        os.pwrite(file, page, end)
        times.append(time.perf_counter() - begin)
    os.close(file)
    return round(statistics.median(times), 7)


def _shell(command, folder):
    run("env", f"--chdir={folder}", "sh", "-c", command)


def trace(names, source):
    """Record the system calls of programs on an ext4 in memory, for the simulated host.

    Programs that walk through folders find names in the order that ext4 gives them. The first run
    of each, without strace, says how long it takes.
    """
    for name in names:
        with contextlib.ExitStack() as stack:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/dev/shm")))
            make_devices(stack, scratch, 1, 1 << 30, "ext4")
            print(f"{name}: {_trace(name, source, scratch)}", flush=True)


def _trace(name, source, scratch):
    """Record a program in a scratch folder with a disk0, and give what the trace has."""
    program = PROGRAMS[name]
    strace, log, script = TOOLS / "strace-to-file-trace", scratch / "strace", scratch / "script"
    calls = run(str(strace), "--calls")
    script.write_text(program.command.format(source=source))
    seconds = []
    for prefix in ("", f"strace -f -y -ttt -T -o {log} -e trace={calls} "):
        folder = scratch / "disk0" / f"run{len(seconds)}"
        folder.mkdir()
        if program.prepare:
            _shell(program.prepare.format(source=source), folder)
        begin = time.monotonic()
        _shell(f"{prefix}sh {script}", folder)
        seconds.append(time.monotonic() - begin)
    words = [f"--folder={folder}", f"--root={folder}", f"--seconds={seconds[0]:.4f}"]
    words += [] if program.processes else ["--one-process"]
    words += [f"--out={trace_of(name)}", f"--comment={name}"]
    return f"{seconds[0]:.3f} s; {run(str(strace), str(log), *words)}"
