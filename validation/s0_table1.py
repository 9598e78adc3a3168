# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 1: plain TCP with default windows."""

from .s0 import tcp_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return tcp_table(
        parameters,
        1,
        "default_window",
        "TCP with default windows",
        "Plain TCP with the windows that the system chooses by itself, nominally 64 KB. From some "
        "round-trip time on, throughput is window over round-trip time.",
    )
