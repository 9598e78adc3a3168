# SPDX-License-Identifier: GPL-2.0-only
#
# Incast in ns-2: a client reads blocks striped over servers through one port of a switch, and asks
# for the next block when all parts of the last one are there. Independent of ns3-iscsi: nothing
# here is its code.
#
#   apt-get install ns2        Debian's ns-2.35
#   ns validation/ns2/incast.tcl > validation/reference/incast_ns2.csv
#   ns validation/ns2/incast.tcl servers 8 buffer 64 rto 0.2 run 1
#
# The first takes some minutes and makes all points, the second is one run: the words are names and
# values of the array below. A run prints goodput in Mb/s, and what the servers did in all of it:
# timeouts, and segments sent again.

# Servers, KB of memory, shortest timeout in s, and what differs from the array: a rule of ns-2's.
set points {
    {1 64 0.2} {2 64 0.2} {4 64 0.2} {8 64 0.2} {16 64 0.2} {32 64 0.2}
    {4 32 0.2} {8 32 0.2} {16 32 0.2} {8 256 0.2} {16 256 0.2} {32 256 0.2}
    {8 64 0.001} {16 64 0.001} {32 64 0.001} {8 64 0.0002} {16 64 0.0002} {32 64 0.0002}
    {1 64 0.2 restart estimate} {4 64 0.2 counts frames} {16 64 0.2 tcp FullTcp/Sack}
    {8 64 0.2 access 1000.1Mb} {16 64 0.2 access 1000.1Mb}
    {8 64 0.2 spread 1e-6} {16 64 0.2 spread 1e-6}
}
set runs 10
set source "ns-2.35 (Debian 2.35+dfsg-5) with validation/ns2/incast.tcl"

array set o {
    servers 8
    buffer 64
    rto 0.2
    part 262144
    run 1
    tcp FullTcp/Newreno
    segment 1448
    window 11000
    initial 3
    tick 1e-6
    restart timeout
    segsperack 1
    ackdelay 1e-4
    counts bytes
    access 1Gb
    spread 0
}
array set o $argv

# Without arguments a process of its own for each run, as ns-2 can simulate only one network.
if {!$argc} {
    puts "servers,buffer_kb,rto_s,differs,run,goodput_mbps,timeouts,resent,source"
    foreach point $points {
        lassign $point servers buffer rto
        set differs [lrange $point 3 end]
        for {set run 1} {$run <= $runs} {incr run} {
            set words [list servers $servers buffer $buffer rto $rto run $run {*}$differs]
            set figures [exec ns $argv0 {*}$words]
            puts "$servers,$buffer,$rto,$differs,$run,[join $figures ,],$source"
        }
    }
    exit 0
}

# Bytes of a part with the header of iSCSI, and of a command. A read has one of each.
set header 48
set answer [expr {$o(part) + $header}]
# Bytes that a run reads, the fewest blocks that it does so in, and the share that does not count.
set blocks [expr {max(6, int(ceil((32 << 20) / double($o(servers) * $o(part)))))}]
set before [expr {int(ceil($blocks / 8.0))}]

# 20 bytes of IP, 20 of TCP, 38 of Ethernet with preamble, header, checksum and gap.
set overhead 78
Agent/TCP set tcpip_base_hdr_size_ $overhead
Agent/TCP set tcpTick_ $o(tick)
Agent/TCP set minrto_ $o(rto)
Agent/TCP set maxrto_ 60
Agent/TCP set windowInit_ $o(initial)
Agent/TCP set slow_start_restart_ [expr {$o(restart) eq "estimate"}]
Agent/TCP set maxcwnd_ 0
Agent/TCP set window_ $o(window)
Agent/TCP/FullTcp set segsize_ $o(segment)
Agent/TCP/FullTcp set segsperack_ $o(segsperack)
Agent/TCP/FullTcp set interval_ $o(ackdelay)
Agent/TCP/FullTcp set nodelay_ true
Queue/DropTail set queue_in_bytes_ false

set ns [new Simulator]
set random [new RNG]
$random seed [expr {1000 + $o(run)}]

# Frames are as long on all links, so that two often arrive at the port at the same instant. One that
# waited in its host then comes second here, and first in ns3-iscsi and with links of hosts that are
# 0.01 % faster. A spread makes each cable longer by a random time of at most so many seconds: there
# are no such instants then.
# The port to the client is a link between two switches, as long as a transmission and no longer.
set client [$ns node]
set near [$ns node]
set far [$ns node]
$ns duplex-link $client $near $o(access) 25us DropTail
$ns duplex-link $near $far 1Gb 0ms DropTail
foreach {from to} [list $client $near $near $client $near $far] { $ns queue-limit $from $to 100000 }
set frame [expr {$o(segment) + $overhead}]
set port [[$ns link $far $near] queue]
# Memory holds frames without preamble and gap, 20 bytes; ns-2 drops what would fill it to its limit.
if {$o(counts) eq "bytes"} {
    $port set queue_in_bytes_ true
    $port set mean_pktsize_ 1
    $ns queue-limit $far $near [expr {int($o(buffer) * 1024.0 * $frame / ($frame - 20)) + 1}]
} else {
    $ns queue-limit $far $near [expr {$o(buffer) * 1024 / ($frame - 20) + 1}]
}

for {set i 0} {$i < $o(servers)} {incr i} {
    set node [$ns node]
    set delay [expr {25e-6 + ($o(spread) > 0 ? [$random uniform 0 $o(spread)] : 0)}]
    $ns duplex-link $node $far $o(access) $delay DropTail
    foreach {from to} [list $node $far $far $node] { $ns queue-limit $from $to 100000 }
    set sender($i) [new Agent/TCP/$o(tcp)]
    set receiver [new Agent/TCP/$o(tcp)]
    $ns attach-agent $client $receiver
    $ns attach-agent $node $sender($i)
    $ns connect $receiver $sender($i)
    $sender($i) listen
    set asks($i) [new Application/TcpApp $receiver]
    set serves($i) [new Application/TcpApp $sender($i)]
    $asks($i) connect $serves($i)
    set idle($i) 0.1
}

# A block: commands to all servers, another one first each time; the parts; the next block.
proc block {} {
    global o asks random missing header
    set missing $o(servers)
    set first [$random integer $o(servers)]
    for {set i 0} {$i < $o(servers)} {incr i} {
        set server [expr {($first + $i) % $o(servers)}]
        $asks($server) send $header [list serve $server]
    }
}
proc serve {server} {
    global ns o sender idle
    # ns-2 compares a pause with the estimate of the timeout, without its minimum.
    set is_long [expr {[$ns now] - $idle($server) > $o(rto)}]
    if {$o(restart) eq "timeout" && $is_long && [$sender($server) set cwnd_] > $o(initial)} {
        $sender($server) set cwnd_ $o(initial)
    }
    $::serves($server) send $::answer [list arrive $server]
}
proc arrive {server} {
    global ns o missing done begin before blocks idle
    set idle($server) [$ns now]
    if {[incr missing -1]} {
        return
    }
    if {[incr done] == $before} {
        set begin [$ns now]
    }
    if {$done == $blocks} {
        finish
    }
    block
}
proc finish {} {
    global ns o begin blocks before sender
    set bits [expr {8.0 * ($blocks - $before) * $o(servers) * $o(part)}]
    set goodput [expr {$bits / ([$ns now] - $begin) / 1e6}]
    set timeouts 0
    set again 0
    for {set i 0} {$i < $o(servers)} {incr i} {
        incr timeouts [$sender($i) set nrexmit_]
        incr again [$sender($i) set nrexmitpack_]
    }
    puts "[format %.3f $goodput] $timeouts $again"
    exit 0
}

set done 0
# Connections are made by their first block.
$ns at 0.1 block
$ns run
