# SPDX-License-Identifier: GPL-2.0-only
"""The command ns3-iscsi campaign: networks and faults drawn from seeds, and what became of them."""

import argparse
import json
from pathlib import Path

from .options import whole_number

_OUT = "out/campaign"
_MOST_SEED = 2**53
_EXAMPLES = """
examples:
  ns3-iscsi campaign run --seeds 200
  ns3-iscsi campaign report out/campaign --csv coverage.csv
  ns3-iscsi campaign show 17
  ns3-iscsi campaign replay 17
  ns3-iscsi campaign shrink 17
  ns3-iscsi campaign shrink --case 'iscsi-san --drives=1 --faults="1s reset-connections"'
  ns3-iscsi campaign kept tests/campaign-kept.txt

Each seed is a network and a schedule of faults, the same for ever for one version of the draw.
doc/campaign.rst says what is drawn and what is checked.
"""


def add_to(commands):
    """Add the command.

    :param commands: the subparsers of ns3-iscsi
    """
    text = "draw networks and faults from seeds, run them, and shrink what fails"
    parser = _command(commands, "campaign", None, text, _EXAMPLES)
    actions = parser.add_subparsers(required=True, metavar="run|report|show|replay|shrink|kept")
    one = _command(actions, "run", _run, "run seeds; those that have a record are not run again")
    many = whole_number(1, 100_000_000, 200)
    one.add_argument("--seeds", type=many, default=100, help="how many seeds (100)")
    one.add_argument("--first", type=_seed(), default=0, help="the first seed (0)")
    one.add_argument("--out", default=_OUT, help=f"folder for the records ({_OUT})")
    one.add_argument("--executor", help="dask://HOST:PORT for a cluster (this machine)")
    one.add_argument("--workers", type=whole_number(1, 10_000, 4), help="runs at a time (cores)")
    one.add_argument("--retry", action="store_true", help="run seeds again that failed")
    text = "stop at the first seed that fails"
    one.add_argument("--until-failure", action="store_true", help=text)
    one.add_argument("--quiet", action="store_true", help="show only seeds that failed")
    _add_limits(one)
    one = _command(actions, "report", _report, "say what a campaign met and what failed")
    one.add_argument("folder", nargs="?", default=_OUT, help=f"folder of a campaign ({_OUT})")
    one.add_argument("--csv", metavar="FILE", help="also write features and faults as a table")
    one.add_argument("--states", metavar="FILE", help="also write states and faults as a table")
    one.add_argument("--json", metavar="FILE", help="also write the totals as JSON")
    one = _command(actions, "show", _show, "print the command line of a seed")
    one.add_argument("seed", type=_seed(), help="the seed")
    one.add_argument("--no-faults", action="store_true", help="without faults")
    one.add_argument("--test", action="store_true", help="print the body of a C++ test")
    one = _command(actions, "replay", _replay, "run a seed, and say what became of it")
    one.add_argument("seed", type=_seed(), help="the seed")
    _add_limits(one)
    one = _command(actions, "shrink", _shrink, "reduce a case that fails to the least that does")
    one.add_argument("seed", type=_seed(), nargs="?", help="the seed")
    one.add_argument("--case", metavar="LINE", help="a command line in place of a seed")
    runs = whole_number(1, 1_000_000, 500)
    one.add_argument("--runs", type=runs, default=500, help="most runs that are tried (500)")
    _add_limits(one)
    one = _command(actions, "kept", _kept, "run the cases of a file, all of which have to pass")
    one.add_argument("file", help="the file")
    _add_limits(one)


def _command(commands, name, function, text, examples=""):
    one = commands.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    one.set_defaults(function=function)
    return one


def _seed():
    return whole_number(0, _MOST_SEED, 17)


def _add_limits(one):
    one.add_argument("--no-faults", action="store_true", help="networks alone, without faults")
    seconds = whole_number(1, 1_000_000, 60)
    text = "limit of a run's processor time, in seconds: longer ones hang (60)"
    one.add_argument("--timeout", type=seconds, default=60, metavar="S", help=text)
    megabytes = whole_number(1, 1_000_000_000, 2000)
    text = "memory limit of a run (2000)"
    one.add_argument("--memory", type=megabytes, default=2000, metavar="MB", help=text)


def _settings(options, **more):
    from .campaign import Settings

    return Settings(
        with_faults=not options.no_faults,
        timeout=options.timeout,
        memory=options.memory * 1_000_000,
        **more,
    )


def _run(options):
    from . import campaign
    from .campaign_runs import checker

    settings = _settings(
        options,
        executor=options.executor,
        workers=options.workers,
        retry=options.retry,
        until_failure=options.until_failure,
        quiet=options.quiet,
    )
    seeds = range(options.first, options.first + options.seeds)
    records = campaign.run(seeds, options.out, settings)
    seconds = campaign.processor_seconds()
    if seconds and not options.executor:
        print(f"processor time of these runs: {seconds:.1f} s")
    print(records.path)
    if options.until_failure and records.failures():
        first = records.failures()[0]
        print(f"seed {first['seed']}: found by {checker(first)}")
    wanted = [records.get(seed) for seed in seeds]
    return 0 if all(one and one["verdict"] == "passed" for one in wanted) else 1


def _report(options):
    from . import campaign_report
    from .campaign_records import RECORDS, Records
    from .result_files import write_atomically

    records = Records(options.folder)
    if not len(records):
        raise ValueError(f"{Path(options.folder) / RECORDS}: no records of a campaign")
    coverage = campaign_report.Coverage(records)
    print(campaign_report.text(records, coverage), end="")
    if options.csv:
        write_atomically(options.csv, coverage.csv())
    if options.states:
        write_atomically(options.states, coverage.states.csv())
    if options.json:
        totals = campaign_report.totals(records)
        write_atomically(options.json, json.dumps(totals, indent=1) + "\n")
    return 0


def _show(options):
    from .campaign_cases import draw_case

    case = draw_case(options.seed, not options.no_faults)
    print(case.test_body() if options.test else case.command_line())
    return 0


def _replay(options):
    from .campaign import make_job
    from .campaign_runs import PASSED, run_job

    job = make_job(options.seed, _settings(options))
    outcome = run_job(job)
    print(job.case.command_line())
    print(json.dumps(outcome, indent=1))
    return 0 if outcome["verdict"] == PASSED else 1


def _shrink(options):
    import sys

    from .campaign_shrink import Shrinker

    job = _job(options)
    shrinker = Shrinker(job, lambda line: print(line, file=sys.stderr), options.runs)
    case = shrinker.shrink()
    print(f"{shrinker.outcome['verdict']}: {shrinker.outcome['said']}")
    print(case.command_line())
    print(case.test_body(), end="")
    return 0


def _job(options):
    """Give the job of the seed or the command line that is to be reduced."""
    import dataclasses

    from .campaign import make_job
    from .campaign_cases import parse_case

    if (options.seed is None) == (options.case is None):
        raise ValueError("shrink: give a seed or --case")
    job = make_job(options.seed or 0, _settings(options))
    if options.case is None:
        return job
    return dataclasses.replace(job, seed=None, case=parse_case(options.case), twice=False)


def _kept(options):
    import dataclasses

    from .campaign import make_job
    from .campaign_kept import read_kept
    from .campaign_runs import PASSED, run_job

    any_job = make_job(0, _settings(options))
    failed = 0
    for why, case in read_kept(options.file):
        outcome = run_job(dataclasses.replace(any_job, seed=None, case=case, twice=False))
        if outcome["verdict"] != PASSED:
            failed += 1
            print(f"{why}: {outcome['verdict']}: {outcome['said']}\n  {case.command_line()}")
    print(f"{failed} of the cases failed" if failed else "all cases pass")
    return 1 if failed else 0
