# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, table 1: what fills 1 and 10 Gb/s at 100 ms."""

import numpy as np

from . import claims
from .experiment import Claim, Experiment
from .wan_fill import KB, LINUX_WINDOW, PLANS, SHARE, cell, round_trips


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        Experiment(
            "table 1",
            "what carries 90 % of 1 and 10 Gb/s at 100 ms",
            "90 % are 112.5 and 1125 MB/s. The window per connection times the number of "
            "connections, and the queue depth times the request size, must each cover the data in "
            "transit during a round trip. Reads and writes of up to 256 KB take one round trip; "
            "longer writes take two, because their data beyond 256 KB waits for R2T, and need "
            "twice the queue depth. Windows and depths are the minimum by closed form with a "
            "margin of 5 %. Writes of 1 MB stay below the closed form, which assumes that the "
            "round trips of different writes overlap evenly; requests of at most 256 KB are the "
            "better choice. An initiator has 32 commands outstanding at a logical unit, so greater "
            "depths need several units. The last row of each link has Linux's defaults, a window "
            "of 6 MB and one unit with 32 commands. Windows are in MB of 1e6 bytes, per "
            "connection; links of 1 Gb/s have frames of 1500 bytes, links of 10 Gb/s have jumbo "
            "frames.",
            [cell(parameters, plan) for plan in PLANS],
            claims=lambda rows: _check(rows, parameters.settings("iscsi")["FirstBurstLength"]),
        )
    ]


def _check(rows, first_burst):
    """Check that the plans do what they are for, where the closed form holds."""
    share = 8 * rows["simulated"] / rows["link Mb/s"]
    requests = zip(rows["mode"] == "reads", rows["request KB"] * KB, strict=True)
    trips = [round_trips(is_read, request, first_burst) for is_read, request in requests]
    is_planned = rows["window MB"] != LINUX_WINDOW / 1e6
    least = share[is_planned & (np.array(trips) == 1)].min()
    return [
        Claim(
            "Plans with one round trip per command carry 90 % of the link.",
            bool(least >= SHARE),
            f"The lowest carries {100 * least:.1f} %.",
            kind=claims.OWN,
            tolerance=f"at least {100 * SHARE:.0f} %",
        )
    ]
