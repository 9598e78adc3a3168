# SPDX-License-Identifier: GPL-2.0-only
"""The papers, each with the modules that hold its experiments, in the order of the report."""

from . import (
    s0,
    s0_iscsi_requests,
    s0_tcp_windows,
    s2,
    s2_bonnie,
    s2_build,
    s2_networks,
    s2_postmark,
    s2_sequential,
    s3,
    s3_burst_throughput,
    s3_loop_rate,
    s3_pdu_sizes,
    s3_response_times,
    s3_segment_sizes,
    s3_tcp_windows,
    s4,
    s4_beyond,
    s4_connections,
    s4_files,
    s4_mtu,
    s4_relays,
    s4_tcp,
    sharing,
    sharing_causes,
    sharing_maps,
    wan,
    wan_maps,
    wan_plans,
)

#: By short name: the paper and the modules of its experiments.
PAPERS = {
    "s0": (s0.PAPER, (s0_tcp_windows, s0_iscsi_requests)),
    "s2": (s2.PAPER, (s2_sequential, s2_networks, s2_bonnie, s2_postmark, s2_build)),
    "s3": (
        s3.PAPER,
        (
            s3_response_times,
            s3_burst_throughput,
            s3_pdu_sizes,
            s3_segment_sizes,
            s3_tcp_windows,
            s3_loop_rate,
        ),
    ),
    "s4": (s4.PAPER, (s4_tcp, s4_files, s4_connections, s4_relays, s4_mtu, s4_beyond)),
    "sharing": (sharing.PAPER, (sharing_maps, sharing_causes)),
    "wan": (wan.PAPER, (wan_maps, wan_plans)),
}
