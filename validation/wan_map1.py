# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, map 1: writes for which the target asks."""

from .wan import distance_map


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return distance_map(
        1,
        "most_solicited_write",
        "Every write takes two round trips. The target gives credit for 16 commands, so the upper "
        "row has no more outstanding; from 50 ms on the 248 kB that the target receives in a round "
        "trip are the limit to the upper right.",
    )
