# SPDX-License-Identifier: GPL-2.0-only
"""The scenario program checks contents: its status, its line, its files."""

from ns3_iscsi import San
from san_runs import read_rows, read_summary, run

VERIFY = ("--workload=verify", "--drives=1", "--device=ram", "--linkRate=1Gbps", "--count=100")
COLUMNS = "initiator,drive,lba,kind,expected,found,issued_s,completed_s"


def test_all_is_right(tmp_path):
    """2,048 blocks are filled and, after 100 reads, read: 16 requests of 128 blocks each."""
    run(tmp_path, *VERIFY, "--verifyBlocks=2048", "--readFraction=1", "--size=4096")
    found = read_summary(tmp_path)["verification"]
    assert found == {
        "checked_blocks": 100 * 8 + 2048,
        "mismatches": 0,
        "older": 0,
        "other_write": 0,
        "other_block": 0,
        "torn": 0,
        "zeros": 0,
        "foreign": 0,
        "failed_reads": 0,
        "failed_writes": 0,
        "failed_flushes": 0,
        "unread_blocks": 0,
        "forgotten_blocks": 0,
    }
    rows = read_rows(tmp_path)
    assert [row["operation"] for row in rows] == ["W"] * 16 + ["R"] * 116
    assert (tmp_path / "mismatches.csv").read_text() == COLUMNS + "\n"


def test_other_workloads_check_nothing(tmp_path):
    run(tmp_path, "--workload=closed", "--count=10")
    assert "verification" not in read_summary(tmp_path)
    assert not (tmp_path / "mismatches.csv").exists()


def test_from_python(tmp_path):
    san = San(workload="verify", drives=1, device="ram", count=20, verifyBlocks=64)
    san.output.output = str(tmp_path)
    san.run()
    assert read_summary(tmp_path)["verification"]["checked_blocks"] > 64


def test_hosts_that_share_a_page(tmp_path):
    """Eight hosts have a block each of one page: each writes back the whole page, so one wins."""
    several = ("--initiators=8", "--verifyBlocks=8", "--verifyPassSize=512", "--size=512")
    slow = ("--alignment=512", "--cache=1", "--readFraction=0.5", "--thinkTime=5ms")
    done = run(tmp_path, *VERIFY, *several, *slow, check=False)
    rows = read_rows(tmp_path, "mismatches.csv")
    found = read_summary(tmp_path)["verification"]
    assert found["mismatches"] == len(rows) == sum(found[kind] for kind in ("zeros", "older"))
    assert {row["lba"] for row in rows} < {str(lba) for lba in range(8)}
    line = f"error: {len(rows)} blocks differ from what was written, the first: initiator "
    assert done.returncode == 1
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1
    assert rows[0]["expected"] in done.stderr
