# SPDX-License-Identifier: GPL-2.0-only
"""S1, section IPERF: throughput of plain TCP by window."""

from . import s1, s1_claims, s1_pictures, s1_runs
from .experiment import Cell, Experiment
from .groups import CAPPED, FITTED, PREDICTED
from .reference import read

#: What counts, and when: the paper's tests take 10 s, but nothing is left to chance.
_TIMES = {"warmUp": "200ms", "stop": "1.2s"}
#: Windows in bytes by what JPerf prints. 8 KB, iperf's default, is 0.01 MB to it, as 10 KB are.
WINDOWS = {0.01: 8192, 0.06: 65536, 0.13: 131072, 0.50: 524288}
#: What differs where hosts have a fixed delay instead, which gives the same with 8 KB: that of the
#: cable, as there are no other links without a switch.
FIXED_DELAY = {"interruptDelay": "0us", "delay": "60.6us"}
#: Jumbo frames of 9000 bytes, of which the paper says what it expects.
JUMBO = {"mtu": 9000, "segmentSize": 8960, "rcvBufSize": WINDOWS[0.50]}


def experiments(parameters):
    """Give the experiment; see the package's documentation."""
    cells = [_cell(parameters, row) for row in read("s1_iperf_tcp")]
    cells += [
        Cell(
            {"window KB": window // 1024, "hosts": "fixed delay"},
            options(parameters, window) | FIXED_DELAY,
        )
        for window in (WINDOWS[0.01], WINDOWS[0.06])
    ]
    jumbo = options(parameters, WINDOWS[0.50]) | JUMBO
    cells.append(Cell({"window KB": 512, "hosts": "jumbo frames"}, jumbo))
    return [
        Experiment(
            "iperf",
            "TCP by window",
            "One connection sends for ten seconds, with windows of iperf's default, 64, 128 and "
            "512 KB. The default, printed as 0.01 MB, is 8 KB. The paper calls the throughput with "
            "64 KB unstable and gives a range, the middle of which stands here. Frames of 9000 "
            "bytes were not measured, and hosts with a fixed delay instead of interrupt moderation "
            "are a cross-check of the model.",
            cells,
            scenario=s1_runs.iperf,
            unit=s1.UNIT,
            column="mib_per_s",
            claims=s1_claims.of_iperf,
            pictures=s1_pictures.iperf,
        )
    ]


def options(parameters, window):
    """Give the options of tcp-bulk.

    :param parameters: the paper's parameters
    :param window: bytes
    """
    own = {"sndBufSize": max(window, WINDOWS[0.50]), "rcvBufSize": window, "readFraction": 0.0}
    return s1.settings(parameters, "direct", **own, **_TIMES)


def _cell(parameters, row):
    window = WINDOWS[row["tcp_window_MB"]]
    low, high = row["throughput_MB_per_s_low"], row["throughput_MB_per_s_high"]
    half = 0.005 if low % 1 else 0.5
    is_capped = low >= 113
    return Cell(
        {"window KB": window // 1024, "hosts": "as measured"},
        options(parameters, window),
        (low + high) / 2,
        low - half,
        high + half,
        group=CAPPED if is_capped else FITTED if window == WINDOWS[0.01] else PREDICTED,
        is_capped=is_capped,
    )
