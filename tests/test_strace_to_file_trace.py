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
from strace_names import (
    ALIASES,
    COUNTED_ALWAYS,
    COUNTED_DESCRIPTORS,
    COUNTED_PATHS,
    HARMLESS,
    TRACE,
)

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
    for call in strace_calls.read_calls(lines, HARMLESS):
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
        1 openat(AT_FDCWD, "b", O_WRONLY|O_CREAT, 0644) = 4
        1 dup2(3, 1) = 1
        1 fcntl(3, F_DUPFD, 10) = 10
        1 close(3) = 0
        1 write(1, "x", 6) = 6
        1 dup2(4, 1) = 1
        1 write(10, "x", 6) = 6
        1 write(1, "x", 3) = 3
        1 ioctl(4, FIOCLEX) = 0
        1 ioctl(1, FIOCLEX) = 0
        1 ioctl(1, FIONCLEX) = 0
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
    assert rows(trace, root="/")[0] == "0 mkdir /t/d"
    assert "0 open 1 /tt/a -" in rows(trace, root="/")


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
        1 fsync(3) = 0
        1 lstat("l", {st_mode=S_IFLNK|0777, st_size=1, ...}) = 0
        1 unlink("l") = 0
        1 openat(AT_FDCWD, "f", O_RDWR|O_CREAT, 0666) = 4
        1 write(4, "x", 10) = 10
        1 fallocate(4, FALLOC_FL_KEEP_SIZE, 0, 4096) = 0
        1 fallocate(4, 0, 4096, 100) = 0
        1 rename("/elsewhere", "g") = 0
        1 read(9, "x", 10) = -1 EBADF (Bad file descriptor)
    """)
    rows = [(o.operation, o.offset) for o in trace.operations]
    # That a file grows is seen; the blocks that it gets are not.
    assert rows == [("open", None), ("pwrite", 0), ("ftruncate", 4196)]
    counts = {"symlink": 1, "openat": 1, "read": 1, "fsync": 1, "lstat": 1, "unlink": 1}
    assert trace.left_out == {**counts, "fallocate": 2, "rename": 1}
    assert trace.unknown == {}


def test_every_counted_call_is_counted_below_the_root_only():
    for name, (folder, path) in COUNTED_PATHS.items():
        for place, counts in (("/t/f", {name: 1}), ("/u/f", {})):
            arguments = ["0"] * 4
            arguments[path] = f'"{place}"'
            if folder is not None:
                arguments[folder] = "AT_FDCWD"
            assert follow(f"1 {name}({', '.join(arguments)}) = 0").left_out == counts
    for name in COUNTED_DESCRIPTORS:
        for place, number in (("/t/f", 1), ("/t", 1), ("/u/f", 0)):
            opened = f'1 openat(AT_FDCWD, "{place}", O_RDWR) = 3\n'
            trace = follow(f"{opened} 1 {name}(3, FICLONE, 0, 0) = 0")
            assert sum(trace.left_out.values()) == number
    # A path may be missing where a descriptor counts; a failed call changed nothing.
    opened = '1 openat(AT_FDCWD, "f", O_RDWR) = 3\n'
    assert follow(f"{opened} 1 utimensat(3, NULL, NULL, 0) = 0").left_out == {"utimensat": 1}
    assert follow(f"{opened} 1 fchmod(3, 0644) = -1 EPERM (x)").left_out == {}
    assert follow(f"{opened} 1 ioctl(3, FICLONE, 4) = 0").left_out == {"ioctl FICLONE": 1}


def test_each_name_is_in_one_table_and_unknown_ones_are_counted():
    tables = [set(ACTIONS), set(COUNTED_PATHS), set(COUNTED_DESCRIPTORS), COUNTED_ALWAYS, HARMLESS]
    names = [name for table in tables for name in table]
    assert len(names) == len(set(names))
    assert not set(ALIASES) & set(names) and set(ALIASES.values()) <= set(names)
    trace = follow("""
        1 write_by_magic(5) = 0
        1 write_by_magic(5) = -1 ENOSYS (Function not implemented)
        1 chroot("/x") = 0
        1 getpid() = 1
        1 futex(0x7f, FUTEX_WAIT, 1) = ?
    """)
    assert trace.left_out == {"write_by_magic": 1, "chroot": 1}


def test_a_hard_link_that_replaces_its_old_name_is_a_rename():
    trace = """
        1 openat(AT_FDCWD, "tmp", O_WRONLY|O_CREAT|O_EXCL, 0600) = 3
        1 write(3, "x", 9) = 9
        1 close(3) = 0
        1 link("tmp", "object") = 0
        1 unlink("tmp") = 0
        1 openat(AT_FDCWD, "object", O_RDONLY) = 3
        1 read(3, "x", 9) = 9
    """
    assert rows(trace)[-3:] == ["0 rename /tmp /object", "0 open 0 /object -", "0 pread 0 0 9"]
    assert follow(trace).left_out == {}
    assert follow(trace.replace('unlink("tmp")', "getpid()")).left_out == {
        "link": 1,
        "openat": 1,
        "read": 1,
    }


def test_fdatasync_and_the_syncs_of_folders_stay_what_they_are():
    # As SQLite, which opens the folder as a file.
    assert rows("""
        1 openat(AT_FDCWD, "d/b", O_RDWR|O_CREAT, 0644) = 3
        1 fdatasync(3) = 0
        1 openat(AT_FDCWD, "/t/d", O_RDONLY|O_CLOEXEC) = 4
        1 fdatasync(4) = 0
        1 fsync(4) = 0
        1 close(4) = 0
        1 openat(AT_FDCWD, "/t", O_RDONLY|O_DIRECTORY) = 4
        1 fsync(4) = 0
        1 openat(AT_FDCWD, "/", O_RDONLY|O_DIRECTORY) = 5
        1 fsync(5) = 0
        1 fsync(3) = -1 EIO (Input/output error)
        1 syncfs(3) = 0
    """) == [
        "0 open 0 /d/b create",
        "0 fdatasync 0",
        "0 fsyncdir /d",
        "0 fsyncdir /d",
        "0 fsyncdir /",
        "0 sync",
    ]


def test_what_was_opened_as_a_file_may_show_to_be_a_folder():
    for shown in (
        '1 newfstatat(3, "", {st_mode=S_IFDIR|0755, st_size=4096, ...}, AT_EMPTY_PATH) = 0',
        "1 getdents64(3, 0x56 /* 3 entries */, 32768) = 80",
        '1 unlinkat(3, "x", 0) = -1 EACCES (Permission denied)',
    ):
        trace = follow(f"""
            1 openat(AT_FDCWD, "e/d", O_RDONLY) = 3
            1 fsync(3) = 0
            {shown}
            1 close(3) = 0
        """)
        assert trace.before == {"/e": None, "/e/d": None}
        first = trace.operations[0]
        assert (first.operation, first.path, first.handle) == ("fsyncdir", "/e/d", None)
        assert {o.operation for o in trace.operations} <= {"fsyncdir", "readdir"}


def test_synchronous_writes():
    assert rows("""
        1 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_DSYNC, 0644) = 3
        1 openat(AT_FDCWD, "b", O_WRONLY|O_CREAT|O_SYNC, 0644) = 4
        1 openat2(AT_FDCWD, "c", {flags=O_RDWR|O_CREAT|O_APPEND, mode=0644, resolve=0}, 24) = 5
        1 pwritev2(5, [{iov_base="x", iov_len=8}], 1, 0, RWF_DSYNC) = 8
        1 pwritev2(5, [{iov_base="x", iov_len=8}], 1, -1, RWF_SYNC|RWF_HIPRI) = 8
        1 pwritev2(3, [{iov_base="x", iov_len=4}], 1, 4, 0) = 4
        1 pwritev2(3, [{iov_base="x", iov_len=4}], 1, 0, RWF_APPEND) = 4
        1 preadv2(5, [{iov_base="x", iov_len=8}], 1, -1, 0) = 0
    """) == [
        "0 open 0 /a create,data-synchronous",
        "0 open 1 /b create,synchronous",
        "0 open 2 /c create,append",
        "0 pwrite 2 0 8",
        "0 fdatasync 2",
        "0 pwrite 2 8 8",
        "0 fsync 2",
        "0 pwrite 0 4 4",
        "0 pwrite 0 8 4",
        "0 pread 2 16 0",
    ]


def test_truncate_by_path_and_files_without_a_name():
    assert rows("""
        1 truncate("a", 100) = 0
        1 truncate("/u", 100) = 0
        1 openat(AT_FDCWD, "/t", O_RDWR|O_TMPFILE, 0600) = 3
        1 write(3, "x", 7) = 7
        1 close(3) = 0
    """) == [
        "0 open 0 /a -",
        "0 ftruncate 0 100",
        "0 close 0",
        "0 open 0 /.O_TMPFILE-2 create,exclusive",
        "0 unlink /.O_TMPFILE-2",
        "0 pwrite 0 0 7",
        "0 close 0",
    ]


def test_mapped_files():
    text = """
        1 openat(AT_FDCWD, "a", O_RDWR) = 3
        1 ftruncate(3, 8192) = 0
        1 mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 0x7f2730135000
        1 mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f2730137000
        1 msync(0x7f2730136000, 4096, MS_SYNC) = 0
        1 msync(0x7f2730137000, 4096, MS_SYNC) = 0
        1 msync(0x7f2730135000, 4096, MS_ASYNC) = 0
        1 close(3) = 0
        1 madvise(0x7f2730135000, 8192, MADV_WILLNEED) = 0
        1 msync(0x7f2730135000, 8192, MS_SYNC) = 0
        1 munmap(0x7f2730135000, 8192) = 0
        1 msync(0x7f2730135000, 8192, MS_SYNC) = 0
    """
    assert rows(text) == [
        "0 open 0 /a -",
        "0 ftruncate 0 8192",
        "0 pread 0 0 8192",
        "0 fdatasync 0",
        "0 close 0",
        "0 open 0 /a -",
        "0 fdatasync 0",
        "0 close 0",
    ]
    assert follow(text).left_out == {"mmap for shared writing": 1, "madvise": 1}


def test_old_and_32_bit_names_mean_the_same():
    assert rows("""
        1 open("a", O_RDWR) = 3
        1 fstat64(3, {st_mode=S_IFREG|0644, st_size=9000, ...}) = 0
        1 _llseek(3, 5000, [5000], SEEK_SET) = 0
        1 read(3, "x", 100) = 100
        1 mmap2(NULL, 8192, PROT_READ, MAP_SHARED, 3, 4096) = 0xb7700000
        1 ftruncate64(3, 10) = 0
        1 fcntl64(3, F_DUPFD, 0) = 4
        1 stat64("b", 0xbf) = -1 ENOENT (No such file or directory)
        1 sendfile64(9, 4, [0] => [10], 10) = 10
    """) == [
        "0 open 0 /a -",
        "0 pread 0 5000 100",
        "0 pread 0 4096 4904",
        "0 ftruncate 0 10",
        "0 stat /b =ENOENT",
        "0 pread 0 0 10",
    ]


def test_descriptors_of_unknown_origin_are_counted():
    trace = follow("""
        1 write(1, "x", 5) = 5
        1 write(1, "x", 5) = 5
        1 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3
        1 write(3, "x", 5) = 5
        1 pipe2([4, 5], O_CLOEXEC) = 0
        1 read(4, "x", 5) = 5
        1 splice(5, NULL, 9, NULL, 4096, 0) = 40
        1 read(8, "x", 5) = -1 EBADF (Bad file descriptor)
    """)
    assert (trace.unknown, trace.left_out) == ({"write": 2, "splice": 1}, {})


def test_paths_of_descriptors_tell_what_the_recording_does_not():
    text = """
        1 fstat(1</t/log>, {st_mode=S_IFREG|0644, st_size=0, ...}) = 0
        1 write(1</t/log>, "x", 5) = 5
        1 write(2</dev/pts/0<char 136:0>>, "x", 5) = 5
        1 openat(AT_FDCWD</t/d>, "a, (1)", O_RDWR|O_CREAT, 0644) = 3</t/d/a, (1)>
        1 write(3</t/d/a, (1)>, "x", 5) = 5
        1 fsync(3</t/d/a, (1)>) = 0
        1 openat(AT_FDCWD</t/d>, "link", O_RDONLY) = 4</t/d/a, (1)>
        1 pread64(4</t/d/a, (1)>, "x", 5, 0) = 5
        1 dup2(4</t/d/a, (1)>, 5<TCP:[1.2.3.4:5->6.7.8.9:80]>) = 5</t/d/a, (1)>
        1 read(5</t/d/a, (1)>, "x", 5) = 5
        1 fdatasync(6</t/d>) = 0
        1 write(7</t/gone (deleted)>, "x", 5) = 5
        1 write(7</t/gone>(deleted), "x", 5) = 5
    """
    assert rows(text, folder="/u") == [
        "0 open 0 /log -",
        "0 pwrite 0 0 5",
        "0 open 1 /d/a,%20(1) create",
        "0 pwrite 1 0 5",
        "0 fsync 1",
        "0 open 2 /d/a,%20(1) -",
        "0 pread 2 0 5",
        "0 pread 2 0 5",
        "0 fsyncdir /d",
    ]
    assert follow(text).unknown == {}


def submitted(*requests):
    """The second argument of io_submit and its number, as strace 6.1 prints them."""
    texts = []
    for data, command, *place in requests:
        text = f"aio_data={data:#x}, aio_lio_opcode=IOCB_CMD_{command}, aio_fildes=3"
        if place:
            text += f', aio_buf="x"..., aio_nbytes={place[1]}, aio_offset={place[0]}'
        texts.append(f"{{{text}}}")
    return f"{len(texts)}, [{', '.join(texts)}]"


def events(*ends):
    """What io_getevents gives."""
    texts = [f"{{data={data:#x}, obj=0x7ffe, res={result}, res2=0}}" for data, result in ends]
    return f"1, 8, [{', '.join(texts)}], NULL"


def test_requests_of_libaio_overlap_as_so_many_processes():
    # Calls begin at whole seconds and take 0.5 s. Requests 1 and 2 begin at 2 s; 2 ends at 3.5 s,
    # and 1 at 5.5 s. The one of 4 s goes on where 2 was. The trace begins with the open, at 1 s.
    trace = follow(f"""
        1 io_setup(8, [0x7f00]) = 0
        1 openat(AT_FDCWD, "a", O_RDWR|O_CREAT|O_DIRECT, 0644) = 3
        1 io_submit(0x7f00, {submitted((1, "PWRITE", 0, 512), (2, "PWRITE", 512, 512))}) = 2
        1 io_getevents(0x7f00, {events((2, 512))}) = 1
        1 io_submit(0x7f00, {submitted((2, "PREAD", 1024, 4096))}) = 1
        1 io_getevents(0x7f00, {events((1, 512), (2, 0))}) = 2
        1 io_submit(0x7f00, {submitted((1, "FDSYNC"), (5, "PREAD", 0, 9), (6, "NOOP"))}) = 3
        1 io_pgetevents(0x7f00, {events((1, 0), (5, -5))}) = 2
    """)
    assert [line for line in file_trace_lines(trace, []) if " open " not in line] == [
        "1.000000 3.500000 1 pwrite 0 0 512",
        "1.000000 1.500000 2 pwrite 0 512 512",
        "3.000000 1.500000 2 pread 0 1024 0",
        "5.000000 1.500000 1 fdatasync 0",
    ]
    assert (trace.left_out, trace.unknown, trace.warnings) == ({}, {}, [])


def test_requests_of_libaio_as_old_straces_print_them():
    vectors, old = "[{iov_base=0x7f, iov_len=8}]", '[{"\\0\\1, 2"..., 4000}, {"x", 96}]'
    assert rows(f"""
        1 open("a", O_RDWR|O_CREAT, 0644) = 3
        1 io_submit(0x7f00, 1, [{{pwrite, fildes=3, str="x"..., nbytes=512, offset=1024}}]) = 1
        1 io_getevents(0x7f00, 1, 1, [{{(nil), 0x7ffe, 512, 0}}], NULL) = 1
        1 io_submit(0x7f00, 1, [{{data=0, preadv, fildes=3, iovec={vectors}, offset=0}}]) = 1
        1 io_getevents(0x7f00, 1, 1, [{{data=0, obj=0x7ffe, res=8, res2=0}}], NULL) = 1
        1 io_submit(0x7f00, 1, [{{pwritev, fildes=3, iovec={old}, offset=9, resfd=4}}]) = 1
    """) == [
        "0 open 0 /a create",
        "1 open 0 /a -",
        "1 pwrite 0 1024 512",
        "1 pread 0 0 8",
        "1 pwrite 0 9 4096",
    ]


def test_synchronous_and_vectored_requests_of_libaio():
    command = "aio_rw_flags=RWF_DSYNC, aio_lio_opcode=IOCB_CMD_PWRITEV, aio_fildes=3</t/a>"
    vectors = '[{iov_base="x", iov_len=4096}, {iov_base="y", iov_len=8192}]'
    assert rows(f"""
        1 openat(AT_FDCWD, "a", O_RDWR|O_CREAT, 0644) = 3
        1 io_submit(0x7f00, 1, [{{aio_data=0, {command}, aio_buf={vectors}, aio_offset=99}}]) = 1
        1 io_getevents(0x7f00, 1, 8, [{{data=0, obj=0x7f, res=12288, res2=0}}], NULL) = 1
    """)[-2:] == ["1 pwrite 0 99 12288", "1 fdatasync 0"]


def test_requests_that_strace_does_not_show_are_told():
    trace = follow(f"""
        1 openat(AT_FDCWD, "a", O_RDWR|O_CREAT, 0644) = 3
        1 io_submit(0x7f00, {submitted((1, "PWRITE", 0, 512))[:-1]}, ...]) = 40
        1 io_submit(0x7f00, 2, [...]) = 2
        1 io_submit(0x7f00, 1, [{{pwritev, fildes=3, iovec=[{{"x", 5}}, ...], offset=9}}]) = 1
        1 io_submit(0x7f00, {submitted((1, "MAGIC", 0, 512))}) = 1
        1 io_uring_setup(8, {{flags=IORING_SETUP_SQPOLL, sq_entries=8}}) = 4
        1 io_uring_register(4, IORING_REGISTER_FILES, [3], 1) = 0
        1 io_uring_enter(4, 0, 1, IORING_ENTER_GETEVENTS, NULL, 8) = 0
        1 io_uring_enter(4, 7, 1, IORING_ENTER_GETEVENTS, NULL, 8) = 7
        1 write(4, "x", 1) = -1 EINVAL (Invalid argument)
    """)
    assert trace.left_out == {
        "io_submit elements": 41,
        "io_submit of an unknown command": 1,
        "io_uring_setup with SQPOLL": 1,
        "io_uring_enter requests": 7,
    }
    assert [warning.split(":")[0] for warning in trace.warnings] == [
        "strace cut lists of io_submit short",
        "strace cut buffers of io_submit short",
        "2 requests of io_submit have no end in the recording",
        "the requests of io_uring lie in shared memory, where strace does not see them",
    ]
    # It counts as long as the call.
    assert trace.operations[-1].duration == 0.5


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
        {"wait4", "exit_group"},
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
        ("12:00:00 getpid() = 1 <0.1>\n", "line 1: whole seconds only: run strace with -f -ttt -T"),
        ("7  12:00:00 getpid() = 1\n", "line 1: whole seconds only: run strace with -f -ttt -T"),
        ("Process 7 is gone\n", "line 1: no time: run strace with -f -ttt -T"),
        (
            "1 0.000120 getpid() = 1 <0.1>\n1 0.000119 getpid() = 1 <0.1>\n",
            "line 2: the time goes back: run strace with -f -ttt -T, without -r",
        ),
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


def test_lines_of_other_shapes_are_read_too():
    lines = [
        "strace: Process 12 attached",
        "Process 11 attached with 4 threads - interrupt to quit",
        "Process 11 suspended",
        '[pid    12] 1.5 open("a", O_RDONLY) = 3 <0.1>',
        "[pid 12] 2.5 --- SIGCHLD {si_signo=SIGCHLD} ---",
        "12 3.5 +++ superseded by execve in pid 11 +++",
        "12 4.5 vfork() = 5 /* 105 in strace's PID NS */ <0.1>",
        "12 5.5 brk(NULL) = 0x55c8 <0.1>",
        "",
    ]
    calls = strace_calls.read_calls(lines)
    assert [(c.pid, c.name, c.result) for c in calls] == [
        (12, "open", 3),
        (12, "vfork", 105),
        (12, "brk", 0x55C8),
    ]
    # The time of day, over midnight.
    lines = [f"{time} getpid() = 1 <0.1>" for time in ("23:59:59.900000", "00:00:00.250000")]
    first, second = strace_calls.read_calls(lines)
    assert second.time - first.time == pytest.approx(0.35)


def test_the_pages_recommend_what_the_tool_recommends():
    def told(option):
        command = [sys.executable, TOOL, option]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert told("--calls") == f"{TRACE}\n"
    assert f"-e trace={TRACE}" in told("--help")
    assert f"-e trace={TRACE}" in (ROOT / "tools" / "README.md").read_text()
    tutorial = (ROOT / "doc" / "tutorial-application.rst").read_text()
    assert "calls=$(tools/strace-to-file-trace --calls)\n" in tutorial
    assert " -e trace=$calls " in tutorial


def test_the_command_warns_and_counts(tmp_path):
    (tmp_path / "s").write_text(
        '5 1.0 openat(AT_FDCWD, "t/a", O_WRONLY|O_CREAT, 0666) = 3 <0.1>\n'
        "5 2.0 io_uring_enter(4, 3, 0, 0, NULL, 8) = 3 <0.1>\n"
        '5 3.0 write(1, "x", 1) = 1 <0.1>\n'
    )
    result = subprocess.run(
        [sys.executable, TOOL, "s", "--root", "t", "--out", "o.trace"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == (
        "o.trace: 1 open; 0.0 MB read, 0.0 MB written; left out: 3 io_uring_enter requests; on "
        "descriptors that the recording does not tell (use -y): 1 write\n"
    )
    assert result.stderr == (
        "strace-to-file-trace: s: the requests of io_uring lie in shared memory, where strace does "
        "not see them: they are missing in the trace\n"
    )


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
