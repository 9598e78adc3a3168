# SPDX-License-Identifier: GPL-2.0-only
"""S4, iSCSI over 802.11b: what its experiments share."""

from . import s4_runs
from .experiment import Cell, Experiment, Paper, Runs
from .reference import rounding

#: Sizes of requests of figures 7, 9 and 10, bytes.
SIZES = tuple(2**n for n in range(11, 18))
#: What the paper calls its two designs.
SINGLE, MULTIPLE = "normal", "multiple"
#: Bytes that are read for a cell.
VOLUME = 5_000_000
#: Fewest and most requests of a cell.
_LEAST, _MOST = 30, 500
#: Runs of each cell, and how near their mean is to be.
RUNS = Runs(least=3, most=8, precision=0.03)
#: Within how much a printed number is met.
NEAR = 0.10
#: The same for TCP alone.
NEAR_TCP = 0.03


PAPER = Paper(
    name="s4",
    title="An iSCSI design over wireless network",
    reference="Y. Gao, Y. Zhu, H. Xiong, R. Kanagavelu, J. Yan, Z. Liu: measurements of iSCSI over "
    "802.11b, with connections split by direction, relays and frames of 2,260 bytes; IEEE, 2004.",
    cited="Gao et al., 2004, An iSCSI design over wireless network",
    text=[
        "Two PCs with Linux 2.4 and PC cards for 802.11b make an ad-hoc network. The target has a "
        "disk. Normal iSCSI has one connection and one request at a time. The paper's design has "
        "connections for requests and others for responses, and a queue of requests.",
        "One set of parameters is used for all figures. Two are fitted: the time of the hosts for "
        "a command on the single connection's 0.25 MB/s, and that for a byte on the shares of the "
        "time that the initiator's processor is busy. TCP alone is not fitted: that cards "
        "acknowledge at 2 Mb/s follows from the standard. How TCP treats short segments was chosen "
        "with the numbers for 2 and 4 KB over two connections in view, and relays with those of "
        "the latencies: these are derived. All other numbers are predictions.",
        "The paper prints ten numbers beside its figures; the curves have none.",
    ],
)


def request_count(size, volume=VOLUME):
    """Give how many requests move a volume, within limits.

    :param size: of a request, bytes
    :param volume: bytes
    """
    return max(_LEAST, min(_MOST, volume // size))


def settings(parameters, design, size, **own):
    """Give the options of San for reads over one of the designs.

    :param parameters: the paper's parameters
    :param design: SINGLE or MULTIPLE
    :param size: of a request, bytes
    :param own: further options
    """
    table = "single" if design == SINGLE else "multiple"
    options = parameters.settings("radio", "tcp", "host", "drive", "load", table)
    return options | {"size": str(size), "count": request_count(size)} | own


def cell(conditions, options, reference=None, **rest):
    """Make a cell with the limits of its printed number.

    :param conditions: what tells it from others
    :param options: of San
    :param reference: the printed number, None for none
    :param rest: as a Cell has it
    """
    limits = (None, None) if reference is None else rounding(reference)
    return Cell(conditions, options, reference, *limits, **rest)


def experiment(item, title, text, cells, **rest):
    """Make an experiment that San's wireless network simulates."""
    given = {"column": "mb_per_s", "scenario": s4_runs.simulate, "runs": RUNS}
    return Experiment(item, title, text, cells, **(given | rest))
