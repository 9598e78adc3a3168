# SPDX-License-Identifier: GPL-2.0-only
"""Makes a git repository with a history."""

import random
import subprocess
from pathlib import Path


def git(*words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *identity, "-C", "origin", *words], check=True)


draw = random.Random(4)
Path("origin").mkdir()
git("init", "--quiet")
for commit in range(8):
    for _ in range(25):
        file = Path("origin") / f"folder{draw.randrange(6)}" / f"file{draw.randrange(150)}"
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{draw.random()}\n" for _ in range(draw.randrange(10, 400))))
    git("add", "--all")
    git("commit", "--quiet", "--message", f"change {commit}", "--date", "2026-01-01T00:00:00Z")
