# SPDX-License-Identifier: GPL-2.0-only
"""A load of requests on this machine's TCP: what S2's initiator and target send, without iSCSI.

python kernel_load.py target ADDRESS CONTROL
python kernel_load.py initiator ADDRESS CONTROL JSON

CONTROL is the kernel's congestion control, such as cubic.

The target serves until it is killed, and answers requests in the order of their numbers, as iSCSI
does with commands of a session. The initiator issues requests for some time, several of them under
way, on connections in turn, and prints a line of JSON. The end that sends data samples the
congestion windows of its connections. Nothing but Python's own library is needed.
"""

import json
import queue
import socket
import statistics
import struct
import sys
import threading
import time
from pathlib import Path

PORT = 5001
#: Of a command, and of a response beside its data: its number, bytes to write, bytes to read, and
#: what fills up the length of an iSCSI header.
HEADER = struct.Struct("!III36x")
#: Time between two samples of congestion windows, s.
SAMPLE_S = 0.01
#: Places in TCP_INFO (linux/tcp.h): smoothed round trip, us; congestion window and all
#: retransmissions, segments.
RTT, CWND, RETRANSMISSIONS = 68, 80, 100
#: What a network namespace counts in netstat, by the name of its figure.
COUNTERS = {"timeouts": "TCPTimeouts", "recoveries": "TCPSackRecovery"}
#: Handshakes by which the round trip is measured.
HANDSHAKES = 21
#: Number of the command by which the target is asked for what it has sampled.
REPORT = 2**32 - 1


def receive(connection, count):
    """Give the next bytes of a connection.

    :raises EOFError: at its end
    """
    parts = []
    while count:
        part = connection.recv(min(count, 2**18))
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def counters():
    """Give the COUNTERS of this network namespace until now."""
    with Path("/proc/net/netstat").open() as file:
        names, values = (line.split() for line in file if line.startswith("TcpExt:"))
    found = dict(zip(names, values, strict=True))
    return {name: int(found[counter]) for name, counter in COUNTERS.items()}


def set_up(connection, control):
    """Let a connection send at once, with a congestion control."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, control.encode())


class Sampler:
    """Samples the congestion windows and round trips of connections until it is told to end.

    :param connections: the list, to which others may be added
    """

    def __init__(self, connections):
        self._connections = connections
        self._windows, self._rtts = [], []
        self._before = counters()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._is_over.wait(SAMPLE_S):
            infos = self._infos()
            self._windows.append(sum(self._values(infos, CWND)))
            self._rtts.append(statistics.fmean(self._values(infos, RTT)))

    def _infos(self):
        return [
            one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256) for one in self._connections
        ]

    @staticmethod
    def _values(infos, place):
        return [struct.unpack_from("=I", info, place)[0] for info in infos]

    def end(self):
        """Give the means of the windows' sums and of round trips, and what was counted."""
        self._is_over.set()
        self._thread.join()
        after = counters()
        return {
            "window_sum_mean": statistics.fmean(self._windows or [0]),
            "rtt_mean_ms": statistics.fmean(self._rtts or [0]) / 1e3,
            "retransmissions": sum(self._values(self._infos(), RETRANSMISSIONS)),
            **{name: after[name] - self._before[name] for name in COUNTERS},
        }


class Target:
    """Serves one initiator.

    :param address: where it listens
    :param control: congestion control
    """

    def __init__(self, address, control):
        self._control = control
        self._listener = socket.create_server((address, PORT))
        self._connections = []
        self._sampler = None
        self._lock = threading.Lock()
        self._arrived, self._next = {}, 0

    def serve(self):
        """Serve until the process is killed."""
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        set_up(connection, self._control)
        answers = queue.SimpleQueue()
        threading.Thread(target=self._answer, args=(connection, answers), daemon=True).start()
        while True:
            try:
                header = receive(connection, HEADER.size)
            except EOFError:
                return
            number, written, read = HEADER.unpack(header)
            if number == REPORT:
                connection.sendall(json.dumps(self._sampler.end()).encode())
                connection.close()
                return
            if connection not in self._connections:
                self._connections.append(connection)
                self._sampler = self._sampler or Sampler(self._connections)
            receive(connection, written)
            self._deliver(number, answers, header + bytes(read))

    def _deliver(self, number, answers, answer):
        """Answer a request, and those behind it that waited for it."""
        with self._lock:
            self._arrived[number] = (answers, answer)
            while self._next in self._arrived:
                ready, answer = self._arrived.pop(self._next)
                ready.put(answer)
                self._next += 1

    def _answer(self, connection, answers):
        while True:
            connection.sendall(answers.get())


class Initiator:
    """Issues requests.

    :param address: of the target
    :param control: congestion control
    :param wish: ``connections``, ``outstanding`` requests, their ``size``, ``operation``, write or
        read, and ``seconds``
    """

    def __init__(self, address, control, wish):
        self._address, self._control, self._wish = address, control, wish
        size, is_write = wish["size"], wish["operation"] == "write"
        self._written, self._read = (size, 0) if is_write else (0, size)
        self._slots = threading.Semaphore(wish["outstanding"])
        self._begun, self._times = {}, []

    def run(self):
        """Give MB/s, times in ms, and the figures of the end that sends."""
        round_trip = self._measure()
        connections = [self._connect() for _ in range(self._wish["connections"])]
        sampler = Sampler(connections)
        start = time.monotonic()
        queues = [self._start(one) for one in connections]
        number = 0
        while time.monotonic() < start + self._wish["seconds"]:
            self._slots.acquire()
            self._begun[number] = time.monotonic()
            queues[number % len(queues)].put(number)
            number += 1
        # All are answered once nothing is under way.
        for _ in range(self._wish["outstanding"]):
            self._slots.acquire()
        seconds = time.monotonic() - start
        figures = sampler.end()
        times = sorted(1e3 * one for one in self._times)
        return {
            "mb_per_s": number * self._wish["size"] / seconds / 1e6,
            "handshake_ms": 1e3 * round_trip,
            "turnaround_mean_ms": statistics.fmean(times),
            "turnaround_median_ms": statistics.median(times),
            "turnaround_p99_ms": times[len(times) * 99 // 100],
            **(figures if self._written else self._ask()),
        }

    def _measure(self):
        """Give the median time of handshakes, which kernels alone have a part in, s."""
        times = []
        for _ in range(HANDSHAKES):
            with socket.socket() as trial:
                begin = time.perf_counter()
                trial.connect((self._address, PORT))
                times.append(time.perf_counter() - begin)
        return statistics.median(times)

    def _connect(self):
        connection = socket.create_connection((self._address, PORT))
        set_up(connection, self._control)
        return connection

    def _start(self, connection):
        numbers = queue.SimpleQueue()
        for function, argument in ((self._send, numbers), (self._collect, None)):
            threading.Thread(target=function, args=(connection, argument), daemon=True).start()
        return numbers

    def _send(self, connection, numbers):
        while True:
            header = HEADER.pack(numbers.get(), self._written, self._read)
            connection.sendall(header + bytes(self._written))

    def _collect(self, connection, _):
        while True:
            number, *_ = HEADER.unpack(receive(connection, HEADER.size))
            receive(connection, self._read)
            self._times.append(time.monotonic() - self._begun.pop(number))
            self._slots.release()

    def _ask(self):
        """Give the figures of the target."""
        with self._connect() as connection:
            connection.sendall(HEADER.pack(REPORT, 0, 0))
            return json.loads(b"".join(iter(lambda: connection.recv(4096), b"")))


def main():
    """Run the command line."""
    role, address, control, *rest = sys.argv[1:]
    if role == "target":
        Target(address, control).serve()
    else:
        print(json.dumps(Initiator(address, control, json.loads(*rest)).run()))


if __name__ == "__main__":
    main()
