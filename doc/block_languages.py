# SPDX-License-Identifier: GPL-2.0-only
"""Colours blocks of pages that name no language, by what is in them.

Commands, alone or with what they print, C++ and Python are recognised; all else stays as it is.
"""

import ast
import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

#: How a line of commands begins.
COMMAND = re.compile(
    r"(# |(build/bin|\.venv/bin|examples|tools|validation|benchmarks)/\S|\w+=\S* \S"
    r"|[A-Z]+=\S+$|(apt|block-trace|cd|cmake|cp|curl|disk-replay|drive-fio|echo|export|git|iscsi-san|iscsiadm"
    r"|make|mkdir|mount|nbdinfo|ninja|ns3-iscsi|pip|python3?|qemu-io|sudo|time|tshark|wireshark)\s)"
)


def is_python(text):
    """Tell whether a text is Python that imports, assigns, defines or calls something."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError):
        return False
    kinds = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.ClassDef, ast.For)
    calls = (one for one in statements if isinstance(one, ast.Expr))
    return any(isinstance(one, kinds) for one in statements) or any(
        isinstance(one.value, ast.Call) for one in calls
    )


def language_of(text):
    """Give the name of the lexer of a block, "none" for none."""
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[0].startswith("$ "):
        return "console"
    begun = [line for line in lines if not line.startswith(" ")]
    if begun and all(COMMAND.match(line) for line in begun):
        return "bash"
    if any(line.startswith("#include") for line in lines) or (
        re.search(r";\s*(//.*)?$", text, re.MULTILINE) and re.search(r"(::|->|\w\()", text)
    ):
        return "cpp"
    return "python" if is_python(text) else "none"


class BlockLanguages(SphinxTransform):
    """Names the language of each block that names none."""

    # Before Sphinx gives them the language of the page.
    default_priority = 300

    def apply(self, **kwargs):
        for block in self.document.findall(nodes.literal_block):
            if "language" not in block and block.rawsource == block.astext():
                block["language"] = language_of(block.astext())


def setup(app):
    """Tell Sphinx of the transform."""
    app.add_transform(BlockLanguages)
    return {"parallel_read_safe": True}
