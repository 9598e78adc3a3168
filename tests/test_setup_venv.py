# SPDX-License-Identifier: GPL-2.0-only
"""What tools/setup-venv installs, and what it says where something is missing."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools/setup-venv"

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
    result = set_up(tmp_path, {**TOOLS, **changed})
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == line + "\n"
    assert not (tmp_path / ".venv").exists()


def test_unknown_stage(tmp_path: Path) -> None:
    result = set_up(tmp_path, TOOLS, "picture")
    assert result.returncode == 1
    assert result.stderr == "there is no stage picture: build, pictures or all\n"


@pytest.mark.parametrize(
    ("stage", "more", "packages"),
    [
        ("build", " --no-deps", ["ns3==3.44.post0", "cmake", "ninja"]),
        (
            "pictures",
            "",
            [
                "matplotlib",
                "pandas",
                "zstandard",
                "tqdm",
                'tomli ; python_version < "3.11"',
                "tomli-w",
                "jinja2",
                "argcomplete",
            ],
        ),
    ],
)
def test_stage_installs_its_packages(
    tmp_path: Path, stage: str, more: str, packages: list[str]
) -> None:
    shutil.copy(ROOT / "requirements.in", tmp_path)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    # It answers where its packages are.
    python.write_text(
        '#!/bin/sh\necho "$@" >>calls\n'
        'if [ "$1" = -m ]; then cat >packages; elif [ -n "$2" ]; then echo .venv; fi\n'
    )
    python.chmod(0o755)
    result = set_up(tmp_path, TOOLS, stage)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    calls = (tmp_path / "calls").read_text().splitlines()
    pip = "-m pip install --quiet --disable-pip-version-check"
    read = "--constraint requirements.txt --requirement /dev/stdin"
    assert [call for call in calls if call.startswith("-m")] == [f"{pip} {read}{more}"]
    assert (tmp_path / "packages").read_text().splitlines() == packages
    assert os.access(tmp_path / ".venv/bin/ns3-iscsi", os.X_OK) == (stage == "pictures")
    assert (tmp_path / ".venv/ns3-iscsi.pth").exists() == (stage == "pictures")


def test_every_package_belongs_to_a_stage_and_is_pinned() -> None:
    text = (ROOT / "requirements.in").read_text()
    assert re.findall(r"^# Stage (\w+):", text, re.MULTILINE) == ["build", "pictures", "all"]
    before, _, _ = text.partition("# Stage build:")
    assert not re.search(r"^[a-z]", before, re.MULTILINE)
    pins = (ROOT / "requirements.txt").read_text()
    pinned = re.findall(r"^([\w-]+)==", pins.lower(), re.MULTILINE)
    assert set(re.findall(r"^[a-z][\w-]*", text, re.MULTILINE)) <= set(pinned)


def set_up(folder: Path, tools: dict, *arguments: str) -> subprocess.CompletedProcess:
    """Runs the script in a folder, with nothing but these tools in PATH."""
    programs = folder / "bin"
    programs.mkdir()
    for tool in ("sh", "cat", "chmod", "cut", "sed"):
        (programs / tool).symlink_to(shutil.which(tool))
    for name, text in tools.items():
        if text is not None:
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)
    return subprocess.run(
        [SCRIPT, *arguments],
        cwd=folder,
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )
