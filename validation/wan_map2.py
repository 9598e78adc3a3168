# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, map 2: writes that send at once."""

from .wan import distance_map


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return distance_map(
        2,
        "most_unsolicited_write",
        "One round trip for each write, so twice map 1 where requests are few and small; where the "
        "248 kB that the target receives in a round trip are the limit, no gain at all.",
    )
