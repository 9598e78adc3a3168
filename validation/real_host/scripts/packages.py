# SPDX-License-Identifier: GPL-2.0-only
"""Packages are unpacked as dpkg does: each file under a new name, all synced, then all renamed."""

import os
import random
from pathlib import Path

draw = random.Random(2)
for package in range(6):
    folder = Path("usr") / f"package{package}"
    folder.mkdir(parents=True)
    names = [folder / f"file{number}" for number in range(40)]
    for name in names:
        name.with_suffix(".dpkg-new").write_bytes(bytes(int(draw.lognormvariate(8.5, 1.2))))
    for name in names:
        file = os.open(name.with_suffix(".dpkg-new"), os.O_WRONLY)
        os.fsync(file)
        os.close(file)
        name.with_suffix(".dpkg-new").rename(name)
    status = Path("status-new")
    with status.open("wb") as file:
        file.write(bytes(100000))
        file.flush()
        os.fsync(file.fileno())
    status.rename("status")
