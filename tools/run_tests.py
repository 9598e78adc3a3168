# SPDX-License-Identifier: GPL-2.0-only
"""Runs the C++ suites and the Python tests and ends with both totals.

Arguments go to pytest. The exit status is 0 only if both runners ran tests and all of them passed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The tools stand beside the interpreter, also where that is not in PATH.
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def run(command: list[str]) -> tuple[int, list[str]]:
    """Runs a command from the project's root and shows its output as it comes.

    Returns its exit status and its lines.
    """
    lines = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.strip())
    return process.returncode, lines


def last_line_with(lines: list[str], words: list[str]) -> str:
    """The last line that holds one of the words, or the last line, without the rule around it."""
    for line in reversed(lines):
        if any(word in line for word in words):
            return line.strip("= ")
    return lines[-1] if lines else "no output"


def main() -> int:
    jobs = str(os.cpu_count() or 2)
    suites, suite_lines = run(
        ["ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error", "-j", jobs]
    )
    # A file's tests stay together: many share what its first one made.
    parallel = ["-n", jobs, "--dist", "loadfile"]
    python, python_lines = run([sys.executable, "-m", "pytest", *parallel, *sys.argv[1:]])
    print()
    print("ctest: ", last_line_with(suite_lines, ["tests passed", "No tests"]))
    print("pytest:", last_line_with(python_lines, [" passed", " failed", " error", "no tests ran"]))
    return 1 if suites or python else 0


if __name__ == "__main__":
    sys.exit(main())
