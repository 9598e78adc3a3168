# SPDX-License-Identifier: GPL-2.0-only
"""The validation's experiments of S2 with programs on files: cells, claims, traces, simulations."""

import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import (
    results,
    s2,
    s2_bonnie,
    s2_build,
    s2_postmark,
    s2_postmark_runs,
    s2_program_claims,
    s2_programs,
)
from validation.parameters import Parameters
from validation.reference import read

MODULES = (s2_bonnie, s2_postmark, s2_build)


@pytest.fixture(scope="module")
def parameters():
    return Parameters.load(command.FOLDER / "s2.toml")


@pytest.fixture(scope="module")
def by_item(parameters):
    return {one.item: one for module in MODULES for one in module.experiments(parameters)}


def invent(experiment, value, width=0.01, is_full=True):
    """Give results that a function of the conditions makes.

    :param value: of a cell
    :param width: half of the interval, as a share
    """
    rows = []
    for cell in experiment.cells:
        found = value(cell.conditions)
        rows.append(
            {
                "item": experiment.item,
                "unit": cell.unit or experiment.unit,
                "reference": np.nan if cell.reference is None else cell.reference,
                "simulated": found,
                "ci_low": found * (1 - width),
                "ci_high": found * (1 + width),
                "is_full": is_full,
                "read_rate": 1.0 / (1 + cell.conditions["delay ms"]),
                "write_rate": 2.0 / (1 + cell.conditions["delay ms"]),
                **cell.conditions,
            }
        )
    return pd.DataFrame(rows)


def verdicts(experiment, value, **others):
    """Give the verdicts of claims on invented results by the first words of their texts."""
    claims = experiment.claims(invent(experiment, value, **others))
    names = {row["text"]: row["claim"] for row in read("s2_program_claims")}
    return {names.get(one.text.partition(" (Section")[0], one.text): one.held for one in claims}


def test_cells_and_runs(by_item):
    assert {item: len(one.cells) for item, one in by_item.items()} == {
        "table 5": 36,
        "figure 10": 12,
        "figures 11 and 13": 9,
        "figures 12 and 14": 9,
        "figures 11 and 12": 6,
        "figure 15": 9,
    }
    assert all(one.runs >= 10 for one in by_item.values())


def test_quick_selection_is_a_single_simulation(by_item):
    quick = [cell for one in by_item.values() for cell in one.cells if cell.is_quick]
    assert len(quick) == 2
    assert quick[0].settings == quick[1].settings


def test_numbers_of_table_5_are_the_printed_ones(by_item):
    printed = {row["delay_ms"]: row for row in read("s2_table5_bonnie_single")}
    columns = {"rewrite": "rewrite_KB_per_s", "seeks": "seeks_per_s"}
    words = {s2.PLAIN: "tcp", s2.FAIR: "fair"}
    for cell in by_item["table 5"].cells:
        row, variant = printed[cell.conditions["delay ms"]], cell.conditions["variant"]
        column = columns[cell.conditions["test"]]
        assert cell.low < cell.reference < cell.high
        if cell.base is None:
            assert cell.reference == row[f"{words[variant]}_{column}"]
            assert round(cell.high - cell.low, 6) == (1 if "rewrite" in column else 0.1)
        else:
            ratio = row[f"fair_{column}"] / row[f"tcp_{column}"]
            assert cell.reference == ratio
            name = "rewrite" if "rewrite" in column else "seek"
            assert round(100 * (ratio - 1), 1) == row[f"{name}_gain_percent"]


def test_pairs_differ_in_what_they_compare(by_item):
    for item, experiment in by_item.items():
        pairs = [cell for cell in experiment.cells if cell.base is not None]
        assert pairs
        for cell in pairs:
            differing = {
                name
                for name in {*cell.settings, *cell.base}
                if cell.settings.get(name) != cell.base.get(name)
            }
            if item == "figures 11 and 12":
                assert differing >= {"processes", "postmarkNumber", "postmarkTransactions"}
                assert "tcpSharing" not in differing
            else:
                assert differing == {"tcpSharing"}


def test_times_are_compared_the_other_way_round(by_item):
    for cell in by_item["figures 11 and 13"].cells:
        if cell.base is not None:
            fair = cell.base if cell.conditions["figure"] == "time" else cell.settings
            assert fair["tcpSharing"] == "ensemble"


def test_programs_are_scaled(parameters):
    one = s2_bonnie.bonnie(parameters, 4, s2.PLAIN)
    four = s2_bonnie.bonnie(parameters, 4, s2.PLAIN, processes=4)
    assert one["bonnieFileSize"] * s2_programs.SCALE == 1024
    assert four["bonnieFileSize"] * four["bonnieProcesses"] == one["bonnieFileSize"]
    memory = parameters.settings("system")["cache"]
    assert one["cache"] == pytest.approx(memory / s2_programs.SCALE, rel=0.1)
    single, many = (
        s2_postmark.postmark(parameters, 4, s2.PLAIN, number)
        for number in (s2_postmark.ONE, s2_postmark.MANY)
    )
    for name in ("postmarkNumber", "postmarkTransactions"):
        assert many[name] * 10 == pytest.approx(single[name], rel=0.02)


GAINS = {
    "table 5": {"rewrite_gain": 20, "seek_gain": 20},
    "figure 10": {"four_seek_gain": 25},
    "figures 11 and 13": {"postmark_time": 14},
    "figures 12 and 14": {"postmarks_time": 30},
    "figure 15": {"build_gain": 12},
}


@pytest.mark.parametrize(
    ("item", "name", "percent"),
    [(item, name, percent) for item, names in GAINS.items() for name, percent in names.items()],
)
def test_ranges_of_gains(by_item, item, name, percent):
    for change, held in ((0, True), (60, False), (-60, False)):
        assert verdicts(by_item[item], lambda _, c=change: 1 + (percent + c) / 100)[name] == held


def test_a_gain_outside_the_range_at_one_delay_is_enough(by_item):
    def value(conditions):
        return 1.6 if conditions["delay ms"] == 4 else 1.12

    assert not verdicts(by_item["figure 15"], value)["build_gain"]


def test_intervals_say_what_is_in_doubt_and_decide_nothing(by_item):
    """8 to 17 %: each mean is in the range; an interval across a limit leaves doubt."""
    one = by_item["figure 15"]
    values = {0: 1.085, 4: 1.12, 10: 1.12}
    for width, doubtless in ((0.001, 3), (0.02, 2), (0.1, 0)):
        rows = invent(one, lambda it: values[it["delay ms"]], width=width)
        claim = one.claims(rows)[0]
        assert claim.held
        assert f"no doubt of {doubtless} of 3" in claim.detail
    values[0] = 1.079
    assert not verdicts(one, lambda it: values[it["delay ms"]], width=0.05)["build_gain"]


def test_gains_narrow_or_not(by_item):
    one = by_item["figure 10"]
    assert verdicts(one, lambda it: 1.5 - it["delay ms"] / 50)["four_narrowing"]
    assert not verdicts(one, lambda it: 1.2 + it["delay ms"] / 50)["four_narrowing"]
    # The difference is less than the intervals.
    assert not verdicts(one, lambda it: 1.5 - it["delay ms"] / 50, width=0.2)["four_narrowing"]


def test_ten_processes_take_half_the_time_or_not(by_item):
    one = by_item["figures 11 and 12"]
    assert verdicts(one, lambda _: 0.55) == {"half_time": True}
    assert verdicts(one, lambda _: 0.9) == {"half_time": False}
    assert verdicts(one, lambda it: 0.3 if it["delay ms"] == 10 else 0.5) == {"half_time": False}


def test_postmark_writes_faster_than_it_reads_or_not(by_item):
    one = by_item["figures 11 and 13"]
    rows = invent(one, lambda _: 1.14)
    assert [claim.held for claim in one.claims(rows)] == [True, True]
    rows["write_rate"] /= 3
    assert [claim.held for claim in one.claims(rows)] == [True, False]


@pytest.mark.parametrize("test", ["rewrite", "seeks"])
def test_rates_that_do_not_fall_as_printed(by_item, test):
    one = by_item["table 5"]
    rows = invent(one, lambda _: 1.0)
    rows["simulated"] = rows["reference"]
    words = f"The rate of {test} falls"
    assert next(it for it in one.claims(rows) if it.text.startswith(words)).held
    rows["simulated"] = 50.0
    assert not next(it for it in one.claims(rows) if it.text.startswith(words)).held


def test_no_claim_of_a_part(by_item):
    for experiment in by_item.values():
        assert experiment.claims(invent(experiment, lambda _: 1.0, is_full=False)) == []


def test_every_claim_is_checked(by_item):
    checked = set()
    for experiment in by_item.values():
        checked |= set(verdicts(experiment, lambda _: 1.2))
    assert {row["claim"] for row in read("s2_program_claims")} <= checked


def test_figures_of_claims_are_those_of_the_table():
    for name in ("rewrite", "seek"):
        gains = [row[f"{name}_gain_percent"] for row in read("s2_table5_bonnie_single")]
        row = next(it for it in read("s2_program_claims") if it["claim"] == f"{name}_gain")
        assert (row["least"], row["most"]) == (min(gains), max(gains))


def lines(path, processes=3, files=100, transactions=200, run=1):
    s2_postmark_runs.write(path, processes, files, transactions, run)
    return [line.split() for line in path.read_text().splitlines()]


def test_the_trace_does_what_postmark_does(tmp_path):
    sizes, made, opened, moved = {}, {}, {}, {}
    for _, _, process, operation, *words in lines(tmp_path / "a"):
        if operation == "open":
            opened[process] = path = words[1]
            assert path.startswith(f"/{process}/")
            assert ("truncate" in words[2]) == (path not in sizes)
            made[process] = made.get(process, 0) + ("truncate" in words[2])
        elif operation == "pwrite":
            path, (first, count) = opened[process], map(int, words[1:])
            assert first == sizes.get(path, 0)
            sizes[path] = first + count
            assert s2_postmark_runs.LOW <= sizes[path] <= s2_postmark_runs.HIGH
        elif operation == "pread":
            moved[process] = moved.get(process, 0) + int(words[2])
        elif operation == "close":
            assert moved.pop(process, sizes[opened[process]]) == sizes[opened[process]]
        elif operation == "unlink":
            del sizes[words[0]]
    assert sizes == {}
    # Half of the transactions make a file, beside those made in advance.
    assert set(made) == {"0", "1", "2"}
    assert all(170 <= count <= 230 for count in made.values())


def test_traces_follow_from_the_run(tmp_path):
    assert lines(tmp_path / "a") == lines(tmp_path / "b")
    assert lines(tmp_path / "a") != lines(tmp_path / "c", run=2)


def test_one_process_as_a_trace_takes_the_time_of_postmark(parameters):
    options = s2_postmark.postmark(parameters, 4, s2.PLAIN, s2_postmark.ONE)
    options |= {"lossToTargets": 0, "lossToInitiators": 0, "postmarkTransactions": 600}
    own = s2_postmark_runs.simulate(dict(options), 1)
    del options["processes"]
    traced = s2_postmark_runs.simulate_trace(options, 1, 1)
    assert traced["total"] == pytest.approx(own["total"], rel=0.1)
    assert traced["bytes_written"] == pytest.approx(own["bytes_written"], rel=0.05)


def test_a_build_is_simulated_and_compared_in_pairs(by_item, tmp_path):
    experiment = by_item["figure 15"]
    cells = [cell for cell in experiment.cells if cell.conditions["delay ms"] == 4]
    few = replace(experiment, cells=cells, runs=2)
    rows = results.simulate("s2", few, tmp_path, workers=1)
    assert rows["failure"].isna().all()
    found = rows.set_index("variant")
    plain, fair = (found["first"][variant] for variant in (s2.PLAIN, s2.FAIR))
    assert found["first"][s2_programs.MORE_TIME] == pytest.approx(plain / fair)
    # The recorded processor times alone are 12 s.
    steps = found[[f"{step}_seconds" for step in s2_build.STEPS]].sum(axis="columns")
    assert steps[s2.PLAIN] == pytest.approx(found["simulated"][s2.PLAIN])
    assert steps[s2.PLAIN] > 12
    assert s2_program_claims.of_build(rows)
