# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, map 3: reads."""

from .wan import distance_map


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return distance_map(
        3,
        "read",
        "The initiator's window of 10 MB never is the limit: throughput is what is outstanding "
        "over the round-trip time until the emulator's rate is reached.",
    )
