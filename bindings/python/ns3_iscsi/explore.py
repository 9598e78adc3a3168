# SPDX-License-Identifier: GPL-2.0-only
"""Makes one HTML page that needs nothing beside it and shows each request of a run, or of two."""

import base64
import zlib
from importlib.resources import files
from pathlib import Path

import numpy as np

from . import explore_data, result_files
from .pictures import BLUE, OPERATION_COLOURS, ORANGE, STAGE_COLOURS
from .results import OPERATIONS
from .stages import ALL_GROUPS, STAGES

#: Types of columns of whole numbers, as JavaScript calls them; larger numbers are exact to 2^53.
_TYPES = {"u1": "Uint8Array", "u2": "Uint16Array", "u4": "Uint32Array", "f8": "Float64Array"}


def write_page(folder, other=None, path=None):
    """Write the page.

    :param folder: the results of a run
    :param other: those of a run to compare it with, None for none
    :param path: the file; ``explore.html`` in the folder if None, with another run
        ``explore-NAME.html``, after the other's folder
    :return: the file's path
    :raises ValueError: one line, if a folder has no requests or a damaged file
    :raises ResultFileError: one line, if the page cannot be written
    """
    import jinja2

    runs = [explore_data.Run(one) for one in (folder, other) if one is not None]
    name = "explore.html" if other is None else f"explore-{runs[1].folder.name}.html"
    path = Path(path) if path else runs[0].folder / name
    about, data = page_data(runs)
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    templates = files(__package__).joinpath("templates")
    library = files(__package__).joinpath("vendored", "uplot")
    page = environment.from_string(templates.joinpath("explore.html.j2").read_text()).render(
        title=" and ".join(one["name"] for one in about["runs"]),
        about=about,
        data=base64.b64encode(zlib.compress(data)).decode(),
        styles=library.joinpath("uPlot.min.css").read_text()
        + templates.joinpath("explore.css").read_text(),
        library=library.joinpath("uPlot.iife.min.js").read_text(),
        licence=library.joinpath("LICENSE").read_text(),
        script=templates.joinpath("explore.js").read_text(),
    )
    result_files.write_atomically(path, page)
    return path


def page_data(runs):
    """Give what the script of the page reads.

    :param runs: one or two :class:`~ns3_iscsi.explore_data.Run`
    :return: a description that JSON can hold, and bytes: the columns that it names, one behind the
        other, the requests of all runs in the order of issue
    """
    stages = [stage for stage in STAGES if any(stage in run.stages for run in runs)]
    parts, about = [], []
    words = {
        name: sorted(set().union(*(run.requests[name] for run in runs)))
        for name in ("status", "phase")
    }
    words["operation"] = [
        name
        for name in OPERATIONS.values()
        if any((r.requests.operation == name).any() for r in runs)
    ]
    series = []
    for number, run in enumerate(runs):
        columns = run.columns()
        # A run without a page cache beside one with it.
        absent = np.zeros(len(run.requests), dtype=np.int64)
        columns |= {stage: columns.get(stage, absent) for stage in stages}
        columns["longest"] = np.array([stages.index(one) for one in run.stages])[columns["longest"]]
        for name, values in words.items():
            columns[name] = run.requests[name].map(values.index).to_numpy()
        most = explore_data.MOST_REQUESTS // len(runs)
        rows, slow, weight = explore_data.sample(columns["latency"], most)
        columns = {name: values[rows] for name, values in columns.items()}
        parts.append(columns | {"slow": slow, "run": np.full(len(rows), number)})
        about.append(
            {
                "name": run.name,
                "requests": len(run.requests),
                "weight": weight,
                "connections": run.results.connection_ends(),
                "disk": run.disk,
            }
        )
        depth = explore_data.reduce_series(*run.depths(), explore_data.MOST_DEPTHS)
        series.append({"run": number, "kind": "depth", "name": "", "data": depth})
        series += [
            {"run": number, "kind": "window", "name": name, "data": data}
            for name, *data in run.windows()
        ]
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.argsort(joined["time"], kind="stable")
    arrays = [(f"request.{name}", values[order]) for name, values in joined.items()]
    for number, one in enumerate(series):
        time, value = one.pop("data")
        arrays += [(f"series.{number}.time", time), (f"series.{number}.value", value)]
    packed, data = _pack(arrays)
    if len(runs) > 1 and about[0]["name"] == about[1]["name"]:
        for one, run in zip(about, runs, strict=True):
            one["name"] = f"{run.folder.parent.name}/{run.folder.name}"
    return {
        "runs": [{**one, "colour": c} for one, c in zip(about, (BLUE, ORANGE), strict=False)],
        "stages": [_describe(stage) for stage in stages],
        "operations": [
            {"name": one, "colour": OPERATION_COLOURS[one]} for one in words["operation"]
        ],
        "statuses": words["status"],
        "phases": words["phase"],
        "series": series,
        "columns": packed,
    }, data


def _describe(stage):
    """Give what the page says of a stage, and its colour: that of its group in other pictures."""
    about = STAGES[stage]
    group = ALL_GROUPS[about.group]
    # Each further stage of a group is lighter.
    shade = group.index(stage) / (len(group) + 1)
    rgb = [int(STAGE_COLOURS[about.group][at : at + 2], 16) for at in (1, 3, 5)]
    colour = "#" + "".join(f"{round(one + (255 - one) * shade):02x}" for one in rgb)
    return {
        "key": stage,
        "place": about.place,
        "name": about.name,
        "words": about.words,
        "carries": about.carries,
        "colour": colour,
    }


def _pack(arrays):
    """Put arrays of whole numbers one behind the other, the widest first, which aligns them all."""
    typed = [(name, values, _smallest_type(values)) for name, values in arrays]
    typed.sort(key=lambda one: -np.dtype(one[2]).itemsize)
    described = [
        {"name": name, "type": _TYPES[kind], "length": len(values)} for name, values, kind in typed
    ]
    return described, b"".join(values.astype(f"<{kind}").tobytes() for _, values, kind in typed)


def _smallest_type(values):
    largest = int(values.max(initial=0))
    fitting = (kind for kind in ("u1", "u2", "u4") if largest < 1 << 8 * np.dtype(kind).itemsize)
    return next(fitting, "f8")
