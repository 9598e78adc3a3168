# SPDX-License-Identifier: GPL-2.0-only
"""Whether settings of a sweep differ: verdicts of examples computed by hand, and the command."""

import json
import math

import pandas as pd
import pytest
from ns3_iscsi import cli, plot, sweeps
from ns3_iscsi.comparison import compare, describe
from sweep_tables import write_sweep


def table_of(**values):
    """Give a table of runs 1, 2, ... of each delay with these throughputs."""
    rows = [
        {"delay": delay, "run": run, "all_mb_per_s": value, "error": None}
        for delay, figures in values.items()
        for run, value in enumerate(figures, 1)
    ]
    return pd.DataFrame(rows)


def test_verdicts():
    # Differences -1, -2, -3: mean -2, deviation 1, 4.3027 / sqrt(3) = 2.484 on either side.
    noisy = table_of(a=[10, 20, 30], b=[9, 18, 27])
    (line,) = describe(noisy, "delay", "a", ["all_mb_per_s"])
    assert line == (
        "delay b against a: Throughput (MB/s) -2.00 ± 2.48 (-10.0%), 3 pairs of runs: "
        "no difference shown"
    )
    # The runs differ by far more than the settings: pairs show it all the same.
    clear = table_of(a=[10, 20, 30], b=[12.1, 22, 31.9])
    (line,) = describe(clear, "delay", "a", ["all_mb_per_s"])
    assert line.endswith(" +2.00 ± 0.248 (+10.0%), 3 pairs of runs: a difference")


def test_equal_runs_are_no_difference_and_a_single_pair_is_no_verdict():
    (line,) = describe(table_of(a=[1, 2], b=[1, 2]), "delay", "a", ["all_mb_per_s"])
    assert line.endswith(" Throughput (MB/s) is the same in each of 2 pairs of runs")
    (line,) = describe(table_of(a=[1], b=[2]), "delay", "a", ["all_mb_per_s"])
    assert line.endswith("+1.00 (+100.0%), 1 pair of runs: no interval, run more")


def test_figures():
    noisy = table_of(a=[10, 20, 30], b=[9, 18, 27])
    (found,) = compare(noisy, "delay", "a", ["all_mb_per_s"])
    assert found == {
        "parameter": "delay",
        "base": "a",
        "value": "b",
        "result": "all_mb_per_s",
        "base_mean": 20,
        "difference": -2,
        "relative_difference": pytest.approx(-0.1),
        "confidence_95": pytest.approx(4.3027 / math.sqrt(3)),
        "pairs": 3,
        "is_different": False,
    }
    (found,) = compare(table_of(a=[0, 0], b=[0, 0]), "delay", "a", ["all_mb_per_s"])
    assert (found["relative_difference"], found["confidence_95"]) == (None, None)
    assert found["is_different"] is False
    (found,) = compare(table_of(a=[1], b=[2]), "delay", "a", ["all_mb_per_s"])
    assert (found["pairs"], found["is_different"]) == (1, None)


def test_mistakes():
    table = table_of(a=[1, 2], b=[1, 2])
    with pytest.raises(ValueError, match="no column all_mb_per, did you mean all_mb_per_s"):
        describe(table, "delay", "a", ["all_mb_per"])
    with pytest.raises(ValueError, match="there are no runs of the same number"):
        describe(table_of(a=[1, 2]), "delay", "a", ["all_mb_per_s"])
    varied = table.assign(depth=[1, 2, 1, 2])[["depth", *table.columns]]
    with pytest.raises(ValueError, match=r"^depth: not the same for all rows of a delay"):
        describe(varied, "delay", "a", ["all_mb_per_s"])


@pytest.fixture
def folder(tmp_path):
    lists = {"delay": ["1ms", "10ms"], "queueDepth": [1, 8]}
    write_sweep(tmp_path, lambda delay, depth, run: len(delay) * depth + run / 10, **lists)
    return tmp_path


def test_the_command(folder, capsys):
    words = ["compare", str(folder), "--parameter", "delay", "--base", "1ms"]
    assert cli.main([*words, "--where", "queueDepth=8", "--result", "all_mb_per_s"]) == 0
    line = "delay 10ms against 1ms: Throughput (MB/s) +8.00 (+33.1%) the same in each of 2 "
    assert capsys.readouterr().out == f"{line}pairs of runs: a difference\n"
    assert cli.main([*words, "--where", "queueDepth=8", "--json"]) == 0
    results = [one["result"] for one in json.loads(capsys.readouterr().out)]
    assert results == ["all_mb_per_s", "all_mean_ms", "all_latency_p99_ms"]
    for more, text in (
        ([], "queueDepth: not the same for all rows of a delay"),
        (["--base", "2ms"], "delay: 2ms is none of its values 1ms, 10ms"),
        (["--parameter", "dela"], "did you mean delay"),
    ):
        assert cli.main([*words, *more]) == 1
        error = capsys.readouterr().err
        assert text in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("base", ["ns3::TcpLow", "TcpLow"])
def test_a_class_is_named_as_the_verdict_names_it(tmp_path, capsys, base):
    lists = {"congestionControl": ["ns3::TcpLow", "ns3::TcpHighest"], "queueDepth": [1]}
    write_sweep(tmp_path, lambda name, depth, run: len(name) + run, **lists)
    words = ["compare", str(tmp_path), "--parameter", "congestionControl", "--base", base]
    assert cli.main([*words, "--result", "all_mb_per_s"]) == 0
    verdict = "congestionControl TcpHighest against TcpLow: Throughput (MB/s) +4.00 "
    assert capsys.readouterr().out.startswith(verdict)


def test_requests_of_a_sweep_by_setting(folder, some_requests):
    table = sweeps.load(folder)
    one = table[table["queueDepth"] == 1]
    with pytest.raises(ValueError, match=r"there is no requests\.csv: sweep with --keep"):
        sweeps.requests(one, "delay")
    for row in table["folder"]:
        (folder / row / "requests.csv").write_bytes(some_requests.read_bytes())
    found = sweeps.requests(one, "delay")
    assert {label: len(rows) for label, rows in found.items()} == {
        "delay 1ms": 162,
        "delay 10ms": 162,
    }
    assert len(plot.cdf(found).axes) == 2
    with pytest.raises(ValueError, match=r"^queueDepth: not the same for all rows of a delay"):
        sweeps.requests(table, "delay")
