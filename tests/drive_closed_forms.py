# SPDX-License-Identifier: GPL-2.0-only
"""Means of random accesses to a drive of the catalogue, computed from its file alone."""

from statistics import fmean, stdev

import numpy as np
from ns3_iscsi.drives import source_files


def read_drive_file(name):
    """Give the lines of a drive file by keyword, each as a list of words.

    A zone has as its last word the sectors at its front that hold no block, if there are any.
    """
    [path] = source_files(name)
    lines = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            keyword, *values = line.split()
            if keyword == "zone_reserved":
                lines["zone"][-1] += values
            else:
                lines.setdefault(keyword, []).append(values)
    return lines


def blocks_of_cylinders(drive_file):
    """Give the blocks of each cylinder."""
    heads = int(drive_file["heads"][0][0])
    blocks = np.zeros(int(drive_file["cylinders"][0][0]))
    for zone in drive_file["zone"]:
        first, last, sectors, _, _, spares, *reserved = map(int, zone)
        room = heads * sectors
        before = np.arange(last - first + 1) * room
        end = (last - first + 1) * room - spares
        held = np.clip(end - before, 0, room) - np.clip(sum(reserved) - before, 0, room)
        blocks[first : last + 1] = held
    capacity = int(drive_file["blocks"][0][0])
    return np.diff(np.minimum(blocks.cumsum(), capacity), prepend=0)


def mean_turn(drive_file, blocks, count):
    """Give the mean part of a revolution that ``count`` blocks take, with switches of tracks."""
    heads = int(drive_file["heads"][0][0])
    turn = 0
    for zone in drive_file["zone"]:
        first, last, sectors, track_skew, cylinder_skew = map(int, zone[:5])
        skew = ((heads - 1) * track_skew + cylinder_skew) / heads
        passed = count + (count - 1) / sectors * skew
        turn += blocks[first : last + 1].sum() * passed / sectors
    return turn / blocks.sum()


def mean_over_pairs(curve, blocks):
    """Give the mean of a seek curve over all pairs of blocks.

    :param curve: the times for 1, 2, ... cylinders, to the distance of the outermost two
    :param blocks: the blocks of each cylinder
    """
    cylinders = len(blocks)
    share = blocks / blocks.sum()
    pairs = np.fft.irfft(np.abs(np.fft.rfft(share, 4 * cylinders)) ** 2)
    return 2 * float(pairs[1:cylinders] @ curve)


def assert_stage_means(rows, expected, wait_ms):
    """Compare the mean times of requests with expected ones, by four standard errors.

    :param rows: a row per request
    :param expected: the expected means by name of the stage, milliseconds
    :param wait_ms: how much later at most read-ahead lets the drive begin, in the mean
    """
    for stage, mean in expected.items():
        times = [1e3 * float(row[stage]) for row in rows]
        error = 4 * stdev(times) / len(times) ** 0.5
        wait = wait_ms if stage == "at_drive_s" else 0
        assert -error < fmean(times) - mean < error + wait, stage
