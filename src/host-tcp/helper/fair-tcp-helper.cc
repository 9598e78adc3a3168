/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fair-tcp-helper.h"

#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/string.h"
#include "ns3/tcp-control-block-sharing.h"
#include "ns3/tcp-host-socket-factory.h"

namespace ns3
{

FairTcpHelper::FairTcpHelper()
{
    m_sharing.SetTypeId(TcpControlBlockSharing::GetTypeId());
    SetTcpOption("EnsembleSharing", BooleanValue(true));
}

void
FairTcpHelper::SetSharingAttribute(const std::string& name, const AttributeValue& value)
{
    m_sharing.Set(name, value);
}

void
FairTcpHelper::SetTcpOption(const std::string& name, const AttributeValue& value)
{
    m_options[name] = value.Copy();
}

void
FairTcpHelper::Install(const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        (*host)->AggregateObject(m_sharing.Create());
        const auto isNew = !(*host)->GetObject<TcpHostSocketFactory>();
        const auto factory = TcpHostSocketFactory::GetFor(*host);
        if (isNew)
        {
            factory->SetAttribute("Kind", StringValue("Plain"));
        }
        for (const auto& [name, value] : m_options)
        {
            factory->Set(name, *value);
        }
    }
}

} // namespace ns3
