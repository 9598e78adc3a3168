# SPDX-License-Identifier: GPL-2.0-only
"""What the pictures and figures of the documentation were made from, and which are out of date.

``make figures`` (tools/figures.py) makes them and writes doc/figures/record.json: for each the
hashes of what decides how it looks, and the numbers that it shows. tools/lint.py compares the
hashes; tests/test_figures.py simulates again and compares the numbers.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

RECORD = Path("doc/figures/record.json")
REMEDY = "run `make figures`"

#: What names of pictures begin with that `make validate` writes beside the pages that show them.
VALIDATION = "validation-"
#: The endings of pictures in the documentation.
PICTURES = {".svg", ".png", ".pdf"}


@dataclass(frozen=True)
class Figure:
    """A picture, or a part of a text between two marks."""

    #: The file that holds it, from the root.
    output: str
    #: Files that decide how it looks, from the root.
    inputs: tuple[str, ...]
    #: Packages whose pinned versions decide how it looks.
    packages: tuple[str, ...] = ()


#: The pictures of examples/ssd-plot.py.
SSD_PICTURES = ("write-cliff", "amplification", "percentiles")

FIGURES = {
    "demo-stages": Figure(
        "doc/figures/demo-stages.svg",
        (
            "bindings/python/ns3_iscsi/pictures.py",
            "bindings/python/ns3_iscsi/plot.py",
            "bindings/python/ns3_iscsi/results.py",
            "bindings/python/ns3_iscsi/stages.py",
            "src/disk-model/data/Cheetah9LP.disk",
            "tools/figures.py",
            "traces/postmark-ext4.csv.gz",
        ),
        ("matplotlib",),
    ),
    "cheetah9lp": Figure(
        "src/disk-model/doc/disk-model.rst",
        ("src/disk-model/data/Cheetah9LP.disk", "tools/figures.py"),
    ),
    "iscsi-cost-latency": Figure(
        "doc/iscsi-cost.rst",
        ("src/ssd-model/data/7300PRO.ssd", "tools/iscsi_cost.py"),
    ),
    "iscsi-cost-cores": Figure(
        "doc/iscsi-cost.rst",
        ("src/ssd-model/data/7300PRO.ssd", "tools/iscsi_cost.py"),
    ),
} | {
    f"ssd-{name}": Figure(
        f"doc/figures/ssd-{name}.svg",
        (
            "bindings/python/ns3_iscsi/pictures.py",
            "examples/ssd-plot.py",
            "src/ssd-model/data/7300PRO.ssd",
            "src/ssd-model/data/850EVO.ssd",
            "validation/reference/real_drives.csv",
        ),
        ("matplotlib",),
    )
    for name in SSD_PICTURES
}


def split(text: str, name: str) -> tuple[str, str, str]:
    """Cuts a text at the marks of a figure: before, between and behind them."""
    first, last = f".. make figures: {name}\n", f".. end of {name}\n"
    before, found, rest = text.partition(first)
    between, ended, behind = rest.partition(last)
    if not (found and ended):
        raise ValueError(f"no text between `{first.strip()}` and `{last.strip()}`")
    return before + first, between, last + behind


def read(root: Path, name: str) -> bytes:
    """The picture, or the text between the marks, as it is in the file."""
    figure = FIGURES[name]
    content = (root / figure.output).read_bytes()
    if Path(figure.output).suffix in PICTURES:
        return content
    return split(content.decode(), name)[1].encode()


def describe(root: Path, name: str) -> dict:
    """The hashes of a figure and of its inputs, as the record holds them."""
    figure = FIGURES[name]
    inputs = {path: _hash((root / path).read_bytes()) for path in figure.inputs}
    return {
        "hash": _hash(read(root, name)),
        "inputs": inputs | {package: _pinned(root, package) for package in figure.packages},
    }


def load(root: Path) -> dict:
    """What was recorded when the figures were made, by name."""
    return json.loads((root / RECORD).read_text())


def save(root: Path, record: dict) -> None:
    """Writes the record."""
    (root / RECORD).write_text(json.dumps(record, indent=1) + "\n")


def check(root: Path, files: list[Path]) -> list[str]:
    """A line for every figure that is out of date, and for every picture nobody makes."""
    made = {figure.output for figure in FIGURES.values()}
    findings = [
        f"{path}:1: not made by `make figures`: name it in tools/figure_record.py"
        for path in files
        if path.suffix in PICTURES
        and "doc" in path.parts
        and path.as_posix() not in made
        and not path.name.startswith(VALIDATION)
    ]
    recorded = load(root)
    for name, figure in FIGURES.items():
        try:
            now, then = describe(root, name), recorded.get(name, {})
        except (OSError, ValueError) as error:
            findings.append(f"{figure.output}:1: {name}: {error}: {REMEDY}")
            continue
        if now["hash"] != then.get("hash"):
            findings.append(f"{figure.output}:1: {name} was changed by hand: {REMEDY}")
        findings += [
            f"{figure.output}:1: {name} is older than {source}: {REMEDY}"
            for source, state in now["inputs"].items()
            if then.get("inputs", {}).get(source) != state
        ]
    return findings


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _pinned(root: Path, package: str) -> str:
    """The version of a package in requirements.txt."""
    text = (root / "requirements.txt").read_text()
    return re.search(rf"^{re.escape(package)}==(\S+)", text, re.MULTILINE).group(1)
