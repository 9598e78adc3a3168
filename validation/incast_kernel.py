# SPDX-License-Identifier: GPL-2.0-only
"""Incast with a real kernel's TCP: hosts in network namespaces behind a simulated switch.

python -m validation.incast_kernel FILE [--points N] [--runs N]

A client and its servers are processes in namespaces of their own (:mod:`validation.incast_load`),
with the TCP of this machine's kernel. Each has a TAP device at ``live-switch``, which simulates the
cables and the switch with its small memory in real time. It needs root, and a machine that is not
busy: a run whose switch was late is repeated, and given up with a line after some times. All points
take about half an hour and are in ``reference/incast_linux.csv``; runs that the file has are not
measured again.
"""

import csv
import io
import itertools
import json
import math
import re
import signal
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ns3_iscsi import result_files
from ns3_iscsi.build_info import program
from ns3_iscsi.options import OptionParser, whole_number

from .incast_runs import WARM_UP
from .namespaces import NamespaceError, call, inside, namespace, running, set_ipv4

#: Rate and delay of each cable, KB of memory of the switch, KB of a block from each server, blocks
#: of a run, and the kernel's shortest timeout.
RATE, DELAY, BUFFER_KB, PART_KB, BLOCKS, RTO = "100Mbps", "250us", 32, 64, 64, "200ms"
SERVERS = (1, 2, 4, 8, 16, 32)
CONTROLS = ("reno", "cubic")
#: Of all hosts, whatever this machine's are.
SETTINGS = {
    "tcp_congestion_control": "reno",
    "tcp_sack": "1",
    "tcp_dsack": "1",
    "tcp_timestamps": "1",
    "tcp_window_scaling": "1",
    "tcp_recovery": "1",
    "tcp_early_retrans": "3",
    "tcp_frto": "2",
    "tcp_ecn": "0",
    "tcp_no_metrics_save": "1",
    "tcp_slow_start_after_idle": "1",
    "tcp_comp_sack_nr": "44",
    "tcp_moderate_rcvbuf": "1",
    "tcp_rmem": "4096 1048576 33554432",
    "tcp_wmem": "4096 1048576 33554432",
}
#: What differs from that, by its name: settings, and words for the route or the device.
VARIANTS = {
    "": {},
    "paced": {"tcp_congestion_control": "bbr"},
    "no SACK": {"tcp_sack": "0"},
    "no tail probes": {"tcp_early_retrans": "0"},
    "no compressed SACK": {"tcp_comp_sack_nr": "0"},
    "no restart after a pause": {"tcp_slow_start_after_idle": "0"},
    "no F-RTO": {"tcp_frto": "0"},
    "no timestamps": {"tcp_timestamps": "0"},
    "no timestamps, fixed buffers": {"tcp_timestamps": "0", "tcp_moderate_rcvbuf": "0"},
    "segmentation as it is": {"segments": None},
    "initial window of 3": {"initcwnd": 3},
}
#: What is measured: congestion control, servers, KB of memory, what differs.
POINTS = [
    *((control, servers, BUFFER_KB, "") for control in CONTROLS for servers in SERVERS),
    *(("cubic", 8, BUFFER_KB, name) for name in VARIANTS if name),
]
CONDITIONS = ("control", "servers", "buffer_kb", "differs", "run")
#: What TCP did in all of a run, and what the switch did.
FIGURES = ("goodput_mbps", "first_ms", "timeouts", "resent", "probes", "recoveries", "spurious")
LAGS = ("dropped", "lag_median_ms", "lag_p99_ms", "lag_max_ms", "late_percent")
_COLUMNS = [*CONDITIONS, *FIGURES, *LAGS, "kernel"]
#: How late the switch may be: percent of its events by more than 1 ms. How often a run is tried.
LATE, LATE_PERCENT, _TRIES = "1ms", 0.2, 6
_NETWORK, _PREFIX = "192.0.2.", 24
_LOAD = str(Path(__file__).with_name("incast_load.py"))
#: Processes go before all others, the switch first: what else the machine does does not delay them.
_SWITCH, _HOST = ("chrt", "--fifo", "50"), ("chrt", "--rr", "10")


class KernelError(Exception):
    """Why there is no recording, in one line."""


def record(path, points, runs):
    """Measure points with this machine's kernel.

    :param path: the file, which has each run as soon as it was measured; runs that it has are not
        measured again
    :param points: a list as POINTS
    :param runs: of each point
    :raises KernelError: if the machine is too slow
    :raises NamespaceError: if namespaces cannot be made
    """
    release = Path("/proc/sys/kernel/osrelease").read_text()
    kernel = re.match(r"[\d.]+", release)[0].rstrip(".")
    rows = _known(path)
    done = {tuple(row[: len(CONDITIONS)]) for row in rows}
    for point, number in itertools.product(points, range(1, runs + 1)):
        conditions = tuple(map(str, (*point, number)))
        if conditions in done:
            continue
        found = _measure(point, number)
        rows.append([*conditions, *(f"{found[name]:.6g}" for name in (*FIGURES, *LAGS)), kernel])
        print(*rows[-1], sep=",", flush=True)
        result_files.write_atomically(path, _text(rows))


def _known(path):
    """Give the rows of a recording, none if there is no such file."""
    if not path.exists():
        result_files.check(path)
        return []
    with path.open() as file:
        table = list(csv.reader(file))
    if table[:1] != [_COLUMNS]:
        raise KernelError(f"{path} is no recording of this program")
    return table[1:]


def _text(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_COLUMNS, *rows])
    return text.getvalue()


def _measure(point, number):
    """Measure a run until the switch is in time."""
    for _ in range(_TRIES):
        found = _run(point, number)
        if found["late_percent"] <= LATE_PERCENT:
            return found
    raise KernelError(
        f"{point}: {found['late_percent']:.2g} % of the events were more than {LATE} late, "
        f"{LATE_PERCENT} % are allowed: the machine is too slow or busy"
    )


def _run(point, number):
    control, servers, buffer_kb, differs = point
    with ExitStack() as stack:
        names = [stack.enter_context(namespace("incast", i)) for i in range(servers + 2)]
        middle, hosts = names[0], names[1:]
        switch = stack.enter_context(_switch(middle, len(hosts), buffer_kb))
        for place, host in enumerate(hosts):
            _plug(middle, host, place, len(hosts), VARIANTS[differs])
        addresses = [_address(place) for place in range(1, len(hosts))]
        processes = [
            stack.enter_context(
                running(host, *_HOST, sys.executable, _LOAD, "server", address, control)
            )
            for host, address in zip(hosts[1:], addresses, strict=True)
        ]
        if any(one.stdout.readline() != "ready\n" for one in processes):
            raise KernelError("a server does not start")
        wish = {"servers": addresses, "part": PART_KB << 10, "blocks": BLOCKS, "seed": number}
        # How late it was while hosts were plugged in does not matter.
        switch.send_signal(signal.SIGUSR1)
        words = (*_HOST, sys.executable, _LOAD, "client", json.dumps(wish))
        blocks = json.loads(call(*inside(hosts[0], *words)))
        done = [json.loads(one.communicate()[0]) for one in processes]
        switch.terminate()
        lags = _read_lags(switch.communicate()[0])
    sums = {name: sum(one[name] for one in done) for name in done[0]}
    return {**_goodput(blocks, servers), **sums, **lags}


def _goodput(blocks, servers):
    """Give goodput after the first blocks, and the mean time until the first part of one comes."""
    begins, firsts, ends = (blocks[name] for name in ("begins", "firsts", "ends"))
    first = math.ceil(WARM_UP * len(ends))
    mbits = 8e-6 * (len(ends) - first) * servers * (PART_KB << 10)
    waits = [came - begin for begin, came in zip(begins[first:], firsts[first:], strict=True)]
    return {
        "goodput_mbps": mbits / (ends[-1] - ends[first - 1]),
        "first_ms": 1e3 * sum(waits) / len(waits),
    }


def _read_lags(text):
    words = ("frames dropped", "lag, median", "lag, p99", "lag, greatest", "events late")
    found = [re.search(rf"^{word} +([\d.,]+)", text, re.MULTILINE) for word in words]
    return {name: float(one[1].replace(",", "")) for name, one in zip(LAGS, found, strict=True)}


@contextmanager
def _switch(name, ports, buffer_kb):
    """Simulate the switch."""
    options = {
        "ports": ports,
        "rate": RATE,
        "delay": DELAY,
        "portQueue": "64MB",
        "sharedBuffer": buffer_kb << 10,
        "late": LATE,
    }
    words = [f"--{name}={value}" for name, value in options.items()]
    with running(name, *_SWITCH, str(program("live-switch")), *words) as switch:
        if switch.stdout.readline() != "ready\n":
            raise KernelError("live-switch does not start")
        yield switch


def _address(place):
    return f"{_NETWORK}{place + 1}"


def _link(place):
    return f"02:00:00:00:00:{place + 1:02x}"


def _plug(middle, host, place, count, changes):
    """Give a host its end of a cable, the kernel's settings, and the addresses of all others."""
    device = f"port{place}"
    settings = {**SETTINGS, **{key: one for key, one in changes.items() if key in SETTINGS}}
    set_ipv4(host, settings)
    call("ip", "-n", middle, "link", "set", device, "netns", host)
    own = f"dev {device}"
    initial = f" initcwnd {changes['initcwnd']}" if "initcwnd" in changes else ""
    commands = [
        f"link set {own} address {_link(place)}",
        *([] if "segments" in changes else [f"link set {own} gso_max_segs 1"]),
        f"address add {_address(place)}/{_PREFIX} {own}",
        f"link set {own} up",
        f"route change {_NETWORK}0/{_PREFIX} {own} src {_address(place)} rto_min {RTO}{initial}",
        *(
            f"neighbour replace {_address(other)} {own} lladdr {_link(other)} nud permanent"
            for other in range(count)
            if other != place
        ),
    ]
    call("ip", "-n", host, "-batch", "-", text="\n".join(commands) + "\n")


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 2 after a mistake, of which one line tells
    """
    parser = OptionParser("python -m validation.incast_kernel", __doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="the recording")
    points = whole_number(1, len(POINTS), 4)
    parser.add_argument("--points", type=points, default=len(POINTS), help="the first so many")
    parser.add_argument("--runs", type=whole_number(1, 10_000, 5), default=5, help="of a point")
    chosen = parser.parse_args(arguments)
    try:
        record(chosen.file, POINTS[: chosen.points], chosen.runs)
    except (KernelError, NamespaceError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
