/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-provisioning-commands.h"

#include "scsi-block-commands.h"
#include "scsi-packet-compare.h"

#include "ns3/log.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-response.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiProvisioningCommands");

namespace
{

/// Bytes in front of the block descriptors of UNMAP (SBC-3, 5.25.2).
constexpr std::size_t UNMAP_HEADER_SIZE = 8;
/// Bytes of a block descriptor of UNMAP and of an LBA status descriptor (SBC-3, 5.4.2.3).
constexpr std::size_t DESCRIPTOR_SIZE = 16;
/// The most LBA status descriptors that are returned.
constexpr std::size_t MAX_STATUS_DESCRIPTORS = 64;
/// PROVISIONING STATUS: the blocks are unmapped.
constexpr uint8_t DEALLOCATED = 0x01;

/**
 * @param byte the byte of the parameter list that is at fault
 * @return the sense data
 */
ScsiSense
MakeUnmapListSense(std::size_t byte)
{
    return {ScsiSenseKey::ILLEGAL_REQUEST,
            ScsiAdditionalSense::INVALID_FIELD_IN_PARAMETER_LIST,
            std::nullopt,
            ScsiFieldPointer{static_cast<uint16_t>(byte), std::nullopt, false}};
}

} // namespace

void
ScsiProvisioningCommands::WriteSame(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    auto cdb = ScsiBlockCommands::Decode(*task);
    if (unit.RefuseBlocks(task, cdb, unit.GetMaxTransferBlocks()) ||
        RefuseNoBlocks(unit, task, cdb))
    {
        return;
    }
    if (!(cdb.flags & ScsiBlockCdb::NO_DATA_OUT) &&
        task->dataOutLength != unit.GetDevice()->GetBlockSize())
    {
        unit.RefuseDataLength(task);
        return;
    }
    ScsiTaskSet::Entry entry;
    entry.operation = BlockOperation::WRITE;
    entry.lba = cdb.lba;
    entry.blocks = cdb.blocks;
    entry.done = &ScsiBlockCommands::MapWritten;
    if (!(cdb.flags & ScsiBlockCdb::NO_DATA_OUT))
    {
        entry.filled = &ProcessBlock;
        ScsiBlockCommands::ReceiveOneBlock(unit, task, std::move(entry));
        return;
    }
    const bool unmaps = cdb.flags & ScsiBlockCdb::UNMAP;
    SetScsiGood(task);
    if (unmaps)
    {
        entry.runs = {{cdb.lba, cdb.blocks}};
        if (!UnmapNext(unit, entry))
        {
            unit.Finish(task);
            return;
        }
    }
    unit.tasks.Start(task, std::move(entry));
}

bool
ScsiProvisioningCommands::RefuseNoBlocks(ScsiDeviceServer& unit,
                                         const Ptr<ScsiTask>& task,
                                         ScsiBlockCdb& cdb)
{
    if (cdb.blocks > 0)
    {
        return false;
    }
    const auto left = unit.GetDevice()->GetBlockCount() - cdb.lba;
    if (unit.GetOptions().refusesNoBlocks || left > unit.GetMaxTransferBlocks())
    {
        unit.RefuseField(task, GetScsiBlocksByte(task->cdb));
        return true;
    }
    if (left == 0)
    {
        unit.Refuse(
            task,
            {ScsiSenseKey::ILLEGAL_REQUEST, ScsiAdditionalSense::LBA_OUT_OF_RANGE, cdb.lba});
        return true;
    }
    cdb.blocks = static_cast<uint32_t>(left);
    return false;
}

bool
ScsiProvisioningCommands::ProcessBlock(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto cdb = ScsiBlockCommands::Decode(*entry.GetTask());
    const auto blockSize = unit.GetDevice()->GetBlockSize();
    const auto block = GetScsiBytes(entry.dataOut.Take(), blockSize);
    entry.dataOut = {0, false};
    const bool isZero =
        std::all_of(block.begin(), block.end(), [](uint8_t byte) { return byte == 0; });
    if (cdb.flags & ScsiBlockCdb::UNMAP && isZero)
    {
        entry.runs = {{entry.lba, entry.blocks}};
        return UnmapNext(unit, entry);
    }
    if (!isZero)
    {
        std::vector<uint8_t> bytes;
        bytes.reserve(std::size_t{entry.blocks} * blockSize);
        for (uint32_t i = 0; i < entry.blocks; ++i)
        {
            bytes.insert(bytes.end(), block.begin(), block.end());
        }
        entry.data = Create<Packet>(bytes.data(), bytes.size());
    }
    return true;
}

void
ScsiProvisioningCommands::Unmap(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto length = static_cast<uint32_t>(GetScsiNumber(&task->cdb[7], 2));
    unit.TakeList(task, length, &ProcessUnmapList, true);
}

bool
ScsiProvisioningCommands::ProcessUnmapList(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    const auto list = entry.dataOut.Take();
    entry.dataOut = {0, false};
    if (const auto sense = ReadRuns(unit, GetScsiBytes(list, list->GetSize()), entry.runs))
    {
        unit.SetLateCheckCondition(entry.GetTask(), *sense);
        return false;
    }
    entry.operation = BlockOperation::WRITE;
    std::reverse(entry.runs.begin(), entry.runs.end());
    return UnmapNext(unit, entry);
}

std::optional<ScsiSense>
ScsiProvisioningCommands::ReadRuns(ScsiDeviceServer& unit,
                                   const std::vector<uint8_t>& bytes,
                                   Runs& runs)
{
    if (bytes.size() < UNMAP_HEADER_SIZE)
    {
        return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                         ScsiAdditionalSense::PARAMETER_LIST_LENGTH_ERROR,
                         std::nullopt};
    }
    const auto count = unit.GetDevice()->GetBlockCount();
    const auto end =
        std::min<std::size_t>(UNMAP_HEADER_SIZE + GetScsiNumber(&bytes[2], 2), bytes.size());
    uint64_t sum = 0;
    for (auto at = UNMAP_HEADER_SIZE; at + DESCRIPTOR_SIZE <= end; at += DESCRIPTOR_SIZE)
    {
        const auto lba = GetScsiNumber(&bytes[at], 8);
        const auto blocks = static_cast<uint32_t>(GetScsiNumber(&bytes[at + 8], 4));
        sum += blocks;
        if (lba > count || blocks > count - lba)
        {
            return ScsiSense{ScsiSenseKey::ILLEGAL_REQUEST,
                             ScsiAdditionalSense::LBA_OUT_OF_RANGE,
                             std::max(lba, count)};
        }
        if (sum > unit.GetMaxTransferBlocks())
        {
            return MakeUnmapListSense(at + 8);
        }
        runs.emplace_back(lba, blocks);
    }
    if (runs.size() > ScsiDeviceServer::MAX_UNMAP_RUNS)
    {
        return MakeUnmapListSense(2);
    }
    return std::nullopt;
}

bool
ScsiProvisioningCommands::UnmapNext(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    while (!entry.runs.empty())
    {
        std::tie(entry.lba, entry.blocks) = entry.runs.back();
        entry.runs.pop_back();
        const auto canUnmap = unit.GetDevice()->TakesUnmap();
        if ((unit.KeepsData() || canUnmap) && entry.blocks > 0)
        {
            entry.operation = canUnmap ? BlockOperation::UNMAP : BlockOperation::WRITE;
            entry.data = nullptr;
            entry.done = &UnmapWritten;
            return true;
        }
        NS_LOG_DEBUG("unmapped: LBA " << entry.lba << ", " << entry.blocks << " blocks");
        unit.provisioning.Unmap(entry.lba, entry.blocks);
    }
    return false;
}

bool
ScsiProvisioningCommands::UnmapWritten(ScsiDeviceServer& unit, ScsiTaskSet::Entry& entry)
{
    unit.provisioning.Unmap(entry.lba, entry.blocks);
    return UnmapNext(unit, entry);
}

void
ScsiProvisioningCommands::GetLbaStatus(ScsiDeviceServer& unit, const Ptr<ScsiTask>& task)
{
    const auto count = unit.GetDevice()->GetBlockCount();
    const auto allocation = static_cast<uint32_t>(GetScsiNumber(&task->cdb[10], 4));
    auto lba = GetScsiNumber(&task->cdb[2], 8);
    if (lba >= count)
    {
        unit.Refuse(task,
                    {ScsiSenseKey::ILLEGAL_REQUEST, ScsiAdditionalSense::LBA_OUT_OF_RANGE, lba});
        return;
    }
    std::vector<uint8_t> bytes(8);
    while (lba < count && bytes.size() < 8 + MAX_STATUS_DESCRIPTORS * DESCRIPTOR_SIZE)
    {
        // A descriptor has 32 bits for the number of blocks.
        const auto end = lba + std::min<uint64_t>(count - lba, UINT32_MAX);
        const auto run = unit.provisioning.Find(lba, end);
        AppendScsiNumber(bytes, 8, run.lba);
        AppendScsiNumber(bytes, 4, run.blocks);
        bytes.push_back(run.isMapped ? 0 : DEALLOCATED);
        AppendScsiNumber(bytes, 3, 0);
        lba += run.blocks;
    }
    PutScsiNumber(&bytes[0], 4, bytes.size() - 4);
    unit.Answer(task, bytes, allocation);
}

} // namespace ns3
