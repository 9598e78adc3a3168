# SPDX-License-Identifier: GPL-2.0-only
"""The validation: parameter files, errors, the report, and S0's experiments."""

import csv
import json
import re
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from browser import CHROMIUM, Browser
from conftest import ROOT
from ns3_iscsi import San

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import pictures, report, results, sensitivity, summary
from validation.experiment import Cell, Claim, Experiment, Paper
from validation.parameters import Entry, ParameterFileError, Parameters, is_quantity

ENTRY = """
[path.delay]
value = "2ms"
source = "fitted"
why = "on a table"
"""


def make_row(reference, simulated, low=None, high=None, group="predicted", **conditions):
    error = 100 * (simulated / reference - 1) if reference else np.nan
    return {
        "paper": "S9",
        "item": "table 1",
        "conditions": ", ".join(f"{name} {value}" for name, value in conditions.items()),
        "metric": "throughput",
        "unit": "MB/s",
        "reference": np.nan if reference is None else reference,
        "reference_low": np.nan if low is None else low,
        "reference_high": np.nan if high is None else high,
        "simulated": simulated,
        "ci_low": simulated,
        "ci_high": simulated,
        "runs": 1,
        "error_percent": error,
        "within_rounding": low is not None and low <= simulated <= high,
        "within_10_percent": abs(error) <= 10,
        "group": group,
        **conditions,
        "baseline_constant": 9.0,
        "baseline_fitted_alone": 8.0 if group == "fitted" else np.nan,
        "baseline_closed_form": np.nan,
        "is_capped": group == "capped",
        "is_independent": conditions["size"] == 1,
        "is_deterministic": True,
        "is_full": True,
        "failure": None,
    }


@pytest.fixture
def rows():
    return pd.DataFrame(
        [
            make_row(10, 10.5, 9.95, 10.05, size=1, window=1),
            make_row(10, 8.0, 9.95, 10.05, "fitted", size=8, window=1),
            make_row(0.02, 0.016, 0.015, 0.025, size=1, window=32),
            make_row(None, 3.0, size=8, window=32),
        ]
    )


@pytest.fixture
def outcome(rows):
    cells = [Cell({"size": 1, "window": 1}, {})]
    experiment = Experiment("table 1", "sizes", "What is known.", cells)
    claims = [Claim("It is fast.", True), Claim("It is slow.", False, "It is not.", is_right=False)]
    claims.append(Claim("It is red.", None, "Nobody looked."))
    paper = Paper(
        "s9", "a paper", "Authors.", ["About it."], explain=lambda row: f"size {row['size']}"
    )
    parameters = Parameters([Entry("path", "delay", "2ms", "fitted", "on <a> table")])
    return results.PaperOutcome(paper, parameters, [results.Outcome(experiment, rows, claims)])


def test_parameter_file(tmp_path):
    path = tmp_path / "s9.toml"
    path.write_text(ENTRY + ENTRY.replace("path.", "lan.").replace('"2ms"', "7"))
    parameters = Parameters.load(path)
    assert parameters.settings("path") == {"delay": "2ms"}
    assert parameters.settings("path", "lan") == {"delay": 7}
    assert parameters.settings("lan", "path") == {"delay": "2ms"}
    with pytest.raises(KeyError, match="wan"):
        parameters.settings("wan")


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('source = "fitted"', 'source = "guessed"', "source guessed is not one of printed"),
        ('why = "on a table"', "", "has value, source and why, nothing else"),
        ('"on a table"', '" "', "why says nothing"),
        ('value = "2ms"', "value =", "Invalid value"),
    ],
)
def test_bad_parameter_file(tmp_path, old, new, message):
    path = tmp_path / "s9.toml"
    path.write_text(ENTRY.replace(old, new))
    with pytest.raises(ParameterFileError, match=message) as caught:
        Parameters.load(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    "value, scaled",
    [
        ("2ms", "2.2ms"),
        ("159.95Mbps", "175.945Mbps"),
        (0.5, 0.55),
        (10, 11),
        # 10 % of these round to nothing.
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (-1, -2),
        # 16.5 rounds to 16.
        (15, 16),
        (26, 29),
    ],
)
def test_scaled_parameter(value, scaled):
    entry, other = Entry("a", "b", value, "fitted", "x"), Entry("a", "c", 1, "fitted", "x")
    changed = Parameters([entry, other]).scaled(entry, 1.1).settings("a")
    assert changed == {"b": pytest.approx(scaled) if value == 0.5 else scaled, "c": 1}


@pytest.mark.parametrize(
    "value, expected", [("2ms", True), ("0ms", False), (5, True), (True, False), ("100p", False)]
)
def test_what_can_grow(value, expected):
    assert is_quantity(value) is expected


def test_figures_count_what_a_paper_printed(rows, outcome):
    figures = outcome.outcomes[0].figures
    assert figures == {
        "cells": 3,
        "median_abs_error_percent": 20,
        "p90_abs_error_percent": 20,
        "median_below_cap_percent": 20,
        "within_10_percent": 1,
        "within_rounding_only": 1,
        "independent": 2,
        "independent_within_10_percent": 1,
        # 9 for 10, 10 and 0.02; and 8 for 10.
        "baselines": {
            "constant": {
                "cells": 3,
                "within_10_percent": 2,
                "median_abs_error_percent": 10,
                "simulated": 1,
            },
            "fitted alone": {
                "cells": 1,
                "within_10_percent": 0,
                "median_abs_error_percent": 20,
                "simulated": 0,
            },
        },
        "claims_checked": 1,
        "claims_held": 1,
        "fitted_points_checked": 0,
        "fitted_points_held": 0,
        "expectations_checked": 0,
        "expectations_held": 0,
        "claims_shown_wrong": 1,
        "claims_unknown": 1,
    }
    assert list(summary.outside(rows)["size"]) == [8]
    assert list(outcome.parts) == ["fitted", "predicted"]
    assert outcome.parts["fitted"]["cells"] == 1
    assert outcome.parts["predicted"]["within_10_percent"] == 1
    assert outcome.parts["predicted"]["within_rounding_only"] == 1
    assert summary.figures(rows[rows["reference"].isna()])["median_abs_error_percent"] is None


def test_a_simulation_that_failed_is_off(rows):
    rows.loc[0, ["simulated", "error_percent"]] = np.nan
    rows.loc[0, "within_10_percent"] = False
    figures = summary.figures(rows)
    assert figures["cells"] == 3
    assert figures["median_abs_error_percent"] == 20
    assert figures["within_10_percent"] == 0
    assert list(summary.outside(rows).index) == [0, 1]


def test_conditions_in_words():
    conditions = {"mode": "reads", "request KB": 8, "RTT ms": 2, "window": 1, "ms": 3}
    assert results.describe(conditions) == "mode reads, request 8 KB, RTT 2 ms, window 1, ms 3"


def test_result_files(tmp_path, outcome):
    figures = summary.summarize([outcome], seed=100)
    results.write(tmp_path, {"s9": outcome.rows})
    summary.write(tmp_path, figures)
    with (tmp_path / "s9.csv").open(newline="") as file:
        lines = list(csv.reader(file))
    assert lines[0] == results.COLUMNS
    assert lines[1][:7] == [
        "S9",
        "table 1",
        "size 1, window 1",
        "throughput",
        "MB/s",
        "10",
        "9.95",
    ]
    assert len(lines) == 5
    written = json.loads((tmp_path / "summary.json").read_text())
    assert written == figures
    assert written["seed"] == 100
    assert written["verdicts"]["S9 table 1: It is red."] is None
    assert set(written["items"]) == {"S9 table 1"}
    assert set(written["papers"]) == {"S9"}
    assert written["total"]["cells"] == 3


def test_report_says_all_and_loads_nothing(tmp_path, outcome):
    path = report.write(tmp_path / "index.html", [outcome], summary.summarize([outcome]))
    page = path.read_text()
    for text in ("About it.", "What is known.", "It is fast.", "Contradicted", "1 of 2", "size 8"):
        assert text in page
    assert "Cannot be checked.</span> Nobody looked." in page
    assert "on &lt;a&gt; table" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    if CHROMIUM:
        browser = Browser(tmp_path / "profile")
        try:
            browser.open(path, width=400)
            assert browser.console == []
        finally:
            browser.close()


def test_report_tells_of_points_that_failed(tmp_path, outcome):
    rows = outcome.outcomes[0].rows
    rows.loc[rows.index[-1], ["simulated", "failure"]] = [np.nan, "exit 2: no <file>"]
    path = report.write(tmp_path / "index.html", [outcome], summary.summarize([outcome]))
    assert "<td>exit 2: no &lt;file&gt;</td>" in path.read_text()


def test_report_links_to_the_pages_beside_it(tmp_path, outcome):
    figures = summary.summarize([outcome])
    alone = report.write(tmp_path / "index.html", [outcome], figures).read_text()
    assert "href=" not in alone.partition("</head>")[2]
    beside = [tmp_path / "drives.html", tmp_path / "host-io.html"]
    page = report.write(tmp_path / "index.html", [outcome], figures, beside=beside).read_text()
    for name in ("drives.html", "host-io.html"):
        assert page.count(f'<a href="{name}">') == 1


def test_report_of_what_no_paper_has_says_nothing_of_papers(tmp_path, outcome):
    for reference, heads in ((10, 1), (np.nan, 0)):
        outcome.outcomes[0].rows["reference"] = reference
        path = report.write(tmp_path / "index.html", [outcome], summary.summarize([outcome]))
        assert path.read_text().count("<th>paper,<br>MB/s</th>") == heads


def test_page_of_the_manual(tmp_path, outcome):
    path = report.write(tmp_path / "page.rst", [outcome], summary.summarize([outcome]))
    lines = path.read_text().splitlines()
    assert lines[:2] == ["Validation of S9: a paper", "=" * 25]
    table = lines.index("   * - S9 table 1")
    assert lines[table + 1 : table + 11] == [
        "     - 3",
        "     - 20.00",
        "     - 20.00",
        "     - 1",
        "     - 1",
        "     - 1 of 2",
        "     - 2 of 3, 10.0 %",
        "     - 0 of 1, 20.0 %",
        "     - none",
        "     - 1 of 1 claims of the paper held; 1 shown wrong",
    ]
    assert lines[lines.index("S9: a paper") + 1] == "..........."
    wrong = "*Contradicted by its own numbers or a standard, and by the simulation.*"
    assert f"* table 1: It is slow. {wrong} It is not." in lines
    assert "* table 1: It is red. *Cannot be checked.* Nobody looked." in lines
    assert "     - +5.0 %" not in lines
    assert "     - -20.0 %" in lines
    assert not any(line.endswith(" ") for line in lines)


def test_every_file_of_parameters_gives_valid_options():
    for name in command.PAPERS:
        _, parameters, experiments = command.load(name)
        assert {entry.source for entry in parameters.entries} <= {
            "printed",
            "standard",
            "derived",
            "fitted",
        }
        # Functions have options of their own.
        for experiment in (one for one in experiments if isinstance(one.scenario, str)):
            for cell in experiment.cells:
                San(**cell.settings)


def test_every_file_of_parameters_has_a_paper():
    assert {path.stem for path in command.FOLDER.glob("*.toml")} == set(command.PAPERS)


def test_s0_has_all_numbers():
    paper, _, experiments = command.load("s0")
    assert paper.name == "s0"
    assert [len(one.cells) for one in experiments] == [8, 8, 32, 32, 32, 24]
    fitted = [cell for one in experiments for cell in one.cells if cell.group == "fitted"]
    # 56 through the emulator, and 4 of each mode without it.
    assert len(fitted) == 56 + 12
    assert {cell.conditions.get("RTT ms") for cell in fitted} == {0, 2, None}
    assert all(cell.low <= cell.reference <= cell.high for one in experiments for cell in one.cells)


def changes(old, new):
    """Give the names of options in which two cells differ."""
    return {name for name in old.settings if old.settings[name] != new.settings[name]}


def test_s0_has_no_parameter_of_a_single_cell():
    """A changed parameter is changed for every cell that has it, and nothing else is."""
    _, parameters, experiments = command.load("s0")
    entry = next(one for one in parameters.entries if one.name == "segmentSize")
    _, _, changed = command.load("s0", parameters.scaled(entry, 0.5))
    for old, new in zip(experiments, changed, strict=True):
        assert {frozenset(changes(*cells)) for cells in zip(old.cells, new.cells, strict=True)} == {
            frozenset({"segmentSize"})
        }


def simulate(experiments, cells, folder):
    """Simulate some cells of each experiment."""
    return {
        one.item: results.simulate("s0", replace(one, cells=one.cells[cells]), folder, workers=1)
        for one in experiments
    }


def test_one_place_in_the_file_changes_every_table(tmp_path):
    text = (ROOT / "validation" / "s0.toml").read_text()
    path = tmp_path / "s0.toml"
    path.write_text(text.replace("value = 1448", "value = 724"))
    before = simulate(command.load("s0")[2], slice(0, 1), tmp_path)
    after = simulate(command.load("s0", Parameters.load(path))[2], slice(0, 1), tmp_path)
    assert len(before) == 6
    for item, rows in before.items():
        change = after[item]["simulated"].item() / rows["simulated"].item() - 1
        assert abs(change) > 0.001, item


def test_two_cells_twice(tmp_path, capsys):
    experiment = replace(command.load("s0")[2][2], runs=2, further=("all_mean_ms",))
    rows = simulate([experiment], slice(0, 2), tmp_path)["table 3"]
    assert list(rows["reference"]) == [1.3, 0.2]
    assert rows["within_10_percent"].all()
    assert rows["failure"].isna().all()
    # One request of 1 KB at a time.
    assert list(1.024 / rows["all_mean_ms"]) == pytest.approx(list(rows["simulated"]), rel=0.01)
    # Nothing in it is left to chance, so that one run is enough.
    assert (rows["ci_low"] == rows["ci_high"]).all()
    assert list(rows["runs"]) == [1, 1]
    assert rows["is_deterministic"].all()
    files = sorted(tmp_path.rglob("result.json"))
    times = [path.stat().st_mtime_ns for path in files]
    assert len(files) == 2
    again = simulate([experiment], slice(0, 2), tmp_path)["table 3"]
    pd.testing.assert_frame_equal(rows, again)
    assert [path.stat().st_mtime_ns for path in files] == times


def test_a_failed_point_is_told(tmp_path):
    experiment = command.load("s0")[2][2]
    settings = {"workload": "trace", "trace": str(tmp_path / "none.csv")}
    bad = replace(experiment.cells[0], settings=settings)
    rows = results.simulate("s0", replace(experiment, cells=[bad]), tmp_path, workers=1)
    assert np.isnan(rows["simulated"].item())
    assert "none.csv" in rows["failure"].item()


def test_a_point_without_a_result_is_told(tmp_path):
    experiment = command.load("s0")[2][2]
    bad = replace(experiment.cells[0], settings={**experiment.cells[0].settings, "count": 1})
    rows = results.simulate("s0", replace(experiment, cells=[bad]), tmp_path, workers=1)
    assert np.isnan(rows["simulated"].item())
    assert rows["failure"].item() == "no steady_mb_per_s in 1 runs"


def test_sensitivity_is_relative_to_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(sensitivity, "STEP", 8)
    entries = command.load("s0")[1].entries
    names = ("limiterRate", "timePerPdu")
    few = [replace(one, source="printed") if one.name not in names else one for one in entries]
    parameters = Parameters(few)

    def load(name, it):
        return [command.load(name, it)[2][1]]

    experiment = load("s0", parameters)[0]
    rows = simulate([experiment], slice(0, 1), tmp_path)["table 2"]
    outcomes = [results.Outcome(experiment, rows)]
    moves = sensitivity.measure("s0", parameters, outcomes, load, tmp_path, workers=1)
    # Table 2 is what the limiter lets through; plain TCP has no PDUs, so nothing is simulated.
    assert list(moves["parameter"]) == ["host: timePerPdu", "emulator: limiterRate"]
    assert moves["mean"].tolist() == [0, pytest.approx(10, abs=0.5)]
    assert len(list(tmp_path.rglob("result.json"))) == 2
    widths = [patch.get_width() for patch in pictures.sensitivity(moves).axes[0].patches]
    assert widths == moves["mean"].tolist()


def noisy(settings, run):
    """A scenario whose result is the depth times the size."""
    return {"mb_per_s": float(settings["depth"] * settings.get("size", 1))}


noisy.is_deterministic = True


def make_experiments(name, parameters):
    """Give two experiments: the first one is not in the quick selection, and has the depth."""
    depth = parameters.settings("host")["depth"]
    size = parameters.settings("host")["size"]
    slow = [Cell({"n": n}, {"depth": depth, "n": n}, 4.0, is_quick=False) for n in range(12)]
    quick = [Cell({"n": n}, {"depth": 7, "n": n}, 7.0) for n in range(6)]
    # The third number has the size, and no fifth one does.
    quick[2] = replace(quick[2], settings={"depth": 7, "n": 2, "size": size})
    kind = {"scenario": noisy, "column": "mb_per_s"}
    return [Experiment(f"table {i}", "t", "", it, **kind) for i, it in ((1, slow), (2, quick))]


def test_sensitivity_of_whole_numbers_in_all_experiments(tmp_path):
    """A depth of 4 becomes 5, which moves the result by 25 %, in what only a full run has."""
    entries = [
        Entry("host", "depth", 4, "fitted", "x"),
        Entry("host", "size", 2.0, "derived", "x"),
        Entry("host", "unused", 3, "derived", "x"),
    ]
    parameters = Parameters(entries)
    experiments = make_experiments("s9", parameters)
    outcomes = [
        results.Outcome(one, results.simulate("s9", one, tmp_path, workers=1))
        for one in experiments
    ]
    moves = sensitivity.measure("s9", parameters, outcomes, make_experiments, tmp_path, 1)
    depth, size, unused = moves.to_dict("records")
    # Cells 0, 5 and 10 of twelve.
    assert (depth["value"], depth["changed"], depth["numbers"]) == ("4", "5", 3)
    assert (depth["mean"], depth["most"]) == (pytest.approx(25), pytest.approx(25))
    # It reaches none of the fifths, so the one that it reaches is taken.
    assert (size["numbers"], size["mean"]) == (1, pytest.approx(10))
    assert (unused["changed"], unused["numbers"], unused["most"]) == ("4", 0, 0)
    names = [label.get_text() for label in pictures.sensitivity(moves).axes[0].get_yticklabels()]
    assert "host: depth, 4 to 5" in names
    assert "host: unused: reaches no number" in names


def test_sensitivity_on_the_pages(tmp_path, outcome):
    row = {"parameter": "host: depth", "value": 4, "changed": 5, "numbers": 3}
    none = {"parameter": "host: unused", "value": 3, "changed": 4, "numbers": 0}
    moves = pd.DataFrame([{**row, "mean": 1.0, "most": 16.0}, {**none, "mean": 0.0, "most": 0.0}])
    one = replace(outcome, sensitivity=moves)
    path = report.write(tmp_path / "page.rst", [one], summary.summarize([one]))
    lines = [line.strip() for line in path.read_text().splitlines()]
    at = lines.index("* - host: depth")
    assert lines[at + 1 : at + 6] == ["- 4", "- 5", "- 3", "- 1.00", "- 16.00"]
    at = lines.index("* - host: unused")
    assert lines[at + 1 : at + 6] == ["- 3", "- 4", "- none", "- none", "- none"]


def test_a_small_whole_number_is_worth_a_look_in_s2():
    """The depth of write-back reaches the turnaround, which a full run alone simulates."""
    _, parameters, experiments = command.load("s2")
    entry = next(one for one in parameters.entries if one.name == "cacheWriteBackDepth")
    changed = command.load("s2", parameters.scaled(entry, sensitivity.FACTOR))[2]
    pairs = [
        sensitivity._Pair(results.Outcome(one, None), it)
        for one, it in zip(experiments, changed, strict=True)
    ]
    places = {
        pair.changed.item: found
        for pair, found in zip(pairs, sensitivity._select(pairs), strict=True)
        if found
    }
    assert {"table 3", "table 2"} <= set(places)
    assert any(not experiments[2].cells[place].is_quick for place in places["table 3"])


def test_tiles_keep_groups_apart(tmp_path, outcome):
    """Predictions stand first, and no tile counts them together with fitted numbers."""
    one = replace(outcome, left_out={"table 2": 5, "table 3": 2})
    figures = summary.summarize([one])
    page = report.write(tmp_path / "index.html", [one], figures).read_text()
    tiles = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page)
    assert tiles[0] == ("predicted: within 10 %", "1 of 2, median 12.50 %")
    assert tiles[1] == ("fitted: within 10 %", "0 of 1, median 20.00 %")
    assert ("within 10 %", "1 of 3") not in tiles
    assert tiles[2] == ("independent results: within 10 %", "1 of 2")
    assert tiles[3] == ("without simulation, constant: within 10 %", "2 of 3, median 10.00 %")
    assert tiles[5] == ("not in this selection", "7 of 10 printed numbers")
    # The paper's own tiles say so as well.
    assert tiles[7:13] == tiles[:6]
    assert (
        "It leaves out 7 of 10 printed numbers. S9: 7 of 10 (5 of table 2, 2 of table 3)." in page
    )
    assert figures["left_out"] == {"S9": {"table 2": 5, "table 3": 2}}
    rst = report.write(tmp_path / "page.rst", [one], figures).read_text()
    assert "This is a quick selection. It leaves out 7 of 10" in rst
    whole = report.write(tmp_path / "index.html", [outcome], summary.summarize([outcome]))
    assert "not in this selection" not in whole.read_text()
    assert "quick selection" not in whole.read_text()


def test_mistakes_are_one_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "s0.toml").write_text(ENTRY.replace("fitted", "guessed"))
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    assert command.main(["--paper", "s0", "--output", str(tmp_path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"error: {tmp_path / 's0.toml'}: [path.delay]: source guessed")
    monkeypatch.undo()
    file = tmp_path / "s0.toml"
    assert command.main(["--paper", "s4", "--pages", str(file), "--output", str(tmp_path)]) == 2
    assert (
        capsys.readouterr().err
        == f"error: {file / 'validation-s4.rst'}: cannot be written: Not a directory\n"
    )


def test_page_of_a_figure_without_numbers(tmp_path, outcome):
    unmeasured = outcome.rows[outcome.rows["reference"].isna()]
    without = replace(outcome, outcomes=[replace(outcome.outcomes[0], rows=unmeasured)])
    path = report.write(tmp_path / "page.rst", [without], summary.summarize([without]))
    lines = path.read_text().splitlines()
    table = lines.index("   * - S9 table 1")
    assert lines[table + 1 : table + 5] == ["     - 0", "     - none", "     - none", "     - 0"]


def test_line_of_a_figure_without_numbers(rows):
    claims = [Claim("It is fast.", True), Claim("It is slow.", False, kind="own")]
    figures = summary.figures(rows[rows["reference"].isna()], claims)
    assert summary.line(figures) == (
        "no printed numbers; 1 of 1 claims of the paper, 0 of 1 our own expectations held"
    )


def test_command_line(tmp_path, monkeypatch, capsys):
    paper, parameters, experiments = command.load("s0")
    few = [replace(experiments[2], cells=experiments[2].cells[:2], claims=lambda rows: [])]
    slow = [replace(cell, is_quick=False) for cell in experiments[3].cells]
    few.append(replace(experiments[3], cells=slow))
    quiet = replace(paper, claims=lambda rows: [])
    monkeypatch.setattr(command, "load", lambda *_, **__: (quiet, parameters, few))
    assert command.main(["--paper", "s0", "--workers", "1", "--output", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("S0 table 3: 2 cells, error ")
    assert lines[1].startswith("total: 2 cells, error ")
    assert lines[2] == str(tmp_path / "index.html")
    assert lines[3] == "left out: 32 of 34 printed numbers. S0: 32 of 34 (32 of table 4)"
    again = ["--paper", "s0", "--seed", "100", "--other", str(tmp_path / "summary.json")]
    assert command.main([*again, "--output", str(tmp_path)]) == 0
    line = capsys.readouterr().out.splitlines()[2]
    assert line.startswith("seeds 100 and 0: 0 verdicts and ")
    assert line.endswith(" headlines compared, 0 differ")
    assert "Another seed" in (tmp_path / "index.html").read_text()
    assert (tmp_path / "s0.csv").exists()
    with pytest.raises(SystemExit):
        command.main(["--paper", "s99"])
