# SPDX-License-Identifier: GPL-2.0-only
"""The faults of the campaign: which kinds can reach a network, and when a seed draws them."""

from dataclasses import dataclass

from .campaign_worlds import World
from .parameters import ParameterError
from .quantities import parse

#: Weights of kinds among which a seed draws: left out, now and then, again and again.
_WEIGHTS = (0, 0, 0, 1, 10)
#: The same of kinds that reach few networks.
_RARE = (0, 5, 10, 20, 40)
#: Most faults of a schedule, and the weights of these.
_MOST = {1: 3, 3: 3, 8: 2, 20: 1}
#: Share of seeds without faults, of those that are about nothing in particular.
_CALM = 0.25
#: Share of those that lose nothing either.
_QUIET = 0.6
#: Beginnings of the options of what a path does to packets.
_PATH_ERRORS = ("lossTo", "lossBurst", "bitErrors", "reorder")
#: Where faults are, as a multiple of the time that the load takes at least.
_LATEST = 1.3
#: Weight of faults beside that of all others, where a world is about them.
_OFTEN = 5
#: Share of faults that come in the wake of the one before, where a world is about lost sessions,
#: and elsewhere; and how long after it at most, milliseconds: states between two others last from
#: a round trip to some seconds.
_WAKE = {"recovery": 0.6, "": 0.3}
_WAKE_MS = 1000
#: Share of silences in which connections become half-open.
_HALF_OPEN = 0.3
_STATES = ("active-optimized", "active-non-optimized", "standby", "unavailable")


@dataclass(frozen=True)
class Fault:
    """Something that befalls a network.

    :param time: when, in milliseconds of the simulation
    :param command: what, a word of the scenario program's option ``faults``
    :param argument: what the command takes, empty for nothing
    """

    time: int
    command: str
    argument: str = ""

    def text(self):
        """Give it as the scenario program's option has it."""
        return f"{self.time}ms {self.command} {self.argument}".rstrip()

    @staticmethod
    def parse(text):
        """Read one from text.

        :param text: as :meth:`text` gives it
        :raises ParameterError: one line, if it is none
        """
        when, _, rest = text.strip().partition(" ")
        command, _, argument = rest.strip().partition(" ")
        seconds = parse("time", when)
        if seconds is None or not command:
            raise ParameterError(
                f"{text.strip()}: expected a time and a command, such as 500ms reset-connections"
            )
        return Fault(round(seconds * 1000), command, argument.strip())


@dataclass(frozen=True)
class Kind:
    """A kind of fault.

    :param command: its command
    :param needs: what it needs of a world, in words
    :param reaches: tells whether it can reach a :class:`ns3_iscsi.campaign_worlds.World`
    :param draw: gives its faults in a world at a time in milliseconds: it, and what ends it
    :param weights: those among which a seed draws
    """

    command: str
    needs: str
    reaches: object
    draw: object
    weights: tuple = _WEIGHTS


def draw_faults(world):
    """Draw a schedule for a network.

    :param world: the :class:`ns3_iscsi.campaign_worlds.World`
    :return: a tuple of :class:`Fault` in the order of their times
    """
    draw = world.draw
    calm = draw.chance(_CALM) and not world.theme
    weights = {kind: draw.pick(*kind.weights) for kind in KINDS}
    weights = {kind: weight for kind, weight in weights.items() if kind.reaches(world)}
    if calm or not (any(weights.values()) or world.theme):
        if draw.chance(_QUIET):
            _draw_quiet(world)
        return ()
    latest = max(2, round(world.span * _LATEST * 1000))
    count = draw.whole(1, draw.weighted(_MOST))
    if world.theme:
        if not any(weights.values()):
            weights = dict.fromkeys(weights, 1)
        others = sum(weights.values())
        shares, (least, most) = _theme_faults(world)
        weights |= {kind: share * others for kind, share in shares.items()}
        count = draw.whole(least, most)
    faults = []
    time = None
    for _ in range(count):
        kind = draw.weighted(weights)
        is_wake = draw.chance(_WAKE.get(world.theme, _WAKE[""])) and time is not None
        if is_wake:
            time += round(draw.scaled(1, _WAKE_MS)) - 1
        else:
            time = draw.whole(1, latest)
        faults += kind.draw(world, kind.command, time)
    return tuple(sorted(faults, key=lambda one: (one.time, one.command, one.argument)))


def _theme_faults(world):
    """Give the faults of a world that is about something.

    :return: weights of kinds, beside that of all kinds together, and the least and the most faults
    """
    if world.theme == "arrays":
        # An array is lost if a member is missing when its power comes back. Members are compared at
        # the end, unless one lost its power alone.
        often = _REPLACED_DRIVE if world.is_small() else _TARGET_POWER
        return {_POWER: 0, _REPLACED_DRIVE: 0, _TARGET_POWER: 0, often: _OFTEN}, (2, 6)
    return _THEME_FAULTS[world.theme]


def _draw_quiet(world):
    """Draw a network that loses and damages nothing, in which every ping is answered in time."""
    for name in [name for name in world.options if name.startswith(_PATH_ERRORS)]:
        del world.options[name]
    if _has_sessions(world) and world.is_cabled():
        world.set("nopInterval", "200ms")
        world.set("nopTimeout", "2s")


def _plain(world, command, time):
    return [Fault(time, command)]


def _with_duration(world, command, time):
    longest = world.draw.weighted({300: 4, 3000: 2, 12000: 1})
    return [Fault(time, command, f"{round(world.draw.scaled(5, longest))}ms")]


def _silence_path(world, command, time):
    (silence,) = _with_duration(world, command, time)
    if not world.draw.chance(_HALF_OPEN):
        return [silence]
    # Targets give connections up meanwhile, and hosts are not told: they keep half-open ones.
    return [silence, Fault(time + 1, "reset-connections")]


def _pause_ms(world):
    """Draw how long power is away, in milliseconds."""
    return round(world.draw.scaled(10, 40 if world.theme == "power" else 5000))


def _power_pause(world, command, time):
    return [Fault(time, command, f"{_pause_ms(world)}ms")]


def _with_drive(world, command, time):
    return [Fault(time, command, f"{world.draw.whole(0, _drives(world) - 1)}")]


def _power_cut(world, command, time):
    drive = f"{world.draw.whole(0, _drives(world) - 1)}"
    return [Fault(time, command, drive), Fault(time + _pause_ms(world), "return-drive", drive)]


def _slow_path(world, command, time):
    slow, usual = world.draw.pick("20ms", "80ms", "300ms"), world.get("delay", "1ms")
    pause = round(world.draw.scaled(20, 2000))
    return [Fault(time, command, slow), Fault(time + pause, command, usual)]


def _portal_state(world, command, time):
    draw = world.draw
    group = draw.whole(1, 2)
    pause = round(draw.scaled(20, 2000))
    return [
        Fault(time, command, f"{group}={draw.pick(*_STATES)}"),
        Fault(time + pause, command, f"{group}={_STATES[0]}"),
    ]


def _drives(world):
    return world.number("drives", 4) * world.number("targets", 1)


def _has_sessions(world):
    return not world.has_service()


def _has_powered_drives(world):
    return world.get("device", "disk") in ("disk", "ssd")


def _has_redundancy(world):
    return _has_sessions(world) and world.get("array") in ("mirror", "raid5")


def _has_loops(world):
    return "loops" in world.options


def _has_active_portals(world):
    """Tell whether sessions can stay at the second portal, where logins are sent for a while."""
    states = world.get("portalStates", ",active-optimized")
    return "portals" in world.options and states.split(",")[1].startswith("active")


def _has_rivals(world):
    """Tell whether several sessions share logical units."""
    return world.number("initiators", 1) > 1 or "multipath" in world.options


def _has_digests(world):
    """Tell whether PDUs that are damaged are found: without digests nobody can."""
    return _has_sessions(world) and {"headerDigest", "dataDigest"} <= set(world.options)


def _may_lose_power(world):
    """Tell whether what a drive loses with its power is found: a page cache in front of contents
    that are checked hides it for a while. Nobody tells an array with redundancy that one of its
    members, which is a target's drive, lost what the others have."""
    if world.has_host_redundancy():
        return False
    return not ("cache" in world.options and world.get("workload") == "verify")


def _may_lose_host(world):
    """Tell whether a host may lose its power, and with it what it wrote to some members of an
    array and not to others."""
    return _has_sessions(world) and not world.has_host_redundancy()


def _always(_world):
    return True


def _has_free_addresses(world):
    """Tell whether hosts are at switches: at a router each has a network of its own."""
    return world.has_ethernet() and not world.has_routers()


_SESSIONS = "sessions of iSCSI"
_SERVERS = "targets and file servers"
_CABLES = "a path of cables"
_POWER = Kind(
    "pull-drive",
    "disks and SSDs of targets and file servers",
    lambda world: _has_powered_drives(world) and _may_lose_power(world),
    _power_cut,
)
_TARGET_POWER = Kind(
    "cut-target-power",
    "sessions of iSCSI over cables",
    lambda world: _has_sessions(world) and _may_lose_power(world) and world.is_cabled(),
    _power_pause,
)
_DAMAGED_PDUS = Kind(
    "damage-pdus",
    "sessions of iSCSI with both digests",
    _has_digests,
    _with_duration,
    _RARE,
)
_RESET = Kind("reset-connections", _SERVERS, _always, _plain)
_ASKED_LOGOUT = Kind("ask-logout", _SESSIONS, _has_sessions, _with_duration)
_TASK_STORM = Kind("task-storm", _SESSIONS, _has_sessions, _with_duration)
_REPLACED_DRIVE = Kind(
    "replace-drive",
    "arrays with redundancy behind targets",
    _has_redundancy,
    _with_drive,
    _RARE,
)
#: The kinds, in the order in which a seed draws their weights.
KINDS = (
    _RESET,
    Kind("restart-target", _SERVERS, _always, _with_duration),
    Kind("silence-path", _CABLES, World.is_cabled, _silence_path),
    Kind("lose-packets", _CABLES, World.is_cabled, _with_duration),
    Kind("slow-path", _CABLES, World.is_cabled, _slow_path),
    Kind("pull-cable", "Ethernet", World.has_ethernet, _with_duration),
    _DAMAGED_PDUS,
    Kind(
        "portal-state",
        "two portals",
        lambda world: "portals" in world.options,
        _portal_state,
        _RARE,
    ),
    Kind(
        "move-target",
        "two active portals",
        _has_active_portals,
        _with_duration,
        _RARE,
    ),
    Kind(
        "lip-storm",
        "loops",
        _has_loops,
        _with_duration,
        _RARE,
    ),
    _POWER,
    Kind("queue-full", "drives of targets and file servers", _always, _with_drive),
    Kind("refuse-logins", _SESSIONS, _has_sessions, _with_duration),
    _ASKED_LOGOUT,
    Kind("log-out", _SESSIONS, _has_sessions, _with_duration),
    Kind(
        "cut-host-power",
        "sessions of iSCSI over cables",
        lambda world: _may_lose_host(world) and world.is_cabled(),
        _power_pause,
    ),
    _TARGET_POWER,
    _TASK_STORM,
    Kind(
        "reserve-units",
        "several sessions with each target",
        lambda world: _has_sessions(world) and _has_rivals(world),
        _with_duration,
    ),
    Kind(
        "persist-reserve",
        "several sessions with each target",
        lambda world: _has_sessions(world) and _has_rivals(world),
        _with_duration,
    ),
    Kind(
        "lose-frames",
        "loops",
        _has_loops,
        _with_duration,
        _RARE,
    ),
    Kind(
        "lose-credit",
        "loops",
        _has_loops,
        _with_duration,
        _RARE,
    ),
    _REPLACED_DRIVE,
    Kind("change-address", "Ethernet with switches", _has_free_addresses, _plain),
)
#: Faults of worlds that are about something, as _theme_faults gives them.
_THEME_FAULTS = {
    "power": ({_POWER: _OFTEN, _TARGET_POWER: 1}, (4, 10)),
    "damage": ({_DAMAGED_PDUS: _OFTEN}, (2, 6)),
    "tasks": ({_TASK_STORM: _OFTEN}, (2, 6)),
    "journals": ({}, (4, 10)),
    "recovery": ({_RESET: 1, _ASKED_LOGOUT: 1}, (6, 14)),
}
