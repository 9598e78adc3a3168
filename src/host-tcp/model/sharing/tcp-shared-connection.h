/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARED_CONNECTION_H
#define TCP_SHARED_CONNECTION_H

#include "tcp-control-block-sharing.h"
#include "tcp-sharing-congestion-ops.h"
#include "tcp-sharing-rtt-estimator.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

/**
 * @ingroup host-tcp-sharing
 *
 * How a connection shares its control block (RFC 9040, sections 6 and 7).
 */
struct TcpSharingModes
{
    bool ensemble{true};  //!< with others that are open at the same time
    bool temporal{false}; //!< with those before and after it
};

/**
 * @ingroup host-tcp-sharing
 *
 * The life of a connection that shares its control block. When it is established, it begins with
 * what an earlier one has left, and joins its ensemble. It leaves when it can send no more data,
 * which is when its FIN is acknowledged or it is closed; only an orderly close goes to the cache.
 */
class TcpSharedConnection : public SimpleRefCount<TcpSharedConnection>
{
  public:
    /**
     * @param socket a socket, which owns this by its trace source State
     * @param modes how it shares
     * @param algorithm its congestion control
     * @param rtt what estimates its round-trip time
     */
    TcpSharedConnection(TcpSocketBase& socket,
                        const TcpSharingModes& modes,
                        Ptr<TcpSharingCongestionOps> algorithm,
                        Ptr<TcpSharingRttEstimator> rtt);
    ~TcpSharedConnection();

    /**
     * Follow the socket.
     *
     * @param before its state before
     * @param now its state now
     */
    void HandleState(TcpSocket::TcpStates_t before, TcpSocket::TcpStates_t now);

  private:
    /**
     * Leave with a reset, after which ns-3 lets a socket stay in its state.
     *
     * @param segment a segment that the socket sends
     * @param header its header
     * @param socket the socket
     */
    void HandleSegment(Ptr<const Packet> segment,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase> socket);

    /// Begin to share.
    void Open();

    /**
     * End to share.
     *
     * @param isOrderly whether both ends have agreed
     */
    void Close(bool isOrderly);

    TcpSocketBase& m_socket;                  //!< the socket
    TcpSharingModes m_modes;                  //!< how it shares
    Ptr<TcpSharingCongestionOps> m_algorithm; //!< of the socket
    Ptr<TcpSharingRttEstimator> m_rtt;        //!< of the socket
    Ptr<TcpControlBlockSharing> m_sharing;    //!< of the host, null while not established
    TcpHostPair m_hosts;                      //!< its ends
    bool m_isFollowed{false};                 //!< whether its segments are followed
};

} // namespace ns3

#endif /* TCP_SHARED_CONNECTION_H */
