# SPDX-License-Identifier: GPL-2.0-only
"""Who includes or imports whom: circles, and includes that go up a layer.

A class's header and source count as one unit, named by their path without the ending; so does a
Python module.
"""

import ast
import graphlib
import re
from pathlib import Path

#: Units, and those that each needs.
Graph = dict[Path, set[Path]]

_INCLUDE = re.compile(r'^\s*#\s*include\s+"(?:ns3/)?([^"]+)"', re.MULTILINE)
_LIBRARY = re.compile(r"\$\{lib([a-z0-9-]+)\}")


def read_includes(root: Path, files: list[Path]) -> Graph:
    """Reads the includes of C++ files.

    What is included is found by its name alone, as ns-3 installs headers flat.
    """
    sources = [path for path in files if path.suffix in (".cc", ".h")]
    units = {path.name: path.with_suffix("") for path in sources if path.suffix == ".h"}
    graph: Graph = {}
    for path in sources:
        unit = path.with_suffix("")
        names = {Path(name).name for name in _INCLUDE.findall((root / path).read_text())}
        needed = {units[name] for name in names if name in units}
        graph.setdefault(unit, set()).update(needed - {unit})
    return graph


def read_imports(root: Path, files: list[Path]) -> Graph:
    """Reads the relative imports of Python files, those inside functions as well."""
    graph: Graph = {}
    for path in files:
        if path.suffix != ".py":
            continue
        needed = graph.setdefault(path.with_suffix(""), set())
        for node in ast.walk(ast.parse((root / path).read_text())):
            if not isinstance(node, ast.ImportFrom) or node.level != 1:
                continue
            names = [node.module] if node.module else [alias.name for alias in node.names]
            needed.update(path.parent / name for name in names)
    return graph


def find_circle(graph: Graph) -> list[Path]:
    """Finds units of which each needs the next and the last is the first; nothing without any."""
    ordered = {unit: sorted(graph[unit]) for unit in sorted(graph)}
    try:
        graphlib.TopologicalSorter(ordered).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def find_upward_includes(root: Path, graph: Graph) -> list[tuple[Path, Path]]:
    """Finds includes in a module's model or helper of what stands above it.

    That is a header of a module which it does not link, one outside the modules, and a helper's
    in a model.
    """
    modules = {path.parts[1] for path in graph if path.parts[0] == "src"}
    linked = {module: _linked_modules(root, module, modules) for module in modules}
    found = []
    for unit, needed in sorted(graph.items()):
        if unit.parts[0] != "src" or unit.parts[2] not in ("model", "helper"):
            continue
        for other in sorted(needed):
            is_inside = other.parts[:2] == unit.parts[:2]
            if (
                other.parts[0] != "src"
                or (is_inside and (unit.parts[2], other.parts[2]) == ("model", "helper"))
                or (not is_inside and other.parts[1] not in linked[unit.parts[1]])
            ):
                found.append((unit, other))
    return found


def _linked_modules(root: Path, module: str, modules: set[str]) -> set[str]:
    """Gives the modules of this project that a module links, and those that they link."""
    linked: set[str] = set()
    waiting = {module}
    while waiting:
        names = _LIBRARY.findall((root / "src" / waiting.pop() / "CMakeLists.txt").read_text())
        waiting |= modules.intersection(names) - linked
        linked |= modules.intersection(names)
    return linked


def fold(includes: Graph) -> Graph:
    """Makes the graph of folders within the models of modules out of that of C++ files."""
    graph: Graph = {}
    for unit, needed in includes.items():
        model = unit.parts[:3]
        if model[0] == "src" and model[2:] == ("model",):
            others = {other.parent for other in needed if other.parts[:3] == model}
            graph.setdefault(unit.parent, set()).update(others - {unit.parent})
    return graph


def check_includes(root: Path, files: list[Path]) -> list[str]:
    """One line for a circle of files or folders, and for each include that goes up a layer."""
    includes = read_includes(root, files)
    circles = [find_circle(includes), find_circle(read_imports(root, files))]
    folders = find_circle(fold(includes))
    return (
        [
            f"{circle[0]}:1: a circle of files: " + " > ".join(unit.name for unit in circle)
            for circle in circles
            if circle
        ]
        + [
            f"{folder}:1: a circle of folders: " + " > ".join(map(str, folders))
            for folder in folders[:1]
        ]
        + [
            f"{unit}:1: includes {other}.h, which is in a higher module"
            for unit, other in find_upward_includes(root, includes)
        ]
    )
