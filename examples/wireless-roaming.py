# SPDX-License-Identifier: GPL-2.0-only
"""Lets a station leave the network in the middle of a write and come back, and draws what it costs.

.venv/bin/python examples/wireless-roaming.py levels --out out/levels.png
.venv/bin/python examples/wireless-roaming.py timers --out out/timers.png

levels  time lost and requests failed at each level of error recovery, by the time out of range
timers  time lost by TCP alone, and with pings that find out, by the time out of range

A write of 64 MB in requests of 256 KB, 8 at once, over 802.11ax; the station is gone for a while
after a second of the simulation. Points are the means of the runs.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

import matplotlib as mpl
from matplotlib.figure import Figure
from ns3_iscsi import San, sweep
from ns3_iscsi.options import OptionParser, whole_number
from ns3_iscsi.pictures import BLACK, BLUE, GREEN, ORANGE, STYLE, VERMILION, check_name, save_as

#: How long the station takes to be out of range, and to be back, s.
STEP = 0.01
AWAY = [1, 2, 3, 4, 6, 8, 12, 16]
#: Requests, when the station leaves, s, and for how long, s.
FULL = {"count": 256, "leaving": 1, "times": AWAY}
QUICK = {"count": 32, "leaving": 0.1, "times": [2, 6]}
PINGS = {"nopInterval": "1s", "nopTimeout": "2s"}
RECOVERY = {"recoveryTimeout": "1s", "defaultTime2Wait": 0, "defaultTime2Retain": 60}
LEVELS = {
    # A host that sends nothing again: what a level loses fails.
    f"level {level}": {**PINGS, **RECOVERY, "errorRecoveryLevel": level, "lossRetries": 0}
    for level in (0, 1, 2)
}
TIMERS = {
    "TCP alone, MinRto 1 s": {"nopInterval": "0s", "minRto": "1s"},
    "TCP alone, MinRto 0.3 s": {"nopInterval": "0s", "minRto": "300ms"},
    "level 2, NopTimeout 1 s": {**LEVELS["level 2"], "nopTimeout": "1s"},
    "level 2, NopTimeout 5 s": {**LEVELS["level 2"], "nopTimeout": "5s"},
}
#: Of each setup colour, mark and its size: equal points stay visible.
STYLES = ((BLUE, "o", 11), (VERMILION, "s", 7), (GREEN, "^", 5), (ORANGE, "D", 4))


def moves(leaving, away):
    """Give where a station goes that is out of range for a while.

    :param leaving: when it leaves, s
    :param away: how long it is out of range, s; 0 to stay
    """
    back = leaving + STEP + away
    legs = [(leaving, 5), (leaving + STEP, 5000), (back, 5000), (back + STEP, 5)]
    return ", ".join(f"{time:g}s {metres}m" for time, metres in legs) if away else ""


def network(**parameters):
    """Give a station and its target with these parameters, and the write that it does."""
    return San(
        linkType="wifi",
        wifiStandard="802.11ax",
        mtu=2296,
        segmentSize=2244,
        device="ram",
        drives=1,
        workload="closed",
        pattern="sequential",
        readFraction=0,
        size="262144",
        queueDepth=8,
        **parameters,
    )


def measure(setups, plan, runs, folder):
    """Run all setups with each time out of range.

    :param plan: FULL or QUICK
    :return: for each setup a list of time away, time lost and requests failed
    """
    figures = {}
    for number, (name, parameters) in enumerate(setups.items()):
        walks = {moves(plan["leaving"], away): away for away in (0, *plan["times"])}
        grid = {"wifiMoves": list(walks)}
        place = folder / f"setup-{number}"
        san = network(count=plan["count"], **parameters)
        table = sweep(san, grid, runs=runs, folder=place, quiet=True)
        if table["error"].notna().any():
            raise RuntimeError(table["error"].dropna().iloc[0])
        table["away"] = table["wifiMoves"].map(walks)
        table["took"] = table["end_s"] - table["start_s"]
        means = table.groupby("away")[["took", "errors"]].mean()
        still = means.loc[0, "took"]
        figures[name] = [
            (away, row["took"] - still, row["errors"]) for away, row in means.iterrows() if away
        ]
    return figures


def show(figures):
    """Print a table of what was measured."""
    print(f"{'':24}{'away s':>8}{'lost s':>9}{'beyond s':>10}{'failed':>8}")
    for name, rows in figures.items():
        for away, lost, failed in rows:
            print(f"{name:24}{away:8g}{lost:9.2f}{lost - away:10.2f}{failed:8.1f}")


def draw_points(axes, figures, value, label):
    """Draw a figure of each setup over the time out of range.

    :param value: gives it from a row
    :param label: what stands at the upward axis
    """
    for (name, rows), (colour, mark, size) in zip(figures.items(), STYLES, strict=False):
        points = [(row[0], value(row)) for row in rows]
        style = {"color": colour, "marker": mark, "markersize": size, "label": name}
        axes.plot(*zip(*points, strict=True), ls="none", clip_on=False, **style)
    axes.set(xlabel="Time out of range (s)", ylabel=label)
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)


def draw_least(axes, figures):
    """Draw the least time that can be lost: that out of range."""
    most = max(row[0] for rows in figures.values() for row in rows)
    axes.plot([0, most], [0, most], color=BLACK, ls=":", label="out of range")


def finish(figure, panels, title):
    """Put one legend below all panels, and the title above."""
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    figure.suptitle(title)


def draw_levels(figures):
    """Give the picture of the levels: time lost, and requests failed."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 4.4), layout="constrained")
        lost, failed = figure.subplots(1, 2)
        draw_points(lost, figures, lambda row: row[1], "Time lost (s)")
        draw_least(lost, figures)
        draw_points(failed, figures, lambda row: row[2], "Requests failed")
        finish(figure, (lost, failed), "A write over 802.11ax, out of range in mid-write")
    return figure


def draw_timers(figures):
    """Give the picture of the timers: time lost."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = figure.subplots()
        draw_points(axes, figures, lambda row: row[1], "Time lost (s)")
        draw_least(axes, figures)
        finish(figure, (axes,), "A write over 802.11ax: back in range, and still waiting")
    return figure


DRAWERS = {"levels": (LEVELS, draw_levels), "timers": (TIMERS, draw_timers)}


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", choices=DRAWERS, help="what to compare")
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    parser.add_argument(
        "--folder", type=Path, default=Path("out/wireless-roaming"), help="folder for results"
    )
    parser.add_argument("--runs", type=whole_number(1, 100, 3), default=3, help="runs of each (3)")
    parser.add_argument(
        "--quick", action="store_true", help="8 MB, two times out of range, one run"
    )
    options = parser.parse_args()
    try:
        check_name(options.out)
    except ValueError as error:
        parser.error(str(error))
    setups, draw = DRAWERS[options.picture]
    plan, runs = (QUICK, 1) if options.quick else (FULL, options.runs)
    figures = measure(setups, plan, runs, options.folder / options.picture)
    show(figures)
    save_as(draw(figures), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
