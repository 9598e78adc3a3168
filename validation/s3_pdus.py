# SPDX-License-Identifier: GPL-2.0-only
"""Cells, claims and pictures of figure 9 of S3."""

from . import s3, s3_pictures
from .claims import OWN, Claim
from .experiment import Picture
from .framing import SEGMENT_HEADERS
from .s3_claims import CLOSE, PDU_HEADER, make, per_megabyte, spread

PER_PDU, PER_BURST = "write, R2T for each PDU", "write, R2T for each 256 KB"
WRITES = (PER_PDU, PER_BURST)
#: Bursts from here on are large, KB.
_LARGE = 256
#: What counts as no difference.
_EQUAL = 0.02
#: What a step from one size to the next may fall by accident.
_NOISE = 0.01
#: Time until counting begins, and for which it counts, s: least, and for each KB of a burst.
_WARM_UP, _COUNTED = (1, 0.0008), (1.5, 0.0025)
#: Runs of a cell.
RUNS = 3
#: The same for each R2T of a burst, where every PDU has one and each takes a round trip.
_WARM_UP_R2T, _COUNTED_R2T = 0.003, 0.01


def cell(parameters, mode, pdu, burst, is_quick):
    """Give a cell.

    :param parameters: the paper's parameters
    :param mode: read or one of WRITES
    :param pdu: data of a PDU, bytes
    :param burst: KB
    :param is_quick: whether the quick selection has it
    """
    changes = {
        "maxRecvDataSegmentLength": pdu,
        "size": 1024 * burst,
        "readFraction": float(mode == "read"),
        **_times(burst, 1024 * burst // pdu if mode == PER_PDU else 0),
    }
    if mode == PER_PDU:
        changes.update(maxBurstLength=pdu, firstBurstLength=pdu)
    tables = ("campus", "heavy", *(("solicited",) if mode in WRITES else ()))
    conditions = {"mode": mode, "PDU B": pdu, "burst KB": burst}
    return s3.cell(parameters, tables, conditions, changes, is_quick=is_quick)


def _times(burst, r2ts):
    """Give when counting begins and when the load ends.

    The drives need a while to fill the link, and there should be many bursts.

    :param burst: KB
    :param r2ts: R2Ts of a burst that each take a round trip
    """
    warm_up = max(_WARM_UP[0], burst * _WARM_UP[1], r2ts * _WARM_UP_R2T)
    counted = max(_COUNTED[0], burst * _COUNTED[1], r2ts * _COUNTED_R2T)
    return {"warmUp": f"{warm_up:g}s", "stop": f"{warm_up + counted:g}s", "count": 10**9}


def claims(parameters):
    """Give the function that checks what the paper says of figure 9.

    :param parameters: the paper's parameters
    """

    def check(rows):
        reads = rows[rows["mode"] == "read"]
        return [
            _size(reads),
            _small_bursts(reads),
            _count(reads),
            _cause(rows),
            _bound(reads),
            _link(reads, parameters.settings("tcp", "campus")),
        ]

    return check


def draw(rows):
    """Give the pictures of figure 9.

    :param rows: its results
    """
    reads = rows[rows["mode"] == "read"]
    ends = reads[reads["PDU B"].isin([512, 8192])].sort_values(["burst KB", "PDU B"])
    ends = ends[ends["burst KB"] <= 1024]
    writes = rows[rows["mode"].isin(WRITES)]
    burst = writes["burst KB"].max()
    return [
        Picture(
            "Throughput of reads against the burst. Up to 16 KB the drives are the limit; from 256 "
            "KB on, the link is the limit, and headers of 48 bytes matter.",
            s3_pictures.against_burst(reads, "mode", "PDU B", "Throughput (MB/s)"),
        ),
        Picture(
            "Components of the response times, shortest and longest PDUs: only the network time "
            "differs.",
            s3_pictures.stages(ends, ["burst KB", "PDU B"]),
        ),
        Picture(
            f"Writes of {burst} KB: the number of R2Ts depends on MaxBurstLength and not on the "
            "size of PDUs. Small PDUs wait for R2Ts only if every PDU is requested.",
            s3_pictures.r2t(writes[writes["burst KB"] == burst]),
        ),
    ]


def _size(reads):
    large = reads[reads["burst KB"] >= _LARGE]
    table = large.pivot_table(index="burst KB", columns="PDU B", values="simulated")
    steps = table.to_numpy()[:, 1:] / table.to_numpy()[:, :-1]
    gains = table.iloc[:, -1] / table.iloc[:, 0]
    text = ", ".join(f"{100 * (gain - 1):.1f} % at {burst} KB" for burst, gain in gains.items())
    return make(
        "pdu_size",
        steps.min() > 1 - _NOISE and gains.min() > 1,
        f"PDUs of 8 KB give more than those of 512 bytes by {text}. Headers of 48 bytes take 8.6 % "
        "of the link with the short PDUs and 0.6 % with the long ones.",
        tolerance=f"no step falls by more than {_NOISE:.0%}",
    )


def _small_bursts(reads):
    least = reads[reads["burst KB"] == reads["burst KB"].min()]["simulated"]
    largest = reads[reads["burst KB"] == reads["burst KB"].max()]["simulated"]
    return make(
        "pdu_small_bursts",
        spread(least) <= _EQUAL < spread(largest),
        f"Bursts of {reads['burst KB'].min()} KB differ by {100 * spread(least):.2f} %, those of "
        f"{reads['burst KB'].max()} KB by {100 * spread(largest):.1f} %.",
        tolerance=f"at most and more than {_EQUAL:.0%}",
    )


def _count(reads):
    found = {}
    for pdu in (8192, 1024):
        row = reads[(reads["burst KB"] == 1024) & (reads["PDU B"] == pdu)]
        found[pdu] = divmod(row["pdus_data_in"].item(), row["requests"].item())
    rests = {rest for _, rest in found.values()}
    return make(
        "pdu_count",
        {pdu: count for pdu, (count, _) in found.items()} == {8192: 128, 1024: 1024}
        and len(rests) == 1,
        f"Data-In PDUs counted for each read of 1 MB: {found[8192][0]:g} and {found[1024][0]:g}, "
        f"in addition to {rests.pop():g} at login.",
    )


def _cause(rows):
    reads = rows[rows["mode"] == "read"]
    writes = rows[rows["mode"].isin(WRITES)]
    writes = writes[writes["burst KB"] == writes["burst KB"].max()]
    counts, gains = {}, {}
    for mode, part in writes.groupby("mode"):
        part = part.sort_values("PDU B")
        counts[mode] = per_megabyte(part, "r2t").iloc[[0, -1]].tolist()
        gains[mode] = part["simulated"].iloc[-1] / part["simulated"].iloc[0]
    first, last = counts[PER_BURST]
    return make(
        "r2t_cause",
        reads["pdus_r2t"].sum() > 0,
        f"All reads together have {reads['pdus_r2t'].sum():g} R2Ts: RFC 7143 has them only for "
        f"writes, one per MaxBurstLength. Writes have {first:.4g} per MB with PDUs of 512 bytes "
        f"and {last:.4g} with 8 KB, and 8 KB are faster by {gains[PER_BURST]:.2f} for the same "
        "reason as reads, the headers. With one R2T per PDU the paper's explanation would apply: "
        f"then 8 KB are faster by {gains[PER_PDU]:.1f}.",
        is_right=False,
    )


def _link(reads, settings):
    """Check large bursts against what the link carries in closed form, which is not the paper's."""
    large = reads[reads["burst KB"] >= _LARGE]
    mss = settings["segmentSize"]
    rate = float(settings["linkRate"].removesuffix("Mbps")) / 8 * mss / (mss + SEGMENT_HEADERS)
    share = large["simulated"] / (rate * large["PDU B"] / (large["PDU B"] + PDU_HEADER))
    return Claim(
        "Large bursts fill the link except for headers.",
        bool(abs(share - 1).max() <= CLOSE),
        f"{share.min():.4f} to {share.max():.4f} of its capacity without the headers of PDUs and "
        "segments.",
        kind=OWN,
        tolerance=f"within {CLOSE:.0%}",
    )


def _bound(reads):
    longest = reads["burst KB"].max()
    return make(
        "burst_bound",
        longest * 1024 <= 262144,
        "RFC 7143 (13.13) limits a sequence and not a command: with a MaxBurstLength of 262144, "
        f"reads of {longest * 1024} bytes are one command each and succeed.",
        is_right=False,
    )
