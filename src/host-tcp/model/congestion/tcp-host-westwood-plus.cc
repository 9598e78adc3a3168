/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-host-westwood-plus.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpHostWestwoodPlus);

TypeId
TcpHostWestwoodPlus::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpHostWestwoodPlus")
                            .SetParent<TcpWestwoodPlus>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpHostWestwoodPlus>();
    return tid;
}

TcpHostWestwoodPlus::TcpHostWestwoodPlus(const TcpHostWestwoodPlus& other)
    : TcpWestwoodPlus(other)
{
    m_ackedSegments = 0;
    m_IsCount = false;
}

TcpHostWestwoodPlus::~TcpHostWestwoodPlus()
{
    m_bwEstimateEvent.Cancel();
}

Ptr<TcpCongestionOps>
TcpHostWestwoodPlus::Fork()
{
    return CopyObject<TcpHostWestwoodPlus>(this);
}

} // namespace ns3
