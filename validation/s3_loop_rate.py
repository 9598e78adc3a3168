# SPDX-License-Identifier: GPL-2.0-only
"""S3, section 2.4: what the loop carries."""

from . import s3
from .baselines import ClosedForm
from .experiment import Experiment
from .s3_claims import make

_RATES = {"1.0625Gbps": 100.0, "2.125Gbps": 200.0}
_PAYLOADS = (2048, 2112)
_REQUESTS = 100
#: Bytes of a frame beside its payload: delimiters, header and check sequence, and six fill words.
_FRAME = 36 + 6 * 4
#: What the rate may differ by from the paper's, which leaves out headers and 1/16 of the line rate.
_NOMINAL = 0.05


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    cells = []
    for rate, printed in _RATES.items():
        for payload in _PAYLOADS:
            changes = {
                "fcLineRate": rate,
                "fcFramePayload": payload,
                "readFraction": 1.0,
                "count": _REQUESTS,
            }
            conditions = {"line rate": rate, "frame B": payload}
            known = {"reference": printed, "low": printed - 0.5, "high": printed + 0.5}
            cells.append(
                s3.cell(
                    parameters,
                    ("loop",),
                    conditions,
                    changes,
                    **(known if payload == _PAYLOADS[0] else {}),
                )
            )
    return [
        Experiment(
            "section 2.4",
            "throughput of the loop",
            "Reads of 256 KB from drives that take no time, so that the loop is the limit. The "
            "paper counts 8 of each 10 bits of 1 and 2 Gb/s; the standard's line rates are 1.0625 "
            "and 2.125 Gbaud, and headers, fill words and arbitration take part of that.",
            cells,
            column="all_mb_per_s",
            runs=3,
            claims=_claims,
            closed_form=ClosedForm(
                "8 of each 10 bits, and of these the payload of frames with six fill words.",
                _payload_rate,
            ),
        )
    ]


def _payload_rate(conditions):
    """Give the payload that fits on a loop, MB/s.

    :param conditions: those of a cell
    """
    payload = conditions["frame B"]
    return 100 * float(conditions["line rate"].removesuffix("Gbps")) * payload / (payload + _FRAME)


def _claims(rows):
    table = rows.set_index(["line rate", "frame B"])["simulated"]
    usual = table.xs(_PAYLOADS[0], level="frame B")
    longest = table.xs(_PAYLOADS[1], level="frame B")
    text = " and ".join(f"{value:.1f}" for value in usual)
    return [
        make(
            "payload_rate",
            all(abs(usual[rate] / printed - 1) <= _NOMINAL for rate, printed in _RATES.items()),
            f"With frames of 2048 bytes: {text} MB/s.",
            tolerance=f"within {_NOMINAL:.0%}",
        ),
        make(
            "frame",
            (longest < usual).all(),
            "FC-FS allows 2112 bytes. Such frames are accepted and give "
            f"{100 * (longest / usual - 1).max():.1f} % more.",
            is_right=False,
        ),
    ]
