# SPDX-License-Identifier: GPL-2.0-only
"""Tests of tools/mutate.py, and that the list of mutants still fits the sources."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import mutate
import pytest
from conftest import ROOT
from mutation import listed, records
from mutation.build import BuildError, MutantBuilder
from mutation.edits import Draw, find_edits
from mutation.suites import Suites, modules_using, run_confined

MUTANTS = listed.read_listed(mutate.LISTED)
VERDICTS = records.read_verdicts(mutate.VERDICTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_listed_mutant_fits_the_sources(mutant) -> None:
    assert re.fullmatch(r"src/[\w-]+/model/.+\.cc", mutant.file)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", mutant.name)
    assert mutant.text.endswith(".")
    text = (ROOT / mutant.file).read_text()
    assert mutant.apply(text) != text


def test_the_list_is_long_and_has_every_module() -> None:
    assert len(MUTANTS) >= 40
    assert max(Counter(mutant.name for mutant in MUTANTS).values()) == 1
    modules = {path.parent.name for path in ROOT.glob("src/*/model")}
    assert {mutant.module for mutant in MUTANTS} == modules


def test_a_mutant_whose_text_is_gone_or_there_twice_is_an_error() -> None:
    mutant = listed.ListedMutant("m", "Wrong.", "src/a/model/a.cc", "x", "y")
    assert mutant.apply("a x b") == "a y b"
    for text, count in (("a b", 0), ("x x", 2)):
        with pytest.raises(
            ValueError, match=f"mutant m: its text is {count} times in src/a/model/a.cc"
        ):
            mutant.apply(text)


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict.before.strip())
def test_a_verdict_is_about_lines_that_are_there(verdict) -> None:
    text = records.squeeze((ROOT / verdict.file).read_text())
    assert records.squeeze(verdict.before) in text
    assert records.squeeze(verdict.before) != records.squeeze(verdict.after)
    assert verdict.because


def results_of(source: str) -> list[tuple[str, str]]:
    """What each edit of a source is called, and the line that it makes."""
    text = source.encode()
    changed = []
    for edit in find_edits(text):
        _, before, after = records.changed_lines(source, edit.start, edit.end, edit.text)
        assert before != after
        changed.append((edit.operator, after.strip()))
    return changed


# Between these marks each line below is one statement of a function.
BODY = "bool\nF(int a, int b)\n{{\n    {}\n}}\n"


@pytest.mark.parametrize(
    ("line", "edits"),
    [
        (
            "return a < b;",
            [
                ("returned value", "return !(a < b);"),
                ("relation", "return a <= b;"),
                ("boundary", "return a < (b + 1);"),
                ("boundary", "return a < (b - 1);"),
            ],
        ),
        (
            "x = a == b && c;",
            [
                ("removal", ";"),
                ("logic", "x = a == b || c;"),
                ("relation", "x = a != b && c;"),
            ],
        ),
        ("if (a) {}", [("condition", "if (!(a)) {}")]),
        ("while (a) {}", [("condition", "while (!(a)) {}")]),
        ("auto x = a ? b : c;", [("condition", "auto x = !(a) ? b : c;")]),
        ("if (auto x = F(); x) {}", [("condition", "if (auto x = F(); !(x)) {}")]),
        ("if (auto* x = F()) {}", []),
        ("auto x = a + b;", [("arithmetic", "auto x = a - b;")]),
        ("auto x = a << b;", [("arithmetic", "auto x = a >> b;")]),
        ("x += a;", [("removal", ";"), ("arithmetic", "x -= a;")]),
        ("++x;", [("removal", ";"), ("arithmetic", "--x;")]),
        ("Send(a);", [("removal", ";")]),
        (
            "auto x = 7;",
            [("constant", "auto x = (7 + 1);"), ("constant", "auto x = (7 - 1);")],
        ),
        ("auto x = 0;", [("constant", "auto x = (0 + 1);")]),
        ("auto x = 2.5;", [("constant", "auto x = (2.5 * 1.5 + 0.5);")]),
        ("auto x = true;", [("constant", "auto x = false;")]),
        ("return true;", [("returned value", "return !(true);")]),
        ("return;", [("removal", ";")]),
        ("while (a) { break; }", [("condition", None), ("jump", "while (a) { continue; }")]),
        ("switch (a) { default: break; }", []),
        # Texts, comments, what the preprocessor reads, templates, logs and assertions.
        ('os << "a < b" << x;', []),
        ("// a < b", []),
        ("/* a < 7 */", []),
        ("std::array<int, 7> x;", []),
        ("static_assert(7 < 8);", []),
        ('NS_LOG_DEBUG("x " << a + 7);', []),
        ("NS_ASSERT(a < b);", []),
    ],
)
def test_the_edits_of_a_line(line, edits) -> None:
    found = results_of(BODY.format(line))
    assert [name for name, _ in found] == [name for name, _ in edits]
    for (_, after), (_, expected) in zip(found, edits, strict=True):
        assert expected in (None, after)


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("uint32_t", "n", "(n) + 1"),
        ("double", "n", "(n) + 1"),
        ("Ptr<Node>", "n", "nullptr"),
        ("Time", "n", "{}"),
        ("std::string", "n", "{}"),
        ("bool", "n", "!(n)"),
    ],
)
def test_the_wrong_value_of_a_function_is_of_its_type(kind, before, after) -> None:
    found = results_of(f"{kind}\nF()\n{{\n    return {before};\n}}\n")
    assert found == [("returned value", f"return {after};")]


def test_what_tells_no_type_keeps_its_value() -> None:
    assert results_of("auto\nF()\n{\n    return n;\n}\n") == []
    assert results_of("const A&\nF()\n{\n    return n;\n}\n") == []
    assert results_of("A*\nF()\n{\n    return n;\n}\n") == [("returned value", "return nullptr;")]
    assert results_of("A*\nF()\n{\n    return nullptr;\n}\n") == []
    for kind, value in (("std::optional<A>", "std::nullopt"), ("Time", "Time()"), ("A", "A{}")):
        assert results_of(f"{kind}\nF()\n{{\n    return {value};\n}}\n") == []
    assert len(results_of("Time\nF()\n{\n    return Now();\n}\n")) == 1


def test_a_draw_repeats_itself_and_stays_in_its_files() -> None:
    draw = Draw(ROOT, "src/scsi/")
    drawn = [draw.get(3, number) for number in range(20)]
    assert drawn == [Draw(ROOT, "src/scsi/").get(3, number) for number in range(20)]
    assert drawn != [draw.get(4, number) for number in range(20)]
    assert {path.parts[1] for path, _ in drawn} == {"scsi"}
    assert len({edit.operator for _, edit in drawn}) > 3


def test_changed_lines_are_whole_lines() -> None:
    text = "a\nb(c,\n  d);\ne\n"
    start = text.index("b")
    assert records.changed_lines(text, start, text.index("\ne"), ";") == (2, "b(c,\n  d);", ";")


def record(**values) -> records.Record:
    """A record of a mutant."""
    made = {"seed": 1, "number": 1, "commit": "c", "file": "src/scsi/model/a.cc", "line": 4}
    made.update(operator="removal", before="  b;", after="  ;", outcome=records.SURVIVED)
    made.update(values)
    return records.Record(**made)


def test_a_mutant_is_made_again_at_the_nearest_place() -> None:
    text = "x\n  b;\ny\nz\n  b;\n"
    assert record(line=4).apply(text) == "x\n  b;\ny\nz\n  ;\n"
    assert record(line=3).apply(text) == "x\n  ;\ny\nz\n  b;\n"
    assert record().apply("x\n  bb;\n") is None


def test_of_two_records_of_a_mutant_the_later_one_counts(tmp_path) -> None:
    path = tmp_path / "new" / "random.jsonl"
    assert records.read(path) == {}
    for one in (record(), record(number=2), record(outcome=records.KILLED, by="scsi-codec")):
        records.append(path, one)
    known = records.read(path)
    assert [known[1, n].outcome for n in (1, 2)] == [records.KILLED, records.SURVIVED]
    assert len(path.read_text().splitlines()) == 3
    assert json.loads(path.read_text().splitlines()[2])["by"] == "scsi-codec"


def test_the_report_counts_by_module_and_shows_survivors() -> None:
    verdict = records.Verdict("src/scsi/model/a.cc", "b;", ";", "Nobody reads it.")
    found = [
        record(),
        record(number=2, before="  c;"),
        record(number=3, outcome=records.KILLED, by="scsi-codec"),
        record(number=4, outcome=records.REFUSED, file="src/fcal/model/a.cc"),
    ]
    lines = records.report(found, [verdict]).splitlines()
    # Killed, survived, equivalent, not compiled; one of two that changed something was found.
    assert lines[1].split() == ["fcal", "0", "0", "0", "1", "-"]
    assert lines[2].split() == ["scsi", "1", "1", "1", "0", "50", "%"]
    assert lines[3].split() == ["all", "1", "1", "1", "1", "50", "%"]
    rest = lines[5:]
    assert rest[0] == "1/1 equivalent: Nobody reads it."
    assert rest[1:4] == ["src/scsi/model/a.cc:4: removal", "-   b;", "+   ;"]
    assert rest[5] == "1/2 survived"


def test_modules_that_use_others_are_found_through_them() -> None:
    using = modules_using(ROOT)
    assert {"toolbox", "block-io", "scsi", "fcal", "iscsi", "san", "live-san"} <= using["toolbox"]
    assert using["live-san"] == {"live-san"}
    assert "iscsi" not in using["fcal"]


def test_the_table_keeps_what_was_not_tried_again() -> None:
    mutants = [
        listed.ListedMutant(name, "Wrong.", "src/scsi/model/a.cc", "x", "y") for name in ("m", "n")
    ]
    page = f"Head.\n\n{listed.BEGIN}\n{listed.END}\n\nTail.\n"
    page = listed.write_table(page, mutants, {"m": listed.Row("scsi-codec")})
    assert page.startswith("Head.") and page.endswith("\n\nTail.\n")
    rows = listed.read_table(page)
    assert rows == {"m": listed.Row("scsi-codec"), "n": listed.Row()}
    listed.renew(rows, "m", "campaign", "seed 3, history")
    page = listed.write_table(page, mutants, rows)
    assert listed.read_table(page)["m"] == listed.Row("scsi-codec", "seed 3, history")
    assert listed.write_table(page, mutants, rows) == page


def test_the_page_has_the_table_of_the_list() -> None:
    page = mutate.PAGE.read_text()
    rows = listed.read_table(page)
    assert list(rows) == [mutant.name for mutant in MUTANTS]
    assert listed.write_table(page, MUTANTS, rows) == page


def test_what_a_command_says_of_its_finding_is_read() -> None:
    said = "seed 12: wrong: closed by the peer\nrecords.jsonl\nseed 12: found by numbers of PDUs\n"
    assert listed.describe_finding(mutate.FINDING, said, "failed") == "seed 12, numbers of PDUs"
    assert listed.describe_finding(mutate.FINDING, "nothing", "crashed") == "crashed"


@pytest.mark.parametrize(
    ("script", "how"),
    [
        ("exit 0", "passed"),
        ("exit 3", "failed"),
        ("kill -SEGV $$", "crashed"),
        ("while :; do :; done", "hung"),
        ("sleep 100", "hung"),
    ],
)
def test_how_a_command_ends(script, how, tmp_path) -> None:
    outcome = run_confined(["sh", "-c", f"echo said; {script}"], tmp_path, None, 0.3)
    assert (outcome.how, outcome.output) == (how, "said\n")
    assert list(tmp_path.iterdir()) == []


def test_what_runs_a_mutant_ends_with_the_tool(tmp_path) -> None:
    run = f"run_confined(['sh', '-c', 'echo $$ > {tmp_path}/pid; sleep 100'], Path(), None, 100)"
    text = f"from pathlib import Path\nfrom mutation.suites import run_confined\n{run}\n"
    tool = subprocess.Popen([sys.executable, "-c", text], cwd=ROOT / "tools")
    pid = tmp_path / "pid"
    assert wait_until(lambda: pid.exists() and pid.read_text())
    tool.kill()
    tool.wait()
    assert wait_until(lambda: not is_running(int(pid.read_text())))


def is_running(pid: int) -> bool:
    """Whether a process is there that has not ended."""
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(happens) -> bool:
    """Whether something happens within 20 seconds."""
    end = time.monotonic() + 20
    while not happens() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(happens())


def test_a_mutant_is_found_by_a_suite_and_leaves_the_build_alone(tmp_path) -> None:
    mutant = next(mutant for mutant in MUTANTS if mutant.name == "maximum-lost-in-a-sum")
    builder = MutantBuilder(ROOT, ROOT / "build")
    suites = Suites(ROOT, ROOT / "build", tmp_path / "times.json", 5, True)
    library = ROOT / "build/lib/libsan-toolbox.so"
    before = library.stat().st_mtime_ns
    source = Path(mutant.file)
    made, same = tmp_path / "made", tmp_path / "same"
    for folder, change in ((same, lambda text: text), (made, mutant.apply)):
        folder.mkdir()
        text = change((ROOT / source).read_text())
        assert builder.make(source, text.encode(), folder) == ""
        assert (folder / library.name).exists()
    name = "toolbox-latency-histogram"
    assert name in suites.order(source)
    assert suites.run(name, 60, same).how == "passed"
    assert suites.run(name, 60, made).how == "failed"
    assert library.stat().st_mtime_ns == before


def test_a_mutant_that_does_not_compile_says_so(tmp_path) -> None:
    source = Path("src/toolbox/model/text/nearest-word.cc")
    builder = MutantBuilder(ROOT, ROOT / "build")
    assert "error" in builder.make(source, b"int F() { return x; }\n", tmp_path)


def test_a_folder_that_is_no_build_is_named(tmp_path, capsys) -> None:
    with pytest.raises(BuildError, match="no such file; `make build` makes it"):
        MutantBuilder(ROOT, tmp_path)
    assert mutate.main(["listed", "--build", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unknown_mutant_is_named(capsys) -> None:
    assert mutate.main(["listed", "no-such-mutant"]) == 1
    assert "no-such-mutant" in capsys.readouterr().err
