# SPDX-License-Identifier: GPL-2.0-only
"""The comparison of a host with recordings of real programs."""

import sys

import pandas as pd
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from validation import __main__ as command
from validation import host_io, host_io_page, host_io_verdicts

KEY = {"file_system": "ext4", "program": "dd", "phase": "write", "direction": "write"}

#: Errors of 10 %, the repetitions being 2 % apart.
ROW = {
    **KEY,
    **{"requests": 100, "requests_min": 99, "requests_max": 101, "simulated_requests": 110},
    **{"bytes": 4e5, "bytes_min": 4e5, "bytes_max": 4e5, "simulated_bytes": 4.4e5},
    **{"mean_bytes": 4000, "mean_bytes_min": 4e3, "mean_bytes_max": 4e3},
    **{"simulated_mean_bytes": 4000, "simulated_sequential_share": 0.55},
    **{"sequential_share": 0.5, "sequential_share_min": 0.5, "sequential_share_max": 0.5},
    **{"ks": 0.1, "ks_recorded": 0.01},
}


def sizes(**counts):
    """Give a table of sizes: number of requests by size in KiB."""
    rows = [{**KEY, "kib": int(kib[1:]), "requests": number} for kib, number in counts.items()]
    return pd.DataFrame(rows)


def test_distance_of_sizes():
    # Shares up to 4, 8 and 16 KiB: 0.5, 0.5, 1 and 0.25, 1, 1; the greatest difference is 0.5.
    one, other = sizes(k4=2, k16=2), sizes(k4=1, k8=3)
    key = tuple(KEY.values())
    assert host_io.distance(one, other)[key] == pytest.approx(0.5)
    assert host_io.distance(one, one)[key] == 0
    elsewhere = sizes(k4=1).assign(phase="read")
    assert host_io.distance(one, elsewhere).empty


@pytest.mark.parametrize(
    "changed, verdict",
    [
        ({}, "within"),
        ({"simulated_requests": 116}, "miss: requests"),
        ({"simulated_requests": 116, "requests_max": 120}, "within"),
        ({"simulated_bytes": 3.3e5}, "miss: bytes"),
        ({"simulated_sequential_share": 0.4}, "miss: sequential share"),
        ({"ks": 0.16}, "miss: distribution of sizes"),
        ({"ks": 0.16, "ks_recorded": 0.17}, "within"),
        ({"ks": float("nan")}, "miss: distribution of sizes"),
        ({"simulated_mean_bytes": float("nan")}, "miss: mean size"),
        ({"requests": 49, "requests_min": 20, "requests_max": 100}, "few: within"),
        ({"requests": 49, "requests_max": 90}, "few: requests off"),
    ],
)
def test_verdicts(changed, verdict):
    assert host_io_verdicts.verdict({**ROW, **changed}) == verdict


def test_small_shares_may_differ_by_a_count():
    small = {"sequential_share": 0.03, "sequential_share_min": 0.03, "sequential_share_max": 0.03}
    for share, verdict in ((0.045, "within"), (0.06, "miss: sequential share")):
        row = {**ROW, **small, "simulated_sequential_share": share}
        assert host_io_verdicts.verdict(row) == verdict


def test_reasons_are_of_rows_that_exist():
    recorded = pd.read_csv(host_io.REFERENCE / "requests.csv", index_col=host_io.KEYS)
    assert set(host_io_verdicts.REASONS) <= set(recorded.index)
    assert host_io_verdicts.reason(ROW) == ""
    assert host_io_verdicts.reason({**ROW, "ks": 1}) == "Not explained."


def missed(table):
    """Give the keys of the rows that count and miss the limits."""
    rows = [row for _, row in table.iterrows() if not host_io_verdicts.is_few(row)]
    return {tuple(row[key] for key in host_io.KEYS) for row in rows if host_io_verdicts.misses(row)}


@pytest.mark.parametrize("row", host_io_verdicts.EXPERIMENTS)
def test_experiments_explain_their_rows(row, tmp_path):
    assert row in host_io_verdicts.REASONS
    file_system, name, _, _ = row
    changed = host_io_verdicts.EXPERIMENTS[row]
    before = host_io.run(tmp_path / "before", [name], [file_system], workers=1)
    after = host_io.run(tmp_path / "after", [name], [file_system], workers=1, **changed)
    assert row in missed(before)
    assert missed(after) <= missed(before) - {row}


def test_options_are_those_of_the_recordings():
    ratio, memory = (host_io.HOST[f"ns3::PageCache::{one}"] for one in ("DirtyRatio", "Memory"))
    assert ratio * memory == pytest.approx(13421772, abs=1)
    recorded = pd.read_csv(host_io.REFERENCE / "requests.csv")
    assert set(recorded["program"]) == set(host_io.PROGRAMS)
    assert set(recorded["file_system"]) == set(host_io.FILE_SYSTEMS)


def test_dd_asks_as_recorded(tmp_path, capsys):
    rows = host_io_page.judge(host_io.run(tmp_path / "out", ["dd"], ["ext4"], workers=1))
    large = rows[rows["requests"] >= host_io_verdicts.FEW]
    assert set(large["phase"]) == {"write", "read", "all"}
    assert set(large["verdict"]) == {"within"}
    assert (large["simulated_bytes"] >= 2**28).all()
    assert "268435456 bytes" in (tmp_path / "out" / "ext4-dd-1.txt").read_text()
    # The lines name what misses, and the page has a row for each.
    worse = rows.assign(ks=rows["ks"].where(rows["phase"] != "read", 1))
    worse = host_io_page.judge(worse.drop(columns=["verdict", "reason"]))
    lines = list(host_io_page.lines(worse))
    assert lines == [
        f"host-io dd: {len(large) - 1} of {len(large)} rows within the limits",
        "  ext4 read read: miss: distribution of sizes",
    ]
    page = host_io_page.write(tmp_path / "host-io.html", worse).read_text()
    assert page.count('<tr class="off">') == 1
    assert "Not explained." in page
    assert "nan" not in page


def test_options_of_another_host_change_requests(tmp_path):
    half = {"ns3::PageCache::MaxRequestSize": 65536}
    small = host_io.run(tmp_path, ["dd"], ["ext4"], workers=1, **half)
    row = small[(small["phase"] == "read") & (small["direction"] == "read")].iloc[0]
    assert row["simulated_mean_bytes"] <= 65536
    assert row["simulated_requests"] >= 4096


def test_a_program_that_cannot_be_run(tmp_path):
    with pytest.raises(host_io.HostIoError, match=r"^host-io: dd on ext4: .*Latency"):
        host_io.run(tmp_path, ["dd"], ["ext4"], **{"ns3::FixedLatencyDevice::Latency": "soon"})


def test_a_mistake_ends_the_command(tmp_path, monkeypatch, capsys):
    def fail(*_, **__):
        raise host_io.HostIoError("host-io: dd on ext4: no")

    monkeypatch.setattr(host_io, "run", fail)
    assert command.main(["--output", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "error: host-io: dd on ext4: no\n"
