# SPDX-License-Identifier: GPL-2.0-only
"""Worlds of the fault campaign: the path between hosts and targets, and TCP."""

_RULES = ("DelayedAcks", "QuickAcks", "Prr", "Rack", "Fack", "Undo", "Rto", "Pacing")
_CONTROLS = ("LinuxReno", "NewReno", "Cubic", "Bbr", "Vegas", "WestwoodPlus", "Illinois")
_RATE_CONTROLS = {
    "802.11b": ("constant", "arf", "minstrel", "ideal"),
    "802.11a": ("constant", "arf", "minstrel", "ideal"),
    "802.11g": ("constant", "arf", "minstrel", "ideal"),
    "802.11n": ("constant", "minstrel-ht", "ideal"),
    "802.11ax": ("constant", "minstrel-ht", "ideal"),
}


def draw_links(world):
    """Draw links, their switches or radios.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    draw = world.draw
    is_wireless = not world.theme and world.wants("wireless", 0.3)
    kind = "wifi" if is_wireless else draw.weighted({"ethernet": 5, "ppp": 1})
    world.set("linkType", kind)
    if kind == "wifi":
        _draw_radios(world)
        return
    rates = {"20Mbps": 1, "100Mbps": 3, "1Gbps": 4, "10Gbps": 1}
    if world.theme == "tasks":
        rates = {"20Mbps": 2, "100Mbps": 2, "1Gbps": 1}
    world.set("linkRate", draw.weighted(rates))
    if world.theme == "power":
        # A FLUSH comes before a drive has written by itself what was to be flushed.
        world.set("delay", draw.pick("0s", "20us", "100us"))
    elif world.theme == "recovery":
        # What takes a round trip is to take long enough for something else to happen.
        world.set("delay", draw.pick("5ms", "20ms", "50ms"))
    else:
        world.maybe("path", "delay", "0s", "20us", "100us", "5ms", "20ms")
    world.maybe("path", "mtu", 576, 1400, 9000)
    if world.wants("path", 0.3):
        _draw_limits(world)
    if kind == "ethernet":
        _draw_ethernet(world)
    if world.get("switches", "2") != "0":
        world.maybe("path", "accessRate", "100Mbps", "10Gbps")
        world.maybe("path", "accessDelay", "5us", "200us")
    if "queueDisc" not in world.options:
        world.maybe("path", "queue", "20p", "100p", "64kB")


def _draw_radios(world):
    draw = world.draw
    standard = draw.pick(*_RATE_CONTROLS)
    world.set("wifiStandard", standard)
    world.maybe("wireless", "wifiRateControl", *_RATE_CONTROLS[standard])
    world.maybe("wireless", "wifiDistance", 1, 8)
    world.maybe("wireless", "wifiFading", 1, 3)
    world.maybe("wireless", "wifiRetryLimit", 3, 15)
    world.maybe("wireless", "wifiRtsThreshold", 500)
    if standard in ("802.11b", "802.11g"):
        world.maybe("wireless", "wifiPreamble", "short")
    if world.wants("wireless", 0.4):
        world.set("relays", draw.weighted({1: 4, 2: 1}))
        world.maybe("wireless", "relayChannel", "same")
        world.maybe("wireless", "relayTimePerByte", 100, 500)
    if world.wants("wireless", 0.3):
        # Out of reach and back.
        world.set(
            "wifiMoves", draw.pick("500ms 5m, 1s 900m, 3s 900m, 4s 5m", "200ms 2m, 2s 60m, 5s 2m")
        )
        world.set("mayFail", "true")
    if world.wants("wireless", 0.3):
        world.set("interferers", 1)
        world.maybe("wireless", "interfererRate", "100kbps", "500kbps")


def _draw_limits(world):
    draw = world.draw
    if draw.chance(0.4):
        world.set("limiterRate", draw.pick("20Mbps", "80Mbps"))
        world.maybe("path", "limiterBurst", 16384, 65536)
        return
    disc = draw.pick("fifo", "red", "codel", "fqcodel")
    world.set("queueDisc", disc)
    world.maybe("path", "queueDiscLimit", "30p", "200p")
    if disc != "fifo":
        world.maybe("path", "ecn", "true")


def _draw_ethernet(world):
    draw = world.draw
    world.maybe("path", "offload", "tso")
    if world.wants("path", 0.5):
        world.set("interruptDelay", draw.pick("10us", "50us", "1ms"))
        world.maybe("path", "interruptDelayLimit", "60us", "2ms")
    if world.has_routers():
        return
    if world.wants("fabric", 0.5):
        _draw_fabric(world)
    elif world.wants("bond"):
        bond = draw.pick("active-backup", "balance-xor", "802.3ad")
        world.set("bond", bond)
        world.maybe("bond", "bondLinks", 3, 4)
        if bond != "active-backup":
            world.maybe("bond", "bondHash", "layer2+3", "layer3+4")
    elif world.get("targets") == "1" and world.wants("path", 0.4):
        world.set("switches", draw.pick(0, 1) if world.get("initiators") == "1" else 1)
    if world.get("switches", "2") != "0":
        # A few frames, so that the queues of several ports fill it.
        world.maybe("path", "switchBuffer", 20_000, 60_000, 300_000)


def _draw_fabric(world):
    world.set("spines", world.draw.pick(1, 2, 4))
    # Half of the leaves have hosts and the others have targets, at least one each.
    if world.number("initiators", 1) > 1 and world.number("targets", 1) > 1:
        world.maybe("fabric", "leaves", 3, 4)
    world.maybe("fabric", "convergenceTime", "0s", "20ms", "500ms")


def draw_path(world):
    """Draw what the path loses, damages and reorders.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    if not world.is_cabled():
        return
    for way in ("ToTargets", "ToInitiators"):
        world.maybe("loss", f"loss{way}", 0.0005, 0.005, 0.02)
        world.maybe("loss", f"bitErrors{way}", 1e-8, 1e-7)
        world.maybe("loss", f"reorder{way}", 0.001, 0.02)
    if world.theme == "damage":
        world.set("bitErrorsToInitiators", world.draw.pick(1e-7, 1e-6))
    losses = {name: value for name, value in world.options.items() if name.startswith("lossTo")}
    if losses:
        # A program that waits for each request has few packets under way, and a long burst takes
        # what is sent again until the request's time is over.
        world.maybe("loss", "lossBurst", *((3,) if world.has_files() else (3, 10)))
    if "0.02" in losses.values() and world.number("commandWindow", 64) <= 2:
        # All wait for a command whose packets are lost again and again, until their time is over.
        world.set("mayFail", "true")
        # Several hosts with many requests would take half an hour.
        world.set("initiators", 1)
    if any(name.startswith("reorderTo") for name in world.options):
        world.maybe("loss", "reorderDelay", "100us", "3ms")


def draw_tcp(world):
    """Draw the options of TCP.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    """
    draw = world.draw
    for name in ("tcpRules", "targetTcpRules"):
        if world.wants("tcp", 0.7):
            rules = draw.pick("Linux", "Linux24", "Ns3", "Ns3")
            more = draw.some(_RULES, 0.15) if rules == "Ns3" else []
            world.set(name, "+".join([rules, *more]))
    has_rules = "tcpRules" in world.options or "targetTcpRules" in world.options
    # BBR chooses the window itself, and so do rules.
    controls = [control for control in _CONTROLS if control != "Bbr" or not has_rules]
    if world.wants("congestion"):
        world.set("congestionControl", f"ns3::Tcp{draw.pick(*controls)}")
    world.maybe("congestion", "lossRecovery", "ns3::TcpPrrRecovery", "ns3::TcpClassicRecovery")
    world.maybe("congestion", "tcpSharing", "ensemble", "temporal")
    world.maybe("congestion", "initialCwnd", 1, 2, 40)
    world.maybe("tcp", "tcpIdleRestart", "true")
    world.maybe("tcp", "sack", "false")
    world.maybe("tcp", "tcpTimestamps", "false")
    world.maybe("tcp", "noDelay", "false")
    if world.get("noDelay", "true") == "true":
        world.maybe("tcp", "minshallNagle", "all", "targets")
    world.maybe("tcp", "delAckFullSized", "true")
    world.maybe("tcp", "delAckCount", 1, 4)
    world.maybe("tcp", "delAckTimeout", "10ms", "40ms")
    if world.get("delAckTimeout") in ("10ms", "40ms"):
        world.maybe("tcp", "minRto", "50ms", "200ms")
    for name in ("sndBufSize", "rcvBufSize", "targetSndBufSize", "targetRcvBufSize"):
        world.maybe("tcp", name, 32768, 131072)
    if world.get("mtu") == "576":
        world.set("segmentSize", draw.pick(400, 524))
    elif world.get("mtu") == "1400":
        world.set("segmentSize", draw.pick(536, 1348))
    elif world.get("mtu") == "9000":
        world.maybe("tcp", "segmentSize", 4096, 8948)
    else:
        world.maybe("tcp", "segmentSize", 536, 1000)
