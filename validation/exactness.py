# SPDX-License-Identifier: GPL-2.0-only
"""Compare simulations with segmentation offload with those that are exact, frame by frame.

python -m validation.exactness [--runs 20] [--workers 1] [--page FILE.rst]

Both have the same runs. Numbers of papers and shares of connections may differ by 2 %, means over
runs in which chance has a part by 5 %, and a stage of a request by the time of a frame.
"""

import sys
from pathlib import Path

from ns3_iscsi import ParameterError, result_files
from ns3_iscsi.folder_lock import FolderHeldError
from ns3_iscsi.options import OptionParser, whole_number

from . import exactness_rows
from .__main__ import OUTPUT

_PAGE_HEADER = """\
.. SPDX-License-Identifier: GPL-2.0-only

.. ``python -m validation.exactness --page FILE`` generated this part of a page.
"""


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 1 if a row does not keep its limit, 2 after a mistake, of which one
        line tells
    """
    parser = OptionParser("python -m validation.exactness", description=__doc__.partition("\n")[0])
    workers = whole_number(1, 10_000, 4)
    parser.add_argument("--workers", type=workers, help="simulations at a time (one per core)")
    runs = whole_number(2, 10_000, 20)
    parser.add_argument("--runs", type=runs, default=20, help="runs in which chance has a part")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder for the results")
    parser.add_argument("--page", type=Path, help="write the tables as well, a .rst file")
    chosen = parser.parse_args(arguments)
    if chosen.page and chosen.page.suffix != ".rst":
        parser.error(f"page: {chosen.page} is not a .rst file")
    try:
        return _compare(chosen)
    except (
        exactness_rows.SimulationError,
        ParameterError,
        FolderHeldError,
        ImportError,
        OSError,
    ) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def measure(folder, workers=None, count=20):
    """Give the sections one after the other, each as soon as it is simulated.

    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :param count: runs of what chance has a part in
    """
    yield exactness_rows.of_stages(folder, workers)
    yield exactness_rows.of_loads(folder, workers)
    yield exactness_rows.of_connections(folder, workers)
    yield exactness_rows.of_papers(folder, workers)
    yield exactness_rows.of_means(folder, workers, count)


def text(section):
    """Give a section as lines of columns.

    :param section: the section
    """
    table = _table(section)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(words, widths, strict=True)).rstrip()
        for words in table
    ]
    return "\n".join([section.title, *lines, ""])


def restructured(section):
    """Give a section as a paragraph and a table of reStructuredText.

    :param section: the section
    """
    lines = [f"{section.title}:", "", ".. list-table::", "   :header-rows: 1", ""]
    for words in _table(section):
        lines += [f"   {'-' if i else '* -'} {word}".rstrip() for i, word in enumerate(words)]
    return "\n".join(lines).replace("\n   - ", "\n     - ").replace("\n   -\n", "\n     -\n") + "\n"


def _table(section):
    """Give header and rows in words, with a last column for whether limits are kept."""
    rows = [(*row.words, "yes" if row.is_kept else "NO") for row in section.rows]
    return [(*section.header, "kept"), *rows]


def _compare(chosen):
    """Simulate, print and write the tables, and give the exit status."""
    # What cannot be written is told before the simulations and not after them.
    if chosen.page:
        result_files.check(chosen.page)
    sections = []
    for section in measure(chosen.output / "sweeps", chosen.workers, chosen.runs):
        sections.append(section)
        print(text(section), flush=True)
    if chosen.page:
        tables = map(restructured, sections)
        result_files.write_atomically(chosen.page, "\n".join([_PAGE_HEADER, *tables]))
        print(chosen.page)
    missed = sum(not row.is_kept for section in sections for row in section.rows)
    print(f"{sum(len(one.rows) for one in sections)} rows, {missed} beyond their limits")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
