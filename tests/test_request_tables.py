# SPDX-License-Identifier: GPL-2.0-only
"""Tables of requests with some of the rows, and compressed ones: what they have, who reads them."""

import json

import pytest
import san_runs
from ns3_iscsi import cli, explore, plot, plot_sweep, results
from ns3_iscsi.exports import export
from ns3_iscsi.run_results import RunResults

LOAD = ("--device=ram", "--workload=closed", "--queueDepth=6", "--count=100", "--readFraction=0.5")


def summary_of(out):
    """Give summary.json without the interval."""
    summary = san_runs.read_summary(out)
    return {name: value for name, value in summary.items() if name != "request_interval"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Give the folder of a run of 100 requests, all of which have rows."""
    out = tmp_path_factory.mktemp("whole") / "out"
    san_runs.run(out, *LOAD)
    return out


@pytest.fixture(scope="module")
def sampled(tmp_path_factory):
    """Give the folder of the same run with a row for each seventh request."""
    out = tmp_path_factory.mktemp("sampled") / "out"
    san_runs.run(out, *LOAD, "--requestInterval=7")
    return out


def test_each_seventh_request_has_a_row(whole, sampled):
    # 0, 7, ..., 98.
    rows = san_runs.read_rows(sampled)
    assert [row.pop("request") for row in rows] == [str(number) for number in range(0, 100, 7)]
    assert rows == san_runs.read_rows(whole)[::7]
    assert summary_of(sampled) == summary_of(whole)
    assert san_runs.read_summary(sampled)["request_interval"] == 7
    assert "request_interval" not in san_runs.read_summary(whole)


@pytest.mark.parametrize(("compression", "suffix"), [("gzip", ".gz"), ("zstd", ".zst")])
def test_a_compressed_table_is_the_same(tmp_path, whole, compression, suffix):
    out = tmp_path / "out"
    san_runs.run(out, *LOAD)
    san_runs.run(out, *LOAD, f"--requestCompression={compression}")
    # The plain table of the run before is gone.
    assert results.find_requests(out) == out / f"requests.csv{suffix}"
    assert not (out / "requests.csv").exists()
    assert RunResults(out)["requests"].equals(results.read_requests(whole / "requests.csv"))
    assert summary_of(out) == summary_of(whole)


def test_without_a_table(tmp_path, whole):
    san_runs.run(tmp_path, *LOAD, "--requestInterval=0")
    assert results.find_requests(tmp_path) is None
    assert summary_of(tmp_path) == summary_of(whole)
    assert san_runs.read_summary(tmp_path)["request_interval"] == 0
    with pytest.raises(ValueError, match=r"there is no requests\.csv"):
        RunResults(tmp_path).require("requests")


def test_nothing_to_compress(tmp_path):
    error = san_runs.error_of(tmp_path / "out", "--requestInterval=0", "--requestCompression=gzip")
    assert "requestCompression" in error
    assert "requestInterval" in error


def test_who_needs_all_requests_refuses_some(sampled, tmp_path, capsys):
    requests = RunResults(sampled)["requests"]
    for refused in (
        lambda: plot.over_time(requests),
        lambda: results.queue_depth(requests),
        lambda: plot_sweep.time_series({"one": requests}),
        lambda: export(sampled, "perfetto", tmp_path / "run.pftrace"),
        lambda: export(sampled, "fio-json", tmp_path / "run.json"),
        lambda: export(sampled, "fio-logs", tmp_path / "run"),
        lambda: explore.write_page(sampled, path=tmp_path / "page.html"),
    ):
        with pytest.raises(ValueError, match="needs all requests, and the run's requestInterval"):
            refused()
    assert cli.main(["explore", str(sampled), "--out", str(tmp_path / "page.html")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
    assert len(plot.latency_distribution(requests).axes) == 2


def test_percentiles_of_some_rows(sampled, tmp_path):
    export(sampled, "hdr", tmp_path / "latency")
    assert len(list(tmp_path.iterdir())) > 0
    assert json.loads((sampled / "summary.json").read_text())["requests"] == 100
