# SPDX-License-Identifier: GPL-2.0-only
"""Compare all drives of a DiskSim folder, print a line for each, and write CSV and page."""

import jinja2
import pandas as pd
from ns3_iscsi import disk_replay
from ns3_iscsi.pictures import save_as
from ns3_iscsi.result_files import write_atomically

from . import disksim
from .report import TEMPLATES


def run(source, output):
    """Replay the traces of all drives, or say that there are none.

    :param source: folder of DiskSim's files, None if the user has none
    :param output: folder for ``drives.csv``, ``drives.html`` and the rows of the requests
    :return: the page, None if there are no files
    :raises disksim.DiskSimError: one line, if the folder has no drive or one cannot be replayed
    """
    if source is None:
        print("drives: skipped, --disksim=FOLDER names DiskSim's parameter files and traces")
        return None
    results = []
    for drive in disksim.find_drives(source):
        results += _replay(drive, output / "drives")
    write_atomically(output / "drives.csv", table(results).to_csv(index=False, float_format="%.6g"))
    return write(output / "drives.html", results)


def write(path, results):
    """Write the page and, beside it in ``drives/``, a picture of each drive's distributions.

    :param path: the page
    :param results: as :func:`validation.disksim.replay` gives them
    :return: the path
    """
    for one in results:
        save_as(distributions(one), path.parent / _picture(one))
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = (TEMPLATES / "drives.html.j2").read_text()
    page = environment.from_string(source).render(
        results=[{**disksim.figures(one), "picture": _picture(one)} for one in results],
        limit=disksim.LIMIT,
    )
    write_atomically(path, page)
    return path


def table(results):
    """Give the figures of results as a data frame.

    :param results: as :func:`validation.disksim.replay` gives them
    """
    return pd.DataFrame([disksim.figures(one) for one in results])


def line(result):
    """Say a result in a line.

    :param result: as :func:`validation.disksim.replay` gives it
    """
    text = (
        f"drive {result['title']}: mean {result['error_percent']:+.2f} %, "
        f"demerit {result['demerit_ms']:.4f} ms"
    )
    if result["ratio"] is None:
        return text
    return f"{text}, {result['ratio']:.3f} times DiskSim's {result['disksim_ms']:.3f}"


def distributions(result):
    """Draw the distributions of a result's response times, measured and simulated.

    :param result: as :func:`validation.disksim.replay` gives it
    :return: the figure
    """
    return disk_replay.distributions(result["rows"], result["title"])


def _replay(drive, folder):
    """Replay a drive's trace, and once more without zero latency if its parameters ask for it."""
    results = [disksim.replay(drive, folder)]
    if disksim.has_zero_latency(drive):
        changed = disksim.without_zero_latency(drive, folder / "without-zero-latency")
        other = disksim.replay(changed, folder / "without-zero-latency")
        results.append({**other, "title": f"{drive.title}, without zero latency"})
    for one in results:
        print(line(one), flush=True)
    return results


def _picture(result):
    """Give the name of a result's picture, from the page."""
    return f"drives/{result['title'].replace(' ', '-').replace(',', '')}.svg"
