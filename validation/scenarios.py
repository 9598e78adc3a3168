# SPDX-License-Identifier: GPL-2.0-only
"""What can simulate a cell, and the figures of its runs.

The scenario of an experiment is

* the name of a program that takes the options of :class:`ns3_iscsi.San`, such as ``iscsi-san`` or
  ``tcp-bulk``: its figures are the columns of a sweep's table;
* a :class:`Program` with options of its own that writes ``summary.json`` into the folder given by
  ``--output`` and takes ``--RngRun``: its figures are the numbers in that file, a number ``b`` in
  an object ``a`` under the name ``a_b``;
* a Python function ``f(settings, run)`` that gives a dict of figures. Functions are called in
  threads, several at a time: a simulation belongs into a process of its own. A function with the
  attribute ``is_deterministic``, true, leaves nothing to chance and is called once.

Finished runs are not simulated again as long as program, libraries, settings and run are the same;
for a function also the file that it is in.
"""

import contextlib
import hashlib
import inspect
import json
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path

from ns3_iscsi import San, sweep
from ns3_iscsi.build_info import environment, environment_changes, program
from ns3_iscsi.points import Point, read_result, run_point
from ns3_iscsi.result_files import write_atomically
from ns3_iscsi.sweeps import program_hash

SAN_PROGRAM = "iscsi-san"
#: What the names of ns-3's attributes begin with.
_NS3 = "ns3::"
#: Programs with the options of San that only transfer in sequence.
_BULK = ("tcp-bulk",)
#: Shares of packets, or of bits, to which something random happens on the path.
_RANDOM_ERRORS = [
    f"{what}To{end}"
    for what in ("loss", "bitErrors", "reorder")
    for end in ("Targets", "Initiators")
]


@dataclass(frozen=True)
class Program:
    """A program of the build that has options of its own.

    :param name: its name, such as ``my-scenario``
    """

    name: str


def identify(scenario, settings):
    """Give a key that is the same for settings that mean the same simulation."""
    meant = San(**settings).parameters() if isinstance(scenario, str) else settings
    return json.dumps(meant, sort_keys=True)


def is_deterministic(scenario, settings):
    """Tell whether runs cannot differ: one load in sequence on memory, or plain TCP, on a path of
    cables without random errors.

    :param scenario: of an experiment
    :param settings: of a cell
    """
    if not isinstance(scenario, str):
        return getattr(scenario, "is_deterministic", False)
    san = San(**settings)
    if san["linkType"] == "wifi" or any(san[name] for name in _RANDOM_ERRORS):
        return False
    return scenario in _BULK or (
        san["device"] == "ram"
        and san["workload"] == "closed"
        and san["pattern"] == "sequential"
        and san["initiators"] == 1
        and san["readFraction"] in (0, 1)
        and not any(one in str(san["size"]) for one in ":,")
    )


def run(scenario, settings, runs, folder, workers=None):
    """Give the figures of some runs.

    :param scenario: of an experiment
    :param settings: a list of settings, all different
    :param runs: numbers of the runs
    :param folder: where finished runs are
    :param workers: simulations at a time, None for one per core
    :return: for each of the settings a list with a dict of figures for each run, in which ``error``
        and ``output`` tell of a run that failed
    """
    if isinstance(scenario, str):
        return _sweep(scenario, settings, runs, folder, workers)
    one = _run_program if isinstance(scenario, Program) else _call
    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        futures = [
            [pool.submit(one, scenario, values, number, Path(folder)) for number in runs]
            for values in settings
        ]
        return [[future.result() for future in row] for row in futures]


def arguments(settings, run):
    """Give the command line of a simulation; for scenarios that are functions.

    :param settings: options of San, and attributes of ns-3 by their whole names
    :param run: number of the run
    """
    san = San(**{name: value for name, value in settings.items() if not name.startswith(_NS3)})
    attributes = {name: value for name, value in settings.items() if name.startswith(_NS3)}
    words = [f"--{name}={value}" for name, value in attributes.items()]
    return [*san.arguments(), *words, f"--RngRun={run}"]


def plain_arguments(settings, run):
    """Give the command line of a program with options of its own; for scenarios that are functions.

    :param settings: its options as they stand
    :param run: number of the run
    """
    return [*(f"--{name}={_text(value)}" for name, value in settings.items()), f"--RngRun={run}"]


@contextlib.contextmanager
def results_of(name, *words):
    """Give the folder with the results of a program of the build, which is there for a while; for
    scenarios that are functions.

    :param name: the program
    :param words: its command line, without the folder
    :raises RuntimeError: if it fails, with what it said
    """
    with tempfile.TemporaryDirectory() as folder:
        execute(name, *words, f"--output={folder}")
        yield Path(folder)


def execute(name, *words):
    """Run a program of the build and give what it printed; for scenarios that are functions.

    :param name: the program
    :param words: its command line
    :raises RuntimeError: if it fails, with what it said
    """
    done = subprocess.run(
        [program(name), *words], capture_output=True, text=True, env=environment(), check=False
    )
    if done.returncode:
        said = done.stderr.strip().removeprefix("error: ")
        raise RuntimeError(said or f"status {done.returncode}")
    return done.stdout


def _sweep(name, settings, runs, folder, workers):
    # All experiments share a folder: what two of them have in common is simulated once.
    table = sweep(
        San(),
        settings,
        runs,
        folder=Path(folder) / "points",
        workers=workers,
        quiet=True,
        scenario=program(name),
        retry=True,
    )
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [rows[i : i + len(runs)] for i in range(0, len(rows), len(runs))]


def _run_program(scenario, settings, number, folder):
    path = program(scenario.name)
    versions = {"program": program_hash(path)}
    key = _hash(scenario.name, settings, number, versions)
    point = Point(
        key=key,
        command=(str(path), *plain_arguments(settings, number)),
        folder=str((folder / "points" / key).resolve()),
        parameters=settings,
        run=number,
        versions=versions,
        environment=environment_changes(),
    )
    result = read_result(point.result_path)
    if result is None or "error" in result:
        result = run_point(point)
    told = {name: result.get(name) for name in ("error", "output")}
    return {**_flatten(result.get("summary", {})), **told}


def _call(function, settings, number, folder):
    source = Path(inspect.getfile(function)).read_bytes()
    versions = [program_hash(program(SAN_PROGRAM)), hashlib.sha256(source).hexdigest()]
    name = f"{function.__module__}.{function.__qualname__}"
    path = folder / "functions" / f"{_hash(name, settings, number, versions)}.json"
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        pass
    try:
        figures = dict(function(dict(settings), number))
    except Exception as error:  # whatever it is, other cells must not suffer from it
        return {"error": type(error).__name__, "output": str(error)}
    figures = {**figures, "error": None, "output": None}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(figures))
    return figures


def _hash(*parts):
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _flatten(values, prefix=""):
    figures = {}
    for name, value in values.items():
        if isinstance(value, dict):
            figures.update(_flatten(value, f"{prefix}{name}_"))
        else:
            figures[f"{prefix}{name}"] = value
    return figures
