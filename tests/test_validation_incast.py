# SPDX-License-Identifier: GPL-2.0-only
"""Incast: settings, the formula of the onset, claims that hold and that do not, two runs."""

import math
import sys

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from ns3_iscsi import San

from validation import __main__ as command
from validation import (
    incast,
    incast_kernel,
    incast_levers,
    incast_linux,
    incast_ns2,
    incast_pairs,
    incast_runs,
)
from validation.reference import read


@pytest.fixture(scope="module")
def experiments():
    return {one.item: one for one in command.load("incast")[2]}


def cells_of(experiments):
    return [cell for one in experiments.values() for cell in one.cells]


def rows_of(values, **columns):
    """Give results of cells: servers and goodput."""
    rows = pd.DataFrame(values, columns=["servers", "simulated"])
    others = {"waits_per_block": 0.0, "formula_mbps": rows["simulated"], "is_full": True}
    return rows.assign(**{**others, **columns})


def test_blocks_are_whole_stripes(experiments):
    for cell in cells_of(experiments):
        options = {name: one for name, one in cell.settings.items() if "::" not in name}
        San(**options).check()
        servers, size = cell.settings["targets"], int(cell.settings["size"])
        assert servers == cell.conditions["servers"]
        if servers == 1:
            assert "hostArray" not in cell.settings
            continue
        unit = 512 * cell.settings["hostStripeUnit"]
        assert size in (unit, servers * unit)
        assert size * cell.settings["count"] >= 32 << 20 or cell.settings["count"] == 64


def test_what_a_lever_changes_and_nothing_else(experiments):
    table = {one.conditions["what differs"]: one for one in experiments["table 2"].cells}
    base = table["as it is"].settings
    for name, changes in incast_levers.OTHERS.items():
        own = {key: one for key, one in table[name].settings.items() if base.get(key) != one}
        meant = {"minRto" if key == "rto" else key: one for key, one in changes.items()}
        assert own == meant


def test_quick_selection_is_small(experiments):
    quick = [cell for cell in cells_of(experiments) if cell.is_quick]
    assert len(quick) == 8
    assert all(cell.settings["targets"] <= 16 for cell in quick)


def test_the_onset_that_the_formula_expects():
    # 4 propagations and 3 transmissions of 1526 + 72 bytes are 138.352 us, at 125 MB/s 17,294
    # bytes; a sender needs 8 frames of 1526 bytes.
    assert incast.onset(64) == pytest.approx((65536 + 17294) / 12208)
    assert incast.onset(128) - incast.onset(64) == pytest.approx(65536 / 12208)


def test_half_of_the_link_is_between_the_points():
    # 900 at 4 and 100 at 16: half-way down, half-way up on a logarithmic axis.
    assert incast.half(rows_of([(4, 900), (16, 100)])) == pytest.approx(8)
    assert incast.half(rows_of([(16, 100), (4, 900), (2, 950)])) == pytest.approx(8)
    assert incast.half(rows_of([(4, 900), (16, 500)])) is None
    assert incast.half(rows_of([(4, 400), (16, 100)])) is None


def buffers(ends, largest):
    """Give results of figure 1 whose curves fall from 900 to 100 at the servers given by buffer."""
    parts = [
        rows_of([(n, 900), (n + 0.01, 100)], **{"buffer KB": size}) for size, n in ends.items()
    ]
    small = rows_of([(1, 900), (1.01, 100), (8, 100)], **{"buffer KB": 64})
    large = rows_of([(64, largest)], **{"buffer KB": 1024})
    return pd.concat([small, *parts, large])


def test_claims_of_buffers_can_fail(experiments):
    claims = experiments["fig. 1"].claims

    def held(rows):
        return [claim.held for claim in claims(rows)]

    # From 1 to 16 servers in four doublings.
    linear = buffers({128: 2, 256: 4, 512: 8, 1024: 16}, 600)
    assert held(linear) == [True, True, True, True, True]
    steep = buffers({128: 2, 256: 4, 512: 8, 1024: 32}, 400)
    assert held(steep) == [True, True, True, False, False]
    assert held(linear.assign(simulated=800)) == [False, False, False, None, True]
    # Blocks of many servers are not short.
    assert claims(linear.assign(formula_mbps=1e4))[2].held is False
    long = linear.assign(formula_mbps=linear["simulated"].where(linear["servers"] < 64, 1.0))
    assert claims(long)[2].held is True
    assert len(claims(linear.assign(is_full=False))) == 3


def test_claims_of_timeouts_and_levers_can_fail(experiments):
    rows = pd.concat(
        [
            rows_of([(8, 900), (16, 900), (32, 900)], timeout="200us"),
            rows_of([(8, 100), (16, 100), (32, 100)], timeout="200ms"),
        ]
    )
    claims = experiments["fig. 2"].claims
    assert [claim.held for claim in claims(rows)] == [True]
    assert [claim.held for claim in claims(rows.assign(simulated=100))] == [False]
    assert claims(rows[rows["timeout"] == "200us"]) == []
    table = experiments["table 1"]
    names = [cell.conditions["what differs"] for cell in table.cells]
    rows = pd.DataFrame({"what differs": names, "simulated": 100.0})
    assert [claim.held for claim in table.claims(rows)] == [True]
    assert [claim.held for claim in table.claims(rows.assign(simulated=900.0))] == [False]


def lever_rows(experiments, **gains):
    """Give results of the levers with three runs: 100, 110 and 120 Mb/s as it is, and more.

    :param gains: what a row has more than that in each run; 800 for those that prevent the
        collapse, nothing for the others
    """
    cells = experiments["table 2"].cells
    names = [cell.conditions["what differs"] for cell in cells]
    usual = {name: 800.0 if name in incast_levers.PREVENT else 0.0 for name in names}
    gains = usual | gains
    values = [tuple(own + gains[name] for own in (100.0, 110.0, 120.0)) for name in names]
    means = [sum(one) / 3 for one in values]
    return pd.DataFrame({"what differs": names, "simulated": means, "values": values})


def test_claims_of_levers_can_fail(experiments):
    table = experiments["table 2"]

    def held(**gains):
        return [claim.held for claim in table.claims(lever_rows(experiments, **gains))]

    assert held() == [True, True, True, True]
    assert held(**{"timeout 1 ms": 499.0}) == [True, False, True, True]
    assert held(**{"command window 1": 101.0}) == [True, True, False, True]
    assert held(**{"MaxOutstandingR2T 8": 1.0}) == [False, True, True, True]
    # As it is 110 Mb/s.
    assert held(DCTCP=389.0) == [True, True, True, True]
    assert held(DCTCP=390.0) == [True, True, True, False]
    rows = lever_rows(experiments)
    assert table.claims(rows[rows["what differs"] != "as it is"]) == []


def test_gains_are_those_of_runs_with_the_same_number():
    rows = pd.DataFrame(
        {
            "what differs": ["as it is", "lever", "same"],
            "values": [(100.0, 110.0, 120.0), (900.0, 920.0, 940.0), (100.0, 110.0, 120.0)],
        }
    )
    gains = incast_pairs.gains(rows)
    # 800, 810 and 820: a standard deviation of 10, 4.303 standard errors of 10 / sqrt(3).
    assert gains["lever"] == pytest.approx((810, 810 - 24.84, 810 + 24.84), abs=0.01)
    assert gains["same"] == (0, 0, 0)
    (told,) = incast_pairs.columns(rows).values()
    assert told == ["none", "+810 (+785 to +835)", "+0"]
    failed = rows.assign(values=[(100.0,), (), (100.0,)])
    assert incast_pairs.gains(failed) == {}


def test_ns2_has_each_point_ten_times():
    runs = pd.DataFrame(read("incast_ns2"))
    counts = runs.groupby(["servers", "buffer_kb", "rto_s", runs["differs"].fillna("")]).size()
    assert len(counts) == len(incast_ns2.POINTS) + 7
    assert set(counts) == {10}
    # One server leaves nothing to chance.
    mean, width = incast_ns2.judged((1, 64, "200ms"))
    assert (round(mean), width) == (897, 0)
    # By hand: the mean of ten runs, and 2.262 standard errors.
    same = runs[(runs["servers"] == 8) & (runs["buffer_kb"] == 32)]["goodput_mbps"]
    assert incast_ns2.judged((8, 32, "200ms")) == pytest.approx(
        (same.mean(), 2.262 * same.std() / 10**0.5), rel=1e-3
    )


def ns2_rows(factor):
    """Give results of all points: ns-2's goodput times a factor, certain to 1 %."""
    rows = pd.DataFrame(incast_ns2.POINTS, columns=["servers", "buffer KB", "timeout"])
    means = [factor * incast_ns2.judged(point)[0] for point in incast_ns2.POINTS]
    bounds = {"ci_low": [0.99 * one for one in means], "ci_high": [1.01 * one for one in means]}
    return rows.assign(simulated=means, **bounds, metric="goodput", unit="Mb/s", is_full=True)


def test_claims_about_ns2_can_fail(experiments):
    points = experiments["ns-2"]

    def held(factor):
        return [claim.held for claim in points.claims(ns2_rows(factor))]

    assert held(1.09) == [True, True]
    # Some intervals are wide, that of a single server is none.
    assert held(1.2) == [False, False]
    columns = points.columns(ns2_rows(1.09))
    assert set(columns["difference, %"]) == {"+9.0"}
    assert len(points.pictures(ns2_rows(1.09))) == 1
    assert points.pictures(ns2_rows(1.09).assign(is_full=False)) == []


def test_rules_differ_from_ns2s_in_what_they_say(experiments):
    cells = {one.conditions["what differs"]: one for one in experiments["ns-2, rules"].cells}
    assert set(cells) == set(incast_ns2.RULES)
    for name, (_, changes, _) in incast_ns2.RULES.items():
        for key, value in {**incast_ns2.FULL_TCP, **changes}.items():
            assert cells[name].settings[key] == value
    # A rule that ns-2 has not, and one that it has alone.
    rows = pd.DataFrame({"what differs": ["limited transmit", "SACK"], "simulated": 100.0})
    columns = experiments["ns-2, rules"].columns(rows)
    assert columns["ns-2, Mb/s"][0] == columns["difference, %"][0] == "none"
    assert columns["ns-2, Mb/s"][1] != "none"


def test_linux_has_each_point_five_times():
    runs = pd.DataFrame(read("incast_linux"))
    names = ["control", "servers", "buffer_kb", runs["differs"].fillna("")]
    counts = runs.groupby(names).size()
    assert set(counts.index) == set(incast_kernel.POINTS)
    assert set(counts) == {5}
    assert runs["late_percent"].max() <= incast_kernel.LATE_PERCENT
    assert set(runs["differs"].dropna()) == set(incast_kernel.VARIANTS) - {""}
    # By hand: the mean of five runs, and 2.776 standard errors.
    same = runs[(runs["control"] == "cubic") & (runs["servers"] == 16)]["goodput_mbps"]
    assert incast_linux.judged("cubic", 16) == pytest.approx(
        (same.mean(), 2.776 * same.std() / 5**0.5), rel=1e-3
    )


def test_linux_and_the_simulation_have_the_same_star(experiments):
    for cell in experiments["Linux"].cells:
        options = cell.settings
        assert options["accessRate"] == options["linkRate"] == incast_kernel.RATE
        assert options["accessDelay"] == incast_kernel.DELAY
        assert options["switchBuffer"] == incast_kernel.BUFFER_KB << 10
        assert int(options["size"]) == cell.conditions["servers"] * incast_kernel.PART_KB << 10
        assert options["count"] == incast_kernel.BLOCKS


def linux_rows(factor):
    """Give results of all points: Linux's goodput times a factor, certain to 1 %."""
    rows = pd.DataFrame(incast_linux.POINTS, columns=["control", "servers"])
    means = [factor * incast_linux.judged(*point)[0] for point in incast_linux.POINTS]
    bounds = {"ci_low": [0.99 * one for one in means], "ci_high": [1.01 * one for one in means]}
    return rows.assign(simulated=means, **bounds, metric="goodput", unit="Mb/s", is_full=True)


def test_claims_about_linux_can_fail(experiments):
    points = experiments["Linux"]

    def held(factor):
        return [claim.held for claim in points.claims(linux_rows(factor))]

    assert held(1.14) == [True, True]
    assert held(1.3) == [False, False]
    assert set(points.columns(linux_rows(1.14))["difference, %"]) == {"+14.0"}
    assert len(points.pictures(linux_rows(1.14))) == 1
    assert points.pictures(linux_rows(1.14).assign(is_full=False)) == []


def test_rules_differ_from_linuxs_in_what_they_say(experiments):
    rules = experiments["Linux, rules"]
    cells = {one.conditions["what differs"]: one.settings for one in rules.cells}
    assert set(cells) == set(incast_linux.RULES)
    base = cells["as it is"]
    for name, (changes, differs) in incast_linux.RULES.items():
        own = {key: one for key, one in cells[name].items() if base.get(key) != one}
        assert own == (changes or {})
        assert differs is None or differs in incast_kernel.VARIANTS
    assert {differs for _, differs in incast_linux.RULES.values()} == {
        *incast_kernel.VARIANTS,
        None,
    }
    rows = pd.DataFrame({"what differs": ["no RACK and probes", "no SACK"], "simulated": 20.0})
    columns = rules.columns(rows)
    assert columns["Linux, Mb/s"][0] == columns["difference, %"][0] == "none"
    assert columns["Linux, Mb/s"][1] != "none"


def test_each_statement_is_checked():
    names = {row["claim"] for row in read("incast_claims")}
    used = {"peak", "collapse", "double", "large", "timeout", "variants"}
    assert names == used
    for name in names:
        assert incast.statement(name, True, "", "").text


def test_one_server_fills_the_link_and_eight_do_not(experiments):
    figure = experiments["fig. 1"]
    chosen = {
        cell.conditions["servers"]: {**cell.settings, "count": 12}
        for cell in figure.cells
        if cell.is_quick
    }
    one, eight = (incast_runs.blocks(chosen[servers], 1) for servers in (1, 8))
    assert incast_runs.blocks(chosen[1], 1) == one
    # A segment of 1448 bytes takes 1526 bytes on the link: 949 Mb/s and less.
    assert 850 < one["goodput_mbps"] < 1000 * 1448 / 1526
    assert one["timeouts"] == one["waits_per_block"] == 0
    assert eight["goodput_mbps"] < 400
    assert eight["waits_per_block"] > 0.3
    assert math.isclose(eight["formula_mbps"], eight["goodput_mbps"], rel_tol=0.2)
