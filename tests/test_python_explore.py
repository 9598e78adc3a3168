# SPDX-License-Identifier: GPL-2.0-only
"""The page of the requests of a run: its data, worked out by hand, and how a browser shows it."""

import hashlib
import json
import re
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from browser import browser  # noqa: F401
from conftest import CACHE_STAGES, SSD_STAGES
from ns3_iscsi import San, explore, explore_data, results
from ns3_iscsi.columns import TABLES
from ns3_iscsi.explore_data import Run
from ns3_iscsi.stages import PLAIN_STAGES, STAGES
from san_runs import tshark
from sweep_tables import write_sweep

#: Stages of runs without a page cache.
PLAIN = list(PLAIN_STAGES)


def write_run(folder, rows, stages=PLAIN, **more):
    """Write a run's folder.

    :param folder: the folder
    :param rows: for each request when it is issued and what its stages take, all in milliseconds,
        and other columns where they differ
    :param stages: the stages that the file has
    :param more: further tables by the name of their file
    """
    folder.mkdir(parents=True)
    made = []
    for issued, times, *others in rows:
        row = {"time_s": issued, "device": 0, "operation": "R", "lba": 8, "bytes": 4096}
        row |= {"latency_s": sum(times.values()), "status": "ok"}
        row |= {f"{stage}_s": times.get(stage, 0) for stage in stages}
        row |= others[0] if others else {}
        made.append({k: v / 1e3 if k.endswith("_s") else v for k, v in row.items()})
    tables = {"requests": pd.DataFrame(made), **more}
    for name, table in tables.items():
        path = folder / f"{name.replace('_', '-')}.csv"
        table.to_csv(path, index=False, float_format="%.9f")
    return folder


#: Three requests to a drive that serves one at a time, and one to another drive.
THREE = [
    (0, {"sent": 1, "arrived_at_target": 2, "at_drive": 1, "seek_done": 6, "answered": 2}),
    (
        1,
        {"arrived_at_target": 2, "at_drive": 7, "rotation_done": 3, "answered": 2},
        {"bytes": 8192},
    ),
    (2, {"arrived_at_target": 2, "at_drive": 35.2, "media_done": 0.9, "answered": 2}),
    (3, {"arrived_at_target": 4, "at_drive": 1}, {"device": 1, "operation": "W"}),
]


def numbers(run):
    return {name: values.tolist() for name, values in run.columns().items()}


def test_every_stage_has_a_name():
    place = PLAIN.index("media_done")
    assert list(STAGES) == [*CACHE_STAGES, *PLAIN[:place], *SSD_STAGES, *PLAIN[place:]]
    assert len({(one.place, one.name) for one in STAGES.values()}) == len(STAGES)


def test_columns(tmp_path):
    columns = numbers(Run(write_run(tmp_path / "run", THREE)))
    assert columns["time"] == [0, 1_000_000, 2_000_000, 3_000_000]
    assert columns["latency"] == [12_000_000, 14_000_000, 40_100_000, 5_000_000]
    assert columns["at_drive"] == [1_000_000, 7_000_000, 35_200_000, 1_000_000]
    assert np.sum([columns[stage] for stage in PLAIN], axis=0).tolist() == columns["latency"]
    names = [PLAIN[one] for one in columns["longest"]]
    assert names == ["seek_done", "at_drive", "at_drive", "arrived_at_target"]
    # The second waits from 3 to 10 ms, the first leaves at 4 ms; the third from 4 to 39.2 ms, when
    # the second has gone and the first leaves just as it comes.
    assert columns["ahead"] == [0, 1, 1, 0]
    assert columns["others"] == [0, 1, 2, 3]
    assert columns["timeouts"] == columns["retransmissions"] == [0, 0, 0, 0]


def test_requests_are_in_the_order_of_issue(tmp_path):
    ours = numbers(Run(write_run(tmp_path / "a", THREE)))
    assert numbers(Run(write_run(tmp_path / "b", THREE[::-1]))) == ours


def test_behind_a_page_cache_nobody_is_ahead(tmp_path):
    stages = [*CACHE_STAGES, *PLAIN]
    columns = numbers(Run(write_run(tmp_path / "run", THREE, stages)))
    assert columns["ahead"] == [0, 0, 0, 0]
    assert stages[columns["longest"][0]] == "seek_done"


def test_waits():
    begin, end = np.array([0, 0, 2, 5, 0]), np.array([4, 3, 9, 5, 3])
    # Of the same device 3 and 4 lie within the wait until 9, 3 in that until 4; those that end
    # together do not wait for each other.
    device = np.array([0, 0, 0, 0, 1])
    assert explore_data.left_meanwhile(begin, end, device).tolist() == [1, 0, 3, 0, 0]


def series(rows):
    columns = ["time_s", "connection", "sender", "cwnd_bytes", "retransmissions", "timeouts"]
    table = pd.DataFrame(rows, columns=columns)
    return table.assign(ssthresh_bytes=0, flight_bytes=0, rtt_s=0.001, fast_recoveries=0)


def connections(**sent):
    known = dict.fromkeys(TABLES["connections.csv"].needed(), 0)
    known |= {"local": "10.0.0.1:49153", "remote": "10.0.0.2:3260"}
    ends = [{**known, "connection": 0, "sender": name, "sent_bytes": b} for name, b in sent.items()]
    return pd.DataFrame(ends)


#: The target's timeout at 3.5 ms repeats two segments.
TCP = [
    (0.0000, 0, "initiator", 14480, 0, 0),
    (0.0001, 0, "target", 14480, 0, 0),
    (0.0020, 0, "initiator", 14480, 1, 0),
    (0.0035, 0, "target", 1448, 2, 1),
    (0.0300, 0, "target", 1448, 2, 1),
]


def test_what_tcp_repairs(tmp_path):
    more = {"tcp_series": series(TCP), "connections": connections(initiator=9, target=99)}
    run = Run(write_run(tmp_path / "run", THREE, **more))
    columns = numbers(run)
    # From the issue on: the third is issued as the initiator repeats a segment.
    assert columns["retransmissions"] == [3, 3, 2, 2]
    assert columns["timeouts"] == [1, 1, 1, 1]
    target, initiator = [(name, t.tolist(), w.tolist()) for name, t, w in run.windows()]
    times = [100_000, 3_500_000, 30_000_000]
    assert target == ("target, connection 0", times, [14480, 1448, 1448])
    assert initiator == ("initiator, connection 0", [0, 2_000_000], [14480, 14480])


def test_sample():
    latency = np.arange(10_000)[::-1]
    rows, slow, weight = explore_data.sample(latency, 3_000)
    assert len(rows) == len(set(rows)) == 3_000
    assert (np.diff(rows) > 0).all()
    assert rows[slow].tolist() == list(range(1_000))
    # 2,000 stand for the other 9,000.
    assert weight == 4.5
    again, *_ = explore_data.sample(latency, 3_000)
    assert (again == rows).all()
    rows, slow, weight = explore_data.sample(latency, 10_000)
    assert (rows.tolist(), slow.all(), weight) == (list(range(10_000)), True, 1)


def test_series_with_too_many_points():
    times, values = np.arange(0, 100), np.arange(0, 100) % 7
    assert explore_data.reduce_series(times, values, 100) == (times, values)
    times, values = explore_data.reduce_series(times, values, 10)
    assert times.tolist() == list(range(0, 100, 10))
    assert values.tolist() == [6] * 10


def read_page(runs):
    """Give the description and the columns as the page's script has them."""
    about, data = explore.page_data(runs)
    columns, offset = {}, 0
    types = {name: kind for kind, name in explore._TYPES.items()}
    for one in about["columns"]:
        kind = np.dtype(f"<{types[one['type']]}")
        assert offset % kind.itemsize == 0
        columns[one["name"]] = np.frombuffer(data, kind, one["length"], offset).tolist()
        offset += kind.itemsize * one["length"]
    assert offset == len(data)
    return about, columns


def test_two_runs_share_their_columns(tmp_path):
    stages = [*CACHE_STAGES, *PLAIN]
    write_run(tmp_path / "near/out", THREE)
    write_run(tmp_path / "far/out", [(0.5, {"throttled": 2, "sent": 1})], stages)
    about, columns = read_page([Run(tmp_path / "near/out"), Run(tmp_path / "far/out")])
    assert [(one["name"], one["requests"]) for one in about["runs"]] == [
        ("near/out", 4),
        ("far/out", 1),
    ]
    assert columns["request.run"] == [0, 1, 0, 0, 0]
    assert columns["request.throttled"] == [0, 2_000_000, 0, 0, 0]
    longest = [about["stages"][one]["key"] for one in columns["request.longest"]]
    assert longest == ["seek_done", "throttled", "at_drive", "at_drive", "arrived_at_target"]
    operations = [about["operations"][one]["name"] for one in columns["request.operation"]]
    assert operations == ["read", "read", "read", "read", "write"]
    assert columns["series.1.time"] == [500_000, 3_500_000]
    assert columns["series.1.value"] == [1, 0]


def test_times_of_hours_are_exact(tmp_path):
    rows = [(7_200_000.000001, {"sent": 5_000.000001})]
    _, columns = read_page([Run(write_run(tmp_path / "run", rows))])
    assert columns["request.time"] == [7_200_000_000_001]
    assert columns["request.sent"] == [5_000_000_001]


def test_names_of_the_page(tmp_path):
    for name in ("a", "b"):
        write_run(tmp_path / name, THREE)
    assert explore.write_page(tmp_path / "a") == tmp_path / "a/explore.html"
    assert explore.write_page(tmp_path / "a", tmp_path / "b") == tmp_path / "a/explore-b.html"
    assert explore.write_page(tmp_path / "a", path=tmp_path / "c.html") == tmp_path / "c.html"
    first = (tmp_path / "c.html").read_bytes()
    assert (tmp_path / "a/explore.html").read_bytes() == first


def test_the_library_is_the_one_that_its_readme_names():
    folder = Path(explore.__file__).parent / "vendored/uplot"
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    for digest, name in (line.split() for line in lines):
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    version = re.search(r"^# uPlot ([\d.]+)$", (folder / "README.md").read_text(), re.M)[1]
    assert f"(v{version})" in (folder / "uPlot.iife.min.js").read_text().splitlines()[0]


def test_a_point_of_a_sweep_has_the_name_of_its_settings(tmp_path):
    write_sweep(tmp_path / "sweep", lambda *_: 5.0, delay=["1ms", "2ms"], queueDepth=[1, 8])
    folder = next(path.parent for path in sorted((tmp_path / "sweep").glob("*/result.json")))
    for file in write_run(tmp_path / "run", THREE).iterdir():
        file.rename(folder / file.name)
    assert Run(folder).name == "delay 1ms, queueDepth 1, run 1"
    # A result without its sweep.
    folder.rename(tmp_path / "alone")
    assert Run(tmp_path / "alone").name == "alone"


def test_nothing_comes_from_outside(tmp_path):
    text = explore.write_page(write_run(tmp_path / "my <run>", THREE)).read_text()
    assert "my &lt;run&gt;" in text
    assert "my <run>" not in text
    links = re.findall(r"""(?:src|href)=["']?([^"'> ]+)""", text)
    assert links == ["data:,"]
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|import\(", text)
    assert "Copyright (c) 2022 Leon Sorokin" in text


def bad_cell(column, value):
    return lambda table: table.assign(**{column: value})


BAD = [
    (
        lambda table: table.drop(columns="seek_done_s"),
        "not a requests.csv, it lacks the column seek_done_s",
    ),
    (lambda table: table[:0], "no request was completed"),
    (bad_cell("bytes", "many"), "2: bytes is 'many', not a number"),
    (bad_cell("device", None), "2: device is empty, not a number"),
    (bad_cell("sent_s", -1), "2: sent_s is '-1', not a time in seconds"),
    (bad_cell("operation", "X"), "2: operation is 'X', not one of R, W, V, F, U"),
    (bad_cell("status", None), "2: status is empty, not a status"),
    (bad_cell("lba", "8\n9"), r"2: lba is '8\n9', not a number"),
    (bad_cell("time_s", "inf"), "2: time_s is 'inf', not a time in seconds"),
]


@pytest.mark.parametrize(("change", "text"), BAD, ids=[one[1] for one in BAD])
def test_bad_requests(change, text, tmp_path):
    folder = write_run(tmp_path / "run", THREE)
    change(pd.read_csv(folder / "requests.csv")).to_csv(folder / "requests.csv", index=False)
    with pytest.raises(ValueError, match=re.escape(text)) as caught:
        explore.write_page(folder)
    assert str(folder / "requests.csv") in str(caught.value)
    assert not (folder / "explore.html").exists()


#: Where there are too few requests for a percentile.
NONE = "\N{EN DASH}"


def times(factor):
    return f"\N{MULTIPLICATION SIGN} {factor:.2f}"


def test_a_run_without_requests(tmp_path):
    folder = write_run(tmp_path / "run", THREE)
    (folder / "requests.csv").rename(folder / "summary.json")
    with pytest.raises(ValueError, match=r"run: there is no requests\.csv$"):
        explore.write_page(folder)


def test_what_is_no_text(tmp_path):
    folder = write_run(tmp_path / "run", THREE)
    (folder / "requests.csv").write_bytes(b"\xff\xfe\x00")
    said = re.escape(f"{folder / 'requests.csv'}: not a requests.csv: 'utf-8' codec can't decode")
    with pytest.raises(ValueError, match=said):
        explore.write_page(folder)


def value(browser, script):  # noqa: F811
    return browser.run(f"(() => {{ {script} }})()")


def opened(browser, path, width=1400):  # noqa: F811
    """Open a page and give how long it took, in seconds."""
    begin = time.monotonic()
    browser.open(path, width)
    while not browser.run("'ready' in document.body.dataset"):
        assert time.monotonic() < begin + 30, browser.console
        time.sleep(0.01)
    return time.monotonic() - begin


def text(browser, selector):  # noqa: F811
    return browser.run(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")


def texts(browser, selector):  # noqa: F811
    """Give the texts of all elements that are selected, without space at their ends."""
    selected = f"[...document.querySelectorAll({json.dumps(selector)})]"
    return browser.run(f"{selected}.map(one => one.textContent.trim())")


def press(browser, key, code=0):  # noqa: F811
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)


def mouse(browser, kind, left, top):  # noqa: F811
    browser.call(
        "Input.dispatchMouseEvent", type=kind, x=left, y=top, button="left", clickCount=1, buttons=1
    )


def drag(browser, start, stop):  # noqa: F811
    """Drag over a share of the width of the latencies."""
    box = browser.run("document.querySelector('#latency .u-over').getBoundingClientRect().toJSON()")
    begin, end = (box["left"] + box["width"] * one for one in (start, stop))
    top = box["top"] + box["height"] / 2
    mouse(browser, "mouseMoved", begin, top)
    mouse(browser, "mousePressed", begin, top)
    for part in (0.3, 0.7, 1):
        mouse(browser, "mouseMoved", begin + (end - begin) * part, top)
    mouse(browser, "mouseReleased", end, top)


def choose(browser, name, option):  # noqa: F811
    """Choose an option of a filter by the texts of both."""
    script = f"""
        const label = [...document.querySelectorAll("#filters label")]
            .find(one => one.firstChild.textContent.trim() === {json.dumps(name)});
        const select = label.querySelector("select"), text = {json.dumps(option)};
        select.value = [...select.options].find(one => one.textContent === text).value;
        select.dispatchEvent(new Event("change"));
    """
    value(browser, script)


def test_why_one_request_took_so_long(tmp_path, browser):  # noqa: F811
    opened(browser, explore.write_page(write_run(tmp_path / "run", THREE)))
    assert text(browser, "#count") == "4 of 4 requests shown."
    # The slowest is shown first.
    assert text(browser, "#detail h2") == "Read 4 KiB in 40.1 ms"
    why = "35.2 of 40.1 ms in the drive's queue, behind 1 other request to device 0."
    assert text(browser, "#why") == why
    assert text(browser, "#slowest tbody tr td:last-child") == why
    press(browser, "ArrowLeft")
    assert text(browser, "#detail h2") == "Read 8 KiB in 14.0 ms"
    expected = (
        "7.00 of 14.0 ms in the drive's queue, behind 1 other request to device 0; "
        "3.00 ms in rotation, until the sector came; 2.00 ms on the way to the target."
    )
    assert text(browser, "#why") == expected
    # Faster, faster, slower; the last is the first in time again.
    press(browser, "ArrowDown")
    press(browser, "ArrowDown")
    assert (
        text(browser, "#why")
        == "4.00 of 5.00 ms on the way to the target, with its data; 1.00 ms in the drive's queue."
    )
    press(browser, "ArrowUp")
    assert text(browser, "#detail h2") == "Read 4 KiB in 12.0 ms"
    press(browser, "Escape")
    assert text(browser, "#why") is None
    assert browser.run("document.querySelector('.ring')") is None
    assert browser.console == []


def test_a_click_shows_the_stages_of_a_request(tmp_path, browser):  # noqa: F811
    opened(browser, explore.write_page(write_run(tmp_path / "run", THREE)))
    press(browser, "ArrowLeft")
    ring = "document.querySelector('.ring').getBoundingClientRect().toJSON()"
    place = browser.run(ring)
    press(browser, "Escape")
    left, top = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        mouse(browser, kind, left + 3, top - 2)
    assert text(browser, "#detail h2") == "Read 8 KiB in 14.0 ms"
    assert text(browser, "#hover").startswith("0.001000 s: read 8 KiB, 14.0 ms. 7.00 of 14.0 ms in")
    stages = texts(browser, ".stage")
    assert stages == [
        "network: to the target",
        "drive: queue",
        "drive: rotation",
        "network: to the initiator",
    ]
    script = "return [...document.querySelectorAll('[data-ns]')].map(one => Number(one.dataset.ns))"
    assert value(browser, script) == [2_000_000, 7_000_000, 3_000_000, 2_000_000]
    script = """return [...document.querySelectorAll('.track')].map(one => {
        const [all, bar] = [one, one.firstChild].map(it => it.getBoundingClientRect());
        return [(bar.left - all.left) / all.width, bar.width / all.width]; })"""
    places = np.array([[0, 2], [2, 7], [9, 3], [12, 2]]) / 14
    assert np.array(value(browser, script)) == pytest.approx(places, abs=0.005)
    assert browser.console == []


def test_filters_and_zoom_change_the_counts(tmp_path, browser):  # noqa: F811
    opened(browser, explore.write_page(write_run(tmp_path / "run", THREE)))
    script = """return [...document.querySelectorAll('#filters label')].map(
        one => one.firstChild.textContent.trim())"""
    names = value(browser, script)
    assert names == ["operation", "size", "device", "longest stage"]
    cell = "#percentiles tbody tr td"
    for name, option, number in (
        ("operation", "write", 1),
        ("size", "8 KiB", 1),
        ("device", "0", 3),
        ("longest stage", "drive: queue", 2),
    ):
        choose(browser, name, option)
        assert text(browser, "#count") == f"{number} of 4 requests shown."
        assert text(browser, cell) == str(number)
        assert browser.run("document.querySelectorAll('#slowest tbody tr').length") == number
        browser.run("document.getElementById('reset').click()")
        assert text(browser, cell) == "4"
    # Requests are issued from 0 to 3 ms, the last one ends at 42.1 ms: this leaves the first two.
    drag(browser, 0, 1.6 / 42.1)
    assert text(browser, "#count").startswith(
        "2 of 4 requests shown, issued from 0.000000 to 0.0015"
    )
    press(browser, "0")
    assert text(browser, "#count") == "4 of 4 requests shown."
    assert browser.console == []


def test_two_runs_in_one_page(tmp_path, browser):  # noqa: F811
    slow = [(issued, {k: 2 * v for k, v in times.items()}, *more) for issued, times, *more in THREE]
    more = {"tcp_series": series(TCP), "connections": connections(initiator=9, target=99)}
    write_run(tmp_path / "near", THREE)
    write_run(tmp_path / "far", slow, **more)
    opened(browser, explore.write_page(tmp_path / "near", tmp_path / "far"))
    script = """return [...document.querySelectorAll('#percentiles tbody tr')].map(
        row => [...row.cells].map(one => one.textContent))"""
    # 90 % and above need more requests.
    assert value(browser, script) == [
        ["requests", "4", "4", times(1)],
        ["mean", "17.8 ms", "35.5 ms", times(2)],
        ["median", "12.0 ms", "24.0 ms", times(2)],
        *([name, NONE, NONE, NONE] for name in ("90 %", "99 %", "99.9 %")),
        ["slowest", "40.1 ms", "80.2 ms", times(2)],
    ]
    assert (
        text(browser, "#windows .legend") == "far, target, connection 0far, initiator, connection 0"
    )
    choose(browser, "run", "far")
    choose(browser, "longest stage", "network: to the target")
    why = (
        "8.00 of 10.0 ms on the way to the target, with its data, "
        "while TCP had 2 retransmissions and 1 timeout; 2.00 ms in the drive's queue."
    )
    assert text(browser, "#slowest tbody td:last-child") == why
    assert browser.console == []


def milliseconds(shown):
    """Read a time as the page shows it."""
    number, unit = shown.replace(",", "").split()
    return float(number) * {"ms": 1, "\N{MICRO SIGN}s": 1e-3, "ns": 1e-6}[unit]


def test_figures_are_those_of_the_summary(tmp_path, browser):  # noqa: F811
    folder = tmp_path / "run"
    San(workload="closed", queueDepth=8, count=2000, size="65536", output=str(folder)).run()
    opened(browser, explore.write_page(folder))
    summary = results.read_summary(folder / "summary.json")["all"]
    names = [f"{name}_ms" for name in ("mean", "median", "p90", "p99", "p999", "max")]
    shown = texts(browser, "#percentiles tbody td")
    assert shown[0] == "2,000"
    # Three digits are shown.
    found = [milliseconds(one) for one in shown[1:]]
    assert found == pytest.approx([summary[name] for name in names], rel=0.005)
    means = [milliseconds(one) for one in texts(browser, "#means .quiet")]
    assert sum(means) == pytest.approx(summary["mean_ms"], rel=0.01)
    # The stages of the slowest requests add up to their latencies.
    for _ in range(5):
        lengths = value(
            browser,
            "return [...document.querySelectorAll('[data-ns]')].map(one => +one.dataset.ns)",
        )
        latency = milliseconds(text(browser, "#detail h2").split(" in ")[1])
        assert sum(lengths) / 1e6 == pytest.approx(latency, rel=0.005)
        press(browser, "ArrowDown")
    assert browser.console == []


def test_a_touch_shows_a_request(tmp_path, browser):  # noqa: F811
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    opened(browser, explore.write_page(write_run(tmp_path / "run", THREE)), width=390)
    place = browser.run("document.querySelector('.ring').getBoundingClientRect().toJSON()")
    press(browser, "Escape")
    at = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    deadline = time.monotonic() + 10
    while text(browser, "#detail h2") != "Read 4 KiB in 40.1 ms":
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert browser.console == []


def test_failed_requests(tmp_path, browser):  # noqa: F811
    rows = [*THREE, (4, {"sent": 900}, {"status": "timed out"})]
    opened(browser, explore.write_page(write_run(tmp_path / "run", rows)))
    assert text(browser, "#why").startswith("Failed (timed out): 900 of 900 ms at the initiator")
    # As in summary.json, figures are of those that ended well.
    assert texts(browser, "#percentiles tbody td")[-1] == "40.1 ms"
    choose(browser, "status", "timed out")
    assert texts(browser, "#percentiles tbody td")[-1] == NONE
    assert browser.console == []


def test_a_logarithmic_axis_and_other_colours(tmp_path, browser):  # noqa: F811
    # A request that takes no time has its place on such an axis, too.
    rows = [*THREE, (5, {})]
    opened(browser, explore.write_page(write_run(tmp_path / "run", rows)))
    assert texts(browser, "#legend span") == ["read", "write"]
    browser.run("document.getElementById('log').click()")
    script = """
        const select = document.getElementById("colour");
        select.value = "longest stage";
        select.dispatchEvent(new Event("change"));
    """
    value(browser, script)
    legend = ["initiator: before sending", "network: to the target", "drive: queue"]
    assert texts(browser, "#legend span") == [*legend, "drive: seek"]
    choose(browser, "longest stage", legend[0])
    press(browser, "ArrowRight")
    assert text(browser, "#why") == "It took no time."
    assert browser.console == []


def test_one_request_that_takes_no_time(tmp_path, browser):  # noqa: F811
    opened(browser, explore.write_page(write_run(tmp_path / "run", [(0, {})])))
    assert text(browser, "#count") == "1 of 1 request shown."
    press(browser, "+")
    assert text(browser, "#why") == "It took no time."
    assert browser.console == []


@pytest.mark.parametrize("width", [1400, 390])
def test_fits_the_window(tmp_path, browser, width):  # noqa: F811
    opened(browser, explore.write_page(write_run(tmp_path / "run", THREE)), width)
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.run("document.querySelector('#latency canvas').clientWidth") > 0.6 * min(
        width, 1200
    )
    assert browser.console == []


def least(measure):
    """Give the least of three times: another program may have had the processor in the others."""
    return min(measure() for _ in range(3))


def many(count):
    """Give requests that take 1 to 1000 us, each as many of them as the others."""
    issued = np.arange(count)
    latency = (issued * 7919 % 1000 + 1) / 1e6
    table = pd.DataFrame(
        {"time_s": issued / 1e4, "device": issued % 4, "operation": "R", "lba": issued}
    )
    table = table.assign(bytes=4096, latency_s=latency, status="ok")
    # Each takes part in all stages, of whole nanoseconds.
    cuts = np.rint(np.outer(latency * 1e9, np.linspace(0, 1, len(PLAIN) + 1)))
    return table.assign(**{f"{s}_s": t / 1e9 for s, t in zip(PLAIN, np.diff(cuts).T, strict=True)})


def test_a_hundred_thousand_requests_open_at_once(tmp_path, browser):  # noqa: F811
    table = many(100_000)
    (tmp_path / "run").mkdir()
    table.to_csv(tmp_path / "run/requests.csv", index=False, float_format="%.9f")
    path = explore.write_page(tmp_path / "run")
    assert least(lambda: opened(browser, path)) < 3
    assert text(browser, "#count") == "100,000 of 100,000 requests shown."
    cells = texts(browser, "#percentiles tbody td")
    assert cells == [
        "100,000",
        "0.500 ms",
        "0.500 ms",
        "0.900 ms",
        "0.990 ms",
        "0.999 ms",
        "1.00 ms",
    ]

    def used():
        begin = time.monotonic()
        choose(browser, "device", "1")
        assert text(browser, "#count") == "25,000 of 100,000 requests shown."
        for _ in range(5):
            press(browser, "ArrowRight")
        return time.monotonic() - begin

    assert least(used) < 3
    assert browser.console == []


def test_more_requests_are_sampled_and_weighed(tmp_path, browser, monkeypatch):  # noqa: F811
    monkeypatch.setattr(explore_data, "MOST_REQUESTS", 3_000)
    table = many(20_000)
    (tmp_path / "run").mkdir()
    table.to_csv(tmp_path / "run/requests.csv", index=False, float_format="%.9f")
    opened(browser, explore.write_page(tmp_path / "run"))
    said = "3,000 of 20,000 requests shown. The page has 3,000 of them: the slowest, and a random"
    assert text(browser, "#count").startswith(said)
    cells = texts(browser, "#percentiles tbody td")
    assert cells[0] == "20,000"
    # The slowest 1,000 are those of 951 us and more, so these percentiles are exact.
    assert cells[4:] == ["0.990 ms", "0.999 ms", "1.00 ms"]
    # Half of 2,000 drawn from 1 to 950 us lie below the median: three standard deviations.
    spread = 3 * 0.5 / 2_000**0.5
    assert float(cells[2].split()[0]) == pytest.approx(0.5, abs=spread)
    assert browser.console == []


def with_commands(rows):
    """Add to rows the command that carried each: over connections 0 and 1 in turn."""
    return [
        (
            *row[:2],
            {
                **(row[2] if len(row) > 2 else {}),
                **{"initiator": i % 2, "target": 0, "connection": i % 2, "lun": 3},
                **{"task_tag": 26 + i, "cmd_sn": 70 + i, "commands": 1 + i // 3},
            },
        )
        for i, row in enumerate(rows)
    ]


def connection_ends():
    table = connections(initiator=9, target=9)
    ends = {
        "local": ["10.0.0.1:49153", "10.0.1.1:3260"],
        "remote": ["10.0.1.1:3260", "10.0.0.1:49153"],
    }
    return table.assign(**ends)


def facts(browser):  # noqa: F811
    return dict(zip(texts(browser, "#detail dt"), texts(browser, "#detail dd"), strict=True))


def test_commands_are_numbers_from_one(tmp_path):
    folder = write_run(tmp_path / "run", with_commands(THREE), connections=connection_ends())
    run = Run(folder)
    assert run.columns()["task_tag"].tolist() == [27, 28, 29, 30]
    assert run.results.connection_ends() == {0: ("10.0.0.1:49153", "10.0.1.1:3260")}
    assert Run(write_run(tmp_path / "none", THREE)).columns()["task_tag"].tolist() == [0] * 4


def test_a_request_leads_to_its_command(tmp_path, browser):  # noqa: F811
    folder = write_run(tmp_path / "run", with_commands(THREE), connections=connection_ends())
    opened(browser, explore.write_page(folder))
    about = facts(browser)
    assert about["initiator"] == "0, to LUN 3 of target 0"
    assert about["command"] == "Initiator Task Tag 0x0000001c, CmdSN 72"
    assert about["connection"] == "0, from 10.0.0.1:49153 to 10.0.1.1:3260"
    wanted = "ip.addr == 10.0.0.1 && tcp.port == 49153 && iscsi.initiatortasktag == 0x0000001c"
    assert text(browser, "#display-filter") == wanted
    value(browser, "document.querySelector('#copy').click()")
    # On the clipboard, or selected where a page may not write there.
    done = f"document.querySelector('#copy').textContent === 'copied' || {json.dumps(wanted)}"
    deadline = time.monotonic() + 10
    while not browser.run(f"{done} === getSelection().toString()"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # Nothing is known of the ends of the other connection.
    press(browser, "ArrowRight")
    about = facts(browser)
    assert about["command"] == "Initiator Task Tag 0x0000001d, CmdSN 73, the last of 2 commands"
    assert about["connection"] == "1"
    assert text(browser, "#display-filter") == "iscsi.initiatortasktag == 0x0000001d"
    choose(browser, "initiator", "0")
    assert text(browser, "#count") == "2 of 4 requests shown."
    assert browser.console == []


def test_the_display_filter_finds_the_command(tmp_path, browser):  # noqa: F811
    options = {"drives": 2, "queueDepth": 4, "count": 50, "pcap": True}
    San(output=str(tmp_path / "run"), workload="closed", readFraction=1.0, **options).run()
    opened(browser, explore.write_page(tmp_path / "run"))
    found = text(browser, "#display-filter")
    names = ("frame.time_epoch", "iscsi.opcode", "iscsi.initiatortasktag")
    fields = [one for name in names for one in ("-e", name)]
    lines = tshark(tmp_path / "run/san.pcap.gz", "-Y", found, "-T", "fields", *fields)
    frames = [line.split("\t") for line in lines]
    # The command, and after it data and the answer to it, until the request is completed.
    assert frames[0][1].split(",").count("0x01") >= 1
    issued = float(facts(browser)["issued"].split()[0])
    completed = float(facts(browser)["completed"].split()[0])
    assert all(issued - 2e-6 <= float(frame[0]) <= completed + 2e-6 for frame in frames)
    tag = found.rsplit(" ", 1)[1]
    assert all(tag in frame[2] for frame in frames)
    assert len(frames) >= 2
    assert browser.console == []


#: Three requests: a read from the medium, one from the cache, a write to the track of the heads.
DISK_TIMES = [
    (0, {"at_drive": 1, "seek_done": 3.5, "rotation_done": 2.5, "media_done": 1.25}),
    (1, {"answered": 1}),
    (2, {"at_drive": 8, "rotation_done": 5, "media_done": 1}, {"operation": "W"}),
]
#: When the heads begin to move and how long each part takes, ms, and where they go.
ACCESSES = [
    ((1, 3.5, 2.5, 1.25), (1, 0, 6, 1)),
    ((10, 0, 5, 1), (6, 1, 6, 1)),
]


def write_disk_run(folder, accesses=ACCESSES, lba=8):
    """Write a run on disks of 8 cylinders, 2 heads and 10 ms a revolution."""
    times = ("time_s", "seek_s", "rotation_s", "media_s")
    rows = [
        {"disk": i, "operation": "R", "lba": lba, "blocks": 8}
        | {name: ms / 1e3 for name, ms in zip(times, parts, strict=True)}
        | dict(zip(explore_data.TRACKS, tracks, strict=True))
        for i, (parts, tracks) in enumerate(accesses)
    ]
    table = pd.DataFrame(rows)[TABLES["disk-accesses.csv"].names()]
    write_run(folder, DISK_TIMES, disk_accesses=table)
    disk = {"model": "tiny", "cylinders": 8, "heads": 2, "revolution_s": 0.01}
    (folder / "summary.json").write_text(json.dumps({"disk": disk}))
    return folder


def tracks(folder):
    columns = Run(folder).columns()
    return [[int(columns[name][i]) for name in explore_data.TRACKS] for i in range(3)]


def test_accesses_of_requests(tmp_path):
    """An access belongs to the request that begins with it and takes as long, to the nanosecond."""
    assert tracks(write_disk_run(tmp_path / "a")) == [[2, 1, 7, 2], [0] * 4, [7, 2, 7, 2]]
    (first, second), late = ACCESSES[0], (10.000001, 0, 5, 1)
    others = [(first, second), (first, (2, 0, 6, 1)), (late, (6, 1, 6, 1))]
    # Two disks that begin at once and take as long, and an access that begins 1 ns later.
    assert tracks(write_disk_run(tmp_path / "b", others)) == [[0] * 4] * 3
    # Two that are the same in all, and what a disk writes back by itself.
    assert tracks(write_disk_run(tmp_path / "c", [ACCESSES[0]] * 2))[0] == [2, 1, 7, 2]
    assert tracks(write_disk_run(tmp_path / "d", lba=None)) == [[0] * 4] * 3
    assert tracks(write_run(tmp_path / "e", DISK_TIMES)) == [[0] * 4] * 3


@pytest.mark.parametrize("width", [1400, 390])
def test_the_platter(tmp_path, browser, width):  # noqa: F811
    opened(browser, explore.write_page(write_disk_run(tmp_path / "run")), width)
    click = "document.querySelector('#slowest tr[data-request=\"{}\"]').click()"
    value(browser, click.format(0))
    move = "The arm moved 5 cylinders inwards, from 1 to 6, in 3.50 ms."
    turn = (
        "The first sector came to head 1 after 0.250 revolutions, in 2.50 ms; "
        "the last one had passed 0.125 later, in 1.25 ms."
    )
    assert texts(browser, "#platter figcaption p")[1:3] == [move, turn]
    label = value(browser, "return document.querySelector('#platter [role=img]').ariaLabel")
    assert label == f"{move} {turn}"
    # The rings are 60 wide for the 7 steps between 8 cylinders. A quarter and an eighth of the
    # track are rotation and transfer.
    script = """return [5, 3, 7].map(width =>
        document.querySelector(`#platter path[stroke-width="${width}"]`).getTotalLength())"""
    track = 2 * np.pi * (95 - 60 * 6 / 7)
    lengths = [60 * 5 / 7, track / 4, track / 8]
    assert value(browser, script) == pytest.approx(lengths, rel=0.002)
    value(browser, click.format(1))
    assert texts(browser, "#platter") == []
    value(browser, click.format(2))
    assert texts(browser, "#platter figcaption p")[1] == "The arm stayed on cylinder 6, head 1."
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.console == []


def test_accesses_of_a_run(tmp_path):
    options = {"workload": "closed", "queueDepth": 8, "count": 200, "diskAccesses": True}
    San(output=str(tmp_path / "run"), **options).run()
    run = Run(tmp_path / "run")
    columns = run.columns()
    on_medium = columns["media_done"] > 0
    assert 0 < on_medium.sum() < 200
    assert ((columns["cylinder"] > 0) == on_medium).all()
    # Numbers are one higher; blocks are numbered from the outermost cylinder on.
    for name, most in (("cylinder", run.disk["cylinders"]), ("head", run.disk["heads"])):
        assert 1 < columns[name].max() <= most
    order = np.argsort(columns["lba"][on_medium])
    assert (np.diff(columns["cylinder"][on_medium][order]) >= 0).all()
    # Without an arm's movement there is no seek, but for a change of the head.
    still = columns["cylinder"] == columns["from_cylinder"]
    assert (columns["seek_done"][on_medium & ~still] > 0).all()
