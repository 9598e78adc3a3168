# SPDX-License-Identifier: GPL-2.0-only
"""The command ns3-iscsi: what it prints, its exit statuses, completion."""

import json
import os
import signal
import subprocess
import sys
import time

import ns3_iscsi
import pandas as pd
import pytest
from conftest import PACKAGE_PATH, ROOT
from ns3_iscsi import San, cli, folder_lock, sweep
from ns3_iscsi.build_info import read_config
from sweep_tables import write_sweep


def command(*words, cwd, **variables):
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_PATH), **variables}
    return subprocess.run(
        [sys.executable, "-m", "ns3_iscsi", *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "san.toml"
    San(count=20, workload="closed").save(path)
    return path


def test_the_same_sweep_from_python_and_the_command_line(scenario, tmp_path, capsys):
    out = tmp_path / "cli"
    words = ["sweep", scenario, "--grid", "delay=1ms,10ms", "--runs=2", "--out", out, "--quiet"]
    assert cli.main([str(word) for word in words]) == 0
    assert capsys.readouterr().out == f"{out}/results.csv\n"
    sweep(San.load(scenario), {"delay": ["1ms", "10ms"]}, 2, folder=tmp_path / "py", quiet=True)
    ours, theirs = (tmp_path / name / "results.csv" for name in ("cli", "py"))
    assert ours.read_bytes() == theirs.read_bytes()
    assert len(pd.read_csv(ours)) == 4


def test_run(scenario, tmp_path, capsys):
    words = ["run", str(scenario), "--set", "delay=3ms", "--output", str(tmp_path / "out")]
    assert cli.main(words) == 0
    assert (tmp_path / "out" / "summary.json").exists()
    assert capsys.readouterr().out == f"{tmp_path}/out\n"


def test_failed_points_have_a_status_and_a_reason(scenario, tmp_path, capsys):
    words = ["sweep", str(scenario), "--grid", "drive=Cheetah9LP,NoSuch"]
    for cached in (0, 2):
        assert cli.main([*words, "--out", str(tmp_path / "out")]) == 1
        said = capsys.readouterr().err.splitlines()
        assert said[-1].startswith(f"2/2 points, 1 failed, {cached} cached")
        (reason,) = (line for line in said if line.startswith("failed"))
        assert reason.startswith('failed: drive NoSuch, run 1: unknown drive "NoSuch"')


def test_a_folder_that_is_held(scenario, tmp_path, capsys):
    words = ["sweep", str(scenario), "--out", str(tmp_path), "--quiet"]
    with folder_lock.held(tmp_path):
        assert cli.main(words) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"error: {tmp_path}: it is in use by process {os.getpid()} on ")
    assert error.count("\n") == 1
    assert cli.main(words) == 0


def test_plot_and_report(tmp_path, capsys):
    folder = tmp_path / "results"
    write_sweep(folder, lambda *_: 5.0, delay=["1ms", "2ms"], queueDepth=[1, 2])
    for kind in ("throughput", "latency", "percentiles", "stages", "heat-map"):
        picture = tmp_path / f"{kind}.png"
        words = ["plot", folder, "--kind", kind, "--x", "delay", "--hue", "queueDepth"]
        assert cli.main([str(word) for word in [*words, "--out", picture]]) == 0
        assert picture.stat().st_size > 5000
    words = ["plot", str(folder), "--kind=lines", "--x=delay", "--y=all_iops"]
    assert cli.main([*words, "--out", str(tmp_path / "lines.svg")]) == 0
    assert cli.main(["report", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(f"{folder}/report.html\n")


def test_explore(scenario, tmp_path, capsys):
    for name in ("near", "far"):
        assert cli.main(["run", str(scenario), "--output", str(tmp_path / name)]) == 0
    folders = [str(tmp_path / name) for name in ("near", "far")]
    assert cli.main(["explore", folders[0]]) == 0
    assert cli.main(["explore", *folders]) == 0
    assert cli.main(["explore", *folders, "--out", str(tmp_path / "both.html")]) == 0
    pages = ["near/explore.html", "near/explore-far.html", "both.html"]
    assert capsys.readouterr().out.splitlines()[2:] == [f"{tmp_path}/{page}" for page in pages]
    assert (tmp_path / pages[1]).read_bytes() == (tmp_path / pages[2]).read_bytes()
    assert cli.main(["explore", folders[0], "--out", str(tmp_path)]) == 1
    assert "it is a folder; a result needs the name of a file" in capsys.readouterr().err


def test_plot_of_some_values(tmp_path, capsys):
    folder = tmp_path / "results"
    write_sweep(folder, lambda *_: 5.0, delay=["1ms", "2ms"], queueDepth=[1, 2])
    words = ["plot", str(folder), "--x=delay", "--out", str(tmp_path / "a.pdf")]
    for choice in (
        "queueDepth=2",
        "queueDepth=2.0, 1",
        "readFraction=0.670",
        "delay=1ms, 2ms",
        "delay=1ms;2ms",
    ):
        assert cli.main([*words, "--where", choice]) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    capsys.readouterr()
    for wrong, text in {
        "queueDepth=3": "--where queueDepth=3: queueDepth has the values 1, 2",
        "queueDepth": "--where queueDepth: expected NAME=VALUE,VALUE",
        "quueDepth=1": "there is no column quueDepth, did you mean queueDepth",
    }.items():
        assert cli.main([*words, "--where", wrong]) == 1
        assert capsys.readouterr().err.startswith(f"error: {text}")
    for more, text in {
        ("--hue", "queuDepth"): "there is no column queuDepth",
        ("--kind=stages", "--hue", "queuDepth"): "there is no column queuDepth",
        ("--y", "all_iops"): "--kind throughput has no --y",
        ("--hue", "delay"): "--hue delay: it is --x already",
        ("--kind=lines", "--y", "drive"): "there is nothing to draw: drive has no numbers",
        ("--out", "a.jpg"): "a.jpg: a picture's name ends in .png, .svg or .pdf",
    }.items():
        assert cli.main([*words, *more]) == 1
        assert capsys.readouterr().err.startswith(f"error: {text}")


def test_version(tmp_path):
    for words in (["--version"], ["--version", "run"]):
        done = command(*words, cwd=tmp_path)
        config = read_config()
        text = f"ns3-iscsi {config['version']}, ns-3 {config['ns3']['version']}\n"
        assert (done.returncode, done.stdout, done.stderr) == (0, text, "")
    assert ns3_iscsi.__version__ == config["version"] == (ROOT / "VERSION").read_text().strip()
    done = command("--version", cwd=tmp_path, NS3_ISCSI_BUILD=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: no build of ns3-iscsi in ")
    assert done.stderr.count("\n") == 1


def test_version_without_a_build(tmp_path, monkeypatch):
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(tmp_path))
    assert ns3_iscsi.__version__ == (ROOT / "VERSION").read_text().strip()


def test_drives_and_parameters(tmp_path, capsys, monkeypatch):
    assert cli.main(["drives"]) == 0
    text = capsys.readouterr().out
    assert "Seagate ST39102 (Cheetah 9LP), 9.1 GB, 1998" in text
    assert len({line.find(line.split(maxsplit=7)[-1]) for line in text.splitlines()[1:]}) == 1
    rows = {line.split()[0]: line.split()[1:7] for line in text.splitlines()[1:]}
    cheetah = ["disk", "1998", "9.11", "6962", "12", "10045"]
    assert rows["Cheetah9LP"] == rows["Cheetah9LPFC"] == cheetah
    assert rows["CheetahX15-36LPFC"] == ["disk", "2001", "36.70", "18479", "8", "15000"]
    assert rows["Ultrastar18ES"] == ["disk", "1998", "18.35", "11474", "10", "7200"]
    assert rows["ST2000DM006"] == ["disk", "2016", "2000.40", "326300", "4", "7200"]
    assert rows["850EVO"] == ["ssd", "2014", "250.06", "-", "-", "-"]
    assert cli.main(["drives", "Cheetah9LP"]) == 0
    assert "cylinders 6962" in capsys.readouterr().out
    (tmp_path / "Mine.disk").write_text("# Mine.\nlike Cheetah9LP\nrpm 7200\n")
    monkeypatch.setenv("NS3_ISCSI_DATA", str(tmp_path))
    assert cli.main(["drives"]) == 0
    assert "7200" in capsys.readouterr().out
    assert cli.main(["parameters", "path"]) == 0
    assert "--delay" in capsys.readouterr().out
    assert cli.main(["parameters", "delay"]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "--delay",
        "  One-way delay of the path.",
        "  value    a time with its unit from 0s to 100y, such as 5ms",
        "  default  1ms",
    ]
    assert cli.main(["parameters", "iodepth"]) == 0
    assert "--queueDepth" in capsys.readouterr().out


#: Mistakes, and what the one line says.
MISTAKES = [
    (["run", "no-such.toml"], "no-such.toml"),
    (["run", "--set", "delay"], "--set delay"),
    (["run", "--set", "dela=1ms"], "did you mean delay"),
    (["run", "--set", "drive=Cheetah"], 'error: unknown drive "Cheetah"'),
    (["sweep", "--grid", "delay"], "--grid delay"),
    (["sweep", "--grid", "count=x"], "count: x is not a whole number from 1"),
    (["sweep", "--grid", "count=1e4"], "count: 1e4 is not a whole number from 1"),
    (["run", "--set", "linkRate=100"], "linkRate: 100 is not a rate with its unit"),
    (["sweep", "--grid", "output=a,b"], "output: each point of a sweep has a folder of its own"),
    (["sweep", "--set", "output=a"], "--set output: the results of a sweep are in the folder of"),
    (["sweep", "--grid", "RngRun=1,2"], "RngRun: runs are not points of a grid: --runs"),
    (["sweep", "--grid", "delay=1ms", "--grid", "path.delay=2ms"], "delay has another --grid"),
    (["sweep", "--grid", "delay=1ms,2ms,1ms"], "delay: 1ms is there twice"),
    (["sweep", "--grid", "delay=1ms,1000us"], "delay: 1000us is the same as 1ms"),
    (["sweep", "--keep", "request.csv"], "called request.csv, did you mean requests.csv"),
    (["sweep", "--keep", "tcp-series.csv"], "tcp-series.csv is written with tcpSeries, which"),
    (["sweep", "--runs", "0"], "runs: 0 is not a whole number from 1"),
    (["run", "--set", "delay=1ms", "--set", "delay=2ms"], "delay has another --set already"),
    (["run", "--set", "output=a", "--output", "b"], "--set output and --output: give one of"),
    (["sweep", "--executor", "slurm", "--grid", "count=1"], "dask://HOST:PORT"),
    (["plot", ".", "--x", "delay", "--out", "a.png"], "no results of a sweep"),
    (["report", "nowhere"], "nowhere"),
    (["explore", "nowhere"], "nowhere: it holds no results of a run, such as requests.csv"),
    (["explore", "a", "b", "c"], "unrecognized arguments: c"),
    (["export", "nowhere", "--to", "hdr", "--out", "x"], "nowhere: it holds no results of a run"),
    (["export", ".", "--to", "hgrm", "--out", "x"], "hgrm"),
    (["drives", "Cheeta9LP"], "did you mean Cheetah9LP"),
    (["parameters", "lops"], "no option has to do with lops"),
]


def status(words):
    """Give the exit status, also of a mistake that the parser finds."""
    try:
        return cli.main(words)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(("words", "text"), MISTAKES, ids=[" ".join(one[0]) for one in MISTAKES])
def test_a_mistake_is_one_line(words, text, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert status([*words, *(["--quiet"] if words[0] == "sweep" else [])]) == 1
    assert list(tmp_path.iterdir()) == []
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert text in error


def test_help(tmp_path):
    done = command("sweep", "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "ns3-iscsi sweep san.toml --grid delay=1ms,10ms --runs 3" in done.stdout
    assert command("swep", cwd=tmp_path).returncode == 1


def test_completion(tmp_path):
    pytest.importorskip("argcomplete", reason="argcomplete is not installed")
    line = "ns3-iscsi re"
    variables = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    text = f"exec {sys.executable} -m ns3_iscsi 8>{tmp_path}/words"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_PATH), **variables}
    subprocess.run(["bash", "-c", text], env=environment, capture_output=True, check=True)
    assert (tmp_path / "words").read_text().strip() == "report"


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run(tmp_path, number, status):
    """What was measured is kept, and one line says so."""
    words = ["run", "--set", "count=1000000000", "--set", "workload=closed", "--output", "results"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ns3_iscsi", *words, "--set", "device=ram"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PACKAGE_PATH)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "results" / ".lock").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)
    printed, error = process.communicate(timeout=60)
    assert (process.returncode, printed) == (status, "")
    assert error.startswith("interrupted by SIGINT after ")
    assert error.endswith(" s of simulated time; results holds the results until then\n")
    summary = json.loads((tmp_path / "results" / "summary.json").read_text())
    # The end is rounded to microseconds.
    assert round(summary["interrupted_s"], 6) >= summary["end_s"] > 0
    assert summary["requests"] > 0


def test_interrupted(scenario, tmp_path):
    words = ["sweep", str(scenario), "--grid", "count=2000000,2000001", "--out", "results"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ns3_iscsi", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PACKAGE_PATH)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "0/2 points" in process.stderr.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error.splitlines()[-1] == "ns3-iscsi: interrupted; finished points are kept"
    assert list((tmp_path / "results").glob("*/*")) == []
