# SPDX-License-Identifier: GPL-2.0-only
"""The site that make docs makes: its tables, its links, and what its index finds."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import check_links
import pytest
from browser import browser  # noqa: F401
from san_runs import run

pytest.importorskip("sphinx", reason="Sphinx is not installed")

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "doc"))
import block_languages  # noqa: E402
import reference_tables  # noqa: E402
import request_life  # noqa: E402

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
    "scenario in C++": "recipes.html",
    "install": "getting-started.html",
    "first picture": "getting-started.html",
    "explorer": "stages.html",
}

#: The same in other words, of which the index has none.
IN_OTHER_WORDS = {
    "how do I change the seed": "recipes.html",
    "how do I model an SSD": "recipes.html",
    'what is "disk queue"': "stages.html",
    "which congestion controls are there": "recipes.html",
    "save a plot as PDF": "recipes.html",
    "RAID behind a gateway": "recipes.html",
    "fio's thinktime": "recipes.html",
    "why does a request take more than a second": "recipes.html",
    "why was this request slow": "stages.html",
    "what happens to an existing folder": "recipes.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Give the folder of the site; a warning of Sphinx is an error."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-c", "doc", "-d", folder / "cache"]
    run = subprocess.run([*command, ".", folder / "html"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return folder / "html"


def test_links_lead_somewhere(site):
    """Those to Doxygen's pages are checked by make docs, which makes these as well."""
    assert [line for line in check_links.dead_links(site) if "/cpp/" not in line] == []


def test_no_page_needs_a_network(site):
    loads = re.compile(r"<(?:script|link|img)[^>]*(?:src|href)=.https?:")
    assert [page.name for page in site.rglob("*.html") if loads.search(page.read_text())] == []


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


def search(browser, site, words):  # noqa: F811
    """Give the pages that the search of the site finds, from a disk, the best first."""
    browser.call("Page.navigate", url=f"{(site / 'search.html').as_uri()}?q={quote(words)}")
    # The list is complete once the summary says how long it is.
    summary = "document.querySelector('#search-results .search-summary')?.innerText ?? ''"
    deadline = time.monotonic() + 30
    while not browser.run(summary) and time.monotonic() < deadline:
        time.sleep(0.05)
    links = (
        "[...document.querySelectorAll('#search-results li a')].map(a => a.getAttribute('href'))"
    )
    assert browser.console == []
    return [link.split("#")[0] for link in browser.run(links)]


@pytest.mark.parametrize("words", QUESTIONS)
def test_questions_are_found_by_the_search(site, browser, words):  # noqa: F811
    assert search(browser, site, words)[0] == f"doc/{QUESTIONS[words]}"


def test_questions_in_other_words_are_found_by_the_search(site, browser):  # noqa: F811
    found = {words: search(browser, site, words)[:3] for words in IN_OTHER_WORDS}
    missed = {
        words: pages
        for words, pages in found.items()
        if f"doc/{IN_OTHER_WORDS[words]}" not in pages
    }
    assert missed == {}


def test_a_title_is_found_before_what_only_has_its_words(site, browser):  # noqa: F811
    assert search(browser, site, "disk drives")[0] == "src/disk-model/doc/disk-model.html"


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


@pytest.mark.parametrize(("share", "pdus"), [(1, ["Read(10)"]), (0, ["Write(10)", "Ready To"])])
def test_the_life_of_a_request(tmp_path, share, pdus):
    """Stages and PDUs are in the order of time, until the request is completed."""
    options = ("--workload=closed", "--queueDepth=1", "--count=3", "--size=32768", "--drives=1")
    run(tmp_path, *options, f"--readFraction={share}", "--initialR2T=true", "--pcap=true")
    request, rows = request_life.life_of(tmp_path)
    times = [float(time) for time, *_ in rows]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(1e3 * request["latency_s"], abs=1e-3)
    assert rows[-1][1:] == ("network", "The initiator has the status, and all data of a read.")
    link = " ".join(what for _, where, what in rows if where == "link")
    assert all(one in link for one in [*pdus, "SCSI: Response"])
    data = sum(int(size.replace(",", "")) for size in re.findall(r"([\d,]+) bytes", link))
    # Headers of PDUs and little else beside the data.
    assert 32768 + 3 * 48 <= data < 32768 + 20 * 48


BLOCKS = {
    "bash": [
        "build/bin/iscsi-san --drives=1 \\\n    --count=5\n# then\ngit status",
        "X=1 make test",
        "MAP=time=1,address=2\ncp a b\nblock-trace info a.csv \\\n  --columns=$MAP",
    ],
    "console": ["$ build/bin/iscsi-san --count=5\nall  5"],
    "cpp": ["auto a = Create<Packet>(4);\na->Print(); // all", "#include <cstdint>"],
    "python": ["from ns3_iscsi import San\n\nSan().run()", "plot.save(figure, 'a')"],
    "none": ["all  5  3.2", "error: count: 1 is none", "time_s,lba", "a --- b\n|", "word"],
}


@pytest.mark.parametrize("language", BLOCKS)
def test_languages_of_blocks(language):
    assert {block_languages.language_of(text) for text in BLOCKS[language]} == {language}


def test_blocks_are_coloured(site):
    page = (site / "doc/getting-started.html").read_text()
    assert "highlight-bash" in page
    assert "highlight-cpp" in (site / "src/block-io/doc/block-io.html").read_text()


@pytest.mark.parametrize("page", ["stages", "attributes", "result-files", "options-iscsi-san"])
def test_reference_tables_fit_a_phone(site, browser, page):  # noqa: F811
    """Nothing is beyond the edge, and texts have more than a few letters a line."""
    browser.open(site / f"doc/{page}.html", width=390)
    tables = "[...document.querySelectorAll('table.reference')]"
    assert browser.run(f"{tables}.length") > 0
    beyond = f"{tables}.filter(t => t.parentElement.scrollWidth > t.parentElement.clientWidth)"
    assert browser.run(f"{beyond}.length") == 0
    widths = f"{tables}.flatMap(t => [...t.querySelectorAll('td')].map(d => d.clientWidth))"
    assert browser.run(f"Math.min(...{widths})") > 250
