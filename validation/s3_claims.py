# SPDX-License-Identifier: GPL-2.0-only
"""What S3 says in words, checked against the simulation."""

import functools

import numpy as np

from .claims import quote

#: What two numbers may differ by where one follows from the other in closed form.
CLOSE = 0.02
#: Bytes of a PDU's header.
PDU_HEADER = 48
_NETWORK_STAGES = ("sent", "arrived_at_target", "answered")


#: Gives a claim by its name in the reference data.
make = functools.partial(quote, "s3_claims")


def closed_form(rows):
    """Give one window for each round trip of twice the delay, MB/s, for rows of figure 10 or 11."""
    return rows["connections"] * rows["MSS B"] * rows["window"] / (2 * rows["delay ms"]) / 1e3


def where_window_limits(rows):
    """Give rows with a window always full that lets pass less than half of what a drive gives.

    :param rows: rows of figure 10 or 11
    """
    heavy = rows[(rows["load"] == "heavy") & (rows["connections"] == 1)]
    drive = rows.loc[rows["load"] == "light", "simulated"].max()
    return heavy[closed_form(heavy) < drive / 2]


def network_time(rows):
    """Give the time of a request on the network, ms."""
    return rows[[f"all_stage_{stage}_ms" for stage in _NETWORK_STAGES]].sum(axis="columns")


def storage_time(rows):
    """Give the time of a request that is not the network's, ms: gateway, loop and drive."""
    network = [f"all_stage_{stage}_ms" for stage in _NETWORK_STAGES]
    stages = rows.filter(like="all_stage_")
    return stages.drop(columns=network, errors="ignore").sum(axis="columns")


def round_trips(segments, window, initial):
    """Give the round trips in which an answer passes with slow start after idling.

    The window is ``initial``, and doubles with each round trip until it is ``window``, which takes
    n = ceil(log2(window / initial)) round trips; initial * (2^n - 1) segments pass meanwhile. The
    others pass in windows. The last window takes half a round trip, as the command does.

    :param segments: segments of the answer
    :param window: the window, segments
    :param initial: the initial window, segments; ``window`` for TCP that does not restart
    """
    opening = np.ceil(np.log2(window / np.minimum(initial, window)))
    opened = initial * (2**opening - 1)
    whole = opening + np.ceil((segments - opened) / window)
    return np.where(segments > opened, whole, np.ceil(np.log2(segments / initial + 1)))


def in_series(rows, size, pdu, initial):
    """Give the throughput of one request after the other that takes whole round trips, MB/s.

    What passes before the gateway sends is the simulated drive and loop. The connection idles
    meanwhile, and then the data go as :func:`round_trips` has it.

    :param rows: rows of figure 10 or 11
    :param size: bytes of a request
    :param pdu: data of a PDU, bytes
    :param initial: the window after idling, segments; ``rows["window"]`` if it stays open
    """
    wire = size + -(-size // pdu) * PDU_HEADER
    trips = round_trips(np.ceil(wire / rows["MSS B"]), rows["window"], initial)
    return size / (storage_time(rows) + trips * 2 * rows["delay ms"]) / 1e3


def per_megabyte(rows, kind):
    """Give how many PDUs of a kind pass for each MB (1048576 bytes) of a result's data.

    :param rows: results with the columns pdus_KIND, requests and burst KB
    :param kind: data_in, data_out or r2t
    """
    return rows[f"pdus_{kind}"] / (rows["requests"] * rows["burst KB"] / 1024)


def spread(values):
    """Give how much the greatest of some numbers is above the least, as a share."""
    return values.max() / values.min() - 1


def of_paper(rows):
    """Check what needs figures 10 and 11 together.

    :param rows: results of all figures
    """
    network = rows[rows["item"].isin(["fig. 10", "fig. 11"])]
    light = network[(network["load"] == "light")]
    gains = {}
    for delay in (light["delay ms"].min(), light["delay ms"].max()):
        now = light[light["delay ms"] == delay]["simulated"]
        gains[delay] = now.max() / now.min()
    text = ", ".join(f"{gain:.2f} at {delay:g} ms" for delay, gain in gains.items())
    near, far = gains.values()
    return [
        make(
            "conclusion",
            far > 2 * near,
            "From the smallest window in bytes to the largest, throughput grows by a factor of "
            f"{text}.",
            tolerance="more than twice the gain at the longest delay",
        )
    ]
