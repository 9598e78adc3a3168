#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares what the programs of two builds print and write: tools/compare_results.py OLD NEW.

OLD and NEW are checkouts with a build in build/. Each case of tools/result_cases.py runs in both,
with several runs of the random numbers and each in a fresh folder. What it prints, its exit status
and every file that it leaves are compared byte by byte. Each difference is a line that names the
case, the run, and what differs where; the exit status is 0 only if there is none.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from result_cases import CASES, LEFT_OUT, Case

ROOT = Path(__file__).resolve().parent.parent
#: What cases read, by its name in their folder.
INPUTS = {"traces": ROOT / "traces", "jobs": ROOT / "examples/jobs"}
TIMEOUT_S = 120
SHOWN = 60


@dataclass
class Result:
    """What a program left: the bytes of each stream and file by its name, or why there are none."""

    outputs: dict[str, bytes]
    refusal: str = ""


def read_outputs(folder: Path) -> dict[str, bytes]:
    """Give the contents of all files in a folder, by name, without the inputs."""
    files = (path for path in folder.rglob("*") if path.is_file())
    named = ((path.relative_to(folder), path) for path in files)
    return {str(name): path.read_bytes() for name, path in named if name.parts[0] not in INPUTS}


def run_case(checkout: Path, case: Case, run: int, is_old: bool) -> Result:
    """Run a case with a build, in a fresh folder."""
    program = checkout / "build/bin" / case.program
    if not program.is_file():
        return Result({}, f"there is no {program}")
    command = [program, *shlex.split(case.words(is_old)), f"--RngRun={run}"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for link, target in INPUTS.items():
            (folder / link).symlink_to(target)
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return Result({}, f"not finished after {TIMEOUT_S} s")
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines()
            return Result({}, f"exit status {done.returncode}: {lines[-1] if lines else ''}")
        streams = {"standard output": done.stdout, "standard error": done.stderr}
        outputs = streams | read_outputs(folder)
    # Some name files of theirs.
    here = str(checkout).encode()
    outputs = {name: text.replace(here, b"CHECKOUT") for name, text in outputs.items()}
    if case.clock:
        outputs = {name: re.sub(case.clock.encode(), b"", text) for name, text in outputs.items()}
    return Result(outputs)


def shorten(line: bytes) -> str:
    """Give the beginning of a line, with escapes for all that cannot be printed."""
    return repr(line[:SHOWN])[2:-1]


def first_difference(old: bytes, new: bytes) -> str:
    """Say where two contents differ first: the line of a text, the byte of anything else."""
    if b"\0" in old[:4096] + new[:4096]:
        pairs = enumerate(zip(old, new, strict=False))
        place = next((i for i, (one, other) in pairs if one != other), min(len(old), len(new)))
        return f"byte {place} of {len(old)} and {len(new)}"
    lines = [[*text.splitlines(keepends=True), b""] for text in (old, new)]
    pairs = enumerate(zip(*lines, strict=False), 1)
    number, (before, after) = next((i, pair) for i, pair in pairs if pair[0] != pair[1])
    return f"line {number}: `{shorten(before)}`, now `{shorten(after)}`"


def compare(old: Result, new: Result) -> list[str]:
    """Give a line for each difference of two results; what a build refuses is one."""
    refusals = [
        f"{name} refuses: {result.refusal}"
        for name, result in (("OLD", old), ("NEW", new))
        if result.refusal
    ]
    if refusals:
        return refusals
    differences = []
    for name in sorted(old.outputs.keys() | new.outputs.keys()):
        if name not in new.outputs or name not in old.outputs:
            differences.append(f"{name}: only in {'OLD' if name in old.outputs else 'NEW'}")
        elif old.outputs[name] != new.outputs[name]:
            place = first_difference(old.outputs[name], new.outputs[name])
            differences.append(f"{name}: {place}")
    return differences


def programs_without_case(checkout: Path) -> list[str]:
    """Give the programs of a build that the table neither runs nor leaves out."""
    known = LEFT_OUT.keys() | {case.program for case in CASES.values()}
    built = (path.name for path in (checkout / "build/bin").iterdir() if path.is_file())
    return sorted(set(built) - known)


def parse(words: list[str] | None) -> argparse.Namespace:
    """Read the command line, and end with one line where it is of no use."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout with a build")
    parser.add_argument("new", type=Path, metavar="NEW", help="another one")
    parser.add_argument("--runs", type=int, default=3, help="runs of the random numbers [3]")
    parser.add_argument("--case", default="", help="only cases whose name has this in it")
    options = parser.parse_args(words)
    options.cases = {name: case for name, case in CASES.items() if options.case in name}
    for checkout in (options.old, options.new):
        if not (checkout / "build/bin").is_dir():
            parser.error(f"{checkout} has no build/bin")
    if options.runs < 1 or not options.cases:
        parser.error(f"no case to run: --runs={options.runs} --case={options.case}")
    return options


def main(words: list[str] | None = None) -> int:
    options = parse(words)
    old, new = options.old.resolve(), options.new.resolve()
    points = [(name, run) for name in options.cases for run in range(1, options.runs + 1)]

    def differences(point):
        name, run = point
        case = options.cases[name]
        return compare(run_case(old, case, run, True), run_case(new, case, run, False))

    differing = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (name, run), lines in zip(points, pool.map(differences, points), strict=True):
            differing += bool(lines)
            for line in lines:
                print(f"{name}, run {run}: {line}", flush=True)
    for program in sorted({*programs_without_case(old), *programs_without_case(new)}):
        print(f"note: {program} has no case in tools/result_cases.py", file=sys.stderr)
    print(f"{len(options.cases)} cases, {len(points)} runs of each build: {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
