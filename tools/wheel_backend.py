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


#: What pip leaves of that wheel in the environment that make has set up, where CMake looks, too.
IN_ENVIRONMENT = f".venv/lib/python3.*/site-packages/{NS3.replace('==', '-')}.dist-info"


@contextlib.contextmanager
def ns3_at_hand():
    """Let CMake find ns-3: the one that is installed, or else one unpacked for the time."""
    if FOLDER in os.environ or find_spec("ns3") or any(Path().glob(IN_ENVIRONMENT)):
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        subprocess.run([*pip, NS3], check=True)
        os.environ[FOLDER] = str(Path(folder) / "ns3" / "lib64" / "cmake" / "ns3")
        try:
            yield
        finally:
            del os.environ[FOLDER]
