# SPDX-License-Identifier: GPL-2.0-only
"""Compare the simulated host with a real Linux host.

python -m validation.real_host record [FILE] --source ARCHIVE [--programs NAMES] [--disks NAMES]
    [--fileSystems NAMES] [--delays MS] [--repetitions N]
python -m validation.real_host trace --source ARCHIVE [--programs NAMES]
python -m validation.real_host compare [FILE] [--programs NAMES] ...

``record`` mounts a simulated disk with this machine's kernel, in real time, runs each program on it
and counts its block requests. It needs root and what tools/live-mount needs. ``trace`` records the
system calls of those programs that the simulated host replays. ``compare`` runs the points of a
recording on the simulated host.
"""

import argparse
import json
import sys
from pathlib import Path

from ns3_iscsi.options import OptionParser, whole_number

from . import comparison, recording
from .programs import PROGRAMS


def _names(kind, known):
    def choose(text):
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name}: there is no such {kind}")
        return names

    return choose


def make_parser():
    parser = OptionParser(
        prog="python -m validation.real_host",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("record", "compare", "trace"):
        add = commands.add_parser(command).add_argument
        add("--programs", type=_names("program", PROGRAMS), default=list(PROGRAMS))
        if command != "compare":
            add("--source", type=Path, required=True, help="the archive of GNU hello 2.10")
        if command == "trace":
            continue
        add("file", nargs="?", type=Path, default=recording.RECORDING)
        add(
            "--fileSystems",
            type=_names("file system", recording.FILE_SYSTEMS),
            default=list(recording.FILE_SYSTEMS),
        )
        add("--disks", type=_names("disk", recording.DISKS), default=list(recording.DISKS))
        delays = tuple(map(str, recording.DELAYS_MS))
        add("--delays", type=_names("delay", delays), default=list(delays))
        if command == "record":
            add("--repetitions", type=whole_number(1, 100, 1), default=1)
    inside = commands.add_parser("inside")
    for name in ("program", "file_system", "source"):
        inside.add_argument(name)
    return parser


def main(words=None):
    options = make_parser().parse_args(words)
    try:
        if options.command == "inside":
            figures = recording.inside(options.program, options.file_system, options.source)
            print(json.dumps(figures))
        elif options.command == "trace":
            replayed = [name for name in options.programs if PROGRAMS[name].is_replayed]
            recording.trace(replayed, options.source.resolve())
        else:
            selection = (options.fileSystems, options.disks, list(map(int, options.delays)))
            if options.command == "record":
                wanted = recording.points(options.programs, *selection, options.repetitions)
                recording.record(options.file, wanted, options.source)
            else:
                return comparison.compare(options.file, options.programs, *selection)
    except (recording.JudgeError, recording.RecordError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
