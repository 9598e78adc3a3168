/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTarget");

NS_OBJECT_ENSURE_REGISTERED(IscsiTarget);

TypeId
IscsiTarget::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiTarget")
            .SetParent<IscsiApplication>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiTarget>()
            .AddAttribute("Local",
                          "Address of the portal, IPv4 or IPv6, with a port or without; without, "
                          "the port is 3260.",
                          AddressValue(Ipv4Address::GetAny()),
                          MakeAddressAccessor(&IscsiTarget::m_local),
                          MakeAddressChecker())
            .AddAttribute("TargetName",
                          "Name of the target, an iqn., eui. or naa. name.",
                          StringValue("iqn.2026-01.com.example:target"),
                          MakeStringAccessor(&IscsiTarget::m_targetName),
                          MakeStringChecker())
            .AddAttribute("CommandWindow",
                          "SCSI commands of a session worked on at a time, which bounds MaxCmdSN, "
                          "1 to 65535.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&IscsiTarget::m_commandWindow),
                          MakeUintegerChecker<uint32_t>(1, 65535));
    return tid;
}

void
IscsiTarget::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    IscsiApplication::DoDispose();
}

void
IscsiTarget::SetDevice(Ptr<ScsiDevice> device)
{
    m_device = device;
}

uint32_t
IscsiTarget::GetSessionCount() const
{
    uint32_t count = 0;
    for (const auto& [tsih, entry] : m_entries)
    {
        count += entry.session ? 1 : 0;
    }
    return count;
}

IscsiTargetSession*
IscsiTarget::OpenSession(IscsiTargetConnection* connection,
                         const IscsiSessionParameters& agreed,
                         const std::string& initiatorPort,
                         uint32_t cmdSn)
{
    NS_LOG_FUNCTION(this << initiatorPort);
    auto& entry = m_entries.at(connection->GetTsih());
    entry.session = Create<IscsiTargetSession>(m_device,
                                               this,
                                               entry.connection,
                                               agreed,
                                               initiatorPort,
                                               connection->GetTsih(),
                                               cmdSn,
                                               m_commandWindow);
    if (m_nopInterval.IsStrictlyPositive())
    {
        entry.session->StartPings(m_nopInterval);
    }
    return PeekPointer(entry.session);
}

void
IscsiTarget::ConnectionClosed(IscsiTargetConnection* connection)
{
    m_entries.erase(connection->GetTsih());
}

void
IscsiTarget::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (!m_device)
    {
        throw UserError("ns3::IscsiTarget: there is no device behind target " + m_targetName);
    }
    auto proposals = GetProposals();
    proposals.targetName = m_targetName;
    Check(proposals);
    const Address local = WithPort(m_local);
    m_listener = CreateSocket();
    if (m_listener->Bind(local) != 0 || m_listener->Listen() != 0)
    {
        throw UserError("ns3::IscsiTarget::Local: cannot listen at " + ToText(local) +
                        ", the address is in use or not this node's");
    }
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&IscsiTarget::HandleAccept, this));
}

void
IscsiTarget::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_listener)
    {
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_listener->Close();
        m_listener = nullptr;
    }
    const auto entries = std::exchange(m_entries, {});
    for (const auto& [tsih, entry] : entries)
    {
        if (entry.session)
        {
            entry.session->Close();
        }
        entry.connection->Close();
    }
}

void
IscsiTarget::HandleAccept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket << from);
    auto proposals = GetProposals();
    proposals.targetName = m_targetName;
    proposals.targetPortalGroupTag = 1;
    const auto tsih = NextTsih();
    m_entries[tsih].connection =
        Create<IscsiTargetConnection>(Create<IscsiPduStream>(socket, IscsiPduStream::Side::TARGET),
                                      GetHostCost(),
                                      this,
                                      this,
                                      proposals,
                                      tsih,
                                      m_commandWindow);
}

uint16_t
IscsiTarget::NextTsih()
{
    NS_ASSERT_MSG(m_entries.size() < 65535, "more connections than session identifiers");
    do
    {
        ++m_lastTsih;
    } while (m_lastTsih == 0 || m_entries.count(m_lastTsih) > 0);
    return m_lastTsih;
}

} // namespace ns3
