# SPDX-License-Identifier: GPL-2.0-only
"""Runs a case of the fault campaign and judges how it ended.

What is told of a run comes from the simulation alone: the same case gives the same outcome, with
the same hash over all of its result files, wherever it runs.
"""

import csv
import hashlib
import json
import re
import signal
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import processes
from .campaign_cases import Case
from .parameters import ParameterError, parameters
from .san import San

PASSED = "passed"
#: The program does not take the options: a fault of the draw.
REFUSED = "refused"
#: The program ended with an error: contents that differ, a rule broken, a host that is stuck.
WRONG = "wrong"
CRASHED = "crashed"
HANGS = "hangs"
#: Two runs of the case gave different results.
DIFFERS = "differs"
#: Something ended the run from outside: it says nothing about the case.
STOPPED = "stopped"
_STOPPING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL}
#: What a run says of a host all of whose reads failed, which faults may do.
_NOTHING_CHECKED = "no block was checked"
#: Options that may make a request fail.
_TROUBLES = ("mayFail", "pathPull", "cablePull", "wifiMoves")
#: Beginnings of options that lose packets or hold them up.
_LOSSES = ("lossTo", "reorderTo", "limiter", "queueDisc", "switchBuffer")
#: The option that limits the queues of links.
_QUEUE = "queue"
#: Beginnings of options that make error recovery necessary.
_DISTURBANCES = (*_LOSSES, "bitErrors", "recoveryTimeout")
#: Beginnings of options of drives that fail, and of a gateway that gives commands up.
_WEAR = ("driveLatent", "driveError", "driveSlow", "driveStall", "gatewayCommandTimeout")
#: After that long a host gives a command up, milliseconds; sessions that recover are faster.
_COMMAND_TIMEOUT_MS = 30_000
#: Rates at which what several hosts send takes seconds.
_SLOW = {"10Mbps", "20Mbps"}
#: A burst of losses that takes a segment each time that it is sent again, for up to minutes.
_LONG_BURST = "10"
_LONGEST_LINE = 400
#: What noticed that something is wrong, by words of the line.
_CHECKERS = {
    "blocks differ": "contents",
    "PDUs break a rule": "numbers of PDUs",
    "paths break a rule": "paths",
    "reservations break a rule": "reservations",
    "units of Fibre Channel break a rule": "exchanges",
    "wins of a loop break a rule": "fairness of loops",
    "frames of Ethernet break a rule": "bonds and switches",
    "checks of file systems break a rule": "file systems",
    "members of arrays disagree": "arrays at rest",
    "left at the end": "what is left",
    "without faults": "calm networks",
    "recovers damaged PDUs": "recovery",
    "stages do not add up": "stages",
    "was answered": "liveness",
    "not ready when": "liveness",
    _NOTHING_CHECKED: "liveness",
}
#: Longest time of a run, as a multiple of its processor time: the machine may have other work.
_WAITING = 50
#: What a shell or a loader says that could not start the program.
_NOT_STARTED = (126, 127)
#: What a program says that has no memory any more.
_NO_MEMORY = ("bad_alloc", "allocate memory")


@dataclass(frozen=True)
class Job:
    """A case to run.

    :param seed: the seed that drew it, None for a case from elsewhere
    :param case: the :class:`ns3_iscsi.campaign_cases.Case`
    :param program: the path of the scenario program
    :param timeout: seconds of processor time after which a run counts as one that hangs
    :param memory: most bytes of memory, None for any
    :param twice: whether it runs twice, to compare the results
    :param environment: variables for the program beside those of the process
    """

    seed: int | None
    case: Case
    program: str
    timeout: int = 60
    memory: int | None = None
    twice: bool = False
    environment: dict = field(default_factory=dict, hash=False)


def run_job(job):
    """Run a case.

    :param job: the :class:`Job`
    :return: the outcome, a dict: ``verdict``, ``said`` (the line of a failure), and of runs that
        have results ``simulated_s``, ``requests``, ``checked_blocks``, ``faults`` (by command),
        ``states`` (by command, how often it met each state) and ``hash``
    """
    fault = refusal(job.case.options)
    if fault:
        return _outcome(REFUSED, fault)
    first = _run_once(job)
    if not job.twice or first["verdict"] in (HANGS, STOPPED):
        return first
    second = _run_once(job)
    if first == second or second["verdict"] == STOPPED:
        return first
    return {**first, "verdict": DIFFERS, "said": f"two runs differ; the second: {second['said']}"}


def refusal(options):
    """Give the line with which options are refused, None if they are right.

    :param options: options by name
    """
    try:
        San(**options).check()
    except ParameterError as error:
        return str(error)
    return None


def signature(outcome):
    """Give what tells kinds of failures apart: the verdict, and the line without its numbers.

    :param outcome: as :func:`run_job` gives it
    """
    first = re.split(r", the first|: expected", outcome["said"])[0]
    return f"{outcome['verdict']}: {re.sub(r'[0-9]+(?:[.][0-9]+)?', '#', first)}"


def checker(outcome):
    """Give what noticed a failure, in a word or two.

    :param outcome: as :func:`run_job` gives it
    """
    known = {CRASHED: "a signal", HANGS: "limits", DIFFERS: "the second run", REFUSED: "options"}
    if outcome["verdict"] in known:
        return known[outcome["verdict"]]
    return next((it for words, it in _CHECKERS.items() if words in outcome["said"]), "the program")


def _run_once(job):
    with tempfile.TemporaryDirectory(prefix="ns3-iscsi-campaign-") as folder:
        results, log = Path(folder) / "results", Path(folder) / "output.txt"
        status = processes.run(
            [job.program, *job.case.words(), f"--output={results}"],
            log,
            # A run that waits for something takes no processor time.
            timeout=_WAITING * job.timeout,
            processor=job.timeout,
            memory=job.memory,
            environment=job.environment,
        )
        lines = log.read_text(errors="replace").replace(folder, "").strip().splitlines()
        verdict, said = _judge(status, lines, job)
        outcome = _outcome(verdict, said)
        if verdict in (PASSED, WRONG):
            summary = _summary(results)
            outcome |= _figures(summary) | {"hash": _hash(results)}
            outcome["said"] = (
                said
                or _trouble(summary, job.case)
                or _needless_recovery(summary, job.case)
                or _slow_recovery(summary, job.case)
                or _unequal_stages(results)
            )
            outcome["verdict"] = WRONG if outcome["said"] else PASSED
        return outcome


def _outcome(verdict, said):
    return {"verdict": verdict, "said": said}


def _judge(status, lines, job):
    """Give verdict and line of a run."""
    if status is None:
        return HANGS, f"not finished after {_WAITING * job.timeout} s, most of which it waited"
    if status == -signal.SIGXCPU:
        return HANGS, f"not finished after {job.timeout} s of processor time"
    if status == 0:
        return PASSED, ""
    if any(sign in line for sign in _NO_MEMORY for line in lines):
        return HANGS, f"memory grew beyond {job.memory} bytes"
    last = (lines or [""])[-1][:_LONGEST_LINE]
    if status in _NOT_STARTED:
        return STOPPED, last
    if status < 0:
        name = signal.Signals(-status).name
        said = next((line for line in lines if "assert failed" in line or "msg=" in line), last)
        return (STOPPED if -status in _STOPPING else CRASHED), f"{name}: {said[:_LONGEST_LINE]}"
    said = last.removeprefix("error: ")
    # A mistake in options names one of them, an attribute of ns-3, or a fault.
    name = re.match(r"(ns3::)?([A-Za-z0-9]+)[:, ]", said)
    if name and (name[1] or name[2] in parameters()):
        return REFUSED, said
    if _NOTHING_CHECKED in said and _has_trouble(job.case):
        return PASSED, ""
    return WRONG, said or f"exit status {status}"


def _figures(summary):
    """Give what a run did."""
    return {
        "simulated_s": summary.get("end_s"),
        "requests": summary.get("requests"),
        "checked_blocks": summary.get("verification", {}).get("checked_blocks", 0),
        "faults": summary.get("faults", {}),
        "states": summary.get("fault_states", {}),
    }


def _summary(results):
    try:
        return json.loads((results / "summary.json").read_text())
    except (OSError, ValueError):
        return {}


def _hash(results):
    """Give a hash of all files of a run."""
    digest = hashlib.sha256()
    for path in sorted(results.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(results)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:24]


def _has_trouble(case):
    """Tell whether something may make requests fail."""
    # A client of SMB gives its connection up, and its open files, after a minute without an answer.
    breaks = "lossBurst" in case.options and case.options.get("fileService", "").startswith("smb")
    return (
        breaks
        or case.options.get("lossBurst") == _LONG_BURST
        or bool(case.faults)
        or any(name in case.options for name in _TROUBLES)
        or ("nopTimeout" in case.options and _makes_pings_late(case))
    )


def _is_disturbed(case, names=_DISTURBANCES):
    """Tell whether the network does without a fault what options say whose names begin so."""
    is_wireless = case.options.get("linkType") == "wifi"
    return (
        is_wireless
        or _QUEUE in case.options
        or any(name.startswith(names) for name in case.options)
    )


def _makes_pings_late(case):
    """Tell whether a ping may wait for seconds behind data."""
    rates = {case.options.get(name) for name in ("linkRate", "accessRate")}
    # Each window of fewer segments than an acknowledgement waits for takes 200 ms.
    is_slow = int(case.options.get("delAckCount", 2)) > 2 and "delAckTimeout" not in case.options
    return _is_disturbed(case) or bool(rates & _SLOW) or is_slow


def _trouble(summary, case):
    """Give the line of a run in which something failed that nothing made fail, else nothing."""
    if _has_trouble(case):
        return ""
    failed = summary.get("errors", 0)
    programs = sum(sum(one.get("errors", [])) for one in summary.get("programs", []))
    if failed:
        return f"{failed} requests failed in a network without faults"
    return f"{programs:g} calls failed in a network without faults" if programs else ""


def _needless_recovery(summary, case):
    """Give the line of a run in which error recovery was at work that nothing called for."""
    if _has_trouble(case) or _is_disturbed(case):
        return ""
    actions = summary.get("recoveries", {})
    first = next(iter(actions.items()), None)
    return f"{first[0]} {first[1]} times in a network without faults" if first else ""


def _slow_recovery(summary, case):
    """Give the line of a run whose hosts waited for damaged PDUs that sessions recover."""
    recovers = int(case.options.get("errorRecoveryLevel", 0)) > 0
    kinds = {one.command for one in case.faults}
    if not recovers or kinds != {"damage-pdus"} or _is_disturbed(case, (*_LOSSES, *_WEAR)):
        return ""
    longest = summary.get("all", {}).get("max_ms", 0)
    if longest < _COMMAND_TIMEOUT_MS:
        return ""
    return f"a request took {longest:.0f} ms though its session recovers damaged PDUs"


def _unequal_stages(results):
    """Give the line of a run in which a request's stages are not its latency, else nothing."""
    path = results / "requests.csv"
    if not path.is_file():
        return ""
    with path.open(newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            # Times have nine decimals: without their point they are whole nanoseconds.
            times = {
                name: int(text.replace(".", "")) for name, text in row.items() if _is_time(name)
            }
            latency = times.pop("latency_s")
            if sum(times.values()) != latency or min(times.values()) < 0:
                return (
                    f"stages do not add up to the latency of {latency} ns, the first: row {number}"
                )
    return ""


def _is_time(name):
    return name.endswith("_s") and name != "time_s"
