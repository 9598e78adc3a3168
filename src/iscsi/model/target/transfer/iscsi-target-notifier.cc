/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-notifier.h"

#include "ns3/iscsi-sense-segment.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetNotifier");

IscsiTargetNotifier::IscsiTargetNotifier(const IscsiTargetSessionSettings& settings,
                                         const IscsiTargetResponder& responder,
                                         const IscsiTargetConnectionSet& connections)
    : m_settings(settings),
      m_responder(responder),
      m_connections(connections)
{
}

void
IscsiTargetNotifier::AskForLogout(IscsiTargetConnection& connection, uint16_t limit) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::LOGOUT_REQUEST;
    header.parameter3 = limit;
    Send(connection, header);
    connection.SetState(IscsiConnectionState::LOGOUT_REQUESTED);
}

void
IscsiTargetNotifier::TellConnectionDrop(IscsiTargetConnection& connection) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::CONNECTION_DROP;
    header.parameter1 = connection.GetCid();
    header.parameter2 = m_settings.parameters.defaultTime2Wait;
    header.parameter3 = m_settings.parameters.defaultTime2Retain;
    if (connection.IsLive())
    {
        Send(connection, header);
    }
    else if (const auto other = m_connections.GetFirstLive())
    {
        Send(*other, header);
    }
}

void
IscsiTargetNotifier::TellSessionDrop(IscsiTargetConnection& connection) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::SESSION_DROP;
    header.parameter2 = m_settings.parameters.defaultTime2Wait;
    header.parameter3 = m_settings.parameters.defaultTime2Retain;
    Send(connection, header);
}

void
IscsiTargetNotifier::AskForNegotiation(IscsiTargetConnection& connection, uint16_t limit) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::NEGOTIATION_REQUEST;
    header.parameter3 = limit;
    Send(connection, header);
}

void
IscsiTargetNotifier::TellTaskTermination(IscsiTargetConnection& connection, uint64_t lun) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::TASK_TERMINATION;
    header.lun = lun;
    Send(connection, header);
}

void
IscsiTargetNotifier::ReportScsiEvent(IscsiTargetConnection& connection,
                                     uint64_t lun,
                                     const std::vector<uint8_t>& sense) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::SCSI_EVENT;
    header.lun = lun;
    Send(connection, header, MakeIscsiSenseSegment(sense));
}

void
IscsiTargetNotifier::Send(IscsiTargetConnection& connection,
                          IscsiAsyncMessageHeader& header,
                          Ptr<Packet> data) const
{
    m_responder.ShowWindow(header);
    connection.SendStatus(header, data);
    NS_LOG_INFO("Asynchronous Message sent: event "
                << +static_cast<uint8_t>(header.asyncEvent) << ", CID " << connection.GetCid()
                << ", parameters " << header.parameter1 << " " << header.parameter2 << " "
                << header.parameter3);
}

} // namespace ns3
