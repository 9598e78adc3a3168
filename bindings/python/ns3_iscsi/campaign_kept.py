# SPDX-License-Identifier: GPL-2.0-only
"""Cases that once failed: a file of command lines, each behind a line that says why it is there."""

from pathlib import Path

from .campaign_cases import parse_case
from .parameters import ParameterError


def read_kept(path):
    """Read the cases of a file.

    :param path: the file: comments begin with #; the last comment before a command line of
        iscsi-san says why it is there
    :return: a list of pairs: why, and the :class:`ns3_iscsi.campaign_cases.Case`
    :raises ParameterError: one line that names the file and the line that is wrong
    """
    kept, why = [], ""
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            why = line.lstrip("# ")
        elif line:
            if not why:
                raise ParameterError(
                    f"{path}:{number}: a comment before it must say why it is kept"
                )
            try:
                kept.append((why, parse_case(line)))
            except ParameterError as error:
                raise ParameterError(f"{path}:{number}: {error}") from None
            why = ""
    return kept
