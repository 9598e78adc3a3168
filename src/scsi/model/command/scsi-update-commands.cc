/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-update-commands.h"

#include "scsi-block-commands.h"
#include "scsi-packet-compare.h"

#include "ns3/scsi-response.h"

#include <utility>

namespace ns3
{

void
ScsiUpdateCommands::CompareAndWrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiBlockCommands::Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxCompareBlocks()))
    {
        return;
    }
    const auto wanted = 2 * cdb.blocks * unit.GetDevice()->GetBlockSize();
    if (task->dataOutLength != wanted)
    {
        // Half a comparison is none, and the number of blocks in the CDB may have lost its high
        // bits: 256 of them are zero there.
        unit.RefuseField(task, GetScsiBlocksByte(task->cdb));
        return;
    }
    SetScsiGood(task);
    SetScsiResidual(task, 0, wanted);
    if (wanted == 0)
    {
        unit.Finish(task);
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.lba = cdb.lba;
    entry.blocks = cdb.blocks;
    entry.filled = &KeepExpected;
    entry.done = &CompareThenWrite;
    entry.forceUnitAccess = cdb.flags & ScsiBlockCdb::FUA;
    entry.isExclusive = true;
    entry.dataOut = {wanted, unit.KeepsData()};
    unit.tasks.StartWithData(task, std::move(entry), wanted);
}

bool
ScsiUpdateCommands::KeepExpected(ScsiDeviceServer&, ScsiTaskSet::Entry& entry)
{
    entry.expected = entry.dataOut.Take();
    return true;
}

bool
ScsiUpdateCommands::CompareThenWrite(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto size = entry.blocks * unit.GetDevice()->GetBlockSize();
    auto written = Ptr<Packet>();
    if (entry.expected)
    {
        const auto compared = entry.expected->CreateFragment(0, size);
        if (const auto offset = FindScsiDifference(entry.data, compared, size))
        {
            const auto& task = entry.GetTask();
            unit.SetLateCheckCondition(
                task,
                {ScsiSenseKey::MISCOMPARE, ScsiAdditionalSense::MISCOMPARE_DURING_VERIFY, *offset});
            return false;
        }
        written = entry.expected->CreateFragment(size, size);
    }
    entry.operation = BlockOperation::WRITE;
    entry.data = written;
    entry.done = &ScsiBlockCommands::MapWritten;
    return true;
}

void
ScsiUpdateCommands::OrWrite(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiBlockCommands::Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()))
    {
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.lba = cdb.lba;
    entry.filled = &KeepExpected;
    entry.done = &OrThenWrite;
    entry.forceUnitAccess = cdb.flags & ScsiBlockCdb::FUA;
    entry.isExclusive = true;
    ScsiBlockCommands::ReceiveBlocks(unit, task, std::move(entry), cdb.blocks);
}

bool
ScsiUpdateCommands::OrThenWrite(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    auto written = Ptr<Packet>();
    if (entry.expected)
    {
        const auto size = entry.blocks * unit.GetDevice()->GetBlockSize();
        auto bytes = GetScsiBytes(entry.data, size);
        const auto added = GetScsiBytes(entry.expected, size);
        for (uint32_t i = 0; i < size; ++i)
        {
            bytes[i] |= added[i];
        }
        written = Create<Packet>(bytes.data(), size);
    }
    entry.operation = BlockOperation::WRITE;
    entry.data = written;
    entry.done = &ScsiBlockCommands::MapWritten;
    return true;
}

} // namespace ns3
