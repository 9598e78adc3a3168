# SPDX-License-Identifier: GPL-2.0-only
"""Worlds of the fault campaign: what hosts do, their page caches and file services."""


def draw_cache(world):
    """Draw a page cache and a file system, or none.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    if world.has_files():
        world.set("cache", world.draw.pick(1, 2, 4))
    elif world.theme in ("power", "arrays"):
        return
    elif world.wants("cache", 0.7):
        world.set("cache", world.draw.pick(1, 4))
    else:
        return
    world.maybe("cache", "readAhead", "none", "linux24")
    world.maybe("cache", "dirtyRatio", 0.05, 0.5)
    world.maybe("cache", "dirtyBackgroundRatio", 0, 0.02)
    world.maybe("cache", "dirtyThrottle", 0, 1)
    world.maybe("cache", "cacheFlushInterval", "50ms", "500ms")
    world.maybe("cache", "dirtyExpire", "0s", "100ms")
    world.maybe("cache", "cacheMaxRequestSize", 4096, 16384)
    world.maybe("cache", "cacheWriteBackDepth", 1, 4)
    world.maybe("cache", "fua", "false")
    if world.has_files():
        _draw_file_system(world)


def _draw_file_system(world):
    draw = world.draw
    system = draw.pick("ext3", "ext4") if world.theme else draw.pick("ext2", "ext3", "ext4")
    world.set("fileSystem", system)
    if world.theme:
        # A log that is full soon.
        world.set("journalSize", 1)
        world.set("journalCommitInterval", draw.pick("20ms", "100ms"))
    elif system != "ext2":
        world.maybe("cache", "journalCommitInterval", "20ms", "300ms")
    if system != "ext2":
        world.maybe("cache", "journalBarrier", "false")


def draw_load(world):
    """Draw the size of the load.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    if world.theme in _LOADS:
        _LOADS[world.theme](world)
    elif world.get("workload") == "verify":
        _draw_verify(world)
    elif world.get("workload") == "poisson":
        _draw_poisson(world)
    else:
        world.span = world.draw.pick(0.1, 0.5, 2.0)
        {"dd": _draw_dd, "postmark": _draw_postmark, "copy": _draw_copy, "bonnie": _draw_bonnie}[
            world.get("workload")
        ](world)
    if world.has_service():
        _draw_service(world)


def _draw_verify(world):
    draw = world.draw
    count = draw.whole(30, 300) if world.is_cabled() else draw.whole(10, 40)
    depth = draw.weighted({1: 1, 2: 2, 4: 2, 8: 2, 32: 1})
    world.set("count", count)
    world.set("queueDepth", depth)
    if draw.chance(0.7):
        world.span = draw.pick(0.5, 1.0, 2.0, 4.0)
        world.set("thinkTime", f"{max(1, round(world.span * depth / count * 1e6))}us")
    else:
        world.span = 0.3
    world.set("size", draw.pick("4096", "4096:3,32768:1", "8192:1,65536:1", "16384"))
    # A page has one host that writes it: pages are 4,096 bytes, as this is by default.
    world.maybe("unit", "alignment", 8192, 32768)
    world.set("pattern", draw.weighted({"uniform": 4, "zipf": 2, "sequential": 1}))
    world.set("readFraction", draw.pick(0.1, 0.5, 0.5, 0.9))
    # Each host has a part of its own, with room for the largest request at several places.
    blocks = draw.pick(512, 1024, 2048) if world.is_cabled() else 256
    world.set("verifyBlocks", blocks * world.number("initiators", 1))
    world.maybe("unit", "verifyPassSize", 4096, 16384)
    # After a power cut it is known what has to be there.
    world.maybe("drive", "verifyFlushInterval", 1, 8, 64)
    world.maybe("drive", "verifyFuaInterval", 1, 2, 8)


def _draw_flushed_writes(world):
    """Draw writes and FLUSHes without a pause, many blocks of which are read late.

    What a power cut must not take is then found missing. FLUSHes of one request at a time do not
    wait until a drive has written by itself what was to be flushed. Writes in sequence come to the
    cache beside others that are being written; writes of few blocks, of which some have FUA, come
    to those that wait there.
    """
    draw = world.draw
    depth = draw.weighted({1: 3, 4: 1})
    pattern = draw.weighted({"uniform": 2, "sequential": 1, "zipf": 1})
    count = draw.whole(500, 1000)
    world.set("count", count)
    world.set("queueDepth", depth)
    world.set("size", draw.pick("4096", "8192"))
    world.set("pattern", pattern)
    world.set("readFraction", 0.1)
    # Two hosts have half of them each.
    world.set("verifyBlocks", 256 if pattern == "zipf" else 8192)
    if pattern == "uniform":
        world.set("verifyFlushInterval", draw.weighted({1: 3, 4: 1}))
    else:
        world.set("verifyFlushInterval", draw.pick(4, 16))
        world.set("verifyFuaInterval", draw.pick(2, 3, 8))
    world.set("verifyFill", "false")
    # About as long as disks take for them.
    world.span = count * 0.005


def _draw_long_queues(world):
    """Draw large requests without a pause, so that connections have much to send.

    What a task management function has to wait for is then on its way on several of them.
    """
    draw = world.draw
    world.set("count", draw.whole(100, 300))
    world.set("queueDepth", draw.pick(4, 8, 32))
    world.set("size", draw.pick("8192:1,65536:1", "65536"))
    world.set("readFraction", draw.pick(0.1, 0.5, 0.9))
    world.set("verifyBlocks", 8192)
    world.span = 1.0


def _draw_deep_queues(world):
    """Draw many small requests at a time, so that sessions are never without a task."""
    draw = world.draw
    world.set("count", draw.whole(200, 400))
    world.set("queueDepth", draw.pick(8, 32))
    world.set("size", draw.pick("4096", "4096:3,32768:1"))
    world.set("readFraction", draw.pick(0.1, 0.5, 0.9))
    world.set("verifyBlocks", 4096)
    world.set("verifyFill", "false")
    world.span = 2.0


def _draw_array_writes(world):
    """Draw writes to an array, before, while and after members are replaced or lose power.

    A later write hides what a member lacks. So nothing is written first.
    """
    draw = world.draw
    count = draw.whole(200, 400) if world.is_small() else draw.whole(400, 800)
    world.set("count", count)
    world.set("queueDepth", 4)
    world.set("pattern", "uniform")
    world.set("readFraction", 0.3)
    world.set("verifyFill", "false")
    world.maybe("drive", "verifyFlushInterval", 8, 64)
    world.span = 2.0
    if world.is_small():
        world.set("thinkTime", f"{round(world.span * 4 / count * 1e6)}us")
        world.set("size", "4096:1,65536:1")
        world.set("verifyBlocks", 0)
    else:
        # The medium is written all the time, of one member now and of another a little later.
        world.set("size", "4096")
        world.set("verifyBlocks", 32768)
        world.set("verifyFuaInterval", draw.pick(1, 2))


def _draw_many_files(world):
    """Draw programs that change much of what a journal keeps."""
    draw = world.draw
    world.span = 2.0
    if world.get("workload") == "postmark":
        world.set("postmarkNumber", draw.whole(120, 300))
        world.set("postmarkTransactions", draw.whole(100, 300))
        world.maybe("unit", "postmarkSubdirectories", 3, 20)
        world.set("postmarkSizeHigh", 2000)
    else:
        world.set("copyDirectories", draw.whole(2, 5))
        world.set("copyFilesPerDirectory", draw.whole(15, 30))


#: The loads of worlds that are about something.
_LOADS = {
    "power": _draw_flushed_writes,
    "arrays": _draw_array_writes,
    "tasks": _draw_long_queues,
    "journals": _draw_many_files,
    "recovery": _draw_deep_queues,
}


def _draw_poisson(world):
    draw = world.draw
    count = draw.whole(20, 200) if world.is_cabled() else draw.whole(10, 30)
    world.span = draw.pick(0.5, 2.0, 8.0)
    world.set("count", count)
    world.set("rate", round(count / world.span, 3))
    world.set("size", draw.pick("4096", "512:1,65536:1"))
    world.set("readFraction", draw.pick(0, 0.5, 1))


def _draw_dd(world):
    draw = world.draw
    size = draw.pick(512, 4096, 65536)
    world.set("ddBlockSize", size)
    total = draw.pick(65536, 524288, 2097152)
    if not world.is_cabled():
        total = min(total, 131072)
    world.set("ddCount", max(4, total // max(size, 2048)))
    operation = draw.pick("write", "read")
    world.set("ddOperation", operation)
    flags = "ddOutputFlags" if operation == "write" else "ddInputFlags"
    if size >= 4096:
        world.maybe("unit", flags, "direct")
    if operation == "write" and draw.chance(0.5):
        world.set("ddConv", draw.pick("fsync", "fdatasync"))
    elif operation == "write" and flags not in world.options:
        world.maybe("unit", flags, "sync", "dsync")


def _draw_postmark(world):
    draw = world.draw
    world.set("postmarkNumber", draw.whole(5, 40))
    world.set("postmarkTransactions", draw.whole(10, 60))
    world.maybe("unit", "postmarkSubdirectories", 3)
    world.maybe("unit", "postmarkSizeHigh", 2000, 60000)
    world.maybe("unit", "postmarkBuffering", "false")
    world.maybe("unit", "postmarkBiasRead", 0, 10)
    world.maybe("unit", "postmarkBiasCreate", 0, 10)


def _draw_copy(world):
    draw = world.draw
    world.set("copyDirectories", draw.whole(1, 3))
    world.set("copyFilesPerDirectory", draw.whole(2, 8))
    if draw.chance(0.4):
        world.set("copyStyle", "Robocopy")
        world.maybe("unit", "copyThreads", 1, 3)


def _draw_bonnie(world):
    draw = world.draw
    world.set("bonnieFileSize", 1)
    world.set("bonnieSeeks", draw.whole(10, 40))
    world.set("bonnieFiles", 0)
    if world.is_cabled():
        world.maybe("unit", "bonnieProcesses", 2)
        world.maybe("unit", "bonnieChunkSize", 1024, 65536)
    else:
        # A file of a mebibyte in small pieces takes many minutes by radio.
        world.set("bonnieChunkSize", 65536)
    world.maybe("unit", "bonnieDirect", "true")


def _draw_service(world):
    service = world.get("fileService")
    if service == "nfs":
        world.maybe("service", "nfsReadSize", 1024, 8192)
        world.maybe("service", "nfsWriteSize", 1024, 8192)
        world.maybe("service", "nfsReadAhead", 0, 4)
        world.maybe("service", "nfsSlotTableEntries", 1, 4)
        world.maybe("service", "nfsDirtyLimit", 65536)
        world.maybe("service", "nfsCacheMemory", 0, 1048576)
        world.maybe("service", "nfsDirectoryReadSize", 1024)
        world.maybe("service", "nfsTimeout", "5s")
        world.maybe("service", "nfsAcRegMin", "0s", "100ms")
    if service == "smb":
        world.maybe("service", "smbCredits", 1, 4)
    if service == "smb1":
        world.maybe("service", "smb1MaxMpxCount", 1, 4)
        world.maybe("service", "smb1LargeTransfers", "false")
    if service in ("smb", "smb1"):
        world.maybe("service", f"{service}Multiplex", 2, 8)
        world.maybe("service", f"{service}ReadSize", 4096, 16384)
        world.maybe("service", f"{service}WriteSize", 4096, 16384)
    world.maybe("service", f"{service}Threads", 1, 2)
