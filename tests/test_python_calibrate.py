# SPDX-License-Identifier: GPL-2.0-only
"""ns3-iscsi calibrate: known parameters found again, fits by hand done again, mistakes."""

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ns3_iscsi import San, calibration, calibration_file, calibration_fit, cli, drives
from ns3_iscsi.build_info import SOURCE_ROOT, program
from ns3_iscsi.calibration_fit import Fitter, Side
from ns3_iscsi.calibration_runs import CalibrationRuns
from ns3_iscsi.calibration_subjects import Parameter

EXAMPLES = SOURCE_ROOT / "examples" / "calibrations"
JOB = "[a]\\nioengine=libaio\\nrw=randread\\nbs=4k\\nnumber_ios=4000\\n"


def exact(known, count=6):
    """Give errors of a model whose values are known: powers of the parameters, nothing simulated.

    :param known: the values of the parameters
    :param count: number of cells
    """

    def model(values):
        return np.array(
            [
                values[0] ** (1 + number / count) + number * values[1]
                for number in range(1, count + 1)
            ]
        )

    return lambda points: [model(values) / model(known) - 1 for values in points]


def test_known_values_are_found_and_an_idle_parameter_is_not_fixed():
    parameters = [
        Parameter("first", 9, 1, 20),
        Parameter("second", 2, 0, 10),
        Parameter("idle", 5, 1, 10),
    ]
    fitted = Fitter(parameters, exact((3, 7))).fit()
    assert fitted.values[:2] == pytest.approx([3, 7], rel=1e-3)
    assert fitted.error < 1e-4
    assert fitted.is_complete
    first, second, idle = fitted.sides
    assert all(isinstance(side, Side) and side.limit is not None for side in (*first, *second))
    assert [side.change for side in first] == pytest.approx([-0.2, 0.2], abs=0.01)
    assert first[0].limit < 0 < first[1].limit
    assert [side.limit for side in idle] == [None, None]
    assert [side.error for side in idle] == pytest.approx([fitted.error] * 2, abs=1e-5)


def test_the_profile_is_that_of_a_line():
    """One parameter and one cell, relative error 1 at the edge of 1 % for each percent."""
    fitted = Fitter([Parameter("a", 2, 1, 9)], exact_line).fit()
    assert fitted.values == pytest.approx([4], rel=1e-5)
    # The sum of squares is (change)^2, in units of 0.01^2; 3.841 of these is the 95 % limit.
    limit = 0.01 * math.sqrt(3.841)
    assert [side.limit for side in fitted.sides[0]] == pytest.approx([-limit, limit], rel=1e-3)


def exact_line(points):
    return [np.array([value / 4 - 1]) for (value,) in points]


def test_limits_whole_numbers_and_steps():
    whole = Parameter("n", 3, 1, 9, is_whole=True)
    fitted = Fitter([whole], lambda points: [np.array([n / 6.8 - 1]) for (n,) in points]).fit()
    assert fitted.values == [7]
    edge = Parameter("a", 2, 1, 3)
    fitted = Fitter([edge], exact_line).fit()
    assert fitted.values == pytest.approx([3], rel=1e-5)
    assert fitted.sides[0][1] == "limit"
    assert Parameter("a", 2, 1, 1e9, "bps").text(123456789) == "123457000bps"
    assert Parameter("n", 2, 1, 1e9, is_whole=True).text(123456789.4) == "123456789"


def test_the_runs_end():
    """A fit that may not go on is the best so far."""
    left = [5]

    def errors(points):
        left[0] -= len(points)
        if left[0] < 0:
            raise calibration_fit.SpentError
        return exact((3, 7))(points)

    parameters = [Parameter("first", 9, 1, 20), Parameter("second", 2, 0, 10)]
    fitted = Fitter(parameters, errors).fit()
    assert not fitted.is_complete
    assert fitted.sides == [[None, None]] * 2
    assert fitted.error < math.sqrt(np.mean(exact((3, 7))([(9, 2)])[0] ** 2))


def write(path, *lines):
    path.write_text("\n".join(lines) + "\n")
    return path


def write_cells(path, parameters, cells, reference):
    """Write a calibration of reads of an 850EVO.

    :param path: the file
    :param parameters: lines
    :param cells: metric and whether it is fitted
    :param reference: file of fio's JSON that has what was measured
    """
    lines = [
        'drive = "850EVO"',
        "cells = [",
        *(
            f'{{ load = "a", metric = "{metric}", measured = {{}}, fit = {str(fit).lower()} }},'
            for metric, fit in cells
        ),
        "]",
        "[parameters]",
        *parameters,
        "[loads.a]",
        f'job = "{JOB}"',
        "aged = true",
        f'measured = {{ file = "{reference}" }}',
    ]
    return write(path, *lines)


@pytest.fixture
def measured(tmp_path):
    """Give what fio tells of a drive whose parameters are known."""
    (tmp_path / "known.ssd").write_text("like 850EVO\nread_us 61\nread_variation_us 9\n")
    job = JOB.replace("\\n", "\n")
    command = [program("drive-fio"), "--drive=known.ssd", "--aged", f"--job={job}", "--RngRun=9"]
    done = subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, check=True)
    return write(tmp_path / "measured.json", done.stdout.decode())


def test_a_drive_is_found_again(measured, tmp_path, capsys):
    """Other random numbers measured, so that values are near, and errors within chance."""
    file = write_cells(
        tmp_path / "c.toml",
        [
            "read_us = { start = 40, low = 10, high = 200 }",
            "read_variation_us = { start = 3, low = 0.5, high = 40 }",
            "erase_us = { start = 4000, low = 1000, high = 9000 }",
        ],
        [("read p10", True), ("read p50", True), ("read p95", True), ("read iops", False)],
        "measured.json",
    )
    out, folder = tmp_path / "new" / "mine.ssd", tmp_path / "runs"
    words = ["calibrate", str(file), "--out", str(out), "--folder", str(folder), "--quiet"]
    assert cli.main(words) == 0
    said = capsys.readouterr()
    assert said.err == ""
    lines = said.out.splitlines()
    assert lines[0].startswith("850EVO: ") and lines[-1] == str(out)
    assert any(line.startswith("warning: the data do not fix erase_us: ") for line in lines)
    assert "read_us:" not in said.out
    keywords = dict(line.split() for line in out.read_text().splitlines() if line[:1] not in "#")
    assert keywords["like"] == "850EVO"
    assert float(keywords["read_us"]) == pytest.approx(61, rel=0.01)
    assert float(keywords["read_variation_us"]) == pytest.approx(9, rel=0.03)
    assert drives.describe(out)["error"] is None
    root = [line.split() for line in lines if line.startswith("root mean square")]
    assert all(float(words[3].rstrip("%")) < 0.5 for words in root) and len(root) == 2

    # The same again, from what is kept; the file stays what it is.
    before = out.read_bytes()
    assert cli.main(words) == 1
    assert capsys.readouterr().err == f"error: {out}: it exists, and is not overwritten\n"
    words[3] = str(tmp_path / "again.ssd")
    assert cli.main(words) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == lines[:-1]
    assert (tmp_path / "again.ssd").read_bytes() == out.read_bytes() == before


def test_a_real_drive_as_by_hand(tmp_path, capsys):
    """From wrong values, the example fits both percentiles as well as the catalogue's file does."""
    text = (EXAMPLES / "850evo.toml").read_text()
    text = text.replace("number_ios=100000", "number_ios=20000")
    text = text.replace("../../validation", str(SOURCE_ROOT / "validation"))
    file = write(tmp_path / "c.toml", text)
    made = calibration_file.read(file)
    runs = CalibrationRuns(made, tmp_path / "runs", 500, quiet=True)
    by_hand = runs.errors([(45, 4.82)])[0]
    lines = calibration.calibrate(file, tmp_path / "a.ssd", folder=tmp_path / "runs")
    rows = [line for line in lines if line.startswith("root mean square")]
    assert float(rows[0].split()[3].rstrip("%")) <= 100 * math.sqrt(np.mean(by_hand**2)) + 0.005
    assert float(rows[0].split()[3].rstrip("%")) < 0.1
    # What was left out is no worse than with the catalogue's file: all within 10 %.
    assert float(rows[1].split()[3].rstrip("%")) < 5
    assert not any(line.startswith("warning") for line in lines)


def test_hosts_of_s0_as_by_hand(tmp_path):
    """Three costs of hosts, fitted by hand on table 6 of S0, some cells of it and shorter runs."""
    text = (EXAMPLES / "s0-hosts.toml").read_text()
    text = text.replace("../../validation", str(SOURCE_ROOT / "validation"))
    text = text.replace('stop = "80ms"', 'stop = "40ms"\naccessDelay = "0.016ms"')
    used = ("solicited-1k-32", "read-1k-32", "solicited-8k-32", "read-8k-32")
    lines, keep = [], True
    for line in text.splitlines():
        if line.startswith("["):
            keep = not line.startswith("[loads.") or line[7:-1] in used
        is_cell = line.startswith("  { load")
        if keep and not line.startswith("accessDelay = {"):
            lines += [line] if not is_cell or line.split('"')[1] in used else []
    file = write(tmp_path / "c.toml", *lines)
    made = calibration_file.read(file)
    assert len(made.cells) == 4
    runs = CalibrationRuns(made, tmp_path / "runs", 500, quiet=True)
    # timePerPdu, timePerCommand and timePerByte of validation/s0.toml.
    by_hand = runs.errors([(0.0066, 0.0259, 8.1)])[0]
    fitted = Fitter(
        made.parameters, CalibrationRuns(made, tmp_path / "runs", 64, quiet=True).errors
    ).fit()
    assert fitted.error <= math.sqrt(np.mean(by_hand**2))
    made.subject.write(tmp_path / "san.toml", fitted.values, ["about"])
    san = San.load(tmp_path / "san.toml")
    assert san["timePerPdu"] == made.parameters[0].text(fitted.values[0])
    assert san["linkRate"] == "858Mbps"


GOOD = """\
drive = "850EVO"
cells = [{ load = "a", metric = "read p50", measured = 90, unit = "us", fit = true }]
[parameters]
read_us = { start = 40, low = 10, high = 200 }
[loads.a]
aged = true
job = "[a]\\nrw=randread\\nnumber_ios=100\\n"
"""
HOST = """\
cells = [{ load = "a", metric = "all.mean_ms", measured = 5, unit = "ms", fit = true }]
[network]
device = "ram"
[parameters]
delay = { start = "1ms", low = "0.1ms", high = "9ms" }
[loads.a]
options = { count = 20 }
"""
MISTAKES = [
    (GOOD, "drive", "drives", "the file: there is no key drives, did you mean drive?"),
    (GOOD, '"850EVO"', '"850EVA"', 'drive: unknown drive "850EVA"; known drives: '),
    (GOOD, '"850EVO"', '"./850EVO"', "drive: ./850EVO is no name of the catalogue"),
    (GOOD, 'drive = "850EVO"', "", "the file needs either drive or network: what is fitted"),
    (GOOD, "read_us =", "read_uss =", "parameters: start: unknown keyword 'read_uss'"),
    (GOOD, "read_us =", '"read_us[1]" =', "parameters: read_us[1]: read_us has 1 values"),
    (GOOD, "low = 10", "low = 300", "parameters: read_us: low is not below high"),
    (GOOD, "start = 40", "start = 4", "parameters: read_us: start is not from low to high"),
    (GOOD, "high = 200", "high = 1e99", "parameters: read_us.high: "),
    (GOOD, "high = 200", "hi = 200", "parameters: read_us: expected start, low and high"),
    (GOOD, "rw=randread", "rw=randraed", "loads.a: fio job:2: "),
    (GOOD, "read p50", "read p50ms", "cells[0]: read p50ms is no figure of fio, such as read p99"),
    (GOOD, "read p50", "read p51", "read p51: fio's JSON has no 51.000000 there"),
    (GOOD, "read p50", "write p50", "write p50: the job has no write"),
    (GOOD, '"us"', '"MB/s"', "cells[0]: the unit MB/s is one of bandwidth, ns one of time"),
    (GOOD, ', unit = "us"', "", "cells[0]: unit is missing, such as us, 1/s or MB/s"),
    (GOOD, "measured = 90", "measured = -1", "cells[0]: measured: -1 is not above 0"),
    (GOOD, ", fit = true", "", "cells[0]: fit is missing"),
    (GOOD, "fit = true", "fit = false", "cells: none has fit = true"),
    (GOOD, 'load = "a"', 'load = "b"', "cells[0]: there is no load b"),
    (GOOD, "measured = 90", 'measured = { file = "none.csv" }', "none.csv"),
    (GOOD, "aged = true", "age = true", "loads.a: there is no key age, did you mean aged?"),
    (GOOD, '"[a]\\nrw=randread\\nnumber_ios=100\\n"', '"a.fio"', "a.fio: there is no such file"),
    (GOOD, "[parameters]", "[parameters", "c.toml: "),
    (HOST, "delay =", "dealy =", "there is no parameter dealy, did you mean delay or "),
    (HOST, '"9ms"', '"9us"', "parameters: delay: start, low and high need the same unit"),
    (HOST, '"9ms"', "9", "delay: 9 is not a time with its unit"),
    (HOST, "delay =", "device =", "parameters: device: it is a word, not a number"),
    (HOST, "count = 20", 'delay = "2ms"', "loads.a.options.delay: a parameter that is fitted"),
    (HOST, "count = 20", 'output = "x"', "loads.a.options.output: each run has its folder"),
    (HOST, "count = 20", "queueDepth = 8", "loads.a: queueDepth: 8 needs workload=closed"),
    (HOST, "all.mean_ms", "all.mead_ms", "all.mead_ms: summary.json has no mead_ms there"),
    (HOST, '"ms", fit', '"MB/s", fit', "cells[0]: the unit MB/s is one of bandwidth"),
]


@pytest.mark.parametrize(("text", "old", "new", "message"), MISTAKES)
def test_mistakes(text, old, new, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert old in text
    file = write(tmp_path / "c.toml", text.replace(old, new, 1))
    out = tmp_path / ("a.ssd" if "850EV" in text else "a.toml")
    assert cli.main(["calibrate", str(file), "--out", str(out)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ") and said.err.count("\n") == 1
    assert message in said.err
    assert not out.exists()


def test_mistakes_on_the_command_line(tmp_path, capsys):
    file = write(tmp_path / "c.toml", GOOD)
    words = ["calibrate", str(file), "--folder", str(tmp_path / "runs"), "--out"]
    assert cli.main([*words, str(tmp_path / "a.disk")]) == 1
    assert "the file of a drive like 850EVO ends in .ssd" in capsys.readouterr().err
    cells = '{ load = "b", metric = "read p50", measured = 90, unit = "us", fit = false }'
    more = GOOD.replace("fit = true }]", f"fit = true }}, {cells}]") + GOOD.partition("[loads.a]")[
        2
    ].join(["[loads.b]", ""])
    write(file, more)
    assert cli.main([*words, str(tmp_path / "a.ssd"), "--max-runs", "1"]) == 1
    assert capsys.readouterr().err == "error: --max-runs 1: 3 are the least\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.toml"]
    assert cli.main([*words, str(tmp_path / "a.ssd"), "--max-runs", "4", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "warning: the runs are used up" in said
    assert said.startswith("850EVO: 3 runs\n")


def test_without_scipy(tmp_path):
    write(tmp_path / "scipy.py", "raise ImportError")
    file = write(tmp_path / "c.toml", GOOD)
    done = subprocess.run(
        [sys.executable, "-m", "ns3_iscsi", "calibrate", file, "--out", "a.ssd"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{tmp_path}:{Path(cli.__file__).parents[1]}"},
    )
    assert done.returncode == 1
    assert done.stderr == "error: calibrate needs the extra: pip install ns3-iscsi[calibrate]\n"


def test_tables_of_measurements(tmp_path):
    """A row of a CSV is found by its columns, and has its unit; jobs of fio by name."""
    from ns3_iscsi.calibration_values import FioMetric, SummaryMetric, read_reference

    table = 'kind,size,value,unit,rate\na,1,5,us,7\na,2,6,,8\nb,2,"x",us,9\n'
    (tmp_path / "t.csv").write_text(table)
    metric = FioMetric.parse("read p99.9")

    def read(**words):
        return read_reference({"file": "t.csv", **words}, metric, tmp_path)

    assert read(kind="a", size=1) == (5, "us")
    assert read(kind="a", size=2, column="rate") == (8, None)
    for words, message in (
        ({"kind": "a"}, "2 rows have kind a, not one"),
        ({"kind": "c"}, "0 rows have kind c, not one"),
        ({"sort": "a"}, "there is no column sort"),
        ({"kind": "b"}, "'x' is no number"),
    ):
        with pytest.raises(ValueError, match=rf"t\.csv: .*{message}"):
            read(**words)
    times = {"total_ios": 3, "clat_ns": {"percentile": {"99.900000": 1500}}}
    content = {"jobs": [{"jobname": "x y", "read": times}, {"jobname": "z", "read": times}]}
    (tmp_path / "f.json").write_text(json.dumps(content))
    assert read_reference({"file": "f.json", "job": "x y"}, metric, tmp_path) == (1500, "ns")
    assert FioMetric.parse("x y read p99.9").find(content) == 1500
    with pytest.raises(ValueError, match="there are several jobs, name one of x y, z"):
        metric.find(content)
    with pytest.raises(ValueError, match="there is no job q"):
        FioMetric.parse("q read p99.9").find(content)
    summary = {"jobs": [{"read": {"mean_ms": 3}}]}
    assert SummaryMetric("jobs.0.read.mean_ms").find(summary) == 3
    assert SummaryMetric("steady.mb_per_s").unit == "MB/s"
