# SPDX-License-Identifier: GPL-2.0-only
"""Simulate the experiments of papers and compare the results with the printed numbers.

python -m validation [--full] [--paper s0] [--seed 100] [--workers 1]
"""

import sys
from pathlib import Path

from ns3_iscsi import ParameterError, result_files
from ns3_iscsi.folder_lock import FolderHeldError
from ns3_iscsi.options import OptionParser, whole_number

from . import (
    compare,
    disksim,
    disksim_page,
    host_io,
    host_io_page,
    regression,
    report,
    results,
    sensitivity,
)
from . import summary as summaries
from .papers import PAPERS
from .parameters import ParameterFileError, Parameters

FOLDER = Path(__file__).resolve().parent
OUTPUT = FOLDER.parent / "out" / "validation"


def load(name, parameters=None, has_offload=False):
    """Load a paper's experiments.

    :param name: the paper's short name
    :param parameters: its parameters, those of its file if None
    :param has_offload: whether hosts leave the segmentation of TCP to their adapters
    :return: the paper, its parameters and its experiments in the order of the list
    """
    parameters = parameters or Parameters.load(FOLDER / f"{name}.toml")
    paper, modules = PAPERS[name]
    experiments = [one for module in modules for one in module.experiments(parameters)]
    if has_offload:
        experiments = [_with_offload(one) for one in experiments]
    return paper, parameters, experiments


def _with_offload(experiment):
    """Give the same experiment with offload; adapters of wireless networks have none."""
    if any(cell.settings.get("linkType") == "wifi" for cell in experiment.cells):
        return experiment
    return experiment.with_settings(offload="tso")


def main(arguments=None):
    """Run the command line.

    :param arguments: its words, those of the process if None
    :return: the exit status: 1 if a simulation failed or results moved, 2 after a mistake, of which
        one line tells
    """
    parser = OptionParser("python -m validation", description=__doc__.partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="everything, not the quick selection")
    parser.add_argument(
        "--paper",
        action="append",
        choices=sorted(PAPERS),
        help="only this paper, without the regression test",
    )
    workers = whole_number(1, 10_000, 4)
    parser.add_argument("--workers", type=workers, help="simulations at a time (one per core)")
    seed = whole_number(0, 1_000_000, 100)
    parser.add_argument("--seed", type=seed, default=0, help="added to the numbers of all runs")
    parser.add_argument(
        "--offload", action="store_true", help="with segmentation offload: faster, nearly the same"
    )
    parser.add_argument("--other", type=Path, help="summary.json of another seed to compare with")
    parser.add_argument("--disksim", type=Path, help="folder of DiskSim's drives and traces")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder for the results")
    parser.add_argument(
        "--pages", type=Path, help="folder of the manual: write a page for each paper as well"
    )
    chosen = parser.parse_args(arguments)
    try:
        return _validate(chosen)
    except (
        ParameterFileError,
        ParameterError,
        FolderHeldError,
        regression.RegressionError,
        compare.SummaryError,
        disksim.DiskSimError,
        host_io.HostIoError,
        ImportError,
        OSError,
    ) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _validate(chosen):
    """Simulate, write what came out, and give the exit status."""
    index = chosen.output / "index.html"
    # What cannot be written is told before hours of simulation and not after them.
    papers = chosen.paper or sorted(PAPERS)
    for file in [index, *(_page(chosen, name) for name in papers if chosen.pages)]:
        result_files.check(file)
    other = compare.read(chosen.other) if chosen.other else None
    # Who asks for one paper need not be told that drives are skipped.
    drives = None
    if chosen.disksim or not chosen.paper:
        drives = disksim_page.run(chosen.disksim, chosen.output)
    # The host's programs are no paper; all of them take some seconds.
    hosts = None if chosen.paper else host_io_page.run(chosen.output, chosen.workers)
    done = [_run(name, chosen) for name in papers]
    # The means that it compares with are those of frames one by one.
    comparison = None if chosen.paper or chosen.offload else _check(chosen)
    summary = summaries.summarize(done, chosen.seed)
    results.write(chosen.output, {one.paper.name: one.rows for one in done})
    summaries.write(chosen.output, summary)
    difference = compare.compare(summary, other) if other else None
    beside = [page for page in (drives, hosts) if page]
    page = report.write(index, done, summary, comparison, difference, beside)
    for one in done if chosen.pages else ():
        _write_page(chosen, one, other)
    _tell(done, summary, difference)
    print(page, *beside, sep="\n")
    if summary["left_out"]:
        print(f"left out: {summaries.left_out(summary)}")
    has_moved = comparison is not None and len(comparison.moved) > 0
    return int(has_moved or any(one.rows["failure"].notna().any() for one in done))


def _page(chosen, name):
    """Give the file of a paper's page in the manual."""
    return chosen.pages / f"validation-{name}.rst"


def _write_page(chosen, one, other):
    """Write a paper's page of the manual.

    :param chosen: the command line
    :param one: the PaperOutcome
    :param other: summary of another seed, None if there is none
    """
    name = one.paper.name
    summary = summaries.summarize([one], chosen.seed)
    difference = compare.compare(summary, compare.of_paper(other, name.upper())) if other else None
    full = " FULL=1" if chosen.full else ""
    recipe = f'make validate{full} VALIDATE_ARGS="--paper {name} --pages {chosen.pages}"'
    report.write(_page(chosen, name), [one], summary, difference=difference, recipe=recipe)


def _tell(done, summary, difference):
    """Print a line for each group of a paper's cells, for all, and for another seed."""
    for one in done:
        name = one.paper.name.upper()
        parts = summary["groups"][name]
        for group, figures in parts.items() if len(parts) > 1 else ():
            print(f"{name} {group}: {summaries.line(figures)}")
    total = summary["total"]
    parts = summary["total_groups"]
    for group, figures in parts.items() if len(parts) > 1 and len(done) > 1 else ():
        print(f"{group}: {summaries.line(figures)}")
    print(f"total: {summaries.line(total)}")
    if total["median_below_cap_percent"] != total["median_abs_error_percent"]:
        print(f"median without cells at the cap: {total['median_below_cap_percent']} %")
    if difference:
        print("\n  ".join([str(difference), *difference.lines]))


def _check(chosen):
    """Run the statistical regression test and print its line."""
    folder = chosen.output / "sweeps" / "regression"
    comparison = regression.check(folder, chosen.workers, chosen.seed)
    regression.tell(comparison)
    return comparison


def _run(name, chosen):
    """Simulate a paper and print a line for each experiment."""
    paper, parameters, experiments = load(name, has_offload=chosen.offload)
    outcomes, folder = [], chosen.output / "sweeps"
    for experiment in experiments:
        if not (chosen.full or any(cell.is_quick for cell in experiment.cells)):
            continue
        rows = results.simulate(
            name, experiment, folder, chosen.full, chosen.workers, 1 + chosen.seed
        )
        outcome = results.Outcome(experiment, rows, experiment.claims(rows))
        outcomes.append(outcome)
        print(f"{name.upper()} {experiment.item}: {summaries.line(outcome.figures)}", flush=True)
    moves = None
    if chosen.full:
        moves = sensitivity.measure(
            name,
            parameters,
            outcomes,
            lambda name, parameters: load(name, parameters, chosen.offload)[2],
            folder,
            chosen.workers,
            1 + chosen.seed,
        )
    return results.PaperOutcome(
        paper, parameters, outcomes, moves, _left_out(experiments, outcomes)
    )


def _left_out(experiments, outcomes):
    """Count the numbers of the paper that were not simulated, by item."""
    simulated = {one.experiment.item: one.figures["cells"] for one in outcomes}
    counts = {
        one.item: sum(cell.reference is not None for cell in one.cells) - simulated.get(one.item, 0)
        for one in experiments
    }
    return {item: count for item, count in counts.items() if count}


if __name__ == "__main__":
    sys.exit(main())
