# SPDX-License-Identifier: GPL-2.0-only
"""Builds a mutant: compiles one changed source and links its module's library anew, elsewhere.

Sources and build stay as they are. Whatever runs with the mutant's folder in LD_LIBRARY_PATH loads
its library in place of the build's.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path


class BuildError(Exception):
    """The build as it is serves no mutants; the text says why."""


class MutantBuilder:
    """Compiles and links mutants with the commands of a build."""

    def __init__(self, root: Path, build: Path):
        self.root = root
        self.build = build
        self.environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        database = build / "compile_commands.json"
        if not database.exists():
            raise BuildError(f"{database}: no such file; `make build` makes it")
        self.commands = {one["file"]: one["command"] for one in json.loads(database.read_text())}
        #: The batch that a source is compiled in, and the line of the batch that includes it.
        self.batches = {}
        for file in map(Path, self.commands):
            if file.parent.name == "Unity":
                for line in re.findall(r'^#include ".+"$', file.read_text(), re.MULTILINE):
                    self.batches[str(root / line.split('"')[1])] = file, line

    def ninja(self, *arguments: str) -> list[str]:
        """The lines that ninja prints."""
        return subprocess.run(
            ["ninja", "-C", str(self.build), *arguments],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.splitlines()

    def renew(self, target: str, jobs: int) -> None:
        """Build a target as far as it is older than its sources: a mutant would differ twice."""
        command = ["ninja", "-C", str(self.build), f"-j{jobs}", target]
        if subprocess.run(command, env=self.environment, check=False, stdout=sys.stderr).returncode:
            raise BuildError(f"{self.build}: {target} cannot be built without a mutant")

    def find_link(self, made: str) -> tuple[str, str]:
        """The library that an object goes into, and the command that links it."""
        lines = [line.strip() for line in self.ninja("-t", "query", made)]
        library = next(line for line in lines if line.endswith(".so"))
        return library, self.ninja("-t", "commands", "-s", library)[-1]

    def make(self, source: Path, text: bytes, folder: Path) -> str:
        """Build a source, a path below the root, with another text.

        @return an empty text, or what the compiler said if it refused
        """
        mutant, changed = folder / source.name, folder / (source.name + ".o")
        mutant.write_bytes(text)
        compiled = str(self.root / source)
        if compiled in self.batches:
            batch, line = self.batches[compiled]
            compiled = str(batch)
            other = batch.read_text().replace(line, f'#include "{mutant}"')
            mutant = folder / (source.name + ".batch.cc")
            mutant.write_text(other)
        words = shlex.split(self.commands[compiled])
        made = words[words.index("-o") + 1]
        words[words.index("-o") + 1] = str(changed)
        words[words.index(compiled)] = str(mutant)
        # Headers beside the source are found as if it were still there.
        words += ["-iquote", str((self.root / source).parent), "-w"]
        refusal = self.run(words)
        if refusal:
            return refusal
        library, link = self.find_link(made)
        link = link.replace(f" {made} ", f" {shlex.quote(str(changed))} ")
        link = link.replace(
            f"-o {library} ", f"-o {shlex.quote(str(folder / Path(library).name))} "
        )
        return self.run(["sh", "-c", link])

    def run(self, words: list[str]) -> str:
        """Run a command of the build; what it said if it failed."""
        done = subprocess.run(
            words, cwd=self.build, env=self.environment, capture_output=True, text=True, check=False
        )
        return "" if done.returncode == 0 else done.stderr or f"exit status {done.returncode}"
