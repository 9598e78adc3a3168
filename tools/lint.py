# SPDX-License-Identifier: GPL-2.0-only
"""Checks format, spelling, licences, module lists, includes and figures of all files git knows.

Prints one line per finding of its own checks, and what the tools print. The exit status is 0 only
if all is clean.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import figure_record
from include_graph import check_includes
from macro_arguments import check_conditions

ROOT = Path(__file__).resolve().parent.parent
# The tools stand beside the interpreter, also where that is not in PATH.
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

CPP = {".cc", ".h"}
CMAKE = {".cmake", "CMakeLists.txt"}
# What carries a licence line, beside scripts that begin with #!.
LICENSED = CPP | CMAKE | {".py", ".sh", "Makefile"}
LICENCE = "SPDX-License-Identifier: GPL-2.0-only"
CMAKE_WIDTH = 120
#: An example shows how parts are used together; what takes more lines belongs into a module.
EXAMPLE_LINES = 150


def kind(path: Path) -> str:
    """What sort of file this is: its name where the name says it, its ending otherwise."""
    return path.name if path.name in ("CMakeLists.txt", "Makefile") else path.suffix


def tracked_files(root: Path) -> list[Path]:
    """The files git tracks or would add, as paths relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return sorted(Path(name) for name in listing.split("\0") if name and (root / name).is_file())


def is_script(text: str) -> bool:
    return text.startswith("#!")


def check_licences(root: Path, files: list[Path]) -> list[str]:
    """Every source names its licence in its first three lines."""
    findings = []
    for path in files:
        if kind(path) not in LICENSED and path.suffix:
            continue
        text = (root / path).read_text(errors="replace")
        if kind(path) not in LICENSED and not is_script(text):
            continue
        if not any(LICENCE in line for line in text.splitlines()[:3]):
            findings.append(f"{path}:1: no line `{LICENCE}` among the first three")
    return findings


def check_cmake_text(root: Path, files: list[Path]) -> list[str]:
    """CMake files have no tabs, no trailing space, and lines that fit a window."""
    findings = []
    for path in files:
        if kind(path) not in CMAKE:
            continue
        for number, line in enumerate((root / path).read_text().splitlines(), 1):
            if "\t" in line:
                findings.append(f"{path}:{number}: tab")
            if line != line.rstrip():
                findings.append(f"{path}:{number}: space at the end of the line")
            if len(line) > CMAKE_WIDTH:
                findings.append(
                    f"{path}:{number}: {len(line)} characters, at most {CMAKE_WIDTH} fit"
                )
    return findings


def check_module_lists(root: Path, files: list[Path]) -> list[str]:
    """Every C++ file of a module is named in the module's CMakeLists.txt, or is not built."""
    findings = []
    for path in files:
        if len(path.parts) < 4 or path.parts[0] != "src" or path.suffix not in CPP:
            continue
        module, folder = Path(*path.parts[:2]), path.parts[2]
        # Examples name their files in a list of their own; headers of tests are not staged, and
        # those of the documentation only define groups.
        if folder == "examples" or (folder in ("test", "doc") and path.suffix == ".h"):
            continue
        lists = root / module / "CMakeLists.txt"
        name = re.escape(path.relative_to(module).as_posix())
        if not lists.exists() or not re.search(rf"(?<![\w/.-]){name}(?![\w.-])", lists.read_text()):
            findings.append(f"{path}:1: not named in {module}/CMakeLists.txt")
    return findings


def check_class_names(root: Path, files: list[Path]) -> list[str]:
    """No two files of the tests define a class of one name: the linker would keep one of them."""
    findings = []
    first: dict[str, Path] = {}
    for path in files:
        if path.parts[0] != "src" or "test" not in path.parts or path.suffix not in CPP:
            continue
        for name in re.findall(
            r"^(?:class|struct) (\w+)(?![\w;])", (root / path).read_text(), re.M
        ):
            if first.setdefault(name, path) != path:
                findings.append(f"{path}:1: defines {name}, as {first[name]} does")
    return findings


def check_types(root: Path, files: list[Path]) -> list[str]:
    """Nothing but headers and tags tells its type itself: ns-3 after 3.44 lets no class do so."""
    findings = []
    for path in files:
        if path.parts[0] != "src" or path.suffix != ".h" or path.name == "own-type-id.h":
            continue
        text = (root / path).read_text()
        if "GetInstanceTypeId() const override" in text and not re.search("Header|Tag", text):
            findings.append(f"{path}:1: tells its type itself: derive it from OwnTypeId")
    return findings


def check_factories(root: Path, files: list[Path]) -> list[str]:
    """No factory is asked for a class without a GetTypeId of its own: it would make a base.

    The compiler knows that no object of such a class was ever made, and drops the code that
    follows a virtual call to one.
    """
    texts = {path: (root / path).read_text() for path in files if path.suffix in CPP}
    inherits = {
        name
        for text in texts.values()
        for name, body in re.findall(r"^class (\w+)[^;{]*\n\{(.*?)^\};", text, re.M | re.S)
        if "GetTypeId()" not in body
    }
    return [
        f"{path}:{text.count(chr(10), 0, made.start()) + 1}: a factory makes no {made[1]}, which "
        "has no GetTypeId of its own: use CreateObject"
        for path, text in texts.items()
        for made in re.finditer(r"CreateObjectWithAttributes<(\w+)>", text)
        if made[1] in inherits
    ]


def is_example(path: Path) -> bool:
    """A C++ program of examples/ or of a module; one with a folder of its own is a tool."""
    return path.suffix == ".cc" and (
        (path.parts[0] == "src" and path.parts[2:3] == ("examples",))
        or path.parent == Path("examples")
    )


def check_examples(root: Path, files: list[Path]) -> list[str]:
    """An example is short enough to be read as a whole."""
    findings = []
    for path in filter(is_example, files):
        lines = len((root / path).read_text().splitlines())
        if lines > EXAMPLE_LINES:
            findings.append(f"{path}:1: {lines} lines, an example has at most {EXAMPLE_LINES}")
    return findings


def run_tools(root: Path, files: list[Path]) -> list[str]:
    """Runs the outside checkers and returns the names of those that found something."""
    cpp = [str(path) for path in files if path.suffix in CPP]
    python = [str(path) for path in files if path.suffix == ".py"]
    commands = {
        "clang-format": ["clang-format", "--dry-run", "-Werror", *cpp] if cpp else None,
        "ruff check": ["ruff", "check", "--quiet", *python] if python else None,
        "ruff format": ["ruff", "format", "--check", "--quiet", *python] if python else None,
        "codespell": ["codespell", *[str(path) for path in files]],
    }
    return [
        name
        for name, command in commands.items()
        if command and subprocess.run(command, cwd=root, check=False, env=ENVIRONMENT).returncode
    ]


def main() -> int:
    files = tracked_files(ROOT)
    findings = [
        *check_licences(ROOT, files),
        *check_cmake_text(ROOT, files),
        *check_module_lists(ROOT, files),
        *check_class_names(ROOT, files),
        *check_types(ROOT, files),
        *check_factories(ROOT, files),
        *check_examples(ROOT, files),
        *check_conditions(ROOT, files),
        *check_includes(ROOT, files),
        *figure_record.check(ROOT, files),
    ]
    for finding in findings:
        print(finding)
    failed = run_tools(ROOT, files)
    if findings or failed:
        print("lint: findings by", ", ".join((["own checks"] if findings else []) + failed))
        return 1
    print(f"lint: {len(files)} files are clean")
    return 0


if __name__ == "__main__":
    sys.exit(main())
