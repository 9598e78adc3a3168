# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 5: reads."""

from .s0 import iscsi_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return iscsi_table(
        parameters,
        5,
        "s0_table5_iscsi_reads_OC3",
        "reads",
        "Reads of data in the target's memory: one round trip each.",
    )
