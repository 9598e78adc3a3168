# SPDX-License-Identifier: GPL-2.0-only
"""Programs that run beside this process: with limits, and no longer than it lives."""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import threading

_running = set()
_lock = threading.Lock()


def run(command, log, *, timeout=None, processor=None, memory=None, environment=None):
    """Run a program until it ends.

    :param command: the program and its arguments
    :param log: the path to which its output goes, both standard output and error
    :param timeout: seconds after which it is killed, None for never
    :param processor: most seconds of processor time, whole ones; SIGXCPU follows. None for any
    :param memory: most bytes of memory, None for any
    :param environment: variables for the program beside those of the process
    :return: its exit status, negative for the number of a signal; None if its time was up
    """
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*bound_to_parent(), *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the driver, which then ends its programs in an orderly way.
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        limits = {resource.RLIMIT_CPU: processor, resource.RLIMIT_AS: memory}
        return _await(process, timeout, limits)


def stop_running():
    """End all programs of this process that run."""
    with _lock:
        for process in _running:
            process.terminate()


def bound_to_parent(name="KILL"):
    """Give words before a command that let the program end with this process.

    A signal comes when the parent dies; a parent that is dead already is known by its number.

    :param name: the signal's name, without SIG
    """
    if sys.platform != "linux" or not shutil.which("setpriv"):
        return []
    only_if_there = '[ "$PPID" = "$0" ] && exec "$@"'
    return ["setpriv", "--pdeathsig", name, "sh", "-c", only_if_there, str(os.getpid())]


def _await(process, timeout, limits):
    """Wait for a process; give its status, or None if it took too long."""
    with _lock:
        _running.add(process)
    try:
        for kind, most in limits.items():
            # From outside: code between fork and exec is not safe in a process with threads.
            with contextlib.suppress(ProcessLookupError):
                if most:
                    # At the hard limit of processor time SIGKILL comes, and says less.
                    hard = most + 10 * (kind == resource.RLIMIT_CPU)
                    resource.prlimit(process.pid, kind, (most, hard))
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        with _lock:
            _running.discard(process)
