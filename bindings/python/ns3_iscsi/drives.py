# SPDX-License-Identifier: GPL-2.0-only
"""The catalogue of drives, as the program ``disk-catalogue`` says it."""

import json
import os
from pathlib import Path

from .build_info import DATA_VARIABLE, output_of, read_config

PROGRAM = "disk-catalogue"

#: The files of drives that were asked for and are in order, and what they were found by.
_found = {}


def read_catalogue():
    """Give the known drives.

    :return: a DataFrame by name: kind (disk or ssd), year, capacity in GB, of disks cylinders,
        heads and revolutions per minute, what the file says at its top, and its path; what is
        unknown or what a drive does not have is ``<NA>``
    :raises ValueError: one line that names a drive file, and the line in it that cannot be read or
        the keyword that is missing
    :raises FileNotFoundError: one line, if the program was not built
    """
    import pandas as pd

    rows = {drive["name"]: _row(drive) for drive in _describe()}
    numbers = dict.fromkeys(("year", "cylinders", "heads", "rpm"), "Int64")
    return pd.DataFrame.from_dict(rows, orient="index").astype(numbers).sort_index()


def source_files(drive):
    """Give the files that say what a drive is: its own, and those that they name in turn.

    :param drive: a name of the catalogue or a path, as the parameter ``drive`` has it
    :return: the paths of those that exist, each once
    :raises FileNotFoundError: one line, if the program was not built
    """
    files, stamps = _found.get(drive, ([], None))
    if stamps != _stamps(files):
        said = describe(drive)
        files = [Path(name) for name in said["files"]]
        _found[drive] = files, None if said["error"] else _stamps(files)
    return files


def describe(drive):
    """Give what the program says of a drive.

    :param drive: a name of the catalogue or a path
    :return: a dict with ``files``, its own first, and ``error``: a line that names file and line or
        keyword, None if the drive can be read
    :raises FileNotFoundError: one line, if the program was not built
    """
    [said] = _describe(f"--drive={drive}")
    return said


def _describe(*options):
    """Give what the program says of drives, a dict each."""
    return json.loads(output_of(PROGRAM, *options))


def _row(drive):
    if drive["error"]:
        raise ValueError(drive["error"])
    return {
        "kind": drive["kind"],
        "year": drive["year"],
        "capacity_gb": round(drive["blocks"] * drive["block_size"] / 1e9, 2),
        "cylinders": drive["cylinders"],
        "heads": drive["heads"],
        "rpm": drive["rpm"] and int(drive["rpm"]),
        "about": drive["about"],
        "file": drive["files"][0],
    }


def _stamps(files):
    """Give what changes when other files would be found: those of a drive, or where others are."""
    folders = [*os.environ.get(DATA_VARIABLE, "").split(":"), read_config()["data_dir"]]
    return [(str(path), _changed(path)) for path in [*folders, *files]]


def _changed(path):
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
