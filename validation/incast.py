# SPDX-License-Identifier: GPL-2.0-only
"""Incast: blocks striped over many servers behind one port of a switch."""

import math

from .claims import Claim
from .experiment import Cell, Paper
from .reference import read

#: What the papers vary: servers, KB of a block on each, KB of the port's memory, timeouts.
SRU_KB, BUFFER_KB, RTO = 256, 64, "200ms"
#: Bytes that a run reads, and the fewest blocks that it does so in.
_BYTES, _BLOCKS = 32 << 20, 6
_SECTOR, _KB = 512, 1024
#: Bytes that are more than any host may have on its way.
_OUT_OF_THE_WAY = 16_000_000
#: A full frame, its round trip without a queue at 1 Gb/s (four propagations of 25 us and three
#: transmissions there, as many of an acknowledgement back), and the window that a fast
#: retransmission needs: the lost segment and three behind it.
_FRAME, _RTT_S, _RATE = 1526, 4 * 25e-6 + 3 * (1526 + 72) * 8e-9, 125e6
_FAST_RETRANSMIT = 4
#: Half of the link, below which it counts as collapsed.
HALF_MBPS = 500
RUNS = 3

PAPER = Paper(
    name="incast",
    title="blocks striped over many servers behind one port: collapse, and what prevents it",
    reference="A. Phanishayee et al., Measurement and Analysis of TCP Throughput Collapse in "
    "Cluster-based Storage Systems, FAST 2008; V. Vasudevan et al., Safe and Effective "
    "Fine-grained TCP Retransmissions for Datacenter Communication, SIGCOMM 2009; Y. Chen et al., "
    "Understanding TCP Incast Throughput Collapse in Datacenter Networks, WREN 2009.",
    text=[
        "A client reads blocks that are striped over N servers, one block at a time: the next one "
        "begins when all parts of the last one are there. All parts leave by one port of a switch, "
        "whose memory is small. Here the servers are iSCSI targets with a drive in memory, the "
        "client has a striped array of them (hostArray), and a part is one command. A run reads "
        f"{_BYTES >> 20} MB or {_BLOCKS} blocks, whichever is more; blocks begin at random places, "
        "so that another server is asked first each time. The first eighth of the blocks does not "
        "count: no sender knows a threshold then, so all overshoot. Each frame is simulated, since "
        "segmentation offload does not give the same goodput here: see the page on incast.",
        "The papers' curves were not at hand as numbers: what is compared are their statements, "
        "and the table of references marks what was read off a curve.",
        "Some choices were made with results in view, so no claim is a prediction: that the first "
        "blocks do not count, how often TCP retries, that 500 Mb/s count as carried and a factor "
        "of 5 as an order of magnitude, and that the formula is for up to 16 servers. Three runs "
        "leave wide intervals where a run has few timeouts. More than 64 servers were not tried. "
        "ns-2 and Linux judge some points: none of the published statements.",
    ],
)


def settings_of(parameters, servers, sru_kb=SRU_KB, buffer_kb=BUFFER_KB, rto=RTO, **others):
    """Give the options of a simulation.

    :param parameters: the paper's parameters
    :param servers: N
    :param sru_kb: KB of a block on each server
    :param buffer_kb: KB of memory at the switch's port
    :param rto: shortest retransmission timeout
    :param others: further options
    """
    part = sru_kb * _KB
    array = {"hostArray": "stripe", "hostStripeUnit": part // _SECTOR} if servers > 1 else {}
    return {
        **parameters.settings("path", "tcp", "iscsi"),
        **array,
        "targets": servers,
        "device": "ram",
        "drives": 1,
        "workload": "closed",
        "readFraction": 1.0,
        "size": str(servers * part),
        "count": max(_BLOCKS, math.ceil(_BYTES / (servers * part))),
        "switchBuffer": buffer_kb * _KB,
        "queue": f"{_OUT_OF_THE_WAY}B",
        "sndBufSize": _OUT_OF_THE_WAY,
        "rcvBufSize": _OUT_OF_THE_WAY,
        "minRto": rto,
        # ns-3 adds the granularity of its clock, 1 ms, to the estimate otherwise.
        "ns3::TcpSocketBase::ClockGranularity": "1us",
        # Linux's tcp_retries2; with ns-3's 6 a connection is closed early if timeouts are short.
        "ns3::TcpSocket::DataRetries": 15,
        **others,
    }


def cell(parameters, servers, told, quick=False, **others):
    """Give a cell.

    :param parameters: the paper's parameters
    :param servers: N
    :param told: what tells it from others, apart from N
    :param quick: whether the quick selection has it
    :param others: as :func:`settings_of` takes them
    """
    conditions = {"servers": servers, **told}
    return Cell(conditions, settings_of(parameters, servers, **others), is_quick=quick)


def onset(buffer_kb):
    """Give the servers up to which losses are mended without a timeout, by a formula.

    The windows of N senders fill the round trip and the port's memory. When one is halved, four
    segments have to remain: the next one lost, and three behind it that make it known.

    :param buffer_kb: KB of memory at the port
    """
    room = buffer_kb * _KB + _RTT_S * _RATE
    return room / (2 * _FAST_RETRANSMIT * _FRAME)


def half(rows):
    """Give the servers at which goodput falls below half of the link, between those simulated.

    :param rows: results of one curve
    :return: N on a line over the logarithm of N; None if all, or none, are below
    """
    before = None
    for row in rows.sort_values("servers").itertuples():
        now = math.log(row.servers), row.simulated
        if before and before[1] >= HALF_MBPS > now[1]:
            share = (before[1] - HALF_MBPS) / (before[1] - now[1])
            return math.exp(before[0] + share * (now[0] - before[0]))
        before = now
    return None


def statement(name, held, detail, tolerance):
    """Give a claim by its name in the file of statements.

    :param name: its name there
    :param held: whether it holds, None if it cannot be checked
    :param detail: the figures that decide it
    :param tolerance: within which limits, in words
    """
    row = next(one for one in read("incast_claims") if one["claim"] == name)
    return Claim(
        f"{row['text']} ({row['source']}, {row['how']})", held, detail, tolerance=tolerance
    )
