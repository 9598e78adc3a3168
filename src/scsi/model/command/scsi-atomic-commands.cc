/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-atomic-commands.h"

#include "scsi-block-commands.h"

#include <utility>

namespace ns3
{

namespace
{

/**
 * @param value a number of blocks or an LBA
 * @param step what it is to be a multiple of; zero for anything
 * @return true if it is
 */
bool
IsMultiple(uint64_t value, uint32_t step)
{
    return step == 0 || value % step == 0;
}

} // namespace

std::optional<uint16_t>
ScsiAtomicCommands::FindFault(const ScsiAtomicLimits& limits, const ScsiWriteAtomicCdb& cdb)
{
    const auto most = cdb.boundary == 0 ? limits.maxBlocks : limits.maxBlocksWithBoundary;
    if (!IsMultiple(cdb.lba, limits.alignment))
    {
        return ScsiWriteAtomicCdb::LBA_BYTE;
    }
    if (cdb.boundary > limits.maxBoundary || !IsMultiple(cdb.boundary, limits.granularity) ||
        !IsMultiple(cdb.boundary, limits.alignment))
    {
        return ScsiWriteAtomicCdb::BOUNDARY_BYTE;
    }
    if (cdb.blocks > most || !IsMultiple(cdb.blocks, limits.granularity))
    {
        return ScsiWriteAtomicCdb::BLOCKS_BYTE;
    }
    return std::nullopt;
}

void
ScsiAtomicCommands::WriteAtomic(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto cdb = ScsiWriteAtomicCdb::Decode(task->cdb);
    const ScsiBlockCdb run{ScsiOpcode::WRITE_ATOMIC_16, cdb.lba, cdb.blocks, cdb.flags};
    if (unit.RefuseBlocks(task, run, UINT32_MAX))
    {
        return;
    }
    if (const auto byte = FindFault(unit.GetOptions().atomic, cdb))
    {
        unit.RefuseField(task, *byte);
        return;
    }
    if (task->dataOutLength < cdb.blocks * unit.GetDevice()->GetBlockSize())
    {
        // Half of it is none.
        unit.RefuseDataLength(task);
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.operation = BlockOperation::WRITE;
    entry.lba = cdb.lba;
    entry.done = &ScsiBlockCommands::MapWritten;
    // A cache that is written back in pieces could leave one of them on the medium.
    entry.forceUnitAccess = true;
    entry.isExclusive = true;
    ScsiBlockCommands::ReceiveBlocks(unit, task, std::move(entry), cdb.blocks);
}

} // namespace ns3
