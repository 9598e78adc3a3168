# SPDX-License-Identifier: GPL-2.0-only
"""Reads from compile_commands.json with which flags the build compiles a source."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def read_flags(commands: Path = ROOT / "build/compile_commands.json") -> Iterator[tuple]:
    """Give each source, as a path below the root, and its flags, without compiler and files."""
    for one in json.loads(commands.read_text()):
        words = shlex.split(one["command"])
        first = next(i for i, word in enumerate(words) if word.startswith("-D"))
        yield Path(one["file"]).relative_to(ROOT), words[first : words.index("-o")]
