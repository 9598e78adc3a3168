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
        TypeId("ns3::TcpAckGrowth").SetParent<TcpCongestionDecorator>().SetGroupName("HostTcp");
    return tid;
}

TcpAckGrowth::TcpAckGrowth(Ptr<TcpCongestionOps> algorithm)
    : TcpCongestionDecorator(algorithm)
{
}

void
TcpAckGrowth::SetAcks(uint32_t acks)
{
    m_acks = acks;
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

} // namespace ns3
