# SPDX-License-Identifier: GPL-2.0-only
"""What a fault campaign met: totals, failures, and which features and faults came together."""

import collections
import csv
import io
import itertools

from .campaign_cases import draw_case
from .campaign_faults import KINDS
from .campaign_runs import PASSED
from .campaign_states import StateCoverage

#: Seeds whose draws say what can come together at all.
_DRAWN = 3000
#: Options whose values are features of their own; of others only their names are.
_VALUES = (
    "workload",
    "linkType",
    "offload",
    "bond",
    "switches",
    "queueDisc",
    "device",
    "array",
    "multipath",
    "portals",
    "errorRecoveryLevel",
    "connectionPolicy",
    "connectionUse",
    "headerDigest",
    "dataDigest",
    "gatewayTransferMode",
    "fileService",
    "fileSystem",
    "readAhead",
    "wifiStandard",
    "wifiRateControl",
    "congestionControl",
    "tcpSharing",
    "scheduler",
    "drive",
    "copyStyle",
    "pattern",
)
#: Options that every network has, and that are no feature of one.
_PLAIN = ("mayFail", "count", "verifyBlocks", "size", "readFraction", "queueDepth", "thinkTime")
_PLAIN += ("drives", "linkRate", "ddBlockSize", "ddCount", "bonnieFiles", "bonnieFileSize")
_PLAIN += ("chapUser", "chapSecret", "arrayMembers", "segmentSize", "bonnieSeeks")
_PLAIN += ("postmarkNumber", "postmarkTransactions", "copyDirectories", "copyFilesPerDirectory")
_PLAIN += ("driveErrorTime", "driveStallTime", "rate")
#: Most lines of a list in the text.
_LINES = 20


def features(case):
    """Give the features of a network, such as ``array=raid5`` or ``nopInterval``.

    :param case: the :class:`ns3_iscsi.campaign_cases.Case`
    """
    found = []
    for name, value in case.options.items():
        if name in ("initiators", "targets"):
            found += [f"{name}>1"] if value != "1" else []
        elif name in ("tcpRules", "targetTcpRules"):
            found.append(f"{name}={value.partition('+')[0]}")
        elif name in _VALUES:
            found.append(f"{name}={value}")
        elif name not in _PLAIN:
            found.append(name)
    return found


class Coverage:
    """Which features and kinds of faults a campaign met, alone and together.

    :param records: the records of the campaign
    :param drawn: seeds whose draws say what can come together
    """

    def __init__(self, records, drawn=_DRAWN):
        #: How many seeds had a feature.
        self.features = collections.Counter()
        #: How often faults were carried out, by command.
        self.faults = collections.Counter()
        #: How many seeds had a feature and a fault that was carried out.
        self.pairs = collections.Counter()
        #: How many of the drawn seeds have a feature and a fault, whether they ran or not.
        self.possible = collections.Counter()
        self._possible_features = collections.Counter()
        for record in records:
            self._add(record)
        cases = [draw_case(seed) for seed in range(drawn)]
        #: Which states the faults met.
        self.states = StateCoverage(records, cases)
        for case in cases:
            names = features(case)
            self._possible_features.update(names)
            self.possible.update(itertools.product(names, {one.command for one in case.faults}))

    def never_alone(self):
        """Give the features that the draw has and no seed had, the most frequent first."""
        return [one for one, _ in self._possible_features.most_common() if not self.features[one]]

    def never_together(self):
        """Give the pairs that the draw has and no seed had, the most frequent first."""
        return [pair for pair, _ in self.possible.most_common() if not self.pairs[pair]]

    def impossible(self, command):
        """Give the features of networks that a kind of fault does not reach in the draw."""
        return [one for one in self._possible_features if not self.possible[one, command]]

    def never_injected(self):
        """Give the kinds of faults that were never carried out."""
        return [one.command for one in KINDS if not self.faults[one.command]]

    def csv(self):
        """Give a table: a row for each feature, a column for each kind, the seeds with both."""
        commands = [one.command for one in KINDS]
        known = sorted({*self.features, *self._possible_features})
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["feature", "seeds", *commands])
        for name in known:
            cells = [self._cell(name, command) for command in commands]
            rows.writerow([name, self.features[name], *cells])
        return text.getvalue()

    def _cell(self, name, command):
        """Give the seeds with both; nothing where the draw has no such pair."""
        pair = (name, command)
        return self.pairs[pair] if self.pairs[pair] or self.possible[pair] else ""

    def _add(self, record):
        names = features(draw_case(record["seed"], record["with_faults"]))
        injected = {one: n for one, n in record.get("faults", {}).items() if n}
        self.features.update(names)
        self.faults.update(injected)
        self.pairs.update(itertools.product(names, injected))


def totals(records):
    """Give the figures of a campaign.

    :param records: its records
    :return: a dict: seeds, verdicts, simulated_s, requests, checked_blocks, faults, twice, draw
    """
    records = list(records)
    verdicts = collections.Counter(one["verdict"] for one in records)
    faults = collections.Counter()
    for one in records:
        faults.update(one.get("faults", {}))
    return {
        "seeds": len(records),
        "draw": sorted({one["draw"] for one in records}),
        "program": sorted({one["program"] for one in records}),
        "verdicts": dict(verdicts.most_common()),
        "simulated_s": round(sum(one.get("simulated_s") or 0 for one in records), 3),
        "requests": sum(one.get("requests") or 0 for one in records),
        "checked_blocks": sum(one.get("checked_blocks") or 0 for one in records),
        "faults": dict(faults.most_common()),
        "run_twice": sum(one["twice"] for one in records),
        "checked_nothing": sum(one.get("checked_blocks") == 0 for one in records),
    }


def text(records, coverage):
    """Give the report as text.

    :param records: the records of a campaign
    :param coverage: their :class:`Coverage`
    """
    sums = totals(records)
    lines = [
        f"{sums['seeds']} seeds of draw {_listed(sums['draw'])}, "
        f"{sums['run_twice']} of them run twice",
        "verdicts: " + _counts(sums["verdicts"]),
        f"simulated: {sums['simulated_s']:g} s, {sums['requests']} requests, "
        f"{sums['checked_blocks']} blocks checked, none in {sums['checked_nothing']} seeds",
        "faults: " + (_counts(sums["faults"]) or "none"),
        f"features met: {len(coverage.features)}; never: {_short(coverage.never_alone())}",
        f"faults never carried out: {_short(coverage.never_injected())}",
        "faults, what they need, and what they do not reach in this draw:",
        *(
            f"  {kind.command} ({coverage.faults[kind.command]} times): needs {kind.needs}; "
            f"not with {_short(coverage.impossible(kind.command))}"
            for kind in KINDS
        ),
        f"pairs of feature and fault met: {len(coverage.pairs)} of {len(coverage.possible)} "
        "that the draw makes; the most frequent that never met:",
        *(f"  {name}, {command}" for name, command in coverage.never_together()[:_LINES]),
        *coverage.states.text(),
    ]
    failures = [one for one in records if one["verdict"] != PASSED]
    lines.append(f"failures: {len(failures)}")
    for one in failures:
        lines += [f"  seed {one['seed']}: {one['verdict']}: {one['said']}", f"    {one['command']}"]
    return "\n".join(lines) + "\n"


def _counts(counts):
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _listed(values):
    return ", ".join(map(str, values)) or "none"


def _short(names):
    rest = f" and {len(names) - _LINES} more" if len(names) > _LINES else ""
    return _listed(names[:_LINES]) + rest
