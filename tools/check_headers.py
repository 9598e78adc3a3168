# SPDX-License-Identifier: GPL-2.0-only
"""Checks that each header of the modules compiles alone: make headers.

A source file that includes its own header first has shown that already when it was compiled. The
others are compiled here, up to the syntax only, with the flags of a source of their module.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compile_commands import ROOT, read_flags


def is_first_in_its_source(header: Path) -> bool:
    """Whether the source file beside a header includes it before all others."""
    source = header.with_suffix(".cc")
    if not source.is_file():
        return False
    first = re.search(r'^#include\s+["<]([^">]+)', source.read_text(), re.MULTILINE)
    return first is not None and first[1] == header.name


def module_flags() -> dict[str, list[str]]:
    """Give for each module the flags of a source of its models."""
    flags = {}
    for source, words in read_flags():
        if source.parts[0] == "src" and source.parts[2] == "model":
            flags.setdefault(source.parts[1], words)
    return flags


def compile_alone(header: Path, flags: list[str]) -> str:
    """Compile a header up to its syntax and give what the compiler says."""
    command = [os.environ.get("CXX", "g++"), *flags, "-fsyntax-only", "-Werror", "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{header}"\n', capture_output=True, text=True)
    return done.stderr


def main() -> int:
    flags = module_flags()
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
