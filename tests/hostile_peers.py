# SPDX-License-Identifier: GPL-2.0-only
"""Peers that do no target any good: each function is one of them. Used within a namespace only.

python hostile_peers.py PEER ADDRESS TARGET [NUMBER]
"""

import random
import resource
import select
import socket
import struct
import sys
import time

PORT = 3260
SOON = 10


def connect(address, timeout=SOON):
    """Give a connected socket."""
    return socket.create_connection((address, PORT), timeout=timeout)


def pad(data):
    return data + bytes(-len(data) % 4)


def login_pdu(target, initiator, isid, final=True):
    """Give a Login Request for the full feature phase without security (RFC 7143, 11.12)."""
    keys = [f"InitiatorName={initiator}", f"TargetName={target}", "SessionType=Normal"]
    keys += ["HeaderDigest=None", "DataDigest=None", "InitialR2T=Yes"]
    data = "".join(key + "\0" for key in keys).encode()
    flags = 0x87 if final else 0x04
    head = struct.pack(">BBBBB", 0x43, flags, 0, 0, 0) + len(data).to_bytes(3, "big")
    head += bytes([0x80, 0, 0, 0]) + struct.pack(">HH", isid, 0)
    head += struct.pack(">IHHII", 1, 0, 0, 1, 0) + bytes(16)
    return head + pad(data)


def command_pdu(tag, cdb, length, write):
    """Give a SCSI Command for LUN 0 (RFC 7143, 11.3)."""
    head = bytes([0x01, 0x80 | (0x20 if write else 0x40) | 1, 0, 0]) + bytes(4) + bytes(8)
    return head + struct.pack(">IIII", tag, length, tag, 0) + cdb.ljust(16, b"\0")


def receive_exactly(peer, length):
    data = b""
    while len(data) < length:
        more = peer.recv(length - len(data))
        if not more:
            raise ConnectionError("the target closed the connection")
        data += more
    return data


def receive_pdu(peer):
    """Give header and data of the next PDU."""
    head = receive_exactly(peer, 48)
    length = int.from_bytes(head[5:8], "big")
    return head, receive_exactly(peer, length + -length % 4)[:length]


def login(address, target, number):
    """Give a socket with a session of its own."""
    peer = connect(address)
    peer.sendall(login_pdu(target, f"iqn.2026-11.org.example:peer-{number}", number & 0xFFFF))
    head, _ = receive_pdu(peer)
    assert head[0] & 0x3F == 0x23, head.hex()
    assert head[36:38] == b"\0\0", f"login status {head[36:38].hex()}"
    return peer


def read_10(lba, blocks):
    return struct.pack(">BBIBHB", 0x28, 0, lba, 0, blocks, 0)


def write_10(lba, blocks):
    return struct.pack(">BBIBHB", 0x2A, 0, lba, 0, blocks, 0)


def noise(address, target, number):
    """Send 100 KB of random bytes, number times."""
    for seed in range(number):
        with connect(address) as peer:
            try:
                peer.sendall(random.Random(seed).randbytes(100_000))
                peer.settimeout(1)
                while peer.recv(4096):
                    pass
            except (ConnectionError, TimeoutError):
                pass


def noise_in_session(address, target, number):
    """Log in, then send random bytes."""
    for seed in range(number):
        with login(address, target, 5000 + seed) as peer:
            try:
                peer.sendall(random.Random(seed).randbytes(100_000))
                peer.settimeout(1)
                while peer.recv(4096):
                    pass
            except (ConnectionError, TimeoutError):
                pass


def half_logins(address, target, number):
    """Send half of a login and go."""
    pdu = login_pdu(target, "iqn.2026-11.org.example:half", 1)
    for i in range(number):
        with connect(address) as peer:
            peer.sendall(pdu[: 1 + i % (len(pdu) - 1)])


def silent(address, target, number):
    """Hold connections on which nothing is said, as many as may be open."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = number + 100
    if hard != resource.RLIM_INFINITY and hard < wanted:
        number = hard - 100
        wanted = hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    peers = []
    while len(peers) < number:
        peers += connect_at_once(address, min(200, number - len(peers)))
    print(f"opened {len(peers)}", flush=True)
    time.sleep(1)
    for peer in peers:
        peer.close()


def connect_at_once(address, number):
    """Give sockets whose connections are begun at once, and perhaps refused."""
    peers = [socket.socket() for _ in range(number)]
    poll = select.poll()
    for peer in peers:
        peer.setblocking(False)
        peer.connect_ex((address, PORT))
        poll.register(peer, select.POLLOUT)
    waiting = number
    while waiting > 0 and (events := poll.poll(SOON * 1000)):
        for descriptor, _ in events:
            poll.unregister(descriptor)
        waiting -= len(events)
    return peers


def vanish_in_read(address, target, number):
    """Ask for data and go before they have come."""
    for i in range(number):
        peer = login(address, target, 1000 + i)
        for tag in range(1, 9):
            peer.sendall(command_pdu(tag, read_10(0, 2048), 2048 * 512, False))
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", i % 2, 0))
        peer.close()


def vanish_in_write(address, target, number):
    """Announce data and go without sending them."""
    for i in range(number):
        peer = login(address, target, 2000 + i)
        for tag in range(1, 9):
            peer.sendall(command_pdu(tag, write_10(0, 2048), 2048 * 512, True))
        receive_pdu(peer)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", i % 2, 0))
        peer.close()


def many(address, target, number):
    """Have many sessions at once, each of which reads."""
    peers = [login(address, target, 3000 + i) for i in range(number)]
    for tag in range(1, 5):
        for peer in peers:
            peer.sendall(command_pdu(tag, read_10(tag, 8), 4096, False))
        for peer in peers:
            length = 0
            status = False
            while not status:
                head, data = receive_pdu(peer)
                length += len(data)
                status = head[0] & 0x3F == 0x21 or (head[0] & 0x3F == 0x25 and head[1] & 1)
            assert length == 4096, length
    print(f"sessions {len(peers)}", flush=True)


def stopped(address, target, number):
    """Ask for a lot, and receive nothing for so many seconds."""
    peer = login(address, target, 4000)
    for tag in range(1, 33):
        peer.sendall(command_pdu(tag, read_10(0, 2048), 2048 * 512, False))
    print("stopped", flush=True)
    time.sleep(number)


PEERS = {
    peer.__name__: peer
    for peer in (
        noise,
        noise_in_session,
        half_logins,
        silent,
        vanish_in_read,
        vanish_in_write,
        many,
        stopped,
    )
}

if __name__ == "__main__":
    PEERS[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 1)
