# SPDX-License-Identifier: GPL-2.0-only
"""Network namespaces of Linux, and programs in them."""

import os
import subprocess
from contextlib import contextmanager


class NamespaceError(Exception):
    """What a program said that failed, in one line."""


@contextmanager
def namespace(kind, part):
    """Have a network namespace.

    :param kind: what this process is, in a word
    :param part: which of its namespaces
    :return: a context whose value is the name
    :raises NamespaceError: if it cannot be made
    """
    name = f"{kind}-{os.getpid()}-{part}"
    call("ip", "netns", "add", name)
    try:
        yield name
    finally:
        call("ip", "netns", "delete", name)


def inside(name, *words):
    """Give the command that runs a program in a namespace.

    ``ip netns exec`` would give it a mount namespace, too: a copy of all file systems of the
    machine, each of which then stays mounted until the program ends.

    :param name: of the namespace
    :param words: the command line of the program
    :return: the command line
    """
    return ["nsenter", f"--net=/run/netns/{name}", *words]


@contextmanager
def running(name, *words):
    """Have a program run in a namespace.

    :param name: of the namespace
    :param words: the command line of the program
    :return: a context whose value is the process, with a pipe for what it prints
    """
    process = subprocess.Popen(inside(name, *words), stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def set_ipv4(name, settings):
    """Set parameters of IPv4 and TCP of a namespace, which begins with those of the machine.

    A socket begins with its host's congestion control, and what began with BBR paces what it sends
    for ever, whatever it is told to use afterwards.

    :param name: of the namespace
    :param settings: values by name, such as "tcp_congestion_control"
    :raises NamespaceError: if the kernel does not take one
    """
    lines = [f"echo {value} > /proc/sys/net/ipv4/{one}" for one, value in settings.items()]
    call(*inside(name, "sh", "-ec", "\n".join(lines)))


def call(*words, text=None):
    """Run a program.

    :param words: its command line
    :param text: what it reads
    :return: what it prints
    :raises NamespaceError: if it fails
    """
    done = subprocess.run(words, capture_output=True, text=True, check=False, input=text)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise NamespaceError(f"{' '.join(words[:6])}: {said[-1]}")
    return done.stdout
