# SPDX-License-Identifier: GPL-2.0-only
"""The list of the columns of result files, beside what the programs write."""

import csv
import re

import pytest
from ns3_iscsi.columns import TABLES
from ns3_iscsi.stages import STAGES
from san_runs import run

#: A program and options, and the files of rows that the run writes.
RUNS = {
    "plain": (
        "iscsi-san",
        ["--count=5", "--tcpSeries=true", "--diskAccesses=true"],
        ["tcp-series.csv", "disk-accesses.csv"],
    ),
    "initiators": ("iscsi-san", ["--count=5", "--initiators=2"], ["initiators.csv"]),
    "programs": (
        "iscsi-san",
        [
            *("--workload=postmark", "--cache=16", "--drives=1", "--cacheInterval=100ms"),
            *("--postmarkNumber=10", "--postmarkTransactions=10"),
        ],
        ["cache-series.csv", "programs.csv"],
    ),
    "file service": (
        "iscsi-san",
        [
            *("--workload=postmark", "--cache=16", "--drives=1", "--fileService=nfs"),
            *("--postmarkNumber=10", "--postmarkTransactions=10"),
        ],
        ["calls.csv"],
    ),
    "verify": ("iscsi-san", ["--workload=verify", "--count=5"], ["mismatches.csv"]),
    "benchmark": (
        "iscsi-san",
        ["--workload=h2benchw", "--drives=1", "--h2benchwZones=2"],
        ["h2benchw-zones.csv", "h2benchw-accesses.csv"],
    ),
    "loop": (
        "iscsi-san",
        [
            *("--gateway=true", "--loops=1", "--drive=Cheetah9LPFC", "--loopUse=true"),
            "--count=5",
        ],
        ["loop-use-0-0.csv"],
    ),
    "wireless": ("wireless-san", ["--count=5"], ["stations.csv"]),
}


def kind_of(file):
    """Give the name under which a file is in the list."""
    return re.sub(r"^(loop-use)-\d+-\d+", r"\1-GATEWAY-LOOP", file)


@pytest.mark.parametrize("name", RUNS)
def test_columns_of_a_run(tmp_path, name):
    """Each file has columns of the list, in its order, and all that a reader needs."""
    program, options, files = RUNS[name]
    run(tmp_path, *options, name=program)
    written = {path.name for path in tmp_path.glob("*.csv")}
    assert written >= {"requests.csv", "connections.csv", *files}
    for file in written:
        with (tmp_path / file).open(newline="") as rows:
            header = next(csv.reader(rows))
        table = TABLES[kind_of(file)]
        assert [name for name in table.names() if name in header] == header, file
        assert set(table.needed()) <= set(header), file


def test_every_file_is_written_by_some_run():
    files = {kind_of(file) for _, _, files in RUNS.values() for file in files}
    assert set(TABLES) == files | {"requests.csv", "connections.csv", "pdus.csv"}


def test_meanings():
    """Columns of times say seconds, and each has a meaning."""
    columns = [column for table in TABLES.values() for column in table.columns]
    assert all(column.meaning for column in columns)
    units = {
        "mib_per_s": "MiB/s",
        "mb_per_s": "MB/s",
        "s": "s",
        "ms": "ms",
        "bytes": "bytes",
        "share": "0 to 1",
        "percent": "%",
    }
    for column in columns:
        name = f"_{column.name}"
        unit = next((unit for end, unit in units.items() if name.endswith(f"_{end}")), None)
        assert unit in (None, column.unit), column.name


def test_all_stages_of_a_run_are_there(tmp_path):
    run(tmp_path, "--count=5", "--cache=16", "--device=ssd", "--drive=850EVO")
    with (tmp_path / "requests.csv").open(newline="") as rows:
        header = next(csv.reader(rows))
    after = header.index("status") + 1
    assert header[after : after + len(STAGES)] == [f"{stage}_s" for stage in STAGES]
