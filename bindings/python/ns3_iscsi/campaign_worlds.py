# SPDX-License-Identifier: GPL-2.0-only
"""The worlds of the fault campaign: a seed draws the options of a storage area network.

Each part of a network has a share, which the seed draws first: none of its options, some, or most
of them (swarm testing). What is drawn always is a network that iscsi-san takes, and a small one.
"""

from .campaign_loads import draw_cache, draw_load
from .campaign_network import draw_links, draw_path, draw_tcp
from .campaign_sessions import draw_sessions
from .campaign_storage import draw_gateway, draw_host_array, draw_storage

#: Parts of a network, and the shares of their options among which a seed draws.
PARTS = (
    "array",
    "bond",
    "cache",
    "congestion",
    "connections",
    "cost",
    "drive",
    "fabric",
    "fibre",
    "gateway",
    "host array",
    "keys",
    "loss",
    "multipath",
    "output",
    "path",
    "recovery",
    "service",
    "tcp",
    "unit",
    "wear",
    "wireless",
)
_SHARES = (0, 0, 0.3, 0.5, 0.9)
_FILE_PROGRAMS = ("dd", "postmark", "copy", "bonnie")
#: What some seeds are about, and the weights of these; most are about nothing in particular.
_THEMES = {
    "": 44,
    # Programs on files, which a file system's journal with a short log makes safe.
    "journals": 7,
    # Sessions of several connections that are lost and asked to log out.
    "recovery": 6,
    # Drives that lose their power again and again.
    "power": 15,
    # PDUs that are damaged and asked for again.
    "damage": 9,
    # Members of arrays that are replaced, arrays that lose their power.
    "arrays": 9,
    # Functions of task management, several connections.
    "tasks": 10,
}


class World:
    """A network that is being drawn.

    :param draw: where chance comes from
    """

    def __init__(self, draw):
        self.draw = draw
        #: Options by name, as a command line has them, without those that have their defaults.
        self.options = {}
        #: How long the load lasts at least if nothing slows it down, seconds.
        self.span = 1.0
        #: What it is about, a key of _THEMES.
        self.theme = draw.weighted(_THEMES)
        self._shares = {part: draw.pick(*_SHARES) for part in PARTS}

    def wants(self, part, factor=1):
        """Tell whether one more option of a part is drawn.

        :param part: the part
        :param factor: how much rarer than others the option is, 0 to 1
        """
        return self.draw.chance(self._shares[part] * factor)

    def set(self, name, value):
        """Set an option."""
        self.options[name] = value if isinstance(value, str) else f"{value}"

    def maybe(self, part, name, *values):
        """Set an option of a part to one of some values, or leave it."""
        if self.wants(part):
            self.set(name, self.draw.pick(*values))

    def get(self, name, default=""):
        """Give what an option was set to, or its default, which the caller knows."""
        return self.options.get(name, default)

    def number(self, name, default):
        """Give a whole number that an option was set to, or its default."""
        return int(self.options.get(name, default))

    def is_cabled(self):
        """Tell whether the path has cables, and so a rate and a delay."""
        return self.get("linkType", "ethernet") != "wifi"

    def has_ethernet(self):
        """Tell whether links are Ethernet."""
        return self.get("linkType", "ethernet") == "ethernet"

    def has_fabric(self):
        """Tell whether a leaf-spine network takes the place of the path."""
        return "spines" in self.options

    def has_host_redundancy(self):
        """Tell whether hosts make an array with redundancy of their drives."""
        return self.get("hostArray", "stripe") != "stripe"

    def has_routers(self):
        """Tell whether routers are at the ends of the path, not switches."""
        return "queueDisc" in self.options or "limiterRate" in self.options

    def has_files(self):
        """Tell whether programs on files are the load."""
        return self.get("workload") in _FILE_PROGRAMS

    def is_small(self):
        """Tell whether its drives have so few blocks that all of them are used."""
        return self.theme == "arrays" and self.get("device") == "volume"

    def has_service(self):
        """Tell whether a file service takes the place of iSCSI."""
        return "fileService" in self.options


def draw_world(draw):
    """Draw a network.

    :param draw: where chance comes from
    :return: the :class:`World`
    """
    world = World(draw)
    _draw_hosts(world)
    draw_links(world)
    draw_storage(world)
    if not world.has_service():
        draw_host_array(world)
        draw_gateway(world)
        draw_sessions(world)
    draw_path(world)
    draw_tcp(world)
    draw_cache(world)
    draw_load(world)
    _draw_output(world)
    return world


def _draw_hosts(world):
    draw = world.draw
    if world.theme:
        journals = world.theme == "journals"
        world.set("workload", draw.pick("postmark", "copy") if journals else "verify")
        world.set("initiators", draw.weighted({1: 3, 2: 1}))
        world.set("targets", 1)
        return
    world.set(
        "workload", draw.weighted({"verify": 8, "poisson": 1, **dict.fromkeys(_FILE_PROGRAMS, 1)})
    )
    world.set("initiators", draw.weighted({1: 4, 2: 3, 3: 2, 4: 1}))
    world.set("targets", draw.weighted({1: 4, 2: 1}))
    if world.has_files() and world.wants("service"):
        world.set("fileService", draw.weighted({"nfs": 2, "smb": 1, "smb1": 1}))


def _draw_output(world):
    world.maybe("output", "pcap", "true")
    world.maybe("output", "tcpSeries", "true")
    if world.number("loops", 0) > 0:
        world.maybe("output", "loopUse", "true")
