# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of sweeps: drawn values, units, order, mistakes."""

import numpy as np
import pandas as pd
import pytest
from conftest import request_line
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


def test_what_is_on_no_axis_has_panels(table):
    """A point is a mean over the runs alone, never of two queue depths."""
    figure = plot.throughput(table, x="delay")
    assert [axes.get_title() for axes in figure.axes] == ["queueDepth 1", "queueDepth 8"]
    lines = [axes.get_lines() for axes in figure.axes]
    assert [len(one) for one in lines] == [1, 1]
    # The mean of both runs of each depth, 0.1 and 0.2 above depth times 10 over the delay.
    assert lines[0][0].get_ydata() == pytest.approx([10.15, 1.15, 0.17])
    assert lines[1][0].get_ydata() == pytest.approx([80.15, 8.15, 0.31])
    assert figure.axes[0].get_ylim() == figure.axes[1].get_ylim()
    assert figure.axes[0].get_ylim()[1] > 80


@pytest.fixture
def three(table):
    """A sweep of three parameters: the throughput of writes is a tenth of that of reads."""
    at = table.columns.get_loc("run")
    parts = []
    for share, factor in ((1.0, 1), (0.0, 0.1)):
        part = table.assign(all_mb_per_s=table["all_mb_per_s"] * factor)
        part = part.drop(columns="readFraction")
        part.insert(at - 1, "readFraction", share)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def test_a_third_parameter_has_panels_in_each_picture(three):
    titles = ["readFraction 0.0", "readFraction 1.0"]
    lines = plot.throughput(three, "delay", "queueDepth")
    assert [axes.get_title() for axes in lines.axes] == titles
    # Reads and writes: 80.15 and 8.015 with 8 requests, and no mean of the two.
    assert [axes.get_lines()[1].get_ydata()[0] for axes in lines.axes] == [
        pytest.approx(8.015),
        pytest.approx(80.15),
    ]
    # The same line has the same colour in each panel, and the legend names it once.
    colours = [[line.get_color() for line in axes.get_lines()] for axes in lines.axes]
    assert colours[0] == colours[1]
    assert len(lines.legends[0].get_texts()) == 2
    cells = plot.heat_map(three, "delay", "queueDepth")
    assert [axes.get_title() for axes in cells.axes[:2]] == titles
    maps = [axes.images[0] for axes in cells.axes[:2]]
    assert np.array(maps[0].get_array())[1][0] == pytest.approx(8.015)
    assert maps[0].get_clim() == maps[1].get_clim()
    one = three[three["queueDepth"] == 8]
    for figure in (plot.stages(one, "delay"), plot.latency_percentiles(one, "delay")):
        assert [axes.get_title() for axes in figure.axes] == titles
    both = plot.latency_percentiles(three, "delay")
    assert len(both.axes) == 4
    assert both.axes[1].get_title() == "queueDepth 1, readFraction 1.0"


def test_parameters_that_change_together_need_no_panels(table):
    """Where depth follows from delay, a point at a delay has one depth."""
    pairs = [("1ms", 1), ("10ms", 8), ("500ms", 8)]
    some = pd.concat(table[(table["delay"] == a) & (table["queueDepth"] == b)] for a, b in pairs)
    figure = plot.throughput(some, x="delay")
    assert len(figure.axes) == 1
    assert figure.axes[0].get_lines()[0].get_ydata() == pytest.approx([10.15, 8.15, 0.31])


def test_too_many_panels_are_refused(three):
    many = pd.concat([three.assign(initiators=i) for i in range(1, 10)])
    with pytest.raises(
        ValueError, match=r"^initiators and readFraction vary and are not in"
    ) as one:
        plot.throughput(many, "delay", "queueDepth")
    assert "18 panels are more than 16" in str(one.value)
    assert "\n" not in str(one.value)
    assert len(plot.throughput(many[many["initiators"] < 9], "delay", "queueDepth").axes) == 16


def test_a_run_has_one_row(table):
    """Two sweeps in one table would otherwise be taken for twice as many runs."""
    both = pd.concat([table, table.assign(program_hash="other")])
    with pytest.raises(ValueError, match="several rows that differ in program_hash for the same"):
        plot.throughput(both, "delay", "queueDepth")
    with pytest.raises(ValueError, match="several rows for the same setting and run"):
        plot.heat_map(pd.concat([table, table]), "delay", "queueDepth")


def test_lines_can_be_told_apart(table):
    values = range(1, 29)
    many = pd.concat([table[table["queueDepth"] == 1].assign(initiators=i) for i in values])
    lines = plot.throughput(many, "delay", "initiators").axes[0].get_lines()
    looks = {(it.get_color(), it.get_linestyle(), it.get_marker()) for it in lines}
    assert len(looks) == len(lines) == 28
    more = pd.concat([many, many[many["initiators"] == 1].assign(initiators=29)])
    with pytest.raises(ValueError, match="initiators has 29 values, and 28 lines are the most"):
        plot.throughput(more, "delay", "initiators")


@pytest.mark.parametrize("count", [2, 5, 9])
@pytest.mark.parametrize("name", ["queueDepth", "MaxOutstandingUnexpectedPDUsOfASession"])
def test_legends_are_whole(table, name, count):
    one = table[table["queueDepth"] == 1]
    at = table.columns.get_loc("run")
    parts = []
    for i in range(count):
        part = one.drop(columns=name, errors="ignore")
        part.insert(at - 1, name, 1048576 + i)
        parts.append(part)
    figure = plot.throughput(pd.concat(parts), "delay", name)
    figure.draw_without_rendering()
    box = figure.legends[0].get_window_extent()
    assert len(figure.legends) == 1
    assert len(figure.legends[0].get_texts()) == count
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.x1
    assert box.y0 >= 0
    assert box.y1 <= figure.axes[0].get_window_extent().y0


def test_long_words_at_an_axis_do_not_run_into_each_other(table):
    names = [f"ns3::TcpCongestionControl{i}" for i in range(6)]
    many = pd.concat([table[table["delay"] == "1ms"].assign(delay=name) for name in names])
    for figure in (
        plot.throughput(many, "delay", "queueDepth"),
        plot.heat_map(many, "delay", "queueDepth"),
    ):
        labels = figure.axes[0].get_xticklabels()
        assert [label.get_text() for label in labels] == [
            name.removeprefix("ns3::") for name in names
        ]
        assert {label.get_rotation() for label in labels} == {25}


def test_latency_and_percentiles(table):
    assert plot.latency(table, "delay", "queueDepth").axes[0].get_ylabel() == "Mean latency (ms)"
    many = table[table["queueDepth"] == 1].assign(all_count=1000)
    figure = plot.latency_percentiles(many, "delay")
    axes = figure.axes[0]
    assert figure.legends[0].get_title().get_text() == ""
    first, last = axes.get_lines()[0].get_ydata(), axes.get_lines()[3].get_ydata()
    assert last == pytest.approx(first * 4)
    assert axes.get_ylabel() == "Latency (ms)"


def test_percentiles_need_requests(table):
    few = table[table["queueDepth"] == 1]
    for count, lines, text in (
        (999, 3, "99.9th percentile left out: 999 requests in a run"),
        (99, 2, "99th, 99.9th percentile left out: 99 requests in a run"),
    ):
        figure = plot.latency_percentiles(few.assign(all_count=count), "delay")
        assert len(figure.axes[0].get_lines()) == lines
        assert figure.legends[0].get_title().get_text() == text


def test_reads_and_writes_have_pictures_of_their_own(table):
    one = table[table["queueDepth"] == 1].assign(write_mb_per_s=7.0, write_count=100)
    figure = plot.throughput(one, x="delay", operation="write")
    assert list(figure.axes[0].get_lines()[0].get_ydata()) == [7, 7, 7]
    assert figure.get_suptitle() == "Throughput of writes"
    assert figure.axes[0].get_ylabel() == "Write throughput (MB/s)"
    assert plot.stages(one, x="delay", operation="read").get_suptitle().endswith("of reads")


def test_the_style_of_papers(table, tmp_path):
    plot.style("paper")
    try:
        figure = plot.throughput(table, x="delay", hue="queueDepth")
        wide = plot.stages(table, x="delay")
        (file,) = plot.save(figure, tmp_path / "one")
        # A caption takes the title's place.
        assert figure.get_suptitle() == ""
        assert [one.get_figwidth() for one in (figure, wide)] == [3.5, 7.16]
        assert figure.axes[0].xaxis.label.get_size() == 8
    finally:
        plot.style("screen")
    assert file == tmp_path / "one.pdf"
    # The font is there as TrueType, not as curves of type 3.
    assert b"/Subtype /Type3" not in file.read_bytes()
    assert plot.throughput(table, "delay", "queueDepth").get_figwidth() == 8
    with pytest.raises(ValueError, match="there is no style poster: screen or paper"):
        plot.style("poster")


def test_distributions_compare_settings(write_requests, tmp_path):
    lines = [request_line(i, "R", 512, answered=1000 * (i + 1)) for i in range(4)]
    slow = [request_line(i, "R", 512, answered=30000) for i in range(2)]
    slow += [request_line(9, "W", 512, answered=5000)]
    slow += [request_line(10, "W", 512, "medium_error", answered=7000)]
    runs = {}
    for name, rows in (("fast", lines), ("slow", slow)):
        (tmp_path / name).mkdir()
        runs[name] = results.read_requests(write_requests(*rows, folder=tmp_path / name))
    figure = plot.cdf(runs)
    reads, writes = figure.axes
    assert (reads.get_title(), writes.get_title()) == ("read", "write")
    fast, slow = reads.get_lines()
    assert fast.get_xdata() == pytest.approx([1, 1, 2, 3, 4])
    assert list(fast.get_ydata()) == [0, 25, 50, 75, 100]
    assert slow.get_xdata() == pytest.approx([30, 30, 30])
    assert [list(line.get_xdata()) for line in writes.get_lines()] == [[], [5, 5]]
    assert reads.get_xscale() == "log"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["fast", "slow"]
    with pytest.raises(ValueError, match="no request ended well"):
        plot.cdf({"none": runs["slow"].assign(status="aborted")})


def test_a_distribution_of_many_requests_keeps_the_longest(some_requests):
    one = results.read_requests(some_requests).iloc[:1]
    many = one.loc[one.index.repeat(50_000)].assign(latency_s=np.arange(1, 50_001) / 1e6)
    (line,) = plot.cdf({"many": many}).axes[0].get_lines()
    x, y = line.get_xdata(), line.get_ydata()
    assert len(x) <= 2001
    assert x[-200:] == pytest.approx(np.arange(49_801, 50_001) / 1e3)
    assert y[1:] == pytest.approx(x[1:] * 2)


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
    labels = [container.get_label() for container in axes.containers]
    assert labels[0] == "memory"
    assert not {"read-ahead", "write-back"} & set(labels)
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
    axes = plot.throughput(table[table["delay"] == "1ms"], x="scheduler").axes[0]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["look", "fcfs"]
    assert not parameter_axis(table, "scheduler").is_number


def test_mistakes(table):
    with pytest.raises(ValueError, match="no column dela, did you mean delay"):
        plot.throughput(table, x="dela")
    with pytest.raises(ValueError, match="every point failed"):
        plot.throughput(table.assign(error="x"), x="delay")
    with pytest.raises(ValueError, match="delay is there twice"):
        plot.throughput(table, x="delay", hue="delay")
    with pytest.raises(ValueError, match="all_max_ms has no numbers"):
        plot.bands(table.assign(all_max_ms=np.nan), x="delay", y="all_max_ms")
    with pytest.raises(ValueError, match="scheduler has no numbers"):
        plot.bands(table, x="delay", y="scheduler")
    with pytest.raises(AttributeError):
        plot.no_such_picture  # noqa: B018


@pytest.mark.parametrize("ending", ["", ".png", ".svg", ".pdf", ".PDF"])
def test_equal_data_give_equal_files(table, tmp_path, ending):
    files = []
    for name in ("one", "other"):
        path = tmp_path / f"{name}{ending}"
        files.append(plot.save(plot.throughput(table, "delay", "queueDepth"), path))
    endings = [ending] if ending else [".png", ".svg"]
    assert files[0] == [tmp_path / f"one{one}" for one in endings]
    begins = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    for one, other in zip(*files, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert one.read_bytes().startswith(begins[one.suffix.lower()])
    assert len(list(tmp_path.iterdir())) == 2 * len(endings)


def test_names_of_pictures(table, tmp_path):
    figure = plot.throughput(table, "delay", "queueDepth")
    # What follows the point of a number is no ending.
    files = plot.save(figure, tmp_path / "delay-0.5ms")
    assert [file.name for file in files] == ["delay-0.5ms.png", "delay-0.5ms.svg"]
    for name in ("a.jpg", "a.pdf.eps"):
        with pytest.raises(
            ValueError, match=f"{name}: a picture's name ends in .png, .svg or .pdf"
        ):
            plot.save(figure, tmp_path / name)
    assert len(list(tmp_path.iterdir())) == 2
