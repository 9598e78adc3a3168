# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, maps 1 to 4: S0's modes over distance, and the number of connections."""

from . import wan

#: Maps over distance: mode as the reference data of S0's table 6 name it, and what is to be seen.
_DISTANCE = (
    (
        "most_solicited_write",
        "Every write takes two round trips. The target grants credit for 16 commands, so the upper "
        "row has no more outstanding; from 50 ms on, the 248 kB that the target receives per round "
        "trip are the limit at the upper right.",
    ),
    (
        "most_unsolicited_write",
        "One round trip for each write, so throughput is twice that of map 1 where requests are "
        "few and small; where the 248 kB that the target receives per round trip are the limit, "
        "there is no gain at all.",
    ),
    (
        "read",
        "The initiator's window of 10 MB is never the limit: throughput is the outstanding data "
        "over the round-trip time until the emulator's rate is reached.",
    ),
)
#: The map over connections.
_CONNECTIONS = (
    "most_unsolicited_write",
    "The target has 248 kB for each connection. Several connections help where that is the limit, "
    "at the upper right; they do not where too little is outstanding.",
)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    maps = [wan.distance_map(number, *one) for number, one in enumerate(_DISTANCE, start=1)]
    return [*maps, wan.connections_map(len(maps) + 1, *_CONNECTIONS)]
