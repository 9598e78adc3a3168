# SPDX-License-Identifier: GPL-2.0-only
"""Counts what modules and sessions are made of: tools/count_parts.py [--write].

Prints the constructor arguments of the parts of iSCSI's sessions, interfaces with one implementer,
and files and lines of each module. With --write it also prints the classes that run once more for
one more write of 1 MB, from callgrind over iscsi-san of the default build.
"""

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "src/iscsi/model"
# Where parts are put together: a file and the class whose constructor does it.
ASSEMBLIES = (
    (MODEL / "target/connection/iscsi-target-context.cc", "IscsiTargetContext"),
    (MODEL / "target/transfer/iscsi-target-sender.cc", "IscsiTargetSender"),
    (MODEL / "target/iscsi-target-session.cc", "IscsiTargetSession"),
    (MODEL / "initiator/task/iscsi-initiator-context.h", "IscsiInitiatorContext"),
    (MODEL / "initiator/iscsi-initiator-session.cc", "Parts"),
)
# Members that are values or references, not parts.
VALUES = {"settings", "port", "m_tsih"}
WRITES = ("--device=ram", "--workload=closed", "--readFraction=0", "--size=1048576")


def count_arguments(text: str) -> int:
    """The arguments in the parentheses of a call."""
    text = text.replace("->", ".")
    depth, commas = 0, 0
    for character in text:
        depth += (character in "([{<") - (character in ")]}>")
        commas += character == "," and depth == 0
    return commas + 1 if text.strip() else 0


def read_initialisers(text: str, name: str) -> dict[str, int]:
    """The arguments of each member in the initialiser list of a class's constructor."""
    start = re.search(rf"\b{name}\([^{{;]*\)\s*:\s", text)
    rest = text[start.end() :] if start else ""
    found = {}
    while member := re.match(r"\s*,?\s*(\w+)\(", rest):
        end, depth = member.end(), 1
        while depth:
            depth += (rest[end] == "(") - (rest[end] == ")")
            end += 1
        inner = rest[member.end() : end - 1]
        if member[1] not in VALUES and inner != member[1].removeprefix("m_"):
            found[member[1]] = count_arguments(inner)
        rest = rest[end:]
    return found


def find_single_interfaces() -> tuple[int, list[str]]:
    """How many classes have pure functions and no members, and those that one class implements."""
    headers = {path: path.read_text() for path in ROOT.glob("src/*/**/*.h")}
    tests = [path.read_text() for path in ROOT.glob("src/*/test/**/*.cc")]
    everything = "\n".join([*headers.values(), *tests])
    total, single = 0, []
    for path, text in headers.items():
        for name, body in re.findall(
            r"^class (\w+)[^;{]*\{(.*?)^\};", text, re.MULTILINE | re.DOTALL
        ):
            code = re.sub(r"/\*.*?\*/|//[^\n]*", "", body, flags=re.DOTALL)
            if "/model/" not in str(path) or "= 0;" not in code or re.search(r"\bm_\w+", code):
                continue
            total += 1
            pattern = rf"^class (\w+)[^;{{()]*?:[^;{{]*\b{name}\b[^;{{]*\{{"
            users = set(re.findall(pattern, everything, re.MULTILINE))
            if len(users) < 2:
                single.append(" ".join([name, *users]))
    return total, sorted(single)


def count_calls(writes: int) -> tuple[Counter, int]:
    """How often each function is called in a run of so many writes, and the run's instructions."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        subprocess.run(
            [
                *("valgrind", "--tool=callgrind", "--compress-strings=no"),
                *(f"--callgrind-out-file={profile}", ROOT / "build/bin/iscsi-san", *WRITES),
                *(f"--count={writes}", f"--output={folder}/run"),
            ],
            check=True,
            capture_output=True,
        )
        calls, callee, instructions = Counter(), "", 0
        for line in profile.read_text().splitlines():
            if line.startswith("cfn="):
                callee = line[4:]
            elif line.startswith("calls="):
                calls[callee] += int(line[6:].split()[0])
            elif line.startswith(("summary:", "totals:")):
                instructions = int(line.split()[1])
        return calls, instructions


def print_write() -> None:
    """Prints the classes of one more write: the second write less the first."""
    folders = {
        name: path.relative_to(ROOT / "src").parent
        for path in ROOT.glob("src/*/model/**/*.h")
        for name in re.findall(r"^(?:class|struct) (\w+)[^;]*$", path.read_text(), re.MULTILINE)
    }
    once, first = count_calls(1)
    twice, second = count_calls(2)
    used = Counter()
    for function, number in (twice - once).items():
        owner = re.match(r"(?:[^(<]* )?ns3::(\w+)::[^:]", function)
        if owner and owner[1] in folders:
            used[owner[1]] += number
    print(f"one more write: {second - first} instructions, {len(used)} classes")
    for name in sorted(used, key=lambda name: str(folders[name])):
        print(f"  {folders[name]} {name} {used[name]}")


def count_lines(folder: Path) -> int:
    paths = [path for path in folder.rglob("*") if path.suffix in (".cc", ".h")]
    return sum(path.read_text().count("\n") for path in paths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="count the classes of a write of 1 MB")
    options = parser.parse_args()
    total = 0
    for path, name in ASSEMBLIES:
        members = read_initialisers(path.read_text(), name)
        total += sum(members.values())
        print(f"{name}: {members}")
    print(f"constructor arguments of session parts: {total}")
    number, single = find_single_interfaces()
    print(f"{number} interfaces, {len(single)} with at most one implementer: {', '.join(single)}")
    for module in sorted(path for path in (ROOT / "src").iterdir() if (path / "model").is_dir()):
        files = Counter(path.parent for path in module.glob("model/**/*") if path.is_file())
        lines = [count_lines(module / part) for part in ("model", "helper", "test")]
        print(
            f"{module.name:16} {sum(files.values()):4} files, at most {max(files.values())} in one"
            f" folder, {lines[0] + lines[1]} lines of model, {lines[2]} of tests"
        )
    if options.write:
        print_write()


if __name__ == "__main__":
    main()
