# SPDX-License-Identifier: GPL-2.0-only
"""Real clients of SMB at simulated file servers: Samba's smbclient, and smbprotocol."""

import hashlib
import json
import random
import re
import socket
import struct
import sys
import time
from pathlib import Path

import pytest
from live_hosts import FAST_PATH, LiveNetwork, SanLive, need
from test_live_services import count_packets, make_tree

PEER = Path(__file__).with_name("smb_peer.py")
#: The file server, whose file system is in memory.
RAM = ("--fileService=smb", "--device=ram", "--drives=1")
SERVER = "10.0.0.2"
SHARE = f"//{SERVER}/share"
READY = f"smb:{SHARE}\n"


class SmbLive(SanLive):
    """The program san-live with file servers."""

    def __init__(self, network, folder, *options, ready=READY):
        need("smbclient")
        self.network = network
        super().__init__(network, folder, *options, wait=False)
        self.wait_for(ready)

    def run(self, *command, check=True):
        """Run a client; give what it prints."""
        done = self.network.run(*command, check=False)
        assert not check or done.returncode == 0, done.stdout + done.stderr + self.text()
        return done.stdout + done.stderr

    def do(self, *actions, server=SERVER, dialect="2.1"):
        """Let smbprotocol do actions; give what came of each."""
        return json.loads(self.run(sys.executable, PEER, server, dialect, json.dumps(actions)))

    def smbclient(self, *commands, share=SHARE, user="-N", options=(), check=True):
        """Let smbclient do commands; give what it prints."""
        words = ["smbclient", share, user, "--configfile=/dev/null", *options]
        return self.run(*words, "-c", ";".join(commands), check=check)


@pytest.fixture
def network():
    with LiveNetwork() as network:
        yield network


@pytest.fixture
def source(tmp_path):
    """A tree of files of all sizes; SMB knows no links."""
    folder = tmp_path / "source"
    folder.mkdir()
    make_tree(folder)
    (folder / "link").unlink()
    (folder / "many" / "Grüße, 世界 🌍").write_text("letters of all planes")
    return folder


def describe_tree(folder, times=True):
    """Give what a tree has: time of change and contents by name."""
    found = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_dir():
            found[name] = "folder"
        else:
            sum_of = hashlib.sha256(path.read_bytes()).hexdigest()
            found[name] = (sum_of, path.stat().st_mtime_ns // 1000 if times else None)
    return found


PATHS = pytest.mark.parametrize(
    "options",
    [
        (*RAM, *FAST_PATH),
        (*RAM, "--delay=500us", "--linkRate=1Gbps", "--lossToTargets=0.0005"),
        ("--fileService=smb", "--drives=1", "--drive=Cheetah9LPFC", *FAST_PATH),
    ],
    ids=["ram", "path", "drive"],
)


@PATHS
def test_tree_by_smbprotocol(network, tmp_path, source, options):
    """A tree goes to the server and comes back as it was, and goes again."""
    back = tmp_path / "back"
    back.mkdir()
    san = SmbLive(network, tmp_path / "out", *options)
    put, room = san.do(["put_tree", str(source), "/"], ["room"])
    expected = describe_tree(source)
    assert put == len(expected)
    assert 0 < room["free"] < room["total"]
    got, names = san.do(["get_tree", "/", str(back)], ["names", "/many"])
    assert got == put
    assert names == sorted(path.name for path in (source / "many").iterdir())
    assert describe_tree(back) == expected
    gone = san.do(*[["remove_tree", f"/{path.name}"] for path in source.iterdir()], ["names", "/"])
    assert gone[-1] == []
    report = san.end()
    size = sum(path.stat().st_size for path in source.rglob("*") if path.is_file())
    assert report["write_bytes"] == report["read_bytes"] == size
    assert report["errors"] == 0
    assert report["calls"]["CREATE"] == report["calls"]["CLOSE"] > 2 * put
    assert "pdus" not in report and "stages_ms" not in report


@PATHS
def test_tree_by_smbclient(network, tmp_path, source, options):
    """A tree goes to the server and comes back as it was, is renamed, and is deleted."""
    back = tmp_path / "back"
    back.mkdir()
    san = SmbLive(network, tmp_path / "out", *options)
    san.smbclient("prompt", "recurse", f"lcd {source}", "mput *", "rename empty full")
    san.smbclient("prompt", "recurse", f"lcd {back}", "mget *", "rename full empty")
    (back / "full").rename(back / "empty")
    assert describe_tree(back, times=False) == describe_tree(source, times=False)
    listing = san.smbclient("recurse", "ls")
    for path in source.rglob("*"):
        size = path.stat().st_size if path.is_file() else r"\d+"
        kind = "A" if path.is_file() else "D"
        name = re.escape(path.name)
        assert re.search(rf"^  {name} +{kind} +{size}  ", listing, re.M), (path, listing)
    kept = san.smbclient("rmdir many", check=False)
    assert "NT_STATUS_DIRECTORY_NOT_EMPTY" in kept
    san.smbclient("deltree folder*", "cd many", "prompt", "del *", "cd ..", "rmdir many")
    san.smbclient("rmdir empty")
    assert san.do(["names", "/"]) == [[]]
    san.end()


@pytest.mark.parametrize("dialect", ["SMB2_02", "SMB2_10", "SMB3", "NT1"])
@pytest.mark.parametrize("user", ["-N", "-Uguest%", "-Usomeone%secret"])
def test_logins(network, tmp_path, user, dialect):
    """Anonymous, guest and anybody; a client that knows more, and one that begins with SMB1."""
    least = "NT1" if dialect == "NT1" else "SMB2_02"
    most = "SMB3" if dialect == "NT1" else dialect
    options = (f"--option=client min protocol={least}", f"--option=client max protocol={most}")
    (tmp_path / "file").write_bytes(random.Random(4).randbytes(300_000))
    san = SmbLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    commands = (f"lcd {tmp_path}", "put file", "get file back", "allinfo file", "volume")
    text = san.smbclient(*commands, user=user, options=options)
    assert (tmp_path / "back").read_bytes() == (tmp_path / "file").read_bytes()
    assert re.search(r"^stream: \[::\$DATA\], 300000 bytes$", text, re.M), text
    assert "BAD_NETWORK_NAME" in san.smbclient(
        "ls", share=f"//{SERVER}/other", user=user, options=options, check=False
    )
    san.end()


def test_what_names_and_attributes_are(network, tmp_path):
    """What a program asks a file system beside reading and writing, and what it is refused."""
    san = SmbLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    begin = time.time()
    steps = {
        "mkdir": ["mkdir", "/d"],
        "again": ["mkdir", "/d"],
        "write": ["write_text", "/d/f", "abc"],
        "exclusive": ["write_text", "/d/f", "abc", "x"],
        "append": ["write_text", "/d/f", "de", "a"],
        "appended": ["text", "/d/f"],
        "stat": ["stat", "/d/f"],
        "folder": ["is_folder", "/d"],
        "file": ["is_folder", "/d/f"],
        "cut": ["truncate", "/d/f", 2],
        "cut text": ["text", "/d/f"],
        "full": ["rmdir", "/d"],
        "no folder": ["rmdir", "/d/f"],
        "rename": ["rename", "/d/f", "/g"],
        "gone": ["stat", "/d/f"],
        "moved": ["text", "/g"],
        "other": ["write_text", "/h", "other"],
        "taken": ["rename", "/g", "/h"],
        "replace": ["replace", "/g", "/h"],
        "replaced": ["text", "/h"],
        "empty": ["write_text", "/h", ""],
        "emptied": ["stat", "/h"],
        "like": ["like", "/", "?"],
        "unlike": ["like", "/", "x*"],
        "below itself": ["rename", "/d", "/d/e"],
        "odd": ["write_text", "/a:b", "stream"],
        "long": ["mkdir", "/" + "n" * 256],
        "remove": ["remove", "/h"],
        "rmdir": ["rmdir", "/d"],
        "names": ["names", "/"],
        "share": ["share", "share"],
        "pipes": ["share", "IPC$"],
        "no share": ["share", "other"],
        "echo": ["echo"],
    }
    came = dict(zip(steps, san.do(*steps.values()), strict=True))
    refused_steps = ["again", "exclusive", "full", "no folder", "taken", "gone", "below itself"]
    for refused in [*refused_steps, "odd", "long", "no share"]:
        assert str(came[refused]).startswith("error: "), (refused, came[refused])
    assert came["appended"] == "abcde"
    assert came["stat"]["size"] == 5
    assert begin - 1 <= came["stat"]["mtime"] <= time.time() + 1
    assert came["folder"] is True and came["file"] is False
    assert came["cut text"] == "ab" == came["moved"] == came["replaced"]
    assert came["emptied"]["size"] == 0
    assert came["like"] == ["d", "h"]
    assert came["unlike"] == []
    assert came["remove"] == came["rmdir"] == came["share"] == came["pipes"] == 0
    assert came["names"] == []
    san.end()


def test_several_drives(network, tmp_path):
    """Each drive is a file system of its own, at a port that the line names."""
    options = ("--fileService=smb", "--device=ram", *FAST_PATH)
    san = SmbLive(network, tmp_path / "out", *options)
    san.wait_for(f"{SERVER}:448")
    urls = re.findall(r"^smb://([\d.]+):?(\d*)/share$", san.text(), re.M)
    assert [port for _, port in urls] == ["", "446", "447", "448"]
    for round_ in ("put", "get"):
        for number, (_, port) in enumerate(urls):
            local = tmp_path / f"drive {number}"
            local.write_text(f"drive {number}")
            place = ("-p", port or "445")
            lines = (
                (f"lcd {tmp_path}", f'{round_} "{local.name}" file')
                if round_ == "put"
                else (f"lcd {tmp_path}", f'get file "back {number}"')
            )
            san.smbclient(*lines, options=place)
    for number in range(4):
        assert (tmp_path / f"back {number}").read_text() == f"drive {number}"
    san.end()


def test_direct(network, tmp_path):
    """Without a path the server is at the device's own address."""
    server = "10.255.255.253"
    san = SmbLive(
        network, tmp_path / "out", *RAM, "--attach=direct", ready=f"smb://{server}/share\n"
    )
    done = san.do(["write_text", "/f", "near"], ["text", "/f"], server=server, dialect="2.0.2")
    assert done[1] == "near"
    san.end()


def test_capture(network, tmp_path, source):
    """tshark finds nothing wrong in sessions."""
    san = SmbLive(network, tmp_path / "out", *RAM, *FAST_PATH, "--pcap")
    san.smbclient("prompt", "recurse", f"lcd {source}", "mput *", "ls", "allinfo empty")
    san.do(["names", "/many"], ["room"], ["share", "IPC$"], ["stat", "/x"], ["echo"])
    san.end()
    capture = tmp_path / "out" / "san.pcap"
    assert count_packets(capture, "_ws.malformed") == 0
    assert count_packets(capture, "smb2.flags.response == 1") > 1000
    assert count_packets(capture, "ntlmssp.messagetype == 2") >= 2
    assert count_packets(capture, "tcp.checksum.status == 0") == 0
    assert count_packets(capture, "tcp.checksum.status == 1") > 1000


HEADER = b"\xfeSMB" + struct.pack("<HHIHHII", 64, 1, 0, 0, 1, 0, 0) + bytes(40)

#: Bytes that are no request, or none that a server has to like.
ODD = {
    "nothing": b"",
    "text": b"GET / HTTP/1.1\r\n\r\n",
    "huge": struct.pack("!I", 0x00FFFFFF) + bytes(1000),
    "kind": struct.pack("!I", 0x85000000) + bytes(1000),
    "empty": bytes(4) * 1000,
    "cut": struct.pack("!I", 100) + HEADER[:20],
    "half": struct.pack("!I", 30) + HEADER[:30],
    "zeros": struct.pack("!I", 0x1000) + bytes(0x1000),
    "ones": struct.pack("!I", 0x1000) + b"\xff" * 0x1000,
    "SMB1": struct.pack("!I", 40) + b"\xffSMB\x72" + bytes(35),
    "SMB1 other": struct.pack("!I", 40) + b"\xffSMB\x2e" + bytes(35),
}


def frame(message):
    return struct.pack("!I", len(message)) + message


def request(command, body, session=0, tree=0, following=0, flags=0, number=0):
    """Give a request of SMB 2."""
    header = b"\xfeSMB" + struct.pack("<HHIHHII", 64, 1, 0, command, 64, flags, following)
    return header + struct.pack("<QIIQ", number, 0, tree, session) + bytes(16) + body


class Raw:
    """A connection that sends what it likes."""

    def __init__(self, log_in=True):
        self.socket = socket.create_connection((SERVER, 445), timeout=20)
        self.session = self.tree = 0
        if log_in:
            self.log_in()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def log_in(self):
        self.ask(0, struct.pack("<HHHHI", 36, 1, 1, 0, 0) + bytes(24) + struct.pack("<H", 0x210))
        for kind in (1, 3):
            blob = b"NTLMSSP\0" + struct.pack("<I", kind) + bytes(60)
            setup = struct.pack("<HBBIIHHQ", 25, 0, 1, 0, 0, 88, len(blob), 0) + blob
            header = self.ask(1, setup)
            self.session = struct.unpack_from("<Q", header, 40)[0]
        name = f"\\\\{SERVER}\\share".encode("utf-16le")
        header = self.ask(3, struct.pack("<HHHH", 9, 0, 72, len(name)) + name)
        self.tree = struct.unpack_from("<I", header, 36)[0]

    def send(self, command, body, **keywords):
        self.socket.sendall(frame(request(command, body, self.session, self.tree, **keywords)))

    def take(self, size):
        """Give so many bytes, fewer if the connection was closed."""
        data = b""
        while len(data) < size and (piece := self.socket.recv(size - len(data))):
            data += piece
        return data

    def receive(self):
        """Give a message, nothing if the connection was closed."""
        mark = self.take(4)
        return self.take(struct.unpack("!I", mark)[0]) if len(mark) == 4 else b""

    def ask(self, command, body, **keywords):
        self.send(command, body, **keywords)
        return self.receive()

    def create(self, name, options=0):
        """Give a CREATE."""
        text = name.encode("utf-16le")
        body = (
            struct.pack(
                "<HBBIQQIIIIIHHII",
                57,
                0,
                0,
                2,
                0,
                0,
                0x1F01FF,
                0,
                7,
                3,
                options,
                120,
                len(text),
                0,
                0,
            )
            + text
        )
        return body

    def open(self, name, options=0):
        """Open a file; give its number."""
        return self.ask(5, self.create(name, options))[64 + 64 : 64 + 80]


def status_of(message):
    return struct.unpack_from("<I", message, 8)[0]


def hostile():
    """Send what no client sends; then requests without end of which no reply is read."""
    found = {}
    for data in ODD.values():
        with Raw(log_in=False) as client:
            client.socket.sendall(data)
    draw = random.Random(3)
    with Raw() as client:
        file = client.open("f")
    statuses = set()
    for command in range(22):
        for length in (0, 1, 8, 24, 60, 200, 4000):
            for begins in (b"", struct.pack("<H", 49), file):
                with Raw() as client:
                    noise = begins + draw.randbytes(length)
                    client.send(command, noise)
                    # Nothing is answered to CANCEL.
                    client.send(13, struct.pack("<HH", 4, 0), number=9)
                    while message := client.receive():
                        statuses.add(status_of(message))
                        if struct.unpack_from("<Q", message, 24)[0] == 9:
                            break
    found["statuses"] = sorted(statuses)
    with Raw() as client:
        # Chains: of no length, beyond the end, of too many, and on without a begin.
        for following in (8, 63, 72, 1 << 20, 0xFFFFFFF8):
            with Raw() as other:
                other.send(13, struct.pack("<HH", 4, 0) + bytes(4), following=following)
        chain = request(13, struct.pack("<HHI", 4, 0, 0), client.session, following=72)
        with Raw() as other:
            other.socket.sendall(frame(chain * 1000))
        client.socket.sendall(frame(chain * 10 + request(13, struct.pack("<HH", 4, 0))))
        found["chained"] = [status_of(client.receive()) for _ in range(11)]
        read = struct.pack("<HBBIQ", 49, 80, 0, 100, 0) + b"\xff" * 16 + bytes(17)
        lost = client.ask(8, read, flags=4)
        found["lost"] = status_of(lost)
        # More CANCELs than a connection may have requests are no reason to stop.
        for _ in range(3000):
            client.send(12, struct.pack("<HH", 4, 0))
        found["echo"] = status_of(client.ask(13, struct.pack("<HH", 4, 0)))
        # A folder is renamed above an open file, which is then asked about.
        folder, below = client.open("old", 1), client.open("old\\f")
        name = "new".encode("utf-16le")
        rename = struct.pack("<HBBIHHI", 33, 1, 10, 20 + len(name), 96, 0, 0) + folder
        rename += bytes(16) + struct.pack("<I", len(name)) + name
        query = struct.pack("<HBBIHHIII", 41, 1, 5, 100, 0, 0, 0, 0, 0) + below
        found["renamed"] = [status_of(client.ask(17, rename)), status_of(client.ask(16, query))]
        for file in (below, folder):
            client.ask(17, struct.pack("<HBBIHHI", 33, 1, 13, 1, 96, 0, 0) + file + b"\1")
            client.ask(6, struct.pack("<HHI", 24, 0, 0) + file)
        # An open file that is to be deleted goes with its connection.
        with Raw() as other:
            other.open("gone", 0x1000)
        found["up"] = status_of(client.ask(5, client.create("..\\up")))
        # Sessions and shares without end.
        blob = b"NTLMSSP\0" + struct.pack("<I", 1) + bytes(60)
        setup = struct.pack("<HBBIIHHQ", 25, 0, 1, 0, 0, 88, len(blob), 0) + blob
        name = f"\\\\{SERVER}\\share".encode("utf-16le")
        tree = struct.pack("<HHHH", 9, 0, 72, len(name)) + name
        found["trees"] = [status_of(client.ask(3, tree)) for _ in range(200)][-1]
        client.session = 0
        found["sessions"] = [status_of(client.ask(1, setup)) for _ in range(200)][-1]
    with Raw() as client:
        client.socket.settimeout(1)
        file = client.open("f")
        read = struct.pack("<HBBIQ", 49, 80, 0, 1 << 20, 0) + file + bytes(17)
        data = frame(request(8, read, client.session, client.tree)) * 1000
        sent = 0
        try:
            while sent < 100_000_000:
                sent += client.socket.send(data)
        except TimeoutError:
            pass
        found["sent"] = sent
    print(json.dumps(found))


def test_hostile_clients(network, tmp_path):
    """Nobody stops the server or fills its memory, and others are served meanwhile."""
    san = SmbLive(network, tmp_path / "out", *RAM, *FAST_PATH)
    text = "still here" * 100_000
    (tmp_path / "f").write_text(text)
    san.do(["put", str(tmp_path / "f"), "/f"], ["mkdir", "/many"])
    before = san.memory()
    found = json.loads(san.run(sys.executable, __file__))
    assert found["sent"] < 100_000_000, "the server takes requests without end"
    assert {0, 0xC000000D, 0xC00000BB, 0xC0000128} <= set(found["statuses"]), found["statuses"]
    assert found["chained"] == [0] * 11
    assert found["lost"] == 0xC0000128
    assert found["echo"] == 0
    assert found["up"] == 0xC0000033
    assert found["renamed"] == [0, 0]
    assert found["trees"] == found["sessions"] == 0xC000009A
    assert san.memory() - before < 300e6
    assert san.do(["names", "/"]) == [["f", "many"]]
    san.end()


if __name__ == "__main__":
    hostile()
