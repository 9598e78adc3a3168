/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TCP_SETTINGS_H
#define ISCSI_TCP_SETTINGS_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3
{

class TcpSocketBase;

/**
 * @ingroup iscsi
 *
 * The settings of an application's TCP sockets. A class that inherits from it, and from ns-3's
 * Object, has them as attributes of its own.
 */
class IscsiTcpSettings
{
  public:
    virtual ~IscsiTcpSettings() = default;

    /**
     * Make a TCP socket with these settings.
     *
     * @param node its node
     * @param owner name of the class that has the attributes, for messages
     * @return the socket, not bound
     * @throw UserError if CongestionControl names no variant of TCP, or LossRecovery no
     * algorithm
     */
    Ptr<Socket> MakeSocket(Ptr<Node> node, const std::string& owner) const;

    /**
     * Give a socket that the listening socket accepted the settings that it does not inherit.
     *
     * @param socket the socket
     */
    void SetUpAcceptedSocket(Ptr<Socket> socket) const;

  protected:
    /**
     * Add the attributes to a class.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddAttributes(TypeId tid);

  private:
    /**
     * Add the attributes of the TCP sockets.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddTcpAttributes(TypeId tid);

    /**
     * Add the attributes of loss recovery and congestion control of the TCP sockets.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddCongestionAttributes(TypeId tid);

    /**
     * Give a socket the algorithms and limits that are not ns-3's own.
     *
     * @param socket the socket, not bound
     * @param owner name of the class that has the attributes
     */
    void SetUpCongestionControl(Ptr<TcpSocketBase> socket, const std::string& owner) const;

    TypeId m_protocol;               //!< socket factory
    std::string m_congestionControl; //!< congestion control, empty for the node's own
    std::string m_lossRecovery;      //!< algorithm of fast recovery, empty for the node's own
    bool m_ensembleSharing;          //!< whether open connections share control blocks
    bool m_temporalSharing;          //!< whether they begin with what closed ones have left
    bool m_idleRestart;              //!< whether idle connections restart with the initial window
    Time m_minRto;                   //!< least retransmission timeout, 0 for ns-3's own
    uint32_t m_initialCwnd;          //!< initial congestion window, segments, 0 for ns-3's own
    bool m_sack;                     //!< whether selective acknowledgements may be used
    bool m_timestamps;               //!< whether timestamps may be used
    bool m_ecn;                      //!< whether congestion notification is asked for
    uint32_t m_segmentSize;          //!< TCP segment size, bytes
    uint32_t m_sndBufSize;           //!< TCP send buffer, bytes
    uint32_t m_rcvBufSize;           //!< TCP receive buffer, bytes
    uint32_t m_delAckCount;          //!< segments per acknowledgement
    Time m_delAckTimeout;            //!< longest wait of an acknowledgement
    bool m_noDelay;                  //!< no Nagle algorithm
};

} // namespace ns3

#endif /* ISCSI_TCP_SETTINGS_H */
