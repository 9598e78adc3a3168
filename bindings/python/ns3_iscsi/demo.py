# SPDX-License-Identifier: GPL-2.0-only
"""The demonstration: two loads on one storage network, their table and their pictures.

The network is the one that the scenario program ``iscsi-san`` builds when it is told nothing else:
an initiator, a path of 100 Mb/s and 2 ms round trip, four Cheetah 9LP drives behind one target.
"""

import subprocess
import sys
from pathlib import Path

from . import results
from .build_info import SOURCE_ROOT, program
from .options import OptionParser

#: The recorded trace that the first load replays.
TRACE = SOURCE_ROOT / "traces" / "postmark-ext4.csv.gz"

_COLUMNS = ("load", "operation", "requests", "IOPS", "MB/s", "mean ms", "p95 ms", "p99 ms")


def main(arguments=None):
    """Run the demonstration.

    :param arguments: the command line without the program's name
    :return: the exit status: 0, or 1 after one line on standard error
    """
    parser = OptionParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=SOURCE_ROOT / "out" / "demo", help="folder")
    parser.add_argument("--trace", type=Path, default=TRACE, help="block trace to replay")
    options = parser.parse_args(arguments)
    loads = make_loads(options.output, options.trace)
    try:
        scenario = program("iscsi-san")
        _announce("Simulating the replay of a recorded trace, and a Poisson load (half a minute)")
        simulate(scenario, loads.values())
        summaries = {
            name: results.read_summary(folder / "summary.json")
            for name, (folder, _) in loads.items()
        }
        print(format_table(summaries), flush=True)
        _announce("Drawing the pictures (ten seconds)")
        files = [file for name, (folder, _) in loads.items() for file in draw(name, folder)]
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(_reason(error), file=sys.stderr)
        return 1
    print()
    print("\n".join(str(_near(file)) for file in files))
    return 0


def make_loads(output, trace=TRACE):
    """Say what the demonstration runs.

    :param output: folder
    :param trace: block trace to replay
    :return: for each load its folder and the other arguments of the scenario program, by its name
    """
    return {
        "trace replay": (output, ["--workload=trace", f"--trace={trace}", "--pcap=1"]),
        "Poisson": (output / "poisson", ["--workload=poisson"]),
    }


def simulate(scenario, loads):
    """Run the scenario program for every load, all at once.

    :param scenario: the program's path
    :param loads: folder and arguments of each, as :func:`make_loads` gives them
    :raises subprocess.CalledProcessError: if one fails; the others are stopped then
    """
    runs = []
    try:
        for folder, knobs in loads:
            folder.mkdir(parents=True, exist_ok=True)
            command = [scenario, f"--output={folder}", *knobs]
            runs.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
        for run in runs:
            if run.wait():
                raise subprocess.CalledProcessError(run.returncode, run.args)
    finally:
        for run in runs:
            run.kill()
            run.wait()


def draw(name, folder):
    """Draw the pictures of a load.

    :param name: the load's name, for the titles
    :param folder: where the results are and the pictures go
    :return: the paths of all files of the load
    """
    # Here and not above: matplotlib takes a second to load, and a mistake should show at once.
    from . import plot

    requests = results.read_requests(folder / "requests.csv")
    written = [
        folder / name for name in ("requests.csv", "summary.json", "pdus.csv", "san.pcap.gz")
    ]
    pictures = plot.draw_all(requests, folder, name[0].upper() + name[1:])
    return [file for file in written if file.exists()] + pictures


def format_table(summaries):
    """Lay out the key figures of several runs, a line per run and operation.

    :param summaries: summary.json's contents by the run's name
    :return: the table, without a newline at its end
    """
    rows = [_COLUMNS]
    for name, summary in summaries.items():
        for operation in ("read", "write", "all"):
            if summary[operation]["count"]:
                rows.append((name, operation, *_figures(summary[operation])))
                name = ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
    lines = ["  ".join(_align(row, widths)).rstrip() for row in rows]
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def _announce(text):
    """Say what comes next, beside the results on standard output."""
    print(text, file=sys.stderr, flush=True)


def _figures(group):
    return (
        f"{group['count']:,}",
        f"{group['iops']:,.1f}",
        f"{group['mb_per_s']:,.2f}",
        *(f"{group[key]:,.2f}" for key in ("mean_ms", "p95_ms", "p99_ms")),
    )


def _align(row, widths):
    """Set words flush left and numbers flush right."""
    words = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    return words + [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]


def _reason(error):
    if isinstance(error, subprocess.CalledProcessError):
        return f"{Path(error.cmd[0]).name} ended with status {error.returncode}"
    return str(error)


def _near(path):
    """Give a path from the current folder where it is below it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
