# SPDX-License-Identifier: GPL-2.0-only
"""Block traces: what is in them, and conversion between formats, by the program ``block-trace``.

::

    from ns3_iscsi import traces

    print(traces.info("hm_1.csv.gz")["read_share"])
    traces.convert("hm_1.csv.gz", "hm_1.spc", from_zero=True)

Formats, and what each holds, are in the page of the module ``block-io``.
"""

import json
import re
import tempfile
from pathlib import Path

from .build_info import output_of

#: Names of formats.
FORMATS = (
    "disksim",
    "validate",
    "csv",
    "spc",
    "msr",
    "blkparse",
    "fio2",
    "fio3",
    "tencent",
    "alibaba",
    "mqsim",
    "systor",
    "fiu",
    "cloudphysics",
    "columns",
)

#: Events of blkparse that can be requests: the issue to the driver (D), or the queueing (Q).
EVENTS = ("issue", "queue", "complete")


def info(path, **options):
    """Give the figures of a trace.

    :param path: the trace, plain or compressed by gzip or zstd
    :param options: ``from_``, ``columns`` and ``event``, as :func:`convert` has them
    :return: a dict of figures; None stands for what the trace does not tell
    :raises ValueError: one line that names the file, and the line in it, that is wrong
    """
    return report(path, **options)[0]


def report(path, **options):
    """Give the figures of a trace twice, the trace read once.

    :param path: the trace
    :param options: as for :func:`info`
    :return: the dict of :func:`info`, and tables of the same as a text for people
    :raises ValueError: as :func:`info`
    """
    with tempfile.TemporaryDirectory() as folder:
        summary = Path(folder) / "summary.json"
        text = _run("info", path, summary=summary, **options)
        return json.loads(summary.read_text()), text


def convert(path, out, **options):
    """Convert a trace to another format.

    :param path: the trace, plain or compressed by gzip or zstd
    :param out: the new trace, compressed if its name ends in .gz or .zst
    :param options: ``from_`` and ``to``, the formats, without which the trace is recognised and the
        new one has what its name tells; ``columns`` and ``to_columns``, maps of columns; ``event``,
        the events of blkparse; ``sort``, true to order requests by time in memory; ``from_zero``,
        true to count times from the first request
    :raises ValueError: one line that names the file, and the line in it, that is wrong
    """
    _run("convert", path, out, **options)


def _camel_case(name):
    """Give the program's name of an option: ``fromZero`` for ``from_zero``."""
    return re.sub("_([a-z])", lambda letter: letter[1].upper(), name)


def _run(*words, **options):
    """Run the program and give what it prints."""
    flags = [
        f"--{_camel_case(name.strip('_'))}={_text(value)}"
        for name, value in options.items()
        if value is not None and value is not False
    ]
    return output_of("block-trace", *words, *flags)


def _text(value):
    return str(value).lower() if isinstance(value, bool) else value
