# SPDX-License-Identifier: GPL-2.0-only
"""The network of the program iscsi-san in Python, with a function called for each request."""

from collections import Counter

from ns3_iscsi import ParameterError, San, connect, ns
from ns3_iscsi.options import OptionParser, whole_number

parser = OptionParser(description=__doc__)
parser.add_argument("--trace", help="replay this file instead of 1,000 Poisson requests")
parser.add_argument("--output", default="out/iscsi-san-py", help="folder for results")
run_number = whole_number(0, 2**64 - 1, 3)
parser.add_argument(
    "--RngRun", type=run_number, default=1, help="run number of the random streams (1)"
)


def run(options):
    san = San(output=options.output)
    if options.trace:
        san.workload.workload = "trace"
        san.workload.trace = options.trace
    network = san.build(run=options.RngRun)
    drives = Counter()
    connect(network.GetWorkload(0), "Complete", lambda request, drive: drives.update([drive]))
    network.Run()
    print("Requests of each drive:", *(drives[drive] for drive in range(san.drives.drives)))


try:
    run(parser.parse_args())
except (ns.UserError, ParameterError) as error:
    raise SystemExit(str(error)) from None
