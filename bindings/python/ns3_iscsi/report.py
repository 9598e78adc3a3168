# SPDX-License-Identifier: GPL-2.0-only
"""Makes one HTML page of a sweep that needs nothing beside it: diagram, figures, pictures."""

import base64
import io
import math
import shlex
from importlib.resources import files
from itertools import product
from pathlib import Path

import matplotlib as mpl

from . import connections, diagram, plot, plot_sweep, points, result_files, sweeps
from .axes import parameter_axis, result_label
from .panels import TooManyPanelsError
from .pictures import three_digits
from .results import read_connections, read_tcp_series
from .statistics import mean_ci

#: Results that the table of settings shows.
_COLUMNS = ("all_mb_per_s", "all_iops", "all_mean_ms", "all_latency_p50_ms", "all_latency_p99_ms")
_MOST_LINES = 7
#: Pictures of more inches have the whole width of the page.
_WIDE = 10.5
#: Columns of the table of connections: heading, column, that of its deviation or None, factor;
#: None for counters, which are written out.
_TCP_COLUMNS = (
    ("con\u00adnection", "connection", None, None),
    ("sent (MB)", "sent_bytes", None, 1e-6),
    ("retrans\u00admissions", "retransmissions", None, None),
    ("time\u00adouts", "timeouts", None, None),
    ("fast re\u00adcoveries", "fast_recoveries", None, None),
    ("window (kB)", "cwnd_mean_bytes", "cwnd_stddev_bytes", 1e-3),
    ("in flight (kB)", "flight_mean_bytes", None, 1e-3),
    ("path needs (kB)", "path_bytes", None, 1e-3),
    ("round trip (ms)", "rtt_mean_s", "rtt_stddev_s", 1e3),
    ("idle (%)", "idle_share", None, 100),
    ("awaits time\u00adouts (%)", "timeout_share", None, 100),
    ("window is full (%)", "cwnd_limited_share", None, 100),
)
#: Ends that send less than this share of what the busiest end of a run does only ask or answer.
_LEAST_SENT = 0.01
#: Most rows of the table of connections, and most pictures of them over time.
_MOST_ENDS, _MOST_SERIES = 200, 6


def write_report(folder, path=None, title=None):
    """Write the page.

    :param folder: the results of a sweep
    :param path: the file, ``report.html`` in the folder if None
    :param title: its heading, the folder's name if None
    :return: the file's path
    :raises ValueError: one line, if the folder holds no results
    :raises ResultFileError: one line, if the page cannot be written
    """
    import jinja2

    folder = Path(folder).resolve()
    table = sweeps.load(folder)
    if table.empty:
        raise ValueError(f"{folder}: the sweep has no results yet")
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    source = files(__package__).joinpath("templates", "report.html.j2").read_text()
    description = sweeps.read_description(folder)
    good = table[table["error"].isna()]
    page = environment.from_string(source).render(
        title=title or folder.name,
        diagram=diagram.draw(table.iloc[0].to_dict(), table.attrs["varied"]),
        figures=_key_figures(table, good, description),
        pictures=_pictures(good, table.attrs["varied"]) if len(good) else [],
        table=_table(good, table.attrs["varied"]) if len(good) else None,
        connections=_connections(folder, table.attrs["varied"]),
        series=_series(folder, description, table.attrs["varied"]),
        failures=_failures(table),
        scenario=_toml(description["base"]),
        sweep_command=_sweep_command(description),
        commands=_commands(folder, description),
        versions=sorted({f"ns3-iscsi {a}, ns-3 {b}, program {c}" for a, b, c in _versions(table)}),
    )
    path = Path(path) if path else folder / "report.html"
    result_files.write_atomically(path, page)
    return path


def _key_figures(table, good, description):
    """Give name and value of the figures that stand at the top."""
    figures = [
        ("points", f"{len(table)} of {len(description['points'])}"),
        ("failed", str(len(table) - len(good))),
    ]
    if len(good):
        means = mean_ci(good, table.attrs["varied"] or ["run"], list(_COLUMNS))
        fast = means.loc[means["all_mb_per_s"].idxmax()]
        quick = means.loc[means["all_mean_ms"].idxmin()]

        def where(row):
            return _setting(row, table.attrs["varied"])

        figures += [
            (f"highest throughput: {where(fast)}", f"{fast['all_mb_per_s']:.4g} MB/s"),
            (f"shortest mean latency: {where(quick)}", f"{quick['all_mean_ms']:.4g} ms"),
        ]
    return figures


def _setting(row, varied):
    return ", ".join(f"{name} {row[name]}" for name in varied) or "the only setting"


def _pictures(good, varied):
    """Draw what the varied parameters allow; give caption and data address of each picture.

    A picture that would have too many panels has the reason instead of an address.
    """
    if not varied:
        return [_picture("Where the time goes", plot_sweep.stages(good, "run"))]
    x, hue = _choose(good, varied)
    draw = {
        "Throughput": lambda: plot_sweep.throughput(good, x, hue),
        "Mean latency": lambda: plot_sweep.latency(good, x, hue),
        "Distribution of latency": lambda: plot_sweep.latency_percentiles(good, x),
        "Where the time goes": lambda: plot_sweep.stages(good, x),
    }
    if len(varied) > 1:
        other = hue or next(name for name in varied if name != x)
        draw[f"Throughput by {x} and {other}"] = lambda: plot_sweep.heat_map(good, x, other)
    return [_picture_or_reason(caption, one) for caption, one in draw.items()]


def _picture_or_reason(caption, draw):
    try:
        return _picture(caption, draw())
    except TooManyPanelsError as error:
        return {"caption": caption, "reason": str(error)}


def _choose(good, varied):
    """Give the parameter along the axis and the one that tells lines apart, if there is one."""
    counts = {name: good[name].nunique() for name in varied}
    # Numbers before words, many values before few.
    order = sorted(varied, key=lambda one: (-parameter_axis(good, one).is_number, -counts[one]))
    hues = [name for name in order[1:] if 1 < counts[name] <= _MOST_LINES]
    return order[0], hues[0] if hues else None


def _picture(caption, figure):
    data = io.BytesIO()
    with mpl.rc_context(plot.STYLE):
        figure.savefig(data, format="svg", metadata=plot.METADATA[".svg"])
    text = base64.b64encode(data.getvalue()).decode()
    is_wide = figure.get_figwidth() > _WIDE
    return {"caption": caption, "source": f"data:image/svg+xml;base64,{text}", "is_wide": is_wide}


def _table(good, varied):
    """Give head and rows of the table: each cell is what is shown and what it is sorted by."""
    by = varied or ["run"]
    means = mean_ci(good, by, list(_COLUMNS))
    axes = {name: parameter_axis(means, name) for name in by}
    rows = []
    for _, row in means.iterrows():
        cells = [(str(row[name]), float(axes[name].place([row[name]])[0])) for name in by]
        cells.append((str(row["runs"]), int(row["runs"])))
        for name in _COLUMNS:
            width = row[f"{name}_ci"]
            text = f"{row[name]:.4g}" + ("" if math.isnan(width) else f" ± {_short(width)}")
            cells.append((text, float(row[name])))
        rows.append(cells)
    return {"head": [*by, "runs", *(result_label(name) for name in _COLUMNS)], "rows": rows}


def _connections(folder, varied):
    """Give head and rows of the table of connections, and how many rows are left out."""
    ends = connections.of_sweep(folder)
    if ends.empty:
        return None
    by = [*varied, "run"]
    busiest = ends.groupby(by, sort=False, dropna=False)["sent_bytes"].transform("max")
    ends = ends[ends["sent_bytes"] >= _LEAST_SENT * busiest]
    shown = ends.head(_MOST_ENDS)
    axes = {name: parameter_axis(shown, name) for name in (*by, "sender", "limited_by")}
    rows = []
    for _, row in shown.iterrows():
        cells = [(str(row[name]), float(axes[name].place([row[name]])[0])) for name in axes]
        cells += [_tcp_cell(row, *about) for _, *about in _TCP_COLUMNS]
        rows.append(cells)
    head = [*by, "sender", "limited by", *(heading for heading, *_ in _TCP_COLUMNS)]
    return {"head": head, "rows": rows, "left_out": len(ends) - len(shown)}


def _tcp_cell(row, name, deviation, factor):
    """Give what a cell of the table of connections shows, and what it is sorted by."""
    if factor is None:
        return str(row[name]), int(row[name])
    value = row[name] * factor
    if math.isnan(value):
        return "", -1.0
    spread = f" ± {_short(row[deviation] * factor)}" if deviation else ""
    text = f"{value:.1f}" if name.endswith("_share") else three_digits(value)
    return text + spread, float(value)


def _series(folder, description, varied):
    """Draw the connections over time of the first points that have a file of it."""
    made = []
    for key in description["points"]:
        file = folder / key / points.TCP_SERIES
        result = points.read_result(folder / key / points.RESULT)
        if result and file.exists() and len(made) < _MOST_SERIES:
            setting = _setting(result["parameters"], varied)
            title = f"{setting}, run {result['run']}"
            known = read_connections(folder / key / points.CONNECTIONS)
            made.append(_picture(title, plot.tcp(read_tcp_series(file), known, title)))
    return made


def _short(width):
    """Write half an interval's width: two digits, but none behind the point of a large one."""
    return f"{width:.2g}" if width < 100 else f"{width:.0f}"


def _failures(table):
    bad = table[table["error"].notna()]
    return [
        {
            "setting": _setting(row, table.attrs["varied"]),
            "run": row["run"],
            "error": row["error"],
            "output": row["output"],
        }
        for _, row in bad.iterrows()
    ]


def _toml(groups):
    import tomli_w

    return tomli_w.dumps(groups).strip() or "# every parameter at its default"


def _sweep_command(description):
    """Give the command that repeats the sweep, or None if its grid is no product of lists."""
    settings, varied = description["settings"], description["varied"]
    values = {name: list(dict.fromkeys(one[name] for one in settings)) for name in varied}
    if [tuple(one.values()) for one in settings] != list(product(*values.values())):
        return None
    runs = description["runs"]
    words = ["ns3-iscsi", "sweep", "san.toml", *_grid_words(values)]
    if runs != list(range(1, len(runs) + 1)):
        return None
    return shlex.join([*words, "--runs", str(len(runs))])


def _grid_words(values):
    for name, several in values.items():
        texts = [str(one).lower() if isinstance(one, bool) else str(one) for one in several]
        separator = ";" if any("," in text for text in texts) else ","
        yield from ("--grid", f"{name}={separator.join(texts)}")


def _commands(folder, description):
    """Give the command of each point."""
    results = (points.read_result(folder / key / points.RESULT) for key in description["points"])
    return [shlex.join(result["command"]) for result in results if result]


def _versions(table):
    columns = ["ns3_iscsi_version", "ns3_version", "program_hash"]
    return table[columns].drop_duplicates().itertuples(index=False)
