# SPDX-License-Identifier: GPL-2.0-only
"""Precompiled headers: used when fresh, never when older than what they were made from."""

import os
import subprocess
import sys

import pytest
from ns3_iscsi import precompiled

VARIABLE = "CLING_STANDARD_PCH"


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "libns3-core.so"
    path.touch()
    return path


@pytest.fixture
def config(library):
    modules = [{"name": "core", "library": str(library)}]
    ns3 = {"include_dir": "/nowhere", "modules": modules}
    return {"definitions": ["NS3_LOG_ENABLE", "HAVE_GSL"], "ns3": ns3}


@pytest.fixture
def made(tmp_path, config, monkeypatch):
    """Give the path of a file as if it had just been made, with no cppyy in this process."""
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delitem(sys.modules, "cppyy", raising=False)
    path = tmp_path / "ns3.pch"
    path.touch()
    return path


def offered(config):
    with precompiled.offered(config):
        return os.environ.get(VARIABLE)


def test_fresh_file_is_offered_for_the_import_only(config, made):
    assert precompiled.is_fresh(config)
    assert offered(config) == str(made)
    assert VARIABLE not in os.environ


def test_older_than_ns3(config, made, library):
    after = made.stat().st_mtime + 10
    os.utime(library, (after, after))
    assert not precompiled.is_fresh(config)
    assert offered(config) is None


def test_not_made(config, made):
    made.unlink()
    assert not precompiled.is_fresh(config)


def test_users_own_choice_stays(config, made, monkeypatch):
    monkeypatch.setenv(VARIABLE, "none")
    assert offered(config) == "none"
    assert os.environ[VARIABLE] == "none"


def test_too_late_for_an_imported_cppyy(config, made, monkeypatch):
    monkeypatch.setitem(sys.modules, "cppyy", os)
    assert offered(config) is None


def test_logging_switch_comes_after_the_macros(config):
    lines = precompiled.header_text(config).splitlines()
    first = ['#include "ns3/log.h"', "#ifndef NS3_LOG_ENABLE", "#define NS3_LOG_ENABLE", "#endif"]
    assert lines[:4] == first
    assert lines[4:6] == ['#include "ns3/core-module.h"', '#include "ns3/network-module.h"']
    config["definitions"] = []
    assert "NS3_LOG_ENABLE" not in precompiled.header_text(config)


def test_failure_leaves_nothing_behind(config, made, monkeypatch, capsys):
    made.unlink()
    monkeypatch.setattr(precompiled, "read_config", lambda: config)

    def fail(command, **options):
        raise subprocess.CalledProcessError(1, "makepch")

    monkeypatch.setattr(subprocess, "run", fail)
    assert precompiled.main() == 0
    assert "will load slower" in capsys.readouterr().err
    assert [path.name for path in made.parent.iterdir()] == ["libns3-core.so"]
