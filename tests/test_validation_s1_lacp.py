# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S1 with a team or with MPIO: cells, claims and simulations."""

import sys

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import s1_claims, s1_lacp, s1_runs

PAPER = "s1"


def rates(team):
    """Give results of 135 and 165 MB/s with one cable, and that many times as much with a team."""
    return pd.DataFrame(
        [
            {"connection": name, "specification": share, "simulated": rate * factor}
            for name, factor in ((s1_lacp.ONE, 1), (s1_lacp.TWO, team))
            for share, rate in (("80/20", 135.2), ("50/50", 164.6))
        ]
    )


def figures(errors=0, before=135, after=134):
    """Give results of a run with a pulled cable."""
    found = {"errors": errors, "longest response": 400, "before": before, "after": after}
    return pd.DataFrame({"figure": found.keys(), "simulated": found.values()})


def test_only_the_team_differs(by_item):
    cells = {tuple(one.conditions.values()): one.settings for one in by_item["teaming"].cells}
    assert len(cells) == 4
    for share in ("80/20", "50/50"):
        one, team = cells[s1_lacp.ONE, share], cells[s1_lacp.TWO, share]
        assert team == one | s1_lacp.TEAM | {"stop": team["stop"]}
        # LACP takes 3 s of the longer run.
        assert float(team["stop"][:-1]) - float(one["stop"][:-1]) == 3


@pytest.mark.parametrize(("team", "held"), [(1, True), (0.99, True), (1.05, False), (1.9, False)])
def test_a_team_that_gains_or_loses_is_told(team, held):
    assert s1_claims.of_team(rates(team))[0].held is held


@pytest.mark.parametrize(
    ("own", "held"), [({}, True), ({"errors": 1}, False), ({"after": 68}, False)]
)
def test_what_does_not_survive_is_told(own, held):
    assert s1_claims.of_pull(figures(**own))[0].held is held


def by_paths(shares, own=()):
    """Give results of 135 MB/s, times those of shares with two paths, and some of their own."""
    found = {
        (name, share): 135 * (1 if name == s1_lacp.ALONE else factor)
        for name in s1_lacp.PATHS
        for share, factor in shares.items()
    }
    rows = [
        {"paths": name, "specification": share, "simulated": rate}
        for (name, share), rate in (found | dict(own)).items()
    ]
    return pd.DataFrame(rows)


def lost(**own):
    """Give results of a run with a lost path."""
    found = {"errors": 0, "longest response": 2100, "both paths": 160, "one path": 130}
    found = found | {"both again": 159} | {name.replace("_", " "): one for name, one in own.items()}
    return pd.DataFrame({"figure": found.keys(), "simulated": found.values()})


def test_only_the_paths_differ(by_item):
    cells = {tuple(one.conditions.values()): one.settings for one in by_item["MPIO"].cells}
    assert len(cells) == 8
    for share in ("80/20", "50/50"):
        alone = cells[s1_lacp.ALONE, share]
        assert cells[s1_lacp.SESSIONS, share] == alone | {"links": 2, "multipath": "round-robin"}
        assert cells[s1_lacp.CONNECTIONS, share] == alone | {"links": 2, "connections": 2}


def test_a_second_path_helps_or_not():
    first, second = s1_lacp._of_multipath(by_paths({"80/20": 1.2, "50/50": 1.02}))
    assert first.held
    assert second.held
    assert not s1_lacp._of_multipath(by_paths({"80/20": 1, "50/50": 1}))[0].held
    assert not s1_lacp._of_multipath(by_paths({"80/20": 1.2, "50/50": 1.2}))[0].held


def test_mpio_that_differs_from_mc_s_is_told():
    own = {(s1_lacp.SESSIONS, "80/20"): 180}
    first, second = s1_lacp._of_multipath(by_paths({"80/20": 1.2, "50/50": 1.02}, own))
    assert first.held
    assert not second.held


@pytest.mark.parametrize(
    ("own", "held"),
    [
        ({}, True),
        ({"errors": 1}, False),
        ({"longest_response": 3100}, False),
        ({"one_path": 150}, False),
        ({"both_again": 130}, False),
    ],
)
def test_what_a_lost_path_costs_is_told(own, held):
    assert s1_lacp._of_lost_path(lost(**own))[0].held is held


def test_mpio_is_faster_than_one_path_where_the_link_is_the_limit(parameters):
    times = {"rampTime": "200ms", "stop": "1200ms"}
    one, two = (
        s1_runs.requests(s1_lacp.options(parameters, "80/20", "direct", **times, **own), 1)[
            "all_mib_per_s"
        ]
        for own in (s1_lacp.PATHS[s1_lacp.ALONE], s1_lacp.PATHS[s1_lacp.SESSIONS])
    )
    assert two > 1.1 * one


def test_a_path_is_lost_and_nothing_fails(parameters):
    own = s1_lacp.PATHS[s1_lacp.SESSIONS] | s1_lacp.PINGS | {"defaultTime2Wait": 0}
    own |= {"cablePull": "1.5s 2.5s", "nopInterval": "200ms", "nopTimeout": "200ms", "stop": "5s"}
    own |= {"pathCheckInterval": "200ms", "ns3::TcpSocket::ConnTimeout": "200ms"}
    found = s1_runs.pull(s1_lacp.options(parameters, "80/20", "direct", **own), 1)
    assert found["errors"] == 0
    assert 200 < found["longest_ms"] < 1000
    assert found["without_mib_per_s"] < 0.9 * found["before_mib_per_s"]
    assert found["last_mib_per_s"] == pytest.approx(found["before_mib_per_s"], rel=0.05)


def test_one_session_has_one_link_of_a_team(parameters):
    times = {"rampTime": "200ms", "offload": "tso"}
    one = s1_lacp.options(parameters, "80/20", **times, stop="1200ms")
    team = s1_lacp.options(parameters, "80/20", **times, **s1_lacp.TEAM, stop="4200ms")
    rate = [s1_runs.requests(settings, 1)["all_mib_per_s"] for settings in (one, team)]
    # A second of 12,500 requests of random size scatters by 1 to 2 %.
    assert rate[1] == pytest.approx(rate[0], rel=0.04)


def test_a_cable_is_pulled_and_nothing_fails(parameters):
    settings = s1_lacp.options(
        parameters, "80/20", **s1_lacp.TEAM, offload="tso", cablePull="5s 5.3s", stop="7s"
    )
    found = s1_runs.pull(settings, 1)
    assert found["errors"] == 0
    # The pulled cable is the session's: without a retransmission nothing takes that long.
    assert found["longest_ms"] > 200
    assert found["after_mib_per_s"] == pytest.approx(found["before_mib_per_s"], rel=0.05)


def test_rates_are_of_their_times():
    ends = pd.Series([0.5, 1.5, 2.0, 2.5])
    sizes = pd.Series([1, 2, 4, 8]) * s1_runs.MIB
    assert s1_runs._rate(ends, sizes, 1, 2) == 6
    assert s1_runs._rate(ends, sizes, 0.5, 2.5) == 7
