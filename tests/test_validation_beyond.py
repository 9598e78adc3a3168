# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: the closed form of what fills a link, the maps, and one quick point."""

import sys
from dataclasses import replace

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import results, sensitivity, summary, wan_fill
from validation.wan_fill import KB, MB, Plan, closed_form, needed

SEGMENT, PDU = 1448, 262144
#: MB/s of data on 1 Gb/s.
FULL = 125 * 1448 / 1538 * 262144 / 262192


@pytest.fixture(scope="module")
def wan():
    _, parameters, experiments = command.load("wan")
    return parameters, {one.item: one for one in experiments}


@pytest.mark.parametrize(
    "plan, expected",
    [
        # The window: 6 MB for each 100 ms, less a header of 48 bytes for each PDU.
        (Plan(1000, True, 256 * KB, 1, 6_000_000, 1000), 60 * 262144 / 262192),
        (Plan(10000, True, 256 * KB, 4, 6_000_000, 1000), 240 * 262144 / 262192),
        # The depth: 32 of 64 KB for each 100.52 ms; of 1 MB for two round trips and 8.39 ms.
        (Plan(1000, True, 64 * KB, 1, 10**9, 32), 2.097152 / 0.100524288),
        (Plan(1000, False, MB, 1, 10**9, 1), 1.048576 / 0.208388608),
        # Bunches of 24 send 256 KB each in a round trip and 2.1 ms, then 768 KB each in 151 ms.
        (Plan(1000, False, MB, 1, 10**9, 24), 25.165824 / (0.102097152 + 0.150994944)),
        # Without R2T they fill the link, like a depth of which the first bursts fill a round trip.
        (Plan(1000, False, MB, 1, 10**9, 24, first_burst=MB), FULL),
        (Plan(1000, False, MB, 1, 10**9, 49), FULL),
        # The link.
        (Plan(1000, True, 256 * KB, 1, 10**9, 1000), FULL),
    ],
)
def test_least_limit(plan, expected):
    assert closed_form(plan, SEGMENT, PDU) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("plan", wan_fill.PLANS)
def test_plans_fill_the_link_and_no_less_would_do(plan):
    goal = wan_fill.SHARE * plan.link / 8
    segment = SEGMENT if plan.link == 1000 else 8948
    full = closed_form(plan, segment, PDU)
    if plan.basis != wan_fill.PLANNED:
        assert full < goal
        return
    assert goal < full
    assert closed_form(replace(plan, window=int(plan.window * 0.9)), segment, PDU) < goal
    # What counts is the depth of the smaller part.
    short = replace(plan, depth=int(plan.depth * 0.9), request=min(plan.parts))
    assert closed_form(short, segment, PDU) < goal


def test_writes_beyond_the_first_burst_need_more_depth():
    write, read = (needed(1000, is_read, MB, 1) for is_read in (False, True))
    # As evenly overlapping round trips: two instead of one.
    even = wan_fill.evenly(write)
    assert even.depth / read.depth == pytest.approx(0.208388608 / 0.108388608, rel=0.05)
    # In bunches: as many as writes of their first bursts alone.
    assert write.depth == needed(1000, False, 256 * KB, 1).depth
    assert needed(1000, False, 256 * KB, 1).depth == needed(1000, True, 256 * KB, 1).depth
    assert needed(1000, False, MB, 1, first_burst=MB).depth == read.depth


def test_plans_that_fail_are_told(wan):
    experiment = wan[1]["table 1"]
    rows = pd.DataFrame([cell.conditions for cell in experiment.cells])
    even = rows["depth from"] == wan_fill.EVEN
    rows["simulated"] = 0.91 * rows["link Mb/s"] / 8
    rows.loc[rows["depth from"] == wan_fill.DEFAULTS, "simulated"] = 1
    rows.loc[even, "simulated"] = 0.96 * rows.loc[even, "closed form MB/s"]
    assert [claim.held for claim in experiment.claims(rows)] == [True, True]
    rows.loc[even, "simulated"] = 0.94 * rows.loc[even, "closed form MB/s"]
    assert [claim.held for claim in experiment.claims(rows)] == [True, False]
    rows.loc[even, "simulated"] = 113
    assert [claim.held for claim in experiment.claims(rows)] == [True, False]
    rows.loc[0, "simulated"] = 0.89 * rows.loc[0, "link Mb/s"] / 8
    claim = experiment.claims(rows)[0]
    assert not claim.held
    assert claim.detail == "The lowest carries 89.0 %."


def test_counting_waits_for_the_window():
    window = int(10 * SEGMENT * 2**9.5)
    plan = Plan(1000, True, MB, 1, window, 1)
    assert wan_fill.times(plan, SEGMENT) == {"warmUp": "1s", "stop": "2.6s"}
    write = replace(plan, is_read=False)
    assert wan_fill.times(write, SEGMENT) == {"warmUp": "1s", "stop": "4s"}
    # The second connection logs in meanwhile.
    several = replace(plan, connections=2)
    assert wan_fill.times(several, SEGMENT) == {"warmUp": "1.8s", "stop": "3.4s"}


def test_depth_takes_logical_units():
    assert [Plan(1000, True, MB, 1, MB, depth).units for depth in (1, 32, 33)] == [1, 1, 2]


def test_maps_are_whole_and_have_no_reference(wan):
    _, experiments = wan
    assert [len(one.cells) for one in experiments.values()] == [60, 60, 60, 48, 11]
    cells = [cell for one in experiments.values() for cell in one.cells]
    assert all(cell.reference is None for cell in cells)
    assert sum(cell.is_quick for cell in cells) == 1
    several = experiments["map 4"].cells[-1]
    assert several.settings["connections"] == several.conditions["connections"] == 8
    # S0's own delay and half the round trip.
    own = command.load("s0")[1].settings("emulator")["delay"]
    assert several.settings["delay"] == own.replace("0.", "50.", 1)


def test_quick_point_against_closed_form(wan, tmp_path):
    _, experiments = wan
    rows = results.simulate("wan", experiments["map 2"], tmp_path, is_full=False, workers=1)
    # Four writes of 8 KB for each 10 ms and what hosts and emulator take, 0.3 to 1 ms.
    assert 4 * 8.192 / 11.0 < rows["simulated"].item() < 4 * 8.192 / 10.3
    assert rows["error_percent"].isna().all()
    assert summary.figures(rows)["cells"] == 0


def test_nothing_to_change_gives_no_sensitivity(wan, tmp_path):
    assert sensitivity.measure("wan", wan[0], None, None, tmp_path) is None
