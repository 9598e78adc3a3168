# SPDX-License-Identifier: GPL-2.0-only
"""Stations that move, and foreign stations: the example with its picture, results, mistakes."""

import subprocess
import sys

import pytest
from conftest import ROOT
from ns3_iscsi import San
from san_runs import error_of, read_summary, run

SCRIPT = ROOT / "examples/wireless-roaming.py"
#: One station that reads 1 MB from memory.
READ = (
    "--linkType=wifi",
    "--device=ram",
    "--drives=1",
    "--workload=closed",
    "--pattern=sequential",
    "--readFraction=1",
    "--size=65536",
    "--count=16",
)
SUCH = "such as 2s 5m, 4s 400m, 20s 400m, 22s 5m"


def draw(picture, tmp_path, *more):
    """Run the example in its quick form; give its table and the words in its picture.

    :return: time lost and requests failed by setup and time out of range, s; the picture
    """
    out = tmp_path / f"{picture}.svg"
    options = [picture, f"--out={out}", f"--folder={tmp_path / 'results'}", "--quick", *more]
    done = subprocess.run(
        [sys.executable, SCRIPT, *options],
        check=True,
        cwd=tmp_path,
        timeout=240,
        capture_output=True,
        text=True,
    )
    table = {}
    for line in done.stdout.splitlines()[1:]:
        name, (away, lost, _, failed) = line[:24].strip(), line[24:].split()
        table[name, float(away)] = float(lost), float(failed)
    return table, out.read_text()


def test_levels_lose_as_much_time_but_not_as_many_requests(tmp_path):
    table, picture = draw("levels", tmp_path)
    assert "Requests failed" in picture
    assert len(table) == 6
    for (name, away), (lost, failed) in table.items():
        assert away - 0.1 < lost < away + 6, name
        # Those under way when the connection fails, unless its tasks move to another one.
        assert failed == (0 if name == "level 2" else 8), name


def test_tcp_alone_waits_for_its_next_retransmission(tmp_path):
    """Timeouts double from MinRto on: retransmissions are 1, 3 and 7 times MinRto after a loss."""
    table, _ = draw("timers", tmp_path)
    for name, least in (("TCP alone, MinRto 1 s", 1), ("TCP alone, MinRto 0.3 s", 0.3)):
        for away in (2, 6):
            attempts = [least * (2**k - 1) for k in range(1, 8)]
            lost, failed = table[name, away]
            assert failed == 0
            assert lost == pytest.approx(min(t for t in attempts if t > away), rel=0.15), name


def test_mistakes_of_moves_are_one_line(tmp_path):
    out = tmp_path / "out"
    for text, line in (
        ("2s", f"2s is not a time and a distance from 0.1m to 100000m, {SUCH}"),
        ("4s 5m, 2s 5m", f"2s 5m is not later than the waypoint before it, {SUCH}"),
    ):
        said = error_of(out, "--linkType=wifi", f"--wifiMoves={text}")
        assert said == f"error: wifiMoves: {line}"
        with pytest.raises(RuntimeError, match=r"wifiMoves: .* such as 2s 5m"):
            San(linkType="wifi", wifiMoves=text, output=str(out)).run()
    said = error_of(out, "--interferers=1")
    assert said == "error: interferers: 1 needs linkType=wifi"


def test_foreign_stations_are_in_no_result(tmp_path):
    """A pair that is too far to be heard leaves every file as it is; a near one takes time."""
    files = {}
    for name, options in (
        ("alone", ()),
        ("far", ("--interferers=1", "--interfererDistance=100000")),
        ("near", ("--interferers=1", "--interfererRate=8Mbps")),
    ):
        run(tmp_path / name, *READ, *options)
        files[name] = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
    assert files["far"] == files["alone"]
    alone, near = (read_summary(tmp_path / name) for name in ("alone", "near"))
    assert near["requests"] == alone["requests"] == 16
    assert near["end_s"] - near["start_s"] > 1.5 * (alone["end_s"] - alone["start_s"])


def test_equal_seeds_give_equal_files_with_moves_and_foreign_stations(tmp_path):
    options = ("--interferers=2", "--wifiMoves=0s 5m, 1s 60m", "--wifiFading=3")
    for name in ("one", "two"):
        run(tmp_path / name, *READ, *options)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
