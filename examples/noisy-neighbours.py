# SPDX-License-Identifier: GPL-2.0-only
"""Lets one of eight hosts be noisy, and draws what its neighbours notice and what protects them.

.venv/bin/python examples/noisy-neighbours.py link --out out/link.png

drive         they share a flash drive, from which the noisy one reads
drive-writes  to which it writes
link          they share a port of a switch, and the noisy one reads from memory
link-writes   or writes to it

The seven others send 1000 reads of 4 KiB a second each at random; examples/jobs/neighbours.fio has
all jobs. Points are the means of the runs, bars their 95 % confidence intervals. The second table
has differences to the noisy host without a lever, run by run: all have the same random numbers.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from ns3_iscsi import San, mean_ci, sweep
from ns3_iscsi.build_info import SOURCE_ROOT
from ns3_iscsi.options import OptionParser, whole_number
from ns3_iscsi.pictures import BLUE, GREEN, STYLE, VERMILION, check_name, save_as

HOSTS, NOISY, JOBS = 8, "noisy", str(SOURCE_ROOT / "examples/jobs/neighbours.fio")
SSD = {"device": "ssd", "drive": "7300PRO", "ssdAged": True}
DRIVE = {**SSD, "linkRate": "100Gbps", "accessRate": "100Gbps"}
LINK = {"device": "ram", "linkRate": "10Gbps", "accessRate": "25Gbps"}
#: What the noisy host does at each place, and what the place has.
PLACES = {"drive": ("reader", DRIVE), "drive-writes": ("writer", DRIVE)}
PLACES |= {"link": ("reader", LINK), "link-writes": ("writer", LINK)}
#: A queue that marks packets beyond 65, and attributes of ns-3 for that.
RED = {"queueDisc": "red", "queueDiscLimit": "1000p", "ecn": True}
RED |= {f"ns3::RedQueueDisc::{name}": 65 for name in ("MinTh", "MaxTh")}
RED |= {"ns3::RedQueueDisc::QW": 1, "ns3::RedQueueDisc::UseHardDrop": "false"}
#: What may protect the others: options, {0} is what the noisy host does; and what the network can.
LEVERS = {
    "quiet": {"fioSection": "victim"},
    NOISY: {},
    "queue depth 8": {"fioSection": "{0}-8,victim"},
    "queue depth 2": {"fioSection": "{0}-2,victim"},
    "four sessions": {"fioSection": 4 * "{0}-8," + "victim", "initiators": HOSTS + 3},
    "command window 2": {"commandWindow": 2},
    "MaxBurstLength 16 KB": {"maxBurstLength": 16384, "firstBurstLength": 16384},
    "MaxOutstandingR2T 8": {"maxOutstandingR2T": 8},
    "four connections": {"connections": 4},
    "receive window 64 KB": {"rcvBufSize": 65536},
}
NETWORK = {
    "pacing": {"ns3::TcpSocketState::EnablePacing": "true"},
    "ECN": RED,
    "DCTCP": {**RED, "congestionControl": "ns3::TcpDctcp"},
    "FQ-CoDel": {"queueDisc": "fqcodel"},
}
QUICK = ("quiet", NOISY, "queue depth 2", "receive window 64 KB")
#: Latencies of victims: heading, colour and mark.
LATENCIES = {
    "job_victim_read_mean_ms": ("mean", BLUE, "o"),
    "job_victim_read_p99_ms": ("99th", GREEN, "^"),
    "job_victim_read_p999_ms": ("99.9th", VERMILION, "s"),
}
NOISE, JAIN = "noisy_mb_per_s", "initiators_jain"
HEADINGS = {name: f"{head} ms" for name, (head, *_) in LATENCIES.items()}
HEADINGS |= {NOISE: "noisy MB/s", JAIN: "Jain's index"}


def simulate(place, runs, folder, quick):
    """Give results by lever and run."""
    section, parameters = PLACES[place]
    base = San(workload="fio", fio=JOBS, initiators=HOSTS, drives=1, delay="10us", offload="tso")
    base, tables = base.replace(**parameters, stop="150ms" if quick else "0s"), []
    levers = LEVERS | (NETWORK if place.startswith("link") else {})
    for lever in QUICK if quick else levers:
        changes = {"fioSection": "{0},victim", **levers[lever]}
        attributes = [f"{name}={value}" for name, value in changes.items() if "::" in name]
        os.environ["NS_ATTRIBUTE_DEFAULT"] = ";".join(attributes)  # ns-3 reads defaults here.
        san = base.replace(**{name: it for name, it in changes.items() if "::" not in name})
        san["fioSection"] = san["fioSection"].format(section)
        table = sweep(san, runs=runs, folder=folder / lever.replace(" ", "-"), quiet=True)
        if table["error"].notna().any():
            raise RuntimeError(table["error"].dropna().iloc[0])
        noise = table["all_mb_per_s"] - table["job_victim_all_mb_per_s"]
        table = table[["run", "error", JAIN, *LATENCIES]]
        tables.append(table.assign(**{"lever": lever, NOISE: noise}))
    return pd.concat(tables)


def differences(table):
    """Give how each lever differs from the noisy host without one, run by run."""
    plain = table[table["lever"] == NOISY].set_index("run")[list(HEADINGS)]
    others = table[table["lever"] != NOISY].copy()
    others[list(HEADINGS)] -= plain.loc[others["run"]].to_numpy()
    return others


def show(title, rows):
    """Print means and intervals."""
    print(f"{title:22}" + "".join(f"{head:>20}" for head in HEADINGS.values()))
    for _, row in rows.iterrows():
        cells = (f"{row[name]:.3f} +- {row[f'{name}_ci']:.3f}" for name in HEADINGS)
        print(f"{row['lever']:22}" + "".join(f"{cell:>20}" for cell in cells))


def draw(place, rows):
    """Give the picture: latencies of the victims, what the noisy host gets, and Jain's index."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 0.9 + 0.36 * len(rows)), layout="constrained")
        panels = figure.subplots(1, 3, sharey=True, width_ratios=(2, 1, 1))
        for name, (head, colour, mark) in LATENCIES.items():
            style = {"color": colour, "marker": mark, "ls": "none", "label": head}
            panels[0].errorbar(rows[name], rows.index, xerr=rows[f"{name}_ci"], **style)
        panels[0].set(xscale="log", xlabel="Reads of the neighbours (ms)", yticks=rows.index)
        panels[0].set_yticklabels(rows["lever"])
        panels[0].xaxis.set_major_formatter("{x:g}")
        panels[0].legend()
        for axes, name in zip(panels[1:], (NOISE, JAIN), strict=True):
            axes.barh(rows.index, rows[name], xerr=rows[f"{name}_ci"], color=BLUE, height=0.5)
            axes.set_xlabel(HEADINGS[name])
        panels[0].invert_yaxis()
        figure.suptitle(f"One of eight hosts is noisy: a {place} that they share")
    return figure


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", choices=PLACES, help="what they share")
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    parser.add_argument("--folder", type=Path, default=Path("out/noisy-neighbours"), help="results")
    parser.add_argument("--runs", type=whole_number(2, 100, 5), default=5, help="of each (5)")
    parser.add_argument("--quick", action="store_true", help="50 ms, four levers")
    options = parser.parse_args()
    try:
        check_name(options.out)
    except ValueError as error:
        parser.error(str(error))
    table = simulate(options.place, options.runs, options.folder / options.place, options.quick)
    show(options.place, rows := mean_ci(table, by="lever"))
    show("beside noisy", mean_ci(differences(table), by="lever"))
    save_as(draw(options.place, rows), options.out)


if __name__ == "__main__":
    main()
