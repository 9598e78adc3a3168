# SPDX-License-Identifier: GPL-2.0-only
"""The validation's harness: scenarios, runs, pairs, groups, claims, seeds, and the guide's code."""

import importlib.util
import json
import re
import sys
from collections import Counter

import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import claims, compare, results, s0_groups, scenarios, summary
from validation.experiment import Cell, Claim, Experiment, Runs

#: Noise of a run, with mean 0 over the first four.
NOISE = (0.3, -0.1, 0.2, -0.4)


def noisy(settings, run):
    """Give figures that chance has a part in, of a scenario that is a Python function."""
    rate = settings["rate"] + settings.get("noise", 1) * NOISE[(run - 1) % 4]
    return {"mb_per_s": rate, "iops": 250 * rate, "mean_ms": 4 / rate}


def failing(settings, run):
    """Fail as a scenario may."""
    if run == 2:
        raise OSError("no space left")
    return {"mb_per_s": 1.0}


def make(cells, scenario=noisy, **others):
    return Experiment("table 1", "noise", "", cells, column="mb_per_s", scenario=scenario, **others)


def simulate(experiment, folder, **others):
    return results.simulate("s9", experiment, folder, workers=1, **others)


def test_several_figures_of_one_run(tmp_path):
    calls = []

    def count(settings, run):
        calls.append(run)
        return noisy(settings, run)

    cells = [
        Cell({"figure": "rate"}, {"rate": 8.0}, 8.1),
        Cell({"figure": "IOPS"}, {"rate": 8.0}, column="iops", metric="rate", unit="IOPS"),
        Cell({"figure": "time"}, {"rate": 8.0}, column="mean_ms", metric="time", unit="ms"),
    ]
    rows = simulate(make(cells, count, runs=4), tmp_path)
    assert sorted(calls) == [1, 2, 3, 4]
    assert list(rows["unit"]) == ["MB/s", "IOPS", "ms"]
    assert list(rows["metric"]) == ["throughput", "rate", "time"]
    assert rows["simulated"].tolist()[:2] == pytest.approx([8, 2000])
    # Standard deviation 0.3162 of four runs, and Student's 3.1824 for 3 degrees of freedom.
    assert rows["ci_high"][0] - 8 == pytest.approx(3.1824 * 0.31623 / 2, rel=1e-4)
    # Finished runs are not called again.
    simulate(make(cells, count, runs=4), tmp_path)
    assert len(calls) == 4


@pytest.mark.parametrize("compare_, expected", [("ratio", 2.0), ("difference", 4.0)])
def test_pairs_have_the_same_seeds(tmp_path, compare_, expected):
    base = {"rate": 4.0, "noise": 1 if compare_ == "difference" else 0.5}
    cell = Cell({}, {"rate": 8.0}, base=base, compare=compare_)
    row = simulate(make([cell], runs=4), tmp_path).iloc[0]
    # What a run has by chance cancels out.
    assert row["simulated"] == pytest.approx(expected)
    assert row["ci_high"] - row["ci_low"] < 1e-9
    assert row["runs"] == 4


def test_runs_are_added_until_the_interval_is_narrow(tmp_path):
    cells = [
        Cell({}, {"rate": 100.0}),
        Cell({}, {"rate": 10.0}),
        Cell({}, {"rate": 10.0, "noise": 5}),
    ]
    rows = simulate(make(cells, runs=Runs(3, 40, 0.02)), tmp_path)
    assert rows["runs"][0] == 3
    assert 3 < rows["runs"][1] < 40
    assert rows["runs"][2] == 40
    widths = (rows["ci_high"] - rows["simulated"]) / rows["simulated"]
    assert widths[:2].max() <= 0.02 < widths[2]
    # The same again, and other runs with another seed.
    again = simulate(make(cells, runs=Runs(3, 40, 0.02)), tmp_path)
    assert list(again["runs"]) == list(rows["runs"])
    moved = simulate(make(cells[:1], runs=3), tmp_path, first_run=2)
    assert moved["simulated"][0] == pytest.approx(100 + np.mean(NOISE[1:]))


def test_a_quick_selection_has_few_runs(tmp_path):
    cells = [Cell({}, {"rate": 10.0}), Cell({}, {"rate": 1.0}, runs=Runs(34, 99, 0.001))]
    rows = simulate(make(cells, runs=Runs(3, 40, 0.001)), tmp_path, is_full=False)
    assert list(rows["runs"]) == [3, 8]


def test_one_run_of_chance_has_no_interval(tmp_path):
    row = simulate(make([Cell({}, {"rate": 1.0})]), tmp_path).iloc[0]
    assert np.isnan(row["ci_low"])
    assert not row["is_deterministic"]


def test_what_leaves_nothing_to_chance():
    ram = {"device": "ram", "workload": "closed", "pattern": "sequential", "readFraction": 1.0}
    assert scenarios.is_deterministic("iscsi-san", ram)
    assert scenarios.is_deterministic("tcp-bulk", {})
    for change in (
        {"device": "disk"},
        {"pattern": "uniform"},
        {"workload": "poisson"},
        {"readFraction": 0.5},
        {"size": "4096:1,65536:1"},
    ):
        assert not scenarios.is_deterministic("iscsi-san", {**ram, **change})
    assert not scenarios.is_deterministic(noisy, ram)


def test_no_point_of_chance_has_a_single_run():
    for name in ("s0", "s3"):
        for one in command.load(name)[2]:
            for cell in one.cells:
                fixed = scenarios.is_deterministic(one.scenario, cell.settings)
                assert fixed or one.runs_of(cell).least >= 3, (name, one.item, cell.conditions)


def test_settings_for_a_whole_experiment():
    cells = [
        Cell({}, {"size": "512", "offload": "none"}, runs=Runs(3)),
        Cell({}, {"size": "4096"}, base={"size": "512"}),
    ]
    experiment = make(cells, "iscsi-san", runs=2)
    changed = experiment.with_settings(offload="tso", delay="1ms")
    assert [cell.settings for cell in changed.cells] == [
        {"size": "512", "offload": "tso", "delay": "1ms"},
        {"size": "4096", "offload": "tso", "delay": "1ms"},
    ]
    assert [cell.base for cell in changed.cells] == [
        None,
        {"size": "512", "offload": "tso", "delay": "1ms"},
    ]
    # All else is as before, and the experiment itself too.
    assert [changed.runs_of(cell).least for cell in changed.cells] == [3, 2]
    assert changed.item == experiment.item
    assert cells[1].settings == {"size": "4096"}
    # Functions and other programs do not take the options of San.
    own = make([Cell({}, {"rate": 1.0})])
    assert own.with_settings(offload="tso") is own


def test_papers_with_offload():
    for name in ("s0", "s3", "s4"):
        exact, offload = (command.load(name, has_offload=one)[2] for one in (False, True))
        for one, other in zip(exact, offload, strict=True):
            # Radios have none.
            way = {"offload": "tso"} if isinstance(one.scenario, str) and name != "s4" else {}
            for cell, changed in zip(one.cells, other.cells, strict=True):
                assert changed.settings == {**cell.settings, **way}
                assert changed.conditions == cell.conditions


def test_a_function_that_fails_is_told(tmp_path):
    row = simulate(make([Cell({}, {})], failing, runs=3), tmp_path).iloc[0]
    assert row["failure"] == "OSError: no space left"
    assert np.isnan(row["simulated"])
    missing = simulate(make([Cell({}, {"rate": 1.0}, column="cost")], runs=2), tmp_path).iloc[0]
    assert missing["failure"] == "no cost in 2 runs"


def test_a_program_with_options_of_its_own(tmp_path, monkeypatch):
    program = tmp_path / "own"
    program.write_text(
        "#!/bin/sh\n"
        "for word; do case $word in --output=*) out=${word#*=};; --size=*) size=${word#*=};;\n"
        "--RngRun=*) run=${word#*=};; --big=true) ;; *) exit 1;; esac; done\n"
        'echo "{\\"link\\": {\\"rate\\": $size}, \\"run\\": $run}" > $out/summary.json\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(scenarios, "program", lambda name: program)
    cell = Cell({}, {"size": 7, "big": True}, column="link_rate")
    number = Cell({}, {"size": 7, "big": True}, column="run")
    wrong = Cell({}, {"color": 7}, column="link_rate")
    experiment = make([cell, number, wrong], scenarios.Program("own"), runs=3)
    rows = simulate(experiment, tmp_path)
    assert rows["simulated"].tolist()[:2] == [7, 2]
    assert rows["failure"][2].startswith("exit status 1")
    assert len(list(tmp_path.rglob("result.json"))) == 6


def test_results_of_a_program(tmp_path, monkeypatch):
    program = tmp_path / "own"
    program.write_text(
        '#!/bin/sh\n[ "$1" = --big=true ] || { echo "error: it is small" >&2; exit 1; }\n'
        'echo "$@" > ${3#--output=}/words\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(scenarios, "program", lambda name: program)
    words = scenarios.plain_arguments({"big": True}, 3)
    with scenarios.results_of("own", *words) as folder:
        assert (folder / "words").read_text() == f"--big=true --RngRun=3 --output={folder}\n"
    assert not folder.exists()
    small = scenarios.results_of("own", *scenarios.plain_arguments({"big": False}, 3))
    with pytest.raises(RuntimeError, match=r"^it is small$"), small:
        pass


@pytest.mark.parametrize(
    "make_wrong, message",
    [
        (lambda: Runs(2, 9, 0.1), "needs 3 <= least <= most, not 2 and 9"),
        (lambda: Runs(0), "least 0 is not 1 or more"),
        (lambda: Runs(3, 9, 0), "precision 0 is not between 0 and 1"),
        (lambda: Cell({}, {}, compare="sum"), "compare: sum is not one of ratio, difference"),
        (lambda: Cell({}, {}, group="good"), "group: good is not one of fitted, derived"),
        (lambda: Claim("", True, kind="mine"), "kind mine is not one of paper, fitted, own"),
        (lambda: Claim("", True, kind="own", is_right=False), "only a claim of the paper"),
    ],
)
def test_wrong_words_are_told(make_wrong, message):
    with pytest.raises(ValueError, match=message):
        make_wrong()


def test_verdicts_say_what_is_tolerated():
    assert Claim("", True, tolerance="ratio 0.5 to 2").verdict == "Holds (ratio 0.5 to 2)."
    assert Claim("", False).verdict == "Does not hold."
    assert Claim("", None, tolerance="any").verdict == "Cannot be checked."
    wrong = Claim("", False, is_right=False)
    assert wrong.verdict == (
        "Contradicted by its own numbers or a standard, and by the simulation."
    )
    counted = claims.count(
        [Claim("", True), Claim("", False, kind="own"), wrong, Claim("", True, kind="fitted")]
    )
    assert counted["claims_checked"] == counted["fitted_points_held"] == 1
    assert (counted["expectations_checked"], counted["expectations_held"]) == (1, 0)
    assert counted["claims_shown_wrong"] == 1


def test_groups_of_s0():
    cells = [(one.item, cell) for one in command.load("s0")[2] for cell in one.cells]
    counts = Counter(cell.group for _, cell in cells)
    assert counts == {"fitted": 56 + 12, "capped": 13, "derived": 13 + 12, "predicted": 30}
    lan = Counter(cell.group for item, cell in cells if item == "table 6")
    assert lan == {"fitted": 12, "derived": 12}
    # Those at the cap among the numbers that were fitted on are at the cap as well.
    assert sum(cell.is_capped for _, cell in cells) == 46


@pytest.mark.parametrize(
    "arguments, group",
    [
        ((19.3, 0, None, (1, True)), "fitted"),
        ((19.2, 50, None, (1, True)), "capped"),
        ((18.3, 10, None, (1, True)), "predicted"),
        ((4.4, 10, 46720, (1e9, False)), "derived"),
        # A window that lets more pass than the link does not matter, unless a request waits.
        ((11.6, 10, 248000, (262144, False)), "predicted"),
        ((11.6, 10, 248000, (262144, True)), "derived"),
        ((5.4, 10, 248000, (65536, True)), "predicted"),
        ((100, None, None, (1, True)), "derived"),
    ],
)
def test_rules_of_groups(arguments, group):
    assert s0_groups.group_of(*arguments) == group


@pytest.fixture
def summaries():
    def make_summary(seed, held, median, count):
        figures = {"cells": count, "median_abs_error_percent": median}
        return {
            "seed": seed,
            "total": figures,
            "papers": {"S9": figures},
            "items": {"S9 table 1": figures},
            "groups": {"S9": {"fitted": figures}},
            "verdicts": {"S9: It is fast.": held},
        }

    return make_summary


def test_seeds_that_agree(summaries):
    difference = compare.compare(summaries(0, True, 3.0, 8), summaries(100, True, 3.4, 8))
    assert difference.lines == []
    assert str(difference) == "seeds 0 and 100: 1 verdicts and 8 headlines compared, 0 differ"


def test_the_part_of_one_paper(summaries):
    one, more = summaries(0, True, 3.0, 8), summaries(0, True, 3.0, 8)
    more["total"] = {"cells": 99}
    for key in ("papers", "items", "groups", "verdicts"):
        more[key] = {
            **more[key],
            **{name.replace("S9", "S8"): it for name, it in more[key].items()},
        }
    assert compare.compare(*(compare.of_paper(it, "S9") for it in (one, more))).lines == []
    with pytest.raises(compare.SummaryError, match="nothing of S7"):
        compare.of_paper(more, "S7")


def test_seeds_that_differ(summaries, tmp_path, capsys):
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    paths[0].write_text(json.dumps(summaries(0, True, 3.0, 8)))
    paths[1].write_text(json.dumps(summaries(100, False, 3.6, 7)))
    assert compare.main([str(path) for path in paths]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("1 verdicts and 8 headlines compared, 9 differ")
    assert "  total: cells: 8 and 7" in lines
    assert lines[-1] == "  S9: It is fast. holds and does not hold"
    paths[1].write_text("{}")
    assert compare.main([str(path) for path in paths]) == 2
    assert capsys.readouterr().err == f"error: {paths[1]}: no summary of a validation\n"
    for words in ([str(tmp_path / "none.json")] * 2, [str(ROOT / "README.md")] * 2):
        assert compare.main(words) == 2
        line = capsys.readouterr().err
        assert line.startswith(f"error: {words[0]}: ")
        assert line.endswith(("No such file or directory\n", "no summary of a validation\n"))
    with pytest.raises(compare.SummaryError, match="different experiments"):
        compare.compare(summaries(0, True, 3, 8), {**summaries(0, True, 3, 8), "verdicts": {}})


def code_blocks():
    """Give the Python code of the guide for authors of tables."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.partition("## Validation")[2].partition("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


@pytest.mark.parametrize("number, most_lines", [(0, 15), (1, 60)])
def test_examples_of_the_guide(tmp_path, number, most_lines):
    code = code_blocks()[number]
    assert len([line for line in code.splitlines() if line.strip()]) <= most_lines
    path = tmp_path / "guide.py"
    path.write_text(
        code.replace("from . ", "from validation ").replace("from .", "from validation.")
    )
    specification = importlib.util.spec_from_file_location("guide", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    experiments = module.experiments(command.load("s0")[1])
    rows = simulate(experiments[0], tmp_path, is_full=False)
    assert rows["failure"].isna().all()
    assert (rows["simulated"] > 0).all()
    assert len(experiments[0].claims(rows)) >= number
    assert len(experiments[0].pictures(rows)) == 1
    assert summary.figures(rows)["cells"] > 0
