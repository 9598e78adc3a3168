# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S4: parameters, cells, claims and one simulation."""

import sys

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import s4, s4_claims, s4_files, s4_link, s4_pictures, s4_runs, scenarios
from validation.groups import CAPPED, DERIVED, FITTED, PREDICTED
from validation.reference import read


@pytest.fixture(scope="module")
def loaded():
    return command.load("s4")


@pytest.fixture
def by_item(loaded):
    return {one.item: one for one in loaded[2]}


def printed(experiment):
    return sorted(cell.reference for cell in experiment.cells if cell.reference is not None)


def test_cells_have_each_printed_number(by_item):
    assert printed(by_item["figure 7"]) == [0.25, 0.53, 0.62]
    assert printed(by_item["figure 8"]) == [140]
    assert printed(by_item["figure 10"]) == [0.62, 0.72]
    assert printed(by_item["latencies of section 4.5"]) == [1.2, 2.5, 3.8]
    losses = sorted(row["value"] for row in read("s4_figure_points") if row["figure"] == 9)
    assert printed(by_item["section 4.5"]) == losses
    assert printed(by_item["section 4.1, TCP"]) == [4.93 / 8, 5.07 / 8]
    assert printed(by_item["section 4.1, MAC"]) == [6.1 / 8]


def test_one_number_is_fitted(loaded):
    fitted = [
        cell
        for one in loaded[2]
        for cell in one.cells
        if cell.group == FITTED and cell.reference is not None
    ]
    assert [cell.reference for cell in fitted] == [0.25]
    assert fitted[0].settings["connections"] == 1


def test_numbers_in_view_are_no_predictions(loaded):
    groups = {}
    for one in loaded[2]:
        for cell in one.cells:
            if cell.reference is not None:
                groups.setdefault(cell.group, []).append(cell.reference)
    assert sorted(groups[DERIVED]) == [0.53, 2, 2.5, 3.8, 5, 8, 11, 140]
    assert groups[PREDICTED] == [5.07 / 8, 4.93 / 8, 0.62, 1.2, 0.62, 0.72]
    assert groups[CAPPED] == [6.1 / 8]


def test_numbers_that_share_a_simulation_are_one_result(loaded):
    cells = [cell for one in loaded[2] for cell in one.cells if cell.reference is not None]
    again = [cell.reference for cell in cells if not cell.is_independent]
    assert again == [4.93 / 8, 0.62]


def test_each_claim_has_a_check(loaded):
    names = {row["claim"] for row in read("s4_claims")}
    assert names == {f"C004-{number:02}" for number in range(1, 15)}
    source = (ROOT / "validation" / "s4_claims.py").read_text()
    for name in names:
        assert f'"{name}"' in source


def test_mac_in_closed_form():
    """A slot is 20 us; 1,536 bytes take 1117.1 us at 11 Mb/s, the answer's 14 bytes 10.2 us."""
    times = 10 + 2 * 20 + 15.5 * 20 + 192 + 1536 * 8 / 11 + 10 + 192 + 14 * 8 / 11
    assert s4_link.mac_mb_per_s(10, 1500) == pytest.approx(1500 / times)
    # An answer at 2 Mb/s takes 56 us of data instead, which SIFS stands for, counted twice.
    assert 1500 / s4_link.mac_mb_per_s(33, 1500) == pytest.approx(times + 2 * 23)


def test_reads_in_closed_form(loaded):
    """2,048 bytes and their header are segments of 1,448 and 648 bytes, and one acknowledgement."""
    times = sum(s4_link.frame_us(33, packet) for packet in (100, 1500, 700, 52))
    assert s4_link.read_us(33, 1500, 2048) == pytest.approx(times)
    form = s4_link.closed_form(loaded[1])
    assert form.value({"request KB": 2}) == pytest.approx(2048 / times)
    # A packet of 2,260 bytes holds all of it, and is half of what is acknowledged at once.
    shorter = s4_link.frame_us(33, 100) + s4_link.frame_us(33, 2148) + s4_link.frame_us(33, 52) / 2
    assert s4_link.read_us(33, 2260, 2048) == pytest.approx(shorter)
    assert form.value({"request KB": 2, "MTU B": 2260}) == pytest.approx(2048 / shorter)
    rate = s4_link.closed_form(loaded[1], 2048, is_rate=True)
    assert rate.value({"queue": 8}) == pytest.approx(1e6 / times)


def test_sizes_of_runs():
    assert s4.request_count(2048) == 500
    assert s4.request_count(131072) == 38
    assert s4.request_count(10**7) == 30


def test_designs_differ_by_their_tables_alone(loaded):
    single, multiple = (s4.settings(loaded[1], design, 4096) for design in (s4.SINGLE, s4.MULTIPLE))
    assert {name for name in multiple if single.get(name) != multiple[name]} == {
        "connections",
        "connectionUse",
        "queueDepth",
    }


def test_files_are_read_whole(by_item):
    for cell in by_item["figure 6"].cells:
        assert cell.settings["ddBlockSize"] * cell.settings["ddCount"] == s4_files.FILE


def test_wireless_runs_leave_something_to_chance():
    assert not scenarios.is_deterministic("tcp-bulk", {"linkType": "wifi"})
    assert scenarios.is_deterministic("tcp-bulk", {})


def results(values, **columns):
    """Give rows of results with intervals of 1 %."""
    rows = pd.DataFrame(columns | {"simulated": values})
    spread = 0.01 * rows["simulated"]
    return rows.assign(
        ci_low=rows["simulated"] - spread,
        ci_high=rows["simulated"] + spread,
        is_full=True,
        failure=None,
        reference=None,
    )


def test_claims_of_tcp_can_hold_and_fail():
    assert all(one.held for one in s4_claims.tcp(results([0.625]), 6.2 / 8))
    assert not any(one.held for one in s4_claims.tcp(results([0.7]), 6.2 / 8))


def test_claims_of_queues_can_hold_and_fail():
    rates = results([70, 120, 135, 140, 141], queue=[1, 2, 4, 8, 16])
    assert s4_claims.queues(rates)[0].held
    growing = results([70, 120, 135, 140, 160], queue=[1, 2, 4, 8, 16])
    assert not s4_claims.queues(growing)[0].held
    low = results([35, 60, 67, 70, 70], queue=[1, 2, 4, 8, 16])
    assert not s4_claims.queues(low)[0].held


def test_claims_of_relays_can_hold_and_fail():
    conditions = {"request KB": [128, 128, 2, 2], "relays": [1, 2, 1, 2]}
    losses = [8, 11, 2, 5]
    rows = results([8.4, 10.6, 2.1, 4.6], **conditions).assign(reference=losses)
    assert all(one.held for one in s4_claims.relays(rows))
    # What is left of the throughput is within 10 % of the printed, and no loss is.
    rows = results([4.4, 4.4, 3.1, 4.3], **conditions).assign(reference=losses)
    assert not any(one.held for one in s4_claims.relays(rows))


def test_claim_of_files_can_hold_and_fail():
    conditions = {"block KB": [4, 4, 8, 8], "service": ["iSCSI", "NFS"] * 2}
    assert s4_claims.files(results([0.6, 0.5, 0.6, 0.5], **conditions))[0].held
    assert not s4_claims.files(results([0.6, 0.5, 0.6, 0.6], **conditions))[0].held


def test_pictures_have_printed_numbers():
    rows = results([0.2, 0.3, 0.5, 0.6], **{"request KB": [2, 4, 2, 4], "design": list("aabb")})
    rows["reference"] = [0.25, None, 0.53, None]
    rows[["unit", "metric"]] = "MB/s", "throughput"
    (picture,) = s4_pictures.sizes(rows)
    axes = picture.figure.axes[0]
    crosses = [line for line in axes.lines if line.get_marker() == "x"]
    assert [list(line.get_ydata()) for line in crosses] == [[0.25], [0.53]]


def test_run_of_the_system(loaded):
    options = s4.settings(loaded[1], s4.SINGLE, 2048, count=60)
    figures = s4_runs.simulate(options, 1)
    assert figures["mb_per_s"] == pytest.approx(0.25, rel=0.1)
    assert figures["iops"] * 2048 / 1e6 == pytest.approx(figures["mb_per_s"], rel=0.02)
    assert 0.2 < figures["target_busy"] < figures["initiator_busy"] < 0.5
    stages = figures["to_target_ms"] + figures["at_target_ms"] + figures["to_initiator_ms"]
    assert stages == pytest.approx(1e3 / figures["iops"], rel=0.05)
    assert figures == s4_runs.simulate(options, 1)
