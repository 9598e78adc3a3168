# SPDX-License-Identifier: GPL-2.0-only
"""Runs the suites that a mutant can change, the nearest and fastest first, until one notices."""

import contextlib
import ctypes
import json
import math
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from .build import BuildError

#: A suite may take so many times as long on a mutant before it counts as hung, and no less than
#: so many seconds of the processor.
PATIENCE = 8
LEAST_LIMIT = 20
#: As long by the clock as this times what it may take of the processor: others may use that, too.
IDLE = 10
#: What a mutant may take of the machine: an endless loop stops here.
MOST_MEMORY = 4 << 30
MOST_OUTPUT = 1 << 30

C_LIBRARY = ctypes.CDLL(None)
#: Of Linux: the signal that a process gets when its parent ends.
PR_SET_PDEATHSIG = 1


@dataclass
class Outcome:
    """How a command ended: `passed`, `failed`, `crashed` or `hung`; seconds of the processor."""

    how: str
    seconds: float
    output: str


def confine(limit: float) -> None:
    """Limits of the process that runs a mutant, which ends with this one at the latest."""
    C_LIBRARY.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def wait(process: subprocess.Popen, limit: float) -> tuple[int | None, float]:
    """Wait for a process: its status, None if it took longer than the limit, and its seconds."""
    stop = threading.Timer(limit * IDLE, lambda: os.killpg(process.pid, signal.SIGKILL))
    stop.start()
    _, status, used = os.wait4(process.pid, 0)
    hung = not stop.is_alive()
    stop.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if hung or process.returncode == -signal.SIGXCPU:
        return None, used.ru_utime + used.ru_stime
    return process.returncode, used.ru_utime + used.ru_stime


def run_confined(command: list[str], root: Path, libraries: Path | None, limit: float) -> Outcome:
    """Run a command with the libraries of a mutant in front, within seconds of the processor."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        environment = {**os.environ, "TMPDIR": folder, "TMP": folder, "TEMP": folder}
        if libraries:
            environment["LD_LIBRARY_PATH"] = str(libraries)
        output = Path(folder) / "output"
        with output.open("w") as file:
            process = subprocess.Popen(
                command,
                cwd=root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: confine(limit),
            )
        try:
            status, seconds = wait(process, limit)
        finally:
            # With all that it has started.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        how = {None: "hung", 0: "passed"}.get(status, "crashed" if (status or 0) < 0 else "failed")
        return Outcome(how, seconds, output.read_text(errors="replace"))


def modules_using(root: Path) -> dict[str, set[str]]:
    """For each module, itself and all modules that link it, directly or not."""
    links = {
        lists.parent.name: set(re.findall(r"\$\{lib([\w-]+)\}", lists.read_text()))
        for lists in root.glob("src/*/CMakeLists.txt")
    }
    using = {module: {module} for module in links}
    for _ in links:
        for module, linked in links.items():
            for users in using.values():
                if linked & users:
                    users.add(module)
    return using


class Suites:
    """The suites of the build, where they are defined and how long they take.

    None that takes more than `longest` seconds is run; with `own` only those of a mutant's module.
    """

    def __init__(self, root: Path, build: Path, times: Path, longest: float, own: bool):
        self.longest = longest
        self.own = own
        self.root = root
        self.runner = build / "bin/ns3-iscsi-test-runner"
        self.times = times
        # Of the processor; of those in `longer` it is only known that they take longer.
        known = json.loads(times.read_text()) if times.exists() else {}
        self.seconds: dict[str, float] = known.get("seconds", {})
        self.longer: dict[str, float] = known.get("longer", {})
        self.lock = threading.Lock()
        self.using = modules_using(root)
        listing = subprocess.run(
            [self.runner, "--print-test-name-list"], capture_output=True, text=True, check=True
        )
        names = set(listing.stdout.split())
        self.defined = {
            name: path.relative_to(root)
            for path in root.glob("src/*/test/**/*.cc")
            for name in re.findall(r'"([\w-]+)"', path.read_text())
            if name in names and "TestSuite" in path.read_text()
        }
        if lost := names - self.defined.keys():
            raise BuildError(f"no source defines the suites {', '.join(sorted(lost))}")

    def order(self, source: Path) -> list[str]:
        """The suites that a source can change: of its folder, of its module, then of those that use
        it; the fast ones first."""
        module = source.parts[1]
        part = source.parts[3]

        def key(name: str) -> tuple:
            parts = self.defined[name].parts
            nearness = (parts[1] != module) + (parts[1] != module or part not in parts)
            return nearness, self.seconds.get(name, 1), name

        users = {module} if self.own else self.using[module]
        names = (n for n, path in self.defined.items() if path.parts[1] in users)
        return sorted((n for n in names if not self.is_longer(n)), key=key)

    def is_longer(self, name: str) -> bool:
        """Whether it is known that a suite takes longer than any may."""
        return self.seconds.get(name, self.longer.get(name, 0)) > self.longest

    def run(self, name: str, limit: float, libraries: Path | None = None) -> Outcome:
        """Run a suite, with all its cases, on a mutant's libraries or as it is."""
        command = [str(self.runner), f"--suite={name}", "--fullness=TAKES_FOREVER", "--verbose"]
        return run_confined(command, self.root, libraries, limit)

    def measure(self, name: str) -> None:
        """Run a suite once without a mutant, if that has not been done: how long it takes."""
        if name in self.seconds:
            return
        limit = min(self.longest + 1, 3600)
        outcome = self.run(name, limit)
        if outcome.how not in ("passed", "hung"):
            raise BuildError(f"the suite {name} {outcome.how} without any mutant; mend it first")
        with self.lock:
            known = self.seconds if outcome.how == "passed" else self.longer
            known[name] = round(outcome.seconds, 2) if outcome.how == "passed" else limit
            self.times.parent.mkdir(parents=True, exist_ok=True)
            both = {"seconds": self.seconds, "longer": self.longer}
            self.times.write_text(json.dumps(both, indent=0, sort_keys=True))

    def try_on(self, source: Path, libraries: Path) -> tuple[str, Outcome | None]:
        """Run suites on a mutant of a source until one does not pass.

        @return that suite and how it ended, or an empty name and None
        """
        for name in self.order(source):
            self.measure(name)
            if self.is_longer(name):
                continue
            outcome = self.run(name, max(LEAST_LIMIT, PATIENCE * self.seconds[name]), libraries)
            if outcome.how != "passed":
                return name, outcome
        return "", None
