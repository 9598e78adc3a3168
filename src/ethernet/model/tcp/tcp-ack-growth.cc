/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ack-growth.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpAckGrowth);

TypeId
TcpAckGrowth::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpAckGrowth").SetParent<TcpCongestionOps>().SetGroupName("Ethernet");
    return tid;
}

TcpAckGrowth::TcpAckGrowth(Ptr<TcpCongestionOps> algorithm)
    : m_algorithm(algorithm)
{
}

void
TcpAckGrowth::SetAcks(uint32_t acks)
{
    m_acks = acks;
}

std::string
TcpAckGrowth::GetName() const
{
    return m_algorithm->GetName();
}

uint32_t
TcpAckGrowth::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_algorithm->GetSsThresh(tcb, bytesInFlight);
}

void
TcpAckGrowth::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    auto rest = segmentsAcked;
    for (auto acks = m_acks; acks > 0; --acks)
    {
        const auto share = (rest + acks - 1) / acks;
        m_algorithm->IncreaseWindow(tcb, share);
        rest -= share;
    }
}

void
TcpAckGrowth::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_algorithm->PktsAcked(tcb, segmentsAcked, rtt);
}

void
TcpAckGrowth::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                 const TcpSocketState::TcpCongState_t newState)
{
    m_algorithm->CongestionStateSet(tcb, newState);
}

void
TcpAckGrowth::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    m_algorithm->CwndEvent(tcb, event);
}

bool
TcpAckGrowth::HasCongControl() const
{
    return m_algorithm->HasCongControl();
}

void
TcpAckGrowth::CongControl(Ptr<TcpSocketState> tcb,
                          const TcpRateOps::TcpRateConnection& rc,
                          const TcpRateOps::TcpRateSample& rs)
{
    m_algorithm->CongControl(tcb, rc, rs);
}

Ptr<TcpCongestionOps>
TcpAckGrowth::Fork()
{
    return m_algorithm->Fork();
}

} // namespace ns3
