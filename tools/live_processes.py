# SPDX-License-Identifier: GPL-2.0-only
"""Processes that do not outlive who started them, and waiting in which no signal is lost."""

import contextlib
import ctypes
import os
import shlex
import signal
import subprocess
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

#: Time between two looks at what is waited for, s.
STEP = 0.005


class StepError(Exception):
    """A reason to stop that the user can do something about, in one line."""


class Stopped(Exception):
    """A signal came."""

    def __init__(self, number):
        super().__init__(signal.strsignal(number))
        self.number = number


def prctl(option, value):
    """Set a property of this process."""
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


class Waiter:
    """Sleeps and waits for processes; a signal that came meanwhile is raised as Stopped.

    The signals are blocked, so that none interrupts a step between its effect and the note of how
    to undo it. Once it is ending, a signal shortens all further waiting instead.
    """

    def __init__(self, signals=()):
        """Block these signals, or none.

        :param signals: numbers of signals that stop what is waited for
        """
        self.signals = frozenset(signals)
        blocked = self.signals | {signal.SIGCHLD} if signals else ()
        self.mask = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
        self.is_ending = False
        self.was_stopped = False
        self.hurries = False

    def sleep(self, seconds):
        if not self.signals:
            time.sleep(seconds)
            return
        if came := signal.sigtimedwait(self.signals, seconds):
            self._take(came)

    def until(self, condition, seconds):
        """Wait until a condition holds, and give whether it does."""
        end = time.monotonic() + seconds
        while not condition():
            if self.hurries or time.monotonic() > end:
                return False
            self.sleep(STEP)
        return True

    def wait_for(self, process):
        """Wait for a program of the user, and give its status.

        An interrupt from the keyboard goes to the program as well, which is to decide.
        """
        while process.poll() is None:
            came = signal.sigtimedwait(self.signals | {signal.SIGCHLD}, 0.5)
            if came is None or came.si_signo == signal.SIGCHLD:
                continue
            if came.si_signo == signal.SIGINT and came.si_code > 0:
                continue
            self._take(came)
        return process.returncode

    def run(self, *command):
        """Run a system program and give what it prints; StepError if it fails."""
        process = self.start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            # What these programs print fits into a pipe.
            while process.poll() is None:
                self.sleep(STEP)
        except Stopped:
            process.kill()
            raise
        text = process.stdout.read().strip()
        if process.returncode:
            reason = (text or f"exit status {process.returncode}").splitlines()[-1]
            raise StepError(f"{shlex.join(map(str, command))}: {reason}")
        return text

    def start(self, command, dies_by=signal.SIGKILL, session=True, **keywords):
        """Start a program that gets a signal if this process dies.

        :param session: whether it is out of reach of the keyboard's signals
        """

        def prepare():
            prctl(PR_SET_PDEATHSIG, dies_by)
            signal.pthread_sigmask(signal.SIG_SETMASK, self.mask)

        keywords.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.Popen(
            list(map(str, command)), preexec_fn=prepare, start_new_session=session, **keywords
        )

    def end(self, process, *signals, seconds=5):
        """End a process by one signal after the other, and at last by SIGKILL."""
        for number in (*signals, signal.SIGKILL):
            if process.poll() is not None:
                return
            process.send_signal(number)
            self.until(lambda: process.poll() is not None, seconds)

    def _take(self, came):
        self.was_stopped = True
        if not self.is_ending:
            raise Stopped(came.si_signo)
        self.hurries = True


def children_of(parent):
    """Give the numbers of the processes that a process has as children."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(file.read_text().rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(file.parent.name))
    return found


def descendants_of(parents):
    """Give the numbers of the processes that these processes have started, and so on."""
    found = list(parents)
    for process in found:
        found.extend(children_of(process))
    return found


def end_children(keep, waiter):
    """End what a program has left running, all children but those to keep, and give the rest.

    What waits for a disk without being interruptible remains.
    """
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
        rest = [child for child in children_of(os.getpid()) if child not in keep]
        for process in descendants_of(rest):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        waiter.until(lambda rest=rest: are_reaped(rest), 1)
    return [child for child in children_of(os.getpid()) if child not in keep]


def are_reaped(children):
    """Tell whether these children have ended; what they leave behind is taken."""
    return all(_is_reaped(child) for child in children)


def _is_reaped(process):
    with contextlib.suppress(ChildProcessError):
        return os.waitpid(process, os.WNOHANG)[0] == process
    return True
