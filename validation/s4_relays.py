# SPDX-License-Identifier: GPL-2.0-only
"""S4, figure 9: relays between initiator and target, with a channel for each hop and with one."""

from . import s4, s4_claims, s4_pictures
from .groups import DERIVED, PREDICTED

RELAYS = (0, 1, 2)
#: Losses that section 4.5 states, percent, by size and relays.
_LOSSES = {(131072, 1): 8, (131072, 2): 11, (2048, 1): 2, (2048, 2): 5}
#: Latencies that section 4.5 states, ms, by relays.
_LATENCIES = {0: 1.2, 1: 2.5, 2: 3.8}
_ENDS = (2048, 131072)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        _throughput(parameters),
        _losses(parameters),
        _latencies(parameters),
        _other(parameters),
    ]


def _options(parameters, size, relays, **own):
    options = s4.settings(parameters, s4.MULTIPLE, size)
    # Without relays the options of relays mean nothing, and the simulation is that of figure 7.
    return options | (parameters.settings("relay") | {"relays": relays} | own if relays else {})


def _throughput(parameters):
    cells = [
        s4.cell(
            {"request KB": size // 1024, "relays": relays},
            _options(parameters, size, relays),
            is_quick=False,
        )
        for relays in RELAYS
        for size in s4.SIZES
    ]
    return s4.experiment(
        "figure 9",
        "Throughput of reads over relays",
        "Each hop has a channel of its own. The paper prints the losses and not the curves.",
        cells,
        pictures=lambda rows: s4_pictures.by_size(rows, "relays"),
    )


def _losses(parameters):
    cells = [
        s4.cell(
            {"request KB": size // 1024, "relays": relays},
            _options(parameters, size, relays),
            loss,
            base=_options(parameters, size, 0),
            compare="loss",
            group=DERIVED,
            is_quick=relays == 1,
        )
        for (size, relays), loss in _LOSSES.items()
    ]
    return s4.experiment(
        "section 4.5",
        "What relays cost of the throughput",
        "What is missing of the throughput of neighbours.",
        cells,
        metric="loss of throughput",
        unit="%",
        claims=s4_claims.relays,
    )


def _latencies(parameters):
    """Round trips of segments without data, with relays as chosen and with some that cost nothing.

    The latter show what a processor's time for a byte is in the former.
    """
    size = min(s4.SIZES)
    cells = [
        s4.cell(
            {"relays": relays, "case": case},
            _options(parameters, size, relays, **own),
            _LATENCIES[relays] if not own else None,
            group=DERIVED if relays else PREDICTED,
            is_quick=relays == 0,
        )
        for case, own in {"as chosen": {}, "relays cost nothing": {"relayTimePerByte": 0.0}}.items()
        for relays in RELAYS
        if relays or not own
    ]
    return s4.experiment(
        "latencies of section 4.5",
        "Latency between neighbours and over relays",
        "The paper does not say what it measured. Here it is the shortest round trip of a segment "
        "of TCP without data.",
        cells,
        column="rtt_ms",
        metric="latency",
        unit="ms",
    )


def _other(parameters):
    """What other relays would give."""
    cases = {
        "own channels, relays cost nothing": {"relayTimePerByte": 0.0},
        "one channel": {"relayChannel": "same"},
    }
    cells = [
        s4.cell(
            {"request KB": size // 1024, "relays": relays, "case": case},
            _options(parameters, size, relays, **own),
            base=_options(parameters, size, 0),
            is_quick=False,
        )
        for case, own in cases.items()
        for size in _ENDS
        for relays in (1, 2)
    ]
    return s4.experiment(
        "other relays",
        "What other relays leave of the throughput",
        "Relays whose processors cost nothing, and relays with one radio on one channel.",
        cells,
        metric="throughput / neighbours'",
        unit="ratio",
        claims=s4_claims.other_relays,
    )
