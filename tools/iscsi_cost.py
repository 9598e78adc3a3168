# SPDX-License-Identifier: GPL-2.0-only
"""Simulates the tables of doc/iscsi-cost.rst: what iSCSI costs on an SSD."""

import subprocess
from pathlib import Path

from ns3_iscsi import results
from ns3_iscsi.build_info import program

#: The reads of both tables.
LOAD = (
    *("--device=ssd", "--drive=7300PRO", "--ssdAged", "--drives=1"),
    *("--workload=closed", "--readFraction=1", "--size=4096", "--delay=10us"),
)

#: What keeps the drive, the session and TCP out of the way of cores.
DEEP = (
    *("--queueDepth=128", "--unitQueueDepth=128", "--commandWindow=128", "--count=10000"),
    *("--offload=tso", "--rcvBufSize=16777216", "--sndBufSize=16777216"),
)

#: Requests a second that a core can do, by what does them.
CORE = {"iSCSI": 70_000, "ReFlex": 850_000}

#: The PDUs of a read that a host handles: the command and the data with its status.
PDUS = 2

#: The hosts of the first table, and their options.
HOSTS = {
    "no time": (),
    "850,000 a core": (f"--timePerPdu={round(1e9 / CORE['ReFlex'] / PDUS)}ns",),
    "70,000 a core": (f"--timePerPdu={round(1e9 / CORE['iSCSI'] / PDUS)}ns",),
    "and interrupts": (
        f"--timePerPdu={round(1e9 / CORE['iSCSI'] / PDUS)}ns",
        "--interruptDelay=20us",
    ),
}

LINKS = (10, 25)

#: The stages of a read behind iSCSI; the others are the drive's.
NETWORK = {
    "before": ("sent",),
    "there": ("arrived_at_target", "dispatched"),
    "back": ("back_at_target", "answered", "completed"),
}

CORES = (1, 2, 4, 8)
CONNECTIONS = (1, 2, 4, 8)


def simulate(folder: Path, *options: str) -> dict:
    """Runs reads of 4 KiB and gives the summary."""
    command = [program("iscsi-san"), *LOAD, *options, f"--output={folder}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return results.read_summary(folder / "summary.json")


def link(gigabits: int) -> tuple[str, str]:
    """The options of links of that rate."""
    return f"--linkRate={gigabits}Gbps", f"--accessRate={gigabits}Gbps"


def simulate_latency(folder: Path) -> dict:
    """Gives the stages of a read alone, in microseconds, by hosts, link and part of the way."""
    figures = {}
    for hosts, options in HOSTS.items():
        for rate in LINKS:
            summary = simulate(folder, *link(rate), "--queueDepth=1", "--count=1000", *options)
            stages = {name: 1000 * ms for name, ms in summary["read"]["stages_ms"].items()}
            parts = {
                part: sum(stages.pop(stage) for stage in names) for part, names in NETWORK.items()
            }
            parts["drive"] = sum(stages.values())
            parts["all"] = 1000 * summary["read"]["mean_ms"]
            figures |= {f"{hosts} {rate} {part}": us for part, us in parts.items()}
    return figures


def simulate_cores(folder: Path) -> dict:
    """Gives thousands of reads a second, by cores of both hosts, connections and queues, and how
    busy the cores of the target were."""
    per_pdu = HOSTS["70,000 a core"]
    figures = {}
    runs = [(cores, connections, ()) for cores in CORES for connections in CONNECTIONS]
    runs += [(cores, 8, ("--receiveQueues=1",)) for cores in CORES[1:]]
    for cores, connections, queues in runs:
        options = (f"--cores={cores}", f"--targetCores={cores}", f"--connections={connections}")
        summary = simulate(folder, *link(25), *DEEP, *per_pdu, *options, *queues)
        name = f"{cores} {connections}{' one queue' if queues else ''}"
        hosts = summary["hosts"]
        figures[name] = summary["read"]["iops"] / 1000
        figures[f"{name} busy"] = hosts["targets_busy"]
        figures[f"{name} busiest"] = hosts.get("targets_busiest_core", hosts["targets_busy"])
    return figures


def latency_text(figures: dict) -> str:
    """The first table."""
    rule = " ".join("=" * width for width in (16, 8, 10, 10, 8, 10, 8, 14))
    lines = [
        "",
        rule,
        "hosts            link     initiator  to target  drive    way back   all, us  of it iSCSI",
        rule,
    ]
    for hosts in HOSTS:
        for rate in LINKS:
            part = {key: figures[f"{hosts} {rate} {key}"] for key in (*NETWORK, "drive", "all")}
            share = 100 * (1 - part["drive"] / part["all"])
            lines.append(
                f"{hosts:<16} {rate} Gb/s  {part['before']:<10.1f} {part['there']:<10.1f} "
                f"{part['drive']:<8.1f} {part['back']:<10.1f} {part['all']:<8.1f} {share:.0f} %"
            )
    return "\n".join([*lines, rule, "", ""])


def cores_text(figures: dict) -> str:
    """The second table."""
    rule = " ".join("=" * width for width in (6, *[10] * 4, 14, 14, 14))
    columns = "".join(f"{count:<11}" for count in CONNECTIONS)
    lines = [
        "",
        rule,
        f"cores  {columns}8, one queue   busy: mean     busiest core",
        rule,
    ]
    for cores in CORES:
        rates = "".join(f"{figures[f'{cores} {count}']:<11.1f}" for count in CONNECTIONS)
        single = figures.get(f"{cores} 8 one queue")
        alone = f"{single:<14.1f}" if single else f"{'-':<14}"
        name = f"{cores} 8 one queue" if single else f"{cores} 8"
        busy = f"{figures[f'{name} busy']:<14.2f} {figures[f'{name} busiest']:.2f}"
        lines.append(f"{cores:<6} {rates}{alone} {busy}")
    return "\n".join([*lines, rule, "", ""])
