# SPDX-License-Identifier: GPL-2.0-only
"""Writes the requests of a run in formats of other tools: Perfetto, fio, HdrHistogram, pcapng."""

import importlib

from .results import require_all
from .run_results import RunResults

#: Formats, and the module that writes each.
FORMATS = {
    "perfetto": "export_perfetto",
    "fio-json": "export_fio_json",
    "fio-logs": "export_fio_logs",
    "hdr": "export_hdr",
    "pcapng": "export_pcapng",
}


#: Those that have rates or the number of requests under way.
_OF_ALL = ("perfetto", "fio-json", "fio-logs")


def export(folder, to, out):
    """Write the requests of a run in a format of another tool.

    :param folder: the folder of the run
    :param to: one of FORMATS
    :param out: the file; for ``fio-logs`` and ``hdr``, of several files, what their names begin
        with
    :return: the paths of the files
    :raises ValueError: one line, if the run has no requests, or none that the format can hold, or
        not all of those that it needs
    :raises ImportError: one line that names the package, if that is not installed
    :raises ResultFileError: one line that names the file, if it cannot be written
    """
    run = RunResults(folder)
    requests = run.require("requests")
    if to in _OF_ALL:
        require_all(requests, to)
    return importlib.import_module(f".{FORMATS[to]}", __package__).write(run, out)


def require_package(name, import_name):
    """Give a module of a package that only an export needs.

    :param name: the package
    :param import_name: the module
    :raises ImportError: one line that says how to install it
    """
    try:
        return importlib.import_module(import_name)
    except ImportError:
        raise ImportError(
            f"the package {name} is missing: pip install 'ns3-iscsi[exports]'"
        ) from None
