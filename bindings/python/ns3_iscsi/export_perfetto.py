# SPDX-License-Identifier: GPL-2.0-only
"""Writes a run as a trace of Perfetto, made of TrackEvent packets.

A device has a track for each slot of its queue: a request is in the lowest slot that is free at its
issue, so that requests under way at the same time are on different tracks. Its stages are nested in
it, one after the other; stages that take no time are left out. Counters have the number of
requests under way, and the congestion windows where the run recorded them.
"""

import heapq

from .exports import require_package
from .result_files import check, write_atomically
from .results import nanoseconds, queue_depth
from .stages import STAGES

#: The writer of all packets.
_SEQUENCE = 1
#: Packets that are turned into bytes at a time.
_CHUNK = 10_000


def write(run, out):
    """Write the trace.

    :param run: the RunResults, with requests
    :param out: the file
    :return: the path of the file, in a list
    """
    check(out)
    write_atomically(out, _Trace().bytes_of(run))
    return [out]


def slots(issue, end):
    """Give each request the lowest slot that is free when it is issued.

    :param issue: times in ascending order
    :param end: when each request completes
    :return: the slots, from 0
    """
    busy, free, count, given = [], [], 0, []
    for begin, last in zip(issue, end, strict=True):
        while busy and busy[0][0] <= begin:
            heapq.heappush(free, heapq.heappop(busy)[1])
        if free:
            slot = heapq.heappop(free)
        else:
            slot, count = count, count + 1
        given.append(slot)
        # A request that takes no time holds its slot for the others of that moment, too.
        heapq.heappush(busy, (max(last, begin + 1), slot))
    return given


class _Trace:
    """A trace that is being made."""

    def __init__(self):
        self._types = require_package(
            "perfetto", "perfetto.protos.perfetto.trace.perfetto_trace_pb2"
        )
        self._event = self._types.TrackEvent
        self._trace = self._types.Trace()
        self._parts = []
        self._names, self._keys = {}, {}
        self._tracks = 0

    def bytes_of(self, run):
        """Give the whole trace of a run."""
        requests = run["requests"].sort_values("time_s", kind="stable")
        first = self._packet()
        first.sequence_flags = self._types.TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
        first.first_packet_on_sequence = True
        for device, rows in requests.groupby("device"):
            self._add_device(device, rows)
        depth = queue_depth(requests)
        self._add_counter("requests under way", "requests", nanoseconds(depth.index), depth)
        if "tcp-series" in run:
            for (connection, sender), rows in run["tcp-series"].groupby(["connection", "sender"]):
                name = f"congestion window, connection {connection}, {sender}"
                self._add_counter(name, "bytes", nanoseconds(rows["time_s"]), rows["cwnd_bytes"])
        self._flush()
        return b"".join(self._parts)

    def _add_device(self, device, rows):
        parent = self._track(f"device {device}")
        issue = nanoseconds(rows["time_s"])
        # In the order of the way, which that of the columns is.
        stages = {
            column.removesuffix("_s"): nanoseconds(rows[column])
            for column in rows
            if column.removesuffix("_s") in STAGES
        }
        end = issue + nanoseconds(rows["latency_s"])
        given = slots(issue.tolist(), end.tolist())
        tracks = [self._track(f"slot {slot}", parent, rank=slot) for slot in range(max(given) + 1)]
        columns = ("operation", "lba", "bytes", "status")
        values = zip(*(rows[name].tolist() for name in columns), strict=True)
        for row, about in enumerate(values):
            track, time = tracks[given[row]], int(issue[row])
            self._begin(track, time, about[0], "request", dict(zip(columns, about, strict=True)))
            for stage, times in stages.items():
                if times[row]:
                    self._begin(track, time, STAGES[stage].group, "stage", {"stage": stage})
                    time += int(times[row])
                    self._end(track, time)
            self._end(track, int(end[row]))

    def _add_counter(self, name, unit, times, values):
        track = self._track(name, unit=unit)
        for time, value in zip(times.tolist(), values.tolist(), strict=True):
            if value == value:
                packet = self._timed(track, time, self._event.TYPE_COUNTER)
                packet.track_event.double_counter_value = value

    def _track(self, name, parent=0, rank=0, unit=None):
        """Announce a track and give its number."""
        self._tracks += 1
        track = self._packet().track_descriptor
        track.uuid, track.name = self._tracks, name
        # Tracks of one name, such as slot 0 of each device, stay apart.
        track.sibling_merge_behavior = track.SIBLING_MERGE_BEHAVIOR_NONE
        if parent:
            track.parent_uuid, track.sibling_order_rank = parent, rank
        elif unit is None:
            track.child_ordering = track.EXPLICIT
        if unit:
            track.counter.unit_name = unit
        return self._tracks

    def _begin(self, track, time, name, category, notes):
        packet = self._timed(track, time, self._event.TYPE_SLICE_BEGIN)
        event = packet.track_event
        event.name_iid = self._number(self._names, name, packet.interned_data, "event_names")
        event.categories.append(category)
        for key, value in notes.items():
            note = event.debug_annotations.add()
            note.name_iid = self._number(
                self._keys, key, packet.interned_data, "debug_annotation_names"
            )
            if isinstance(value, str):
                note.string_value = value
            else:
                note.int_value = value

    def _end(self, track, time):
        self._timed(track, time, self._event.TYPE_SLICE_END)

    def _timed(self, track, time, kind):
        packet = self._packet()
        packet.timestamp = time
        packet.sequence_flags = packet.SEQ_NEEDS_INCREMENTAL_STATE
        packet.track_event.type = kind
        packet.track_event.track_uuid = track
        return packet

    @staticmethod
    def _number(known, word, data, kind):
        """Give the number of a word, which the packet in which it is new explains."""
        if word not in known:
            known[word] = len(known) + 1
            getattr(data, kind).add(iid=known[word], name=word)
        return known[word]

    def _packet(self):
        if len(self._trace.packet) >= _CHUNK:
            self._flush()
        packet = self._trace.packet.add()
        packet.trusted_packet_sequence_id = _SEQUENCE
        return packet

    def _flush(self):
        # Traces one behind the other are a trace.
        self._parts.append(self._trace.SerializeToString(deterministic=True))
        self._trace = self._types.Trace()
