# SPDX-License-Identifier: GPL-2.0-only
"""The package as `pip install .` leaves it in an environment that holds nothing else.

NS3_ISCSI_INSTALLED names that environment; continuous integration makes it. What the commands are
is checked without it, too.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
PROGRAMS = [name for name, entry in SCRIPTS.items() if entry == "ns3_iscsi.build_info:run_program"]
ENVIRONMENT = os.environ.get("NS3_ISCSI_INSTALLED")

installed = pytest.mark.skipif(
    not ENVIRONMENT, reason="NS3_ISCSI_INSTALLED names no environment with the package"
)


def run(command, folder):
    """Run a command as a user would whose PATH begins with the environment's programs."""
    return subprocess.run(
        command,
        cwd=folder,
        env={"PATH": f"{ENVIRONMENT}/bin:/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
    )


def test_commands_are_programs_of_the_build():
    assert "iscsi-san" in PROGRAMS
    assert [name for name in PROGRAMS if not (ROOT / "build/bin" / name).is_file()] == []


@installed
@pytest.mark.parametrize("name", SCRIPTS)
def test_command(name, tmp_path):
    done = run([name, "--help"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert name in done.stdout


@installed
def test_run_from_an_empty_folder(tmp_path):
    done = run(["iscsi-san", "--count=10", "--drive=Cheetah9LP", "--output=out"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "out/summary.json").read_text())["requests"] == 10


@installed
def test_sweep_of_two_points(tmp_path):
    text = """
from ns3_iscsi import San, plot, sweep
table = sweep(San(count=10), {"delay": ["1ms", "2ms"]}, folder="results", quiet=True)
assert table["error"].isna().all(), table["output"][0]
assert list(table["delay"]) == ["1ms", "2ms"]
plot.save(plot.throughput(table, x="delay"), "throughput")
"""
    done = run(["python", "-c", text], tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "throughput.png").stat().st_size > 1000


@installed
def test_bindings_that_were_not_asked_for(tmp_path):
    done = run(["python", "-c", "from ns3_iscsi import ns"], tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: ns-3's Python package is missing")
