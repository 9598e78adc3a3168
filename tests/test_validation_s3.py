# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S3: parameters, cells, claims, pictures and two simulations."""

import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import results, s3, s3_claims, s3_ns2, s3_pictures, s3_segment_sizes
from validation.experiment import Runs
from validation.parameters import ParameterFileError, Parameters
from validation.reference import read

#: Options that are a condition of a figure or follow from one, as the length of a run does.
AXES = {
    "size",
    "count",
    "warmUp",
    "stop",
    "readFraction",
    "delay",
    "segmentSize",
    "rcvBufSize",
    "connections",
    "maxRecvDataSegmentLength",
    "maxBurstLength",
    "firstBurstLength",
    "fcLineRate",
    "fcFramePayload",
}


@pytest.fixture(scope="module")
def loaded():
    return command.load("s3")


@pytest.fixture
def by_item(loaded):
    return {one.item: one for one in loaded[2]}


def simulate(experiment, folder, **conditions):
    """Simulate the cells that have some conditions."""
    cells = [
        replace(cell, runs=None)
        for cell in experiment.cells
        if conditions.items() <= cell.conditions.items()
    ]
    return results.simulate("s3", replace(experiment, cells=cells, runs=1), folder, workers=1)


def test_closed_forms_without_hosts(by_item):
    """80 segments of 296 bytes in 0.8 ms; 2,048 of 2,108 bytes of 106.25 MB/s."""
    window = by_item["fig. 11"].closed_form.value
    conditions = {"connections": 1, "MSS B": 296, "window": 80, "delay ms": 0.4}
    assert window(conditions) == pytest.approx(29.6)
    loop = by_item["section 2.4"].closed_form.value
    assert loop({"line rate": "1.0625Gbps", "frame B": 2048}) == pytest.approx(103.226, abs=1e-3)


def invent(experiment, is_full=True):
    """Give results of an experiment that a formula makes: the network in series with 9 MB/s."""
    rows = []
    for cell in experiment.cells:
        if is_full or cell.is_quick:
            size = int(cell.settings["size"])
            window = int(cell.settings["rcvBufSize"])
            delay = float(cell.settings["delay"].removesuffix("ms"))
            share = 1 / (1 + 48 / int(cell.settings["maxRecvDataSegmentLength"]))
            rate = 1 / (1 / 9 + 2 * delay * 1e3 / window / share + 5e3 / size)
            row = dict.fromkeys(experiment.further, 1.0)
            row.update(
                paper="S3",
                item=experiment.item,
                simulated=size / rate / 1e3 if experiment.unit == "ms" else rate,
                reference=np.nan if cell.reference is None else cell.reference,
                requests=24,
                runs=3,
                is_full=True,
                pdus_r2t=0 if cell.conditions.get("mode") == "read" else 24,
                pdus_data_in=24 * size // int(cell.settings["maxRecvDataSegmentLength"]),
            )
            row["error_percent"] = 100 * (row["simulated"] / row["reference"] - 1)
            row["ci_low"] = row["ci_high"] = row["simulated"]
            rows.append({**row, **cell.conditions})
    return pd.DataFrame(rows)


def test_every_value_says_where_it_comes_from(loaded):
    _, parameters, _ = loaded
    fitted = [(entry.table, entry.name) for entry in parameters.entries if entry.source == "fitted"]
    assert fitted == [("gigabit", "size")]


def test_no_parameter_belongs_to_a_cell(loaded):
    """All cells of a figure with the same load differ in what its axes are, and in nothing else."""
    for experiment in loaded[2]:
        groups = {}
        for cell in experiment.cells:
            key = (cell.conditions.get("load"), cell.conditions.get("mode"))
            fixed = {name: it for name, it in cell.settings.items() if name not in AXES}
            fixed["queueDepth"] /= cell.conditions.get("connections", 1)
            assert groups.setdefault(key, fixed) == fixed


def test_a_changed_window_of_the_file_changes_figures_7_to_9(loaded):
    _, parameters, _ = loaded
    entry = next(
        one for one in parameters.entries if (one.table, one.name) == ("tcp", "rcvBufSize")
    )
    for experiment in command.load("s3", parameters.scaled(entry, 2))[2]:
        if experiment.item in ("fig. 7", "fig. 8", "fig. 9"):
            assert {cell.settings["rcvBufSize"] for cell in experiment.cells} == {57920}


def test_a_parameter_that_grows_leaves_whole_blocks(loaded):
    _, parameters, _ = loaded
    for entry in parameters.entries:
        if entry.name == "size":
            for experiment in command.load("s3", parameters.scaled(entry, 1.1))[2]:
                assert all(int(cell.settings["size"]) % 512 == 0 for cell in experiment.cells)


def test_quick_selection_is_small(loaded):
    counts = {one.item: sum(cell.is_quick for cell in one.cells) for one in loaded[2]}
    assert all(0 < count <= 12 for count in counts.values())
    # The quoted points are always there.
    quoted = [c for one in loaded[2] for c in one.cells if c.reference and "fig" in one.item]
    assert [(cell.reference, cell.is_quick) for cell in quoted] == [(4.0, True), (6.8, True)]


@pytest.mark.parametrize("is_full", [False, True])
def test_every_claim_of_the_paper_is_there_once(loaded, is_full):
    paper, _, experiments = loaded
    tables = [invent(one, is_full) for one in experiments]
    checked = [
        claim for one, rows in zip(experiments, tables, strict=True) for claim in one.claims(rows)
    ]
    checked += paper.claims(pd.concat(tables))
    texts = [claim.text for claim in checked if claim.kind != "own"]
    assert sorted(texts) == sorted(
        f"{row['text']} (Section {row['section']:g})" for row in read("s3_claims")
    )
    unknown = [claim for claim in checked if claim.held is None]
    assert len(unknown) == 3
    assert all(claim.detail for claim in unknown)
    wrong = [claim for claim in checked if not claim.is_right]
    assert len(wrong) == 4
    assert not any(claim.held for claim in wrong)
    kinds = [claim.kind for claim in checked if claim.is_right and claim.held is not None]
    assert [kinds.count(kind) for kind in ("paper", "fitted", "own")] == [14, 2, 8]


def test_closed_forms():
    rows = pd.DataFrame(
        {
            "load": ["light"],
            "connections": [1],
            "MSS B": [296],
            "window": [20],
            "delay ms": [0.4],
            "all_stage_sent_ms": [1.0],
            "all_stage_arrived_at_target_ms": [1.0],
            "all_stage_answered_ms": [1e6],
            "all_stage_media_done_ms": [58.5],
        }
    )
    assert s3_claims.closed_form(rows).item() == pytest.approx(7.4)
    assert s3_claims.network_time(rows).item() == 1e6 + 2
    # 64 PDUs of 8 KB are 527360 bytes, 90 windows of 5920.
    expected = 524288 / (58.5 + 90 * 0.8) / 1e3
    assert s3_claims.in_series(rows, 524288, 8192, 20).item() == pytest.approx(expected)
    # Windows of 2, 4, 8 and 16 segments, and 88 of 20 for the remaining 1752 segments.
    expected = 524288 / (58.5 + 92 * 0.8) / 1e3
    assert s3_claims.in_series(rows, 524288, 8192, 2).item() == pytest.approx(expected)


@pytest.mark.parametrize(
    "segments, window, initial, expected",
    [
        # One, two and part of a third window; no slow start.
        (20, 20, 20, 1),
        (40, 20, 20, 2),
        (41, 20, 20, 3),
        (41, 20, 30, 3),
        # 2, 4, 8: no more than slow start.
        (2, 20, 2, 1),
        (3, 20, 2, 2),
        (14, 20, 2, 3),
        (15, 20, 2, 4),
        # 2, 4, 8, 16, 20, 20.
        (30, 20, 2, 4),
        (31, 20, 2, 5),
        (70, 20, 2, 6),
        (71, 20, 2, 7),
        # A power of two: 2, 4, 8, 16, 16.
        (46, 16, 2, 5),
        (47, 16, 2, 6),
    ],
)
def test_round_trips_of_an_answer(segments, window, initial, expected):
    assert s3_claims.round_trips(segments, window, initial) == expected


@pytest.mark.parametrize("is_restarted", [False, True])
def test_round_trips_are_those_of_ns2(is_restarted):
    """Whole round trips, and the time of a few packets on the link."""
    points = s3_ns2.points(10, is_restarted) | s3_ns2.points(11, is_restarted)
    assert len(points) == 8
    for (segment, window, delay), network in points.items():
        initial = 2 if is_restarted else window
        trips = s3_claims.round_trips(-(-527360 // segment), window, initial)
        assert 0 < network - trips * 2 * delay < 0.5, (segment, window, delay)


def test_comparison_with_ns2_can_fail():
    rows = pd.DataFrame(
        [
            {"load": "light", "connections": 1, "MSS B": segment, "window": window}
            | {"delay ms": delay, "all_stage_answered_ms": 1.009 * network}
            for (segment, window, delay), network in s3_ns2.points(11, True).items()
        ]
    )
    rows["all_stage_sent_ms"] = rows["all_stage_arrived_at_target_ms"] = 0.0
    claim = s3_ns2.compare(rows, 11, True)
    assert claim.held
    assert "22.07 for 21.87 ms (+0.90 %) with 296 bytes, window 80 and 0.4 ms" in claim.detail
    rows.loc[3, "all_stage_answered_ms"] *= 0.98
    assert not s3_ns2.compare(rows, 11, True).held


def test_claims_can_fail(by_item):
    rows = invent(by_item["fig. 10"])
    held = {claim.text: claim.held for claim in by_item["fig. 10"].claims(rows)}
    rows["simulated"] *= 1.1 * rows["delay ms"] ** 0.1
    changed = {claim.text: claim.held for claim in by_item["fig. 10"].claims(rows)}
    inverse = next(text for text in held if "inversely" in text)
    bound = next(text for text in held if "at most" in text)
    assert held[bound]
    assert not changed[bound]
    assert not changed[inverse]


def test_quoted_points(by_item, tmp_path):
    rows = simulate(by_item["fig. 11"], tmp_path, **{"load": "light", "delay ms": 0.4})
    quoted = rows.dropna(subset="reference")
    assert list(quoted["reference"]) == [4.0, 6.8]
    assert quoted["error_percent"].abs().max() < 5
    parameters = command.load("s3")[1]
    size = parameters.settings("gigabit")["size"]
    ratio = rows["simulated"] / s3_claims.in_series(rows, size, 8192, 2)
    assert ratio.tolist() == pytest.approx([1, 1, 1], abs=0.02)


def test_full_window(loaded, tmp_path):
    _, parameters, _ = loaded
    cells = [
        s3.network_cell(parameters, "heavy", 1448, s3_segment_sizes.WINDOW, delay, runs=Runs())
        for delay in (5, 50)
    ]
    experiment = replace(loaded[2][3], cells=cells)
    rows = results.simulate("s3", experiment, tmp_path, workers=1)
    share = rows["simulated"] / s3_claims.closed_form(rows)
    assert share.max() <= 1
    assert share.min() >= 0.95


def test_reads_have_no_r2t(by_item, tmp_path):
    rows = simulate(by_item["fig. 9"], tmp_path, **{"PDU B": 8192, "burst KB": 64})
    counts = s3_claims.per_megabyte(rows, "r2t")
    # None; one for each PDU; one for each write, which is shorter than MaxBurstLength.
    assert counts.tolist() == [0, 128, 16]


def test_pictures(by_item):
    pictures = dict.fromkeys(by_item, 1)
    pictures.update({"fig. 7": 2, "fig. 8": 2, "fig. 9": 3, "section 2.4": 0})
    for item, experiment in by_item.items():
        made = experiment.pictures(invent(experiment))
        assert len(made) == pictures[item]
    rows = invent(by_item["fig. 11"])
    left, right = s3_pictures.against_delay(rows, "window").axes
    drawn = {tuple(point) for line in left.lines for point in line.get_xydata()}
    assert {(0.4, 4.0), (0.4, 6.8)} <= drawn
    forms = {tuple(np.round(point, 6)) for line in right.lines for point in line.get_xydata()}
    assert (50, 0.2368) in forms
    assert left.get_title() == "One request at a time; diamonds: the paper"
    rows = invent(by_item["fig. 10"])
    unquoted = s3_pictures.against_delay(rows[rows["connections"] == 1], "MSS B").axes[0]
    assert unquoted.get_title() == "One request at a time"


def test_bars_add_up_to_the_response_time(by_item):
    rows = invent(by_item["fig. 7"]).head(2)
    axes = s3_pictures.stages(rows, ["mode", "burst KB"]).axes[0]
    ends = [patch.get_x() + patch.get_width() for patch in axes.patches]
    assert max(ends) == len(s3.STAGES)


def test_bad_source_is_told(tmp_path):
    path = tmp_path / "s3.toml"
    text = (ROOT / "validation" / "s3.toml").read_text()
    path.write_text(text.replace('source = "fitted"', 'source = "guessed"'))
    with pytest.raises(ParameterFileError, match=r"gigabit\.size"):
        Parameters.load(path)
