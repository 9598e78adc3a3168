# SPDX-License-Identifier: GPL-2.0-only
"""Runs a program that the user waits for, so that an interrupt keeps what it measured."""

import signal
import subprocess
import sys

from .processes import bound_to_parent


def run_in_foreground(command, environment):
    """Run a program to its end.

    It ends with this process, however that ends. Ctrl-C (KeyboardInterrupt) interrupts the program,
    which writes its results as far as it came; what it says of that goes to standard error, and the
    exception goes on. A second one ends the program at once.

    :param command: the program and its arguments
    :param environment: its environment
    :return: its exit status, and what it said on standard error
    """
    process = subprocess.Popen(
        [*bound_to_parent("TERM"), *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        # The terminal sends its signals to this process, which hands them on once.
        start_new_session=True,
    )
    try:
        said = process.communicate()[1]
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        sys.stderr.write(_end_of(process))
        raise
    except BaseException:
        process.kill()
        process.wait()
        raise
    return process.returncode, said


def _end_of(process):
    """Wait until an interrupted program has ended, and give what it said."""
    try:
        return process.communicate()[1]
    except BaseException:
        process.kill()
        process.wait()
        raise
