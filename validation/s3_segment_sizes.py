# SPDX-License-Identifier: GPL-2.0-only
"""S3, figure 10: the size of segments against the delay."""

from . import s3, s3_delays
from .experiment import Experiment

#: Payloads of segments, bytes; the paper's 1500 are Ethernet's packets.
SIZES = (296, 576, 1448)
WINDOW = 20
#: What the quick selection has: load, bytes of a segment, delays.
_QUICK = {
    ("light", 296): (0.01, 0.4),
    ("light", 1448): (0.01, 0.4, 50),
    ("heavy", 1448): (0.01, 5, 50),
}
#: Delays, ms, with more than one connection.
_PARALLEL = (5, 50)
_CONNECTIONS = 4


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s3.network_cell(
            parameters, load, mss, WINDOW, delay, is_quick=delay in _QUICK.get((load, mss), ())
        )
        for load in ("light", "heavy")
        for mss in SIZES
        for delay in s3.DELAYS
    ]
    cells += [
        s3.network_cell(
            parameters, "heavy", SIZES[-1], WINDOW, delay, _CONNECTIONS, is_quick=delay == 50
        )
        for delay in _PARALLEL
    ]
    return [
        Experiment(
            "fig. 10",
            "segment size against the delay",
            "Reads of 512 KB across a Gigabit link with a window of 20 segments. Under light load "
            "a request starts only when the previous one has ended, so drive, loop and network add "
            "up; under heavy load the window is always full. Four connections, each under heavy "
            "load, carry four windows.",
            cells,
            column="all_mb_per_s",
            runs=s3.NETWORK_RUNS,
            further=s3.STAGES,
            claims=s3_delays.claims_of_segments(parameters),
            pictures=lambda rows: s3_delays.draw(rows, "MSS B"),
        )
    ]
