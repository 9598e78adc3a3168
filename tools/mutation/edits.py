# SPDX-License-Identifier: GPL-2.0-only
"""Which small wrong changes a C++ source can have: one operator, one place, one edit."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_cpp.language()))

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ORDERS = {"<", "<=", ">", ">="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|"}
SHIFTS = {"<<": ">>", ">>": "<<"}
LOGIC = {"&&": "||", "||": "&&"}
STEPS = {"++": "--", "--": "++"}
NUMBERS = re.compile(r"(u?int\d+_t|(unsigned )?(int|long|short)|unsigned|size_t|double|float)$")
FLOAT = re.compile(r"(?i)(?!0x)[\d']*(\.[\d']*|\d(?=e))")
#: What holds no behaviour, or only what a log, an assertion or the compiler reads.
SKIPPED = re.compile(
    r"preproc_(?!if)|static_assert|template_argument|attribute|comment|string|ERROR"
)
MACRO = re.compile(r"[A-Z][A-Z0-9_]+$")
CONDITIONS = {"if_statement", "while_statement", "do_statement", "for_statement"}
REMOVABLE = {"call_expression", "assignment_expression", "update_expression"}
LOOPS = {"while_statement", "do_statement", "for_statement", "for_range_loop"}


@dataclass(frozen=True)
class Edit:
    """A change of a source: the bytes from start to end become a text."""

    operator: str
    start: int
    end: int
    text: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def text_of(node: Node) -> str:
    return node.text.decode()


def replace(operator: str, node: Node, text: str) -> Edit:
    return Edit(operator, node.start_byte, node.end_byte, text)


def prints(node: Node) -> bool:
    """Whether a chain of << writes to a stream: a text is in it, or no number to shift."""
    while (
        node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "<<"
    ):
        if "string" in node.child_by_field_name("right").type:
            return True
        node = node.child_by_field_name("left")
    return "string" in node.type


def edits_of_binary(node: Node) -> Iterator[Edit]:
    sign = node.child_by_field_name("operator")
    word = text_of(sign)
    right = node.child_by_field_name("right")
    if word in RELATIONS:
        yield replace("relation", sign, RELATIONS[word])
    if word in ORDERS:
        for step in ("+ 1", "- 1"):
            yield replace("boundary", right, f"({text_of(right)} {step})")
    if word in ARITHMETIC and "string" not in right.type:
        yield replace("arithmetic", sign, ARITHMETIC[word])
    if word in SHIFTS and not prints(node):
        yield replace("arithmetic", sign, SHIFTS[word])
    if word in LOGIC:
        yield replace("logic", sign, LOGIC[word])


def edits_of_assignment(node: Node) -> Iterator[Edit]:
    sign = node.child_by_field_name("operator")
    word = text_of(sign).removesuffix("=")
    if word and word in ARITHMETIC | SHIFTS:
        yield replace("arithmetic", sign, (ARITHMETIC | SHIFTS)[word] + "=")


def edits_of_update(node: Node) -> Iterator[Edit]:
    sign = node.child_by_field_name("operator")
    yield replace("arithmetic", sign, STEPS[text_of(sign)])


def edits_of_condition(node: Node) -> Iterator[Edit]:
    condition = node.child_by_field_name("condition")
    if condition and condition.type == "condition_clause":
        condition = condition.child_by_field_name("value")
    if condition and condition.type not in ("declaration", "condition_declaration"):
        yield replace("condition", condition, f"!({text_of(condition)})")


def edits_of_statement(node: Node) -> Iterator[Edit]:
    if node.named_children and node.named_children[0].type in REMOVABLE:
        yield replace("removal", node, ";")


def edits_of_number(node: Node) -> Iterator[Edit]:
    word = text_of(node)
    if node.parent.type in ("array_declarator", "bitfield_clause", "user_defined_literal"):
        return
    if FLOAT.match(word):
        yield replace("constant", node, f"({word} * 1.5 + 0.5)")
        return
    yield replace("constant", node, f"({word} + 1)")
    if not re.match(r"(0x)?[0']+[uUlL]*$", word):
        yield replace("constant", node, f"({word} - 1)")


def edits_of_truth(node: Node) -> Iterator[Edit]:
    if node.parent.type != "return_statement":
        yield replace("constant", node, "false" if text_of(node) == "true" else "true")


def find_function(node: Node) -> Node | None:
    """The function or lambda that a statement is in."""
    while node and node.type not in ("function_definition", "lambda_expression"):
        node = node.parent
    return node


def wrong_value(value: str, function: Node) -> str | None:
    """What a function returns instead of a value, None if its type does not tell."""
    if function.type == "lambda_expression":
        return None
    kind = text_of(function.child_by_field_name("type") or function.children[0])
    declarator = function.child_by_field_name("declarator").type
    if declarator == "pointer_declarator" or kind.startswith("Ptr<"):
        return "nullptr"
    if declarator == "reference_declarator" or kind in ("auto", "TypeId"):
        return None
    if kind == "bool":
        return f"!({value})"
    if NUMBERS.match(kind):
        return f"({value}) + 1"
    is_empty = value in ("std::nullopt", '""', f"{kind}()", f"{kind}{{}}")
    return None if is_empty else "{}"


def edits_of_return(node: Node) -> Iterator[Edit]:
    function = find_function(node)
    values = [child for child in node.named_children if child.type != "comment"]
    if not values:
        yield replace("removal", node, ";")
    elif function:
        value = text_of(values[0])
        wrong = wrong_value(value, function)
        if wrong and wrong != value:
            yield replace("returned value", values[0], wrong)


def edits_of_jump(node: Node) -> Iterator[Edit]:
    """A break of a loop that goes on instead, and the other way round."""
    around = node.parent
    while around and around.type not in LOOPS | {"switch_statement", "function_definition"}:
        around = around.parent
    if around and around.type in LOOPS:
        yield replace("jump", node, "continue;" if node.type == "break_statement" else "break;")


EDITS_OF = {
    "binary_expression": edits_of_binary,
    "assignment_expression": edits_of_assignment,
    "update_expression": edits_of_update,
    "conditional_expression": edits_of_condition,
    "expression_statement": edits_of_statement,
    "return_statement": edits_of_return,
    "break_statement": edits_of_jump,
    "continue_statement": edits_of_jump,
    "number_literal": edits_of_number,
    "true": edits_of_truth,
    "false": edits_of_truth,
    **dict.fromkeys(CONDITIONS, edits_of_condition),
}


def is_macro(node: Node) -> bool:
    """Whether this is a call of a macro, such as those of logs and assertions."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return bool(function) and bool(MACRO.match(text_of(function)))


def find_edits(source: bytes) -> list[Edit]:
    """Every edit of a source, in the order of its places."""
    found = []
    nodes = [PARSER.parse(source).root_node]
    while nodes:
        node = nodes.pop()
        if SKIPPED.match(node.type) or is_macro(node):
            continue
        children = [child for child in node.children if child.is_named]
        if node.type == "expression_statement" and any(map(is_macro, children)):
            continue
        if node.type in EDITS_OF:
            found.extend(EDITS_OF[node.type](node))
        nodes.extend(reversed(children))
    return found


def model_sources(root: Path, pattern: str) -> list[Path]:
    """The sources of the modules' models that match a pattern, as paths below the root."""
    sources = (path.relative_to(root) for path in root.glob("src/*/model/**/*.cc"))
    return sorted(path for path in sources if path.match(pattern) or pattern in path.as_posix())


class Draw:
    """Draws edits: a file by how many it has, then an operator, then a place."""

    def __init__(self, root: Path, pattern: str = "*.cc"):
        self.root = root
        self.edits = {
            path: edits
            for path in model_sources(root, pattern)
            if (edits := find_edits((root / path).read_bytes()))
        }

    def get(self, seed: int, number: int) -> tuple[Path, Edit]:
        """Give the edit of a number; the same seed, number and sources give the same one."""
        chance = random.Random(f"{seed} {number}")
        weights = [len(edits) for edits in self.edits.values()]
        path = chance.choices(list(self.edits), weights)[0]
        operator = chance.choice(sorted({edit.operator for edit in self.edits[path]}))
        return path, chance.choice([e for e in self.edits[path] if e.operator == operator])
