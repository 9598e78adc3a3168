/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-device.h"

#include "scsi-lun.h"
#include "scsi-sense.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiBlockDevice");

NS_OBJECT_ENSURE_REGISTERED(ScsiBlockDevice);

namespace
{

/**
 * @param task a task that ended
 * @param whileStarting true if a unit that is not ready yet may become so
 * @return true if the same command may succeed later
 */
bool
IsWorthRetrying(const ScsiTask& task, bool whileStarting)
{
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        return false;
    }
    if (task.status == ScsiStatus::CHECK_CONDITION)
    {
        const auto sense = ScsiSense::Decode(task.sense);
        return sense && (sense->key == ScsiSenseKey::UNIT_ATTENTION ||
                         sense->key == ScsiSenseKey::ABORTED_COMMAND ||
                         (whileStarting && sense->key == ScsiSenseKey::NOT_READY));
    }
    return task.status == ScsiStatus::BUSY || task.status == ScsiStatus::TASK_SET_FULL ||
           task.status == ScsiStatus::TASK_ABORTED;
}

/**
 * @param bytes sense data
 * @return how the block request ends
 */
BlockStatus
GetStatusOfSense(const std::vector<uint8_t>& bytes)
{
    const auto sense = ScsiSense::Decode(bytes);
    if (!sense)
    {
        return BlockStatus::TRANSPORT_ERROR;
    }
    switch (sense->additional)
    {
    case ScsiAdditionalSense::LBA_OUT_OF_RANGE:
        return BlockStatus::LBA_OUT_OF_RANGE;
    case ScsiAdditionalSense::LOGICAL_UNIT_NOT_SUPPORTED:
        return BlockStatus::NOT_READY;
    default:
        break;
    }
    switch (sense->key)
    {
    case ScsiSenseKey::NOT_READY:
    case ScsiSenseKey::UNIT_ATTENTION:
        return BlockStatus::NOT_READY;
    case ScsiSenseKey::RECOVERED_ERROR:
        return BlockStatus::OK;
    case ScsiSenseKey::MEDIUM_ERROR:
    case ScsiSenseKey::MISCOMPARE:
        return BlockStatus::MEDIUM_ERROR;
    default:
        return BlockStatus::TRANSPORT_ERROR;
    }
}

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

/**
 * @param task a task that ended
 * @return how the block request ends
 */
BlockStatus
GetStatus(const ScsiTask& task)
{
    if (task.response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        return BlockStatus::TRANSPORT_ERROR;
    }
    switch (task.status)
    {
    case ScsiStatus::GOOD:
        return task.residual == 0 ? BlockStatus::OK : BlockStatus::TRANSPORT_ERROR;
    case ScsiStatus::CHECK_CONDITION:
        return GetStatusOfSense(task.sense);
    case ScsiStatus::BUSY:
    case ScsiStatus::TASK_SET_FULL:
        return BlockStatus::NOT_READY;
    default:
        return BlockStatus::TRANSPORT_ERROR;
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
            .AddAttribute("QueueDepth",
                          "Most commands outstanding at the target, 1 or more; the others wait, "
                          "first come first served",
                          UintegerValue(32),
                          MakeUintegerAccessor(&ScsiBlockDevice::m_queueDepth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxTransferLength",
                          "Most bytes of one command; a longer request is split. 0 leaves it to "
                          "the limit that the logical unit reports",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiBlockDevice::m_maxTransferLength),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RetryDelay",
                          "How long to wait before a command that met BUSY, TASK SET FULL, UNIT "
                          "ATTENTION or ABORTED COMMAND is tried again, above 0 s",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&ScsiBlockDevice::m_retryDelay),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryTimeout",
                          "How long such a command is tried again before it fails, 0 s or more",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&ScsiBlockDevice::m_retryTimeout),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StoreData",
                          "Send the bytes of writes and keep those of reads; otherwise only their "
                          "number counts",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiBlockDevice::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("StateTransition",
                            "The device got further in learning about its logical unit",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_stateTrace),
                            "ns3::ScsiBlockDevice::StateTracedCallback")
            .AddTraceSource("Retry",
                            "A command got a status after which it will be tried again",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_retryTrace),
                            "ns3::ScsiBlockDevice::RetryTracedCallback")
            .AddTraceSource("CommandsOutstanding",
                            "Number of commands sent and not done",
                            MakeTraceSourceAccessor(&ScsiBlockDevice::m_commands),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

ScsiBlockDevice::Transfer::Transfer(Ptr<BlockRequest> blockRequest, uint32_t length, bool keep)
    : request(blockRequest),
      dataIn(length, keep)
{
}

void
ScsiBlockDevice::DoDispose()
{
    m_queue.clear();
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
                  "the data are not as long as the request");
    const bool reads = request->operation == BlockOperation::READ;
    const auto length = reads ? request->blocks * m_blockSize : 0;
    auto transfer = Create<Transfer>(request, length, reads && m_storeData);
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
    while (!m_queue.empty() && m_commands < m_queueDepth)
    {
        if (!m_port->IsReady())
        {
            if (!m_portAwaited)
            {
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
    m_portAwaited = false;
    SendWaiting();
}

ScsiCdb
ScsiBlockDevice::MakeBlockCdb(Ptr<const BlockRequest> request, uint64_t lba, uint32_t blocks)
{
    const bool fits = lba <= UINT32_MAX && blocks <= UINT16_MAX;
    ScsiBlockCdb cdb;
    cdb.lba = lba;
    cdb.blocks = blocks;
    const bool transfers =
        request->operation == BlockOperation::READ || request->operation == BlockOperation::WRITE;
    cdb.flags = transfers && request->forceUnitAccess ? ScsiBlockCdb::FUA : 0;
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
    }
    return cdb.Encode();
}

void
ScsiBlockDevice::SendNext(Ptr<Transfer> transfer)
{
    const auto& request = transfer->request;
    const auto blocks = std::min(request->blocks - transfer->sentBlocks, m_maxBlocks);
    auto command = Create<Command>();
    command->transfer = transfer;
    command->offset = transfer->sentBlocks * m_blockSize;
    command->cdb = MakeBlockCdb(request, request->lba + transfer->sentBlocks, blocks);
    command->dataInLength = request->operation == BlockOperation::READ ? blocks * m_blockSize : 0;
    command->dataOutLength = request->operation == BlockOperation::WRITE ? blocks * m_blockSize : 0;
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
    command->deadline = Simulator::Now() + m_retryTimeout;
    ++command->transfer->running;
    ++m_commands;
    m_port->SendScsiCommand(command);
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
                  "the port asks for data beyond the command's");
    const bool real = m_storeData && request->data;
    auto data = real ? request->data->CreateFragment(command->offset + offset, length)
                     : Create<Packet>(length);
    m_port->SendDataOut(task, offset, data);
}

void
ScsiBlockDevice::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    auto command = StaticCast<Command>(task);
    NS_LOG_FUNCTION(this << +task->cdb[0] << +static_cast<uint8_t>(task->status));
    if (IsWorthRetrying(*task, !IsReady()) && Simulator::Now() + m_retryDelay <= command->deadline)
    {
        m_retryTrace(task);
        Simulator::Schedule(m_retryDelay,
                            &ScsiBlockDevice::Retry,
                            Ptr<ScsiBlockDevice>(this),
                            command);
        return;
    }
    --m_commands;
    --command->transfer->running;
    (this->*command->done)(command);
    SendWaiting();
}

void
ScsiBlockDevice::Retry(Ptr<Command> command)
{
    // A fresh task: the port may still know the old one.
    auto again = Create<Command>(*command);
    again->status = ScsiStatus::GOOD;
    again->sense.clear();
    again->residual = 0;
    again->received = 0;
    if (m_port)
    {
        m_port->CallWhenReady(MakeCallback(&ScsiBlockDevice::SendAgain, this, again));
    }
}

void
ScsiBlockDevice::SendAgain(Ptr<Command> command)
{
    m_port->SendScsiCommand(command);
}

void
ScsiBlockDevice::BlockCommandDone(Ptr<Command> command)
{
    auto transfer = command->transfer;
    auto status = GetStatus(*command);
    if (status == BlockStatus::OK && command->received != command->dataInLength)
    {
        status = BlockStatus::TRANSPORT_ERROR;
    }
    if (status != BlockStatus::OK)
    {
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
