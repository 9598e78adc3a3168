# SPDX-License-Identifier: GPL-2.0-only
"""tools/strace-to-file-trace: from lines of strace to operations with explicit offsets."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest
import strace_calls
from file_follower import ACTIONS, FileFollower
from file_trace import encoded, file_trace_lines

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "strace-to-file-trace"
CHILD = "CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD"
THREAD = "CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD"


def follow(text, root="/t", folder="/t"):
    """The trace of calls given as `PID CALL = RESULT`; the n-th begins at n s and takes 0.5 s."""
    lines = []
    for second, line in enumerate(text.strip().splitlines()):
        pid, call = line.strip().split(" ", 1)
        tail = "" if call.startswith("+++") or call.endswith("...>") else " <0.500000>"
        lines.append(f"{pid} {second}.000000 {call}{tail}")
    follower = FileFollower(root, folder)
    for call in strace_calls.read_calls(lines, ACTIONS):
        follower.add(call)
    return follower.finish()


def rows(text, **where):
    """The lines of the trace without times and comments."""
    return [
        line.split(" ", 2)[2]
        for line in file_trace_lines(follow(text, **where), [])
        if not line.startswith("#")
    ]


def test_reads_and_writes_without_offset_go_on_where_the_last_one_ended():
    assert rows("""
        1 openat(AT_FDCWD, "a", O_RDWR|O_CREAT|O_EXCL, 0644) = 3
        1 write(3, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., 4096) = 4096
        1 write(3, "x", 100) = 100
        1 lseek(3, -196, SEEK_CUR) = 4000
        1 read(3, "x", 512) = 196
        1 read(3, "", 512) = 0
        1 pread64(3, "x", 10, 20) = 10
        1 read(3, "", 512) = 0
        1 pwrite64(3, "x", 8, 8192) = 8
        1 close(3) = 0
    """) == [
        "0 open 0 /a create,exclusive",
        "0 pwrite 0 0 4096",
        "0 pwrite 0 4096 100",
        "0 pread 0 4000 196",
        "0 pread 0 4196 0",
        "0 pread 0 20 10",
        "0 pread 0 4196 0",
        "0 pwrite 0 8192 8",
        "0 close 0",
    ]


def test_appending_writes_at_the_end_that_others_moved():
    assert rows("""
        1 openat(AT_FDCWD, "log", O_WRONLY|O_CREAT|O_APPEND, 0644) = 3
        1 openat(AT_FDCWD, "/t/log", O_WRONLY) = 4
        1 write(3, "x", 10) = 10
        1 write(4, "x", 50) = 50
        1 write(3, "x", 5) = 5
        1 ftruncate(4, 20) = 0
        1 write(3, "x", 5) = 5
    """) == [
        "0 open 0 /log create,append",
        "0 open 1 /log -",
        "0 pwrite 0 0 10",
        "0 pwrite 1 0 50",
        "0 pwrite 0 50 5",
        "0 ftruncate 1 20",
        "0 pwrite 0 20 5",
    ]


def test_a_child_shares_the_place_and_the_last_one_closes():
    # Process 0 writes 10, its child 20 behind them, then 0 again 5. The trace has no fork: the
    # child opens the file itself. The last descriptor closes with the child, then both close.
    assert rows(f"""
        1 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 3
        1 write(3, "x", 10) = 10
        1 clone(child_stack=NULL, flags={CHILD}, child_tidptr=0x7f0) = 2
        2 write(3, "x", 20) = 20
        1 write(3, "x", 5) = 5
        1 close(3) = 0
        2 write(3, "x", 1) = 1
        2 +++ exited with 0 +++
    """) == [
        "0 open 0 /a create,truncate",
        "0 pwrite 0 0 10",
        "1 open 0 /a -",
        "1 pwrite 0 10 20",
        "0 pwrite 0 30 5",
        "1 pwrite 0 35 1",
        "0 close 0",
        "1 close 0",
    ]


def test_a_child_that_runs_before_its_fork_returned_has_the_descriptors():
    assert rows("""
        1 openat(AT_FDCWD, "a", O_RDONLY) = 3
        1 vfork( <unfinished ...>
        2 read(3, "x", 7) = 7
        1 <... vfork resumed>) = 2
        1 read(3, "x", 7) = 1
    """) == ["0 open 0 /a -", "1 open 0 /a -", "1 pread 0 0 7", "0 pread 0 7 1"]


def test_threads_share_descriptors_and_folder_and_close_them_once():
    assert rows(f"""
        1 clone3({{flags={THREAD}, exit_signal=0, stack=0x7f, stack_size=0x7f}}, 88) = 2
        2 chdir("sub") = 0
        2 openat(AT_FDCWD, "a", O_RDONLY) = 3
        2 +++ exited with 0 +++
        1 read(3, "x", 9) = 9
        1 openat(AT_FDCWD, "b", O_RDONLY) = -1 ENOENT (No such file or directory)
        1 +++ killed by SIGTERM +++
    """) == [
        "0 open 0 /sub/a -",
        "1 open 0 /sub/a -",
        "1 pread 0 0 9",
        "1 open - /sub/b - =ENOENT",
        "0 close 0",
        "1 close 0",
    ]


def test_duplicates_stand_for_one_open_file():
    assert rows("""
        1 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT, 0644) = 3
        1 openat(AT_FDCWD, "b", O_WRONLY|O_CREAT|O_CLOEXEC, 0644) = 4
        1 dup2(3, 1) = 1
        1 fcntl(3, F_DUPFD, 10) = 10
        1 close(3) = 0
        1 write(1, "x", 6) = 6
        1 dup2(4, 1) = 1
        1 write(10, "x", 6) = 6
        1 write(1, "x", 3) = 3
        1 fcntl(10, F_SETFD, FD_CLOEXEC) = 0
        1 execve("/bin/true", ["true"], 0x7 /* 1 var */) = 0
        1 write(4, "x", 2) = 2
        1 dup(9) = 1
    """) == [
        "0 open 0 /a create",
        "0 open 1 /b create",
        "0 pwrite 0 0 6",
        "0 pwrite 0 6 6",
        "0 pwrite 1 0 3",
        "0 close 0",  # 10 closes at exec, and was the last of it; 4 closes too, but 1 stays
        "0 close 1",
    ]


def test_copies_in_the_kernel_are_a_read_and_a_write():
    assert rows("""
        1 openat(AT_FDCWD, "a", O_RDONLY) = 3
        1 openat(AT_FDCWD, "b", O_WRONLY|O_CREAT, 0644) = 4
        1 copy_file_range(3, NULL, 4, NULL, 9223372035781033984, 0) = 300
        1 copy_file_range(3, [50], 4, NULL, 25, 0) = 25
        1 sendfile(4, 3, NULL, 100) = 80
        1 splice(3, NULL, 9, NULL, 4096, 0) = 40
    """) == [
        "0 open 0 /a -",
        "0 open 1 /b create",
        "0 pread 0 0 300",
        "0 pwrite 1 0 300",
        "0 pread 0 50 25",
        "0 pwrite 1 300 25",
        "0 pread 0 300 80",
        "0 pwrite 1 325 80",
        "0 pread 0 380 40",
    ]


def test_names_are_those_below_the_root_only():
    trace = """
        1 mkdir("d", 0777) = 0
        1 openat(AT_FDCWD, "d", O_RDONLY|O_DIRECTORY) = 3
        1 openat(3, "x y", O_WRONLY|O_CREAT, 0666) = 4
        1 getdents64(3, 0x56 /* 3 entries */, 32768) = 80
        1 getdents64(3, 0x56 /* 0 entries */, 32768) = 0
        1 renameat(3, "x y", AT_FDCWD, "../t/d/z") = 0
        1 newfstatat(AT_FDCWD, "d/z", {st_mode=S_IFREG|0644, st_size=0, ...}, 0) = 0
        1 access("d/none", R_OK) = -1 ENOENT (No such file or directory)
        1 access("d/z", X_OK) = -1 EACCES (Permission denied)
        1 openat(AT_FDCWD, "/tt/a", O_RDONLY) = 5
        1 read(5, "x", 100) = 100
        1 unlinkat(3, "z", 0) = 0
        1 unlinkat(AT_FDCWD, "d", AT_REMOVEDIR) = 0
        1 sync() = 0
        1 fsync(4) = 0
    """
    assert rows(trace) == [
        "0 mkdir /d",
        "0 open 0 /d/x%20y create",
        "0 readdir /d",
        "0 rename /d/x%20y /d/z",
        "0 stat /d/z",
        "0 stat /d/none =ENOENT",
        "0 unlink /d/z",
        "0 rmdir /d",
        "0 sync",
        "0 fsync 0",
    ]
    assert rows(trace, root="/tt") == ["0 open 0 /a -", "0 pread 0 0 100", "0 sync"]


def test_what_was_there_before_is_listed_with_the_size_it_showed():
    trace = follow("""
        1 openat(AT_FDCWD, "d/old", O_RDWR) = 3
        1 fstat(3, {st_mode=S_IFREG|0644, st_size=700, ...}) = 0
        1 pwrite64(3, "x", 100, 1000) = 100
        1 openat(AT_FDCWD, "d/e/read", O_RDONLY) = 4
        1 read(4, "x", 512) = 120
        1 openat(AT_FDCWD, "d/new", O_RDWR|O_CREAT|O_TRUNC, 0666) = 5
        1 mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f0000000000
    """)
    assert trace.before == {"/d": None, "/d/e": None, "/d/old": 700, "/d/e/read": 120}
    # The file now has 1100 bytes, and two pages are mapped of it.
    assert (trace.operations[-1].operation, trace.operations[-1].bytes) == ("pread", 1100)


def test_a_renamed_folder_takes_its_files_along():
    trace = follow("""
        1 mkdir("a", 0777) = 0
        1 openat(AT_FDCWD, "a/f", O_WRONLY|O_CREAT, 0666) = 3
        1 rename("a", "b") = 0
        1 unlink("b/f") = 0
    """)
    assert trace.before == {}


def test_calls_without_a_word_are_counted_and_links_are_not_followed():
    trace = follow("""
        1 symlink("f", "l") = 0
        1 openat(AT_FDCWD, "l", O_RDONLY) = 3
        1 read(3, "x", 10) = 10
        1 unlink("l") = 0
        1 openat(AT_FDCWD, "f", O_RDWR|O_CREAT, 0666) = 4
        1 fallocate(4, 0, 0, 4096) = 0
    """)
    assert [o.operation for o in trace.operations] == ["open"]
    assert trace.left_out == {"symlink": 1, "fallocate": 1}


def test_times_and_lines():
    # The calls begin at 0, 1 and 2 s and take 0.5 s: 2.5 s in all, stretched to 5 s.
    trace = follow("""
        1 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_SYNC|O_DIRECT, 0666) = 3
        1 write(3, "x", 512) = 512
        1 close(3) = 0
    """)
    assert list(file_trace_lines(trace, ["made by hand"], 5)) == [
        "# made by hand",
        "0.000000 1.000000 0 open 0 /a create,direct,synchronous",
        "2.000000 1.000000 0 pwrite 0 0 512",
        "4.000000 1.000000 0 close 0",
    ]


def test_descriptors_are_the_least_free_numbers_and_children_append_too():
    assert rows(f"""
        1 openat(AT_FDCWD, "a", O_RDONLY|O_CREAT, 0666) = 3
        1 openat(AT_FDCWD, "b", O_WRONLY|O_CREAT|O_TRUNC|O_APPEND, 0666) = 4
        1 close(3) = 0
        1 openat(AT_FDCWD, "c", O_RDONLY) = 5
        1 clone(child_stack=NULL, flags={CHILD}, child_tidptr=0x7f0) = 2
        2 write(4, "x", 2) = 2
        2 fsync(4) = 0
    """) == [
        "0 open 0 /a create",
        "0 open 1 /b create,truncate,append",
        "0 close 0",
        "0 open 0 /c -",
        "1 open 0 /b append",
        "1 pwrite 0 0 2",
        "1 fsync 0",
    ]


def test_broken_lines_are_put_together():
    calls = strace_calls.read_calls(
        [
            "7 10.5 read(3,  <unfinished ...>",
            '8 10.6 write(1, "a) = 1, \\"<unfinished", 15) = 15 <0.000010>',
            '7 10.7 <... read resumed>"x", 4096) = 1 <0.200000>',
            "8 10.8 --- SIGCHLD {si_signo=SIGCHLD} ---",
            "8 10.9 wait4(-1,  <unfinished ...>",
            "8 11.0 exit_group(0) = ?",
            "7 11.1 read(3,  <unfinished ...>",
            "7 11.2 +++ killed by SIGKILL +++",
        ],
        {"read", "write"},
    )
    assert [(c.pid, c.time, c.name, c.result, c.duration) for c in calls] == [
        (7, 10.5, "read", 1, 0.2),
        (8, 10.6, "write", 15, 0.00001),
        (7, 11.2, "exit", None, 0),
    ]
    assert calls[0].arguments == ["3", '"x"', "4096"]
    assert calls[1].string(1) == 'a) = 1, "<unfinished'


def test_strings_of_strace_and_paths_of_the_trace():
    assert strace_calls.unquoted(r'"a\tb\"\303\244\x41"') == 'a\tb"äA'
    assert encoded("/a b,ä%") == "/a%20b,%c3%a4%25"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('read(3, "x", 1) = 1 <0.1>\n', "line 1: no time: run strace with -f -ttt -T"),
        ('1 1.5 read(3, "x", 1) = 1\n', "line 1: no duration: run strace with -f -ttt -T"),
        ('1 1.5 read(3, "x"\n', 'line 1: no call with a result: read(3, "x"'),
        ('1 1.5 read(3, "x", 1) = 1 <0.1>\n', "no call on a file below t"),
    ],
)
def test_bad_text_ends_with_one_line(tmp_path, text, complaint):
    (tmp_path / "s").write_text(text)
    result = subprocess.run(
        [sys.executable, TOOL, "s", "--root", "t", "--out", "o.trace"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"strace-to-file-trace: s: {complaint}\n"
    assert not (tmp_path / "o.trace").exists()


def test_the_command_writes_a_compressed_trace(tmp_path):
    (tmp_path / "s").write_text(
        '5 1.0 openat(AT_FDCWD, "t/a", O_WRONLY|O_CREAT, 0666) = 3 <0.1>\n'
        "5 2.0 clone(child_stack=NULL, flags=SIGCHLD) = 6 <0.1>\n"
        '6 3.0 write(3, "x", 1) = 1 <0.5>\n'
    )
    command = [TOOL, "s", "--root", "t", "--out", "o.trace.gz", "--one-process", "--comment=cp x y"]
    result = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == (
        "o.trace.gz: 1 open, 1 pwrite; 0.0 MB read, 0.0 MB written; left out: nothing\n"
    )
    assert gzip.decompress((tmp_path / "o.trace.gz").read_bytes()).decode().splitlines() == [
        "# cp x y",
        "0.000000 0.100000 0 open 0 /a create",
        "2.000000 0.500000 0 pwrite 0 0 1",
    ]


class Replay:
    """What a trace leaves behind: the sizes of files by path."""

    def __init__(self):
        self.sizes = {}

    def take(self, lines):
        """Follow a trace on top of those before; what does not fit fails."""
        files = {path: [size] for path, size in self.sizes.items()}
        handles, last = {}, 0.0
        for line in lines:
            if match := re.fullmatch(r"# file (\d+) (.*)", line):
                assert int(match[1]) <= files[match[2]][0]
            elif not line.startswith("#"):
                time, _, process, operation, *arguments = line.split(" ")
                assert float(time) >= last and process == "0"
                last = float(time)
                self._follow(files, handles, operation, *arguments)
        assert not handles
        self.sizes = {path: size for path, (size,) in files.items()}

    def _follow(self, files, handles, operation, first="", second="", third="", error=""):
        if operation == "open" and error:
            assert first == "-" and second not in files
        elif operation == "open":
            assert first not in handles
            assert second in files or "create" in third.split(",")
            handles[first] = files.setdefault(second, [0])
            if "truncate" in third.split(","):
                files[second][0] = 0
        elif operation == "pwrite":
            handles[first][0] = max(handles[first][0], int(second) + int(third))
        elif operation == "pread" and int(third):
            assert int(second) + int(third) <= handles[first][0]
        elif operation == "ftruncate":
            handles[first][0] = int(second)
        elif operation == "rename":
            files[second] = files.pop(first)
        elif operation == "unlink":
            del files[first]
        elif operation == "close":
            del handles[first]


def test_traces_of_the_project_fit_each_other():
    replay = Replay()
    for part in ("untar", "configure", "make"):
        data = (ROOT / "traces" / f"build-hello-{part}.trace.gz").read_bytes()
        assert len(data) < 200_000
        replay.take(gzip.decompress(data).decode().splitlines())
    # The real build left 390 files behind; sizes as `stat` printed them there.
    assert len(replay.sizes) == 390
    assert replay.sizes["/hello-2.10/hello"] == 110280
    assert replay.sizes["/hello-2.10/config.h"] == 33919
