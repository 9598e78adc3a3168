# SPDX-License-Identifier: GPL-2.0-only
"""S4, figures 7 and 8: one connection and several, by size of requests and by queue."""

from . import s4, s4_claims, s4_link, s4_pictures
from .groups import DERIVED, FITTED, PREDICTED
from .reference import read

#: What requests and the channel do, for the text and the pictures.
FURTHER = (
    *("iops", "initiator_busy", "target_busy"),
    *("to_target_ms", "at_target_ms", "to_initiator_ms", "air_empty"),
)
#: How TCP treats short segments was chosen with the numbers for small requests in view.
_GROUPS = {(s4.SINGLE, 2048): FITTED, (s4.MULTIPLE, 2048): DERIVED}
QUEUES = (1, 2, 4, 8, 16)
#: Size of figure 8, bytes.
_QUEUED = 4096
#: Numbers of connections, by their use.
_COUNTS = {"SplitByDirection": (2, 4, 8), "Standard": (1, 2, 4, 8)}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_sizes(parameters), _queues(parameters), _counts(parameters), _designs(parameters)]


def _printed(figure, **conditions):
    """Give the number that a figure prints under some conditions, None for none."""
    found = [
        row["value"]
        for row in read("s4_figure_points")
        if row["figure"] == figure and all(row[name] == want for name, want in conditions.items())
    ]
    return found[0] if found else None


def _sizes(parameters):
    cells = [
        s4.cell(
            {"request KB": size // 1024, "design": design},
            s4.settings(parameters, design, size),
            _printed(7, request_B=size, connections=1 if design == s4.SINGLE else 2),
            group=_GROUPS.get((design, size), PREDICTED),
            is_quick=size in (2048, 131072),
        )
        for design in (s4.SINGLE, s4.MULTIPLE)
        for size in s4.SIZES
    ]
    return s4.experiment(
        "figure 7",
        "Throughput of reads by size, one connection and several",
        "Normal iSCSI has one connection and one request at a time, the paper's design one "
        "connection for requests, one for responses and a queue of 8.",
        cells,
        further=FURTHER,
        claims=s4_claims.sizes,
        pictures=s4_pictures.sizes,
        closed_form=s4_link.closed_form(parameters),
    )


def _queues(parameters):
    cells = [
        s4.cell(
            {"queue": queue},
            s4.settings(parameters, s4.MULTIPLE, _QUEUED, queueDepth=queue),
            _printed(8, queue_length=queue),
            group=DERIVED,
            is_quick=queue == 8,
        )
        for queue in QUEUES
    ]
    return s4.experiment(
        "figure 8",
        "I/O rate by queue length",
        "Reads of 4 KB over two connections.",
        cells,
        metric="I/O rate",
        unit="1/s",
        column="iops",
        claims=s4_claims.queues,
        pictures=lambda rows: s4_pictures.line(rows, "queue"),
        closed_form=s4_link.closed_form(parameters, _QUEUED, is_rate=True),
    )


def _counts(parameters):
    cells = [
        s4.cell(
            {"request KB": size // 1024, "use": use, "connections": count},
            s4.settings(parameters, s4.MULTIPLE, size, connections=count, connectionUse=use),
            is_quick=False,
        )
        for size in (2048, 131072)
        for use, counts in _COUNTS.items()
        for count in counts
    ]
    return s4.experiment(
        "connections",
        "Throughput by the number of connections",
        "With SplitByDirection, the paper's way, half of the connections carry requests and half "
        "responses; with Standard each carries both, as RFC 7143 has it. The queue is 8. The paper "
        "states in words that more than two reduce the throughput.",
        cells,
        claims=s4_claims.counts,
    )


def _designs(parameters):
    """What makes one connection slower than several, a change at a time."""
    plain = s4.settings(parameters, s4.SINGLE, 2048)
    queued = plain | {"queueDepth": 8}
    split = s4.settings(parameters, s4.MULTIPLE, 2048)
    free = {"timePerCommand": "0s", "timePerByte": 0.0}
    free |= {"targetTimePerCommand": "0s", "targetTimePerByte": 0.0}
    cases = {
        "one connection, queue 1": plain,
        "one connection, queue 1, hosts cost nothing": plain | free,
        "one connection, queue 8": queued,
        "two connections, queue 1": split | {"queueDepth": 1},
        "two connections, queue 8": split,
        "two connections, queue 8, short segments not joined": split | {"minshallNagle": "none"},
        "two connections, queue 8, each second segment acknowledged": split
        | {"delAckFullSized": False},
    }
    cells = [s4.cell({"case": name}, options, is_quick=False) for name, options in cases.items()]
    return s4.experiment(
        "causes",
        "Why one connection falls behind with 2 KB",
        "One thing is changed at a time. The share of the time in which no station has anything "
        "to send, and where a request is meanwhile, tell what waits for what.",
        cells,
        further=FURTHER,
        claims=s4_claims.causes,
        pictures=s4_pictures.waiting,
    )
