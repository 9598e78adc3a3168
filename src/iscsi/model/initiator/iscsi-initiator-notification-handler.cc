/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-notification-handler.h"

#include "iscsi-initiator-negotiation.h"

#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-session-state-machine.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/iscsi-sense-segment.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorNotificationHandler");

namespace
{

/// The first code of the events that are a vendor's (RFC 7143, 11.9.1).
constexpr uint8_t FIRST_VENDOR_EVENT = 248;

} // namespace

IscsiInitiatorNotificationHandler::IscsiInitiatorNotificationHandler(
    IscsiInitiatorContext& context,
    IscsiInitiatorSessionStateMachine& sessionState,
    IscsiInitiatorNegotiation& negotiation,
    const AsyncTrace& trace)
    : m_context(context),
      m_state(sessionState),
      m_negotiation(negotiation),
      m_trace(trace)
{
}

void
IscsiInitiatorNotificationHandler::HandleAsyncMessage(IscsiInitiatorConnection* connection,
                                                      Ptr<Packet> pdu)
{
    IscsiAsyncMessageHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_context.numbering.Update(header);
    NS_LOG_INFO("Asynchronous Message received: event "
                << +static_cast<uint8_t>(header.asyncEvent) << ", CID " << connection->GetCid()
                << ", parameters " << header.parameter1 << " " << header.parameter2 << " "
                << header.parameter3);
    Notify(header, pdu);
    const Time wait = Seconds(header.parameter2);
    const Time retain = Seconds(header.parameter3);
    switch (header.asyncEvent)
    {
    case IscsiAsyncEvent::LOGOUT_REQUEST:
        m_state.LogoutRequested(connection, Seconds(header.parameter3));
        break;
    case IscsiAsyncEvent::CONNECTION_DROP:
        m_state.ConnectionDropped(header.parameter1, wait, retain);
        break;
    case IscsiAsyncEvent::SESSION_DROP:
        m_state.AllConnectionsDropped(wait, retain);
        break;
    case IscsiAsyncEvent::NEGOTIATION_REQUEST:
        // A connection that is about to be logged out takes no more requests.
        if (connection->IsReady() && m_state.IsReady())
        {
            m_negotiation.Start(connection, IscsiTextKeys(), nullptr);
        }
        break;
    case IscsiAsyncEvent::TASK_TERMINATION:
        EndDataOut(connection, header);
        break;
    case IscsiAsyncEvent::SCSI_EVENT:
        // For listeners of the trace, like vendor-specific events.
        break;
    default:
        if (static_cast<uint8_t>(header.asyncEvent) < FIRST_VENDOR_EVENT)
        {
            m_context.settings.observer->ProtocolErrorSeen(
                "Asynchronous Message with an unknown event");
        }
    }
}

void
IscsiInitiatorNotificationHandler::Notify(const IscsiAsyncMessageHeader& header,
                                          Ptr<const Packet> data) const
{
    m_trace(static_cast<uint8_t>(header.asyncEvent), header.lun, ReadIscsiSenseSegment(*data));
}

void
IscsiInitiatorNotificationHandler::EndDataOut(IscsiInitiatorConnection* connection,
                                              const IscsiAsyncMessageHeader& header)
{
    for (const auto& task : m_context.tasks.GetAllegiant(connection))
    {
        if (task->scsi->lun == header.lun)
        {
            task->isDataOutEnded = true;
            task->DropBursts();
        }
    }
    IscsiNopOutHeader answer;
    answer.immediate = true;
    answer.lun = header.lun;
    answer.cmdSn = m_context.numbering.GetCmdSn();
    connection->Send(answer, nullptr);
}

} // namespace ns3
