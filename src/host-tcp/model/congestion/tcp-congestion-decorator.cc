/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-congestion-decorator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpCongestionDecorator);

TypeId
TcpCongestionDecorator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpCongestionDecorator").SetParent<TcpCongestionOps>().SetGroupName("HostTcp");
    return tid;
}

TcpCongestionDecorator::TcpCongestionDecorator(Ptr<TcpCongestionOps> algorithm)
    : m_algorithm(algorithm)
{
}

Ptr<TcpCongestionOps>
TcpCongestionDecorator::GetAlgorithm() const
{
    return m_algorithm;
}

std::string
TcpCongestionDecorator::GetName() const
{
    return m_algorithm->GetName();
}

uint32_t
TcpCongestionDecorator::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_algorithm->GetSsThresh(tcb, bytesInFlight);
}

void
TcpCongestionDecorator::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    m_algorithm->IncreaseWindow(tcb, segmentsAcked);
}

void
TcpCongestionDecorator::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_algorithm->PktsAcked(tcb, segmentsAcked, rtt);
}

void
TcpCongestionDecorator::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                           const TcpSocketState::TcpCongState_t newState)
{
    m_algorithm->CongestionStateSet(tcb, newState);
}

void
TcpCongestionDecorator::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    m_algorithm->CwndEvent(tcb, event);
}

bool
TcpCongestionDecorator::HasCongControl() const
{
    return m_algorithm->HasCongControl();
}

void
TcpCongestionDecorator::CongControl(Ptr<TcpSocketState> tcb,
                                    const TcpRateOps::TcpRateConnection& rc,
                                    const TcpRateOps::TcpRateSample& rs)
{
    m_algorithm->CongControl(tcb, rc, rs);
}

Ptr<TcpCongestionOps>
TcpCongestionDecorator::Fork()
{
    return m_algorithm->Fork();
}

} // namespace ns3
