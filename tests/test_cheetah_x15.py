# SPDX-License-Identifier: GPL-2.0-only
"""The drive CheetahX15-36LPFC: what the catalogue says of it, and its random reads over iSCSI."""

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

NAME = "CheetahX15-36LPFC"

#: A command and 4 KB of data cross a link of 1 Gb/s in less than this.
NETWORK_MS = 0.1

#: A command waits until a drive that reads ahead has finished its sector, or a switch before it.
READ_AHEAD_MS = 0.01


@pytest.fixture(scope="module")
def drive_file():
    """Give the lines of the drive file by keyword, each as a list of numbers or words."""
    return read_drive_file(NAME)


def test_the_catalogue_has_it():
    row = read_catalogue().loc[NAME]
    assert (row["capacity_gb"], row["cylinders"], row["heads"]) == (36.7, 18479, 8)
    assert row["rpm"] == 15000
    assert row["about"].startswith("Seagate ST336752FC")


def mean_seek_ms(drive_file, blocks):
    """Give the mean of Lee's curve over all pairs of blocks."""
    one, average, full = map(float, drive_file["seek_lee"][0])
    cylinders = len(blocks)
    distances = np.arange(1, cylinders)
    root = (-10 * one + 15 * average - 5 * full) / (3 * cylinders**0.5)
    slope = (7 * one - 15 * average + 8 * full) / (3 * cylinders)
    curve = root * np.sqrt(distances - 1) + slope * (distances - 1) + one
    return mean_over_pairs(curve, blocks)


def test_random_reads_take_what_the_closed_form_gives(tmp_path, drive_file):
    """Stage by stage: overhead, seek, half a revolution, eight sectors; the rest is the network."""
    options = ("--workload=closed", "--queueDepth=1", "--size=4096", "--readFraction=1")
    path = ("--drives=1", "--delay=0s", "--linkRate=1Gbps", "--count=4000")
    run(tmp_path, *options, *path, f"--drive={NAME}")
    rows = read_rows(tmp_path)
    blocks = blocks_of_cylinders(drive_file)
    revolution = 60e3 / float(drive_file["rpm"][0][0])
    expected = {
        "at_drive_s": float(drive_file["read_miss_ms"][0][0]),
        "seek_done_s": mean_seek_ms(drive_file, blocks),
        "rotation_done_s": revolution / 2,
        "media_done_s": revolution * mean_turn(drive_file, blocks, 8),
    }
    assert_stage_means(rows, expected, READ_AHEAD_MS)
    network = ("arrived_at_target_s", "answered_s")
    assert 0 < fmean(1e3 * sum(float(row[stage]) for stage in network) for row in rows) < NETWORK_MS
