# SPDX-License-Identifier: GPL-2.0-only
"""Builds the modules in a source tree of ns-3 and runs their suites: make contrib NS3=FOLDER.

The tree gets a link to this project, contrib/iscsi, in the place of a clone. Each profile is
configured and built in a folder of its own, contrib-<profile>/ in the tree. The exit status is 0
only if everything was built and every suite passed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 44)
#: The folder of this project in contrib/, by which ns-3 calls all modules.
NAME = "iscsi"


class UserError(Exception):
    """What a user gave and cannot be used, in one line."""


def check_tree(folder: Path) -> str:
    """Give the version of ns-3 in a source tree.

    :raises UserError: if there is no tree, or one that is too old
    """
    if not (folder / "ns3").is_file() or not (folder / "VERSION").is_file():
        raise UserError(f"{folder} is not a source tree of ns-3")
    version = (folder / "VERSION").read_text().strip()
    numbers = re.match(r"(\d+)\.(\d+)", version)
    if "dev" not in version and (not numbers or tuple(map(int, numbers.groups())) < OLDEST):
        raise UserError(f"ns-3 {version} in {folder} is too old: 3.44 or later is needed")
    return version


def link_project(folder: Path) -> None:
    """Put a link to this project into contrib/.

    :raises UserError: if something else is there
    """
    link = folder / "contrib" / NAME
    if link.is_symlink() and link.resolve() == ROOT:
        return
    if link.exists() or link.is_symlink():
        raise UserError(f"{link} is there already: move it away")
    link.symlink_to(ROOT, target_is_directory=True)


def build(folder: Path, profile: str) -> None:
    """Configure and build the modules in a profile of ns-3."""
    # Of headers that have moved since an earlier call, ns-3 would find the old place.
    shutil.rmtree(folder / f"contrib-{profile}" / "include", ignore_errors=True)
    configure = ["./ns3", "configure", f"--build-profile={profile}", f"--out=contrib-{profile}"]
    configure += ["--enable-tests", "--enable-examples", f"--enable-modules={NAME}"]
    # ns-3 has tests of its own for what these modules need.
    configure += [f"--filter-module-examples-and-tests={NAME}"]
    subprocess.run(configure, cwd=folder, check=True)
    subprocess.run(["./ns3", "build"], cwd=folder, check=True)


def test(folder: Path, profile: str) -> dict[str, bool]:
    """Run all suites of a profile, which are those of the modules, and say which passed."""
    runners = list((folder / f"contrib-{profile}/utils").glob("ns3*-test-runner*"))
    if len(runners) != 1:
        raise UserError(f"{folder}/contrib-{profile}/utils has {len(runners)} test runners")
    runner = runners[0]
    listing = subprocess.run([runner, "--list"], capture_output=True, text=True, check=True)

    def run(suite):
        command = [runner, f"--suite={suite}"]
        return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0

    names = listing.stdout.split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(run, names), strict=True))


def main(words=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a source tree of ns-3, 3.44 or later")
    parser.add_argument("--profile", action="append", choices=["debug", "release", "optimized"])
    options = parser.parse_args(words)
    folder = options.folder.resolve()
    try:
        version = check_tree(folder)
        link_project(folder)
        failures = 0
        for profile in options.profile or ["debug", "release"]:
            build(folder, profile)
            passed = test(folder, profile)
            failed = [name for name, good in passed.items() if not good]
            failures += len(failed)
            good = len(passed) - len(failed)
            print(f"ns-3 {version}, {profile}: {good} suites passed, {len(failed)} failed")
            for name in failed:
                print(f"  failed: {name}")
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(
            f"error: {' '.join(map(str, error.cmd))}: exit status {error.returncode}",
            file=sys.stderr,
        )
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
