/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-session.h"

#include "iscsi-logout-header.h"
#include "iscsi-nop-header.h"
#include "iscsi-r2t-header.h"
#include "iscsi-reject-header.h"
#include "iscsi-scsi-command-header.h"

#include "ns3/log.h"
#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorSession");

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorSession);

namespace
{

/**
 * @param overflow O bit of a response
 * @param underflow U bit of it
 * @param count its residual count, bytes
 * @return the residual as a task has it
 */
int64_t
GetResidual(bool overflow, bool underflow, uint32_t count)
{
    return underflow ? int64_t{count} : overflow ? -int64_t{count} : 0;
}

/**
 * @param data data segment of a SCSI Response (RFC 7143, 11.4.7)
 * @return the sense data in it
 */
std::vector<uint8_t>
GetSense(Ptr<const Packet> data)
{
    std::vector<uint8_t> bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    if (bytes.size() < 2)
    {
        return {};
    }
    const std::size_t length = std::min<std::size_t>((bytes[0] << 8) | bytes[1], bytes.size() - 2);
    return {bytes.begin() + 2, bytes.begin() + 2 + length};
}

} // namespace

TypeId
IscsiInitiatorSession::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiInitiatorSession")
                            .SetParent<ScsiInitiatorPort>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiInitiatorSession>();
    return tid;
}

void
IscsiInitiatorSession::DoDispose()
{
    m_nopEvent.Cancel();
    m_connection = nullptr;
    m_pending.clear();
    m_tasks.clear();
    m_writes.clear();
    ScsiInitiatorPort::DoDispose();
}

void
IscsiInitiatorSession::Login(Ptr<IscsiPduStream> stream,
                             const Address& remote,
                             const IscsiSessionParameters& proposals,
                             Ptr<IscsiHostCost> cost,
                             IscsiObserver* observer)
{
    NS_LOG_FUNCTION(this << remote);
    m_observer = observer;
    m_parameters = proposals;
    m_window = IscsiCommandWindow(1);
    m_connection = Create<IscsiInitiatorConnection>(stream, cost, observer, this, 1);
    m_connection->Login(remote, proposals, m_isid);
}

void
IscsiInitiatorSession::Logout()
{
    NS_LOG_FUNCTION(this);
    if (!IsReady())
    {
        if (m_connection)
        {
            m_connection->Close();
            Finish(IscsiSessionState::FREE);
        }
        return;
    }
    IscsiLogoutRequestHeader header;
    header.immediate = true;
    header.reason = IscsiLogoutReason::CLOSE_SESSION;
    header.cid = m_connection->GetCid();
    header.initiatorTaskTag = NextTag();
    header.cmdSn = m_window.GetCmdSn();
    m_logoutTag = header.initiatorTaskTag;
    m_nopEvent.Cancel();
    m_connection->Send(header, nullptr);
    m_connection->BeginLogout();
}

void
IscsiInitiatorSession::SetNopInterval(Time interval)
{
    m_nopInterval = interval;
}

void
IscsiInitiatorSession::SetIsid(const std::array<uint8_t, 6>& isid)
{
    m_isid = isid;
}

IscsiSessionState
IscsiInitiatorSession::GetState() const
{
    return m_state;
}

const IscsiSessionParameters&
IscsiInitiatorSession::GetParameters() const
{
    return m_parameters;
}

const IscsiCommandWindow&
IscsiInitiatorSession::GetCommandWindow() const
{
    return m_window;
}

uint16_t
IscsiInitiatorSession::GetTsih() const
{
    return m_tsih;
}

uint32_t
IscsiInitiatorSession::GetQueueLength() const
{
    return m_pending.size();
}

bool
IscsiInitiatorSession::IsReady() const
{
    return m_state == IscsiSessionState::LOGGED_IN &&
           m_connection->GetState() == IscsiConnectionState::LOGGED_IN;
}

void
IscsiInitiatorSession::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    NS_ASSERT_MSG(task->dataInLength == 0 || task->dataOutLength == 0,
                  "bidirectional commands are not supported");
    auto entry = Create<IscsiInitiatorTask>(task, NextTag());
    if (!IsReady())
    {
        Simulator::ScheduleNow(&IscsiInitiatorSession::CompleteAsLost,
                               Ptr<IscsiInitiatorSession>(this),
                               entry);
        return;
    }
    if (task->dataOutLength > 0)
    {
        m_writes[PeekPointer(task)] = entry;
    }
    m_pending.push_back(entry);
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
    Ptr<IscsiInitiatorTask> entry = found->second;
    entry->Answer(offset, data);
    const bool isSent = m_tasks.count(entry->tag) > 0;
    if (isSent)
    {
        SendBursts(entry);
    }
    else
    {
        SendPending();
    }
}

void
IscsiInitiatorSession::ConnectionLoggedIn(const IscsiSessionParameters& agreed, uint16_t tsih)
{
    m_parameters = agreed;
    m_tsih = tsih;
    SetState(IscsiSessionState::LOGGED_IN);
    if (m_nopInterval.IsStrictlyPositive())
    {
        m_nopEvent = Simulator::Schedule(m_nopInterval, &IscsiInitiatorSession::Ping, this);
    }
    NotifyReady();
}

void
IscsiInitiatorSession::ConnectionEnded()
{
    Finish(m_state == IscsiSessionState::LOGGED_IN ? IscsiSessionState::FAILED
                                                   : IscsiSessionState::FREE);
}

void
IscsiInitiatorSession::PduReceived(IscsiInitiatorConnection* connection,
                                   IscsiOpcode opcode,
                                   Ptr<Packet> pdu)
{
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_IN:
        HandleDataIn(pdu);
        break;
    case IscsiOpcode::SCSI_RESPONSE:
        HandleScsiResponse(pdu);
        break;
    case IscsiOpcode::R2T:
        HandleR2t(pdu);
        break;
    case IscsiOpcode::NOP_IN:
        HandleNopIn(pdu);
        break;
    case IscsiOpcode::LOGOUT_RESPONSE:
        HandleLogoutResponse(pdu);
        break;
    case IscsiOpcode::REJECT:
        HandleReject(pdu);
        break;
    default:
        connection->Fail(GetIscsiOpcodeName(opcode) + " that answers nothing");
    }
}

void
IscsiInitiatorSession::UpdateWindow(const IscsiResponseHeader& header)
{
    if (m_window.Update(header.expCmdSn, header.maxCmdSn))
    {
        m_observer->CommandWindowChanged(m_window.GetCmdSn(),
                                         m_window.GetExpCmdSn(),
                                         m_window.GetMaxCmdSn());
    }
}

void
IscsiInitiatorSession::SendPending()
{
    if (m_sendingPending)
    {
        return;
    }
    // A client may answer, or send more commands, from inside the calls below.
    m_sendingPending = true;
    while (!m_pending.empty() && IsReady() && m_window.IsOpen() &&
           PrepareImmediateData(m_pending.front()))
    {
        auto task = m_pending.front();
        m_pending.pop_front();
        SendCommand(task);
    }
    m_sendingPending = false;
}

bool
IscsiInitiatorSession::PrepareImmediateData(const Ptr<IscsiInitiatorTask>& task)
{
    const uint32_t length = GetImmediateLength(*task->scsi);
    if (length == 0)
    {
        return true;
    }
    if (!task->asked)
    {
        task->asked = true;
        task->Ask(IscsiHeader::RESERVED_TAG, 0, length);
    }
    return task->HasBurst();
}

uint32_t
IscsiInitiatorSession::GetImmediateLength(const ScsiTask& task) const
{
    if (!m_parameters.immediateData)
    {
        return 0;
    }
    return std::min({task.dataOutLength,
                     m_parameters.firstBurstLength,
                     m_connection->GetMaxSendDataSegmentLength()});
}

uint32_t
IscsiInitiatorSession::GetUnsolicitedLength(const ScsiTask& task) const
{
    return m_parameters.initialR2T ? GetImmediateLength(task)
                                   : std::min(task.dataOutLength, m_parameters.firstBurstLength);
}

void
IscsiInitiatorSession::SendCommand(const Ptr<IscsiInitiatorTask>& task)
{
    const auto& scsi = *task->scsi;
    const uint32_t immediate = GetImmediateLength(scsi);
    const uint32_t unsolicited = GetUnsolicitedLength(scsi);
    const Ptr<Packet> data = immediate > 0 ? task->TakeBurst() : nullptr;
    IscsiScsiCommandHeader header;
    header.final = unsolicited == immediate;
    header.read = scsi.dataInLength > 0;
    header.write = scsi.dataOutLength > 0;
    header.attribute = static_cast<IscsiTaskAttribute>(scsi.attribute);
    header.expectedDataTransferLength = std::max(scsi.dataInLength, scsi.dataOutLength);
    header.cdb = scsi.cdb;
    header.lun = scsi.lun;
    header.initiatorTaskTag = task->tag;
    header.cmdSn = m_window.Take();
    m_tasks[task->tag] = task;
    m_observer->CommandWindowChanged(m_window.GetCmdSn(),
                                     m_window.GetExpCmdSn(),
                                     m_window.GetMaxCmdSn());
    if (scsi.timeline)
    {
        task->timeline = SimulationSingleton<IoTimelineTable>::Get()->Open(scsi.timeline);
        task->hasTimeline = true;
        const IoTimelineTag tag(task->timeline);
        const Time delay = m_connection->Send(header, data, &tag);
        scsi.timeline->Stamp(IoStage::SENT, Simulator::Now() + delay);
    }
    else
    {
        m_connection->Send(header, data);
    }
    if (!header.final)
    {
        task->Ask(IscsiHeader::RESERVED_TAG, immediate, unsolicited - immediate);
    }
}

void
IscsiInitiatorSession::SendBursts(const Ptr<IscsiInitiatorTask>& task)
{
    IscsiDataOutHeader header;
    header.lun = task->scsi->lun;
    const uint32_t maxSegment = m_connection->GetMaxSendDataSegmentLength();
    while (auto data = task->CutDataOut(maxSegment, header))
    {
        m_connection->Send(header, data);
    }
}

void
IscsiInitiatorSession::Ping()
{
    IscsiNopOutHeader header;
    header.immediate = true;
    header.initiatorTaskTag = NextTag();
    header.cmdSn = m_window.GetCmdSn();
    m_connection->Send(header, nullptr);
    m_nopEvent = Simulator::Schedule(m_nopInterval, &IscsiInitiatorSession::Ping, this);
}

void
IscsiInitiatorSession::HandleDataIn(Ptr<Packet> pdu)
{
    IscsiDataInHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    const auto task = FindTask(header.initiatorTaskTag, header.GetOpcode());
    if (!task || (header.statusPresent && !m_connection->Acknowledge(header.statSn)))
    {
        return;
    }
    UpdateWindow(header);
    const uint32_t length = pdu->GetSize();
    if (header.dataSn != task->dataInCount || header.bufferOffset != task->dataInBytes ||
        length > task->scsi->dataInLength - task->dataInBytes)
    {
        m_connection->Fail("Data-In out of order or beyond the buffer");
        return;
    }
    ++task->dataInCount;
    task->dataInBytes += length;
    if (length > 0)
    {
        task->scsi->client->DataInReceived(task->scsi, header.bufferOffset, pdu);
    }
    if (header.statusPresent)
    {
        task->scsi->status = static_cast<ScsiStatus>(header.status);
        task->scsi->residual = GetResidual(header.overflow, header.underflow, header.residualCount);
        Complete(task);
    }
    SendPending();
}

void
IscsiInitiatorSession::HandleScsiResponse(Ptr<Packet> pdu)
{
    IscsiScsiResponseHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    const auto task = FindTask(header.initiatorTaskTag, header.GetOpcode());
    if (!task || !m_connection->Acknowledge(header.statSn))
    {
        return;
    }
    UpdateWindow(header);
    if (header.response != IscsiScsiResponseCode::COMPLETED)
    {
        CompleteAsLost(task);
    }
    else if (header.expDataSn != task->dataInCount + task->r2tCount)
    {
        m_connection->Fail("ExpDataSN tells of data that did not arrive");
        return;
    }
    else
    {
        task->scsi->status = static_cast<ScsiStatus>(header.status);
        task->scsi->residual = GetResidual(header.overflow, header.underflow, header.residualCount);
        task->scsi->sense = GetSense(pdu);
        Complete(task);
    }
    SendPending();
}

void
IscsiInitiatorSession::HandleR2t(Ptr<Packet> pdu)
{
    IscsiR2tHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    const auto task = FindTask(header.initiatorTaskTag, header.GetOpcode());
    if (!task)
    {
        return;
    }
    UpdateWindow(header);
    const uint32_t length = header.desiredDataTransferLength;
    const uint32_t total = task->scsi->dataOutLength;
    if (header.r2tSn != task->r2tCount || length == 0 || length > m_parameters.maxBurstLength ||
        header.bufferOffset > total || length > total - header.bufferOffset)
    {
        m_connection->Fail("R2T out of order or for data that is not there");
        return;
    }
    ++task->r2tCount;
    task->Ask(header.targetTransferTag, header.bufferOffset, length);
    SendPending();
}

void
IscsiInitiatorSession::HandleNopIn(Ptr<Packet> pdu)
{
    IscsiNopInHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    const bool isAnswer = header.initiatorTaskTag != IscsiHeader::RESERVED_TAG;
    if (isAnswer && !m_connection->Acknowledge(header.statSn))
    {
        return;
    }
    UpdateWindow(header);
    if (header.targetTransferTag != IscsiHeader::RESERVED_TAG)
    {
        IscsiNopOutHeader answer;
        answer.immediate = true;
        answer.lun = header.lun;
        answer.targetTransferTag = header.targetTransferTag;
        answer.cmdSn = m_window.GetCmdSn();
        m_connection->Send(answer, pdu);
    }
    SendPending();
}

void
IscsiInitiatorSession::HandleLogoutResponse(Ptr<Packet> pdu)
{
    IscsiLogoutResponseHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    if (header.initiatorTaskTag != m_logoutTag)
    {
        m_connection->Fail("Logout Response that answers nothing");
        return;
    }
    m_connection->Close();
    Finish(IscsiSessionState::FREE);
}

void
IscsiInitiatorSession::HandleReject(Ptr<Packet> pdu)
{
    IscsiRejectHeader header;
    IscsiConnection::TakeHeader(pdu, header);
    if (!m_connection->Acknowledge(header.statSn))
    {
        return;
    }
    UpdateWindow(header);
    m_observer->ProtocolErrorSeen("target rejected a PDU for reason " +
                                  std::to_string(static_cast<uint32_t>(header.reason)));
    IscsiBasicHeader rejected;
    if (pdu->GetSize() >= IscsiHeader::BHS_SIZE)
    {
        pdu->PeekHeader(rejected);
        const auto found = m_tasks.find(rejected.initiatorTaskTag);
        if (found != m_tasks.end())
        {
            CompleteAsLost(found->second);
        }
    }
    SendPending();
}

Ptr<IscsiInitiatorTask>
IscsiInitiatorSession::FindTask(uint32_t tag, IscsiOpcode opcode)
{
    const auto found = m_tasks.find(tag);
    if (found == m_tasks.end())
    {
        m_connection->Fail(GetIscsiOpcodeName(opcode) + " for an unknown task");
        return nullptr;
    }
    return found->second;
}

void
IscsiInitiatorSession::Complete(Ptr<IscsiInitiatorTask> task)
{
    const auto scsi = task->scsi;
    m_tasks.erase(task->tag);
    m_writes.erase(PeekPointer(scsi));
    if (task->hasTimeline)
    {
        SimulationSingleton<IoTimelineTable>::Get()->Close(task->timeline);
        scsi->Stamp(IoStage::ANSWERED);
    }
    scsi->client->CommandCompleteReceived(scsi);
}

void
IscsiInitiatorSession::CompleteAsLost(Ptr<IscsiInitiatorTask> task)
{
    task->scsi->response = ScsiServiceResponse::DELIVERY_FAILURE;
    Complete(task);
}

void
IscsiInitiatorSession::LoseTasks()
{
    std::vector<Ptr<IscsiInitiatorTask>> lost;
    for (const auto& [tag, task] : m_tasks)
    {
        lost.push_back(task);
    }
    // Tags go up; the subtraction keeps their order across the wrap.
    const uint32_t next = m_nextTag;
    std::sort(lost.begin(), lost.end(), [next](const auto& a, const auto& b) {
        return next - a->tag > next - b->tag;
    });
    lost.insert(lost.end(), m_pending.begin(), m_pending.end());
    m_pending.clear();
    for (const auto& task : lost)
    {
        CompleteAsLost(task);
    }
}

void
IscsiInitiatorSession::Finish(IscsiSessionState state)
{
    m_nopEvent.Cancel();
    m_connection = nullptr;
    m_tsih = 0;
    SetState(state);
    LoseTasks();
}

void
IscsiInitiatorSession::SetState(IscsiSessionState state)
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
IscsiInitiatorSession::NextTag()
{
    do
    {
        ++m_nextTag;
    } while (m_nextTag == IscsiHeader::RESERVED_TAG || m_tasks.count(m_nextTag) > 0);
    return m_nextTag;
}

} // namespace ns3
