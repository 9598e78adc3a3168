# SPDX-License-Identifier: GPL-2.0-only
"""S3, figure 11: the TCP window against the delay."""

from . import s3, s3_claims, s3_delays
from .baselines import ClosedForm
from .experiment import Experiment, Runs
from .groups import FITTED
from .reference import read

MSS = 296
WINDOWS = (20, 40, 80)
#: Runs of the points that the paper quotes: more than 400 requests, and as many as it takes for
#: another seed to move the mean by less than 0.5 %.
_QUOTED_RUNS = Runs(34, 160, 0.0035)
_QUICK = {"light": (0.01, 0.4, 50), "heavy": ()}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    points = {
        (row["tcp_window_segments"], row["delay_ms"]): {
            "reference": row["throughput_MB_per_s"],
            "low": row["rounding_low"],
            "high": row["rounding_high"],
            "group": FITTED,
            "runs": _QUOTED_RUNS,
        }
        for row in read("s3_figure_points")
    }
    cells = [
        s3.network_cell(
            parameters,
            load,
            MSS,
            window,
            delay,
            is_quick=window != 40 and delay in _QUICK[load],
            **(points.get((window, delay), {}) if load == "light" else {}),
        )
        for load in ("light", "heavy")
        for window in WINDOWS
        for delay in s3.DELAYS
    ]
    return [
        Experiment(
            "fig. 11",
            "the TCP window against the delay",
            "Reads of 512 KB across a Gigabit link with segments of 296 bytes. The two points that "
            "the paper quotes are under light load at 0.4 ms.",
            cells,
            column="all_mb_per_s",
            runs=s3.NETWORK_RUNS,
            further=s3.STAGES,
            claims=s3_delays.claims_of_windows(parameters),
            pictures=lambda rows: s3_delays.draw(rows, "window"),
            closed_form=ClosedForm(
                "One window for each round trip of twice the delay.", s3_claims.closed_form
            ),
        )
    ]
