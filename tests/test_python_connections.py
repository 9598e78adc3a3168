# SPDX-License-Identifier: GPL-2.0-only
"""What TCP connections did: files of whole runs against captures, frames, pictures, the page."""

import re
import shutil
import struct

import numpy as np
import pandas as pd
import pytest
from ns3_iscsi import San, connections, plot, results, sweep, sweeps
from ns3_iscsi.report import write_report
from ns3_iscsi.statistics import bins_of_steps
from san_runs import read_summary, run

#: Two readers that lose packets at a queue of 20.
LOSSY = ["--initiators=2", "--drives=1", "--device=ram", "--workload=closed", "--queueDepth=4"]
LOSSY += ["--readFraction=1", "--size=262144", "--count=30", "--queue=20p"]


@pytest.fixture(scope="module")
def lossy(tmp_path_factory):
    out = tmp_path_factory.mktemp("lossy")
    run(out, *LOSSY, "--pcap=true", "--snaplen=60", "--tcpSeries=true")
    return out


def segments(path):
    """Give address and port of the sender, sequence number and bytes of each TCP segment."""
    data = path.read_bytes()
    place = 24
    while place < len(data):
        kept = struct.unpack_from("<I", data, place + 8)[0]
        # The header of the record, and that of Ethernet.
        ip = place + 16 + 14
        words, total = data[ip] & 15, struct.unpack_from(">H", data, ip + 2)[0]
        tcp = ip + 4 * words
        port, _, sequence = struct.unpack_from(">HHI", data, tcp)
        host = ".".join(map(str, data[ip + 12 : ip + 16]))
        peer = ".".join(map(str, data[ip + 16 : ip + 20]))
        yield host, peer, port, sequence, total - 4 * words - 4 * (data[tcp + 12] >> 4)
        place += 16 + kept


def test_counters_are_those_of_the_capture(lossy):
    """The capture is at the target's link: all that targets send, before any loss."""
    sent, again = {}, {}
    for host, peer, port, sequence, size in segments(lossy / "san.pcap"):
        if port == 3260 and size:
            end = (host, peer)
            new = max(sequence + size - sent.get(end, 1), 0)
            sent[end] = sent.get(end, 1) + new
            again[end] = again.get(end, 0) + (new == 0)
    table = results.read_connections(lossy / "connections.csv")
    rows = table[table["sender"] == "target"]
    assert len(rows) == len(sent) == 2
    assert rows["retransmissions"].sum() > 0
    for _, row in rows.iterrows():
        end = tuple(row[name].partition(":")[0] for name in ("local", "remote"))
        # The sequence number of the first byte is 1.
        assert row["sent_bytes"] == row["acknowledged_bytes"] == sent[end] - 1
        assert row["retransmissions"] == again[end]


def test_sums_are_in_the_summary(lossy):
    table = results.read_connections(lossy / "connections.csv")
    tcp = read_summary(lossy)["tcp"]
    assert tcp.pop("connections") == table["connection"].nunique() == 2
    assert tcp == {name: table[name].sum() for name in tcp}


def test_series_end_as_the_counters(lossy):
    table = results.read_connections(lossy / "connections.csv")
    series = results.read_tcp_series(lossy / "tcp-series.csv")
    for end, rows in series.groupby(["connection", "sender"]):
        row = table[(table["connection"] == end[0]) & (table["sender"] == end[1])].iloc[0]
        assert rows["time_s"].is_monotonic_increasing
        assert rows["time_s"].iloc[0] == row["start_s"]
        for name in ("retransmissions", "timeouts", "fast_recoveries"):
            assert rows[name].iloc[-1] == row[name]
        edges = np.array([row["start_s"], row["end_s"]])
        mean, _, _ = bins_of_steps(rows["time_s"], rows["cwnd_bytes"], edges)
        assert mean[0] == pytest.approx(row["cwnd_mean_bytes"], rel=1e-6)


def test_a_series_changes_nothing_else(lossy, tmp_path):
    run(tmp_path, *LOSSY)
    assert not (tmp_path / "tcp-series.csv").exists()
    for name in ("requests.csv", "summary.json", "pdus.csv", "connections.csv"):
        assert (tmp_path / name).read_bytes() == (lossy / name).read_bytes()


@pytest.mark.parametrize(("share", "sender"), [(0, "initiator"), (1, "target")])
def test_tcp_bulk(tmp_path, share, sender):
    """A window of 32 KiB and a round trip of 20 ms and some."""
    options = [f"--readFraction={share}", "--stop=2s", "--delay=10ms", "--rcvBufSize=32768"]
    run(tmp_path, *options, name="tcp-bulk")
    table = results.read_connections(tmp_path / "connections.csv")
    assert list(table["sender"]) == [sender]
    row = table.iloc[0]
    assert row["end_s"] == 2
    assert 0.02 < row["rtt_min_s"] < 0.021
    assert row["path_bytes"] == pytest.approx(12.5e6 * row["rtt_min_s"], abs=0.5)
    assert 30000 < row["flight_mean_bytes"] < 32768
    rate = row["acknowledged_bytes"] / (row["end_s"] - row["start_s"])
    # Little's law: bytes in flight are their rate times their round trip.
    assert row["flight_mean_bytes"] == pytest.approx(rate * row["rtt_mean_s"], rel=0.03)
    assert list(connections.limits(table)) == ["receive window"]
    assert row["receive_window_share"] > 0.95


#: A stream of tcp-bulk over a round trip of 20 ms and 100 Mb/s: 250 KB of bytes are under way when
#: the path is busy, and what keeps the sender from that.
STREAMS = {
    "receive window": (["--rcvBufSize=65536"], 0.95),
    "send buffer": (["--sndBufSize=65536"], 0.95),
    "link": ([], 0.8),
    # The mean window of Reno at such a loss is some ten segments of 170 (Mathis and others, 1997).
    "congestion window": (["--lossToInitiators=0.01"], 0.6),
    # Nearly every second segment again: fast retransmissions are lost, too.
    "timeouts": (["--lossToInitiators=0.4"], 0.8),
}


@pytest.mark.parametrize("limit", STREAMS)
def test_what_limits_a_stream(tmp_path, limit):
    options, least = STREAMS[limit]
    buffers = [] if "Buf" in "".join(options) else ["--rcvBufSize=4194304"]
    buffers += ["--sndBufSize=4194304"] if limit != "send buffer" else ["--rcvBufSize=4194304"]
    wide = ["--readFraction=1", "--delay=10ms", "--stop=10s", "--queue=1000p", *buffers]
    run(tmp_path, *wide, *options, name="tcp-bulk")
    row = results.read_connections(tmp_path / "connections.csv").iloc[0]
    share = row["timeout_share" if limit == "timeouts" else f"{limit.replace(' ', '_')}_share"]
    assert row["limited_by"] == limit, row
    assert share > least


#: Eight reads at a time of 4 KiB, over a round trip of 40 ms.
SHALLOW = ["--drives=1", "--device=ram", "--workload=closed", "--readFraction=1", "--size=4096"]
SHALLOW += ["--delay=20ms", "--count=2000"]
BUFFERS = ("rcvBufSize", "sndBufSize", "targetRcvBufSize", "targetSndBufSize")
SHARES = ["application", "receive_window", "congestion_window", "send_buffer", "nagle", "link"]


def test_a_queue_depth_limits(tmp_path):
    """Nothing waits in TCP: larger buffers change no digit."""
    for name, size in (("small", 131072), ("large", 16 * 131072)):
        buffers = [f"--{buffer}={size}" for buffer in BUFFERS]
        run(tmp_path / name, *SHALLOW, "--queueDepth=8", *buffers)
    files = [tmp_path / name / "requests.csv" for name in ("small", "large")]
    assert files[0].read_bytes() == files[1].read_bytes()
    for name in ("small", "large"):
        table = results.read_connections(tmp_path / name / "connections.csv")
        assert list(table["limited_by"]) == ["application", "application"]
        assert table["application_share"].min() > 0.98
        shares = table[[f"{share}_share" for share in SHARES]].sum(axis=1) + table["timeout_share"]
        assert shares.to_numpy() == pytest.approx(1, abs=1e-5)


def test_the_window_of_an_initiator_limits_reads(tmp_path):
    """A window of 16 KiB for 32 reads of 4 KiB at a time."""
    run(tmp_path, *SHALLOW, "--queueDepth=32", "--rcvBufSize=16384")
    table = results.read_connections(tmp_path / "connections.csv").set_index("sender")
    assert table.loc["target", "limited_by"] == "receive window"
    assert table.loc["target", "receive_window_share"] > 0.9
    assert table.loc["initiator", "limited_by"] == "application"


def test_the_send_buffer_of_a_target_limits_reads(tmp_path):
    run(tmp_path, *SHALLOW, "--queueDepth=32", "--targetSndBufSize=16384")
    table = results.read_connections(tmp_path / "connections.csv").set_index("sender")
    assert table.loc["target", "limited_by"] == "send buffer"
    assert table.loc["target", "send_buffer_share"] > 0.9
    assert table.loc["initiator", "limited_by"] == "application"


def test_nagle_limits_answers(tmp_path):
    """An answer is two full segments and a rest, which waits a round trip for these."""
    rates = []
    for no_delay in ("true", "false"):
        run(tmp_path / no_delay, *SHALLOW, "--queueDepth=2", f"--noDelay={no_delay}")
        table = results.read_connections(tmp_path / no_delay / "connections.csv")
        rates.append(read_summary(tmp_path / no_delay)["all"]["iops"])
        share = table.set_index("sender").loc["target", "nagle_share"]
        assert (share > 0.9) if no_delay == "false" else (share == 0)
    assert rates[1] == pytest.approx(rates[0] / 2, rel=0.1)
    assert list(table["limited_by"]) == ["application", "Nagle"]


def test_bins_of_steps():
    # 1 from 0 s, 3 from 1 s (2 at the same time before), 5 from 3 s.
    mean, lowest, highest = bins_of_steps([0, 1, 1, 3], [1, 2, 3, 5], np.array([0.0, 2, 4]))
    assert list(mean) == [2, 4]
    assert list(lowest) == [1, 3]
    assert list(highest) == [3, 5]
    mean, _, _ = bins_of_steps([1], [7], np.array([0.0, 1, 2]))
    assert np.isnan(mean[0])
    assert mean[1] == 7
    mean, _, _ = bins_of_steps([0.5], [8], np.array([0.0, 1]), 0)
    assert list(mean) == [4]


def test_picture(lossy):
    series = results.read_tcp_series(lossy / "tcp-series.csv")
    table = results.read_connections(lossy / "connections.csv")
    figure = plot.tcp(series, table)
    assert [axes.get_title() for axes in figure.axes] == [
        "Congestion window",
        "Bytes in flight",
        "Round trip time",
    ]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels[:2] == ["connection 0, target sends", "connection 1, target sends"]
    assert f"fast recovery ({table['fast_recoveries'].sum()})" in labels
    assert labels[-1] == "bandwidth-delay product, for all together"
    assert len(figure.axes[0].patches) == 2
    assert len(plot.tcp(series, most=1).axes[0].patches) == 1
    # Ends that are not drawn are told.
    assert figure.get_suptitle() == "TCP connections"
    assert plot.tcp(series, title="Two", most=1).get_suptitle() == "Two: the 1 busiest of 2 ends"


def test_mistakes(lossy, tmp_path):
    series = results.read_tcp_series(lossy / "tcp-series.csv")
    with pytest.raises(ValueError, match="most is 7, not 1 to 6"):
        plot.tcp(series, most=7)
    with pytest.raises(ValueError, match="there is nothing to draw: the series has no rows"):
        plot.tcp(series[:0])
    path = tmp_path / "connections.csv"
    path.write_text("")
    with pytest.raises(ValueError) as error:
        results.read_connections(path)
    assert str(error.value) == f"{path}: empty, expected the header of a connections.csv"
    shutil.copy(lossy / "tcp-series.csv", path)
    with pytest.raises(ValueError) as error:
        results.read_connections(path)
    assert str(error.value) == f"{path}: not a connections.csv, it lacks the column local"
    lines = (lossy / "connections.csv").read_text().replace(",0,0,0,0,", ",0,none,0,0,", 1)
    path.write_text(lines)
    with pytest.raises(ValueError) as error:
        results.read_connections(path)
    assert str(error.value) == f"{path}:2: retransmitted_bytes is 'none', not a number"


def test_no_connection(lossy, tmp_path):
    path = tmp_path / "connections.csv"
    path.write_text((lossy / "connections.csv").read_text().splitlines()[0] + "\n")
    table = results.read_connections(path)
    assert table.empty
    assert connections.limits(table).empty


def test_a_file_of_an_older_version(lossy, tmp_path):
    """It has no word for what limited its connections."""
    table = pd.read_csv(lossy / "connections.csv")
    old = tmp_path / "connections.csv"
    table.loc[:, :"cwnd_limited_share"].to_csv(old, index=False)
    assert list(connections.limits(results.read_connections(old))) == [""] * len(table)


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("swept")
    san = San(drives=1, device="ram", workload="closed", queueDepth=8, readFraction=1, count=30)
    grid = {"rcvBufSize": [16384, 1048576]}
    san = san.replace(size="65536", delay="10ms", tcpSeries=True)
    sweep(san, grid, folder=folder, workers=1, quiet=True)
    return folder


def test_connections_of_a_sweep(swept):
    table = connections.of_sweep(swept)
    assert list(table.columns[:3]) == ["rcvBufSize", "run", "connection"]
    assert list(table["rcvBufSize"]) == [16384, 16384, 1048576, 1048576]
    targets = table[table["sender"] == "target"].set_index("rcvBufSize")
    assert targets.loc[16384, "limited_by"] == "receive window"
    assert targets.loc[16384, "flight_mean_bytes"] < 16384
    points = sweeps.load(swept)
    sums = table.groupby("rcvBufSize")["sent_bytes"].sum()
    assert list(points["tcp_sent_bytes"]) == list(sums)
    assert list(points["tcp_timeouts"]) == [0, 0]


def test_report(swept):
    page = write_report(swept).read_text()
    table = re.search(r'<table id="connections">.*?</table>', page, re.DOTALL)[0]
    rows = re.findall(r"<tr><td.*?</tr>", table)
    # Initiators send commands only.
    assert len(rows) == 2
    assert ">16384<" in rows[0]
    assert ">target<" in rows[0]
    assert ">receive window<" in rows[0]
    # Idle, waiting for timeouts, window is full: shares with one digit.
    assert re.search(r">\d+\.\d</td><td[^>]*>0\.0</td><td[^>]*>\d+\.\d</td></tr>$", rows[0])
    assert page.count("TCP connections over time") == 1
    assert 'alt="rcvBufSize 16384, run 1"' in page


def test_report_without_files_of_connections(swept, tmp_path):
    folder = tmp_path / "older"
    shutil.copytree(swept, folder)
    for file in [*folder.glob("*/connections.csv"), *folder.glob("*/tcp-series.csv")]:
        file.unlink()
    page = write_report(folder).read_text()
    assert "TCP connections" not in page
    assert connections.of_sweep(folder).empty
