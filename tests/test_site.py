# SPDX-License-Identifier: GPL-2.0-only
"""The site that make docs makes: its tables, its links, and what its index finds."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import check_links
import pytest

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


def test_stages_are_explained(tmp_path):
    """Each column of stages that a run writes has a row, in the order of the file."""
    command = [ROOT / "build/bin/iscsi-san", "--count=5", "--cache=16", f"--output={tmp_path}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with (tmp_path / "requests.csv").open() as file:
        columns = next(csv.reader(file))
    page = (ROOT / "doc/stages.rst").read_text()
    explained = re.findall(r"^   \* - ``(\w+_s)``", page, re.MULTILINE)
    assert explained == [name for name in columns if name in explained]
    assert explained == columns[columns.index(explained[0]) : columns.index("completed_s") + 1]
    assert set(columns) - set(explained) == {*columns[: columns.index(explained[0])]}
