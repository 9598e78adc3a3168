# SPDX-License-Identifier: GPL-2.0-only
"""Ask for TCP connections with chosen options, and say what the answer offers.

python raw_syn.py ADDRESS PORT OPTIONS...

OPTIONS are words with commas between them: mss=1460, wscale=7, sack, ts=1000 and window=0, or none.
Each is a SYN of its own; for each one line of JSON says the answer. The kernel knows nothing of
these connections, and resets them at once. Raw sockets need the rights of root, as in a namespace.
"""

import json
import os
import select
import socket
import struct
import sys
import time

SYN, ACK = 0x02, 0x10
MSS, WINDOW_SCALE, SACK_PERMITTED, TIMESTAMPS = 2, 3, 4, 8
FIRST_PORT = 20000
PATIENCE = 5


def encode(words):
    """Give the options of a SYN, padded, and its window (RFC 9293, 3.2; RFC 7323; RFC 2018)."""
    options = b""
    window = 65535
    for word in words.split(","):
        name, _, value = word.partition("=")
        if name == "mss":
            options += struct.pack(">BBH", MSS, 4, int(value))
        elif name == "wscale":
            options += struct.pack(">BBB", WINDOW_SCALE, 3, int(value))
        elif name == "sack":
            options += struct.pack(">BB", SACK_PERMITTED, 2)
        elif name == "ts":
            options += struct.pack(">BBII", TIMESTAMPS, 10, int(value), 0)
        elif name == "window":
            window = int(value)
        elif name != "none":
            raise SystemExit(f"error: {word!r} is no option; try mss=1460,wscale=7,sack,ts=1000")
    return options + bytes(-len(options) % 4), window


def decode(segment):
    """Give what the header of a segment offers."""
    found = {"window": struct.unpack(">H", segment[14:16])[0]}
    end = 4 * (segment[12] >> 4)
    at = 20
    while at < end and segment[at] != 0:
        kind = segment[at]
        if kind == 1:
            at += 1
            continue
        length = segment[at + 1]
        value = segment[at + 2 : at + length]
        if kind == MSS:
            found["mss"] = int.from_bytes(value, "big")
        elif kind == WINDOW_SCALE:
            found["wscale"] = value[0]
        elif kind == SACK_PERMITTED:
            found["sack"] = True
        elif kind == TIMESTAMPS:
            found["echo"] = int.from_bytes(value[4:], "big")
        at += length
    return found


def checksum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def make_syn(here, there, ports, sequence, words):
    """Give a SYN with its checksum."""
    options, window = encode(words)
    offset = (20 + len(options)) // 4 << 4
    head = struct.pack(">HHIIBBHHH", *ports, sequence, 0, offset, SYN, window, 0, 0)
    segment = head + options
    pseudo = here + there + struct.pack(">HH", socket.IPPROTO_TCP, len(segment))
    return segment[:16] + struct.pack(">H", checksum(pseudo + segment)) + segment[18:]


def ask(raw, address, ports, words):
    """Send a SYN and give what the answer offers, nothing if there is none."""
    sequence = int.from_bytes(os.urandom(4), "big")
    there = socket.inet_aton(address)
    raw.sendto(make_syn(local_address(address), there, ports, sequence, words), (address, 0))
    end = time.monotonic() + PATIENCE
    while (left := end - time.monotonic()) > 0 and select.select([raw], [], [], left)[0]:
        packet = raw.recv(65535)
        segment = packet[4 * (packet[0] & 0xF) :]
        from_port, to_port, _, acked = struct.unpack(">HHII", segment[:12])
        expected = (ports[1], ports[0], (sequence + 1) & 0xFFFFFFFF, SYN | ACK)
        if (from_port, to_port, acked, segment[13] & (SYN | ACK)) == expected:
            return decode(segment)
    return None


def local_address(address):
    """Give the address from which packets go there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((address, 9))
        return socket.inet_aton(probe.getsockname()[0])


def main(address, port, *offers):
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP) as raw:
        for number, words in enumerate(offers):
            ports = (FIRST_PORT + number, int(port))
            print(json.dumps(ask(raw, address, ports, words)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
