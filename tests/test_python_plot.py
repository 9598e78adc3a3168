# SPDX-License-Identifier: GPL-2.0-only
"""Pictures: what is drawn, the labels and their units, no overlap, equal bytes for equal data."""

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from conftest import CACHE_STAGES, STAGES, request_line
from matplotlib.colors import LogNorm, to_hex
from ns3_iscsi import plot, results
from ns3_iscsi.stages import STAGE_GROUPS


@pytest.fixture
def requests(some_requests):
    return results.read_requests(some_requests)


def labels(axes):
    return axes.get_xlabel(), axes.get_ylabel()


def legend_texts(owner):
    return [text.get_text() for text in owner.get_texts()]


def texts_of(figure):
    """Give the boxes, in pixels, of all texts that are drawn."""
    figure.draw_without_rendering()
    texts = [text for axes in figure.axes for text in axes.texts]
    for axes in figure.axes:
        texts += [axes.title, axes.xaxis.label, axes.yaxis.label]
        texts += tick_labels(axes.xaxis) + tick_labels(axes.yaxis)
    for legend in figure.legends + [axes.get_legend() for axes in figure.axes]:
        texts += legend.get_texts() if legend else []
    texts.append(figure._suptitle)
    shown = [text for text in texts if text.get_visible() and text.get_text()]
    return [(text.get_text(), text.get_window_extent()) for text in shown]


def tick_labels(axis):
    """Give the labels of an axis that are within its limits: the others are never drawn."""
    low, high = sorted(axis.get_view_interval())
    return [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


def check_no_overlap(figure):
    boxes = texts_of(figure)
    for i, (name, box) in enumerate(boxes):
        for other_name, other in boxes[:i]:
            overlap = min(box.x1, other.x1) - max(box.x0, other.x0)
            height = min(box.y1, other.y1) - max(box.y0, other.y0)
            assert overlap <= 0.5 or height <= 0.5, (name, other_name)


def test_latency_distribution(requests):
    figure = plot.latency_distribution(requests, "Test")
    histogram, share = figure.axes
    assert labels(histogram) == ("Latency (ms)", "Requests")
    assert labels(share) == ("Latency (ms)", "Requests at or below (%)")
    assert legend_texts(figure.legends[0]) == ["read (40)", "write (40)"]
    # Both curves end with everything, at the highest latency: 1 + 1050 + 3 + 390 + 4000 + 3000 +
    # 250 + 1059 us, and 7 more for a write. The failed request of 9 s is not there.
    read, write = share.get_lines()
    assert (read.get_xdata()[-1], read.get_ydata()[-1]) == pytest.approx((9.753, 100))
    assert (write.get_xdata()[-1], write.get_ydata()[-1]) == pytest.approx((9.760, 100))
    check_no_overlap(figure)


def test_wide_latencies_get_a_logarithmic_axis(write_requests):
    lines = [request_line(0, "R", 512, sent=10 * 4**i) for i in range(10)]
    figure = plot.latency_distribution(results.read_requests(write_requests(*lines)))
    assert [axes.get_xscale() for axes in figure.axes] == ["log", "log"]
    check_no_overlap(figure)


def test_equal_latencies(write_requests):
    lines = [request_line(i, "R", 512, sent=100) for i in range(10)]
    figure = plot.latency_distribution(results.read_requests(write_requests(*lines)))
    assert figure.axes[0].get_xlim()[0] == 0


def test_over_time(requests):
    figure = plot.over_time(requests, "Test")
    throughput, queue = figure.axes
    assert throughput.get_ylabel() == "Throughput (MB/s)"
    assert labels(queue) == ("Simulated time (s)", "Requests under way")
    assert legend_texts(throughput.get_legend()) == ["read", "write"]
    assert legend_texts(queue.get_legend()) == ["highest", "mean"]
    # The area below each line is what was moved: 40 requests of 4096 bytes, in megabytes.
    for line in throughput.patches:
        values, edges, _ = line.get_data()
        assert np.sum(values * np.diff(edges)) == pytest.approx(40 * 4096 / 1e6)
    # The area below the mean queue depth is the sum of all latencies, those of failures as well.
    values, edges, _ = queue.patches[1].get_data()
    assert np.sum(values * np.diff(edges)) == pytest.approx(requests["latency_s"].sum())
    assert queue.patches[0].get_data().values.max() == results.queue_depth(requests).max()
    check_no_overlap(figure)


def test_time_by_stage(requests):
    figure = plot.time_by_stage(requests, "Test")
    (axes,) = figure.axes
    assert axes.get_xlabel() == "Mean time per request (ms)"
    # Nothing was on a loop, or came back late from a drive.
    shown = [name for name in STAGE_GROUPS if name not in ("loop", "target return")]
    assert legend_texts(figure.legends[0]) == shown
    # Mean over i = 0..39: 1 + 1050 + 3 + 195 + 4000 + 3000 + 250 + 1039.5 us, and 7 for a write.
    names = [text.get_text() for text in axes.get_yticklabels()]
    assert names == ["read (mean 9.54 ms)", "write (mean 9.55 ms)", "all (mean 9.54 ms)"]
    seek = shown.index("seek")
    assert [bar.get_width() for bar in axes.containers[seek]] == pytest.approx([4, 4, 4])
    ends = [bar.get_x() + bar.get_width() for bar in axes.containers[-1]]
    assert ends == pytest.approx([9.5385, 9.5455, 9.542])
    assert "4.00" in [text.get_text() for text in axes.texts]
    check_no_overlap(figure)


def test_time_by_stage_of_a_page_cache(write_requests):
    names = [*CACHE_STAGES, *STAGES]
    lines = [
        request_line(0, "R", 512, names=names, cache_hit=3000),
        request_line(9, "W", 512, names=names, throttled=5000),
    ]
    requests = results.read_requests(write_requests(*lines, names=names))
    figure = plot.time_by_stage(requests, "Test")
    assert legend_texts(figure.legends[0]) == ["memory", "write-back"]
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.containers[0]] == pytest.approx([3, 0, 1.5])
    assert [bar.get_width() for bar in axes.containers[1]] == pytest.approx([0, 5, 2.5])
    check_no_overlap(figure)
    left, right = figure.legends[0].get_window_extent().intervalx
    assert 0 <= left < right <= figure.bbox.width


@pytest.mark.parametrize(("media", "mean"), [(150000, "150"), (99860, "100"), (99800, "99.9")])
def test_one_operation_needs_no_sum(write_requests, media, mean):
    # 100 us more for the way: 150.1, 99.96 and 99.9 ms.
    lines = [request_line(i, "W", 512, sent=100, media_done=media) for i in range(3)]
    figure = plot.time_by_stage(results.read_requests(write_requests(*lines)))
    names = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert names == [f"write (mean {mean} ms)"]


def test_colours_are_okabe_and_itos_and_tols():
    palette = [
        "#000000",
        "#E69F00",
        "#56B4E9",
        "#009E73",
        "#F0E442",
        "#0072B2",
        "#D55E00",
        "#CC79A7",
    ]
    tol = ["#BBBBBB", "#999933", "#882255", "#332288", "#44AA99", "#DDCC77"]
    tol += ["#CC6677", "#117733", "#88CCEE", "#AA4499", "#BBCC33"]
    stages = [to_hex(colour).upper() for colour in plot.STAGE_COLOURS.values()]
    assert sorted(stages) == sorted([*palette, *tol])
    assert set(plot.OPERATION_COLOURS.values()) <= set(palette)


def test_files(requests, tmp_path):
    files = plot.draw_all(requests, tmp_path, "Test")
    names = ["latency", "over-time", "stages"]
    assert [file.name for file in files] == [n + s for n in names for s in (".png", ".svg")]
    for file in files[::2]:
        picture = matplotlib.image.imread(file)
        assert picture.shape[1] == 1500
        # More than a white page with a line of text.
        assert (picture[:, :, :3].min(axis=2) < 0.9).mean() > 0.02
    for file in files[1::2]:
        assert "</svg>" in file.read_text()


def _served(rates):
    """Make requests of 1 MB, so many a second for a second by each initiator."""
    rows = [
        {
            "time_s": i / rate,
            "latency_s": 1 / rate,
            "operation": "read",
            "bytes": 1_000_000,
            "status": "ok",
            "initiator": initiator,
        }
        for initiator, rate in rates.items()
        for i in range(rate)
    ]
    return pd.DataFrame(rows)


def test_initiators_over_time():
    figure = plot.initiators_over_time(_served({0: 60, 3: 120}))
    axes, bar = figure.axes
    image = axes.images[0].get_array()
    # Two rows, though numbers leave a gap; in 60 intervals one and two requests of 1 MB end.
    assert image.shape == (2, 60)
    assert list(image.mean(axis=1)) == pytest.approx([60, 120])
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["0", "3"]
    assert "MB/s" in bar.get_ylabel()


@pytest.mark.parametrize(("most", "is_log"), [(1000, False), (2000, True)])
def test_a_noisy_initiator_leaves_colours_for_the_others(most, is_log):
    image = plot.initiators_over_time(_served({0: 60, 1: most})).axes[0].images[0]
    assert isinstance(image.norm, LogNorm) == is_log
    quiet, _ = image.norm(image.get_array()).mean(axis=1)
    assert (quiet < 0.1) == (not is_log)


def test_no_initiators():
    local = _served({0: 2}).drop(columns="initiator")
    with pytest.raises(ValueError, match="no initiators"):
        plot.initiators_over_time(local)


def test_a_picture_of_initiators_where_there_are_several(requests, tmp_path):
    two = pd.concat([requests.assign(initiator=0), requests.assign(initiator=1)])
    names = {file.stem for file in plot.draw_all(two, tmp_path, "Test")}
    assert names == {"latency", "over-time", "stages", "initiators"}


def test_equal_data_give_equal_files(requests, tmp_path):
    (tmp_path / "again").mkdir()
    first = plot.draw_all(requests, tmp_path, "Test")
    second = plot.draw_all(requests, tmp_path / "again", "Test")
    assert [f.read_bytes() for f in first] == [f.read_bytes() for f in second]
