# SPDX-License-Identifier: GPL-2.0-only
"""S4 without a simulation: what the channel of 802.11b carries if hosts cost nothing."""

import functools

from .baselines import ClosedForm

#: Times of 802.11b, us: a slot, and a long preamble with its header.
_SLOT, _PREAMBLE = 20, 192
#: Mean number of slots before a frame: half of the least contention window, 31.
_BACKOFF = 15.5
#: Bytes of a frame beside an IP packet: header and check sequence, LLC and SNAP. Of an answer.
_FRAME, _LLC, _ANSWER = 28, 8, 14
#: Rate of data, and of answers in ns-3, Mb/s.
_RATE = 11
#: Bytes of IP and TCP with timestamps, and of an iSCSI header.
_HEADERS, _BASIC_HEADER = 52, 48
#: Segments for each acknowledgement.
_SEGMENTS_PER_ACK = 2
TEXT_OF_REQUESTS = (
    "The times on the channel of all frames of a read, one after the other: the command, the data "
    "with their header, and an acknowledgement for two segments."
)
TEXT_OF_TCP = "Two segments and an acknowledgement, one after the other on the channel."


def frame_us(sifs_us, packet):
    """Give the time of a frame with its wait and its answer, us.

    :param sifs_us: SIFS, us
    :param packet: bytes of the IP packet
    """
    wait = sifs_us + 2 * _SLOT + _BACKOFF * _SLOT
    frame = _PREAMBLE + (_FRAME + _LLC + packet) * 8 / _RATE
    answer = sifs_us + _PREAMBLE + _ANSWER * 8 / _RATE
    return wait + frame + answer


def mac_mb_per_s(sifs_us, mtu):
    """Give what one station sends without pause, with ns-3's radios, MB/s of IP packets.

    :param sifs_us: SIFS, us
    :param mtu: bytes of a packet
    """
    return mtu / frame_us(sifs_us, mtu)


def tcp_mb_per_s(sifs_us, mtu):
    """Give what TCP carries, MB/s.

    :param sifs_us: SIFS, us
    :param mtu: bytes of a packet
    """
    data = _SEGMENTS_PER_ACK * (mtu - _HEADERS)
    return data / (_SEGMENTS_PER_ACK * frame_us(sifs_us, mtu) + frame_us(sifs_us, _HEADERS))


def read_us(sifs_us, mtu, size):
    """Give the time that a read takes on the channel, us.

    :param sifs_us: SIFS, us
    :param mtu: bytes of a packet
    :param size: of the read, bytes
    """
    full, rest = divmod(size + _BASIC_HEADER, mtu - _HEADERS)
    packets = [mtu] * full + [rest + _HEADERS] * (rest > 0)
    acknowledgements = len(packets) / _SEGMENTS_PER_ACK
    return (
        frame_us(sifs_us, _BASIC_HEADER + _HEADERS)
        + sum(frame_us(sifs_us, packet) for packet in packets)
        + acknowledgements * frame_us(sifs_us, _HEADERS)
    )


def closed_form(parameters, size=None, is_rate=False):
    """Give the closed form of a table of reads.

    :param parameters: the paper's
    :param size: of its reads, bytes, None where the conditions have it
    :param is_rate: whether its numbers are reads per second, and not MB/s
    """
    radio = parameters.settings("radio")
    value = functools.partial(_read_value, sifs(radio), radio["mtu"], size, is_rate)
    return ClosedForm(TEXT_OF_REQUESTS, value)


def sifs(radio):
    """Give SIFS, us.

    :param radio: options of the radio
    """
    return float(radio["wifiSifs"].removesuffix("us"))


def _read_value(sifs_us, mtu, size, is_rate, conditions):
    size = size or 1024 * conditions["request KB"]
    time = read_us(sifs_us, conditions.get("MTU B", mtu), size)
    return 1e6 / time if is_rate else size / time
