# SPDX-License-Identifier: GPL-2.0-only
"""iscsi-san and tcp-bulk with bonded links of hosts: throughput, a pulled cable, a capture."""

import pytest
from san_runs import error_of, read_rows, read_summary, run, tshark

#: Reads of 64 KB from memory over links of 100 Mb/s to switches.
READS = ["--device=ram", "--drives=1", "--workload=closed", "--queueDepth=8", "--size=65536"]
READS += ["--readFraction=1", "--linkRate=1Gbps", "--accessRate=100Mbps", "--delay=10us"]
#: A team of two links as LACP makes it.
TEAM = ["--bond=802.3ad", "--bondHash=layer3+4"]
#: What frames of 1500 bytes with timestamps leave of 100 Mb/s to PDUs, MB/s.
LINK = 100 / 8 * 1448 / 1538


def rate(out, *options):
    """Run to the end without an error, and give the throughput in MB/s."""
    run(out, *READS, *options)
    summary = read_summary(out)
    assert summary["errors"] == 0
    return summary["all"]["mb_per_s"]


def test_a_session_has_one_link_and_two_share(tmp_path):
    assert rate(tmp_path, "--count=300", *TEAM) == pytest.approx(LINK, rel=0.01)
    two = ["--count=300", "--initiators=2"]
    assert rate(tmp_path, *two) == pytest.approx(LINK, rel=0.01)
    assert rate(tmp_path, *two, *TEAM) == pytest.approx(2 * LINK, rel=0.01)


def test_sessions_begin_when_lacp_has_agreed(tmp_path):
    rate(tmp_path, "--count=10", *TEAM)
    assert 2.9 < read_summary(tmp_path)["start_s"] < 3.1
    rate(tmp_path, "--count=10", "--bond=balance-xor")
    assert read_summary(tmp_path)["start_s"] < 0.1


def test_a_pulled_cable_loses_no_request(tmp_path):
    rate(tmp_path, "--count=600", "--bond=802.3ad", "--cablePull=4s 5s")
    rows = read_rows(tmp_path)
    assert len(rows) == 600
    assert {row["status"] for row in rows} == {"ok"}
    late = [row for row in rows if float(row["latency_s"]) > 0.2]
    # The 8 that are outstanding when it is pulled wait, and no others.
    assert 1 <= len(late) <= 8
    for row in late:
        begin = float(row["time_s"])
        assert begin <= 4.1 < begin + float(row["latency_s"])


def test_a_run_is_the_same_again(tmp_path):
    options = [*READS, "--count=300", *TEAM, "--cablePull=3200ms 3400ms"]
    run(tmp_path / "one", *options)
    run(tmp_path / "two", *options)
    for name in ("requests.csv", "connections.csv", "summary.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_tcp_has_one_link_of_a_bond(tmp_path):
    path = ["--linkRate=1Gbps", "--accessRate=100Mbps", "--delay=10us", "--stop=1s"]
    for bond in ("none", "balance-xor"):
        run(tmp_path, *path, "--warmUp=200ms", f"--bond={bond}", name="tcp-bulk")
        steady = read_summary(tmp_path)["steady"]["mb_per_s"]
        assert steady == pytest.approx(LINK, rel=0.01)


def test_capture_is_of_the_first_link(tmp_path):
    run(tmp_path, *READS, "--count=20", *TEAM, "--pcap=true", "--snaplen=0")
    partners = tshark(tmp_path / "san.pcap", "-Y", "lacp", "-T", "fields", "-e", "lacp.actor.port")
    assert set(partners) == {"1"}
    assert len(partners) > 5


def test_what_is_wrong_is_one_line(tmp_path):
    out = tmp_path / "none"
    assert (
        error_of(out, "--bondLinks=4")
        == "error: bondLinks: 4 needs bond=active-backup, balance-xor or 802.3ad"
    )
    assert (
        error_of(out, "--bond=802.3ad", "--linkType=ppp")
        == "error: bond: 802.3ad needs linkType=ethernet and spines=0"
    )
    assert error_of(
        out, "--bond=802.3ad", "--queueDisc=red", "--stop=1s", name="tcp-bulk"
    ).startswith("error: bond: 802.3ad needs switches")
