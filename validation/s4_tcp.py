# SPDX-License-Identifier: GPL-2.0-only
"""S4, section 4.1: what 802.11b and TCP over it carry."""

from . import s4, s4_claims, s4_link
from .baselines import ClosedForm
from .experiment import Cell, Experiment
from .groups import CAPPED
from .reference import rounding

#: TCP alone: time of a transfer, and until counting begins.
_STOP, _WARM_UP = "12s", "1s"
#: Parameters of TCP that concern no single connection in one direction.
_NOT_OF_BULK = ("minshallNagle",)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_mac(parameters), _tcp(parameters)]


def mac_throughput(settings, _run):
    """Give the closed form of what the MAC carries.

    :param settings: ``sifs_us`` and ``mtu`` of :func:`validation.s4_link.mac_mb_per_s`
    """
    return {"mb_per_s": s4_link.mac_mb_per_s(**settings)}


def _mac_settings(parameters):
    radio = parameters.settings("radio")
    return {"sifs_us": s4_link.sifs(radio), "mtu": radio["mtu"]}


def _mac(parameters):
    options = _mac_settings(parameters)
    numbers = {"reference": 6.1 / 8, "low": 6.05 / 8, "high": 6.15 / 8}
    # Arithmetic and no simulation: the cap of the channel.
    cells = [Cell({"packet B": options["mtu"]}, options, **numbers, group=CAPPED, is_capped=True)]
    return Experiment(
        "section 4.1, MAC",
        "What the MAC carries",
        "The closed form for one station that always has a packet to send; a test of the module "
        "san holds ns-3 against it. The paper's own formula is lost, and its number is "
        "approximate: 6.1 Mb/s are 0.76 MB/s.",
        cells,
        column="mb_per_s",
        scenario=mac_throughput,
        claims=s4_claims.mac,
    )


def _tcp(parameters):
    options = parameters.settings("radio", "tcp")
    for name in _NOT_OF_BULK:
        del options[name]
    options |= {"stop": _STOP, "warmUp": _WARM_UP, "readFraction": 1.0}
    path = _mac_settings(parameters)
    carried = s4_link.mac_mb_per_s(**path)
    cells = [
        Cell(
            {"measured with": program},
            options,
            mbps / 8,
            *(one / 8 for one in rounding(mbps)),
            # Both are held against one simulation.
            is_independent=program == "Netperf",
        )
        for program, mbps in (("Netperf", 5.07), ("Chariot", 4.93))
    ]
    return s4.experiment(
        "section 4.1, TCP",
        "What TCP carries",
        "The target sends without pause. The paper measures 5.07 Mb/s on Linux, 0.634 MB/s, and "
        "4.93 Mb/s on Windows, 0.616 MB/s; both are held against the same simulation.",
        cells,
        column="steady_mb_per_s",
        scenario="tcp-bulk",
        claims=lambda rows: s4_claims.tcp(rows, carried),
        closed_form=ClosedForm(s4_link.TEXT_OF_TCP, lambda _: s4_link.tcp_mb_per_s(**path)),
    )
