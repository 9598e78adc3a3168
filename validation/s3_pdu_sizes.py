# SPDX-License-Identifier: GPL-2.0-only
"""S3, figure 9: the size of PDUs against the burst."""

from . import s3, s3_pdus
from .experiment import Experiment

PDUS = (512, 1024, 2048, 4096, 8192)
BURSTS = (1, 4, 16, 64, 256, 1024, 4096)
#: Bursts of the writes that show what R2Ts would do, KB.
_WRITE_BURSTS = (64, 256)
_QUICK = ((512, 1024, 8192), (1, 1024))
_QUICK_WRITES = ((512, 8192), (64,))


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = [
        s3_pdus.cell(parameters, "read", pdu, burst, pdu in _QUICK[0] and burst in _QUICK[1])
        for pdu in PDUS
        for burst in BURSTS
    ]
    cells += [
        s3_pdus.cell(
            parameters, mode, pdu, burst, pdu in _QUICK_WRITES[0] and burst in _QUICK_WRITES[1]
        )
        for mode in s3_pdus.WRITES
        for pdu in PDUS
        for burst in _WRITE_BURSTS
    ]
    return [
        Experiment(
            "fig. 9",
            "PDU size against the burst",
            "Reads across the network of figure 7, four at a time, with PDUs of 512 bytes to 8 KB. "
            "The paper explains the difference by R2Ts, which reads do not have. Writes are added "
            "to show the effect of R2Ts: one per PDU, with a MaxBurstLength as short as a PDU, and "
            "one per 256 KB, RFC 7143's default.",
            cells,
            column="steady_mb_per_s",
            runs=s3_pdus.RUNS,
            further=(*s3.STAGES, "pdus_data_in", "pdus_r2t", "requests"),
            claims=s3_pdus.claims(parameters),
            pictures=s3_pdus.draw,
        )
    ]
