# SPDX-License-Identifier: GPL-2.0-only
"""Checks that each header of the modules compiles alone: make headers.

A source file that includes its own header first has shown that already when it was compiled. The
others are compiled here, up to the syntax only, with the flags of a source of their module.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_first_in_its_source(header: Path) -> bool:
    """Whether the source file beside a header includes it before all others."""
    source = header.with_suffix(".cc")
    if not source.is_file():
        return False
    first = re.search(r'^#include\s+["<]([^">]+)', source.read_text(), re.MULTILINE)
    return first is not None and first[1] == header.name


def read_flags(commands: Path) -> dict[str, list[str]]:
    """Give the compiler's command for each module, without a file, from compile_commands.json."""
    flags = {}
    for one in json.loads(commands.read_text()):
        parts = Path(one["file"]).relative_to(ROOT).parts
        if parts[0] == "src" and parts[2] == "model" and parts[1] not in flags:
            words = shlex.split(one["command"])
            words = words[next(i for i, word in enumerate(words) if word.startswith("-D")) :]
            flags[parts[1]] = words[: words.index("-o")]
    return flags


def compile_alone(header: Path, flags: list[str]) -> str:
    """Compile a header up to its syntax and give what the compiler says."""
    command = [os.environ.get("CXX", "g++"), *flags, "-fsyntax-only", "-Werror", "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{header}"\n', capture_output=True, text=True)
    return done.stderr


def main() -> int:
    flags = read_flags(ROOT / "build/compile_commands.json")
    headers = sorted(
        path for part in ("model", "helper") for path in ROOT.glob(f"src/*/{part}/**/*.h")
    )
    alone = [header for header in headers if not is_first_in_its_source(header)]

    def check(header):
        return compile_alone(header, flags[header.relative_to(ROOT).parts[1]])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(check, alone) if text]
    print("\n".join(findings), end="")
    print(f"{len(headers)} headers, {len(alone)} compiled alone, {len(findings)} do not compile")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
