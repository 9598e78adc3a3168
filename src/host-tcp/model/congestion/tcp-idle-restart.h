/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_IDLE_RESTART_H
#define TCP_IDLE_RESTART_H

#include "tcp-congestion-decorator.h"

#include "ns3/nstime.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * Slow start after an idle period, for any congestion control: a sender that has sent no data for
 * longer than its retransmission timeout begins again with the initial window (RFC 5681, 4.1). The
 * slow start threshold stays. ns-3's sockets keep the window however long they are idle.
 *
 * It stands between a socket and the congestion control that the socket had, which decides all
 * else.
 */
class TcpIdleRestart : public TcpCongestionDecorator
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Let a socket restart after idle periods. A socket that a listening socket accepts does not
     * inherit it.
     *
     * @param socket the socket, with its congestion control and its minimum timeout
     */
    static void Install(Ptr<TcpSocketBase> socket);

    /**
     * @param algorithm the congestion control, which is initialised already
     * @param rto retransmission timeout until the socket reports another one
     */
    TcpIdleRestart(Ptr<TcpCongestionOps> algorithm, Time rto);

    // From TcpCongestionOps
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;

  private:
    /**
     * The socket sends a segment.
     *
     * @param segment its payload
     */
    void NoteSegment(Ptr<const Packet> segment, const TcpHeader&, Ptr<const TcpSocketBase>);

    /**
     * The socket's retransmission timeout changed.
     *
     * @param rto the new one
     */
    void NoteRto(Time, Time rto);

    Time m_rto;      //!< retransmission timeout
    Time m_lastSent; //!< when data were sent last
};

} // namespace ns3

#endif /* TCP_IDLE_RESTART_H */
