# SPDX-License-Identifier: GPL-2.0-only
"""S0 without hosts: what the emulated link and the round-trip time let pass."""

from .s0_groups import CAP

#: Bytes of the nominal windows of plain TCP, by the number of the table.
_WINDOWS = {1: 64 * 1024, 2: 10 * 2**20}
#: Round trips of a request by the number of the table: a solicited write waits for its R2T.
_ROUND_TRIPS = {3: 2, 4: 1, 5: 1}
TEXT_OF_TCP = "The nominal window over the round-trip time, at most the link's 19.3 MB/s."
TEXT_OF_REQUESTS = (
    "All that is outstanding over the round trips of a request and its time on the link, at most "
    "the link's 19.3 MB/s."
)


def tcp(table, conditions):
    """Give the throughput of plain TCP, MB/s.

    :param table: number of the table
    :param conditions: those of a cell
    """
    return _capped(_WINDOWS[table] / 1e3, conditions["RTT ms"])


def requests(table, conditions):
    """Give the throughput of requests, MB/s.

    :param table: number of the table
    :param conditions: those of a cell
    """
    size = 1.024 * conditions["request KB"]
    time = _ROUND_TRIPS[table] * conditions["RTT ms"] + size / CAP
    return _capped(size * conditions["window"], time)


def _capped(kilobytes, milliseconds):
    return min(CAP, kilobytes / milliseconds) if milliseconds else CAP
