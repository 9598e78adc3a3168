# SPDX-License-Identifier: GPL-2.0-only
"""S2, table 5 and figure 10: Bonnie++ in one process and in four."""

from . import s2, s2_program_claims, s2_programs
from .experiment import Cell
from .groups import PREDICTED
from .reference import read
from .s2_programs import DELAYS_MS, SCALE, gain, settings
from .s2_runs import simulate

#: MiB of the paper's file and of those of four processes, and bytes of a read or write (4.3).
_FILE, _FOUR_FILES, _CHUNK = 1024, 256, 1024
#: Seeks of a process: more than a share of Bonnie++'s 8000, as a timeout is a rare event.
_SEEKS, _FOUR_SEEKS = 1000, 500
#: Tests of table 5: its column, half of what its last digit counts, figure of the run and unit.
_TESTS = {
    "rewrite": ("rewrite_KB_per_s", 0.5, "rewrite", "KB/s"),
    "seeks": ("seeks_per_s", 0.05, "random_seeks", "1/s"),
}
_VARIANTS = {s2.PLAIN: "tcp", s2.FAIR: "fair"}
#: Figures of the run by tests of figure 10.
_FOUR = {
    "write": "sequential_output_block_total",
    "rewrite": "rewrite_total",
    "read": "sequential_input_block_total",
    "seeks": "random_seeks_total",
}
#: Delay of the quick selection, ms.
_QUICK = 4


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_single(parameters), _four(parameters)]


def bonnie(parameters, delay_ms, variant, processes=1):
    """Give the options of San for Bonnie++ in fast mode, without tests of creation.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay
    :param variant: s2.PLAIN or s2.FAIR
    :param processes: that begin each test together, 1 or 4
    """
    return settings(
        parameters,
        delay_ms,
        variant,
        workload="bonnie",
        bonnieFileSize=(_FILE if processes == 1 else _FOUR_FILES) // SCALE,
        bonnieChunkSize=_CHUNK,
        bonnieSeeks=_SEEKS if processes == 1 else _FOUR_SEEKS,
        bonnieProcesses=processes,
    )


def _single(parameters):
    rows = read("s2_table5_bonnie_single")
    return s2_programs.experiment(
        "table 5",
        "Bonnie++, one process",
        "Bonnie++ in fast mode with blocks of 1024 bytes on a file of 1 GB, by the delay of the "
        "emulator. Its rewrite reads each block, changes it and writes it back. The seeks are "
        "reads of three processes at random places, one in ten of which is written back. Ratios "
        "are those of the printed numbers.",
        [cell for row in rows for test in _TESTS for cell in _cells(parameters, row, test)],
        scenario=simulate,
        metric="throughput",
        unit="KB/s",
        column="rewrite",
        further=("requests", "tcp_timeouts", "turnaround_mean_ms"),
        claims=s2_program_claims.of_single_bonnie,
    )


def _cells(parameters, row, test):
    """Give the three cells of a test at a delay: TCP, Fair-TCP and the gain."""
    name, half, column, unit = _TESTS[test]
    delay = row["delay_ms"]
    conditions = {"delay ms": delay, "test": test}
    printed = {variant: row[f"{word}_{name}"] for variant, word in _VARIANTS.items()}
    cells = [
        Cell(
            {**conditions, "variant": variant},
            bonnie(parameters, delay, variant),
            number,
            number - half,
            number + half,
            group=PREDICTED,
            is_quick=delay == _QUICK and variant == s2.PLAIN,
            column=column,
            metric=test,
            unit=unit,
        )
        for variant, number in printed.items()
    ]
    return [*cells, _gain(parameters, conditions, column, printed, half)]


def _gain(parameters, conditions, column, printed, half):
    """Give the cell of a gain, with what the rounding of both numbers leaves open."""
    plain, fair = printed[s2.PLAIN], printed[s2.FAIR]
    ratios = fair / plain, (fair - half) / (plain + half), (fair + half) / (plain - half)
    return gain(
        conditions,
        lambda variant: bonnie(parameters, conditions["delay ms"], variant),
        column,
        ratios,
    )


def _four(parameters):
    cells = [
        gain(
            {"delay ms": delay, "test": test},
            lambda variant, delay=delay: bonnie(parameters, delay, variant, processes=4),
            column,
        )
        for delay in DELAYS_MS
        for test, column in _FOUR.items()
    ]
    return s2_programs.experiment(
        "figure 10",
        "Bonnie++, four processes",
        "Four processes of Bonnie++ with a file of 256 MB each that begin each test together. The "
        "paper prints no numbers; its text gives the gain of the seeks.",
        cells,
        scenario=simulate,
        metric=s2_programs.GAIN,
        unit="ratio",
        column="rewrite_total",
        claims=s2_program_claims.of_four_bonnies,
    )
