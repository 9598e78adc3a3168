# SPDX-License-Identifier: GPL-2.0-only
"""What S4 says in words, checked against the simulation."""

import functools

from . import s4
from .claims import FITTED, OWN, Claim, is_near, quote

#: Gives a claim by its name in the reference data.
make = functools.partial(quote, "s4_claims")
#: Tells whether a value is near a printed number.
_near = functools.partial(is_near, share=s4.NEAR)
_PERCENT = f"within {s4.NEAR:.0%}"


def _where(rows, **conditions):
    """Give the rows with some conditions, whose names have _ for a space."""
    for name, value in conditions.items():
        rows = rows[rows[name.replace("_", " ")] == value]
    return rows


def _one(rows, **conditions):
    return _where(rows, **conditions).iloc[0]


def _with_interval(row, digits=3):
    """Say a result and its interval."""
    return (
        f"{row['simulated']:.{digits}g} ({row['ci_low']:.{digits}g} to {row['ci_high']:.{digits}g})"
    )


def mac(rows):
    """Check section 4.1's MAC."""
    mbps = 8 * rows["simulated"].iloc[0]
    return [make("C004-03", _near(mbps, 6.1), f"{mbps:.2f} Mb/s.", tolerance=_PERCENT)]


def tcp(rows, carried):
    """Check section 4.1's TCP.

    :param rows: results
    :param carried: what the MAC carries, MB/s
    """
    row = rows.iloc[0]
    mbps = 8 * row["simulated"]
    detail = f"{mbps:.2f} Mb/s ({8 * row['ci_low']:.2f} to {8 * row['ci_high']:.2f})."
    tolerance = f"within {s4.NEAR_TCP:.0%}"
    less = 1 - row["simulated"] / carried
    return [
        make("C004-04", 0.15 <= less <= 0.20, f"{less:.1%} below {8 * carried:.2f} Mb/s."),
        make("C004-05", 4.9 <= mbps <= 5.2, detail),
        make("C004-06", is_near(mbps, 5.07, s4.NEAR_TCP), detail, tolerance=tolerance),
        make("C004-07", is_near(mbps, 4.93, s4.NEAR_TCP), detail, tolerance=tolerance),
    ]


def sizes(rows):
    """Check figure 7 and the processors."""
    few = _one(rows, request_KB=2, design=s4.SINGLE)
    many = _one(rows, request_KB=2, design=s4.MULTIPLE)
    big = _one(rows, request_KB=128, design=s4.MULTIPLE)
    gain = many["simulated"] / few["simulated"]
    most = rows["simulated"].max()
    claims = [
        make(
            "C004-01",
            _near(gain, 2.12),
            f"{_with_interval(few)} and {_with_interval(many)} MB/s: {gain - 1:+.0%}.",
            tolerance=f"ratio 2.12 {_PERCENT}",
        ),
        make(
            "C004-02",
            _near(big["simulated"], 0.62) and big["simulated"] > 0.97 * most,
            f"{_with_interval(big)} MB/s; the most of all sizes is {most:.3f}.",
            tolerance=f"{_PERCENT}, and at most 3 % below the most",
        ),
    ]
    if not rows["is_full"].all():
        return claims
    busy = {
        design: rows.loc[rows["design"] == design, "initiator_busy"].mean()
        for design in (s4.SINGLE, s4.MULTIPLE)
    }
    detail = (
        f"{busy[s4.SINGLE]:.0%} and {busy[s4.MULTIPLE]:.0%}, the means over the sizes; at 128 KB "
        f"{_one(rows, request_KB=128, design=s4.SINGLE)['initiator_busy']:.0%} and "
        f"{big['initiator_busy']:.0%}. With which requests they were measured is not stated."
    )
    return [
        *claims,
        make(
            "C004-10",
            _near(busy[s4.SINGLE], 0.40) and _near(busy[s4.MULTIPLE], 0.49),
            detail,
            kind=FITTED,
            tolerance=_PERCENT,
        ),
    ]


def queues(rows):
    """Check figure 8."""
    by_queue = rows.set_index("queue")
    if not rows["is_full"].all():
        return []
    peak = by_queue.loc[8]
    rates = by_queue["simulated"]
    is_flat = abs(rates[16] / rates[8] - 1) <= 0.02
    said = ", ".join(f"{queue}: {rate:.0f}" for queue, rate in rates.items())
    return [
        make(
            "C004-11",
            _near(peak["simulated"], 140) and is_flat and rates.loc[:8].is_monotonic_increasing,
            f"By queue {said}. Most of it is there at 4 already.",
            tolerance=f"{_PERCENT}, and 16 within 2 % of 8",
        )
    ]


def counts(rows):
    """Check the number of connections."""
    columns = ["use", "request KB"]
    table = rows.pivot_table(index="connections", columns=columns, values="simulated")
    split = table["SplitByDirection"].dropna()
    said = "; ".join(
        f"{use}, {size} KB: "
        + ", ".join(f"{count}: {value:.3f}" for count, value in column.dropna().items())
        for (use, size), column in table.items()
    )
    return [
        make(
            "C004-09",
            bool((split.loc[2] >= 0.99 * split.max()).all()),
            f"MB/s by connections, {said}. The model has no cost of threads.",
            tolerance="two within 1 % of the best",
        )
    ]


def causes(rows):
    """Say what makes one connection slower."""
    table = rows.set_index("case")
    base, many = table.loc["one connection, queue 1"], table.loc["two connections, queue 8"]
    queued = table.loc["one connection, queue 8"]
    apart = table.loc["two connections, queue 1"]
    free = table.loc["one connection, queue 1, hosts cost nothing"]
    return [
        Claim(
            "It is the wait for each answer that makes normal iSCSI slow with 2 KB, not the number "
            "of connections: a queue over one connection gives as much as two with that queue, "
            "and two connections without a queue give nothing.",
            _near(queued["simulated"], many["simulated"])
            and _near(apart["simulated"], base["simulated"]),
            f"One connection {_with_interval(base)} MB/s, with a queue of 8 "
            f"{_with_interval(queued)}; two {_with_interval(apart)} and {_with_interval(many)}.",
            kind=OWN,
            tolerance=_PERCENT,
        ),
        Claim(
            "While the hosts work on the one request, no station has anything to send.",
            base["air_empty"] > many["air_empty"] + 0.2
            and base["air_empty"] > free["air_empty"] + 0.1,
            "Share of the time in which no station has anything to send: one connection "
            f"{base['air_empty']:.0%}, with hosts that cost nothing {free['air_empty']:.0%}, two "
            f"connections with a queue {many['air_empty']:.0%}. A request of the one connection is "
            f"on its way to the target for {base['to_target_ms']:.2f} ms, there for "
            f"{base['at_target_ms']:.2f} ms, and on its way back for "
            f"{base['to_initiator_ms']:.2f} ms.",
            kind=OWN,
        ),
    ]


def relays(rows):
    """Check section 4.5."""
    claims = []
    for name, size in (("C004-12", 128), ("C004-13", 2)):
        own = rows[(rows["request KB"] == size) & rows["reference"].notna()]
        said = "; ".join(
            f"{row['relays']} relays {row['simulated']:.1f} % "
            f"({row['ci_low']:.1f} to {row['ci_high']:.1f} %)"
            for _, row in own.iterrows()
        )
        claims.append(
            make(
                name,
                all(abs(row["simulated"] - row["reference"]) <= 0.5 for _, row in own.iterrows()),
                f"Losses: {said}.",
                tolerance="what rounds to the printed losses",
            )
        )
    return claims


def other_relays(rows):
    """Say what other relays would give."""
    left = rows.set_index(["case", "request KB", "relays"])["simulated"]
    shared = {relays: left["one channel", 128, relays] for relays in (1, 2)}
    free = {relays: left["own channels, relays cost nothing", 128, relays] for relays in (1, 2)}
    return [
        Claim(
            "The paper's hops do not share a channel: with one channel a relay leaves a half and "
            "two leave a third.",
            _near(shared[1], 1 / 2) and _near(shared[2], 1 / 3),
            f"With one channel 128 KB keep {shared[1]:.0%} and {shared[2]:.0%}, the paper's 92 and "
            f"89 %; with own channels and relays that cost nothing {free[1]:.0%} and "
            f"{free[2]:.0%}.",
            kind=OWN,
            tolerance=_PERCENT,
        )
    ]


def mtus(rows):
    """Check figure 10."""
    if _where(rows, request_KB=128, MTU_B=1500).empty:
        return []
    big, usual = (_one(rows, request_KB=128, MTU_B=mtu) for mtu in (2260, 1500))
    gain = big["simulated"] / usual["simulated"]
    return [
        make(
            "C004-14",
            _near(big["simulated"], 0.72) and _near(usual["simulated"], 0.62),
            f"{_with_interval(big)} and {_with_interval(usual)} MB/s: {gain - 1:+.0%}, the paper's "
            f"{0.72 / 0.62 - 1:+.0%}.",
            tolerance=_PERCENT,
        )
    ]


def files(rows):
    """Check figure 6."""
    table = rows.pivot_table(index="block KB", columns="service", values=["ci_low", "ci_high"])
    means = rows.pivot_table(index="block KB", columns="service", values="simulated")
    said = "; ".join(
        f"{block} KB: {row['iSCSI']:.3f} and {row['NFS']:.3f}" for block, row in means.iterrows()
    )
    return [
        make(
            "C004-08",
            bool((table["ci_low"]["iSCSI"] > table["ci_high"]["NFS"]).all()),
            f"iSCSI and NFS, MB/s: {said}.",
            tolerance="at each size, and intervals do not touch",
        )
    ]


def reach(rows):
    """Say how far the stations reach."""
    near = rows["simulated"].max()
    table = rows.pivot_table(index="distance m", columns="fading", values="simulated")
    half = {name: column[column > near / 2].index.max() for name, column in table.items()}
    return [
        Claim(
            "With Rayleigh's fading stations reach less far than without.",
            half["Rayleigh"] < half["none"],
            f"More than half of the throughput up to {half['none']:g} m without fading and "
            f"{half['Rayleigh']:g} m with it.",
            kind=OWN,
        )
    ]


def interference(rows):
    """Say what a foreign pair costs."""
    means = rows.set_index("foreign load")["simulated"]
    said = ", ".join(f"{load}: {value:.3f}" for load, value in means.items())
    return [
        Claim(
            "A foreign pair takes its load from the storage, until both share the channel.",
            means.iloc[0] > means.iloc[2] > 0.9 * means.iloc[-1] > 0,
            f"MB/s by foreign load, {said}.",
            kind=OWN,
        )
    ]


def energy(rows):
    """Say what a gigabyte costs."""
    means = rows.set_index("standard")
    said = ", ".join(
        f"{name}: {row['simulated']:.2f} MB/s and {row['joules_per_gb']:.0f} J/GB"
        for name, row in means.iterrows()
    )
    return [
        Claim(
            "A faster standard takes less energy for a gigabyte, since radios wait less.",
            bool(means.sort_values("simulated")["joules_per_gb"].is_monotonic_decreasing),
            f"{said}. Currents are those of one card for all standards.",
            kind=OWN,
        )
    ]
