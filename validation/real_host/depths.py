# SPDX-License-Identifier: GPL-2.0-only
"""How many requests are under way, on either host."""

import bisect

#: The most at once, the mean over time from the first issue to the last completion, and the mean
#: when a FLUSH is issued.
DEPTHS = ("most_at_once", "mean_at_once", "at_flush")


def depths(spans, flushes):
    """Give the figures DEPTHS, to three decimals.

    :param spans: times of issue and completion of reads and writes, in pairs
    :param flushes: times of issue of FLUSHes
    """
    if not spans:
        return dict.fromkeys(DEPTHS, 0)
    changes = sorted(change for begin, end in spans for change in ((begin, 1), (end, -1)))
    at_once = most = 0
    for _, change in changes:
        at_once += change
        most = max(most, at_once)
    begins, ends = sorted(begin for begin, _ in spans), sorted(end for _, end in spans)
    waiting = [bisect.bisect(begins, time) - bisect.bisect(ends, time) for time in flushes]
    busy = sum(end - begin for begin, end in spans)
    return {
        "most_at_once": most,
        "mean_at_once": round(busy / (ends[-1] - begins[0]), 3),
        "at_flush": round(sum(waiting) / len(waiting), 3) if waiting else 0,
    }
