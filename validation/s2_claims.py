# SPDX-License-Identifier: GPL-2.0-only
"""What S2 says in words of files in sequence, checked against the simulation."""

import functools

import numpy as np

from . import s2
from .claims import OWN, Claim, quote
from .reference import read

#: Gives a claim by its name in the reference data.
make = functools.partial(quote, "s2_claims")
#: By what share smaller files may differ from whole ones.
_SAME_SIZE = 0.1


def intervals(rows, by, unit="", digits=3):
    """Say results with their intervals, by a condition.

    :param rows: results
    :param by: the condition
    :param unit: of the results
    :param digits: how many count
    """
    return "; ".join(
        f"{row[by]}: {row['simulated']:.{digits}g} "
        f"({row['ci_low']:.{digits}g} to {row['ci_high']:.{digits}g}){unit}"
        for _, row in rows.iterrows()
    )


def pairs(rows, moment):
    """Give the results of a table by delay, a column for each variant.

    :param rows: of a table of means and deviations
    :param moment: mean or sd
    """
    own = rows[rows["moment"] == moment]
    return own.pivot_table(index="delay ms", columns="variant", values="simulated")


def traced(rows):
    """Check figures 2 and 3."""
    found = rows.set_index("figure")["simulated"]
    mean = rows["window_difference_mean"].iloc[0]
    own = [found[f"window_{name}_sd"] for name in ("first", "second")]
    independent = float(np.hypot(*own))
    ratio = found["window_difference_sd"] / independent
    return [
        make(
            "two_windows",
            abs(found["window_first_mean"] / found["window_second_mean"] - 1) < 0.1
            and abs(own[0] / own[1] - 1) < 0.1,
            "Means {:.2f} and {:.2f}, ".format(
                found["window_first_mean"], found["window_second_mean"]
            )
            + "deviations {:.2f} and {:.2f} segments.".format(*own),
            tolerance="equal within 10 %",
        ),
        make(
            "window_difference",
            abs(mean) < 0.5 and found["window_difference_sd"] > max(own),
            f"Mean {mean:.2f}, deviation {found['window_difference_sd']:.2f} segments.",
            tolerance="mean within half a segment of 0",
        ),
        make(
            "competition",
            ratio > 1.1,
            f"Independent windows would differ by {independent:.2f} segments, the paper's own by "
            f"3.02; these by {found['window_difference_sd']:.2f}, {ratio:.2f} times that.",
            is_right=False,
            tolerance="10 % more than independent ones",
        ),
        make(
            "traced_turnaround",
            abs(found["turnaround_mean_ms"] / 453 - 1) < 0.1
            and abs(found["turnaround_sd_ms"] / 325 - 1) < 0.1,
            f"{found['turnaround_mean_ms']:.0f} and {found['turnaround_sd_ms']:.0f} ms.",
            tolerance="within 10 %",
        ),
    ]


def windows(rows):
    """Check table 2."""
    mean, share = pairs(rows, "mean"), _shares(rows)
    far = mean[mean.index > 0]
    return [
        make(
            "larger_window",
            (far[s2.FAIR] > far[s2.PLAIN]).all(),
            "Fair-TCP's over TCP's: "
            + _by_delay(mean[s2.FAIR] / mean[s2.PLAIN])
            + ". At 0 ms the paper's own table has less.",
            tolerance="at all delays above 0",
        ),
        _steadier("steadier_window", share, share, "at all delays"),
    ]


def writes(rows):
    """Check table 3."""
    share = _shares(rows)
    far = share[share.index > 0]
    return [
        _shorter("shorter_turnaround", rows, "s2_table3_turnaround_writes"),
        _steadier("steadier_turnaround", share, far, "at all delays above 0"),
    ]


def reads(rows):
    """Check table 4; its words are those of figure 8."""
    return [_shorter("shorter_read_turnaround", rows, "s2_table4_turnaround_reads")]


def retransmissions(rows):
    """Check figure 6: Fair-TCP's are fewer beyond doubt at most delays."""
    table = rows.set_index(["delay ms", "variant"])
    fair, plain = (table.xs(one, level="variant") for one in (s2.FAIR, s2.PLAIN))
    is_less = fair["ci_high"] < plain["ci_low"]
    return [
        make(
            "fewer_retransmissions",
            is_less.sum() >= len(is_less) - 1,
            "TCP's "
            + intervals(plain.reset_index(), "delay ms", digits=4)
            + ". Fair-TCP's "
            + intervals(fair.reset_index(), "delay ms", digits=4)
            + f". Timeouts: {_by_delay(plain['tcp_timeouts'], 0)}, "
            + f"Fair-TCP's {_by_delay(fair['tcp_timeouts'], 0)}.",
            tolerance="at all delays but one, and intervals do not touch",
        )
    ]


def write_gain(rows):
    """Check figure 7: a gain at all delays, of which less remains at the last than at the first."""
    ends = rows.sort_values("delay ms").iloc[[0, -1]]
    return [
        make(
            "narrowing_gap",
            (rows["ci_low"] > 1).all() and ends["ci_low"].iloc[0] > ends["ci_high"].iloc[1],
            f"Fair-TCP's throughput over TCP's by delay: {intervals(rows, 'delay ms')}.",
            tolerance="above 1 at all delays, and less at the last than at the first",
        )
    ]


def read_gain(rows):
    """Check figure 8: a gain that is less than a quarter."""
    return [
        make(
            "small_read_gain",
            (rows["simulated"] > 1).all() and (rows["simulated"] < 1.25).all(),
            f"Fair-TCP's throughput over TCP's by delay: {intervals(rows, 'delay ms')}.",
            tolerance="ratio 1 to 1.25",
        )
    ]


def stated_loss(rows):
    """Check the loss that is stated against table 2."""
    printed = {
        (row["delay_ms"], row["variant"]): row["mean"] for row in read("s2_table2_aggregate_cwnd")
    }
    excess = [
        row["simulated"] / printed[row["delay ms"], row["variant"]] for _, row in rows.iterrows()
    ]
    return [
        make(
            "stated_loss",
            max(abs(one - 1) for one in excess) < 0.1,
            "With 2.7 % in both directions the sums of windows are "
            + " and ".join(f"{one:.2f}" for one in excess)
            + " times those of table 2.",
            tolerance="windows of table 2 within 10 %",
        )
    ]


def sizes(rows):
    """Check what smaller files give."""
    if not rows["is_full"].all():
        return []
    words, moves = [], []
    for (operation, figure), own in rows.groupby(["operation", "figure"], sort=False):
        found = own.set_index("smaller by")["simulated"]
        ratio = found[s2.SCALE] / found[s2.WHOLE]
        moves.append(abs(ratio - 1))
        words.append(f"{operation} {figure.removesuffix('_ms').replace('_', ' ')} {ratio:.2f}")
    return [
        Claim(
            f"Files and memory that are {s2.SCALE} times smaller give what whole ones give.",
            max(moves) < _SAME_SIZE,
            f"Smaller over whole: {', '.join(words)}.",
            kind=OWN,
            tolerance=f"within {_SAME_SIZE:.0%}",
        )
    ]


def gains_by_tcp(rows):
    """Compare what Fair-TCP gains with ratios of the printed turnaround times."""
    printed = {
        operation: _printed_ratios(data)
        for operation, data in (
            ("write", "s2_table3_turnaround_writes"),
            ("read", "s2_table4_turnaround_reads"),
        )
    }
    words, near = [], {}
    for name, own in rows.groupby("TCP", sort=False):
        parts = dict(list(own.groupby("operation", sort=False)))
        near[name] = sum(
            row["ci_low"] <= printed[operation][row["delay ms"]] <= row["ci_high"]
            for operation, part in parts.items()
            for _, row in part.iterrows()
        )
        told = "; ".join(f"{one}s {intervals(part, 'delay ms')}" for one, part in parts.items())
        words.append(f"{name}: {told}")
    delays = sorted(set(rows["delay ms"]))
    paper = "; ".join(
        f"{operation}s {', '.join(f'{ratios[delay]:.2f}' for delay in delays)}"
        for operation, ratios in printed.items()
    )
    count = len(rows) // len(near)
    return [
        Claim(
            "One of these kinds of TCP gives Fair-TCP the gain that the paper's tables 3 and 4 "
            "have.",
            max(near.values()) == count,
            f"The paper's at {', '.join(map(str, delays))} ms: {paper}. {'. '.join(words)}. Within "
            "the intervals are "
            + ", ".join(f"{number} of {count} with {name}" for name, number in near.items())
            + ".",
            kind=OWN,
            tolerance="all printed ratios within the 95 % intervals",
        )
    ]


def connections(rows):
    """Check that 8 connections are hardly faster than 4."""
    found = rows.set_index("connections")["simulated"]
    return [
        make(
            "four_connections",
            found[8] < 1.1 * found[4],
            f"MB/s by connections: {intervals(rows, 'connections')}. Requests outstanding are as "
            "many in all of them.",
            tolerance="less than 10 % more",
        )
    ]


def requests(rows):
    """Check sizes and number of requests."""
    by_operation = dict(list(rows.groupby("operation")))
    return [
        _requests("bundled_writes", by_operation["write"], False),
        _requests("bundled_reads", by_operation["read"], True),
    ]


def _requests(name, rows, is_single):
    sizes = rows["simulated"]
    depth = rows["depth_mean"].max()
    # Blocks of the file system's metadata are requests too.
    held = (rows["request_median_kb"] == 128).all() and sizes.max() < 1.02 * sizes.min()
    return make(
        name,
        held and (not is_single or depth <= 1.05),
        f"Mean KB by block size: {intervals(rows, 'block B')}; median "
        f"{rows['request_median_kb'].min():g} KB; {depth:.2f} outstanding in the mean.",
        tolerance="median 128 KB, means equal within 2 %"
        + (", 1.05 outstanding" if is_single else ""),
    )


def _shares(rows):
    """Give the deviations of a table over its means, by delay and variant."""
    return pairs(rows, "sd") / pairs(rows, "mean")


def _steadier(name, share, counted, tolerance):
    """Check that Fair-TCP's deviation over mean is less at the delays that count."""
    return make(
        name,
        (counted[s2.FAIR] < counted[s2.PLAIN]).all(),
        f"Deviation over mean with TCP {_by_delay(share[s2.PLAIN])}; "
        f"with Fair-TCP {_by_delay(share[s2.FAIR])}.",
        tolerance=tolerance,
    )


def _shorter(name, rows, data):
    """Check that turnaround times are less with Fair-TCP."""
    mean = pairs(rows, "mean")
    return make(
        name,
        (mean[s2.FAIR] < mean[s2.PLAIN]).all(),
        f"TCP's over Fair-TCP's: {_by_delay(mean[s2.PLAIN] / mean[s2.FAIR])}; "
        f"the paper's: {_by_delay(_printed_ratios(data))}.",
        tolerance="at all delays",
    )


def _by_delay(values, digits=2):
    """Say values of a series by delay."""
    return ", ".join(f"{value:.{digits}f} at {delay} ms" for delay, value in values.items())


def _printed_ratios(name):
    """Give TCP's printed means over those of Fair-TCP, without the row that repeats another."""
    means = {(row["delay_ms"], row["variant"]): row["mean"] for row in read(name)}
    return {
        delay: means[delay, s2.PLAIN] / means[delay, s2.FAIR]
        for delay in s2.DELAYS_MS
        if not ("table3" in name and delay == 8)
    }
