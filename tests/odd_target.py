# SPDX-License-Identifier: GPL-2.0-only
"""A target in Python that does odd things to real initiators. Used within a namespace only.

python odd_target.py ADDRESS '{"redirect": "[2001:db8::77]:3260,1"}'

redirects each login (status 0101), and

python odd_target.py ADDRESS '{"reads": [3, 17, 0], "writes": 24}'

serves a disk of 4 MiB of zeros as LUN 0 whose reads end with that sense (key, code, qualifier) and
whose writes end with that status. It says when it listens.
"""

import json
import socket
import struct
import sys
import threading

PORT = 3260
BLOCKS, BLOCK_SIZE = 8192, 512

GOOD, CHECK_CONDITION = 0x00, 0x02
ILLEGAL_REQUEST = (5, 0x20, 0)

#: What is answered to an offer; other offers are taken as they are.
ANSWERS = {
    "HeaderDigest": "None",
    "DataDigest": "None",
    "AuthMethod": "None",
    "MaxConnections": "1",
    "InitialR2T": "Yes",
    "ImmediateData": "No",
    "ErrorRecoveryLevel": "0",
    "IFMarker": "No",
    "OFMarker": "No",
}
#: What is no offer.
DECLARATIONS = {
    "InitiatorName",
    "TargetName",
    "SessionType",
    "InitiatorAlias",
    "MaxRecvDataSegmentLength",
}


class Link:
    """A connection of an initiator."""

    def __init__(self, peer, wish):
        self.peer = peer
        self.wish = wish
        self.stat_sn = 1
        self.cmd_sn = 1

    def serve(self):
        """Answer until the initiator goes."""
        handlers = {0x00: self.ping, 0x01: self.command, 0x03: self.login, 0x06: self.logout}
        try:
            while True:
                head = self.receive(48)
                length = int.from_bytes(head[5:8], "big")
                data = self.receive(length + -length % 4)[:length]
                if not head[0] & 0x40:
                    self.cmd_sn = int.from_bytes(head[24:28], "big") + 1
                handlers[head[0] & 0x3F](head, data)
        except (ConnectionError, KeyError):
            self.peer.close()

    def receive(self, length):
        data = b""
        while len(data) < length:
            more = self.peer.recv(length - len(data))
            if not more:
                raise ConnectionError
            data += more
        return data

    def send(self, opcode, flags, head, *, bytes_8_to_16=bytes(8), specific=bytes(18), data=b""):
        """Send a PDU that takes a status number, with the tag of a request."""
        pdu = struct.pack(">BB", opcode, flags) + specific[:2] + b"\0"
        pdu += len(data).to_bytes(3, "big") + bytes_8_to_16 + head[16:20] + specific[2:6]
        pdu += struct.pack(">III", self.stat_sn, self.cmd_sn, self.cmd_sn + 31) + specific[
            6:
        ].ljust(12, b"\0")
        self.stat_sn += 1
        self.peer.sendall(pdu + data + bytes(-len(data) % 4))

    def login(self, head, data):
        redirect = self.wish.get("redirect")
        keys = [pair.split("=", 1) for pair in data.decode().split("\0") if pair]
        if redirect is not None:
            text, status, flags = f"TargetAddress={redirect}\0", b"\1\1", head[1] & 0x0C
        else:
            answers = {
                key: ANSWERS.get(key, value) for key, value in keys if key not in DECLARATIONS
            }
            text = "".join(f"{key}={value}\0" for key, value in answers.items())
            status, flags = b"\0\0", head[1]
        # ISID and TSIH of a new session.
        handle = head[8:14] + b"\0\1"
        specific = bytes(6) + status
        self.send(0x23, flags, head, bytes_8_to_16=handle, specific=specific, data=text.encode())

    def logout(self, head, data):
        self.send(0x26, 0x80, head)

    def ping(self, head, data):
        self.send(0x20, 0x80, head, specific=bytes(2) + b"\xff" * 4, data=data)

    def command(self, head, data):
        code = head[32]
        if code in (0x28, 0x88):
            self.end(head, self.wish.get("reads", GOOD))
        elif code in (0x2A, 0x8A):
            self.end(head, self.wish.get("writes", GOOD))
        elif code == 0x00:
            self.end(head, GOOD)
        elif code == 0x12 and not head[33] & 1:
            self.answer(
                head, bytes([0, 0, 6, 2, 91, 0, 0, 2]) + b"ODD     " + b" " * 20 + bytes(60)
            )
        elif code == 0x9E:
            self.answer(head, struct.pack(">QI", BLOCKS - 1, BLOCK_SIZE) + bytes(20))
        else:
            self.end(head, ILLEGAL_REQUEST)

    def end(self, head, outcome):
        """Send a status, or CHECK CONDITION with a sense."""
        expected = int.from_bytes(head[20:24], "big")
        if outcome == GOOD and head[1] & 0x40:
            self.answer(head, bytes(expected))
            return
        sense = b""
        if not isinstance(outcome, int):
            key, code, qualifier = outcome
            sense = bytes([0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, code, qualifier]) + bytes(4)
            sense = struct.pack(">H", len(sense)) + sense
        status = outcome if isinstance(outcome, int) else CHECK_CONDITION
        # What failed leaves all of the buffer: underflow.
        residual = expected if status else 0
        flags = 0x82 if residual else 0x80
        specific = bytes([0, status]) + bytes(4) + bytes(8) + struct.pack(">I", residual)
        self.send(0x21, flags, head, specific=specific, data=sense)

    def answer(self, head, data):
        """Send a Data-In with a good status."""
        expected = int.from_bytes(head[20:24], "big")
        data = data[:expected]
        flags = 0x81 | (0x02 if len(data) < expected else 0)
        rest = bytes(2) + b"\xff" * 4 + bytes(8) + struct.pack(">I", expected - len(data))
        self.send(0x25, flags, head, specific=rest, data=data)


def main(address, wish):
    """Serve until the end of the namespace."""
    listener = socket.create_server((address, PORT))
    print("listens", flush=True)
    while True:
        peer, _ = listener.accept()
        threading.Thread(target=Link(peer, wish).serve, daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
