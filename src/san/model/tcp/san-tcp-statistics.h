/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_STATISTICS_H
#define SAN_TCP_STATISTICS_H

#include "san-tcp-limits.h"
#include "san-tcp-moments.h"
#include "san-tcp-rtt.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class SanTcpStatistics;

/**
 * @ingroup san-tcp
 *
 * Notified of what happens at an end of a TCP connection.
 */
class SanTcpStatisticsOwner
{
  public:
    virtual ~SanTcpStatisticsOwner() = default;

    /**
     * The connection was established, or was already when it was first seen.
     *
     * @param end the end
     */
    virtual void Established(const SanTcpStatistics& end) = 0;

    /**
     * A figure changed: the congestion window, the slow start threshold, bytes in flight, the round
     * trip time or a counter. Only called if the changes were asked for.
     *
     * @param end the end
     */
    virtual void Changed(const SanTcpStatistics& end) = 0;

    /**
     * The bytes in flight changed, of a connection that is established; they begin and end at 0.
     *
     * @param end the end
     * @param from what they were
     * @param to what they are
     */
    virtual void FlightChanged(const SanTcpStatistics& end, uint32_t from, uint32_t to);

    /**
     * @param end the end
     * @return true if so much is under way that the path is busy, which is false where nobody knows
     */
    virtual bool IsPathBusy(const SanTcpStatistics& end) const;
};

/**
 * @ingroup san-tcp
 *
 * What one end of a TCP connection sends and what its TCP does, counted from the trace
 * sources of the socket. Times count while the connection is established, at this end and in this
 * direction. The work for each segment is constant.
 */
class SanTcpStatistics
{
  public:
    /// What is counted.
    struct Counters
    {
        uint64_t sentBytes{0};          //!< sent for the first time
        uint64_t acknowledgedBytes{0};  //!< of these
        uint64_t retransmissions{0};    //!< segments sent again
        uint64_t retransmittedBytes{0}; //!< bytes of these
        uint64_t timeouts{0};           //!< expirations of the retransmission timer with data
        uint64_t fastRecoveries{0};     //!< begun after duplicate acknowledgements
    };

    /**
     * Begin to count.
     *
     * @param socket a TCP socket that sent no data yet
     * @param isEstablished whether its connection is established already
     * @param owner told what happens; stays as long as the socket
     * @param tellsChanges whether it is told of each change
     * @param writeSize bytes of room in the send buffer that the application waits for, at least 1
     */
    SanTcpStatistics(Ptr<Socket> socket,
                     bool isEstablished,
                     SanTcpStatisticsOwner& owner,
                     bool tellsChanges,
                     uint32_t writeSize = 1);
    SanTcpStatistics(const SanTcpStatistics&) = delete;
    SanTcpStatistics& operator=(const SanTcpStatistics&) = delete;

    /**
     * Let times count up to now, at the latest; later calls change nothing.
     */
    void Stop();

    /**
     * @return the counters
     */
    const Counters& GetCounters() const;

    /**
     * @return true once the connection was established
     */
    bool WasEstablished() const;

    /**
     * @return address and port of this end
     */
    const Address& GetLocal() const;

    /**
     * @return address and port of the peer
     */
    const Address& GetRemote() const;

    /**
     * @return when the connection was established, or first seen
     */
    Time GetStart() const;

    /**
     * @return when times ceased to count
     */
    Time GetEnd() const;

    /**
     * @return bytes of the congestion window now
     */
    uint32_t GetCongestionWindow() const;

    /**
     * @return bytes of the slow start threshold now, 2^32 - 1 before the first loss
     */
    uint32_t GetSlowStartThreshold() const;

    /**
     * @return bytes in flight now: sent, and neither acknowledged, selectively or not, nor taken
     * for lost (the pipe of RFC 6675)
     */
    uint32_t GetFlight() const;

    /**
     * @return the round trip times
     */
    const SanTcpRtt& GetRtt() const;

    /**
     * @return the congestion window over time, bytes
     */
    const SanTcpMoments& GetCongestionWindowMoments() const;

    /**
     * @return the bytes in flight over time
     */
    const SanTcpMoments& GetFlightMoments() const;

    /**
     * @return share of time in which all that was sent was acknowledged, 0 to 1
     */
    double GetIdleShare() const;

    /**
     * @return share of time spent on waiting for timeouts, from the last progress to each, 0 to 1
     */
    double GetTimeoutShare() const;

    /**
     * @return share of time in which the congestion window left no room for another full segment, 0
     *         to 1
     */
    double GetWindowLimitedShare() const;

    /**
     * @return how long each limit held
     */
    const SanTcpLimits& GetLimits() const;

  private:
    /// Connect to the trace sources.
    void Connect();

    /// The connection was established.
    void Start();

    /**
     * @param from the state before
     * @param to the state
     */
    void HandleState(TcpSocket::TcpStates_t from, TcpSocket::TcpStates_t to);

    /**
     * @param from the next sequence number never sent before
     * @param to the next one now
     */
    void HandleSent(SequenceNumber32 from, SequenceNumber32 to);

    /**
     * @param from the next sequence number that the peer wants, before
     * @param to the next one now
     */
    void HandleAcknowledged(SequenceNumber32 from, SequenceNumber32 to);

    /**
     * @param from bytes in flight before
     * @param to bytes in flight now
     */
    void HandleFlight(uint32_t from, uint32_t to);

    /**
     * @param from bytes of the peer's window before
     * @param to bytes of it now
     */
    void HandleReceiveWindow(uint32_t from, uint32_t to);

    /**
     * @param from bytes of the congestion window before
     * @param to bytes of it now
     */
    void HandleCongestionWindow(uint32_t from, uint32_t to);

    /**
     * @param from bytes of the slow start threshold before
     * @param to bytes of it now
     */
    void HandleSlowStartThreshold(uint32_t from, uint32_t to);

    /**
     * @param from the state of congestion control before
     * @param to the state
     */
    void HandleCongestionState(TcpSocketState::TcpCongState_t from,
                               TcpSocketState::TcpCongState_t to);

    /**
     * @param payload what is sent again
     * @param header its header
     * @param local address of this end
     * @param remote address of the peer
     * @param socket the socket
     */
    void HandleRetransmission(Ptr<const Packet> payload,
                              const TcpHeader& header,
                              const Address& local,
                              const Address& remote,
                              Ptr<const TcpSocketBase> socket);

    /// Something changes: let the time before it count for what was the limit then.
    void CountLimit();

    /**
     * @return what has been the limit since the last change; only what is in the send buffer is
     * read now
     */
    SanTcpLimit FindLimit() const;

    /**
     * @return bytes in the send buffer that were never sent
     */
    uint32_t GetUnsent() const;

    /// Note the state of the send buffer after a change.
    void ReadBuffer();

    /// Bytes were sent or acknowledged.
    void UpdateIdle();

    /// The retransmission timer expired.
    void CountTimeout();

    /// The bytes in flight or the congestion window changed.
    void UpdateWindowLimited();

    /// Tell the owner of a change if it asked for that.
    void TellChange();

    Socket* m_socket;                      //!< the socket, which is there whenever it calls
    SanTcpStatisticsOwner& m_owner;        //!< told what happens
    bool m_tellsChanges;                   //!< of each change, too
    uint32_t m_segmentSize;                //!< bytes of a full segment
    uint32_t m_congestionWindow;           //!< present bytes
    uint32_t m_slowStartThreshold;         //!< present bytes
    uint32_t m_flight{0};                  //!< present bytes in flight
    Counters m_counters;                   //!< what is counted
    SanTcpRtt m_rtt;                       //!< round trip times
    SanTcpTimeMean m_congestionWindowMean; //!< the congestion window over time
    SanTcpTimeMean m_flightMean;           //!< bytes in flight over time
    SanTcpTimeMean m_idle;                 //!< 1 with all acknowledged, else 0
    SanTcpTimeMean m_windowLimited;        //!< 1 without room in the congestion window, else 0

    TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN}; //!< of congestion control
    std::optional<SequenceNumber32> m_resent; //!< last segment sent again after a timeout

    Ptr<TcpTxBuffer> m_buffer;   //!< the send buffer
    uint32_t m_writeSize;        //!< room in it that the application waits for
    bool m_isNagle;              //!< whether small segments wait
    bool m_isBufferFull{false};  //!< whether the application waits for room
    uint32_t m_unsent{0};        //!< bytes in it that were never sent, after the last change
    SequenceNumber32 m_next;     //!< the next sequence number never sent
    uint32_t m_receiveWindow;    //!< present bytes of the peer's window, 2^32 - 1 if not known
    SanTcpLimits m_limits;       //!< how long each limit held
    bool m_isCounting{false};    //!< established and not stopped
    std::optional<Time> m_start; //!< when it was established
    Time m_end;                  //!< when times ceased to count
    Address m_local;             //!< of this end
    Address m_remote;            //!< of the peer
};

} // namespace ns3

#endif /* SAN_TCP_STATISTICS_H */
