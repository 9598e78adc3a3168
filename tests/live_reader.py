# SPDX-License-Identifier: GPL-2.0-only
"""Read 1 MB from a target with a small receive buffer; prints how many seconds it took.

python live_reader.py ADDRESS TARGET BUFFER

A BUFFER of 0 is the kernel's own.
"""

import os
import socket
import sys
import time

from hostile_peers import PORT, command_pdu, login_pdu, read_10, receive_pdu

LENGTH = 1 << 20


def main(address, target, buffer):
    peer = socket.socket()
    # Before the connection is made, so that its window and scale follow from it.
    if int(buffer) > 0:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, int(buffer))
    peer.settimeout(60)
    peer.connect((address, PORT))
    # Each is an initiator port of its own.
    peer.sendall(login_pdu(target, "iqn.2026-11.org.example:reader", os.getpid() & 0xFFFF))
    receive_pdu(peer)
    begin = time.monotonic()
    peer.sendall(command_pdu(1, read_10(0, LENGTH // 512), LENGTH, False))
    length = 0
    while length < LENGTH:
        length += len(receive_pdu(peer)[1])
    print(time.monotonic() - begin)


if __name__ == "__main__":
    main(*sys.argv[1:])
