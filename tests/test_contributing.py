# SPDX-License-Identifier: GPL-2.0-only
"""CONTRIBUTING.md lists the files that a new part touches: compared with samples that add one."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "tests/samples"

#: Sections of "Where do I add" with a sample, and the most files that one may touch.
SECTIONS = {
    "An option": ("add-option", 1),
    "An option of TCP": ("add-tcp-option", 2),
    "A workload": ("add-workload", 8),
    "A program on files": ("add-program", 5),
    "A scheduler of a disk": ("add-scheduler", 5),
}


def listed(title):
    """Give the files that a section lists."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##)", text, re.M | re.S).group(1)
    items = [line for line in section.splitlines() if line.startswith("- ")]
    return {
        name
        for item in items
        for name in re.findall(r"`((?:src|validation)/[^`]*)`", item.split(":")[0])
    }


@pytest.mark.parametrize("title", SECTIONS)
def test_a_list_is_what_its_sample_touches(title):
    name, most = SECTIONS[title]
    patch = SAMPLES / f"{name}.patch"
    touched = set(re.findall(r"^diff --git a/(\S+) ", patch.read_text(), re.M))
    assert listed(title) == touched
    assert len(touched) <= most
    subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, check=True)


def test_a_workload_changes_one_file_of_the_scenario_library():
    text = (SAMPLES / "add-workload.patch").read_text()
    files = re.split(r"^diff --git a/", text, flags=re.M)[1:]
    old = [file.split()[0] for file in files if "\nnew file mode" not in file]
    assert [file for file in old if file.startswith("src/san/model/")] == [
        "src/san/model/load/san-workload-kinds.cc"
    ]


@pytest.mark.parametrize(
    ("title", "names"),
    [("A file service", ("nfs", "smb")), ("A paper", ("s0", "s1", "s2", "s3", "s4"))],
)
def test_a_list_without_a_sample_is_what_existing_ones_have(title, names):
    files = listed(title)
    assert len(files) >= 4
    for name in names:
        for file in files:
            path = ROOT / file.replace("NAME", name)
            assert path.is_file(), path
            assert "NAME" in file or name in path.read_text().lower()
