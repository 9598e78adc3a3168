# SPDX-License-Identifier: GPL-2.0-only
"""What pip calls to build a wheel: scikit-build-core, with ns-3's wheel unpacked for it.

If ns-3 were named as a requirement of the build, pip would first compile cppyy, which ns-3's wheel
asks for and no build needs.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from scikit_build_core import build
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

#: The wheel of ns-3 that the package is built against, and runs with.
NS3 = "ns3==3.44.post0"

#: The variable of the environment that tells CMake where its package is.
FOLDER = "ns3_DIR"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with ns3_at_hand():
        return build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with ns3_at_hand():
        return build.build_editable(wheel_directory, config_settings, metadata_directory)


#: The environment that make has set up.
MADE = Path(".venv")

#: What pip leaves of the wheel of ns-3 in an environment.
RECORD = f"lib/python3.*/site-packages/{NS3.replace('==', '-')}.dist-info"


@contextlib.contextmanager
def ns3_at_hand():
    """Let CMake find ns-3: the one that is installed, or else one unpacked for the time.

    After make both ns-3 and CMake are those of its environment, so that a compiler cache knows what
    is compiled.
    """
    if FOLDER in os.environ or find_spec("ns3"):
        yield
    elif any(MADE.glob(RECORD)):
        with changed("PATH", f"{MADE.absolute() / 'bin'}:{os.environ['PATH']}"):
            yield
    else:
        with tempfile.TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
            subprocess.run([*pip, folder, NS3], check=True)
            with changed(FOLDER, str(Path(folder) / "ns3" / "lib64" / "cmake" / "ns3")):
                yield


@contextlib.contextmanager
def changed(name, value):
    """Change a variable of the environment for a time."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
