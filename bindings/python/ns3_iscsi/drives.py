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
_LIKE = re.compile(r"^\s*like\s+(\S+)", re.MULTILINE)


def read_catalogue():
    """Give the known drives.

    :return: a DataFrame by name: capacity in GB, cylinders, heads, revolutions per minute, what the
        file says at its top, and its path
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


def _words(path, files):
    """Give the numbers of a drive file, those of the drive it is like included."""
    words = dict.fromkeys(_KEYS, 0.0)
    for line in path.read_text().splitlines():
        key, *values = line.split() or [""]
        if key == "like" and values[0] in files:
            words.update(_words(files[values[0]], files))
        elif key in _KEYS:
            words[key] = float(values[0])
    return words


def _first_sentence(path):
    """Give the first sentence of the comment at the top of a drive file."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            break
        if "SPDX" not in line:
            lines.append(line.lstrip("# "))
    return " ".join(lines).strip().partition(". ")[0].partition(": ")[0]
