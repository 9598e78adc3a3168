# SPDX-License-Identifier: GPL-2.0-only
"""What the Python tests share."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE_PATH = ROOT / "bindings" / "python"

sys.path.insert(0, str(PACKAGE_PATH))


@pytest.fixture
def run_python():
    """Give a function that runs a text in a Python of its own and returns the finished process."""

    def run(text, cwd=ROOT, **variables):
        return subprocess.run(
            [sys.executable, "-c", text],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(PACKAGE_PATH), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return run
