# SPDX-License-Identifier: GPL-2.0-only
"""What an experiment is: cells with conditions, options and the figure that a paper prints."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .baselines import ClosedForm
from .claims import Claim
from .groups import GROUPS, PREDICTED
from .scenarios import SAN_PROGRAM

__all__ = ["Cell", "Claim", "Experiment", "Paper", "Picture", "Runs"]

#: The comparison whose mean and interval are those of logarithms.
GEOMETRIC = "geometric ratio"
#: How a cell compares its simulation with its base, run by run.
COMPARISONS = {
    "ratio": lambda own, base: own / base,
    "difference": lambda own, base: own - base,
    "loss": lambda own, base: 100 * (1 - own / base),
    GEOMETRIC: lambda own, base: own / base,
}


@dataclass(frozen=True)
class Runs:
    """How many runs a cell has. The numbers of the runs are the same for all cells.

    :param least: runs that it has in any case, 1 or more; 3 or more with a precision, as two runs
        may agree by accident
    :param most: runs after which no more are added
    :param precision: runs are added until half the width of the 95 % confidence interval is at
        most this share of the mean; None for ``least`` runs
    """

    least: int = 1
    most: int = 1
    precision: float | None = None

    def __post_init__(self):
        if self.least < 1:
            raise ValueError(f"runs: least {self.least} is not 1 or more")
        if self.precision is not None and not 0 < self.precision < 1:
            raise ValueError(f"runs: precision {self.precision} is not between 0 and 1")
        if self.precision is not None and not 3 <= self.least <= self.most:
            raise ValueError(
                f"runs: a precision needs 3 <= least <= most, not {self.least} and {self.most}"
            )


@dataclass(frozen=True)
class Cell:
    """A number of a paper, and the simulation that gives it.

    Cells with the same settings share one simulation, so that several cells may take different
    figures of it.

    :param conditions: what tells it from others of its experiment, name and value
    :param settings: options of the scenario by name
    :param reference: the paper's figure, None if it prints none
    :param low: least value that is rounded to it
    :param high: greatest such value
    :param group: what its number is worth, one of ``groups.GROUPS``
    :param is_capped: whether the number is what the link carries and little else
    :param is_independent: whether it is a result of its own; a number that follows from another
        one by arithmetic alone, such as a time from a rate and the requests outstanding, is none
    :param is_quick: whether the quick selection has it
    :param column: the figure that is the result, None for that of the experiment
    :param metric: its name, None for that of the experiment
    :param unit: its unit, None for that of the experiment
    :param base: options of another simulation with which this one is compared, run by run
    :param compare: ``ratio`` to the base, ``difference`` from it or ``loss``, what is missing in
        percent of the base; ``geometric ratio``, whose mean
        over the runs is that of logarithms, for results that scatter
    :param runs: its runs, None for those of the experiment
    """

    conditions: dict
    settings: dict
    reference: float | None = None
    low: float | None = None
    high: float | None = None
    group: str = PREDICTED
    is_capped: bool = False
    is_independent: bool = True
    is_quick: bool = True
    column: str | None = None
    metric: str | None = None
    unit: str | None = None
    base: dict | None = None
    compare: str = "ratio"
    runs: Runs | None = None

    def __post_init__(self):
        if self.compare not in COMPARISONS:
            raise ValueError(f"compare: {self.compare} is not one of {', '.join(COMPARISONS)}")
        if self.group not in GROUPS:
            raise ValueError(f"group: {self.group} is not one of {', '.join(GROUPS)}")


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
    :param column: the figure of a run that is the result
    :param further: further figures whose means over the runs claims and pictures use
    :param scenario: what simulates a cell, see :mod:`validation.scenarios`
    :param runs: Runs of each cell, or their number
    :param closed_form: a formula without hosts, which stands beside the simulation's errors
    :param claims: a function from the results to claims
    :param pictures: a function from the results to pictures
    :param columns: a function from the results to further columns of its table: by heading a list
        of words, one for each row. The manual has the table, and the pictures, of an experiment
        with columns; the HTML page has those of all
    """

    item: str
    title: str
    text: str
    cells: list[Cell]
    metric: str = "throughput"
    unit: str = "MB/s"
    column: str = "steady_mb_per_s"
    further: tuple = ()
    scenario: object = SAN_PROGRAM
    runs: Runs | int = 1
    closed_form: ClosedForm | None = None
    claims: Callable = field(default=lambda results: [])
    pictures: Callable = field(default=lambda results: [])
    columns: Callable | None = None

    def runs_of(self, cell):
        """Give the Runs of a cell."""
        if cell.runs is not None:
            return cell.runs
        return Runs(self.runs, self.runs) if isinstance(self.runs, int) else self.runs

    def with_settings(self, **settings):
        """Give the same experiment with further options of San.

        :param settings: options by name; a scenario without the options of San remains as it is
        """
        if not isinstance(self.scenario, str):
            return self
        cells = [
            replace(
                cell,
                settings={**cell.settings, **settings},
                base=None if cell.base is None else {**cell.base, **settings},
            )
            for cell in self.cells
        ]
        return replace(self, cells=cells)


@dataclass(frozen=True)
class Paper:
    """A paper whose results are simulated.

    :param name: short name, such as ``s0``; its parameters are in ``<name>.toml``
    :param title: what it is about
    :param reference: authors, year, title, where it appeared
    :param text: what a reader without the paper has to know: paragraphs
    :param cited: authors, year and title for headings, None if the copy used does not have them
    :param claims: a function from the results of all its experiments to claims
    :param explain: a function that gives the reason why a row of the results is off, or None
    """

    name: str
    title: str
    reference: str
    text: list[str]
    cited: str | None = None
    claims: Callable = field(default=lambda results: [])
    explain: Callable = field(default=lambda row: None)

    @property
    def heading(self):
        """What stands above its results."""
        return f"{self.name.upper()}: {self.cited or self.title}"
