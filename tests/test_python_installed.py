# SPDX-License-Identifier: GPL-2.0-only
"""The package as pip installs it: everything in its own folder, beside the package of ns-3."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PACKAGE_PATH, ROOT

BUILD = ROOT / "build"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Give a folder of packages that is laid out as a wheel's, without building one."""
    site = tmp_path_factory.mktemp("site")
    package = site / "ns3_iscsi"
    shutil.copytree(
        PACKAGE_PATH / "ns3_iscsi", package, ignore=shutil.ignore_patterns("__pycache__")
    )
    config = json.loads((BUILD / "ns3-iscsi-config.json").read_text())
    build = package / "_build"
    build.mkdir()
    for name in ("lib", "bin", "include"):
        (build / name).symlink_to(BUILD / name)
    (build / "data").symlink_to(config["data_dir"])
    (site / "ns3").symlink_to(Path(config["ns3"]["library_dir"]).parent)
    folder = Path(config["ns3"]["library_dir"]).name
    for module in config["modules"]:
        module["library"] = f"lib/{Path(module['library']).name}"
    for module in config["ns3"]["modules"]:
        module["library"] = f"../../ns3/{folder}/{Path(module['library']).name}"
    config["ns3"].update(include_dir="../../ns3/include", library_dir=f"../../ns3/{folder}")
    config.update(include_dir="include", data_dir="data", bin_dir="bin")
    (build / "ns3-iscsi-config.json").write_text(json.dumps(config))
    return site


def run(site, text, cwd):
    environment = {**os.environ, "PYTHONPATH": str(site)}
    environment.pop("NS3_ISCSI_BUILD", None)
    return subprocess.run(
        [sys.executable, "-c", text], cwd=cwd, env=environment, capture_output=True, text=True
    )


def test_sweep_from_an_empty_folder(site, tmp_path):
    text = """
from ns3_iscsi import San, build_info, sweep
from ns3_iscsi.drives import read_catalogue
assert build_info.build_dir() == build_info.INSTALLED
assert build_info.environment()["NS3_ISCSI_DATA"] == str(build_info.INSTALLED / "data")
table = sweep(San(count=10), {"delay": ["1ms", "2ms"]}, folder="results", quiet=True)
assert table["error"].isna().all(), table["output"][0]
assert "Cheetah9LP" in read_catalogue().index
"""
    done = run(site, text, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_version(site, tmp_path):
    text = """
import ns3_iscsi
from ns3_iscsi import build_info, cli
assert build_info.build_dir() == build_info.INSTALLED
print(ns3_iscsi.__version__)
cli.main(["--version"])
"""
    config = json.loads((BUILD / "ns3-iscsi-config.json").read_text())
    own, ns3 = config["version"], config["ns3"]["version"]
    done = run(site, text, tmp_path)
    said = f"{own}\nns3-iscsi {own}, ns-3 {ns3}\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_import_of_ns(site, tmp_path):
    text = """
from ns3_iscsi import ns
assert ns.DiskDrive and ns.CreateObject[ns.DiskDrive]().GetBlockSize() == 512
"""
    done = run(site, text, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def bare_site(site, tmp_path):
    """Give a folder of packages without those that C++ from Python needs."""
    bare = tmp_path / "bare"
    bare.mkdir()
    shutil.copytree(site / "ns3_iscsi", bare / "ns3_iscsi", symlinks=True)
    return bare


@pytest.mark.parametrize("name", ["ns", "connect", "load_modules"])
def test_bindings_without_the_package_of_ns3(bare_site, tmp_path, name):
    done = run(bare_site, f"from ns3_iscsi import {name}", tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: ns-3's Python package is missing, which `ns` needs: "
        "run `pip install '.[bindings]'` in the source tree of ns3-iscsi"
    )


def test_sweep_without_the_package_of_ns3(bare_site, tmp_path):
    text = """
from ns3_iscsi import San, sweep
from ns3_iscsi.drives import read_catalogue
table = sweep(San(count=10), {"delay": ["1ms", "2ms"]}, folder="results", quiet=True)
assert table["error"].isna().all(), table["output"][0]
assert "Cheetah9LP" in read_catalogue().index
"""
    done = run(bare_site, text, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_of_the_program(site, tmp_path):
    text = """
import sys
from ns3_iscsi.build_info import run_program
sys.argv = ["iscsi-san", "--count=10", "--output=out"]
run_program()
"""
    done = run(site, text, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "summary.json").exists()
