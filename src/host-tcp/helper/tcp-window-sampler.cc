/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-sampler.h"

#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

void
TcpWindowSampler::Moments::Add(double segments)
{
    ++m_n;
    m_sum += segments;
    m_squares += segments * segments;
}

double
TcpWindowSampler::Moments::GetMean() const
{
    return m_n == 0 ? 0 : m_sum / m_n;
}

double
TcpWindowSampler::Moments::GetDeviation() const
{
    return m_n == 0 ? 0 : std::sqrt(std::max(0.0, m_squares / m_n - GetMean() * GetMean()));
}

TcpWindowSampler::TcpWindowSampler(Time interval, const std::string& fileName)
    : m_interval(interval)
{
    if (!fileName.empty())
    {
        m_file.emplace(fileName);
    }
}

void
TcpWindowSampler::Follow(Ptr<Socket> socket)
{
    const auto number = static_cast<uint32_t>(m_connections.size());
    socket->TraceConnectWithoutContext(
        "CongestionWindow",
        MakeCallback(&TcpWindowSampler::NoteWindow, this).Bind(number));
    socket->TraceConnectWithoutContext("Retransmission",
                                       MakeCallback(&TcpWindowSampler::NoteRetransmission, this));
    PointerValue ops;
    socket->GetAttribute("CongestionOps", ops);
    UintegerValue segment;
    socket->GetAttribute("SegmentSize", segment);
    m_connections.push_back({DynamicCast<TcpSharingCongestionOps>(ops.Get<TcpCongestionOps>()),
                             static_cast<double>(segment.Get())});
}

void
TcpWindowSampler::Start()
{
    double sum = 0;
    for (uint32_t i = 0; i < m_connections.size(); ++i)
    {
        auto& [sharing, segmentSize, window, moments] = m_connections[i];
        moments.Add(window / segmentSize);
        sum += window / segmentSize;
        if (m_file)
        {
            m_rows << Simulator::Now().GetSeconds() << "," << i << "," << window << ","
                   << (sharing ? sharing->GetCwnd() : window) << "\n";
        }
    }
    m_sum.Add(sum);
    Simulator::Schedule(m_interval, &TcpWindowSampler::Start, this);
}

void
TcpWindowSampler::Close()
{
    if (m_file)
    {
        m_file->Write("time_s,connection,window_bytes,share_bytes\n" + m_rows.str());
        m_file->Commit();
    }
}

const TcpWindowSampler::Moments&
TcpWindowSampler::GetWindow(uint32_t connection) const
{
    return m_connections.at(connection).moments;
}

const TcpWindowSampler::Moments&
TcpWindowSampler::GetSum() const
{
    return m_sum;
}

uint64_t
TcpWindowSampler::GetRetransmissions() const
{
    return m_retransmissions;
}

void
TcpWindowSampler::NoteWindow(uint32_t connection, uint32_t /* before */, uint32_t now)
{
    m_connections[connection].window = now;
}

void
TcpWindowSampler::NoteRetransmission(Ptr<const Packet> /* segment */,
                                     const TcpHeader& /* header */,
                                     const Address& /* from */,
                                     const Address& /* to */,
                                     Ptr<const TcpSocketBase> /* socket */)
{
    ++m_retransmissions;
}

std::ostream&
operator<<(std::ostream& os, const TcpWindowSampler::Moments& moments)
{
    return os << moments.GetMean() << " +- " << moments.GetDeviation() << " segments";
}

} // namespace ns3
