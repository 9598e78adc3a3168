# SPDX-License-Identifier: GPL-2.0-only
# PYTHON_ARGCOMPLETE_OK
"""The command ns3-iscsi: run a storage area network, sweep its parameters, draw, report; traces;
faults from seeds.

Exit status: 0 all went well; 1 some point of a sweep failed, another sweep holds the folder, or a
mistake in what was given, of which one line tells; 130 interrupted, 143 terminated.
"""

import argparse
import contextlib
import json
import signal
import sys
from pathlib import Path

from . import campaign_cli
from .options import OptionParser, number, whole_number
from .traces import EVENTS, FORMATS

_EXAMPLES = {
    "": """
examples:
  ns3-iscsi run san.toml --set delay=10ms
  ns3-iscsi sweep san.toml --grid delay=1ms,10ms --grid queueDepth=1,8 --runs 3
  ns3-iscsi plot out/sweep --x delay --hue queueDepth --out throughput.png
  ns3-iscsi compare out/sweep --parameter delay --base 1ms
  ns3-iscsi report out/sweep
  ns3-iscsi explore out/run
  ns3-iscsi export out/run --to perfetto --out run.pftrace
  ns3-iscsi trace info hm_1.csv.gz --out hm_1.png
  ns3-iscsi campaign run --seeds 200
  ns3-iscsi calibrate 850evo.toml --out mine.ssd

completion in bash: eval "$(register-python-argcomplete ns3-iscsi)"
""",
    "run": """
examples:
  ns3-iscsi run san.toml
  ns3-iscsi run --set gateway=true --set loops=2 --set drive=Cheetah9LPFC --output out/loops
""",
    "sweep": """
examples:
  ns3-iscsi sweep san.toml --grid delay=1ms,10ms --runs 3
  ns3-iscsi sweep san.toml --grid 'size=4096;4096:3,65536:1' --timeout 600 --memory 2000
  ns3-iscsi sweep san.toml --grid delay=1ms,10ms --executor dask://head:8786
""",
    "plot": """
examples:
  ns3-iscsi plot out/sweep --x delay --hue queueDepth --out throughput.png
  ns3-iscsi plot out/sweep --kind heat-map --x delay --y queueDepth --out map.svg
  ns3-iscsi plot out/sweep --kind stages --x delay --operation read --style paper --out read.pdf
  ns3-iscsi plot out/sweep --kind cdf --hue delay --where queueDepth=8 --out cdf.png
  ns3-iscsi plot out/sweep --kind lines --x delay --y all_p99_ms --where size=4096 --out p99.pdf

Parameters that vary and are not named have a panel for each of their settings. cdf needs a sweep
with --keep requests.csv.
""",
    "compare": """
examples:
  ns3-iscsi compare out/sweep --parameter delay --base 1ms
  ns3-iscsi compare out/sweep --parameter delay --base 1ms --result read_p99_ms --where queueDepth=8
  ns3-iscsi compare out/sweep --parameter delay --base 1ms --json | jq '.[].is_different'

Settings are compared run by run, as runs of the same number have the same random numbers. The
interval is that of the mean difference, at 95 %.
""",
    "report": """
example:
  ns3-iscsi report out/sweep --out report.html
""",
    "explore": """
examples:
  ns3-iscsi explore out/demo
  ns3-iscsi explore out/near out/far --out near-far.html

The page needs no network. It has up to 100,000 requests: of more, the 1,000 slowest of each run and
a random sample of the others.
""",
    "export": """
examples:
  ns3-iscsi export out/run --to perfetto --out run.pftrace
  ns3-iscsi export out/run --to fio-json --out run.json
  ns3-iscsi export out/run --to fio-logs --out logs/randrw-iodepth-8-numjobs-1
  ns3-iscsi export out/run --to hdr --out latency
  ns3-iscsi export out/run --to pcapng --out run.pcapng

perfetto: for ui.perfetto.dev; fio-json, fio-logs: for fio-plot and others; hdr: percentiles as
HdrHistogram prints them, a file for each operation; pcapng: the capture (pcap=true) for Wireshark,
with comments that name the request in a frame
""",
    "calibrate": """
examples:
  ns3-iscsi calibrate 850evo.toml --out mine.ssd
  ns3-iscsi calibrate hosts.toml --out san.toml --max-runs 2000

doc/calibrate.rst says what is in the file. Cells that were fitted and cells that are predicted are
shown apart, with their errors, and parameters that the data do not fix are named.
""",
    "drives": """
examples:
  ns3-iscsi drives
  ns3-iscsi drives Cheetah9LP
""",
    "parameters": """
examples:
  ns3-iscsi parameters
  ns3-iscsi parameters loops
  ns3-iscsi parameters queueDepth
  ns3-iscsi parameters iodepth
""",
    "trace": """
examples:
  ns3-iscsi trace info hm_1.csv.gz --out hm_1.png
  ns3-iscsi trace convert hm_1.csv.gz hm_1.spc --from-zero

formats: disksim, validate, csv (with this project's titles), spc, msr, blkparse, fio2, fio3,
tencent, alibaba, mqsim, systor, fiu, cloudphysics, and columns, any that a map names;
doc/python.rst says more
""",
    "info": """
examples:
  ns3-iscsi trace info hm_1.csv.gz
  ns3-iscsi trace info sda.blkparse.zst --event queue --out sda.png
  ns3-iscsi trace info mine.csv --columns time=1:us,operation=2,address=3:byte,length=4:byte
  ns3-iscsi trace info hm_1.csv.gz --json | jq .read_share
""",
    "convert": """
examples:
  ns3-iscsi trace convert hm_1.csv.gz hm_1.spc --from-zero
  ns3-iscsi trace convert disk.spc disk.iolog.zst --to fio3
  ns3-iscsi trace convert mine.csv mine.disksim --sort \\
    --columns time=when:ms,operation=kind,address=lba,length=bytes:byte,device=disk

A map names, for each field, its column by number or title, and its unit:
  time, observed, think  s, ms, us, ns; time also filetime (Windows)
  address, length        sector, byte, or a number of bytes
  operation              letter, word, number (0 is a read), flags (of DiskSim)
  device
time, operation, address and length must be there; separator=tab|space|semicolon|comma and skip=N
(lines before the first request) may.
""",
}
_EXPORTS = ("perfetto", "fio-json", "fio-logs", "hdr", "pcapng")
_KINDS = ("throughput", "latency", "percentiles", "cdf", "stages", "heat-map", "lines")
#: Pictures of all requests, of reads or of writes.
_OF_OPERATIONS = ("throughput", "latency", "percentiles", "stages")


class _Version(argparse.Action):
    """Prints the versions, which only an asked-for build has to tell, and ends the process."""

    def __call__(self, parser, *_):
        from .build_info import read_config

        try:
            config = read_config()
        except ImportError as error:
            parser.error(str(error))
        print(f"ns3-iscsi {config['version']}, ns-3 {config['ns3']['version']}")
        parser.exit()


def main(arguments=None):
    """Run the command.

    :param arguments: the command line without the program's name, None for the process's own
    :return: the exit status
    """
    parser = _parser()
    _offer_completion(parser)
    options = parser.parse_args(arguments)
    try:
        with _termination_interrupts():
            return options.function(options)
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        if options.function is _sweep:
            print("ns3-iscsi: interrupted; finished points are kept", file=sys.stderr)
        return 143 if isinstance(interrupt, _Terminated) else 130


class _Terminated(KeyboardInterrupt):
    """SIGTERM came."""


@contextlib.contextmanager
def _termination_interrupts():
    """Let SIGTERM interrupt as Ctrl-C does."""

    def interrupt(*_):
        raise _Terminated

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:
        # Signals belong to the main thread, and this is another.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(options):
    san, given = _read(options)
    if options.output and "output" in given:
        raise ValueError("--set output and --output: give one of them")
    if options.output:
        san["output"] = options.output
    san.run(options.run)
    print(san["output"])
    return 0


def _sweep(options):
    from . import grids
    from .sweeps import TABLE, sweep

    san, given = _read(options)
    if "output" in given:
        raise ValueError("--set output: the results of a sweep are in the folder of --out")
    table = sweep(
        san,
        grids.parse(options.grid),
        options.runs,
        folder=options.out,
        executor=options.executor,
        workers=options.workers,
        timeout=options.timeout,
        memory=options.memory * 1_000_000 if options.memory else None,
        keep=options.keep,
        retry=options.retry,
        quiet=options.quiet,
    )
    print(Path(options.out) / TABLE)
    return 1 if table["error"].notna().any() else 0


def _plot(options):
    from . import axes, plot, plot_sweep, sweeps

    plot.check_name(options.out)
    _check_plot(options)
    plot.style(options.style)
    table = axes.select(sweeps.load(options.folder), options.where)
    x, y, hue, operation = options.x, options.y, options.hue, options.operation or "all"
    if hue:
        axes.column(table, hue)
    draw = {
        "throughput": lambda: plot_sweep.throughput(table, x, hue, operation),
        "latency": lambda: plot_sweep.latency(table, x, hue, operation),
        "percentiles": lambda: plot_sweep.latency_percentiles(table, x, operation),
        "cdf": lambda: plot.cdf(sweeps.requests(table, hue)),
        "stages": lambda: plot_sweep.stages(table, x, operation),
        "heat-map": lambda: plot_sweep.heat_map(table, x, y or hue),
        "lines": lambda: plot_sweep.bands(table, x, y, hue),
    }
    plot.save_as(draw[options.kind](), options.out)
    print(options.out)
    return 0


def _check_plot(options):
    """Check that a picture has the parameters that it needs, and no use for none."""
    kind = options.kind
    if kind == "cdf":
        if not options.hue or options.x:
            raise ValueError("--kind cdf needs --hue, the parameter that it compares, and no --x")
    elif not options.x:
        raise ValueError(f"--kind {kind} needs --x")
    if options.operation and kind not in _OF_OPERATIONS:
        raise ValueError(f"--kind {kind} has no --operation")
    if not (options.y or (options.hue and kind == "heat-map")) and kind in ("heat-map", "lines"):
        raise ValueError(f"--kind {kind} needs --y")
    if options.y and kind not in ("heat-map", "lines"):
        raise ValueError(f"--kind {kind} has no --y: what it draws is its name")
    for name in ("x", "y"):
        if options.hue and options.hue == getattr(options, name):
            raise ValueError(f"--hue {options.hue}: it is --{name} already")


def _compare(options):
    from . import axes, comparison, sweeps

    table = axes.select(sweeps.load(options.folder), options.where)
    results = options.result or comparison.RESULTS
    base = axes.value_of(table, options.parameter, options.base)
    asked = (table, options.parameter, base, results)
    if options.json:
        print(json.dumps(comparison.compare(*asked), indent=2))
    else:
        print(*comparison.describe(*asked), sep="\n")
    return 0


def _report(options):
    from .report import write_report

    print(write_report(options.folder, options.out, options.title))
    return 0


def _explore(options):
    from .explore import write_page

    print(write_page(options.folder, options.other, options.out))
    return 0


def _export(options):
    from .exports import export

    for file in export(options.folder, options.to, options.out):
        print(file)
    return 0


def _calibrate(options):
    from .calibration import calibrate

    lines = calibrate(
        options.file,
        options.out,
        folder=options.folder,
        most_runs=options.max_runs,
        workers=options.workers,
        quiet=options.quiet,
    )
    print(*lines, "", options.out, sep="\n")
    return 0


def _drives(options):
    from .drives import read_catalogue
    from .parameters import unknown

    catalogue = read_catalogue()
    if options.name and options.name not in catalogue.index:
        raise ValueError(unknown("drive", options.name, catalogue.index))
    if options.name:
        print(Path(catalogue.loc[options.name, "file"]).read_text(), end="")
    else:
        texts = catalogue.select_dtypes("Int64").astype("string").fillna("-")
        # Numbers are right-aligned, the text behind them is not.
        width = catalogue["about"].str.len().max()
        texts["about"] = catalogue["about"].str.ljust(width)
        table = catalogue.assign(**texts).drop(columns="file")
        lines = table.rename(columns={"about": "about".ljust(width)}).to_string().splitlines()
        print(*map(str.rstrip, lines), sep="\n")
    return 0


def _parameters(options):
    from .parameters import explain

    print(explain(options.topic), end="")
    return 0


def _trace_info(options):
    from . import plot, plot_trace, traces

    about = {"from_": options.from_, "columns": options.columns, "event": options.event}
    if options.out:
        plot.check_name(options.out)
    info, tables = traces.report(options.file, **about)
    if options.out:
        title = options.title or Path(options.file).name
        plot.save_as(plot_trace.overview(info, title), options.out)
    print(json.dumps(info, indent=2) if options.json else tables.rstrip())
    return 0


def _trace_convert(options):
    from . import traces

    traces.convert(
        options.file,
        options.out,
        from_=options.from_,
        to=options.to,
        columns=options.columns,
        to_columns=options.to_columns,
        event=options.event,
        sort=options.sort,
        from_zero=options.from_zero,
    )
    print(options.out)
    return 0


def _read(options):
    """Give the network that the file and --set say, and the names of parameters in --set."""
    from .parameters import find
    from .san import San

    san = San.load(options.file) if options.file else San()
    given = set()
    for text in options.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set {text}: expected NAME=VALUE, such as delay=10ms")
        known = find(name).name
        if known in given:
            raise ValueError(f"--set {text}: {known} has another --set already")
        given.add(known)
        san[known] = value
    return san, given


def _parser():
    parser = OptionParser(
        prog="ns3-iscsi",
        description=__doc__,
        epilog=_EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    text = "print the version, and that of ns-3"
    parser.add_argument("--version", action=_Version, nargs=0, help=text)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = _command(commands, "run", _run, "run one network")
    _add_network(one)
    run = whole_number(0, 2**64 - 1, 3)
    one.add_argument("--run", type=run, default=1, help="run number of the random streams (1)")
    one.add_argument("--output", help="folder for results")
    one = _command(commands, "sweep", _sweep, "run a network for all values of some parameters")
    _add_network(one)
    _add_sweep(one)
    one = _command(commands, "plot", _plot, "draw results of a sweep")
    one.add_argument("folder", help="folder of a sweep")
    one.add_argument("--kind", choices=_KINDS, default="throughput", help="picture (throughput)")
    one.add_argument("--x", help="parameter along the axis")
    one.add_argument("--y", help="lines: the result; heat-map: the vertical parameter")
    text = "parameter with one line per value; without lines, one panel per value"
    one.add_argument("--hue", help=text)
    one.add_argument(
        "--operation", choices=("all", "read", "write"), help="which requests to draw (all)"
    )
    text = "screen, or paper: one column wide, small serif fonts, no title (screen)"
    one.add_argument("--style", choices=("screen", "paper"), default="screen", help=text)
    text = "only some values of a parameter, such as readFraction=1"
    one.add_argument("--where", action="append", default=[], metavar="NAME=V,V,...", help=text)
    one.add_argument("--out", required=True, help="the picture, .png, .svg or .pdf")
    text = "say whether settings of a sweep differ"
    one = _command(commands, "compare", _compare, text)
    one.add_argument("folder", help="folder of a sweep")
    one.add_argument("--parameter", required=True, help="what is compared")
    one.add_argument("--base", required=True, help="its value that others are compared with")
    text = "a result; all_mb_per_s, all_mean_ms and all_latency_p99_ms if none is given"
    one.add_argument("--result", action="append", help=text)
    text = "only some values of a parameter, such as readFraction=1"
    one.add_argument("--where", action="append", default=[], metavar="NAME=V,V,...", help=text)
    one.add_argument("--json", action="store_true", help="print JSON, not sentences")
    one = _command(commands, "report", _report, "make one HTML page of a sweep")
    one.add_argument("folder", help="folder of a sweep")
    one.add_argument("--out", help="the page (report.html in the folder)")
    one.add_argument("--title", help="its heading (the folder's name)")
    one = _command(commands, "explore", _explore, "make one HTML page of the requests of a run")
    one.add_argument("folder", help="folder of a run")
    one.add_argument("other", nargs="?", help="folder of a run to compare it with")
    one.add_argument(
        "--out", help="the page (explore.html in the folder; with two explore-NAME.html)"
    )
    one = _command(commands, "export", _export, "write a run's requests for other tools")
    one.add_argument("folder", help="folder of a run")
    one.add_argument("--to", required=True, choices=_EXPORTS, help="format")
    text = "the file; fio-logs and hdr: what the files' names begin with"
    one.add_argument("--out", required=True, help=text)
    text = "fit parameters of a drive or a host to measurements"
    one = _command(commands, "calibrate", _calibrate, text)
    _add_calibration(one)
    one = _command(commands, "drives", _drives, "list the models of drives, or show one")
    one.add_argument("name", nargs="?", help="a model")
    one = _command(commands, "parameters", _parameters, "explain the parameters of a network")
    one.add_argument("topic", nargs="?", default="all", help="a group, a parameter or a word")
    one = _command(commands, "trace", None, "show the contents of a block trace, or convert it")
    _add_traces(one.add_subparsers(required=True, metavar="info|convert"))
    campaign_cli.add_to(commands)
    return parser


def _command(commands, name, function, text):
    one = commands.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=_EXAMPLES[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    one.set_defaults(function=function)
    return one


def _add_network(one):
    one.add_argument("file", nargs="?", help="the network as TOML (all defaults)")
    one.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter")


def _add_sweep(one):
    values = "values of a parameter; values separated by semicolons may contain commas"
    one.add_argument("--grid", action="append", default=[], metavar="NAME=V,V,...", help=values)
    runs = whole_number(1, 1_000_000, 10)
    one.add_argument("--runs", type=runs, default=1, help="replications of each point (1)")
    one.add_argument("--out", default="out/sweep", help="folder for results (out/sweep)")
    one.add_argument("--executor", help="dask://HOST:PORT for a cluster (this machine)")
    workers = whole_number(1, 10_000, 4)
    one.add_argument("--workers", type=workers, help="points at a time (one per core)")
    seconds = number(0.001, 1_000_000_000, 600)
    one.add_argument(
        "--timeout", type=seconds, metavar="S", help="time limit of a point, in seconds (none)"
    )
    megabytes = whole_number(1, 1_000_000_000, 2000)
    one.add_argument(
        "--memory", type=megabytes, metavar="MB", help="memory limit of a point (none)"
    )
    one.add_argument("--keep", action="append", default=[], help="file of each run to keep")
    one.add_argument("--retry", action="store_true", help="run failed points again")
    one.add_argument("--quiet", action="store_true", help="show only points that failed")


def _add_calibration(one):
    one.add_argument("file", help="what is fitted, and to what, as TOML")
    text = "the new file: of a drive .disk or .ssd, of a network .toml"
    one.add_argument("--out", required=True, help=text)
    text = "folder for results of runs (out/calibrate)"
    one.add_argument("--folder", default="out/calibrate", help=text)
    runs = whole_number(1, 100_000_000, 500)
    one.add_argument("--max-runs", type=runs, default=1000, help="most runs (1000)")
    workers = whole_number(1, 10_000, 4)
    one.add_argument("--workers", type=workers, help="runs at a time (one per core)")
    one.add_argument("--quiet", action="store_true", help="do not say how far it is")


def _add_traces(commands):
    one = _command(commands, "info", _trace_info, "show the contents of a block trace")
    _add_trace(one)
    one.add_argument("--json", action="store_true", help="print JSON, not tables")
    one.add_argument("--out", help="also draw it: the picture, .png, .svg or .pdf")
    one.add_argument("--title", help="title of the picture (the file's name)")
    one = _command(commands, "convert", _trace_convert, "convert a block trace to another format")
    _add_trace(one)
    one.add_argument("out", help="the new trace; .gz and .zst compress it")
    one.add_argument("--to", metavar="FORMAT", choices=FORMATS, help="its format (from its name)")
    one.add_argument("--to-columns", metavar="MAP", help="its columns, for the format columns")
    one.add_argument("--sort", action="store_true", help="order requests by time, in memory")
    zero = "count times from the first request"
    one.add_argument("--from-zero", action="store_true", help=zero)


def _add_trace(one):
    one.add_argument("file", help="the trace, plain or compressed by gzip or zstd")
    text = "its format (recognised)"
    one.add_argument("--from", dest="from_", metavar="FORMAT", choices=FORMATS, help=text)
    one.add_argument("--columns", metavar="MAP", help="its columns, for the format columns")
    text = "events of blkparse that are requests: issue (default), queue or complete"
    one.add_argument("--event", choices=EVENTS, help=text)


def _offer_completion(parser):
    """Let the shell complete words, where argcomplete is installed."""
    try:
        import argcomplete
    except ImportError:
        return
    argcomplete.autocomplete(parser)
