# SPDX-License-Identifier: GPL-2.0-only
"""What S0 says in words, checked against the simulation."""

from .experiment import Claim
from .s0_groups import CAP

#: What two simulated numbers may differ by and count as equal.
EQUAL = 0.01
#: Share of a column's highest throughput within which requests and windows are not the limit.
PLATEAU = 0.1
#: Printed throughput of unsolicited over that of solicited writes in a LAN, 5.5 / 3.4.
_LAN_GAIN = 1.62
_KEYS = ["request KB", "window", "RTT ms"]


def _defaults(rows):
    far = rows[rows["RTT ms"] >= 10]["simulated"]
    return [
        Claim(
            "Default windows do not maintain a good throughput beyond a LAN.",
            bool(far.max() < CAP / 4),
            f"At 10 ms and 50 ms at most {far.max():.3g} of {CAP} MB/s.",
            tolerance="below a quarter of the link",
        )
    ]


def _maximum(rows):
    low, high = rows["simulated"].min(), rows["simulated"].max()
    return [
        Claim(
            "Windows of 10 MB reach wire speed at every round-trip time.",
            bool(rows["within_rounding"].all()),
            f"From {low:.4g} to {high:.4g} MB/s.",
            tolerance="all round to 19.3 MB/s",
        )
    ]


#: Claims of the tables of plain TCP, by number.
TCP = {1: _defaults, 2: _maximum}


def grows(rows):
    """Check that throughput grows with request size and with the window.

    :param rows: results of table 3, 4 or 5
    """
    broken = _count_falls(rows, "window", "request KB") + _count_falls(rows, "request KB", "window")
    return [
        Claim(
            "Throughput grows with request size and window, as far as wire and TCP allow.",
            broken == 0,
            f"It falls in {broken} places." if broken else "",
            tolerance=f"no fall by more than {EQUAL:.0%} below {1 - PLATEAU:.0%} of the highest",
        )
    ]


def of_lan(rows):
    """Check what the paper says of the table without the emulator.

    :param rows: results of table 6
    """
    small = rows[(rows["request KB"] == 1) & (rows["window"] == 1)].set_index("mode")["simulated"]
    ratio = small["unsolicited writes"] / small["solicited writes"]
    return [
        Claim(
            "Unsolicited writes are significantly faster even in a LAN: 5.5 against 3.4 MB/s, a "
            "factor of 1.62, for 1 KB and window 1.",
            bool(abs(ratio / _LAN_GAIN - 1) < 0.1),
            f"The simulated factor is {ratio:.2f}.",
            tolerance="within 10 % of that factor",
        )
    ]


def of_paper(rows):
    """Check what needs several tables.

    :param rows: results of all tables
    """
    present = set(rows["item"])
    claims = []
    if {"table 3", "table 4"} <= present:
        claims.append(_unsolicited(rows))
    if {"table 4", "table 5"} <= present:
        claims += [_reads(rows), *_product(rows)]
    wan = rows[rows["item"] != "table 6"]
    if len(wan):
        most = wan["simulated"].max()
        claims.append(
            Claim(
                "The emulated link is the limit of all tables with the emulator: 19.3 MB/s.",
                bool(abs(most / CAP - 1) < 0.02),
                f"The highest throughput is {most:.4g} MB/s.",
                tolerance="within 2 %",
            )
        )
    return claims


def _unsolicited(rows):
    ratio = _table(rows, 4) / _table(rows, 3)
    return Claim(
        "Unsolicited writes are never slower than solicited ones.",
        bool(ratio.min() > 1 - EQUAL),
        f"They reach {ratio.min():.3f} to {ratio.max():.3f} times the throughput.",
        tolerance=f"at least {1 - EQUAL:.2f} times",
    )


def _reads(rows):
    ratio = _table(rows, 5) / _table(rows, 4)
    far = {(8, 32, 50): 1.9, (64, 32, 50): 4.0, (256, 32, 50): 3.9}
    found = {key: ratio[key] for key in far}
    text = ", ".join(f"{found[key]:.2f} for {printed}" for key, printed in far.items())
    return Claim(
        "Reads at least match unsolicited writes, and far exceed them in some cells: 8, 64 and "
        "256 KB with window 32 at 50 ms.",
        bool(ratio.min() > 1 - EQUAL and all(abs(found[key] / far[key] - 1) < 0.15 for key in far)),
        f"There they are faster by a factor of {text}.",
        tolerance=f"at least {1 - EQUAL:.2f} times; factors within 15 %",
    )


def _product(rows):
    """Check an explanation that the paper's own numbers contradict."""
    key = (64, 32, 50)
    read, write = _table(rows, 5)[key], _table(rows, 3)[key]
    return [
        Claim(
            "The 4.5 MB/s of solicited writes of 64 KB, window 32, at 50 ms are due to a small "
            "product of window and request size.",
            bool(read < 2 * write),
            f"The paper is wrong here: reads with the same product of 2 MB reach {read:.3g} MB/s "
            f"and these writes {write:.3g}. The limit is the target's receive buffer, 248 kB per "
            "round trip.",
            is_right=False,
        )
    ]


def _table(rows, number):
    return rows[rows["item"] == f"table {number}"].set_index(_KEYS)["simulated"]


def _count_falls(rows, same, along):
    """Count how often the result falls as one condition grows and the others stay.

    What is within PLATEAU of the highest throughput at a round-trip time is limited by the wire or
    by TCP, and its order says nothing.
    """
    plateau = rows.groupby("RTT ms")["simulated"].max() * (1 - PLATEAU)
    falls = 0
    for (_, rtt), group in rows.groupby([same, "RTT ms"]):
        values = group.sort_values(along)["simulated"].clip(upper=plateau[rtt]).to_numpy()
        falls += int((values[1:] < values[:-1] * (1 - EQUAL)).sum())
    return falls
