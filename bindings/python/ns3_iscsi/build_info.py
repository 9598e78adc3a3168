# SPDX-License-Identifier: GPL-2.0-only
"""Where the build is and what it holds: the reader of ns3-iscsi-config.json, which CMake writes."""

import json
import os
from pathlib import Path

CONFIG_NAME = "ns3-iscsi-config.json"
BUILD_VARIABLE = "NS3_ISCSI_BUILD"
SOURCE_ROOT = Path(__file__).resolve().parents[3]


def build_dir():
    """Give the build folder: what NS3_ISCSI_BUILD names, or ``build`` in the source tree."""
    return Path(os.environ.get(BUILD_VARIABLE) or SOURCE_ROOT / "build")


def read_config():
    """Read what the build wrote about itself.

    :return: the content of ns3-iscsi-config.json
    :raises ImportError: one line, if there is no finished build or its libraries are gone
    """
    path = build_dir() / CONFIG_NAME
    try:
        config = json.loads(path.read_text())
        libraries = [module["library"] for module in config["ns3"]["modules"] + config["modules"]]
    except (OSError, ValueError, KeyError):
        raise ImportError(_advice(f"no build of ns3-iscsi in {path.parent}")) from None
    for library in libraries:
        if not Path(library).is_file():
            raise ImportError(_advice(f"the build in {path.parent} lacks {library}")) from None
    return config


def program(name):
    """Give the path of a program of the build.

    :param name: the program's plain name, for example ``iscsi-san``
    :raises FileNotFoundError: one line, if it was not built
    """
    path = build_dir() / "bin" / name
    if not path.is_file():
        raise FileNotFoundError(_advice(f"no program {name} in {path.parent}"))
    return path


def environment_changes():
    """Give the variables by which programs of the build find their data."""
    return {}


def environment():
    """Give the environment for programs of the build."""
    return {**os.environ, **environment_changes()}


def _advice(problem):
    return (
        f"{problem}: run `make build` in {SOURCE_ROOT}, or set {BUILD_VARIABLE} to a build folder"
    )
