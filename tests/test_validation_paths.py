# SPDX-License-Identifier: GPL-2.0-only
"""Two links used in several ways: settings, claims that hold and that do not, three runs."""

import sys

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from ns3_iscsi import San

from validation import __main__ as command
from validation import baselines, paths, paths_maps, paths_runs, paths_waits, report, results
from validation.paths import BOND, BOND_ONE, CONNECTIONS, IN_TURN, LEAST, ONE, RECOVERY
from validation.paths import SERVICE_TIME as SERVICE

USES = "two links as"


@pytest.fixture(scope="module")
def experiments():
    return {one.item: one for one in command.load("paths")[2]}


def cells_of(experiments):
    return [cell for one in experiments.values() for cell in one.cells]


def rows_of(values, **columns):
    """Give results: how links are used, and what came out, certain to 1 %."""
    rows = pd.DataFrame(list(values.items()), columns=[USES, "simulated"])
    around = {"ci_low": 0.99 * rows["simulated"], "ci_high": 1.01 * rows["simulated"]}
    return rows.assign(**around, failed=0, is_full=True, **columns)


def held(experiment, rows):
    return [claim.held for claim in experiment.claims(rows)]


def test_options_are_valid_and_ways_differ_in_nothing_else(experiments):
    meant = {name for options in paths.WAYS.values() for name in options}
    for experiment in experiments.values():
        sides = {}
        for cell in experiment.cells:
            San(**cell.settings).check()
            told = tuple(value for name, value in cell.conditions.items() if name != USES)
            rest = {name: one for name, one in cell.settings.items() if name not in meant}
            sides.setdefault(told, []).append(rest)
        for equal in sides.values():
            for name in ("firstLinkRate", "cablePull"):
                values = {one.pop(name, None) for one in equal} - {None}
                assert len(values) <= 2
            assert all(one == equal[0] for one in equal)


def test_quick_selection_is_small(experiments):
    quick = [cell for cell in cells_of(experiments) if cell.is_quick]
    assert len(quick) == 8


def test_claims_of_load_can_fail(experiments):
    table = experiments["table 1"]
    good = {ONE: 100, IN_TURN: 199, SERVICE: 200, CONNECTIONS: 196, LEAST: 195, BOND: 200}
    rows = rows_of({**good, BOND_ONE: 100}, depth=16)
    assert held(table, rows) == [True, True]
    assert held(table, rows_of({**good, LEAST: 194, BOND_ONE: 105}, depth=16)) == [False, False]
    assert held(table, rows_of(good, depth=16)) == [True]


def test_claims_of_loss_can_fail(experiments):
    table = experiments["table 2"]

    def rows(service):
        rates = {SERVICE: service, CONNECTIONS: 50, LEAST: 60}
        parts = [rows_of(rates, operation=one, **{"loss %": 1}) for one in ("read", "write")]
        return pd.concat(parts)

    assert held(table, rows(62)) == [True, True]
    # 60.6 reaches into 60.39.
    assert held(table, rows(61)) == [False, False]
    assert held(table, rows(62)[:1]) == []


def test_claims_of_a_slow_link_can_fail(experiments):
    table = experiments["table 3"]
    assert held(table, rows_of({ONE: 100, SERVICE: 119, IN_TURN: 39})) == [True, True]
    assert held(table, rows_of({ONE: 100, SERVICE: 110, IN_TURN: 60})) == [False, False]
    assert held(table, rows_of({SERVICE: 110})) == []


def test_claims_of_a_pulled_cable_can_fail(experiments):
    table = experiments["table 4"]
    good = {IN_TURN: 1.9, SERVICE: 0.1, CONNECTIONS: 3, RECOVERY: 5}
    assert held(table, rows_of(good)) == [True, True, True]
    assert held(table, rows_of({**good, IN_TURN: 3}).assign(failed=1)) == [False, False, False]
    assert held(table, rows_of({IN_TURN: 1})) == [True, True]


def test_a_pulled_cable_is_a_sum_of_timers():
    parameters = command.load("paths")[1]

    def expected(way, name):
        return paths_waits.expected(way, paths_waits.CHANGES[name], parameters)

    # A ping begins as the cable is pulled, 1 s; its timeout, 1 s; Time2Wait, 2 s each.
    assert [expected(way, "as it is") for way in (IN_TURN, CONNECTIONS, RECOVERY)] == [1, 3, 5]
    assert [expected(RECOVERY, f"Time2Wait {one} s") for one in (0, 1, 4)] == [1, 3, 9]
    assert expected(CONNECTIONS, "ping timeout 0.5 s") == 2.5
    # Pings at 0.7, 1.4 s.
    assert expected(CONNECTIONS, "ping interval 0.7 s") == pytest.approx(3.4)
    assert expected(CONNECTIONS, "pulled 0.3 s later") == pytest.approx(3.7)


def test_claims_of_waits_can_fail(experiments):
    table = experiments["table 5"]
    parameters = command.load("paths")[1]
    rows = pd.DataFrame([cell.conditions for cell in table.cells])
    ways = zip(rows[USES], rows["what differs"], strict=True)
    sums = [paths_waits.expected(way, paths_waits.CHANGES[one], parameters) for way, one in ways]
    assert held(table, rows.assign(simulated=sums)) == [True, True]
    slow = rows["what differs"] == paths_waits._NO_PART
    later = [one + 0.2 * late for one, late in zip(sums, slow, strict=True)]
    assert held(table, rows.assign(simulated=later)) == [False, False]
    assert held(table, rows.assign(simulated=sums)[~slow]) == [True]


def test_the_manual_has_the_tables(experiments, tmp_path):
    parameters = command.load("paths")[1]
    table = experiments["table 4"]
    columns = dict.fromkeys(table.further, 1.5) | dict.fromkeys(baselines.COLUMNS.values())
    rows = pd.DataFrame([cell.conditions for cell in table.cells[:2]]).assign(
        paper="PATHS",
        item="table 4",
        metric="time without I/O",
        unit="s",
        reference=float("nan"),
        simulated=1.25,
        ci_low=1.2,
        ci_high=1.3,
        error_percent=float("nan"),
        runs=3,
        within_rounding=False,
        within_10_percent=False,
        group="predicted",
        is_capped=False,
        is_independent=True,
        is_deterministic=False,
        failure=None,
        conditions="",
        is_full=False,
        first=1.25,
        **columns,
    )
    outcome = results.Outcome(table, rows, [])
    one = results.PaperOutcome(paths.PAPER, parameters, [outcome])
    summary = command.summaries.summarize([one], 0)
    for name in ("page.rst", "page.html"):
        text = report.write(tmp_path / name, [one], summary, recipe="make").read_text()
        assert "done again" in text
        assert "1.5" in text
    lines = (tmp_path / "page.rst").read_text().splitlines()
    start = lines.index("     - time without I/O, s")
    assert lines[start - 1].strip() == "* - two links as"
    row = lines.index("   * - one link")
    assert lines[row : row + 3] == ["   * - one link", "     - 1.25", "     - 1.2 to 1.3"]


def test_a_picture_of_the_map(experiments):
    cells = [cell.conditions for cell in experiments["table 2"].cells]
    results = {"simulated": 100.0, "p999_ms": 5.0, "is_full": True}
    rows = pd.DataFrame(cells).assign(metric="rate", unit="MB/s", **results)
    (picture,) = experiments["table 2"].pictures(rows)
    panels = [axes.get_title() for axes in picture.figure.axes]
    assert panels[:2] == ["operation read", "operation write"]
    assert experiments["table 2"].pictures(rows.assign(is_full=False)) == []


def test_two_paths_and_a_pulled_cable():
    parameters = command.load("paths")[1]
    short = {"count": 1500}
    one, two = (
        paths_runs.requests(paths.settings_of(parameters, way, **short), 1)
        for way in (ONE, SERVICE)
    )
    assert one["mb_per_s"] == pytest.approx(paths.LINK_MB_PER_S, rel=0.01)
    assert 1.95 < two["mb_per_s"] / one["mb_per_s"] < 2.05
    pulled = {"count": 4000, "cablePull": "200ms 4s"}
    got = paths_runs.requests(paths.settings_of(parameters, IN_TURN, **pulled), 1)
    assert got["failed"] == 0
    assert 0.5 < got["silence_s"] <= paths_maps._CHECKED_S
    assert got["again"] > 0
