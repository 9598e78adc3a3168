# SPDX-License-Identifier: GPL-2.0-only
"""S1, section H2BENCHW: blocks of 64 KB one after the other, and sectors at random places."""

from . import s1, s1_claims, s1_pictures, s1_runs
from .experiment import Cell, Experiment
from .groups import FITTED, PREDICTED
from .reference import read

#: Tests by the paper's metrics: their name, the figure of iscsi-san, and whether a parameter was
#: fitted on them.
TESTS = {
    "seq_read_medium_no_delay": ("sequential read", "sequential_read", True),
    "seq_transfer_read_ahead_delay": ("read with pauses", "read_ahead", False),
    "repetitive_seq_read_core": ("repetitive read", "repetitive_read", False),
    "seq_write_medium_no_delay": ("sequential write", "sequential_write", False),
    "seq_transfer_write_cache_delay": ("write with pauses", "write_cache", False),
    "repetitive_seq_write": ("repetitive write", "repetitive_write", False),
    "sustained_read_avg_128_sectors": ("sustained read", "sustained_read", False),
    "sustained_write_avg_128_sectors": ("sustained write", "sustained_write", False),
    "random_access_read_avg": ("random access read", "random_read", False),
    "random_access_write_avg": ("random access write", "random_write", True),
}
#: Levels by their names in the table.
LEVELS = {"notweaks": s1.PLAIN, "iSCSItweaks": s1.ISCSI, "TCP&iSCSI": s1.TCP}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    zones = range(parameters.settings("h2benchw")["h2benchwZones"])
    kinds = ("percent", "read", "write")
    return [
        Experiment(
            "h2benchw",
            "Blocks of 64 KB one at a time, and random sectors",
            "h2benchw reads and writes 128 sectors at a time, one request after the other: in "
            "sequence in zones over the whole disk (sustained) or at its beginning, with pauses "
            "or without, or the same block again and again; and single sectors at random places. "
            "One simulation of h2benchw gives all numbers of a level. The paper's numbers scatter "
            "by up to 26 % between levels that it finds equal, as the marks of a test show.",
            [_cell(parameters, row) for row in read("s1_h2benchw")],
            scenario=s1_runs.h2benchw,
            unit=s1.UNIT,
            further=tuple(f"zone_{number}_{kind}" for number in zones for kind in kinds),
            claims=s1_claims.of_h2benchw,
            pictures=s1_pictures.h2benchw,
        ),
        _with_r2ts(parameters),
        _cross_check(parameters),
    ]


def options(parameters, level, network="direct"):
    """Give the options of iscsi-san for h2benchw.

    :param parameters: the paper's parameters
    :param level: one of s1.LEVELS
    :param network: the table of the network
    """
    return s1.iscsi(parameters, level, "h2benchw", network=network)


def _cell(parameters, row):
    name, figure, is_fitted = TESTS[row["metric"]]
    level = LEVELS[row["configuration"]]
    return Cell(
        {"figure": name, "level": level},
        options(parameters, level),
        row["value"],
        *s1.rounding(row["value"]),
        group=FITTED if is_fitted else PREDICTED,
        column=figure,
        metric=name,
        unit=_unit(figure),
    )


def _unit(figure):
    return "ms" if figure.startswith("random") else s1.UNIT


def _with_r2ts(parameters):
    """Give the experiment that tries what might make repetitive writes slow."""
    settings = options(parameters, s1.ISCSI) | {"initialR2T": True, "immediateData": False}
    cells = [
        Cell({"figure": name, "level": s1.ISCSI}, settings, column=figure, is_quick=False)
        for name, figure, _ in TESTS.values()
        if figure in ("sequential_write", "repetitive_write")
    ]
    return Experiment(
        "h2benchw, with R2Ts",
        "Writes that wait for an R2T",
        "The paper's repetitive writes are slow with iSCSI tweaks alone. Here the target takes no "
        "data that it has not asked for, as if these tweaks had brought that about.",
        cells,
        scenario=s1_runs.h2benchw,
        unit=s1.UNIT,
        claims=s1_claims.of_r2ts,
    )


def _cross_check(parameters):
    cells = [
        Cell(
            {"figure": name, "network": "switch"},
            options(parameters, s1.PLAIN, network="switched"),
            column=figure,
        )
        for name, figure, _ in TESTS.values()
        if figure.startswith("sustained")
    ]
    return Experiment(
        "h2benchw, cross-check",
        "The same with a switch",
        "The paper only says that nothing improved, and prints 70-70 MB/s, a misprint.",
        cells,
        scenario=s1_runs.h2benchw,
        unit=s1.UNIT,
        claims=s1_claims.of_cross_check,
    )
