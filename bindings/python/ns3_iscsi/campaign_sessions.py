# SPDX-License-Identifier: GPL-2.0-only
"""Worlds of the fault campaign: sessions, their connections and keys, and paths."""


def draw_sessions(world):
    """Draw sessions and their paths.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    _draw_paths(world)
    _draw_access(world)
    if world.theme in ("tasks", "recovery") or world.wants("connections"):
        _draw_connections(world)
    _draw_keys(world)
    _draw_recovery(world)
    world.maybe("unit", "unitQueueDepth", 1, 4)
    world.maybe("unit", "commandWindow", 1, 2, 8)
    if "multipath" not in world.options:
        world.maybe("recovery", "lossRetries", 0, 1)
    if world.is_cabled() and _may_have_links(world):
        world.maybe("path", "links", 2, 3)
    if world.number("links", 1) > 1:
        world.maybe("path", "firstLinkRate", "20Mbps", "200Mbps")
    _draw_cost(world)


def _draw_cost(world):
    hosts = ("timePerCommand", "timePerPdu", "timePerByte")
    targets = ("targetTimePerCommand", "targetTimePerPdu")
    for name in (*hosts[:2], *targets):
        world.maybe("cost", name, "5us", "50us")
    world.maybe("cost", "timePerByte", 0.5, 5)
    has_cost = any(name in world.options for name in hosts)
    if has_cost:
        world.maybe("cost", "cores", 1, 2, 4)
    if has_cost or any(name in world.options for name in targets):
        world.maybe("cost", "targetCores", 2, 4)
    if max(world.number("cores", 0), world.number("targetCores", 1)) > 1:
        world.maybe("cost", "receiveQueues", 1, 2)


def _may_have_links(world):
    """Tell whether more than one link has an effect, and room."""
    several = world.number("connections", 1) > 1 or "multipath" in world.options
    return several and _has_room_for_links(world)


def _has_room_for_links(world):
    """Tell whether the path may have several links: each has a switch at both of its ends."""
    return world.get("switches", "2") == "2" and not world.has_fabric()


def _draw_paths(world):
    draw = world.draw
    if not world.wants("multipath") or not world.is_cabled():
        return
    if world.get("gateway") != "true" and draw.chance(0.7):
        world.set("portals", 2)
        states = ("active-optimized", "active-non-optimized", "standby", "unavailable")
        first, second = draw.pick(*states[:2]), draw.pick(*states)
        if draw.chance(0.5):
            world.set("portalStates", f"{first},{second}")
    elif _has_room_for_links(world):
        world.set("links", draw.whole(2, 3))
    else:
        return
    policy = draw.pick("round-robin", "least-queue-depth", "service-time", "failover")
    world.set("multipath", policy)
    if "gatewayCommandTimeout" in world.options:
        # What no path does in time is tried on one path after the other, for ever.
        world.set("gatewayCommandTimeout", "300s")
    world.maybe("multipath", "pathCheckInterval", "100ms", "1s")
    if world.get("workload") == "verify":
        # Requests that all fail at once check nothing.
        world.set("noPathTimeout", "60s")
    else:
        world.maybe("multipath", "noPathTimeout", "500ms", "10s")
    if policy == "round-robin":
        world.maybe("multipath", "pathRequests", 4, 32)


def _draw_access(world):
    if world.wants("keys", 0.3):
        world.set("authMethod", world.draw.pick("CHAP", "CHAP,None", "None,CHAP"))
        world.set("chapUser", "alice")
        world.set("chapSecret", "secret-of-alice")


def _draw_connections(world):
    draw = world.draw
    connections = draw.whole(2, 4)
    world.set("connections", connections)
    if connections % 2 == 0 and draw.chance(0.2):
        world.set("connectionUse", "SplitByDirection")
    world.maybe("connections", "connectionPolicy", "least-outstanding", "lun")


def _draw_keys(world):
    for name in ("headerDigest", "dataDigest"):
        if world.theme == "damage":
            world.set(name, "CRC32C")
        else:
            world.maybe("keys", name, "CRC32C")
    world.maybe("keys", "initialR2T", "false")
    world.maybe("keys", "immediateData", "false")
    world.maybe("keys", "maxRecvDataSegmentLength", 512, 4096, 65536)
    world.maybe("keys", "maxBurstLength", 4096, 16384, 1048576)
    burst = world.number("maxBurstLength", 262144)
    first = [length for length in (512, 4096, 65536) if length <= burst]
    # It may be no longer than a burst, and 65,536 is its default.
    if burst < 65536 or world.wants("keys"):
        world.set("firstBurstLength", world.draw.pick(*first))
    world.maybe("keys", "dataPduInOrder", "false")
    world.maybe("keys", "dataSequenceInOrder", "false")


def _draw_recovery(world):
    draw = world.draw
    recovers = world.theme in ("damage", "recovery") or world.wants("recovery")
    if "connectionUse" not in world.options and recovers:
        # Only at level 2 a connection's tasks go on over another one.
        world.set("errorRecoveryLevel", 2 if world.theme == "recovery" else draw.whole(1, 2))
        world.maybe("recovery", "recoveryTimeout", "200ms", "5s")
    # RFC 7143, 13.19: sequences in order leave recovery one R2T at a time.
    if "errorRecoveryLevel" not in world.options or "dataSequenceInOrder" in world.options:
        world.maybe("keys", "maxOutstandingR2T", 2, 8)
    if world.theme == "recovery":
        world.set("defaultTime2Wait", draw.weighted({0: 3, 1: 1}))
    else:
        world.maybe("recovery", "defaultTime2Wait", 0, 1)
    world.maybe("recovery", "defaultTime2Retain", 0, 2)
    if world.theme == "arrays":
        # Hosts are to notice soon that targets had no power.
        world.set("nopInterval", "200ms")
        world.set("nopTimeout", "500ms")
    elif world.wants("recovery"):
        world.set("nopInterval", draw.pick("200ms", "1s", "5s"))
        world.maybe("recovery", "nopTimeout", "2s", "5s")
