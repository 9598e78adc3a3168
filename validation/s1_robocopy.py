# SPDX-License-Identifier: GPL-2.0-only
"""S1, section User experience: robocopy through the initiator's page cache."""

from . import s1, s1_claims, s1_pictures, s1_runs
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


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    rows = read("s1_robocopy")
    loss = Cell(
        {"files": "1x1GB", "direction": "write"},
        options(parameters, "1x1GB", "write"),
        column="link_percent",
        metric="link",
        unit="%",
    )
    return [
        Experiment(
            "robocopy",
            "Copies through the page cache",
            "Robocopy copies a file of 1 GB, 1024 files of 1 MB or 64 folders of 64 files of 256 "
            "KB between a disk in the initiator's memory and the iSCSI disk, and finds how long "
            "it took. Windows writes the bytes to the target afterwards. In the model one file "
            "system holds both, and the files to be copied are in memory.",
            [*(_cell(parameters, row) for row in rows), loss],
            scenario=s1_runs.copy,
            unit=s1.UNIT,
            column="mib_per_s",
            further=("copy_s", "written_s", *(f"lost_{second}_mib" for second in range(1, 31))),
            claims=s1_claims.of_robocopy,
            pictures=s1_pictures.robocopy,
        )
    ]


def options(parameters, files, direction):
    """Give the options of iscsi-san for a copy.

    :param parameters: the paper's parameters
    :param files: one of SETS
    :param direction: ``write`` to the iSCSI disk or ``read`` from it
    """
    directories, each, size = SETS[files]
    return s1.iscsi(
        parameters,
        s1.PLAIN,
        "copy",
        f"copy_{direction}",
        workload="copy",
        copyStyle="Robocopy",
        copyThreads=1,
        copyDirectories=directories,
        copyFilesPerDirectory=each,
        copyFileSize=f"ns3::ConstantRandomVariable[Constant={size}]",
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
