/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-session.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetSession");

IscsiTargetSession::IscsiTargetSession(const IscsiTargetSessionSettings& settings,
                                       Ptr<IscsiTargetConnection> connection,
                                       uint16_t tsih,
                                       uint32_t cmdSn)
    : m_context(settings, cmdSn, this),
      m_sender(m_context),
      m_dataOutReceiver(m_context, m_sender),
      m_taskManager(m_context, m_sender, m_dataOutReceiver),
      m_connectionManager(m_context, MakeCallback(&IscsiTargetSession::UpdateState, this)),
      m_commandReceiver(m_context, m_sender, m_dataOutReceiver),
      m_retransmitter(m_context, m_sender, m_dataOutReceiver, m_taskManager),
      m_dispatcher(m_context,
                   m_sender,
                   m_dataOutReceiver,
                   m_taskManager,
                   m_retransmitter,
                   m_connectionManager,
                   m_commandReceiver),
      m_tsih(tsih)
{
    NS_LOG_INFO("session begins: TSIH " << tsih << ", initiator port " << GetInitiatorPortName());
    m_connectionManager.Add(connection);
    SetState(IscsiSessionState::LOGGED_IN);
}

IscsiTargetSession::~IscsiTargetSession()
{
    Simulator::Remove(m_logoutLimit);
}

IscsiLoginStatus
IscsiTargetSession::CheckConnection(uint16_t cid) const
{
    return m_context.state == IscsiSessionState::FREE ? IscsiLoginStatus::SESSION_DOES_NOT_EXIST
                                                      : m_connectionManager.Check(cid);
}

void
IscsiTargetSession::AddConnection(Ptr<IscsiTargetConnection> connection)
{
    NS_LOG_FUNCTION(this << connection->GetCid());
    NS_LOG_INFO("connection joins the session: TSIH " << m_tsih << ", CID "
                                                      << connection->GetCid());
    StartContinuation(connection->GetCid());
    const auto taker = m_connectionManager.Add(connection);
    if (taker && m_nopInterval.IsStrictlyPositive())
    {
        taker->StartPings(m_nopInterval, m_nopTimeout);
    }
    SetState(IscsiSessionState::LOGGED_IN);
    m_dispatcher.Proceed();
}

void
IscsiTargetSession::StartContinuation(uint16_t cid)
{
    m_connectionManager.StartCleanup(cid);
    if (m_context.state == IscsiSessionState::FAILED)
    {
        SetState(IscsiSessionState::IN_CONTINUE);
    }
}

void
IscsiTargetSession::AbandonContinuation(uint16_t cid)
{
    m_connectionManager.AbandonCleanup(cid);
    if (m_context.state == IscsiSessionState::IN_CONTINUE)
    {
        SetState(IscsiSessionState::FAILED);
    }
}

uint32_t
IscsiTargetSession::GetNConnections() const
{
    return m_context.connections.CountLive();
}

void
IscsiTargetSession::SetCommandWindow(IscsiResponseHeader& header) const
{
    m_context.SetCommandWindow(header);
}

void
IscsiTargetSession::StartPings(Time interval, Time timeout)
{
    m_nopInterval = interval;
    m_nopTimeout = timeout;
    for (const auto& connection : m_context.connections.GetRequestTakers())
    {
        connection->StartPings(interval, timeout);
    }
}

void
IscsiTargetSession::RequestLogout(Time limit)
{
    NS_LOG_INFO("logout requested: TSIH " << m_tsih << ", within " << limit.As(Time::S));
    for (const auto& connection : m_context.connections.GetRequestTakers())
    {
        m_context.AskForLogout(*connection, limit.GetSeconds());
    }
    Simulator::Remove(m_logoutLimit);
    m_logoutLimit = Simulator::Schedule(limit, &IscsiTargetSession::DropAllConnections, this);
}

void
IscsiTargetSession::DropConnection(uint16_t cid)
{
    Ptr<IscsiTargetSession> self(this);
    const auto connection = m_context.connections.Find(cid);
    if (connection && connection->IsLive())
    {
        NS_LOG_INFO("connection dropped: TSIH " << m_tsih << ", CID " << cid);
        m_context.ReportConnectionDrop(*connection);
        m_connectionManager.Drop(*connection);
    }
}

void
IscsiTargetSession::DropAllConnections()
{
    Ptr<IscsiTargetSession> self(this);
    NS_LOG_INFO("all connections dropped: TSIH " << m_tsih);
    for (const auto& connection : m_context.connections.GetRequestTakers())
    {
        m_context.ReportSessionDrop(*connection);
    }
    m_connectionManager.DropAll();
}

void
IscsiTargetSession::RequestNegotiation(Time limit)
{
    if (const auto connection = m_context.connections.GetFirstLive())
    {
        m_context.AskForNegotiation(*connection, limit.GetSeconds());
    }
}

void
IscsiTargetSession::ReportScsiEvent(uint64_t lun, const std::vector<uint8_t>& sense)
{
    if (const auto connection = m_context.connections.GetFirstLive())
    {
        m_context.ReportScsiEvent(*connection, lun, sense);
    }
}

void
IscsiTargetSession::Close()
{
    if (m_context.state != IscsiSessionState::FREE)
    {
        End();
    }
}

const IscsiSessionParameters&
IscsiTargetSession::GetParameters() const
{
    return m_context.settings.parameters;
}

uint16_t
IscsiTargetSession::GetTsih() const
{
    return m_tsih;
}

IscsiSessionState
IscsiTargetSession::GetState() const
{
    return m_context.state;
}

const std::string&
IscsiTargetSession::GetInitiatorPortName() const
{
    return *m_context.settings.initiatorPort;
}

void
IscsiTargetSession::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "data of a task that is over");
    NS_ASSERT_MSG(offset == entry->dataIn.GetEnd(), "data-in with a gap");
    NS_ASSERT_MSG(offset + data->GetSize() <= task->dataInLength, "data-in beyond the buffer");
    if (data->GetSize() > 0)
    {
        m_sender.SendDataIn(entry, data);
    }
}

void
IscsiTargetSession::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "data requested for a task that is over");
    entry->dataOut.Want(offset + length);
    m_dataOutReceiver.RequestData(entry);
}

void
IscsiTargetSession::SendCommandComplete(Ptr<ScsiTask> task)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "status of a task that is over");
    entry->isAtDevice = false;
    entry->isAnswered = true;
    entry->Stamp(IoStage::BACK_AT_TARGET);
    entry->dataOut.Discard();
    m_sender.Answer(entry);
    m_dataOutReceiver.SetTimer(entry);
}

void
IscsiTargetSession::TaskAborted(Ptr<ScsiTask> task)
{
    m_taskManager.TaskAborted(StaticCast<IscsiTargetTask>(task));
}

void
IscsiTargetSession::PduReceived(IscsiTargetConnection* connection,
                                IscsiOpcode opcode,
                                Ptr<Packet> pdu)
{
    // A logout lets the target forget the session.
    Ptr<IscsiTargetSession> self(this);
    m_dispatcher.Receive(*connection, opcode, pdu);
}

void
IscsiTargetSession::PduDamaged(IscsiTargetConnection* connection, Ptr<Packet> headers)
{
    Ptr<IscsiTargetSession> self(this);
    m_dispatcher.ReceiveDamaged(*connection, headers);
}

void
IscsiTargetSession::ConnectionLost(IscsiTargetConnection* connection)
{
    NS_LOG_FUNCTION(this);
    Ptr<IscsiTargetSession> self(this);
    m_connectionManager.Lose(*connection);
    m_dispatcher.Proceed();
}

void
IscsiTargetSession::UpdateState()
{
    if (m_context.state == IscsiSessionState::FREE)
    {
        return;
    }
    if (m_context.connections.IsEmpty())
    {
        End();
    }
    else if (m_context.connections.CountLive() == 0)
    {
        NS_LOG_INFO("session failed: TSIH " << m_tsih << ", no connection is left");
        SetState(IscsiSessionState::FAILED);
    }
    else if (m_context.settings.parameters.IsSplitByDirection() &&
             m_context.connections.CountLive() < m_context.connections.GetCount())
    {
        // without one direction the rest is of no use
        m_connectionManager.DropAll();
    }
}

void
IscsiTargetSession::End()
{
    // The owner releases the session.
    Ptr<IscsiTargetSession> self(this);
    NS_LOG_INFO("session ends: TSIH " << m_tsih << ", initiator port " << GetInitiatorPortName());
    Simulator::Remove(m_logoutLimit);
    SetState(IscsiSessionState::FREE);
    m_sender.GetFence().Clear();
    m_connectionManager.CloseAll();
    m_taskManager.Proceed();
    if (m_context.settings.device)
    {
        m_context.settings.device->NexusLost(*m_context.settings.initiatorPort);
    }
    m_context.settings.closed(m_tsih);
}

void
IscsiTargetSession::SetState(IscsiSessionState state)
{
    if (state != m_context.state)
    {
        const auto old = m_context.state;
        m_context.state = state;
        m_context.settings.observer->StateChanged("session",
                                                  GetIscsiSessionStateName(old),
                                                  GetIscsiSessionStateName(state));
    }
}

} // namespace ns3
