# SPDX-License-Identifier: GPL-2.0-only
"""Writes files one after the other, syncs each with its folder, and prints its name then."""

import os
import random
import sys


def contents(name):
    """Give the bytes of the file of this name."""
    source = random.Random(name)
    return source.randbytes(source.randrange(1, 50_000))


def main(prefix):
    folder = os.open(".", os.O_RDONLY)
    number = 0
    while True:
        name = f"{prefix}-{number}"
        file = os.open(name, os.O_CREAT | os.O_WRONLY)
        os.write(file, contents(name))
        os.fsync(file)
        os.fsync(folder)
        os.close(file)
        os.write(sys.stdout.fileno(), f"{name}\n".encode())
        number += 1


if __name__ == "__main__":
    main(sys.argv[1])
