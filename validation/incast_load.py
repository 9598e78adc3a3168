# SPDX-License-Identifier: GPL-2.0-only
"""Servers and the client of incast on this machine's TCP, without iSCSI.

python incast_load.py server ADDRESS CONTROL
python incast_load.py client JSON

CONTROL is the kernel's congestion control, such as cubic. A server takes one connection, answers
each request with as many bytes as it asks for, and prints a line of JSON when the client has gone.
The client reads blocks whose parts come from all servers, the next one when all parts of the last
one are there, and prints a line of JSON. Nothing but Python's own library is needed.
"""

import json
import random
import select
import socket
import struct
import sys
import time
from pathlib import Path

PORT = 5002
#: Of a request, and of an answer before its data: the bytes asked for, and what fills up the length
#: of an iSCSI header.
HEADER = struct.Struct("!I44x")
#: What a network namespace counts in netstat, by the name of its figure.
COUNTERS = {
    "timeouts": "TCPTimeouts",
    "probes": "TCPLossProbes",
    "probes_that_repaired": "TCPLossProbeRecovery",
    "recoveries": "TCPSackRecovery",
    "reno_recoveries": "TCPRenoRecovery",
    "spurious": "TCPDSACKRecv",
    "slow_start_resent": "TCPSlowStartRetrans",
    "lost_resends": "TCPLostRetransmit",
}
#: Place in TCP_INFO (linux/tcp.h) of all retransmissions, segments.
RETRANSMISSIONS = 100
#: How long a client tries to connect, and waits for a part, s.
PATIENCE = 120


def counters():
    """Give the COUNTERS of this network namespace until now."""
    with Path("/proc/net/netstat").open() as file:
        names, values = (line.split() for line in file if line.startswith("TcpExt:"))
    found = dict(zip(names, values, strict=True))
    return {name: int(found.get(counter, 0)) for name, counter in COUNTERS.items()}


def serve(address, control):
    """Serve a client.

    :param address: where it comes
    :param control: congestion control
    :return: what TCP did, by name
    """
    with socket.create_server((address, PORT)) as listener:
        print("ready", flush=True)
        connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, control.encode())
    answers = {}
    with connection:
        while request := connection.recv(HEADER.size, socket.MSG_WAITALL):
            (size,) = HEADER.unpack(request)
            if size not in answers:
                answers[size] = HEADER.pack(size) + bytes(size)
            connection.sendall(answers[size])
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    resent = struct.unpack_from("=I", info, RETRANSMISSIONS)[0]
    return {"resent": resent, **counters()}


def read_blocks(wish):
    """Read blocks.

    :param wish: ``servers``, their addresses; ``part``, bytes of a block from each; ``blocks``, how
        many; ``seed`` of what decides which server is asked first
    :return: when blocks began and ended, s, and when the first part of each began to come
    """
    chance = random.Random(wish["seed"])
    connections = [
        socket.create_connection((address, PORT), timeout=PATIENCE) for address in wish["servers"]
    ]
    poll = select.epoll()
    for connection in connections:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setblocking(False)
        poll.register(connection.fileno(), select.EPOLLIN)
    by_number = {connection.fileno(): connection for connection in connections}
    request, room = HEADER.pack(wish["part"]), bytearray(1 << 18)
    begins, firsts, ends = [], [], []
    for _ in range(wish["blocks"]):
        first = chance.randrange(len(connections))
        missing = dict.fromkeys(by_number, HEADER.size + wish["part"])
        begins.append(time.monotonic())
        for connection in connections[first:] + connections[:first]:
            connection.sendall(request)
        came = None
        while missing:
            ready = poll.poll(PATIENCE)
            came = came or time.monotonic()
            if not ready:
                raise TimeoutError(f"no byte for {PATIENCE} s")
            for number, _ in ready:
                taken = by_number[number].recv_into(room)
                if not taken:
                    raise EOFError("a server has gone")
                missing[number] -= taken
                if missing[number] == 0:
                    del missing[number]
        firsts.append(came)
        ends.append(time.monotonic())
    for connection in connections:
        connection.close()
    return {"begins": begins, "firsts": firsts, "ends": ends}


def main(arguments):
    """Be a server or the client, and print what came of it."""
    role, *others = arguments
    found = serve(*others) if role == "server" else read_blocks(json.loads(others[0]))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
