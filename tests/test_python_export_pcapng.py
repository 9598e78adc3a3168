# SPDX-License-Identifier: GPL-2.0-only
"""ns3-iscsi export --to pcapng: comments name the requests whose PDUs are in a frame."""

import gzip
import ipaddress
import os
import random
import struct
from itertools import pairwise

import pytest
import san_runs
from conftest import request_line
from ns3_iscsi import capture_requests, cli
from ns3_iscsi.capture_files import PcapFile
from ns3_iscsi.capture_requests import RequestFinder
from ns3_iscsi.columns import TABLES

INITIATOR, TARGET = "10.0.0.1:49153", "10.0.0.2:3260"
LOAD = ("--workload=closed", "--queueDepth=4", "--drives=2", "--readFraction=0.5", "--pcap=true")
RUNS = {
    "connections": ("--initiators=2", "--connections=2", "--size=8192", "--count=100"),
    "digests": ("--headerDigest=CRC32C", "--dataDigest=CRC32C", "--usedLuns=1", "--count=60"),
    "ppp": ("--linkType=ppp", "--size=16384", "--count=40"),
    "wifi": ("--linkType=wifi", "--size=16384", "--count=40"),
}


def export(folder, out):
    """Run the command and give its exit status."""
    return cli.main(["export", str(folder), "--to", "pcapng", "--out", str(out)])


def requests_in(comments):
    """Give the numbers of the requests that comments name."""
    return [int(one.partition(":")[0].removeprefix("request ")) for one in comments]


# What tshark finds.


@pytest.mark.parametrize("kind", RUNS)
def test_tshark_finds_the_same_requests_in_each_frame(kind, tmp_path, capsys):
    """Tshark's own dissection gives the tags in a frame, and where a PDU of several frames ends."""
    san_runs.run(tmp_path / "run", *LOAD, *RUNS[kind])
    assert export(tmp_path / "run", tmp_path / "x.pcapng") == 0
    rows = san_runs.read_rows(tmp_path / "run")
    ends = {
        row["connection"]: frozenset((row["local"], row["remote"]))
        for row in san_runs.read_rows(tmp_path / "run", "connections.csv")
    }
    known = {
        (ends[row["connection"]], int(row["task_tag"])): number for number, row in enumerate(rows)
    }
    names = ("ip.src", "tcp.srcport", "ip.dst", "tcp.dstport", "iscsi.initiatortasktag")
    names += ("tcp.reassembled_in", "tcp.analysis.retransmission", "frame.comment")
    fields = [one for name in names for one in ("-e", name)]
    lines = san_runs.tshark(
        tmp_path / "x.pcapng", "-2", "-T", "fields", "-E", "aggregator=|", *fields
    )
    tagged, repeated, ending, found = [], [], [], []
    for line in lines:
        source, port, destination, to, tags, reassembled, again, comments = line.split("\t")
        pair = frozenset((f"{source}:{port}", f"{destination}:{to}"))
        numbers = [known.get((pair, int(tag, 0))) for tag in tags.split("|") if tag]
        tagged.append(numbers)
        ending.append(int(reassembled) - 1 if reassembled else None)
        repeated.append(bool(again))
        found.append(requests_in(one for one in comments.split("|") if one))
    for frame, numbers in enumerate(tagged):
        # The PDU that begins here and ends in another frame is the first that is told there.
        last = ending[frame]
        more = tagged[last][:1] if last not in (None, frame) else []
        expected = dict.fromkeys(one for one in numbers + more if one is not None)
        # Tshark passes over what is sent again.
        if not repeated[frame]:
            assert found[frame] == list(expected), f"frame {frame + 1}"
    assert any(len(numbers) > 1 for numbers in found)
    assert {one for numbers in found for one in numbers} == set(range(len(rows)))
    output = capsys.readouterr()
    assert output.out == f"{tmp_path}/x.pcapng\n"
    with_comments, frames = (f"{len(list(one)):,}" for one in (filter(None, found), lines))
    assert output.err == (
        f"note: {with_comments} of {frames} frames have comments, "
        f"about {len(rows)} of {len(rows)} requests\n"
    )


def test_a_filter_finds_a_request(tmp_path):
    options = ("--drives=1", "--workload=closed", "--count=30", "--size=8192", "--readFraction=1")
    san_runs.run(tmp_path, *options, "--pcap=true")
    export(tmp_path, tmp_path / "x.pcapng")
    row = san_runs.read_rows(tmp_path)[17]
    fields = ("-T", "fields", "-e", "frame.comment", "-e", "iscsi.initiatortasktag")
    chosen = ("-Y", 'frame.comment contains "request 17:" && iscsi', *fields)
    (text, tag), *others = (
        line.split("\t") for line in san_runs.tshark(tmp_path / "x.pcapng", *chosen)
    )
    latency = float(row["latency_s"]) * 1e3
    about = f"read of 8 KiB at block {row['lba']}, device 0, initiator 0, {latency:.3f} ms"
    assert text == f"request 17: {about}"
    assert int(tag, 0) == int(row["task_tag"])
    assert others
    assert all(one == [text, tag] for one in others)


def test_losses_leave_no_request_out(tmp_path, capsys):
    options = ("--drives=1", "--device=ram", "--workload=closed", "--queueDepth=4", "--count=200")
    load = ("--size=16384", "--readFraction=0.5", "--lossToTargets=0.02", "--pcap=true")
    san_runs.run(tmp_path, *options, *load)
    assert export(tmp_path, tmp_path / "x.pcapng") == 0
    note = capsys.readouterr().err
    assert note.endswith("about 200 of 200 requests\n")
    chosen = ("-Y", "tcp.analysis.retransmission && tcp.len > 0", "-T", "fields")
    again = san_runs.tshark(tmp_path / "x.pcapng", *chosen, "-e", "frame.comment")
    assert again
    assert all(line.startswith("request ") for line in again)


# Captures made by hand.


def frame(source, destination, number, payload=b"", flags=0x10, window=65535, options=b""):
    """Give an Ethernet frame with a TCP segment."""
    (from_, port), (to, to_port) = (one.split(":") for one in (source, destination))
    tcp = struct.pack(
        ">2H2I2B3H",
        *(int(port), int(to_port), number % 2**32, 0),
        *((20 + len(options)) // 4 << 4, flags, window, 0, 0),
    )
    body = tcp + options + payload
    addresses = (ipaddress.IPv4Address(one).packed for one in (from_, to))
    ip = struct.pack(">2B3H2BH", 0x45, 0, 20 + len(body), 0, 0, 64, 6, 0) + b"".join(addresses)
    return (bytes(12) + b"\x08\x00" + ip + body).ljust(60, b"\0")


def syns(first=0, scale=0):
    """Give the first frames of a connection whose initiator's first byte has a number."""
    options = bytes([1, 3, 3, scale])
    return [
        frame(INITIATOR, TARGET, first - 1, flags=0x02, options=options),
        frame(TARGET, INITIATOR, 0xFFFFFFFF, flags=0x12, options=options),
    ]


def pdu(opcode, tag, data=b"", digests=0, flags=0):
    """Give a PDU, with digests of so many bytes."""
    header = struct.pack(">2B2xI8xI28x", opcode, flags, len(data), tag) + bytes(digests)
    return header + data + bytes(-len(data) % 4) + bytes(digests if data else 0)


def write_pcap(path, frames, link_type=1, order="<", magic=0xA1B2C3D4, cut=0):
    """Write a capture with a frame in each microsecond."""
    open_file = gzip.open if path.suffix == ".gz" else open
    with open_file(path, "wb") as file:
        file.write(struct.pack(f"{order}I2H4I", magic, 2, 4, 0, 0, 65535, link_type))
        for time, data in enumerate(frames):
            kept = data[: len(data) - cut]
            file.write(struct.pack(f"{order}4I", 1, time, len(kept), len(data)) + kept)
    return path


def rows_of(path, frames, rows=None):
    """Give what is known of each frame of a capture of one connection."""
    capture = PcapFile(write_pcap(path, frames))
    finder = RequestFinder(capture, {0: (INITIATOR, TARGET)}, {0: rows or {7: 0, 8: 1, 9: 2}})
    return [(one.rows, one.is_lost) for one in finder.frames()]


def random_pdus(choice, digests):
    """Give PDUs of three requests and others, and for each of their bytes the request's row."""
    stream, owners = b"", []
    for _ in range(60):
        opcode, tag = choice.choice([(1, 7), (5, 8), (5, 9), (0x10, 9), (0, 7), (2, 8), (5, 99)])
        one = pdu(opcode, tag, bytes([1]) * choice.choice([0, 0, 1, 30, 700, 3000]), digests)
        stream += one
        owner = {7: 0, 8: 1, 9: 2}.get(tag) if opcode in (1, 5, 0x10) else None
        owners += [owner] * len(one)
    return stream, owners


@pytest.mark.parametrize("digests", [0, 4])
@pytest.mark.parametrize("seed", range(6))
def test_segments_in_any_order_cut_anywhere_and_again(seed, digests, tmp_path):
    choice = random.Random(seed)
    stream, owners = random_pdus(choice, digests)
    login = []
    if digests:
        keys = b"HeaderDigest=CRC32C,None\0DataDigest=CRC32C,None\0"
        login.append(pdu(0x43, 0, keys, flags=0x87))
        answer = b"HeaderDigest=CRC32C\0DataDigest=CRC32C\0"
        login.append(pdu(0x23, 0, answer, flags=0x87))
    # Numbers wrap around within the stream.
    first = 2**32 - 5000
    frames = syns(first)
    if login:
        frames += [
            frame(INITIATOR, TARGET, first, login[0]),
            frame(TARGET, INITIATOR, 0, login[1]),
        ]
        first += len(login[0])
    cuts = sorted({0, len(stream), *choice.sample(range(len(stream)), 80)})
    pieces = list(pairwise(cuts))
    # Some are sent again, with other limits, or come late.
    pieces += [(begin, min(begin + 900, len(stream))) for begin in choice.sample(cuts[:-1], 20)]
    pieces.sort(key=lambda one: one[0] + choice.choice([0, 0, 0, 5000, 20000]))
    frames += [frame(INITIATOR, TARGET, first + a, stream[a:b]) for a, b in pieces]
    found = rows_of(tmp_path / "x.pcap", frames)
    expected = [
        (tuple(dict.fromkeys(one for one in owners[a:b] if one is not None)), False)
        for a, b in pieces
    ]
    assert found[-len(pieces) :] == expected
    assert set(found[: -len(pieces)]) == {((), False)}


def test_digests_that_one_end_refuses(tmp_path):
    login = pdu(0x43, 0, b"HeaderDigest=None,CRC32C\0DataDigest=CRC32C\0", flags=0x87)
    answer = pdu(0x23, 0, b"HeaderDigest=None\0DataDigest=Reject\0", flags=0x87)
    frames = [
        *syns(),
        frame(INITIATOR, TARGET, 0, login),
        frame(TARGET, INITIATOR, 0, answer),
        frame(INITIATOR, TARGET, len(login), pdu(1, 7, b"data") + pdu(1, 8)),
        frame(TARGET, INITIATOR, len(answer), pdu(0x25, 8, b"data") + pdu(0x21, 7)),
    ]
    assert rows_of(tmp_path / "x.pcap", frames)[-2:] == [((0, 1), False), ((1, 0), False)]


def test_bytes_that_are_missing(tmp_path):
    whole = pdu(1, 7)
    late = frame(INITIATOR, TARGET, 96, pdu(1, 9))
    frames = [*syns(), frame(INITIATOR, TARGET, 0, whole), late]
    # Nothing fills the gap until the end.
    assert rows_of(tmp_path / "x.pcap", frames)[2:] == [((0,), False), ((), True)]
    # The receiver had these bytes: its window ends before what is sent.
    far = frame(INITIATOR, TARGET, 65536 + 48, pdu(1, 9))
    after = frame(INITIATOR, TARGET, 48, pdu(1, 8))
    found = rows_of(tmp_path / "x.pcap", [*frames, far, after])[2:]
    assert found == [((0,), False), *[((), True)] * 3]
    # Within a window that the option Window Scale makes larger it may still come.
    window = frame(TARGET, INITIATOR, 0, window=65535)
    fillers = [
        frame(INITIATOR, TARGET, 48, pdu(1, 8) + pdu(1, 9)),
        frame(INITIATOR, TARGET, 144, pdu(0, 1, bytes(65392))),
    ]
    found = rows_of(tmp_path / "x.pcap", [*syns(scale=2), window, *frames[2:], far, *fillers])[3:]
    assert [one for one, _ in found] == [(0,), (2,), (2,), (1, 2), ()]
    assert not any(is_lost for _, is_lost in found)


def test_a_stream_that_is_none(tmp_path):
    frames = [
        frame(INITIATOR, TARGET, 0, pdu(1, 7)),
        *syns(),
        frame(INITIATOR, TARGET, 0, pdu(1, 7)),
        frame(INITIATOR, TARGET, 48, b"\x3e" * 48),
        frame(INITIATOR, TARGET, 96, pdu(1, 8)),
        frame("10.0.0.9:1", TARGET, 0, pdu(1, 7)),
        bytes(60),
    ]
    expected = [((), True), *[((), False)] * 2, ((0,), False), *[((), True)] * 2]
    assert rows_of(tmp_path / "x.pcap", frames) == [*expected, *[((), False)] * 2]


def test_few_frames_wait_for_a_gap(tmp_path, monkeypatch):
    monkeypatch.setattr(capture_requests, "_MOST_HELD", 3)
    answers = [frame(TARGET, INITIATOR, 48 * i, pdu(0x21, 7)) for i in range(3)]
    late = frame(INITIATOR, TARGET, 48, pdu(1, 8))
    filler = frame(INITIATOR, TARGET, 0, pdu(1, 7))
    found = rows_of(tmp_path / "x.pcap", [*syns(), late, *answers[:2], filler, *answers[2:]])
    assert found[2:] == [((1,), False), *[((0,), False)] * 4]
    found = rows_of(tmp_path / "x.pcap", [*syns(), late, *answers, filler])
    assert found[2:] == [((), True), *[((0,), False)] * 3, ((), True)]


@pytest.fixture
def folder(tmp_path, write_requests):
    """Give the folder of a run with two requests and their capture."""
    columns = ",initiator,target,connection,lun,task_tag,cmd_sn,commands"
    lines = [
        request_line(0, "W", 1536, "medium_error", answered=1_234_567) + ",3,0,0,1,7,7,2",
        request_line(5, "F", 0, answered=5) + ",3,0,0,1,8,8,1",
        request_line(9, "R", 4096, answered=5) + ",,,,,,,",
    ]
    folder = tmp_path / "run"
    folder.mkdir()
    write_requests(*lines, folder=folder, last=columns)
    write_connections(folder, ("0", INITIATOR, TARGET))
    both = frame(INITIATOR, TARGET, 0, pdu(1, 7) + pdu(1, 8))
    write_pcap(folder / "san.pcap.gz", [*syns(), both, frame(TARGET, INITIATOR, 0, pdu(0x21, 8))])
    return folder


def write_connections(folder, *connections):
    """Write what connections.csv must have."""
    names = TABLES["connections.csv"].needed()
    lines = [",".join(names)]
    for number, local, remote in connections:
        values = {"connection": number, "sender": "initiator", "local": local, "remote": remote}
        lines.append(",".join(values.get(name, "0") for name in names))
    (folder / "connections.csv").write_text("\n".join([*lines, ""]))


def read_pcapng(path):
    """Give link type, digits, and of each frame time, bytes and comments."""
    data, at, frames = path.read_bytes(), 0, []
    while at < len(data):
        kind, length = struct.unpack_from("<2I", data, at)
        assert length % 4 == 0
        assert struct.unpack_from("<I", data, at + length - 4) == (length,)
        body = data[at + 8 : at + length - 4]
        if at == 0:
            assert (kind, body[:8]) == (0x0A0D0D0A, struct.pack("<I2H", 0x1A2B3C4D, 1, 0))
        elif kind == 1:
            link_type, _, snap_length = struct.unpack_from("<2HI", body)
            interface = (link_type, snap_length, dict(options_of(body[8:]))[9])
        else:
            assert kind == 6
            number, high, low, kept, size = struct.unpack_from("<5I", body)
            assert (number, kept) == (0, size)
            options = options_of(body[20 + kept + -kept % 4 :])
            assert all(code == 1 for code, _ in options)
            comments = [value.decode() for _, value in options]
            frames.append((high << 32 | low, body[20 : 20 + kept], comments))
        at += length
    return interface, frames


def options_of(data):
    """Give codes and values of options."""
    at, options = 0, []
    while at < len(data):
        code, length = struct.unpack_from("<2H", data, at)
        if code == 0:
            assert at + 4 == len(data)
            break
        options.append((code, data[at + 4 : at + 4 + length]))
        at += 4 + length + -length % 4
    return options


WRITE = (
    "request 0: write of 1,536 bytes at block 64, device 0, initiator 3, 1,234.567 ms, "
    "medium_error, the last of 2 commands"
)
FLUSH = "request 1: flush, device 0, initiator 3, 0.005 ms"


@pytest.mark.parametrize(
    ("order", "magic", "digits"), [("<", 0xA1B2C3D4, 6), (">", 0xA1B2C3D4, 6), ("<", 0xA1B23C4D, 9)]
)
def test_a_capture_keeps_its_frames(order, magic, digits, folder, tmp_path, capsys):
    frames = [data for _, data in PcapFile(folder / "san.pcap.gz").frames()]
    (folder / "san.pcap.gz").unlink()
    write_pcap(folder / "san.pcap", frames, order=order, magic=magic)
    assert export(folder, tmp_path / "new" / "x.pcapng") == 0
    interface, written = read_pcapng(tmp_path / "new" / "x.pcapng")
    assert interface == (1, 65535, bytes([digits]))
    comments = [[], [], [WRITE, FLUSH], [FLUSH]]
    times = [10**digits + number for number in range(4)]
    assert written == list(zip(times, frames, comments, strict=True))
    note = "note: 2 of 4 frames have comments, about 2 of 3 requests\n"
    assert capsys.readouterr().err == note


def test_frames_behind_a_gap_are_counted(folder, tmp_path, capsys):
    frames = [*syns(), frame(INITIATOR, TARGET, 48, pdu(1, 8))]
    write_pcap(folder / "san.pcap.gz", frames)
    assert export(folder, tmp_path / "x.pcapng") == 0
    assert capsys.readouterr().err == (
        "note: 0 of 3 frames have comments, about 0 of 3 requests; "
        "1 not known, behind bytes that the capture lacks\n"
    )


def test_only_files_of_this_export_are_replaced(folder, tmp_path, capsys):
    out = tmp_path / "x.pcapng"
    for _ in range(2):
        assert export(folder, out) == 0
    capsys.readouterr()
    ours = out.read_bytes()
    for name in ("san.pcap.gz", "requests.csv"):
        before = (folder / name).read_bytes()
        assert export(folder, folder / name) == 1
        error = f"error: {folder / name}: not replaced, as it is no file of this export\n"
        assert capsys.readouterr().err == error
        assert (folder / name).read_bytes() == before
    whole = (folder / "san.pcap.gz").read_bytes()
    (folder / "san.pcap.gz").write_bytes(whole[:-20])
    assert export(folder, out) == 1
    assert out.read_bytes() == ours
    assert sorted(one.name for one in tmp_path.iterdir()) == ["run", "x.pcapng"]


def cut_gzip(folder):
    """Cut the end of the capture."""
    data = (folder / "san.pcap.gz").read_bytes()
    (folder / "san.pcap.gz").write_bytes(data[:-12])


def change_gzip(folder):
    """Change a byte of the capture's check sum."""
    data = bytearray((folder / "san.pcap.gz").read_bytes())
    data[-8] ^= 1
    (folder / "san.pcap.gz").write_bytes(data)


def rewrite(change):
    """Give what writes another capture, whose bytes are changed."""

    def make(folder):
        data = gzip.decompress((folder / "san.pcap.gz").read_bytes())
        (folder / "san.pcap.gz").unlink()
        (folder / "san.pcap").write_bytes(change(data))

    return make


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (
            lambda folder: (folder / "san.pcap.gz").unlink(),
            ": there is no capture, san.pcap.gz or san.pcap (pcap=true)",
        ),
        (
            lambda folder: (folder / "san.pcap").write_bytes(b""),
            ": there are two captures, san.pcap.gz and san.pcap",
        ),
        (lambda folder: (folder / "connections.csv").unlink(), ": there is no connections.csv"),
        (cut_gzip, "/san.pcap.gz: damaged: Compressed file ended before"),
        (change_gzip, "/san.pcap.gz: damaged: CRC check failed"),
        (rewrite(lambda data: data[:-1]), "/san.pcap: damaged: it ends too early"),
        (rewrite(lambda data: data[:30]), "/san.pcap: damaged: it ends too early"),
        (rewrite(lambda data: data[:20]), "/san.pcap: damaged: it ends too early"),
        (rewrite(lambda _: b"time_s,device\n" * 9), "/san.pcap: it is no capture in the format"),
        (
            rewrite(lambda data: data[:24] + b"\xff" * 16 + data[40:]),
            "/san.pcap: damaged: frame 1 has a bad header",
        ),
        (
            rewrite(lambda data: data[:20] + b"\x65" + data[21:]),
            "/san.pcap: frames of LINKTYPE 101 are not known",
        ),
        (
            lambda folder: write_pcap(folder / "san.pcap.gz", syns(), cut=10),
            "/san.pcap.gz: frame 1 has 50 of 60 bytes only",
        ),
        (
            lambda folder: write_connections(
                folder, ("0", INITIATOR, TARGET), ("1", INITIATOR, TARGET)
            ),
            "/connections.csv: two connections have the same ends",
        ),
        (
            lambda folder: write_connections(folder, ("0", INITIATOR, "10.0.0.2")),
            "/connections.csv: '10.0.0.2' is no address with a port",
        ),
    ],
)
def test_what_is_missing_or_damaged_is_told_in_one_line(spoil, error, folder, tmp_path, capsys):
    spoil(folder)
    assert export(folder, tmp_path / "x.pcapng") == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: {folder}{error}")
    assert said.count("\n") == 1
    assert not (tmp_path / "x.pcapng").exists()


def test_requests_without_commands(folder, write_requests, tmp_path, capsys):
    # Of a file service, or written before there were such columns.
    write_requests(request_line(0, "R", 512, answered=5), folder=folder)
    assert export(folder, tmp_path / "x.pcapng") == 1
    error = f"error: {folder}: no request in requests.csv has an iSCSI command\n"
    assert capsys.readouterr().err == error
    (folder / "requests.csv").unlink()
    (folder / "summary.json").write_text("{}")
    assert export(folder, tmp_path / "x.pcapng") == 1
    assert capsys.readouterr().err == f"error: {folder}: there is no requests.csv\n"
    # Nobody waits for what would write into a FIFO.
    (folder / "san.pcap.gz").unlink()
    os.mkfifo(folder / "san.pcap")
    write_requests(request_line(0, "R", 512, answered=5), folder=folder)
    assert export(folder, tmp_path / "x.pcapng") == 1
    assert ": there is no capture" in capsys.readouterr().err
