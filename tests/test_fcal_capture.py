# SPDX-License-Identifier: GPL-2.0-only
"""A capture of the loop as tshark decodes it: the test suite fcal-capture writes it."""

import shutil
import subprocess

import pytest
from ns3_iscsi.build_info import program

#: What links the frames of an exchange: Wireshark 4.0 itself links no FCP response to its command.
EXCHANGE = "fc.ox_id"
#: Wireshark puts a sequence together only if it knows the size of its frames.
FRAME_SIZE = ("-o", "fc.max_frame_size:2048")


@pytest.fixture(scope="module")
def capture(tmp_path_factory):
    """Give a capture of logins, a read, a write, errors, aborts and a logout."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    folder = tmp_path_factory.mktemp("fcal")
    runner = [str(program("ns3-iscsi-test-runner")), "--suite=fcal-capture", f"--tempdir={folder}"]
    subprocess.run(runner, check=True, timeout=60, capture_output=True)
    (path,) = folder.rglob("fcal.pcap")
    return path


def tshark(capture, *options):
    command = ["tshark", "-r", str(capture), *FRAME_SIZE, *options]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()


def read_fields(capture, condition, *fields):
    """Give the fields of the frames that meet a condition, a tuple for each."""
    options = [option for field in fields for option in ("-e", field)]
    lines = tshark(capture, "-Y", condition, "-T", "fields", *options)
    return [tuple(line.split("\t")) for line in lines]


def test_nothing_is_malformed_and_every_crc_is_right(capture):
    frames = tshark(capture)
    assert len(frames) == 30
    assert tshark(capture, "-Y", "_ws.malformed || _ws.expert") == []
    assert len(tshark(capture, "-Y", "fc.crc.status == 1")) == len(frames)


def test_delimiters(capture):
    fields = read_fields(capture, "fc.type == 8 && fc.r_ctl == 1", "fc.sof", "fc.eof", "fc.seq_cnt")
    # Two frames of data in either direction: SOFi3 and EOFn, then SOFn3 and EOFt. Header and zeros
    # decide on the EOF's disparity.
    assert [(sof, eof[-4:], count) for sof, eof, count in fields] == [
        ("0xbcb55656", "d5d5", "0"),
        ("0xbcb53636", "7575", "1"),
    ] * 2


def test_link_services(capture):
    services = read_fields(capture, "fcels", "fc.s_id", "fc.ox_id", "_ws.col.Info")
    assert services[1:] == [
        ("00.00.01", "0x0001", "PLOGI"),
        ("00.00.e8", "0x0001", "ACC (PLOGI)"),
        ("00.00.01", "0x0002", "PRLI"),
        ("00.00.e8", "0x0002", "ACC (PRLI)"),
        ("00.00.01", "0x0008", "LOGO"),
        ("00.00.e8", "0x0008", "ACC (LOGO)"),
        ("00.00.01", "0x0009", "PRLI"),
        ("00.00.e8", "0x0009", "LS_RJT (PRLI)"),
        ("00.00.01", "0x000b", "REC"),
        ("00.00.e8", "0x000b", "ACC (REC)"),
        ("00.00.01", "0x000c", "REC"),
        ("00.00.e8", "0x000c", "LS_RJT (REC)"),
    ]
    login = ("fcels.logi.b2b", "fcels.logi.rcvsize", "fcels.logi.clsrcvsize", "fcels.npname")
    assert read_fields(capture, "fcels.opcode == 3", *login) == [
        ("0", "2048", "2048", "21:00:00:0c:50:12:aa:01")
    ]
    functions = ("fcels.fcpflags.initiator", "fcels.fcpflags.target", "fcels.fcpflags.rdxr")
    assert read_fields(capture, "fcels.fcpflags.target == 1", *functions) == [("0", "1", "1")]


def test_an_exchange_is_asked_for(capture):
    asked = ("fcels.portid", "fcels.oxid", "fcels.rxid")
    assert read_fields(capture, "fcels.opcode == 0x13", *asked) == [
        ("00.00.01", "0x000a", "0xffff"),
        ("00.00.01", "0x000a", "0xffff"),
    ]
    status = ("fcels.oxid", "fcels.rxid", "fcels.resportid", "fcels.rec.fc4value")
    flags = ("fcels.estat.resp", "fcels.estat.seq_init", "fcels.estat.complete")
    assert read_fields(capture, "fcels.estat", *status, *flags) == [
        ("0x000a", "0x800a", "00.00.e8", "0x00000800", "1", "1", "0")
    ]
    rejected = ("fcels.rjt.reason", "fcels.rjt.detail")
    assert read_fields(capture, "fcels.rjt.reason == 3", *rejected) == [("0x03", "0x17")]


def test_every_command_has_its_response(capture):
    commands = read_fields(
        capture,
        "fc.r_ctl == 6",
        EXCHANGE,
        "scsi_sbc.opcode",
        "scsi_sbc.rdwr10.lba",
        "fcp.dl",
        "fcp.rddata",
        "fcp.wrdata",
    )
    assert commands == [
        ("0x0003", "0x28", "16", "4096", "1", "0"),
        ("0x0004", "0x2a", "32", "4096", "0", "1"),
        ("0x0005", "0x28", "255", "4096", "1", "0"),
        ("0x0006", "0x28", "64", "4096", "1", "0"),
        ("0x000a", "0x28", "64", "4096", "1", "0"),
    ]
    assert read_fields(capture, "fcp.status", EXCHANGE, "fcp.status", "fcp.resid") == [
        ("0x0003", "0x00", ""),
        ("0x0004", "0x00", ""),
        ("0x0005", "0x02", "4096"),
    ]
    assert read_fields(capture, "fcp.burstlen", EXCHANGE, "fcp.data_ro", "fcp.burstlen") == [
        ("0x0004", "0", "4096")
    ]
    data = read_fields(capture, "fc.r_ctl == 1", EXCHANGE, "fc.relative_offset")
    assert data == [("0x0003", "0"), ("0x0003", "2048"), ("0x0004", "0"), ("0x0004", "2048")]


def test_sense_data_and_aborts(capture):
    sense = read_fields(capture, "scsi.sns.key", EXCHANGE, "scsi.sns.key", "scsi.sns.ascascq")
    assert sense == [("0x0005", "0x05", "0x2100")]
    assert read_fields(capture, "fc.r_ctl == 0x81", EXCHANGE) == [("0x0006",), ("0x0007",)]
    assert read_fields(capture, "fc.r_ctl == 0x84", "fc.bls_oxid", "fc.bls_hseqcnt") == [
        ("0x0006", "0xffff")
    ]
    assert read_fields(capture, "fc.r_ctl == 0x85", "fc.bls_reason", "fc.bls_rjtdetail") == [
        ("0x03", "0x03")
    ]
