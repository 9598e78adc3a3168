# SPDX-License-Identifier: GPL-2.0-only
"""The life of a request: what a run says of one of its requests, beside what the wire carried.

``.. request-life:: OPTIONS`` runs iscsi-san with a capture and shows its last request: the end of
each stage that took time, and the PDUs of its connection meanwhile, in the order of time.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from docutils import nodes
from ns3_iscsi import results
from ns3_iscsi.stages import STAGES
from reference_tables import ROOT, Tables

#: What tshark prints of a packet.
FIELDS = ("frame.time_epoch", "ip.src", "tcp.len", "_ws.col.Protocol", "_ws.col.Info")
#: The capture has times in whole microseconds.
MICROSECOND = 1e-6


def stages_of(request):
    """Give for each stage that took time its end in seconds from the issue, and its name."""
    ends, time = [], 0.0
    for name in STAGES:
        length = request.get(f"{name}_s", 0)
        time += length
        if length > 0:
            ends.append((time, name))
    return ends


def pdus_of(folder, request):
    """Give the segments in which PDUs end, until the request is completed.

    :return: for each the time in seconds from the issue, and what it brought
    :raises RuntimeError: without tshark
    """
    if not shutil.which("tshark"):
        raise RuntimeError("tshark is not installed (Debian package tshark)")
    ends = results.read_connections(folder / "connections.csv")
    own = ends[(ends["connection"] == request["connection"]) & (ends["sender"] == "initiator")]
    address, port = own["local"].iloc[0].rsplit(":", 1)
    begin, end = request["time_s"], request["time_s"] + request["latency_s"]
    times = f"frame.time_epoch >= {begin - MICROSECOND:.9f} && frame.time_epoch <= {end:.9f}"
    wanted = f"tcp.port == {port} && tcp.len > 0 && {times}"
    fields = [word for name in FIELDS for word in ("-e", name)]
    command = ["tshark", "-r", folder / "san.pcap.gz", "-Y", wanted, "-T", "fields", *fields]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found, segments, size = [], 0, 0
    for line in run.stdout.splitlines():
        time, source, length, protocol, info = line.split("\t")
        segments, size = segments + 1, size + int(length)
        if protocol == "iSCSI":
            way = "to the target" if source == address else "to the initiator"
            parts = f"{segments} segments, " if segments > 1 else ""
            what = f"{' '.join(info.split())} ({parts}{size:,} bytes {way})"
            found.append((max(float(time) - begin, 0.0), what))
            segments, size = 0, 0
    return found


def life_of(folder):
    """Give the last request of a run, and rows of time in ms, place and what happened."""
    request = results.read_requests(folder / "requests.csv").iloc[-1]
    rows = []
    for time, name in stages_of(request):
        stage = STAGES[name]
        rows.append((time, stage.place, f"{stage.until[0].upper()}{stage.until[1:]}."))
    rows += [(time, "link", what) for time, what in pdus_of(folder, request)]
    # A PDU that ends a stage comes before its end.
    rows.sort(key=lambda row: (round(row[0], 6), row[1] != "link"))
    return request, [(f"{1e3 * time:.3f}", *others) for time, *others in rows]


class RequestLife(Tables):
    """The life of the last request of a run."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        command = ["build/bin/iscsi-san", *self.arguments[0].split(), "--pcap=true"]
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [*command, f"--output={folder}"], cwd=ROOT, capture_output=True, text=True
            )
            if run.returncode != 0:
                raise self.error(run.stderr)
            try:
                request, rows = life_of(Path(folder))
            except RuntimeError as error:
                raise self.error(str(error)) from None
        about = (
            f"The last request of this run: a {request['operation']} of {request['bytes']:,} bytes "
            f"that took {1e3 * request['latency_s']:.3f} ms. Its command has the Initiator Task "
            f"Tag 0x{request['task_tag']:08x} and the CmdSN {request['cmd_sn']}."
        )
        text = " ".join([*command, "--output=out/life"])
        cells = [[[nodes.Text(cell)] for cell in row] for row in rows]
        return [
            nodes.literal_block(text, text),
            nodes.paragraph("", about),
            self.table(["ms", "where", "what"], cells, [12, 22, 66]),
        ]


def setup(app):
    """Tell Sphinx of the directive."""
    app.add_directive("request-life", RequestLife)
    return {"parallel_read_safe": True}
