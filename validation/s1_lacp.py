# SPDX-License-Identifier: GPL-2.0-only
"""S1, supplement NIC teaming: one session over two adapters that LACP makes a team of."""

from . import s1, s1_claims, s1_iometer, s1_runs
from .experiment import Cell, Experiment, Runs

#: Two adapters of each host, and two ports of the switch for each.
TEAM = {"bond": "802.3ad", "bondLinks": 2}
#: Names of what connects a host to the switch.
ONE, TWO = "one cable", "LACP team"
#: When the target's cable is pulled and put back, and when the run ends, s: LACP agrees after 3 s.
PULL, PUT_BACK, END = 5, 7, 10
#: When the measured time of a throughput ends, by connection: 5 s of it in each case.
_STOPS = {ONE: "5.5s", TWO: "8.5s"}
_SHARES = ("80/20", "50/50")
#: Sizes are drawn at random, so runs scatter by a percent.
_RUNS = Runs(least=3, most=20, precision=0.01)
#: Figures of the run with a pulled cable, and their units.
_FIGURES = {
    "errors": ("errors", "requests"),
    "longest response": ("longest_ms", "ms"),
    "before": ("before_mib_per_s", s1.UNIT),
    "after": ("after_mib_per_s", s1.UNIT),
}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_gain(parameters), _pull(parameters)]


def options(parameters, share, **own):
    """Give the options of iscsi-san for IOMeter through a switch.

    :param parameters: the paper's parameters
    :param share: ``80/20`` or ``50/50``
    :param own: further options
    """
    specification = s1_iometer.SPECIFICATIONS[f"DELL file server {share}"]
    return s1_iometer.options(parameters, specification, s1.PLAIN, "switched") | own


def _gain(parameters):
    cells = [
        Cell(
            {"connection": name, "specification": share},
            options(parameters, share, stop=_STOPS[name], **(TEAM if name == TWO else {})),
            is_quick=False,
        )
        for name in _STOPS
        for share in _SHARES
    ]
    return Experiment(
        "teaming",
        "One session over a team of adapters",
        "Each host has one cable to the switch, or two that LACP makes a team of. A session has "
        "one connection, whose frames all take the same link of a team. The paper compares the "
        "team with other adapters without a switch; here nothing else differs.",
        cells,
        scenario=s1_runs.requests,
        unit=s1.UNIT,
        column="all_mib_per_s",
        runs=_RUNS,
        claims=s1_claims.of_team,
    )


def _pull(parameters):
    settings = options(parameters, "80/20", **TEAM, bondPull=f"{PULL}s {PUT_BACK}s", stop=f"{END}s")
    cells = [
        Cell({"figure": name}, settings, column=column, metric=name, unit=unit, is_quick=False)
        for name, (column, unit) in _FIGURES.items()
    ]
    return Experiment(
        "pulled cable",
        "A cable of the team is pulled",
        f"The target's cable that carries the session is pulled after {PULL} s and put back after "
        f"{PUT_BACK} s, while IOMeter runs 80/20. The throughputs are those of the second before "
        "it is pulled, and of the seconds from one second after it is put back.",
        cells,
        scenario=s1_runs.pull,
        claims=s1_claims.of_pull,
    )
