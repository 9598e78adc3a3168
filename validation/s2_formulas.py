# SPDX-License-Identifier: GPL-2.0-only
"""S2 without a simulation: windows and turnaround times by published formulas of TCP.

M. Mathis and others, The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm, 1997, for
windows; J. Padhye and others, Modeling TCP Throughput, 1998, (30), for rates with timeouts.
"""

import math

from . import s2

#: Loss, segments for each acknowledgement, least timeout, s, and connections.
_LOSS, _SEGMENTS_PER_ACK, _TIMEOUT, _CONNECTIONS = s2.STATED_LOSS, 2, 0.2, 4
#: Segments of a request of 128 KB.
_REQUEST = 2**17 / 1448
TEXT_OF_WINDOWS = "Means of four windows at the stated loss of 2.7 %, by Mathis and others."
TEXT_OF_TIMES = (
    "Means at the stated loss of 2.7 %, by the rate of Padhye and others with timeouts of 200 ms, "
    "of four connections for the writes that are outstanding and of one for a read."
)


def windows(conditions):
    """Give the sum of the windows, segments, None for a standard deviation.

    :param conditions: those of a cell
    """
    if conditions["moment"] != "mean":
        return None
    return _CONNECTIONS * math.sqrt(3 / (2 * _SEGMENTS_PER_ACK * _LOSS))


def times(outstanding, connections, path_ms, conditions):
    """Give the time of a request, ms, None for a standard deviation.

    :param outstanding: requests that share the connections
    :param connections: that carry them
    :param path_ms: round trip beside the delay of the emulator
    :param conditions: those of a cell
    """
    if conditions["moment"] != "mean":
        return None
    seconds = _seconds_per_segment((conditions["delay ms"] + path_ms) / 1e3)
    return 1e3 * outstanding * _REQUEST * seconds / connections


def _seconds_per_segment(round_trip):
    """Give the time of a connection for a segment."""
    product = _SEGMENTS_PER_ACK * _LOSS
    timeouts = min(1, 3 * math.sqrt(3 * product / 8)) * _LOSS * (1 + 32 * _LOSS**2)
    return round_trip * math.sqrt(2 * product / 3) + _TIMEOUT * timeouts
