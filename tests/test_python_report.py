# SPDX-License-Identifier: GPL-2.0-only
"""The page of a sweep: its content, and how it behaves in a browser."""

import base64
import json
import re
from xml.etree import ElementTree

import pytest
from browser import browser  # noqa: F401
from ns3_iscsi import San, diagram
from ns3_iscsi.report import write_report
from sweep_tables import write_sweep

DELAYS = ["1ms", "10ms", "100ms"]


def speed(delay, depth, run):
    return depth * 10 / int(delay[:-2]) + run / 10


def failed(delay, depth, run):
    return (delay, depth, run) == ("100ms", 1, 2)


@pytest.fixture
def page(tmp_path):
    folder = tmp_path / "my <sweep>"
    write_sweep(folder, speed, failed, delay=DELAYS, queueDepth=[1, 8])
    return write_report(folder)


def test_content(page):
    text = page.read_text()
    assert "my &lt;sweep&gt;" in text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text
    assert "killed by SIGSEGV" in text
    assert "80.15 MB/s" in text
    assert text.count('<img src="data:image/svg+xml;base64,') == 5
    command = "ns3-iscsi sweep san.toml --grid delay=1ms,10ms,100ms --grid queueDepth=1,8 --runs 2"
    assert command in text
    assert "iscsi-san --delay=10ms --queueDepth=8 --RngRun=2" in text
    assert "ns3-iscsi 1, ns-3 3.44, program abc" in text


def test_nothing_comes_from_outside(page):
    text = page.read_text()
    links = re.findall(r"""(?:src|href)=["']?([^"'> ]+)""", text)
    assert links
    assert all(link.startswith("data:") for link in links)
    assert not re.search(r"url\(|@import|fetch\(", text)


@pytest.fixture
def wide(tmp_path):
    """The folder of a sweep of two parameters, to which others can be added."""
    folder = tmp_path / "wide"
    write_sweep(folder, speed, delay=DELAYS, queueDepth=[1, 8])
    return folder


def change_points(folder, change, copies):
    """Let there be several of each point, each with changed parameters."""
    path = folder / "sweep.json"
    description = json.loads(path.read_text())
    keys = []
    for key in description["points"]:
        result = json.loads((folder / key / "result.json").read_text())
        for number in range(copies):
            own = {**result, "parameters": {**result["parameters"], **change(number)}}
            keys.append(f"{key}-{number}")
            (folder / keys[-1]).mkdir()
            (folder / keys[-1] / "result.json").write_text(json.dumps(own))
    path.write_text(json.dumps({**description, "points": keys}))


def test_a_third_parameter_has_panels(wide):
    change_points(wide, lambda number: {"readFraction": number / 2}, 3)
    text = write_report(wide).read_text()
    found = re.findall(r"data:image/svg\+xml;base64,([^\"]+)", text)
    # Letters are drawn as curves, and comments say what they are.
    pictures = [base64.b64decode(one).decode() for one in found]
    assert len(pictures) == 5
    # Six panels side by side and below each other have the whole width.
    assert text.count('<figure class="whole">') == 2
    for depth in (1, 8):
        # Throughput, mean latency and the map have delay and readFraction on axes.
        assert [f"<!-- queueDepth {depth} -->" in one for one in pictures] == [1, 1, 0, 0, 1]
        titles = [f"<!-- queueDepth {depth}, readFraction {share} -->" for share in (0.0, 0.5, 1.0)]
        assert [all(it in one for it in titles) for one in pictures] == [0, 0, 1, 1, 0]


def test_too_many_panels_are_told(wide):
    change_points(wide, lambda number: {"readFraction": number / 4}, 5)
    change_points(wide, lambda number: {"initiators": number + 1}, 5)
    text = write_report(wide).read_text()
    # Throughput has six panels of 5 by 5; percentiles would have 30.
    assert text.count('<img src="data:image/svg+xml;base64,') == 3
    for caption in ("Distribution of latency", "Where the time goes"):
        assert f"<p>{caption} is not drawn: delay, queueDepth and readFraction vary and are" in text


def test_the_same_results_make_the_same_page(page):
    first = page.read_text()
    assert write_report(page.parent).read_text() == first


def test_no_results(tmp_path):
    with pytest.raises(ValueError, match="no results"):
        write_report(tmp_path)


def column(browser, number):  # noqa: F811
    script = f"[...document.querySelectorAll('tbody tr')].map(r => r.cells[{number}].textContent)"
    return browser.run(script)


def test_in_a_browser(page, browser):  # noqa: F811
    browser.open(page)
    assert column(browser, 0) == ["1ms", "1ms", "10ms", "10ms", "100ms", "100ms"]
    click = "document.querySelectorAll('th button')[{}].click()"
    browser.run(click.format(3))
    up = [float(text.split()[0]) for text in column(browser, 3)]
    assert up == sorted(up)
    assert column(browser, 0)[0] == "100ms"
    browser.run(click.format(3))
    down = [float(text.split()[0]) for text in column(browser, 3)]
    assert down == sorted(up, reverse=True)
    # Times are sorted by their length, not as text: 10ms before 100ms.
    browser.run(click.format(0))
    assert column(browser, 0) == ["1ms", "1ms", "10ms", "10ms", "100ms", "100ms"]
    sorted_head = "document.querySelector('th[aria-sort]').textContent"
    assert browser.run(sorted_head) == "delay"
    images = "[...document.images].every(i => i.complete && i.naturalWidth > 0)"
    assert browser.run(images) is True
    assert browser.console == []


@pytest.mark.parametrize("width", [1280, 390])
def test_fits_the_window(page, browser, width):  # noqa: F811
    browser.open(page, width=width)
    assert browser.run("document.documentElement.scrollWidth") <= width
    browser.screenshot(page.with_name(f"{width}.png"))
    assert page.with_name(f"{width}.png").stat().st_size > 10000
    assert browser.console == []


@pytest.mark.parametrize(
    ("changes", "words", "boxes"),
    [
        ({}, ["initiator 0", "poisson, 100.0/s", "target 0", "4 x Cheetah9LP", "direct"], 5),
        ({"fio": "jobs/oltp.fio"}, ["fio, oltp.fio"], 5),
        ({"iometer": "'ACCESS SPECIFICATIONS\n"}, ["iometer"], 5),
        ({"device": "ssd", "drive": "7300PRO"}, ["4 x 7300PRO"], 5),
        (
            {"initiators": 9, "targets": 2, "gateway": True, "loops": 2, "device": "ram"},
            ["… initiator 8", "9 in all", "gateway 1", "4 x RAM", "loops: 2, 1.0625Gbps"],
            9,
        ),
    ],
)
def test_diagram(changes, words, boxes):
    picture = diagram.draw(San(**changes).parameters(), ["delay"])
    tree = ElementTree.fromstring(picture)
    texts = [one.text for one in tree.iter("{http://www.w3.org/2000/svg}text")]
    for word in [*words, "100Mbps, … one way"]:
        assert word in texts
    assert "4 x 100Mbps, 1ms one way" in diagram.draw(San(links=4, **changes).parameters())
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}rect"))) == boxes


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        ({}, ["switch", "switch"]),
        ({"switches": 1}, ["switch"]),
        ({"switches": 0}, []),
        ({"linkType": "ppp"}, ["router", "router"]),
        ({"limiterRate": "50Mbps"}, ["router", "router"]),
        ({"queueDisc": "red"}, ["router", "router"]),
        ({"spines": 2, "leaves": 4}, ["leaves", "leaves"]),
    ],
)
def test_diagram_of_the_ends_of_the_path(changes, ends):
    tree = ElementTree.fromstring(diagram.draw(San(**changes).parameters()))
    texts = [one.text for one in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text in ("switch", "router", "leaves")] == ends
    assert ("a cable" in texts) == (not ends)
