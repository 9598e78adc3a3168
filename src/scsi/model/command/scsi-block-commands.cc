/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-block-commands.h"

#include "scsi-packet-compare.h"

#include "ns3/scsi-device.h"
#include "ns3/scsi-response.h"

#include <algorithm>
#include <utility>

namespace ns3
{

ScsiBlockCdb
ScsiBlockCommands::Decode(const ScsiTask& task)
{
    return GetScsiOpcode(task.cdb) == ScsiOpcode::VARIABLE_LENGTH
               ? ScsiBlockCdb::DecodeLong(task.cdb, task.extendedCdb)
               : ScsiBlockCdb::Decode(task.cdb);
}

void
ScsiBlockCommands::Read(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()))
    {
        return;
    }
    if (cdb.blocks == 0)
    {
        unit.FinishGood(task);
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.lba = cdb.lba;
    entry.blocks = cdb.blocks;
    entry.done = &SendBlocks;
    entry.forceUnitAccess = cdb.flags & ScsiBlockCdb::FUA;
    unit.tasks.Start(task, std::move(entry));
}

bool
ScsiBlockCommands::SendBlocks(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto& task = entry.GetTask();
    const auto size = entry.blocks * unit.GetDevice()->GetBlockSize();
    const auto sent = std::min(size, task->dataInLength);
    task->status = ScsiStatus::GOOD;
    SetScsiResidual(task, size, 0);
    if (sent > 0)
    {
        auto data = entry.data ? entry.data : Create<Packet>(size);
        task->port->SendDataIn(task, 0, sent == size ? data : data->CreateFragment(0, sent));
    }
    return false;
}

void
ScsiBlockCommands::Write(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()))
    {
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.operation = BlockOperation::WRITE;
    entry.lba = cdb.lba;
    entry.done = &MapWritten;
    entry.forceUnitAccess = cdb.flags & ScsiBlockCdb::FUA;
    ReceiveBlocks(unit, task, std::move(entry), cdb.blocks);
}

void
ScsiBlockCommands::ReceiveBlocks(ScsiDeviceServer& unit,
                                 const Ptr<ScsiTask>& task,
                                 ScsiTaskSet::Entry&& entry,
                                 uint32_t blocks)
{
    const auto blockSize = unit.GetDevice()->GetBlockSize();
    const auto wanted = blocks * blockSize;
    const auto length = std::min(wanted, task->dataOutLength);
    task->status = ScsiStatus::GOOD;
    SetScsiResidual(task, 0, wanted);
    if (length == 0)
    {
        unit.Finish(task);
        return;
    }
    entry.blocks = length / blockSize;
    entry.dataOut = {length, unit.KeepsData()};
    if (entry.blocks == 0)
    {
        entry.filled = &DoNothing;
    }
    unit.tasks.StartWithData(task, std::move(entry), length);
}

bool
ScsiBlockCommands::DoNothing(ScsiDeviceServer&, ScsiTaskSet::Entry&)
{
    return false;
}

bool
ScsiBlockCommands::MapWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    if (!unit.provisioning.IsEmpty())
    {
        unit.provisioning.Map(entry.lba, entry.blocks);
    }
    return false;
}

void
ScsiBlockCommands::Verify(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    const auto check = cdb.flags & ScsiBlockCdb::BYTCHK_MASK;
    if (check != 0 && check != ScsiBlockCdb::BYTCHK_COMPARE && check != ScsiBlockCdb::BYTCHK_SAME)
    {
        unit.RefuseField(task, GetScsiFlagsByte(task->cdb), 2);
        return;
    }
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()))
    {
        return;
    }
    const bool compares = check != 0 && unit.KeepsData();
    ScsiTaskSet::Entry entry;
    entry.operation = compares ? BlockOperation::READ : BlockOperation::VERIFY;
    entry.lba = cdb.lba;
    entry.blocks = cdb.blocks;
    // A comparison is with the medium (SBC-3, 5.28).
    entry.forceUnitAccess = compares;
    entry.filled = compares ? &KeepExpected : nullptr;
    entry.done = compares ? &CompareBlocks : nullptr;
    if (check == ScsiBlockCdb::BYTCHK_COMPARE || (check != 0 && cdb.blocks == 0))
    {
        ReceiveBlocks(unit, task, std::move(entry), cdb.blocks);
        return;
    }
    if (check == ScsiBlockCdb::BYTCHK_SAME)
    {
        ReceiveOneBlock(unit, task, std::move(entry));
        return;
    }
    SetScsiGood(task);
    cdb.blocks == 0 ? unit.Finish(task) : unit.tasks.Start(task, std::move(entry));
}

void
ScsiBlockCommands::ReceiveOneBlock(ScsiDeviceServer& unit,
                                   const Ptr<ScsiTask>& task,
                                   ScsiTaskSet::Entry&& entry)
{
    const auto size = unit.GetDevice()->GetBlockSize();
    task->status = ScsiStatus::GOOD;
    SetScsiResidual(task, 0, size);
    entry.dataOut = {size, unit.KeepsData()};
    task->dataOutLength < size ? unit.Finish(task)
                               : unit.tasks.StartWithData(task, std::move(entry), size);
}

bool
ScsiBlockCommands::KeepExpected(ScsiDeviceServer&, ScsiTaskSet::Entry& entry)
{
    entry.expected = entry.dataOut.Take();
    return true;
}

bool
ScsiBlockCommands::CompareBlocks(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto size = entry.blocks * unit.GetDevice()->GetBlockSize();
    if (FindScsiDifference(entry.data, entry.expected, size))
    {
        const auto& task = entry.GetTask();
        unit.SetLateCheckCondition(task,
                                   {ScsiSenseKey::MISCOMPARE,
                                    ScsiAdditionalSense::MISCOMPARE_DURING_VERIFY,
                                    std::nullopt});
    }
    return false;
}

void
ScsiBlockCommands::WriteAndVerify(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()))
    {
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.operation = BlockOperation::WRITE;
    entry.lba = cdb.lba;
    const bool compares = cdb.flags & ScsiBlockCdb::BYTCHK_COMPARE && unit.KeepsData();
    entry.filled = compares ? &KeepWritten : nullptr;
    entry.done = &VerifyWritten;
    entry.forceUnitAccess = true;
    ReceiveBlocks(unit, task, std::move(entry), cdb.blocks);
}

bool
ScsiBlockCommands::KeepWritten(ScsiDeviceServer&, ScsiTaskSet::Entry& entry)
{
    entry.data = entry.dataOut.Take();
    entry.expected = entry.data->Copy();
    return true;
}

bool
ScsiBlockCommands::VerifyWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    MapWritten(unit, entry);
    const bool compares = bool(entry.expected);
    entry.operation = compares ? BlockOperation::READ : BlockOperation::VERIFY;
    entry.done = compares ? &CompareBlocks : nullptr;
    return true;
}

void
ScsiBlockCommands::SynchronizeCache(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    if (!unit.RefuseBlocks(task, cdb, UINT32_MAX))
    {
        Flush(unit, task, cdb.flags & ScsiBlockCdb::IMMED);
    }
}

void
ScsiBlockCommands::Flush(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task, bool immediate)
{
    SetScsiGood(task);
    if (immediate)
    {
        unit.Finish(task);
    }
    ScsiTaskSet::Entry entry;
    entry.operation = BlockOperation::FLUSH;
    entry.isAnswered = immediate;
    unit.tasks.Start(task, std::move(entry));
}

void
ScsiBlockCommands::PreFetch(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = Decode(*task);
    if (unit.RefuseBlocks(task, cdb, UINT32_MAX))
    {
        return;
    }
    const auto& device = unit.GetDevice();
    // Zero means up to the last block (SBC-3, 5.8).
    const auto wanted = cdb.blocks == 0 ? device->GetBlockCount() - cdb.lba : cdb.blocks;
    const auto limit = unit.GetMaxTransferBlocks();
    const bool fits = wanted <= limit && device->GetCacheSettings().readCache;
    const bool immediate = cdb.flags & ScsiBlockCdb::IMMED;
    SetScsiGood(task);
    task->status = fits ? ScsiStatus::CONDITION_MET : ScsiStatus::GOOD;
    if (immediate || wanted == 0)
    {
        unit.Finish(task);
    }
    if (wanted == 0)
    {
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.lba = cdb.lba;
    entry.blocks = static_cast<uint32_t>(std::min<uint64_t>(wanted, limit));
    entry.isAnswered = immediate;
    unit.tasks.Start(task, std::move(entry));
}

} // namespace ns3
