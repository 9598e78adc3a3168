# SPDX-License-Identifier: GPL-2.0-only
"""Replay measured traces of real drives and compare with DiskSim's model of the same drives.

The parameter files (``.parv`` and what they source) and traces of the drives with which DiskSim 4.0
was validated come from a folder of the user; nothing of them is part of this project.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ns3_iscsi import disk_replay
from ns3_iscsi.build_info import program

#: A drive's demerit may be this many times DiskSim's.
LIMIT = 1.05

#: Files of a drive's parameters, by their endings.
_PARAMETER_FILES = (".parv", ".diskspecs", ".model", ".seek")

_ZERO_LATENCY = re.compile(r"(Immediate buffer (?:read|write) *= *)[12]\b")


class DiskSimError(Exception):
    """A folder without drives, or a drive that cannot be replayed; one line says which."""


class Published(NamedTuple):
    """What is known of a validated drive.

    :param title: maker and model
    :param demerit_ms: DiskSim's demerit, milliseconds
    """

    title: str
    demerit_ms: float


#: By name of the parameter file: the figures that DiskSim 4.0's script ``valid/runvalid`` names.
PUBLISHED = {
    "atlas10k": Published("Quantum Atlas 10K", 0.268),
    "atlas_III": Published("Quantum Atlas III", 0.378),
    "barracuda": Published("Seagate Barracuda", 0.349),
    "cheetah4LP": Published("Seagate Cheetah 4LP", 0.318),
    "cheetah9LP": Published("Seagate Cheetah 9LP", 0.107),
    "dec_rz26": Published("DEC RZ26", 0.340),
    "hp_c2247a": Published("HP C2247A", 0.090),
    "hp_c2490a": Published("HP C2490A", 0.254),
    "hp_c3323a": Published("HP C3323A", 0.306),
    "ibm18es": Published("IBM 18ES", 0.135),
}


@dataclass(frozen=True)
class Drive:
    """A drive of DiskSim's with a measured trace.

    :param name: name of its files
    :param parameters: its ``.parv`` file
    :param trace: its trace
    """

    name: str
    parameters: Path
    trace: Path

    @property
    def title(self):
        """Maker and model, or the name of the files."""
        return PUBLISHED[self.name].title if self.name in PUBLISHED else self.name


def find_drives(folder):
    """Find the drives of a folder, by name.

    :param folder: the folder
    :return: a Drive for each ``.parv`` file with a measured ``.trace`` of the same name
    :raises DiskSimError: one line, if there is none
    """
    drives = [
        Drive(path.stem, path, path.with_suffix(".trace"))
        for path in sorted(Path(folder).glob("*.parv"))
        if _is_measured(path.with_suffix(".trace"))
    ]
    if not drives:
        raise DiskSimError(
            f"disksim: {folder} has no .parv file with a validation trace of the same name"
        )
    return drives


def replay(drive, folder):
    """Replay a drive's trace on DiskSim's parameters of it.

    :param drive: the drive
    :param folder: where the row of each request is kept, ``<name>.csv``
    :return: a dict of figures: ``name``, ``title``, ``requests``, means ``measured_ms`` and
        ``simulated_ms``, ``error_percent`` of the mean, ``demerit_ms``, those of ``reads_ms`` and
        ``writes_ms``, DiskSim's ``disksim_ms`` and the ``ratio`` to it, both None if it is not
        known; and ``rows``, a data frame with ``operation``, ``observed_ms`` and ``simulated_ms``
        of each request
    :raises DiskSimError: one line, what disk-replay says
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = _run(drive, folder / f"{drive.name}.csv")
    demerit = disk_replay.demerit_ms(rows)
    means = rows[["observed_ms", "simulated_ms"]].mean()
    published = PUBLISHED.get(drive.name)
    by_operation = {word: rows[rows["operation"] == word] for word in ("read", "write")}
    return {
        "name": drive.name,
        "title": drive.title,
        "requests": len(rows),
        "measured_ms": means["observed_ms"],
        "simulated_ms": means["simulated_ms"],
        "error_percent": 100 * (means["simulated_ms"] / means["observed_ms"] - 1),
        "demerit_ms": demerit,
        "reads_ms": _demerit_ms(by_operation["read"]),
        "writes_ms": _demerit_ms(by_operation["write"]),
        "disksim_ms": published and published.demerit_ms,
        "ratio": published and demerit / published.demerit_ms,
        "rows": rows,
    }


def has_zero_latency(drive):
    """Tell whether a drive's parameters ask for zero-latency transfers."""
    return any(_ZERO_LATENCY.search(path.read_text()) for path in _parameter_files(drive))


def without_zero_latency(drive, folder):
    """Copy a drive's parameters, but switch zero-latency transfers off.

    DiskSim 4.0 reads the parameter and does not transfer in that way.

    :param drive: the drive
    :param folder: where to
    :return: the drive with those parameters and the same trace
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in _parameter_files(drive):
        (folder / path.name).write_text(_ZERO_LATENCY.sub(r"\g<1>0", path.read_text()))
    return Drive(drive.name, folder / drive.parameters.name, drive.trace)


def figures(result):
    """Give a result of :func:`replay` without the rows of its requests."""
    return {name: value for name, value in result.items() if name != "rows"}


def _parameter_files(drive):
    """Give the parameter files of a drive, whose names begin with its name."""
    files = sorted(drive.parameters.parent.glob(f"{drive.name}*"))
    return [path for path in files if path.suffix in _PARAMETER_FILES]


def _is_measured(trace):
    """Tell whether a file is a validation trace, which begins with an operation."""
    if not trace.is_file():
        return False
    with trace.open() as lines:
        return lines.readline().split()[:1] in (["R"], ["W"])


def _run(drive, path):
    """Replay a trace and give the rows of its requests."""
    command = [
        str(program("disk-replay")),
        f"--drive={drive.parameters}",
        f"--trace={drive.trace}",
        "--format=validate",
        f"--out={path}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DiskSimError(f"disksim: {drive.name}: {done.stderr.strip().splitlines()[-1]}")
    return disk_replay.read_replay(path)


def _demerit_ms(rows):
    """Give the demerit of some requests, None if there are none."""
    return disk_replay.demerit_ms(rows) if len(rows) else None
