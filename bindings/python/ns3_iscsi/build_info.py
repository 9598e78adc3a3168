# SPDX-License-Identifier: GPL-2.0-only
"""Where the build is and what it holds: the reader of ns3-iscsi-config.json, which CMake writes."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

CONFIG_NAME = "ns3-iscsi-config.json"
BUILD_VARIABLE = "NS3_ISCSI_BUILD"
DATA_VARIABLE = "NS3_ISCSI_DATA"
SOURCE_ROOT = Path(__file__).resolve().parents[3]
#: Where libraries and programs are when pip installed the package.
INSTALLED = Path(__file__).resolve().parent / "_build"


def build_dir():
    """Give the build folder: what NS3_ISCSI_BUILD names, pip installed, or make built."""
    if os.environ.get(BUILD_VARIABLE):
        return Path(os.environ[BUILD_VARIABLE])
    return INSTALLED if INSTALLED.is_dir() else SOURCE_ROOT / "build"


def read_config():
    """Read what the build wrote about itself.

    :return: the content of ns3-iscsi-config.json, its paths absolute
    :raises ImportError: one line, if there is no finished build or its libraries are gone
    """
    path = build_dir() / CONFIG_NAME
    try:
        config = json.loads(path.read_text())
        _make_absolute(config, path.parent.resolve())
        libraries = [module["library"] for module in config["modules"]]
    except (OSError, ValueError, KeyError):
        raise ImportError(_advice(f"no build of ns3-iscsi in {path.parent}")) from None
    _check_libraries(libraries)
    return config


def version():
    """Give the version of this project: that of the build, or of the sources without one."""
    try:
        return read_config()["version"]
    except ImportError:
        return (SOURCE_ROOT / "VERSION").read_text().strip()


def check_bindings(config):
    """Check that all is there that C++ from Python needs beside the package: ns-3 and cppyy.

    :param config: what the build wrote about itself
    :raises ImportError: one line, if it is not
    """
    libraries = [module["library"] for module in config["ns3"]["modules"]]
    if find_spec("cppyy") and all(Path(library).is_file() for library in libraries):
        return
    if build_dir() == INSTALLED:
        remedy = "run `pip install '.[bindings]'` in the source tree of ns3-iscsi"
        raise ImportError(f"ns-3's Python package is missing, which `ns` needs: {remedy}")
    _check_libraries(libraries)
    raise ImportError(_advice("cppyy is missing, which `ns` needs"))


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
    """Give the variables by which an installed program finds its drives; others know theirs."""
    if build_dir() != INSTALLED:
        return {}
    folders = [os.environ.get(DATA_VARIABLE), str(INSTALLED / "data")]
    return {DATA_VARIABLE: ":".join(one for one in folders if one)}


def environment():
    """Give the environment for programs of the build."""
    return {**os.environ, **environment_changes()}


def output_of(name, *words):
    """Run a program of the build and give what it prints.

    :param name: the program's plain name
    :param words: its command line
    :raises FileNotFoundError: one line, if it was not built
    :raises ValueError: the last line that it said, if it fails
    """
    command = [program(name), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment())
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"{name}: status {done.returncode}"]
        raise ValueError(said[-1].removeprefix("error: "))
    return done.stdout


def run_program():
    """Become the program of the build that is called as this command of an installed package is."""
    path = program(Path(sys.argv[0]).name)
    os.execve(path, [path, *sys.argv[1:]], environment())


def _make_absolute(config, folder):
    """Make paths absolute that a wheel has relative to the file."""
    places = [(config, "include_dir"), (config["ns3"], "include_dir")]
    places += [(config["ns3"], "library_dir")]
    places += [(config, key) for key in ("bin_dir", "data_dir") if key in config]
    places += [(one, "library") for one in (*config["modules"], *config["ns3"]["modules"])]
    for holder, key in places:
        holder[key] = os.path.normpath(folder / holder[key])


def _check_libraries(libraries):
    for library in libraries:
        if not Path(library).is_file():
            raise ImportError(_advice(f"the build in {build_dir()} lacks {library}"))


def _advice(problem):
    return (
        f"{problem}: run `make build` in {SOURCE_ROOT}, or set {BUILD_VARIABLE} to a build folder"
    )
