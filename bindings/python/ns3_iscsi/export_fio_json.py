# SPDX-License-Identifier: GPL-2.0-only
"""Writes a run as fio's JSON does, as one job.

Times and rates have fio's units: latencies in nanoseconds, ``bw`` in KiB/s, ``runtime`` in
milliseconds. Percentiles are exact, those of fio the limits of bins. What a simulation has not,
such as the load of the processor, is 0; the day of the run is left out.
"""

import json

import numpy as np

from .fio_figures import job_of, samples
from .result_files import check, write_atomically
from .results import nanoseconds

_PERCENTILES = [1, 5, *range(10, 91, 10), 95, 99, 99.5, 99.9, 99.95, 99.99]
_DEPTHS = [1, 2, 4, 8, 16, 32, 64]
#: Upper limits of the bins of latencies, in each of the units.
_LIMITS = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000]
#: Share of requests that begin where the last one to the device ended, from which a load is
#: sequential.
_SEQUENTIAL = 0.5
#: Sizes of a block that drives have, bytes.
_BLOCKS = (512, 4096)


def write(run, out):
    """Write the file.

    :param run: the RunResults, with requests
    :param out: the file
    :return: the path of the file, in a list
    :raises ValueError: one line, if no read or write ended well
    """
    check(out)
    job = job_of(run)
    depths = _depths(job)
    options = {
        "rw": _kind(job),
        "bs": str(int(job.good["bytes"].mode()[0])),
        "iodepth": str(int(depths.max())),
        "numjobs": "1",
    }
    content = {
        "fio version": "ns3-iscsi",
        "global options": {},
        "jobs": [_job(run.folder.resolve().name, job, depths, options)],
    }
    write_atomically(out, json.dumps(content, indent=2) + "\n")
    return [out]


def _job(name, job, depths, options):
    rates = samples(job)
    failed = int((job.requests["status"] != "ok").sum())
    return {
        "jobname": name,
        "groupid": 0,
        "error": 0,
        "eta": 0,
        "elapsed": round(job.duration_ns / 1e9),
        "job options": options,
        **{group: _direction(job, group, rates.get(group, [])) for group in ("read", "write")},
        "trim": _direction(job, "trim", []),
        "sync": _sync(job),
        "job_runtime": round(job.duration_ns / 1e6),
        **dict.fromkeys(("usr_cpu", "sys_cpu"), 0.0),
        **dict.fromkeys(("ctx", "majf", "minf"), 0),
        "iodepth_level": _levels(depths),
        **_latency_bins(nanoseconds(job.good["latency_s"])),
        "total_err": failed,
        "first_error": 0,
    }


def _direction(job, name, rates):
    rows = job.of(name)
    moved, count = int(rows["bytes"].sum()), len(rows)
    seconds = job.duration_ns / 1e9
    latencies = nanoseconds(rows["latency_s"])
    bandwidths = [one.bytes_per_s / 1024 for one in rates]
    return {
        "io_bytes": moved,
        "io_kbytes": moved // 1024,
        "bw_bytes": int(moved / seconds),
        "bw": int(moved / seconds / 1024),
        "iops": round(count / seconds, 6),
        "runtime": round(job.duration_ns / 1e6) if count else 0,
        "total_ios": count,
        "short_ios": 0,
        "drop_ios": 0,
        # A request is submitted in no time: what it waits for is part of its completion.
        "slat_ns": _spread(np.zeros(count)),
        "clat_ns": {**_spread(latencies), **_percentiles(latencies)},
        "lat_ns": _spread(latencies),
        **_rates("bw", bandwidths, moved / seconds / 1024),
        **_rates("iops", [one.iops for one in rates], count / seconds),
    }


def _rates(name, values, mean):
    lowest, highest, deviation = (f(values) if values else 0 for f in (min, max, np.std))
    figures = {"min": int(lowest), "max": int(highest), "mean": round(mean, 6)}
    figures["dev" if name == "bw" else "stddev"] = round(float(deviation), 6)
    figures["samples"] = len(values)
    if name == "bw":
        figures["agg"] = 100.0 if values else 0.0
    return {f"{name}_{key}": value for key, value in figures.items()}


def _sync(job):
    flushes = job.requests[
        (job.requests["operation"] == "flush") & (job.requests["status"] == "ok")
    ]
    latencies = nanoseconds(flushes["latency_s"])
    return {
        "total_ios": len(flushes),
        "lat_ns": {**_spread(latencies), **_percentiles(latencies)},
    }


def _spread(values):
    """Give least, greatest, mean, standard deviation and number of values."""
    if not len(values):
        return {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    return {
        "min": int(values.min()),
        "max": int(values.max()),
        "mean": round(float(values.mean()), 6),
        "stddev": round(float(values.std(ddof=1)), 6) if len(values) > 1 else 0.0,
        "N": len(values),
    }


def _percentiles(values):
    if not len(values):
        return {}
    found = np.percentile(values, _PERCENTILES, method="inverted_cdf")
    named = zip(_PERCENTILES, found.tolist(), strict=True)
    return {"percentile": {f"{share:.6f}": int(value) for share, value in named}}


def _depths(job):
    """Give how many requests were under way when each was issued, with itself."""
    issue = np.sort(nanoseconds(job.requests["time_s"]))
    end = np.sort(job.end_ns(job.requests))
    return np.arange(1, len(issue) + 1) - np.searchsorted(end, issue, side="right")


def _levels(depths):
    """Give the percent of requests that found each depth, from a power of 2 to below the next."""
    # One that takes no time is over when it is issued.
    bins = np.clip(np.searchsorted(_DEPTHS, depths, side="right") - 1, 0, None)
    shares = np.bincount(bins, minlength=len(_DEPTHS)) / len(depths) * 100
    names = [*map(str, _DEPTHS[:-1]), f">={_DEPTHS[-1]}"]
    return dict(zip(names, np.round(shares, 6).tolist(), strict=True))


def _latency_bins(latencies):
    """Give the percent of latencies in each bin of ns, us and ms."""
    limits = [limit * unit for unit in (1, 1000, 10**6) for limit in _LIMITS]
    limits.append(2000 * 10**6)
    bins = np.searchsorted(limits, latencies, side="right")
    shares = (np.bincount(bins, minlength=len(limits) + 1) / len(latencies) * 100).round(6).tolist()
    size = len(_LIMITS)
    named = {
        f"latency_{unit}": dict(
            zip(map(str, _LIMITS), shares[number * size : (number + 1) * size], strict=True)
        )
        for number, unit in enumerate(("ns", "us", "ms"))
    }
    named["latency_ms"] |= {"2000": shares[-2], ">=2000": shares[-1]}
    return named


def _kind(job):
    """Give fio's word for the load, by operations and addresses."""
    rows = job.requests.sort_values("time_s", kind="stable")
    rows = rows[rows["operation"].isin(["read", "write"])]
    devices = rows["device"]
    next_lba = rows.groupby(devices, sort=False)["lba"].shift(-1)
    step = (next_lba - rows["lba"]).dropna()
    sizes = rows.loc[step.index, "bytes"]
    follows = (sizes == step * _BLOCKS[0]) | (sizes == step * _BLOCKS[1])
    sequential = len(step) > 0 and follows.mean() >= _SEQUENTIAL
    words = job.good["operation"].unique()
    kind = words[0] if len(words) == 1 else "rw"
    return kind if sequential else f"rand{kind}"
