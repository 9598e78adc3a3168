/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-workload.h"

#include "ns3/assert.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/trace-overview.h"
#include "ns3/trace-reader-factory.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/word-checker.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TraceWorkload");

NS_OBJECT_ENSURE_REGISTERED(TraceWorkload);

namespace
{

/**
 * @return what checks the name of a format
 */
Ptr<const AttributeChecker>
MakeFormatChecker()
{
    WordList<TraceFormat> words{{TraceFormat::RECOGNISED, "Recognised"}};
    for (const auto& info : TraceFormatInfo::GetAll())
    {
        words.emplace_back(info.format, info.name);
    }
    return MakeWordChecker<TraceFormat>("Format", words);
}

} // namespace

TypeId
TraceWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TraceWorkload")
            .SetParent<BlockWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<TraceWorkload>()
            .AddAttribute("FileName",
                          "The trace, plain or compressed by gzip or zstd",
                          StringValue(),
                          MakeStringAccessor(&TraceWorkload::m_fileName),
                          MakeStringChecker())
            .AddAttribute(
                "Format",
                "Format of the trace: Recognised (from its first lines, or else from its name), or "
                "one of TraceFormat",
                EnumValue(TraceFormat::RECOGNISED),
                MakeEnumAccessor<TraceFormat>(&TraceWorkload::SetFormat, &TraceWorkload::GetFormat),
                MakeFormatChecker())
            .AddAttribute(
                "Columns",
                "Map of the columns if the format is Columns, such as "
                "time=1:us,operation=2,address=3:byte,length=4:byte (TraceColumns::Parse)",
                StringValue(),
                MakeStringAccessor(&TraceWorkload::SetColumns, &TraceWorkload::GetColumns),
                MakeStringChecker())
            .AddAttribute(
                "Event",
                "Which events of blkparse are requests: Issue (D), Queue (Q) or Complete (C)",
                EnumValue(TraceEvent::ISSUE),
                MakeEnumAccessor<TraceEvent>(&TraceWorkload::SetEvent, &TraceWorkload::GetEvent),
                MakeWordChecker<TraceEvent>("Event",
                                            {{TraceEvent::ISSUE, "Issue"},
                                             {TraceEvent::QUEUE, "Queue"},
                                             {TraceEvent::COMPLETE, "Complete"}}))
            .AddAttribute("Arrivals",
                          "When requests are issued: Recorded (at their times) or Closed "
                          "(QueueDepth requests outstanding, with recorded think times)",
                          EnumValue(Arrivals::RECORDED),
                          MakeEnumAccessor<Arrivals>(&TraceWorkload::m_arrivals),
                          MakeWordChecker<Arrivals>(
                              "Arrivals",
                              {{Arrivals::RECORDED, "Recorded"}, {Arrivals::CLOSED, "Closed"}}))
            .AddAttribute("TimeScale",
                          "Factor on recorded arrival and think times, 0 or more: 0.5 is twice as "
                          "fast, 0 does not wait",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TraceWorkload::m_timeScale),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("Skip",
                          "Records of the trace to skip before the first one replayed",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TraceWorkload::m_skip),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Records",
                          "Maximum number of records replayed in a pass; 0 for all",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TraceWorkload::m_maxLength),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Repeat",
                          "Number of passes over the trace, one after the other, at least 1",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TraceWorkload::m_repeat),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute(
                "Fit",
                "What becomes of a trace larger than its device: Refuse (an error), Wrap "
                "(addresses modulo the capacity) or Scale (addresses in proportion to "
                "the capacity)",
                EnumValue(Fit::REFUSE),
                MakeEnumAccessor<Fit>(&TraceWorkload::m_fit),
                MakeWordChecker<Fit>(
                    "Fit",
                    {{Fit::REFUSE, "Refuse"}, {Fit::WRAP, "Wrap"}, {Fit::SCALE, "Scale"}}))
            .AddAttribute("Spread",
                          "Which device a record goes to: Recorded (its number modulo the number "
                          "of devices) or RoundRobin (each to the next)",
                          EnumValue(Spread::RECORDED),
                          MakeEnumAccessor<Spread>(&TraceWorkload::m_spread),
                          MakeWordChecker<Spread>("Spread",
                                                  {{Spread::RECORDED, "Recorded"},
                                                   {Spread::ROUND_ROBIN, "RoundRobin"}}));
    return tid;
}

void
TraceWorkload::SetFormat(TraceFormat format)
{
    m_options.format = format;
}

TraceFormat
TraceWorkload::GetFormat() const
{
    return m_options.format;
}

void
TraceWorkload::SetColumns(std::string columns)
{
    m_options.columns = columns;
}

std::string
TraceWorkload::GetColumns() const
{
    return m_options.columns;
}

void
TraceWorkload::SetEvent(TraceEvent event)
{
    m_options.event = event;
}

TraceEvent
TraceWorkload::GetEvent() const
{
    return m_options.event;
}

uint64_t
TraceWorkload::GetPassLength() const
{
    return m_length;
}

bool
TraceWorkload::HasObserved() const
{
    return m_hasObserved;
}

const TraceRecord&
TraceWorkload::GetRecord(uint64_t number) const
{
    NS_ASSERT_MSG(number < GetIssued(), "no request " << number);
    return m_records[m_skip + number % m_length];
}

std::vector<std::string>
TraceWorkload::GetNotes() const
{
    std::vector<std::string> notes{m_understood};
    const auto folding = DescribeFolding();
    if (!folding.empty())
    {
        notes.push_back(folding);
    }
    return notes;
}

std::string
TraceWorkload::DescribeFolding() const
{
    const auto drives = GetNDevices();
    const bool isOne = m_recorded.size() == 1 && drives == 1;
    if (m_spread == Spread::ROUND_ROBIN || isOne || *m_recorded.rbegin() < drives)
    {
        return "";
    }
    std::string text = m_fileName + (m_recorded.size() == 1 ? ": device " : ": devices ") +
                       FormatTraceDevices(m_recorded) +
                       (m_recorded.size() == 1 ? " is on " : " are on ") + std::to_string(drives) +
                       (drives == 1 ? " drive" : " drives") + ", by number";
    constexpr uint32_t MOST = 4;
    for (uint32_t drive = 0; drive < std::min(drives, MOST); ++drive)
    {
        std::set<uint32_t> here;
        std::copy_if(m_recorded.begin(),
                     m_recorded.end(),
                     std::inserter(here, here.end()),
                     [drive, drives](uint32_t device) { return device % drives == drive; });
        text += (drive == 0 ? ": " : "; ") + std::to_string(drive) + " has " +
                (here.empty() ? "none" : FormatTraceDevices(here));
    }
    return text + (drives > MOST ? "; and so on" : "");
}

bool
TraceWorkload::IsClosedLoop() const
{
    return m_arrivals == Arrivals::CLOSED;
}

bool
TraceWorkload::HasNext() const
{
    return m_pass < m_repeat;
}

BlockWorkload::NextRequest
TraceWorkload::MakeNext()
{
    NextRequest next;
    const auto position = m_skip + m_next;
    const auto& record = m_records[position];
    next.operation = record.operation;
    next.device = GetDeviceNumber(position);
    const auto blockSize = GetDevice(next.device)->GetBlockSize();
    next.lba = GetLba(record, next.device);
    next.blocks = record.sectors * TraceRecord::SECTOR_SIZE / blockSize;
    next.think = Scale(NanoSeconds(record.thinkNs));
    if (++m_next == m_length)
    {
        m_next = 0;
        ++m_pass;
    }
    return next;
}

Time
TraceWorkload::GetNextTime()
{
    const auto offset = m_records[m_skip + m_next].timeNs - m_records[m_skip].timeNs;
    return Scale(NanoSeconds(offset) + m_period * static_cast<int64_t>(m_pass));
}

uint32_t
TraceWorkload::GetDeviceNumber(std::size_t record) const
{
    const auto number = m_spread == Spread::RECORDED ? m_records[record].device : record;
    return number % GetNDevices();
}

uint64_t
TraceWorkload::GetLba(const TraceRecord& record, uint32_t index) const
{
    const auto capacity = GetDevice(index)->GetBlockCount();
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto start = record.lba * TraceRecord::SECTOR_SIZE / blockSize;
    if (m_ends[index] <= capacity)
    {
        return start;
    }
    const auto placed =
        m_fit == Fit::WRAP
            ? start % capacity
            : static_cast<uint64_t>(static_cast<long double>(start) * capacity / m_ends[index]);
    return std::min(placed, capacity - record.sectors * TraceRecord::SECTOR_SIZE / blockSize);
}

Time
TraceWorkload::Scale(Time time) const
{
    if (m_timeScale == 1)
    {
        return time;
    }
    return NanoSeconds(std::llround(static_cast<long double>(time.GetNanoSeconds()) * m_timeScale));
}

void
TraceWorkload::CheckAttributes()
{
    if (m_fileName.empty())
    {
        Reject("FileName is empty; it must name the trace");
    }
    if (m_loaded != m_fileName)
    {
        Load();
    }
    ChoosePass();
    if (!IsClosedLoop() && !m_hasTimes)
    {
        throw UserError(m_fileName + ": it has no arrival times; replay it with Arrivals=Closed");
    }
}

void
TraceWorkload::Load()
{
    m_records.clear();
    auto reader = TraceReaderFactory::Open(m_fileName, m_options);
    TraceOverview overview;
    TraceRecord record;
    while (reader->Next(record))
    {
        m_records.push_back(record);
        overview.Add(record);
    }
    m_understood = m_fileName + ": " + overview.ToText(*reader);
    m_recorded = overview.GetDevices();
    const auto isEarlier = [](const TraceRecord& a, const TraceRecord& b) {
        return a.timeNs < b.timeNs;
    };
    if (!std::is_sorted(m_records.begin(), m_records.end(), isEarlier))
    {
        std::stable_sort(m_records.begin(), m_records.end(), isEarlier);
    }
    m_hasTimes = reader->HasTimes();
    m_loaded = m_fileName;
    NS_LOG_INFO(m_fileName << ": " << m_records.size() << " records");
}

void
TraceWorkload::ChoosePass()
{
    if (m_skip >= m_records.size())
    {
        throw UserError(m_fileName + ": nothing is left to replay: Skip is " +
                        std::to_string(m_skip) + " and the trace holds " +
                        std::to_string(m_records.size()) + " requests");
    }
    const auto left = m_records.size() - m_skip;
    m_length = m_maxLength == 0 ? left : std::min<uint64_t>(m_maxLength, left);
    const auto first = m_records.begin() + m_skip;
    const auto last = first + (m_length - 1);
    const auto span = NanoSeconds(last->timeNs - first->timeNs);
    m_period = span + span / static_cast<int64_t>(std::max<uint64_t>(m_length - 1, 1));
    m_hasObserved = std::any_of(first, last + 1, [](const TraceRecord& record) {
        return record.observedNs > 0;
    });
}

void
TraceWorkload::CheckDevice(uint32_t index)
{
    const auto capacity = GetDevice(index)->GetBlockCount();
    const auto blockSize = GetDevice(index)->GetBlockSize();
    m_ends.resize(std::max<std::size_t>(m_ends.size(), index + 1));
    m_ends[index] = 0;
    for (auto i = m_skip; i < m_skip + m_length; ++i)
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
        const auto end = start / blockSize + length / blockSize;
        m_ends[index] = std::max(m_ends[index], end);
        if (length / blockSize > capacity)
        {
            RejectRecord(record, "is longer than the capacity", index);
        }
        if (m_fit == Fit::REFUSE && end > capacity)
        {
            RejectRecord(record,
                         "reaches past the capacity",
                         index,
                         "; replay it with Fit=Scale or Fit=Wrap (--help=fit says how)");
        }
    }
}

void
TraceWorkload::RejectRecord(const TraceRecord& record,
                            const std::string& fault,
                            uint32_t index,
                            const std::string& hint) const
{
    std::ostringstream message;
    message << "lba " << record.lba << ", " << record.sectors << " blocks of "
            << TraceRecord::SECTOR_SIZE << " bytes: it " << fault << " of device " << index << ", "
            << GetDevice(index)->GetBlockCount() << " blocks of "
            << GetDevice(index)->GetBlockSize() << " bytes" << hint;
    throw UserError(m_fileName, record.line, message.str());
}

} // namespace ns3
