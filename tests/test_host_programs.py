# SPDX-License-Identifier: GPL-2.0-only
"""Programs on files behind iSCSI: examples with their pictures, figures in tables, mistakes."""

import subprocess
import sys

import pandas as pd
import pytest
from conftest import ROOT
from ns3_iscsi import San, results, sweep, sweeps
from san_runs import error_of, read_summary, run

SCRIPT = ROOT / "examples/host-programs.py"
TRACE = ROOT / "traces/build-hello-make.trace.gz"
#: A host in front of one drive without moving parts.
HOST = ("--device=ram", "--drives=1", "--linkRate=1Gbps", "--cache=16")
POSTMARK = ("--workload=postmark", "--postmarkNumber=50", "--postmarkTransactions=100")
MIB = 2**20


def draw(program, tmp_path):
    """Run an example in its quick form; give the words in its picture."""
    picture = tmp_path / f"{program}.svg"
    options = [program, f"--out={picture}", f"--folder={tmp_path / 'results'}", "--quick"]
    subprocess.run([sys.executable, SCRIPT, *options], check=True, cwd=tmp_path, timeout=240)
    return picture.read_text()


def means(tmp_path, program, by, result):
    """Give the means of a result of an example's sweep."""
    table = sweeps.load(tmp_path / "results" / program)
    assert table["error"].isna().all()
    return table.groupby(by)[result].mean()


def test_dd_waits_at_the_dirty_limit(tmp_path):
    assert "dirtyRatio: writers wait" in draw("dd", tmp_path)
    figures = figures_of(tmp_path / "results/dd")
    assert figures["bytes_copied"] == 400 * 65536
    requests = results.read_requests(tmp_path / "results/dd/requests.csv")
    writes = requests[requests["operation"] == "write"]
    # Most is written in the largest requests. dd leaves what may wait to be written behind:
    # half-way between a tenth and a fifth of 64 MiB.
    assert (writes["bytes"] == 131072).mean() > 0.9
    end = writes["time_s"].iloc[0] + figures["seconds"]
    ended = writes["time_s"] + writes["latency_s"]
    assert writes.loc[ended > end, "bytes"].sum() == pytest.approx(0.15 * 64 * MIB, rel=0.05)


def test_bonnie_reads_slower_over_a_long_path(tmp_path):
    assert "Random seeks per second" in draw("bonnie", tmp_path)
    for figure in ("sequential_input_block", "random_seeks"):
        by_delay = means(tmp_path, "bonnie", "delay", f"program_{figure}")
        assert by_delay["20ms"] < 0.6 * by_delay["0ms"]
    # Writes are acknowledged by the page cache. What may wait beyond the background limit, 3.2 MiB,
    # is under way: 26 requests of 128 KiB at once, which hide most of the delay.
    written = means(tmp_path, "bonnie", "delay", "program_sequential_output_block")
    assert written["20ms"] > 0.7 * written["0ms"]


def test_postmark_is_faster_with_memory(tmp_path):
    assert "Transactions per second" in draw("postmark", tmp_path)
    rates = means(tmp_path, "postmark", ["cache", "delay"], "program_transaction_rate")
    assert rates[8, "20ms"] > rates[2, "20ms"]
    assert rates[2, "20ms"] < 0.5 * rates[2, "0ms"]


def test_threads_of_robocopy_hide_the_delay(tmp_path):
    assert "robocopy /E /MT:8" in draw("copy", tmp_path)
    rates = means(tmp_path, "copy", ["copyStyle", "delay"], "program_file_rate")
    assert rates["Robocopy", "20ms"] > rates["Cp", "20ms"]


def test_build_feels_the_path(tmp_path):
    assert "Time of make (s)" in draw("build", tmp_path)
    seconds = means(tmp_path, "build", ["fileSystem", "delay"], "program_replay_time")
    # The trace itself has 1.02 s; each of a hundred reads of cold sources costs a round trip.
    for kind in ("ext2", "ext4"):
        assert seconds[kind, "0ms"] > 1.02
        assert seconds[kind, "20ms"] > seconds[kind, "0ms"] + 100 * 0.04


def test_file_services_feel_the_path(tmp_path):
    assert "SMB 2.1" in draw("service", tmp_path)
    read = means(tmp_path, "service-read", ["fileService", "delay"], "program_copy_rate")
    # SMB has one READ of 64 KiB in each round trip of 20 ms.
    assert read["smb", "10ms"] < 65536 / 0.02
    assert read["none", "10ms"] > read["smb", "10ms"]
    assert read["nfs", "10ms"] > read["smb", "10ms"]
    rates = means(
        tmp_path, "service-postmark", ["fileService", "delay"], "program_transaction_rate"
    )
    # A transaction has at least a request that waits for a reply.
    for service in ("nfs", "smb"):
        assert rates[service, "10ms"] < 1 / 0.02
        assert rates["none", "10ms"] > 10 * rates[service, "10ms"]


def figures_of(folder):
    """Give the figures of a run with one program by name."""
    table = results.read_programs(folder / "programs.csv")
    return dict(zip(table["figure"], table["value"], strict=True))


def test_table_and_summary_have_the_same_figures(tmp_path):
    printed = run(tmp_path, *HOST, *POSTMARK).stdout
    assert "Creation alone: 50 files" in printed
    table = results.read_programs(tmp_path / "programs.csv")
    assert list(table.columns) == ["initiator", "drive", "process", "figure", "unit", "value"]
    assert table["process"].isna().all()
    requests = results.read_requests(tmp_path / "requests.csv")
    assert set(requests["phase"]) <= {"create", "transactions", "delete", ""}
    assert requests["phase"].iloc[-1] == ""
    units = dict(zip(table["figure"], table["unit"], strict=True))
    assert (units["transactions"], units["transaction_rate"]) == ("", "1/s")
    (program,) = read_summary(tmp_path)["programs"]
    found = {name: value for name, (value,) in list(program.items())[2:]}
    assert figures_of(tmp_path) == pytest.approx(found, rel=1e-12)
    assert figures_of(tmp_path)["transactions"] == 100


def test_a_program_that_does_not_begin(tmp_path):
    """It has no figures, rather than those of a program that took no time."""
    options = ("--workload=copy", "--mayFail", "--targetName=iqn.2026-11.org.nsnam:none")
    done = run(tmp_path, *HOST, *options)
    assert done.stdout.splitlines()[-1] == "did not begin, as its file system was not ready"
    assert "real" not in done.stdout
    assert done.stderr.splitlines()[-1] == "warning: program 0 did not begin"
    (program,) = read_summary(tmp_path)["programs"]
    assert (program["initiator"], program["drive"], program["elapsed"]) == (0, 0, [])
    assert not any(program[name] for name in list(program)[2:])
    assert results.read_programs(tmp_path / "programs.csv").empty
    san = San(workload="copy", device="ram", drives=1, mayFail=True, cache=16)
    san.sessions.targetName = "iqn.2026-11.org.nsnam:none"
    table = sweep(san, folder=tmp_path / "sweep", quiet=True)
    assert table["error"].isna().all()
    assert not any(name.startswith("program_") and name != "program_hash" for name in table)


def test_python_has_the_same_programs(tmp_path):
    """Names, groups, and the columns of a sweep: means over initiators."""
    san = San(
        workload="postmark",
        host={"cache": 16, "fileSystem": "ext3"},
        device="ram",
        drives=2,
        initiators=2,
    )
    san.workload.postmarkTransactions = 100
    san.output.output = str(tmp_path / "one")
    san.run()
    one = results.read_programs(tmp_path / "one/programs.csv")
    rates = one.loc[one["figure"] == "transaction_rate", "value"]
    assert list(one.groupby("initiator")["drive"].first()) == [0, 1]
    table = sweep(san, folder=tmp_path / "sweep", quiet=True)
    assert table["program_transaction_rate"][0] == pytest.approx(rates.mean())
    assert table["program_transactions"][0] == 100


def test_processes_and_their_total(tmp_path):
    options = ["--workload=bonnie", "--bonnieFileSize=4", "--bonnieSeeks=50"]
    printed = run(tmp_path, *HOST, *options, "--bonnieProcesses=3", "--storeData").stdout
    assert sum(line.startswith("host ") for line in printed.splitlines()) == 3
    table = results.read_programs(tmp_path / "programs.csv").set_index("figure")
    rewrite = table.loc["rewrite"]
    assert list(rewrite["process"]) == [0, 1, 2]
    total = table.loc["rewrite_total"]
    assert total["process"] is pd.NA
    # They begin together, so the slowest alone says how long all took.
    assert total["value"] == pytest.approx(3 * rewrite["value"].min())
    assert table.loc["content_errors", "value"] == 0
    (program,) = read_summary(tmp_path)["programs"]
    assert program["rewrite"] == pytest.approx(list(rewrite["value"]))
    assert program["rewrite_total"] == pytest.approx([total["value"]])


def test_stages_of_a_page_cache(tmp_path):
    options = ["--workload=closed", "--pattern=sequential", "--readFraction=1", "--count=200"]
    run(tmp_path, *HOST, *options)
    requests = results.read_requests(tmp_path / "requests.csv")
    times = results.stage_times(requests)
    assert (times.sum(axis=1) - requests["latency_s"]).abs().max() < 0.5e-9
    # Most came with others. The rest waits for the RAM disk or for the window before.
    hits = times["memory"] == times.sum(axis=1)
    assert hits.mean() > 0.8
    waits = times[~hits]
    assert ((waits["read-ahead"] > 0) | (waits["network"] > 0)).all()
    assert (times["write-back"] == 0).all()


def test_table_without_processes(tmp_path):
    path = tmp_path / "programs.csv"
    path.write_text("initiator,drive,figure,unit,value\n0,0,elapsed,s,1.5\n")
    table = results.read_programs(path)
    assert list(table.columns) == ["initiator", "drive", "process", "figure", "unit", "value"]
    assert table.loc[0, "process"] is pd.NA


def test_changed_trace_is_another_point(tmp_path):
    trace = tmp_path / "own.trace"
    san = San(workload="files", cache=16, device="ram", drives=1, fileTrace=str(trace))
    operations = []
    for count in (1, 2):
        trace.write_text("".join(f"{i}.0 0.1 0 stat /\n" for i in range(count)))
        table = sweep(san, folder=tmp_path / "sweep", quiet=True)
        operations.append(table["program_operations"][0])
    assert operations[1] == operations[0] + 1


def test_bad_table_of_programs(tmp_path):
    path = tmp_path / "programs.csv"
    path.write_text("initiator,drive,figure,unit,value\n0,0,elapsed,s,soon\n")
    with pytest.raises(ValueError, match=r"programs\.csv:2: value is 'soon', not a number"):
        results.read_programs(path)
    pd.DataFrame({"figure": []}).to_csv(path)
    with pytest.raises(ValueError, match=r"not a programs\.csv, it lacks the column initiator"):
        results.read_programs(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cache=0"], "cache: 0, but postmark needs a file system"),
        (["--initiators=2"], "initiators: 2, but each needs a drive of its own"),
        (["--fileSystem=xfs"], "fileSystem: xfs is not one of ext2, ext3, ext4"),
        (["--postmarkNumber=-1"], "postmarkNumber: -1 is not a whole number"),
        (
            ["--fio=examples/jobs/database.fio"],
            "fio: examples/jobs/database.fio needs workload=fio",
        ),
        (["--workload=files"], "postmarkNumber: 50 needs workload=postmark"),
    ],
)
def test_mistakes_are_one_line(tmp_path, options, message):
    assert message in error_of(tmp_path / "out", *HOST, *POSTMARK, *options)


def test_a_trace_of_files_is_needed_and_read(tmp_path):
    options = (*HOST, "--workload=files")
    line = "error: fileTrace: workload=files needs a file"
    assert error_of(tmp_path / "out", *options) == line
    assert "none.trace" in error_of(tmp_path / "out", *options, "--fileTrace=none.trace")


def test_mistakes_of_the_example(tmp_path):
    def said(*options):
        command = [sys.executable, SCRIPT, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        return done.stderr

    assert "program" in said("tar", "--out=a.png")
    assert "a picture's name ends in .png, .svg or .pdf" in said("dd", "--out=a.gif")
