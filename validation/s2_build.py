# SPDX-License-Identifier: GPL-2.0-only
"""S2, figure 15: a build from source, unpacked, configured and made."""

from . import s2, s2_program_claims, s2_programs
from .experiment import Cell
from .reference import FOLDER
from .s2_programs import DELAYS_MS, gain, settings
from .s2_runs import simulate as simulate_step

#: The traces of a build, one for each step.
STEPS = {
    step: FOLDER.parents[1] / "traces" / f"build-hello-{step}.trace.gz"
    for step in ("untar", "configure", "make")
}
#: MiB of memory for the files of a small program, all of which it holds, as the paper's host holds
#: most of the files of a kernel.
_MEMORY = 16
#: Runs: more than of other programs, as few requests are lost in each.
_RUNS = 30


def simulate(options, run):
    """Simulate all steps of a build, each on the files that the one before left and not cached.

    :param options: options of San
    :param run: number of the run
    :return: ``seconds`` of all steps, and ``STEP_seconds`` of each
    """
    times = {
        f"{step}_seconds": simulate_step({**options, "fileTrace": str(path)}, run)["replay_time"]
        for step, path in STEPS.items()
    }
    return {**times, "seconds": sum(times.values())}


def experiments(parameters):
    """Give the experiments; see the package's documentation."""
    return [
        s2_programs.experiment(
            "figure 15",
            "Building a program",
            "The paper unpacks, configures and makes a Linux kernel and shows the time it takes. "
            "Here it is a build of a small program, GNU hello 2.10, whose file operations were "
            "recorded, with the processor's times between them; each step finds the files of the "
            "one before on the drive, and ends when the last operation returns. It has hundreds of "
            "files where a kernel has thousands, and searches and reads more for each "
            "byte that it writes.",
            [cell for delay in DELAYS_MS for cell in _cells(parameters, delay)],
            scenario=simulate,
            metric="time",
            unit="s",
            column="seconds",
            runs=_RUNS,
            further=tuple(f"{step}_seconds" for step in STEPS),
            claims=s2_program_claims.of_build,
        )
    ]


def build(parameters, delay_ms, variant):
    """Give the options of San for a build, without the trace of a step.

    :param parameters: the paper's parameters
    :param delay_ms: the emulator's delay
    :param variant: s2.PLAIN or s2.FAIR
    """
    return settings(parameters, delay_ms, variant, workload="files") | {"cache": _MEMORY}


def _cells(parameters, delay):
    cells = [
        Cell(
            {"delay ms": delay, "variant": variant},
            build(parameters, delay, variant),
            is_quick=False,
        )
        for variant in (s2.PLAIN, s2.FAIR)
    ]
    return [
        *cells,
        gain(
            {"delay ms": delay},
            lambda variant: build(parameters, delay, variant),
            "seconds",
            is_time=True,
        ),
    ]
