# SPDX-License-Identifier: GPL-2.0-only
"""Finds TCP segments in captured frames, and puts what an end of a connection sends in order."""

import heapq
import ipaddress
import struct
from dataclasses import dataclass

#: LINKTYPE_ETHERNET, LINKTYPE_PPP and LINKTYPE_IEEE802_11.
_ETHERNET, _PPP, _WIFI = 1, 9, 105
_TCP = 6
_SYN = 0x02
#: Sequence number, Data Offset, flags and window of a TCP header.
_UNPACK = struct.Struct(">4xI4x2BH").unpack_from
#: Bytes that a window has before its end says more.
_LEAST_WINDOW = 65535


def _ip_of_ethernet(frame):
    return 14 if frame[12:14] == b"\x08\x00" else None


def _ip_of_ppp(frame):
    return 2 if frame[:2] == b"\x00\x21" else None


def _ip_of_wifi(frame):
    # Frames of data with a body (IEEE 802.11-2020, 9.2.4), then LLC and SNAP.
    if len(frame) < 2 or frame[0] & 0x4C != 0x08:
        return None
    at = 24 + (2 if frame[0] & 0x80 else 0) + 8
    return at if frame[at - 2 : at] == b"\x08\x00" else None


_FINDERS = {_ETHERNET: _ip_of_ethernet, _PPP: _ip_of_ppp, _WIFI: _ip_of_wifi}


@dataclass(slots=True)
class Segment:
    """A TCP segment over IPv4."""

    #: As ends_key gives it.
    ends: bytes
    number: int
    is_syn: bool
    #: As the header has it.
    window: int
    #: Of the option Window Scale, None without.
    scale: int | None
    payload: bytes


def ends_key(source, destination):
    """Give what names one direction of a connection.

    :param source: address and port of the end that sends, as in ``connections.csv``
    :param destination: those of the other end
    """
    ends = [one.rpartition(":") for one in (source, destination)]
    addresses = b"".join(ipaddress.IPv4Address(address).packed for address, _, _ in ends)
    return addresses + struct.pack(">2H", *(int(port) for _, _, port in ends))


def segment_finder(capture):
    """Give a function that finds the segment in a frame, None where there is none.

    :param capture: the :class:`~ns3_iscsi.capture_files.PcapFile`
    :raises ValueError: one line that names the file, if frames of such links are not known
    """
    if capture.link_type not in _FINDERS:
        raise ValueError(f"{capture.path}: frames of LINKTYPE {capture.link_type} are not known")
    find_ip = _FINDERS[capture.link_type]

    def find(frame):
        ip = find_ip(frame)
        # Fragments have no segment of their own: TCP avoids them.
        if ip is None or len(frame) < ip + 40 or frame[ip + 9] != _TCP:
            return None
        tcp = ip + (frame[ip] & 0x0F) * 4
        end = ip + int.from_bytes(frame[ip + 2 : ip + 4], "big")
        number, offset, flags, window = _UNPACK(frame, tcp)
        begin = tcp + (offset >> 4) * 4
        return Segment(
            frame[ip + 12 : ip + 20] + frame[tcp : tcp + 4],
            number,
            bool(flags & _SYN),
            window,
            _scale(frame[tcp + 20 : begin]) if flags & _SYN else None,
            frame[begin:end],
        )

    return find


def _scale(options):
    """Give the shift of the option Window Scale (RFC 7323, 2.2), None without."""
    at = 0
    while at < len(options) and options[at] != 0:
        if options[at] == 1:
            at += 1
            continue
        if options[at] == 3:
            return options[at + 2]
        at += max(options[at + 1], 2)
    return None


class TcpStream:
    """What one end of a connection sends, in the order in which it was meant.

    Bytes that come again are passed on once only. Those behind a gap wait until it is filled.

    :param pdus: a :class:`~ns3_iscsi.capture_iscsi.PduStream`, which gets the bytes
    """

    def __init__(self, pdus):
        self._pdus = pdus
        self._first = None
        self._next = 0
        self._ahead = []
        self._frames = []
        self._window, self._scale = _LEAST_WINDOW, 0
        self._is_lost = False

    def begin(self, number):
        """Take the sequence number of the SYN."""
        if self._first is None:
            self._first = number + 1

    def set_scale(self, scale):
        """Take the Window Scale of the peer."""
        self._scale = scale or 0

    def offer(self, window):
        """Take a window that the peer offers."""
        self._window = max(self._window, window << self._scale)

    def add(self, number, payload, frame):
        """Take a segment with data.

        :param number: its sequence number
        :param payload: the data
        :param frame: its Frame, which knows its requests from now on or later
        """
        if self._is_lost or self._first is None:
            frame.give_up()
            return
        # Sequence numbers wrap around: it is the nearest one.
        distance = (number - self._first - self._next) & 0xFFFFFFFF
        begin = self._next + (distance - (1 << 32) if distance >> 31 else distance)
        end = begin + len(payload)
        self._frames.append((begin, end, frame))
        if end > self._next + self._window:
            # The receiver had what the capture lacks, or it would not have let this be sent.
            self.give_up()
            return
        known = self._pdus.known
        if end > self._next:
            heapq.heappush(self._ahead, (begin, payload))
            self._advance()
        if self._pdus.known > known or end <= known:
            self._tell_frames()

    def give_up(self):
        """Leave what waits and what comes without requests."""
        self._is_lost = True
        for *_, frame in self._frames:
            frame.give_up()
        self._frames, self._ahead = [], []

    def is_waited_for_by(self, frame):
        """Tell whether a frame will know its requests when more has come."""
        return any(one is frame for *_, one in self._frames)

    def _advance(self):
        try:
            while self._ahead and self._ahead[0][0] <= self._next:
                begin, payload = heapq.heappop(self._ahead)
                new = payload[self._next - begin :]
                self._next += len(new)
                self._pdus.feed(new)
        except ValueError:
            self.give_up()

    def _tell_frames(self):
        waiting = []
        for begin, end, frame in self._frames:
            if end <= self._pdus.known:
                frame.rows = self._pdus.rows(begin, end)
            else:
                waiting.append((begin, end, frame))
        self._frames = waiting
        # Nothing older than a window is sent again.
        self._pdus.forget(self._next - self._window)
