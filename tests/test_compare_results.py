# SPDX-License-Identifier: GPL-2.0-only
"""tools/compare_results.py finds what differs between the results of two builds."""

import json
import shlex
import subprocess
import sys

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program

sys.path.insert(0, str(SOURCE_ROOT / "tools"))

import compare_results
from result_cases import CASES, LEFT_OUT, Case


@pytest.fixture
def checkouts(tmp_path, monkeypatch):
    """Give a function that makes two builds of a script each and compares them by one case."""
    monkeypatch.setattr(compare_results, "CASES", {})

    def compare(old, new, case=None, *options):
        compare_results.CASES["one"] = case or Case("array-example")
        folders = [tmp_path / "old", tmp_path / "new"]
        for folder, script in zip(folders, (old, new), strict=True):
            binary = folder / "build/bin/array-example"
            binary.parent.mkdir(parents=True, exist_ok=True)
            if script is not None:
                binary.write_text(f"#!/bin/sh\n{script}\n")
                binary.chmod(0o755)
        return compare_results.main([*map(str, folders), "--runs=1", *options])

    return compare


def test_same_results(checkouts, capsys):
    """The checkout in which a program is may be in its output."""
    same = (
        "echo $* ${0%/build/bin/*}/src/a.disk; mkdir out; echo 1 > out/requests.csv;"
        " printf 'a\\0b' > san.pcap; cat traces/README.md"
    )
    assert checkouts(same, same, None, "--runs=2") == 0
    assert capsys.readouterr().out == "1 cases, 2 runs of each build: 0 differ\n"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("echo a; echo b", "echo a; echo c", r"standard output: line 2: `b\n`, now `c\n`"),
        ("echo a", "echo a; echo", r"standard output: line 2: ``, now `\n`"),
        ("printf a", "echo a", r"standard output: line 1: `a`, now `a\n`"),
        ("echo note >&2", ":", r"standard error: line 1: `note\n`, now ``"),
        ("mkdir out; echo 1 > out/a.csv", ":", "out/a.csv: only in OLD"),
        (":", "echo 1 > .results", ".results: only in NEW"),
        ("printf 'ab\\0c' > x", "printf 'ab\\0\\0c' > x", "x: byte 3 of 4 and 5"),
        ("printf 'a\\t' > x", "printf 'a\\177' > x", r"x: line 1: `a\t`, now `a\x7f`"),
        ("exit 0", "echo no >&2; exit 1", "NEW refuses: exit status 1: no"),
        ("exit 3", "exit 0", "OLD refuses: exit status 3: "),
    ],
)
def test_differences(checkouts, capsys, old, new, line):
    assert checkouts(old, new) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"one, run 1: {line}",
        "1 cases, 1 runs of each build: 1 differ",
    ]


def test_refused_by_both(checkouts, capsys):
    """A case that no build runs compares nothing."""
    assert checkouts("exit 1", None) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "one, run 1: OLD refuses: exit status 1: "
    assert lines[1].startswith("one, run 1: NEW refuses: there is no ")


def test_renamed_options_and_what_the_clock_decides(checkouts, capsys):
    """Each build gets its own words; the rest of the line is compared."""
    case = Case("array-example", "--new=2", old="--former=2", clock="in .* s")
    old = 'test "$1" = --former=2 && echo done in 0.1 s'
    new = 'test "$1" = --new=2 && echo done in 0.25 s'
    assert checkouts(old, new, case) == 0
    assert checkouts(old, f"{new}, well", case) == 1
    assert r"line 1: `done \n`, now `done , well\n`" in capsys.readouterr().out


def test_a_program_without_a_case_is_named(checkouts, tmp_path, capsys):
    assert checkouts("echo", "echo") == 0
    (tmp_path / "new/build/bin/ray-example").touch()
    assert checkouts("echo", "echo") == 0
    error = capsys.readouterr().err
    assert error == "note: ray-example has no case in tools/result_cases.py\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([".", "nowhere"], "nowhere has no build/bin"),
        ([".", ".", "--case=nothing"], "no case to run: --runs=3 --case=nothing"),
        ([".", ".", "--runs=0"], "no case to run: --runs=0 --case="),
    ],
)
def test_mistakes(words, message, monkeypatch, capsys):
    monkeypatch.chdir(SOURCE_ROOT)
    with pytest.raises(SystemExit) as error:
        compare_results.main(words)
    assert error.value.code == 2
    assert message in capsys.readouterr().err


def test_every_program_has_a_case():
    assert compare_results.programs_without_case(SOURCE_ROOT) == []
    assert not LEFT_OUT.keys() & {case.program for case in CASES.values()}


@pytest.mark.parametrize("name", sorted({case.program for case in CASES.values()}))
def test_the_options_of_cases_exist(name):
    listing = subprocess.run([program(name), "--describe"], capture_output=True, check=True)
    known = {option["name"] for option in json.loads(listing.stdout)}
    for case in CASES.values():
        if case.program == name:
            words = [word for word in shlex.split(case.options) if word.startswith("--")]
            assert {word[2:].split("=")[0] for word in words} <= known
