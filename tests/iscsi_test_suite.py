# SPDX-License-Identifier: GPL-2.0-only
"""Reads what libiscsi's test suite, iscsi-test-cu, prints."""

import re
from dataclasses import dataclass, field

#: Tests that fail because the client is wrong, and what it says then.
WRONG_TESTS = {
    # SPC-4, 6.35.3: CDB USAGE DATA has the CDB's length, 32 bytes for 7Fh; the client has room for
    # 16.
    "ReportSupportedOpcodes.OneCommand": "CDB[0] Usage Data was 0x00, expected 0x7f",
    # SBC-3, 5.4: the first range told has the block in it that the CDB names. With 8 logical blocks
    # in a physical one the client names block i + 1 and expects the range that begins at i + 8.
    "GetLBAStatus.UnmapSingle": "lba offset in first descriptor does not",
}


@dataclass
class Suite:
    """Results of tests by name, such as Read10.Simple."""

    passed: set = field(default_factory=set)
    skipped: dict = field(default_factory=dict)
    failed: dict = field(default_factory=dict)

    def update(self, other):
        """Take over what another run found."""
        for name in (*other.passed, *other.skipped, *other.failed):
            self.passed.discard(name)
            self.skipped.pop(name, None)
            self.failed.pop(name, None)
        self.passed |= other.passed
        self.skipped |= other.skipped
        self.failed |= other.failed

    def __len__(self):
        return len(self.passed) + len(self.skipped) + len(self.failed)


def read(text):
    """Give the results that the suite printed."""
    results = Suite()
    for part in re.split(r"^Suite: ", text, flags=re.MULTILINE)[1:]:
        suite = part.split("\n", 1)[0].strip()
        for test in re.split(r"^  Test: ", part, flags=re.MULTILINE)[1:]:
            name = f"{suite}.{test.split(' ', 1)[0]}"
            skip = re.search(r"\[SKIPPED\] *(.*)", test)
            # After its last test the suite has its summary.
            test = test.split("\nRun Summary:", 1)[0]
            if re.search(r"^ +\d+\. \S+:\d+ +- ", test, flags=re.MULTILINE):
                results.failed[name] = re.findall(r"\[FAILED\] *(.*)", test)
            elif skip:
                results.skipped[name] = skip.group(1)
            else:
                results.passed.add(name)
    return results


def unexpected(results):
    """Give the failures that are not the client's fault, with what it says."""
    return {
        name: lines
        for name, lines in results.failed.items()
        if name not in WRONG_TESTS or any(WRONG_TESTS[name] not in line for line in lines)
    }
