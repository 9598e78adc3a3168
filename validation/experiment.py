# SPDX-License-Identifier: GPL-2.0-only
"""What an experiment is: cells with conditions, options and the figure that a paper prints."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """A number of a paper, and the simulation that gives it.

    :param conditions: what tells it from others of its experiment, name and value
    :param settings: options of the scenario program by name
    :param reference: the paper's figure, None if it prints none
    :param low: least value that is rounded to it
    :param high: greatest such value
    :param is_fitted: whether parameters were fitted on it; otherwise it is a prediction
    :param is_quick: whether the quick selection has it
    """

    conditions: dict
    settings: dict
    reference: float | None = None
    low: float | None = None
    high: float | None = None
    is_fitted: bool = False
    is_quick: bool = True


@dataclass(frozen=True)
class Claim:
    """What a paper says in words, and whether it holds in the simulation.

    :param text: the claim
    :param held: whether it holds, None if it cannot be checked
    :param detail: the figures that decide it, or why it cannot be checked
    :param is_right: whether it should hold; the paper's own numbers may contradict it, or physics
    """

    text: str
    held: bool | None
    detail: str = ""
    is_right: bool = True


@dataclass(frozen=True)
class Picture:
    """A figure of matplotlib with what is to be said below it.

    :param caption: what it shows
    :param figure: the figure
    """

    caption: str
    figure: object


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of a paper.

    :param item: its name in the paper, such as ``table 1``
    :param title: what it is about
    :param text: what a reader without the paper has to know
    :param cells: its numbers
    :param metric: name of the result
    :param unit: its unit
    :param column: the column of a sweep's table that is the result
    :param further: further columns of that table whose means over the runs claims and pictures use
    :param scenario: name of the program that simulates it
    :param runs: runs of each cell
    :param claims: a function from the results to claims
    :param pictures: a function from the results to pictures
    """

    item: str
    title: str
    text: str
    cells: list[Cell]
    metric: str = "throughput"
    unit: str = "MB/s"
    column: str = "steady_mb_per_s"
    further: tuple = ()
    scenario: str = "iscsi-san"
    runs: int = 1
    claims: Callable = field(default=lambda results: [])
    pictures: Callable = field(default=lambda results: [])


@dataclass(frozen=True)
class Paper:
    """A paper whose results are simulated.

    :param name: short name, such as ``s0``; its parameters are in ``<name>.toml``
    :param title: what it is about
    :param reference: authors, title, where it appeared
    :param text: what a reader without the paper has to know: paragraphs
    :param claims: a function from the results of all its experiments to claims
    :param explain: a function that gives the reason why a row of the results is off, or None
    """

    name: str
    title: str
    reference: str
    text: list[str]
    claims: Callable = field(default=lambda results: [])
    explain: Callable = field(default=lambda row: None)
