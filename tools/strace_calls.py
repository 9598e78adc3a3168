# SPDX-License-Identifier: GPL-2.0-only
"""Reads what `strace -f -ttt -T` prints: one Call per system call.

strace breaks a call in two lines where another process comes between. A call stands here at the
place and with the time of its first line. With -y a descriptor has its path behind it:
`3</tmp/a>`.
"""

import re
from dataclasses import dataclass

from strace_names import ALIASES

_LINE = re.compile(
    r"(?:(?:\[pid +)?(?P<pid>\d+)\]?\s+)?"
    r"(?P<time>\d+\.\d+|\d\d:\d\d:\d\d\.\d+) (?P<rest>.*)"
)
#: What -t prints instead, which says too little.
_SECONDS = re.compile(r"(?:(?:\[pid +)?\d+\]?\s+)?\d\d:\d\d:\d\d ")
#: What strace says on its own when it follows a process; old versions do not name themselves.
_FOLLOWS = re.compile(r"(?:strace: )?Process \d+ (?:attached|detached|resumed|suspended)")
_UNFINISHED = re.compile(r"(?P<name>\w+)\((?P<text>.*) ?<unfinished \.\.\.>")
_RESUMED = re.compile(r"<\.\.\. (?P<name>\w+) resumed> ?(?P<text>.*)")
_END = re.compile(r"\+\+\+ (?:exited with|killed by) ")
#: What strace says of itself and of signals.
_REMARK = re.compile(r"\+\+\+ |--- |strace: |\[ Process PID=")
_CALL = re.compile(
    r"(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<result>0x[0-9a-f]+|-?\d+|\?)"
    r"(?P<detail>.*?)(?: <(?P<duration>\d+\.\d+)>)?"
)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\.\.\.)?')
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|(.))")
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f"}
#: What -y prints behind a descriptor; > and < in a path are escaped.
_DECORATION = re.compile(r"<((?:->|[^<>])*)>(\(deleted\))?")
_NAMESPACE_PID = re.compile(r" /\* (\d+) in strace's PID NS \*/")
_OPTIONS = "run strace with -f -ttt -T"


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
    #: With -y: the path of the descriptor that it returned, or nothing.
    path: str = ""

    def string(self, index):
        """An argument that is a string, for example a path."""
        return unquoted(self.arguments[index])

    def number(self, index):
        """An argument that is a descriptor; None if it is none, for example AT_FDCWD."""
        digits = re.match(r"\d+(?=<|$)", self.arguments[index])
        return int(digits[0]) if digits else None

    def path_of(self, index):
        """With -y: the path of an argument that is a descriptor or AT_FDCWD; else nothing."""
        return decorated_path(self.arguments[index])


def decorated_path(text):
    """The path that -y prints behind a descriptor; nothing if it has none or was removed."""
    decoration = _DECORATION.search(text)
    if not decoration or decoration[2] or not decoration[1].startswith("/"):
        return ""
    return "" if decoration[1].endswith(" (deleted)") else unquoted(f'"{decoration[1]}"')


def unquoted(text):
    """What a string of C stands for; bytes that are no UTF-8 stay as surrogates."""
    match = _STRING.fullmatch(text)
    if not match:
        raise StraceError(f"{text} is no string")
    encoded = match[1].encode(errors="surrogateescape")
    return _ESCAPE.sub(_escaped, encoded).decode(errors="surrogateescape")


def _escaped(match):
    octal, hexadecimal, letter = match.groups()
    if octal:
        return bytes([int(octal, 8)])
    return bytes.fromhex(hexadecimal.decode()) if hexadecimal else _ESCAPES.get(letter, letter)


def split_arguments(text):
    """Split the arguments of a call at the commas outside of strings, brackets and paths of -y."""
    arguments, depth, begin, place = [], 0, 0, 0
    while place < len(text):
        letter = text[place]
        skipped = None
        if letter == '"':
            skipped = _STRING.match(text, place)
            place = len(text) if not skipped else place
        elif letter == "<" and text[place - 1 : place].isalnum():
            skipped = _DECORATION.match(text, place)
        if skipped:
            place = skipped.end()
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            arguments.append(text[begin:place].strip())
            begin = place + 1
        place += 1
    last = text[begin:].strip()
    return [*arguments, last] if last or arguments else []


def read_calls(lines, ignored=frozenset()):
    """The calls in the order in which they began.

    :param lines: what strace printed
    :param ignored: the names of calls that do not matter, which are left away
    :raises StraceError: if a line is not of strace with these options
    """
    calls, unfinished, clock = [], {}, _Clock()
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\n")
        match = _LINE.match(text)
        if not match and (not text.strip() or _FOLLOWS.match(text)):
            continue
        if not match:
            time = "whole seconds only" if _SECONDS.match(text) else "no time"
            raise StraceError(f"line {number}: {time}: {_OPTIONS}")
        pid, time, rest = int(match["pid"] or 0), clock.read(match["time"], number), match["rest"]
        if _END.match(rest):
            calls.append(Call(pid, time, "exit", []))
        elif _REMARK.match(rest):
            continue
        elif begun := _UNFINISHED.fullmatch(rest):
            if begun["name"] not in ignored:
                unfinished[pid] = (Call(pid, time, begun["name"], []), begun["text"])
                calls.append(unfinished[pid][0])
        elif resumed := _RESUMED.fullmatch(rest):
            if pid in unfinished and unfinished[pid][0].name == resumed["name"]:
                call, text = unfinished.pop(pid)
                _complete(call, f"{call.name}({text}{resumed['text']}", number)
        elif rest.split("(", 1)[0] not in ignored:
            calls.append(Call(pid, time, "", []))
            _complete(calls[-1], rest, number)
    return [call for call in calls if call.result is not None or call.name == "exit"]


class _Clock:
    """Reads the times of -ttt and of -tt, which tells the time of day."""

    DAY = 86400.0

    def __init__(self):
        self._last = 0.0
        self._midnight = 0.0

    def read(self, text, number):
        """A time in seconds, no earlier than the one before."""
        *hours, seconds = text.split(":")
        time = float(seconds) + self._midnight
        if hours:
            time += int(hours[0]) * 3600 + int(hours[1]) * 60
            if time < self._last - self.DAY / 2:
                self._midnight += self.DAY
                time += self.DAY
        if time < self._last:
            raise StraceError(f"line {number}: the time goes back: {_OPTIONS}, without -r")
        self._last = time
        return time


def _complete(call, text, number):
    """Fill a call from its whole text; one that never returned keeps the result None."""
    match = _CALL.fullmatch(text)
    if not match:
        raise StraceError(f"line {number}: no call with a result: {text[:60]}")
    call.name = ALIASES.get(match["name"], match["name"])
    if match["result"] == "?":
        return
    if match["duration"] is None:
        raise StraceError(f"line {number}: no duration: {_OPTIONS}")
    call.arguments = split_arguments(match["arguments"])
    call.result = int(match["result"], 0)
    detail = match["detail"]
    call.error = detail.split()[0] if call.result < 0 and detail else ""
    if other := _NAMESPACE_PID.match(detail):
        call.result = int(other[1])
    call.path = decorated_path(detail) if detail.startswith("<") else ""
    call.duration = float(match["duration"])
