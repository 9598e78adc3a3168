/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-context.h"

#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-sense-segment.h"
#include "ns3/log.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetContext");

IscsiTargetContext::IscsiTargetContext(const IscsiTargetSessionSettings& sessionSettings,
                                       uint32_t cmdSn,
                                       ScsiTargetPort* sessionPort)
    : settings(sessionSettings),
      port(sessionPort),
      commands(cmdSn, settings.limits.commandWindow, settings.observer),
      tasks(settings.device, commands)
{
}

void
IscsiTargetContext::SetCommandWindow(IscsiResponseHeader& header) const
{
    header.expCmdSn = commands.GetExpCmdSn();
    header.maxCmdSn = commands.GetMaxCmdSn();
}

void
IscsiTargetContext::SendCommandWindow() const
{
    if (const auto connection = connections.GetFirstLive())
    {
        IscsiNopInHeader header;
        SetCommandWindow(header);
        connection->Send(header, nullptr);
    }
}

void
IscsiTargetContext::Reject(IscsiTargetConnection& connection,
                           IscsiRejectReason reason,
                           const IscsiHeader& rejected,
                           uint32_t dataSn) const
{
    NS_LOG_WARN("rejected: " << GetIscsiOpcodeName(rejected.GetOpcode()) << ", ITT "
                             << FormatIscsiTag(rejected.initiatorTaskTag) << ", reason "
                             << +static_cast<uint8_t>(reason) << ", CID " << connection.GetCid());
    settings.observer->ProtocolErrorSeen("rejected a " + GetIscsiOpcodeName(rejected.GetOpcode()) +
                                         " for reason " +
                                         std::to_string(static_cast<uint32_t>(reason)));
    auto copy = Create<Packet>();
    copy->AddHeader(rejected);
    IscsiRejectHeader header;
    header.reason = reason;
    header.dataSn = dataSn;
    SetCommandWindow(header);
    connection.SendStatus(header, copy);
}

void
IscsiTargetContext::AskForLogout(IscsiTargetConnection& connection, uint16_t limit) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::LOGOUT_REQUEST;
    header.parameter3 = limit;
    SendAsyncMessage(connection, header);
    connection.SetState(IscsiConnectionState::LOGOUT_REQUESTED);
}

void
IscsiTargetContext::ReportConnectionDrop(IscsiTargetConnection& connection) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::CONNECTION_DROP;
    header.parameter1 = connection.GetCid();
    header.parameter2 = settings.parameters.defaultTime2Wait;
    header.parameter3 = settings.parameters.defaultTime2Retain;
    if (connection.IsLive())
    {
        SendAsyncMessage(connection, header);
    }
    else if (const auto other = connections.GetFirstLive())
    {
        SendAsyncMessage(*other, header);
    }
}

void
IscsiTargetContext::ReportSessionDrop(IscsiTargetConnection& connection) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::SESSION_DROP;
    header.parameter2 = settings.parameters.defaultTime2Wait;
    header.parameter3 = settings.parameters.defaultTime2Retain;
    SendAsyncMessage(connection, header);
}

void
IscsiTargetContext::AskForNegotiation(IscsiTargetConnection& connection, uint16_t limit) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::NEGOTIATION_REQUEST;
    header.parameter3 = limit;
    SendAsyncMessage(connection, header);
}

void
IscsiTargetContext::ReportTaskTermination(IscsiTargetConnection& connection, uint64_t lun) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::TASK_TERMINATION;
    header.lun = lun;
    SendAsyncMessage(connection, header);
}

void
IscsiTargetContext::ReportScsiEvent(IscsiTargetConnection& connection,
                                    uint64_t lun,
                                    const std::vector<uint8_t>& sense) const
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = IscsiAsyncEvent::SCSI_EVENT;
    header.lun = lun;
    SendAsyncMessage(connection, header, MakeIscsiSenseSegment(sense));
}

void
IscsiTargetContext::SendAsyncMessage(IscsiTargetConnection& connection,
                                     IscsiAsyncMessageHeader& header,
                                     Ptr<Packet> data) const
{
    SetCommandWindow(header);
    connection.SendStatus(header, data);
    NS_LOG_INFO("Asynchronous Message sent: event "
                << +static_cast<uint8_t>(header.asyncEvent) << ", CID " << connection.GetCid()
                << ", parameters " << header.parameter1 << " " << header.parameter2 << " "
                << header.parameter3);
}

} // namespace ns3
