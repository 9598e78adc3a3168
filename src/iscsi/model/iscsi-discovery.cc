/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-discovery.h"

#include "iscsi-initiator-identity.h"

#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiDiscovery");

NS_OBJECT_ENSURE_REGISTERED(IscsiDiscovery);

TypeId
IscsiDiscovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiDiscovery")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiDiscovery>()
            .AddAttribute("Remote",
                          "Address of the portal, IPv4 or IPv6, with a port or without; without, "
                          "the port is 3260.",
                          AddressValue(),
                          MakeAddressAccessor(&IscsiDiscovery::m_remote),
                          MakeAddressChecker())
            .AddAttribute("InitiatorName",
                          "Name of this initiator, an iqn., eui. or naa. name; if empty, "
                          "iqn.2026-01.com.example:node and the node's number.",
                          StringValue(""),
                          MakeStringAccessor(&IscsiDiscovery::m_initiatorName),
                          MakeStringChecker())
            .AddAttribute("SendTargets",
                          "What to ask for: All, or the name of a target.",
                          StringValue("All"),
                          MakeStringAccessor(&IscsiDiscovery::m_request),
                          MakeStringChecker())
            .AddTraceSource("TargetFound",
                            "A portal of a target was found.",
                            MakeTraceSourceAccessor(&IscsiDiscovery::m_targetTrace),
                            "ns3::IscsiDiscovery::TargetTracedCallback")
            .AddTraceSource("Finished",
                            "The discovery is over.",
                            MakeTraceSourceAccessor(&IscsiDiscovery::m_finishedTrace),
                            "ns3::IscsiDiscovery::FinishedTracedCallback");
    return tid;
}

const std::vector<IscsiDiscovery::Target>&
IscsiDiscovery::GetTargets() const
{
    return m_targets;
}

bool
IscsiDiscovery::IsDone() const
{
    return m_isDone;
}

void
IscsiDiscovery::DoDispose()
{
    m_connection = nullptr;
    IscsiApplication::DoDispose();
}

void
IscsiDiscovery::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_remote.IsInvalid())
    {
        throw UserError("ns3::IscsiDiscovery::Remote: the address of the portal is missing");
    }
    auto proposals = GetProposals();
    proposals.sessionType = "Discovery";
    proposals.initiatorName = GetIscsiInitiatorName(*this, m_initiatorName);
    Check(proposals);
    m_connection = Create<IscsiDiscoveryConnection>(
        Create<IscsiPduStream>(CreateSocket(), IscsiPduStream::Side::INITIATOR),
        GetHostCost(),
        this,
        [this](const IscsiTextKeys& answers, const std::string& error) {
            Finished(answers, error);
        });
    m_connection->Discover(WithPort(m_remote),
                           proposals,
                           MakeIscsiIsid(*this),
                           m_request,
                           m_loginTimeout);
}

void
IscsiDiscovery::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_connection)
    {
        m_connection->Close();
        m_connection = nullptr;
    }
}

void
IscsiDiscovery::Finished(const IscsiTextKeys& answers, const std::string& error)
{
    m_connection = nullptr;
    m_isDone = error.empty();
    for (const auto& pair : answers)
    {
        if (pair.key == "TargetName")
        {
            m_targets.push_back({pair.value, {}});
        }
        else if (pair.key == "TargetAddress" && !m_targets.empty())
        {
            m_targets.back().addresses.push_back(pair.value);
            m_targetTrace(m_targets.back().name, pair.value);
        }
    }
    m_finishedTrace(error);
}

} // namespace ns3
