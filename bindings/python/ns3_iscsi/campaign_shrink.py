# SPDX-License-Identifier: GPL-2.0-only
"""Makes a case that fails smaller: as few faults, options, hosts, drives and requests as still fail
in the same way.

Faults and options are removed in halves, quarters and so on down to single ones (delta debugging),
then numbers are halved, then times rounded.
"""

import dataclasses

from . import campaign_runs as runs
from .parameters import parameters

#: Options that say how much there is, and the least of each.
_SIZES = {
    "initiators": 1,
    "targets": 1,
    "drives": 1,
    "connections": 1,
    "links": 1,
    "relays": 0,
    "loops": 0,
    "bondLinks": 2,
    "arrayMembers": 2,
    "count": 1,
    "queueDepth": 1,
    "verifyBlocks": 8,
    "ddCount": 1,
    "postmarkNumber": 1,
    "postmarkTransactions": 1,
    "copyDirectories": 1,
    "copyFilesPerDirectory": 1,
    "bonnieSeeks": 1,
}
#: What is never removed: without these the default is a larger load, or another one.
_KEPT = ("workload", *_SIZES)
#: What is not removed while a fault is there: without it the fault does what nobody can notice.
_NEEDED = {"damage-pdus": ("headerDigest", "dataDigest")}
#: Numbers up to this one are also lowered one by one.
_FEW = 8
#: To what the times of faults are rounded, in milliseconds.
_STEPS = (1000, 100, 10)


class Shrinker:
    """Reduces a case.

    :param job: the :class:`ns3_iscsi.campaign_runs.Job` of the case that fails
    :param tell: called with a line now and then, and nothing else is shown
    :param most_runs: most runs that are tried
    """

    def __init__(self, job, tell=lambda line: None, most_runs=500):
        self._job = job
        self._tell = tell
        self._left = most_runs
        self._known = {}
        #: What became of the case, as :func:`ns3_iscsi.campaign_runs.run_job` gives it.
        self.outcome = runs.run_job(job)
        self._signature = runs.signature(self.outcome)

    def shrink(self):
        """Give the least case that was found to fail in the same way.

        :raises ValueError: if the case does not fail
        """
        if self.outcome["verdict"] in (runs.PASSED, runs.STOPPED):
            raise ValueError(f"it does not fail: {self.outcome['verdict']}")
        case = self._job.case
        before = None
        while case != before and self._left > 0:
            before = case
            case = self._reduce_faults(case)
            case = self._reduce_options(case)
            case = self._halve_numbers(case)
            case = self._round_times(case)
            if case.run != 1:
                case = self._try(dataclasses.replace(case, run=1)) or case
        known = parameters()
        options = {n: it for n, it in case.options.items() if it != known[n].default}
        return dataclasses.replace(case, options=options)

    def _reduce_faults(self, case):
        return _delta_debug(
            case.faults,
            lambda faults: self._try(dataclasses.replace(case, faults=tuple(faults))),
            case,
        )

    def _reduce_options(self, case):
        needed = {name for fault in case.faults for name in _NEEDED.get(fault.command, ())}
        names = [name for name in case.options if name not in {*_KEPT, *needed}]

        def attempt(kept):
            gone = set(names) - set(kept)
            options = _valid({n: it for n, it in case.options.items() if n not in gone})
            return options and self._try(dataclasses.replace(case, options=options))

        return _delta_debug(names, attempt, case)

    def _halve_numbers(self, case):
        for name, least in _SIZES.items():
            case = self._lower(case, name, least)
        return case

    def _lower(self, case, name, least):
        """Give the case with the lowest number of an option that still fails."""
        if name not in case.options:
            return case
        value = int(case.options[name])
        for lower in _below(value, least):
            options = _valid({**case.options, name: str(lower)})
            smaller = options and self._try(dataclasses.replace(case, options=options))
            if smaller:
                # From here downwards again.
                return self._lower(smaller, name, least)
        return case

    def _round_times(self, case):
        for number in range(len(case.faults)):
            for step in _STEPS:
                faults = list(case.faults)
                fault = faults[number]
                rounded = max(1, round(fault.time / step) * step)
                if rounded == fault.time:
                    break
                faults[number] = dataclasses.replace(fault, time=rounded)
                smaller = self._try(dataclasses.replace(case, faults=tuple(faults)))
                if smaller:
                    case = smaller
                    break
        return case

    def _try(self, case):
        """Give the case if it fails in the same way, else None."""
        key = tuple(case.words())
        if key not in self._known:
            if self._left <= 0:
                return None
            self._left -= 1
            outcome = runs.run_job(dataclasses.replace(self._job, case=case))
            self._known[key] = runs.signature(outcome) == self._signature
            if self._known[key]:
                self._tell(
                    f"{len(case.faults)} faults, {len(case.options)} options: {outcome['said']}"
                )
        return case if self._known[key] else None


def _delta_debug(items, attempt, case):
    """Remove parts of a list as long as what is left still fails.

    :param items: the list
    :param attempt: gives the smaller case for a list that is kept, None if it does not fail so
    :param case: the case with the whole list
    :return: the case with what could not be removed
    """
    kept, parts = list(items), 1
    while kept:
        size = -(-len(kept) // parts)
        for begin in range(0, len(kept), size):
            rest = kept[:begin] + kept[begin + size :]
            smaller = attempt(rest)
            if smaller:
                kept, case = rest, smaller
                parts = max(1, parts - 1)
                break
        else:
            if size == 1:
                return case
            parts = min(len(kept), parts * 2)
    return case


def _below(value, least):
    """Give numbers to try below one, the least first."""
    steps = {least, value // 2, value * 3 // 4}
    if value <= _FEW:
        steps.add(value - 1)
    return sorted(n for n in steps if least <= n < value)


def _valid(options):
    """Give options without those that have no effect any more, None if others are wrong."""
    options = dict(options)
    known = parameters()
    while True:
        line = runs.refusal(options)
        if line is None:
            return options
        name = line.partition(":")[0]
        if name not in options or name in _KEPT or name not in known:
            return None
        del options[name]
