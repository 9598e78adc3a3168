# SPDX-License-Identifier: GPL-2.0-only
"""Runs a storage area network for every point of a grid and gives the results as a data frame.

    from ns3_iscsi import San, sweep

    table = sweep(San(gateway=True), {"delay": ["1ms", "10ms"], "queueDepth": [1, 8]}, runs=5)

Every point is a process of its own and leaves a result file, so that a sweep started again runs
what is missing and nothing else.
"""

import functools
import hashlib
import json
import re
import shutil
import sys
from concurrent.futures import CancelledError
from pathlib import Path

import pandas as pd

from . import executors, folder_lock, grids, points, sweep_checks
from .axes import parameter_axis, word
from .build_info import environment_changes, program, read_config
from .drives import source_files
from .parameters import SCENARIO, parameters
from .progress import Progress
from .result_files import write_atomically
from .results import find_requests, read_requests
from .statistics import VERSIONS, mixed

#: The file that says what a folder of results holds.
DESCRIPTION = "sweep.json"
#: The table as CSV: what varies, the run, its folder and its results; the rest in the second file.
TABLE, DETAILS = "results.csv", "details.csv"
#: Results that are in the second file: stages, and percentiles of each.
_DETAIL = re.compile(r"(all|read|write)_(stage_\w+|\w+_p\d+)_ms|output")
#: Parameters that may name a file, whose content counts too.
_FILES = ("trace", "fio", "iometer", "fileTrace")
#: Kinds of PDUs that have a column, and their names in summary.json.
_PDUS = {"data_in": "SCSI Data-In", "data_out": "SCSI Data-Out", "r2t": "R2T"}


def sweep(
    san,
    grid=None,
    runs=1,
    *,
    folder="out/sweep",
    executor=None,
    workers=None,
    timeout=None,
    memory=None,
    keep=(),
    retry=False,
    quiet=False,
    scenario=None,
):
    """Run every point of a grid.

    :param san: the network; the grid's parameters replace its own
    :param grid: a dict of lists, a list of dicts, or a tuple of such grids for their product; None
        for the network as it is
    :param runs: replications of each point: runs 1, 2, ... of ns-3's random streams, the same for
        all points, so that differences are paired; or the numbers of the runs
    :param folder: where results are; those it has are not simulated again
    :param executor: where points run, see :func:`ns3_iscsi.executors.opened`
    :param workers: points at a time on this machine, None for one per core
    :param timeout: seconds after which a point is taken for hung
    :param memory: most bytes of memory of a point
    :param keep: files of each run to keep, such as ``requests.csv``
    :param retry: run points again whose result is an error
    :param quiet: show no progress, only points that failed
    :param scenario: another program that takes the same options
    :return: a DataFrame, a row for each point and run in the grid's order: the parameters,
        ``run``, the results, ``error`` and ``output`` of those that failed, versions
    :raises ParameterError: one line, if a parameter, value or argument is wrong, or a parameter has
        no effect at a point; then nothing was run
    :raises FolderHeldError: if another sweep holds the folder; then nothing was run
    """
    folder = Path(folder).resolve()
    numbers = sweep_checks.run_numbers(runs)
    sweep_checks.limits(workers, timeout, memory)
    executors.check(executor)
    settings = [san.replace(**point) for point in grids.expand({} if grid is None else grid)]
    if Path(scenario or SCENARIO).name == SCENARIO:
        for setting in settings:
            setting.check()
    files = sweep_checks.kept_files(keep, settings, scenario)
    limits = {"timeout": timeout, "memory": memory, "keep": files}
    todo = make_points(settings, numbers, folder, str(scenario or program(SCENARIO)), limits)
    folder.mkdir(parents=True, exist_ok=True)
    with folder_lock.held(folder):
        _describe(folder, san, settings, numbers, todo)
        results = _read_finished(todo, retry)
        _run_missing(todo, results, _varied(settings), executor, workers, quiet)
        _tell_unwritten(files, results.values())
        table = make_table([results[point.key] for point in todo], folder)
        _write_table(table, folder)
    return table


def load(folder):
    """Read the results of a sweep, finished or not.

    :param folder: the folder that was given to :func:`sweep`
    :return: the data frame as far as there are results
    :raises ValueError: one line that names the folder, if it holds no sweep
    """
    folder = Path(folder).resolve()
    description = read_description(folder)
    found = (points.read_result(folder / key / points.RESULT) for key in description["points"])
    return make_table([result for result in found if result], folder)


def requests(table, hue):
    """Give the requests of each setting of a sweep that kept them, with ``keep=["requests.csv"]``.

    :param table: as :func:`sweep` and :func:`load` give it, or some of its rows
    :param hue: the parameter that tells settings apart
    :return: for each label, such as ``delay 10ms``, the requests of all runs of the setting, as
        :func:`ns3_iscsi.results.read_requests` gives them
    :raises ValueError: one line, if other parameters vary, a run has kept no requests, or the
        table is made of several and knows no folder
    """
    if "folder" not in table.attrs:
        raise ValueError("the table has no folder: take rows of one that sweep or load gave")
    folder = Path(table.attrs["folder"])
    good = table[table["error"].isna()]
    axis = parameter_axis(good, hue)
    others = mixed(good, [hue])
    if others:
        raise ValueError(
            f"{', '.join(others)}: not the same for all rows of a {hue}; choose rows, such as "
            f"table[table[{others[0]!r}] == ...] or --where {others[0]}=VALUE"
        )
    return {
        f"{hue} {word(value)}": pd.concat(
            [_kept_requests(folder / name) for name in good.loc[good[hue] == value, "folder"]],
            ignore_index=True,
        )
        for value in axis.values
    }


def _kept_requests(folder):
    path = find_requests(folder)
    if path is None:
        raise ValueError(f"{folder}: there is no requests.csv: sweep with --keep requests.csv")
    return read_requests(path)


def read_description(folder):
    """Read what a folder of results holds.

    :param folder: the folder
    :raises ValueError: one line that names the folder, if it holds no sweep
    """
    try:
        return json.loads((Path(folder) / DESCRIPTION).read_text())
    except (OSError, ValueError):
        raise ValueError(f"{folder}: it holds no results of a sweep") from None


def point_name(folder):
    """Give what the point of a sweep is called that a folder holds.

    :param folder: the folder of one run
    :return: what varies and the run, such as "delay 10ms, run 1"; None if it is no point of a sweep
    """
    folder = Path(folder).resolve()
    result = points.read_result(folder / points.RESULT)
    if not result or not (folder.parent / DESCRIPTION).is_file():
        return None
    varied = read_description(folder.parent)["varied"]
    settings = [f"{name} {result['parameters'][name]}" for name in varied]
    return ", ".join([*settings, f"run {result['run']}"])


def make_table(results, folder=None):
    """Make a data frame of results.

    :param results: as :func:`ns3_iscsi.points.run_point` gives them
    :param folder: where they are
    :return: a row for each; its ``folder`` is the name of the point's folder in that of the sweep;
        ``attrs`` has the names of parameters that vary, and the folder of the sweep
    """
    table = pd.DataFrame([_row(result) for result in results])
    names = results[0]["parameters"] if results else {}
    varied = [name for name in names if table[name].nunique(dropna=False) > 1]
    table.attrs = {"varied": varied, "folder": str(folder)}
    return table


def _read_finished(todo, retry):
    """Give the results by key that need no run, and remove what is left of runs without one."""
    results = {}
    for point in todo:
        _clean(Path(point.folder))
        result = points.read_result(point.result_path)
        if result and _is_complete(point, result) and not (retry and "error" in result):
            results[point.key] = _written_alike(point, result)
    return results


def _written_alike(point, result):
    """Let a result say its parameters as this sweep does, which may write 2000us for 2ms."""
    if result["parameters"] == point.parameters:
        return result
    result = {**result, "parameters": point.parameters}
    points.write_result(point, result)
    return result


def _run_missing(todo, results, varied, executor, workers, quiet):
    """Run the points that have no result, add it, and tell of all that failed."""
    missing = [point for point in todo if point.key not in results]
    failures = [one for one in results.values() if "error" in one]
    progress = Progress(len(todo), len(results), quiet, failed=len(failures))

    def take(result):
        results[result["key"]] = result
        if "error" in result:
            progress.tell(_failure(result, varied))
        progress.update("error" in result)

    try:
        for result in failures:
            progress.tell(_failure(result, varied))
        if missing:
            executors.run_all(
                points.run_point,
                missing,
                lambda future, point: take(_result(future, point)),
                executor=executor,
                workers=workers,
            )
    finally:
        progress.close()


def _failure(result, varied):
    """Say in a line which point failed, and why."""
    where = [f"{name} {result['parameters'][name]}" for name in varied]
    reason = result["error"]
    said = result["output"].strip().splitlines()
    # A mistake that the program told is the error itself.
    if said and not said[-1].endswith(reason):
        reason += f": {said[-1]}"
    return f"failed: {', '.join([*where, 'run ' + str(result['run'])])}: {reason}"


def _result(future, point):
    """Give the result of a point that ended, and see to it that there is a file."""
    try:
        result = future.result()
    except (Exception, CancelledError) as error:
        # Not a property of the point but of where it ran: it has no file and will run again.
        return {
            "key": point.key,
            "parameters": point.parameters,
            "run": point.run,
            "versions": point.versions,
            "error": f"{type(error).__name__}: {error}",
            "output": "",
        }
    if points.read_result(point.result_path) is None:
        # It ran where this folder is not.
        point.result_path.parent.mkdir(parents=True, exist_ok=True)
        points.write_result(point, result)
    return result


def make_points(settings, numbers, folder, scenario, limits):
    """Give what is to be run, each once.

    :param settings: networks
    :param numbers: of runs
    :param folder: where their results are
    :param scenario: the program
    :param limits: ``timeout``, ``memory`` and ``keep`` of :class:`ns3_iscsi.points.Point`
    """
    versions = versions_of(scenario)
    made = {}
    for setting in settings:
        values, meanings = setting.parameters(), setting.meanings()
        del values["output"], meanings["output"]
        arguments = [word for word in setting.arguments() if not word.startswith("--output=")]
        contents = _content_hashes(values)
        for number in numbers:
            identity = json.dumps([meanings, contents, number, versions], sort_keys=True)
            key = hashlib.sha256(identity.encode()).hexdigest()[:24]
            made[key] = points.Point(
                key=key,
                command=(scenario, *arguments, f"--RngRun={number}"),
                folder=str(folder / key),
                parameters=values,
                run=number,
                versions=versions,
                environment=environment_changes(),
                **limits,
            )
    return list(made.values())


def versions_of(scenario):
    """Give the versions of what takes part in a run of a program."""
    config = read_config()
    return {
        "ns3_iscsi": config["version"],
        "ns3": config["ns3"]["version"],
        "program": program_hash(scenario),
    }


def _describe(folder, san, settings, numbers, todo):
    """Write what the folder holds, for reports and for people."""
    varied = _varied(settings)
    description = {
        "base": san.changed_groups(),
        "varied": varied,
        "settings": [{name: setting[name] for name in varied} for setting in settings],
        "runs": numbers,
        "points": [point.key for point in todo],
    }
    write_atomically(folder / DESCRIPTION, json.dumps(description, indent=1) + "\n")


def _varied(settings):
    """Give the names of the parameters that settings differ in."""
    meanings = [setting.meanings() for setting in settings]
    return [name for name in parameters() if len({one[name] for one in meanings}) > 1]


def _write_table(table, folder):
    """Write the table in two files, whose rows the column ``folder`` joins."""
    varied = table.attrs["varied"]
    behind = table.columns[table.columns.get_loc("run") :]
    shown = [name for name in behind if not (_DETAIL.fullmatch(name) or name in VERSIONS)]
    rest = [name for name in table.columns if name not in {*varied, *shown}]
    write_atomically(folder / TABLE, table[[*varied, *shown]].to_csv(index=False))
    write_atomically(folder / DETAILS, table[["folder", *rest]].to_csv(index=False))


def _is_complete(point, result):
    """Tell whether a result has the files that are to be kept, as far as its run wrote them."""
    folder, unwritten = Path(point.folder), result.get("unwritten", ())
    return "error" in result or all(
        name in unwritten or any(folder.glob(name)) for name in point.keep
    )


def _tell_unwritten(keep, results):
    """Say which files are to be kept that no run wrote."""
    good = [one for one in results if "error" not in one]
    for name in keep:
        if good and all(name in one.get("unwritten", ()) for one in good):
            print(f"keep: no run wrote {name}", file=sys.stderr)


def _clean(folder):
    """Remove what a run left that was killed."""
    for work in folder.glob(f"{points.WORK}*"):
        shutil.rmtree(work, ignore_errors=True)
    for part in folder.glob(f".{points.RESULT}.*"):
        part.unlink(missing_ok=True)


def _row(result):
    """Lay out a result in columns."""
    row = {**result["parameters"], "run": result["run"], "folder": result["key"]}
    summary = result.get("summary") or {}
    for name in ("requests", "errors", "start_s", "end_s"):
        row[name] = summary.get(name)
    for group in ("all", "read", "write"):
        figures = dict(summary.get(group, {}))
        for stage, value in figures.pop("stages_ms", {}).items():
            row[f"{group}_stage_{stage}_ms"] = value
        row.update({f"{group}_{name}": value for name, value in figures.items()})
        for stage, values in summary.get("percentiles_ms", {}).get(group, {}).items():
            row.update({f"{group}_{stage}_{name}_ms": it for name, it in values.items()})
    for job in summary.get("jobs", []):
        row.update(_job_columns(job))
    row.update(_program_columns(summary.get("programs", [])))
    row.update({f"tcp_{name}": value for name, value in summary.get("tcp", {}).items()})
    flash = summary.get("flash", {})
    row.update({f"flash_{name}": it for name, it in flash.items() if not isinstance(it, list)})
    row["steady_mb_per_s"] = summary.get("steady", {}).get("mb_per_s")
    row.update(_initiator_columns(summary.get("initiators", {})))
    gateways = summary.get("gateways", [])
    busy = [share for gateway in gateways for share in gateway["loops_busy"]]
    row["gateway_timed_out"] = sum(gateway["timed_out"] for gateway in gateways)
    row["gateway_buffer_bytes"] = max((g["buffer_bytes"] for g in gateways), default=0)
    row["loop_busy"] = sum(busy) / len(busy) if busy else None
    for name, kind in _PDUS.items():
        row[f"pdus_{name}"] = summary.get("pdus", {}).get(kind, 0)
    row["error"] = result.get("error")
    row["output"] = result.get("output")
    versions = result["versions"]
    row["ns3_iscsi_version"] = versions["ns3_iscsi"]
    row["ns3_version"] = versions["ns3"]
    row["program_hash"] = versions["program"]
    return row


def _initiator_columns(initiators):
    """Lay out how evenly all initiators are served, and each group of those with the same jobs."""
    figures = dict(initiators)
    for group in figures.pop("groups", []):
        jobs = group["jobs"]
        figures |= {f"{jobs}_{name}": it for name, it in group.items() if name != "jobs"}
    return {f"initiators_{name}": it for name, it in figures.items()}


def _program_columns(programs):
    """Lay out the figures of programs: of each the mean over all programs and their processes."""
    values = {}
    for one in programs:
        for figure, found in one.items():
            if figure not in ("initiator", "drive"):
                values.setdefault(f"program_{figure}", []).extend(found)
    return {name: sum(found) / len(found) for name, found in values.items() if found}


def _job_columns(job):
    """Lay out the figures of a job of fio."""
    return {
        f"job_{job['name']}_{group}_{name}": value
        for group in ("all", "read", "write")
        for name, value in job[group].items()
        if name != "stages_ms"
    }


def program_hash(path):
    """Give a hash of a program and of this project's libraries, in which its code is.

    :param path: the program
    """
    config = read_config()
    files = [path, *(module["library"] for module in config["modules"])]
    return hashlib.sha256(" ".join(map(_file_hash, files)).encode()).hexdigest()[:16]


def _file_hash(path):
    status = Path(path).stat()
    return _hash_of(str(path), status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=256)
def _hash_of(path, *_):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _content_hashes(values):
    """Give hashes of the files that parameters name, as far as there are such files."""
    files = {name: [values[name]] for name in _FILES}
    files["drive"] = source_files(values["drive"])
    return {
        name: [_file_hash(path) for path in paths if _is_file(path)]
        for name, paths in files.items()
    }


def _is_file(name):
    """Tell whether a parameter names a file; what has a line break in it is a text."""
    return bool(name) and "\n" not in str(name) and Path(name).is_file()
