# SPDX-License-Identifier: GPL-2.0-only
"""Draws how flash drives behave, beside closed forms and measurements of real drives.

.venv/bin/python examples/ssd-plot.py --out out/ssd

Writes pictures, each as PNG and SVG, and figures.json with the numbers in them:

write-cliff    rate, response times and write amplification of random writes, from the first on a
               new drive to its steady state
amplification  units programmed for each that is written, over the spare flash
percentiles    random reads of 4 KiB, one at a time, of drives of the catalogue and of real ones
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

import matplotlib as mpl
import pandas as pd
from ns3_iscsi.build_info import SOURCE_ROOT, program
from ns3_iscsi.options import OptionParser
from ns3_iscsi.pictures import (
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    STYLE,
    VERMILION,
    finish,
    new_figure,
    save,
)
from ns3_iscsi.result_files import write_atomically

#: Spare flash of the drive whose rate falls, as a share of its capacity.
CLIFF_SPARE = 0.12
SPARES = (0.07, 0.1, 0.12, 0.15, 0.2, 0.28)
#: Among how many blocks the one that is collected is chosen; 0 for all.
CHOICES = {0: "greedy", 2: "the better of two"}
#: Drives of the catalogue, and what the measured ones are called.
DRIVES = {"850EVO": "Samsung 850 EVO 250 GB", "7300PRO": "Micron 7300 PRO 3.84 TB"}
READS = "[reads]\nrw=randread\nbs=4k\niodepth=1\nnumber_ios=100000\n"
PERCENTS = (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9)


def write_at_random(**options):
    """Run ssd-model-example.

    :return: a table with a row for each tenth of the drive that was written; the write
        amplification of the steady state in closed form
    """
    words = [f"--{name}={value}" for name, value in options.items()]
    command = [program("ssd-model-example"), *words]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    *rows, last = output.splitlines()[1:]
    names = ("passes", "rate", "median_us", "p99_us", "amplification")
    table = pd.DataFrame([[float(word) for word in row.split()] for row in rows], columns=names)
    return table, float(last.split(":")[1])


def measure_amplification(choices):
    """Give the amplification in the steady state over the spare flash, and the closed form."""
    found = {}
    for spare in SPARES:
        table, expected = write_at_random(size=4, spare=spare, choices=choices, aged=1, passes=1)
        found[spare] = (table["amplification"].mean(), expected)
    return pd.DataFrame.from_dict(found, orient="index", columns=["simulated", "closed form"])


def measure_percentiles(drive):
    """Give percentiles of reads in microseconds, of a drive of the catalogue and the real one."""
    command = [program("drive-fio"), f"--drive={drive}", "--aged", f"--job={READS}", "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (job,) = json.loads(output)["jobs"]
    simulated = job["read"]["clat_ns"]["percentile"]
    table = pd.read_csv(SOURCE_ROOT / "validation/reference/real_drives.csv")
    rows = table[
        (table["drive"] == DRIVES[drive])
        & table["workload"].str.startswith("4K random read, depth 1")
    ]
    measured = rows.set_index("metric")["value"]
    return pd.DataFrame(
        {
            "simulated": {one: simulated[f"{one:.6f}"] / 1e3 for one in PERCENTS},
            "measured": {one: measured[f"p{one:g}"] for one in PERCENTS},
        }
    )


def draw_cliff(table, expected):
    """Draw rate, response times and amplification of writes over what was written."""
    with mpl.rc_context(STYLE):
        figure = new_figure(8, 6.5)
        rate, times, moved = figure.subplots(3, sharex=True)
        rate.plot(table["passes"], table["rate"] / 1e3, color=BLUE, label="rate")
        for column, name, colour in (
            ("median_us", "median latency", ORANGE),
            ("p99_us", "99th percentile", VERMILION),
        ):
            times.plot(table["passes"], table[column] / 1e3, color=colour, label=name)
        moved.plot(table["passes"], table["amplification"], color=GREEN, label="amplification")
        moved.axhline(expected, color=BLACK, linestyle="--", label="its closed form")
        rate.set(ylabel="Writes (1000/s)", ylim=(0, None))
        times.set(ylabel="Latency (ms)", ylim=(0, None))
        moved.set(ylabel="Amplification", ylim=(0, None), xlim=(0, None))
        moved.set(xlabel="Written (times the drive's capacity)")
        shown = [line for axes in (rate, times, moved) for line in axes.get_lines()]
        title = f"A new drive with {CLIFF_SPARE:.0%} of spare flash, 32 random writes at a time"
        finish(figure, title, shown, [line.get_label() for line in shown])
    return figure


def draw_amplification(tables):
    """Draw the write amplification over the spare flash."""
    with mpl.rc_context(STYLE):
        figure = new_figure(8, 4.5)
        axes = figure.subplots()
        for (choices, table), colour in zip(tables.items(), (BLUE, VERMILION), strict=True):
            spare, name = table.index * 100, CHOICES[choices]
            axes.plot(
                spare,
                table["closed form"],
                color=colour,
                linestyle="--",
                label=f"{name}, closed form",
            )
            axes.plot(spare, table["simulated"], color=colour, linestyle="", marker="o", label=name)
        axes.set(xlabel="Spare flash (% of the capacity)", ylabel="Write amplification")
        axes.set(ylim=(0, None))
        title = "Uniform random writes in the steady state"
        finish(figure, title, *axes.get_legend_handles_labels(), columns=2)
    return figure


def draw_percentiles(tables):
    """Draw percentiles of reads of drives of the catalogue and of real ones."""
    places = range(len(PERCENTS))
    with mpl.rc_context(STYLE):
        figure = new_figure(8, 4.5)
        axes = figure.subplots()
        for (drive, table), colour in zip(tables.items(), (BLUE, VERMILION), strict=True):
            axes.plot(places, table["simulated"], color=colour, label=f"{drive}, simulated")
            axes.plot(
                places,
                table["measured"],
                color=colour,
                linestyle="",
                marker="o",
                label=f"{DRIVES[drive]}, measured",
            )
        axes.set_xticks(places, [f"{one:g}" for one in PERCENTS])
        axes.set(xlabel="Percentile", ylabel="Latency (us)", ylim=(0, None))
        title = "Random reads of 4 KiB, one at a time"
        finish(figure, title, *axes.get_legend_handles_labels(), columns=2)
    return figure


def make_cliff():
    """Give the picture of the write cliff and its numbers."""
    table, expected = write_at_random(spare=CLIFF_SPARE)
    return draw_cliff(table, expected), {f"{row.passes}": row.rate for row in table.itertuples()}


def make_amplification():
    """Give the picture of write amplification and its numbers."""
    tables = {choices: measure_amplification(choices) for choices in CHOICES}
    figures = {
        f"{CHOICES[choices]}, {spare:g}, {column}": value
        for choices, table in tables.items()
        for column, values in table.items()
        for spare, value in values.items()
    }
    return draw_amplification(tables), figures


def make_percentiles():
    """Give the picture of percentiles and its numbers."""
    tables = {drive: measure_percentiles(drive) for drive in DRIVES}
    figures = {
        f"{drive}, {percent:g}": value
        for drive, table in tables.items()
        for percent, value in table["simulated"].items()
    }
    return draw_percentiles(tables), figures


MAKERS = {
    "write-cliff": make_cliff,
    "amplification": make_amplification,
    "percentiles": make_percentiles,
}


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("out/ssd"), help="folder (out/ssd)")
    parser.add_argument(
        "--pictures", nargs="+", choices=MAKERS, default=list(MAKERS), help="only these pictures"
    )
    options = parser.parse_args()
    figures = {}
    for name in options.pictures:
        figure, figures[name] = MAKERS[name]()
        options.out.mkdir(parents=True, exist_ok=True)
        save(figure, options.out / name)
    write_atomically(options.out / "figures.json", json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
