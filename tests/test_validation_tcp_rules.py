# SPDX-License-Identifier: GPL-2.0-only
"""TCP by Linux's rules against a kernel and a model: the harness, and a short comparison.

``python -m validation.tcp_rules`` compares all rules, with more runs and whole files.
"""

import math

import pytest

from validation import tcp_rules
from validation.reference import read

#: Files of 16 MB, two runs.
SCALE, RUNS = 64, 2


def rows(rules, figure):
    """Give the rows of the reference for 4 ms and 8 requests."""
    return [
        row
        for row in read("tcp_rules")
        if (row["rules"], row["figure"], row["rtt_ms"], row["outstanding"]) == (rules, figure, 4, 8)
    ]


@pytest.fixture(scope="module")
def found():
    """Simulate the short form."""
    wanted = [
        *rows("Linux24", "windows"),
        *rows("Linux24", "reads"),
        *rows("Linux24-HoleAcks-AckCounting", "windows"),
        *rows("Linux24-QuickAcks-HoleAcks", "reads"),
    ]
    return tcp_rules.measure(wanted, SCALE, RUNS, 2)


def test_windows_are_those_of_the_model(found):
    """The sum of windows is within 15 % of that of the event model."""
    (row,) = rows("Linux24", "windows")
    assert abs(tcp_rules.compare(row, found)[3]) < 15


def test_reads_are_those_of_the_model(found):
    """Reads, which wait for one request at a time, take as long as in the event model."""
    (row,) = rows("Linux24", "reads")
    assert abs(tcp_rules.compare(row, found)[3]) < 15


@pytest.mark.parametrize(
    ("rules", "figure"),
    [("Linux24-HoleAcks-AckCounting", "windows"), ("Linux24-QuickAcks-HoleAcks", "reads")],
)
def test_without_a_rule_figures_grow_as_in_the_reference(found, rules, figure):
    """Without a rule that matters a figure grows at least half as much as it did there."""
    (row,) = rows(rules, figure)
    printed, simulated, _, _ = tcp_rules.compare(row, found)
    assert simulated - 1 > (printed - 1) / 2


def test_the_comparison_is_of_numbers_or_of_effects():
    """A row with a base compares ratios, pair by pair."""
    found = {
        ("Linux24", "reads", 4, 8): [100.0, 200.0],
        ("Linux24-Fack", "reads", 4, 8): [150.0, 300.0],
    }
    row = {
        "rules": "Linux24",
        "base_rules": "Linux24",
        "figure": "reads",
        "rtt_ms": 4,
        "outstanding": 8,
    }
    row |= {"value": 120.0, "base": math.nan}
    printed, simulated, width, deviation = tcp_rules.compare(row, found)
    assert (printed, simulated) == (120, 150)
    assert width == pytest.approx(12.7062 * 50)
    assert deviation == pytest.approx(25)
    row |= {"rules": "Linux24-Fack", "value": 240.0, "base": 200.0}
    assert tcp_rules.compare(row, found) == pytest.approx((1.2, 1.5, 0, 25))


def test_mistakes_are_one_line(capsys):
    """An unknown rule is named."""
    with pytest.raises(SystemExit):
        tcp_rules.main(["--rules", "Linux25"])
    assert "the reference has no row for Linux25" in capsys.readouterr().err
