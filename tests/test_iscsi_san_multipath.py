# SPDX-License-Identifier: GPL-2.0-only
"""iscsi-san with multipath I/O: throughput, results, a pulled cable, mistakes."""

import pytest
from ns3_iscsi import San
from san_runs import error_of, read_rows, read_summary, run

#: Reads of 16 KB from memory over two links of 100 Mb/s.
READS = ["--device=ram", "--drives=1", "--workload=closed", "--queueDepth=8", "--size=16384"]
READS += ["--readFraction=1", "--links=2", "--linkRate=100Mbps", "--delay=10us"]
#: A session that is lost is noticed within 0.4 s, and made again at once.
PINGS = ["--nopInterval=200ms", "--nopTimeout=200ms", "--defaultTime2Wait=0"]
#: What frames of 1500 bytes with timestamps leave of 100 Mb/s to PDUs, MB/s.
LINK = 100 / 8 * 1448 / 1538


def test_two_paths_have_two_links(tmp_path):
    for policy, links in (("failover", 1), ("round-robin", 2), ("service-time", 2)):
        run(tmp_path, *READS, "--count=1500", f"--multipath={policy}")
        summary = read_summary(tmp_path)
        assert summary["errors"] == 0
        assert summary["all"]["mb_per_s"] == pytest.approx(links * LINK, rel=0.03)
        rows = read_rows(tmp_path, "connections.csv")
        # Both ends of a session over each link.
        assert [row["local"].split(":")[0] for row in rows if row["sender"] == "initiator"] == [
            "10.0.0.1",
            "10.1.0.1",
        ]
        sent = [int(row["sent_bytes"]) for row in rows if row["sender"] == "target"]
        assert sum(sent) == pytest.approx(1500 * 16384, rel=0.01)
        assert max(sent) == pytest.approx(1500 * 16384 / links, rel=0.1)


def test_a_slow_path_holds_none_back_by_service_time(tmp_path):
    slow, fast = 20, 100
    run(tmp_path, *READS, "--count=1500", "--multipath=service-time", f"--firstLinkRate={slow}Mbps")
    assert read_summary(tmp_path)["all"]["mb_per_s"] == pytest.approx(1.2 * LINK, rel=0.03)
    # Each path is full with what its own rate carries in a round trip.
    rows = [row for row in read_rows(tmp_path, "connections.csv") if row["sender"] == "target"]
    rows.sort(key=lambda row: row["local"])
    rates = [float(row["path_bytes"]) * 8 / 1e6 / float(row["rtt_min_s"]) for row in rows]
    # Times and bytes of the table are rounded.
    assert rates == pytest.approx([slow, fast], rel=0.002)


def test_turns_are_as_long_as_asked_for(tmp_path):
    # One at a time, three in a row over each path: the stages tell nothing of it, the bytes do.
    run(
        tmp_path,
        *READS,
        "--count=4",
        "--queueDepth=1",
        "--multipath=round-robin",
        "--pathRequests=3",
    )
    rows = read_rows(tmp_path, "connections.csv")
    sent = [int(row["sent_bytes"]) // 16384 for row in rows if row["sender"] == "target"]
    assert sorted(sent) == [1, 3]


def test_a_lost_path_loses_no_request(tmp_path):
    options = [*READS, *PINGS, "--multipath=round-robin", "--pathCheckInterval=200ms"]
    run(tmp_path, *options, "--count=2000", "--cablePull=1s 3s")
    rows = read_rows(tmp_path)
    assert len(rows) == 2000
    assert {row["status"] for row in rows} == {"ok"}
    # Those over the path when it is lost wait for the pings, and no others.
    late = [row for row in rows if float(row["latency_s"]) > 0.2]
    assert 1 <= len(late) <= 8
    for row in late:
        assert float(row["time_s"]) <= 1.01
        assert float(row["latency_s"]) < 0.6
    # The stages add up, and the wait is in the first of the last attempt.
    for row in late:
        stages = [
            name for name in row if name.endswith("_s") and name not in ("time_s", "latency_s")
        ]
        times = sum(float(row[name] or 0) for name in stages)
        assert times == pytest.approx(float(row["latency_s"]), abs=1e-8)
        assert float(row["latency_s"]) - float(row["sent_s"]) < 0.05


def test_a_run_is_the_same_again(tmp_path):
    options = [*READS, *PINGS, "--count=300", "--multipath=least-queue-depth"]
    options += ["--cablePull=400ms 900ms", "--pathCheckInterval=100ms"]
    run(tmp_path / "one", *options)
    run(tmp_path / "two", *options)
    for name in ("requests.csv", "connections.csv", "summary.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_python_knows_it():
    san = San(links=2, multipath="failover", noPathTimeout="20s")
    assert "--multipath=failover" in " ".join(san.arguments())


def test_what_is_wrong_is_one_line(tmp_path):
    out = tmp_path / "none"
    assert (
        error_of(out, "--multipath=failover")
        == "error: multipath: failover needs links>1, or portals>1"
    )
    assert (
        error_of(out, "--relayChannel=same", name="wireless-san")
        == "error: relayChannel: same needs relays>0"
    )
    assert (
        error_of(out, "--linkType=ppp", "--cablePull=4s 5s", "--stop=1s", name="tcp-bulk")
        == "error: cablePull: 4s 5s needs linkType=ethernet"
    )
