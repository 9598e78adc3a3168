# SPDX-License-Identifier: GPL-2.0-only
"""The example of drives on an arbitrated loop: its figures, and its capture in tshark."""

import shutil
import subprocess

import pytest
from example_figures import figures_of
from ns3_iscsi import loop_use


def run(*options, cwd):
    """Run the example and give its figures by name."""
    return figures_of("fcal-example", *options, cwd=cwd)


def test_one_request_at_a_time(tmp_path):
    """A read of 4 KB with two ports takes 1,154 words of 40 bits at 1.0625 Gbaud.

    The next one begins while the target still waits for its CLS, which costs six words more.
    """
    figures = run("--drives=1", "--queueDepth=1", "--count=200", cwd=tmp_path)
    assert figures["requests"] == 200
    assert figures["errors"] == 0
    assert figures["mean"] == pytest.approx(1160 * 40 / 1062.5, rel=0.0005)
    stages = [figures[name] for name in ("loop_won", "at_drive", "back_on_loop", "completed")]
    assert sum(stages) == pytest.approx(figures["mean"], rel=0.001)
    assert figures["rate"] == pytest.approx(1e6 / figures["mean"], rel=0.001)


def test_large_transfers_fill_the_loop(tmp_path):
    figures = run("--size=262144", "--queueDepth=16", "--count=500", cwd=tmp_path)
    assert figures["errors"] == 0
    assert 100 < figures["throughput"] < 103.2
    assert 97 < figures["loop utilisation"] <= 100


def test_every_command_of_the_capture_has_its_response(tmp_path):
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    run("--count=40", "--size=6144", "--readFraction=0.5", "--pcap=loop", cwd=tmp_path)

    def read_fields(condition, *fields):
        options = [option for field in fields for option in ("-e", field)]
        command = ["tshark", "-o", "fc.max_frame_size:2048", "-r", "loop.pcap", "-Y", condition]
        lines = subprocess.run(
            [*command, "-T", "fields", *options],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            timeout=240,
        ).stdout.splitlines()
        return [tuple(line.split("\t")) for line in lines]

    commands = read_fields("fc.r_ctl == 6", "fc.s_id", "fc.d_id", "fc.ox_id")
    responses = read_fields("fc.r_ctl == 7", "fc.d_id", "fc.s_id", "fc.ox_id")
    # Four drives, each asked by several commands who it is.
    assert len(commands) > 40 + 4 * 4
    assert sorted(commands) == sorted(responses)
    opcodes = {opcode for (opcode,) in read_fields("scsi_sbc.opcode", "scsi_sbc.opcode")}
    assert {"0x28", "0x2a"} <= opcodes
    assert read_fields("_ws.malformed", "frame.number") == []
    # PLOGI and PRLI with each of the four drives.
    assert len(read_fields("fcels && fc.r_ctl == 0x22", "frame.number")) >= 8


def test_shares_add_up_to_the_utilisation(tmp_path):
    figures = run("--drives=3", "--count=3000", "--use=use.csv", cwd=tmp_path)
    use = loop_use.read_use(tmp_path / "use.csv")
    shares = use.drop(columns="interval_s")
    # The initiator is first in priority; the drives follow.
    assert list(shares) == ["01", "02", "04", "08"]
    total = shares.sum(axis=1)
    assert total.max() <= 1
    mean = (total * use["interval_s"]).sum() / use["interval_s"].sum()
    # Time from winning to OPN is busy, and no circuit yet.
    assert mean == pytest.approx(figures["loop utilisation"] / 100, rel=0.05)
    assert shares[["02", "04", "08"]].mean().max() < 1.1 * shares[["02", "04", "08"]].mean().min()
    out = tmp_path / "use.png"
    assert loop_use.main([str(tmp_path / "use.csv"), f"--out={out}"]) == 0
    assert out.stat().st_size > 10000


def test_an_unfair_initiator_is_faster(tmp_path):
    options = ["--drives=16", "--queueDepth=16", "--latency=5ms", "--size=65536", "--count=2000"]
    fair = run(*options, cwd=tmp_path)["throughput"]
    assert 1.3 < run(*options, "--fair=0", cwd=tmp_path)["throughput"] / fair < 1.6


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "time_s,interval_s,alpa,share\n"])
def test_a_file_that_is_no_use_of_a_loop(tmp_path, capsys, text):
    (tmp_path / "use.csv").write_text(text)
    assert loop_use.main([str(tmp_path / "use.csv"), "--out=use.png"]) == 1
    message = capsys.readouterr().err
    assert "use.csv" in message
    assert message.count("\n") == 1
