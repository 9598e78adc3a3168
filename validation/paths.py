# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers: multipath I/O, sessions of several connections, and bonds on two links."""

from .experiment import Cell, Paper

#: What the two links are used by, and the options that say so.
ONE = "one link"
IN_TURN = "multipath, in turn"
SERVICE_TIME = "multipath, service time"
CONNECTIONS = "MC/S"
LEAST = "MC/S, fewest bytes"
RECOVERY = "MC/S, recovery level 2"
BOND = "bond, 2 connections"
BOND_ONE = "bond, 1 connection"
_MULTIPATH = {"links": 2, "multipath": "round-robin"}
_CONNECTIONS = {"links": 2, "connections": 2}
_BOND = {"bond": "802.3ad", "bondHash": "layer3+4"}
WAYS = {
    ONE: {},
    IN_TURN: _MULTIPATH,
    SERVICE_TIME: {**_MULTIPATH, "multipath": "service-time"},
    CONNECTIONS: _CONNECTIONS,
    LEAST: {**_CONNECTIONS, "connectionPolicy": "least-outstanding"},
    RECOVERY: {**_CONNECTIONS, "errorRecoveryLevel": 2},
    BOND: {**_BOND, "connections": 2},
    BOND_ONE: _BOND,
}
#: What a link carries of 64 KiB reads, MB/s: 1,448 of 1,538 bytes, less the headers of iSCSI.
LINK_MB_PER_S = 125 * 1448 / 1538
#: Requests outstanding where it is not said, and their size.
DEPTH, SIZE = 16, 65536

PAPER = Paper(
    name="paths",
    title="beyond the papers: multipath I/O, MC/S and bonds on the same two links",
    reference="not a paper: a comparison that people ask for and nobody has figures of.",
    text=[
        "A host reads or writes 64 KiB at random on a target in memory, 16 requests at a time. "
        "Both have two links of 1 Gb/s. Multipath I/O has a session over each link, and requests "
        "take the paths in turn or go where the fewest bytes are outstanding (service time). A "
        "session of two connections (MC/S, RFC 7143, 4.2.7) has one over each link. A bond "
        "(802.3ad, hashed by addresses and ports) makes one link of both for sessions of one or "
        "two connections.",
        "The ports of the bond's two connections hash to different links here. With other ports "
        "both may share one: then it carries what one link does.",
        "All sides are pinged each second, and given up if there is no answer within another "
        "second. Multipath I/O then repeats what is outstanding on the other path. A session of "
        "several connections recovers as its ErrorRecoveryLevel says: 0, the lost connection is "
        "logged out over the other one and its tasks end; 2, they move to the other connection. "
        "Both wait for Time2Wait, 2 s by default: with 0 MC/S is without I/O no longer than "
        "multipath I/O. How long a ping takes to fail depends on when it is sent: up to the "
        "interval later than here, where cables are pulled just before one.",
    ],
)


def settings_of(parameters, way, **others):
    """Give the options of a simulation.

    :param parameters: the paper's parameters
    :param way: a key of WAYS
    :param others: further options
    """
    return {
        **parameters.settings("path", "tcp", "iscsi"),
        "device": "ram",
        "drives": 1,
        "workload": "closed",
        "pattern": "uniform",
        "readFraction": 1.0,
        "size": str(SIZE),
        "queueDepth": DEPTH,
        **WAYS[way],
        **others,
    }


def cell(parameters, way, told=None, quick=False, **others):
    """Give a cell.

    :param parameters: the paper's parameters
    :param way: a key of WAYS
    :param told: what tells it from others, apart from the way
    :param quick: whether the quick selection has it
    :param others: as :func:`settings_of` takes them
    """
    conditions = {"two links as": way, **(told or {})}
    return Cell(conditions, settings_of(parameters, way, **others), is_quick=quick)
