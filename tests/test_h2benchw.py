# SPDX-License-Identifier: GPL-2.0-only
"""The disk benchmark h2benchw at a drive's host and behind iSCSI: reports, tables, pictures."""

import json
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from ns3_iscsi import San, h2benchw, results, sweep
from ns3_iscsi.build_info import program
from san_runs import error_of, read_summary, run

#: Little of everything.
SMALL = {"InterfaceRequests": 8, "Zones": 4, "ZoneSize": 262144, "Accesses": 20}
#: A drive of memory with 3 ms for each request, behind 1 Gb/s and 2 ms.
RAM = ("--workload=h2benchw", "--device=ram", "--drives=1", "--linkRate=1Gbps", "--delay=2ms")
REPORT = """\
Capacity: N sectors of N bytes, N MiB

Interface transfer rate, block size N sectors, at N% of the capacity
Sequential read rate medium (no delay): N [MiB/s]
Sequential transfer rate with read-ahead (delay: N ms): N [MiB/s]
Repetitive sequential read ("core test"): N [MiB/s]
Sequential write rate medium (no delay): N [MiB/s]
Sequential transfer rate with write cache (delay: N ms): N [MiB/s]
Repetitive sequential write: N [MiB/s]

Sustained transfer rate, block size N sectors, N zones of N KiB
Reading: average N, min N, max N [MiB/s]
Writing: average N, min N, max N [MiB/s]

Random access, N accesses of N sector
Reading: average N, min N, max N [ms]
Writing: average N, min N, max N [ms]
"""


def words(prefix="", **more):
    """Give the options of a small benchmark."""
    names = {f"{prefix}{name}": value for name, value in {**SMALL, **more}.items()}
    return [f"--{name[0].lower()}{name[1:]}={value}" for name, value in names.items()]


def measure_drive(folder, *options):
    """Measure a drive at its host, and give what is printed."""
    command = [str(program("disk-h2benchw")), f"--output={folder}", *options]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def without_numbers(text):
    """Give a report with N for every number, and without columns."""
    return re.sub(r" +", " ", re.sub(r"(?<=[ (])[\d.]+", "N", text))


def numbers(report, begin):
    """Give the numbers behind the colon of a report's first line that begins in some way."""
    line = next(one for one in report.splitlines() if one.startswith(begin))
    return [float(one) for one in re.findall(r"\d+\.\d+", line.rpartition(":")[2])]


def test_report_of_a_drive(tmp_path):
    printed = measure_drive(tmp_path, *words(ZoneSize=2097152))
    name, report = printed.split("\n", 1)
    assert name == "Cheetah9LPFC"
    assert without_numbers(report) == REPORT
    (sequential,) = numbers(report, "Sequential read")
    (again,) = numbers(report, "Repetitive sequential read")
    # The cache answers in 0.257 ms, the medium has 10,045 revolutions of 254 sectors per minute.
    assert again == pytest.approx(65536 / 257e-6 / 2**20, rel=1e-3)
    assert 0.6 * 10045 / 60 * 254 * 512 / 2**20 < sequential < 10045 / 60 * 254 * 512 / 2**20
    zones = h2benchw.read_zones(tmp_path)
    reads = zones[zones["operation"] == "read"]
    assert len(reads) == 4
    rates = reads["mib_per_s"]
    assert rates.is_monotonic_decreasing
    average, low, high = numbers(report, "Reading")
    assert (low, high) == pytest.approx((rates.min(), rates.max()), abs=0.01)
    assert average == pytest.approx(reads["bytes"].sum() / reads["time_s"].sum() / 2**20, abs=0.01)
    accesses = h2benchw.read_accesses(tmp_path)
    assert list(accesses.groupby("operation").size()) == [20, 20]


def test_json_of_a_drive(tmp_path):
    options = words(ZoneSize=2097152)
    report = measure_drive(tmp_path, *options)
    found = json.loads(measure_drive(tmp_path, *options, "--json"))
    assert found.pop("model") == "Cheetah9LPFC"
    (sequential,) = numbers(report, "Sequential read")
    assert found["sequential_read"] == pytest.approx(sequential, abs=0.005)
    for phase, line in (("sustained_read", "Reading"), ("sustained_write", "Writing")):
        rates = [found[f"{phase}{end}"] for end in ("", "_min", "_max")]
        assert rates == pytest.approx(numbers(report, line), abs=0.005)
    # Phases that there were not are not there.
    few = json.loads(measure_drive(tmp_path, *options, "--zones=0", "--writes=false", "--json"))
    assert set(found) - set(few) == {
        name for name in found if "write" in name or name.startswith("sustained")
    }


def test_parts_of_a_benchmark(tmp_path):
    printed = measure_drive(tmp_path, *words(Zones=0, InterfaceRequests=0), "--writes=false")
    assert [line.split(":")[0] for line in printed.splitlines()] == [
        "Cheetah9LPFC",
        "Capacity",
        "",
        "Random access, 20 accesses of 1 sector",
        "Reading",
    ]
    assert len((tmp_path / "h2benchw-zones.csv").read_text().splitlines()) == 1


def test_drive_behind_iscsi(tmp_path):
    """The report, its figures and the tables agree."""
    printed = run(tmp_path, *RAM, "--ramLatency=3ms", *words("h2benchw")).stdout
    head, report = printed.split("\n\n", 1)[1].split("\n", 1)
    assert head == "[h2benchw, initiator 0, drive 0]"
    assert without_numbers(report) == REPORT
    table = results.read_programs(tmp_path / "programs.csv").set_index("figure")
    figures = table["value"]
    average, low, high = numbers(report.split("Random access")[1], "Reading")
    found = [figures[f"random_read{end}"] for end in ("", "_min", "_max")]
    assert found == pytest.approx([average, low, high], abs=0.005)
    assert set(table["unit"]) == {"MiB/s", "ms"}
    # Two ways of 2 ms and 3 ms at the drive; the bytes of a sector take some microseconds.
    assert 7 < average < 7.05
    (programs,) = read_summary(tmp_path)["programs"]
    assert programs["sustained_read"] == pytest.approx([figures["sustained_read"]])
    requests = results.read_requests(tmp_path / "requests.csv")
    accesses = h2benchw.read_accesses(tmp_path)
    in_phase = requests[requests["phase"] == "random_write"]
    assert list(in_phase["lba"]) == list(accesses.loc[accesses["operation"] == "write", "lba"])
    assert list(requests["phase"].unique()) == [
        *("sequential_read", "read_ahead", "repetitive_read"),
        *("sequential_write", "write_cache", "repetitive_write"),
        *("sustained_read", "sustained_write", "random_read", "random_write"),
    ]


def test_early_end(tmp_path):
    done = run(tmp_path, *RAM, *words("h2benchw"), "--stop=1500ms")
    assert "warning: h2benchw of drive 0 did not measure all\n" in done.stderr
    assert "random_write: no result, stopped before its end" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--fio=a.fio"], "fio: a.fio needs workload=fio"),
        (["--initiators=2"], "initiators: 2, but each measures a drive of its own, and they see 1"),
        (["--h2benchwZoneSize=1000"], "ns3::H2benchwWorkload: ZoneSize=1000 is not a multiple"),
        (["--h2benchwBlockSize=0"], "h2benchwBlockSize: 0 is not a whole number from 1 to"),
        (["--fileService=nfs", "--cache=4"], "fileService: nfs needs workload=dd, bonnie, "),
        (
            [f"--h2benchw{name}=0" for name in ("InterfaceRequests", "Zones", "Accesses")],
            "ns3::H2benchwWorkload: InterfaceRequests, Zones and Accesses are 0",
        ),
    ],
)
def test_mistakes(tmp_path, options, message):
    assert error_of(tmp_path / "none", *RAM, *options).startswith(f"error: {message}")


def test_sweep_has_the_figures(tmp_path):
    small = {f"h2benchw{name}": value for name, value in SMALL.items()}
    san = San(workload="h2benchw", device="ram", drives=1, linkRate="1Gbps", **small)
    table = sweep(san, {"delay": ["0ms", "4ms"]}, folder=tmp_path, quiet=True)
    times = table.set_index("delay")["program_random_read"]
    assert times["4ms"] - times["0ms"] == pytest.approx(8)
    assert (table["program_sustained_write"] > 0).all()


def test_picture_of_both(tmp_path):
    """The example's picture has a curve for the drive at its host and for each delay."""
    script = ROOT / "examples/h2benchw-plot.py"
    out = tmp_path / "h2benchw.svg"
    sizes = ["--zones=5", "--accesses=30", "--delays", "0ms", "10ms"]
    command = [sys.executable, script, f"--out={out}", f"--folder={tmp_path / 'runs'}", *sizes]
    subprocess.run(command, check=True, cwd=tmp_path, timeout=240)
    picture = out.read_text()
    for text in ("at its host", "iSCSI, 1 Gb/s, 10ms one way", "Position (% of the capacity)"):
        assert text in picture
    rates = {
        folder.name: h2benchw.read_zones(folder).groupby("operation")["mib_per_s"].max()["read"]
        for folder in (tmp_path / "runs").iterdir()
    }
    # The network adds to each request; 20 ms are more than the medium takes for 64 KiB.
    assert rates["local"] > rates["iscsi-0ms"] > rates["iscsi-10ms"]
    assert rates["iscsi-10ms"] < 65536 / 0.02 / 2**20


def draw_folder(folder, capsys, out="out.svg"):
    """Draw a folder; give the exit status and the line that is printed."""
    status = h2benchw.main([str(folder), f"--out={folder / out}"])
    return status, capsys.readouterr().err


def test_picture_of_several_drives(tmp_path, capsys):
    run(tmp_path, *RAM[:2], "--drives=2", "--linkRate=1Gbps", *words("h2benchw", Writes="false"))
    assert draw_folder(tmp_path, capsys) == (0, "")
    assert "reads" in (tmp_path / "out.svg").read_text()


def test_mistakes_of_the_picture(tmp_path, capsys):
    zones, accesses = (tmp_path / name for name in (h2benchw.ZONES, h2benchw.ACCESSES))
    status, line = draw_folder(tmp_path, capsys)
    assert (status, line.count("\n")) == (1, 1)
    assert str(zones) in line
    zones.write_text("")
    assert draw_folder(tmp_path, capsys) == (1, f"error: {zones}: not a table of h2benchw\n")
    zones.write_text("operation,lba\n")
    lacks = f"error: {zones}: not a table of h2benchw, it lacks position_percent\n"
    assert draw_folder(tmp_path, capsys) == (1, lacks)
    zones.write_text("operation,lba,position_percent,bytes,time_s,mib_per_s\n")
    accesses.write_text("operation,lba,time_s\n")
    assert draw_folder(tmp_path, capsys) == (1, f"error: {tmp_path}: nothing was measured\n")
    assert draw_folder(tmp_path, capsys, "out.pdf")[0] == 1
