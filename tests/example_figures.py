# SPDX-License-Identifier: GPL-2.0-only
"""The figures that an example prints, a name and a number in each line."""

import re
import subprocess

from ns3_iscsi.build_info import program


def figures_of(name, *options, cwd):
    """Run an example and give its figures by name.

    :param name: of the program
    :param options: its words
    :param cwd: the folder in which it runs
    """
    command = [str(program(name)), *options]
    output = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=cwd, timeout=240
    ).stdout
    return read_figures(output)


def read_figures(output):
    """Give the figures by name that a program printed."""
    return {
        figure: float(value.replace(",", ""))
        for figure, value in re.findall(r"^(\S.*?) +([\d.,]+) ?\S*$", output, re.MULTILINE)
    }
