# SPDX-License-Identifier: GPL-2.0-only
"""The checks of tools/lint.py and of what it uses: include_graph.py and macro_arguments.py."""

from pathlib import Path

import include_graph
import lint
import pytest
from macro_arguments import check_conditions


@pytest.fixture
def tree(tmp_path: Path):
    """Writes a file into a folder and returns its path relative to it."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return Path(name)

    write.root = tmp_path
    return write


def test_source_without_licence_line_is_found(tree) -> None:
    files = [
        tree("src/a/model/good.cc", f"/*\n * {lint.LICENCE}\n */\n"),
        tree("src/a/model/bad.cc", "int a;\n"),
        tree("src/a/model/late.h", f"\n\n\n// {lint.LICENCE}\n"),
        tree("tools/script", "#!/bin/sh\n"),
        tree("data.csv", "a,b\n"),
        tree("VERSION", "0.1\n"),
    ]
    found = [finding.split(":")[0] for finding in lint.check_licences(tree.root, files)]
    assert found == ["src/a/model/bad.cc", "src/a/model/late.h", "tools/script"]


def test_cmake_text(tree) -> None:
    files = [tree("CMakeLists.txt", "set(a b)\n\tset(a b)\nset(a b) \n" + "#" * 121 + "\n")]
    assert lint.check_cmake_text(tree.root, files) == [
        "CMakeLists.txt:2: tab",
        "CMakeLists.txt:3: space at the end of the line",
        "CMakeLists.txt:4: 121 characters, at most 120 fit",
    ]


def test_file_no_module_lists_is_found(tree) -> None:
    tree("src/a/CMakeLists.txt", "build_lib(SOURCE_FILES model/b.cc model/more-c.cc)")
    files = [
        tree("src/a/model/b.cc", ""),
        tree("src/a/model/c.cc", ""),
        tree("src/a/model/more-c.cc", ""),
        tree("src/a/test/helpers.h", ""),
        tree("src/a/doc/a.h", ""),
        tree("src/a/examples/e.cc", ""),
    ]
    assert lint.check_module_lists(tree.root, files) == [
        "src/a/model/c.cc:1: not named in src/a/CMakeLists.txt"
    ]


def test_classes_of_one_name_are_found(tree) -> None:
    files = [
        tree("src/a/test/one-test.cc", "class Bench;\nclass OneTest : public TestCase\n{\n};\n"),
        tree("src/a/test/two-test.cc", "class Bench;\nstruct OneTest\n{\n};\n"),
        tree("src/a/model/one.h", "class OneTest\n{\n};\n"),
    ]
    assert lint.check_class_names(tree.root, files) == [
        "src/a/test/two-test.cc:1: defines OneTest, as src/a/test/one-test.cc does"
    ]


def test_long_example_is_found(tree) -> None:
    most = "int a;\n" * lint.EXAMPLE_LINES
    files = [
        tree("src/a/examples/short.cc", most),
        tree("src/a/examples/long.cc", most + "int b;\n"),
        tree("src/a/model/model.cc", most + "int b;\n"),
        tree("examples/long.cc", most + "int b;\n"),
        tree("examples/tool/part.cc", most + "int b;\n"),
        tree("examples/long.py", most + "int b;\n"),
    ]
    assert lint.check_examples(tree.root, files) == [
        "src/a/examples/long.cc:1: 151 lines, an example has at most 150",
        "examples/long.cc:1: 151 lines, an example has at most 150",
    ]


def test_class_that_tells_its_type_is_found(tree) -> None:
    line = "    TypeId GetInstanceTypeId() const override;\n"
    files = [
        tree("src/a/model/object.h", line),
        tree("src/a/model/fields.h", "class Fields : public Header\n{\n" + line),
        tree("src/a/model/own-type-id.h", line),
    ]
    assert lint.check_types(tree.root, files) == [
        "src/a/model/object.h:1: tells its type itself: derive it from OwnTypeId"
    ]


def test_object_that_a_factory_does_not_make_is_found(tree) -> None:
    lines = [
        "class Own : public Object",
        "{",
        "    static TypeId GetTypeId();",
        "};",
        "class Other : public Own",
        "{",
        "};",
        "auto own = CreateObjectWithAttributes<Own>();",
        "auto other = CreateObjectWithAttributes<Other>();",
        "auto right = CreateObject<Other>();",
    ]
    assert lint.check_factories(tree.root, [tree("src/a/test/a.cc", "\n".join(lines) + "\n")]) == [
        "src/a/test/a.cc:9: a factory makes no Other, which has no GetTypeId of its own: "
        "use CreateObject"
    ]


def test_condition_without_parentheses_is_found(tree) -> None:
    macro = "NS_TEST_EXPECT_MSG_EQ"
    lines = [
        f'{macro}(a, b ? 1 : 2, "text");',
        f'{macro}(a, (b ? 1 : 2), "what? b : c");',
        f'{macro}(f(b ? 1 : 2), 10\'000, b ? "yes" : "no");',
        f"{macro}(a ? ')' : '(', b,",
        '    "over two lines");',
    ]
    files = [
        tree("src/a/test/a-test.cc", "\n".join(lines) + "\n"),
        tree("src/a/model/a.cc", lines[0] + "\n"),
    ]
    assert check_conditions(tree.root, files) == [
        f"src/a/test/a-test.cc:{line}: a conditional operator without parentheses"
        for line in (1, 4)
    ]


def test_circle_of_headers_and_sources_is_named(tree) -> None:
    files = [
        tree("src/a/model/one.h", "#pragma once\n"),
        tree("src/a/model/one.cc", '#include "one.h"\n#include "ns3/two.h"\n'),
        tree("src/a/model/two.h", '#include "three.h"\n'),
        tree("src/a/model/three.h", '#include <vector>\n#include "ns3/packet.h"\n'),
        tree("src/a/model/three.cc", '#include "three.h"\n'),
    ]
    tree("src/a/CMakeLists.txt", "")
    assert include_graph.check_includes(tree.root, files) == []
    tree("src/a/model/three.cc", '#include "three.h"\n#include "../model/one.h"\n')
    assert include_graph.check_includes(tree.root, files) == [
        "src/a/model/one:1: a circle of files: one > three > two > one"
    ]


def test_circle_of_folders_is_named(tree) -> None:
    """Folders need each other though no two files do."""
    files = [
        tree("src/a/model/low/one.h", ""),
        tree("src/a/model/low/two.h", '#include "ns3/three.h"\n'),
        tree("src/a/model/high/three.h", ""),
        tree("src/a/model/high/four.h", ""),
        tree("src/a/test/low-test.cc", '#include "ns3/three.h"\n#include "ns3/one.h"\n'),
    ]
    tree("src/a/CMakeLists.txt", "")
    assert include_graph.check_includes(tree.root, files) == []
    tree("src/a/model/high/four.h", '#include "ns3/one.h"\n')
    assert include_graph.check_includes(tree.root, files) == [
        "src/a/model/high:1: a circle of folders: "
        "src/a/model/high > src/a/model/low > src/a/model/high"
    ]


def test_circle_of_python_modules_is_named(tree) -> None:
    files = [
        tree("package/one.py", "from . import two\n"),
        tree("package/two.py", "def f():\n    from .three import g\n\n    g()\n"),
        tree("package/three.py", "import os\n"),
    ]
    assert include_graph.check_includes(tree.root, files) == []
    tree("package/three.py", "from .one import h\n")
    assert include_graph.check_includes(tree.root, files) == [
        "package/one:1: a circle of files: one > three > two > one"
    ]


def test_include_that_goes_up_is_found(tree) -> None:
    tree("src/low/CMakeLists.txt", "build_lib(LIBRARIES_TO_LINK ${libcore})")
    tree("src/middle/CMakeLists.txt", "build_lib(LIBRARIES_TO_LINK ${liblow})")
    tree("src/high/CMakeLists.txt", "build_lib(LIBRARIES_TO_LINK ${libmiddle})")
    files = [
        tree("src/low/model/low.h", ""),
        tree("src/low/model/base.cc", '#include "ns3/middle.h"\n'),
        tree("src/low/test/low-test.cc", '#include "ns3/middle.h"\n'),
        tree("src/middle/model/middle.h", '#include "ns3/low.h"\n'),
        tree("src/middle/model/hasty.cc", '#include "ns3/middle-helper.h"\n'),
        tree("src/middle/helper/middle-helper.h", '#include "ns3/middle.h"\n'),
        tree("src/high/model/high.cc", '#include "ns3/low.h"\n#include "ns3/program.h"\n'),
        tree("examples/program.h", ""),
    ]
    assert include_graph.check_includes(tree.root, files) == [
        "src/high/model/high:1: includes examples/program.h, which is in a higher module",
        "src/low/model/base:1: includes src/middle/model/middle.h, which is in a higher module",
        "src/middle/model/hasty:1: includes src/middle/helper/middle-helper.h, "
        "which is in a higher module",
    ]
