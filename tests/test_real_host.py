# SPDX-License-Identifier: GPL-2.0-only
"""The judge of the simulated host: programs on a real Linux, and the simulated half."""

import sys

import pandas as pd
import pytest
from conftest import ROOT
from live_hosts import alone

sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "tools"))

from test_live_mount import why_not

from validation.real_host import __main__ as command
from validation.real_host import comparison, recording
from validation.real_host.depths import depths
from validation.real_host.programs import PROGRAMS, trace_of

#: Bonnie++'s line for a table: 128 MiB at 2048, 1024 and 4096 KiB/s, 512 seeks at 100 per second.
BONNIE = "1.98,2.00a,vm,1,5,128M,,512,1,,,2048,3,1024,1,,,4096,2,100.0,1,,,"


def test_figures_of_bonnie():
    # 131072 KiB take 64, 128 and 32 s, the seeks 5.12 s.
    assert recording.bonnie_seconds(f"a\n{BONNIE}\n") == pytest.approx(229.12)


def test_requests_at_once():
    spans = [(0, 4), (1, 2), (2, 5), (2, 3), (6, 7)]
    # The second ends when the third and the fourth begin. They take 4 + 1 + 3 + 1 + 1 s of 7 s.
    # At 2.5 s three are under way, at 4.5 s one, at 5.5 s none.
    wanted = {"most_at_once": 3, "mean_at_once": 1.429, "at_flush": 1.333}
    assert depths(spans, [2.5, 4.5, 5.5]) == wanted
    assert depths(spans, [])["at_flush"] == 0
    assert depths([], []) == dict.fromkeys(wanted, 0)


def test_repetitions_of_a_real_host(capsys):
    """Of two points one has a second run that is 20 % slower, with as many writes."""
    rows = [("tar", 1.0, 100), ("cp", 1.0, 100), ("tar", 1.2, 100), ("cp", 1.05, 100)]
    table = pd.DataFrame(rows, columns=["program", "seconds", "writes"])
    table = table.assign(file_system="ext4", disk="ram", delay_ms=0)
    table = table.reindex(columns=[*comparison.KEYS, *comparison.LIMITS])
    comparison.print_repetitions(table)
    said = capsys.readouterr().out
    assert "seconds: 1 of 2 within 10%\n" in said
    assert "writes: 2 of 2 within 5%\n" in said
    assert "reads: 0 of 0 within 5%\n" in said
    comparison.print_repetitions(table[:2])
    assert capsys.readouterr().out == ""


def test_requests_while_a_program_runs():
    table = pd.DataFrame(
        [
            ("read", 4096, "replay"),
            ("write", 8192, "replay"),
            ("write", 4096, "replay"),
            ("flush", 0, "replay"),
            ("write", 512, "prepare"),
            ("flush", 0, None),
        ],
        columns=["operation", "bytes", "phase"],
    )
    wanted = {"reads": 1, "read_bytes": 4096, "writes": 2, "written_bytes": 12288, "flushes": 1}
    assert comparison.count(table) == wanted


def test_round_trips_of_a_flush():
    """100 flushes, 1 s and 3 round trips for each flush; another program at one delay alone."""
    keys = [("sqlite", "ext4", "ram", delay) for delay in (0, 5, 20)]
    index = pd.MultiIndex.from_tuples([*keys, ("tar", "ext4", "ram", 5)], names=comparison.KEYS)
    seconds = [1 + 100 * 3 * 2 * delay / 1000 for delay in (0, 5, 20)]
    figures = pd.DataFrame({"seconds": [*seconds, 7], "flushes": 100}, index=index)
    assert comparison.round_trips(figures) == {("sqlite", "ext4", "ram"): pytest.approx(3)}
    figures["flushes"] = 3
    assert comparison.round_trips(figures) == {}


def test_way_to_the_disk():
    """A page's write takes 62 us in the simulation, of which nothing is the way."""
    rows = pd.DataFrame({"program": ["probe", "tar"], "seconds": ["0.000362", "9"]})
    assert comparison.way_of(rows) == pytest.approx(150e-6, abs=5e-6)
    with pytest.raises(recording.JudgeError, match="the recording has no row probe"):
        comparison.way_of(rows[1:])


def test_all_that_is_replayed_has_a_trace():
    for name, program in PROGRAMS.items():
        assert trace_of(name).exists() == program.is_replayed, name


@pytest.mark.parametrize("name", ["sqlite", "packages", "mail", "fio-psync", "cp"])
@pytest.mark.parametrize("disk", ["ram", "drive"])
def test_time_of_a_real_host(name, disk):
    """With 5 ms each way it takes as long as on Linux, within 10 %, and asks for the same."""
    rows = pd.DataFrame(recording.read(recording.RECORDING))
    real = rows.set_index(comparison.KEYS).loc[[(name, "ext4", disk, "5")]].iloc[0]
    ours = comparison.simulate(name, "ext4", disk, 5, comparison.way_of(rows))
    assert ours["seconds"] == pytest.approx(float(real["seconds"]), rel=0.1)
    assert ours["flushes"] == pytest.approx(int(real["flushes"]), rel=0.05, abs=2)
    if name != "cp":
        assert ours["writes"] == pytest.approx(int(real["writes"]), rel=0.05)
        assert ours["written_bytes"] == pytest.approx(int(real["written_bytes"]), rel=0.05)


@pytest.fixture
def _able():
    with alone():
        if reason := why_not("--over=nbd"):
            pytest.skip(reason)
        yield


def test_recording(_able, tmp_path, monkeypatch, capsys):
    """Mail on a RAM disk: two syncs for each of 150 drafts; what is there is not measured again."""
    source = tmp_path / "source"
    source.touch()
    words = ["record", str(tmp_path / "points.csv"), f"--source={source}", "--programs=mail"]
    words += ["--fileSystems=ext4", "--disks=ram", "--delays=0"]
    assert command.main(words) == 0, capsys.readouterr().err
    probe, mail = recording.read(tmp_path / "points.csv")
    assert 0 < float(probe["seconds"]) < 0.1
    # A commit for each fsync of a file: a FLUSH before its block and one behind it.
    assert 300 <= int(mail["flushes"]) <= 600
    assert 450 <= int(mail["writes"]) <= 800
    assert int(mail["written_bytes"]) > 150 * 1000
    capsys.readouterr()
    assert command.main(words) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "words, error",
    [
        (["compare", "--programs=nfs"], "nfs: there is no such program"),
        (["compare", "--delays=3"], "3: there is no such delay"),
        (["record", "--source=none"], "none: no such file"),
        (["compare", "none.csv"], "none.csv"),
        (["record"], "--source"),
    ],
)
def test_mistakes(words, error, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        status = command.main(words)
    except SystemExit as ended:
        status = ended.code
    assert status
    assert error in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
