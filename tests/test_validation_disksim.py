# SPDX-License-Identifier: GPL-2.0-only
"""The comparison with DiskSim, on a made-up drive with a made-up trace."""

import re
import shutil
import sys

import pandas as pd
import pytest
from conftest import ROOT
from ns3_iscsi.result_files import ResultFileError

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import disksim, disksim_page

SMALL = ROOT / "fuzz" / "corpus" / "disksim" / "small.parv"
TRACE = "R Hit 10 4 9000 5000\nW Hit 100 8 12000.5 3000\nR Hit 14 2 700 1000\n"


@pytest.fixture
def source(tmp_path):
    """Give a folder with a drive, its trace, and files that are no drive."""
    folder = tmp_path / "source"
    folder.mkdir()
    shutil.copy(SMALL, folder / "small.parv")
    (folder / "small.trace").write_text(TRACE)
    shutil.copy(SMALL, folder / "untraced.parv")
    shutil.copy(SMALL, folder / "recorded.parv")
    (folder / "recorded.trace").write_text("0.5 0 100 8 1\n")
    return folder


@pytest.fixture
def drive(source):
    return disksim.find_drives(source)[0]


def test_drives_are_those_with_a_measured_trace(source):
    assert [one.name for one in disksim.find_drives(source)] == ["small"]


def test_figures_are_those_of_the_rows(drive, tmp_path):
    result = disksim.replay(drive, tmp_path / "out")
    rows = pd.read_csv(tmp_path / "out" / "small.csv")
    assert result["requests"] == 3
    assert result["measured_ms"] == pytest.approx((9 + 12.0005 + 0.7) / 3)
    assert result["simulated_ms"] == pytest.approx(rows["simulated_ms"].mean())
    error = 100 * (result["simulated_ms"] / result["measured_ms"] - 1)
    assert result["error_percent"] == pytest.approx(error)
    distances = sorted(rows["simulated_ms"]) - pd.Series([0.7, 9, 12.0005])
    assert result["demerit_ms"] == pytest.approx((distances**2).mean() ** 0.5)
    write = rows.iloc[1]
    assert result["writes_ms"] == pytest.approx(abs(write["simulated_ms"] - 12.0005))
    assert (result["disksim_ms"], result["ratio"]) == (None, None)


def test_ratio_to_the_published_demerit(drive, tmp_path, monkeypatch):
    monkeypatch.setitem(disksim.PUBLISHED, "small", disksim.Published("Small drive", 2.0))
    result = disksim.replay(drive, tmp_path)
    assert result["title"] == "Small drive"
    assert result["ratio"] == result["demerit_ms"] / 2
    assert f"{result['ratio']:.3f} times DiskSim's 2.000" in disksim_page.line(result)


def test_without_zero_latency(drive, tmp_path):
    assert disksim.has_zero_latency(drive)
    changed = disksim.without_zero_latency(drive, tmp_path / "changed")
    assert not disksim.has_zero_latency(changed)
    assert changed.trace == drive.trace
    lines = SMALL.read_text().splitlines()
    others = changed.parameters.read_text().splitlines()
    different = [other for line, other in zip(lines, others, strict=True) if line != other]
    assert different
    assert all(re.fullmatch(r" *Immediate buffer (read|write) = 0,?", it) for it in different)


def test_page(source, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(disksim.PUBLISHED, "small", disksim.Published("Small drive", 0.001))
    page = disksim_page.run(source, tmp_path / "out")
    lines = capsys.readouterr().out.splitlines()
    assert [one.partition(":")[0] for one in lines] == [
        "drive Small drive",
        "drive Small drive, without zero latency",
    ]
    assert page.read_text().count('<tr class="off">') == 2
    for name in ("Small-drive.svg", "Small-drive-without-zero-latency.svg"):
        assert f"drives/{name}" in page.read_text()
        assert (tmp_path / "out" / "drives" / name).stat().st_size > 1000
    table = pd.read_csv(tmp_path / "out" / "drives.csv")
    assert list(table["title"]) == ["Small drive", "Small drive, without zero latency"]
    assert "rows" not in table


def test_skipped_without_a_folder(tmp_path, capsys):
    assert disksim_page.run(None, tmp_path) is None
    assert capsys.readouterr().out.startswith("drives: skipped, --disksim=FOLDER")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", "none", "source/small.parv"])
def test_a_folder_without_drives(source, tmp_path, name, capsys):
    folder = tmp_path / name
    arguments = ["--paper=wan", f"--disksim={folder}", f"--output={tmp_path / 'out'}"]
    assert command.main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: disksim: {folder} has no .parv file with a validation trace")
    assert error.count("\n") == 1


def test_a_drive_that_cannot_be_read(source, tmp_path, capsys):
    (source / "small.parv").write_text("disksim_disk {")
    arguments = ["--paper=wan", f"--disksim={source}", f"--output={tmp_path / 'out'}"]
    assert command.main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: disksim: small: ")
    assert error.count("\n") == 1


def test_a_page_that_cannot_be_written(source, tmp_path):
    (tmp_path / "out" / "drives.csv").mkdir(parents=True)
    with pytest.raises(ResultFileError):
        disksim_page.run(source, tmp_path / "out")
