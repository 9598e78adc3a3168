# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of sweeps: drawn values, units, order, mistakes."""

import numpy as np
import pytest
from ns3_iscsi import plot, results, sweeps
from ns3_iscsi.axes import parameter_axis, quantities
from sweep_tables import write_sweep


def speed(delay, depth, run):
    return depth * 10 / int(delay[:-2]) + run / 10


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    write_sweep(folder, speed, delay=["10ms", "1ms", "500ms"], queueDepth=[1, 8])
    return sweeps.load(folder)


def test_quantities():
    assert quantities(["100us", "1ms", "20ms"]) == ([0.1, 1, 20], "ms")
    assert quantities(["500us", "2s"]) == ([0.0005, 2], "s")
    assert quantities(["10Mbps", "1.5Gbps"]) == ([0.01, 1.5], "Gb/s")
    assert quantities([1, 2.5]) == ([1, 2.5], "")
    assert quantities(["1ms", "fast"]) == (None, "")
    assert quantities(["1ms", "1Gbps"]) == (None, "")
    assert quantities([True, False]) == (None, "")
    assert quantities(["0s"]) == ([0], "us")


def test_throughput(table):
    figure = plot.throughput(table, x="delay", hue="queueDepth")
    axes = figure.axes[0]
    assert axes.get_xlabel() == "delay (ms)"
    assert axes.get_ylabel() == "Throughput (MB/s)"
    assert axes.get_xscale() == "log"
    lines = axes.get_lines()
    assert list(lines[0].get_xdata()) == [1, 10, 500]
    assert lines[0].get_ydata() == pytest.approx([10.15, 1.15, 0.17])
    assert lines[1].get_ydata() == pytest.approx([80.15, 8.15, 0.31])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "queueDepth 1",
        "queueDepth 8",
    ]
    # Half the interval of two runs 0.1 apart: 12.706 * 0.0707 / sqrt(2).
    band = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert band.max() == pytest.approx(10.15 + 0.6353, abs=1e-3)
    assert band.min() == 0


def test_other_parameters_are_averaged_over_in_each_run(table):
    line = plot.throughput(table, x="delay").axes[0].get_lines()[0]
    assert line.get_ydata() == pytest.approx([(10.15 + 80.15) / 2, 4.65, 0.24])


def test_latency_and_percentiles(table):
    assert plot.latency(table, "delay").axes[0].get_ylabel() == "Mean latency (ms)"
    axes = plot.latency_percentiles(table[table["queueDepth"] == 1], "delay").axes[0]
    first, last = axes.get_lines()[0].get_ydata(), axes.get_lines()[3].get_ydata()
    assert last == pytest.approx(first * 4)
    assert axes.get_ylabel() == "Latency (ms)"


def test_stages(table):
    axes = plot.stages(table[table["queueDepth"] == 1], "delay").axes[0]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["1ms", "10ms", "500ms"]
    total = sum(bar.get_width() for container in axes.containers for bar in container[:1])
    assert total == pytest.approx((100 / 10.1 + 100 / 10.2) / 2)
    assert axes.get_xlabel() == "Mean time per request (ms)"


def test_stages_of_a_page_cache(table):
    # Only the runs with one have the columns; here those of 1 ms.
    one = table[table["queueDepth"] == 1]
    hits = np.where(one["delay"] == "1ms", 2.5, np.nan)
    others = {"all_stage_read_ahead_ms": 0.0, "all_stage_throttled_ms": 0.0}
    cached = one.assign(all_stage_cache_hit_ms=hits, **others)
    axes = plot.stages(cached, "delay").axes[0]
    assert [container.get_label() for container in axes.containers[:4]] == [
        "memory",
        "read-ahead",
        "write-back",
        "initiator",
    ]
    assert [bar.get_width() for bar in axes.containers[0]] == [2.5, 0, 0]


def test_heat_map(table):
    figure = plot.heat_map(table, "delay", "queueDepth")
    axes = figure.axes[0]
    assert np.array(axes.images[0].get_array())[1] == pytest.approx([80.15, 8.15, 0.31])
    assert axes.texts[0].get_text() == "10.1"
    assert figure.axes[1].get_ylabel() == "Throughput (MB/s)"


def test_time_series(some_requests):
    requests = results.read_requests(some_requests)
    figure = plot.time_series({"a": requests, "b": requests}, bins=10)
    steps = figure.axes[0].patches[0].get_data()
    moved = (steps.values * np.diff(steps.edges)).sum() * 1e6
    assert moved == pytest.approx(80 * 4096)
    assert len(figure.axes[0].patches) == 2


def test_words_keep_their_order(table):
    table = table.assign(scheduler=np.where(table["queueDepth"] == 1, "look", "fcfs"))
    axes = plot.throughput(table, x="scheduler").axes[0]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["look", "fcfs"]
    assert not parameter_axis(table, "scheduler").is_number


def test_mistakes(table):
    with pytest.raises(ValueError, match="no column dela, did you mean delay"):
        plot.throughput(table, x="dela")
    with pytest.raises(ValueError, match="every point failed"):
        plot.throughput(table.assign(error="x"), x="delay")
    with pytest.raises(AttributeError):
        plot.no_such_picture  # noqa: B018


def test_equal_data_give_equal_files(table, tmp_path):
    files = []
    for name in ("one", "other"):
        files.append(plot.save(plot.throughput(table, "delay", "queueDepth"), tmp_path / name))
    for one, other in zip(*files, strict=True):
        assert one.read_bytes() == other.read_bytes()
