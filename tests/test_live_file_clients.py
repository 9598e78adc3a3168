# SPDX-License-Identifier: GPL-2.0-only
"""The simulated client of a file service at real file servers, in real time: nfs-ganesha, Samba."""

import contextlib
import hashlib
import os
import random
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest
from live_hosts import LiveNetwork, SanLive, alone, find, need

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
echo begun
mount -t tmpfs none /run && mkdir /run/ganesha || exit 1
{rpcbind} -w -f &
until [ -S /run/rpcbind.sock ]; do sleep 0.1; done
exec {ganesha} -F -f {configuration} -L {log} -p /run/ganesha/pid
"""

SMB_CONF = """
[global]
    server role = standalone server
    map to guest = Bad User
    guest account = nobody
    username map = {state}/users
    passdb backend = tdbsam:{state}/passdb.tdb
    private dir = {state}
    lock directory = {state}
    state directory = {state}
    cache directory = {state}
    pid directory = {state}
    ncalrpc dir = {state}/ncalrpc
    log file = {state}/log
    disable netbios = yes
    smb ports = 445
    load printers = no
    {more}
[files]
    path = {folder}
    read only = {read_only}
    guest ok = yes
    force user = root
[closed]
    path = {folder}
    read only = no
"""
USER = "alice"
PASSWORD = "secret/of\\alice \u00e4"


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

    def launch(self, script, *options):
        """Start it, with processes of its own, which end with it.

        :param script: the script
        :param options: further options of unshare
        """
        words = ("unshare", "--pid", "--fork", "--kill-child", *options, "sh", "-c", script)
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
    PORT = 2049
    MISSING = ("--share=/nowhere", "export /nowhere: NFS3ERR_")
    READ_ONLY = "MKDIR: NFS3ERR_ROFS"
    DIED = "no connection"

    def __init__(self, network, folder, is_read_only=False):
        need("ganesha.nfsd", "rpcbind")
        super().__init__(network, folder)
        configuration = folder / "ganesha.conf"
        access = "RO" if is_read_only else "RW"
        configuration.write_text(GANESHA.format(folder=self.folder, access=access))
        script = START.format(
            rpcbind=find("rpcbind"),
            ganesha=find("ganesha.nfsd"),
            configuration=configuration,
            log=folder / "ganesha.log",
        )
        # Its mounts are copies of all that there are: a disk of another test would live on in them.
        with alone():
            self.launch(script, "--mount")
            while "begun" not in self.log.read_text():
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.01)
        self.wait_for_port(2049)
        self.wait_for_port(20048)
        self.share = f"--share={self.folder}"


class Samba(Server):
    """Samba's smbd with a share for all, and one for a user."""

    WORDS = ("--fileService=smb", f"--user={USER}", f"--password={PASSWORD}")
    PORT = 445
    MISSING = ("--share=nowhere", "share nowhere: STATUS_BAD_NETWORK_NAME")
    READ_ONLY = "CREATE: STATUS_ACCESS_DENIED"
    DIED = "connection lost"

    def __init__(self, network, folder, is_read_only=False, more=""):
        need("smbd", "smbpasswd")
        super().__init__(network, folder)
        state = folder / "state"
        (state / "ncalrpc").mkdir(parents=True)
        (state / "users").write_text(f"root = {USER}\n")
        configuration = folder / "smb.conf"
        read_only = "yes" if is_read_only else "no"
        configuration.write_text(
            SMB_CONF.format(folder=self.folder, state=state, read_only=read_only, more=more)
        )
        subprocess.run(
            [find("smbpasswd"), "-c", configuration, "-L", "-a", "-s", "root"],
            input=f"{PASSWORD}\n{PASSWORD}\n",
            text=True,
            capture_output=True,
            check=True,
        )
        self.launch(f"exec {find('smbd')} -F -s {configuration}")
        self.wait_for_port(self.PORT)
        self.configuration = configuration
        self.share = "--share=files"

    def stop(self):
        """Stop all its processes, which answer no more."""
        for words in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if str(self.configuration) in words.read_text():
                    os.kill(int(words.parent.name), signal.SIGSTOP)


@pytest.fixture
def network():
    if os.geteuid() != 0:
        pytest.skip("servers of files run as root only")
    with LiveNetwork() as network:
        yield network


@pytest.fixture(params=(Ganesha, Samba))
def kind(request):
    return request.param


@pytest.fixture
def server(network, tmp_path, kind):
    return kind(network, tmp_path)


@pytest.fixture
def samba(network, tmp_path):
    return Samba(network, tmp_path)


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
    share, text = server.MISSING
    fail(start(network, tmp_path / "out", *server.WORDS, share, *COPY), text)


def test_no_server(network, tmp_path, server):
    server.kill()
    san = start(network, tmp_path / "out", *server.WORDS, server.share, *COPY)
    fail(san, f"{HOST}:{server.PORT}", "no connection")


def test_a_server_that_only_lets_read(network, tmp_path, kind):
    server = kind(network, tmp_path, is_read_only=True)
    (server.folder / "file").write_bytes(bytes(100_001))
    words = (*server.WORDS, server.share)
    report = start(network, tmp_path / "read", *words, *READ, "--prepared").finish()
    assert report["read_bytes"] == 100_001
    fail(start(network, tmp_path / "write", *words, *COPY), server.READ_ONLY)


def test_a_server_that_dies(network, tmp_path, server):
    options = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=1000000")
    san = start(network, tmp_path / "out", *server.WORDS, server.share, *options)
    end = time.monotonic() + 20
    while not (server.folder / "file").exists():
        assert time.monotonic() < end, san.text()
        time.sleep(0.1)
    time.sleep(0.5)
    server.kill()
    fail(san, f"{HOST}:{server.PORT}", server.DIED)


#: Start and duration, the process, and what it does.
TRACE = """
0.0 0.1 1 mkdir /d
0.1 0.1 1 open 3 /d/t create
0.2 0.1 1 pwrite 3 0 100000
0.3 0.1 1 pread 3 500 1000
0.4 0.1 1 fsync 3
0.5 0.1 1 close 3
0.6 0.1 1 rename /d/t /d/u
0.7 0.1 1 readdir /d
"""


def test_programs(network, tmp_path, server):
    """Bonnie++, and a trace of operations on files."""
    bonnie = ("--workload=bonnie", "--bonnieFileSize=4", "--bonnieSeeks=100", "--bonnieFiles=1")
    words = (*server.WORDS, server.share)
    report = start(network, tmp_path / "bonnie", *words, *bonnie).finish()
    assert report["errors"] == 0 and report["read_bytes"] > 0
    assert list(server.folder.iterdir()) == []
    trace = tmp_path / "trace.txt"
    trace.write_text(TRACE)
    report = start(
        network, tmp_path / "files", *words, "--workload=files", f"--fileTrace={trace}"
    ).finish()
    assert report["write_bytes"] == 100_000
    assert (server.folder / "d" / "u").stat().st_size == 100_000


def use_smbclient(network, *words):
    need("smbclient")
    network.run("smbclient", "-s", "/dev/null", *words)


def test_what_smbclient_sees(network, tmp_path, samba):
    """What the simulated client wrote smbclient reads, and the other way round."""
    login = (f"//{HOST}/closed", f"--user={USER}%{PASSWORD}")
    words = (*samba.WORDS, "--share=closed")
    start(network, tmp_path / "write", *words, *COPY).finish()
    copy = tmp_path / "copy"
    name = min(path.name for path in (samba.folder / "destination" / "d1").iterdir())
    use_smbclient(network, *login, "-c", f"get destination/d1/{name} {copy}")
    assert copy.read_bytes() == make_pattern(f"/source/d1/{name}", 70001)
    contents = random.Random(7).randbytes(1_000_001)
    copy.write_bytes(contents)
    use_smbclient(network, *login, "-c", f"put {copy} other")
    options = (
        "--workload=dd",
        "--ddBlockSize=100000",
        "--ddCount=1000",
        "--ns3::DdProgram::InputFile=other",
    )
    start(network, tmp_path / "read", *words, *options).finish()
    use_smbclient(network, *login, "-c", f"get file {copy}")
    assert sum_of(copy.read_bytes()) == sum_of(contents)


@pytest.mark.parametrize("user", [(), ("--user=bob",)], ids=["anonymous", "guest"])
def test_nobody_in_particular(network, tmp_path, samba, user):
    words = ("--fileService=smb", "--share=files", *user)
    report = start(network, tmp_path / "out", *words, *COPY).finish()
    assert report["errors"] == 0
    assert len(list((samba.folder / "destination" / "d2").iterdir())) == 40


LOGINS = {
    "a password": (
        ("--share=files", f"--user={USER}", "--password=other"),
        f"login of {USER} was refused: STATUS_LOGON_FAILURE",
    ),
    "a user": (
        ("--share=files", "--user=bob", "--password=other"),
        "login of bob was refused: the server takes the user as a guest only",
    ),
    "no user": (("--share=closed",), "share closed: STATUS_ACCESS_DENIED"),
    "pipes": (("--share=IPC$",), "share IPC$: it is none of files"),
}


def test_logins_that_are_wrong(network, tmp_path, samba):
    for number, (words, text) in enumerate(LOGINS.values()):
        fail(start(network, tmp_path / str(number), "--fileService=smb", *words, *COPY), text)


@pytest.mark.parametrize(
    "more", ["server signing = mandatory", "server max protocol = SMB2_02"], ids=["signed", "2.0.2"]
)
def test_what_a_server_wants(network, tmp_path, more):
    """All that is signed is taken by the server, and 2.0.2 has transfers of 64 KiB alone."""
    server = Samba(network, tmp_path, more=more)
    options = ("--smbReadSize=1048576", "--smbWriteSize=1048576", "--smbMultiplex=4")
    words = (*server.WORDS, server.share, *options)
    report = start(network, tmp_path / "out", *words, *COPY).finish()
    assert report["errors"] == 0
    for path in (server.folder / "destination" / "d0").iterdir():
        written = make_pattern(f"/source/d0/{path.name}", 70001)
        assert sum_of(path.read_bytes()) == sum_of(written), path


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ("server min protocol = SMB3_00", "NEGOTIATE: STATUS_NOT_SUPPORTED"),
        ("smb encrypt = required", "STATUS_ACCESS_DENIED"),
    ],
    ids=["SMB 3", "encryption"],
)
def test_what_a_server_wants_in_vain(network, tmp_path, more, text):
    server = Samba(network, tmp_path, more=more)
    fail(start(network, tmp_path / "out", *server.WORDS, server.share, *COPY), text)


def test_signatures_without_a_key(network, tmp_path):
    Samba(network, tmp_path, more="server signing = mandatory")
    words = ("--fileService=smb", "--share=files")
    fail(start(network, tmp_path / "out", *words, *COPY), "the server wants signatures")


BANNER = """
import socket
with socket.create_server(("", 445)) as server:
    while True:
        connection, _ = server.accept()
        connection.sendall(b"SSH-2.0-OpenSSH_9.2\\r\\n")
"""


def test_another_server(network, tmp_path):
    """What is at the port does not speak SMB."""
    network.start("python3", "-c", BANNER)
    words = ("--fileService=smb", "--share=files", "--ns3::FileServiceClient::ReconnectDelay=100ms")
    fail(start(network, tmp_path / "out", *words, *COPY), f"{HOST}:445", "no message")


def test_a_server_that_says_nothing(network, tmp_path, samba):
    """The server is stopped in the middle of a write."""
    options = ("--workload=dd", "--ddBlockSize=65536", "--ddCount=1000000")
    words = (*samba.WORDS, samba.share, "--ns3::SmbClient::ResponseTimeout=3s")
    san = start(network, tmp_path / "out", *words, *options)
    end = time.monotonic() + 20
    while not (samba.folder / "file").exists():
        assert time.monotonic() < end, san.text()
        time.sleep(0.1)
    samba.stop()
    fail(san, f"{HOST}:445", "no response for 3 s")


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
