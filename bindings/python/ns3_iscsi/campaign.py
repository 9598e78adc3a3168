# SPDX-License-Identifier: GPL-2.0-only
"""The fault campaign: many seeds, each a network and what befalls it, and what became of them.

from ns3_iscsi import campaign

records = campaign.run(range(200), folder="out/campaign")
"""

import resource
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path

from . import executors, folder_lock
from .build_info import environment_changes, program
from .campaign_cases import DRAW, draw_case
from .campaign_records import Records
from .campaign_runs import PASSED, STOPPED, Job, run_job
from .parameters import SCENARIO, parameters
from .progress import Progress
from .sweeps import program_hash

#: One of so many seeds runs twice, to compare the results.
TWICE_EVERY = 10


class _FailureFound(Exception):
    """A seed failed, and that ends the campaign."""


@dataclass(frozen=True)
class Settings:
    """How a campaign runs.

    :param with_faults: whether anything befalls the networks
    :param timeout: seconds of processor time after which a run counts as one that hangs
    :param memory: most bytes of memory of a run, None for any
    :param executor: where runs are, see :func:`ns3_iscsi.executors.opened`
    :param workers: runs at a time on this machine, None for one per core
    :param retry: run seeds again that failed
    :param until_failure: stop at the first seed that fails, when all seeds before it have passed
    :param quiet: show only seeds that failed
    """

    with_faults: bool = True
    timeout: int = 60
    memory: int | None = 2_000_000_000
    executor: object = None
    workers: int | None = None
    retry: bool = False
    until_failure: bool = False
    quiet: bool = False


def run(seeds, folder, settings=None):
    """Run seeds, but for those that the folder has records of.

    :param seeds: the seeds, whole numbers of 0 or more
    :param folder: where the records are
    :param settings: the :class:`Settings`
    :return: the :class:`ns3_iscsi.campaign_records.Records`
    :raises FolderHeldError: if another campaign holds the folder
    """
    settings = settings or Settings()
    folder = Path(folder).resolve()
    executors.check(settings.executor)
    folder.mkdir(parents=True, exist_ok=True)
    with folder_lock.held(folder):
        records = Records(folder)
        about = _about(settings)
        records.keep(
            lambda one: (
                all(one.get(name) == it for name, it in about.items())
                and not (settings.retry and one["verdict"] != PASSED)
            )
        )
        try:
            _run_missing(list(seeds), records, about, settings)
        finally:
            records.write()
    return records


def make_job(seed, settings):
    """Give the job of a seed.

    :param seed: the seed
    :param settings: the :class:`Settings`
    """
    return Job(
        seed=seed,
        case=draw_case(seed, settings.with_faults),
        program=str(program(SCENARIO)),
        timeout=settings.timeout,
        memory=settings.memory,
        twice=seed % TWICE_EVERY == 0,
        environment=environment_changes(),
    )


def _about(settings):
    """Give what all records of a campaign have in common."""
    return {
        "draw": DRAW,
        "program": program_hash(program(SCENARIO)),
        "with_faults": settings.with_faults,
    }


def _run_missing(seeds, records, about, settings):
    """Run the seeds that have no record, and tell of all that failed."""
    missing = [seed for seed in seeds if records.get(seed) is None]
    known = [records.get(seed) for seed in seeds if records.get(seed)]
    failed = [one for one in known if one["verdict"] != PASSED]
    progress = Progress(len(seeds), len(known), settings.quiet, failed=len(failed), unit="seed")
    waiting, found = set(missing), []

    def take(future, job):
        waiting.discard(job.seed)
        outcome = _outcome(future)
        if outcome["verdict"] == STOPPED:
            progress.tell(f"seed {job.seed}: {outcome['said']}; it has no record")
            return
        record = _record(job, outcome, about)
        records.add(record)
        if record["verdict"] != PASSED:
            progress.tell(failure(record))
            found.append(job.seed)
        progress.update(record["verdict"] != PASSED)
        # Seeds run side by side: the first that fails is known when those before it have ended.
        if settings.until_failure and found and min(found) < min(waiting, default=max(found) + 1):
            raise _FailureFound

    try:
        for one in failed:
            progress.tell(failure(one))
        # The description of options, which all threads need.
        parameters()
        if not (settings.until_failure and failed):
            executors.run_all(
                run_job,
                [make_job(seed, settings) for seed in missing],
                take,
                executor=settings.executor,
                workers=settings.workers,
            )
    except _FailureFound:
        pass
    finally:
        progress.close()


def failure(record):
    """Say in a line what became of a seed that failed.

    :param record: its record
    """
    return f"seed {record['seed']}: {record['verdict']}: {record['said']}"


def processor_seconds():
    """Give the processor time of all runs of this process that ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _outcome(future):
    try:
        return future.result()
    except (Exception, CancelledError) as error:
        # Not a property of the case but of where it ran.
        return {"verdict": STOPPED, "said": f"{type(error).__name__}: {error}"}


def _record(job, outcome, about):
    record = {"seed": job.seed, **about, "twice": job.twice, **outcome}
    if outcome["verdict"] != PASSED:
        record["command"] = job.case.command_line()
    return record
