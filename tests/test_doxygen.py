# SPDX-License-Identifier: GPL-2.0-only
"""The reference: Doxygen reads all public headers without a warning, each class in a group."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(folder.name for folder in (ROOT / "src").iterdir() if folder.is_dir())


def group_of(path):
    """The group of a header: its module and the folders below model/ or helper/, joined by "-"."""
    module, _, *folders, _ = path.relative_to(ROOT / "src").parts
    return "-".join([module, *folders])


def public_headers():
    for module in MODULES:
        for folder in ("model", "helper"):
            yield from sorted((ROOT / "src" / module / folder).rglob("*.h"))


def test_headers_are_in_the_group_of_their_folder():
    """What moves to another folder moves to its group."""
    wrong = []
    for path in public_headers():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            named = re.search(r"@ingroup (\S+)", line)
            if named and named[1] != group_of(path):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {named[1]}, not {group_of(path)}")
    assert not wrong, "\n".join(wrong)


def test_groups_are_defined_once():
    """Each module and folder has a group, in src/MODULE/doc/MODULE-groups.h; no other is named."""
    named = {group_of(path) for path in public_headers()}
    for path in (ROOT / "src").rglob("*.cc"):
        named.update(re.findall(r"@ingroup (\S+)", path.read_text()))
    named |= {group for module in MODULES for group in (module, f"{module}-tests")}
    defined = []
    for module in MODULES:
        text = (ROOT / "src" / module / "doc" / f"{module}-groups.h").read_text()
        defined += re.findall(r"@defgroup (\S+)", text)
    assert sorted(defined) == sorted(named)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """What Doxygen says, and the folder with the reference as XML."""
    if not shutil.which("doxygen"):
        pytest.skip("doxygen is not installed")
    folder = tmp_path_factory.mktemp("doxygen")
    settings = (ROOT / "doc" / "Doxyfile").read_text()
    settings += f"\nOUTPUT_DIRECTORY = {folder}\nGENERATE_HTML = NO\nGENERATE_XML = YES\n"
    run = subprocess.run(
        ["doxygen", "-"], cwd=ROOT, input=settings, capture_output=True, text=True, check=True
    )
    return run.stdout + run.stderr, folder / "xml"


def test_no_warning(reference):
    said, _ = reference
    assert said == ""


def test_each_class_is_in_a_group(reference):
    """Classes in others are on the page of the class around them."""
    _, folder = reference
    grouped = set()
    for path in folder.glob("group__*.xml"):
        grouped |= {link.get("refid") for link in ElementTree.parse(path).iter("innerclass")}
    namespace = ElementTree.parse(folder / "namespacens3.xml")
    classes = {link.get("refid"): link.text for link in namespace.iter("innerclass")}
    alone = []
    for reference_id, name in classes.items():
        place = ElementTree.parse(folder / f"{reference_id}.xml").find("compounddef/location")
        inside = name.count("::") > 1
        if reference_id not in grouped and not inside and place.get("file").startswith("src/"):
            alone.append(f"{place.get('file')}:{place.get('line')}: {name}")
    assert len(classes) > 500
    assert not alone, "\n".join(alone)
