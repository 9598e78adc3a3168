# SPDX-License-Identifier: GPL-2.0-only
"""What figures 7 and 8 of S3 share: cells of the validation set-up, claims and pictures."""

from . import s3, s3_pictures
from .claims import OWN, Claim
from .experiment import Picture
from .s3_claims import make

RUNS = 3
#: Columns beside the result.
FURTHER = (*s3.STAGES, "pdus_r2t", "requests")
#: Operations: tables of parameters that they need, and the share of reads.
MODES = {
    "read": ((), 1.0),
    "write": (("solicited",), 0.0),
    "write, immediate data": (("immediate",), 0.0),
}
_REQUESTS = 200
_UNKNOWN = (
    "The paper gives the difference but neither of the two numbers; its figures are not available."
)


def validation_cell(parameters, mode, load, size, **others):
    """Give a cell of figure 7 or 8.

    :param parameters: the paper's parameters
    :param mode: a key of MODES
    :param load: light or heavy
    :param size: of a burst, KB
    :param others: further arguments of Cell
    """
    tables, share = MODES[mode]
    changes = {"size": 1024 * size, "readFraction": share, "count": _REQUESTS}
    conditions = {"mode": mode, "load": load, "burst KB": size}
    return s3.cell(parameters, ("campus", load, *tables), conditions, changes, **others)


def claims_of_response(rows):
    """Check what the paper says of figure 7.

    :param rows: its results
    """
    table = rows.pivot_table(index=["mode", "load"], columns="burst KB", values="simulated")
    sizes = list(table.columns)
    rises = table.diff(axis="columns").iloc[:, 1:]
    read = table.loc["read"][sizes[-1]] - table.loc["read"][sizes[0]]
    small = table[sizes[0]]
    light = small["write", "light"] / small["write, immediate data", "light"]
    return [
        make("small_bursts", None, _UNKNOWN),
        make("large_bursts", None, _UNKNOWN),
        make(
            "same_rise",
            rises.min().min() > 0 and 0.5 < read["heavy"] / read["light"] < 2,
            f"From {sizes[0]} to {sizes[-1]} KB reads take {read['light']:.1f} ms more under light "
            f"load and {read['heavy']:.1f} ms more under heavy load; every mode takes longer with "
            "every longer burst.",
            tolerance="ratio of the rises 0.5 to 2",
        ),
        make(
            "immediate",
            light > 1.2,
            f"A write of {sizes[0]} KB takes {small['write', 'light']:.2f} ms if it waits for an "
            f"R2T and {small['write, immediate data', 'light']:.2f} ms with immediate data, a "
            f"factor of {light:.2f}: the round trip of 2 ms.",
            tolerance="factor above 1.2",
        ),
        Claim(
            "Heavy load takes longer than light load.",
            bool((table.xs("heavy", level="load") > table.xs("light", level="load")).all().all()),
            "Requests contend for drives and the link, and wait for the order of responses.",
            kind=OWN,
        ),
    ]


def claims_of_throughput(rows):
    """Check what the paper says of figure 8.

    :param rows: its results
    """
    table = rows.pivot_table(index="mode", columns="burst KB", values="simulated")
    return [
        make("above_measured", None, _UNKNOWN),
        Claim(
            "Throughput grows with the burst.",
            bool(table.diff(axis="columns").iloc[:, 1:].min().min() > 0),
            "A longer burst has the same seek, rotation and round trips.",
            kind=OWN,
        ),
    ]


def draw_response(rows):
    """Give the pictures of figure 7.

    :param rows: its results
    """
    return [
        Picture(
            f"Mean response time against the burst, with 95 % confidence intervals of {RUNS} runs.",
            s3_pictures.against_burst(rows, "mode", "load", "Response time (ms)"),
        ),
        Picture(
            "Components of the response times. Reads of small bursts consist of seek and rotation "
            "and hardly depend on the burst; those of 64 KB take another 5 ms on the link and 5 ms "
            "on the tracks. Writes complete in the drives' caches: under light load they consist "
            "of round trips and the link. Four small writes at a time fill the caches faster than "
            "the drives empty them, and therefore wait for the drives and for the order of "
            "responses.",
            s3_pictures.stages(rows, ["mode", "load", "burst KB"]),
        ),
    ]


def draw_throughput(rows):
    """Give the pictures of figure 8.

    :param rows: its results
    """
    return [
        Picture(
            f"Throughput against the burst, with 95 % confidence intervals of {RUNS} runs.",
            s3_pictures.against_burst(rows, "load", "mode", "Throughput (MB/s)"),
        ),
        Picture(
            "Components of the response times: throughput is four bursts per response time.",
            s3_pictures.stages(rows, ["mode", "burst KB"]),
        ),
    ]
