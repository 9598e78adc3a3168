# SPDX-License-Identifier: GPL-2.0-only
"""Finds conditional operators without parentheses in the checks of ns-3's tests.

The macros write their arguments into a stream: `stream << isEnded ? 3 : 2` writes the condition.
The compiler warns only where ns-3's headers are no system headers, as in its own tree.
"""

import re
from pathlib import Path

CHECK = re.compile(r"NS_TEST_(?:EXPECT|ASSERT)_MSG_\w+\(")
#: A string, a character (no separator of digits), or a single character.
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\])\'|.', re.DOTALL)
#: Arguments of each check that are written: what is and what should be.
WRITTEN = 2


def check_conditions(root: Path, files: list[Path]) -> list[str]:
    """Conditional operators among the arguments of checks stand in parentheses."""
    findings = []
    for path in files:
        if path.suffix not in (".cc", ".h") or "test" not in path.parts:
            continue
        text = (root / path).read_text()
        for call in CHECK.finditer(text):
            if any(is_conditional(one) for one in arguments(text, call.end())[:WRITTEN]):
                line = text.count("\n", 0, call.start()) + 1
                findings.append(f"{path}:{line}: a conditional operator without parentheses")
    return findings


def arguments(text: str, begin: int) -> list[list[str]]:
    """Give the tokens of each argument of a call that stand in no parentheses of their own.

    :param text: the source
    :param begin: where the first argument begins
    """
    found, depth = [[]], 0
    for token in TOKEN.finditer(text, begin):
        one = token.group()
        if one in (")", "]", "}"):
            depth -= 1
            if depth < 0:
                break
        elif depth == 0 and one == ",":
            found.append([])
        elif depth == 0:
            found[-1].append(one)
        depth += one in ("(", "[", "{")
    return found


def is_conditional(tokens: list[str]) -> bool:
    """Tell whether an argument is a conditional operator by its tokens."""
    return "?" in tokens
