# SPDX-License-Identifier: GPL-2.0-only
"""Result files of programs: whole or not at all, and no harm to what is no regular file.

Device files are made for the tests: those of the machine are never touched.
"""

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import PACKAGE_PATH
from matplotlib.figure import Figure
from ns3_iscsi import San, disk_replay, folder_lock, plot, report, result_files, sweep
from ns3_iscsi.build_info import program
from ns3_iscsi.folder_lock import FolderHeldError
from ns3_iscsi.result_files import ResultFileError, write_atomically
from san_runs import read_rows, read_summary, run
from sweep_tables import write_sweep

FOLDER = "it is a folder; a result needs the name of a file"
NO_ROOM = "cannot be written: No space left on device"


def make_device(path, minor):
    """Make a device file like /dev/null (3) or /dev/full (7); skip where that is not allowed."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        os.close(os.open(path, os.O_WRONLY))
    except OSError as error:
        pytest.skip(f"device files cannot be made here: {error}")
    return path


def is_device(path, minor):
    state = path.lstat()
    return stat.S_ISCHR(state.st_mode) and state.st_rdev == os.makedev(1, minor)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def fifo(tmp_path):
    """Give a FIFO, and a function that waits for what its reader got."""
    path = tmp_path / "fifo"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()), daemon=True)
    reader.start()

    def finish():
        reader.join(30)
        assert stat.S_ISFIFO(path.lstat().st_mode)
        return read[0]

    return path, finish


@pytest.fixture
def trace(tmp_path):
    """Give a trace of 2,000 requests, whose table takes more than a block."""
    path = tmp_path / "in" / "a.trace"
    path.parent.mkdir()
    path.write_text("".join(f"R Hit {i * 7919 % 9000000} 8 5000 20\n" for i in range(2000)))
    return path


def replay(*options, **settings):
    command = [str(program("disk-replay")), *(str(one) for one in options)]
    settings = {"capture_output": True, "text": True, "timeout": 240, **settings}
    return subprocess.run(command, **settings)


def without_notes(done):
    """Give what a program said on standard error, but for what it understood of its trace."""
    lines = done.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("note: "))


def assert_fails(done, line):
    """Check that a program ended with one line and no other."""
    assert done.returncode == 1
    assert without_notes(done) == f"error: {line}\n"


# --- The module of Python ---------------------------------------------------------


def test_permissions(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    write_atomically(tmp_path / "new", b"newer")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604
    assert (tmp_path / "new").read_text() == "newer"


def test_links(tmp_path):
    (tmp_path / "file").write_text("old")
    links = {"link": "file", "chain": str(tmp_path / "link"), "dangling": "far/none"}
    for name, target in links.items():
        (tmp_path / name).symlink_to(target)
        write_atomically(tmp_path / name, name)
        assert str((tmp_path / name).readlink()) == target
        assert (tmp_path / name).read_text() == name
    assert (tmp_path / "file").read_text() == "chain"
    assert not (tmp_path / "far" / "none").is_symlink()
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(ResultFileError, match=r"round: .*Too many levels of symbolic links$"):
        write_atomically(tmp_path / "round", "")


def test_devices(tmp_path):
    null, full = make_device(tmp_path / "null", 3), make_device(tmp_path / "full", 7)
    write_atomically(null, "text")
    with pytest.raises(ResultFileError, match=re.escape(f"full: {NO_ROOM}")):
        write_atomically(full, "text")
    result_files.move_into_place(shutil.copy(__file__, tmp_path / "source"), null)
    assert is_device(null, 3)
    assert is_device(full, 7)


def test_fifo(fifo):
    path, finish = fifo
    write_atomically(path, "x" * 200000)
    assert finish() == b"x" * 200000


def test_a_reader_that_goes_away(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: os.close(os.open(path, os.O_RDONLY)), daemon=True)
    reader.start()
    with pytest.raises(ResultFileError, match=r"fifo: cannot be written: Broken pipe$"):
        write_atomically(path, "x" * 2000000)
    reader.join(30)


def test_descriptors(tmp_path, run_python):
    text = """
import sys
from ns3_iscsi.result_files import write_atomically
print("before")
write_atomically("/dev/stdout", "result\\n")
print("after")
"""
    assert run_python(text).stdout == "before\nresult\nafter\n"
    log = tmp_path / "log"
    with log.open("w") as file:
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE_PATH)}
        subprocess.run([sys.executable, "-c", text], stdout=file, env=environment, check=True)
    assert log.read_text() == "before\nresult\nafter\n"


@pytest.mark.parametrize("name", ["folder", "folder/", "new/", "link", "."])
def test_folders(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    path = f"{tmp_path}/{name}"
    with pytest.raises(ResultFileError, match=re.escape(f"{path}: {FOLDER}")):
        write_atomically(path, "")
    assert names(tmp_path) == ["folder", "link"]


def test_where_nothing_can_be(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("old")
    for name in ("file/result", "file/deep/result"):
        with pytest.raises(
            ResultFileError, match=re.escape(f"{name}: cannot be written: Not a directory")
        ):
            write_atomically(tmp_path / name, "")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
    with pytest.raises(ResultFileError, match="socket: it is a socket; a result needs the name"):
        write_atomically("socket", "")
    assert stat.S_ISSOCK((tmp_path / "socket").lstat().st_mode)
    assert names(tmp_path) == ["file", "socket"]


def test_what_python_writes(tmp_path, capsys):
    """Networks, pictures and pages go through links and into devices."""
    folder = tmp_path / "results"
    write_sweep(folder, lambda *_: 5.0, delay=["1ms", "2ms"], queueDepth=[1, 2])
    null = make_device(tmp_path / "null.png", 3)
    San(count=20).save(null)
    report.write_report(folder, null)
    (tmp_path / "link").symlink_to("san.toml")
    San(count=20).save(tmp_path / "link")
    assert San.load(tmp_path / "san.toml")["count"] == 20
    assert str((tmp_path / "link").readlink()) == "san.toml"
    (tmp_path / "a.csv").write_text("nothing")
    assert disk_replay.main([str(tmp_path / "a.csv"), f"--out={tmp_path}"]) == 1
    assert "a picture's name ends in" in capsys.readouterr().err
    (tmp_path / "b.png").mkdir()
    assert disk_replay.main([str(tmp_path / "a.csv"), f"--out={tmp_path}/b.png"]) == 1
    assert capsys.readouterr().err == f"error: {tmp_path}/b.png: {FOLDER}\n"
    figure = Figure()
    plot.save_as(figure, null)
    plot.save_as(figure, tmp_path / "c.png")
    figure.savefig(tmp_path / "d.png", dpi=150, metadata=plot.METADATA[".png"])
    assert is_device(null, 3)
    # The style of a file is that of all pictures, so only what it is can be compared.
    assert (tmp_path / "c.png").read_bytes()[:8] == (tmp_path / "d.png").read_bytes()[:8]


# --- The programs -----------------------------------------------------------------


@pytest.mark.parametrize("option", ["out", "summary"])
def test_a_device_stays(trace, tmp_path, option):
    null, full = make_device(tmp_path / "null", 3), make_device(tmp_path / "full", 7)
    done = replay(f"--trace={trace}", f"--{option}={null}")
    assert (done.returncode, without_notes(done)) == (0, "")
    done = replay(f"--trace={trace}", f"--{option}={full}")
    assert_fails(done, f"{full}: {NO_ROOM}")
    assert is_device(null, 3)
    assert is_device(full, 7)
    assert names(tmp_path) == ["full", "in", "null"]


def test_a_fifo_gets_all_rows(trace, tmp_path, fifo):
    path, finish = fifo
    assert replay(f"--trace={trace}", f"--out={path}").returncode == 0
    assert replay(f"--trace={trace}", f"--out={tmp_path / 'a.csv'}").returncode == 0
    assert finish() == (tmp_path / "a.csv").read_bytes()


def test_a_reader_of_some_rows(trace, tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)

    def read_some():
        with path.open("rb") as file:
            file.read(10)

    reader = threading.Thread(target=read_some, daemon=True)
    reader.start()
    done = replay(f"--trace={trace}", f"--out={path}", "--repeat=20")
    reader.join(30)
    assert_fails(done, f"{path}: cannot be written: Broken pipe")


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output(trace, tmp_path, name):
    """Rows and table stand one behind the other, in a pipe as in a file."""
    replay(f"--trace={trace}", f"--out={tmp_path / 'a.csv'}")
    rows = (tmp_path / "a.csv").read_text()
    piped = replay(f"--trace={trace}", f"--out={name}").stdout
    assert piped.startswith(rows + "2,000 requests, ")
    log = tmp_path / "log"
    log.write_text("older\n")
    with log.open("a") as file:
        replay(f"--trace={trace}", f"--out={name}", capture_output=False, stdout=file)
    assert log.read_text().startswith("older\n" + rows + "2,000 requests, ")


@pytest.mark.parametrize("option", ["out", "summary"])
def test_a_folder_is_refused_at_once(trace, tmp_path, option):
    begin = time.monotonic()
    done = replay(f"--trace={trace}", f"--{option}={tmp_path}", "--repeat=1000000")
    assert_fails(done, f"{tmp_path}: {FOLDER}")
    assert time.monotonic() - begin < 30


def test_a_link_stays(trace, tmp_path):
    (tmp_path / "link.csv").symlink_to("real.csv")
    assert replay(f"--trace={trace}", f"--out={tmp_path / 'link.csv'}").returncode == 0
    assert str((tmp_path / "link.csv").readlink()) == "real.csv"
    assert len((tmp_path / "real.csv").read_text().splitlines()) == 2001


def test_a_run_that_is_killed(trace, tmp_path):
    """An older file stays, and nothing else is left."""
    out = tmp_path / "a.csv"
    out.write_text("older")
    command = [program("disk-replay"), f"--trace={trace}", f"--out={out}", "--repeat=1000000"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(1)
    process.kill()
    assert process.wait(30) == -signal.SIGKILL
    assert out.read_text() == "older"
    assert names(tmp_path) == ["a.csv", "in"]


#: Lets no file be without a name, as some network file systems do.
SHIM = """
#include <cerrno>
#include <cstdarg>
#include <dlfcn.h>
#include <fcntl.h>
template <typename F>
static int Open(const char* name, const char* path, int flags, mode_t mode, F)
{
    if ((flags & O_TMPFILE) == O_TMPFILE)
    {
        errno = EOPNOTSUPP;
        return -1;
    }
    return reinterpret_cast<F>(dlsym(RTLD_NEXT, name))(path, flags, mode);
}
using Function = int (*)(const char*, int, ...);
extern "C" int open(const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const auto mode = va_arg(list, mode_t);
    va_end(list);
    return Open("open", path, flags, mode, Function());
}
extern "C" int open64(const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const auto mode = va_arg(list, mode_t);
    va_end(list);
    return Open("open64", path, flags, mode, Function());
}
"""


def test_a_file_system_where_every_file_has_a_name(trace, tmp_path):
    source, shim = tmp_path / "in" / "shim.cc", tmp_path / "in" / "shim.so"
    source.write_text(SHIM)
    compiler = shutil.which("c++") or pytest.skip("there is no c++")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", shim, source], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(shim)}
    out = tmp_path / "a.csv"
    command = [program("disk-replay"), f"--trace={trace}", f"--out={out}"]
    process = subprocess.Popen([*command, "--repeat=100000"], env=environment)
    deadline = time.monotonic() + 30
    while names(tmp_path) == ["in"] and time.monotonic() < deadline:
        time.sleep(0.05)
    part = next(name for name in names(tmp_path) if name != "in")
    assert part.startswith("a.csv.")
    assert part.endswith(".part")
    process.kill()
    process.wait()
    (tmp_path / part).unlink()
    assert replay(*command[1:], env=environment).returncode == 0
    assert names(tmp_path) == ["a.csv", "in"]
    assert len(out.read_text().splitlines()) == 2001
    assert replay(*command[1:], f"--summary={tmp_path}", env=environment).returncode == 1
    assert names(tmp_path) == ["a.csv", "in"]


#: Mounts 64 KiB of memory, fills in older results, runs a command, and tells what is there then.
MOUNTED = """
mount -t tmpfs -o size=64k tmpfs "$0" && cp -a "$0.old/." "$0" && mount -o remount,"$1" "$0" || exit
shift
"$@"
status=$?
ls -A "$0" >&2
cat "$0"/* >"$0.after"
exit $status
"""


def run_mounted(folder, option, *command):
    """Run a command where a small file system is mounted that nobody else sees."""
    unshare = [shutil.which("unshare") or pytest.skip("there is no unshare"), "-m"]
    if subprocess.run([*unshare, "mount", "-t", "tmpfs", "tmpfs", folder]).returncode:
        pytest.skip("file systems cannot be mounted here")
    words = [*unshare, "sh", "-c", MOUNTED, folder, option, *command]
    return subprocess.run(words, capture_output=True, text=True, timeout=240)


@pytest.fixture
def mount_point(tmp_path):
    """Give a folder to mount on, beside one with what is in it then: an older result."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    (tmp_path / "mounted.old").mkdir()
    for name in ("a.csv", "a.csv.gz", "san.pcap"):
        (tmp_path / "mounted.old" / name).write_text("older")
    return folder


#: Programs and what they write that takes more room than there is.
WRITERS = {
    "disk-replay": ("a.csv", ["--out={out}/a.csv"]),
    "compressed": ("a.csv.gz", ["--out={out}/a.csv.gz", "--repeat=50"]),
    "iscsi-san": ("san.pcap", ["--output={out}", "--pcap=1", "--snaplen=0", "--device=ram"]),
    "fcal-example": ("san.pcap", ["--pcap={out}/san", "--count=100"]),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("option", "reason"),
    [("rw", NO_ROOM), ("ro", "cannot be created: Read-only file system")],
)
def test_no_room_and_no_right(mount_point, trace, name, option, reason):
    """An older file stays, also one that no program may write; nothing else is left."""
    file, words = WRITERS[name]
    words = [word.format(out=mount_point) for word in words]
    if "out=" in words[0]:
        words.append(f"--trace={trace}")
    command = [program("disk-replay" if name == "compressed" else name), *words]
    done = run_mounted(mount_point, option, *command)
    assert done.returncode == 1
    error, *left = without_notes(done).splitlines()
    if name == "iscsi-san" and option == "ro":
        file = "summary.json"
    assert error == f"error: {mount_point}/{file}: {reason}"
    assert left == ["a.csv", "a.csv.gz", "san.pcap"]
    assert (mount_point.parent / "mounted.after").read_text() == "older" * 3


def test_a_folder_that_cannot_be_made(mount_point):
    out = mount_point / "deep" / "folder"
    done = run_mounted(mount_point, "ro", program("iscsi-san"), f"--output={out}")
    error = done.stderr.splitlines()[0]
    assert error == f"error: {out}/summary.json: cannot be created: Read-only file system"


def test_a_capture_goes_into_a_fifo(tmp_path):
    options = ["--pcap=1", "--snaplen=0", "--device=ram", "--count=50"]
    command = [program("iscsi-san"), *options]
    subprocess.run([*command, f"--output={tmp_path / 'file'}"], check=True, capture_output=True)
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "san.pcap")
    read = []
    reader = threading.Thread(
        target=lambda: read.append((tmp_path / "out" / "san.pcap").read_bytes()), daemon=True
    )
    reader.start()
    subprocess.run([*command, f"--output={tmp_path / 'out'}"], check=True, capture_output=True)
    reader.join(30)
    assert read[0] == (tmp_path / "file" / "san.pcap").read_bytes()


def test_a_folder_in_the_place_of_a_result(tmp_path):
    """It is told before the simulation and not after it."""
    for name in ("summary.json", "pdus.csv", "requests.csv", "san.pcap.gz"):
        out = tmp_path / name
        (out / name).mkdir(parents=True)
        command = [program("iscsi-san"), f"--output={out}", "--pcap=1", "--count=1000000000"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert_fails(done, f"{out / name}: {FOLDER}")
        assert names(out) == [name]


# --- The folder of a run ----------------------------------------------------------

#: A run that goes on until somebody ends it.
ENDLESS = ["--device=ram", "--workload=closed", "--count=1000000000"]


@pytest.fixture
def start():
    """Give a function that starts a program that goes on, and waits until it simulates."""
    processes = []

    def start_one(name, *options):
        command = [program(name), *map(str, options)]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            # It takes the signal itself from then on.
            status = Path(f"/proc/{process.pid}/status").read_text()
            caught = re.search(r"SigCgt:\s*(\w+)", status)
            if caught and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1:
                return process
            time.sleep(0.02)
        raise AssertionError("it does not simulate")

    yield start_one
    for process in processes:
        with process:
            process.kill()


def end(process, number=signal.SIGINT):
    """End a program and its helpers as a terminal does; give what it printed, and the error."""
    time.sleep(0.5)
    os.killpg(process.pid, number)
    return process.communicate(timeout=60)


def test_a_folder_holds_one_run(tmp_path):
    """What a run wrote that the next one does not write is gone; what a user wrote stays."""
    out = tmp_path / "out"
    options = ["--count=20", "--drives=1"]
    run(out, *options, "--pcap=1", "--tcpSeries=1")
    (out / "programs.csv").write_text("of a user")
    (out / "notes.txt").write_text("of a user")
    assert {"san.pcap.gz", "tcp-series.csv"} < set(names(out))
    assert run(out, *options).stderr == ""
    run(tmp_path / "new", *options)
    assert names(out) == sorted([*names(tmp_path / "new"), "notes.txt", "programs.csv"])
    assert (out / "programs.csv").read_text() == "of a user"
    # Another program owns the folder in the same way.
    run(out, "--stop=10ms", name="tcp-bulk")
    run(tmp_path / "bulk", "--stop=10ms", name="tcp-bulk")
    assert names(out) == sorted([*names(tmp_path / "bulk"), "notes.txt", "programs.csv"])
    for name in names(tmp_path / "bulk"):
        assert (out / name).read_bytes() == (tmp_path / "bulk" / name).read_bytes()


def test_a_result_that_was_changed_stays(tmp_path):
    run(tmp_path, "--count=20", "--pcap=1")
    with (tmp_path / "san.pcap.gz").open("a") as file:
        file.write("more")
    stays = "an earlier run wrote it, and it was changed since, so it stays"
    assert run(tmp_path, "--count=20").stderr == f"note: {tmp_path}/san.pcap.gz: {stays}\n"
    assert "san.pcap.gz" in names(tmp_path)
    assert run(tmp_path, "--count=20").stderr == ""


@pytest.mark.parametrize("name", ["iscsi-san", "tcp-bulk"])
def test_a_folder_in_use(start, tmp_path, name):
    """The second run says who has the folder, and the first one does not notice."""
    first = start("iscsi-san", *ENDLESS, f"--output={tmp_path}")
    begin = time.monotonic()
    done = run(tmp_path, "--stop=1s", name=name, check=False)
    assert time.monotonic() - begin < 20
    assert (done.returncode, done.stdout) == (1, "")
    who = f"error: {tmp_path}: it is in use by process {first.pid} on {socket.gethostname()} since"
    assert done.stderr.startswith(who)
    assert done.stderr.endswith("; wait until that ends, or use another folder\n")
    assert done.stderr.count("\n") == 1
    with pytest.raises(FolderHeldError, match=f"in use by process {first.pid} "):
        sweep(San(count=1), folder=tmp_path, quiet=True)
    assert "interrupted" in end(first)[1]
    assert ".lock" not in names(tmp_path)
    assert run(tmp_path, "--count=20").returncode == 0


def test_a_folder_of_a_sweep_in_use(tmp_path):
    with folder_lock.held(tmp_path):
        error = run(tmp_path, "--count=20", check=False)
    assert error.returncode == 1
    assert error.stderr.startswith(f"error: {tmp_path}: it is in use by process {os.getpid()} on ")
    assert run(tmp_path, "--count=20").returncode == 0
    with folder_lock.held(tmp_path):
        assert ".lock" in names(tmp_path)


def test_a_lock_is_one_file(tmp_path):
    """A program's end takes the file away; who had it open then locks the next one."""
    lock = tmp_path / ".lock"
    with lock.open("a") as old:
        lock.unlink()
        assert not folder_lock._is_in_place(old, tmp_path)
        with folder_lock.held(tmp_path), lock.open() as new:
            assert folder_lock._is_in_place(new, tmp_path)


# --- Interrupted runs -------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_its_results(start, tmp_path, number):
    run(tmp_path, "--count=20", "--tcpSeries=1")
    process = start("iscsi-san", *ENDLESS, "--pcap=1", f"--output={tmp_path}")
    printed, error = end(process, number)
    assert process.returncode == -number
    summary = read_summary(tmp_path)
    seconds = summary["interrupted_s"]
    told = re.fullmatch(
        rf"interrupted by {number.name} after (\S+) s of simulated time; {tmp_path} holds the "
        r"results until then\n",
        error,
    )
    assert float(told[1]) == pytest.approx(seconds, rel=1e-3)
    rows = read_rows(tmp_path)
    assert len(rows) == summary["requests"] > 100
    assert re.search(rf"^all +{summary['requests']:,} ", printed, re.MULTILINE)
    last = max(float(row["time_s"]) + float(row["latency_s"]) for row in rows)
    assert last == pytest.approx(summary["end_s"], abs=1e-6)
    # Times are printed to the nanosecond; their sums are binary fractions.
    assert last - 1e-9 <= seconds < last + 1
    assert float(read_rows(tmp_path, "connections.csv")[0]["end_s"]) == pytest.approx(seconds)
    assert names(tmp_path) == sorted(
        [".results", "connections.csv", "pdus.csv", "requests.csv", "san.pcap.gz", "summary.json"]
    )


def test_a_whole_run_was_not_interrupted(tmp_path):
    run(tmp_path, "--count=20")
    assert "interrupted_s" not in read_summary(tmp_path)


def test_an_interrupted_program_on_a_file_system(start, tmp_path):
    options = ["--device=ram", "--drives=1", "--cache=16", "--workload=postmark"]
    options += ["--postmarkNumber=5000", "--postmarkTransactions=100000"]
    process = start("iscsi-san", *options, f"--output={tmp_path}")
    error = end(process)[1]
    assert process.returncode == -signal.SIGINT
    assert error.splitlines()[-1].startswith("interrupted by SIGINT after ")
    assert read_summary(tmp_path)["interrupted_s"] > 0
    assert "requests.csv" in names(tmp_path)


def test_an_interrupted_stream(start, tmp_path):
    process = start("tcp-bulk", "--stop=1000000s", f"--output={tmp_path}")
    error = end(process)[1]
    assert process.returncode == -signal.SIGINT
    assert error.count("\n") == 1
    summary = read_summary(tmp_path)
    assert summary["steady"]["mb_per_s"] > 0
    told = float(re.search(r"after (\S+) s of simulated time", error).group(1))
    assert told == pytest.approx(summary["interrupted_s"], rel=1e-5)


def test_an_interrupted_replay(start, trace, tmp_path):
    out, summary = tmp_path / "a.csv", tmp_path / "a.json"
    out.write_text("older")
    options = [f"--trace={trace}", f"--out={out}", f"--summary={summary}", "--repeat=1000000"]
    process = start("disk-replay", *options)
    printed, said = end(process)
    assert process.returncode == -signal.SIGINT
    error = "".join(line for line in said.splitlines(True) if not line.startswith("note: "))
    assert error.startswith("interrupted by SIGINT after ")
    assert error.endswith(f" s of simulated time; {out} holds the results until then\n")
    found = json.loads(summary.read_text())
    assert found["interrupted_s"] > 0
    assert len(out.read_text().splitlines()) == found["requests"] + 1 > 2000
    assert printed.startswith(f"{found['requests']:,} requests, ")


def test_a_second_signal_ends_a_run_at_once(start, tmp_path):
    """Where the results cannot be written, as nobody reads them."""
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "san.pcap")
    reader = os.open(tmp_path / "out" / "san.pcap", os.O_RDWR)
    options = ["--pcap=1", "--snaplen=0", f"--output={tmp_path / 'out'}"]
    process = start("iscsi-san", *ENDLESS, *options)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == -signal.SIGINT
    process.communicate()
    os.close(reader)
    assert "requests.csv" not in names(tmp_path / "out")


def test_what_is_ignored_stays_ignored(tmp_path):
    command = [program("tcp-bulk"), "--stop=20s", f"--output={tmp_path}"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    for _ in range(5):
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
    assert process.wait(240) == 0
    assert "interrupted_s" not in read_summary(tmp_path)
