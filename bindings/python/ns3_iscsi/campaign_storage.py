# SPDX-License-Identifier: GPL-2.0-only
"""Worlds of the fault campaign: drives, arrays and gateways."""


def draw_storage(world):
    """Draw drives and arrays.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    draw = world.draw
    if world.theme == "power":
        # One that is busy all the time; an array would ask no member again that had no power.
        world.set("device", draw.weighted({"disk": 3, "ssd": 1}))
        world.set("drives", 1)
        _draw_device(world)
        return
    world.set("device", draw.weighted({"disk": 4, "ram": 3, "ssd": 2, "volume": 1}))
    world.set("drives", max(draw.whole(1, 4), world.number("initiators", 1)))
    if world.theme == "arrays":
        world.set("device", draw.weighted({"disk": 2, "volume": 2, "ssd": 1}))
        _draw_array(world, "mirror", "raid5")
    elif world.wants("array"):
        _draw_array(world, "stripe", "mirror", "raid5")
    elif world.wants("unit", 0.5) and not world.has_files() and not world.has_service():
        world.set("usedLuns", draw.whole(1, world.number("drives", 1)))
    _draw_device(world)
    if world.wants("wear", 0.4) and not world.has_files():
        world.set("mayFail", "true")
        _draw_wear(world)


def draw_host_array(world):
    """Draw an array that hosts make of the drives that they see, or none.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    if world.theme or not world.wants("host array", 0.5):
        return
    seen = world.number("targets", 1) * _units(world)
    # Nobody keeps writes of several hosts apart, and each file system has a drive of its own.
    alone = world.number("initiators", 1) == 1
    if world.has_files() and not alone:
        return
    arrays = ["stripe", *(["mirror"] if alone else []), *(["raid5"] if alone and seen > 2 else [])]
    if seen > 1:
        array = world.draw.pick(*arrays)
        world.set("hostArray", array)
        if array != "mirror":
            world.maybe("host array", "hostStripeUnit", 8, 64, 1024)


def _units(world):
    """Give the logical units of a target that hosts use."""
    members = world.number("arrayMembers", 1)
    units = world.number("drives", 4) // members
    return world.number("usedLuns", units)


def _draw_array(world, *arrays):
    draw = world.draw
    array = draw.pick(*arrays)
    least = 3 if array == "raid5" else 2
    units = world.number("initiators", 1) if world.has_files() else draw.whole(1, 2)
    members = draw.whole(least, least + 2)
    world.set("array", array)
    world.set("arrayMembers", members)
    world.set("drives", members * units)
    if array != "mirror":
        world.maybe("array", "stripeUnit", 8, 16, 64, 1024)


def _draw_device(world):
    draw = world.draw
    device = world.get("device")
    if device == "ram":
        world.maybe("drive", "ramLatency", "50us", "1ms", "10ms")
        world.maybe("drive", "ramBandwidth", "100Mbps", "1Gbps")
    elif device == "disk":
        world.maybe("drive", "drive", "Ultrastar18ES", "CheetahX15-36LPFC", "Cheetah9LPFC")
        if world.wants("drive"):
            world.set("scheduler", world.draw.pick("sstf", "look", "clook", "sptf", "aged-sptf"))
            world.maybe("drive", "schedulerDepth", 2, 8)
    elif device == "ssd":
        # A file system on terabytes takes many seconds to make.
        world.set("drive", "850EVO" if world.has_files() else draw.pick("850EVO", "7300PRO"))
        world.maybe("drive", "ssdAged", "true")
    else:
        if world.is_small():
            world.set("volumeBlocks", 4096)
        world.maybe("drive", "volumeLatency", "500us", "5ms")
        world.maybe("drive", "volumeRate", 200, 1000)
        world.maybe("drive", "volumeIoSize", 4096, 262144)
        if world.wants("drive") and "volumeRate" in world.options:
            world.set("volumeCredits", draw.pick(10, 1000))
            world.set("volumeBurstRate", 2000)


def _draw_wear(world):
    draw = world.draw
    world.maybe("wear", "driveLatentSectors", 1000, 100000)
    world.maybe("wear", "driveErrorRate", 0.001, 0.02)
    if "driveLatentSectors" in world.options or "driveErrorRate" in world.options:
        world.set("driveErrorTime", draw.pick("0s", "20ms", "500ms"))
    if world.wants("wear"):
        world.set("driveSlowTime", draw.pick("5ms", "100ms"))
        if draw.chance(0.5):
            world.set("driveSlowBegin", 0.25)
            world.set("driveSlowEnd", 0.5)
    if world.wants("wear"):
        world.set("driveStallInterval", draw.pick("100ms", "2s"))
        world.set("driveStallTime", draw.pick("10ms", "300ms", "3s"))


def draw_gateway(world):
    """Draw a gateway, or none.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    draw = world.draw
    if not world.wants("gateway"):
        return
    world.set("gateway", "true")
    world.maybe("gateway", "gatewaySessionQueueDepth", 1, 4)
    world.maybe("gateway", "gatewayDriveQueueDepth", 1, 4)
    world.maybe("gateway", "gatewayBackEndQueueDepth", 2, 16)
    world.maybe("gateway", "gatewayBufferSize", 262144, 2097152)
    world.maybe("gateway", "gatewayTransferMode", "StoreAndForward")
    world.maybe("gateway", "gatewayInOrderResponses", "false")
    if world.wants("gateway", 0.3):
        # What takes longer is aborted.
        world.set("gatewayCommandTimeout", draw.pick("50ms", "500ms"))
        world.set("mayFail", "true")
    else:
        # Networks are slow, and what they do in their own time is no failure.
        world.set("gatewayCommandTimeout", "300s")
    if draw.chance(0.3):
        world.maybe("gateway", "backEndDelay", "20us", "2ms")
        return
    world.set("loops", draw.whole(1, min(2, world.number("drives", 4))))
    _draw_loops(world)


def _draw_loops(world):
    world.maybe("fibre", "fcLineRate", "2.125Gbps", "4.25Gbps")
    world.maybe("fibre", "fcFullDuplex", "true")
    world.maybe("fibre", "fcTransfer", "false")
    world.maybe("fibre", "fcFairAccess", "false")
    world.maybe("fibre", "gatewayFcFairAccess", "false")
    world.maybe("fibre", "fcMaxSequences", 1, 2)
    world.maybe("fibre", "fcFramePayload", 512, 1024)
    world.maybe("fibre", "fcBurstLength", 4096, 16384)
    world.maybe("fibre", "fcMaxExchanges", 2, 8)
    world.maybe("fibre", "fcCableLength", 10, 1000)
    world.maybe("fibre", "fcExchangeTimeout", "20ms", "200ms")
    world.maybe("fibre", "fcHopDelay", 2, 20)
    world.maybe("fibre", "fcAlTime", "1ms")
    if world.wants("fibre"):
        buffers = world.draw.whole(1, 16)
        world.set("fcReceiveBuffers", buffers)
        world.set("fcLoginBbCredit", world.draw.whole(0, buffers))
