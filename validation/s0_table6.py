# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 6: iSCSI over Gigabit Ethernet."""

from .s0 import lan_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return lan_table(
        parameters,
        6,
        "s0_table6_iscsi_GigE_LAN",
        "iSCSI without the emulator",
        "The same over Gigabit Ethernet, with what the hosts cost in tables 3 to 5.",
    )
