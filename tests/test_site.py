# SPDX-License-Identifier: GPL-2.0-only
"""The site that make docs makes: its tables, its links, and what its index finds."""

import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import check_links
import pytest
from browser import browser  # noqa: F401

pytest.importorskip("sphinx", reason="Sphinx is not installed")

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "doc"))
import reference_tables  # noqa: E402

#: What newcomers asked: an entry of the index, and its page.
QUESTIONS = {
    "change the seed": "recipes.html",
    "model an SSD": "recipes.html",
    "disk queue": "stages.html",
    "congestion control": "recipes.html",
    "PDF for LaTeX": "recipes.html",
    "RAID 5 behind a gateway": "recipes.html",
    "thinktime": "recipes.html",
    "losses and long timeouts": "recipes.html",
    "slowest request": "stages.html",
    "existing folder": "recipes.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Give the folder of the site; a warning of Sphinx is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-c", "doc", "-d", folder / "cache"]
    run = subprocess.run([*command, ".", folder / "html"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return folder / "html"


def test_links_lead_somewhere(site):
    """Those to Doxygen's pages are checked by make docs, which makes these as well."""
    assert [line for line in check_links.dead_links(site) if "/cpp/" not in line] == []


def test_dead_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a id="x" href="b.html">b</a><a href="#x">x</a>')
    (tmp_path / "c.html").write_text('<a href="a.html#y">y</a><a href="https://x.test/">z</a>')
    assert check_links.dead_links(tmp_path) == [
        "a.html: there is no b.html",
        "c.html: there is no anchor a.html#y",
    ]


@pytest.mark.parametrize("words", QUESTIONS)
def test_questions_are_in_the_index(site, words):
    page = QUESTIONS[words]
    index = (site / "genindex.html").read_text()
    assert re.search(rf'<a [^>]*href="doc/{page}#[^"]*">(<strong>)?{re.escape(words)}<', index)


@pytest.mark.parametrize("words", QUESTIONS)
def test_questions_are_found_by_the_search(site, browser, words):  # noqa: F811
    """The first result leads to the answer; the page works from a disk."""
    browser.call("Page.navigate", url=f"{(site / 'search.html').as_uri()}?q={quote(words)}")
    first = "document.querySelector('#search-results li a')?.getAttribute('href') ?? null"
    deadline = time.monotonic() + 30
    while (found := browser.run(first)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found is not None, browser.console
    assert found.split("#")[0] == f"doc/{QUESTIONS[words]}"
    assert browser.console == []


def test_each_option_is_in_the_table():
    """The table has what the program describes to Python."""
    from ns3_iscsi.parameters import parameters

    groups = reference_tables.read_options(reference_tables.ask("iscsi-san", "--help=all"))
    listed = {row[0].lstrip("-").split("=")[0] for _, rows in groups for row in rows}
    assert set(parameters()) <= listed


def test_attributes_are_read():
    said = reference_tables.ask("san-live", "--PrintAttributes=ns3::RamDisk")
    rows = {row[0]: row for row in reference_tables.read_attributes(said)}
    assert rows["StoreData"][1] == "false"
    assert "ns3::RamDisk" in reference_tables.own_types()


def test_trace_sources_are_read():
    text = """TypeId("ns3::One").AddTraceSource("B", "It is\\" b", x, "ns3::One::Traced")
        TypeId("ns3::Two") TypeId("ns3::Three").AddTraceSource(
            "D", "A meaning, in "
            "two parts", MakeTraceSourceAccessor(&Three::m_d), "ns3::D")
            .AddTraceSource("C", "c", MakeTraceSourceAccessor(&Three::m_c), "ns3::C::Traced")
    """.replace('\\"', "")
    assert reference_tables.read_trace_sources(text) == {
        "ns3::One": [["B", "ns3::One::Traced", "It is b"]],
        "ns3::Three": [["C", "ns3::C::Traced", "c"], ["D", "ns3::D", "A meaning, in two parts"]],
    }


def test_each_trace_source_is_in_the_table():
    texts = [path.read_text() for path in ROOT.glob("src/*/[mh]*/**/*.cc")]
    there = sum(text.count("AddTraceSource(") for text in texts)
    listed = reference_tables.own_trace_sources()
    assert sum(len(rows) for rows in listed.values()) == there
    assert "PduSent" in [row[0] for row in listed["ns3::IscsiApplication"]]
