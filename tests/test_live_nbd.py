# SPDX-License-Identifier: GPL-2.0-only
"""Real clients of network block devices at simulated disks: libnbd's tools and QEMU's."""

import csv
import filecmp
import json
import os
import random
import re
import signal
import socket
import stat
import struct
import subprocess
import time

import pytest
from live_hosts import Host, SanLive, need
from ns3_iscsi.build_info import program

RAM = ("--device=ram", "--drives=1")
DRIVE = ("--drives=1", "--drive=Cheetah9LPFC")
#: A path that takes no time worth speaking of.
FAST_PATH = ("--delay=0s", "--linkRate=10Gbps")
#: What comes before the name of an export and the socket.
READY = "nbd+unix:///"

REQUEST, SIMPLE_REPLY = 0x25609513, 0x67446698
READ, WRITE, DISC, FLUSH = range(4)
BLOCK = 512


class NbdLive(SanLive):
    """The program san-live with a server of network block devices."""

    def __init__(self, host, folder, *options, name="disk.socket"):
        self.socket = folder / name
        super().__init__(host, folder, f"--nbd={self.socket}", *options, wait=False)
        self.wait_for(READY)

    def uri(self, name="0"):
        """Give the URI of an export, as it was printed."""
        return re.search(rf"^{re.escape(READY + name)}\?socket=\S+", self.text(), re.M)[0]

    def run(self, *command, check=True, timeout=60):
        """Run a client."""
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, timeout=timeout
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done

    def qemu(self, *commands, check=True):
        """Let QEMU read and write the first export; give what it prints."""
        words = [word for command in commands for word in ("-c", command)]
        done = self.run("qemu-io", "-f", "raw", *words, self.uri(), check=check)
        return done.stdout + done.stderr


class Client:
    """A client that says what it likes."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(str(path))

    def receive(self, count):
        """Give so many bytes that came."""
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            assert more, "the server closed the connection"
            data += more
        return data

    def choose(self, name=b""):
        """Use an export, without structured replies; give its size."""
        self.receive(18)
        option = struct.pack("!I8sII", 3, b"IHAVEOPT", 1, len(name))
        self.socket.sendall(option + name)
        return struct.unpack("!QH", self.receive(10))[0]

    def send(self, command, offset=0, length=0, data=b"", cookie=1, count=1):
        """Send a request, once or several times."""
        head = struct.pack("!IHHQQI", REQUEST, 0, command, cookie, offset, length)
        self.socket.sendall((head + data) * count)

    def answer(self):
        """Give the error of the next reply, and its cookie."""
        magic, error, cookie = struct.unpack("!IIQ", self.receive(16))
        assert magic == SIMPLE_REPLY
        return error, cookie

    def ask(self, command, offset=0, length=0, data=b""):
        """Send a request, and give its error and what was read."""
        self.send(command, offset, length, data)
        error, _ = self.answer()
        return error, self.receive(length) if command == READ and not error else b""

    def is_closed(self):
        """Tell whether the server closes the connection, whatever it sends before."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        except TimeoutError:
            return False
        return True


@pytest.fixture
def host():
    with Host() as host:
        yield host


def wait_for_block(client):
    """Read block 0 until that does not fail any more."""
    end = time.monotonic() + 30
    while (answer := client.ask(READ, 0, BLOCK))[0] == 5:
        assert time.monotonic() < end, "the drive does not come back"
        time.sleep(0.2)
    return answer[1]


def write_image(path, size, seed=1):
    path.write_bytes(random.Random(seed).randbytes(size))
    return path


def test_what_the_clients_of_libnbd_see(host, tmp_path):
    need("nbdinfo")
    san = NbdLive(host, tmp_path, *DRIVE, "--targets=2", "--usedLuns=1", "--identity=a1")
    listed = json.loads(san.run("nbdinfo", "--list", "--json", san.uri()).stdout)
    names = [one["export-name"] for one in listed["exports"]]
    assert names == ["0", "1"]
    assert [one["description"] for one in listed["exports"]] == [
        "target 0, LUN 0, identity a1",
        "target 1, LUN 0, identity a1",
    ]
    seen = json.loads(san.run("nbdinfo", "--json", san.uri("1")).stdout)
    assert seen["protocol"] == "newstyle-fixed"
    assert seen["structured"] is True
    (disk,) = seen["exports"]
    # The drive has 17783240 blocks.
    assert disk["export-size"] == 17783240 * BLOCK
    assert (disk["block_size_minimum"], disk["block_size_preferred"]) == (BLOCK, 4096)
    assert disk["block_size_maximum"] == 32 << 20
    able = {name for name, value in disk.items() if value is True}
    assert {"is_rotational", "can_flush", "can_fua", "can_zero", "can_multi_conn"} <= able
    assert not able & {"is_read_only", "can_trim", "can_cache"}
    missing = san.run("nbdinfo", san.uri().replace("///0", "///2"), check=False)
    assert missing.returncode == 1
    assert "for export: 2" in missing.stderr
    report = san.end()
    assert report["sessions"] == 0
    assert "device" not in report


@pytest.mark.parametrize(
    "options",
    [
        (*RAM, *FAST_PATH),
        (*RAM, "--delay=1ms", "--links=2", "--multipath=round-robin"),
        ("--gateway=true", "--loops=1", "--drives=1", "--drive=Cheetah9LPFC", *FAST_PATH),
    ],
    ids=["memory", "multipath", "gateway and loop"],
)
def test_contents_come_back(host, tmp_path, options):
    need("nbdcopy", "qemu-img")
    image = write_image(tmp_path / "image", 8 << 20)
    san = NbdLive(host, tmp_path, *options)
    san.run("nbdcopy", image, san.uri())
    for copy, command in {
        "nbdcopy": ("nbdcopy", "--request-size=65536", san.uri()),
        "qemu": ("qemu-img", "dd", "-f", "raw", "-O", "raw", "bs=1M", "count=8"),
    }.items():
        back = tmp_path / copy
        if copy == "qemu":
            san.run(*command, f"if={san.uri()}", f"of={back}")
        else:
            # All of the disk is much: only what was written.
            san.run("sh", "-c", f"nbdcopy '{san.uri()}' - | head -c {8 << 20} > {back}")
        assert filecmp.cmp(image, back, shallow=False), copy
    report = san.end()
    assert report["errors"] == 0
    assert report["write_bytes"] == 8 << 20
    assert report["read_bytes"] >= 16 << 20


def test_what_qemu_writes_and_flushes(host, tmp_path):
    need("qemu-io")
    san = NbdLive(host, tmp_path, *DRIVE, *FAST_PATH)
    said = san.qemu(
        "write -P 0x5a 1M 64k",
        "write -f -P 0x5b 2M 4k",
        "write -z 1028k 8k",
        "flush",
        "read -P 0x5a 1M 4k",
        "read -P 0 1028k 8k",
        "read -P 0x5a 1036k 28k",
        "read -P 0x5b 2M 4k",
    )
    assert "verification failed" not in said
    # A real comparison: another pattern does not match.
    assert "verification failed" in san.qemu("read -P 0x5c 2M 4k", check=False)
    report = san.end()
    assert report["errors"] == 0
    # The FLUSH, and another as the client goes away.
    assert report["flushes"] == report["flush_latency"]["count"] >= 1
    # The same is said in the end.
    assert f"{report['writes']:,} writes (" in san.text()
    assert f"{report['flushes']:,} flushes, {report['others']:,} others, 0 errors\n" in san.text()
    assert re.search(r"^reads and writes: mean \d+\.\d+ ms, p50 .*, p99 .*, max ", san.text(), re.M)
    assert re.search(r"^flushes: mean \d+\.\d+ ms, p50 ", san.text(), re.M)
    assert re.search(r"^lag of events: mean \d+\.\d+ ms, p50 ", san.text(), re.M)


def test_zeros_and_trims_do_not_cross_the_path(host, tmp_path):
    """16 MiB at 10 Mb/s are 13 s; a command with one block of zeros takes none of it."""
    need("qemu-io", "nbdinfo")
    san = NbdLive(host, tmp_path, *RAM, "--linkRate=10Mbps", "--delay=1ms")
    assert json.loads(san.run("nbdinfo", "--json", san.uri()).stdout)["exports"][0]["can_trim"]
    begin = time.monotonic()
    said = san.qemu(
        "write -P 0x11 1M 64k",
        "write -z -u 0 16M",
        "read -P 0 1M 64k",
        "write -P 0x12 1M 64k",
        "discard 0 16M",
        "read -P 0 1M 64k",
    )
    assert "failed" not in said
    assert time.monotonic() - begin < 3
    assert san.end()["errors"] == 0


def test_the_whole_path_is_simulated(host, tmp_path):
    """A read takes two one-way delays of 20 ms, and what the drive needs."""
    san = NbdLive(host, tmp_path, *DRIVE, "--delay=20ms", "--pcap=true", "--snaplen=0")
    client = Client(san.socket)
    assert client.choose() == 17783240 * BLOCK
    begin = time.monotonic()
    assert client.ask(READ, 0, 4096) == (0, bytes(4096))
    assert time.monotonic() - begin > 0.04
    client.send(DISC)
    assert client.is_closed()
    report = san.end()
    assert report["reads"] == 1
    assert 40 < report["latency"]["mean_ms"] < 100
    assert sum(report["stages_ms"].values()) == pytest.approx(report["latency"]["mean_ms"])
    assert report["pdus"]["SCSI Command"] > 0
    assert (tmp_path / "san.pcap").stat().st_size > 5000


def test_many_requests_on_many_connections(host, tmp_path):
    """All are under way at once: 4 connections, 16 reads each, 50 ms there and back."""
    san = NbdLive(host, tmp_path, *RAM, "--delay=25ms", "--unitQueueDepth=128")
    clients = [Client(san.socket) for _ in range(4)]
    for client in clients:
        client.choose()
    begin = time.monotonic()
    for client in clients:
        for cookie in range(16):
            client.send(READ, cookie * BLOCK, BLOCK, cookie=cookie)
    for client in clients:
        cookies = []
        for _ in range(16):
            error, cookie = client.answer()
            assert (error, client.receive(BLOCK)) == (0, bytes(BLOCK))
            cookies.append(cookie)
        assert sorted(cookies) == list(range(16))
    assert time.monotonic() - begin < 1
    # A flush on one connection is for what others wrote.
    assert clients[0].ask(WRITE, 0, BLOCK, b"a" * BLOCK)[0] == 0
    assert clients[1].ask(FLUSH)[0] == 0
    assert clients[1].ask(READ, 0, BLOCK) == (0, b"a" * BLOCK)
    assert san.end()["reads"] == 65


def test_faults_are_errors_and_pass(host, tmp_path):
    san = NbdLive(host, tmp_path, *DRIVE, "--delay=0s")
    client = Client(san.socket)
    client.choose()
    data = b"kept" * (BLOCK // 4)
    assert client.ask(WRITE, 0, BLOCK, data)[0] == 0
    assert client.ask(FLUSH)[0] == 0
    san.command("pull-drive 0")
    assert client.ask(READ, 0, BLOCK)[0] == 5
    san.command("return-drive 0")
    assert wait_for_block(client) == data
    san.command("slow-path 50ms")
    begin = time.monotonic()
    assert client.ask(READ, 0, BLOCK)[0] == 0
    assert time.monotonic() - begin > 0.1
    assert san.end()["errors"] == 1


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("fault", ["reset-connections", "restart-target 500ms", "pull-cable 12s"])
def test_lost_sessions_are_made_again(host, tmp_path, fault, level):
    """A host logs in again and repeats what was on its way, as open-iscsi does for 120 s."""
    if "cable" in fault and not os.environ.get("LIVE_LONG"):
        pytest.skip("LIVE_LONG=1 runs what takes long")
    options = ("--linkType=ethernet",) if "cable" in fault else ()
    options += (f"--errorRecoveryLevel={level}", "--defaultTime2Wait=0")
    san = NbdLive(host, tmp_path, *RAM, "--delay=200ms", *options)
    client = Client(san.socket)
    client.socket.settimeout(100)
    client.choose()
    begin = time.monotonic()
    for cookie in range(16):
        client.send(WRITE, cookie * BLOCK, BLOCK, bytes([cookie]) * BLOCK, cookie=cookie)
    # They arrive at the target after 200 ms.
    time.sleep(0.05)
    san.command(fault)
    answers = sorted(client.answer() for _ in range(16))
    assert answers == [(0, cookie) for cookie in range(16)]
    # A connection, a login and the writes again take a round trip each.
    assert time.monotonic() - begin > 1.2
    assert client.ask(READ, 3 * BLOCK, BLOCK) == (0, b"\x03" * BLOCK)
    report = san.end()
    assert (report["writes"], report["errors"]) == (16, 0)


def test_clients_that_do_no_good_stop_nobody(host, tmp_path):
    san = NbdLive(host, tmp_path, *RAM, "--delay=1ms")
    good = Client(san.socket)
    size = good.choose()
    before = san.memory()
    for garbage in (b"", b"\xff" * 4, b"GET / HTTP/1.1\r\n\r\n", bytes(100)):
        bad = Client(san.socket)
        bad.socket.sendall(garbage)
        bad.socket.shutdown(socket.SHUT_WR)
        assert bad.is_closed(), garbage
    liar = Client(san.socket)
    liar.choose()
    # Data that never come, of a write that is too long, and requests that are wrong.
    liar.send(READ, size, BLOCK)
    assert liar.answer()[0] == 22
    liar.send(WRITE, 0, 33 << 20, bytes(33 << 20))
    assert liar.answer()[0] == 22
    liar.send(77)
    assert liar.answer()[0] == 22
    liar.send(WRITE, 0, 32 << 20, bytes(1000))
    # Reads of 4 GiB that nobody takes.
    deaf = Client(san.socket)
    deaf.choose()
    deaf.send(READ, 0, 32 << 20, count=128)
    time.sleep(2)
    assert good.ask(WRITE, BLOCK, BLOCK, b"g" * BLOCK)[0] == 0
    assert good.ask(READ, BLOCK, BLOCK) == (0, b"g" * BLOCK)
    # 32 MiB of replies, and once more as much where they come from.
    assert san.memory() - before < 256 << 20
    deaf.socket.close()
    liar.socket.close()
    time.sleep(0.5)
    assert good.ask(READ, BLOCK, BLOCK) == (0, b"g" * BLOCK)
    san.end()


def test_a_client_that_dies_in_the_middle(host, tmp_path):
    san = NbdLive(host, tmp_path, *DRIVE, "--delay=20ms")
    for _ in range(20):
        client = Client(san.socket)
        client.choose()
        client.send(READ, 0, 1 << 20)
        client.send(WRITE, 0, BLOCK, b"x" * BLOCK)
        client.send(WRITE, 0, 1 << 20, b"x" * 1000)
        client.socket.close()
    client = Client(san.socket)
    client.choose()
    assert client.ask(FLUSH)[0] == 0
    assert client.ask(READ, 0, BLOCK) == (0, b"x" * BLOCK)
    san.end()


def test_read_only_disks(host, tmp_path):
    san = NbdLive(host, tmp_path, *RAM, "--readOnly=true", *FAST_PATH)
    client = Client(san.socket)
    client.choose()
    assert client.ask(WRITE, 0, BLOCK, bytes(BLOCK))[0] == 1
    assert client.ask(READ, 0, BLOCK)[0] == 0
    san.end()


def test_the_end_answers_what_was_asked_for(host, tmp_path):
    san = NbdLive(host, tmp_path, *RAM, "--delay=100ms")
    client = Client(san.socket)
    client.choose()
    client.send(READ, 0, BLOCK)
    time.sleep(0.05)
    san.process.send_signal(signal.SIGTERM)
    assert client.answer()[0] == 0
    client.receive(BLOCK)
    assert client.is_closed()
    assert san.finish()["reads"] == 1
    assert not san.socket.exists()


def test_the_socket_is_of_one_server(host, tmp_path):
    first = NbdLive(host, tmp_path / "one", *RAM)
    assert stat.S_IMODE(first.socket.stat().st_mode) == 0o600

    def error(path):
        done = subprocess.run(
            [program("san-live"), f"--nbd={path}", *RAM, f"--output={tmp_path / 'two'}"],
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert done.returncode == 1
        return done.stderr

    assert error(first.socket) == f"error: nbd: {first.socket}: is in use by another server\n"
    plain = tmp_path / "plain"
    plain.write_text("text")
    assert error(plain) == f"error: nbd: {plain}: is there, but it is no socket\n"
    assert plain.read_text() == "text"
    missing = tmp_path / "missing" / "socket"
    assert error(missing) == f"error: nbd: {missing}: cannot be made: No such file or directory\n"
    # What a killed server leaves is no obstacle.
    first.process.kill()
    first.process.wait()
    assert first.socket.exists()
    again = NbdLive(host, tmp_path / "one", *RAM)
    assert Client(again.socket).choose() > 0
    again.end()
    assert not first.socket.exists()


@pytest.mark.parametrize(
    "option",
    [
        "--tap=tap1",
        "--interface=veth0",
        "--descriptor=3",
        "--address=192.0.2.1/24",
        "--attach=direct",
        "--workload=closed",
        "--queueDepth=2",
        "--portal=192.0.2.1",
        "--lun=1",
    ],
)
def test_options_of_a_real_network_are_refused(tmp_path, option):
    done = subprocess.run(
        [program("san-live"), f"--nbd={tmp_path / 'socket'}", option],
        capture_output=True,
        text=True,
        timeout=20,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    name = option[2 : option.index("=")]
    assert done.stderr.startswith(f"error: {name}: ")
    assert " needs " in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_flash_drives_say_what_they_did(host, tmp_path):
    """As in summary.json of iscsi-san."""
    live = NbdLive(host, tmp_path, "--device=ssd", "--drives=1", "--drive=850EVO", *FAST_PATH)
    client = Client(live.socket)
    client.choose()
    # 32 units of 4096 bytes, and one of them again.
    data = bytes(range(256)) * 512
    assert client.ask(WRITE, 1 << 20, data=data, length=len(data)) == (0, b"")
    assert client.ask(FLUSH) == (0, b"")
    assert client.ask(WRITE, 1 << 20, data=data[:4096], length=4096) == (0, b"")
    assert client.ask(FLUSH) == (0, b"")
    client.send(DISC)
    flash = live.end()["flash"]
    assert (flash["drives"], flash["host_bytes"]) == (1, 33 * 4096)
    # Stripes have 8 units, and the second FLUSH fills the fifth.
    assert (flash["programmed_bytes"], flash["empty_bytes"]) == (40 * 4096, 7 * 4096)
    assert flash["write_amplification"] == round(40 / 33, 6)


def test_use_of_loops(host, tmp_path):
    """As that of iscsi-san: a loop of a gateway is used while its drive reads, and not before."""
    options = ("--gateway", "--loops=1", *DRIVE, "--loopUse", "--loopUseInterval=100ms")
    live = NbdLive(host, tmp_path, *options, *FAST_PATH)
    client = Client(live.socket)
    client.choose()
    assert client.ask(READ, 0, 1 << 20)[0] == 0
    client.send(DISC)
    live.end()
    with (tmp_path / "loop-use-0-0.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    used = sum(float(row["share"]) * float(row["interval_s"]) for row in rows)
    # At 1.0625 Gb/s and ten bits for each byte, 1 MiB takes 9.87 ms at least.
    assert 9.87e-3 <= used < 30e-3


def test_disks_have_no_flash(host, tmp_path):
    assert "flash" not in NbdLive(host, tmp_path, *RAM).end()


def test_results_have_standard_output_for_themselves(tmp_path):
    """With --json what is said before the end is on standard error."""
    command = [program("san-live"), f"--nbd={tmp_path / 'disk.socket'}", *RAM, "--json"]
    with subprocess.Popen(
        [*command, "--profile=wan", "--control=-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as server:
        out, said = server.communicate("help\nstatus\nend\n", timeout=60)
    assert server.returncode == 0, said
    assert out == (tmp_path / "out/san-live/live.json").read_text()
    assert json.loads(out)["errors"] == 0
    assert "profile wan: " in said
    assert "shut down gracefully" in said
    assert "done: status\n" in said
