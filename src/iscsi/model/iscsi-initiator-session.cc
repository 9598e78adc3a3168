/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-session.h"

#include "iscsi-command-sender.h"
#include "iscsi-connection-recovery.h"
#include "iscsi-incident-handler.h"
#include "iscsi-initiator-connector.h"
#include "iscsi-initiator-context.h"
#include "iscsi-initiator-logout.h"
#include "iscsi-initiator-negotiation.h"
#include "iscsi-nop-header.h"
#include "iscsi-retransmission.h"
#include "iscsi-session-keeper.h"

#include "ns3/log.h"
#include "ns3/permanent-failure.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorSession");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorSession);

/// What the session consists of.
struct IscsiInitiatorSession::Parts
{
    /**
     * @param session the session
     */
    explicit Parts(IscsiInitiatorSession& session)
        : transfer(session, context),
          sender(context, transfer),
          manager(session, context),
          retransmission(context, sender, transfer, manager),
          logout(session, context),
          connector(session, context),
          recovery(session, context, sender, manager, logout, connector),
          negotiation(session, context),
          keeper(session, context, connector, logout, recovery, retransmission),
          incidents(session, context, keeper, sender, manager, negotiation)
    {
    }

    IscsiInitiatorContext context;         //!< what the others share
    IscsiInitiatorTransfer transfer;       //!< data and status
    IscsiCommandSender sender;             //!< commands
    IscsiTaskManager manager;              //!< task management
    IscsiRetransmission retransmission;    //!< what is lost within a connection
    IscsiInitiatorLogout logout;           //!< logouts
    IscsiInitiatorConnector connector;     //!< logins
    IscsiConnectionRecovery recovery;      //!< connections that are lost
    IscsiInitiatorNegotiation negotiation; //!< text negotiations
    IscsiSessionKeeper keeper;             //!< the session's life
    IscsiIncidentHandler incidents;        //!< Asynchronous Messages and Rejects
};

TypeId
IscsiInitiatorSession::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiInitiatorSession")
            .SetParent<ScsiInitiatorPort>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiInitiatorSession>()
            .AddTraceSource("AsyncEvent",
                            "An Asynchronous Message came (RFC 7143, 11.9).",
                            MakeTraceSourceAccessor(&IscsiInitiatorSession::m_asyncTrace),
                            "ns3::IscsiInitiatorSession::AsyncTracedCallback");
    return tid;
}

IscsiInitiatorSession::IscsiInitiatorSession()
    : m_parts(std::make_unique<Parts>(*this))
{
}

IscsiInitiatorSession::~IscsiInitiatorSession() = default;

void
IscsiInitiatorSession::NotifyConstructionCompleted()
{
    ScsiInitiatorPort::NotifyConstructionCompleted();
    AggregateObject(CreateObject<PermanentFailure>());
}

void
IscsiInitiatorSession::DoDispose()
{
    m_writes.clear();
    m_parts.reset();
    ScsiInitiatorPort::DoDispose();
}

void
IscsiInitiatorSession::Login(const IscsiInitiatorSettings& settings)
{
    GetObject<PermanentFailure>()->SetSubject("initiator " + settings.proposals.initiatorName +
                                              ", target " + settings.proposals.targetName);
    m_parts->keeper.Login(settings);
}

void
IscsiInitiatorSession::Logout()
{
    m_parts->keeper.Logout();
}

void
IscsiInitiatorSession::LogOutConnection(uint16_t cid)
{
    m_parts->keeper.LogOutConnection(cid);
}

void
IscsiInitiatorSession::ManageTasks(IscsiTaskManagementFunction function,
                                   uint64_t lun,
                                   IscsiTaskManager::Done done)
{
    if (function == IscsiTaskManagementFunction::ABORT_TASK ||
        function == IscsiTaskManagementFunction::QUERY_TASK ||
        function == IscsiTaskManagementFunction::TASK_REASSIGN)
    {
        throw UserError("ns3::IscsiInitiatorSession::ManageTasks: the function is about one task");
    }
    if (IsReady())
    {
        m_parts->manager.Manage(function, lun, std::move(done));
    }
    else if (done)
    {
        Simulator::ScheduleNow([done = std::move(done)]() { done(std::nullopt); });
    }
}

void
IscsiInitiatorSession::ManageTask(IscsiTaskManagementFunction function,
                                  Ptr<ScsiTask> task,
                                  IscsiTaskManager::Done done)
{
    if (function != IscsiTaskManagementFunction::ABORT_TASK &&
        function != IscsiTaskManagementFunction::QUERY_TASK)
    {
        throw UserError("ns3::IscsiInitiatorSession::ManageTask: the function is not about one "
                        "task");
    }
    const auto entry = m_parts->context.tasks.FindScsi(PeekPointer(task));
    if (entry && entry->state == IscsiInitiatorTask::State::SENT)
    {
        m_parts->manager.ManageTask(function, entry, std::move(done));
    }
    else if (done)
    {
        Simulator::ScheduleNow([done = std::move(done)]() { done(std::nullopt); });
    }
}

bool
IscsiInitiatorSession::AbortTask(Ptr<ScsiTask> task)
{
    if (const auto waiting = m_parts->sender.Withdraw(PeekPointer(task)))
    {
        Simulator::ScheduleNow(&IscsiInitiatorSession::EndAborted,
                               Ptr<IscsiInitiatorSession>(this),
                               waiting);
        return false;
    }
    const auto entry = m_parts->context.tasks.FindScsi(PeekPointer(task));
    if (!entry || entry->isAborting)
    {
        return false;
    }
    // No request follows a Logout Request over the same connection (RFC 7143, 11.14).
    if (entry->state == IscsiInitiatorTask::State::SENT &&
        entry->connection->GetState() != IscsiConnectionState::IN_LOGOUT)
    {
        m_parts->manager.ManageTask(IscsiTaskManagementFunction::ABORT_TASK, entry, nullptr);
    }
    // A stranded task is aborted once it has a connection again.
    entry->isAborting = true;
    return false;
}

void
IscsiInitiatorSession::Negotiate(uint16_t cid,
                                 const IscsiTextKeys& keys,
                                 IscsiInitiatorNegotiation::Done done)
{
    if (const auto connection = m_parts->context.FindReady(cid))
    {
        m_parts->negotiation.Start(connection, keys, std::move(done));
    }
    else if (done)
    {
        Simulator::ScheduleNow([done = std::move(done)]() { done(nullptr); });
    }
}

const IscsiSessionParameters&
IscsiInitiatorSession::GetParameters() const
{
    return m_parts->context.parameters;
}

const IscsiCommandWindow&
IscsiInitiatorSession::GetCommandWindow() const
{
    return m_parts->context.window;
}

uint16_t
IscsiInitiatorSession::GetTsih() const
{
    return m_parts->context.tsih;
}

uint32_t
IscsiInitiatorSession::GetQueueLength() const
{
    return m_parts->sender.GetLength();
}

const std::vector<Ptr<IscsiInitiatorConnection>>&
IscsiInitiatorSession::GetConnections() const
{
    return m_parts->context.ready;
}

void
IscsiInitiatorSession::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    auto entry = Create<IscsiInitiatorTask>(task, NextTag());
    if (!m_parts->keeper.TakesCommands())
    {
        Simulator::ScheduleNow(&IscsiInitiatorSession::Lose,
                               Ptr<IscsiInitiatorSession>(this),
                               entry);
        return;
    }
    if (task->dataOutLength > 0)
    {
        m_writes[PeekPointer(task)] = entry;
    }
    m_parts->sender.Add(entry);
    StartRecoveryClock();
    SendPending();
}

void
IscsiInitiatorSession::SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto found = m_writes.find(PeekPointer(task));
    if (found == m_writes.end())
    {
        // The task ended while its client was getting the data.
        return;
    }
    const Ptr<IscsiInitiatorTask> entry = found->second;
    entry->Answer(offset, data);
    if (entry->state == IscsiInitiatorTask::State::SENT && !m_parts->sender.IsResending(entry))
    {
        m_parts->transfer.SendBursts(entry);
    }
    else
    {
        SendPending();
    }
}

void
IscsiInitiatorSession::PduReceived(IscsiInitiatorConnection* connection,
                                   IscsiOpcode opcode,
                                   Ptr<Packet> pdu)
{
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_IN:
        m_parts->transfer.HandleDataIn(connection, pdu);
        break;
    case IscsiOpcode::SCSI_RESPONSE:
        m_parts->transfer.HandleScsiResponse(connection, pdu);
        break;
    case IscsiOpcode::R2T:
        m_parts->transfer.HandleR2t(connection, pdu);
        break;
    case IscsiOpcode::NOP_IN:
        HandleNopIn(connection, pdu);
        break;
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
    case IscsiOpcode::LOGOUT_RESPONSE:
    case IscsiOpcode::TEXT_RESPONSE:
        HandleAnswer(connection, opcode, pdu);
        break;
    case IscsiOpcode::ASYNC_MESSAGE:
        m_parts->incidents.HandleAsyncMessage(connection, pdu);
        break;
    case IscsiOpcode::REJECT:
        m_parts->incidents.HandleReject(connection, pdu);
        break;
    default:
        connection->Fail(GetIscsiOpcodeName(opcode) + " that answers nothing");
    }
    SendPending();
}

void
IscsiInitiatorSession::HandleNopIn(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiNopInHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    UpdateWindow(header);
    const bool isAnswer = header.initiatorTaskTag != IscsiHeader::RESERVED_TAG;
    const bool isQuestion = header.targetTransferTag != IscsiHeader::RESERVED_TAG;
    if (isAnswer && isQuestion)
    {
        FailAll("NOP-In that is both answer and question");
    }
    else if (isAnswer)
    {
        connection->PingAnswered();
    }
    else if (isQuestion)
    {
        IscsiNopOutHeader answer;
        answer.immediate = true;
        answer.lun = header.lun;
        answer.targetTransferTag = header.targetTransferTag;
        answer.cmdSn = m_parts->context.window.GetCmdSn();
        connection->Send(answer, pdu);
    }
}

void
IscsiInitiatorSession::HandleAnswer(IscsiInitiatorConnection* connection,
                                    IscsiOpcode opcode,
                                    Ptr<Packet> pdu)
{
    IscsiBasicHeader header;
    header.Peek(pdu);
    auto& context = m_parts->context;
    if (context.answers.Deliver(header.initiatorTaskTag, opcode, pdu))
    {
        return;
    }
    if (context.tasks.WasIssued(header.initiatorTaskTag))
    {
        context.settings.observer->ProtocolErrorSeen(GetIscsiOpcodeName(opcode) +
                                                     " that comes too late");
    }
    else
    {
        connection->Fail(GetIscsiOpcodeName(opcode) + " that answers nothing");
    }
}

IscsiInitiatorTransfer::Readiness
IscsiInitiatorSession::CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu)
{
    return m_parts->transfer.CheckStatus(opcode, pdu);
}

void
IscsiInitiatorSession::RejectHeld(Ptr<const Packet> pdu)
{
    m_parts->incidents.NoteHeldReject(pdu);
}

void
IscsiInitiatorSession::DataLost(Ptr<const Packet> headers)
{
    m_parts->transfer.NoteLost(headers);
}

bool
IscsiInitiatorSession::Recovers() const
{
    return m_parts->context.Recovers();
}

void
IscsiInitiatorSession::UpdateWindow(const IscsiResponseHeader& header)
{
    auto& context = m_parts->context;
    if (context.window.Update(header.expCmdSn, header.maxCmdSn))
    {
        context.settings.observer->CommandWindowChanged(context.window.GetCmdSn(),
                                                        context.window.GetExpCmdSn(),
                                                        context.window.GetMaxCmdSn());
    }
}

uint32_t
IscsiInitiatorSession::NextTag()
{
    return m_parts->context.tasks.NextTag();
}

void
IscsiInitiatorSession::SendPending()
{
    // The session may be disposed of from inside a callback.
    if (m_parts)
    {
        m_parts->sender.SendPending();
    }
}

void
IscsiInitiatorSession::StartRecoveryClock()
{
    m_parts->retransmission.Start();
}

void
IscsiInitiatorSession::Complete(const Ptr<IscsiInitiatorTask>& task)
{
    const auto scsi = task->scsi;
    const bool wasSent = task->state == IscsiInitiatorTask::State::SENT;
    task->state = IscsiInitiatorTask::State::ENDED;
    m_parts->context.tasks.Erase(task);
    m_writes.erase(PeekPointer(scsi));
    if (task->hasTimeline)
    {
        SimulationSingleton<IoTimelineTable>::Get()->Close(task->timeline);
        scsi->Stamp(IoStage::ANSWERED);
    }
    if (wasSent)
    {
        task->connection->RemoveOutstanding(uint64_t{scsi->dataInLength} + scsi->dataOutLength);
    }
    scsi->client->CommandCompleteReceived(scsi);
}

void
IscsiInitiatorSession::Lose(const Ptr<IscsiInitiatorTask>& task)
{
    if (task->state != IscsiInitiatorTask::State::ENDED)
    {
        task->scsi->response = ScsiServiceResponse::DELIVERY_FAILURE;
        Complete(task);
    }
}

void
IscsiInitiatorSession::EndAborted(const Ptr<IscsiInitiatorTask>& task)
{
    if (task->state != IscsiInitiatorTask::State::ENDED)
    {
        task->scsi->status = ScsiStatus::TASK_ABORTED;
        Complete(task);
    }
}

void
IscsiInitiatorSession::LoseTasks()
{
    const auto sent = m_parts->context.tasks.GetAll();
    const auto waiting = m_parts->sender.WithdrawAll();
    for (const auto& task : sent)
    {
        Lose(task);
    }
    for (const auto& task : waiting)
    {
        Lose(task);
    }
}

void
IscsiInitiatorSession::NotifyAsyncEvent(const IscsiAsyncMessageHeader& header,
                                        Ptr<const Packet> data)
{
    std::vector<uint8_t> sense(data->GetSize());
    data->CopyData(sense.data(), sense.size());
    const std::size_t length = sense.size() < 2 ? 0 : (sense[0] << 8) | sense[1];
    sense.erase(sense.begin(), sense.begin() + std::min<std::size_t>(sense.size(), 2));
    sense.resize(std::min(sense.size(), length));
    m_asyncTrace(static_cast<uint8_t>(header.asyncEvent), header.lun, sense);
}

IscsiSessionState
IscsiInitiatorSession::GetState() const
{
    return m_parts->keeper.GetState();
}

bool
IscsiInitiatorSession::IsReady() const
{
    return m_parts->keeper.IsReady();
}

void
IscsiInitiatorSession::ConnectionLoggedIn(IscsiInitiatorConnection* connection, uint16_t tsih)
{
    m_parts->keeper.ConnectionLoggedIn(connection, tsih);
}

void
IscsiInitiatorSession::ConnectionEnded(IscsiInitiatorConnection* connection)
{
    m_parts->keeper.ConnectionEnded(connection);
}

void
IscsiInitiatorSession::RecoveryFailed()
{
    m_parts->keeper.RecoveryFailed();
}

void
IscsiInitiatorSession::FailAll(const std::string& what)
{
    m_parts->keeper.FailAll(what);
}

bool
IscsiInitiatorSession::HasBeenReady() const
{
    return m_hasBeenReady;
}

void
IscsiInitiatorSession::BecameReady()
{
    m_hasBeenReady = true;
    NotifyReady();
}

void
IscsiInitiatorSession::GaveUp(const std::string& reason)
{
    GetObject<PermanentFailure>()->Declare(reason);
}

} // namespace ns3
