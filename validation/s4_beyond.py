# SPDX-License-Identifier: GPL-2.0-only
"""Beyond S4: writes, range, interference, other standards, energy."""

from . import s4, s4_claims, s4_pictures

#: Distances between the stations, m, and Nakagami's parameter of fading: Rayleigh's.
DISTANCES = (5, 10, 20, 40, 60, 80, 100, 120)
FADINGS = {"none": 0.0, "Rayleigh": 1.0}
#: Load of a foreign pair of stations on the channel, share of 11 Mb/s by name.
LOADS = {"0": "0bps", "1 Mb/s": "1Mbps", "2 Mb/s": "2Mbps", "4 Mb/s": "4Mbps", "8 Mb/s": "8Mbps"}
#: Size of requests where it is not varied, bytes.
_SIZE = 65536
_STANDARDS = ("802.11b", "802.11g", "802.11a", "802.11n", "802.11ax")


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        _writes(parameters),
        _range(parameters),
        _interference(parameters),
        _standards(parameters),
    ]


def _experiment(item, title, text, cells, **rest):
    return s4.experiment(item, title, "Not in the paper. " + text, cells, **rest)


def _writes(parameters):
    cells = [
        s4.cell(
            {"request KB": size // 1024, "operation": operation},
            s4.settings(parameters, s4.MULTIPLE, size, readFraction=share),
            is_quick=False,
        )
        for operation, share in (("read", 1.0), ("write", 0.0))
        for size in s4.SIZES
    ]
    return _experiment(
        "writes",
        "Reads and writes",
        "Writes go over the connection for requests, and the initiator waits for R2Ts.",
        cells,
        pictures=lambda rows: s4_pictures.by_size(rows, "operation"),
    )


def _range(parameters):
    cells = [
        s4.cell(
            {"distance m": distance, "fading": name},
            s4.settings(
                parameters,
                s4.MULTIPLE,
                _SIZE,
                wifiDistance=float(distance),
                wifiFading=fading,
                mayFail=True,
                stop="20s",
            ),
            is_quick=False,
        )
        for name, fading in FADINGS.items()
        for distance in DISTANCES
    ]
    return _experiment(
        "range",
        "Throughput by distance",
        "Reads of 64 KB, with signals that become weaker with the third power of the distance, "
        "without fading and with Rayleigh's, at 11 Mb/s always. 0 where there is no session.",
        cells,
        claims=s4_claims.reach,
        pictures=lambda rows: s4_pictures.by_size(rows, "fading", x="distance m"),
    )


def _interference(parameters):
    cells = [
        s4.cell(
            {"foreign load": name},
            s4.settings(
                parameters,
                s4.MULTIPLE,
                _SIZE,
                **({"interferers": 1, "interfererRate": rate} if rate != "0bps" else {}),
            ),
            is_quick=False,
        )
        for name, rate in LOADS.items()
    ]
    return _experiment(
        "interference",
        "Throughput beside a foreign pair of stations",
        "Reads of 64 KB; the pair sends packets of 1,500 bytes on the same channel.",
        cells,
        further=("air_empty",),
        claims=s4_claims.interference,
    )


def _standards(parameters):
    free = {"timePerCommand": "0s", "timePerByte": 0.0}
    free |= {"targetTimePerCommand": "0s", "targetTimePerByte": 0.0, "count": 100}
    # The time that a card takes to answer is 802.11b's.
    modern = {"wifiRateControl": "ideal", "wifiSifs": "0s"}
    cells = [
        s4.cell(
            {"standard": standard},
            s4.settings(parameters, s4.MULTIPLE, _SIZE, wifiStandard=standard, **free)
            | ({} if standard == "802.11b" else modern),
            is_quick=False,
        )
        for standard in _STANDARDS
    ]
    return _experiment(
        "standards",
        "Throughput and energy by standard",
        "Reads of 64 KB with hosts that cost nothing, modes as the receiver hears them, one "
        "antenna.",
        cells,
        further=("joules_per_gb", "air_empty"),
        claims=s4_claims.energy,
    )
