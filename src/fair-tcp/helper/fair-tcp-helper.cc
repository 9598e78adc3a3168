/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fair-tcp-helper.h"

#include "ns3/node.h"
#include "ns3/tcp-control-block-sharing.h"
#include "ns3/tcp-sharing-socket-factory.h"

namespace ns3
{

FairTcpHelper::FairTcpHelper()
{
    m_sharing.SetTypeId(TcpControlBlockSharing::GetTypeId());
    m_socketFactory.SetTypeId(TcpSharingSocketFactory::GetTypeId());
}

void
FairTcpHelper::SetSharingAttribute(const std::string& name, const AttributeValue& value)
{
    m_sharing.Set(name, value);
}

void
FairTcpHelper::SetFactoryAttribute(const std::string& name, const AttributeValue& value)
{
    m_socketFactory.Set(name, value);
}

void
FairTcpHelper::Install(const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        (*host)->AggregateObject(m_sharing.Create());
        (*host)->AggregateObject(m_socketFactory.Create());
    }
}

} // namespace ns3
