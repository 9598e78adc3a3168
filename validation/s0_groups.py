# SPDX-License-Identifier: GPL-2.0-only
"""What the numbers of S0 are worth: which were fitted on, derived, at the link's cap, predicted.

The rules need the paper's numbers and conditions and the derived windows, not the simulation.
"""

from .groups import CAPPED, DERIVED, FITTED, PREDICTED

#: Columns of the tables on which parameters are fitted, round-trip time in ms.
FITTED_RTT = (0, 2)
#: The cap of the emulated link, MB/s, and the share of it from which a number is at the cap.
CAP, _AT_CAP = 19.3, 0.975


def is_capped(reference, rtt):
    """Tell whether a number is what the emulated link carries.

    :param reference: the paper's number, MB/s
    :param rtt: round-trip time, ms, None without the emulator
    """
    return rtt is not None and reference >= _AT_CAP * CAP


def group_of(reference, rtt, window, in_flight):
    """Give the group of a number.

    The parameters of the emulator were fitted on the columns for 0 and 2 ms, and those of the hosts
    on some cells of table 6, which has no emulator, with the others in view. A number beyond them
    is at the cap; or it follows from a window that was read off the same columns, if the window
    lets less pass than the cap; or it is a prediction.

    :param reference: the paper's number, MB/s
    :param rtt: round-trip time, ms, None without the emulator
    :param window: bytes of the receive window that was derived, None where none was
    :param in_flight: a pair: bytes that the printed conditions let be under way at once, and
        whether they are one request
    """
    if rtt is None:
        return DERIVED
    if rtt in FITTED_RTT:
        return FITTED
    if is_capped(reference, rtt):
        return CAPPED
    return DERIVED if _is_window_the_limit(rtt, window, *in_flight) else PREDICTED


def _is_window_the_limit(rtt, window, size, is_one_request):
    """Tell whether a window makes data wait: what exceeds it for the next round trip.

    A request alone waits for the rest of itself at any distance. Where requests follow each other,
    only a window for each round trip that is less than the cap is felt.
    """
    if window is None or size <= window:
        return False
    return is_one_request or window / (rtt * 1e3) < CAP


def iscsi_in_flight(mode, commands, size):
    """Give what the printed window of commands lets be under way from the initiator at once.

    Of solicited writes half of the commands wait for their R2T and only the others send.

    :param mode: as the reference data name it
    :param commands: the command window that the paper states
    :param size: bytes of a request
    :return: bytes, and whether it is one request
    """
    sending = max(1, commands // 2) if mode == "most_solicited_write" else commands
    return sending * size, commands == 1
