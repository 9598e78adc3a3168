/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONNECTION_DEMUX_H
#define TCP_CONNECTION_DEMUX_H

#include "tcp-connection.h"

#include "ns3/ip-l4-protocol.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

class Node;

/**
 * @ingroup host-tcp-socket
 *
 * Demultiplexes the segments of a host: it is between IPv4 and TCP, and forwards segments of known
 * connections directly to their sockets, in constant time. Segments that ask for a connection go to
 * the socket that listens. ns-3's TCP compares the addresses of each segment with those of all
 * sockets of the host. It gets what is left: segments that belong to sockets of other classes or to
 * none, and all segments while ns-3 checks checksums.
 */
class TcpConnectionDemux : public IpL4Protocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Put a demultiplexer before TCP of a host, with IPv4.
     *
     * @param host a host
     * @return the demultiplexer, the same each time; null without IPv4
     */
    static Ptr<TcpConnectionDemux> Install(Ptr<Node> host);

    /**
     * Forward segments to a connection from now on.
     *
     * @param id its addresses and ports; without those of a peer for a socket that listens, and
     * without its own address if it listens at all
     * @param connection the connection, which stays until Remove
     */
    void Add(const TcpConnectionId& id, TcpConnection* connection);

    /**
     * Stop forwarding segments to a connection.
     *
     * @param id its addresses and ports
     * @param connection the connection; one that followed it stays
     */
    void Remove(const TcpConnectionId& id, const TcpConnection* connection);

    // From IpL4Protocol.
    int GetProtocolNumber() const override;
    RxStatus Receive(Ptr<Packet> segment,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> segment,
                     const Ipv6Header& header,
                     Ptr<Ipv6Interface> interface) override;
    void ReceiveIcmp(Ipv4Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv4Address payloadSource,
                     Ipv4Address payloadDestination,
                     const uint8_t payload[8]) override;
    void SetDownTarget(DownTargetCallback target) override;
    void SetDownTarget6(DownTargetCallback6 target) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param id addresses and ports
     * @param segment a segment
     * @param start its header's start
     * @param header the IP header before it
     * @param interface where it arrived
     * @return whether there is such a connection that took the segment
     */
    bool Forward(const TcpConnectionId& id,
                 Ptr<Packet> segment,
                 const TcpSegmentStart& start,
                 const Ipv4Header& header,
                 Ptr<Ipv4Interface> interface) const;

    /// Hash of a connection's addresses and ports.
    struct Hash
    {
        /**
         * @param id a connection
         * @return its hash
         */
        std::size_t operator()(const TcpConnectionId& id) const;
    };

    Ptr<IpL4Protocol> m_tcp; //!< of the host
    std::unordered_map<TcpConnectionId, TcpConnection*, Hash>
        m_connections; //!< those that are open; never walked through
};

} // namespace ns3

#endif /* TCP_CONNECTION_DEMUX_H */
