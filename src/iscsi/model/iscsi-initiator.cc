/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator.h"

#include "iscsi-initiator-identity.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiator");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiator);

TypeId
IscsiInitiator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiInitiator")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiInitiator>()
            .AddAttribute("Remote",
                          "Address of the target portal, IPv4 or IPv6, with a port or without; "
                          "without, the port is 3260.",
                          AddressValue(),
                          MakeAddressAccessor(&IscsiInitiator::m_remote),
                          MakeAddressChecker())
            .AddAttribute("TargetName",
                          "Name of the target to log in to, an iqn., eui. or naa. name.",
                          StringValue("iqn.2026-01.com.example:target"),
                          MakeStringAccessor(&IscsiInitiator::m_targetName),
                          MakeStringChecker())
            .AddAttribute("InitiatorName",
                          "Name of this initiator, an iqn., eui. or naa. name; if empty, "
                          "iqn.2026-01.com.example:node and the node's number.",
                          StringValue(""),
                          MakeStringAccessor(&IscsiInitiator::m_initiatorName),
                          MakeStringChecker());
    return tid;
}

IscsiInitiator::IscsiInitiator()
    : m_session(CreateObject<IscsiInitiatorSession>())
{
}

void
IscsiInitiator::DoDispose()
{
    if (m_session)
    {
        m_session->Dispose();
        m_session = nullptr;
    }
    IscsiApplication::DoDispose();
}

Ptr<ScsiInitiatorPort>
IscsiInitiator::GetPort() const
{
    return m_session;
}

Ptr<IscsiInitiatorSession>
IscsiInitiator::GetSession() const
{
    return m_session;
}

void
IscsiInitiator::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_remote.IsInvalid())
    {
        throw UserError("ns3::IscsiInitiator::Remote: the address of the target portal is missing");
    }
    auto proposals = GetProposals();
    proposals.targetName = m_targetName;
    proposals.initiatorName = GetIscsiInitiatorName(*this, m_initiatorName);
    Check(proposals);
    m_session->SetIsid(MakeIscsiIsid(*this));
    m_session->SetNopInterval(m_nopInterval);
    m_session->Login(Create<IscsiPduStream>(CreateSocket(), IscsiPduStream::Side::INITIATOR),
                     WithPort(m_remote),
                     proposals,
                     GetHostCost(),
                     this);
}

void
IscsiInitiator::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_session->Logout();
}

} // namespace ns3
