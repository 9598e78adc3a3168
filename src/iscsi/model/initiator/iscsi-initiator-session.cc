/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-session.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-connection-recovery.h"
#include "ns3/iscsi-initiator-connector.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-retransmission.h"
#include "ns3/iscsi-initiator-session-state-machine.h"
#include "ns3/iscsi-initiator-transfer.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorSession");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorSession);

/// What the session consists of: each part knows those above it that it needs.
struct IscsiInitiatorSession::Parts
{
    /**
     * @param handler receives what arrives over connections
     * @param trace notified of Asynchronous Messages
     */
    Parts(IscsiInitiatorPduHandler& handler,
          const IscsiInitiatorNotificationHandler::AsyncTrace& trace)
        : transfer(context),
          sender(context, transfer),
          manager(context, sender),
          retransmission(context, sender, transfer, manager),
          negotiation(context),
          connector(context, handler),
          recovery(context, sender, manager, connector),
          sessionState(context, sender, connector, recovery),
          notifications(context, sessionState, negotiation, trace)
    {
    }

    IscsiInitiatorContext context;                   //!< what the parts share
    IscsiInitiatorTransfer transfer;                 //!< data and status
    IscsiInitiatorCommandSender sender;              //!< commands
    IscsiInitiatorTaskManager manager;               //!< task management
    IscsiInitiatorRetransmission retransmission;     //!< what is lost or rejected
    IscsiInitiatorNegotiation negotiation;           //!< text negotiations
    IscsiInitiatorConnector connector;               //!< logins and logouts
    IscsiInitiatorConnectionRecovery recovery;       //!< connections that are lost
    IscsiInitiatorSessionStateMachine sessionState;  //!< the session's life
    IscsiInitiatorNotificationHandler notifications; //!< Asynchronous Messages
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
    : m_parts(std::make_unique<Parts>(static_cast<IscsiInitiatorPduHandler&>(*this), m_asyncTrace))
{
    m_parts->sessionState.SetListeners(MakeCallback(&IscsiInitiatorSession::BecameReady, this),
                                       MakeCallback(&IscsiInitiatorSession::GaveUp, this));
}

IscsiInitiatorSession::~IscsiInitiatorSession() = default;

void
IscsiInitiatorSession::NotifyConstructionCompleted()
{
    ScsiInitiatorPort::NotifyConstructionCompleted();
    AggregateObject(CreateObject<BlockIoPermanentFailure>());
}

void
IscsiInitiatorSession::DoDispose()
{
    m_parts.reset();
    ScsiInitiatorPort::DoDispose();
}

void
IscsiInitiatorSession::Login(const IscsiInitiatorSettings& settings)
{
    GetObject<BlockIoPermanentFailure>()->SetSubject("initiator " +
                                                     settings.proposals.initiatorName +
                                                     ", target " + settings.proposals.targetName);
    m_parts->sessionState.Login(settings);
}

void
IscsiInitiatorSession::Logout()
{
    m_parts->sessionState.Logout();
}

void
IscsiInitiatorSession::LogOutConnection(uint16_t cid)
{
    m_parts->sessionState.LogOutConnection(cid);
}

void
IscsiInitiatorSession::ManageTasks(IscsiTaskManagementFunction function,
                                   uint64_t lun,
                                   IscsiInitiatorTaskManager::Done done)
{
    if (function == IscsiTaskManagementFunction::ABORT_TASK ||
        function == IscsiTaskManagementFunction::QUERY_TASK ||
        function == IscsiTaskManagementFunction::TASK_REASSIGN)
    {
        throw UserError(
            "ns3::IscsiInitiatorSession::ManageTasks: the function applies to a single task");
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
                                  IscsiInitiatorTaskManager::Done done)
{
    if (function != IscsiTaskManagementFunction::ABORT_TASK &&
        function != IscsiTaskManagementFunction::QUERY_TASK)
    {
        throw UserError(
            "ns3::IscsiInitiatorSession::ManageTask: the function does not apply to a single task");
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
        EndLater(waiting, &IscsiInitiatorTaskTable::EndAborted);
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
    if (const auto connection = m_parts->context.connections.FindReady(cid))
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

const IscsiInitiatorCommandNumbering&
IscsiInitiatorSession::GetCommandNumbering() const
{
    return m_parts->context.numbering;
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

std::set<IscsiInitiatorTask::State>
IscsiInitiatorSession::GetTaskStates() const
{
    std::set<IscsiInitiatorTask::State> states;
    for (const auto& task : m_parts->context.tasks.GetAll())
    {
        states.insert(task->state);
    }
    if (GetQueueLength() > 0)
    {
        states.insert(IscsiInitiatorTask::State::PENDING);
    }
    return states;
}

const std::vector<Ptr<IscsiInitiatorConnection>>&
IscsiInitiatorSession::GetConnections() const
{
    return m_parts->context.connections.GetReady();
}

void
IscsiInitiatorSession::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    auto entry = Create<IscsiInitiatorTask>(task, m_parts->context.tasks.NextTag());
    if (!m_parts->sessionState.AcceptsCommands())
    {
        EndLater(entry, &IscsiInitiatorTaskTable::Lose);
        return;
    }
    if (task->dataOutLength > 0)
    {
        m_parts->context.tasks.InsertWrite(entry);
    }
    m_parts->sender.Add(entry);
    m_parts->context.clock.Start();
    SendPending();
}

void
IscsiInitiatorSession::SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto entry = m_parts->context.tasks.FindWrite(PeekPointer(task));
    if (!entry)
    {
        // The task ended while its client was getting the data.
        return;
    }
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
        m_parts->notifications.HandleAsyncMessage(connection, pdu);
        break;
    case IscsiOpcode::REJECT:
        m_parts->retransmission.HandleReject(connection, pdu);
        break;
    default:
        connection->Fail(GetIscsiOpcodeName(opcode) + " that answers no request");
    }
    SendPending();
}

void
IscsiInitiatorSession::HandleNopIn(IscsiInitiatorConnection* connection, Ptr<Packet> pdu)
{
    IscsiNopInHeader header;
    IscsiConnection::RemoveHeader(pdu, header);
    m_parts->context.numbering.Update(header);
    const bool isAnswer = header.initiatorTaskTag != IscsiHeader::RESERVED_TAG;
    const bool isQuestion = header.targetTransferTag != IscsiHeader::RESERVED_TAG;
    if (isAnswer && isQuestion)
    {
        connection->FailSession("NOP-In that is both a response and a request");
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
        answer.cmdSn = m_parts->context.numbering.GetCmdSn();
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
    if (m_parts->context.pendingRequests.Deliver(header.initiatorTaskTag, opcode, pdu))
    {
        return;
    }
    if (m_parts->context.tasks.WasIssued(header.initiatorTaskTag))
    {
        NS_LOG_WARN(GetIscsiOpcodeName(opcode)
                    << " that comes too late: ITT " << FormatIscsiTag(header.initiatorTaskTag));
        m_parts->context.settings.observer->ProtocolErrorSeen(GetIscsiOpcodeName(opcode) +
                                                              " that arrives too late");
    }
    else
    {
        connection->Fail(GetIscsiOpcodeName(opcode) + " that answers no request");
    }
}

IscsiStatusReadiness
IscsiInitiatorSession::CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu)
{
    return m_parts->transfer.CheckStatus(opcode, pdu);
}

void
IscsiInitiatorSession::RejectHeld(Ptr<const Packet> pdu)
{
    m_parts->retransmission.NoteHeldReject(pdu);
}

void
IscsiInitiatorSession::DataLost(Ptr<const Packet> headers)
{
    m_parts->transfer.NoteLost(headers);
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
IscsiInitiatorSession::EndLater(const Ptr<IscsiInitiatorTask>& task, TaskEnd end)
{
    Simulator::ScheduleNow([session = Ptr<IscsiInitiatorSession>(this), task, end]() {
        if (session->m_parts)
        {
            (session->m_parts->context.tasks.*end)(task);
        }
    });
}

IscsiSessionState
IscsiInitiatorSession::GetState() const
{
    return m_parts->sessionState.GetState();
}

bool
IscsiInitiatorSession::IsReady() const
{
    return m_parts->sessionState.IsReady();
}

bool
IscsiInitiatorSession::HasBeenReady() const
{
    return m_hasBeenReady;
}

void
IscsiInitiatorSession::BecameReady()
{
    NS_LOG_INFO("session ready: TSIH " << GetTsih() << ", " << GetConnections().size()
                                       << " connections");
    m_hasBeenReady = true;
    NotifyReady();
}

void
IscsiInitiatorSession::GaveUp(const std::string& reason)
{
    NS_LOG_WARN("session given up: " << reason);
    GetObject<BlockIoPermanentFailure>()->Declare(reason);
}

} // namespace ns3
