# SPDX-License-Identifier: GPL-2.0-only
"""ns3-iscsi export: what files of other tools have is what the run has."""

import csv
import itertools
import json
import shutil
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
import san_runs
from conftest import request_line
from ns3_iscsi import cli, results
from ns3_iscsi.export_perfetto import slots
from ns3_iscsi.exports import export
from ns3_iscsi.run_results import RunResults


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Give the folder of a run of several devices with requests under way at a time."""
    out = tmp_path_factory.mktemp("run") / "out"
    options = ("--workload=closed", "--queueDepth=6", "--count=300", "--readFraction=0.5")
    san_runs.run(out, *options, "--drives=2", "--tcpSeries=true")
    return out


def test_tables_of_a_run_by_name(run):
    found = RunResults(run)
    assert list(found) == ["connections", "pdus", "requests", "tcp-series"]
    assert found["requests"].equals(results.read_requests(run / "requests.csv"))
    assert found["requests"] is found["requests"]
    assert found.summary["requests"] == len(found["requests"]) == 300
    assert "programs" not in found
    assert found.folder == run


def read_trace(path):
    """Give slices as track, depth, name, begin, end, and the values of counters, by track."""
    types = pytest.importorskip("perfetto.protos.perfetto.trace.perfetto_trace_pb2")
    trace, event = types.Trace(), types.TrackEvent
    trace.ParseFromString(path.read_bytes())
    names, tracks, notes = {}, {}, {}
    slices, counters, open_slices = [], defaultdict(list), defaultdict(list)
    for packet in trace.packet:
        names |= {one.iid: one.name for one in packet.interned_data.event_names}
        notes |= {one.iid: one.name for one in packet.interned_data.debug_annotation_names}
        if packet.HasField("track_descriptor"):
            one = packet.track_descriptor
            tracks[one.uuid] = (*tracks.get(one.parent_uuid, ()), one.name)
        one = packet.track_event
        stack = open_slices[one.track_uuid]
        if one.type == event.TYPE_SLICE_BEGIN:
            about = {
                notes[note.name_iid]: note.string_value or note.int_value
                for note in one.debug_annotations
            }
            stack.append((names[one.name_iid], packet.timestamp, about))
        elif one.type == event.TYPE_SLICE_END:
            name, begin, about = stack.pop()
            where = tracks[one.track_uuid]
            slices.append((where, len(stack), name, begin, packet.timestamp, about))
        elif one.type == event.TYPE_COUNTER:
            value = one.double_counter_value
            counters[tracks[one.track_uuid]].append((packet.timestamp, value))
    assert not any(open_slices.values())
    return slices, counters


def test_a_perfetto_trace_has_what_the_run_has(run, tmp_path):
    assert export(run, "perfetto", tmp_path / "trace") == [tmp_path / "trace"]
    slices, counters = read_trace(tmp_path / "trace")
    requests = results.read_requests(run / "requests.csv")
    whole = [one for one in slices if one[1] == 0]
    assert Counter(one[2] for one in whole) == dict(requests["operation"].value_counts())
    assert Counter(one[5]["bytes"] for one in whole) == dict(requests["bytes"].value_counts())
    expected = Counter(np.rint(requests["latency_s"] * 1e9).astype(int))
    assert Counter(end - begin for *_, begin, end, _ in whole) == expected
    # Nothing overlaps on a track, and the stages of a request fill it.
    inner = sum(end - begin for _, depth, _, begin, end, _ in slices if depth == 1)
    assert inner == sum(end - begin for *_, begin, end, _ in whole)
    for track in {one[0] for one in whole}:
        times = sorted(one[3:5] for one in whole if one[0] == track)
        assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(times))
    for stage in ("seek_done", "answered"):
        times = [end - begin for *_, begin, end, about in slices if about.get("stage") == stage]
        assert sum(times) == round(requests[f"{stage}_s"].sum() * 1e9)
    depth = counters[("requests under way",)]
    assert max(value for _, value in depth) == 6
    series = results.read_tcp_series(run / "tcp-series.csv")
    windows = [name for (name,) in counters if name.startswith("congestion window")]
    assert len(windows) == len(series.groupby(["connection", "sender"]))
    assert sum(len(counters[(name,)]) for name in windows) == len(series)


@pytest.mark.skipif(
    shutil.which("trace_processor_shell") is None, reason="trace_processor_shell is not installed"
)
def test_the_trace_processor_finds_what_the_run_has(run, tmp_path):
    export(run, "perfetto", tmp_path / "trace")

    def ask(query):
        (tmp_path / "query").write_text(query)
        words = ("trace_processor_shell", "-q", tmp_path / "query", tmp_path / "trace")
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        rows = csv.reader(done.stdout.splitlines()[1:])
        return {name: [float(one) for one in numbers] for name, *numbers in rows}

    requests = results.read_requests(run / "requests.csv")
    columns = "count(*), sum(dur) from slice"
    found = ask(f"select name, {columns} where category = 'request' group by name;")
    for operation, rows in requests.groupby("operation"):
        assert found[operation] == [len(rows), round(rows["latency_s"].sum() * 1e9)]
    stage = "extract_arg(arg_set_id, 'debug.stage')"
    found = ask(f"select {stage}, {columns} where category = 'stage' group by 1;")
    for stage, (count, total) in found.items():
        times = requests[f"{stage}_s"]
        assert [count, total] == [(times > 0).sum(), round(times.sum() * 1e9)]
    assert len(found) > 5


def test_slots():
    # The third finds the first slot free at the moment of its issue, the fifth takes no time.
    assert slots([0, 1, 5, 5, 8, 8], [5, 9, 9, 7, 8, 10]) == [0, 1, 0, 2, 2, 3]


def test_fio_json_has_the_figures_of_the_summary(run, tmp_path):
    export(run, "fio-json", tmp_path / "fio.json")
    (job,) = json.loads((tmp_path / "fio.json").read_text())["jobs"]
    summary = RunResults(run).summary
    options = {"rw": "randrw", "bs": "4096", "iodepth": "6", "numjobs": "1"}
    assert job["job options"] == options
    for direction in ("read", "write"):
        found, known = job[direction], summary[direction]
        assert found["total_ios"] == found["lat_ns"]["N"] == known["count"]
        assert found["io_bytes"] == known["bytes"]
        assert found["iops"] == pytest.approx(known["iops"], rel=1e-5)
        assert found["bw_bytes"] == pytest.approx(known["mb_per_s"] * 1e6, rel=1e-5)
        assert found["lat_ns"]["mean"] / 1e6 == pytest.approx(known["mean_ms"], abs=1e-6)
        percentiles = found["clat_ns"]["percentile"]
        for share, name in (("50", "median"), ("90", "p90"), ("99.9", "p999")):
            value = percentiles[f"{float(share):.6f}"] / 1e6
            assert value == pytest.approx(known[f"{name}_ms"], abs=1e-6)
    assert sum(job["iodepth_level"].values()) == pytest.approx(100)
    bins = [job[f"latency_{unit}"] for unit in ("ns", "us", "ms")]
    assert sum(sum(one.values()) for one in bins) == pytest.approx(100, abs=1e-4)


def test_depths_and_bins_of_a_job_by_hand(write_requests, tmp_path):
    lines = [
        request_line(0, "R", 4096, answered=30),
        request_line(10, "R", 4096, answered=10),
        request_line(20, "R", 4096, "medium_error", answered=5),
        request_line(30, "F", 0, answered=70),
    ]
    write_requests(*lines)
    export(tmp_path, "fio-json", tmp_path / "fio.json")
    (job,) = json.loads((tmp_path / "fio.json").read_text())["jobs"]
    # 1 and 2 under way, then 2, one having completed, then 1.
    levels = dict.fromkeys(("4", "8", "16", "32", ">=64"), 0)
    assert job["iodepth_level"] == {"1": 50, "2": 50, **levels}
    assert {name: share for name, share in job["latency_us"].items() if share} == {
        "20": 50,
        "50": 50,
    }
    assert job["total_err"] == 1
    assert job["read"]["lat_ns"] == {
        "min": 10_000,
        "max": 30_000,
        "mean": 20_000,
        "stddev": pytest.approx(14142.135624),
        "N": 2,
    }
    # 100 us from the first issue to the last completion.
    assert job["read"]["bw_bytes"] == 81_920_000
    assert job["sync"]["total_ios"] == 1


@pytest.mark.parametrize(
    ("operations", "step", "word"),
    [
        ("RRRR", 8, "read"),
        ("WWWW", 8, "write"),
        ("RWRW", 8, "rw"),
        # Blocks of 4096 bytes.
        ("RRRR", 1, "read"),
        ("RRRR", 16, "randread"),
        ("WWWW", -8, "randwrite"),
        ("RWRW", 0, "randrw"),
    ],
)
def test_fios_word_for_a_load(operations, step, word, write_requests, tmp_path):
    lines = [
        request_line(10 * i, one, 4096, answered=5).replace(
            f",{one},64,", f",{one},{640 + step * i},"
        )
        for i, one in enumerate(operations)
    ]
    write_requests(*lines)
    export(tmp_path, "fio-json", tmp_path / "fio.json")
    (job,) = json.loads((tmp_path / "fio.json").read_text())["jobs"]
    assert job["job options"]["rw"] == word


def test_fio_logs(run, tmp_path):
    files = export(run, "fio-logs", tmp_path / "logs" / "a")
    ending = "logs/a_{}.1.log"
    assert files == [str(tmp_path / ending.format(kind)) for kind in KINDS]
    rows = {
        kind: np.loadtxt(one, delimiter=",", dtype=int)
        for kind, one in zip(KINDS, files, strict=True)
    }
    requests = results.read_requests(run / "requests.csv")
    latencies = np.rint(requests["latency_s"] * 1e9).astype(int)
    assert sorted(rows["lat"][:, 1]) == sorted(latencies)
    assert (rows["lat"] == rows["clat"]).all()
    assert (rows["slat"][:, 1] == 0).all()
    assert (np.diff(rows["lat"][:, 0]) >= 0).all()
    assert (rows["lat"][:, 2] == 1).sum() == (requests["operation"] == "write").sum()
    # Requests per second, times the seconds, are the requests.
    step = rows["iops"][0, 0]
    assert (rows["iops"][:, 1] * step).sum() / 1000 == pytest.approx(300, rel=0.01)
    assert (rows["bw"][:, 1] * step).sum() / 1000 == pytest.approx(1200, rel=0.01)


KINDS = ("lat", "clat", "slat", "bw", "iops")


def test_hdr_histograms(run, tmp_path):
    pytest.importorskip("hdrh")
    files = export(run, "hdr", tmp_path / "latency")
    assert files == [f"{tmp_path}/latency_{name}.hgrm" for name in ("read", "write", "all")]
    requests = results.read_requests(run / "requests.csv")
    for name, path in zip(("read", "write", "all"), files, strict=True):
        rows = requests if name == "all" else requests[requests["operation"] == name]
        text = Path(path).read_text().splitlines()
        lines = [line.split() for line in text if line.strip()[:1].isdigit()]
        assert int(lines[-1][2]) == len(rows)
        latencies = np.sort(rows["latency_s"].to_numpy()) * 1e3
        # So many requests are not above the value of a line.
        for value, _, count, *_ in lines:
            assert float(value) == pytest.approx(latencies[int(count) - 1], rel=2e-3)


@pytest.mark.parametrize("to", ["perfetto", "fio-json", "fio-logs", "hdr"])
def test_equal_runs_give_equal_files(to, run, tmp_path):
    first, again = (export(run, to, tmp_path / name / "x") for name in "ab")
    for one, other in zip(first, again, strict=True):
        assert Path(one).read_bytes() == Path(other).read_bytes()


def test_the_command_prints_its_files(run, tmp_path, capsys):
    words = ["export", str(run), "--to", "fio-json", "--out", str(tmp_path / "x.json")]
    assert cli.main(words) == 0
    assert capsys.readouterr().out == f"{tmp_path}/x.json\n"


def test_what_a_run_lacks_is_told_in_one_line(write_requests, tmp_path, capsys):
    write_requests(request_line(0, "F", 0, answered=5))
    for to, text in (("fio-logs", "no read or write"), ("fio-json", "no read or write")):
        words = ["export", str(tmp_path), "--to", to, "--out", str(tmp_path / "x")]
        assert cli.main(words) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"error: {tmp_path}: {text}")
        assert error.count("\n") == 1
    (tmp_path / "requests.csv").unlink()
    (tmp_path / "summary.json").write_text("{}")
    for to in ("perfetto", "hdr"):
        words = ["export", str(tmp_path), "--to", to, "--out", str(tmp_path / "x")]
        assert cli.main(words) == 1
        assert capsys.readouterr().err == f"error: {tmp_path}: there is no requests.csv\n"
    assert not (tmp_path / "x").exists()
