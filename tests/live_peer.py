# SPDX-License-Identifier: GPL-2.0-only
"""The peer of a simulated host: makes a network in the namespace that it is run in, and talks.

    unshare -rn python live_peer.py '{"program": ..., "network": "tap", "actions": [["ping", 56]]}'

prints what came of each action, and what the host printed, as JSON.
"""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time

OWN, HOST, PORT = "192.0.2.1", "192.0.2.2", 5001
#: More than any step takes, in seconds.
PATIENCE = 30

NETWORKS = {
    "tap": ["tuntap add dev live0 mode tap"],
    "veth": ["link add live0 type veth peer name live1", "link set live1 up"],
}
OPTIONS = {"tap": "--tap=live0", "veth": "--interface=live1"}


def ip(words):
    """Run ip of iproute2."""
    subprocess.run(["ip", *words.split()], check=True, timeout=PATIENCE)


def make_network(kind):
    """Make a network with this address at the host's other end."""
    ip("link set lo up")
    for words in NETWORKS[kind]:
        ip(words)
    ip(f"address add {OWN}/24 dev live0")
    ip("link set live0 up")


def checksum(data):
    """Give the checksum of RFC 1071."""
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ping(size, count=3):
    """Send echo requests with even sizes of data; give how many were answered with the same."""
    answered = 0
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as icmp:
        icmp.settimeout(2)
        for number in range(count):
            rest = struct.pack("!HH", 77, number) + bytes(i & 255 for i in range(size))
            total = checksum(struct.pack("!BBH", 8, 0, 0) + rest)
            icmp.sendto(struct.pack("!BBH", 8, 0, total) + rest, (HOST, 0))
            try:
                answer = icmp.recv(70_000)
            except TimeoutError:
                continue
            # A raw socket gets it whatever its checksum is.
            is_good = checksum(answer[20:]) == 0
            answered += is_good and answer[20:22] == b"\0\0" and answer[24:] == rest
    return answered


def send(megabytes):
    """Send to the host; give seconds until it closed too, and the segment size that it allows."""
    data = bytes(1_000_000)
    with socket.create_connection((HOST, PORT), timeout=PATIENCE) as tcp:
        start = time.monotonic()
        size = tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG)
        for _ in range(megabytes):
            tcp.sendall(data)
        tcp.shutdown(socket.SHUT_WR)
        end = tcp.recv(1)
        return {"seconds": time.monotonic() - start, "segment": size, "end": end == b""}


class Listener:
    """Takes what the host sends."""

    def __init__(self):
        self.socket = socket.create_server((OWN, PORT))
        self.socket.settimeout(PATIENCE)

    def take(self):
        """Give bytes taken, whether all were zeros, and seconds."""
        tcp, _ = self.socket.accept()
        tcp.settimeout(PATIENCE)
        start, taken, zeros = time.monotonic(), 0, True
        while data := tcp.recv(1 << 18):
            taken += len(data)
            zeros = zeros and not any(data)
        tcp.close()
        return {"bytes": taken, "zeros": zeros, "seconds": time.monotonic() - start}


def main(wish):
    """Do what is wished."""
    make_network(wish["network"])
    for words in wish.get("ip", []):
        ip(words)
    listener = Listener()
    command = [wish["program"], OPTIONS[wish["network"]], f"--address={HOST}/24", *wish["options"]]
    host = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        ready = host.stdout.readline()
        functions = {"ping": ping, "send": send, "take": listener.take, "state": None}
        done = []
        for name, *arguments in wish["actions"]:
            if name == "state":
                os.kill(host.pid, signal.SIGUSR1)
                done.append(host.stdout.readline())
            else:
                done.append(functions[name](*arguments))
        host.send_signal(signal.SIGTERM)
        output, _ = host.communicate(timeout=PATIENCE)
    finally:
        host.kill()
    json.dump(
        {"ready": ready, "done": done, "status": host.returncode, "output": output}, sys.stdout
    )


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
