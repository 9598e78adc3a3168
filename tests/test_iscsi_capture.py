# SPDX-License-Identifier: GPL-2.0-only
"""Captures of iSCSI sessions as tshark decodes them: the test suite iscsi-capture writes them."""

import csv
import shutil
import subprocess
from collections import Counter
from xml.etree import ElementTree

import pytest
from ns3_iscsi.build_info import program

#: For each capture: whether headers and data have digests.
CAPTURES = {
    "none": (False, False),
    "header": (True, False),
    "data": (False, True),
    "both": (True, True),
}

#: What Wireshark calls the columns of the log.
FIELDS = {
    "opcode": "iscsi.opcode",
    "ahs": "iscsi.totalahslength",
    "length": "iscsi.datasegmentlength",
    "itt": "iscsi.initiatortasktag",
    "ttt": "iscsi.targettransfertag",
    "cmdsn": "iscsi.cmdsn",
    "expstatsn": "iscsi.expstatsn",
    "statsn": "iscsi.statsn",
    "expcmdsn": "iscsi.expcmdsn",
    "maxcmdsn": "iscsi.maxcmdsn",
    "datasn": "iscsi.datasn",
    "r2tsn": "iscsi.r2tsn",
    "expdatasn": "iscsi.expdatasn",
    "offset": "iscsi.bufferOffset",
}

#: What Wireshark does not show, by opcode and column: these values then. A Data-In with no A bit
#: has no transfer tag, and a Task Management Function Response neither segments.
HIDDEN = {(0x25, "ttt"): 0xFFFFFFFF, (0x22, "ahs"): 0, (0x22, "length"): 0}

LOGIN = {0x03, 0x23}
#: Every opcode there is but those of Asynchronous Messages and Rejects.
OPCODES = {*range(7), 0x10, *range(0x20, 0x27), 0x31}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give the folder with captures and logs."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    folder = tmp_path_factory.mktemp("iscsi")
    runner = [str(program("ns3-iscsi-test-runner")), "--suite=iscsi-capture"]
    subprocess.run([*runner, f"--tempdir={folder}"], check=True, timeout=120, capture_output=True)
    return folder


def tshark(capture, *options):
    command = ["tshark", "-r", str(capture), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=240).stdout


def read_pdus(capture):
    """Give the PDUs of a capture: connection, sender, fields, and what is said of digests."""
    text = tshark(capture, "-Y", "iscsi", "-T", "pdml", "-J", "iscsi tcp")
    pdus = []
    for packet in ElementTree.fromstring(text).iter("packet"):
        tcp = {field.get("name"): field.get("show") for field in packet.iter("field")}
        sender = "target" if tcp["tcp.srcport"] == "3260" else "initiator"
        for proto in packet.findall("proto[@name='iscsi']"):
            fields = {}
            digests = []
            for field in proto.iter("field"):
                name = field.get("name")
                if name in ("iscsi.headerdigest32", "iscsi.datadigest32"):
                    digests.append((name, field.get("showname")))
                elif field.get("value"):
                    fields.setdefault(name, int(field.get("value"), 16))
            # the opcode shares its byte with the I bit
            fields["iscsi.opcode"] &= 0x3F
            pdus.append((tcp["tcp.stream"], sender, fields, digests))
    return pdus


def read_log(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def differ(row, fields):
    """Say in which columns a row of the log and a PDU of the capture differ."""
    opcode = fields["iscsi.opcode"]
    return [
        column
        for column, name in FIELDS.items()
        if row[column] != "" and int(row[column]) != fields.get(name, HIDDEN.get((opcode, column)))
    ]


def is_interleaved(rows, first, second):
    """Tell whether a log is two sequences of PDUs, each in its order.

    The log does not say over which connection a PDU went.
    """
    if len(rows) != len(first) + len(second):
        return False
    reached = {0}
    for number, row in enumerate(rows):
        before, reached = reached, set()
        for taken in before:
            if taken < len(first) and not differ(row, first[taken]):
                reached.add(taken + 1)
            if number - taken < len(second) and not differ(row, second[number - taken]):
                reached.add(taken)
    return len(first) in reached


@pytest.mark.parametrize("name", CAPTURES)
def test_nothing_is_malformed(folder, name):
    (capture,) = folder.rglob(f"{name}.pcap")
    assert tshark(capture, "-Y", "_ws.malformed || iscsi.opcode.invalid") == ""


@pytest.mark.parametrize("name", CAPTURES)
def test_every_digest_agreed_on_is_there_and_good(folder, name):
    (capture,) = folder.rglob(f"{name}.pcap")
    (log,) = folder.rglob(f"{name}.csv")
    header, data = CAPTURES[name]
    said = [digest for pdu in read_pdus(capture) for digest in pdu[3]]
    assert [text for _, text in said if "Good CRC32" not in text] == []
    rows = [row for row in read_log(log) if int(row["opcode"]) not in LOGIN]
    expected = Counter()
    if header:
        expected["iscsi.headerdigest32"] = len(rows)
    if data:
        expected["iscsi.datadigest32"] = sum(int(row["length"]) > 0 for row in rows)
    assert Counter(digest for digest, _ in said) == expected


@pytest.mark.parametrize("name", CAPTURES)
def test_the_capture_equals_the_log(folder, name):
    (capture,) = folder.rglob(f"{name}.pcap")
    (log,) = folder.rglob(f"{name}.csv")
    pdus = read_pdus(capture)
    rows = read_log(log)
    assert len(pdus) == len(rows)
    seen = {fields["iscsi.opcode"] for _, _, fields, _ in pdus}
    assert seen == OPCODES
    # The second connection is logged out and made again, so its successor's PDUs follow its own.
    assert {stream for stream, *_ in pdus} == {"0", "1", "2"}
    for sender in ("initiator", "target"):
        sent = [row for row in rows if row["sender"] == sender]
        first = [pdu[2] for pdu in pdus if pdu[1] == sender and pdu[0] == "0"]
        second = [pdu[2] for pdu in pdus if pdu[1] == sender and pdu[0] != "0"]
        assert is_interleaved(sent, first, second)


def test_a_wrong_order_is_found():
    rows = [dict.fromkeys(FIELDS, "") | {"opcode": str(opcode)} for opcode in (1, 5, 2)]
    one, five, two = ({"iscsi.opcode": int(row["opcode"])} for row in rows)
    assert is_interleaved(rows, [one, two], [five])
    assert is_interleaved(rows, [five, two], [one])
    assert not is_interleaved(rows, [two, one], [five])
    assert not is_interleaved(rows, [one, two], [])
    assert not is_interleaved(rows, [one, two], [two])
