# SPDX-License-Identifier: GPL-2.0-only
"""The table of RFC 7143's rules in src/iscsi/doc: complete, in order, and its tests exist."""

import csv
import itertools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "src" / "iscsi" / "doc" / "iscsi-rules.csv"
PAGE = TABLE.with_suffix(".rst")

COLUMNS = ["rule", "binds", "requirement", "test", "reason"]
NOT_YET = "not yet"
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def read_rules(path):
    """Give the rows of a table as dictionaries."""
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        assert reader.fieldnames == COLUMNS
        return list(reader)


def split_tests(rule):
    """Give the tests that a row names."""
    return [test.strip() for test in rule["test"].split(";") if test.strip()]


def sort_key(name):
    """Order rules by clause, then by number; clause 6.2 comes before 6.2.1, and T9 before T10."""
    clause, _, number = name.partition("-")
    parts = [int(p) if p.isdigit() else p for p in re.findall(r"\d+|\D+", number)]
    return [int(p) for p in clause.split(".")], [(isinstance(p, str), p) for p in parts]


def read_suites(root):
    """Give the class names and string literals of the files in which each test suite is."""
    suites = {}
    for path in sorted(root.glob("src/*/test/**/*.cc")):
        # Adjacent literals are one.
        text = re.sub(r'"\s*\n\s*"', "", path.read_text(encoding="utf-8"))
        names = set(re.findall(r"^class (\w+)", text, re.MULTILINE))
        names |= {literal.strip() for literal in LITERAL.findall(text)}
        for suite in re.findall(r'TestSuite\(\s*"([\w-]+)"', text):
            suites[suite] = names
    return suites


def check_rows(rules):
    """Say what is wrong with rows by themselves."""
    findings = []
    for rule in rules:
        name = rule["rule"]
        if None in rule or None in rule.values():
            findings.append(f"{name}: not {len(COLUMNS)} columns")
            continue
        if not split_tests(rule) and not rule["reason"]:
            findings.append(f"{name}: neither a test nor a reason")
        if rule["binds"] not in ("initiator", "target", "both"):
            findings.append(f"{name}: binds {rule['binds']}")
        if not 0 < len(rule["requirement"].split()) <= 20:
            findings.append(f"{name}: the requirement has no words or more than 20")
    return findings


def check_order(rules):
    """Say which rules come twice or in the wrong place."""
    findings = []
    for before, after in itertools.pairwise(rules):
        if before["rule"] == after["rule"]:
            findings.append(f"{after['rule']}: twice")
        elif sort_key(before["rule"]) > sort_key(after["rule"]):
            findings.append(f"{after['rule']}: comes after {before['rule']}")
    return findings


def check_tests(rules, suites):
    """Say which tests are not in the sources."""
    findings = []
    for rule in rules:
        for test in split_tests(rule):
            suite, _, case = test.partition("/")
            if suite not in suites:
                findings.append(f"{rule['rule']}: there is no suite {suite}")
            elif case not in suites[suite]:
                findings.append(f"{rule['rule']}: there is no {case} in {suite}")
    return findings


def count_by_chapter(rules):
    """Give for each chapter the numbers of rules: all, tested, untested for a reason, not yet."""
    totals = {}
    for rule in rules:
        counts = totals.setdefault(rule["rule"].split(".")[0].split("-")[0], [0, 0, 0, 0])
        counts[0] += 1
        counts[1 if split_tests(rule) else 3 if rule["reason"] == NOT_YET else 2] += 1
    totals["all"] = [sum(column) for column in zip(*totals.values(), strict=True)]
    return totals


def format_totals(rules):
    """Give the totals as the page's table has them."""
    return "\n".join(
        f"   {chapter}, {', '.join(str(count) for count in counts)}"
        for chapter, counts in count_by_chapter(rules).items()
    )


@pytest.fixture(scope="module")
def rules():
    """Give the rows of the table."""
    return read_rules(TABLE)


def test_every_row_is_complete(rules):
    assert check_rows(rules) == [], format_totals(rules)


def test_rules_are_unique_and_sorted(rules):
    assert check_order(rules) == [], format_totals(rules)


def test_every_test_exists(rules):
    assert check_tests(rules, read_suites(ROOT)) == [], format_totals(rules)


def test_the_page_has_the_totals(rules):
    assert format_totals(rules) in PAGE.read_text(encoding="utf-8"), format_totals(rules)


def make_rule(changes=None, **more):
    """Give a right row with some columns changed."""
    row = dict(zip(COLUMNS, ["4.1-1", "both", "Do it.", "", NOT_YET], strict=True))
    return row | (changes or {}) | more


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({}, []),
        ({"test": "a/b", "reason": ""}, []),
        ({"reason": ""}, ["4.1-1: neither a test nor a reason"]),
        ({"test": " ; ", "reason": ""}, ["4.1-1: neither a test nor a reason"]),
        ({"binds": "nobody"}, ["4.1-1: binds nobody"]),
        ({"requirement": " a" * 20}, []),
        ({"requirement": " a" * 21}, ["4.1-1: the requirement has no words or more than 20"]),
        ({None: ["more"]}, ["4.1-1: not 5 columns"]),
    ],
)
def test_wrong_rows_are_found(changes, finding):
    assert check_rows([make_rule(changes)]) == finding


def test_wrong_order_is_found():
    names = ["6.2-2", "6.2-10", "6.2.1-1", "8.1-T9", "8.1-T10", "8.1-T9", "11-1", "11-1"]
    findings = check_order([make_rule(rule=name) for name in names])
    assert findings == ["8.1-T9: comes after 8.1-T10", "11-1: twice"]


def test_unknown_tests_are_found(tmp_path):
    source = tmp_path / "src" / "a" / "test" / "a-test.cc"
    source.parent.mkdir(parents=True)
    source.write_text(
        "class OneTestCase : public TestCase\n"
        '        : TestSuite("a-suite", Type::UNIT)\n'
        '        Add("a case, "\n            "4.1");\n'
        '        Add("reason " + name);\n'
    )
    tests = ["a-suite/OneTestCase", "a-suite/a case, 4.1", "a-suite/reason"]
    suites = read_suites(tmp_path)
    assert check_tests([make_rule(test=";".join(tests))], suites) == []
    wrong = check_tests([make_rule(test="a-suite/TwoTestCase; b-suite/OneTestCase")], suites)
    assert wrong == [
        "4.1-1: there is no TwoTestCase in a-suite",
        "4.1-1: there is no suite b-suite",
    ]


def test_totals():
    rules = [
        make_rule(),
        make_rule(rule="4.2-1", test="a/b"),
        make_rule(rule="11-1", reason="about implementations"),
    ]
    assert format_totals(rules) == "   4, 2, 1, 0, 1\n   11, 1, 0, 1, 0\n   all, 3, 1, 1, 1"
