# SPDX-License-Identifier: GPL-2.0-only
"""Finds the PDUs of iSCSI (RFC 7143) in the bytes of a TCP connection."""

from bisect import bisect_left, bisect_right

_HEADER = 48
_LOGIN_REQUEST, _LOGIN_RESPONSE = 0x03, 0x23
#: PDUs whose Initiator Task Tag is that of a SCSI command: command, Data-Out, SNACK, response,
#: Data-In, R2T.
_OF_COMMANDS = {0x01, 0x05, 0x10, 0x21, 0x25, 0x31}
_OTHERS = {0x00, 0x02, 0x03, 0x04, 0x06, 0x20, 0x22, 0x23, 0x24, 0x26, 0x32, 0x3F}
_OPCODES = _OF_COMMANDS | _OTHERS
_DIGEST = 4


class Digests:
    """Which digests the PDUs of a connection have: what its login agrees on."""

    def __init__(self):
        #: Bytes of a digest behind each header and each data segment.
        self.header = self.data = 0
        self._texts = {_LOGIN_REQUEST: b"", _LOGIN_RESPONSE: b""}

    def add_text(self, opcode, text):
        """Take what one end says at login."""
        self._texts[opcode] += text

    def agree(self):
        """Let what both ends said be valid: a digest that both name (RFC 7143, 6.2.1)."""
        self.header, self.data = (
            _DIGEST if all(_names_digest(one, key) for one in self._texts.values()) else 0
            for key in (b"HeaderDigest", b"DataDigest")
        )
        self._texts = dict.fromkeys(self._texts, b"")


def _names_digest(text, key):
    values = [one.partition(b"=")[2] for one in text.split(b"\0") if one.startswith(key + b"=")]
    return any(b"CRC32C" in value.split(b",") for value in values)


class PduStream:
    """The PDUs that one end of a connection sends.

    :param rows: the rows of requests, by the Initiator Task Tags of their commands
    :param digests: the :class:`Digests` of the connection, which both ends share
    """

    def __init__(self, rows, digests):
        self._rows, self._digests = rows, digests
        #: Where each run of PDUs of the same request ends, and the request's row or None.
        self._ends, self._owners = [], []
        #: Whose PDUs these are is known of all bytes before this one.
        self.known = 0
        self._header = bytearray()
        self._left = 0
        self._text = None

    def feed(self, data):
        """Take the next bytes.

        :raises ValueError: if they are no PDU
        """
        at = 0
        while at < len(data):
            if self._left:
                step = min(self._left, len(data) - at)
                if self._text is not None:
                    self._text += data[at : at + step]
                self._left -= step
            else:
                step = min(_HEADER - len(self._header), len(data) - at)
                self._header += data[at : at + step]
                if len(self._header) == _HEADER:
                    self._begin_pdu()
            at += step
            if not self._left and self._text is not None:
                self._end_login()

    def rows(self, begin, end):
        """Give the rows of the requests that have PDUs in some bytes, each once, in their order."""
        first = bisect_right(self._ends, begin)
        last = bisect_left(self._ends, end)
        owners = self._owners[first : last + 1]
        return tuple(dict.fromkeys(one for one in owners if one is not None))

    def forget(self, end):
        """Forget the bytes before one."""
        # Of a list the front is not cheap.
        if len(self._ends) > 1024 and self._ends[len(self._ends) // 2] <= end:
            gone = bisect_right(self._ends, end)
            del self._ends[:gone], self._owners[:gone]

    def _begin_pdu(self):
        header = self._header
        opcode = header[0] & 0x3F
        if opcode not in _OPCODES:
            raise ValueError(f"no PDU has the opcode {opcode:#04x}")
        length = int.from_bytes(header[5:8], "big")
        padded = length + -length % 4
        self._left = header[4] * 4 + self._digests.header + padded
        self._left += self._digests.data if length else 0
        owner = None
        if opcode in _OF_COMMANDS:
            owner = self._rows.get(int.from_bytes(header[16:20], "big"))
        elif opcode in (_LOGIN_REQUEST, _LOGIN_RESPONSE):
            self._text = bytearray()
        self.known += _HEADER + self._left
        if self._owners and self._owners[-1] == owner:
            self._ends[-1] = self.known
        else:
            self._ends.append(self.known)
            self._owners.append(owner)
        if self._text is None:
            self._header.clear()

    def _end_login(self):
        opcode, flags, is_refused = self._header[0] & 0x3F, self._header[1], self._header[36]
        self._digests.add_text(opcode, bytes(self._text))
        # A response with T moves to the next stage, 3 is the full feature phase.
        if opcode == _LOGIN_RESPONSE and flags & 0x83 == 0x83 and not is_refused:
            self._digests.agree()
        self._text = None
        self._header.clear()
