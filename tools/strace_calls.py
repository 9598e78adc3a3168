# SPDX-License-Identifier: GPL-2.0-only
"""Reads what `strace -f -ttt -T` prints: one Call per system call.

strace breaks a call in two lines where another process comes between. A call stands here at the
place and with the time of its first line.
"""

import re
from dataclasses import dataclass

_LINE = re.compile(r"(?:(?P<pid>\d+)\s+)?(?P<time>\d+\.\d+) (?P<rest>.*)")
_UNFINISHED = re.compile(r"(?P<name>\w+)\((?P<text>.*) ?<unfinished \.\.\.>")
_RESUMED = re.compile(r"<\.\.\. (?P<name>\w+) resumed>(?P<text>.*)")
_END = re.compile(r"\+\+\+ (?:exited with|killed by) ")
_CALL = re.compile(
    r"(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<result>-?\d+|0x[0-9a-f]+|\?)"
    r"(?P<detail>.*?)(?: <(?P<duration>\d+\.\d+)>)?"
)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\.\.\.)?')
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|(.))")
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f"}


class StraceError(Exception):
    """Text that is not of strace -f -ttt -T, in one line that names it."""


@dataclass(slots=True)
class Call:
    """A system call, or the end of a process (name exit)."""

    pid: int
    #: When it began and how long it took, s.
    time: float
    name: str
    #: The arguments as strace prints them.
    arguments: list[str]
    #: What it returned; None if it did not return.
    result: int | None = None
    #: The name of the error, or nothing.
    error: str = ""
    duration: float = 0.0

    def string(self, index):
        """An argument that is a string, for example a path."""
        return unquoted(self.arguments[index])


def unquoted(text):
    """What a string of C stands for; bytes that are no UTF-8 stay as surrogates."""
    match = _STRING.fullmatch(text)
    if not match:
        raise StraceError(f"{text} is no string")
    return _ESCAPE.sub(_escaped, match[1].encode()).decode(errors="surrogateescape")


def _escaped(match):
    octal, hexadecimal, letter = match.groups()
    if octal:
        return bytes([int(octal, 8)])
    return bytes.fromhex(hexadecimal.decode()) if hexadecimal else _ESCAPES.get(letter, letter)


def split_arguments(text):
    """Split the arguments of a call at the commas outside of strings and brackets."""
    arguments, depth, begin, place = [], 0, 0, 0
    while place < len(text):
        letter = text[place]
        if letter == '"':
            place = _STRING.match(text, place).end() if _STRING.match(text, place) else len(text)
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            arguments.append(text[begin:place].strip())
            begin = place + 1
        place += 1
    last = text[begin:].strip()
    return [*arguments, last] if last or arguments else []


def read_calls(lines, names):
    """The calls in the order in which they began.

    :param lines: what strace printed
    :param names: the names of calls that matter, without the others
    :raises StraceError: if a line is not of strace with these options
    """
    calls, unfinished = [], {}
    for number, line in enumerate(lines, 1):
        match = _LINE.match(line.rstrip("\n"))
        if not match:
            raise StraceError(f"line {number}: no time: run strace with -f -ttt -T")
        pid, time, rest = int(match["pid"] or 0), float(match["time"]), match["rest"]
        if _END.match(rest):
            calls.append(Call(pid, time, "exit", []))
        elif begun := _UNFINISHED.fullmatch(rest):
            if begun["name"] in names:
                unfinished[pid] = (Call(pid, time, begun["name"], []), begun["text"])
                calls.append(unfinished[pid][0])
        elif resumed := _RESUMED.fullmatch(rest):
            if pid in unfinished and unfinished[pid][0].name == resumed["name"]:
                call, text = unfinished.pop(pid)
                _complete(call, f"{call.name}({text}{resumed['text']}", number)
        elif rest.split("(", 1)[0] in names:
            calls.append(Call(pid, time, "", []))
            _complete(calls[-1], rest, number)
    return [call for call in calls if call.result is not None or call.name == "exit"]


def _complete(call, text, number):
    """Fill a call from its whole text; one that never returned keeps the result None."""
    match = _CALL.fullmatch(text)
    if not match:
        raise StraceError(f"line {number}: no call with a result: {text[:60]}")
    call.name = match["name"]
    if match["result"] == "?":
        return
    if match["duration"] is None:
        raise StraceError(f"line {number}: no duration: run strace with -f -ttt -T")
    call.arguments = split_arguments(match["arguments"])
    call.result = int(match["result"], 0)
    call.error = match["detail"].split()[0] if call.result < 0 and match["detail"] else ""
    call.duration = float(match["duration"])
