# SPDX-License-Identifier: GPL-2.0-only
"""S2, TCP control blocks shared by the connections of a session: what its experiments share."""

from .experiment import Paper
from .reference import rounding

__all__ = ["rounding"]

#: Delays of the emulator, ms, and what the paper calls its two kinds of TCP.
DELAYS_MS = (0, 2, 4, 6, 8, 10)
PLAIN, FAIR = "TCP", "Fair-TCP"
#: By how much files, memory and numbers of transactions are smaller than the paper's.
SCALE = 16
#: Runs of each cell: 10 at least for each figure.
RUNS = 10


#: What is known of numbers that are off, by item.
_REASONS = {
    "table 3": "Open. Shorter timeouts alone do not explain it: with a MinRto of 60 ms writes at 0 "
    "ms take as long as printed, but those at 10 ms a third less (see the other networks).",
    "table 4": "Open. Reads depend on the losses to initiators and on how often data is "
    "acknowledged. With the stated loss and an acknowledgement for each segment TCP's reads at 4 "
    "and 10 ms come within 15 %, but the sums of windows are then 1.6 to 2 times those of table 2 "
    "(see the other networks).",
    "table 5": "Open. Reads are too slow, see table 4, and a rewrite reads what it writes.",
}


def explain(row):
    """Give what is known of the reason why a row of the results is off, None if nothing is."""
    return _REASONS.get(row["item"])


PAPER = Paper(
    name="s2",
    title="Fair-TCP: the connections of a session share TCP control blocks",
    reference="measurements of iSCSI with four TCP connections over an emulated wide area network, "
    "with and without sharing of control blocks; UNH's initiator and target on Linux, NIST Net; "
    "the copy used has no title page.",
    text=[
        "An initiator with Linux 2.4.20 and 256 MB of memory and a target with Fibre Channel "
        "drives are connected by a router that delays and loses packets. A session has four TCP "
        "connections, Reno with SACK. Fair-TCP lets them share round-trip time, congestion window "
        "and slow start threshold. Files are written and read in sequence, and Bonnie++, Postmark "
        "and a build run on a file system.",
        "One set of parameters is used for all tables. The paper states a loss of 2.7 %, with "
        "which windows are larger than it prints. The loss was fitted on two means of table 2 with "
        "TCP, and the writes outstanding on one mean of table 3. Recovery, what idle connections "
        "do, and the round trip, which is the stated delay once, were chosen with tables 2 and 3 "
        "in view, those of Fair-TCP as well: these are derived. All numbers of tables 4 and 5 are "
        "predictions.",
        f"Files, memory and numbers of transactions are {SCALE} times smaller than the paper's, so "
        "that their ratios are the same. Ratios of Fair-TCP to TCP are those of pairs of runs with "
        "the same random numbers.",
    ],
    explain=explain,
)


def settings(parameters, delay_ms, variant, **own):
    """Give the options of San for a program on S2's system.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay, of a round trip
    :param variant: PLAIN or FAIR
    :param own: further options: the program
    """
    options = parameters.settings("host", "network", "system")
    added = float(options["delay"].removesuffix("ms")) + delay_ms / 2
    options.update(delay=f"{added:.9g}ms", cache=round(options["cache"] / SCALE))
    return options | {"tcpSharing": "ensemble" if variant == FAIR else "none"} | own
