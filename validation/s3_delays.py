# SPDX-License-Identifier: GPL-2.0-only
"""What figures 10 and 11 of S3 share: claims about delays, and pictures."""

import numpy as np

from . import s3_claims, s3_ns2, s3_pictures
from .claims import FITTED, OWN, Claim
from .experiment import Picture
from .s3_claims import CLOSE, closed_form, make

#: What a quoted point may differ by.
_QUOTED = 0.05
#: What the storage part may differ by from that of the quoted points.
_STORAGE = 0.1
#: What two equal throughputs may differ by.
_SAME = 0.001
#: What counts as little effect.
_LITTLE = 0.1
#: Above this, MB/s, the link and not the window is the limit of the network.
_LINK = 100
_QUOTED_DELAY = 0.4
#: Segments with which ns-2 begins again after idling.
_SLOW_START = 2


def claims_of_segments(parameters):
    """Give the function that checks what the paper says of figure 10.

    :param parameters: the paper's parameters
    """

    def check(rows):
        return [
            *_check_forms(rows, parameters),
            _inverse(rows),
            _small_segments(rows),
            _little_effect(rows),
            _parallelism(rows),
            s3_ns2.compare(rows, 10, _is_restarted(parameters)),
        ]

    return check


def claims_of_windows(parameters):
    """Give the function that checks what the paper says of figure 11.

    :param parameters: the paper's parameters
    """

    def check(rows):
        return [
            _series(rows, parameters),
            _window_grows(rows),
            _quoted(rows, "window_20", 20),
            _quoted(rows, "window_80", 80),
            _storage(rows, parameters.settings("gigabit")["size"]),
            _long_delay(rows),
            s3_ns2.compare(rows, 11, _is_restarted(parameters)),
        ]

    return check


def draw(rows, hue):
    """Give the pictures of figure 10 or 11.

    :param rows: results
    :param hue: the condition that tells lines apart
    """
    caption = (
        "Left: one request at a time, as in the paper. Right: both loads on logarithmic axes; "
        "solid lines are light load, dashed lines heavy load (in a quick selection filled and open "
        "points), dotted lines the closed form of one window per round trip."
    )
    return [Picture(caption, s3_pictures.against_delay(rows[rows["connections"] == 1], hue))]


def _is_restarted(parameters):
    """Tell whether TCP starts slowly after idling."""
    return parameters.settings("tcp").get("tcpIdleRestart", False)


def _light(rows):
    return rows[rows["load"] == "light"]


def _check_forms(rows, parameters):
    share = rows["simulated"] / closed_form(rows)
    full = s3_claims.where_window_limits(rows)
    reached = full["simulated"] / closed_form(full)
    return [
        make(
            "bound",
            share.max() <= 1,
            f"The highest fraction of it is {share.max():.4f}.",
            tolerance="at most 1",
        ),
        make(
            "bound_reached",
            abs(reached - 1).max() <= CLOSE,
            f"With four requests at a time, {reached.min():.4f} to {reached.max():.4f} of it in "
            f"{len(full)} cases in which that is less than half of the throughput of a single "
            "drive, from the first request to the last.",
            tolerance=f"within {CLOSE:.0%}",
        ),
        _series(rows, parameters),
    ]


def _series(rows, parameters):
    """Check light load against its closed form, which is not the paper's."""
    light = _light(rows)
    light = light[closed_form(light) < _LINK]
    size = parameters.settings("gigabit")["size"]
    pdu = parameters.settings("model")["maxRecvDataSegmentLength"]
    initial = parameters.settings("tcp").get("initialCwnd")
    initial = initial if _is_restarted(parameters) else light["window"]
    ratio = light["simulated"] / s3_claims.in_series(light, size, pdu, initial)
    others = [s3_claims.in_series(light, size, pdu, it) for it in (_SLOW_START, light["window"])]
    most = (others[1] / others[0]).max()
    return Claim(
        "With one request at a time, drive, loop and whole round trips of a window each add up, "
        f"{'with' if _is_restarted(parameters) else 'without'} slow start after idling.",
        bool(abs(ratio - 1).max() <= CLOSE),
        f"The simulation is {ratio.min():.4f} to {ratio.max():.4f} of that sum in {len(light)} "
        f"cases. By that sum, windows that stay open while idle give up to {most:.2f} times the "
        f"throughput of slow start from {_SLOW_START} segments.",
        kind=OWN,
        tolerance=f"within {CLOSE:.0%}",
    )


def _inverse(rows):
    full = s3_claims.where_window_limits(rows)
    slopes = [
        np.polyfit(np.log(part["delay ms"]), np.log(part["simulated"]), 1)[0]
        for _, part in full.groupby("MSS B")
        if len(part) > 1
    ]
    return make(
        "inverse",
        abs(np.array(slopes) + 1).max() <= CLOSE,
        f"The slope on logarithmic axes is {min(slopes):.4f} to {max(slopes):.4f} where the window "
        "is the limit.",
        tolerance=f"-1 within {CLOSE:.0%}",
    )


def _shares_kept(rows):
    """Give for each size of segments the throughput at 0.4 ms over that at the least delay."""
    light = _light(rows)
    least = light["delay ms"].min()
    table = light.pivot_table(index="MSS B", columns="delay ms", values="simulated")
    return table[_QUOTED_DELAY] / table[least]


def _small_segments(rows):
    kept = _shares_kept(rows).sort_index()
    text = ", ".join(f"{share:.2f} for {mss} bytes" for mss, share in kept.items())
    return make(
        "small_mss",
        kept.is_monotonic_increasing,
        f"From the shortest delay to 0.4 ms the remaining fraction is {text}.",
    )


def _little_effect(rows):
    light = _light(rows)
    near = light[light["delay ms"] < 1].groupby("delay ms")["simulated"].agg(s3_claims.spread)
    at = light[light["delay ms"] == _QUOTED_DELAY]
    return make(
        "little_effect",
        near.max() < _LITTLE,
        "The formula in the same section gives a factor of "
        f"{s3_claims.spread(closed_form(at)) + 1:.1f} between the sizes. In the simulation they "
        f"differ by {100 * near.iloc[0]:.0f} % at {near.index[0]:g} ms and by "
        f"{100 * near[_QUOTED_DELAY]:.0f} % at 0.4 ms: the time of the drive, which is the same "
        "for all, hides only a part of the difference.",
        is_right=False,
        tolerance=f"below {_LITTLE:.0%} at delays under 1 ms",
    )


def _parallelism(rows):
    single = rows[rows["connections"] == 1]
    near = single[single["delay ms"] == single["delay ms"].min()]
    loads = near[near["MSS B"] == near["MSS B"].max()].set_index("load")["simulated"]
    drives = loads["heavy"] / loads["light"]
    several = rows[rows["connections"] > 1]
    same = single[single["load"] == "heavy"].set_index(["MSS B", "delay ms"])["simulated"]
    keys = several.set_index(["MSS B", "delay ms"])
    gains = keys["simulated"] / same[keys.index]
    return make(
        "parallelism",
        drives > 2 and gains.min() > 0.9 * several["connections"].max(),
        f"At the shortest delay four requests at four drives give {drives:.2f} times the "
        f"throughput of one; at long delays four connections give {gains.min():.2f} times that of "
        "one.",
        tolerance="more than twice, and at least 0.9 times the number of connections",
    )


def _window_grows(rows):
    table = _light(rows).pivot_table(index="delay ms", columns="window", values="simulated")
    gains = table.iloc[:, -1] / table.iloc[:, 0]
    steps = table.to_numpy()[:, 1:] / table.to_numpy()[:, :-1]
    text = ", ".join(f"{gain:.2f} at {delay:g} ms" for delay, gain in gains.items())
    return make(
        "window_grows",
        steps.min() > 1 - _SAME and gains[_QUOTED_DELAY] > 1,
        f"From a window of {table.columns[0]} to {table.columns[-1]} it grows by a factor of "
        f"{text}. At the shortest delays only the drive is the limit.",
        tolerance=f"no fall by more than {_SAME:.1%}",
    )


def _at(rows, window, delay):
    light = _light(rows)
    return light[(light["window"] == window) & (light["delay ms"] == delay)].iloc[0]


def _quoted(rows, name, window):
    row = _at(rows, window, _QUOTED_DELAY)
    return make(
        name,
        abs(row["error_percent"]) <= 100 * _QUOTED,
        f"Simulated: {row['simulated']:.4g} MB/s, {row['error_percent']:+.1f} %, mean of "
        f"{row['runs']} runs, 95 % confidence interval {row['ci_low']:.4g} to "
        f"{row['ci_high']:.4g}.",
        kind=FITTED,
        tolerance=f"within {_QUOTED:.0%}",
    )


def _storage(rows, size):
    """Compare the time before the gateway sends with what the two quoted points leave for it."""
    both = [_at(rows, window, _QUOTED_DELAY) for window in (20, 80)]
    forms = [closed_form(row) for row in both]
    # 1 / throughput = storage + round trip / (MSS * window) for both windows.
    inverse = [1 / row["reference"] for row in both]
    slope = (inverse[0] - inverse[1]) / (1 / both[0]["window"] - 1 / both[1]["window"])
    implied = (inverse[0] - slope / both[0]["window"]) * size / 1e3
    found = s3_claims.storage_time(rows.loc[[both[0].name]]).item()
    return Claim(
        "The two quoted points are a time in gateway, loop and drive, which does not depend on the "
        "window, and a window for each round trip.",
        bool(abs(found / implied - 1) < _STORAGE),
        f"MSS * window / (2 * delay) alone, which the paper does not claim for them, gives "
        f"{forms[0]:.1f} and {forms[1]:.1f} MB/s. Both points match a storage part of "
        f"{implied:.1f} ms for each request of {size // 1024} KB and a window per round trip of "
        f"{both[0]['MSS B'] * slope / 1e3:.2f} ms: 0.4 ms is the one-way delay. In the simulation "
        f"the storage part is {found:.1f} ms.",
        kind=OWN,
        tolerance=f"storage part within {_STORAGE:.0%}",
    )


def _long_delay(rows):
    light = _light(rows)
    ends = light["delay ms"].agg(["min", "max"])
    table = light.pivot_table(index="window", columns="delay ms", values="simulated")
    shares = table[ends["max"]] / table[ends["min"]]
    return make(
        "long_delay",
        shares.max() < 0.1,
        f"At {ends['max']:g} ms at most {100 * shares.max():.1f} % remain of the throughput at "
        f"{ends['min']:g} ms.",
        tolerance="below 10 %",
    )
