# SPDX-License-Identifier: GPL-2.0-only
"""What a link carries beside data."""

#: Bytes around the data of a TCP segment: Ethernet with preamble and gap, IP, TCP with timestamps.
SEGMENT_HEADERS = 38 + 20 + 32
