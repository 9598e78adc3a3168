# SPDX-License-Identifier: GPL-2.0-only
"""Writes the capture of a run as pcapng, in which frames have comments that name their requests.

A frame with bytes of a PDU that has the Initiator Task Tag of a request's command, on the command's
connection, has a comment for the request, also if it is sent again.
"""

import sys
from functools import lru_cache
from pathlib import Path

from .capture_files import PcapFile, PcapngWriter
from .capture_requests import RequestFinder
from .result_files import ResultFileError, opened

_CAPTURES = ("san.pcap.gz", "san.pcap")
#: Frames of a request are near each other.
_RECENT = 4096


def write(run, out):
    """Write the capture with comments, and say on standard error how many there are.

    :param run: the RunResults, with requests
    :param out: the file
    :return: the path of the file, in a list
    :raises ValueError: one line that names the file or the folder, if there is no whole capture or
        no request in it
    :raises ResultFileError: if another file stands there
    """
    capture = PcapFile(_find_capture(run.folder))
    run.require("connections")
    ends = run.connection_ends()
    if len(set(ends.values())) < len(ends):
        raise ValueError(f"{run.folder}/connections.csv: two connections have the same ends")
    comments = _Comments(run)
    finder = RequestFinder(capture, ends, comments.rows)
    _check_old(out)
    frames = commented = lost = 0
    found = set()
    with opened(out) as file:
        writer = PcapngWriter(file, capture)
        for (time, data), frame in zip(capture.frames(), finder.frames(), strict=True):
            writer.write(time, data, map(comments.of, frame.rows))
            found.update(frame.rows)
            frames += 1
            commented += bool(frame.rows)
            lost += frame.is_lost
    note = f"{commented:,} of {frames:,} frames have comments, about {len(found):,} of"
    note += f" {len(run['requests']):,} requests"
    if lost:
        note += f"; {lost:,} not known, behind bytes that the capture lacks"
    print(f"note: {note}", file=sys.stderr)
    return [out]


class _Comments:
    """What comments say of requests."""

    def __init__(self, run):
        requests = run["requests"]
        names = ("operation", "bytes", "lba", "device", "initiator", "latency_s", "status")
        self._columns = [requests[name].tolist() for name in (*names, "commands")]
        #: For each connection the rows of requests, by the tags of their commands.
        self.rows = {}
        with_command = requests.dropna(subset=["connection", "task_tag"])
        if with_command.empty:
            raise ValueError(f"{run.folder}: no request in requests.csv has an iSCSI command")
        for connection, group in with_command.groupby("connection"):
            self.rows[connection] = dict(zip(group["task_tag"].tolist(), group.index, strict=True))
        self.of = lru_cache(_RECENT)(self._describe)

    def _describe(self, row):
        operation, size, lba, device, initiator, latency, status, commands = (
            column[row] for column in self._columns
        )
        what = f"{operation} of {_size(size)} at block {lba}" if size else operation
        text = f"request {row}: {what}, device {device}, initiator {initiator}"
        text += f", {latency * 1e3:,.3f} ms"
        if status != "ok":
            text += f", {status}"
        if commands > 1:
            text += f", the last of {commands} commands"
        return text.encode()


def _size(count):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if count % unit == 0:
            return f"{count // unit:,} {name}"
    return f"{count:,} bytes"


def _find_capture(folder):
    found = [folder / name for name in _CAPTURES if (folder / name).is_file()]
    if not found:
        raise ValueError(f"{folder}: there is no capture, san.pcap.gz or san.pcap (pcap=true)")
    if len(found) > 1:
        raise ValueError(f"{folder}: there are two captures, {found[0].name} and {found[1].name}")
    return found[0]


def _check_old(out):
    """Refuse to replace a file that this export did not write, such as the capture."""
    path = Path(out)
    if path.is_file():
        with path.open("rb") as file:
            begin = file.read(len(PcapngWriter.BEGIN))
        if not PcapngWriter.BEGIN.startswith(begin):
            raise ResultFileError(f"{out}: not replaced, as it is no file of this export")
