# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, map 4: the number of connections."""

from .wan import connections_map


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return connections_map(
        4,
        "most_unsolicited_write",
        "Each connection has 248 kB of its own at the target. Several help where that is the "
        "limit, to the upper right; where too little is outstanding they do not.",
    )
