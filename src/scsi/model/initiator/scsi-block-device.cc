/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device.h"

#include "scsi-zeros-request.h"

#include "ns3/assert.h"
#include "ns3/block-io-permanent-failure.h"
#include "ns3/block-store.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/multipath-access.h"
#include "ns3/pointer.h"
#include "ns3/scsi-block-status.h"
#include "ns3/scsi-lun.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiBlockDevice");

NS_OBJECT_ENSURE_REGISTERED(ScsiBlockDevice);

namespace
{

/**
 * @param order what a block request asks
 * @return the task attribute of its commands
 */
ScsiTaskAttribute
GetTaskAttribute(BlockOrder order)
{
    switch (order)
    {
    case BlockOrder::ORDERED:
        return ScsiTaskAttribute::ORDERED;
    case BlockOrder::HEAD_OF_QUEUE:
        return ScsiTaskAttribute::HEAD_OF_QUEUE;
    default:
        return ScsiTaskAttribute::SIMPLE;
    }
}

} // namespace

TypeId
ScsiBlockDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScsiBlockDevice")
            .SetParent<BlockDevice>()
            .SetGroupName("Scsi")
            .AddConstructor<ScsiBlockDevice>()
            .AddAttribute("Port",
                          "The initiator port on the way to the target; set once",
                          PointerValue(),
                          MakePointerAccessor(&ScsiBlockDevice::SetPort, &ScsiBlockDevice::GetPort),
                          MakePointerChecker<ScsiInitiatorPort>())
            .AddAttribute("Lun",
                          "Number of the logical unit, 0 to 16383",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiBlockDevice::m_lun),
                          MakeUintegerChecker<uint16_t>(0, SCSI_MAX_LUN))
            .AddAttribute(
                "QueueDepth",
                "Maximum number of commands outstanding at the logical unit, 1 or more; the others "
                "wait in order of arrival",
                UintegerValue(32),
                MakeUintegerAccessor(&ScsiBlockDevice::m_queueDepth),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxTransferLength",
                          "Maximum bytes of one command; a longer request is split. 0 for the "
                          "limit that the logical unit reports",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiBlockDevice::m_maxTransferLength),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("CommandTimeout",
                          "Maximum time from sending a command to its completion; after it, the "
                          "command is aborted and retried. 0 s for no limit",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&ScsiBlockDevice::SetCommandTimeout,
                                           &ScsiBlockDevice::GetCommandTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RetryDelay",
                          "Time to wait before retrying a command that ended with BUSY, TASK SET "
                          "FULL, UNIT ATTENTION or ABORTED COMMAND, or got no answer; above 0 s",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&ScsiBlockDevice::m_retryDelay),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryTimeout",
                          "How long such a command is retried from its first failure, 0 s or more; "
                          "then it fails",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&ScsiBlockDevice::m_retryTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("LossRetries",
                          "How often a command that the port lost is sent again, each time once "
                          "the port is ready, 0 or more; then it fails. Without effect with "
                          "FailFast",
                          UintegerValue(5),
                          MakeUintegerAccessor(&ScsiBlockDevice::m_lossRetries),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StoreData",
                          "Send the bytes of writes and keep those of reads; otherwise only their "
                          "number counts",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiBlockDevice::m_storeData),
                          MakeBooleanChecker())
            .AddAttribute("MayFail",
                          "False to end the simulation with an error if the logical unit does not "
                          "exist, is not a disk or never becomes ready. True to continue without "
                          "it",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiBlockDevice::m_mayFail),
                          MakeBooleanChecker())
            .AddAttribute("FailFast",
                          "True to end requests with NOT_READY while the port is lost, so that a "
                          "MultipathDevice sends them over another path; false to let them wait",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiBlockDevice::m_failFast),
                          MakeBooleanChecker())
            .AddTraceSource("StateTransition",
                            "The discovery of the logical unit reached its next state",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_stateTrace),
                            "ns3::ScsiBlockDevice::StateTracedCallback")
            .AddTraceSource("Retry",
                            "A command ended with a status after which it will be retried",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_retryTrace),
                            "ns3::ScsiBlockDevice::RetryTracedCallback")
            .AddTraceSource("Timeout",
                            "A command got no answer within CommandTimeout and is aborted",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_timeoutTrace),
                            "ns3::ScsiBlockDevice::RetryTracedCallback")
            .AddTraceSource("Failure",
                            "A command of a request ended in an error and will not be retried",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_failureTrace),
                            "ns3::ScsiBlockDevice::RetryTracedCallback")
            .AddTraceSource("CommandsOutstanding",
                            "Number of commands sent and not completed",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_commands),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

ScsiBlockDevice::ScsiBlockDevice()
    : m_clock(MakeCallback(&ScsiBlockDevice::ClockRang, this))
{
}

ScsiBlockDevice::Transfer::Transfer(Ptr<BlockRequest> blockRequest, uint32_t length, bool keep)
    : request(blockRequest),
      dataIn(length, keep)
{
}

void
ScsiBlockDevice::NotifyConstructionCompleted()
{
    BlockDevice::NotifyConstructionCompleted();
    AggregateObject(CreateObject<BlockIoPermanentFailure>());
    AggregateObject(CreateObject<MultipathAccess>());
}

void
ScsiBlockDevice::DoDispose()
{
    m_clock.Clear();
    m_queue.clear();
    m_stranded.clear();
    m_port = nullptr;
    BlockDevice::DoDispose();
}

uint64_t
ScsiBlockDevice::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
ScsiBlockDevice::GetBlockSize() const
{
    return m_blockSize;
}

bool
ScsiBlockDevice::IsReady() const
{
    return m_state == State::READY;
}

BlockCacheSettings
ScsiBlockDevice::GetCacheSettings() const
{
    return m_cache;
}

uint32_t
ScsiBlockDevice::GetMaxBlocksPerCommand() const
{
    return m_maxBlocks;
}

uint32_t
ScsiBlockDevice::GetMaxZeroBlocks() const
{
    return m_maxZeroBlocks;
}

bool
ScsiBlockDevice::CanUnmap() const
{
    return m_canUnmap;
}

void
ScsiBlockDevice::DoSubmit(Ptr<BlockRequest> request)
{
    if (!IsReady())
    {
        Simulator::ScheduleNow(&ScsiBlockDevice::Complete,
                               Ptr<ScsiBlockDevice>(this),
                               request,
                               BlockStatus::NOT_READY);
        return;
    }
    NS_ASSERT_MSG(!request->data ||
                      request->data->GetSize() == uint64_t{request->blocks} * m_blockSize,
                  "the length of the data differs from that of the request");
    const bool keeps = m_storeData && request->operation == BlockOperation::READ;
    const auto length = keeps ? BlockStore::GetSize(request->blocks, m_blockSize) : 0;
    auto transfer = Create<Transfer>(request, length, keeps);
    if (request->order == BlockOrder::HEAD_OF_QUEUE)
    {
        m_queue.push_front(transfer);
    }
    else
    {
        m_queue.push_back(transfer);
    }
    SendWaiting();
}

void
ScsiBlockDevice::SendWaiting()
{
    if (IsPortLost())
    {
        // Nothing may complete inside Submit.
        Simulator::ScheduleNow(&ScsiBlockDevice::LosePort, Ptr<ScsiBlockDevice>(this));
        return;
    }
    while (!m_queue.empty() && m_commands < m_queueDepth)
    {
        if (!m_port->IsReady())
        {
            if (!m_portAwaited)
            {
                NS_LOG_INFO("port awaited: LUN " << m_lun << ", " << m_queue.size()
                                                 << " requests wait");
                m_portAwaited = true;
                m_port->CallWhenReady(MakeCallback(&ScsiBlockDevice::PortReturned, this));
            }
            return;
        }
        auto transfer = m_queue.front();
        if (!transfer->allSent)
        {
            SendNext(transfer);
        }
        if (transfer->allSent)
        {
            m_queue.pop_front();
        }
    }
}

void
ScsiBlockDevice::PortReturned()
{
    NS_LOG_INFO("port ready: LUN " << m_lun << ", " << m_queue.size() << " requests wait");
    m_portAwaited = false;
    SendWaiting();
}

bool
ScsiBlockDevice::IsPortLost() const
{
    return m_failFast && m_port && !m_port->IsReady();
}

void
ScsiBlockDevice::LosePort()
{
    if (!m_port || m_state != State::READY)
    {
        return;
    }
    NS_LOG_INFO("port lost: LUN " << m_lun << ", " << m_queue.size() << " requests fail");
    SetState(State::WAITING_FOR_PORT);
    EndWaiting();
    AwaitPort();
}

void
ScsiBlockDevice::PortFailed(const std::string& reason)
{
    if (!m_port || m_state == State::FAILED)
    {
        return;
    }
    SetState(State::FAILED);
    EndWaiting();
    GetObject<BlockIoPermanentFailure>()->Declare(reason);
}

void
ScsiBlockDevice::EndWaiting()
{
    for (const auto& transfer : std::exchange(m_queue, {}))
    {
        if (transfer->allSent)
        {
            // One of its commands failed: it ended with the last of those that were sent, or will.
            continue;
        }
        transfer->allSent = true;
        transfer->status = BlockStatus::NOT_READY;
        if (transfer->running == 0)
        {
            Complete(transfer->request, transfer->status);
        }
    }
    for (const auto& command : std::exchange(m_stranded, {}))
    {
        LoseCommand(command);
    }
}

ScsiCdb
ScsiBlockDevice::MakeBlockCdb(Ptr<const BlockRequest> request, uint64_t lba, uint32_t blocks)
{
    const bool fits = lba <= UINT32_MAX && blocks <= UINT16_MAX;
    ScsiBlockCdb cdb;
    cdb.lba = lba;
    cdb.blocks = blocks;
    const bool hasFua = TransfersBlocks(request->operation) && request->forceUnitAccess;
    cdb.flags = hasFua ? ScsiBlockCdb::FUA : 0;
    switch (request->operation)
    {
    case BlockOperation::READ:
        cdb.opcode = fits ? ScsiOpcode::READ_10 : ScsiOpcode::READ_16;
        break;
    case BlockOperation::WRITE:
        cdb.opcode = fits ? ScsiOpcode::WRITE_10 : ScsiOpcode::WRITE_16;
        break;
    case BlockOperation::VERIFY:
        cdb.opcode = fits ? ScsiOpcode::VERIFY_10 : ScsiOpcode::VERIFY_16;
        break;
    case BlockOperation::FLUSH:
        cdb.opcode = ScsiOpcode::SYNCHRONIZE_CACHE_10;
        cdb.lba = 0;
        break;
    case BlockOperation::UNMAP:
        NS_ASSERT_MSG(false, "it cannot unmap");
        break;
    }
    return cdb.Encode();
}

const ScsiZerosRequest*
ScsiBlockDevice::GetZeros(const BlockRequest& request) const
{
    return m_maxZeroBlocks > 0 ? dynamic_cast<const ScsiZerosRequest*>(&request) : nullptr;
}

ScsiCdb
ScsiBlockDevice::MakeZerosCdb(const ScsiZerosRequest& zeros, uint64_t lba, uint32_t blocks)
{
    ScsiBlockCdb cdb;
    cdb.opcode = ScsiOpcode::WRITE_SAME_16;
    cdb.lba = lba;
    cdb.blocks = blocks;
    cdb.flags = zeros.mayUnmap ? ScsiBlockCdb::UNMAP : 0;
    return cdb.Encode();
}

void
ScsiBlockDevice::SendNext(Ptr<Transfer> transfer)
{
    const auto& request = transfer->request;
    const auto* zeros = GetZeros(*request);
    const auto blocks =
        std::min(request->blocks - transfer->sentBlocks, zeros ? m_maxZeroBlocks : m_maxBlocks);
    const auto lba = request->lba + transfer->sentBlocks;
    auto command = Create<Command>();
    command->transfer = transfer;
    command->offset = uint64_t{transfer->sentBlocks} * m_blockSize;
    command->cdb = zeros ? MakeZerosCdb(*zeros, lba, blocks) : MakeBlockCdb(request, lba, blocks);
    command->dataInLength = request->operation == BlockOperation::READ ? blocks * m_blockSize : 0;
    command->dataOutLength =
        request->operation == BlockOperation::WRITE ? (zeros ? 1 : blocks) * m_blockSize : 0;
    command->attribute = GetTaskAttribute(request->order);
    command->timeline = request->timeline;
    command->done = &ScsiBlockDevice::BlockCommandDone;
    transfer->sentBlocks += blocks;
    transfer->allSent = transfer->sentBlocks == request->blocks;
    Send(command);
}

void
ScsiBlockDevice::Send(Ptr<Command> command)
{
    NS_LOG_FUNCTION(this << +command->cdb[0] << command->offset);
    command->lun = EncodeScsiLun(m_lun);
    command->client = this;
    ++command->transfer->running;
    ++m_commands;
    NS_LOG_DEBUG("command: LUN " << m_lun << ", operation code " << +command->cdb[0] << ", read "
                                 << command->dataInLength << ", write " << command->dataOutLength
                                 << ", " << m_commands << " outstanding");
    SendNow(command);
}

void
ScsiBlockDevice::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto command = StaticCast<Command>(task);
    command->received += data->GetSize();
    command->transfer->dataIn.Put(command->offset + offset, data);
}

void
ScsiBlockDevice::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto command = StaticCast<Command>(task);
    const auto& request = command->transfer->request;
    NS_ASSERT_MSG(uint64_t{offset} + length <= task->dataOutLength,
                  "the port requests data beyond the end of the command's data");
    const bool real = m_storeData && request->data;
    // Data that are there are no longer than a packet.
    const auto start = static_cast<uint32_t>(command->offset + offset);
    auto data = real ? request->data->CreateFragment(start, length) : Create<Packet>(length);
    m_port->SendDataOut(task, offset, data);
}

void
ScsiBlockDevice::SetCommandTimeout(Time timeout)
{
    m_clock.SetLimit(timeout);
}

Time
ScsiBlockDevice::GetCommandTimeout() const
{
    return m_clock.GetLimit();
}

void
ScsiBlockDevice::ClockRang()
{
    // Who waited for a command may release the device when it ends.
    const Ptr<ScsiBlockDevice> self(this);
    while (const auto late = m_clock.FindExpired())
    {
        const auto task = (*late)->value;
        m_clock.Remove(*late);
        CommandLate(task);
    }
}

void
ScsiBlockDevice::CommandLate(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << +task->cdb[0]);
    auto command = StaticCast<Command>(task);
    NS_LOG_INFO("command timed out: LUN " << m_lun << ", operation code " << +command->cdb[0]);
    command->isGivenUp = true;
    m_timeoutTrace(task);
    if (m_port->AbortTask(task))
    {
        task->response = ScsiServiceResponse::DELIVERY_FAILURE;
        CommandEnded(command);
    }
}

void
ScsiBlockDevice::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    auto command = StaticCast<Command>(task);
    if (!command->isGivenUp)
    {
        m_clock.Remove(command->place);
    }
    else if (task->status == ScsiStatus::TASK_ABORTED)
    {
        task->response = ScsiServiceResponse::DELIVERY_FAILURE;
    }
    CommandEnded(command);
}

bool
ScsiBlockDevice::IsLost(const Command& command) const
{
    return command.response != ScsiServiceResponse::COMMAND_COMPLETE && !command.isGivenUp &&
           IsReady() && !m_failFast;
}

bool
ScsiBlockDevice::IsToBeRetried(Command& command) const
{
    if (IsLost(command))
    {
        return command.losses++ < m_lossRetries;
    }
    const bool hasNoAnswer =
        command.isGivenUp && command.response != ScsiServiceResponse::COMMAND_COMPLETE;
    if (IsAccessRefused(command) || (!hasNoAnswer && !IsScsiWorthRetrying(command, !IsReady())))
    {
        return false;
    }
    const auto now = Simulator::Now();
    if (!command.deadline)
    {
        command.deadline = now + m_retryTimeout;
    }
    return now + m_retryDelay <= *command.deadline;
}

void
ScsiBlockDevice::CommandEnded(Ptr<Command> command)
{
    NS_LOG_FUNCTION(this << +command->cdb[0] << +static_cast<uint8_t>(command->status));
    NoteAccessChange(*command);
    if (IsToBeRetried(*command))
    {
        NS_LOG_INFO("command retried: LUN " << m_lun << ", operation code " << +command->cdb[0]
                                            << ", after " << m_retryDelay.As(Time::S));
        m_retryTrace(command);
        Simulator::Schedule(m_retryDelay,
                            &ScsiBlockDevice::Retry,
                            Ptr<ScsiBlockDevice>(this),
                            command);
        return;
    }
    // Who waited for this may release the device now.
    const Ptr<ScsiBlockDevice> self(this);
    --m_commands;
    --command->transfer->running;
    (this->*command->done)(command);
    if (IsAccessRefused(*command))
    {
        LosePort();
    }
    SendWaiting();
}

void
ScsiBlockDevice::Retry(Ptr<Command> command)
{
    // A fresh task: the port may still know the old one.
    auto again = Create<Command>(*command);
    again->isGivenUp = false;
    again->response = ScsiServiceResponse::COMMAND_COMPLETE;
    again->status = ScsiStatus::GOOD;
    again->sense.clear();
    again->residual = 0;
    again->received = 0;
    if (m_state == State::FAILED || IsPortLost())
    {
        LoseCommand(again);
    }
    else if (m_port)
    {
        m_stranded.push_back(again);
        m_port->CallWhenReady(MakeCallback(&ScsiBlockDevice::SendStranded, this, again));
    }
}

void
ScsiBlockDevice::SendStranded(Ptr<Command> command)
{
    if (std::erase(m_stranded, command) > 0)
    {
        SendNow(command);
    }
}

void
ScsiBlockDevice::LoseCommand(Ptr<Command> command)
{
    command->response = ScsiServiceResponse::DELIVERY_FAILURE;
    CommandEnded(command);
}

void
ScsiBlockDevice::SendNow(Ptr<Command> command)
{
    command->place = m_clock.Add(command);
    m_port->SendScsiCommand(command);
}

void
ScsiBlockDevice::BlockCommandDone(Ptr<Command> command)
{
    auto transfer = command->transfer;
    auto status = GetScsiBlockStatus(*command);
    if (status == BlockStatus::OK && command->received != command->dataInLength)
    {
        status = BlockStatus::TRANSPORT_ERROR;
    }
    if (status != BlockStatus::OK)
    {
        NS_LOG_INFO("request failed: LUN " << m_lun << ", " << transfer->request->operation
                                           << " LBA " << transfer->request->lba << ", " << status);
        m_failureTrace(command);
        // The rest is not sent: the request has failed anyway.
        transfer->allSent = true;
        transfer->status = status;
    }
    if (!transfer->allSent || transfer->running > 0)
    {
        return;
    }
    const auto& request = transfer->request;
    if (request->operation == BlockOperation::READ && transfer->status == BlockStatus::OK)
    {
        request->data = transfer->dataIn.Take();
    }
    Complete(request, transfer->status);
}

} // namespace ns3
