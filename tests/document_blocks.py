# SPDX-License-Identifier: GPL-2.0-only
"""The code blocks of the project's documents, as a reader sees them."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

#: What a command begins with: a variable, or a program by its path or name.
COMMAND = re.compile(
    r"(\$ )?([A-Z_0-9]+=\S+ )*((\.|build|tools|examples|fuzz|\.venv)[\w.-]*/[\w./-]+"
    r"|make|cmake|ctest|pip|cp|cd|mkdir|truncate|echo|export|apt-get|iscsiadm|ip|strace|sudo"
    r"|[a-z0-9]+-[a-z0-9-]+)"
    r"( |$)|[A-Z]+=\S+$"
)
#: What a program prints for a user to see.
MESSAGE = re.compile(r"error: |\w+: \S+ is not |[a-z]+-[a-z]+: ")


@dataclass(frozen=True)
class Block:
    """A code block: its document, its first line's number, its kind and its text.

    The kind is shell, python, c++ or text, which is whatever nobody can run.
    """

    document: str
    line: int
    kind: str
    text: str

    def __str__(self):
        return f"{self.document}:{self.line}"


def read_blocks(path, root):
    """Give the code blocks of a document, in their order.

    :param path: a Markdown or reStructuredText file below the root
    :param root: the folder that documents are named from
    """
    lines = path.read_text().splitlines()
    markdown = path.suffix == ".md"
    found = _fenced(lines) + _indented(lines) if markdown else _literal(lines)
    name = str(path.relative_to(root))
    return [
        Block(name, line, language or _kind(text), text) for line, language, text in sorted(found)
    ]


def commands(block):
    """Give what a reader types: of a block that shows outputs, too, the lines behind a dollar."""
    lines = block.text.splitlines()
    if lines[0].startswith("$ "):
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    return "\n".join(lines) + "\n"


def _fenced(lines):
    found, start = [], None
    for number, line in enumerate(lines, 1):
        if not line.startswith("```"):
            continue
        if start is None:
            start, language = number, {"cpp": "c++", "sh": "shell"}.get(line[3:], line[3:])
        else:
            found.append((start + 1, language or None, "\n".join(lines[start : number - 1])))
            start = None
    return found


def _indented(lines):
    """Blocks of four spaces between paragraphs, outside fences."""
    outside, fenced = [], False
    for line in lines:
        fenced ^= line.startswith("```")
        outside.append("" if fenced or line.startswith("```") else line)
    return [one for one in _runs(outside, 0, "    ") if not outside[one[0] - 2].strip()]


def _literal(lines):
    """What follows a paragraph that ends with two colons, or a directive for code."""
    found = []
    for number, line in enumerate(lines, 1):
        directive = re.match(r"\s*\.\. (code-block|sourcecode)::\s*(\S*)", line)
        if directive or (line.rstrip().endswith("::") and not line.lstrip().startswith("..")):
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            runs = _runs(lines, number, indent)
            if runs and not any(text.strip() for text in lines[number : runs[0][0] - 1]):
                found.append(runs[0])
    return found


def _runs(lines, first, indent):
    """Runs of lines from index first on that are empty or begin with the indent."""
    found, run = [], []
    for index in range(first, len(lines) + 1):
        line = lines[index] if index < len(lines) else None
        if line is not None and (line.startswith(indent) or (run and not line.strip())):
            run.append((index + 1, line))
        elif run:
            text = dedent("\n".join(one for _, one in run)).rstrip()
            found.append((run[0][0], None, text))
            run = []
    return found


def _kind(text):
    first = next(line for line in text.splitlines() if not line.startswith("#"))
    if MESSAGE.match(first):
        return "text"
    if COMMAND.match(first):
        return "shell"
    if re.search(r";\s*(//.*)?$", text, re.MULTILINE):
        return "c++"
    try:
        ast.parse(text)
    except SyntaxError:
        return "text"
    return "python" if re.search(r"[=(]|import", text) else "text"


def all_documents(root: Path):
    """Give the documents that a user reads, from the README on."""
    pages = [*root.glob("doc/*.rst"), *root.glob("src/*/doc/*.rst")]
    texts = [root / "README.md", root / "CONTRIBUTING.md", *root.glob("*/README.md")]
    return [*texts, *sorted(pages)]
