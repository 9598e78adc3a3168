# SPDX-License-Identifier: GPL-2.0-only
"""Files of captures: reads pcap, as runs write it, and writes pcapng, whose frames have comments.

Both formats are those of the IETF drafts draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng. No
library is used: python-pcapng and dpkt have had no release since 2022, and scapy, a library of all
protocols, is much for three kinds of blocks.
"""

import gzip
import struct
import zlib
from itertools import count
from pathlib import Path

#: Byte order and decimal digits of the fraction of a second, by how a file begins.
_MAGICS = {
    bytes.fromhex("d4c3b2a1"): ("<", 6),
    bytes.fromhex("a1b2c3d4"): (">", 6),
    bytes.fromhex("4d3cb2a1"): ("<", 9),
    bytes.fromhex("a1b23c4d"): (">", 9),
}
_GZIP = b"\x1f\x8b"
_FILE_HEADER = 24
_FRAME_HEADER = 16


class PcapFile:
    """A capture in the format pcap, perhaps compressed by gzip.

    :param path: the file
    :raises ValueError: one line that names the file, if it is none or cannot be read
    """

    def __init__(self, path):
        self.path = Path(path)
        with self._opened() as file:
            header = self._read(file, _FILE_HEADER)
        if header[:4] not in _MAGICS:
            raise ValueError(f"{path}: it is no capture in the format pcap")
        self._order, self.digits = _MAGICS[header[:4]]
        #: Most bytes of a frame.
        self.snap_length, link_type = struct.unpack(f"{self._order}II", header[16:])
        #: The LINKTYPE of the frames; the upper bits are about check sequences.
        self.link_type = link_type & 0xFFFF

    def frames(self):
        """Give the time of each frame, in units of 10^-digits seconds, and its bytes.

        :raises ValueError: one line that names the file, if it is damaged or a frame is cut
        """
        unpack = struct.Struct(f"{self._order}4I").unpack
        per_second = 10**self.digits
        with self._opened() as file:
            self._read(file, _FILE_HEADER)
            for number in count(1):
                header = self._read(file, _FRAME_HEADER, may_end=True)
                if not header:
                    return
                seconds, fraction, kept, length = unpack(header)
                if kept > self.snap_length or fraction >= per_second:
                    raise ValueError(f"{self.path}: damaged: frame {number} has a bad header")
                if kept < length:
                    raise ValueError(
                        f"{self.path}: frame {number} has {kept} of {length} bytes only: PDUs "
                        "cannot be found (snaplen=-1 or snaplen=0 keeps all bytes)"
                    )
                yield seconds * per_second + fraction, self._read(file, kept)

    def _opened(self):
        try:
            with self.path.open("rb") as file:
                is_compressed = file.read(len(_GZIP)) == _GZIP
            return gzip.open(self.path) if is_compressed else self.path.open("rb")
        except OSError as error:
            raise ValueError(f"{self.path}: cannot be read: {error.strerror}") from None

    def _read(self, file, size, may_end=False):
        try:
            data = file.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ValueError(f"{self.path}: damaged: {error}") from None
        except OSError as error:
            raise ValueError(f"{self.path}: cannot be read: {error.strerror}") from None
        if len(data) < size and not (may_end and not data):
            raise ValueError(f"{self.path}: damaged: it ends too early")
        return data


def _block(kind, body):
    length = len(body) + 12
    return struct.pack("<II", kind, length) + body + struct.pack("<I", length)


def _options(*options):
    """Give options, numbers with their values, as they stand at the end of a block."""
    parts = [
        struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)
        for code, value in options
    ]
    return b"".join([*parts, bytes(4)]) if parts else b""


class PcapngWriter:
    """Writes a section with one interface.

    :param file: where to, open for bytes
    :param capture: the PcapFile whose frames are written
    """

    #: What each file begins with: byte order, version 1.0, length unknown, and who wrote it.
    BEGIN = _block(
        0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1) + _options((4, b"ns3-iscsi export"))
    )

    def __init__(self, file, capture):
        self._file = file
        about = struct.pack("<HHI", capture.link_type, 0, capture.snap_length)
        file.write(self.BEGIN + _block(1, about + _options((9, bytes([capture.digits])))))

    def write(self, time, data, comments):
        """Write a frame.

        :param time: in units of 10^-digits seconds
        :param data: its bytes
        :param comments: texts, as bytes of UTF-8
        """
        head = struct.pack("<5I", 0, time >> 32, time & 0xFFFFFFFF, len(data), len(data))
        options = _options(*((1, comment) for comment in comments))
        self._file.write(_block(6, head + data + bytes(-len(data) % 4) + options))
