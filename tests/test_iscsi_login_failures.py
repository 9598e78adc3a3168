# SPDX-License-Identifier: GPL-2.0-only
"""Logins and logical units that fail: one line, status 1 and no results, unless they may fail."""

import os
import re
import subprocess
import sys

import pytest
from ns3_iscsi import San, sweep
from ns3_iscsi.build_info import program
from san_runs import error_of, read_summary, run

#: The initiator has the address 10.0.0.1, the target the one after it.
SESSION = "initiator iqn.2026-11.org.nsnam:initiator-0, target "
TARGET = "iqn.2026-11.org.nsnam:target-0"
CHAP = ("--authMethod=CHAP", "--chapUser=alice", "--chapSecret=secret-of-alice")
#: A path so long that no login is answered in its 15 s.
SILENT = ("--delay=20s",)

#: Mistakes, and what the line says.
MISTAKES = {
    "target name": (
        ["--targetName=iqn.2026-11.org.nsnam:disks"],
        "iqn.2026-11.org.nsnam:disks: no session at 10.0.0.2:3260: "
        "login refused with status 0203, Not found",
    ),
    "secret": (
        [*CHAP, "--targetChapSecret=secret-of-carol"],
        f"{TARGET}: no session at 10.0.0.2:3260: "
        "login refused with status 0201, Authentication failure",
    ),
    "logical unit": (
        ["--drives=2", "--usedLuns=3"],
        f"{TARGET}, LUN 2: LOGICAL UNIT NOT SUPPORTED, sense 5/25/00",
    ),
    "silence": (
        SILENT,
        f"{TARGET}: no session at 10.0.0.2:3260: the login took too long, 11 times tried",
    ),
    "end before the login": (["--stop=1ms"], f"{TARGET}: not ready when the workload ended"),
}


@pytest.mark.parametrize("words, line", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line(tmp_path, words, line):
    assert error_of(tmp_path / "out", *words) == f"error: {SESSION}{line}"


@pytest.mark.parametrize("words", [["--targetName=iqn.2026-11.org.nsnam:disks"], ["--usedLuns=9"]])
def test_a_mistake_before_a_gateway(tmp_path, words):
    line = error_of(tmp_path / "out", "--gateway=true", "--loops=1", "--drives=2", *words)
    assert "0203, Not found" in line or "LUN 2: LOGICAL UNIT NOT SUPPORTED" in line


def test_one_of_several_logins_fails(tmp_path):
    """The name of target 0 is wrong at target 1 alone."""
    words = ("--initiators=2", "--targets=2", f"--targetName={TARGET}")
    line = error_of(tmp_path / "out", *words)
    assert re.search(r"no session at 10\.0\.0\.\d+:3260: .* 0203, Not found$", line)


def test_old_results_stay(tmp_path):
    run(tmp_path, "--count=20")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = run(tmp_path, "--count=20", "--usedLuns=9", check=False)
    assert done.returncode == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_right_secret(tmp_path):
    run(tmp_path, "--count=20", *CHAP, "--targetChapSecret=secret-of-alice")
    summary = read_summary(tmp_path)
    assert (summary["requests"], summary["errors"]) == (20, 0)
    assert "failures" not in summary
    # Names and AuthMethod, CHAP_A, CHAP_N and CHAP_R, operational keys.
    assert summary["pdus"]["Login Request"] == 4


def test_fewer_units_than_drives(tmp_path):
    run(tmp_path, "--count=40", "--drives=3", "--usedLuns=2")
    assert read_summary(tmp_path)["requests"] == 40


@pytest.mark.parametrize("words, line", MISTAKES.values(), ids=MISTAKES.keys())
def test_what_may_fail_is_in_the_summary(tmp_path, words, line):
    """Pings would go on for ever if the session of a missing unit stayed."""
    done = run(tmp_path, *words, "--mayFail=true", "--nopInterval=5s")
    assert done.stderr == f"warning: {SESSION}{line}\n"
    summary = read_summary(tmp_path)
    assert (summary["requests"], summary["errors"]) == (0, 0)
    assert summary["failures"] == [f"{SESSION}{line}"]


def test_a_sweep_says_why_a_point_failed(tmp_path):
    table = sweep(San(count=20, drives=2), {"usedLuns": [2, 3]}, folder=tmp_path, quiet=True)
    assert list(table["error"].isna()) == [True, False]
    assert table["error"][1] == SESSION + MISTAKES["logical unit"][1]


#: A user's program: the mistake arrives as an exception, and the next network is a fresh one.
SCRIPT = """
import sys
from ns3_iscsi import San, ns

san = San(output=sys.argv[1], targetName="iqn.2026-11.org.nsnam:disks", count=20)
try:
    san.build().Run()
except ns.UserError as error:
    print(error)
san.sessions.mayFail = True
network = san.build()
network.Run()
print(*network.GetFailures())
"""


def test_python_hears_of_it(tmp_path):
    line = SESSION + MISTAKES["target name"][1]
    with pytest.raises(RuntimeError) as caught:
        San(output=str(tmp_path / "run"), targetName="iqn.2026-11.org.nsnam:disks").run()
    assert str(caught.value) == line
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [one.removeprefix("ns3::UserError: ") for one in done.stdout.splitlines()] == [line] * 2
    assert read_summary(tmp_path / "out")["failures"] == [line]


NO_UNIT = ("ns3::ScsiBlockDevice::Lun=7", ", LUN 7: LOGICAL UNIT NOT SUPPORTED, sense 5/25/00")
NO_TIME = ("ns3::IscsiApplication::LoginTimeout=1ns", "the login took too long, 11 times tried")


@pytest.mark.parametrize(
    "name, default, text",
    [
        ("first-scenario", *NO_UNIT),
        ("first-scenario", *NO_TIME),
        ("iscsi-connections", *NO_UNIT),
        ("iscsi-connections", *NO_TIME),
        ("gateway-example", *NO_TIME),
    ],
)
def test_other_programs_tell_it_too(tmp_path, name, default, text):
    """ns-3 takes defaults of attributes from the environment: mistakes of who changes them."""
    done = subprocess.run(
        [str(program(name))],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "NS_ATTRIBUTE_DEFAULT": default},
    )
    assert done.returncode == 1, done
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert text in done.stderr
    assert not list(tmp_path.rglob("*.csv"))
