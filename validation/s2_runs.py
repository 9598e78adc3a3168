# SPDX-License-Identifier: GPL-2.0-only
"""A run of S2's system: what programs find, and what requests and congestion windows do.

Scenario of :mod:`validation.scenarios`: the settings are those of San for one initiator, one drive
and a program on files.
"""

import contextlib
import tempfile
from pathlib import Path

import numpy as np
from ns3_iscsi import San
from ns3_iscsi.results import read_programs, read_requests, read_summary, read_tcp_series

#: Time between two samples of congestion windows, s, as in section 2.1 of the paper.
SAMPLE_S = 0.01


def simulate(settings, run):
    """Simulate one run.

    :param settings: options of San; with ``tcpSeries`` there are figures of congestion windows
    :param run: number of the run
    :return: figures by name: those of :func:`requests_figures`; ``window_...``, segments, of what
        the initiator sends; ``tcp_...``, sums over both ends; the program's by their names
    """
    with _run(settings, run) as folder:
        requests = _requests(folder)
        figures = {
            **requests_figures(requests),
            **programs(read_programs(folder / "programs.csv")),
            **losses(read_summary(folder / "summary.json")),
        }
        if settings.get("tcpSeries"):
            figures.update(window_figures(_windows(folder, settings, requests)))
    return figures


def trace(settings, run):
    """Give the congestion windows of a run over time.

    :param settings: options of San, with ``tcpSeries``
    :param run: number of the run
    :return: an array, segments: a row for each of the initiator's connections, a column for each
        SAMPLE_S from the first request to the last response
    """
    with _run(settings, run) as folder:
        return _windows(folder, settings, _requests(folder))


@contextlib.contextmanager
def _run(settings, run):
    """Give the folder with the results of a run, which is there for a while."""
    with tempfile.TemporaryDirectory() as folder:
        San(**settings, output=folder).run(run)
        yield Path(folder)


def _requests(folder):
    """Give the requests of a run that move data."""
    requests = read_requests(folder / "requests.csv")
    return requests[requests["bytes"] > 0]


def _windows(folder, settings, requests):
    series = read_tcp_series(folder / "tcp-series.csv")
    return sample(series, "initiator", *span(requests)) / settings["segmentSize"]


def requests_figures(requests):
    """Give the figures of requests: times in ms, sizes in KB, their mean number under way, MB/s.

    :param requests: as :func:`ns3_iscsi.results.read_requests` gives them
    """
    latency = 1e3 * requests["latency_s"]
    begin, end = span(requests)
    return {
        "requests": len(requests),
        "turnaround_mean_ms": latency.mean(),
        "turnaround_sd_ms": latency.std(),
        "request_mean_kb": requests["bytes"].mean() / 1024,
        "request_median_kb": requests["bytes"].median() / 1024,
        "depth_mean": requests["latency_s"].sum() / (end - begin),
        "throughput_mb_per_s": requests["bytes"].sum() / (end - begin) / 1e6,
    }


def programs(table):
    """Give the figures of programs by their names, each the sum over processes.

    :param table: as :func:`ns3_iscsi.results.read_programs` gives it
    """
    return table.groupby("figure")["value"].sum().to_dict()


def losses(summary):
    """Give what each end sent again.

    :param summary: of the run
    """
    return {f"tcp_{name}": value for name, value in summary["tcp"].items()}


def sample(series, sender, begin, end, column="cwnd_bytes"):
    """Sample congestion windows, or another column.

    :param series: as :func:`ns3_iscsi.results.read_tcp_series` gives it
    :param sender: ``initiator`` or ``target``
    :param begin: time of the first sample, s
    :param end: time of the last sample, s
    :param column: of the series
    :return: an array, bytes where they are windows: a row for each connection, a column for each
        sample
    """
    times = np.arange(begin, end, SAMPLE_S)
    own = series[series["sender"] == sender]
    rows = []
    for _, one in own.groupby("connection"):
        places = np.searchsorted(one["time_s"], times, side="right") - 1
        rows.append(one[column].to_numpy()[np.maximum(places, 0)])
    return np.array(rows)


def window_figures(windows):
    """Give the moments of sampled windows: of two connections, their difference, and the sum.

    :param windows: segments, a row for each connection
    """
    sums = {
        "sum": windows.sum(axis=0),
        "first": windows[0],
        "second": windows[1],
        "difference": windows[0] - windows[1],
    }
    return {
        f"window_{name}_{moment}": float(function(values))
        for name, values in sums.items()
        for moment, function in (("mean", np.mean), ("sd", np.std))
    }


def span(requests):
    """Give the time of the first request and that of the last response, s."""
    return requests["time_s"].min(), (requests["time_s"] + requests["latency_s"]).max()
