# SPDX-License-Identifier: GPL-2.0-only
"""S1, section User experience: robocopy through the initiator's page cache."""

from . import s1, s1_copies, s1_copy_claims, s1_copy_pictures
from .experiment import Cell, Experiment
from .groups import FITTED, PREDICTED
from .reference import read

#: Directories, files of each and bytes of a file by the paper's sets of files.
SETS = {
    "1x1GB": (1, 1, 2**30),
    "1024x1MB": (1, 1024, 2**20),
    "64x64x256KB": (64, 64, 2**18),
}
#: Sets and directions on which parameters were fitted.
_FITTED = {("1x1GB", "write"), ("64x64x256KB", "write"), ("64x64x256KB", "read")}
#: When a switch fails after the begin of a copy, and for how long, s; None for good.
FAILURES = [*([second, None] for second in (1, 2, 3, 4, 5, 6, 8, 10, 12, 14)), [2, 5]]
#: Figures of a failure: what they are called, and how their columns begin.
_LOSSES = {"lost": "lost", "in memory": "memory_at", "at the target": "held"}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [_copies(parameters), _write_behind(parameters), _failures(parameters)]


def options(parameters, files, direction, level=s1.PLAIN, network="direct"):
    """Give the options of iscsi-san for a copy.

    :param parameters: the paper's parameters
    :param files: one of SETS
    :param direction: ``write`` to the iSCSI disk or ``read`` from it
    :param level: one of s1.LEVELS
    :param network: the table of the network
    """
    directories, each, size = SETS[files]
    return s1.iscsi(
        parameters,
        level,
        "copy",
        f"copy_{direction}",
        network=network,
        workload="copy",
        copyStyle="Robocopy",
        copyThreads=1,
        copyDirectories=directories,
        copyFilesPerDirectory=each,
        copyFileSize=f"ns3::ConstantRandomVariable[Constant={size}]",
    )


def _copies(parameters):
    rows = read("s1_robocopy")
    link = Cell(
        {"files": "1x1GB", "direction": "write"},
        options(parameters, "1x1GB", "write"),
        column="link_percent",
        metric="link",
        unit="%",
    )
    return Experiment(
        "robocopy",
        "Copies through the page cache",
        "Robocopy copies a file of 1 GB, 1024 files of 1 MB or 64 folders of 64 files of 256 "
        "KB between a disk in the initiator's memory and the iSCSI disk, and finds how long "
        "it took. Windows writes the bytes to the target afterwards. In the model one file "
        "system holds both, and the files to be copied are in memory.",
        [*(_cell(parameters, row) for row in rows), link],
        scenario=s1_copies.copy,
        unit=s1.UNIT,
        column="mib_per_s",
        further=("copy_s", "written_s"),
        claims=s1_copy_claims.of_robocopy,
    )


def _cell(parameters, row):
    files, direction = row["file_set"], row["direction"]
    return Cell(
        {"files": files, "direction": direction},
        options(parameters, files, direction),
        row["throughput_MB_per_s"],
        *s1.rounding(row["throughput_MB_per_s"]),
        group=FITTED if (files, direction) in _FITTED else PREDICTED,
        is_quick=files == "1x1GB",
    )


def _write_behind(parameters):
    """Give the experiment that looks for what makes the link as idle as the paper saw it."""
    plain = options(parameters, "1x1GB", "write")
    variants = {
        **{("files", files): options(parameters, files, "write") for files in SETS},
        **{
            ("level", level): options(parameters, "1x1GB", "write", level)
            for level in (s1.ISCSI, s1.TCP)
        },
        ("network", "switch"): options(parameters, "1x1GB", "write", network="switched"),
        **{
            ("request", f"{kib} KB"): plain | {"cacheMaxRequestSize": kib * 1024}
            for kib in (8, 16, 32, 128)
        },
        ("depth", "2 requests"): plain | {"cacheWriteBackDepth": 2},
    }
    return Experiment(
        "write-behind",
        "What uses less of the link while Windows writes behind",
        "The paper saw 40 % of the link in use while the system wrote the file of 1 GB to the "
        "target. Here one thing at a time differs from the copy above. Only the first three are "
        "stated in the paper; requests and their number are what a host might do otherwise.",
        [
            Cell({"what": what, "value": value}, settings, is_quick=False)
            for (what, value), settings in variants.items()
        ],
        scenario=s1_copies.copy,
        metric="link",
        unit="%",
        column="link_percent",
        claims=s1_copy_claims.of_write_behind,
    )


def _failures(parameters):
    """Give the experiment with a switch that fails."""
    settings = options(parameters, "1x1GB", "write") | {"failures": FAILURES}
    cells = [
        Cell(
            {
                "second": at,
                "away": s1_copy_claims.FOR_GOOD if length is None else f"{length} s",
                "figure": figure,
            },
            settings,
            column=f"{column}_{at}" + ("" if length is None else f"s{length}"),
            is_quick=False,
        )
        for at, length in FAILURES
        for figure, column in _LOSSES.items()
    ]
    samples = range(len(s1_copies.SAMPLES))
    return Experiment(
        "switch failure",
        "A switch that fails while Windows writes behind",
        "The file of 1 GB is written again, with a switch between the hosts that fails so many "
        "seconds after the copy's begin: for good, until TCP, the initiator and the page cache "
        "give up, or for a while. Lost is what the program has copied by then, as far as it knows, "
        "and the target's disk was never given; in memory is what the initiator's page cache has "
        "at that second that is not acknowledged.",
        cells,
        metric="amount",
        scenario=s1_copies.fail,
        unit="MiB",
        further=(
            "mib_per_s",
            *(f"{name}_{number}" for name in s1_copies.SERIES for number in samples),
        ),
        claims=s1_copy_claims.of_failures,
        pictures=s1_copy_pictures.over_time,
    )
