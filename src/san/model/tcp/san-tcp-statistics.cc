/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-tcp-statistics.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanTcpStatistics");

namespace
{

/**
 * @param socket a TCP socket
 * @param name an attribute that is a whole number
 * @return its value
 */
uint32_t
GetNumber(Ptr<const Socket> socket, const std::string& name)
{
    UintegerValue value;
    socket->GetAttribute(name, value);
    return value.Get();
}

/**
 * @param socket a TCP socket
 * @param name an attribute that is true or false
 * @return which of them
 */
bool
IsTrue(Ptr<const Socket> socket, const std::string& name)
{
    BooleanValue value;
    socket->GetAttribute(name, value);
    return value.Get();
}

/**
 * @param from a sequence number
 * @param to a later one
 * @param counted bytes counted before
 * @return bytes of data between them
 */
uint32_t
GetBytes(SequenceNumber32 from, SequenceNumber32 to, uint64_t counted)
{
    // ns-3 numbers the SYN 0.
    const bool hasSyn = counted == 0 && from.GetValue() == 0;
    return to - from - (hasSyn ? 1 : 0);
}

} // namespace

void
SanTcpStatisticsOwner::FlightChanged(const SanTcpStatistics& /* end */,
                                     uint32_t /* from */,
                                     uint32_t /* to */)
{
}

bool
SanTcpStatisticsOwner::IsPathBusy(const SanTcpStatistics& /* end */) const
{
    return false;
}

SanTcpStatistics::SanTcpStatistics(Ptr<Socket> socket,
                                   bool isEstablished,
                                   SanTcpStatisticsOwner& owner,
                                   bool tellsChanges,
                                   uint32_t writeSize)
    : m_socket(PeekPointer(socket)),
      m_owner(owner),
      m_tellsChanges(tellsChanges),
      m_segmentSize(GetNumber(socket, "SegmentSize")),
      m_congestionWindow(GetNumber(socket, "InitialCwnd") * m_segmentSize),
      m_slowStartThreshold(GetNumber(socket, "InitialSlowStartThreshold")),
      m_buffer(DynamicCast<TcpSocketBase>(socket)->GetTxBuffer()),
      m_writeSize(writeSize),
      m_isNagle(!IsTrue(socket, "TcpNoDelay")),
      m_receiveWindow(std::numeric_limits<uint32_t>::max())
{
    Connect();
    if (isEstablished)
    {
        Start();
    }
}

void
SanTcpStatistics::Connect()
{
    m_socket->TraceConnectWithoutContext("State",
                                         MakeCallback(&SanTcpStatistics::HandleState, this));
    m_socket->TraceConnectWithoutContext("HighestSequence",
                                         MakeCallback(&SanTcpStatistics::HandleSent, this));
    m_socket->TraceConnectWithoutContext("HighestRxAck",
                                         MakeCallback(&SanTcpStatistics::HandleAcknowledged, this));
    m_socket->TraceConnectWithoutContext("BytesInFlight",
                                         MakeCallback(&SanTcpStatistics::HandleFlight, this));
    m_socket->TraceConnectWithoutContext(
        "RWND",
        MakeCallback(&SanTcpStatistics::HandleReceiveWindow, this));
    m_socket->TraceConnectWithoutContext(
        "CongestionWindow",
        MakeCallback(&SanTcpStatistics::HandleCongestionWindow, this));
    m_socket->TraceConnectWithoutContext(
        "CongState",
        MakeCallback(&SanTcpStatistics::HandleCongestionState, this));
    m_socket->TraceConnectWithoutContext(
        "Retransmission",
        MakeCallback(&SanTcpStatistics::HandleRetransmission, this));
    if (m_tellsChanges)
    {
        m_socket->TraceConnectWithoutContext(
            "SlowStartThreshold",
            MakeCallback(&SanTcpStatistics::HandleSlowStartThreshold, this));
    }
}

void
SanTcpStatistics::Start()
{
    const Time now = Simulator::Now();
    NS_LOG_FUNCTION(this << now);
    m_start = now;
    m_isCounting = true;
    m_congestionWindowMean.Start(m_congestionWindow, now);
    m_flightMean.Start(0, now);
    m_idle.Start(1, now);
    m_windowLimited.Start(0, now);
    m_limits.Start(now);
    m_socket->GetSockName(m_local);
    m_socket->GetPeerName(m_remote);
    m_owner.Established(*this);
    m_owner.FlightChanged(*this, 0, m_flight);
    TellChange();
}

void
SanTcpStatistics::Stop()
{
    if (!m_isCounting)
    {
        return;
    }
    CountLimit();
    m_owner.FlightChanged(*this, m_flight, 0);
    m_isCounting = false;
    m_end = Simulator::Now();
    for (auto* mean : {&m_congestionWindowMean, &m_flightMean, &m_idle, &m_windowLimited})
    {
        mean->Count(m_end);
    }
}

void
SanTcpStatistics::HandleState(TcpSocket::TcpStates_t from, TcpSocket::TcpStates_t to)
{
    if (to == TcpSocket::ESTABLISHED)
    {
        Start();
    }
    else if (from == TcpSocket::ESTABLISHED)
    {
        Stop();
    }
}

void
SanTcpStatistics::HandleSent(SequenceNumber32 from, SequenceNumber32 to)
{
    CountLimit();
    if (m_counters.sentBytes == m_counters.acknowledgedBytes)
    {
        m_limits.Mark();
    }
    m_next = to;
    m_counters.sentBytes += GetBytes(from, to, m_counters.sentBytes);
    const bool isRecovering =
        m_state == TcpSocketState::CA_RECOVERY || m_state == TcpSocketState::CA_LOSS;
    if (m_isCounting && !isRecovering)
    {
        m_rtt.Send(m_counters.sentBytes, Simulator::Now());
    }
    ReadBuffer();
    UpdateIdle();
}

void
SanTcpStatistics::HandleAcknowledged(SequenceNumber32 from, SequenceNumber32 to)
{
    CountLimit();
    const auto acknowledged =
        m_counters.acknowledgedBytes + GetBytes(from, to, m_counters.acknowledgedBytes);
    // A FIN has a sequence number, too.
    m_counters.acknowledgedBytes = std::min(acknowledged, m_counters.sentBytes);
    m_limits.Mark();
    m_rtt.Acknowledge(m_counters.acknowledgedBytes, Simulator::Now());
    ReadBuffer();
    UpdateIdle();
    TellChange();
}

void
SanTcpStatistics::HandleFlight(uint32_t /* from */, uint32_t to)
{
    CountLimit();
    const auto from = std::exchange(m_flight, to);
    if (m_isCounting)
    {
        m_owner.FlightChanged(*this, from, to);
        m_flightMean.Set(to, Simulator::Now());
    }
    UpdateWindowLimited();
    TellChange();
}

void
SanTcpStatistics::HandleReceiveWindow(uint32_t /* from */, uint32_t to)
{
    CountLimit();
    m_receiveWindow = to;
}

void
SanTcpStatistics::HandleCongestionWindow(uint32_t /* from */, uint32_t to)
{
    CountLimit();
    m_congestionWindow = to;
    if (m_isCounting)
    {
        m_congestionWindowMean.Set(to, Simulator::Now());
    }
    UpdateWindowLimited();
    TellChange();
}

void
SanTcpStatistics::HandleSlowStartThreshold(uint32_t /* from */, uint32_t to)
{
    m_slowStartThreshold = to;
    TellChange();
}

void
SanTcpStatistics::HandleCongestionState(TcpSocketState::TcpCongState_t /* from */,
                                        TcpSocketState::TcpCongState_t to)
{
    m_state = to;
    m_resent.reset();
    if (to == TcpSocketState::CA_LOSS)
    {
        CountTimeout();
    }
    else if (to == TcpSocketState::CA_RECOVERY)
    {
        ++m_counters.fastRecoveries;
        NS_LOG_DEBUG("fast recovery, " << GetFlight() << " bytes in flight");
    }
    TellChange();
}

void
SanTcpStatistics::HandleRetransmission(Ptr<const Packet> payload,
                                       const TcpHeader& header,
                                       const Address& /* local */,
                                       const Address& /* remote */,
                                       Ptr<const TcpSocketBase> /* socket */)
{
    ++m_counters.retransmissions;
    m_counters.retransmittedBytes += payload->GetSize();
    m_rtt.Retransmit();
    // After a timeout TCP goes through what was lost in order; the next one begins again. The
    // state remains the same then, so its trace source is silent.
    const auto number = header.GetSequenceNumber();
    if (m_state == TcpSocketState::CA_LOSS && m_resent && number <= *m_resent)
    {
        CountTimeout();
    }
    m_resent = number;
    TellChange();
}

void
SanTcpStatistics::CountTimeout()
{
    CountLimit();
    NS_LOG_DEBUG("timeout " << m_counters.timeouts);
    ++m_counters.timeouts;
    m_limits.CountTimeout();
}

void
SanTcpStatistics::CountLimit()
{
    const auto now = Simulator::Now();
    if (m_isCounting && m_limits.GetCounted() < now)
    {
        m_limits.Count(FindLimit(), now);
    }
}

SanTcpLimit
SanTcpStatistics::FindLimit() const
{
    if (m_unsent == 0 && m_counters.sentBytes == m_counters.acknowledgedBytes)
    {
        return SanTcpLimit::APPLICATION;
    }
    if (m_owner.IsPathBusy(*this))
    {
        return SanTcpLimit::LINK;
    }
    const auto unsent = GetUnsent();
    if (unsent == 0)
    {
        return m_isBufferFull ? SanTcpLimit::SEND_BUFFER : SanTcpLimit::APPLICATION;
    }
    const auto window = std::min(m_congestionWindow, m_receiveWindow);
    const auto room = window - std::min(window, m_flight);
    if (room < std::min(m_segmentSize, unsent))
    {
        return m_receiveWindow <= m_congestionWindow ? SanTcpLimit::RECEIVE_WINDOW
                                                     : SanTcpLimit::CONGESTION_WINDOW;
    }
    if (m_isNagle && m_flight > 0 && unsent < m_segmentSize)
    {
        return SanTcpLimit::NAGLE;
    }
    // What came just now is sent at once. A window that never changed was never told of, so it is
    // what remains.
    return m_unsent == 0 ? SanTcpLimit::APPLICATION : SanTcpLimit::RECEIVE_WINDOW;
}

uint32_t
SanTcpStatistics::GetUnsent() const
{
    // SYN and FIN have numbers that are not in the buffer.
    const auto next = std::max(m_next, m_buffer->HeadSequence());
    const auto end = m_buffer->TailSequence();
    return end > next ? end - next : 0;
}

void
SanTcpStatistics::ReadBuffer()
{
    m_unsent = GetUnsent();
    const auto room = m_buffer->Available();
    if (room < m_writeSize)
    {
        m_isBufferFull = true;
    }
    else if (room >= m_buffer->MaxBufferSize() / 3)
    {
        // An application does not wait longer.
        m_isBufferFull = false;
    }
}

void
SanTcpStatistics::UpdateIdle()
{
    if (m_isCounting)
    {
        m_idle.Set(m_counters.sentBytes == m_counters.acknowledgedBytes, Simulator::Now());
    }
}

void
SanTcpStatistics::UpdateWindowLimited()
{
    if (m_isCounting)
    {
        m_windowLimited.Set(m_flight + m_segmentSize > m_congestionWindow, Simulator::Now());
    }
}

void
SanTcpStatistics::TellChange()
{
    if (m_tellsChanges && m_isCounting)
    {
        m_owner.Changed(*this);
    }
}

const SanTcpStatistics::Counters&
SanTcpStatistics::GetCounters() const
{
    return m_counters;
}

bool
SanTcpStatistics::WasEstablished() const
{
    return m_start.has_value();
}

const Address&
SanTcpStatistics::GetLocal() const
{
    return m_local;
}

const Address&
SanTcpStatistics::GetRemote() const
{
    return m_remote;
}

Time
SanTcpStatistics::GetStart() const
{
    return m_start.value_or(Time(0));
}

Time
SanTcpStatistics::GetEnd() const
{
    return m_end;
}

uint32_t
SanTcpStatistics::GetCongestionWindow() const
{
    return m_congestionWindow;
}

uint32_t
SanTcpStatistics::GetSlowStartThreshold() const
{
    return m_slowStartThreshold;
}

uint32_t
SanTcpStatistics::GetFlight() const
{
    return m_flight;
}

const SanTcpRtt&
SanTcpStatistics::GetRtt() const
{
    return m_rtt;
}

const SanTcpMoments&
SanTcpStatistics::GetCongestionWindowMoments() const
{
    return m_congestionWindowMean.GetMoments();
}

const SanTcpMoments&
SanTcpStatistics::GetFlightMoments() const
{
    return m_flightMean.GetMoments();
}

double
SanTcpStatistics::GetIdleShare() const
{
    return m_idle.GetMoments().GetMean();
}

double
SanTcpStatistics::GetTimeoutShare() const
{
    return m_limits.GetShare(SanTcpLimit::TIMEOUT);
}

const SanTcpLimits&
SanTcpStatistics::GetLimits() const
{
    return m_limits;
}

double
SanTcpStatistics::GetWindowLimitedShare() const
{
    return m_windowLimited.GetMoments().GetMean();
}

} // namespace ns3
