# SPDX-License-Identifier: GPL-2.0-only
"""What the experiments of S2 with programs on files share."""

from . import s2
from .experiment import Cell, Experiment
from .groups import PREDICTED

#: By how much files, memory and numbers of transactions are smaller than the paper's: programs move
#: each byte several times, so that their files are smaller still than those of other experiments.
SCALE = 2 * s2.SCALE
#: Delays of figures without printed numbers, ms.
DELAYS_MS = (0, 4, 10)
#: The condition of a cell that compares the two kinds of TCP, and its metric.
GAIN = f"{s2.FAIR} / {s2.PLAIN}"
MORE_TIME = f"{s2.PLAIN} / {s2.FAIR}"

TEXT = (
    f"Files, the host's memory and the numbers of transactions are 1/{SCALE} of the paper's, so "
    "that the same share of a file is in memory. Both kinds of TCP have the same random numbers, "
    "and ratios are taken run by run."
)


def settings(parameters, delay_ms, variant, **program):
    """Give the options of San for a program on files of one drive.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay, of a round trip
    :param variant: s2.PLAIN or s2.FAIR
    :param program: options of the program
    """
    return s2.settings(parameters, delay_ms, variant, SCALE, **program)


def gain(conditions, make, column, printed=(None, None, None), is_time=False):
    """Give a cell that compares both kinds of TCP run by run, above 1 if Fair-TCP is better.

    :param conditions: of the cell, without the variant
    :param make: a function that gives the settings of a variant
    :param column: the figure that is compared
    :param printed: the paper's ratio and the limits of what rounds to it
    :param is_time: whether the figure is a time: TCP's over that of Fair-TCP
    """
    own, base = (s2.PLAIN, s2.FAIR) if is_time else (s2.FAIR, s2.PLAIN)
    name = MORE_TIME if is_time else GAIN
    return Cell(
        {**conditions, "variant": name},
        make(own),
        *printed,
        group=PREDICTED,
        is_quick=False,
        column=column,
        metric=name,
        unit="ratio",
        base=make(base),
    )


def experiment(item, title, text, cells, **others):
    """Give an experiment of programs.

    :param item: as Experiment has it
    :param title: likewise
    :param text: likewise; what holds for all programs is added
    :param cells: likewise
    :param others: further arguments of Experiment
    """
    return Experiment(item, title, f"{text} {TEXT}", cells, **{"runs": s2.RUNS, **others})
