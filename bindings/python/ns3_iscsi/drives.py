# SPDX-License-Identifier: GPL-2.0-only
"""The catalogue of drives: what the drive files say."""

import os
import re
from pathlib import Path

from .build_info import DATA_VARIABLE, read_config

_KEYS = ("blocks", "block_size", "cylinders", "heads", "rpm")
#: Ends of the names of DiskSim's files, of which one drive may be named behind a colon.
_DISKSIM = re.compile(r"(.+\.(?:parv|diskspecs|model))(?::[^/:]*)?")
#: Where such a file names another.
_SOURCE = re.compile(r"(?:^|\s)source\s+([^\s;{},\[\]:?=]+)", re.MULTILINE)
#: Where a drive file names another drive.
_LIKE = re.compile(r"^[ \t]*like[ \t]+(\S+)", re.MULTILINE)


def read_catalogue():
    """Give the known drives.

    :return: a DataFrame by name: capacity in GB, cylinders, heads, revolutions per minute, what the
        file says at its top, and its path
    :raises ValueError: one line that names a drive file and the line in it that cannot be read
    """
    import pandas as pd

    files = _catalogue_files()
    rows = {name: _read(path, files) for name, path in files.items()}
    return pd.DataFrame.from_dict(rows, orient="index").sort_index()


def source_files(drive):
    """Give the files that say what a drive is: its own, and those that they name in turn.

    :param drive: a name of the catalogue or a path, as the parameter ``drive`` has it
    :return: the paths of those that exist, each once
    """
    catalogue = _catalogue_files()
    disksim = _DISKSIM.fullmatch(drive)
    if disksim:
        waiting = [Path(disksim[1])]
    else:
        waiting = [Path(drive) if "/" in drive else catalogue.get(drive)]
    found = []
    while waiting:
        path = waiting.pop(0)
        if path is None or path in found or not path.is_file():
            continue
        found.append(path)
        text = path.read_text(errors="replace")
        if disksim:
            waiting += [path.parent / name for name in _SOURCE.findall(text)]
        else:
            waiting += [catalogue.get(name) for name in _LIKE.findall(text)]
    return found


def _catalogue_files():
    """Give the drive files of the catalogue by the names of their drives."""
    folders = [Path(one) for one in os.environ.get(DATA_VARIABLE, "").split(":") if one]
    files = {}
    for folder in [*folders, Path(read_config()["data_dir"])]:
        for path in sorted(folder.glob("*.disk")):
            files.setdefault(path.stem, path)
    return files


def _read(path, files):
    words = _words(path, files)
    return {
        "capacity_gb": round(words["blocks"] * words["block_size"] / 1e9, 2),
        "cylinders": int(words["cylinders"]),
        "heads": int(words["heads"]),
        "rpm": int(words["rpm"]),
        "about": _first_sentence(path),
        "file": str(path),
    }


def _words(path, files, is_other=False):
    """Give the numbers of a drive file, those of the drive it is like included.

    :param path: the file
    :param files: the files of the catalogue by the names of their drives
    :param is_other: whether another drive is like this one
    :raises ValueError: one line that names the file and its line, as the simulator says it
    """
    words = dict.fromkeys(_KEYS, 0.0)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        key, *values = line.split() or [""]
        try:
            if key == "like":
                words.update(_words(_other(values, files, is_other), files, is_other=True))
            elif key in _KEYS:
                words[key] = _number(key, values)
        except _LineError as error:
            raise ValueError(f"{path}:{number}: {error}") from None
    return words


class _LineError(Exception):
    """What is wrong with a line of a drive file."""


def _other(values, files, is_other):
    """Give the file of the drive that a line with the keyword ``like`` names."""
    if len(values) != 1:
        raise _LineError("the keyword like takes the name of one drive")
    if is_other:
        raise _LineError(f"a drive that others are like cannot be like {values[0]}")
    if values[0] not in files:
        raise _LineError(f'like the unknown drive "{values[0]}"')
    return files[values[0]]


def _number(key, values):
    """Give the number on a line with a keyword that takes one."""
    if len(values) != 1:
        raise _LineError(f"the keyword {key} takes 1 values, not {len(values)}")
    try:
        return float(values[0])
    except ValueError:
        raise _LineError(f"{key} is '{values[0]}', not a number") from None


def _first_sentence(path):
    """Give the first sentence of the comment at the top of a drive file."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            break
        if "SPDX" not in line:
            lines.append(line.lstrip("# "))
    return " ".join(lines).strip().partition(". ")[0].partition(": ")[0]
