# SPDX-License-Identifier: GPL-2.0-only
"""The scenario program with storage gateways and loops, and its description of itself."""

import json

import pytest
from san_runs import error_of, read_rows, read_summary, run

LOOPS = ("--gateway=true", "--loops=2", "--drive=Cheetah9LPFC")


def nearest_rank(values, percent):
    return sorted(values)[-(-len(values) * percent // 100) - 1]


def test_stages_of_a_loop(tmp_path):
    """Behind a loop every stage takes time; percentiles are those of the rows."""
    run(tmp_path, *LOOPS, "--workload=closed", "--queueDepth=4", "--count=200", "--size=16384")
    summary = read_summary(tmp_path)
    rows = read_rows(tmp_path)
    assert (summary["requests"], summary["errors"]) == (200, 0)
    stages = summary["all"]["stages_ms"]
    for stage in ("loop_won", "at_drive", "back_on_loop", "back_at_target", "answered"):
        assert stages[stage] > 0, stage
    percentiles = summary["percentiles_ms"]["all"]
    latencies = [float(row["latency_s"]) * 1e3 for row in rows]
    for key, percent in (("p50", 50), ("p90", 90), ("p99", 99)):
        exact = nearest_rank(latencies, percent)
        assert percentiles["latency"][key] == pytest.approx(exact, abs=1e-6)
        for stage in stages:
            exact = nearest_rank([float(row[f"{stage}_s"]) * 1e3 for row in rows], percent)
            assert percentiles[stage][key] == pytest.approx(exact, rel=1 / 512, abs=1e-6)
    assert percentiles["latency"]["p50"] == summary["all"]["median_ms"]
    reads = [float(r["latency_s"]) * 1e3 for r in rows if r["operation"] == "R"]
    read = summary["percentiles_ms"]["read"]["latency"]["p90"]
    assert read == pytest.approx(nearest_rank(reads, 90), abs=1e-6)


def test_use_of_the_loops(tmp_path):
    """A file for each loop of each gateway; shares of a loop are what it was busy."""
    run(tmp_path, *LOOPS, "--targets=2", "--loopUse=true", "--loopUseInterval=5ms", "--count=100")
    names = sorted(path.name for path in tmp_path.glob("loop-use-*"))
    assert names == [f"loop-use-{g}-{loop}.csv" for g in (0, 1) for loop in (0, 1)]
    gateways = read_summary(tmp_path)["gateways"]
    assert [gateway["timed_out"] for gateway in gateways] == [0, 0]
    end = read_summary(tmp_path)["end_s"]
    for name, busy in zip(names, [b for g in gateways for b in g["loops_busy"]], strict=True):
        rows = read_rows(tmp_path, name)
        assert {row["interval_s"] for row in rows[:-2]} == {"0.005000000"}
        used = sum(float(row["share"]) * float(row["interval_s"]) for row in rows)
        assert used / end == pytest.approx(busy, rel=0.01)
        assert 0 < busy < 1


@pytest.mark.parametrize("where", [("--gateway=0",), ("--gateway=1",), LOOPS])
def test_read_only_units(tmp_path, where):
    """Options of logical units reach the disks, plain ones and those behind a gateway."""
    options = (*where, "--drives=1", "--count=20", "--readOnly=true")
    run(tmp_path / "read", *options, "--readFraction=1")
    assert {row["status"] for row in read_rows(tmp_path / "read")} == {"ok"}
    written = run(tmp_path / "write", *options, "--readFraction=0", check=False)
    assert written.returncode == 1
    assert "all 20 requests failed" in written.stderr
    assert {row["status"] for row in read_rows(tmp_path / "write")} == {"transport_error"}


def test_gateway_without_loops(tmp_path):
    """Local ports: their delay is on the way there and back."""
    options = ("--gateway=1", "--device=ram", "--drives=1", "--count=50")
    run(tmp_path / "near", *options)
    run(tmp_path / "far", *options, "--backEndDelay=1ms")
    near, far = (read_summary(tmp_path / name)["all"]["mean_ms"] for name in ("near", "far"))
    assert 2 <= far - near <= 4.01
    assert read_summary(tmp_path / "near")["gateways"][0]["loops_busy"] == []


def test_target_options_reach_the_gateway(tmp_path):
    """CommandWindow and host costs are the target's alone, which the gateway's helper makes."""
    options = ("--gateway=1", "--device=ram", "--drives=1", "--count=64", "--workload=closed")
    many = (*options, "--queueDepth=16")
    run(tmp_path / "wide", *many)
    run(tmp_path / "narrow", *many, "--commandWindow=1")
    wide, narrow = (read_summary(tmp_path / n)["all"]["mean_ms"] for n in ("wide", "narrow"))
    assert narrow > 4 * wide
    run(tmp_path / "cheap", *options)
    run(tmp_path / "dear", *options, "--timePerCommand=1ms")
    cheap, dear = (read_summary(tmp_path / name)["all"]["mean_ms"] for name in ("cheap", "dear"))
    assert dear - cheap == pytest.approx(2, abs=0.5)


def test_an_unfair_gateway_is_another_network(tmp_path):
    options = (*LOOPS, "--loops=1", "--workload=closed", "--queueDepth=8", "--count=100")
    options += ("--linkRate=1Gbps", "--delay=10us", "--device=ram", "--size=65536")
    options = tuple(one for one in options if not one.startswith("--drive="))
    run(tmp_path / "fair", *options)
    run(tmp_path / "unfair", *options, "--gatewayFcFairAccess=false")
    run(tmp_path / "same", *options, "--gatewayFcFairAccess=true")
    rows = [(tmp_path / n / "requests.csv").read_text() for n in ("fair", "unfair", "same")]
    assert rows[0] == rows[2] != rows[1]


def test_scheduler(tmp_path):
    """Shortest positioning time first beats first come first served on a deep queue."""
    options = ("--workload=closed", "--queueDepth=16", "--drives=1", "--readFraction=1")
    for name, depth in (("fcfs", ()), ("sptf", ("--schedulerDepth=16",))):
        run(tmp_path / name, *options, f"--scheduler={name}", *depth, "--count=200")
    iops = [read_summary(tmp_path / name)["all"]["iops"] for name in ("fcfs", "sptf")]
    assert iops[1] > 1.2 * iops[0]


MISTAKES = {
    "loops without gateway": (("--loops=1",), ["loops", "gateway"]),
    "use without loops": (("--gateway=1", "--loopUse=1"), ["loopUse", "loops"]),
    "interval of nothing": ((*LOOPS, "--loopUse=1", "--loopUseInterval=0s"), ["loopUseInterval"]),
    "too many drives": ((*LOOPS, "--drives=400"), ["126"]),
    "scheduler": (("--scheduler=best",), ["scheduler", "best", "fcfs", "aged-sptf"]),
    "gateway attribute": (
        ("--gateway=1", "--gatewayDriveQueueDepth=0"),
        ["gatewayDriveQueueDepth", "from 1 to"],
    ),
    "line rate": ((*LOOPS, "--fcLineRate=3Gbps"), ["3000000000", "1.0625"]),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line(tmp_path, mistake):
    options, words = mistake
    error = error_of(tmp_path / "out", *options)
    for word in words:
        assert word in error


def test_description(tmp_path):
    done = run(tmp_path / "out", "--describe")
    options = {option["name"]: option for option in json.loads(done.stdout)}
    assert not (tmp_path / "out").exists()
    assert options["delay"] == {
        "group": "path",
        "name": "delay",
        "type": "time",
        "unit": "",
        "range": "0s:100y",
        "multiple": "",
        "values": [],
        "default": "1ms",
        "example": "5ms",
        "expected": "a time with its unit from 0s to 100y, such as 5ms",
        "help": "One-way delay of the path",
        "needs": ["linkType=ethernet|ppp"],
        "former_names": [],
    }
    burst = options["maxBurstLength"]
    assert (burst["group"], burst["type"], burst["unit"]) == ("sessions", "integer", "bytes")
    assert (burst["range"], burst["default"]) == ("512:16777215", "262144")
    assert options["gatewayTransferMode"]["values"] == ["CutThrough", "StoreAndForward"]
    assert options["gatewayCommandTimeout"]["default"] == "20s"
    assert options["fcLineRate"]["default"] == "1.0625Gbps"
    assert {option["group"] for option in options.values()} == {
        "initiators",
        "path",
        "wireless",
        "sessions",
        "gateway",
        "host",
        "loops",
        "drives",
        "luns",
        "service",
        "faults",
        "workload",
        "results",
        "output",
    }


def test_defaults_are_the_defaults(tmp_path):
    """Every default, given back to the program, changes nothing."""
    done = run(tmp_path, "--describe")
    options = [o for o in json.loads(done.stdout) if o["name"] != "output" and o["default"]]
    given = [f"--{option['name']}={option['default']}" for option in options]
    run(tmp_path / "all", *given, "--count=50")
    run(tmp_path / "none", "--count=50")
    for name in ("requests.csv", "summary.json"):
        assert (tmp_path / "all" / name).read_text() == (tmp_path / "none" / name).read_text()
