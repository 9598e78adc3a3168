# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 4: writes that send their data at once."""

from .s0 import iscsi_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return iscsi_table(
        parameters,
        4,
        "s0_table4_iscsi_unsolicited_writes_OC3",
        "unsolicited writes",
        "All data of a write follow its command at once: one round trip each.",
    )
