# SPDX-License-Identifier: GPL-2.0-only
"""Makes the pictures and figures of the documentation anew, from simulations.

    make figures [DISKSIM=FOLDER]

FOLDER holds DiskSim's measured trace and files of the Cheetah 9LP, which are not part of the
project; without them the figures that need them stay as they are. What was made from what is
written to doc/figures/record.json; see tools/figure_record.py.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import figure_record
import iscsi_cost
import pandas as pd
from ns3_iscsi import demo, results
from ns3_iscsi.build_info import SOURCE_ROOT, program
from ns3_iscsi.disk_replay import demerit_ms, read_replay
from ns3_iscsi.options import OptionParser

#: Where DiskSim's files are if nobody says.
DISKSIM = SOURCE_ROOT.parent / "shared" / "traces" / "cheetah9lp"

#: The duration of a revolution of the Cheetah 9LP in microseconds.
REVOLUTION_US = 60e6 / 10045

#: How often the trace is replayed with the platters at other angles.
ANGLES = 16

#: Requests by which the catalogue's drive was fitted; the others check it.
FITTED = 5000


def simulate_demo(folder: Path) -> dict:
    """Replays the demo's trace and gives the times that its picture shows, in milliseconds."""
    demo.simulate(program("iscsi-san"), [demo.make_loads(folder)["trace replay"]])
    summary = results.read_summary(folder / "summary.json")
    return {
        f"{operation} {stage}": milliseconds
        for operation in ("read", "write", "all")
        for stage, milliseconds in summary[operation]["stages_ms"].items()
    }


def make_demo_stages(folder: Path) -> dict:
    """Makes the README's picture: the one that `make demo` leaves in its folder."""
    times = simulate_demo(folder)
    demo.draw("trace replay", folder)
    shutil.copy(folder / "stages.svg", SOURCE_ROOT / "doc/figures/demo-stages.svg")
    return times


def simulate_ssd(name: str, folder: Path) -> dict:
    """Draws a picture of examples/ssd-plot.py and gives its numbers."""
    script = SOURCE_ROOT / "examples/ssd-plot.py"
    command = [sys.executable, script, f"--out={folder}", "--pictures", name]
    subprocess.run(command, check=True)
    return json.loads((folder / "figures.json").read_text())[name]


def make_ssd(name: str, folder: Path) -> dict:
    """Makes one of the pictures of the module ssd-model."""
    figures = simulate_ssd(name, folder)
    shutil.copy(folder / f"{name}.svg", SOURCE_ROOT / f"doc/figures/ssd-{name}.svg")
    return figures


def replay(drive: str | Path, trace: Path, folder: Path) -> pd.DataFrame:
    """Replays a measured trace on a drive."""
    out = folder / "replay.csv"
    options = [f"--drive={drive}", f"--trace={trace}", "--format=validate", f"--out={out}"]
    command = [program("disk-replay"), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return read_replay(out)


def off_mean(requests: pd.DataFrame) -> float:
    """How far the mean response time is from the measured one, in percent."""
    return 100 * (requests["simulated_ms"].mean() / requests["observed_ms"].mean() - 1)


def compare(drive: str | Path, trace: Path, folder: Path) -> dict:
    """The distance between a drive's model and the drive: demerits in ms, means in percent."""
    requests = replay(drive, trace, folder)
    return {
        "all": demerit_ms(requests),
        "first": demerit_ms(requests[:FITTED]),
        "last": demerit_ms(requests[FITTED:]),
        "mean": off_mean(requests),
        "reads": off_mean(requests[requests["operation"] == "read"]),
        "writes": off_mean(requests[requests["operation"] == "write"]),
    }


def turn_platters(trace: Path, seed: int, turned: Path) -> Path:
    """Writes a trace whose think times are longer by up to a revolution, each by another part."""
    angles = random.Random(seed)
    with turned.open("w") as file:
        for line in trace.read_text().splitlines():
            *words, think_us = line.split()
            think_us = float(think_us) + angles.uniform(0, REVOLUTION_US)
            print(*words, f"{think_us:.5f}", file=file)
    return turned


def simulate_cheetah(disksim: Path, folder: Path) -> dict:
    """Compares the drive of the catalogue and DiskSim's files with the measured drive."""
    trace = disksim / "cheetah9LP.trace"
    figures = {
        f"{name} {key}": value
        for name, drive in (("own", "Cheetah9LP"), ("imported", disksim / "cheetah9LP.parv"))
        for key, value in compare(drive, trace, folder).items()
    }
    turned = [
        compare("Cheetah9LP", turn_platters(trace, seed, folder / "turned.trace"), folder)["last"]
        for seed in range(ANGLES)
    ]
    return figures | {"least": min(turned), "most": max(turned)}


CHEETAH_TEXT = """
=========================================== ============ ============ =========== ===========
demerit, ms                                 all 10,000   first 5,000  last 5,000  mean response
=========================================== ============ ============ =========== ===========
``Cheetah9LP``                              {own all:<12.3f} {own first:<12.3f} {own last:<11.3f} {own mean:+.1f} %
DiskSim's files, imported                   {imported all:<12.3f} {imported first:<12.3f} {imported last:<11.3f} {imported mean:+.1f} %
DiskSim 4.0 itself                          0.108        0.126        0.111       -1.0 %
=========================================== ============ ============ =========== ===========

Mean reads and writes of ``Cheetah9LP`` are off the drive's by {own reads:+.2f} % and {own writes:+.1f} %, those of the imported files by {imported reads:+.1f} % and
{imported writes:+.1f} %. Chance has a part in each figure: in {angles} replays with other angles of the platters the last 5,000 lie between
{least:.2f} and {most:.2f} ms.

"""  # noqa: E501


def make_cheetah(disksim: Path, folder: Path) -> dict:
    """Makes the comparison of the Cheetah 9LP with the measured drive."""
    figures = simulate_cheetah(disksim, folder)
    write_between_marks("cheetah9lp", CHEETAH_TEXT.format(**figures, angles=ANGLES))
    return figures


def write_between_marks(name: str, text: str) -> None:
    """Puts a text where the marks of a figure are."""
    path = SOURCE_ROOT / figure_record.FIGURES[name].output
    before, _, behind = figure_record.split(path.read_text(), name)
    path.write_text(before + text + behind)


def make_cost_latency(folder: Path) -> dict:
    """Makes the table of where the time of a read behind iSCSI goes."""
    figures = iscsi_cost.simulate_latency(folder)
    write_between_marks("iscsi-cost-latency", iscsi_cost.latency_text(figures))
    return figures


def make_cost_cores(folder: Path) -> dict:
    """Makes the table of rates by cores and connections."""
    figures = iscsi_cost.simulate_cores(folder)
    write_between_marks("iscsi-cost-cores", iscsi_cost.cores_text(figures))
    return figures


def main() -> int:
    parser = OptionParser(description=__doc__.splitlines()[0])
    parser.add_argument("--disksim", type=Path, default=DISKSIM, help="folder of DiskSim's files")
    disksim = parser.parse_args().disksim
    makers = {"demo-stages": make_demo_stages}
    makers |= {f"ssd-{name}": partial(make_ssd, name) for name in figure_record.SSD_PICTURES}
    makers |= {"iscsi-cost-latency": make_cost_latency, "iscsi-cost-cores": make_cost_cores}
    if (disksim / "cheetah9LP.trace").exists():
        makers["cheetah9lp"] = lambda folder: make_cheetah(disksim, folder)
    record = figure_record.load(SOURCE_ROOT)
    for name, figure in figure_record.FIGURES.items():
        if name not in makers:
            print(f"{figure.output}: {name} stays as it is: no {disksim / 'cheetah9LP.trace'}")
            continue
        print(f"{figure.output}: {name}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            figures = makers[name](Path(folder))
        rounded = {key: round(value, 6) for key, value in figures.items()}
        record[name] = figure_record.describe(SOURCE_ROOT, name) | {"figures": rounded}
    figure_record.save(SOURCE_ROOT, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
