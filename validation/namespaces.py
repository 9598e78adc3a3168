# SPDX-License-Identifier: GPL-2.0-only
"""Programs in network namespaces of Linux."""


def inside(namespace, *words):
    """Give the command that runs a program in a namespace.

    ``ip netns exec`` would give it a mount namespace, too: a copy of all file systems of the
    machine, each of which then stays mounted until the program ends.

    :param namespace: its name, as ``ip netns add`` takes it
    :param words: the command line of the program
    :return: the command line
    """
    return ["nsenter", f"--net=/run/netns/{namespace}", *words]
