# SPDX-License-Identifier: GPL-2.0-only
"""Tries small wrong changes of the sources on the tests: what no test notices is not tested.

tools/mutate.py random     random changes of one operator each, until interrupted or done
tools/mutate.py again      the survivors among these once more
tools/mutate.py report     what became of them
tools/mutate.py listed     the mutants of tests/mutants.toml, which must be found
doc/mutation.rst explains them.
"""

import argparse
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutation import listed, records
from mutation.build import BuildError, MutantBuilder
from mutation.suites import Outcome, Suites, run_confined

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "out/mutation/random.jsonl"
LISTED = ROOT / "tests/mutants.toml"
VERDICTS = ROOT / "tests/mutant-verdicts.toml"
PAGE = ROOT / "doc/mutation.rst"
RUNNER = "ns3-iscsi-test-runner"
FINDING = r"seed (?P<seed>\d+): found by (?P<checker>[\w -]+)"


class Workshop:
    """What builds mutants and tries them."""

    def __init__(self, arguments: argparse.Namespace):
        self.builder = MutantBuilder(ROOT, arguments.build)
        self.builder.renew(arguments.target, arguments.jobs)
        self.command = shlex.split(arguments.command or "")
        if not self.command:
            times = ROOT / "out/mutation/suites.json"
            self.suites = Suites(ROOT, arguments.build, times, arguments.longest, arguments.own)
        self.limit = arguments.limit

    def try_text(self, source: Path, text: str) -> tuple[str, str, Outcome | None]:
        """Build a source with another text and run the suites, or the command, on it.

        @return what became of it, what noticed it, and how that ended
        """
        with tempfile.TemporaryDirectory(prefix="mutant-") as name:
            folder = Path(name)
            if self.builder.make(source, text.encode(), folder):
                return records.REFUSED, "", None
            if self.command:
                found, outcome = self.run_command(folder)
            else:
                found, outcome = self.suites.try_on(source, folder)
            return (records.KILLED if found else records.SURVIVED), found, outcome

    def run_command(self, folder: Path) -> tuple[str, Outcome]:
        command = [word.replace("{folder}", str(folder)) for word in self.command]
        outcome = run_confined(command, ROOT, folder, self.limit)
        return ("" if outcome.how == "passed" else self.command[0]), outcome


def current_commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def try_record(workshop: Workshop, record: records.Record, text: str) -> None:
    """Try a random mutant and note what became of it."""
    start = time.monotonic()
    record.outcome, record.by, outcome = workshop.try_text(Path(record.file), text)
    record.how = outcome.how if outcome else ""
    record.seconds = round(time.monotonic() - start, 1)
    records.append(RESULTS, record)
    said = f"{record.outcome} by {record.by}, {record.how}" if record.by else record.outcome
    print(
        f"{record.seed}/{record.number} {record.diff()}\n    {said} ({record.seconds} s)",
        flush=True,
    )


def draw_record(draw, seed: int, number: int, commit: str) -> tuple[records.Record, str]:
    path, edit = draw.get(seed, number)
    source = (ROOT / path).read_bytes()
    start, end = (len(source[:place].decode()) for place in (edit.start, edit.end))
    lines = records.changed_lines(source.decode(), start, end, edit.text)
    record = records.Record(
        seed, number, commit, path.as_posix(), lines[0], edit.operator, *lines[1:]
    )
    return record, edit.apply(source).decode()


def run_random(arguments: argparse.Namespace) -> int:
    from mutation.edits import Draw

    workshop = Workshop(arguments)
    draw = Draw(ROOT, arguments.only)
    if not draw.edits:
        raise BuildError(f"no source of a model matches {arguments.only}")
    known = records.read(RESULTS)
    commit = current_commit()
    numbers = range(arguments.first, arguments.first + arguments.count)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        tried = [
            pool.submit(try_record, workshop, *draw_record(draw, arguments.seed, number, commit))
            for number in numbers
            if (arguments.seed, number) not in known
        ]
        for one in tried:
            one.result()
    return 0


def run_again(arguments: argparse.Namespace) -> int:
    workshop = Workshop(arguments)
    verdicts = records.read_verdicts(VERDICTS)
    for record in records.read(RESULTS).values():
        if record.outcome != records.SURVIVED or records.find_verdict(record, verdicts):
            continue
        if not Path(record.file).match(arguments.only) and arguments.only not in record.file:
            continue
        text = record.apply((ROOT / record.file).read_text())
        if text is None:
            print(f"{record.file}:{record.line}: no longer there")
            continue
        record.commit = current_commit()
        try_record(workshop, record, text)
    return 0


def run_report(_: argparse.Namespace) -> int:
    found = sorted(records.read(RESULTS).values(), key=lambda record: record.key)
    print(records.report(found, records.read_verdicts(VERDICTS)))
    return 0


def try_listed(workshop: Workshop, mutant: listed.ListedMutant, finding: str) -> tuple[str, bool]:
    """Try a mutant of the list: what the table says of it, and whether it was found."""
    text = mutant.apply((ROOT / mutant.file).read_text())
    became, found, outcome = workshop.try_text(Path(mutant.file), text)
    if became == records.REFUSED:
        raise BuildError(f"the mutant {mutant.name} does not compile")
    if not found:
        return listed.NOT_FOUND, False
    if workshop.command:
        return listed.describe_finding(finding, outcome.output, outcome.how), True
    return found if outcome.how == "failed" else f"{found} ({outcome.how})", True


def run_listed(arguments: argparse.Namespace) -> int:
    mutants = listed.read_listed(LISTED)
    names = [mutant.name for mutant in mutants]
    if unknown := set(arguments.names) - set(names):
        raise BuildError(f"no mutant of {LISTED} is named {', '.join(sorted(unknown))}")
    workshop = Workshop(arguments)
    column = "campaign" if workshop.command else "suite"
    missed = 0
    for mutant in mutants:
        rows = listed.read_table(PAGE.read_text())
        before = getattr(rows.get(mutant.name, listed.Row()), column)
        if arguments.names and mutant.name not in arguments.names:
            continue
        if arguments.resume and before not in (listed.NOT_TRIED, listed.NOT_FOUND):
            continue
        said, found = try_listed(workshop, mutant, arguments.finding)
        missed += not found
        print(f"{mutant.name}: {said}", flush=True)
        listed.renew(rows, mutant.name, column, said)
        PAGE.write_text(listed.write_table(PAGE.read_text(), mutants, rows))
    return 1 if missed else 0


def add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="the build to change")
    parser.add_argument(
        "--longest",
        type=float,
        default=float("inf"),
        help="leave out suites that take more seconds",
    )
    parser.add_argument("--own", action="store_true", help="only suites of the mutant's module")
    text = "run this instead of the suites, {folder} stands for an empty one; 0 is a pass"
    parser.add_argument("--command", help=text)
    text = f"what the command needs, built first ({RUNNER})"
    parser.add_argument("--target", default=RUNNER, help=text)
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (1)")
    parser.add_argument("--limit", type=float, default=3600, help="seconds until the command hangs")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="what", required=True)
    one = commands.add_parser("random", help="random changes of one operator each")
    add_common(one)
    one.add_argument("--seed", type=int, default=1, help="which mutants are drawn (1)")
    one.add_argument("--first", type=int, default=1, help="number of the first one (1)")
    one.add_argument("--count", type=int, default=60, help="how many (60); known ones count")
    one.add_argument("--only", default="*.cc", help="a pattern or a part of the names of files")
    one.set_defaults(run=run_random)
    one = commands.add_parser("again", help="the survivors without a verdict once more")
    add_common(one)
    one.add_argument("--only", default="*.cc", help="a pattern or a part of the names of files")
    one.set_defaults(run=run_again)
    one = commands.add_parser("report", help="what became of the random mutants")
    one.set_defaults(run=run_report)
    one = commands.add_parser(
        "listed", help="the mutants of tests/mutants.toml; 1 if one is missed"
    )
    add_common(one)
    one.add_argument("names", nargs="*", help="these only")
    one.add_argument("--resume", action="store_true", help="only those not tried or not found yet")
    one.add_argument("--finding", default=FINDING, help="finds seed and checker in the output")
    one.set_defaults(run=run_listed)
    return parser


def main(words: list[str] | None = None) -> int:
    arguments = make_parser().parse_args(words)
    try:
        return arguments.run(arguments)
    except (BuildError, ValueError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
