/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-copy-operation.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiCopyOperation");

ScsiCopyOperation::ScsiCopyOperation(const std::string& nexus,
                                     ScsiCopyList list,
                                     ScsiCopyUnit& own,
                                     std::shared_ptr<const ScsiCopyUnits> units,
                                     std::shared_ptr<ScsiCopyRecord> record)
    : m_nexus(nexus),
      m_list(std::move(list)),
      m_own(own),
      m_units(std::move(units)),
      m_record(std::move(record))
{
}

ScsiCopyOperation::~ScsiCopyOperation()
{
    if (m_record->status == ScsiCopyStatus::IN_PROGRESS)
    {
        m_record->status = ScsiCopyStatus::COMPLETED_WITH_ERRORS;
        m_record->commandStatus = ScsiStatus::TASK_ABORTED;
    }
}

ScsiSense
ScsiCopyOperation::MakeSense(ScsiAdditionalSense additional, std::optional<uint16_t> byte) const
{
    ScsiSense sense{ScsiSenseKey::COPY_ABORTED, additional, std::nullopt};
    sense.commandSpecific = m_segment;
    if (byte)
    {
        sense.field = ScsiFieldPointer{*byte, std::nullopt, false, true};
    }
    return sense;
}

std::optional<ScsiSense>
ScsiCopyOperation::FindNext()
{
    m_next.reset();
    while (m_segment < m_list.segments.size())
    {
        const auto& segment = m_list.segments[m_segment];
        if (m_done == 0)
        {
            if (auto sense = BeginSegment())
            {
                return sense;
            }
        }
        if (m_done < segment.blocks)
        {
            const auto source = m_source->GetCopyDevice();
            const auto most = std::max(CHUNK_SIZE / source->GetBlockSize(), 1U);
            m_next = Chunk{source,
                           m_destination->GetCopyDevice(),
                           segment.sourceLba + m_done,
                           segment.destinationLba + m_done,
                           std::min(most, segment.blocks - m_done)};
            return std::nullopt;
        }
        ++m_segment;
        m_done = 0;
        m_record->segments = static_cast<uint16_t>(m_segment);
    }
    return std::nullopt;
}

const std::optional<ScsiCopyOperation::Chunk>&
ScsiCopyOperation::GetNext() const
{
    return m_next;
}

void
ScsiCopyOperation::NextWritten()
{
    m_destination->BlocksCopied(m_next->destinationLba, m_next->blocks);
    m_done += m_next->blocks;
    m_record->bytes += uint64_t{m_next->blocks} * m_next->destination->GetBlockSize();
}

std::optional<ScsiSense>
ScsiCopyOperation::BeginSegment()
{
    using Segment = ScsiCopySegment;
    const auto& segment = m_list.segments[m_segment];
    auto sense = FindUnit(segment.source, Segment::SOURCE_BYTE, m_source);
    if (!sense)
    {
        sense = FindUnit(segment.destination, Segment::DESTINATION_BYTE, m_destination);
    }
    if (sense)
    {
        return sense;
    }
    if (!m_source->AllowsCopy(m_nexus, false) || !m_destination->AllowsCopy(m_nexus, true))
    {
        return MakeSense(ScsiAdditionalSense::THIRD_PARTY_DEVICE_FAILURE);
    }
    if (m_source->GetCopyDevice()->GetBlockSize() != m_destination->GetCopyDevice()->GetBlockSize())
    {
        return MakeSense(ScsiAdditionalSense::INCORRECT_COPY_TARGET_DEVICE_TYPE,
                         Segment::DESTINATION_BYTE);
    }
    sense = CheckBlocks(*m_source, segment.sourceLba, Segment::SOURCE_LBA_BYTE);
    return sense
               ? sense
               : CheckBlocks(*m_destination, segment.destinationLba, Segment::DESTINATION_LBA_BYTE);
}

std::optional<ScsiSense>
ScsiCopyOperation::FindUnit(uint16_t index, uint16_t byte, ScsiCopyUnit*& unit) const
{
    unit = &m_own;
    if (index == ScsiCopyLimits::OWN_UNIT)
    {
        return std::nullopt;
    }
    if (index >= m_list.targets.size())
    {
        return MakeSense(ScsiAdditionalSense::UNREACHABLE_COPY_TARGET, byte);
    }
    const auto& target = m_list.targets[index];
    if (!m_own.IsNamed(target.designator))
    {
        unit = m_units ? m_units->Find(target.designator) : nullptr;
    }
    if (!unit)
    {
        return MakeSense(ScsiAdditionalSense::COPY_TARGET_DEVICE_NOT_REACHABLE, byte);
    }
    if (target.deviceType != 0)
    {
        return MakeSense(ScsiAdditionalSense::INCORRECT_COPY_TARGET_DEVICE_TYPE, byte);
    }
    return std::nullopt;
}

std::optional<ScsiSense>
ScsiCopyOperation::CheckBlocks(const ScsiCopyUnit& unit, uint64_t lba, uint16_t byte) const
{
    const auto count = unit.GetCopyDevice()->GetBlockCount();
    if (lba > count || m_list.segments[m_segment].blocks > count - lba)
    {
        // No code says that a segment names blocks that a copy target does not have.
        return MakeSense(ScsiAdditionalSense::NONE, byte);
    }
    return std::nullopt;
}

void
ScsiCopyOperation::End(ScsiStatus status, const std::vector<uint8_t>& sense)
{
    const bool isGood = status == ScsiStatus::GOOD;
    NS_LOG_INFO("copy " << (isGood ? "completed" : "failed") << ": list identifier "
                        << +m_list.identifier << ", " << m_record->segments << " of "
                        << m_list.segments.size() << " segments, " << m_record->bytes
                        << " bytes, initiator port " << m_nexus);
    m_record->status = isGood ? ScsiCopyStatus::COMPLETED : ScsiCopyStatus::COMPLETED_WITH_ERRORS;
    m_record->commandStatus = status;
    m_record->sense = sense;
}

} // namespace ns3
