# SPDX-License-Identifier: GPL-2.0-only
"""S1, section User experience: the iSCSI disk shared over SMB."""

from . import s1, s1_claims, s1_runs
from .experiment import Cell, Experiment
from .groups import PREDICTED

#: Most that the paper saw, MB/s.
MOST = 45
#: MB of the file, and bytes of a read or write.
_FILE, _BLOCK = 64, 65536
_DIALECTS = {"SMB 2.1": "smb", "SMB1": "smb1"}


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    cells = [_cell(parameters, name, "read") for name in _DIALECTS]
    return [
        Experiment(
            "SMB",
            "The iSCSI disk as a share",
            "Another client reads large files from a share whose files are on the iSCSI disk; the "
            "paper gives the highest rate. A read of the client waits for one of the server from "
            "the disk behind iSCSI, which is a disk in memory that takes as long.",
            cells,
            scenario=s1_runs.share,
            unit=s1.UNIT,
            column="mib_per_s",
            claims=s1_claims.of_share,
        )
    ]


def options(parameters, dialect, operation):
    """Give the options of iscsi-san for a share.

    :param parameters: the paper's parameters
    :param dialect: ``smb`` or ``smb1``
    :param operation: ``read`` or ``write``
    """
    return s1.settings(
        parameters,
        "direct",
        "windows",
        "smb",
        device="ram",
        drives=1,
        workload="dd",
        ddOperation=operation,
        ddBlockSize=_BLOCK,
        ddCount=_FILE * s1_runs.MIB // _BLOCK,
    ) | {"fileService": dialect}


def _cell(parameters, name, operation):
    dialect = _DIALECTS[name]
    own = (MOST, MOST - 0.5, MOST + 0.5) if dialect == "smb" else ()
    return Cell(
        {"dialect": name, "operation": operation},
        options(parameters, dialect, operation),
        *own,
        group=PREDICTED,
    )
