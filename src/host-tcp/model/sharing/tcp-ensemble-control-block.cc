/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ensemble-control-block.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpEnsembleControlBlock");

NS_OBJECT_ENSURE_REGISTERED(TcpEnsembleControlBlock);

TypeId
TcpEnsembleControlBlock::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpEnsembleControlBlock")
            .SetParent<Object>()
            .SetGroupName("HostTcp")
            .AddConstructor<TcpEnsembleControlBlock>()
            .AddTraceSource("CongestionWindow",
                            "Sum of the congestion windows, bytes",
                            MakeTraceSourceAccessor(&TcpEnsembleControlBlock::m_cWnd),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("SlowStartThreshold",
                            "Sum of the slow start thresholds, bytes; 2^64 - 1 before there is one",
                            MakeTraceSourceAccessor(&TcpEnsembleControlBlock::m_ssThresh),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Srtt",
                            "Smoothed round-trip time of the latest report",
                            MakeTraceSourceAccessor(&TcpEnsembleControlBlock::m_srtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("RttVar",
                            "Variation of the round-trip time of the latest report",
                            MakeTraceSourceAccessor(&TcpEnsembleControlBlock::m_rttVar),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("Members",
                            "Number of connections",
                            MakeTraceSourceAccessor(&TcpEnsembleControlBlock::m_members),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

TcpEnsembleControlBlock::TcpEnsembleControlBlock(const TcpSharedVariables& variables)
    : m_variables(variables)
{
}

const TcpSharedVariables&
TcpEnsembleControlBlock::GetVariables() const
{
    return m_variables;
}

uint64_t
TcpEnsembleControlBlock::Join(uint32_t weight,
                              uint32_t segmentSize,
                              uint32_t cWnd,
                              uint32_t ssThresh)
{
    if (m_allotment.GetN() == 0)
    {
        m_cWnd = cWnd;
        m_ssThresh = ssThresh == UINT32_MAX ? NO_THRESHOLD : uint64_t{ssThresh};
    }
    const auto member = m_allotment.Add(weight, 2 * segmentSize);
    m_cWnd = std::max(m_cWnd.Get(), m_allotment.GetLeast());
    m_ssThresh = std::max(m_ssThresh.Get(), m_allotment.GetLeast());
    m_members = m_allotment.GetN();
    NS_LOG_INFO("member " << member << " joins: " << m_members << " share " << m_cWnd << " bytes");
    return member;
}

void
TcpEnsembleControlBlock::Leave(uint64_t member)
{
    const auto cWnd = GetCwndShare(member);
    const auto ssThresh = m_ssThresh == NO_THRESHOLD ? 0 : GetSsThreshShare(member);
    m_allotment.Remove(member);
    m_cWnd -= cWnd;
    m_ssThresh -= ssThresh;
    m_members = m_allotment.GetN();
    NS_LOG_INFO("member " << member << " leaves: " << m_members << " share " << m_cWnd << " bytes");
}

uint32_t
TcpEnsembleControlBlock::GetN() const
{
    return m_members;
}

uint64_t
TcpEnsembleControlBlock::GetCwnd() const
{
    return m_cWnd;
}

uint64_t
TcpEnsembleControlBlock::GetSsThresh() const
{
    return m_ssThresh;
}

uint32_t
TcpEnsembleControlBlock::GetCwndShare(uint64_t member) const
{
    return m_allotment.GetShare(member, m_cWnd);
}

uint32_t
TcpEnsembleControlBlock::GetSsThreshShare(uint64_t member) const
{
    return m_ssThresh == NO_THRESHOLD ? UINT32_MAX : m_allotment.GetShare(member, m_ssThresh);
}

void
TcpEnsembleControlBlock::ChangeCwnd(int64_t bytes)
{
    const auto sum = static_cast<int64_t>(m_cWnd.Get()) + bytes;
    m_cWnd = std::max(sum, static_cast<int64_t>(m_allotment.GetLeast()));
}

void
TcpEnsembleControlBlock::ChangeSsThresh(uint64_t member, uint32_t ssThresh)
{
    uint64_t sum = m_cWnd;
    if (m_ssThresh != NO_THRESHOLD)
    {
        sum = m_ssThresh - GetSsThreshShare(member) + ssThresh;
    }
    else if (!m_variables.cWnd)
    {
        sum = uint64_t{ssThresh} * m_members;
    }
    m_ssThresh = std::max(sum, m_allotment.GetLeast());
}

void
TcpEnsembleControlBlock::Reduce(uint64_t member, uint32_t kept, uint32_t of)
{
    const uint64_t share = GetCwndShare(member);
    const auto left =
        std::max<uint64_t>(share * std::min(kept, of) / of, m_allotment.GetLeastShare(member));
    m_cWnd -= share - left;
    m_ssThresh = m_cWnd.Get();
    NS_LOG_INFO("member " << member << " lost: it gives back " << share - left << " bytes of "
                          << share << ", " << m_cWnd << " are left");
}

bool
TcpEnsembleControlBlock::HasRtt() const
{
    return m_rtt != nullptr;
}

Time
TcpEnsembleControlBlock::GetSrtt() const
{
    return m_srtt;
}

Time
TcpEnsembleControlBlock::GetRttVar() const
{
    return m_rttVar;
}

Ptr<const RttEstimator>
TcpEnsembleControlBlock::GetRttEstimator() const
{
    return m_rtt;
}

void
TcpEnsembleControlBlock::ShareRtt(Ptr<RttEstimator> estimator)
{
    m_rtt = estimator;
    ReportRtt();
}

void
TcpEnsembleControlBlock::MeasureRtt(Time measure)
{
    m_rtt->Measurement(measure);
    ReportRtt();
}

void
TcpEnsembleControlBlock::ReportRtt()
{
    m_srtt = m_rtt->GetEstimate();
    m_rttVar = m_rtt->GetVariation();
}

} // namespace ns3
