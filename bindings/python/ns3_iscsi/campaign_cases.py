# SPDX-License-Identifier: GPL-2.0-only
"""A case of the fault campaign: a network, what befalls it and when, and the number of its run."""

import shlex
from dataclasses import dataclass

from .campaign_draw import Draw
from .campaign_faults import Fault, draw_faults
from .campaign_worlds import draw_world
from .parameters import SCENARIO, ParameterError

#: Version of the draw. Another one when a seed draws anything else than it did.
DRAW = 16
_RUN = "RngRun"
_FAULTS = "faults"


@dataclass(frozen=True)
class Case:
    """A case.

    :param options: options of the scenario program by name, as the command line has them
    :param faults: a tuple of :class:`ns3_iscsi.campaign_faults.Fault`
    :param run: number of the run, RngRun
    """

    options: dict
    faults: tuple
    run: int

    def words(self):
        """Give the arguments of the scenario program, without a folder for results."""
        words = [f"--{name}={value}" for name, value in self.options.items()]
        if self.faults:
            words.append(f"--{_FAULTS}={'; '.join(one.text() for one in self.faults)}")
        return [*words, f"--{_RUN}={self.run}"]

    def command_line(self):
        """Give a line for a shell that runs the case."""
        return shlex.join([f"build/bin/{SCENARIO}", *self.words()])

    def test_body(self):
        """Give the body of a C++ test of the module san that runs the case."""
        words = [word for word in self.words() if not word.startswith(f"--{_RUN}=")]
        listed = ",\n                         ".join(
            f'"{_escaped(word)}"' for word in [*words, "--output="]
        )
        return (
            f"        RngSeedManager::SetRun({self.run});\n"
            f'        SanScenario san({{{listed} + CreateTempDirFilename("san")}});\n'
            '        NS_TEST_EXPECT_MSG_EQ(san.Run(), true, "all is done");\n'
            '        NS_TEST_EXPECT_MSG_EQ(san.GetError(), "", "nothing is wrong");\n'
        )


def draw_case(seed, with_faults=True):
    """Draw the case of a seed.

    :param seed: the seed, 0 or more
    :param with_faults: whether anything befalls the network
    """
    draw = Draw(seed)
    run = draw.whole(1, 1_000_000)
    world = draw_world(draw)
    faults = draw_faults(world) if with_faults else ()
    if faults:
        world.set("mayFail", "true")
    return Case(world.options, faults, run)


def parse_case(line):
    """Read a case from a command line.

    :param line: as :meth:`Case.command_line` gives it; the folder for results is left out
    :raises ParameterError: one line, if it is none
    """
    try:
        program, *words = shlex.split(line)
    except ValueError as error:
        raise ParameterError(f"{line}: {error}") from None
    if program.rpartition("/")[2] != SCENARIO:
        raise ParameterError(f"{line}: expected a command line of {SCENARIO}")
    options = {}
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not equals or not word.startswith("--"):
            raise ParameterError(f"{line}: {word} is no option, such as --drives=1")
        options[name] = value
    options.pop("output", None)
    run = options.pop(_RUN, "1")
    if not run.isdecimal():
        raise ParameterError(f"{line}: {_RUN} is no number")
    faults = [Fault.parse(one) for one in options.pop(_FAULTS, "").split(";") if one.strip()]
    return Case(options, tuple(faults), int(run))


def _escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')
