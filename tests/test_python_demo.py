# SPDX-License-Identifier: GPL-2.0-only
"""The demonstration's driver, with a stand-in for the scenario program."""

import json
import subprocess
import sys
import time

import pytest
from ns3_iscsi import demo


def figures(**values):
    group = {"count": 3000, "iops": 812.345, "mb_per_s": 3.3274, "mean_ms": 12.3456}
    return {**group, "p95_ms": 20.5, "p99_ms": 1234.5678, **values}


NONE = figures(count=0, iops=0, mb_per_s=0, mean_ms=0, p95_ms=0, p99_ms=0)


def test_table():
    summaries = {
        "trace replay": {"read": figures(), "write": figures(count=12), "all": figures(count=3012)},
        "Poisson": {"read": figures(), "write": NONE, "all": figures()},
    }
    assert demo.format_table(summaries).splitlines() == [
        "load          operation  requests   IOPS  MB/s  mean ms  p95 ms    p99 ms",
        "-------------------------------------------------------------------------",
        "trace replay  read          3,000  812.3  3.33    12.35   20.50  1,234.57",
        "              write            12  812.3  3.33    12.35   20.50  1,234.57",
        "              all           3,012  812.3  3.33    12.35   20.50  1,234.57",
        "Poisson       read          3,000  812.3  3.33    12.35   20.50  1,234.57",
        "              all           3,000  812.3  3.33    12.35   20.50  1,234.57",
    ]


STAND_IN = """#!{python}
import json, pathlib, shutil, sys
options = dict(word[2:].split("=", 1) for word in sys.argv[1:])
print("progress of the program")
if options.get("trace", "").endswith("bad.csv"):
    sys.exit("bad.csv:3: blocks is not a number")
folder = pathlib.Path(options["output"])
shutil.copy({requests!r}, folder / "requests.csv")
(folder / "summary.json").write_text({summary!r})
(folder / "arguments.json").write_text(json.dumps(options))
if options.get("pcap") == "1":
    (folder / "san.pcap.gz").write_bytes(b"capture")
"""


@pytest.fixture
def stand_in(tmp_path, some_requests, monkeypatch):
    """Put a program in the place of iscsi-san that copies finished results."""
    build = tmp_path / "build"
    (build / "bin").mkdir(parents=True)
    path = build / "bin" / "iscsi-san"
    summary = json.dumps({"read": figures(count=40), "write": figures(), "all": figures()})
    text = STAND_IN.format(python=sys.executable, requests=str(some_requests), summary=summary)
    path.write_text(text)
    path.chmod(0o755)
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(build))
    return path


def test_two_runs(stand_in, tmp_path, capfd):
    output = tmp_path / "out"
    assert demo.main([f"--output={output}", "--trace=x.csv"]) == 0
    first = json.loads((output / "arguments.json").read_text())
    assert first == {"output": str(output), "workload": "trace", "trace": "x.csv", "pcap": "1"}
    second = json.loads((output / "poisson" / "arguments.json").read_text())
    assert second == {"output": str(output / "poisson"), "workload": "poisson"}

    printed = capfd.readouterr().out
    table, _, paths = printed.partition("\n\n")
    assert [line.split()[0] for line in table.splitlines()[2::3]] == ["trace", "Poisson"]
    pictures = [n + s for n in ("latency", "over-time", "stages") for s in (".png", ".svg")]
    results = ["requests.csv", "summary.json"]
    expected = [output / name for name in [*results, "san.pcap.gz", *pictures]]
    expected += [output / "poisson" / name for name in results + pictures]
    assert paths.split() == [str(path) for path in expected]
    assert all(path.stat().st_size > 0 for path in expected)


def test_table_comes_before_the_pictures(stand_in, tmp_path, capfd, monkeypatch):
    def fail(name, folder):
        raise OSError("no pictures")

    monkeypatch.setattr(demo, "draw", fail)
    assert demo.main([f"--output={tmp_path / 'out'}", "--trace=x.csv"]) == 1
    printed = capfd.readouterr()
    assert printed.out.startswith("load ")
    assert printed.err.splitlines()[-1] == "no pictures"


WAITS_FOR_THE_OTHER = """#!{python}
import pathlib, sys, time
workload = next(word for word in sys.argv if word.startswith("--workload="))
folder = pathlib.Path({folder!r})
(folder / workload).touch()
end = time.monotonic() + 60
while len(list(folder.iterdir())) < 2 and time.monotonic() < end:
    time.sleep(0.01)
sys.exit(len(list(folder.iterdir())) < 2)
"""


def test_loads_run_at_once(stand_in, tmp_path):
    started = tmp_path / "started"
    started.mkdir()
    stand_in.write_text(WAITS_FOR_THE_OTHER.format(python=sys.executable, folder=str(started)))
    demo.simulate(stand_in, demo.make_loads(tmp_path / "out", "x.csv").values())
    assert len(list(started.iterdir())) == 2


def test_failing_program(stand_in, tmp_path, capfd):
    assert demo.main([f"--output={tmp_path / 'out'}", "--trace=bad.csv"]) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines()[-2:] == [
        "bad.csv:3: blocks is not a number",
        "iscsi-san ended with status 1",
    ]


SLEEPS_OR_FAILS = """#!{python}
import sys, time
if "--workload=poisson" in sys.argv:
    time.sleep(600)
sys.exit(1)
"""


def test_failing_program_stops_the_other(stand_in, tmp_path):
    stand_in.write_text(SLEEPS_OR_FAILS.format(python=sys.executable))
    begin = time.monotonic()
    with pytest.raises(subprocess.CalledProcessError):
        demo.simulate(stand_in, demo.make_loads(tmp_path / "out", "x.csv").values())
    assert time.monotonic() - begin < 300


def test_program_not_built(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("NS3_ISCSI_BUILD", str(tmp_path))
    assert demo.main([f"--output={tmp_path / 'out'}"]) == 1
    error = capfd.readouterr().err
    assert error.startswith(f"no program iscsi-san in {tmp_path / 'bin'}: run `make build`")
    assert error.count("\n") == 1
