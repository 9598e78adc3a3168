# SPDX-License-Identifier: GPL-2.0-only
"""The stages of a request's way, in ``requests.csv`` and elsewhere: names and meanings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """A stage of the simulator's timeline. Texts for the documentation are reStructuredText."""

    #: What pictures and reports call it, perhaps together with other stages.
    group: str
    #: Where the request is.
    place: str
    #: A name of a few words, which nothing else in that place has.
    name: str
    #: The end of a sentence that begins "35.2 of 40.1 ms".
    words: str
    #: What happens in it.
    meaning: str
    #: Its end: what follows "until".
    until: str
    #: What makes it long.
    causes: str
    #: Whether requests wait there for others to the same device.
    is_queue: bool = False
    #: The operation whose data travel then.
    carries: str = ""
    #: Where it is part of something that only some runs have, what that is: one of OPTIONAL.
    only: str = ""


#: What stamps stages that other runs do not have: a page cache in front of the device, and SSDs.
OPTIONAL = ("page cache", "SSD")

_ARBITRATION = "Many drives on one loop: ``loops``, ``drives``."

#: The stages in the order of the way, by their names; a column of ``requests.csv`` adds ``_s``.
STAGES = {
    "cache_hit": Stage(
        *("memory", "page cache", "memory", "in the page cache's memory"),
        "The page cache serves the request from memory, all of it or up to its first wait. Only "
        "with ``cache``.",
        "the page cache has served from memory what it could",
        "Long requests.",
        only="page cache",
    ),
    "read_ahead": Stage(
        *("read-ahead", "page cache", "read-ahead", "waiting for a page that was being read"),
        "The request waits for a page that the page cache is reading already. Only with ``cache``.",
        "a page has come that was being read already",
        "A slow drive or path.",
        only="page cache",
    ),
    "throttled": Stage(
        *("write-back", "page cache", "write-back", "waiting for write-back by the page cache"),
        "The page cache writes back what the request waits for. Only with ``cache``.",
        "pages have been written back that the request waited for",
        "More is written than the drives take: ``cache``.",
        only="page cache",
    ),
    "sent": Stage(
        *("initiator", "initiator", "before sending"),
        "at the initiator, before the command was sent",
        "The request waits at the initiator until its command may be sent.",
        "the initiator hands the command to TCP",
        "A full command window of the target, which all units of a session share "
        "(``commandWindow``), a lost session: ``queueDepth``.",
        is_queue=True,
    ),
    "arrived_at_target": Stage(
        *("network", "network", "to the target", "on the way to the target"),
        "The command travels to the target, with a write also its data.",
        "the target has the command, and all data of a write",
        "``delay``, ``linkRate``, ``lossToTargets``, a retransmission timeout of TCP (``minRto``), "
        "other commands before it on the connection; R2Ts that cross a long path (``initialR2T``, "
        "``immediateData``).",
        carries="write",
    ),
    "dispatched": Stage(
        *("target queue", "target", "queue", "in the queue of the target or gateway"),
        "The command waits at the target or gateway until it is started.",
        "the target begins with it, or the gateway has sent it, with its data, to the drive",
        "Busy gateways, commands before it at the logical unit.",
        is_queue=True,
    ),
    "loop_won": Stage(
        *("loop", "loop", "arbitration", "in arbitration for the loop"),
        "The gateway or drive arbitrates for the arbitrated loop. Only with ``loops``.",
        "the arbitrated loop is won for the command",
        _ARBITRATION,
    ),
    "at_drive": Stage(
        *("disk queue", "drive", "queue", "in the drive's queue"),
        "The request waits in the drive's queue; pictures and reports call it *disk queue*. It "
        "includes the overhead of a disk's controller.",
        "the drive has taken the request from its queue and decoded it",
        "Other requests before it: ``queueDepth``, ``drives``, ``scheduler``.",
        is_queue=True,
    ),
    "seek_done": Stage(
        *("seek", "drive", "seek", "in the seek"),
        "The arm moves to the cylinder; the head is selected and settles.",
        "the arm and the head are on the track",
        "Distant blocks: ``pattern``, ``scheduler``, ``drive``.",
    ),
    "rotation_done": Stage(
        *("rotation", "drive", "rotation", "in rotation, until the sector came"),
        "The platter turns until the first sector is under the head.",
        "the first sector is under the head",
        "Slow rotation: ``drive``; ``scheduler=sptf`` reduces it.",
    ),
    "command_done": Stage(
        *("controller", "drive", "controller", "in the controller of the SSD"),
        "The SSD's controller works on the command, after those before it. Only with SSDs.",
        "the controller has worked on the command",
        "Many requests at a time: ``queueDepth``; ``drive``.",
        only="SSD",
    ),
    "die_won": Stage(
        *("die", "drive", "die", "waiting for a die of the flash"),
        "A read waits until the die with its last page is free: for other reads of it, programs "
        "and erases. Only with SSDs.",
        "the die is free for the page",
        "Writes beside reads, garbage collection, ``queueDepth``, ``drive``.",
        only="SSD",
    ),
    "cells_read": Stage(
        *("cells", "drive", "cells", "in reading the cells"),
        "The die senses the cells of the page. Only with SSDs.",
        "the page is in the die's register",
        "``drive``; pages that have to be read again.",
        only="SSD",
    ),
    "channel_done": Stage(
        *("channel", "drive", "channel", "on the channel from the die"),
        "The pages pass the channels that dies share. Only with SSDs.",
        "the last page is with the controller",
        "``size``, other pages on the channel, ``drive``.",
        only="SSD",
    ),
    "link_done": Stage(
        *("drive link", "drive", "link", "on the link of the SSD"),
        "The data pass the SSD's own link. Only with SSDs.",
        "the last data have passed the link",
        "``size``, other data on the link, ``drive``.",
        only="SSD",
    ),
    "buffered": Stage(
        *("write buffer", "drive", "buffer", "waiting for room in the write buffer"),
        "A write waits for room in the write buffer. Only with SSDs.",
        "all data of the write are in the buffer",
        "More is written than the flash takes; garbage collection.",
        only="SSD",
    ),
    "media_done": Stage(
        *("transfer", "drive", "transfer", "in the transfer between medium and drive"),
        "The sectors pass under the head, to the last one. With an SSD: what a FLUSH waits for, or "
        "a write with FUA or without a write cache, is programmed.",
        "the last sector is read or written",
        "``size``, ``drive``.",
    ),
    "back_on_loop": Stage(
        *("loop", "loop", "return", "until the drive had the loop for the last frames"),
        "The drive gets the loop back for its last data or its response. Only with ``loops``.",
        "the drive has the loop for the last data or the response",
        _ARBITRATION,
    ),
    "back_at_target": Stage(
        *("target return", "target", "return", "on the way back to the target"),
        "The last data and the status get from the drive to the target: the drive's bus, "
        "overheads, and work without mechanics, such as a hit in its cache.",
        "the target has the last data and the status",
        "``size``, the order of answers in a session.",
    ),
    "answered": Stage(
        *("network return", "network", "to the initiator", "on the way back to the initiator"),
        "Data and status travel to the initiator.",
        "the initiator has the status, and all data of a read",
        "``size``, ``linkRate``, ``delay``, lost packets.",
        carries="read",
    ),
    "completed": Stage(
        *("network return", "initiator", "completion", "at the initiator, after the answer"),
        "The initiator completes the request to the workload.",
        "the program has its answer",
        "Parts of a request that are still outstanding.",
    ),
}

#: The names of those that all runs have.
PLAIN_STAGES = tuple(name for name, stage in STAGES.items() if not stage.only)


def groups_of(stages):
    """Group stages by where the time of a request goes.

    :param stages: names of stages
    :return: names of groups for people, in the order of the way, and a tuple of the stages in each.
        The loop is waited for there and back; the way back to the target has the wait for the order
        of answers.
    """
    groups = {}
    for name, stage in STAGES.items():
        if name in stages:
            groups.setdefault(stage.group, []).append(name)
    return {group: tuple(names) for group, names in groups.items()}


def present_groups(has):
    """Group the stages that a table has: the plain ones, and those of a kind that all are there.

    :param has: tells whether there is a stage with a name
    :return: as groups_of gives them
    """
    kinds = [
        only
        for only in OPTIONAL
        if all(has(name) for name, stage in STAGES.items() if stage.only == only)
    ]
    return groups_of([name for name, stage in STAGES.items() if stage.only in ("", *kinds)])


#: The groups of all stages.
ALL_GROUPS = groups_of(STAGES)

#: Those of the stages that all runs have.
STAGE_GROUPS = groups_of(PLAIN_STAGES)
