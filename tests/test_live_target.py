# SPDX-License-Identifier: GPL-2.0-only
"""Real initiators at simulated targets, in real time: libiscsi's test suite and qemu-img."""

import filecmp
import json
import os
import random
import re
import signal
import time

import iscsi_test_suite
import pytest
from live_hosts import FAST_PATH, ROOT, LiveNetwork, SanLive, need

#: Without it only the shortest run of each kind is done.
LONG = pytest.mark.skipif(
    not os.environ.get("LIVE_LONG"), reason="takes long: set LIVE_LONG=1 to run it"
)

#: Tests of 230 that may be skipped: two ask for WRITE SAME of no blocks, with which others are
#: wrong, and one for a read-only disk.
MOST_SKIPPED = 3

#: Blocks of the drives that the whole suite is run on, 100 MiB: SANITIZE of a real one takes hours.
SMALL_DRIVE = 204800

RAM = ("--device=ram", "--drives=1")
CHAP = ("--authMethod=CHAP", "--chapUser=alice", "--chapSecret=secret-of-alice")

#: Families of reservation tests that use a second path, and how many tests each has.
RESERVATIONS = {"ProutReserve": 13, "ProutClear": 1, "ProutPreempt": 1}

LOOP = ("--gateway=true", "--loops=1", "--drives=2", "--drive=Cheetah9LPFC")

#: What the suite is run against, beside a RAM disk, and as whom.
TARGETS = {
    "path": ((*RAM, *FAST_PATH), None),
    "drive": (("--attach=direct", "--drives=1", "--drive=Ultrastar18ES"), None),
    # With answers in order REPORT LUNS waits for the end of a SANITIZE before it, and one test asks
    # in vain whether that is under way.
    "gateway and loop": (("--attach=direct", *LOOP, "--gatewayInOrderResponses=false"), None),
    "level 2, digests, CHAP": (
        (*RAM, "--attach=direct", "--errorRecoveryLevel=2", "--headerDigest=CRC32C", *CHAP),
        "alice%secret-of-alice",
    ),
}


@pytest.fixture
def network():
    with LiveNetwork() as network:
        yield network


def run_suite(network, log, *disks, tests="ALL"):
    """Run tests of libiscsi's suite on a disk, keep what it prints, and give the results.

    A second address is another path to the disk.

    Without -t the client runs each test in every family that has it. The second run of those that
    replace its transport then calls itself without end.
    """
    command = ("iscsi-test-cu", "-d", "-S", "-V", "-t", tests, *disks)
    done = network.run(*command, timeout=900, check=False)
    log.write_text(done.stdout + done.stderr)
    return iscsi_test_suite.read(done.stdout)


def run_whole_suite(network, tmp_path, *options, user=None):
    """Run all tests on one path and those of two paths on two, each on a disk of its own.

    A gateway has one portal, which is both paths then. What the suite asks for is there by default:
    a medium that can be removed, a SANITIZE that outlasts a login, limits of WRITE ATOMIC and
    physical blocks of several logical ones.
    """
    san = SanLive(network, tmp_path / "one", *options)
    results = run_suite(network, tmp_path / "one.log", san.url(user=user))
    report = san.end()
    assert report["sessions"] == 0
    assert report["device"]["checksum_drops"] == report["device"]["malformed_drops"] == 0
    portals = 1 if "--gateway=true" in options else 2
    san = SanLive(network, tmp_path / "two", *options, f"--portals={portals}")
    disks = [san.url(user=user, portal=path % portals) for path in range(2)]
    results.update(run_suite(network, tmp_path / "two.log", *disks, tests="SCSI.MultipathIO"))
    san.end()
    check_suite(results, MOST_SKIPPED)


def with_small_drives(folder, options):
    """Give options with drives of few blocks in place of those of the catalogue."""
    small = []
    for option in options:
        if option.startswith("--drive="):
            name = option.removeprefix("--drive=")
            path = folder / f"{name}.disk"
            text = (ROOT / f"src/disk-model/data/{name}.disk").read_text()
            text = re.sub(r"^blocks .*\n", "", text, flags=re.MULTILINE)
            path.write_text(f"{text}blocks {SMALL_DRIVE}\n")
            option = f"--drive={path}"
        small.append(option)
    return tuple(small)


def check_suite(results, most_skipped):
    assert iscsi_test_suite.unexpected(results) == {}
    assert len(results) == 230
    assert len(results.skipped) <= most_skipped
    print(f"{len(results.passed)} passed, {len(results.failed)} failed, skipped:")
    for name, reason in sorted(results.skipped.items()):
        print(f"  {name}: {reason}")


def test_the_suite_of_libiscsi(network, tmp_path):
    need("iscsi-test-cu")
    run_whole_suite(network, tmp_path, *RAM, "--attach=direct")


@LONG
@pytest.mark.parametrize("options, user", TARGETS.values(), ids=TARGETS.keys())
def test_the_suite_elsewhere(network, tmp_path, options, user):
    need("iscsi-test-cu")
    options = with_small_drives(tmp_path, options)
    run_whole_suite(network, tmp_path, *options, user=user)


@pytest.mark.parametrize("options, user", TARGETS.values(), ids=TARGETS.keys())
def test_some_of_the_suite_elsewhere(network, tmp_path, options, user):
    need("iscsi-test-cu")
    san = SanLive(network, tmp_path / "san", *options)
    for family in ("SCSI.Read10", "SCSI.Write16", "iSCSI.iSCSIdatasn"):
        results = run_suite(network, tmp_path / "suite.log", san.url(user=user), tests=family)
        assert results.failed == {}
        assert len(results.passed) > 0
    san.end()


@pytest.mark.parametrize("attach", ["path", "direct"])
def test_two_portals(network, tmp_path, attach):
    """Discovery through either tells both, and nothing else; two paths go over both."""
    need("iscsi-test-cu")
    options = (*RAM, *FAST_PATH, f"--attach={attach}", "--portals=2")
    san = SanLive(network, tmp_path / "san", *options)
    name = "/iqn.2026-11.org.nsnam:target-0/0"
    urls = [san.url(portal=portal) for portal in range(2)]
    host = urls[0].split("/")[2].split(":")[0]
    assert urls == [f"iscsi://{host}:{port}{name}" for port in (3260, 3261)]
    for port in (3260, 3261):
        found = network.run("iscsi-ls", f"iscsi://{host}:{port}").stdout
        portals = set(re.findall(r"Target:\S+ Portal:(\S+)", found))
        assert portals == {f"{host}:3260,1", f"{host}:3261,2"}
    results = run_suite(network, tmp_path / "two.log", *urls, tests="SCSI.MultipathIO")
    assert results.failed == results.skipped == {}
    assert len(results.passed) == 4
    for family, tests in RESERVATIONS.items():
        results = run_suite(network, tmp_path / f"{family}.log", *urls, tests=f"SCSI.{family}")
        assert results.failed == results.skipped == {}
        assert len(results.passed) == tests
    assert san.end()["sessions"] == 0


def test_a_portal_group_changes_its_state(network, tmp_path):
    """Reads through a portal in standby or unavailable fail; those through the other one go on."""
    need("qemu-img")
    options = (*RAM, "--attach=direct", "--portals=2", "--portalStates=active-optimized,standby")
    san = SanLive(network, tmp_path, *options)
    disks = [san.url(portal=portal) for portal in range(2)]
    assert [read_status(network, disk) for disk in disks] == [True, False]
    san.command("portal-state 2=active-non-optimized")
    san.command("portal-state 1=unavailable")
    assert [read_status(network, disk) for disk in disks] == [False, True]
    san.end()


def serial_of(network, folder, *options):
    """Run a target, and give what its first disk says its serial number is."""
    san = SanLive(network, folder, "--attach=direct", *options)
    done = network.run("iscsi-inq", "-e", "1", "-c", "128", san.url())
    san.end()
    return re.search(r"Unit Serial Number:\[(.*)\]", done.stdout)[1]


@pytest.mark.parametrize("options", [RAM, LOOP], ids=["plain", "gateway"])
def test_disks_of_two_runs_are_told_apart(network, tmp_path, options):
    """Unless they are to be the same; the seed has no part in it."""
    need("iscsi-inq")
    one, other = (serial_of(network, tmp_path / name, *options) for name in "ab")
    end = "-0-0" if options is RAM else "-DRIVE0"
    assert re.fullmatch(rf"[0-9a-f]{{8}}{end}", one)
    assert one != other
    assert serial_of(network, tmp_path / "c", *options, "--identity=a1") == f"a1{end}"


def test_the_wrong_secret(network, tmp_path):
    need("iscsi-ls")
    san = SanLive(network, tmp_path, *RAM, "--attach=direct", *CHAP)
    good = network.run("iscsi-inq", san.url(user="alice%secret-of-alice"))
    assert "DIRECT_ACCESS" in good.stdout
    bad = network.run("iscsi-inq", san.url(user="alice%secret-of-carol"), check=False)
    assert bad.returncode != 0


def write_image(path, mebibytes):
    """Write an image of random bytes with holes."""
    source = random.Random(7)
    with path.open("wb") as image:
        for i in range(mebibytes):
            if i % 3 == 2:
                image.seek(1 << 20, 1)
            else:
                image.write(source.randbytes(1 << 20))
        image.truncate(mebibytes << 20)


@pytest.mark.parametrize("attach", ["path", "direct"])
def test_an_image_of_qemu(network, tmp_path, attach):
    """Written, compared, read back and discarded."""
    need("qemu-img")
    san = SanLive(network, tmp_path / "san", *RAM, *FAST_PATH, f"--attach={attach}")
    disk = san.url()
    image = tmp_path / "image"
    back = tmp_path / "back"
    write_image(image, 12)
    formats = ("-f", "raw", "-O", "raw")
    done = network.run("qemu-img", "info", disk, check=False)
    if "Unknown protocol" in done.stderr or "Could not open" in done.stderr:
        pytest.skip("qemu has no iSCSI here (Debian package qemu-block-extra)")
    network.run("qemu-img", "convert", "-n", *formats, image, disk)
    same = network.run("qemu-img", "compare", "-f", "raw", "-F", "raw", image, disk)
    assert "Images are identical" in same.stdout
    network.run("qemu-img", "convert", *formats, disk, back)
    with back.open("r+b") as file:
        file.truncate(12 << 20)
    assert filecmp.cmp(image, back, shallow=False)
    network.run("qemu-io", "-f", "raw", "-c", "discard 0 1M", "-c", "read -P 0 0 1M", disk)
    differs = network.run("qemu-img", "compare", "-f", "raw", "-F", "raw", image, disk, check=False)
    assert differs.returncode == 1


def test_the_path_has_its_delay(network, tmp_path):
    """A command takes a round trip of 200 ms, and the target's part of it is short."""
    need("iscsi-ls")
    san = SanLive(network, tmp_path, *RAM, "--delay=100ms", "--accessRate=1Gbps")
    done = network.run("bash", "-c", f"time iscsi-inq {san.url()}")
    assert "DIRECT_ACCESS" in done.stdout
    seconds = float(done.stderr.split("real\t0m")[1].split("s")[0])
    # TCP's handshake, two steps of the login, some commands and the logout.
    assert 1.0 < seconds < 6
    report = san.end()
    assert report["latency"]["max_ms"] < 50


def test_the_state_and_the_end(network, tmp_path):
    san = SanLive(network, tmp_path, *RAM, "--attach=direct", "--console=true", "--pcap=true")
    network.run("iscsi-inq", san.url())
    san.process.send_signal(signal.SIGUSR1)
    san.wait_for('"pdus"')
    state = json.loads(san.text()[san.text().index("{") : san.text().index("}}") + 2])
    assert state["sessions"] == 0
    assert state["pdus"]["Login Request"] > 0
    assert state["reads"] > 0 and state["errors"] == 0
    san.wait_for("lag_p99_ms")
    report = san.end()
    assert report["lag"]["count"] > 0
    assert (tmp_path / "san.pcap").stat().st_size > 1000
    assert not san.control.exists()


#: Commands that cannot be carried out, and what is said.
MISTAKES = {
    "dance": "error: there is no command dance; help names all",
    "pull-drive 9": "error: there is no drive 9; they are 0 to 0",
    "pull-drive 0": "error: drive 0 has no power that can be cut; device=disk or ssd has",
    "pull-cable": "error: pull-cable: the command is pull-cable 100ms",
}


def test_wrong_commands(network, tmp_path):
    san = SanLive(network, tmp_path, *RAM, "--attach=direct")
    for line, error in MISTAKES.items():
        with san.control.open("w") as control:
            control.write(line + "\n")
        san.wait_for(error + "\n")
    san.command("help")
    assert "slow-path 100ms" in san.text()
    san.end()


def read_status(network, disk):
    """Read a block and give whether that went well."""
    command = ("qemu-io", "-r", "-f", "raw", "-c", "read 0 4k", disk)
    done = network.run("timeout", "20", *command, check=False)
    return done.returncode == 0 and "read 4096/4096" in done.stdout


def test_a_drive_is_pulled_and_returned(network, tmp_path):
    need("qemu-img")
    san = SanLive(network, tmp_path, "--attach=direct", "--drives=2")
    assert read_status(network, san.url())
    san.command("pull-drive 0")
    assert not read_status(network, san.url())
    assert read_status(network, san.url(1))
    san.command("return-drive 0")
    assert read_status(network, san.url())
    san.end()


def test_a_cable_is_pulled_and_put_back(network, tmp_path):
    """Reads go on when it is back; a retransmission is what they wait for."""
    need("qemu-img")
    san = SanLive(network, tmp_path, *RAM, *FAST_PATH)
    assert read_status(network, san.url())
    san.command("pull-cable 2s")
    assert read_status(network, san.url())
    san.command("slow-path 50ms")
    assert read_status(network, san.url())
    san.command("reset-connections")
    san.command("restart-target 100ms")
    assert read_status(network, san.url())
    san.end()


def test_loops_in_a_storm(network, tmp_path):
    need("qemu-img")
    san = SanLive(network, tmp_path, "--attach=direct", *LOOP)
    assert read_status(network, san.url())
    san.command("lip-storm 300ms")
    time.sleep(1)
    assert read_status(network, san.url(1))
    before = time.monotonic()
    san.command("queue-full 1")
    assert read_status(network, san.url(1))
    # 256 reads of a drive that needs about 10 ms for each.
    assert time.monotonic() - before > 1
    san.end()
