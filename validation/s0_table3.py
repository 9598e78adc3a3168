# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 3: writes for which the target asks."""

from .s0 import iscsi_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return iscsi_table(
        parameters,
        3,
        "s0_table3_iscsi_solicited_writes_OC3",
        "solicited writes",
        "The initiator sends no data before the target asks for them (R2T), so every write takes "
        "two round trips.",
    )
