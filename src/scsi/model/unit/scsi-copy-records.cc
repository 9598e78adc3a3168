/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-copy-records.h"

#include "ns3/scsi-bytes.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Where EXTENDED COPY COMMAND STATUS lies in the failed segment details; sense data follow.
constexpr std::size_t DETAILS_STATUS = 56;
/// Bytes of failed segment details in front of the sense data.
constexpr std::size_t DETAILS_SIZE = 60;

} // namespace

std::vector<uint8_t>
ScsiCopyRecord::MakeStatus() const
{
    // TRANSFER COUNT UNITS: bytes, or KiB, MiB and so on where they do not fit.
    uint8_t units = 0;
    auto count = bytes;
    while (count > UINT32_MAX)
    {
        count >>= 10;
        ++units;
    }
    std::vector<uint8_t> data;
    AppendScsiNumber(data, 4, 8);
    data.push_back(static_cast<uint8_t>(status));
    AppendScsiNumber(data, 2, segments);
    data.push_back(units);
    AppendScsiNumber(data, 4, count);
    return data;
}

std::vector<uint8_t>
ScsiCopyRecord::MakeDetails() const
{
    std::vector<uint8_t> data(DETAILS_SIZE + sense.size());
    PutScsiNumber(&data[0], 4, DETAILS_SIZE - 4 + sense.size());
    data[DETAILS_STATUS] = static_cast<uint8_t>(commandStatus);
    PutScsiNumber(&data[DETAILS_STATUS + 2], 2, sense.size());
    std::copy(sense.begin(), sense.end(), data.begin() + DETAILS_SIZE);
    return data;
}

std::shared_ptr<ScsiCopyRecord>
ScsiCopyRecords::Find(const std::string& nexus, uint8_t identifier) const
{
    const auto found = m_records.find({nexus, identifier});
    return found == m_records.end() ? nullptr : found->second;
}

std::shared_ptr<ScsiCopyRecord>
ScsiCopyRecords::Begin(const std::string& nexus, uint8_t identifier)
{
    MakeRoom();
    auto record = std::make_shared<ScsiCopyRecord>();
    m_records[{nexus, identifier}] = record;
    return record;
}

void
ScsiCopyRecords::MakeRoom()
{
    if (m_records.size() < MAX_RECORDS)
    {
        return;
    }
    const auto ended = std::find_if(m_records.begin(), m_records.end(), [](const auto& item) {
        return item.second->status != ScsiCopyStatus::IN_PROGRESS;
    });
    if (ended != m_records.end())
    {
        m_records.erase(ended);
    }
}

void
ScsiCopyRecords::Forget(const std::string& nexus, uint8_t identifier)
{
    m_records.erase({nexus, identifier});
}

void
ScsiCopyRecords::ForgetNexus(const std::string& nexus)
{
    std::erase_if(m_records, [&nexus](const auto& item) { return item.first.first == nexus; });
}

void
ScsiCopyRecords::Clear()
{
    m_records.clear();
}

} // namespace ns3
