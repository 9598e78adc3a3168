# SPDX-License-Identifier: GPL-2.0-only
"""Peers that do no target any good: each function is one of them. Used within a namespace only.

python hostile_peers.py PEER ADDRESS TARGET [NUMBER]
"""

import concurrent.futures
import hashlib
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


def login_pdu(target, initiator, isid, final=True, more=()):
    """Give a Login Request for the full feature phase without security (RFC 7143, 11.12)."""
    keys = [f"InitiatorName={initiator}", f"TargetName={target}", "SessionType=Normal"]
    keys += ["HeaderDigest=None", "DataDigest=None", "InitialR2T=Yes", *more]
    data = "".join(key + "\0" for key in keys).encode()
    flags = 0x87 if final else 0x04
    head = struct.pack(">BBBBB", 0x43, flags, 0, 0, 0) + len(data).to_bytes(3, "big")
    head += bytes([0x80, 0, 0, 0]) + struct.pack(">HH", isid, 0)
    head += struct.pack(">IHHII", 1, 0, 0, 1, 0) + bytes(16)
    return head + pad(data)


def command_pdu(tag, cdb, length, write, data=b"", final=True):
    """Give a SCSI Command for LUN 0 (RFC 7143, 11.3)."""
    flags = (0x80 if final else 0) | (0x20 if write else 0x40) | 1
    head = bytes([0x01, flags, 0, 0, 0]) + len(data).to_bytes(3, "big") + bytes(8)
    head += struct.pack(">IIII", tag, length, tag, 0) + cdb.ljust(16, b"\0")
    return head + pad(data)


def data_out_pdu(tag, transfer_tag, number, offset, data, final):
    """Give a SCSI Data-Out for LUN 0 (RFC 7143, 11.7)."""
    head = bytes([0x05, 0x80 if final else 0, 0, 0, 0]) + len(data).to_bytes(3, "big") + bytes(8)
    head += struct.pack(">IIIIIIII", tag, transfer_tag, 0, 0, 0, number, offset, 0)
    return head + pad(data)


def ping_pdu(tag, data=b""):
    """Give an immediate NOP-Out (RFC 7143, 11.18)."""
    head = bytes([0x40, 0x80, 0, 0, 0]) + len(data).to_bytes(3, "big") + bytes(8)
    return head + struct.pack(">IIII", tag, 0xFFFFFFFF, 1, 0) + bytes(16) + pad(data)


def task_management_pdu(tag):
    """Give an immediate ABORT TASK of a task that there is not (RFC 7143, 11.5)."""
    head = bytes([0x42, 0x81]) + bytes(14)
    return head + struct.pack(">IIIIII", tag, 0xEEEEEEEE, 1, 0, 1, 0) + bytes(8)


def data_snack_pdu(tag):
    """Give a SNACK Request for all Data-In of a task (RFC 7143, 11.16)."""
    head = bytes([0x10, 0x80]) + bytes(14)
    return head + struct.pack(">IIIIIIII", tag, 0xFFFFFFFF, 0, 0, 0, 0, 0, 0)


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


def receive_answer(peer):
    """Give header and data of the next PDU that is no ping of the target."""
    while True:
        head, data = receive_pdu(peer)
        if head[0] & 0x3F != 0x20 or head[16:20] != bytes([0xFF] * 4):
            return head, data


def login(address, target, number, more=()):
    """Give a socket with a session of its own."""
    peer = connect(address)
    name = f"iqn.2026-11.org.example:peer-{number}"
    peer.sendall(login_pdu(target, name, number & 0xFFFF, more=more))
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


def send_unread(peer, pdus):
    """Send PDUs whose answers nobody reads until all are sent, or none goes for two seconds."""
    peer.settimeout(2)
    sent = 0
    try:
        for pdu in pdus:
            peer.sendall(pdu)
            sent += 1
    except TimeoutError:
        pass
    except ConnectionError:
        print("closed by the target", flush=True)
    print(f"sent {sent}", flush=True)


def snacks(address, target, number):
    """Ask again and again, so many times, for the data of a read, and receive none of it."""
    for level in (1, 2):
        peer = login(address, target, 6000 + level, more=[f"ErrorRecoveryLevel={level}"])
        peer.sendall(command_pdu(1, read_10(0, 4096), 4096 * 512, False))
        time.sleep(0.5)
        send_unread(peer, (data_snack_pdu(1) for _ in range(number)))


def pings(address, target, number):
    """Send so many pings of 8 KB and read no answer."""
    peer = login(address, target, 6100)
    send_unread(peer, (ping_pdu(tag, bytes(range(256)) * 32) for tag in range(1, number + 1)))


def task_management(address, target, number):
    """Send so many thousands of immediate task management requests and read no answer."""
    peer = login(address, target, 6200)
    pdus = b"".join(task_management_pdu(tag) for tag in range(1, 1001))
    send_unread(peer, (pdus for _ in range(number)))


def unread_reads(address, target, number):
    """Have so many sessions, each with 32 reads of 2 MB that nobody reads."""
    peers = [login(address, target, 6300 + i) for i in range(number)]
    for peer in peers:
        send_unread(
            peer, (command_pdu(tag, read_10(0, 4096), 4096 * 512, False) for tag in range(1, 33))
        )
    time.sleep(1)


class BegunWrites:
    """A session with 32 writes of 1 MB, of each of which the last burst is kept back."""

    SIZE = 1 << 20

    def __init__(self, peer):
        self.peer = peer
        self.peer.settimeout(2)
        self.begun = 0
        self.statuses = []
        for tag in range(1, 33):
            peer.sendall(command_pdu(tag, write_10(0, self.SIZE // 512), self.SIZE, True))

    def is_over(self):
        return self.begun + len(self.statuses) == 32

    def answer(self):
        """Take the next PDU, and send the data if it asks for some that are not the last."""
        head, _ = receive_pdu(self.peer)
        if head[0] & 0x3F == 0x21:
            self.statuses.append(head[3])
        elif head[0] & 0x3F == 0x31:
            tag, transfer_tag = struct.unpack_from(">II", head, 16)
            offset, length = struct.unpack_from(">II", head, 40)
            if offset + length == self.SIZE:
                self.begun += 1
                return
            for at in range(0, length, 8192):
                last = at + 8192 >= length
                data = bytes([tag]) * min(8192, length - at)
                pdu = data_out_pdu(tag, transfer_tag, at // 8192, offset + at, data, last)
                self.peer.sendall(pdu)


def begun_writes(address, target, number):
    """Have so many sessions with begun writes, and leave the writes unfinished."""
    writes = [BegunWrites(login(address, target, 6400 + i)) for i in range(number)]
    dropped = 0
    for write in writes:
        try:
            while not write.is_over():
                write.answer()
        except (ConnectionError, TimeoutError):
            # The target pings, and this peer is not quick enough to answer for all sessions.
            dropped += 1
    refused = sum(len(write.statuses) for write in writes)
    assert all(status in (0x08, 0x28) for write in writes for status in write.statuses)
    begun = sum(write.begun for write in writes)
    print(f"begun {begun}, refused {refused}, sessions dropped {dropped}", flush=True)
    time.sleep(1)


def is_alive(peer):
    """Ping, and say whether the answer comes."""
    try:
        peer.sendall(ping_pdu(0x77))
        return receive_answer(peer)[0][0] & 0x3F == 0x20
    except (ConnectionError, TimeoutError):
        return False


def opcodes(address, target, number):
    """Send each opcode that no initiator has, and expect a Reject (RFC 7143, 11.17)."""
    peer = login(address, target, 6500)
    for opcode in range(0x40):
        if opcode in (0, 1, 2, 3, 4, 5, 6, 0x10):
            continue
        peer.sendall(
            bytes([0x40 | opcode, 0x80]) + bytes(14) + struct.pack(">I", opcode) + bytes(28)
        )
        head, data = receive_answer(peer)
        assert head[0] & 0x3F == 0x3F, f"opcode {opcode:#x}: {head.hex()}"
        assert head[2] == 5, f"opcode {opcode:#x}: reason {head[2]}"
        assert data[0] == 0x40 | opcode, data.hex()
    assert is_alive(peer)


def endless_write(address, target, number):
    """Announce unsolicited data that must not come, keep it back, and expect an error."""
    peer = login(address, target, 6600)
    peer.sendall(command_pdu(1, write_10(0, 8), 4096, True, data=bytes(512), final=False))
    head, data = receive_answer(peer)
    assert head[0] & 0x3F == 0x21 and head[3] == 2, head.hex()
    assert data[2 + 2] == 0x0B and data[2 + 12 : 2 + 14] == bytes([0x0C, 0x0C]), data.hex()
    assert is_alive(peer)


def chap_login(address, target, secret, tsih=0):
    """Log in with CHAP, or join a session; give the status and the session's identifier."""
    with connect(address, timeout=30) as peer:
        name = "iqn.2026-11.org.example:guess"

        def say(flags, *keys):
            data = "".join(key + "\0" for key in keys).encode()
            head = bytes([0x43, flags, 0, 0, 0]) + len(data).to_bytes(3, "big")
            head += bytes([0x80, 0, 0, 0]) + struct.pack(">HH", 7, tsih)
            head += struct.pack(">IHHII", 1, 1 if tsih else 0, 0, 1, 0) + bytes(16)
            peer.sendall(head + pad(data))
            return receive_pdu(peer)

        names = [f"InitiatorName={name}", f"TargetName={target}", "AuthMethod=CHAP"]
        if not tsih:
            names.append("SessionType=Normal")
        head, data = say(0x00, *names)
        if head[36:38] == b"\0\0":
            head, data = say(0x00, "CHAP_A=5")
        if head[36:38] == b"\0\0":
            keys = dict(part.split("=", 1) for part in data.decode().split("\0") if part)
            challenge = bytes.fromhex(keys["CHAP_C"][2:])
            text = bytes([int(keys["CHAP_I"])]) + secret.encode() + challenge
            proof = hashlib.md5(text).hexdigest()
            head, data = say(0x81, "CHAP_N=alice", f"CHAP_R=0x{proof}")
        return int.from_bytes(head[36:38], "big"), int.from_bytes(head[14:16], "big")


def guesses(address, target, number):
    """Guess secrets for so many seconds over twenty connections at a time, and say how many."""
    end = time.monotonic() + number
    counts = [0] * 20

    def guess(place):
        while time.monotonic() < end:
            try:
                status, _ = chap_login(address, target, f"guess-of-{place}-{counts[place]}")
            except (ConnectionError, TimeoutError):
                continue
            assert status == 0x0201, f"{status:#06x}"
            counts[place] += 1

    with concurrent.futures.ThreadPoolExecutor(len(counts)) as pool:
        list(pool.map(guess, range(len(counts))))
    print(f"guesses {sum(counts)}", flush=True)


def strangers(address, target, number):
    """Ask for sessions that there are not, and expect to be told of the wrong secret only."""
    for tsih in (1, 2, 3, 0x1234):
        status, _ = chap_login(address, target, "not-the-secret", tsih)
        assert status == 0x0201, f"{status:#06x}"


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
        snacks,
        pings,
        task_management,
        unread_reads,
        begun_writes,
        opcodes,
        endless_write,
        guesses,
        strangers,
    )
}

if __name__ == "__main__":
    PEERS[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 1)
