# SPDX-License-Identifier: GPL-2.0-only
"""What the build system makes of modules, and what it says when something is wrong."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG = json.loads((ROOT / "build/ns3-iscsi-config.json").read_text())
# cmake and ninja stand beside the interpreter, also where that is not in PATH.
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the build system with one small module, `pebble`, that uses ns-3's core."""
    for name in ("CMakeLists.txt", "VERSION", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("cmake", "utils"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "scratch").mkdir()
    write_module(tmp_path, "pebble", "${libcore}")
    return tmp_path


def write_module(project: Path, name: str, libraries: str) -> None:
    """Writes a module with one function and one test suite that is named like it."""
    folder = project / "src" / name
    for part in ("model", "test"):
        (folder / part).mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(
        f"""build_lib(
          LIBNAME {name}
          SOURCE_FILES model/{name}.cc
          HEADER_FILES model/{name}.h
          LIBRARIES_TO_LINK {libraries}
          TEST_SOURCES test/{name}-test.cc
        )"""
    )
    (folder / f"model/{name}.h").write_text("int Weight();\n")
    (folder / f"model/{name}.cc").write_text(f'#include "{name}.h"\nint Weight() {{ return 3; }}\n')
    (folder / f"test/{name}-test.cc").write_text(
        f"""#include "ns3/{name}.h"
        #include "ns3/test.h"
        struct Weighing : ns3::TestCase
        {{
            Weighing() : TestCase("weighing") {{}}
            void DoRun() override {{ NS_TEST_ASSERT_MSG_EQ(Weight(), 3, "weight"); }}
        }};
        struct Suite : ns3::TestSuite
        {{
            Suite() : TestSuite("{name}")
            {{
                AddTestCase(new Weighing, TestCase::Duration::QUICK);
            }}
        }} g_suite;
        """
    )


def configure(project: Path, *options: str) -> subprocess.CompletedProcess:
    """Configures a project against the ns-3 this build uses, or the one that options name."""
    ns3 = str(Path(CONFIG["ns3"]["library_dir"]) / "cmake/ns3")
    return subprocess.run(
        [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            project,
            "-B",
            project / "build",
            f"-Dns3_DIR={ns3}",
            *options,
        ],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )


def fake_ns3(folder: Path, version: str) -> str:
    """Writes an empty CMake package ns3 of a version and returns the option that selects it."""
    folder.mkdir()
    (folder / "ns3Config.cmake").write_text("")
    (folder / "ns3ConfigVersion.cmake").write_text(f'set(PACKAGE_VERSION "{version}")\n')
    return f"-Dns3_DIR={folder}"


def test_old_ns3_is_refused(project: Path) -> None:
    result = configure(project, fake_ns3(project / "old", "3.43"))
    assert result.returncode != 0
    assert f"ns-3 3.43 in {project}/old is too old: ns-3 3.44 or later is needed" in " ".join(
        result.stderr.split()
    )


def test_missing_module_of_ns3_is_named(project: Path) -> None:
    write_module(project, "boulder", "${libcore} ${libgranite}")
    result = configure(project)
    assert result.returncode != 0
    assert "Module boulder needs ns-3 module granite" in " ".join(result.stderr.split())


def test_unknown_enabled_module_is_named(project: Path) -> None:
    result = configure(project, "-DNS3_ENABLED_MODULES=peble")
    assert result.returncode != 0
    assert "there is no module peble (there are: pebble)" in " ".join(result.stderr.split())


def test_modules_in_a_circle_are_named(project: Path) -> None:
    write_module(project, "hen", "${libegg}")
    write_module(project, "egg", "${libhen}")
    result = configure(project)
    assert result.returncode != 0
    assert "Modules need each other in a circle" in result.stderr


def test_enabled_modules_bring_what_they_need(project: Path) -> None:
    write_module(project, "amphora", "${libzither}")
    write_module(project, "zither", "${libcore}")
    result = configure(project, "-DNS3_ENABLED_MODULES=amphora")
    assert result.returncode == 0, result.stderr
    config = json.loads((project / "build/ns3-iscsi-config.json").read_text())
    assert [module["name"] for module in config["modules"]] == ["zither", "amphora"]


def test_headers_of_removed_modules_disappear(project: Path) -> None:
    write_module(project, "boulder", "${libcore}")
    assert configure(project).returncode == 0
    staged = project / "build/include/ns3"
    assert (staged / "boulder.h").exists() and (staged / "boulder-module.h").exists()
    shutil.rmtree(project / "src/boulder")
    assert configure(project).returncode == 0
    assert sorted(path.name for path in staged.iterdir()) == ["pebble-module.h", "pebble.h"]


def test_suites_and_scratch_programs_are_found(project: Path) -> None:
    (project / "scratch/throw.cc").write_text(
        '#include "ns3/pebble-module.h"\nint main() { return Weight(); }\n'
    )
    folder = project / "scratch/skip"
    folder.mkdir()
    (folder / "main.cc").write_text("int Bounces();\nint main() { return Bounces(); }\n")
    (folder / "bounces.cc").write_text("int Bounces() { return 5; }\n")
    assert configure(project).returncode == 0
    build = ["cmake", "--build", project / "build"]
    subprocess.run(build, check=True, capture_output=True, env=ENVIRONMENT)
    programs = project / "build/bin"
    assert subprocess.run([programs / "throw"], cwd="/", check=False).returncode == 3
    assert subprocess.run([programs / "skip"], cwd="/", check=False).returncode == 5
    ctest = ["ctest", "--test-dir", project / "build"]
    suites = subprocess.run(ctest, check=True, capture_output=True, text=True, env=ENVIRONMENT)
    assert "1/1 Test #1: pebble" in suites.stdout


def test_libraries_are_not_taken_for_those_of_ns3() -> None:
    """`from ns import ns` takes every library below the current folder with ns3 in its name."""
    libraries = [path.name for path in (ROOT / "build").rglob("*.so*")]
    assert libraries
    assert [name for name in libraries if "ns3" in name.split(".")[0]] == []


def test_nothing_is_precompiled() -> None:
    """The sources of a batch share their headers already."""
    commands = json.loads((ROOT / "build/compile_commands.json").read_text())
    assert len(commands) > 100
    assert [one["file"] for one in commands if "pch" in one["command"]] == []


def test_sources_are_compiled_in_batches() -> None:
    """Each source of a module is in one batch, or compiled alone with flags of its own."""
    commands = json.loads((ROOT / "build/compile_commands.json").read_text())
    files = [Path(one["file"]) for one in commands]
    compiled = [path.relative_to(ROOT).as_posix() for path in files if path.parent.name != "Unity"]
    for batch in files:
        if batch.parent.name == "Unity":
            compiled += re.findall(r'^#include "(.+)"$', batch.read_text(), re.MULTILINE)
    sources = [
        path.relative_to(ROOT).as_posix()
        for part in ("model", "helper", "test")
        for path in ROOT.glob(f"src/*/{part}/**/*.cc")
    ]
    assert len(sources) > 900
    assert sorted(one for one in compiled if one in set(sources)) == sorted(sources)


#: What a tree of ns-3 does with a folder in contrib/, without its modules and its compiler.
NS3_TREE = """
cmake_minimum_required(VERSION 3.21...4.0)
project(NS3 LANGUAGES C CXX)
set(modules applications bridge core energy internet network point-to-point traffic-control wifi)
foreach(module IN LISTS modules)
  set(lib${module} ${module} CACHE INTERNAL "")
endforeach()
set(ns3-all-enabled-modules ${modules} CACHE INTERNAL "")
function(build_lib)
  set(lists SOURCE_FILES HEADER_FILES LIBRARIES_TO_LINK TEST_SOURCES)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LIBNAME" "${lists}")
  set_property(GLOBAL APPEND PROPERTY BUILT ${arg_LIBNAME})
  add_library(${arg_LIBNAME} SHARED ${arg_SOURCE_FILES})
  set(filter ${NS3_FILTER_MODULE_EXAMPLES_AND_TESTS})
  if(NOT filter OR arg_LIBNAME IN_LIST filter)
    set_property(GLOBAL APPEND PROPERTY TESTED ${arg_LIBNAME})
  endif()
endfunction()
function(build_exec)
  set(words EXECNAME EXECUTABLE_DIRECTORY_PATH)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${words}" "SOURCE_FILES;LIBRARIES_TO_LINK")
  set_property(GLOBAL APPEND PROPERTY PROGRAMS ${arg_EXECNAME})
  set_property(GLOBAL APPEND PROPERTY PLACES "${arg_EXECUTABLE_DIRECTORY_PATH}")
endfunction()
add_subdirectory(contrib/iscsi)
foreach(property BUILT TESTED PROGRAMS PLACES)
  get_property(value GLOBAL PROPERTY ${property})
  message(STATUS "${property}=${value}")
endforeach()
get_property(batches TARGET san PROPERTY UNITY_BUILD)
message(STATUS "BATCHES=${batches}")
message(STATUS "ENABLED=${ns3-all-enabled-modules}")
message(STATUS "LINKED=${libsan}")
"""


@pytest.fixture
def ns3_tree(tmp_path: Path) -> Path:
    """A tree of ns-3 that has this project in contrib/."""
    (tmp_path / "CMakeLists.txt").write_text(NS3_TREE)
    (tmp_path / "contrib").mkdir()
    (tmp_path / "contrib/iscsi").symlink_to(ROOT, target_is_directory=True)
    return tmp_path


def configured(tree: Path, *options: str) -> dict[str, list[str]]:
    """Configures a tree of ns-3 and gives what it says."""
    result = configure(tree, "--no-warn-unused-cli", *options)
    assert result.returncode == 0, result.stderr
    assert "Warning" not in result.stderr
    found = re.findall(r"^-- ([A-Z]+)=(.*)$", result.stdout, re.MULTILINE)
    return {name: value.split(";") for name, value in found}


def test_one_folder_in_an_ns3_tree_has_all_modules(ns3_tree: Path) -> None:
    said = configured(ns3_tree, "-DENABLE_EXAMPLES=ON", "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=/out")
    modules = sorted(path.parent.name for path in ROOT.glob("src/*/CMakeLists.txt"))
    assert sorted(said["BUILT"]) == sorted(said["TESTED"]) == modules
    assert set(modules) < set(said["ENABLED"])
    assert said["LINKED"] == ["san"]
    assert said["BATCHES"] == ["ON"]
    assert "first-scenario" in said["PROGRAMS"]
    assert set(said["PLACES"]) == {"/out/contrib/iscsi/examples"}


def test_the_folder_stands_for_its_modules_in_a_filter_of_ns3(ns3_tree: Path) -> None:
    option = "-DNS3_FILTER_MODULE_EXAMPLES_AND_TESTS="
    assert "san" in configured(ns3_tree, f"{option}core;iscsi")["TESTED"]
    assert configured(ns3_tree, "-DENABLE_EXAMPLES=ON", f"{option}core")["PROGRAMS"] == [""]


def test_a_copy_of_a_module_in_an_ns3_tree_is_refused(ns3_tree: Path) -> None:
    shutil.copytree(ROOT / "src/scsi", ns3_tree / "contrib/scsi")
    result = configure(ns3_tree)
    assert result.returncode != 0
    assert "contrib/scsi is in contrib/iscsi as well: move it away" in " ".join(
        result.stderr.split()
    )


def test_ns3_reads_in_one_file_which_of_its_modules_are_needed() -> None:
    """It looks for names behind `{lib` in the CMakeLists.txt of a folder in contrib/ alone."""
    pattern = r"\{lib([^}]*[^obj])\}"
    listed = set(re.findall(pattern, (ROOT / "CMakeLists.txt").read_text()))
    files = [*ROOT.glob("src/*/CMakeLists.txt"), *ROOT.glob("src/*/examples/CMakeLists.txt")]
    named = {
        name for path in files for name in re.findall(r"\$\{lib([a-z0-9-]+)\}", path.read_text())
    }
    assert listed == named - {path.name for path in (ROOT / "src").iterdir()}


def test_what_is_said_of_ns3_agrees() -> None:
    """The version that the project is made with, the oldest that it takes, and its folder."""
    pinned = re.search(r"^ns3==(\d+\.\d+)", (ROOT / "requirements.in").read_text(), re.MULTILINE)[1]
    assert (ROOT / "NS3-VERSION").read_text() == f"release ns-3.{pinned.partition('.')[2]}\n"
    oldest = re.search(
        r"set\(NS3_OLDEST_VERSION ([\d.]+)\)", (ROOT / "cmake/FindNs3.cmake").read_text()
    )[1]
    module = ElementTree.parse(ROOT / "bakeconf.xml").find("modules/module")
    assert module.get("min_version") == f"ns-{oldest}"
    attributes = {one.get("name"): one.get("value") for one in module.findall("source/attribute")}
    name = re.search(r'^NAME = "(\w+)"', (ROOT / "tools/contrib.py").read_text(), re.MULTILINE)[1]
    assert attributes["module_directory"] == module.get("name") == name


def test_the_icon_has_the_size_of_the_app_store(tmp_path: Path) -> None:
    pictures = []
    for name in ("first.png", "second.png"):
        command = [sys.executable, ROOT / "tools/icon.py", tmp_path / name]
        subprocess.run(command, check=True, env=ENVIRONMENT)
        pictures.append((tmp_path / name).read_bytes())
    # Width and height are in the first chunk of a PNG file.
    assert struct.unpack(">II", pictures[0][16:24]) == (100, 100)
    assert pictures[0] == pictures[1]
