# SPDX-License-Identifier: GPL-2.0-only
#
# A bulk transfer over ns-2's FullTcp with SACK, to compare its speed with that of iscsi-san. The
# path is the one that benchmarks/run.py gives to iscsi-san: a host, two switches and a host, so
# three links of 1 Gb/s, the middle one with a delay of 0.1 ms. Without traces, and with no packet
# headers but those in use, which is the fastest that ns-2 can do it.
#
#   apt-get install ns2        Debian's ns-2.35
#   ns benchmarks/ns2-transfer.tcl BYTES
#
# Prints the simulated seconds of the transfer. The status is 1 if it does not end.

if {$argc != 1} {
    puts stderr "usage: ns ns2-transfer.tcl BYTES"
    exit 1
}
set bytes [lindex $argv 0]

remove-all-packet-headers
add-packet-header IP TCP

# On the wire beside the payload, as for iscsi-san: 20 bytes of IP, 32 of TCP with timestamps, 38 of
# Ethernet with preamble and gap. ns-2's own option for timestamps would count them differently.
Agent/TCP set tcpip_base_hdr_size_ 90
# iscsi-san's defaults: a first window of ten segments, a buffer of 1 MiB, an acknowledgement for
# every second segment.
Agent/TCP set windowInit_ 10
Agent/TCP set window_ 724
Agent/TCP/FullTcp set segsize_ 1448
Agent/TCP/FullTcp set segsperack_ 2
Agent/TCP/FullTcp set nodelay_ true

proc finish {} {
    puts [$::ns now]
    exit 0
}

set ns [new Simulator]
set nodes [list [$ns node] [$ns node] [$ns node] [$ns node]]
foreach from [lrange $nodes 0 2] to [lrange $nodes 1 3] delay {0ms 0.1ms 0ms} {
    $ns duplex-link $from $to 1Gb $delay DropTail
    $ns queue-limit $from $to 1000
    $ns queue-limit $to $from 1000
}
set sender [new Agent/TCP/FullTcp/Sack]
set receiver [new Agent/TCP/FullTcp/Sack]
$ns attach-agent [lindex $nodes 0] $sender
$ns attach-agent [lindex $nodes 3] $receiver
$ns connect $sender $receiver
$receiver listen
# These applications say when everything has arrived.
set source [new Application/TcpApp $sender]
set sink [new Application/TcpApp $receiver]
$source connect $sink
$ns at 0 "$source send $bytes finish"
$ns run
puts stderr "ns2-transfer.tcl: the transfer does not end"
exit 1
