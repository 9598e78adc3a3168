# SPDX-License-Identifier: GPL-2.0-only
"""The catalogue of drives as Python reads it: values, drives that are like others, bad lines."""

import pytest
from ns3_iscsi.drives import read_catalogue, source_files

PLAIN = """# SPDX-License-Identifier: GPL-2.0-only
#
# A "drive" for
# tests. It has few blocks.

blocks 1000000
block_size 512
year 2005
cylinders 100
heads 2
rpm 10000
head_switch_ms 1
write_settle_ms 0
zone 0 99 5000 2 3 0
seek 1 1
seek 99 5
"""


@pytest.fixture
def write_drive(tmp_path, monkeypatch):
    """Give a function that writes a drive file into a folder of the catalogue."""
    monkeypatch.setenv("NS3_ISCSI_DATA", str(tmp_path))

    def write(name, text):
        path = tmp_path / f"{name}.disk"
        path.write_text(text)
        return path

    return write


def test_a_drive_has_the_numbers_of_the_one_it_is_like(write_drive):
    plain = write_drive("Plain", PLAIN)
    faster = write_drive("Faster", "# Faster.\nlike Plain\nrpm 15000\nyear 2010\n")
    catalogue = read_catalogue()
    plain_row = ["disk", 2005, 0.51, 100, 2, 10000, 'A "drive" for tests', str(plain)]
    assert list(catalogue.loc["Plain"]) == plain_row
    faster_row = ["disk", 2010, 0.51, 100, 2, 15000, "Faster.", str(faster)]
    assert list(catalogue.loc["Faster"]) == faster_row
    assert source_files("Faster") == [faster, plain]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("like\n", "1: the keyword like takes the name of one drive"),
        ("# A drive.\n\n  like\nrpm 15000\n", "3: the keyword like takes the name of one drive"),
        ("like Plain Other\n", "1: the keyword like takes the name of one drive"),
        ("like Nothing\n", '1: like the unknown drive "Nothing"'),
        ("like Plain\nrpm\n", "2: the keyword rpm takes 1 values, not 0"),
        ("like Plain\nrpm fast\n", "2: rpm is 'fast', not a number from 0 to 30000"),
        ("like Plain\nrpn 15000\n", "2: unknown keyword 'rpn'"),
        (PLAIN.replace("heads 2\n", ""), " the keyword heads is missing"),
        ("like Bad\n", "1: a drive that others are like cannot be like Bad"),
    ],
)
def test_a_bad_line_is_named(write_drive, text, reason):
    write_drive("Plain", PLAIN)
    path = write_drive("Bad", text)
    with pytest.raises(ValueError) as error:
        read_catalogue()
    assert str(error.value) == f"{path}:{reason}"


def test_a_drive_that_cannot_be_read(tmp_path):
    missing = tmp_path / "Missing.disk"
    assert source_files(str(missing)) == source_files("NoSuchDrive") == []
    missing.write_text(PLAIN)
    assert source_files(str(missing)) == [missing]


def test_files_are_found_again_when_they_change(write_drive):
    plain = write_drive("Plain", PLAIN)
    faster = write_drive("Faster", PLAIN)
    assert source_files("Faster") == [faster]
    write_drive("Faster", "like Plain\nrpm 15000\n")
    assert source_files("Faster") == [faster, plain]


def test_files_of_disksim(tmp_path):
    outer, middle, inner = (tmp_path / name for name in ("a.parv", "b.diskspecs", "c.model"))
    outer.write_text("# source none.model\nsource b.diskspecs # and more\nsource b.diskspecs\n")
    middle.write_text("disksim_disk Name {\n  Model = source c.model }\n")
    inner.write_text("dm_disk Name {}\n")
    for drive in (f"{outer}", f"{outer}:Name"):
        assert source_files(drive) == [outer, middle, inner]


def test_a_bare_like_names_no_file(write_drive):
    # The word on the next line is no drive, even if one has its name.
    write_drive("rpm", PLAIN)
    path = write_drive("Bad", "like\nrpm 15000\n")
    assert source_files("Bad") == [path]


def test_an_ssd_has_no_platters(write_drive):
    write_drive("Plain", PLAIN)
    row = read_catalogue().loc["850EVO"]
    assert list(row[["kind", "year", "capacity_gb"]]) == ["ssd", 2014, 250.06]
    assert row[["cylinders", "heads", "rpm"]].isna().all()
    assert [path.name for path in source_files("850EVO")] == ["850EVO.ssd"]
