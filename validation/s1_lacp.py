# SPDX-License-Identifier: GPL-2.0-only
"""S1, supplement NIC teaming: one session over a team of adapters, and multipath I/O."""

from . import s1, s1_claims, s1_iometer, s1_runs
from .claims import OWN, Claim, is_near
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
#: What takes two links between the hosts, each a path of its own.
PATHS = {
    "one path": {},
    "MC/S, two connections": {"links": 2, "connections": 2},
    "MPIO, round robin": {"links": 2, "multipath": "round-robin"},
    "MPIO, least queue depth": {"links": 2, "multipath": "least-queue-depth"},
}
ALONE, CONNECTIONS, SESSIONS, _ = PATHS
#: How a lost path is noticed: what the hosts are assumed to be set to.
PINGS = {"nopInterval": "1s", "nopTimeout": "1s", "pathCheckInterval": "1s"}
#: The same times of the run with two paths, s: the session is made again some seconds later.
PATH_PULL, PATH_PUT_BACK, PATH_END = 3, 8, 14
#: Figures of that run, and their units.
_PATH_FIGURES = {
    "errors": ("errors", "requests"),
    "longest response": ("longest_ms", "ms"),
    "both paths": ("before_mib_per_s", s1.UNIT),
    "one path": ("without_mib_per_s", s1.UNIT),
    "both again": ("last_mib_per_s", s1.UNIT),
}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_gain(parameters), _pull(parameters), _multipath(parameters), _lost_path(parameters)]


def options(parameters, share, network="teamed", **own):
    """Give the options of iscsi-san for IOMeter.

    :param parameters: the paper's parameters
    :param share: ``80/20`` or ``50/50``
    :param network: ``teamed``, through a switch that may have teams of links, or ``direct``
    :param own: further options
    """
    specification = s1_iometer.SPECIFICATIONS[f"DELL file server {share}"]
    return s1_iometer.options(parameters, specification, s1.PLAIN, network) | own


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
    settings = options(
        parameters, "80/20", **TEAM, cablePull=f"{PULL}s {PUT_BACK}s", stop=f"{END}s"
    )
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


def _multipath(parameters):
    cells = [
        Cell(
            {"paths": name, "specification": share},
            options(parameters, share, "direct", **own),
            is_quick=False,
        )
        for name, own in PATHS.items()
        for share in _SHARES
    ]
    return Experiment(
        "MPIO",
        "What MPIO would have given",
        "The paper asks what MPIO would give and did not measure it. With MPIO the initiator has a "
        "session over each of two links, and requests take them in turn, or that with fewer "
        "outstanding ones. MC/S (multiple connections per session) has one session, whose two "
        "connections take commands in turn.",
        cells,
        scenario=s1_runs.requests,
        unit=s1.UNIT,
        column="all_mib_per_s",
        runs=_RUNS,
        claims=_of_multipath,
    )


def _lost_path(parameters):
    times = {"cablePull": f"{PATH_PULL}s {PATH_PUT_BACK}s", "stop": f"{PATH_END}s"}
    settings = options(parameters, "80/20", "direct", **PATHS[SESSIONS], **PINGS, **times)
    cells = [
        Cell({"figure": name}, settings, column=column, metric=name, unit=unit, is_quick=False)
        for name, (column, unit) in _PATH_FIGURES.items()
    ]
    return Experiment(
        "lost path",
        "A cable is pulled under MPIO",
        f"The cable of the first of two paths is pulled after {PATH_PULL} s and put back after "
        f"{PATH_PUT_BACK} s, while IOMeter runs 80/20 with requests in turn. The initiator pings "
        "the target every second and gives a path up when no answer came for a second: assumed "
        "values, the paper has none. What had no answer is sent again over the other path.",
        cells,
        scenario=s1_runs.pull,
        runs=Runs(least=3, most=3),
        claims=_of_lost_path,
    )


def _of_multipath(rows):
    """Say what a second path gives."""
    rate = rows.set_index(["paths", "specification"])["simulated"]
    gain = rate / rate[ALONE].reindex(rate.index, level="specification")
    linked, hosted = gain[:, "80/20"].drop(ALONE), gain[:, "50/50"].drop(ALONE)
    return [
        Claim(
            "A second path helps the mix that is bound by the link, and not the one that is bound "
            "by the target.",
            bool((linked > 1.1).all() and (hosted < 1.1).all()),
            "; ".join(
                f"{name}, {share}: {rate[ALONE, share]:.0f} to {rate[name, share]:.0f} MB/s, "
                f"{gain[name, share]:.2f} times"
                for name in linked.index
                for share in _SHARES
            )
            + ".",
            kind=OWN,
            tolerance="more than 1.1 times, less than 1.1 times",
        ),
        Claim(
            "MPIO with requests in turn gives what MC/S with commands in turn gives.",
            bool(is_near(rate[SESSIONS], rate[CONNECTIONS], 0.05).all()),
            "; ".join(
                f"{share}: {rate[SESSIONS, share]:.1f} and {rate[CONNECTIONS, share]:.1f} MB/s"
                for share in _SHARES
            )
            + ".",
            kind=OWN,
            tolerance="within 5 %",
        ),
    ]


def _of_lost_path(rows):
    """Check that nothing is lost with a path, and that it returns."""
    value = rows.set_index("figure")["simulated"]
    return [
        Claim(
            "With MPIO no request fails when a path is lost in mid-transfer; the other path "
            "carries what it can, and both do when the path is back.",
            bool(
                value["errors"] == 0
                and value["longest response"] < 3000
                and value["one path"] < 0.9 * value["both paths"]
                and is_near(value["both again"], value["both paths"], 0.05)
            ),
            f"{value['errors']:.0f} requests fail, the longest takes "
            f"{value['longest response']:.0f} ms; {value['both paths']:.1f} MB/s before, "
            f"{value['one path']:.1f} with one path, {value['both again']:.1f} at the end.",
            kind=OWN,
            tolerance="no request fails or takes 3 s; less than 0.9 times the throughput with one "
            "path; the same within 5 % at the end",
        )
    ]
