# SPDX-License-Identifier: GPL-2.0-only
"""S3, figure 8: throughput of bursts under heavy load."""

from . import s3_bursts
from .experiment import Experiment

SIZES = (4, 8, 16, 32, 64)
_QUICK = (4, 64)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s3_bursts.validation_cell(parameters, mode, "heavy", size, is_quick=size in _QUICK)
        for mode in ("read", "write")
        for size in SIZES
    ]
    return [
        Experiment(
            "fig. 8",
            "throughput under heavy load",
            "The network of figure 7, four requests at a time.",
            cells,
            column="all_mb_per_s",
            further=s3_bursts.FURTHER,
            runs=s3_bursts.RUNS,
            claims=s3_bursts.claims_of_throughput,
            pictures=s3_bursts.draw_throughput,
        )
    ]
