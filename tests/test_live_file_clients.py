# SPDX-License-Identifier: GPL-2.0-only
"""The simulated client of a file service at real file servers, in real time: nfs-ganesha."""

import hashlib
import os
import random
import struct
import subprocess
import time

import pytest
from live_hosts import LiveNetwork, SanLive, find, need

HOST = "10.255.255.254"
DIRECT = ("--role=initiator", "--attach=direct", f"--portal={HOST}")
MASK = (1 << 64) - 1
FACTOR = 0x9E3779B97F4A7C15

GANESHA = """
NFS_Core_Param {{
    Protocols = 3; NFS_Port = 2049; MNT_Port = 20048;
    Enable_NLM = false; Enable_RQUOTA = false; Enable_UDP = false;
}}
NFS_KRB5 {{ Active_krb5 = false; }}
EXPORT {{
    Export_Id = 1; Path = {folder}; Pseudo = /files; Access_Type = {access};
    Squash = No_Root_Squash; SecType = sys; Protocols = 3; Transports = TCP;
    FSAL {{ Name = VFS; }}
}}
"""

#: Its port mapper, and folders of its own for what both keep while they run.
START = """
mount -t tmpfs none /run && mkdir /run/ganesha || exit 1
{rpcbind} -w -f &
until [ -S /run/rpcbind.sock ]; do sleep 0.1; done
exec {ganesha} -F -f {configuration} -L {log} -p /run/ganesha/pid
"""


def make_pattern(path, size):
    """Give the contents that programs write, as FilePattern makes them."""
    seed = len(path)
    for letter in path.encode():
        seed = (seed ^ letter) * FACTOR & MASK
        seed ^= seed >> 32
    words = ((seed + number + 1) * FACTOR & MASK for number in range(size // 8 + 1))
    return b"".join(struct.pack("<Q", word) for word in words)[:size]


def sum_of(data):
    return hashlib.sha256(data).hexdigest()


class Server:
    """A real file server of a folder, in a namespace."""

    def __init__(self, network, folder):
        self.network = network
        self.folder = folder / "files"
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.log = folder / "server.log"

    def launch(self, script):
        """Start it, with processes and mounts of its own, which end with it."""
        words = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script)
        with self.log.open("w") as log:
            self.process = self.network.start(*words, stdout=log, stderr=subprocess.STDOUT)

    def wait_for_port(self, port):
        end = time.monotonic() + 30
        while f":{port} " not in self.network.run("ss", "-ltn").stdout:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.1)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Ganesha(Server):
    """nfs-ganesha with one export."""

    WORDS = ("--fileService=nfs",)

    def __init__(self, network, folder, access="RW"):
        super().__init__(network, folder)
        configuration = folder / "ganesha.conf"
        configuration.write_text(GANESHA.format(folder=self.folder, access=access))
        self.launch(
            START.format(
                rpcbind=find("rpcbind"),
                ganesha=find("ganesha.nfsd"),
                configuration=configuration,
                log=folder / "ganesha.log",
            )
        )
        self.wait_for_port(2049)
        self.wait_for_port(20048)
        self.share = f"--share={self.folder}"


@pytest.fixture
def network():
    need("ganesha.nfsd", "rpcbind")
    if os.geteuid() != 0:
        pytest.skip("nfs-ganesha runs as root only")
    with LiveNetwork() as network:
        yield network


@pytest.fixture
def server(network, tmp_path):
    return Ganesha(network, tmp_path)


def start(network, folder, *options):
    return SanLive(network, folder, *DIRECT, *options, wait=False)


def fail(san, *texts):
    """Give the only line that says why it failed."""
    assert san.process.wait(60) == 1, san.text()
    lines = [line for line in san.text().splitlines() if line.startswith(("error:", "warning:"))]
    assert len(lines) == 1 and lines[0].startswith("error: "), san.text()
    for text in texts:
        assert text in lines[0]


COPY = (
    "--workload=copy",
    "--copyDirectories=3",
    "--copyFilesPerDirectory=40",
    "--copyFileSize=ns3::ConstantRandomVariable[Constant=70001]",
)


def test_a_tree(network, tmp_path, server):
    """A tree is made and copied; the server has both, byte for byte."""
    report = start(network, tmp_path / "out", *server.WORDS, server.share, *COPY).finish()
    assert report["errors"] == 0
    assert report["read_bytes"] == 120 * 70001
    assert report["write_bytes"] == 2 * 120 * 70001
    for tree in ("source", "destination"):
        names = sorted(path.name for path in (server.folder / tree).iterdir())
        assert names == ["d0", "d1", "d2"]
        for folder in names:
            files = list((server.folder / tree / folder).iterdir())
            assert len(files) == 40
            for path in files:
                written = make_pattern(f"/source/{folder}/{path.name}", 70001)
                assert sum_of(path.read_bytes()) == sum_of(written), path


def test_zeros(network, tmp_path, server):
    options = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=160", "--ddConv=fsync")
    report = start(network, tmp_path / "out", *server.WORDS, server.share, *options).finish()
    assert report["write_bytes"] == 160 * 65536
    assert report["flushes"] >= 1
    assert sum_of((server.folder / "file").read_bytes()) == sum_of(bytes(160 * 65536))


def test_postmark(network, tmp_path, server):
    """Files are made, read, appended to and removed; nothing of them stays."""
    options = ("--workload=postmark", "--postmarkNumber=60", "--postmarkTransactions=200")
    report = start(network, tmp_path / "out", *server.WORDS, server.share, *options).finish()
    assert report["errors"] == 0
    assert report["reads"] > 0 and report["writes"] > 0
    assert list(server.folder.iterdir()) == []


def test_a_file_of_the_host(network, tmp_path, server):
    """What the host put there is read, and written to another file."""
    contents = random.Random(5).randbytes(3_000_003)
    (server.folder / "hosts").write_bytes(contents)
    options = (
        "--workload=dd",
        "--ddBlockSize=65536",
        "--ddCount=1000",
        "--ns3::DdProgram::InputFile=hosts",
    )
    report = start(network, tmp_path / "out", *server.WORDS, server.share, *options).finish()
    assert report["read_bytes"] == report["write_bytes"] == len(contents)
    assert sum_of((server.folder / "file").read_bytes()) == sum_of(contents)


READ = ("--workload=dd", "--ddOperation=read", "--ddBlockSize=4096", "--ddCount=1000")


def test_a_file_that_is_there(network, tmp_path, server):
    (server.folder / "file").write_bytes(bytes(100_001))
    words = (*server.WORDS, server.share, *READ, "--prepared")
    report = start(network, tmp_path / "out", *words).finish()
    assert report["read_bytes"] == 100_001
    assert report["writes"] == 0


def test_a_file_that_is_missing(network, tmp_path, server):
    words = (*server.WORDS, server.share, *READ, "--prepared")
    fail(start(network, tmp_path / "out", *words), "operations that failed: 1 (ENOENT)")


def test_no_such_share(network, tmp_path, server):
    san = start(network, tmp_path / "out", *server.WORDS, "--share=/nowhere", *COPY)
    fail(san, "export /nowhere: NFS3ERR_")


def test_no_server(network, tmp_path, server):
    server.kill()
    san = start(network, tmp_path / "out", *server.WORDS, server.share, *COPY)
    fail(san, f"{HOST}:2049", "no connection")


def test_a_server_that_only_lets_read(network, tmp_path):
    server = Ganesha(network, tmp_path, access="RO")
    san = start(network, tmp_path / "out", *server.WORDS, server.share, *COPY)
    fail(san, "MKDIR: NFS3ERR_ROFS")


def test_a_server_that_dies(network, tmp_path, server):
    options = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=1000000")
    san = start(network, tmp_path / "out", *server.WORDS, server.share, *options)
    end = time.monotonic() + 20
    while not (server.folder / "file").exists():
        assert time.monotonic() < end, san.text()
        time.sleep(0.1)
    time.sleep(0.5)
    server.kill()
    fail(san, f"{HOST}:2049", "no connection")


def test_beyond_a_path(tmp_path):
    """The real server stands for target 0, 20 ms away, and its port mapper is asked."""
    need("ganesha.nfsd", "rpcbind")
    if os.geteuid() != 0:
        pytest.skip("nfs-ganesha runs as root only")
    with LiveNetwork("--host=10.0.0.2") as network:
        server = Ganesha(network, tmp_path)
        words = ("--role=initiator", "--delay=20ms", *server.WORDS, server.share)
        load = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=16", "--ddConv=fsync")
        report = SanLive(network, tmp_path / "out", *words, *load, wait=False).finish()
        assert report["flush_latency"]["max_ms"] >= 40
        assert sum_of((server.folder / "file").read_bytes()) == sum_of(bytes(16 * 65536))
