# SPDX-License-Identifier: GPL-2.0-only
"""S4, figure 10: the size of packets."""

from . import s4, s4_claims, s4_link, s4_pictures

#: MTUs, bytes: IP and TCP take 52 of them.
MTUS = (750, 1000, 1500, 2260)
_HEADERS = 52
_PRINTED = {(1500, 131072): 0.62, (2260, 131072): 0.72}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s4.cell(
            {"request KB": size // 1024, "MTU B": mtu},
            s4.settings(parameters, s4.MULTIPLE, size, mtu=mtu, segmentSize=mtu - _HEADERS),
            _PRINTED.get((mtu, size)),
            # With 1500 bytes it is the simulation of figure 7, and the same printed number.
            is_independent=mtu != 1500,
            is_quick=mtu > 1500 and size == 131072,
        )
        for mtu in MTUS
        for size in s4.SIZES
    ]
    return [
        s4.experiment(
            "figure 10",
            "Throughput of reads by size of packets",
            "Two connections. Which MTUs below 1500 bytes the paper has is lost.",
            cells,
            claims=s4_claims.mtus,
            pictures=lambda rows: s4_pictures.by_size(rows, "MTU B"),
            closed_form=s4_link.closed_form(parameters),
        )
    ]
