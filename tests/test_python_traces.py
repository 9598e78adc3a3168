# SPDX-License-Identifier: GPL-2.0-only
"""Block traces from Python and the command line: figures, pictures, conversion."""

import gzip
import json
import shutil
import subprocess

import numpy as np
import pytest
from conftest import ROOT
from ns3_iscsi import build_info, cli, plot, plot_trace, traces
from test_python_plot import check_no_overlap

SAMPLES = ROOT / "src" / "block-io" / "test" / "data"

#: What a format does not hold of the sample, as names of columns; times are compared by their unit.
LOST = {
    "spc": {"observed_s"},
    "msr.csv": set(),
    "blkparse": {"observed_s"},
    "fio2": {"observed_s"},
    "fio3": {"observed_s"},
    "tencent.csv": {"observed_s"},
    "alibaba.csv": {"observed_s"},
    "disksim": {"observed_s"},
    "mqsim": {"observed_s"},
    "systor.csv": set(),
    "fiu": {"observed_s"},
    "cloudphysics.csv": {"observed_s", "device"},
}
#: The unit of times in seconds, where it is not the nanosecond.
UNITS = {"msr.csv": 1e-7, "fio2": 1e-4, "fio3": 1e-6, "tencent.csv": 1, "alibaba.csv": 1e-6}
UNITS["cloudphysics.csv"] = 1


def read_csv(path):
    return np.genfromtxt(path, delimiter=",", names=True, dtype=None, encoding=None)


@pytest.fixture
def small(tmp_path):
    """Give a trace of four requests whose figures are easy to work out."""
    path = tmp_path / "small.csv"
    rows = ["time_s,operation,lba,blocks", "1,R,0,8", "1.5,R,8,8", "2,W,100,1", "3,R,16,16"]
    path.write_text("\n".join([*rows, ""]))
    return path


def test_figures(small):
    info = traces.info(small)
    assert info["format"] == "Csv"
    assert info["read_share"] == 0.75
    assert info["all"] == {
        "requests": 4,
        "bytes": 33 * 512,
        "mean_bytes": 4224,
        "sequential_share": 0.25,
    }
    assert info["write"]["bytes"] == 512
    assert (info["start_s"], info["duration_s"], info["requests_per_s"]) == (1, 2, 2)
    assert info["mb_per_s"] == pytest.approx(33 * 512 / 1e6 / 2)
    assert info["peak_requests_per_s"] == 2
    assert info["size_bytes"] == {"min": 512, "mean": 4224, "max": 8192}
    assert info["sizes"] == [
        {"up_to_bytes": 512, "reads": 0, "writes": 1},
        {"up_to_bytes": 4096, "reads": 2, "writes": 0},
        {"up_to_bytes": 8192, "reads": 1, "writes": 0},
    ]
    # Sectors 0 to 31 are four blocks of 4 KiB, sector 100 is in a fifth.
    assert (info["footprint_bytes"], info["footprint_is_estimate"]) == (5 * 4096, False)
    assert info["address_end_bytes"] == 101 * 512
    assert info["observed_ms"] is None
    activity = info["activity"]
    assert sum(activity["reads"]) == 3
    assert sum(map(sum, activity["ranges"])) == 4
    assert len(activity["reads"]) == int(2 / activity["interval"]) + 1


def test_a_trace_without_times():
    info = traces.info(SAMPLES / "sample.validate")
    assert info["duration_s"] is None
    assert info["requests_per_s"] is None
    assert info["observed_ms"]["requests"] == 200


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("kind", LOST)
def test_there_and_back(kind, suffix, tmp_path):
    """A trace is unchanged in what the format holds."""
    if suffix == ".zst" and not shutil.which("zstd"):
        pytest.skip("zstd is not installed")
    other, back = tmp_path / f"other.{kind}{suffix}", tmp_path / "back.csv"
    traces.convert(SAMPLES / "sample.csv", other)
    traces.convert(other, back)
    before, after = read_csv(SAMPLES / "sample.csv"), read_csv(back)
    assert len(after) == len(before) == 200
    for column in {"operation", "lba", "blocks", "device"} - LOST[kind]:
        assert (after[column] == before[column]).all(), column
    lost = before["time_s"] - after["time_s"]
    unit = UNITS.get(kind, 1e-9)
    assert (lost > -1e-9).all()
    assert (lost < unit).all()
    if "observed_s" not in LOST[kind]:
        assert np.allclose(after["observed_s"], before["observed_s"], rtol=0, atol=1e-7)


def test_columns_of_ones_own(small, tmp_path):
    mine = tmp_path / "mine.txt"
    columns = "operation=what:number,time=when:ms,length=bytes:byte,address=lba,separator=tab"
    traces.convert(small, mine, to_columns=columns)
    assert mine.read_text().splitlines()[:2] == [
        "what\twhen\tbytes\tlba",
        "0\t1000.000000\t4096\t0",
    ]
    back = tmp_path / "back.spc"
    traces.convert(mine, back, columns=columns, from_zero=True)
    assert back.read_text().splitlines()[-1] == "0,16,8192,R,2.000000000"


def test_order(tmp_path):
    late = tmp_path / "late.spc"
    late.write_text("0,8,512,R,2\n0,16,512,W,1\n")
    assert traces.info(late)["out_of_order"] == 1
    out = tmp_path / "out.disksim"
    with pytest.raises(ValueError, match=r"late.spc:2: its time is before that .* --sort"):
        traces.convert(late, out)
    assert list(tmp_path.iterdir()) == [late]
    traces.convert(late, out, sort=True)
    assert out.read_text() == "1000.000000 0 16 1 0\n2000.000000 0 8 1 1\n"


def test_events_of_blkparse(tmp_path):
    trace = tmp_path / "sda.txt"
    lines = (
        "8,0 0 1 0.0 9 Q R 8 + 8 [x]\n8,0 0 2 0.1 9 Q W 16 + 8 [x]\n8,0 0 3 0.2 9 D R 8 + 16 [x]\n"
    )
    trace.write_text(lines)
    assert traces.info(trace)["all"]["requests"] == 1
    assert traces.info(trace, event="queue")["all"]["requests"] == 2
    trace.write_text("8,0 0 4 0.5 0 C R 8 + 16 [0]\n8,0 0 5 0.7 0 C W 40 + 8 [0]\n")
    with pytest.raises(ValueError, match="with action 'D', where there are 2 of action 'C'"):
        traces.info(trace)
    assert traces.info(trace, event="complete")["all"]["bytes"] == 24 * 512


def test_picture(small, tmp_path):
    info = traces.info(small)
    figure = plot_trace.overview(info, "small")
    rate, where = (
        axes for axes in figure.axes if axes.get_ylabel() in ("Requests/s", "Address (kB)")
    )
    reads, writes = (patch.get_data() for patch in rate.patches)
    interval = info["activity"]["interval"]
    assert sum(reads.values) * interval == pytest.approx(3)
    assert sum(writes.values) * interval == pytest.approx(1)
    assert where.get_xlabel() == "Time since the first request (s)"
    assert [text.get_text() for text in rate.get_legend().get_texts()] == ["read", "write"]
    check_no_overlap(figure)
    files = [plot.save(plot_trace.overview(info), tmp_path / name) for name in ("a", "b")]
    for one, other in zip(*files, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_shares_of_a_trace_without_times():
    figure = plot_trace.overview(traces.info(SAMPLES / "sample.validate"))
    rate = figure.axes[0]
    reads, writes = (patch.get_data().values for patch in rate.patches)
    assert np.allclose(reads + writes, 100)
    check_no_overlap(figure)


def test_command(small, tmp_path, capsys):
    picture = tmp_path / "small.png"
    assert cli.main(["trace", "info", str(small), "--out", str(picture)]) == 0
    text = capsys.readouterr().out
    assert "read              3   75.0 %" in text
    assert "rate       2.0 requests/s" in text
    assert picture.stat().st_size > 5000
    assert cli.main(["trace", "info", str(small), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["read_share"] == 0.75
    out = tmp_path / "small.log.gz"
    assert cli.main(["trace", "convert", str(small), str(out), "--to=fio3", "--from-zero"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert gzip.decompress(out.read_bytes()).startswith(b"fio version 3 iolog\n0 device0 add\n")


#: Mistakes, and what the one line says.
MISTAKES = [
    (["info", "nowhere.spc"], "nowhere.spc: cannot be opened: No such file"),
    (["info", "{bad}"], "{bad}:2: LBA is 'x', not a whole number"),
    (["info", "{bad}", "--from=msr"], "{bad}:1: expected 7 fields, Timestamp,Hostname"),
    (["info", "{bad}", "--columns=time=1"], "columns 'time=1': operation is missing"),
    (["info", "{good}", "--out=a.gif"], "a.gif: a picture's name ends in .png, .svg or .pdf"),
    (["convert", "{good}", "out.txt"], "out.txt: the name does not tell the format"),
    (["convert", "{timeless}", "out.spc"], "it has no arrival times, which the format Spc needs"),
]


@pytest.mark.parametrize(("words", "text"), MISTAKES, ids=[" ".join(one[0]) for one in MISTAKES])
def test_a_mistake_is_one_line(words, text, small, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad = tmp_path / "bad.spc"
    bad.write_text("0,8,512,R,1\n0,x,512,R,1\n")
    names = {"bad": bad, "good": small, "timeless": SAMPLES / "sample.validate"}
    assert cli.main(["trace", *(word.format(**names) for word in words)]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert text.format(**names) in error
    assert not list(tmp_path.glob("out*"))


def test_a_program_that_says_nothing(monkeypatch):
    monkeypatch.setattr(build_info, "program", lambda _: "false")
    with pytest.raises(ValueError, match="block-trace: status 1"):
        traces.info("any")


def test_names_of_formats_are_those_of_the_program(small):
    done = subprocess.run(
        [build_info.program("block-trace"), "info", small, "--from=?"],
        capture_output=True,
        text=True,
    )
    assert done.stderr == f"error: format '?' is not one of {', '.join(traces.FORMATS)}\n"
