# SPDX-License-Identifier: GPL-2.0-only
"""Mail is delivered to a Maildir: written to tmp, synced, and moved to new."""

import os
import random
from pathlib import Path

draw = random.Random(1)
box = Path("box")
for name in ("tmp", "new", "cur"):
    (box / name).mkdir(parents=True)
for number in range(150):
    draft = box / "tmp" / f"{number}.host"
    with draft.open("wb") as file:
        file.write(bytes(draw.randrange(1000, 20000)))
        file.flush()
        os.fsync(file.fileno())
    draft.rename(box / "new" / draft.name)
    folder = os.open(box / "new", os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
