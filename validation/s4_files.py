# SPDX-License-Identifier: GPL-2.0-only
"""S4, figure 6: dd reads a file over normal iSCSI and over NFS."""

from . import s4, s4_claims, s4_pictures

#: Sizes of dd's blocks, bytes, and bytes of the file.
BLOCKS = tuple(2**n for n in range(12, 18))
FILE = 4 * 2**20
ISCSI, NFS = "iSCSI", "NFS"


def _options(parameters, service, block):
    options = parameters.settings("radio", "tcp", "drive", "files")
    if service == NFS:
        options |= parameters.settings("nfs")
    return options | {"ddBlockSize": block, "ddCount": FILE // block}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s4.cell(
            {"block KB": block // 1024, "service": service},
            _options(parameters, service, block),
            is_quick=False,
        )
        for service in (ISCSI, NFS)
        for block in BLOCKS
    ]
    return [
        s4.experiment(
            "figure 6",
            "dd over iSCSI and NFS",
            "dd reads a file of 4 MB through the page cache, with the file system at the initiator "
            "and one connection of iSCSI, or at the server with NFS 3 over TCP. Hosts cost nothing "
            "here, because file services have no such costs in the model.",
            cells,
            column="copy_mb_per_s",
            claims=s4_claims.files,
            pictures=lambda rows: s4_pictures.by_size(rows, "service", x="block KB"),
        )
    ]
