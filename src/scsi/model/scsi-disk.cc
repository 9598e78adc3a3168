/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk.h"

#include "scsi-response.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiDisk");

NS_OBJECT_ENSURE_REGISTERED(ScsiDisk);

namespace
{

/// NACA in the CONTROL byte: auto contingent allegiance (SAM-5, 5.2), which the disk does not have.
constexpr uint8_t NACA = 0x04;

/**
 * @param request a request that failed
 * @return the sense data of its command
 */
ScsiSense
GetSense(Ptr<const BlockRequest> request)
{
    const bool writing =
        request->operation == BlockOperation::WRITE || request->operation == BlockOperation::FLUSH;
    switch (request->status)
    {
    case BlockStatus::LBA_OUT_OF_RANGE:
        return {ScsiSenseKey::ILLEGAL_REQUEST, ScsiAdditionalSense::LBA_OUT_OF_RANGE, request->lba};
    case BlockStatus::MEDIUM_ERROR:
        return {ScsiSenseKey::MEDIUM_ERROR,
                writing ? ScsiAdditionalSense::WRITE_ERROR
                        : ScsiAdditionalSense::UNRECOVERED_READ_ERROR,
                request->lba};
    case BlockStatus::NOT_READY:
        return {ScsiSenseKey::NOT_READY,
                ScsiAdditionalSense::NOT_READY_CAUSE_NOT_REPORTABLE,
                std::nullopt};
    default:
        return {ScsiSenseKey::HARDWARE_ERROR,
                ScsiAdditionalSense::INTERNAL_TARGET_FAILURE,
                std::nullopt};
    }
}

/**
 * @param attribute a task attribute; all but ORDERED and HEAD OF QUEUE are taken as SIMPLE
 * @return what it asks of the block device
 */
BlockOrder
GetOrder(ScsiTaskAttribute attribute)
{
    switch (attribute)
    {
    case ScsiTaskAttribute::ORDERED:
        return BlockOrder::ORDERED;
    case ScsiTaskAttribute::HEAD_OF_QUEUE:
        return BlockOrder::HEAD_OF_QUEUE;
    default:
        return BlockOrder::SIMPLE;
    }
}

/**
 * @param one contents, null for zeros
 * @param other contents, null for zeros
 * @param size bytes to compare
 * @return true if they are the same
 */
bool
AreEqual(Ptr<const Packet> one, Ptr<const Packet> other, uint32_t size)
{
    std::vector<uint8_t> a(size);
    std::vector<uint8_t> b(size);
    if (one)
    {
        one->CopyData(a.data(), size);
    }
    if (other)
    {
        other->CopyData(b.data(), size);
    }
    return a == b;
}

} // namespace

TypeId
ScsiDisk::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScsiDisk")
            .SetParent<ScsiDevice>()
            .SetGroupName("Scsi")
            .AddConstructor<ScsiDisk>()
            .AddAttribute("BlockDevice",
                          "What holds the blocks; must be set before the first command",
                          PointerValue(),
                          MakePointerAccessor(&ScsiDisk::SetBlockDevice, &ScsiDisk::GetBlockDevice),
                          MakePointerChecker<BlockDevice>())
            .AddAttribute("Vendor",
                          "T10 vendor identification, up to 8 ASCII characters",
                          StringValue("NS3ISCSI"),
                          MakeStringAccessor(&ScsiDisk::m_vendor),
                          MakeStringChecker())
            .AddAttribute("Product",
                          "Product identification, up to 16 ASCII characters",
                          StringValue("VIRTUAL DISK"),
                          MakeStringAccessor(&ScsiDisk::m_product),
                          MakeStringChecker())
            .AddAttribute("Revision",
                          "Product revision level, up to 4 ASCII characters",
                          StringValue("0001"),
                          MakeStringAccessor(&ScsiDisk::m_revision),
                          MakeStringChecker())
            .AddAttribute("Serial",
                          "Unit serial number, up to 36 ASCII characters; different for each disk "
                          "if an initiator is to tell them apart",
                          StringValue("00000000"),
                          MakeStringAccessor(&ScsiDisk::m_serial),
                          MakeStringChecker())
            .AddAttribute("RotationRate",
                          "Nominal rotation rate that the disk reports, revolutions per minute; 1 "
                          "for a medium that does not rotate, 0 to report none",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ScsiDisk::m_rotationRate),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("MaxTransferLength",
                          "Most bytes that one command may read or write, 64 KiB to 1 GiB; "
                          "reported in blocks as the MAXIMUM TRANSFER LENGTH",
                          UintegerValue(32 << 20),
                          MakeUintegerAccessor(&ScsiDisk::m_maxTransferLength),
                          MakeUintegerChecker<uint32_t>(64 << 10, 1 << 30))
            .AddAttribute("StoreData",
                          "Keep the bytes of writes and hand them to the block device; otherwise "
                          "only their number counts",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ScsiDisk::m_storeData),
                          MakeBooleanChecker())
            .AddTraceSource("Command",
                            "A command arrived",
                            MakeTraceSourceAccessor(&ScsiDisk::m_commandTrace),
                            "ns3::ScsiDisk::TaskTracedCallback")
            .AddTraceSource("Complete",
                            "A command has its status, sense data and residual",
                            MakeTraceSourceAccessor(&ScsiDisk::m_completeTrace),
                            "ns3::ScsiDisk::TaskTracedCallback");
    return tid;
}

ScsiDisk::ScsiDisk()
    : m_order(MakeCallback(&ScsiDisk::SubmitTransfer, this))
{
}

void
ScsiDisk::DoDispose()
{
    m_transfers.clear();
    m_device = nullptr;
    ScsiDevice::DoDispose();
}

void
ScsiDisk::SetBlockDevice(Ptr<BlockDevice> device)
{
    m_device = device;
}

Ptr<BlockDevice>
ScsiDisk::GetBlockDevice() const
{
    return m_device;
}

bool
ScsiDisk::IsStarted() const
{
    return m_started;
}

uint32_t
ScsiDisk::GetMaxTransferBlocks() const
{
    return std::max(m_maxTransferLength / m_device->GetBlockSize(), 1U);
}

const ScsiDisk::Command&
ScsiDisk::FindCommand(ScsiOpcode opcode)
{
    static const auto COMMANDS = [] {
        std::array<Command, 256> table;
        auto add = [&table](std::initializer_list<ScsiOpcode> opcodes, const Command& command) {
            for (const auto opcode : opcodes)
            {
                table[static_cast<uint8_t>(opcode)] = command;
            }
        };
        using enum ScsiOpcode;
        add({READ_6, READ_10, READ_12, READ_16}, {&ScsiDisk::Read, true, false});
        add({WRITE_6, WRITE_10, WRITE_12, WRITE_16}, {&ScsiDisk::Write, true, false});
        add({VERIFY_10, VERIFY_12, VERIFY_16}, {&ScsiDisk::Verify, true, false});
        add({SYNCHRONIZE_CACHE_10, SYNCHRONIZE_CACHE_16},
            {&ScsiDisk::SynchronizeCache, true, false});
        add({TEST_UNIT_READY}, {&ScsiDisk::TestUnitReady, true, false});
        add({READ_CAPACITY_10}, {&ScsiDisk::ReadCapacity10, true, false});
        add({SERVICE_ACTION_IN_16}, {&ScsiDisk::ReadCapacity16, true, false});
        add({REQUEST_SENSE}, {&ScsiDisk::RequestSense, false, true});
        add({INQUIRY}, {&ScsiDisk::Inquiry, false, true});
        add({MODE_SENSE_6, MODE_SENSE_10}, {&ScsiDisk::ModeSense, false, false});
        add({MODE_SELECT_6, MODE_SELECT_10}, {&ScsiDisk::ModeSelect, false, false});
        add({REPORT_LUNS}, {&ScsiDisk::ReportLuns, false, true});
        add({START_STOP_UNIT}, {&ScsiDisk::StartStopUnit, false, false});
        return table;
    }();
    return COMMANDS[static_cast<uint8_t>(opcode)];
}

std::optional<ScsiSense>
ScsiDisk::CheckCommand(Ptr<const ScsiTask> task, const Command& command) const
{
    if (!command.handler)
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::INVALID_COMMAND_OPERATION_CODE,
                         std::nullopt};
    }
    if (GetScsiControl(task->cdb) & NACA)
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::INVALID_FIELD_IN_CDB,
                         std::nullopt};
    }
    return command.needsMedium ? CheckMedium() : std::nullopt;
}

void
ScsiDisk::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    if (!m_device)
    {
        throw UserError("ScsiDisk: attribute BlockDevice is not set");
    }
    m_commandTrace(task);
    const auto& command = FindCommand(GetScsiOpcode(task->cdb));
    auto sense = command.passesAttention ? std::nullopt : TakeUnitAttention(task);
    if (!sense)
    {
        sense = CheckCommand(task, command);
    }
    if (sense)
    {
        SetScsiCheckCondition(task, *sense);
        Finish(task);
        return;
    }
    (this->*command.handler)(task);
}

void
ScsiDisk::Finish(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +static_cast<uint8_t>(task->status) << task->residual);
    m_completeTrace(task);
    task->port->SendCommandComplete(task);
}

void
ScsiDisk::Refuse(Ptr<ScsiTask> task, ScsiAdditionalSense additional)
{
    SetScsiIllegalRequest(task, additional);
    Finish(task);
}

bool
ScsiDisk::RefuseBlocks(Ptr<ScsiTask> task, const ScsiBlockCdb& cdb)
{
    const auto count = m_device->GetBlockCount();
    if (cdb.flags & ScsiBlockCdb::PROTECT_MASK)
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return true;
    }
    if (cdb.lba >= count || cdb.blocks > count - cdb.lba)
    {
        SetScsiCheckCondition(task,
                              {ScsiSenseKey::ILLEGAL_REQUEST,
                               ScsiAdditionalSense::LBA_OUT_OF_RANGE,
                               std::max(cdb.lba, count)});
        Finish(task);
        return true;
    }
    if (cdb.blocks > GetMaxTransferBlocks())
    {
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
        return true;
    }
    return false;
}

void
ScsiDisk::Read(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiBlockCdb::Decode(task->cdb);
    if (!RefuseBlocks(task, cdb))
    {
        StartTransfer(task, BlockOperation::READ, cdb);
    }
}

void
ScsiDisk::Write(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiBlockCdb::Decode(task->cdb);
    if (!RefuseBlocks(task, cdb))
    {
        TakeDataOut(task, cdb, BlockOperation::WRITE, false);
    }
}

void
ScsiDisk::Verify(Ptr<ScsiTask> task)
{
    const auto cdb = ScsiBlockCdb::Decode(task->cdb);
    if (RefuseBlocks(task, cdb))
    {
        return;
    }
    switch (cdb.flags & ScsiBlockCdb::BYTCHK_MASK)
    {
    case 0:
        StartTransfer(task, BlockOperation::VERIFY, cdb);
        return;
    case ScsiBlockCdb::BYTCHK_COMPARE:
        TakeDataOut(task,
                    cdb,
                    m_storeData ? BlockOperation::READ : BlockOperation::VERIFY,
                    m_storeData);
        return;
    default:
        Refuse(task, ScsiAdditionalSense::INVALID_FIELD_IN_CDB);
    }
}

void
ScsiDisk::SynchronizeCache(Ptr<ScsiTask> task)
{
    auto cdb = ScsiBlockCdb::Decode(task->cdb);
    const bool immediate = cdb.flags & ScsiBlockCdb::IMMED;
    const auto count = m_device->GetBlockCount();
    if (cdb.lba >= count || cdb.blocks > count - cdb.lba)
    {
        Refuse(task, ScsiAdditionalSense::LBA_OUT_OF_RANGE);
        return;
    }
    FlushDevice(task, immediate);
}

ScsiDisk::Transfer&
ScsiDisk::AddTransfer(Ptr<ScsiTask> task, Transfer transfer)
{
    transfer.place = m_order.Enter(task->attribute);
    auto [entry, isNew] = m_transfers.emplace(PeekPointer(task), std::move(transfer));
    NS_ASSERT_MSG(isNew, "a task came twice");
    return entry->second;
}

void
ScsiDisk::FlushDevice(Ptr<ScsiTask> task, bool immediate)
{
    SetScsiGood(task);
    if (immediate)
    {
        Finish(task);
    }
    auto& flush = AddTransfer(task, {BlockOperation::FLUSH, 0, 0, false, {0, false}});
    flush.isAnswered = immediate;
    m_order.SetReady(flush.place, task);
}

void
ScsiDisk::StartTransfer(Ptr<ScsiTask> task, BlockOperation operation, const ScsiBlockCdb& cdb)
{
    SetScsiGood(task);
    if (cdb.blocks == 0)
    {
        Finish(task);
        return;
    }
    auto& transfer = AddTransfer(task, {operation, cdb.lba, cdb.blocks, false, {0, false}});
    transfer.forceUnitAccess = operation == BlockOperation::READ && cdb.flags & ScsiBlockCdb::FUA;
    m_order.SetReady(transfer.place, task);
}

void
ScsiDisk::TakeDataOut(Ptr<ScsiTask> task,
                      const ScsiBlockCdb& cdb,
                      BlockOperation operation,
                      bool compare)
{
    const auto blockSize = m_device->GetBlockSize();
    const auto wanted = cdb.blocks * blockSize;
    const auto length = std::min(wanted, task->dataOutLength);
    task->residual = int64_t{task->dataOutLength} - wanted;
    if (length == 0)
    {
        Finish(task);
        return;
    }
    auto& transfer =
        AddTransfer(task, {operation, cdb.lba, length / blockSize, compare, {length, m_storeData}});
    // A comparison is with the medium (SBC-3, 5.28).
    transfer.forceUnitAccess =
        compare || (operation == BlockOperation::WRITE && cdb.flags & ScsiBlockCdb::FUA);
    task->port->ReceiveDataOut(task, 0, length);
}

void
ScsiDisk::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    NS_LOG_FUNCTION(this << task << offset << data->GetSize());
    const auto found = m_transfers.find(PeekPointer(task));
    if (found == m_transfers.end() || found->second.dataOut.IsFull())
    {
        return;
    }
    auto& transfer = found->second;
    transfer.dataOut.Put(offset, data);
    if (!transfer.dataOut.IsFull())
    {
        return;
    }
    if (transfer.isModeSelect)
    {
        const auto list = transfer.dataOut.Take();
        m_transfers.erase(found);
        TakeModeParameters(task, list);
        return;
    }
    if (transfer.blocks == 0)
    {
        // The initiator's buffer ended within the first block: there is nothing whole to write.
        const auto place = transfer.place;
        m_transfers.erase(found);
        Finish(task);
        m_order.Leave(place);
        return;
    }
    m_order.SetReady(transfer.place, task);
}

void
ScsiDisk::TaskLost(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto node = m_transfers.extract(PeekPointer(task));
    // One that was ready leaves when its turn comes.
    if (!node.empty() && !node.mapped().dataOut.IsFull())
    {
        m_order.Leave(node.mapped().place);
    }
}

void
ScsiDisk::SubmitTransfer(Ptr<ScsiTask> task)
{
    const auto found = m_transfers.find(PeekPointer(task));
    if (found == m_transfers.end())
    {
        return;
    }
    auto& transfer = found->second;
    auto request = Create<BlockRequest>(transfer.operation, transfer.lba, transfer.blocks);
    request->forceUnitAccess = transfer.forceUnitAccess;
    request->order = GetOrder(task->attribute);
    request->timeline = task->timeline;
    request->completion = MakeCallback(&ScsiDisk::TransferDone, this, task);
    if (transfer.operation == BlockOperation::WRITE)
    {
        request->data = transfer.dataOut.Take();
        const auto size = transfer.blocks * m_device->GetBlockSize();
        if (request->data && request->data->GetSize() > size)
        {
            request->data->RemoveAtEnd(request->data->GetSize() - size);
        }
    }
    task->Stamp(IoStage::DISPATCHED);
    m_device->Submit(request);
}

void
ScsiDisk::TransferDone(Ptr<ScsiTask> task, Ptr<BlockRequest> request)
{
    auto node = m_transfers.extract(PeekPointer(task));
    if (node.empty() || node.mapped().isAnswered)
    {
        return;
    }
    auto& transfer = node.mapped();
    if (request->status != BlockStatus::OK)
    {
        SetScsiCheckCondition(task, GetSense(request));
    }
    else if (transfer.compare)
    {
        const auto size = request->blocks * m_device->GetBlockSize();
        if (!AreEqual(request->data, transfer.dataOut.Take(), size))
        {
            SetScsiCheckCondition(task,
                                  {ScsiSenseKey::MISCOMPARE,
                                   ScsiAdditionalSense::MISCOMPARE_DURING_VERIFY,
                                   std::nullopt});
        }
    }
    else if (request->operation == BlockOperation::READ)
    {
        SendBlocks(task, request);
    }
    Finish(task);
}

void
ScsiDisk::SendBlocks(Ptr<ScsiTask> task, Ptr<BlockRequest> request)
{
    const auto size = request->blocks * m_device->GetBlockSize();
    const auto sent = std::min(size, task->dataInLength);
    task->residual = int64_t{task->dataInLength} - size;
    if (sent == 0)
    {
        return;
    }
    auto data = request->data ? request->data : Create<Packet>(size);
    task->port->SendDataIn(task, 0, sent == size ? data : data->CreateFragment(0, sent));
}

} // namespace ns3
