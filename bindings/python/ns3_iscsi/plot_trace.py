# SPDX-License-Identifier: GPL-2.0-only
"""Draws what is in a block trace: rates and addresses over time, and sizes.

The figure takes what :func:`ns3_iscsi.traces.info` gives, and is written by
:func:`ns3_iscsi.plot.save`.
"""

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.ticker import NullFormatter

from .pictures import OPERATION_COLOURS, STYLE, new_figure, put_title

#: Units of bytes for axes, the largest first.
_BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def overview(info, title="Block trace"):
    """Draw rates and addresses over time, and the sizes of requests.

    :param info: the figures of a trace
    :param title: what stands above the picture
    :return: the figure
    """
    with mpl.rc_context(STYLE):
        figure = new_figure(11, 7)
        panels = figure.subplot_mosaic([["rate", "sizes"], ["where", "text"]], width_ratios=(2, 1))
        panels["where"].sharex(panels["rate"])
        _draw_rate(panels["rate"], info)
        _draw_addresses(figure, panels["where"], info)
        _draw_sizes(panels["sizes"], info)
        _write_figures(panels["text"], info)
        put_title(figure, title)
    return figure


def _edges(info):
    """Give the edges of the intervals, in seconds or in requests."""
    activity = info["activity"]
    return np.arange(len(activity["reads"]) + 1) * activity["interval"]


def _draw_rate(axes, info):
    activity = info["activity"]
    counts = {name: np.array(activity[f"{name}s"], dtype=float) for name in ("read", "write")}
    if info["duration_s"] is not None:
        scale = 1 / activity["interval"]
        label, about = "Requests/s", f", mean of {activity['interval']:.3g} s"
    else:
        scale = 100 / sum(counts.values())
        label, about = "Requests (%)", f", shares of {activity['interval']:.0f} requests"
    for name, values in counts.items():
        colour = OPERATION_COLOURS[name]
        style = {"color": colour, "label": name, "lw": 1.4, "baseline": None}
        axes.stairs(values * scale, _edges(info), **style)
    highest = max((values * scale).max() for values in counts.values())
    axes.set(title=f"Reads and writes{about}", ylabel=label)
    # Room for the legend.
    axes.set_ylim(0, 1.2 * highest)
    axes.legend(loc="upper right", ncols=2)
    axes.tick_params(labelbottom=False)


def _draw_addresses(figure, axes, info):
    activity = info["activity"]
    counts = np.array(activity["ranges"], dtype=float).T
    used = int(np.flatnonzero(counts.any(axis=1)).max()) + 1
    end = used * activity["range_bytes"]
    scale, unit = next((one for one in _BYTES if end >= one[0]), _BYTES[-1])
    rows = np.arange(used + 1) * activity["range_bytes"] / scale
    mesh = axes.pcolormesh(
        _edges(info),
        rows,
        np.ma.masked_equal(counts[:used], 0),
        cmap="cividis_r",
        norm=LogNorm(1, max(counts.max(), 2)),
        rasterized=True,
    )
    height = _size(activity["range_bytes"])
    bar = figure.colorbar(mesh, ax=axes, label="Requests", pad=0.01)
    bar.ax.yaxis.set_major_formatter("{x:,.0f}")
    bar.ax.yaxis.set_minor_formatter("{x:.0f}" if counts.max() < 10 else NullFormatter())
    has_times = info["duration_s"] is not None
    axes.set(title=f"Where requests begin, in ranges of {height}", ylabel=f"Address ({unit})")
    axes.set_xlabel("Time since the first request (s)" if has_times else "Number of the request")
    axes.grid(visible=False)


def _draw_sizes(axes, info):
    sizes = info["sizes"]
    labels = [_size(one["up_to_bytes"]) for one in sizes]
    left = np.zeros(len(sizes))
    for name in ("read", "write"):
        values = np.array([one[f"{name}s"] for one in sizes], dtype=float)
        values *= 100 / info["all"]["requests"]
        axes.barh(labels, values, left=left, color=OPERATION_COLOURS[name], label=name)
        left += values
    axes.grid(visible=False, axis="y")
    axes.set(title="Size up to", xlabel="Requests (%)")


def _write_figures(axes, info):
    """Write the key figures where a fourth panel would be."""
    axes.set_axis_off()
    rows = [("format", info["format"]), ("requests", f"{info['all']['requests']:,}")]
    rows.append(("devices", f"{info['devices']:,}"))
    rows.append(("reads", f"{100 * info['read_share']:.1f} %"))
    rows.append(("data", _amount(info["all"]["bytes"])))
    rows.append(("mean size", f"{info['all']['mean_bytes'] / 1024:.3g} KiB"))
    about = "about " if info["footprint_is_estimate"] else ""
    rows.append(("footprint", about + _amount(info["footprint_bytes"])))
    rows.append(("sequential", f"{100 * info['all']['sequential_share']:.1f} %"))
    if info["duration_s"] is not None:
        rows.append(("duration", f"{info['duration_s']:,.6g} s"))
    if info["requests_per_s"] is not None:
        rows.append(("rate", f"{info['requests_per_s']:,.4g} requests/s"))
        rows.append(("", f"{info['mb_per_s']:,.4g} MB/s"))
    if info["observed_ms"] is not None:
        rows.append(("response", f"{info['observed_ms']['mean']:.3g} ms (mean)"))
    for number, (name, value) in enumerate(rows):
        y = 0.98 - number * 0.08
        axes.text(0.05, y, name, transform=axes.transAxes, va="top", color="#555555")
        axes.text(0.4, y, value, transform=axes.transAxes, va="top")


def _amount(count):
    scale, unit = next((one for one in _BYTES if count >= one[0]), _BYTES[-1])
    return f"{count / scale:.4g} {unit}"


def _size(count):
    for scale, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= scale:
            return f"{count // scale} {unit}"
    return f"{count} B"
