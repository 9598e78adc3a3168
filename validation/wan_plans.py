# SPDX-License-Identifier: GPL-2.0-only
"""Beyond the papers, table 1: what fills 1 and 10 Gb/s at 100 ms."""

from . import claims
from .experiment import Claim, Experiment
from .wan_fill import EVEN, PLANNED, PLANS, SHARE, cell

#: What a row with too small a depth may differ from its closed form by.
_CLOSE = 0.05


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        Experiment(
            "table 1",
            "what carries 90 % of 1 and 10 Gb/s at 100 ms",
            "90 % are 112.5 and 1125 MB/s. The window per connection times the number of "
            "connections, and the queue depth times the request size, must each cover the data in "
            "transit during a round trip. Reads and writes of up to 256 KB take one round trip; "
            "longer writes take two, because their data beyond the first burst of 256 KB waits for "
            "R2T. Windows and depths are the minimum by closed form with a margin of 5 %. For "
            "writes of 1 MB that would be a depth of 24 if their round trips overlapped evenly. "
            "They do not: writes that begin together stay together, so that all send their first "
            "256 KB in one round trip and the rest in the next, and the link is idle for part of "
            "each first one. The plan for them therefore has a depth whose first bursts alone fill "
            "a round trip. A first burst as long as the write needs a quarter of that depth. "
            "An initiator has 32 commands outstanding at a logical unit, so greater "
            "depths need several units. The last row of each link has Linux's defaults, a window "
            "of 6 MB and one unit with 32 commands. Windows are in MB of 1e6 bytes, per "
            "connection; links of 1 Gb/s have frames of 1500 bytes, links of 10 Gb/s have jumbo "
            "frames. Headers leave 94 % and 99 % of a link to data.",
            [cell(parameters, plan) for plan in PLANS],
            claims=_check,
        )
    ]


def _check(rows):
    """Check that the plans do what they are for, and that less depth does not."""
    share = 8 * rows["simulated"] / rows["link Mb/s"]
    least = share[rows["depth from"] == PLANNED].min()
    even = rows[rows["depth from"] == EVEN]
    ratio = even["simulated"] / even["closed form MB/s"]
    return [
        Claim(
            "Plans carry 90 % of the link.",
            bool(least >= SHARE),
            f"The lowest carries {100 * least:.1f} %.",
            kind=claims.OWN,
            tolerance=f"at least {100 * SHARE:.0f} %",
        ),
        Claim(
            "Writes of two round trips whose depth is no more than the data in transit carry less, "
            "namely what bunches of them give.",
            bool(share[even.index].max() < SHARE and abs(ratio - 1).max() <= _CLOSE),
            f"They carry {100 * share[even.index].max():.1f} %, {ratio.min():.3f} of the closed "
            "form.",
            kind=claims.OWN,
            tolerance=f"below {100 * SHARE:.0f} %, within {100 * _CLOSE:.0f} % of the closed form",
        ),
    ]
