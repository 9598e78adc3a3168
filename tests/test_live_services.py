# SPDX-License-Identifier: GPL-2.0-only
"""Real clients of NFS at simulated file servers: libnfs and its programs."""

import filecmp
import hashlib
import json
import os
import random
import re
import socket
import stat
import struct
import sys
import time
from pathlib import Path

import pytest
from live_hosts import FAST_PATH, LiveNetwork, SanLive, need
from san_runs import tshark

PEER = Path(__file__).with_name("nfs_peer.py")
#: The file server, whose file system is in memory.
RAM = ("--fileService=nfs", "--device=ram", "--drives=1")
SERVER = "10.0.0.2"
EXPORT = f"nfs://{SERVER}/export"
READY = f"{EXPORT}/\n"


class NfsLive(SanLive):
    """The program san-live with file servers."""

    def __init__(self, network, folder, *options, ready=READY):
        need("nfs-ls")
        self.network = network
        super().__init__(network, folder, *options, wait=False)
        self.wait_for(ready)

    def run(self, *command, check=True):
        """Run a client; give what it prints."""
        done = self.network.run(*command, check=False)
        assert not check or done.returncode == 0, done.stdout + done.stderr + self.text()
        return done.stdout + done.stderr

    def do(self, *actions, server=SERVER):
        """Let libnfs do actions; give what came of each."""
        return json.loads(self.run(sys.executable, PEER, server, json.dumps(actions)))


@pytest.fixture
def network():
    with LiveNetwork() as network:
        yield network


def make_tree(folder):
    """Make files of all sizes, folders, links, modes and times."""
    draw = random.Random(1)
    for number, size in enumerate((0, 1, 4095, 4096, 65_537, 1_000_000, 3_333_333)):
        path = folder / f"folder {number % 3}" / "below" / f"file{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(draw.randbytes(size))
        path.chmod(0o600 + number)
        os.utime(path, (1_000_000_000 + number, 1_234_567_890 + number))
    many = folder / "many"
    many.mkdir()
    for number in range(300):
        (many / f"a name of some length, {number:03}").write_bytes(bytes([number % 251]) * number)
    (folder / "link").symlink_to("folder 0/below/file0")
    (folder / "empty").mkdir()


def describe_tree(folder):
    """Give what a tree has: kind, mode, time of change and contents by name."""
    found = {}
    for path in folder.rglob("*"):
        status = path.lstat()
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_dir():
            found[name] = "folder"
        else:
            sum_of = hashlib.sha256(path.read_bytes()).hexdigest()
            found[name] = (stat.S_IMODE(status.st_mode), status.st_mtime_ns // 1000, sum_of)
    return found


@pytest.mark.parametrize(
    "options",
    [
        (*RAM, *FAST_PATH),
        (*RAM, *FAST_PATH, "--fileSystem=ext2"),
        (*RAM, "--delay=500us", "--linkRate=1Gbps", "--lossToTargets=0.0005"),
        ("--fileService=nfs", "--drives=1", "--drive=Cheetah9LPFC", *FAST_PATH),
    ],
    ids=["ext4", "ext2", "path", "drive"],
)
def test_tree(network, tmp_path, options):
    """A tree goes to the server and comes back as it was, with a second client as well."""
    source, back = tmp_path / "source", tmp_path / "back"
    make_tree(source)
    back.mkdir()
    san = NfsLive(network, tmp_path / "out", *options)
    put, room = san.do(["put_tree", str(source), "/"], ["room"])
    expected = describe_tree(source)
    assert put == len(expected)
    assert room["bfree"] < room["blocks"]
    (got,) = san.do(["get_tree", "/", str(back)])
    assert got == put
    assert describe_tree(back) == expected
    report = san.end()
    assert report["write_bytes"] == sum(
        path.lstat().st_size for path in source.rglob("*") if not path.is_dir()
    )
    assert report["read_bytes"] >= sum(
        path.lstat().st_size
        for path in source.rglob("*")
        if path.is_file() and not path.is_symlink()
    )
    assert report["errors"] == 0
    assert report["calls"]["CREATE"] > 300 and report["calls"]["MNT"] == 2
    assert "pdus" not in report and "stages_ms" not in report


def test_programs(network, tmp_path):
    """nfs-cp, nfs-ls and nfs-cat find the server by its port mapper, and folders below."""
    source, back = tmp_path / "source", tmp_path / "back"
    source.write_bytes(random.Random(2).randbytes(5_000_000))
    san = NfsLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    san.do(["mkdir", "/a"], ["mkdir", "/a/b"])
    for path in ("file", "a/b/file"):
        san.run("nfs-cp", source, f"{EXPORT}/{path}")
        san.run("nfs-cp", f"{EXPORT}/{path}", back)
        assert filecmp.cmp(source, back, shallow=False)
        back.unlink()
    san.do(["write_text", "/a/text", "words\n"])
    assert san.run("nfs-cat", f"{EXPORT}/a/text") == "words\n"
    listing = san.run("nfs-ls", "-R", f"{EXPORT}/")
    assert re.search(r"^-rw-r\S+ +1 +\d+ +\d+ +5000000 file$", listing, re.M), listing
    assert re.search(r"^-\S+ .* 5000000 a/b/file$|^-\S+ .* 5000000 b/file$", listing, re.M), listing
    missing = san.run("nfs-cat", f"{EXPORT}/a/none", check=False)
    assert "ENOENT" in missing or "NOENT" in missing
    san.end()


def test_faults(network, tmp_path):
    """A long path, a drive without power, and servers that restart: clients see it, and it ends."""
    san = NfsLive(
        network,
        tmp_path / "out",
        *("--fileService=nfs", "--drives=1", "--drive=Cheetah9LPFC", *FAST_PATH),
    )
    source = tmp_path / "source"
    source.write_text("all is here\n" * 20_000)
    san.run("nfs-cp", source, f"{EXPORT}/before")
    san.command("slow-path 50ms")
    begin = time.monotonic()
    san.run("nfs-cat", f"{EXPORT}/before")
    # Connections, mounts, lookups and reads, each there and back.
    assert time.monotonic() - begin > 0.5
    san.command("slow-path 0s")
    san.command("pull-drive 0")
    # nfs-cp does not tell that its COMMIT failed.
    said = san.do(["write_text", "/without-power", "words"])
    assert said == ["error: Input/output error"]
    san.command("return-drive 0")
    san.command("reset-connections")
    san.command("restart-target 500ms")
    refused = san.run("nfs-cat", f"{EXPORT}/before", check=False)
    assert "Failed to mount nfs share" in refused, refused
    time.sleep(0.6)
    assert san.run("nfs-cat", f"{EXPORT}/before") == source.read_text()
    for command in ("portal-state 1=standby", "lip-storm 1s", "damage-pdus 1s", "refuse-logins 1s"):
        with san.control.open("w") as control:
            control.write(f"{command}\n")
        name = command.split()[0]
        san.wait_for(f"error: {name}: there are no iSCSI targets; it needs fileService=none\n")
    assert san.end()["errors"] > 0


def test_what_names_and_attributes_are(network, tmp_path):
    """What a program asks a file system beside reading and writing, and what it is refused."""
    san = NfsLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    begin = int(time.time())
    steps = {
        "mkdir": ["mkdir", "/d"],
        "again": ["mkdir", "/d"],
        "write": ["write_text", "/d/f", "abc"],
        "stat": ["stat", "/d/f"],
        "folder": ["stat", "/d"],
        "names": ["names", "/d"],
        "dots": ["stat", "/d/../d/./f"],
        "cut": ["truncate", "/d/f", 2],
        "cut text": ["text", "/d/f"],
        "rename": ["rename", "/d/f", "/g"],
        "gone": ["stat", "/d/f"],
        "moved": ["text", "/g"],
        "owner": ["chown", "/g", 7, 8],
        "owned": ["stat", "/g"],
        "hard link": ["link", "/g", "/h"],
        "pipe": ["mknod", "/p", stat.S_IFIFO | 0o600, 0],
        "symlink": ["symlink", "g", "/l"],
        "target": ["link_target", "/l"],
        "through": ["text", "/l"],
        "kept": ["rmdir", "/"],
        "unlink": ["unlink", "/l"],
        "rmdir": ["rmdir", "/d"],
        "long": ["mkdir", "/" + "n" * 256],
        "room": ["room"],
    }
    came = dict(zip(steps, san.do(*steps.values()), strict=True))
    assert came["again"] == "error: File exists"
    assert came["stat"]["size"] == 3
    assert came["stat"]["mode"] == stat.S_IFREG | 0o640
    assert came["stat"]["uid"] == os.getuid()
    assert begin - 1 <= came["stat"]["mtime"] <= time.time() + 1
    assert stat.S_ISDIR(came["folder"]["mode"])
    assert came["dots"] == came["stat"]
    names = came["names"]
    assert set(names) == {".", "..", "f"}
    assert names["f"] == came["stat"]["ino"]
    assert names["."] == came["folder"]["ino"]
    assert came["cut text"] == "ab" == came["moved"] == came["through"]
    assert came["gone"] == "error: No such file or directory"
    assert (came["owned"]["uid"], came["owned"]["gid"]) == (7, 8)
    for refused in ("hard link", "pipe"):
        assert came[refused].startswith("error: "), came[refused]
    assert came["target"] == "g"
    assert came["kept"].startswith("error: ")
    assert came["unlink"] == came["rmdir"] == 0
    assert came["long"] == "error: File name too long"
    assert 0 < came["room"]["bavail"] <= came["room"]["blocks"]
    san.end()


def test_several_drives(network, tmp_path):
    """Each drive is a file system of its own, at ports that the line names."""
    san = NfsLive(network, tmp_path / "out", "--fileService=nfs", "--device=ram", *FAST_PATH)
    san.wait_for("mountport=20051")
    urls = re.findall(r"^nfs://\S+$", san.text(), re.M)
    assert len(urls) == 4
    for number, url in enumerate(urls):
        path, _, ports = url.partition("?")
        (tmp_path / "text").write_text(f"drive {number}")
        san.run("nfs-cp", tmp_path / "text", f"{path}file{'?' if ports else ''}{ports}")
    for number, url in enumerate(urls):
        path, _, ports = url.partition("?")
        text = san.run("nfs-cat", f"{path}file{'?' if ports else ''}{ports}")
        assert text == f"drive {number}"
    san.end()


def test_direct(network, tmp_path):
    """Without a path the server is at the device's own address."""
    options = (*RAM, "--attach=direct")
    san = NfsLive(network, tmp_path / "out", *options, ready="nfs://10.255.255.253/export/\n")
    done = san.do(["write_text", "/f", "near"], ["text", "/f"], server="10.255.255.253")
    assert done[1] == "near"
    san.end()


def count_packets(capture, condition):
    """Give how many packets of a capture tshark finds that meet a condition.

    A client of NFS that root runs takes a port below 1024, which one depends on the time; where
    another protocol has that port, RPC is found by what it looks like.
    """
    checksums = ("-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE")
    return len(tshark(capture, "-o", "tcp.try_heuristic_first:TRUE", *checksums, "-Y", condition))


def test_capture(network, tmp_path):
    """tshark finds nothing wrong in a session."""
    source = tmp_path / "source"
    make_tree(source)
    san = NfsLive(network, tmp_path / "out", *RAM, *FAST_PATH, "--pcap")
    san.do(["put_tree", str(source), "/"], ["room"], ["names", "/many"], ["link", "/many", "/x"])
    san.end()
    capture = tmp_path / "out" / "san.pcap"
    assert count_packets(capture, "_ws.malformed") == 0
    assert count_packets(capture, "rpc.msgtyp == 0 and nfs") > 1000
    assert count_packets(capture, "mount.procedure_v3 == 1") >= 2
    assert count_packets(capture, "portmap.procedure_v2 == 3") >= 2
    assert count_packets(capture, "tcp.checksum.status == 0") == 0
    assert count_packets(capture, "tcp.checksum.status == 1") > 1000


CALL = struct.pack("!IIIIIIIIII", 7, 0, 2, 100003, 3, 0, 0, 0, 0, 0)

#: Bytes that are no call, or none that a server has to like.
ODD = {
    "nothing": b"",
    "text": b"GET / HTTP/1.1\r\n\r\n",
    "huge": struct.pack("!I", 0xFFFFFFFF) + bytes(1000),
    "empty": struct.pack("!I", 0x80000000) * 1000,
    "cut": struct.pack("!I", 0x80000028) + CALL[:20],
    "zeros": struct.pack("!I", 0x80001000) + bytes(0x1000),
    "ones": struct.pack("!I", 0x80001000) + b"\xff" * 0x1000,
    "reply": struct.pack("!I", 0x80000028) + struct.pack("!II", 7, 1) + bytes(32),
}


def connect(port=2049):
    """Connect to the server, from inside its network."""
    return socket.create_connection((SERVER, port), timeout=20)


def hostile():
    """Send what no client sends, at each port; then calls without end of which no reply is read."""
    for data in ODD.values():
        for port in (111, 2049, 20048):
            with connect(port) as client:
                client.sendall(data)
    draw = random.Random(3)
    for procedure in range(23):
        header = struct.pack("!IIIIIIIIII", 9, 0, 2, 100003, 3, procedure, 0, 0, 0, 0)
        for length in (0, 4, 100, 1000):
            # A handle that may be right, and anything behind it.
            handle = struct.pack("!IQQQQ", 32, 1, 2, draw.randrange(4), 0)
            call = header + handle + draw.randbytes(length)
            with connect() as client:
                client.sendall(struct.pack("!I", 0x80000000 | len(call)) + call)
    with connect() as client:
        client.settimeout(1)
        read = struct.pack("!IIIIIIIIII", 9, 0, 2, 100003, 3, 16, 0, 0, 0, 0)
        read += struct.pack("!IQQI", 0, 0, 0, 1 << 20)
        data = (struct.pack("!I", 0x80000000 | len(read)) + read) * 1000
        sent = 0
        try:
            while sent < 100_000_000:
                sent += client.send(data)
        except TimeoutError:
            pass
        print(sent)


def test_hostile_clients(network, tmp_path):
    """Nobody stops the server or fills its memory, and others are served meanwhile."""
    san = NfsLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    san.do(["write_text", "/f", "still here"], ["mkdir", "/many"])
    before = san.memory()
    sent = int(san.run(sys.executable, __file__))
    assert sent < 100_000_000, "the server takes calls without end"
    assert san.memory() - before < 300e6
    assert san.do(["text", "/f"]) == ["still here"]
    san.end()


if __name__ == "__main__":
    hostile()
