# SPDX-License-Identifier: GPL-2.0-only
"""The columns of every file of rows that a run writes: their names, units and meanings.

Readers take from here which columns they need, and the documentation its table.
"""

from dataclasses import dataclass, replace

from .stages import STAGES


@dataclass(frozen=True)
class Column:
    """A column. The meaning is reStructuredText."""

    name: str
    #: Of its numbers, empty for numbers without one and for texts.
    unit: str
    meaning: str
    #: Whether it has texts and no numbers.
    is_text: bool = False
    #: Whether a file without it cannot be read; others are there in some runs, or are younger.
    is_needed: bool = True


@dataclass(frozen=True)
class Table:
    """A file of rows."""

    #: What a row stands for, and with which options there is such a file: follows "A row for each".
    about: str
    columns: tuple[Column, ...]

    def names(self):
        """Give the names of all columns in the order of the file."""
        return [column.name for column in self.columns]

    def needed(self):
        """Give the names of the columns without which a file cannot be read."""
        return [column.name for column in self.columns if column.is_needed]

    def texts(self):
        """Give the names of the columns that have no numbers."""
        return {column.name for column in self.columns if column.is_text}


def _number(name, unit, meaning):
    return Column(name, unit, meaning)


def _text(name, meaning):
    return Column(name, "", meaning, is_text=True)


def _more(name, unit, meaning, is_text=False):
    """Give a column that not every file has."""
    return Column(name, unit, meaning, is_text=is_text, is_needed=False)


_TIME = "simulated time"
_INITIATOR = _number("initiator", "", "number of the initiator, from 0")
_DRIVE = _number("drive", "", "number of the drive among those that the initiator sees, from 0")
#: The same where one drive without a network has none.
_PLACE = (replace(_INITIATOR, is_needed=False), replace(_DRIVE, is_needed=False))
_CONNECTION = _number("connection", "", "number of the TCP connection, from 0")
_SENDER = _text("sender", "which end the row is about: ``initiator`` or ``target``")
_OPERATION = _text("operation", "``R`` read, ``W`` write, ``V`` verify, ``F`` flush, ``U`` unmap")

#: The columns of ``requests.csv`` that lead to the command in a capture.
COMMAND = (
    _more("initiator", "", "number of the initiator that sent the command, from 0"),
    _more("target", "", "number of the target, from 0"),
    _more("connection", "", "number of the TCP connection, as in ``connections.csv``"),
    _more("lun", "", "number of the logical unit at the target"),
    _more("task_tag", "", "Initiator Task Tag of the command (RFC 7143, 11.2.1.8)"),
    _more("cmd_sn", "", "CmdSN of the command (RFC 7143, 4.2.2.1)"),
    _more(
        "commands",
        "",
        "how many commands were sent for the request: more than one if it was split or a command "
        "was repeated. The columns before this one are about the last, whose stages the row has",
    ),
)

#: The tables by the names of their files.
TABLES = {
    "requests.csv": Table(
        "block request, in the order of completion",
        (
            _number("time_s", "s", f"{_TIME} of the issue"),
            _number("device", "", "number of the drive as the workloads see it, from 0"),
            _OPERATION,
            _number("lba", "", "first block"),
            _number("bytes", "bytes", "length"),
            _number("latency_s", "s", "response time, the sum of the stages"),
            _text("status", "``ok``, or how the request failed"),
            *(
                Column(f"{name}_s", "s", stage.meaning, is_needed=not stage.only)
                for name, stage in STAGES.items()
            ),
            *COMMAND,
            _more(
                "phase",
                "",
                "phase of the program in which the request was issued, empty for none; only with "
                "programs and benchmarks",
                is_text=True,
            ),
            _more(
                "request",
                "",
                "number of the request in the order of completion, from 0; only where "
                "``requestInterval`` leaves some out",
            ),
        ),
    ),
    "connections.csv": Table(
        "end of an established TCP connection: what that end sent",
        (
            _CONNECTION,
            _SENDER,
            _text("local", "address and port of this end"),
            _text("remote", "address and port of the other end"),
            _number("start_s", "s", "when the connection was established; times count from here"),
            _number("end_s", "s", "when it began to close, or the run ended"),
            _number("sent_bytes", "bytes", "payload sent for the first time"),
            _number("acknowledged_bytes", "bytes", "payload acknowledged"),
            _number("retransmissions", "", "data segments sent again"),
            _number("retransmitted_bytes", "bytes", "their payload"),
            _number(
                "timeouts",
                "",
                "expirations of the retransmission timer, each of a series; not those of SYN and "
                "FIN",
            ),
            _number(
                "fast_recoveries", "", "recoveries begun by duplicate acknowledgements (RFC 6675)"
            ),
            _number("cwnd_mean_bytes", "bytes", "congestion window: mean over time"),
            _number("cwnd_stddev_bytes", "bytes", "its standard deviation over time"),
            _number(
                "flight_mean_bytes",
                "bytes",
                "bytes in flight as TCP estimates them (the pipe of RFC 6675): mean over time",
            ),
            _number(
                "path_bytes",
                "bytes",
                "bandwidth-delay product: the least of ``linkRate``, ``accessRate`` (unless "
                "``switches=0``) and ``limiterRate`` times ``rtt_min_s``. The windows of all "
                "connections that share the path need that much together to keep it busy",
            ),
            _number(
                "rtt_samples",
                "",
                "round trip times measured: of one segment at a time, from its first transmission "
                "to its acknowledgement, none after a retransmission (Karn's rule)",
            ),
            _number("rtt_mean_s", "s", "mean of these samples; empty without samples"),
            _number("rtt_stddev_s", "s", "their standard deviation"),
            _number("rtt_min_s", "s", "the shortest"),
            _number("idle_share", "0 to 1", "time in which all that was sent was acknowledged"),
            _number(
                "timeout_share",
                "0 to 1",
                "time spent on waiting for timeouts: from the last acknowledgement, or the first "
                "byte after a pause, to each timeout",
            ),
            _number(
                "cwnd_limited_share",
                "0 to 1",
                "time in which the congestion window had no room for another full segment",
            ),
            _more(
                "limited_by",
                "",
                "what kept this end from sending for the longest time: a word explained with the "
                "module ``san``",
                is_text=True,
            ),
            *(
                _more(
                    f"{name.lower().replace(' ', '_')}_share",
                    "0 to 1",
                    f"time in which it was limited by ``{name}``; these six and ``timeout_share`` "
                    "add up to 1",
                )
                for name in (
                    *("application", "receive window", "congestion window"),
                    *("send buffer", "Nagle", "link"),
                )
            ),
            _more(
                "initiator",
                "",
                "number of the initiator whose session it belongs to, from 0; empty with a file "
                "service and of ``tcp-bulk``",
            ),
            _more("target", "", "number of that session's target, from 0"),
        ),
    ),
    "tcp-series.csv": Table(
        "time at which one of the values of an end changed; with ``tcpSeries``",
        (
            _number("time_s", "s", _TIME),
            _CONNECTION,
            _SENDER,
            _number("cwnd_bytes", "bytes", "congestion window"),
            _number("ssthresh_bytes", "bytes", "slow start threshold; empty before the first loss"),
            _number("flight_bytes", "bytes", "bytes in flight as TCP estimates them"),
            _number("rtt_s", "s", "latest round trip time; empty before the first"),
            _number("retransmissions", "", "data segments sent again so far"),
            _number("timeouts", "", "expirations of the retransmission timer so far"),
            _number("fast_recoveries", "", "recoveries begun by duplicate acknowledgements so far"),
        ),
    ),
    "pdus.csv": Table(
        "kind of PDU",
        (
            _text("opcode", "its opcode, hexadecimal"),
            _text("pdu", "its name"),
            _number("count", "", "how many initiators and targets sent"),
        ),
    ),
    "disk-accesses.csv": Table(
        "access to a disk's medium, in the order in which the disks took them up, with "
        "``diskAccesses``",
        (
            _number("time_s", "s", f"{_TIME} at which the heads begin to move"),
            _number("disk", "", "number of the disk, from 0, target by target"),
            _text("operation", "``R`` read, ``W`` write, ``V`` verify"),
            _number("lba", "", "first block of the request; empty if the disk writes back"),
            _number("blocks", "", "blocks of the request; empty if the disk writes back"),
            _number("from_cylinder", "", "cylinder of the heads until then, 0 is the outermost"),
            _number("from_head", "", "head that was selected until then, from 0"),
            _number("cylinder", "", "cylinder of the first block that the medium has to give"),
            _number("head", "", "its head"),
            _number("seek_s", "s", "movement of the arm, or change of the head, with settling"),
            _number("rotation_s", "s", "wait until the first sector to transfer is under the head"),
            _number("media_s", "s", "until the last sector has passed"),
        ),
    ),
    "cache-series.csv": Table(
        "interval of ``cacheInterval`` in which something of a page cache changed",
        (
            _number("time_s", "s", "end of the interval"),
            _number(
                "initiator",
                "",
                "number of the initiator, from 0; with a file service, of the client",
            ),
            _DRIVE,
            _number("cached_bytes", "bytes", "pages in the cache; Linux's ``nr_file_pages``"),
            _number("dirty_bytes", "bytes", "dirty pages that wait; ``nr_dirty``"),
            _number(
                "writeback_bytes",
                "bytes",
                "pages that are being written; ``nr_writeback``. With the dirty ones, what is lost "
                "if the host never reaches its drive again",
            ),
            _number(
                "dirtied_bytes",
                "bytes",
                "pages that became dirty so far: what programs and the file system have written "
                "into memory; ``nr_dirtied``. Some are dropped before they are written",
            ),
            _number(
                "written_bytes",
                "bytes",
                "pages written back so far, successfully or not; ``nr_written``",
            ),
            _number("read_bytes", "bytes", "what was asked of the drive so far; ``pgpgin``"),
        ),
    ),
    "programs.csv": Table(
        "figure that a program prints itself; with programs and benchmarks",
        (
            _INITIATOR,
            _DRIVE,
            _more("process", "", "number of the process, from 0; empty for the whole program"),
            _text("figure", "name of the figure"),
            _text("unit", "its unit, empty for counts"),
            _number("value", "", "the figure, in that unit"),
        ),
    ),
    "calls.csv": Table(
        "procedure of the protocol that a client called; with ``fileService``",
        (
            _INITIATOR,
            _DRIVE,
            _text("procedure", "its name"),
            _number("calls", "", "how often it was called"),
            _number("replies", "", "how many calls were answered"),
            _number("mean_s", "s", "mean time from a call to its answer"),
        ),
    ),
    "mismatches.csv": Table(
        "block that cannot have been there, up to 10,000; with ``workload=verify``",
        (
            _INITIATOR,
            _DRIVE,
            _number("lba", "", "the block"),
            _text("kind", "how it differs"),
            _text("expected", "what may have been there"),
            _text("found", "what was there"),
            _number("issued_s", "s", f"{_TIME} of the issue of the read"),
            _number("completed_s", "s", f"{_TIME} of its completion"),
        ),
    ),
    "h2benchw-zones.csv": Table(
        "zone of a drive; with ``workload=h2benchw``",
        (
            *_PLACE,
            _OPERATION,
            _number("lba", "", "first block of the zone that counts"),
            _number("position_percent", "%", "where that is on the drive"),
            _number("bytes", "bytes", "what was transferred"),
            _number("time_s", "s", "how long that took"),
            _number("mib_per_s", "MiB/s", "rate"),
        ),
    ),
    "h2benchw-accesses.csv": Table(
        "random access, in their order; with ``workload=h2benchw``",
        (
            *_PLACE,
            _OPERATION,
            _number("lba", "", "first block"),
            _number("time_s", "s", "how long it took"),
        ),
    ),
    "loop-use-GATEWAY-LOOP.csv": Table(
        "port that had the arbitrated loop in an interval; with ``loopUse``",
        (
            _number("time_s", "s", "begin of the interval"),
            _number("interval_s", "s", "its length"),
            _text(
                "alpa", "address of the port, two hexadecimal digits; empty if none had the loop"
            ),
            _number("share", "0 to 1", "part of the interval in which the port had it"),
        ),
    ),
    "initiators.csv": Table(
        "initiator, with several of them and a workload of block requests",
        (
            _number("initiator", "", "its number, from 0"),
            _number("requests", "", "requests that ended well, without those of a ramp time"),
            _number("errors", "", "requests that failed"),
            _number("bytes", "bytes", "what they moved"),
            _number(
                "mb_per_s",
                "MB/s",
                "rate from the issue of its first request to the completion of its last",
            ),
            _number("mean_ms", "ms", "mean latency"),
            _number("median_ms", "ms", "median of the latency"),
            _number("p99_ms", "ms", "99th percentile of the latency, of nearest rank"),
            _number("p999_ms", "ms", "99.9th percentile of the latency"),
            _text("jobs", "jobs of fio that it runs, with a + between; empty with others"),
        ),
    ),
    "stations.csv": Table(
        "radio of a wireless network, in the measured time",
        (
            _text("station", "``initiator-0``, ``relay-0``, ``target-0``, ..."),
            _number(
                "channel", "", "number of its channel: the hop's, or 0 with ``relayChannel=same``"
            ),
            _number("tx_s", "s", "time in which the radio transmits"),
            _number(
                "rx_s",
                "s",
                "time in which it receives what is behind preamble and header of a signal",
            ),
            _number(
                "cca_busy_s",
                "s",
                "time in which it senses a signal that it does not receive, or whose preamble and "
                "header pass; ns-3 senses a signal after 4 us",
            ),
            _number("idle_s", "s", "time in which it senses nothing"),
            _number(
                "other_s",
                "s",
                "time in which it sleeps, is off or changes the channel. These five add up to the "
                "measured time, to the nanosecond",
            ),
            _number(
                "backlog_s",
                "s",
                "time in which its MAC has a frame, from the queue until the acknowledgement",
            ),
            _number(
                "data_air_s",
                "s",
                "part of ``tx_s`` with frames of data, retries included; the rest are "
                "acknowledgements and the like",
            ),
            _number("frames", "", "frames of data that IP passed down"),
            _number("sent", "", "transmissions of frames of data"),
            _number("retries", "", "those that were not a frame's first"),
            _number(
                "unanswered",
                "",
                "transmissions, also of RTS, after which no response came in time; joined frames "
                "(A-MPDU) count as one",
            ),
            _number("acknowledged", "", "frames of data that were acknowledged"),
            _number("acknowledged_bytes", "bytes", "their IP packets"),
            _number("dropped_queue", "", "frames that the MAC's queue had no room for"),
            _number("dropped_lifetime", "", "frames that became older than ``wifiMsduLifetime``"),
            _number("dropped_retries", "", "frames that were sent ``wifiRetryLimit`` times"),
            _number(
                "dropped_window",
                "",
                "frames that the window of block acknowledgements had passed",
            ),
            _number(
                "wait_mean_ms",
                "ms",
                "mean time from the queue's end to the beginning of a frame's first transmission",
            ),
            _number("delay_mean_ms", "ms", "mean time from there to its acknowledgement"),
            _number("air_mean_ms", "ms", "``data_air_s`` for each transmission of a frame of data"),
            _number("joules", "J", "energy that the radio takes"),
        ),
    ),
}
