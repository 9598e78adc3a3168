# SPDX-License-Identifier: GPL-2.0-only
"""The drive Ultrastar18ES: what the catalogue says of it, and its random reads over iSCSI."""

from statistics import fmean

import numpy as np
import pytest
from drive_closed_forms import (
    assert_stage_means,
    blocks_of_cylinders,
    mean_over_pairs,
    mean_turn,
    read_drive_file,
)
from ns3_iscsi.drives import read_catalogue
from san_runs import read_rows, run

NAME = "Ultrastar18ES"

#: A command and 4 KB of data cross the drive's bus and a link of 1 Gb/s in less than this.
NETWORK_MS = 0.1


@pytest.fixture(scope="module")
def drive_file():
    """Give the lines of the drive file by keyword, each as a list of words."""
    return read_drive_file(NAME)


def test_the_catalogue_has_it():
    row = read_catalogue().loc[NAME]
    assert (row["capacity_gb"], row["cylinders"], row["heads"]) == (18.35, 11474, 10)
    assert row["rpm"] == 7200
    assert row["about"].startswith("IBM DNES-318350W")


def test_its_blocks_are_where_the_zones_say(drive_file):
    blocks = blocks_of_cylinders(drive_file)
    assert blocks.sum() == 35843670
    assert list(np.flatnonzero(blocks)[[0, -1]]) == [1, 11383]
    assert not blocks[::257].any()


def mean_seek_ms(drive_file, blocks):
    """Give the mean of the curve through the file's points over all pairs of blocks."""
    points = np.array(drive_file["seek"], dtype=float)
    return mean_over_pairs(np.interp(np.arange(1, len(blocks)), *points.T), blocks)


def longest_mean_wait_ms(drive_file):
    """Give a bound of the mean wait for read-ahead: half a sector, and a switch if one is begun."""
    revolution = 60e3 / float(drive_file["rpm"][0][0])
    sectors, track_skew, cylinder_skew = map(int, drive_file["zone"][-1][2:5])
    meanwhile = NETWORK_MS + float(drive_file["read_miss_ms"][0][1])
    switch = revolution * max(track_skew, cylinder_skew) / sectors
    return revolution / sectors / 2 + switch * meanwhile / revolution


def test_random_reads_take_what_the_closed_form_gives(tmp_path, drive_file):
    """Overhead, seek, half a revolution, eight sectors; the rest is bus and network."""
    options = ("--workload=closed", "--queueDepth=1", "--size=4096", "--readFraction=1")
    path = ("--drives=1", "--delay=0s", "--linkRate=1Gbps", "--count=4000")
    run(tmp_path, *options, *path, f"--drive={NAME}")
    rows = read_rows(tmp_path)
    blocks = blocks_of_cylinders(drive_file)
    revolution = 60e3 / float(drive_file["rpm"][0][0])
    expected = {
        "at_drive_s": float(drive_file["read_miss_ms"][0][1]),
        "seek_done_s": mean_seek_ms(drive_file, blocks),
        "rotation_done_s": revolution / 2,
        "media_done_s": revolution * mean_turn(drive_file, blocks, 8),
    }
    assert_stage_means(rows, expected, longest_mean_wait_ms(drive_file))
    beside = ("arrived_at_target_s", "back_at_target_s", "answered_s")
    assert 0 < fmean(1e3 * sum(float(row[stage]) for stage in beside) for row in rows) < NETWORK_MS
