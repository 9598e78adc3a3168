# SPDX-License-Identifier: GPL-2.0-only
"""S3 beside ns-2: eight points of figures 10 and 11 as ns-2's FullTcp, which S3 used, has them.

``reference/s3_ns2.csv`` has what the network adds to a request of 512 KB under light load, with and
without slow start after idling. ``ns2/s3.tcl`` is the program that made it.
"""

from . import s3_claims
from .claims import OWN, Claim
from .reference import read

#: What the network's part of a request may differ by from ns-2's.
TOLERANCE = 0.01


def points(figure, is_restarted):
    """Give ns-2's times by segment, window and delay, ms.

    :param figure: 10 or 11
    :param is_restarted: whether TCP starts slowly after idling
    """
    return {
        (row["mss_B"], row["tcp_window_segments"], row["delay_ms"]): row["network_ms"]
        for row in read("s3_ns2")
        if row["figure"] == figure and row["idle_restart"] == is_restarted
    }


def compare(rows, figure, is_restarted):
    """Check a figure against ns-2.

    :param rows: its results
    :param figure: 10 or 11
    :param is_restarted: whether TCP starts slowly after idling
    """
    light = rows[(rows["load"] == "light") & (rows["connections"] == 1)]
    table = light.set_index(["MSS B", "window", "delay ms"])
    simulated = s3_claims.network_time(table)
    differences, words = [], []
    for point, network in points(figure, is_restarted).items():
        if point in table.index:
            differences.append(simulated[point] / network - 1)
            words.append(
                f"{simulated[point]:.2f} for {network:.2f} ms ({100 * differences[-1]:+.2f} %) "
                "with {} bytes, window {} and {} ms".format(*point)
            )
    return Claim(
        "The network adds to a request what it adds in ns-2, with FullTcp that "
        f"{'starts slowly' if is_restarted else 'keeps its window'} after idling.",
        bool(max(map(abs, differences)) <= TOLERANCE),
        f"{'; '.join(words)}.",
        kind=OWN,
        tolerance=f"within {TOLERANCE:.0%}",
    )
