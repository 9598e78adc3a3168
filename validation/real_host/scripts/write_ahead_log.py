# SPDX-License-Identifier: GPL-2.0-only
"""Records go to logs of fixed size as PostgreSQL's, and tables are written at checkpoints."""

import os
import random

SEGMENT, PAGE = 1 << 20, 8192

draw = random.Random(3)
table = os.open("table", os.O_RDWR | os.O_CREAT)
os.pwrite(table, bytes(256 * PAGE), 0)
os.fsync(table)
for segment in range(2):
    log = os.open(f"log{segment}", os.O_RDWR | os.O_CREAT)
    os.pwrite(log, bytes(SEGMENT), 0)
    os.fsync(log)
    position = 0
    for _ in range(100):
        os.pwrite(log, bytes(PAGE), position // PAGE * PAGE)
        os.fdatasync(log)
        position += draw.randrange(200, 9000)
    for _ in range(60):
        os.pwrite(table, bytes(PAGE), draw.randrange(256) * PAGE)
    os.fsync(table)
    os.close(log)
