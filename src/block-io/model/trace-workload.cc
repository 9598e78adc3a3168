/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-workload.h"

#include "user-error.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <cmath>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TraceWorkload");

NS_OBJECT_ENSURE_REGISTERED(TraceWorkload);

TypeId
TraceWorkload::GetTypeId()
{
    using Format = TraceReader::Format;
    static TypeId tid =
        TypeId("ns3::TraceWorkload")
            .SetParent<BlockWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<TraceWorkload>()
            .AddAttribute("FileName",
                          "The trace, plain or gzip",
                          StringValue(),
                          MakeStringAccessor(&TraceWorkload::m_fileName),
                          MakeStringChecker())
            .AddAttribute("Format",
                          "Its format: Recognised (by its first line), DiskSim, Validate or Csv",
                          EnumValue(Format::RECOGNISED),
                          MakeEnumAccessor<Format>(&TraceWorkload::m_format),
                          MakeEnumChecker(Format::RECOGNISED,
                                          "Recognised",
                                          Format::DISKSIM,
                                          "DiskSim",
                                          Format::VALIDATE,
                                          "Validate",
                                          Format::CSV,
                                          "Csv"))
            .AddAttribute(
                "Arrivals",
                "When requests are issued: Recorded (at their times) or Closed "
                "(QueueDepth kept going, with recorded think times)",
                EnumValue(Arrivals::RECORDED),
                MakeEnumAccessor<Arrivals>(&TraceWorkload::m_arrivals),
                MakeEnumChecker(Arrivals::RECORDED, "Recorded", Arrivals::CLOSED, "Closed"))
            .AddAttribute("TimeScale",
                          "Factor on recorded arrival and think times, 0 or more: 0.5 is twice as "
                          "fast, 0 does not wait",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TraceWorkload::m_timeScale),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute(
                "Spread",
                "Which device a record goes to: Recorded (its number modulo the number "
                "of devices) or RoundRobin (each to the next)",
                EnumValue(Spread::RECORDED),
                MakeEnumAccessor<Spread>(&TraceWorkload::m_spread),
                MakeEnumChecker(Spread::RECORDED, "Recorded", Spread::ROUND_ROBIN, "RoundRobin"));
    return tid;
}

bool
TraceWorkload::IsClosedLoop() const
{
    return m_arrivals == Arrivals::CLOSED;
}

bool
TraceWorkload::HasNext() const
{
    return m_next < m_records.size();
}

BlockWorkload::NextRequest
TraceWorkload::MakeNext()
{
    NextRequest next;
    const auto& record = m_records[m_next];
    next.operation = record.operation;
    next.device = GetDeviceNumber(m_next);
    const auto blockSize = GetDevice(next.device)->GetBlockSize();
    next.lba = record.lba * TraceRecord::SECTOR_SIZE / blockSize;
    next.blocks = record.sectors * TraceRecord::SECTOR_SIZE / blockSize;
    next.think = Scale(record.think);
    ++m_next;
    return next;
}

Time
TraceWorkload::GetNextTime()
{
    return Scale(m_records[m_next].time - m_records.front().time);
}

uint32_t
TraceWorkload::GetDeviceNumber(std::size_t record) const
{
    const auto number = m_spread == Spread::RECORDED ? m_records[record].device : record;
    return number % GetNDevices();
}

Time
TraceWorkload::Scale(Time time) const
{
    return NanoSeconds(std::llround(static_cast<long double>(time.GetNanoSeconds()) * m_timeScale));
}

void
TraceWorkload::CheckAttributes()
{
    if (m_fileName.empty())
    {
        Reject("FileName is empty; it names the trace");
    }
    if (m_loaded != m_fileName)
    {
        Load();
    }
    if (!IsClosedLoop() && !m_hasTimes)
    {
        throw UserError(m_fileName + ": it has no arrival times; replay it with Arrivals=Closed");
    }
}

void
TraceWorkload::Load()
{
    m_records.clear();
    auto reader = TraceReader::Open(m_fileName, m_format);
    TraceRecord record;
    while (reader->Next(record))
    {
        m_records.push_back(record);
    }
    if (m_records.empty())
    {
        throw UserError(m_fileName + ": the trace holds no request");
    }
    m_hasTimes = reader->HasTimes();
    m_loaded = m_fileName;
    NS_LOG_INFO(m_fileName << ": " << m_records.size() << " records");
}

void
TraceWorkload::CheckDevice(uint32_t index)
{
    const auto capacity = GetDevice(index)->GetBlockCount();
    const auto blockSize = GetDevice(index)->GetBlockSize();
    for (std::size_t i = 0; i < m_records.size(); ++i)
    {
        if (GetDeviceNumber(i) != index)
        {
            continue;
        }
        const auto& record = m_records[i];
        const auto start = record.lba * TraceRecord::SECTOR_SIZE;
        const auto length = record.sectors * TraceRecord::SECTOR_SIZE;
        if (start % blockSize != 0 || length % blockSize != 0)
        {
            RejectRecord(record, "does not fit the block size", index);
        }
        if (start / blockSize + length / blockSize > capacity)
        {
            RejectRecord(record, "reaches past the capacity", index);
        }
    }
}

void
TraceWorkload::RejectRecord(const TraceRecord& record,
                            const std::string& fault,
                            uint32_t index) const
{
    std::ostringstream message;
    message << "lba " << record.lba << ", " << record.sectors << " blocks of "
            << TraceRecord::SECTOR_SIZE << " bytes: it " << fault << " of device " << index << ", "
            << GetDevice(index)->GetBlockCount() << " blocks of "
            << GetDevice(index)->GetBlockSize() << " bytes";
    throw UserError(m_fileName, record.line, message.str());
}

} // namespace ns3
