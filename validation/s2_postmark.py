# SPDX-License-Identifier: GPL-2.0-only
"""S2, figures 11 to 14: Postmark in one process and in ten."""

from . import s2, s2_postmark_runs, s2_program_claims, s2_programs
from .experiment import Cell
from .reference import read
from .s2_programs import DELAYS_MS, SCALE, gain, settings

#: Numbers of processes.
ONE, MANY = 1, 10


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_single(parameters), _multiple(parameters), _halves(parameters)]


def postmark(parameters, delay_ms, variant, processes):
    """Give the options of a run.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay
    :param variant: s2.PLAIN or s2.FAIR
    :param processes: ONE or MANY
    """
    table = {row["parameter"]: row["value"] for row in read("s2_table6_postmark")}
    names = {
        ONE: ("simultaneous_files", "transactions"),
        MANY: ("multi_files_each", "multi_transactions_each"),
    }
    files, transactions = (round(float(table[name]) / SCALE) for name in names[processes])
    return settings(
        parameters,
        delay_ms,
        variant,
        workload="postmark",
        postmarkSizeLow=s2_postmark_runs.LOW,
        postmarkSizeHigh=s2_postmark_runs.HIGH,
        postmarkNumber=files,
        postmarkTransactions=transactions,
        processes=processes,
    )


def _single(parameters):
    return _experiment(
        parameters,
        ONE,
        "figures 11 and 13",
        "Postmark, one process",
        "Postmark with 20000 files of 500 bytes to 100 KB and 50000 transactions: its time, and "
        "the bytes that it reads and writes by that time. The paper prints no numbers; its text "
        "gives ranges. The same bytes are moved with both kinds of TCP, so that the gain in "
        "throughput is the one in time.",
        s2_program_claims.of_single_postmark,
    )


def _multiple(parameters):
    return _experiment(
        parameters,
        MANY,
        "figures 12 and 14",
        "Postmark, ten processes",
        "Ten processes at once with 2000 files and 5000 transactions each, on one file system: "
        "the time until the last one ends, and the bytes of all of them by that time. Each does "
        "what Postmark's published algorithm says, and writes in pieces of 32 KB, the blocks that "
        "Linux's ext2 reserves for a growing file: files of several processes lie in such pieces.",
        s2_program_claims.of_postmarks,
    )


def _experiment(parameters, processes, item, title, text, claims):
    return s2_programs.experiment(
        item,
        title,
        text,
        [cell for delay in DELAYS_MS for cell in _cells(parameters, delay, processes)],
        scenario=s2_postmark_runs.simulate,
        metric="time",
        unit="s",
        column="total",
        further=("read_rate", "write_rate", "requests", "tcp_timeouts"),
        claims=claims,
    )


def _cells(parameters, delay, processes):
    """Give the cells of a delay: the time of both kinds, and the gains."""

    def make(variant):
        return postmark(parameters, delay, variant, processes)

    times = [
        Cell(
            {"delay ms": delay, "figure": "time", "variant": variant}, make(variant), is_quick=False
        )
        for variant in (s2.PLAIN, s2.FAIR)
    ]
    return [
        *times,
        gain({"delay ms": delay, "figure": "time"}, make, "total", is_time=True),
    ]


def _halves(parameters):
    """Time of ten processes over that of one, which have files and transactions in common."""
    cells = [
        Cell(
            {"delay ms": delay, "variant": variant},
            postmark(parameters, delay, variant, MANY),
            is_quick=False,
            base=postmark(parameters, delay, variant, ONE),
        )
        for delay in DELAYS_MS
        for variant in (s2.PLAIN, s2.FAIR)
    ]
    return s2_programs.experiment(
        "figures 11 and 12",
        "Postmark, ten processes and one",
        "Time of ten processes over that of one with as many files and transactions in all.",
        cells,
        scenario=s2_postmark_runs.simulate,
        metric="10 processes / 1",
        unit="ratio",
        column="total",
        claims=s2_program_claims.of_halves,
    )
