# SPDX-License-Identifier: GPL-2.0-only
"""S1, section H2BENCHW: blocks of 64 KB one after the other, and sectors at random places."""

from . import s1, s1_claims, s1_pictures, s1_runs
from .experiment import Cell, Experiment
from .groups import FITTED, PREDICTED
from .reference import read

_BLOCK, _SECTOR = 65536, 512
#: Requests of a test: times are the same for all of them, but for the places.
_COUNT = 400
#: Tests by the paper's metrics: their name, share of reads, tables of parameters beside the hosts',
#: and whether a parameter was fitted on them.
TESTS = {
    "seq_read_medium_no_delay": ("sequential read", 1.0, (), True),
    "seq_transfer_read_ahead_delay": ("read with pauses", 1.0, ("pauses",), True),
    "repetitive_seq_read_core": ("repetitive read", 1.0, ("pauses",), False),
    "seq_write_medium_no_delay": ("sequential write", 0.0, (), False),
    "seq_transfer_write_cache_delay": ("write with pauses", 0.0, ("pauses",), False),
    "repetitive_seq_write": ("repetitive write", 0.0, ("pauses",), False),
    "sustained_read_avg_128_sectors": ("sustained read", 1.0, (), False),
    "sustained_write_avg_128_sectors": ("sustained write", 0.0, (), False),
    "random_access_read_avg": ("random access read", 1.0, ("random_read",), True),
    "random_access_write_avg": ("random access write", 0.0, (), True),
}
_LEVELS = {"notweaks": s1.PLAIN, "iSCSItweaks": s1.ISCSI, "TCP&iSCSI": s1.TCP}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        Experiment(
            "h2benchw",
            "Blocks of 64 KB one at a time, and random sectors",
            "h2benchw reads and writes 128 sectors at a time, one request after the other: in "
            "sequence over the whole disk (sustained) or at one place, with pauses or without, or "
            "the same block again and again; and single sectors at random places. Here the "
            "requests are made one after the other; where h2benchw pauses or repeats, there is a "
            "time between them that was fitted. The paper's numbers scatter by up to 25 % between "
            "levels that it finds equal.",
            [_cell(parameters, row) for row in read("s1_h2benchw")],
            scenario=s1_runs.blocks,
            unit=s1.UNIT,
            column="all_mib_per_s",
            claims=s1_claims.of_h2benchw,
            pictures=s1_pictures.h2benchw,
        ),
        _cross_check(parameters),
    ]


def options(parameters, metric, level, network="direct"):
    """Give the options of iscsi-san for a test.

    :param parameters: the paper's parameters
    :param metric: one of TESTS
    :param level: one of s1.LEVELS
    :param network: the table of the network
    """
    _, reads, tables, _ = TESTS[metric]
    is_random = metric.startswith("random")
    return s1.iscsi(
        parameters,
        level,
        *tables,
        network=network,
        workload="closed",
        queueDepth=1,
        pattern="uniform" if is_random else "sequential",
        size=_SECTOR if is_random else _BLOCK,
        readFraction=reads,
        count=_COUNT,
    )


def _cell(parameters, row):
    name, _, _, is_fitted = TESTS[row["metric"]]
    level = _LEVELS[row["configuration"]]
    is_time = row["unit"] == "ms"
    return Cell(
        {"figure": name, "level": level},
        options(parameters, row["metric"], level),
        row["value"],
        *s1.rounding(row["value"]),
        group=FITTED if is_fitted else PREDICTED,
        column="all_ms" if is_time else "all_mib_per_s",
        metric=name,
        unit="ms" if is_time else s1.UNIT,
    )


def _cross_check(parameters):
    cells = [
        Cell(
            {"figure": TESTS[metric][0], "network": "switch"},
            options(parameters, metric, s1.PLAIN, "switched"),
        )
        for metric in ("sustained_read_avg_128_sectors", "sustained_write_avg_128_sectors")
    ]
    return Experiment(
        "h2benchw, cross-check",
        "The same with a switch",
        "The paper only says that nothing improved, and prints 70-70 MB/s, a misprint.",
        cells,
        scenario=s1_runs.blocks,
        unit=s1.UNIT,
        column="all_mib_per_s",
        claims=s1_claims.of_cross_check,
    )
