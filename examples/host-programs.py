# SPDX-License-Identifier: GPL-2.0-only
"""Runs a program on a drive behind iSCSI and draws what it found.

.venv/bin/python examples/host-programs.py dd --out out/dd.png
.venv/bin/python examples/host-programs.py postmark --out out/postmark.png

dd        what it writes, what reaches the drive, and what waits in the page cache between them
bonnie    the four figures of Bonnie++, by the delay of the path
postmark  transactions per second, by the delay of the path and the size of the page cache
copy      files per second of cp and of robocopy, by the delay of the path
build     seconds of a recorded make, by the delay of the path and the size of the page cache
service   dd and Postmark over iSCSI, NFS and SMB, by the delay of the path

A host with a page cache and ext4 on a Cheetah 9LP, 1 Gb/s. Except for dd, points are the means of
three runs, bars their 95 % confidence intervals.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from ns3_iscsi import San, mean_ci, sweep
from ns3_iscsi.axes import quantities
from ns3_iscsi.build_info import SOURCE_ROOT
from ns3_iscsi.options import OptionParser
from ns3_iscsi.pictures import BLUE, GREEN, STYLE, VERMILION, check_name, save_as
from ns3_iscsi.results import read_requests

MIB = 2**20
DELAYS = ["0ms", "2ms", "5ms", "10ms", "20ms"]
SERVICES = {"none": "iSCSI", "nfs": "NFS 3", "smb": "SMB 2.1"}
RUNS = 3
STYLES = ((BLUE, "o"), (VERMILION, "s"), (GREEN, "^"))
HOST = "ext4 on a Cheetah 9LP, 1 Gb/s"


def network(**parameters):
    """Give a host, a path of 1 Gb/s and a drive, with these parameters beside."""
    return San(drives=1, drive="Cheetah9LPFC", linkRate="1Gbps", offload="tso", **parameters)


def run_points(program, san, folder, quick, grid=None, delays=DELAYS):
    """Run a network with each delay, and each setting of a grid; give the results."""
    points = {**(grid or {}), "delay": [delays[0], delays[-1]] if quick else delays}
    return sweep(san, points, runs=RUNS, folder=folder / program, quiet=True)


@dataclass
class Panel:
    """A part of a picture: results over the delay of the path.

    :param results: columns of a sweep's table, and the names of their lines
    :param label: what stands at the upward axis
    :param factor: from the unit of the columns to that of the axis
    :param scale: of that axis, linear from 0 or log
    """

    results: dict
    label: str
    factor: float = 1
    scale: str = "linear"


def draw_panel(axes, table, panel, by=None, names=None):
    """Draw results over the delay, a line for each, and for each value of a parameter.

    :param axes: where
    :param table: the results of a sweep
    :param panel: which of them
    :param by: the parameter that tells lines apart, None if the results do
    :param names: names of its values
    """
    groups = table.groupby(by, sort=False) if by else [(None, table)]
    lines = [
        (names[value] if by else name, mean_ci(rows, "delay", result), result)
        for value, rows in groups
        for result, name in panel.results.items()
    ]
    for (name, means, result), (colour, mark) in zip(lines, STYLES, strict=False):
        delays, unit = quantities(list(means["delay"]))
        milliseconds = np.array(delays) * {"s": 1e3, "ms": 1, "us": 1e-3}[unit]
        values, widths = (means[column] * panel.factor for column in (result, f"{result}_ci"))
        style = {"color": colour, "marker": mark, "markersize": 5, "capsize": 3, "label": name}
        axes.errorbar(milliseconds, values, widths.fillna(0), **style)
    axes.set(xlabel="Delay of the path, one way (ms)", ylabel=panel.label, xticks=milliseconds)
    finish_axes(axes, panel.scale)


def finish_axes(axes, scale="linear"):
    """Let a linear axis begin at 0, and put the legend where it covers nothing."""
    axes.set_yscale(scale)
    if scale == "linear":
        axes.set_ylim(bottom=0)
    columns = len(axes.get_legend_handles_labels()[0])
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns)


def draw(table, panels, title, by=None, names=None):
    """Give a picture of panels side by side; the arguments are those of draw_panel."""
    return draw_tables([(table, panel) for panel in panels], title, by, names)


def draw_tables(parts, title, by, names):
    """Give a picture of panels side by side, each of a table of its own."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(2.5 + 5 * len(parts), 4.4), layout="constrained")
        places = figure.subplots(1, len(parts), squeeze=False)[0]
        for axes, (table, panel) in zip(places, parts, strict=True):
            draw_panel(axes, table, panel, by, names)
        figure.suptitle(title)
    return figure


def follow_dd(blocks, size, folder):
    """Run dd and give what it had written, and what the drive had, as rows of time and bytes."""
    # Only here, because it takes seconds to load ns-3.
    from ns3_iscsi import connect, ns

    san = network(
        workload="dd", cache=64, ddBlockSize=size, ddCount=blocks, output=str(folder / "dd")
    )
    scenario = san.build()
    written = []

    def complete(request, process):
        if request.operation == ns.FileOperation.WRITE:
            written.append((ns.Simulator.Now().GetSeconds(), request.done))

    connect(scenario.GetProgram(0), "OperationComplete", complete)
    scenario.Run()
    requests = read_requests(folder / "dd" / "requests.csv")
    writes = requests[requests["operation"] == "write"]
    stored = pd.DataFrame(
        {"time": writes["time_s"] + writes["latency_s"], "bytes": writes["bytes"]}
    )
    return san, pd.DataFrame(written, columns=["time", "bytes"]), stored.sort_values("time")


def draw_dd(folder, quick):
    """Give the picture of dd: bytes over time, and those that wait in the page cache."""
    blocks, size = (400 if quick else 800), 65536
    san, written, stored = follow_dd(blocks, size, folder)
    start = written["time"].iloc[0]
    times = np.linspace(start, stored["time"].iloc[-1], 1000)
    by_dd, on_drive = (
        np.interp(times, rows["time"], rows["bytes"].cumsum()) / MIB for rows in (written, stored)
    )
    limits = {
        "half-way to dirtyRatio: writers wait": (
            (san["dirtyBackgroundRatio"] + san["dirtyRatio"]) / 2,
            VERMILION,
        ),
        "dirtyBackgroundRatio: write-back begins": (san["dirtyBackgroundRatio"], GREEN),
    }
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 6.4), layout="constrained")
        progress, dirty = figure.subplots(2, 1, sharex=True)
        progress.plot(times - start, by_dd, color=BLUE, label="written by dd")
        progress.plot(times - start, on_drive, color=VERMILION, label="on the drive")
        progress.set_ylabel("Data (MiB)")
        dirty.plot(times - start, by_dd - on_drive, color=BLUE, label="written, not on the drive")
        for label, (ratio, colour) in limits.items():
            dirty.axhline(ratio * san["cache"], color=colour, ls=":", label=label)
        dirty.set(xlabel="Time since the first block (s)", ylabel="Waiting data (MiB)")
        finish_axes(progress)
        finish_axes(dirty)
        figure.suptitle(f"dd bs=64K count={blocks}: page cache of 64 MiB, {HOST}")
    return figure


def draw_bonnie(folder, quick):
    """Give the picture of Bonnie++: its four figures over the delay."""
    size, seeks = (16, 100) if quick else (64, 1000)
    san = network(workload="bonnie", cache=size // 2, bonnieFileSize=size, bonnieSeeks=seeks)
    table = run_points("bonnie", san, folder, quick)
    sequential = {
        "program_sequential_output_block": "write",
        "program_rewrite": "rewrite",
        "program_sequential_input_block": "read",
    }
    panels = [
        Panel(sequential, "Sequential, blocks of 8 KiB (MiB/s)", 1 / 1024),
        Panel({"program_random_seeks": "3 seekers"}, "Random seeks per second"),
    ]
    return draw(table, panels, f"Bonnie++ -s {size}: page cache of {size // 2} MiB, {HOST}")


def draw_postmark(folder, quick):
    """Give the picture of Postmark: transactions per second for several sizes of the cache."""
    files, transactions = (100, 200) if quick else (500, 600)
    san = network(
        workload="postmark",
        postmarkNumber=files,
        postmarkTransactions=transactions,
        postmarkSizeHigh=50000,
    )
    caches = {size: f"page cache {size} MiB" for size in (2, 4, 8)}
    table = run_points("postmark", san, folder, quick, {"cache": list(caches)})
    panels = [Panel({"program_transaction_rate": ""}, "Transactions per second")]
    title = f"Postmark, {files} files of 0.5 to 50 kB: {HOST}"
    return draw(table, panels, title, "cache", caches)


def draw_copy(folder, quick):
    """Give the picture of copying: cp against robocopy."""
    san = network(
        workload="copy",
        cache=16,
        copyDirectories=2 if quick else 10,
        copyFilesPerDirectory=30,
    )
    styles = {"Cp": "cp -r", "Robocopy": "robocopy /E /MT:8"}
    table = run_points("copy", san, folder, quick, {"copyStyle": list(styles)})
    panels = [Panel({"program_file_rate": ""}, "Files per second")]
    count = san["copyDirectories"] * san["copyFilesPerDirectory"]
    title = f"Copy of {count} files of 64 KiB: page cache 16 MiB, {HOST}"
    return draw(table, panels, title, "copyStyle", styles)


def draw_build(folder, quick):
    """Give the picture of a build: its time at several delays, for several file systems."""
    trace = SOURCE_ROOT / "traces" / "build-hello-make.trace.gz"
    san = network(workload="files", fileTrace=str(trace), cache=64)
    kinds = {kind: kind for kind in ("ext2", "ext4")}
    table = run_points("build", san, folder, quick, {"fileSystem": list(kinds)})
    panels = [Panel({"program_replay_time": ""}, "Time of make (s)")]
    title = "make of GNU hello 2.10, cold cache: Cheetah 9LP, 1 Gb/s"
    return draw(table, panels, title, "fileSystem", kinds)


def draw_service(folder, quick):
    """Give the picture of block storage against file services: dd and Postmark."""
    blocks, transactions = (64, 50) if quick else (512, 3000)
    dd = {"workload": "dd", "cache": 16, "ddBlockSize": 65536, "ddCount": blocks}
    copied = {"program_copy_rate": ""}
    runs = {
        "read": (dd | {"ddOperation": "read"}, Panel(copied, "dd reads (MB/s)", 1e-6)),
        "write": (dd | {"ddConv": "fsync"}, Panel(copied, "dd writes, fsync (MB/s)", 1e-6)),
        "postmark": (
            {
                "workload": "postmark",
                "cache": 16,
                "postmarkNumber": 50 if quick else 500,
                "postmarkTransactions": transactions,
            },
            Panel({"program_transaction_rate": ""}, "Postmark, transactions/s", scale="log"),
        ),
    }
    grid = {"fileService": list(SERVICES)}
    parts = []
    for name, (parameters, panel) in runs.items():
        san = network(**parameters)
        table = run_points(f"service-{name}", san, folder, quick, grid, DELAYS[:4])
        parts.append((table, panel))
    title = f"Block storage and file services: page cache of 16 MiB, {HOST}"
    return draw_tables(parts, title, "fileService", SERVICES)


DRAWERS = {
    "dd": draw_dd,
    "bonnie": draw_bonnie,
    "postmark": draw_postmark,
    "copy": draw_copy,
    "build": draw_build,
    "service": draw_service,
}


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=DRAWERS, help="what to run")
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    parser.add_argument(
        "--folder", type=Path, default=Path("out/host-programs"), help="folder for results"
    )
    parser.add_argument("--quick", action="store_true", help="with less data")
    options = parser.parse_args()
    try:
        check_name(options.out)
    except ValueError as error:
        parser.error(str(error))
    save_as(DRAWERS[options.program](options.folder, options.quick), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
