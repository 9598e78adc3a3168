# SPDX-License-Identifier: GPL-2.0-only
"""S0, table 2: plain TCP with windows of 10 MB."""

from .s0 import tcp_table


def experiment(parameters):
    """Give the experiment; see the package's documentation."""
    return tcp_table(
        parameters,
        2,
        "large_window",
        "TCP with windows of 10 MB",
        "Plain TCP with windows that are never the limit: the wire's speed at every distance.",
    )
