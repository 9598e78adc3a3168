# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S1: parameters, cells, claims and simulations."""

import sys
from collections import Counter

import pytest
from conftest import ROOT
from s1_results import invent

sys.path.insert(0, str(ROOT))

from validation import (
    claims,
    s1,
    s1_claims,
    s1_h2benchw,
    s1_iometer,
    s1_iperf,
    s1_runs,
    scenarios,
)
from validation.groups import CAPPED, FITTED, PREDICTED
from validation.reference import read

PAPER = "s1"


def verdicts(found):
    """Give what holds by the claim's name, or its first words if it is ours."""
    names = {row["text"]: row["claim"] for row in read("s1_claims")}
    return {names.get(one.text.partition(" (Section")[0], one.text[:20]): one.held for one in found}


def test_windows_round_to_what_jperf_prints():
    for printed, window in s1_iperf.WINDOWS.items():
        # 128 KB, 0.125, are printed as 0.13.
        assert printed == float(f"{window / 2**20 + 1e-9:.2f}")


@pytest.mark.parametrize(
    ("item", "data", "column"),
    [
        ("IOMeter", "s1_iometer", "value"),
        ("h2benchw", "s1_h2benchw", "value"),
        ("robocopy", "s1_robocopy", "throughput_MB_per_s"),
    ],
)
def test_tables_have_each_printed_number(by_item, item, data, column):
    printed = [row[column] for row in read(data)]
    cells = by_item[item].cells[: len(printed)]
    assert len(cells) == len(printed)
    for cell, number in zip(cells, printed, strict=True):
        if cell.metric == "transaction_time_avg" and cell.conditions["column"] != "80/20":
            assert cell.reference is None
        else:
            assert cell.reference == number
            assert cell.low < number < cell.high


def test_transaction_times_that_are_left_out_contradict_response_times(by_item):
    rows = {(row["configuration"], row["metric"]): row["value"] for row in read("s1_iometer")}
    for name in s1_iometer.COLUMNS:
        times = rows[name, "transaction_time_avg"], rows[name, "response_avg"]
        assert (times[0] == times[1]) == (name == "notweaks")


def test_what_the_numbers_are_worth(loaded):
    """IOMeter's 51 numbers are three results, and those that were not fitted the link's cap."""
    cells = [cell for one in loaded[2] for cell in one.cells if cell.reference is not None]
    groups = Counter(cell.group for cell in cells)
    assert groups == {FITTED: 30, CAPPED: 33, PREDICTED: 29}
    iometer = [cell for cell in cells if "column" in cell.conditions]
    assert len(iometer) == 51
    assert {cell.group for cell in iometer} == {FITTED, CAPPED}
    assert sum(cell.is_independent for cell in iometer) == 3


def test_configuration_has_the_printed_mix():
    lines = [line.split(",") for line in s1_iometer.CONFIGURATION.read_text().splitlines()]
    numbers = [list(map(float, line)) for line in lines if len(line) == 8 and line[0][-1].isdigit()]
    assert len(numbers) == 16
    for part, reads in ((numbers[:8], 80), (numbers[8:], 50)):
        assert sum(line[1] for line in part) == 100
        assert {(line[2], line[3]) for line in part} == {(reads, 100)}
        assert sum(line[0] * line[1] / 100 for line in part) == pytest.approx(11345.92)


def test_levels_differ_by_what_appendix_c_names(parameters):
    plain, iscsi, tcp = (s1_h2benchw.options(parameters, level) for level in s1.LEVELS)
    changed = {name for name in plain if plain[name] != iscsi[name]}
    assert changed == {"maxRecvDataSegmentLength", "maxBurstLength", "firstBurstLength"}
    changed = {name for name in iscsi if iscsi[name] != tcp[name]}
    names = {"rcvBufSize", "sndBufSize", "tcpTimestamps", "segmentSize", "delAckCount"}
    assert changed == {*names, "targetTimePerCommand"}


@pytest.fixture(scope="module")
def measured(parameters):
    """The options of h2benchw without tweaks, and its figures."""
    options = s1_h2benchw.options(parameters, s1.PLAIN)
    return options, s1_runs.h2benchw(options, 1)


def test_share_waits_for_what_a_read_takes(parameters, measured):
    printed = float(parameters.settings("smb")["ramLatency"].removesuffix("us"))
    found = 1e6 * 65536 / s1_runs.MIB / measured[1]["sequential_read"]
    assert printed == pytest.approx(found, abs=1)


def test_one_simulation_gives_all_numbers_of_a_level(by_item):
    cells = by_item["h2benchw"].cells
    points = {scenarios.identify(s1_runs.h2benchw, one.settings) for one in cells}
    assert (len(cells), len(points)) == (30, 3)


def test_figures_have_all_columns_of_the_cells(by_item, measured):
    names = {
        name
        for item in ("h2benchw", "h2benchw, cross-check")
        for name in (*by_item[item].further, *(one.column for one in by_item[item].cells))
    }
    assert names <= set(measured[1])


def test_zones_are_those_of_a_disk_in_memory(parameters, measured):
    count = parameters.settings("h2benchw")["h2benchwZones"]
    figures = measured[1]
    positions = [figures[f"zone_{number}_percent"] for number in range(count)]
    assert positions == sorted(positions)
    assert positions[0] == pytest.approx(0, abs=0.1)
    assert positions[-1] == pytest.approx(100, abs=0.2)
    assert f"zone_{count}_percent" not in figures
    for operation in ("read", "write"):
        rates = [figures[f"zone_{number}_{operation}"] for number in range(count)]
        assert rates == pytest.approx([figures[f"sustained_{operation}"]] * count, rel=1e-3)


def test_picture_of_zones_has_each_level(by_item):
    one = by_item["h2benchw"]
    zones = {name: float(name.split("_")[1]) for name in one.further}
    rows = invent(one, lambda _, printed: printed, **zones)
    table, picture = one.pictures(rows)
    assert "marks the paper's" in table.caption
    for axes in picture.figure.axes:
        curves = [line for line in axes.lines if line.get_linestyle() == "-"]
        assert [line.get_label() for line in curves] == list(s1.LEVELS)
        for line in curves:
            assert list(line.get_ydata()) == list(range(len(zones) // 3))


def test_every_claim_has_a_verdict(loaded):
    found = {}
    for one in loaded[2]:
        rows = invent(one, lambda _, printed: printed or 100.0, copy_s=1.6, written_s=14)
        found |= verdicts(one.claims(rows))
        if one.item == "h2benchw":
            found |= verdicts(s1_claims.of_paper(rows))
    assert {row["claim"] for row in read("s1_claims")} <= set(found)


def test_a_claim_quotes_a_section_by_its_name():
    one = claims.quote("s1_claims", "C001-07", True, "")
    assert one.text.endswith("(Section IOMETER)")


PRINTED = {
    "iperf": ("C001-01", "C001-02", "C001-03"),
    "IOMeter": ("C001-07", "C001-08", "C001-09", "C001-10"),
    "h2benchw": ("C001-11", "C001-12", "C001-14", "C001-15"),
}


@pytest.mark.parametrize(("item", "names"), list(PRINTED.items()), ids=PRINTED)
def test_the_printed_numbers_fulfil_claims_and_others_do_not(by_item, item, names):
    one = by_item[item]
    own = verdicts(one.claims(invent(one, lambda _, printed: printed or 110.0)))
    assert [own[name] for name in names] == [True] * len(names)

    def wrong(conditions, printed):
        # Another factor for each column, so that their ratios are wrong as well.
        return (printed or 110.0) * (1.5 + 0.1 * len(str(conditions.get("column", ""))))

    found = verdicts(one.claims(invent(one, wrong)))
    assert [found[name] for name in names] == [False] * len(names)


def test_times_that_contradict_each_other_are_shown_beside_the_simulated_one(by_item):
    one = by_item["IOMeter"]

    def claim(simulated):
        rows = invent(one, lambda _, printed: printed or simulated)
        return next(it for it in one.claims(rows) if "Little" in it.detail)

    found = claim(4.815)
    assert not found.is_right
    assert not found.held
    assert "80/20 iSCSI tweaks: 4.33 and 4.81 ms, which are 54 and 60 requests" in found.detail
    assert "simulated 4.82 ms and 60" in found.detail
    assert "of 55 cells all are simulated and 51 judged" in found.detail
    assert claim(4.33).held


def test_scatter_of_the_paper_is_told(by_item):
    one = by_item["h2benchw"]

    def claim(figure, factor):
        def value(names, printed):
            return printed * (factor if names["figure"] == figure else 1.0)

        return next(it for it in one.claims(invent(one, value)) if "scatter" in it.text)

    assert claim("sequential write", 1.05).held
    assert "sequential write +11 % and +5 %" in claim("sequential write", 1.05).detail
    assert not claim("sustained read", 1.2).held
    # Where the paper's hosts take times that have no known cause, nothing is said.
    assert claim("repetitive write", 1.5).held


def test_r2ts_explain_slow_writes_or_not(by_item):
    one = by_item["h2benchw, with R2Ts"]
    assert one.claims(invent(one, lambda *_: 55))[0].held
    fits = {"repetitive write": 53, "sequential write": 74}
    assert not one.claims(invent(one, lambda names, _: fits[names["figure"]]))[0].held


def test_claims_of_the_standard_are_shown_wrong(by_item):
    def framed(conditions, printed):
        return 118.1 if conditions["hosts"] == "jumbo frames" else printed or 113.2

    one = by_item["iperf"]
    found = {it.text[:30]: it for it in one.claims(invent(one, framed))}
    wrong = [it for it in found.values() if not it.is_right]
    assert len(wrong) == 3
    assert not any(it.held for it in wrong)


@pytest.mark.parametrize(
    ("small", "large", "holds"), [(41.6, 113.2, True), (113.2, 113.2, False), (41.6, 96, False)]
)
def test_a_fixed_delay_explains_one_window_and_not_the_other(by_item, small, large, holds):
    def value(conditions, printed):
        if conditions["hosts"] != "fixed delay":
            return printed or 110.0
        return small if conditions["window KB"] == 8 else large

    one = by_item["iperf"]
    (claim,) = (it for it in one.claims(invent(one, value)) if "fixed delay" in it.text)
    assert claim.held is holds


def test_limits_are_found_by_leaving_something_out(by_item):
    one = by_item["causes"]

    def value(conditions, _):
        if conditions["column"] == "no costs of hosts":
            return 139 if conditions["specification"] == "80/20" else 193
        return 135

    assert all(it.held for it in one.claims(invent(one, value)))
    assert not any(it.held for it in one.claims(invent(one, lambda *_: 125)))


def test_share_is_within_its_bound_or_not(by_item):
    one = by_item["SMB"]
    assert one.claims(invent(one, lambda *_: 43))[0].held
    assert not one.claims(invent(one, lambda *_: 60))[0].held
    assert not one.claims(invent(one, lambda *_: 30))[0].held


def test_reasons_are_those_of_a_cell():
    row = {"item": "h2benchw", "figure": "repetitive write", "level": s1.ISCSI}
    assert "no number is within 10 % of both" in s1.explain(row)
    for one, other in ((65.41, 52.09), (0.16, 0.13)):
        assert 0.9 * one > 1.1 * other
    assert "pauses or repeats" in s1.explain({**row, "level": s1.PLAIN})


@pytest.mark.parametrize(
    ("own", "low", "high"),
    [({}, 94, 98), (s1_iperf.FIXED_DELAY, 112, 114), ({"interruptDelayLimit": "250us"}, 112, 114)],
    ids=["interrupts", "fixed delay", "short limit"],
)
def test_interrupts_alone_explain_the_throughput_with_64_kb(parameters, own, low, high):
    options = s1_iperf.options(parameters, 65536) | own | {"warmUp": "50ms", "stop": "250ms"}
    assert low <= s1_runs.iperf(options, 1)["mib_per_s"] <= high


@pytest.mark.parametrize(
    ("own", "low", "high"),
    [
        ({}, 39.5, 43.7),
        (s1_iperf.FIXED_DELAY, 39.5, 43.7),
        # What each of both options does: without the delay a window is at once acknowledged, and
        # with both delays it waits twice.
        ({"interruptDelay": "0us"}, 100, 118),
        ({"delay": s1_iperf.FIXED_DELAY["delay"]}, 20, 30),
    ],
    ids=["interrupts", "fixed delay", "no delay", "both"],
)
def test_a_fixed_delay_is_the_cross_check_with_8_kb(parameters, own, low, high):
    """41.60 MB/s within 5 %: 8 KB in 188 us, of which the wire takes 67 and the hosts the rest."""
    options = s1_iperf.options(parameters, 8192) | own | {"warmUp": "50ms", "stop": "250ms"}
    assert low <= s1_runs.iperf(options, 1)["mib_per_s"] <= high


def test_offload_is_the_same_as_frame_by_frame(parameters):
    mix = s1_iometer.SPECIFICATIONS["DELL file server 50/50"]
    options = s1_iometer.options(parameters, mix, s1.PLAIN, "switched")
    options |= {"rampTime": "100ms", "stop": "600ms"}
    rate = {
        way: s1_runs.requests(options | {"offload": way}, 1)["all_iops"] for way in ("tso", "none")
    }
    assert rate["tso"] == pytest.approx(rate["none"], rel=0.02)
    # 15,212 in the paper; a mix of 7,500 requests scatters by 2 %.
    assert rate["none"] == pytest.approx(15212, rel=0.1)


def test_what_a_program_says_is_told(parameters):
    options = s1_iperf.options(parameters, 65536) | {"mtu": 1000}
    with pytest.raises(RuntimeError, match="segmentSize: 1460"):
        s1_runs.iperf(options, 1)


def test_no_time_is_added_to_what_is_simulated(loaded, by_item, measured):
    """The figures of h2benchw are those of the program, and the page says what they do not have."""
    names = {entry.name for entry in loaded[1].entries}
    assert not names & {"pausedRequestTime", "randomReadTime"}
    for figure in ("read with pauses", "repetitive write", "random access read"):
        reason = s1.explain({"item": "h2benchw", "figure": figure, "level": s1.PLAIN})
        assert "not known" in reason
    assert s1.explain({"item": "h2benchw", "figure": "sustained read", "level": s1.PLAIN}) is None
    # A read of a sector takes as long as a write, and pauses cost no throughput.
    figures = measured[1]
    assert figures["random_read"] == pytest.approx(figures["random_write"], rel=0.1)
    assert figures["read_ahead"] == pytest.approx(figures["sequential_read"], rel=0.05)
