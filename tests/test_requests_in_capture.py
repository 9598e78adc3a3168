# SPDX-License-Identifier: GPL-2.0-only
"""Each row of requests.csv leads to the command that carried the request: in the capture too."""

from collections import Counter, defaultdict
from decimal import Decimal
from itertools import pairwise

from san_runs import read_rows, run, tshark

COMMAND_COLUMNS = ["initiator", "target", "connection", "lun", "task_tag", "cmd_sn", "commands"]
#: A SCSI Command PDU, as tshark prints its opcode.
SCSI_COMMAND = 1
#: The capture has times in whole microseconds.
MICROSECOND = Decimal("1e-6")


def commands_in(capture):
    """Give the times at which SCSI Command PDUs passed, by sender, port, tag and CmdSN."""
    fields = ("frame.time_epoch", "ip.src", "tcp.srcport")
    lists = ("iscsi.opcode", "iscsi.initiatortasktag", "iscsi.cmdsn")
    options = [one for name in (*fields, *lists) for one in ("-e", name)]
    passed = defaultdict(list)
    # Only what goes to the target, where each PDU has all three. After a loss, segments wait.
    requests = ("-o", "tcp.reassemble_out_of_order:TRUE", "-Y", "iscsi && tcp.dstport == 3260")
    for line in tshark(capture, *requests, "-T", "fields", *options):
        time, sender, port, *several = line.split("\t")
        numbers = [[int(one, 0) for one in text.split(",")] for text in several]
        for opcode, tag, number in zip(*numbers, strict=True):
            if opcode & 0x3F == SCSI_COMMAND:
                passed[sender, port, tag, number].append(Decimal(time))
    return passed


def check(out):
    """Find the command of each row in the capture of the run, and give the rows."""
    rows = read_rows(out)
    ends = {
        row["connection"]: row["local"].rsplit(":", 1)
        for row in read_rows(out, "connections.csv")
        if row["sender"] == "initiator"
    }
    passed = commands_in(out / "san.pcap.gz")
    for row in rows:
        key = (*ends[row["connection"]], int(row["task_tag"]), int(row["cmd_sn"]))
        sent = Decimal(row["time_s"]) + Decimal(row["sent_s"])
        arrived = sent + Decimal(row["arrived_at_target_s"])
        times = passed.get(key, [])
        assert [time for time in times if sent - MICROSECOND <= time <= arrived + MICROSECOND], row
    return rows


def test_each_row_finds_its_command(tmp_path):
    options = ("--initiators=2", "--connections=2", "--drives=2", "--readFraction=0.5")
    load = ("--workload=closed", "--queueDepth=4", "--count=100", "--size=8192")
    run(tmp_path, *options, *load, "--pcap=true")
    rows = check(tmp_path)
    assert len(rows) == 200
    # Each initiator sees the two drives as devices of its own, and has two connections.
    units = {(row["device"], row["initiator"], row["target"], row["lun"]) for row in rows}
    assert units == {
        ("0", "0", "0", "0"),
        ("1", "0", "0", "1"),
        ("2", "1", "0", "0"),
        ("3", "1", "0", "1"),
    }
    carriers = {(row["initiator"], row["connection"]) for row in rows}
    assert Counter(initiator for initiator, _ in carriers) == {"0": 2, "1": 2}
    assert len({connection for _, connection in carriers}) == 4
    assert len({(row["initiator"], row["task_tag"]) for row in rows}) == len(rows)
    assert {row["commands"] for row in rows} == {"1"}


def test_losses_and_sessions_that_end(tmp_path):
    """After the end of the session commands go over the next one, again where they were lost."""
    options = ("--drives=1", "--device=ram", "--workload=closed", "--queueDepth=4", "--count=300")
    run(tmp_path, *options, "--pcap=true", "--lossToTargets=0.02", "--faults=1s reset-connections")
    rows = check(tmp_path)
    assert len({row["connection"] for row in rows}) == 2
    assert len({row["commands"] for row in rows}) > 1


def test_a_request_of_several_commands(tmp_path):
    """The row has the last command, which ends no earlier than the others are sent."""
    split = "--ns3::ScsiBlockDevice::MaxTransferLength=65536"
    options = ("--drives=1", "--workload=closed", "--queueDepth=1", "--count=20", "--size=262144")
    run(tmp_path, *options, split, "--pcap=true", "--readFraction=1")
    rows = check(tmp_path)
    assert {row["commands"] for row in rows} == {"4"}
    numbers = [int(row["cmd_sn"]) for row in rows]
    assert [b - a for a, b in pairwise(numbers)] == [4] * 19


def test_several_paths(tmp_path):
    options = ("--links=2", "--multipath=round-robin", "--drives=1", "--workload=closed")
    run(tmp_path, *options, "--queueDepth=4", "--count=50")
    carriers = {row["connection"] for row in read_rows(tmp_path)}
    assert carriers == {"0", "1"}


def test_memory_and_file_servers_send_no_command(tmp_path):
    cached = ("--cache=64", "--drives=1", "--workload=closed", "--readFraction=1", "--count=200")
    run(tmp_path / "cache", *cached, "--pattern=sequential", "--size=4096")
    rows = read_rows(tmp_path / "cache")
    hits = [row for row in rows if row["task_tag"] == ""]
    assert 0 < len(hits) < len(rows)
    for row in hits:
        assert [row[name] for name in COMMAND_COLUMNS] == [""] * 7
        assert float(row["arrived_at_target_s"]) == 0
    files = ("--workload=postmark", "--cache=16", "--drives=1", "--fileService=nfs")
    few = ("--postmarkNumber=10", "--postmarkTransactions=10")
    run(tmp_path / "files", *files, *few)
    for row in read_rows(tmp_path / "files"):
        assert [row[name] for name in COMMAND_COLUMNS] == [""] * 7
