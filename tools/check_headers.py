# SPDX-License-Identifier: GPL-2.0-only
"""Checks that each source and each header of the modules compiles alone: make headers.

The build compiles sources in batches, where one may use what another has included. Here each is
compiled by itself, up to the syntax only, with the flags of its module. A header that its source
includes first is seen with that; the other headers are compiled alone.
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


def module_flags(flags: dict[Path, list[str]]) -> dict[str, list[str]]:
    """Give for each module the flags of a batch of its models.

    :param flags: those of each batch and of each source that is in none
    """
    found = {}
    for source, words in flags.items():
        batch = re.fullmatch(r"build/src/([^/]+)/CMakeFiles/\1\.dir/Unity/[^/]+", source.as_posix())
        if batch:
            found.setdefault(batch[1], words)
    return found


def compile_alone(source: Path, flags: list[str]) -> str:
    """Compile a source or a header up to its syntax and give what the compiler says."""
    command = [os.environ.get("CXX", "g++"), *flags, "-O0", "-fsyntax-only", "-Werror"]
    command += ["-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{source}"\n', capture_output=True, text=True)
    return done.stderr


def main() -> int:
    own = dict(read_flags())
    flags = module_flags(own)
    found = {
        suffix: sorted(
            path for part in ("model", "helper") for path in ROOT.glob(f"src/*/{part}/**/*{suffix}")
        )
        for suffix in (".cc", ".h")
    }
    alone = found[".cc"] + [path for path in found[".h"] if not is_first_in_its_source(path)]

    def check(path):
        path = path.relative_to(ROOT)
        return compile_alone(ROOT / path, own.get(path, flags[path.parts[1]]))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(check, alone) if text]
    print("\n".join(findings), end="")
    print(
        f"{len(found['.cc'])} sources, {len(found['.h'])} headers, "
        f"{len(alone)} compiled alone, {len(findings)} do not compile"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
