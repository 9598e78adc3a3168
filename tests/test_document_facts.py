# SPDX-License-Identifier: GPL-2.0-only
"""What README, CONTRIBUTING and the pages say of the source tree: headers, programs, modules."""

import re
from pathlib import Path

import pytest
from document_blocks import all_documents

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = {path.name for path in ROOT.glob("build/bin/*")}
DOCUMENTS = [*all_documents(ROOT), ROOT / "doc/architecture.md"]
MODULES = {path.parent.name: path.read_text() for path in ROOT.glob("src/*/CMakeLists.txt")}
HEADERS = {path.name for path in ROOT.glob("src/*/*/**/*.h")} | {
    f"{one}-module.h" for one in MODULES
}


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_named_headers_and_programs_exist(path):
    text = path.read_text()
    ns3 = ROOT / ".venv"
    ours = [name for name in re.findall(r'"ns3/([\w-]+\.h)"', text) if name not in HEADERS]
    assert [name for name in ours if not any(ns3.glob(f"**/include/ns3/{name}"))] == []
    programs = set(re.findall(r"build/bin/([\w-]+)", text))
    # What a reader is told to write becomes a program, too.
    written = set(re.findall(r"scratch/([\w-]+)\.cc", text))
    assert sorted(programs - PROGRAMS - written) == []


def linked(module):
    """Give the modules that a module's library links, which its tests add none to."""
    text = re.split(r"TEST_SOURCES|\nbuild_lib_example", MODULES[module])[0]
    return set(re.findall(r"\$\{lib([a-z0-9-]+)\}", text))


def test_table_of_modules_in_the_architecture():
    text = (ROOT / "doc/architecture.md").read_text()
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| ([a-z0-9, -]+) \|", text, re.MULTILINE)
    table = {module: set(uses.split(", ")) for module, uses in rows}
    assert table == {module: linked(module) for module in MODULES}
