/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONNECTION_H
#define TCP_CONNECTION_H

#include "ns3/ipv4-address.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class Ipv4Header;
class Ipv4Interface;
class Packet;
struct TcpSegmentStart;

/**
 * @ingroup host-tcp-socket
 *
 * Addresses and ports of a TCP connection over IPv4, seen from one host.
 */
struct TcpConnectionId
{
    Ipv4Address local;  //!< address of the host
    Ipv4Address peer;   //!< address of the other
    uint16_t localPort; //!< port of the host
    uint16_t peerPort;  //!< port of the other

    /**
     * @param other another connection
     * @return true if all members are equal
     */
    bool operator==(const TcpConnectionId& other) const = default;
};

/**
 * @ingroup host-tcp-socket
 *
 * Receives the segments of one TCP connection.
 */
class TcpConnection
{
  public:
    /**
     * Receive a segment of the connection.
     *
     * @param segment the segment
     * @param start its header's start
     * @param header the IP header before it
     * @param interface where it arrived
     * @return whether the connection still takes segments, and from there
     */
    virtual bool Receive(Ptr<Packet> segment,
                         const TcpSegmentStart& start,
                         const Ipv4Header& header,
                         Ptr<Ipv4Interface> interface) = 0;

  protected:
    ~TcpConnection() = default;
};

} // namespace ns3

#endif /* TCP_CONNECTION_H */
