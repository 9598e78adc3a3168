# SPDX-License-Identifier: GPL-2.0-only
"""tools/live-mount: a simulated disk on a folder of this machine, of which nothing stays."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from live_hosts import ROOT, alone

sys.path.insert(0, str(ROOT / "tools"))
from live_disk import FILE_SYSTEMS, mounts

SCRIPT = ROOT / "tools" / "live-mount"

#: A disk that answers at once.
FAST = ("--device=ram", "--attach=direct")

#: Disks with heads: a near one, and that of the tutorial.
TUTORIAL = [
    ("--drive=Cheetah9LPFC",),
    ("--gateway", "--loops=1", "--drives=2", "--drive=Cheetah9LPFC", "--delay=100ms"),
]

#: Most seconds until a program begins; a machine that has more to do takes longer.
SOON = 3 if os.environ.get("LIVE_LONG") else 10

#: What the program prints when all is there, in front of anything else.
READY = "ready"


def why_not(*words):
    """Say in one line why nothing can be mounted here, as the tool does; nothing if it can."""
    folder = Path("/run/live-mount-try")
    command = [SCRIPT, folder, *FAST, *words, "--", "true"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    reasons = ("root", "installed", "there is no /dev", "kernel has no", "namespace")
    known = any(reason in done.stderr for reason in reasons)
    return done.stderr.strip() if done.returncode and known else ""


@pytest.fixture(scope="module")
def _able():
    with alone():
        reason = why_not()
    if reason:
        pytest.skip(reason)


@pytest.fixture
def clean(_able):
    """Check that a test leaves nothing on the machine."""
    with alone():
        before = traces()
        yield
        end = time.monotonic() + 10
        while traces() != before and time.monotonic() < end:
            time.sleep(0.05)
        assert traces() == before


def traces():
    """Give what live-mount could leave behind: loop devices, mounts, processes and sockets."""
    loops = [
        file.read_text()
        for file in Path("/sys/block").glob("loop*/loop/backing_file")
        if "live-mount" in file.read_text()
    ]
    places = [mount for mount in mounts() if "live-mount" in f"{mount}"]
    processes = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = file.read_bytes().split(b"\0")
            if any(b"/live-mount-" in word for word in words):
                processes.append(b" ".join(words))
    return loops, places, processes, sorted(Path("/run").glob("live-mount-*"))


def live_mount(*words, timeout=120, **keywords):
    """Run the tool to its end."""
    command = [SCRIPT, *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=timeout, **keywords
    )


@contextlib.contextmanager
def running(folder, *words, program=f"echo {READY}; exec sleep 60", disk=FAST):
    """Run the tool with a program that stays; give the process when the program has begun."""
    command = [SCRIPT, folder, *disk, *words, "--", "sh", "-c", program]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == f"{READY}\n", process.stderr.read()
        yield process
        with contextlib.suppress(ProcessLookupError):
            process.terminate()


@pytest.mark.parametrize("kind", FILE_SYSTEMS)
def test_files_are_written_and_read(clean, tmp_path, kind):
    if reason := why_not(f"--fileSystem={kind}"):
        pytest.skip(reason)
    program = (
        "head -c 3000000 /dev/urandom >a; sync; echo 3 >/proc/sys/vm/drop_caches; cmp a a;"
        f"cp a {tmp_path}/b; findmnt -n -o FSTYPE,SOURCE -T .; echo $LIVE_DISK; pwd"
    )
    folder = tmp_path / "new"
    done = live_mount(f"--fileSystem={kind}", folder, *FAST, "--", "sh", "-c", program)
    assert done.returncode == 0, done.stderr
    found, device, place = done.stdout.splitlines()
    assert found.split() == [kind, device]
    assert place == str(folder)
    assert not folder.exists()
    assert (tmp_path / "b").stat().st_size == 3_000_000


def test_the_initiator_is_simulated(clean, tmp_path):
    """Over NBD the path is felt as well, and a drive can be pulled."""
    program = (
        "time -p dd if=/dev/zero of=a bs=4k count=5 oflag=sync; echo pull-drive 0 >$LIVE_CONTROL; "
        "sleep 0.5; dd if=/dev/zero of=b count=1 conv=fsync"
    )
    words = ("--over=nbd", tmp_path / "new", "--delay=20ms")
    done = live_mount(*words, "--", "bash", "-c", program)
    assert 5 * 0.04 < float(re.search(r"real (\S+)", done.stderr)[1]) < 5
    assert "Input/output error" in done.stderr
    assert re.search(r"identity \S+ over NBD; commands", done.stderr)


def test_the_status_is_that_of_the_program(clean, tmp_path):
    assert live_mount(tmp_path, *FAST, "--", "sh", "-c", "exit 7").returncode == 7
    assert live_mount(tmp_path, *FAST, "--", "sh", "-c", "kill -9 $$").returncode == 137
    done = live_mount(tmp_path, *FAST, "--", "./nothing")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        "live-mount: ./nothing: No such file or directory",
    )


def test_a_machine_that_is_too_slow(clean, tmp_path):
    """The program has passed all the same, but its times are those of the machine."""
    program = "echo $LIVE_DISK; exit {status}"
    for status in (0, 7):
        words = (tmp_path / "new", *FAST, "--maxLag=1ns", "--", "sh", "-c")
        done = live_mount(*words, program.format(status=status))
        assert done.returncode == 1
        assert done.stdout.startswith("/dev/loop")
        line = done.stderr.splitlines()[-1]
        assert line.startswith("live-mount: san-live: maxLag: the lag was "), line
    generous = ("--maxLag=1h", "--", "sh", "-c", program.format(status=7))
    assert live_mount(tmp_path / "new", *FAST, *generous).returncode == 7


def test_a_profile(clean, tmp_path):
    """Mounted as fast as any disk, then as slow as it is: its delay of 40 ms is felt."""
    program = "time -p dd if=/dev/zero of=a bs=4k count=5 oflag=sync 2>/dev/null"
    done = live_mount(tmp_path / "new", "--profile=wan", "--", "bash", "-c", program)
    assert done.returncode == 0, done.stderr
    assert "profile wan, identity " in done.stderr
    assert float(re.search(r"real (\S+)", done.stderr)[1]) > 5 * 0.08


def test_what_the_program_leaves_running_ends(clean, tmp_path):
    program = "setsid sh -c 'exec 3>held; trap : TERM; while :; do sleep 0.1; done' & sleep 0.3"
    before = time.monotonic()
    done = live_mount(tmp_path, *FAST, "--", "sh", "-c", program)
    assert done.returncode == 0
    assert "is used by" not in done.stderr
    assert time.monotonic() - before < 30


def test_others_may_use_the_folder(clean, tmp_path):
    """Somebody else's process is named and lives on, without the folder."""
    with running(tmp_path) as process:
        other = subprocess.Popen(["sleep", "60"], cwd=tmp_path)
        process.terminate()
        lines = process.stderr.read().splitlines()
        assert lines[-1] == (f"live-mount: {tmp_path} is used by {other.pid} (sleep), who loses it")
        assert other.poll() is None
        other.kill()
        other.wait()


def test_a_copy_of_the_mount(clean, tmp_path):
    """Whoever makes a mount namespace meanwhile keeps the file system, and is named."""
    with running(tmp_path) as process:
        command = ["unshare", "--mount", "sh", "-c", "echo begun; exec sleep 60"]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert other.stdout.readline() == "begun\n"
        process.terminate()
        lines = process.stderr.read().splitlines()
        assert lines[-1] == (
            f"live-mount: {tmp_path} is unmounted here, but {other.pid} (sleep) has a copy of the "
            "mount in a namespace of its own: the file system lives as long as that"
        )
        other.kill()
        other.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it(clean, tmp_path, number):
    with running(tmp_path) as process:
        process.send_signal(number)
        assert process.wait(20) == 128 + number


def state_of(name):
    """Give the states of the processes that have a name."""
    states = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            rest = file.read_text().partition("(")[2].rpartition(")")
            if rest[0] == name:
                states.append(rest[2].split()[0])
    return states


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_a_program_waits_for_a_disk_that_does_not_answer(clean, tmp_path, kind):
    """It cannot be killed then, so the disk has to go first, and nobody waits half a minute."""
    if reason := why_not(f"--fileSystem={kind}"):
        pytest.skip(reason)
    waits = "live-mount-wait"
    program = (
        f"cp $(which dd) {tmp_path}/{waits}; echo pull-cable 1h >$LIVE_CONTROL; sleep 0.3;"
        f"echo {READY}; exec {tmp_path}/{waits} if=/dev/zero of=a count=1 conv=fsync"
    )
    words = (f"--fileSystem={kind}", "--delay=1ms")
    folder = tmp_path / "new"
    with running(folder, *words, program=program, disk=FAST[:1]) as process:
        end = time.monotonic() + 10
        while state_of(waits) != ["D"]:
            assert time.monotonic() < end, state_of(waits)
            time.sleep(0.05)
        process.terminate()
        assert process.wait(20) == 128 + signal.SIGTERM
        assert "the disk does not answer and is given up" in process.stderr.read()
    assert state_of(waits) == []


@pytest.mark.parametrize("which", ["front", "worker"])
def test_it_is_killed(clean, tmp_path, which):
    """Either of its two processes takes everything down when the other one is killed."""
    with running(tmp_path) as process:
        worker = int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())
        os.kill(process.pid if which == "front" else worker, signal.SIGKILL)
        process.wait(20)


@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.6, 0.9, 1.2])
def test_a_signal_while_it_begins(clean, tmp_path, seconds):
    with subprocess.Popen(
        [SCRIPT, tmp_path / "new", *FAST, "--delay=20ms", "--attach=path", "--", "sleep", "60"],
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(seconds)
        process.terminate()
        assert process.wait(20) in (128 + signal.SIGTERM, -signal.SIGTERM)
    assert not (tmp_path / "new").exists()


def test_two_beside_each_other(clean, tmp_path):
    """Each has its own disk, and hosts can tell them apart."""
    folders = [tmp_path / name for name in "ab"]
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(running(folder)) for folder in folders]
        for folder in folders:
            (folder / "name").write_text(folder.name)
        assert [(folder / "name").read_text() for folder in folders] == ["a", "b"]
        for process in processes:
            process.terminate()
        texts = [process.stderr.read() for process in processes]
    identities = {re.search(r"identity (\S+);", text)[1] for text in texts}
    assert len(identities) == 2


def test_an_image_is_what_the_disk_holds(clean, tmp_path):
    image = tmp_path / "image"
    source = tmp_path / "source"
    source.mkdir()
    (source / "hello").write_text("there\n")
    image.touch()
    os.truncate(image, 16 << 20)
    subprocess.run(["mke2fs", "-q", "-t", "ext2", "-d", source, image], check=True)
    done = live_mount(
        f"--image={image}", "--fileSystem=ext2", tmp_path / "new", *FAST, "--", "cat", "hello"
    )
    assert (done.returncode, done.stdout) == (0, "there\n")


def test_commands_and_console(clean, tmp_path):
    """The drive is pulled, writes fail, and what the SAN does is seen."""
    program = (
        "echo pull-drive 0 >$LIVE_CONTROL; sleep 0.5; dd if=/dev/zero of=a count=1 conv=fsync; "
        "echo return-drive 0 >$LIVE_CONTROL; sleep 1.2"
    )
    done = live_mount("--console", tmp_path, "--attach=direct", "--", "sh", "-c", program)
    assert "done: pull-drive 0" in done.stderr
    assert "Input/output error" in done.stderr
    assert "lag_p99_ms" in done.stderr


def test_the_path_is_felt(clean, tmp_path):
    """A synchronous write takes a round trip at least; san-live's options pass unchanged."""
    program = "time -p dd if=/dev/zero of=a bs=4k count=5 oflag=sync 2>/dev/null"
    options = ("--device=ram", "--delay=20ms", f"--output={tmp_path / 'kept'}")
    done = live_mount(tmp_path / "new", *options, "--", "bash", "-c", program)
    seconds = float(re.search(r"real (\S+)", done.stderr)[1])
    assert 5 * 0.04 < seconds < 5
    assert (tmp_path / "kept" / "live.json").exists()


@pytest.mark.parametrize("words", TUTORIAL, ids=["drive", "100 ms and a loop away"])
def test_the_time_until_the_program_begins(clean, tmp_path, words):
    """The best of three, on a disk with heads."""
    times = []
    for _ in range(3):
        start = time.time()
        done = live_mount(tmp_path, *words, "--", "date", "+%s.%N")
        times.append(float(done.stdout) - start)
    print(f"prompt after {times}")
    assert min(times) < SOON


#: Mistakes, and what is said of them.
MISTAKES = [
    ([], "error: the following arguments are required: FOLDER"),
    (["{f}", "--fileSystem=ntfs"], "error: fileSystem: invalid choice: 'ntfs'"),
    (["{f}", "--delay", "50ms"], "error: 50ms: FOLDER is {f} already; options are --name=value"),
    (["{f}", "--role=initiator"], "error: role: live-mount sets that itself"),
    (["{f}", "--dealy=5ms"], "live-mount: san-live: there is no option --dealy, "),
    (["{f}", "--delay=fast"], "live-mount: san-live: delay: fast is not "),
    (["{f}", "--delay=-5ms"], "live-mount: san-live: delay: -5ms is not "),
    (["{f}", "--drive=Cheetha"], "live-mount: san-live: "),
    (["{f}", "--unit=3"], "live-mount: unit: 3 is not from 0 to 0; drives=4 makes more"),
    (["{f}", "--", "no-such-program"], "live-mount: no-such-program: there is no such program"),
    (["{f}/a/b"], "live-mount: {f}/a: no such folder"),
    (["/etc/passwd"], "live-mount: /etc/passwd is not a folder"),
    (["{f}", "--image={f}/none"], "live-mount: image: {f}/none is not a file"),
    (["{f}", "--mountOptions=dance"], "live-mount: mount "),
    (["{f}", "--mkfsOptions=-Y"], "live-mount: mkfs.ext4 "),
]


@pytest.mark.parametrize("words, error", MISTAKES)
def test_mistakes(clean, tmp_path, words, error):
    """Each is a line that says what is wrong, and nothing was mounted."""
    words = [word.format(f=tmp_path) for word in words]
    done = live_mount(*words, stdin=subprocess.DEVNULL)
    assert done.returncode == 1
    assert done.stderr.startswith(error.format(f=tmp_path))
    assert len(done.stderr.splitlines()) == 1


def test_not_root(tmp_path):
    if os.getuid() != 0:
        pytest.skip("a change of user needs root")
    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", sys.executable, SCRIPT, "/mnt"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        1,
        "live-mount: mounts and loop devices need root: run it with sudo\n",
    )
