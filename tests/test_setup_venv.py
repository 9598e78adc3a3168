# SPDX-License-Identifier: GPL-2.0-only
"""What tools/setup-venv says where something is missing: one line with the Debian package."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "tools/setup-venv"

# Stand-ins for the tools, as shell scripts. This python3 answers every question with yes.
TOOLS = {"git": "exit 0", "g++": "echo 12", "python3": "exit 0"}
NO_VENV = 'case "$2" in *ensurepip*) exit 1 ;; esac'


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"git": None}, "git is missing: install the package git"),
        ({"g++": None}, "g++ is missing: install the package g++"),
        (
            {"g++": "echo 11"},
            "g++ 11 is too old, 12 or later is needed: "
            "install the package g++-12 and set CXX=g++-12",
        ),
        ({"python3": None}, "python3 (3.10 to 3.13) is missing: install the package python3"),
        ({"python3": "exit 1"}, "python3 (3.10 to 3.13) is missing: install the package python3"),
        ({"python3": NO_VENV}, "python3's venv is missing: install the package python3-venv"),
    ],
)
def test_missing_tool_is_named(tmp_path: Path, changed: dict, line: str) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in ("sh", "cut"):
        (programs / tool).symlink_to(shutil.which(tool))
    for name, text in {**TOOLS, **changed}.items():
        if text is not None:
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)

    result = subprocess.run(
        [SCRIPT],
        cwd=tmp_path,
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == line + "\n"
    assert not (tmp_path / ".venv").exists()
