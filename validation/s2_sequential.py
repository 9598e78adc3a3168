# SPDX-License-Identifier: GPL-2.0-only
"""S2, figures 2, 3 and 6 to 8, tables 2 to 4: a file written and read in sequence."""

import functools

from . import s2, s2_claims, s2_formulas, s2_pictures, s2_runs
from .baselines import ClosedForm
from .experiment import GEOMETRIC, Cell, Experiment
from .groups import DERIVED, FITTED, PREDICTED
from .reference import read

#: Bytes of the whole file, and those of a call that writes or reads it, unless they are varied.
FILE, BLOCK = 2**30, 64 * 2**10
#: By how much files are smaller than the paper's, by operation: memory matters to writes alone.
_SCALES = {"write": s2.WHOLE, "read": s2.SCALE}
#: Runs of these files.
_RUNS = {"write": s2.WHOLE_RUNS, "read": s2.RUNS}
#: What is done to the file, by the name of the operation.
_DONE = {"write": "written", "read": "read"}
#: What parameters were fitted on: TCP's rows of these tables at these delays, ms.
FITTED_TABLES, FITTED_MS = (2, 3), (0, 4, 10)
#: Delay of figures 2 and 3, ms, and the numbers that are printed for them.
_TRACED_MS = 4
_TRACED = {
    "window_first_mean": 3.38,
    "window_first_sd": 2.14,
    "window_second_mean": 3.38,
    "window_second_sd": 2.13,
    "window_difference_sd": 3.06,
    "turnaround_mean_ms": 453,
    "turnaround_sd_ms": 325,
}


def dd(parameters, delay_ms, variant, operation="write", scale=s2.SCALE, **own):
    """Give the options of San for a file that is written, with fsync, or read.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay, of a round trip
    :param variant: s2.PLAIN or s2.FAIR
    :param operation: write or read
    :param scale: by how much file and memory are smaller than the paper's
    :param own: further options
    """
    size = own.get("ddBlockSize", BLOCK)
    options = {"workload": "dd", "ddBlockSize": size, "tcpSeries": True}
    options |= {"ddCount": FILE // scale // size, **operation_options(operation)}
    return s2.settings(parameters, delay_ms, variant, scale, **(options | own))


def operation_options(operation):
    """Give the options of dd that tell a write, with fsync, from a read."""
    return {"ddOperation": operation, "ddConv": "fsync" if operation == "write" else ""}


def main_load(parameters, delay_ms, variant, operation):
    """Give the options of San for the loads of tables 2 to 4: whole files where memory matters.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay, of a round trip
    :param variant: s2.PLAIN or s2.FAIR
    :param operation: write or read
    """
    return dd(parameters, delay_ms, variant, operation, _SCALES[operation])


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        _traced(parameters),
        _table(
            parameters,
            2,
            "Sum of the congestion windows of the initiator's connections",
            ("s2_table2_aggregate_cwnd", "write", "window_sum_{}", "segments"),
            s2_claims.windows,
            ClosedForm(s2_formulas.TEXT_OF_WINDOWS, s2_formulas.windows),
        ),
        _table(
            parameters,
            3,
            "Turnaround times of commands while a file is written",
            ("s2_table3_turnaround_writes", "write", "turnaround_{}_ms", "ms"),
            s2_claims.writes,
            _times(parameters, "write"),
        ),
        _table(
            parameters,
            4,
            "Turnaround times of commands while a file is read",
            ("s2_table4_turnaround_reads", "read", "turnaround_{}_ms", "ms"),
            s2_claims.reads,
            _times(parameters, "read"),
        ),
        _retransmissions(parameters),
        _gains(parameters, 7, "write", s2_claims.write_gain),
        _gains(parameters, 8, "read", s2_claims.read_gain),
        _stated_loss(parameters),
        _sizes(parameters),
        _connections(parameters),
        _block_sizes(parameters),
    ]


def _traced(parameters):
    """Two windows and the turnaround of one run of the paper."""
    settings = main_load(parameters, _TRACED_MS, s2.PLAIN, "write")
    cells = [
        Cell(
            {"figure": name},
            settings,
            number,
            *s2.rounding(number),
            group=DERIVED,
            column=name,
            unit="ms" if name.endswith("ms") else "segments",
        )
        for name, number in _TRACED.items()
    ]
    return _experiment(
        "figures 2 and 3",
        "Windows of two connections",
        "Congestion windows of two of the four connections while a file is written, sampled every "
        "10 ms, and the turnaround of the commands of that run. Table 3 prints other numbers for "
        "the same delay: another run.",
        cells,
        metric="moment",
        further=("window_difference_mean",),
        claims=s2_claims.traced,
        runs=s2.WHOLE_RUNS,
        pictures=lambda rows: _draw_windows(rows, settings),
    )


def _draw_windows(rows, settings):
    """Draw the windows of a run of their own, which no cell keeps; a quick selection has none."""
    if not rows["is_full"].all() or rows["failure"].notna().any():
        return []
    return s2_pictures.windows(s2_runs.trace(settings, 1), s2_runs.SAMPLE_S)


def _times(parameters, operation):
    """Give the formula for turnaround times: writes share all connections, a read has one."""
    options = parameters.settings("host", "network", "system")
    path = 2 * float(options["delay"].removesuffix("ms"))
    shared = (options["cacheWriteBackDepth"], options["connections"])
    outstanding, connections = shared if operation == "write" else (1, 1)
    return ClosedForm(
        s2_formulas.TEXT_OF_TIMES,
        functools.partial(s2_formulas.times, outstanding, connections, path),
    )


def _table(parameters, number, title, source, claims, closed_form):
    """A table of means and deviations over the delay, with and without sharing."""
    data, operation, column, unit = source
    cells = [
        Cell(
            {"delay ms": row["delay_ms"], "variant": row["variant"], "moment": moment},
            main_load(parameters, row["delay_ms"], row["variant"], operation),
            *_printed(number, row, moment),
            group=_group(number, row),
            is_quick=False,
            column=column.format(moment),
        )
        for row in read(data)
        for moment in ("mean", "sd")
    ]
    text = "Means and standard deviations over the delay of the emulator, which is that of a "
    text += f"round trip: a file is {_DONE[operation]} in sequence."
    return _experiment(
        f"table {number}",
        title,
        text,
        cells,
        metric="sum of windows" if unit == "segments" else "turnaround time",
        unit=unit,
        closed_form=closed_form,
        claims=claims,
        runs=_RUNS[operation],
        pictures=s2_pictures.tables,
    )


def _printed(number, row, moment):
    """Give a printed number and the limits of what rounds to it, nothing for a copying error."""
    if (number, row["delay_ms"], row["variant"]) == (3, 8, s2.FAIR):
        return None, None, None
    return row[moment], *s2.rounding(row[moment])


def _group(number, row):
    """Give what a number of a table is worth.

    The search for the parameters has TCP's numbers at some delays; those at others were in view.
    """
    if row["variant"] == s2.FAIR:
        return PREDICTED
    return FITTED if number in FITTED_TABLES and row["delay_ms"] in FITTED_MS else DERIVED


def _retransmissions(parameters):
    """Segments that are sent again, by delay and variant."""
    cells = [
        Cell(
            {"delay ms": delay, "variant": variant},
            dd(parameters, delay, variant, ddBlockSize=1024),
            is_quick=False,
        )
        for delay in s2.DELAYS_MS
        for variant in (s2.PLAIN, s2.FAIR)
    ]
    return _experiment(
        "figure 6",
        "Retransmissions",
        "Segments sent again by both ends while a file is written in blocks of 1024 bytes. Losses "
        "are a share of the packets, so that most retransmissions are necessary.",
        cells,
        metric="segments sent again",
        unit="segments",
        column="tcp_retransmissions",
        further=("tcp_timeouts",),
        claims=s2_claims.retransmissions,
    )


def _gains(parameters, number, operation, claims):
    """Throughput of Fair-TCP over that of TCP, with the same losses run by run."""
    cells = [
        Cell(
            {"delay ms": delay},
            main_load(parameters, delay, s2.FAIR, operation),
            base=main_load(parameters, delay, s2.PLAIN, operation),
            compare=GEOMETRIC,
            is_quick=False,
        )
        for delay in s2.DELAYS_MS
    ]
    return _experiment(
        f"figure {number}",
        f"Throughput of a file that is {_DONE[operation]}",
        "Ratio of the throughput with Fair-TCP to that with TCP. The paper shows curves without "
        "numbers.",
        cells,
        metric="Fair-TCP / TCP",
        unit="ratio",
        column="throughput_mb_per_s",
        claims=claims,
        runs=_RUNS[operation],
        pictures=s2_pictures.gains,
    )


def _stated_loss(parameters):
    """Windows with the loss that the paper states, in both directions."""
    cells = [
        Cell(
            {"delay ms": delay, "variant": variant},
            dd(parameters, delay, variant, lossToTargets=s2.STATED_LOSS),
            is_quick=False,
        )
        for delay in (2, 10)
        for variant in (s2.PLAIN, s2.FAIR)
    ]
    return _experiment(
        "stated loss",
        "Sum of the windows with the loss of section 3.2",
        "The paper states a loss of 2.7 %, without direction. This is what it gives in both.",
        cells,
        unit="segments",
        column="window_sum_mean",
        further=("window_sum_sd", "turnaround_mean_ms"),
        claims=s2_claims.stated_loss,
    )


def _sizes(parameters):
    """What files give that are smaller than the paper's, with as much less memory."""
    figures = {
        "write": {"window_sum_mean": "segments", "turnaround_mean_ms": "ms"},
        "read": {"turnaround_mean_ms": "ms"},
    }
    cells = [
        Cell(
            {"operation": operation, "figure": column, "smaller by": scale},
            dd(parameters, _TRACED_MS, s2.PLAIN, operation, scale),
            is_quick=scale == s2.SCALE and operation == "write",
            column=column,
            unit=unit,
            metric="mean",
        )
        for operation, columns in figures.items()
        for column, unit in columns.items()
        for scale in (s2.SCALE, 4, s2.WHOLE)
    ]
    return _experiment(
        "size of files",
        "Windows and turnaround by the size of the file",
        f"TCP at {_TRACED_MS} ms, with files and memory that are 1, 4 and 16 times smaller than "
        "the paper's.",
        cells,
        claims=s2_claims.sizes,
        runs=s2.WHOLE_RUNS,
    )


def _connections(parameters):
    """Throughput of writes by the number of connections."""
    cells = [
        Cell(
            {"connections": connections},
            dd(parameters, _TRACED_MS, s2.PLAIN, connections=connections, tcpSeries=False),
            is_quick=False,
        )
        for connections in (1, 2, 4, 8)
    ]
    return _experiment(
        "connections",
        "Throughput of writes by the number of connections",
        f"Plain TCP at {_TRACED_MS} ms. The paper quotes other work for its choice of 4.",
        cells,
        unit="MB/s",
        column="throughput_mb_per_s",
        claims=s2_claims.connections,
    )


def _block_sizes(parameters):
    """Sizes of requests by the size of the program's calls."""
    cells = [
        Cell(
            {"operation": operation, "block B": size},
            dd(parameters, _TRACED_MS, s2.PLAIN, operation, ddBlockSize=size),
            is_quick=False,
        )
        for operation in ("write", "read")
        for size in (1024, 65536)
    ]
    return _experiment(
        "request sizes",
        "Mean size of requests by the program's block size",
        f"A file is written and read at {_TRACED_MS} ms in blocks of 1 KB and 64 KB.",
        cells,
        metric="size",
        unit="KB",
        column="request_mean_kb",
        further=("request_median_kb", "depth_mean"),
        claims=s2_claims.requests,
    )


def _experiment(item, title, text, cells, runs=s2.RUNS, **rest):
    return Experiment(item, title, text, cells, scenario=s2_runs.simulate, runs=runs, **rest)
