# SPDX-License-Identifier: GPL-2.0-only
"""S1, Microsoft's iSCSI target on Gigabit Ethernet: what its experiments share."""

from . import s1_claims
from .experiment import Paper

#: Levels of optimization (Appendix C): their names in the reference data and tables of parameters.
PLAIN, ISCSI, TCP = "notweaks", "iSCSI tweaks", "TCP and iSCSI tweaks"
LEVELS = {
    PLAIN: (),
    ISCSI: ("iscsi_tweaks",),
    TCP: ("iscsi_tweaks", "tcp_tweaks", "tcp_tweaks_cost"),
}
#: Unit of throughput: the paper counts 2^20 bytes.
UNIT = "MiB/s"

#: What is known of numbers that are off: item, conditions that they share, and what it is.
_REASONS = [
    (
        "h2benchw",
        {"figure": ["repetitive write"], "level": [ISCSI]},
        "The paper has 52.09 MB/s here and 65.41 without tweaks, where the same bytes cross the "
        "link: no number is within 10 % of both. R2Ts, tried as a cause, slow sequential writes as "
        "well (h2benchw, with R2Ts).",
    ),
    *(
        ("h2benchw", {"figure": [figure]}, reason)
        for figure, reason in s1_claims.UNEXPLAINED.items()
    ),
    (
        "h2benchw",
        {"figure": ["random access write"], "level": [PLAIN]},
        "The paper has 0.13 ms here and 0.16 ms with iSCSI tweaks, which change nothing that one "
        "sector needs: no number is within 10 % of both. The costs of a command were fitted on all "
        "three.",
    ),
    (
        "SMB",
        {"dialect": ["SMB 2.1"]},
        "The paper gives the highest rate that it saw, of a client and files that it does not "
        "describe.",
    ),
]


def explain(row):
    """Give what is known of the reason why a row of the results is off, None if nothing is."""
    for item, conditions, reason in _REASONS:
        if row["item"] == item and all(row[name] in it for name, it in conditions.items()):
            return reason
    return None


PAPER = Paper(
    name="s1",
    title="Microsoft's iSCSI target 3.3 on Gigabit Ethernet",
    reference="measurements of Microsoft iSCSI Software Target 3.3 with iperf, IOMeter, h2benchw "
    "and robocopy, October 2010; the copy used has no title page.",
    text=[
        "Two servers (quad-core Xeon at 2.4 GHz, 4 GB, Windows Server 2008 R2) are connected by a "
        "cable, Gigabit Ethernet without jumbo frames. One is the target, with a disk of 2 GB in "
        "its memory, the other one the initiator. Three levels of optimization are compared: "
        "none, longer PDUs and bursts (iSCSI tweaks), and also a fixed TCP window of 512 KB, an "
        "acknowledgement for each segment, timestamps, and neither RSS nor the offload of TCP (TCP "
        "and iSCSI tweaks). The results of another initiator and other adapters with a switch, two "
        "teamed adapters in each host, are a cross-check.",
        "MB are 2^20 bytes here, as the paper has them: 113 MB/s is what Ethernet leaves of 1 Gb/s "
        "to segments of 1460 bytes.",
        "One set of parameters is used for all experiments. The adapters' interrupt moderation is "
        "fitted on iperf with its default window, the hosts' costs on h2benchw's sequential reads "
        "and random writes and on IOMeter's column 50/50, and what the TCP tweaks add to the "
        "target's time per command on IOMeter's column of that level; the rate of copies in memory "
        "and the time for a file are fitted on three of robocopy's six numbers. IOMeter's columns "
        "that were not fitted have one throughput, the link's, from which their other numbers "
        "follow: they are at its cap. All other numbers are predictions. Where h2benchw pauses or "
        "repeats, and for random reads, the paper's hosts take times that have no known cause and "
        "that the model does not have.",
        "An adapter interrupts its host when no frame has arrived for 41 us. A window that ends "
        "before the link has carried the next one is therefore waited for at both ends, which "
        "alone explains the three throughputs of iperf. In the model it is the target that limits "
        "IOMeter 50/50: its processor takes 60 of the 65.7 us of a request.",
        "A copy is at its end when all of it is in the initiator's memory. What a switch costs "
        "that fails meanwhile is simulated: the path fails, and what the target's disk was given "
        "is counted.",
        "Two things are left out. RichCopy's 128 and 256 MB/s are more than the link carries, and "
        "the paper itself does not rely on them. LLTD, a protocol that draws maps of networks, "
        "made no difference in the paper, and nothing here depends on it.",
        "In the tables of IOMeter the team of two adapters is simulated as one link: there is one "
        "session, and a flow uses one link of a team, as the experiment with a team shows. The "
        "other initiator has the costs of the first.",
    ],
    claims=s1_claims.of_paper,
    explain=explain,
)


def settings(parameters, *tables, **own):
    """Give the options of a program.

    :param parameters: the paper's parameters
    :param tables: further tables of parameters beside those of the hosts
    :param own: further options
    """
    return parameters.settings("host", *tables) | own


def iscsi(parameters, level, *tables, network="direct", **own):
    """Give the options of iscsi-san for requests to the target's disk.

    :param parameters: the paper's parameters
    :param level: one of LEVELS
    :param tables: further tables of parameters
    :param network: the table of the network
    :param own: further options
    """
    return settings(
        parameters, network, "windows", "iscsi", "costs", *LEVELS[level], *tables, **own
    )


def rounding(number):
    """Give the limits of what rounds to a number with two digits after the point."""
    return round(number - 0.005, 3), round(number + 0.005, 3)
