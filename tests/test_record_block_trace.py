# SPDX-License-Identifier: GPL-2.0-only
"""tools/record-block-trace: from lines of block events to the rows of the trace."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import block_events
import block_recording
import pytest

TOOL = Path(__file__).resolve().parent.parent / "tools" / "record-block-trace"


DEVICES = {(7, 2): 0, (7, 5): 1}


def issue(time, flags, sector, count, device="7,2"):
    """An issue as tracefs prints it."""
    return (
        f"        postmark-812     [001] d..1. {time}: block_rq_issue: {device} {flags} "
        f"{count * 512} () {sector} + {count} be,0,4 [postmark]"
    )


def complete(time, flags, sector, count, device="7,2"):
    """A completion as tracefs prints it."""
    return (
        f"          <idle>-0       [000] ..s1. {time}: block_rq_complete: {device} {flags} "
        f"() {sector} + {count} be,0,4 [0]"
    )


def rows(conversion):
    """The rows of the trace, without column names and comments."""
    return list(block_events.csv_lines(conversion.requests, []))[1:]


def left_out(conversion):
    return (
        conversion.bad_lines,
        conversion.no_data,
        conversion.unmatched_completes,
        conversion.never_completed,
    )


def test_read_and_write_on_two_devices():
    conversion = block_events.convert(
        [
            "# tracer: nop",
            "#                                _-----=> irqs-off/BH-disabled",
            "",
            issue("100.000500", "RA", 73992, 8),
            issue("100.001000", "WS", 4096, 256, "7,5"),
            complete("100.002500", "WS", 4096, 256, "7,5"),
            complete("100.010500", "RA", 73992, 8),
        ],
        DEVICES,
    )
    # Times count from the first issue, 100.0005 s; responses are 10 ms and 1.5 ms.
    assert rows(conversion) == [
        "0.000000,R,73992,8,0,0.010000",
        "0.000500,W,4096,256,1,0.001500",
    ]
    assert left_out(conversion) == (0, 0, 0, 0)


def test_text_of_perf_script():
    conversion = block_events.convert(
        [
            "        postmark  6544 [001]  1595.707408512:    block:block_rq_issue: "
            "7,2 RM 4096 () 73992 + 8 0x2,0,4 [postmark]",
            "     ksoftirqd/1    22 [001]  1595.707539256: block:block_rq_complete: "
            "7,2 RM () 73992 + 8 0x2,0,4 [0]",
        ],
        DEVICES,
    )
    # 1595.707539256 s - 1595.707408512 s = 130.744 us, in whole microseconds.
    assert rows(conversion) == ["0.000000,R,73992,8,0,0.000131"]


def test_text_of_older_kernels_without_priority():
    conversion = block_events.convert(
        [
            "  kworker/u4:1-77  [000] .... 5.000000: block_rq_issue: 7,2 W 4096 () 64 + 8 "
            "[kworker/u4:1]",
            "  <idle>-0  [000] .... 5.250000: block_rq_complete: 7,2 W () 64 + 8 [0]",
        ],
        DEVICES,
    )
    assert rows(conversion) == ["0.000000,W,64,8,0,0.250000"]


def test_merged_requests_are_one_request_of_the_size_issued():
    other = "  postmark-812 [001] d..1. 1.0: {}: 7,2 W 4096 () {} + 8 be,0,4 [postmark]"
    conversion = block_events.convert(
        [
            other.format("block_rq_insert", 800),
            other.format("block_rq_merge", 808),
            issue("1.000100", "W", 800, 16),
            complete("1.000300", "W", 800, 16),
        ],
        DEVICES,
    )
    assert rows(conversion) == ["0.000000,W,800,16,0,0.000200"]
    assert left_out(conversion) == (0, 0, 0, 0)


def test_completion_in_parts_counts_to_the_last_part():
    conversion = block_events.convert(
        [
            issue("1.000000", "R", 800, 24),
            complete("1.001000", "R", 800, 8),
            complete("1.002000", "R", 808, 16),
        ],
        DEVICES,
    )
    assert rows(conversion) == ["0.000000,R,800,24,0,0.002000"]
    assert left_out(conversion) == (0, 0, 0, 0)


def test_equal_requests_in_flight_complete_first_come_first_served():
    conversion = block_events.convert(
        [
            issue("1.000000", "R", 800, 8),
            issue("1.000100", "R", 800, 8),
            complete("1.000300", "R", 800, 8),
            complete("1.000700", "R", 800, 8),
        ],
        DEVICES,
    )
    assert rows(conversion) == [
        "0.000000,R,800,8,0,0.000300",
        "0.000100,R,800,8,0,0.000600",
    ]


def test_requests_without_data_are_left_out_and_counted_once():
    conversion = block_events.convert(
        [
            issue("1.000000", "FF", 0, 0),
            complete("1.000100", "FF", 0, 0),
            issue("1.000200", "DS", 2048, 1024),
            complete("1.000300", "DS", 2048, 1024),
            issue("1.000400", "WS", 0, 0),
            complete("1.000500", "WS", 0, 0),
            issue("1.001000", "FWFS", 64, 8),
            complete("1.002000", "FWFS", 64, 8),
        ],
        DEVICES,
    )
    # Only the write that flushes before and goes through the cache has data.
    assert rows(conversion) == ["0.000000,W,64,8,0,0.001000"]
    assert left_out(conversion) == (0, 3, 0, 0)
    assert conversion.flushes == [1.0]


def test_halves_of_a_pair_are_left_out_and_counted():
    conversion = block_events.convert(
        [
            complete("0.900000", "R", 16, 8),  # issued before the recording
            issue("1.000000", "R", 32, 8),
            complete("1.000050", "W", 32, 8),  # a write does not complete a read
            complete("1.000100", "R", 32, 8),
            issue("1.000200", "W", 48, 8),  # in flight when the recording ends
        ],
        DEVICES,
    )
    assert rows(conversion) == ["0.000000,R,32,8,0,0.000100"]
    assert left_out(conversion) == (0, 0, 2, 1)


def test_other_devices_are_skipped():
    conversion = block_events.convert(
        [
            issue("1.000000", "R", 32, 8, "254,0"),
            complete("1.000100", "R", 32, 8, "254,0"),
        ],
        DEVICES,
    )
    assert conversion.requests == []
    assert left_out(conversion) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "line",
    [
        "  postmark-812 [001] d..1. 1.000000: block_rq_issue:",
        "  postmark-812 [001] d..1. 1.000000: block_rq_issue: 7,2 R 4096 () x + 8 be,0,4 [a]",
        "  postmark-812 [001] d..1. 1.000000: block_rq_issue: 7,2 R 4096 () 32 + 8",
        "  postmark-812 [001] d..1. soon: block_rq_issue: 7,2 R 4096 () 32 + 8 be,0,4 [a]",
        "  postmark-812 [001] d..1. 1.000000: block_rq_issue: 7 R 4096 () 32 + 8 be,0,4 [a]",
    ],
)
def test_bad_lines_are_counted(line):
    conversion = block_events.convert([line], DEVICES)
    assert conversion.requests == []
    assert left_out(conversion) == (1, 0, 0, 0)


def test_rows_are_in_the_order_of_issue():
    conversion = block_events.convert(
        [
            issue("1.000200", "R", 32, 8),
            issue("1.000100", "R", 64, 8),
            complete("1.000300", "R", 32, 8),
            complete("1.000400", "R", 64, 8),
        ],
        DEVICES,
    )
    assert rows(conversion) == [
        "0.000000,R,64,8,0,0.000300",
        "0.000100,R,32,8,0,0.000100",
    ]


def test_file_starts_with_the_columns_and_equal_traces_are_equal_files(tmp_path):
    requests = [block_events.Request(5.0, "R", 32, 8, 0, completed=5.5)]
    text = (
        "time_s,operation,lba,blocks,device,observed_s\n"
        "# made by hand\n"
        "0.000000,R,32,8,0,0.500000\n"
    )
    block_events.write_trace(tmp_path / "a.csv", requests, ["made by hand"])
    block_events.write_trace(tmp_path / "a.csv.gz", requests, ["made by hand"])
    block_events.write_trace(tmp_path / "b.csv.gz", requests, ["made by hand"])
    assert (tmp_path / "a.csv").read_text() == text
    assert gzip.decompress((tmp_path / "a.csv.gz").read_bytes()).decode() == text
    assert (tmp_path / "a.csv.gz").read_bytes() == (tmp_path / "b.csv.gz").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "a.csv",
        "a.csv.gz",
        "b.csv.gz",
    ]


def test_summary():
    conversion = block_events.convert(
        [
            issue("1.000000", "R", 0, 1000),
            issue("2.000000", "W", 0, 1000),
            issue("3.500000", "W", 5000, 2000),
            complete("3.600000", "R", 0, 1000),
            complete("3.600000", "W", 0, 1000),
            complete("3.600000", "W", 5000, 2000),
            issue("3.700000", "FF", 0, 0),
        ],
        DEVICES,
    )
    # 4,000 blocks of 512 bytes are 2.048 MB; one of three requests reads.
    assert block_events.summary(conversion) == (
        "3 requests, 33.3 % reads, 2.0 MB in 2.5 s; left out: 1 without data, "
        "0 not completed, 0 completions without issue, 0 bad lines"
    )


@pytest.mark.parametrize(("text", "size"), [("4096", 4096), ("64M", 64 * 2**20), ("8G", 8 * 2**30)])
def test_sizes_on_the_command_line(text, size):
    assert block_recording.byte_count(text) == size


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "out: it is missing; --out=trace.csv.gz names the trace to write"),
        (["--devices", "0"], "devices: 0 is not a whole number from 1 to 8, such as 4"),
        (["--iops=-1"], "iops: -1 is not a whole number from 0 to 1000000000, such as 60"),
        (["--size", "8X"], "size: 8X is not a size such as 512M or 8G"),
        (["--size", "0G"], "size: 0G is not a size such as 512M or 8G"),
    ],
)
def test_bad_arguments_end_with_one_line(arguments, complaint):
    result = subprocess.run(
        [sys.executable, TOOL, *arguments], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"error: {complaint}\n"


def test_missing_tool_is_named_with_its_package(tmp_path):
    result = subprocess.run(
        [sys.executable, TOOL, "--out", tmp_path / "a.csv"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr == (
        "record-block-trace: mkfs.ext4 is missing: install the Debian package e2fsprogs\n"
    )
    assert list(tmp_path.iterdir()) == []


TRACE = TOOL.parent.parent / "traces" / "postmark-ext4.csv.gz"


def test_trace_of_the_project_fits_the_drives_of_the_demo():
    cheetah_9lp_blocks = 17_783_240
    lines = gzip.decompress(TRACE.read_bytes()).decode().splitlines()
    assert lines[0] == block_events.COLUMNS
    requests = [line.split(",") for line in lines[1:] if not line.startswith("#")]
    assert len(requests) >= 5000
    times = [float(r[0]) for r in requests]
    assert times[0] == 0 and times == sorted(times)
    reads = sum(r[1] == "R" for r in requests)
    assert reads >= len(requests) // 4
    assert reads + sum(r[1] == "W" for r in requests) == len(requests)
    assert all(int(r[3]) > 0 for r in requests)
    assert max(int(r[2]) + int(r[3]) for r in requests) <= cheetah_9lp_blocks
    assert {r[4] for r in requests} == {"0", "1", "2", "3"}
    assert TRACE.stat().st_size < 300_000
