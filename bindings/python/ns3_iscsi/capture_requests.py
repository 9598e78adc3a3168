# SPDX-License-Identifier: GPL-2.0-only
"""Finds the requests of a run in the frames of its capture."""

from collections import deque

from .capture_iscsi import Digests, PduStream
from .capture_tcp import TcpStream, ends_key, segment_finder

#: Most frames of which one waits for what fills a gap before it.
_MOST_HELD = 1_000_000


class Frame:
    """What is known of a frame."""

    __slots__ = ("is_lost", "rows")

    def __init__(self, rows=None):
        #: The rows of the requests that have PDUs in it, None as long as these are not known.
        self.rows = rows
        #: Whether they cannot be known, as bytes before it are not in the capture.
        self.is_lost = False

    def give_up(self):
        """Leave it without requests."""
        self.rows, self.is_lost = (), True


_WITHOUT_DATA = Frame(())


class RequestFinder:
    """Finds requests by the connections and the Initiator Task Tags of their commands.

    :param capture: the :class:`~ns3_iscsi.capture_files.PcapFile`
    :param ends: of each connection, as :class:`~ns3_iscsi.run_results.RunResults` gives them
    :param rows: for each connection the rows of requests, by tags
    :raises ValueError: one line that names the file, if frames of such links are not known
    """

    def __init__(self, capture, ends, rows):
        self._capture = capture
        self._find_segment = segment_finder(capture)
        self._streams = {}
        for number, (initiator, target) in ends.items():
            digests = Digests()
            of = rows.get(number, {})
            sent, answered = (TcpStream(PduStream(of, digests)) for _ in range(2))
            self._streams[ends_key(initiator, target)] = (sent, answered)
            self._streams[ends_key(target, initiator)] = (answered, sent)

    def frames(self):
        """Give a Frame for each frame of the capture, of which later ones may be read first."""
        held = deque()
        for _, data in self._capture.frames():
            held.append(self._look_at(data))
            while held and held[0].rows is not None:
                yield held.popleft()
            if len(held) > _MOST_HELD:
                self._give_up(held[0])
        for stream, _ in self._streams.values():
            stream.give_up()
        yield from held

    def _look_at(self, data):
        segment = self._find_segment(data)
        if segment is None or segment.ends not in self._streams:
            return _WITHOUT_DATA
        stream, other = self._streams[segment.ends]
        if segment.is_syn:
            stream.begin(segment.number)
            other.set_scale(segment.scale)
        else:
            other.offer(segment.window)
        if not segment.payload:
            return _WITHOUT_DATA
        frame = Frame()
        stream.add(segment.number, segment.payload, frame)
        return frame

    def _give_up(self, frame):
        for stream, _ in self._streams.values():
            if stream.is_waited_for_by(frame):
                stream.give_up()
