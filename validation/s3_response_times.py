# SPDX-License-Identifier: GPL-2.0-only
"""S3, figure 7: response times of bursts under light and heavy load."""

from . import s3_bursts
from .experiment import Experiment

SIZES = (1, 4, 16, 64)
_QUICK = (1, 64)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s3_bursts.validation_cell(parameters, mode, load, size, is_quick=size in _QUICK)
        for mode in s3_bursts.MODES
        for load in ("light", "heavy")
        for size in SIZES
    ]
    return [
        Experiment(
            "fig. 7",
            "response times under light and heavy load",
            "Reads and writes of random bursts across 100 Mb/s with a round-trip time of 2 ms and "
            "PDUs of 8 KB. The drives hold writes in their caches and write them to the medium "
            "later.",
            cells,
            metric="response time",
            unit="ms",
            column="all_mean_ms",
            further=s3_bursts.FURTHER,
            runs=s3_bursts.RUNS,
            claims=s3_bursts.claims_of_response,
            pictures=s3_bursts.draw_response,
        )
    ]
