# SPDX-License-Identifier: GPL-2.0-only
"""Which states of a network's parts the faults of a campaign met, and which they cannot."""

import collections
import csv
import io

from .campaign_faults import KINDS

#: States of a connection that both ends have.
_CONNECTION = (
    "IN_LOGIN",
    "LOGGED_IN",
    "IN_LOGOUT",
    "LOGOUT_REQUESTED",
    "CLEANUP_WAIT",
    "IN_CLEANUP",
)

#: Parts of networks, and the states that each of them can be in.
STATES = {
    "initiator session": ("LOGGED_IN", "FAILED"),
    "initiator connection": ("XPT_WAIT", *_CONNECTION),
    "initiator task": ("PENDING", "SENT", "STRANDED"),
    "target session": ("ACTIVE", "LOGGED_IN", "FAILED", "IN_CONTINUE"),
    "target connection": ("XPT_UP", *_CONNECTION),
    "loop port": ("Offline", "Initialising", "Nonparticipating", "Bypassed", "Online"),
    "exchange": ("WAITING_FOR_LOGIN", "SENT", "ABORTING"),
    "array member": ("WORKING", "FAILED", "REBUILDING"),
    "path": ("UP", "DOWN"),
    "journal": ("EMPTY", "RUNNING", "COMMITTING", "CHECKPOINTING", "STOPPED"),
    "file client": ("IDLE", "CONNECTING", "MOUNTING", "MOUNTED", "WAITING"),
}
#: Why no fault meets a state.
_UNREACHABLE = {
    "target connection IN_LOGOUT": "a target answers a logout at the moment when it comes",
    "loop port Offline": "ports stay on their loops",
    "loop port Nonparticipating": "loops have addresses for all of their ports",
    "loop port Bypassed": "nobody bypasses a port",
}
_NEVER_BOTH = "no network of the draw has both"


def parts(case):
    """Give the parts that a network has.

    :param case: the :class:`ns3_iscsi.campaign_cases.Case`
    """
    options = case.options
    found = []
    if "fileService" in options:
        found.append("file client")
    else:
        found += [one for one in STATES if one.startswith(("initiator", "target"))]
    if "loops" in options:
        found += ["loop port", "exchange"]
    if "array" in options:
        found.append("array member")
    if "multipath" in options:
        found.append("path")
    if options.get("fileSystem") in ("ext3", "ext4"):
        found.append("journal")
    return found


class StateCoverage:
    """How often each kind of fault met each state.

    :param records: the records of a campaign
    :param cases: cases that say which parts and faults come together at all
    """

    def __init__(self, records, cases):
        #: How often, by state and command.
        self.counts = collections.Counter()
        for record in records:
            for command, states in record.get("states", {}).items():
                for state, count in states.items():
                    self.counts[state, command] += count
        self._possible = set()
        for case in cases:
            commands = {one.command for one in case.faults}
            self._possible |= {(part, one) for part in parts(case) for one in commands}

    def reason(self, part, state, command):
        """Say why a kind of fault meets no part that is in a state; nothing if it can.

        :param part: the part, such as ``path``
        :param state: the state, such as ``DOWN``
        :param command: the fault's command
        """
        if (part, command) not in self._possible:
            return _NEVER_BOTH
        return _UNREACHABLE.get(f"{part} {state}", "")

    def rows(self):
        """Give, for each state, its part and name, and for each kind the count or the reason."""
        for part, states in STATES.items():
            for state in states:
                cells = []
                for kind in KINDS:
                    count = self.counts[f"{part} {state}", kind.command]
                    cells.append(count or self.reason(part, state, kind.command) or 0)
                yield part, state, cells

    def csv(self):
        """Give a table: a row for each state, a column for each kind, counts or reasons."""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["part", "state", *(kind.command for kind in KINDS)])
        rows.writerows([part, state, *cells] for part, state, cells in self.rows())
        return text.getvalue()

    def text(self):
        """Give the table as lines for a terminal, with a dash where there is a reason."""
        rows = [(f"{part} {state}", cells) for part, state, cells in self.rows()]
        width = max(len(name) for name, _ in rows)
        able = [one for _, cells in rows for one in cells if isinstance(one, int)]
        lines = [
            f"states and faults met: {sum(one > 0 for one in able)} of {len(able)} pairs; "
            "- for those that cannot be:",
            *(f"  {number:2}: {kind.command}" for number, kind in enumerate(KINDS, 1)),
            "  " + " " * width + "".join(f"{number:7}" for number in range(1, len(KINDS) + 1)),
        ]
        for name, cells in rows:
            shown = [one if isinstance(one, int) else "-" for one in cells]
            lines.append(f"  {name:{width}}" + "".join(f"{one:>7}" for one in shown))
        lines += [f"  no fault meets {name}: {why}" for name, why in _UNREACHABLE.items()]
        pairs = [
            f"{part} ({', '.join(unmet)})"
            for part in STATES
            if (unmet := [k.command for k in KINDS if (part, k.command) not in self._possible])
        ]
        if pairs:
            lines.append(f"  {_NEVER_BOTH}: " + "; ".join(pairs))
        return lines
