/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-responder.h"

#include "ns3/iscsi-nop-header.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetResponder");

IscsiTargetResponder::IscsiTargetResponder(IscsiObserver& observer,
                                           const IscsiTargetCommandWindow& window,
                                           const IscsiTargetConnectionSet& connections)
    : m_observer(observer),
      m_window(window),
      m_connections(connections)
{
}

void
IscsiTargetResponder::ShowWindow(IscsiResponseHeader& header) const
{
    header.expCmdSn = m_window.GetExpCmdSn();
    header.maxCmdSn = m_window.GetMaxCmdSn();
}

void
IscsiTargetResponder::TellWindow() const
{
    if (const auto connection = m_connections.GetFirstLive())
    {
        IscsiNopInHeader header;
        ShowWindow(header);
        connection->Send(header, nullptr);
    }
}

void
IscsiTargetResponder::Reject(IscsiTargetConnection& connection,
                             IscsiRejectReason reason,
                             const IscsiHeader& rejected,
                             uint32_t dataSn) const
{
    NS_LOG_WARN("rejected: " << GetIscsiOpcodeName(rejected.GetOpcode()) << ", ITT "
                             << FormatIscsiTag(rejected.initiatorTaskTag) << ", reason "
                             << +static_cast<uint8_t>(reason) << ", CID " << connection.GetCid());
    m_observer.ProtocolErrorSeen("rejected a " + GetIscsiOpcodeName(rejected.GetOpcode()) +
                                 " for reason " + std::to_string(static_cast<uint32_t>(reason)));
    auto copy = Create<Packet>();
    copy->AddHeader(rejected);
    IscsiRejectHeader header;
    header.reason = reason;
    header.dataSn = dataSn;
    ShowWindow(header);
    connection.SendStatus(header, copy);
}

} // namespace ns3
