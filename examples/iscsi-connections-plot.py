# SPDX-License-Identifier: GPL-2.0-only
"""Draws the throughput of a session against its number of connections on a path that loses packets.

.venv/bin/python examples/iscsi-connections-plot.py --out out/connections.png

Runs build/bin/iscsi-connections for each number of connections with several seeds and draws mean
and 95 % confidence interval.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from ns3_iscsi.build_info import program
from ns3_iscsi.options import OptionParser, number, time_text, whole_number
from ns3_iscsi.pictures import BLUE, STYLE, VERMILION, save_as
from ns3_iscsi.statistics import mean_ci


def run(number, seed, options):
    """Give one row: connections, run, error and throughput (MB/s)."""
    command = [
        program("iscsi-connections"),
        "--links=1",
        f"--connections={number}",
        f"--RngRun={seed}",
        *options,
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {
        "connections": number,
        "error": None,
        "run": seed,
        "throughput": float(done.stdout.split(",")[-1]),
    }


def measure(numbers, runs, options):
    """Give mean throughput and its 95 % confidence interval by number of connections."""
    points = [(number, seed) for number in numbers for seed in range(1, runs + 1)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = pool.map(lambda point: run(*point, options), points)
    return mean_ci(pd.DataFrame(rows), "connections", "throughput")


def draw(results, title):
    """Give the figure."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.subplots()
        numbers, throughput = results["connections"], results["throughput"]
        axes.errorbar(
            numbers, throughput, results["throughput_ci"], color=BLUE, marker="o", capsize=3
        )
        single = throughput.iloc[0] / numbers.iloc[0]
        axes.plot(numbers, single * numbers, color=VERMILION, ls=":", label="proportional")
        axes.set(xlabel="Connections of the session", ylabel="Throughput (MB/s)")
        axes.set(xlim=(0, None), ylim=(0, None))
        axes.legend(loc="lower right")
        figure.suptitle(title)
    return figure


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    most = whole_number(1, 65535, 8)
    parser.add_argument("--most", type=most, default=8, help="maximum number of connections (8)")
    runs = whole_number(2, 1_000_000, 10)
    parser.add_argument("--runs", type=runs, default=10, help="seeds, 2 or more (10)")
    loss = number(0, 1, 0.001)
    parser.add_argument("--loss", type=loss, default=0.001, help="fraction of packets lost (0.001)")
    delay = time_text("10ms")
    parser.add_argument("--delay", type=delay, default="10ms", help="one-way delay (10ms)")
    count = whole_number(1, 10**12, 1000)
    parser.add_argument(
        "--count", type=count, default=1000, help="requests of 256 KiB of each run (1000)"
    )
    options = parser.parse_args()
    knobs = [f"--{name}={getattr(options, name)}" for name in ("loss", "delay", "count")]
    results = measure(range(1, options.most + 1), options.runs, knobs)
    loss = f"{options.loss:.2%}"
    save_as(draw(results, f"1 Gb/s, {options.delay} one way, loss {loss}"), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
