# SPDX-License-Identifier: GPL-2.0-only
"""iscsi-san with a page cache over time, and with a path that fails."""

import pytest
from ns3_iscsi.results import read_cache_series
from san_runs import error_of, read_rows, read_summary, run

#: 32 MiB written into memory and from there over a link of 100 Mb/s: 2.9 s.
WRITE = [
    "--device=ram",
    "--drives=1",
    "--cache=64",
    "--dirtyRatio=0.9",
    "--dirtyBackgroundRatio=0.01",
    "--dirtyThrottle=1",
]
WRITE += ["--workload=dd", "--ddBlockSize=65536", "--ddCount=512", "--linkRate=100Mbps"]
WRITE += ["--delay=10us", "--fileSystem=ext2", "--cacheInterval=100ms"]
FILE = 512 * 65536
#: What frames of 1500 bytes with timestamps leave of 100 Mb/s, bytes/s.
LINK = 1e8 / 8 * 1448 / 1538


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results of a run on a path that does not fail."""
    out = tmp_path_factory.mktemp("series")
    run(out, *WRITE)
    return out


def test_memory_fills_and_the_link_empties_it(folder):
    series = read_cache_series(folder / "cache-series.csv")
    assert series["time_s"].is_monotonic_increasing
    assert not series[["initiator", "drive"]].to_numpy().any()
    held = series["dirty_bytes"] + series["writeback_bytes"]
    # dd is done in some hundredths of a second, so most of it is in memory then.
    assert held.max() > 0.9 * FILE
    assert held.iloc[-1] == 0
    # What made the file system was dropped in part; dd's pages are dirty until they are written.
    assert (series["dirtied_bytes"] - series["written_bytes"] - held).nunique() == 1
    middle = series[(held > 0.2 * FILE) & (held < 0.8 * FILE)]
    seconds = middle["time_s"].iloc[-1] - middle["time_s"].iloc[0]
    rate = (middle["written_bytes"].iloc[-1] - middle["written_bytes"].iloc[0]) / seconds
    assert rate == pytest.approx(LINK, rel=0.03)


def test_units_have_what_was_acknowledged(folder):
    written = [row for row in read_rows(folder) if row["operation"] == "W"]
    units = read_summary(folder)["units"]
    acknowledged = sum(int(row["bytes"]) for row in written)
    # Beside that there is what made the file system.
    assert FILE <= acknowledged < units["written_bytes"] < FILE + 2**21
    assert units["writes"] >= len(written)


def test_a_run_is_the_same_again(folder, tmp_path):
    run(tmp_path, *WRITE)
    for name in ("cache-series.csv", "summary.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_a_path_that_comes_back_loses_nothing(folder, tmp_path):
    run(tmp_path, *WRITE, "--pathPull=1s 1500ms")
    assert read_summary(tmp_path)["errors"] == 0
    assert (
        read_summary(tmp_path)["units"]["written_bytes"]
        == (read_summary(folder)["units"]["written_bytes"])
    )
    ends = [read_summary(it)["end_s"] for it in (folder, tmp_path)]
    assert ends[0] + 0.5 < ends[1] < ends[0] + 3


def test_without_the_option_there_is_no_file(tmp_path):
    run(tmp_path, "--device=ram", "--drives=1", "--cache=16", "--count=10")
    assert not (tmp_path / "cache-series.csv").exists()


def test_what_is_wrong_is_one_line(tmp_path):
    out = tmp_path / "none"
    assert error_of(out, "--cacheInterval=1s") == "error: cacheInterval: 1s needs cache>0"
    assert error_of(out, "--pathPull=5s 4s") == (
        "error: pathPull: 5s 4s puts the cable back before it is pulled, such as 4s 5s"
    )
