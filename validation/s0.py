# SPDX-License-Identifier: GPL-2.0-only
"""S0, measurements of iSCSI across an emulated WAN: what its tables share."""

from . import s0_claims, s0_groups
from .experiment import Cell, Paper, Picture
from .parameters import delay_at
from .pictures import against

#: Time, ms, in which a load much faster than the limiter empties the token bucket.
WARM_UP = 60
_MODES = {
    "most_solicited_write": ("solicited writes", ("write", "solicited"), 0.0),
    "most_unsolicited_write": ("unsolicited writes", ("write", "unsolicited"), 0.0),
    "read": ("reads", ("read",), 1.0),
}


#: Reasons why cells are off: item, conditions that they share, and what is known.
_REASONS = [
    (
        "table 5",
        {"request KB": [1, 8], "window": [32], "RTT ms": [2, 10, 50]},
        "In the paper small reads behave as if 19 to 29 commands were outstanding and not 32, at "
        "every round-trip time above 0; larger reads show no such limit. The paper gives no cause.",
    ),
    (
        "table 4",
        {"request KB": [8], "window": [1], "RTT ms": [0]},
        "In the paper 8 KB take 0.80 ms at 0 ms, but at 2 ms only 0.52 to 0.69 ms in addition to "
        "the round trip: without a configured delay, the emulator delays packet trains more. The "
        "simulated path is the same at all delays.",
    ),
    (
        "table 3",
        {"request KB": [1], "window": [32], "RTT ms": [0]},
        "Open. The emulator's rate lets 16.7 MB/s pass, and the hosts reach 17.1 MB/s in the LAN. "
        "A cost per packet in the emulator would have to be 45 us in each direction, but 64 KB at "
        "2 ms pass with 29 us per packet: simulated with 34 us between packets this cell is right "
        "and those 64 KB become 31 % too slow. If one processor forwards both directions, 64 KB "
        "leave at most 20 us per packet, which would give 13 MB/s here.",
    ),
    (
        "table 6",
        {"mode": ["unsolicited writes"], "window": [1], "request KB": [8]},
        "In the paper an unsolicited write of 8 KB takes 36 us less than a read, although both "
        "transfer the same number of PDUs and bytes; the simulated times are equal. A simulated "
        "host also finishes a PDU before the link gets its first byte, where a real one overlaps.",
    ),
]
_REASONS.append(("table 5", *_REASONS[1][1:]))


def _explain(row):
    """Give the reason why a cell is off, None if none is known."""
    for item, conditions, reason in _REASONS:
        if row["item"] == item and all(row[name] in it for name, it in conditions.items()):
            return reason
    return None


PAPER = Paper(
    name="s0",
    title="iSCSI and TCP tuning across a WAN: six tables of a real system",
    reference="measurements of tunable parameters of iSCSI and TCP over local, metropolitan and "
    "wide area networks, with a Cisco software initiator, an Intransa IP5000 target and a LANforge "
    "ICE emulator; the copy used has no title page.",
    text=[
        "A software initiator on a PC (Pentium III, Linux 2.4.19) and a storage appliance with a "
        "write-back cache are connected by a WAN emulator: 155 Mb/s and 0, 2, 10 or 50 ms of "
        "round-trip time. All data is in the target's memory, so no disk is involved. Six tables "
        "give throughput in MB/s (1e6 bytes): plain TCP with two window sizes (1, 2), solicited "
        "writes, unsolicited writes and reads (3, 4, 5) for requests of 1 to 256 KB, one or 32 at "
        "a time, and the same over Gigabit Ethernet without the emulator (6).",
        "One set of parameters is used for all 136 numbers. Table 6 has no emulator, so the hosts "
        "are fitted there: the cost of a PDU, of a command and of a byte on 1 and 8 KB with window "
        "32, the delay of adapters on 1 KB with window 1, and the cap on 256 KB with window 32. "
        "The emulator is then fitted on the columns for 0 and 2 ms. Of the other numbers those of "
        "19.3 MB/s, the cap of the link, are counted apart; so are those that follow from a window "
        "that was read off neighbouring numbers, and the rest of table 6, which was in view. What "
        "remains are predictions.",
        "Through the emulator no cell determines the costs of hosts. Its rate lets 18.2 MB/s of "
        "1 KB pass, so 17.4 and 17.6 MB/s with window 32 say only that a host needs at most 58 us "
        "for a command; in the LAN it needs 44 to 60.",
        "Some properties that the paper does not state follow from its numbers and are in the "
        "parameters. Writes behave as if the target granted credit for 16 commands and not 32. At "
        "50 ms no write exceeds 4.9 MB/s, in either mode and whatever is outstanding: the target "
        "receives at most 248 kB per round trip. The emulator limits the rate with a token bucket "
        "that lets 256 KB pass at once, because a delay of 2 ms adds only 0.4 ms to a transfer of "
        "64 KB. The default windows of 64 KB behave as 46.7 kB in one direction and 33.6 kB in the "
        "other. MB are 1e6 bytes: 19.3 MiB/s would exceed the link.",
        "The windows were derived from columns in which they are the limit, 46.7 and 33.6 kB from "
        "table 1 and 248 kB from the column for 50 ms of tables 3 and 4. A read and an unsolicited "
        "write have the same PDUs and cost the same here, while in the LAN the paper's reads of 1 "
        "and 8 KB take 8 and 16 us longer; the costs are their mean.",
        "Links are Ethernet, with 38 bytes around an IP packet. The rates of the emulator and of "
        "the LAN are derived from the highest throughput of their tables.",
    ],
    claims=s0_claims.of_paper,
    explain=_explain,
)


def iscsi_settings(parameters, row, path):
    """Give the options for a request size, window and mode.

    :param parameters: the paper's parameters
    :param row: a row of the reference data
    :param path: emulator or lan
    """
    _, tables, share = _MODES[row["mode"]]
    settings = parameters.settings("host", path, "large_window", "iscsi", *tables)
    settings.update(
        device="ram",
        drives=1,
        workload="closed",
        pattern="sequential",
        queueDepth=row["window_cmds"],
        size=str(1024 * row["request_KB"]),
        readFraction=share,
        count=10**9,
    )
    return settings


def mode_name(mode):
    """Give the words for a mode of the reference data."""
    return _MODES[mode][0]


def draw(rows, x, hue, panels):
    """Give the picture of a table; arguments as :func:`validation.pictures.against` has them."""
    caption = "Marks are the paper's numbers, lines the simulation."
    return [Picture(caption, against(rows, x, hue, panels))]


def cell(row, conditions, settings, rtt, limits, warm_up=WARM_UP, shortest=150):
    """Give a cell.

    :param row: a row of the reference data
    :param conditions: what tells it from others
    :param settings: options, but for the delay and the times
    :param rtt: round-trip time, ms, None for the path's own
    :param limits: derived window and what may be under way, as ``s0_groups.group_of`` takes them
    :param warm_up: least time until counting begins, ms
    :param shortest: least time that counts, ms
    """
    number = row["throughput_MB_per_s"]
    settings["delay"] = delay_at(settings, rtt or 0)
    settings.update(times(rtt or 0, warm_up, shortest=shortest))
    return Cell(
        conditions,
        settings,
        number,
        row["rounding_low"],
        row["rounding_high"],
        s0_groups.group_of(number, rtt, *limits),
        s0_groups.is_capped(number, rtt),
    )


def times(rtt, least, turns=1, counted=40, shortest=150):
    """Give when counting begins and when the load ends.

    :param rtt: round-trip time, ms
    :param least: least time until counting begins, ms
    :param turns: how many times the usual warm-up
    :param counted: round trips that count
    :param shortest: least time that counts, ms
    """
    warm_up = max(least, 15 * rtt * turns)
    return {"warmUp": f"{warm_up:g}ms", "stop": f"{warm_up + max(shortest, counted * rtt):g}ms"}
