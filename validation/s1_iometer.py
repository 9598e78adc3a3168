# SPDX-License-Identifier: GPL-2.0-only
"""S1, section IOMETER: a file server's mix of requests, 60 at a time."""

import functools

from . import s1, s1_claims, s1_pictures, s1_runs
from .baselines import ClosedForm
from .experiment import Cell, Experiment, Runs
from .groups import CAPPED, FITTED
from .reference import FOLDER, read

#: Specifications in IOMeter's configuration, by what the paper calls them.
SPECIFICATIONS = {
    "DELL file server 80/20": "DELL Simulated File Server",
    "DELL file server 50/50": "DELL Simulated File Server 50/50",
}
CONFIGURATION = FOLDER / "s1_iometer.icf"
#: Columns of the paper's tables: name in the results, level, network.
COLUMNS = {
    "notweaks": ("80/20", s1.PLAIN, "direct"),
    "iscsitweaks": ("80/20 iSCSI tweaks", s1.ISCSI, "direct"),
    "tcp&iscsitweaks": ("80/20 TCP and iSCSI tweaks", s1.TCP, "direct"),
    "intelNICteam_norm": ("80/20 Intel", s1.PLAIN, "switched"),
    "intelNICteam_50-50": ("50/50 Intel", s1.PLAIN, "switched"),
}
#: Columns on which parameters were fitted.
FITTED_COLUMNS = ("tcp&iscsitweaks", "intelNICteam_50-50")
#: Independent results: the rates of these columns. The other columns have the rate of the first,
#: which is the link's, and the other numbers follow from the rate, the mix and Little's law.
INDEPENDENT = {(column, "iops_total") for column in ("notweaks", *FITTED_COLUMNS)}
#: Figures of a run and units by the paper's metrics. A transaction of a disk is a request.
METRICS = {
    "iops_total": ("all_iops", "1/s"),
    "iops_read": ("read_iops", "1/s"),
    "iops_write": ("write_iops", "1/s"),
    "MBps_total": ("all_mib_per_s", s1.UNIT),
    "MBps_read": ("read_mib_per_s", s1.UNIT),
    "MBps_write": ("write_mib_per_s", s1.UNIT),
    "transactions": ("all_iops", "1/s"),
    "response_avg": ("all_ms", "ms"),
    "response_read": ("read_ms", "ms"),
    "response_write": ("write_ms", "ms"),
    "transaction_time_avg": ("all_ms", "ms"),
}
OUTSTANDING = 60
#: What a link of 1 Gb/s carries of segments of 1460 bytes in each direction, bytes in a second.
_LINK = 125e6 * 1460 / 1538
#: Rows whose number contradicts the response time of the same column and Little's law.
_CONTRADICTED = [
    (column, "transaction_time_avg")
    for column in ("iscsitweaks", "tcp&iscsitweaks", "intelNICteam_norm", "intelNICteam_50-50")
]
_TIMES = {"rampTime": "500ms", "stop": "5.5s", "count": 10**9}
#: Sizes are drawn at random, so runs scatter by a percent.
_RUNS = Runs(least=3, most=20, precision=0.01)


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_tables(parameters), _causes(parameters)]


def options(parameters, specification, level, network, *tables, **own):
    """Give the options of iscsi-san for IOMeter.

    :param parameters: the paper's parameters
    :param specification: one of SPECIFICATIONS' values
    :param level: one of s1.LEVELS
    :param network: the table of the network
    :param tables: further tables of parameters
    :param own: further options
    """
    load = {
        "workload": "iometer",
        "iometer": str(CONFIGURATION),
        "iometerSpecification": specification,
        "queueDepth": OUTSTANDING,
        **_TIMES,
    }
    return s1.iscsi(parameters, level, *tables, network=network, **load, **own)


def _tables(parameters):
    return Experiment(
        "IOMeter",
        "A file server's mix, 80/20 and 50/50",
        "One worker of IOMeter keeps 60 requests outstanding, all at random places: 10 % of 512 "
        "bytes, 60 % of 4 KB, 10 % of 64 KB and others, of which 80 % or 50 % are reads. Appendix "
        "B prints 0 % writes, a misprint. Average transaction times that contradict the response "
        "times of their own columns are left out.",
        [_cell(parameters, row) for row in read("s1_iometer")],
        scenario=s1_runs.requests,
        runs=_RUNS,
        closed_form=ClosedForm(
            "The link is busy in the direction that has more bytes; Little's law gives times.",
            closed_form,
        ),
        claims=functools.partial(s1_claims.of_iometer, _contradicted_times()),
        pictures=s1_pictures.iometer,
    )


def closed_form(conditions):
    """Give what the link alone allows, with hosts that cost nothing.

    :param conditions: those of a cell
    """
    reads = 0.5 if conditions["column"].startswith("50/50") else 0.8
    rate = _LINK / max(reads, 1 - reads)
    iops = rate / _mean_size()
    column, unit = METRICS[conditions["figure"]]
    share = {"read": reads, "write": 1 - reads}.get(column.partition("_")[0], 1)
    return {"1/s": share * iops, s1.UNIT: share * rate / 2**20, "ms": 1e3 * OUTSTANDING / iops}[
        unit
    ]


def _mean_size():
    """Give the mean size of a request, bytes: both specifications have the same sizes."""
    lines = [line.split(",") for line in CONFIGURATION.read_text().splitlines()]
    sizes = [(int(line[0]), int(line[1])) for line in lines if line[0].strip().isdigit()]
    return sum(size * percent for size, percent in sizes) / sum(percent for _, percent in sizes)


def _contradicted_times():
    """Give the paper's two times and its rate where the times contradict each other."""
    printed = {(row["configuration"], row["metric"]): row["value"] for row in read("s1_iometer")}
    return {
        COLUMNS[column][0]: tuple(
            printed[column, name] for name in (metric, "response_avg", "iops_total")
        )
        for column, metric in _CONTRADICTED
    }


def _cell(parameters, row):
    name, level, network = COLUMNS[row["configuration"]]
    column, unit = METRICS[row["metric"]]
    is_known = (row["configuration"], row["metric"]) not in _CONTRADICTED
    limits = s1.rounding(row["value"]) if is_known else (None, None)
    return Cell(
        {"column": name, "figure": row["metric"]},
        options(parameters, SPECIFICATIONS[row["access_spec"]], level, network),
        row["value"] if is_known else None,
        *limits,
        group=FITTED if row["configuration"] in FITTED_COLUMNS else CAPPED,
        is_capped=row["configuration"] not in FITTED_COLUMNS,
        is_independent=(row["configuration"], row["metric"]) in INDEPENDENT,
        column=column,
        metric=row["metric"],
        unit=unit,
    )


def _causes(parameters):
    """Give the experiment that leaves out what may be a limit."""
    mix = SPECIFICATIONS["DELL file server 80/20"]
    plain = parameters.settings("costs")["targetTimePerCommand"]
    variants = {
        "TCP tweaks, costs as without": (s1.TCP, {"targetTimePerCommand": plain}),
        "no costs of hosts": (
            s1.PLAIN,
            {name: 0 if "Byte" in name else "0us" for name in parameters.settings("costs")},
        ),
        "no interrupt moderation": (s1.PLAIN, {"interruptDelay": "0us"}),
    }
    cells = [
        Cell(
            {"column": name, "specification": share},
            options(parameters, specification, level, "direct") | own,
            is_quick=False,
        )
        for name, (level, own) in variants.items()
        for share, specification in (
            ("80/20", mix),
            ("50/50", SPECIFICATIONS["DELL file server 50/50"]),
        )
    ]
    return Experiment(
        "causes",
        "What limits IOMeter",
        "The same with something left out; the paper has no such numbers.",
        cells,
        scenario=s1_runs.requests,
        unit=s1.UNIT,
        column="all_mib_per_s",
        runs=_RUNS,
        claims=s1_claims.of_causes,
    )
