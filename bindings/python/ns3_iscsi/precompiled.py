# SPDX-License-Identifier: GPL-2.0-only
"""Precompiles ns-3's headers, which takes a good second and a half out of every import.

    python -m ns3_iscsi.precompiled

writes ``ns3.pch`` (65 MB) into the build folder, unless a fresh one is there. It replaces the file
of the standard library's headers that cppyy makes for itself. Nothing depends on it: without it, or
with one older than ns-3 or cppyy, or in a program that imported cppyy before, the headers are read.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from .build_info import build_dir, read_config
from .result_files import move_into_place

#: The modules of ns-3 that a storage network is built from.
NS3_MODULES = (
    "core",
    "network",
    "traffic-control",
    "internet",
    "point-to-point",
    "applications",
)

_VARIABLE = "CLING_STANDARD_PCH"


def header_text(config):
    """Give the C++ text that includes the headers of NS3_MODULES.

    :param config: what the build wrote about itself
    """
    # Some classes have more members where logging is on, as it is in the library: the switch must
    # be set for their headers. The logging macros themselves are settled by the first reading of
    # log.h, without the switch: their code would be compiled at every import for nothing.
    lines = ['#include "ns3/log.h"']
    if "NS3_LOG_ENABLE" in config["definitions"]:
        lines += ["#ifndef NS3_LOG_ENABLE", "#define NS3_LOG_ENABLE", "#endif"]
    return "\n".join(lines + [f'#include "ns3/{name}-module.h"' for name in NS3_MODULES])


def is_fresh(config):
    """Tell whether the file is there and newer than all it was made from."""
    sources = [_backend() / "include", *(module["library"] for module in config["ns3"]["modules"])]
    try:
        made = _path().stat().st_mtime
        return all(Path(source).stat().st_mtime <= made for source in sources)
    except OSError:
        return False


@contextlib.contextmanager
def offered(config):
    """Let cppyy, if it is first imported in this context, start from the file."""
    if "cppyy" in sys.modules or _VARIABLE in os.environ or not is_fresh(config):
        yield
        return
    os.environ[_VARIABLE] = str(_path())
    try:
        yield
    finally:
        # Programs started from this one may use another ns-3.
        del os.environ[_VARIABLE]


def make(config):
    """Write the file.

    :param config: what the build wrote about itself
    :raises subprocess.CalledProcessError: if cppyy's compiler does not take the headers
    """
    backend = _backend()
    folders = (backend / "include", config["ns3"]["include_dir"])
    with tempfile.TemporaryDirectory(dir=build_dir()) as scratch:
        header = Path(scratch) / "ns3.h"
        header.write_text(header_text(config))
        unfinished = Path(scratch) / "ns3.pch"
        command = [sys.executable, backend / "etc" / "dictpch" / "makepch.py", unfinished]
        subprocess.run(
            [*command, *(f"-I{folder}" for folder in folders), header],
            cwd=backend,
            env={**os.environ, "EXTRA_CLING_ARGS": " -O2 -march=native"},
            check=True,
            capture_output=True,
        )
        move_into_place(unfinished, _path())


def main():
    """Write the file unless a fresh one is there; failing is no error.

    :return: the exit status
    """
    config = read_config()
    if is_fresh(config):
        return 0
    print("Precompiling ns-3's headers for Python")
    try:
        make(config)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"Not precompiled, the Python package will load slower: {error}", file=sys.stderr)
    return 0


def _path():
    return build_dir().resolve() / "ns3.pch"


def _backend():
    return Path(find_spec("cppyy_backend").origin).parent


if __name__ == "__main__":
    sys.exit(main())
