# SPDX-License-Identifier: GPL-2.0-only
"""Compare a host with the recordings, print what misses the limits, and write CSV and page."""

import jinja2
from ns3_iscsi.result_files import write_atomically

from . import host_io, host_io_verdicts
from .report import TEMPLATES


def run(output, workers=None):
    """Run all programs on all file systems, and compare.

    :param output: folder for ``host-io.csv``, ``host-io.html`` and the recordings of the model
    :param workers: simulations at a time, None for one per core
    :return: the page
    :raises host_io.HostIoError: one line, if a program cannot be run
    """
    rows = judge(host_io.run(output / "host-io", workers=workers))
    for line in lines(rows):
        print(line, flush=True)
    write_atomically(output / "host-io.csv", rows.to_csv(index=False, float_format="%.6g"))
    return write(output / "host-io.html", rows)


def judge(table):
    """Add to the rows of :func:`validation.host_io.compare` ``verdict`` and ``reason``.

    :param table: the rows
    """
    words = {
        "verdict": [host_io_verdicts.verdict(row) for _, row in table.iterrows()],
        "reason": [host_io_verdicts.reason(row) for _, row in table.iterrows()],
    }
    return table.assign(**words)


def lines(rows):
    """Say for each program how many rows are within the limits, and name the others.

    :param rows: as :func:`judge` gives them
    """
    counted = rows[~rows["verdict"].str.startswith("few")]
    for name, own in counted.groupby("program", sort=False):
        within = (own["verdict"] == "within").sum()
        yield f"host-io {name}: {within} of {len(own)} rows within the limits"
        for _, row in own[own["verdict"] != "within"].iterrows():
            yield f"  {row['file_system']} {row['phase']} {row['direction']}: {row['verdict']}"


def write(path, rows):
    """Write the page.

    :param path: the page
    :param rows: as :func:`judge` gives them
    :return: the path
    """
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (TEMPLATES / "host-io.html.j2").read_text()
    page = environment.from_string(source).render(
        rows=[_shown(row) for _, row in rows.iterrows()], limits=host_io_verdicts
    )
    write_atomically(path, page)
    return path


def _shown(row):
    """Give the texts of a row of the page."""
    few = host_io_verdicts.is_few(row)
    shown = {name: row[name] for name in (*host_io.KEYS, "verdict", "reason")}
    shown["state"] = "few" if few else "" if row["verdict"] == "within" else "off"
    for name, unit, digits in (
        ("requests", 1, 0),
        ("bytes", 1e6, 2),
        ("mean_bytes", 1024, 1),
        ("sequential_share", 1, 2),
    ):
        error = host_io_verdicts.error(row, name)
        shown[name] = {
            "recorded": f"{row[name] / unit:,.{digits}f}",
            "simulated": _number(row[f"simulated_{name}"] / unit, digits),
            "error": f"{100 * error:+.1f} %" if error == error else "",
        }
    shown["ks"] = _number(row["ks"], 2)
    shown["ks_recorded"] = f"{row['ks_recorded']:.2f}"
    return shown


def _number(number, digits):
    """Write a number, or nothing if there is none."""
    return f"{number:,.{digits}f}" if number == number else ""
