# SPDX-License-Identifier: GPL-2.0-only
#
# Eight points of S3's figures 10 and 11 under light load in ns-2, whose FullTcp the paper used: an
# initiator and a gateway, one link, one request at a time. The storage is a constant time; what is
# measured is the rest, which is the network's. Independent of ns3-iscsi: nothing here is its code.
#
#   apt-get install ns2        Debian's ns-2.35
#   ns validation/ns2/s3.tcl > validation/reference/s3_ns2.csv

# Figure, bytes of a segment, window in segments, one-way delay in ms.
set points {
    {10 296 20 0.4} {10 576 20 5} {10 1448 20 0.4} {10 1448 20 50}
    {11 296 20 5} {11 296 40 20} {11 296 80 0.4} {11 296 80 50}
}
set source "ns-2.35 (Debian 2.35+dfsg-5) with validation/ns2/s3.tcl"
# From a command's arrival to its answer, ms: the simulated drives and their loop.
set storage 55.9
# A command, and 512 KB in 64 PDUs with headers of 48 bytes.
set command 48
set answer [expr {524288 + 64 * 48}]
# Requests until the window is open, and those that count.
set before 20
set counted 40

# 20 bytes of IP, 32 of TCP with timestamps, 38 of Ethernet with preamble and gap.
Agent/TCP set tcpip_base_hdr_size_ 90

# Gives an application over FullTcp at one end.
proc end {ns node segment window restart} {
    set agent [new Agent/TCP/FullTcp]
    $agent set segsize_ $segment
    $agent set window_ $window
    $agent set slow_start_restart_ $restart
    $agent set nodelay_ true
    $ns attach-agent $node $agent
    return $agent
}

# One request: command, storage, answer, next request.
proc ask {ns initiator target} {
    set ::asked [$ns now]
    $initiator send $::command [list serve $ns $initiator $target]
}
proc serve {ns initiator target} {
    set next [list $target send $::answer [list finish $ns $initiator $target]]
    $ns at [expr {[$ns now] + $::storage / 1e3}] $next
}
proc finish {ns initiator target} {
    if {[incr ::count] > $::before} {
        set ::network [expr {$::network + ([$ns now] - $::asked) * 1e3 - $::storage}]
    }
    if {$::count == $::before + $::counted} {
        puts [format %.4f [expr {$::network / $::counted}]]
        exit 0
    }
    ask $ns $initiator $target
}

# Simulates a point and prints the network's part of a request, ms.
proc simulate {segment window delay restart} {
    set ns [new Simulator]
    set near [$ns node]
    set far [$ns node]
    $ns duplex-link $near $far 1Gb ${delay}ms DropTail
    foreach {from to} [list $near $far $far $near] { $ns queue-limit $from $to 10000 }
    set client [end $ns $near $segment $window $restart]
    set server [end $ns $far $segment $window $restart]
    $ns connect $client $server
    $server listen
    set initiator [new Application/TcpApp $client]
    set target [new Application/TcpApp $server]
    $initiator connect $target
    set ::count 0
    set ::network 0
    $ns at 0 [list ask $ns $initiator $target]
    $ns run
}

# Without arguments a process of its own for each point, as ns-2 can simulate only one network.
if {$argc} {
    simulate {*}$argv
} else {
    puts "figure,mss_B,tcp_window_segments,delay_ms,idle_restart,network_ms,source"
    foreach point $points {
        foreach restart {false true} {
            set network [exec ns $argv0 {*}[lrange $point 1 end] $restart]
            puts "[join $point ,],$restart,$network,$source"
        }
    }
}
