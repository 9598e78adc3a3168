/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SHARING_INSTALLER_H
#define TCP_SHARING_INSTALLER_H

#include "tcp-shared-connection.h"

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
 * Lets TCP sockets share their control blocks, of any class derived from TcpSocketBase. The socket
 * gets a TcpSharingCongestionOps around the congestion control that it has, and a
 * TcpSharingRttEstimator; so congestion control must be set before. Connections that a listening
 * socket accepts share too, each with those to the same host.
 */
class TcpSharingInstaller : public SimpleRefCount<TcpSharingInstaller>
{
  public:
    /**
     * @param socket a socket that is neither connected nor listening
     * @param modes how its connections share
     */
    static void Install(Ptr<TcpSocketBase> socket, const TcpSharingModes& modes);

  private:
    /**
     * @param modes how connections share
     */
    explicit TcpSharingInstaller(const TcpSharingModes& modes);

    /**
     * Note the first segment that a socket sends. A socket that a listening one has made says by
     * its first segment, a SYN with ACK, that it exists.
     *
     * @param segment the segment
     * @param header its header
     * @param socket who sends it
     */
    void HandleSegment(Ptr<const Packet> segment,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase> socket);

    /**
     * Let an accepted connection share.
     *
     * @param socket a socket that has sent a segment
     */
    void Adopt(Ptr<TcpSocketBase> socket);

    /**
     * @param socket a socket
     * @param algorithm its congestion control
     */
    void SetUp(Ptr<TcpSocketBase> socket, Ptr<TcpSharingCongestionOps> algorithm) const;

    TcpSharingModes m_modes; //!< how connections share
};

} // namespace ns3

#endif /* TCP_SHARING_INSTALLER_H */
