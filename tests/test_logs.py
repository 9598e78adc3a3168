# SPDX-License-Identifier: GPL-2.0-only
"""What the logs of a run tell, and that they tell nothing unasked."""

import os
import re
import subprocess

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program
from san_runs import read_rows

WRITES = (
    "--workload=closed",
    "--queueDepth=1",
    "--count=3",
    "--size=262144",
    "--maxBurstLength=65536",
    "--readFraction=0",
    "--device=ram",
    "--drives=1",
)
LOOP = ("--gateway=true", "--loops=1", "--drive=Cheetah9LPFC", "--drives=3", "--count=40")
R2T = re.compile(r"R2T (?:sent|received): ITT (\w+), R2TSN (\d+), offset (\d+), length (\d+)")


def start(out, components, *options):
    """Run iscsi-san with a value of NS_LOG, or with none, and give the finished process."""
    environment = {key: value for key, value in os.environ.items() if key != "NS_LOG"}
    if components:
        environment["NS_LOG"] = components
    command = [str(program("iscsi-san")), f"--output={out}", *options]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=240
    )


def logged(out, components, *options):
    """Run iscsi-san with a value of NS_LOG and give the lines of the log."""
    done = start(out, components, *options)
    assert done.returncode == 0, done.stderr[-2000:]
    return number_sessions(done.stderr).splitlines()


def number_sessions(text):
    """Put 1, 2 and so on in place of the sessions' identifiers, which are random numbers."""
    numbers = {"0": "0"}

    def number(match):
        return f"TSIH {numbers.setdefault(match[1], str(len(numbers)))}"

    return re.sub(r"TSIH (\d+)", number, text)


def assert_order(lines, *stories):
    """Check that lines with these texts come in this order, other lines between them or not."""
    rest = iter(lines)
    for story in stories:
        assert any(story in line for line in rest), f"{story!r} is missing or too early"


def count(lines, text):
    return sum(text in line for line in lines)


def test_nothing_is_said_unasked(tmp_path):
    done = start(tmp_path, None, *WRITES)
    assert (done.returncode, done.stderr) == (0, "")


def test_target_tells_the_story_of_a_session(tmp_path):
    lines = logged(tmp_path, "IscsiTarget*=level_info|prefix_all", *WRITES)
    assert_order(
        lines,
        "connection accepted: from ",
        "login begun: Normal session, initiator port iqn.2026-11.org.nsnam:initiator-0,i,0x",
        "login accepted: initiator port iqn.2026-11.org.nsnam:initiator-0,i,0x",
        "negotiated: TSIH 1, CID 1: AuthMethod=None, HeaderDigest=None",
        "session begins: TSIH 1",
        "R2T sent: ITT 0x",
        "logout: reason 0",
        "session ends: TSIH 1",
    )
    prefixes = re.compile(r"\+\d+\.\d+s -?\d+ (IscsiTarget\w*):\w+\(\): \[(INFO |WARN )\] ")
    assert all(prefixes.match(line) for line in lines)
    assert count(lines, "ErrorRecoveryLevel=0") == 1


def test_each_r2t_is_told_on_both_sides(tmp_path):
    lines = logged(tmp_path, "IscsiTarget*=info:IscsiInitiator*=info", *WRITES)
    sent = [R2T.search(line).groups() for line in lines if line.startswith("R2T sent")]
    received = [R2T.search(line).groups() for line in lines if line.startswith("R2T received")]
    assert sent == received
    tasks = {tag: [r2t for r2t in sent if r2t[0] == tag] for tag, *_ in sent}
    assert len(tasks) == 3
    for r2ts in tasks.values():
        assert [int(number) for _, number, _, _ in r2ts] == list(range(len(r2ts)))
        # What is not asked for went with the command.
        assert int(r2ts[0][2]) + sum(int(length) for *_, length in r2ts) == 262144


def test_debug_adds_each_pdu(tmp_path):
    lines = logged(tmp_path, "IscsiTarget*=level_debug", *WRITES)
    counts = {row["pdu"]: int(row["count"]) for row in read_rows(tmp_path, "pdus.csv")}
    for name in ("SCSI Command", "SCSI Data-Out"):
        assert count(lines, f"receives {name} ") == counts[name]
    for name in ("SCSI Response", "R2T"):
        assert count(lines, f"sends {name} ") == counts[name]
    assert count(lines, "R2T sent: ") == counts["R2T"]


def test_lost_connections_and_recovery(tmp_path):
    """Pings that cannot be answered in time: each session breaks, and the next one goes on."""
    lines = logged(
        tmp_path,
        "Iscsi*=level_info",
        *WRITES,
        "--count=20",
        "--delay=2ms",
        "--nopInterval=100ms",
        "--nopTimeout=1ms",
        "--defaultTime2Wait=0",
    )
    assert_order(
        lines,
        "login accepted: TSIH 1, CID 1",
        "connection lost: TSIH 1, CID 1: a ping was not answered",
        "recovery awaited: CID 1, ErrorRecoveryLevel 0, tasks ended",
        "connection lost: CID 1: the peer closed the TCP connection",
        "session failed: TSIH 1, recovery by a new login, wait +0s",
        "session recovery: login again, target iqn.2026-11.org.nsnam:target-0",
        "login accepted: TSIH 2, CID 1",
        "session ends: TSIH ",
    )
    assert len(read_rows(tmp_path)) == 20


def test_connection_recovery_reassigns_tasks(tmp_path):
    lines = logged(
        tmp_path,
        "Iscsi*=level_info",
        *WRITES,
        "--count=40",
        "--queueDepth=4",
        "--delay=2ms",
        "--nopInterval=100ms",
        "--nopTimeout=1ms",
        "--defaultTime2Wait=0",
        "--errorRecoveryLevel=2",
    )
    assert_order(
        lines,
        "connection recovery: CID 1, ErrorRecoveryLevel 2, ",
        "lost connection reestablished: CID 1",
        "task reassigned: ITT 0x",
        "task reassignment: ITT 0x",
    )


def test_the_loop_tells_who_wins_it(tmp_path):
    lines = logged(tmp_path, "Fcal*=level_info:Fcp*=level_info", *LOOP)
    assert_order(
        lines,
        "LIP: Insertion",
        "loop master: port name 1",
        "AL_PA 01h: port name 1",
        "initialisation ends: 4 of 4 ports have an AL_PA",
        "login begun: PLOGI to AL_PA 02h, port name 2",
        "arbitration won: AL_PA 01h, waited +",
        "circuit opened: AL_PA 01h to 02h",
        "PLOGI accepted: port name 1, AL_PA 01h",
        "circuit closed: AL_PA 01h to 02h, 1 sequences of its owner, 38 words, +",
        "PRLI accepted: AL_PA 01h",
        "FCP_XFER_RDY sent: OX_ID 0x",
        "FCP_XFER_RDY received: OX_ID 0x",
    )
    assert count(lines, "circuit opened") == count(lines, "circuit closed") > 40
    assert any(re.search(r"arbitration won: .*, lost by [0-9A-F]{2}h", line) for line in lines)


def test_frames_are_told_at_debug(tmp_path):
    lines = logged(tmp_path, "FcalLoop=level_debug", *LOOP)
    assert count(lines, "frame sent at +") > 100


def test_the_gateway_tells_when_it_is_full(tmp_path):
    lines = logged(
        tmp_path,
        "Gateway*=level_info:StorageGateway=level_info",
        *LOOP,
        "--workload=closed",
        "--queueDepth=8",
        "--gatewayDriveQueueDepth=1",
        "--size=65536",
        "--gatewayBufferSize=65536",
    )
    assert_order(
        lines,
        "target 0: iqn.2026-11.org.nsnam:",
        "mapped: LUN 0, cut-through",
        "session 0 begins: initiator port iqn.2026-11.org.nsnam:initiator-0,i,0x",
        "buffer full: 65536 of 65536 bytes used",
        "buffer granted: 65536 bytes",
    )


def test_logs_change_no_result(tmp_path):
    for name, components in (("silent", None), ("loud", "*=all")):
        start(tmp_path / name, components, *LOOP)
    for file in ("requests.csv", "summary.json", "pdus.csv"):
        silent, loud = ((tmp_path / name / file).read_bytes() for name in ("silent", "loud"))
        assert silent == loud


def test_a_pattern_that_stands_for_nothing(tmp_path):
    done = start(tmp_path / "out", "IscsiTargte*=info", *WRITES)
    assert done.returncode == 1
    assert done.stderr == "error: NS_LOG: IscsiTargte* matches no log component\n"


def test_patterns_in_python(run_python):
    text = "from ns3_iscsi import ns; ns.Simulator.Run(); print('done')"
    done = run_python(text, NS_LOG="DiskDr*=level_info")
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


@pytest.mark.parametrize(
    "module", ["toolbox", "block-io", "disk-model", "scsi", "fcal", "iscsi", "san"]
)
def test_components_have_the_names_of_their_files(module):
    names = []
    for path in sorted((SOURCE_ROOT / "src" / module).rglob("*.cc")):
        for name in re.findall(r'NS_LOG_COMPONENT_DEFINE\("(\w+)"\)', path.read_text()):
            assert name.lower() == path.stem.replace("-", ""), path
            names.append(name)
    assert len(names) >= 3
    assert len(set(names)) == len(names)
