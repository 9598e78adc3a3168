# SPDX-License-Identifier: GPL-2.0-only
"""Draws what h2benchw finds of a drive at its host, and of the same drive behind iSCSI.

.venv/bin/python examples/h2benchw-plot.py --out out/h2benchw.png

Runs build/bin/disk-h2benchw once, and iscsi-san with each delay of the path. Draws the zone
picture, transfer rate over position, and the distribution of access times, of reads and of writes.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from ns3_iscsi import San
from ns3_iscsi.build_info import program
from ns3_iscsi.h2benchw import draw
from ns3_iscsi.options import OptionParser, time_text, whole_number
from ns3_iscsi.pictures import check_name, save_as

#: A drive whose own bus is no limit.
DRIVE = "Cheetah9LPFC"


def measure_local(folder, sizes):
    """Run h2benchw on the drive at its host."""
    words = [f"--{name[0].lower()}{name[1:]}={value}" for name, value in sizes.items()]
    command = [program("disk-h2benchw"), f"--model={DRIVE}", f"--output={folder}", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def measure_remote(folder, delay, sizes):
    """Run h2benchw on the drive behind iSCSI."""
    options = {f"h2benchw{name}": value for name, value in sizes.items()}
    san = San(
        drives=1,
        drive=DRIVE,
        linkRate="1Gbps",
        offload="tso",
        delay=delay,
        workload="h2benchw",
        output=str(folder),
        **options,
    )
    san.run()


def main():
    parser = OptionParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="the picture, .png or .svg")
    parser.add_argument(
        "--folder", type=Path, default=Path("out/h2benchw"), help="folder for results"
    )
    parser.add_argument(
        "--delays",
        type=time_text("1ms"),
        nargs="+",
        default=["0ms", "2ms", "10ms"],
        help="one-way delays of the path (0ms 2ms 10ms)",
    )
    zones = whole_number(2, 100_000, 50)
    parser.add_argument("--zones", type=zones, default=50, help="zones of the drive (50)")
    accesses = whole_number(1, 10_000_000, 1000)
    parser.add_argument("--accesses", type=accesses, default=1000, help="random accesses (1000)")
    options = parser.parse_args()
    try:
        check_name(options.out)
    except ValueError as error:
        parser.error(str(error))
    sizes = {"Zones": options.zones, "Accesses": options.accesses}
    folders = {"at its host": options.folder / "local"}
    measure_local(folders["at its host"], sizes)
    for delay in options.delays:
        folder = options.folder / f"iscsi-{delay}"
        measure_remote(folder, delay, sizes)
        folders[f"iSCSI, 1 Gb/s, {delay} one way"] = folder
    save_as(draw(folders, f"h2benchw on a {DRIVE}"), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
