/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-session.h"

#include "iscsi-logout-header.h"
#include "iscsi-nop-header.h"
#include "iscsi-scsi-command-header.h"
#include "iscsi-scsi-response-header.h"
#include "iscsi-text-header.h"

#include "ns3/io-timeline-table.h"
#include "ns3/log.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetSession");

namespace
{

/**
 * @param task a task with its answer
 * @param header whose residual fields to fill in (RFC 7143, 11.4.5)
 */
template <typename T>
void
FillResidual(const ScsiTask& task, T& header)
{
    header.overflow = task.residual < 0;
    header.underflow = task.residual > 0;
    header.residualCount = static_cast<uint32_t>(std::llabs(task.residual));
}

/**
 * @param sense sense data
 * @return the data segment of a SCSI Response (RFC 7143, 11.4.7), null if there is no sense
 */
Ptr<Packet>
MakeSenseSegment(const std::vector<uint8_t>& sense)
{
    if (sense.empty())
    {
        return nullptr;
    }
    std::vector<uint8_t> segment{static_cast<uint8_t>(sense.size() >> 8),
                                 static_cast<uint8_t>(sense.size())};
    segment.insert(segment.end(), sense.begin(), sense.end());
    return Create<Packet>(segment.data(), segment.size());
}

/**
 * @param qualifier additional sense code qualifier of code 0C
 * @return fixed format sense data: aborted command, iSCSI's own code (RFC 7143, 11.4.7.2)
 */
std::vector<uint8_t>
MakeAbortedSense(uint8_t qualifier)
{
    return {0x70, 0, 0x0b, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x0c, qualifier, 0, 0, 0, 0};
}

} // namespace

IscsiTargetSession::IscsiTargetSession(Ptr<ScsiDevice> device,
                                       IscsiObserver* observer,
                                       Ptr<IscsiTargetConnection> connection,
                                       const IscsiSessionParameters& parameters,
                                       const std::string& initiatorPort,
                                       uint16_t tsih,
                                       uint32_t cmdSn,
                                       uint32_t window)
    : m_device(device),
      m_observer(observer),
      m_connection(connection),
      m_parameters(parameters),
      m_initiatorPort(std::make_shared<const std::string>(initiatorPort)),
      m_tsih(tsih),
      m_grant(cmdSn, window)
{
    SetState(IscsiSessionState::LOGGED_IN);
}

IscsiTargetSession::~IscsiTargetSession()
{
    m_nopEvent.Cancel();
}

void
IscsiTargetSession::StartPings(Time interval)
{
    m_nopInterval = interval;
    m_nopEvent = Simulator::Schedule(interval, &IscsiTargetSession::Ping, this);
}

void
IscsiTargetSession::Close()
{
    if (m_connection)
    {
        m_connection->Close();
        ConnectionEnded();
    }
}

const IscsiSessionParameters&
IscsiTargetSession::GetParameters() const
{
    return m_parameters;
}

uint16_t
IscsiTargetSession::GetTsih() const
{
    return m_tsih;
}

const std::string&
IscsiTargetSession::GetInitiatorPortName() const
{
    return *m_initiatorPort;
}

void
IscsiTargetSession::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto& entry = static_cast<IscsiTargetTask&>(*task);
    NS_ASSERT_MSG(entry.isAtDevice, "data of a task that is over");
    NS_ASSERT_MSG(offset == entry.dataIn.GetEnd(), "data-in with a gap");
    NS_ASSERT_MSG(offset + data->GetSize() <= task->dataInLength, "data-in beyond the buffer");
    if (data->GetSize() > 0)
    {
        entry.dataIn.Add(data);
        SendDataInPdus(entry);
    }
}

void
IscsiTargetSession::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto entry = StaticCast<IscsiTargetTask>(task);
    NS_ASSERT_MSG(entry->isAtDevice, "data wanted for a task that is over");
    entry->dataOut.Want(offset + length);
    MoveDataOut(entry);
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
    Answer(entry);
}

void
IscsiTargetSession::PduReceived(IscsiTargetConnection* connection,
                                IscsiOpcode opcode,
                                Ptr<Packet> pdu)
{
    // A logout lets the target forget the session.
    Ptr<IscsiTargetSession> self(this);
    if (m_parameters.IsDiscovery() && opcode != IscsiOpcode::TEXT_REQUEST &&
        opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        IscsiBasicHeader header;
        pdu->PeekHeader(header);
        Reject(IscsiRejectReason::PROTOCOL_ERROR, header); // RFC 7143, 13.21
        return;
    }
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_OUT:
        HandleDataOut(pdu);
        break;
    case IscsiOpcode::SCSI_COMMAND:
    case IscsiOpcode::NOP_OUT:
    case IscsiOpcode::LOGOUT_REQUEST:
    case IscsiOpcode::TEXT_REQUEST:
        Sequence(opcode, pdu);
        break;
    case IscsiOpcode::LOGIN_REQUEST:
        connection->Fail("Login Request in full feature phase");
        break;
    default: {
        IscsiBasicHeader header;
        pdu->PeekHeader(header);
        Reject(IscsiRejectReason::COMMAND_NOT_SUPPORTED, header);
        break;
    }
    }
}

void
IscsiTargetSession::ConnectionEnded()
{
    NS_LOG_FUNCTION(this);
    m_nopEvent.Cancel();
    m_connection = nullptr;
    m_early.clear();
    SetState(IscsiSessionState::FREE);
    LoseTasks();
}

void
IscsiTargetSession::Sequence(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    // The fields these requests share lie where a SCSI Command has them.
    IscsiScsiCommandHeader header;
    pdu->PeekHeader(header);
    if (header.immediate)
    {
        Handle(opcode, pdu);
        return;
    }
    if (!m_grant.Contains(header.cmdSn))
    {
        NS_LOG_LOGIC("CmdSN " << header.cmdSn << " outside the window");
        return;
    }
    m_early.insert({header.cmdSn, {opcode, pdu}});
    while (m_connection)
    {
        const auto next = m_early.find(m_grant.GetExpCmdSn());
        if (next == m_early.end())
        {
            return;
        }
        const auto command = next->second;
        m_early.erase(next);
        if (command.opcode == IscsiOpcode::SCSI_COMMAND)
        {
            m_grant.TakeSlot();
        }
        m_grant.Advance();
        TraceWindow();
        Handle(command.opcode, command.pdu);
    }
}

void
IscsiTargetSession::Handle(IscsiOpcode opcode, Ptr<Packet> pdu)
{
    if (opcode == IscsiOpcode::SCSI_COMMAND)
    {
        HandleScsiCommand(pdu);
    }
    else if (opcode == IscsiOpcode::NOP_OUT)
    {
        HandleNopOut(pdu);
    }
    else if (opcode == IscsiOpcode::TEXT_REQUEST)
    {
        HandleTextRequest(pdu);
    }
    else
    {
        HandleLogoutRequest(pdu);
    }
}

void
IscsiTargetSession::HandleScsiCommand(Ptr<Packet> pdu)
{
    IscsiScsiCommandHeader header;
    IoTimelineTag tag;
    const bool hasTimeline = pdu->FindFirstMatchingByteTag(tag);
    IscsiConnection::TakeHeader(pdu, header);
    if (header.immediate)
    {
        m_grant.TakeSlot();
    }
    auto task = Create<IscsiTargetTask>();
    if (!m_tasks.insert({header.initiatorTaskTag, task}).second)
    {
        m_grant.FreeSlot();
        Reject(IscsiRejectReason::TASK_IN_PROGRESS, header);
        return;
    }
    task->tag = header.initiatorTaskTag;
    task->lun = header.lun;
    task->cdb = header.cdb;
    task->attribute = static_cast<ScsiTaskAttribute>(header.attribute);
    task->dataInLength = header.read ? header.expectedDataTransferLength : 0;
    task->dataOutLength = header.write ? header.expectedDataTransferLength : 0;
    task->initiatorPort = m_initiatorPort;
    task->port = this;
    if (hasTimeline)
    {
        task->timeline = SimulationSingleton<IoTimelineTable>::Get()->Find(tag.GetHandle());
        task->Stamp(IoStage::ARRIVED_AT_TARGET);
    }
    const auto verdict = task->dataOut.Begin(m_parameters,
                                             task->dataOutLength,
                                             pdu->GetSize() > 0 ? pdu : nullptr,
                                             header.final);
    if (verdict != IscsiDataOutTransfer::Verdict::GOOD)
    {
        FailDataOut(task, verdict);
        return;
    }
    task->isAtDevice = true;
    m_device->CommandReceived(task);
}

void
IscsiTargetSession::HandleDataOut(Ptr<Packet> pdu)
{
    IscsiDataOutHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    const auto found = m_tasks.find(header.initiatorTaskTag);
    if (found == m_tasks.end())
    {
        Reject(IscsiRejectReason::PROTOCOL_ERROR, header);
        return;
    }
    Ptr<IscsiTargetTask> task = found->second;
    const auto verdict = task->dataOut.Receive(header, pdu);
    switch (verdict)
    {
    case IscsiDataOutTransfer::Verdict::GOOD:
        break;
    case IscsiDataOutTransfer::Verdict::UNEXPECTED_DATA:
    case IscsiDataOutTransfer::Verdict::INCORRECT_AMOUNT:
        FailDataOut(task, verdict);
        return;
    case IscsiDataOutTransfer::Verdict::BAD_TAG:
        Reject(IscsiRejectReason::INVALID_PDU_FIELD, header);
        return;
    case IscsiDataOutTransfer::Verdict::BAD_ORDER:
        m_connection->Fail("Data-Out out of order");
        return;
    }
    if (task->isAnswered)
    {
        Answer(task);
        return;
    }
    if (task->dataOut.IsComplete())
    {
        task->Stamp(IoStage::ARRIVED_AT_TARGET);
    }
    MoveDataOut(task);
}

void
IscsiTargetSession::HandleNopOut(Ptr<Packet> pdu)
{
    IscsiNopOutHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    if (header.initiatorTaskTag == IscsiHeader::RESERVED_TAG)
    {
        return;
    }
    IscsiNopInHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.lun = header.lun;
    ShowWindow(answer);
    const uint32_t most = m_connection->GetMaxSendDataSegmentLength();
    if (pdu->GetSize() > most)
    {
        pdu = pdu->CreateFragment(0, most);
    }
    m_connection->SendStatus(answer, pdu);
}

void
IscsiTargetSession::HandleTextRequest(Ptr<Packet> pdu)
{
    IscsiTextRequestHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    IscsiTextResponseHeader response;
    Ptr<Packet> answer;
    const auto reason = m_connection->AnswerText(m_parameters, header, pdu, response, answer);
    if (reason)
    {
        Reject(*reason, header);
        return;
    }
    ShowWindow(response);
    m_connection->SendStatus(response, answer);
}

void
IscsiTargetSession::HandleLogoutRequest(Ptr<Packet> pdu)
{
    IscsiLogoutRequestHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = header.initiatorTaskTag;
    answer.time2Wait = m_parameters.defaultTime2Wait;
    answer.time2Retain = m_parameters.defaultTime2Retain;
    ShowWindow(answer);
    if (header.reason == IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY)
    {
        answer.response = IscsiLogoutResponseCode::RECOVERY_NOT_SUPPORTED;
    }
    else if (header.reason == IscsiLogoutReason::CLOSE_CONNECTION &&
             header.cid != m_connection->GetCid())
    {
        answer.response = IscsiLogoutResponseCode::CID_NOT_FOUND;
    }
    m_connection->SendStatus(answer, nullptr);
    if (answer.response == IscsiLogoutResponseCode::SUCCESS)
    {
        m_connection->EndAfterLogout();
    }
}

void
IscsiTargetSession::MoveDataOut(const Ptr<IscsiTargetTask>& task)
{
    IscsiR2tHeader r2t;
    r2t.initiatorTaskTag = task->tag;
    r2t.lun = task->lun;
    while (task->dataOut.NextR2t(m_parameters, m_nextTransferTag, r2t))
    {
        NextTransferTag();
        r2t.r2tSn = task->r2tCount++;
        ShowWindow(r2t);
        m_connection->Send(r2t, nullptr);
    }
    uint32_t offset = 0;
    while (task->isAtDevice)
    {
        auto data = task->dataOut.TakeReady(offset);
        if (!data)
        {
            return;
        }
        m_device->DataOutReceived(task, offset, data);
    }
}

void
IscsiTargetSession::FailDataOut(const Ptr<IscsiTargetTask>& task,
                                IscsiDataOutTransfer::Verdict verdict)
{
    const bool isUnexpected = verdict == IscsiDataOutTransfer::Verdict::UNEXPECTED_DATA;
    m_observer->ProtocolErrorSeen(isUnexpected ? "unexpected unsolicited data"
                                               : "incorrect amount of data");
    if (task->isAtDevice)
    {
        task->isAtDevice = false;
        m_device->TaskLost(task);
    }
    task->dataOut.Discard();
    task->status = ScsiStatus::CHECK_CONDITION;
    task->sense = MakeAbortedSense(isUnexpected ? 0x0c : 0x0d);
    task->isAnswered = true;
    Answer(task);
}

void
IscsiTargetSession::SendDataInPdus(IscsiTargetTask& task)
{
    IscsiDataInHeader header;
    header.initiatorTaskTag = task.tag;
    header.lun = 0;
    const uint32_t maxSegment = m_connection->GetMaxSendDataSegmentLength();
    while (auto data = task.dataIn.Cut(maxSegment, m_parameters.maxBurstLength, false, header))
    {
        ShowWindow(header);
        m_connection->Send(header, data);
    }
}

void
IscsiTargetSession::Answer(const Ptr<IscsiTargetTask>& task)
{
    if (!task->dataOut.IsQuiet())
    {
        return;
    }
    m_tasks.erase(task->tag);
    m_grant.FreeSlot();
    TraceWindow();
    const bool isGood =
        task->response == ScsiServiceResponse::COMMAND_COMPLETE && task->status == ScsiStatus::GOOD;
    if (task->dataIn.GetHeld() > 0)
    {
        SendDataInWithStatus(*task);
    }
    if (!isGood || task->dataIn.GetCount() == 0)
    {
        SendScsiResponse(*task);
    }
}

void
IscsiTargetSession::SendDataInWithStatus(IscsiTargetTask& task)
{
    const bool isGood =
        task.response == ScsiServiceResponse::COMMAND_COMPLETE && task.status == ScsiStatus::GOOD;
    IscsiDataInHeader header;
    header.initiatorTaskTag = task.tag;
    const uint32_t maxSegment = m_connection->GetMaxSendDataSegmentLength();
    while (auto data = task.dataIn.Cut(maxSegment, m_parameters.maxBurstLength, true, header))
    {
        ShowWindow(header);
        if (isGood && task.dataIn.GetHeld() == 0)
        {
            header.statusPresent = true;
            FillResidual(task, header);
            m_connection->SendStatus(header, data);
        }
        else
        {
            m_connection->Send(header, data);
        }
    }
}

void
IscsiTargetSession::SendScsiResponse(const IscsiTargetTask& task)
{
    IscsiScsiResponseHeader header;
    header.initiatorTaskTag = task.tag;
    header.response = task.response == ScsiServiceResponse::COMMAND_COMPLETE
                          ? IscsiScsiResponseCode::COMPLETED
                          : IscsiScsiResponseCode::TARGET_FAILURE;
    header.status = static_cast<uint8_t>(task.status);
    header.expDataSn = task.dataIn.GetCount() + task.r2tCount;
    FillResidual(task, header);
    ShowWindow(header);
    m_connection->SendStatus(header, MakeSenseSegment(task.sense));
}

void
IscsiTargetSession::Reject(IscsiRejectReason reason, const IscsiHeader& rejected)
{
    m_observer->ProtocolErrorSeen("rejected a " + GetIscsiOpcodeName(rejected.GetOpcode()) +
                                  " for reason " + std::to_string(static_cast<uint32_t>(reason)));
    auto copy = Create<Packet>();
    copy->AddHeader(rejected);
    IscsiRejectHeader header;
    header.reason = reason;
    ShowWindow(header);
    m_connection->SendStatus(header, copy);
}

void
IscsiTargetSession::Ping()
{
    IscsiNopInHeader header;
    header.targetTransferTag = NextTransferTag();
    ShowWindow(header);
    m_connection->Send(header, nullptr);
    m_nopEvent = Simulator::Schedule(m_nopInterval, &IscsiTargetSession::Ping, this);
}

void
IscsiTargetSession::LoseTasks()
{
    const auto tasks = std::move(m_tasks);
    m_tasks.clear();
    for (const auto& [tag, task] : tasks)
    {
        if (task->isAtDevice)
        {
            task->isAtDevice = false;
            m_device->TaskLost(task);
        }
    }
}

void
IscsiTargetSession::ShowWindow(IscsiResponseHeader& header) const
{
    header.expCmdSn = m_grant.GetExpCmdSn();
    header.maxCmdSn = m_grant.GetMaxCmdSn();
}

void
IscsiTargetSession::TraceWindow()
{
    m_observer->CommandWindowChanged(m_grant.GetExpCmdSn(),
                                     m_grant.GetExpCmdSn(),
                                     m_grant.GetMaxCmdSn());
}

void
IscsiTargetSession::SetState(IscsiSessionState state)
{
    if (state != m_state)
    {
        const auto old = m_state;
        m_state = state;
        m_observer->StateChanged("session",
                                 GetIscsiSessionStateName(old),
                                 GetIscsiSessionStateName(state));
    }
}

uint32_t
IscsiTargetSession::NextTransferTag()
{
    const uint32_t tag = m_nextTransferTag++;
    if (m_nextTransferTag == IscsiHeader::RESERVED_TAG)
    {
        m_nextTransferTag = 0;
    }
    return tag;
}

} // namespace ns3
