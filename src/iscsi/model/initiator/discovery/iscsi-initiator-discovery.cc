/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-discovery.h"

#include "ns3/iscsi-initiator-identity.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorDiscovery");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorDiscovery);

TypeId
IscsiInitiatorDiscovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiInitiatorDiscovery")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiInitiatorDiscovery>()
            .AddAttribute("Remote",
                          "Address of the portal, IPv4 or IPv6, with or without a port; the "
                          "default port is 3260.",
                          AddressValue(),
                          MakeAddressAccessor(&IscsiInitiatorDiscovery::m_remote),
                          MakeAddressChecker())
            .AddAttribute("InitiatorName",
                          "Name of this initiator, an iqn., eui. or naa. name; if empty, "
                          "iqn.2026-01.com.example:node followed by the node's number.",
                          StringValue(""),
                          MakeStringAccessor(&IscsiInitiatorDiscovery::m_initiatorName),
                          MakeStringChecker())
            .AddAttribute("SendTargets",
                          "What to request: All, or the name of a target.",
                          StringValue("All"),
                          MakeStringAccessor(&IscsiInitiatorDiscovery::m_request),
                          MakeStringChecker())
            .AddTraceSource("TargetFound",
                            "A portal of a target was found.",
                            MakeTraceSourceAccessor(&IscsiInitiatorDiscovery::m_targetTrace),
                            "ns3::IscsiInitiatorDiscovery::TargetTracedCallback")
            .AddTraceSource("Finished",
                            "The discovery has ended.",
                            MakeTraceSourceAccessor(&IscsiInitiatorDiscovery::m_finishedTrace),
                            "ns3::IscsiInitiatorDiscovery::FinishedTracedCallback");
    return tid;
}

const std::vector<IscsiInitiatorDiscovery::Target>&
IscsiInitiatorDiscovery::GetTargets() const
{
    return m_targets;
}

bool
IscsiInitiatorDiscovery::IsDone() const
{
    return m_isDone;
}

void
IscsiInitiatorDiscovery::DoDispose()
{
    m_connection = nullptr;
    IscsiApplication::DoDispose();
}

void
IscsiInitiatorDiscovery::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_remote.IsInvalid())
    {
        throw UserError(
            "ns3::IscsiInitiatorDiscovery::Remote: the address of the portal is missing");
    }
    const auto remote = WithPort(m_remote);
    CheckIscsiRemote(*this, remote);
    auto proposals = GetProposals();
    proposals.sessionType = "Discovery";
    proposals.initiatorName = GetIscsiInitiatorName(*this, m_initiatorName);
    Check(proposals);
    m_connection = Create<IscsiInitiatorDiscoveryConnection>(
        Create<IscsiPduStream>(OpenSocket(), IscsiPduStream::Side::INITIATOR),
        GetHostCost(),
        this,
        [this](const IscsiTextKeys& answers, const std::string& error) {
            Finished(answers, error);
        });
    m_connection->Discover(remote, proposals, MakeIscsiIsid(*this), m_request, m_loginTimeout);
}

void
IscsiInitiatorDiscovery::StopApplication()
{
    NS_LOG_FUNCTION(this);
    IscsiApplication::StopApplication();
    if (m_connection)
    {
        m_connection->Close();
        m_connection = nullptr;
    }
}

void
IscsiInitiatorDiscovery::Finished(const IscsiTextKeys& answers, const std::string& error)
{
    m_connection = nullptr;
    m_isDone = error.empty();
    for (const auto& pair : answers)
    {
        if (pair.key == "TargetName")
        {
            NS_LOG_INFO("target found: " << pair.value);
            m_targets.push_back({pair.value, {}});
        }
        else if (pair.key == "TargetAddress" && !m_targets.empty())
        {
            m_targets.back().addresses.push_back(pair.value);
            m_targetTrace(m_targets.back().name, pair.value);
        }
    }
    NS_LOG_INFO("discovery ends: " << m_targets.size() << " targets"
                                   << (error.empty() ? "" : ": " + error));
    m_finishedTrace(error);
}

} // namespace ns3
