/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iometer-workload.h"

#include "ns3/nstime.h"
#include "ns3/quantity-text.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IometerWorkload);

TypeId
IometerWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IometerWorkload")
            .SetParent<BlockWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<IometerWorkload>()
            .AddAttribute("FileName",
                          "Configuration file of IOMeter (.icf), or, if there is a line break in "
                          "it, its text",
                          StringValue(),
                          MakeStringAccessor(&IometerWorkload::m_file),
                          MakeStringChecker())
            .AddAttribute("Specification",
                          "Name of the access specification; empty for the only one of the worker, "
                          "or of the file if it has no workers",
                          StringValue(),
                          MakeStringAccessor(&IometerWorkload::m_name),
                          MakeStringChecker())
            .AddAttribute("Worker",
                          "Number of the worker of disks, from 0, modulo how many the file has",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IometerWorkload::m_number),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

IometerWorkload::IometerWorkload()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

int64_t
IometerWorkload::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

bool
IometerWorkload::IsClosedLoop() const
{
    return true;
}

bool
IometerWorkload::HasNext() const
{
    return true;
}

Time
IometerWorkload::GetNextTime()
{
    return Time(0);
}

const IometerSpecification::Line&
IometerWorkload::ChooseLine()
{
    const auto& lines = m_specification.lines;
    if (m_left == 0)
    {
        auto drawn = m_uniform->GetValue(0, 100);
        m_line = 0;
        while (m_line + 1 < lines.size() && drawn >= lines[m_line].share)
        {
            drawn -= lines[m_line++].share;
        }
        m_left = lines[m_line].burst;
    }
    --m_left;
    return lines[m_line];
}

uint64_t
IometerWorkload::ChooseAddress(const IometerSpecification::Line& line,
                               uint32_t device,
                               uint64_t blocks)
{
    const uint64_t alignment =
        line.alignment > 0 ? line.alignment / GetDevice(device)->GetBlockSize() : 1;
    const auto& area = m_areas[device];
    const auto first = (area.begin + alignment - 1) / alignment;
    const auto last = (area.end - blocks) / alignment;
    auto position = (m_ends[device] + alignment - 1) / alignment;
    if (m_uniform->GetValue(0, 100) < line.randomPercent)
    {
        const auto drawn = m_uniform->GetValue(0, static_cast<double>(last - first + 1));
        // The product of a number just below 1 and a large count may be rounded up to the count.
        position = std::min(first + static_cast<uint64_t>(drawn), last);
    }
    return (position <= last ? position : first) * alignment;
}

BlockWorkload::NextRequest
IometerWorkload::MakeNext()
{
    const auto& line = ChooseLine();
    NextRequest next;
    next.device = m_made++ % GetNDevices();
    if (m_uniform->GetValue(0, 100) >= line.readPercent)
    {
        next.operation = BlockOperation::WRITE;
    }
    next.blocks = line.size / GetDevice(next.device)->GetBlockSize();
    next.lba = ChooseAddress(line, next.device, next.blocks);
    m_ends[next.device] = next.lba + next.blocks;
    next.think = m_left == 0 ? line.delay : Time(0);
    return next;
}

std::vector<std::string>
IometerWorkload::GetNotes() const
{
    return m_notes;
}

void
IometerWorkload::CheckAttributes()
{
    m_ends.resize(GetNDevices());
    m_areas.resize(GetNDevices());
    if (!m_isLoaded)
    {
        Load();
        m_isLoaded = true;
    }
}

void
IometerWorkload::Load()
{
    const auto file = IometerConfiguration::Read(m_file);
    const bool hasWorkers = !file.workers.empty();
    if (hasWorkers)
    {
        m_worker = file.workers[m_number % file.workers.size()];
    }
    m_specification = file.Choose(m_name, hasWorkers ? &m_worker : nullptr);
    m_notes.push_back(file.fileName + ": specification \"" + m_specification.name + "\"");
    if (hasWorkers)
    {
        const auto grouped = [](uint64_t number) {
            return ToGroupedText(static_cast<double>(number), 0);
        };
        m_notes.back() +=
            ", worker \"" + m_worker.name + "\" of " + std::to_string(file.workers.size()) +
            ": sectors from " + grouped(m_worker.startSector) + ", " +
            (m_worker.maxSectors > 0 ? grouped(m_worker.maxSectors) : "all") + " of them";
        SetFromFile("QueueDepth",
                    UintegerValue(1),
                    UintegerValue(uint64_t{m_worker.outstanding} * GetNDevices()),
                    std::to_string(m_worker.outstanding) + " outstanding on each of " +
                        std::to_string(GetNDevices()));
    }
    for (const auto& [name, time] :
         {std::pair{"RunTime", file.runTime}, std::pair{"RampTime", file.rampTime}})
    {
        if (time.IsStrictlyPositive())
        {
            const auto seconds = std::to_string(time.GetMilliSeconds() / 1000);
            SetFromFile(name, TimeValue(Time(0)), TimeValue(time), seconds + " s");
        }
    }
    const auto ignored = file.GetNotes();
    m_notes.insert(m_notes.end(), ignored.begin(), ignored.end());
}

void
IometerWorkload::SetFromFile(const std::string& name,
                             const AttributeValue& initial,
                             const AttributeValue& told,
                             const std::string& text)
{
    StringValue now;
    GetAttribute(name, now);
    const auto checker = MakeStringChecker();
    const bool isInitial = now.Get() == initial.SerializeToString(checker);
    m_notes.back() += ", " + name + " " + text;
    if (isInitial)
    {
        SetAttribute(name, told);
    }
    else
    {
        m_notes.back() += ", but " + now.Get() + " is given";
    }
}

IometerWorkload::Area
IometerWorkload::FindArea(uint32_t index) const
{
    constexpr uint64_t SECTOR = 512;
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto capacity = GetDevice(index)->GetBlockCount();
    const auto start = m_worker.startSector * SECTOR;
    const auto size = m_worker.maxSectors * SECTOR;
    const auto where = " of device " + std::to_string(index);
    if (start % blockSize != 0 || size % blockSize != 0)
    {
        Reject("starting sector " + std::to_string(m_worker.startSector) +
               " or Disk maximum size " + std::to_string(m_worker.maxSectors) +
               " is no whole block" + where + ", " + std::to_string(blockSize) + " bytes");
    }
    const auto begin = start / blockSize;
    const auto end = size == 0 ? capacity : begin + size / blockSize;
    if (begin >= capacity || end > capacity)
    {
        Reject("starting sector " + std::to_string(m_worker.startSector) +
               " and Disk maximum size " + std::to_string(m_worker.maxSectors) +
               " reach past the capacity" + where + ", " + std::to_string(capacity) +
               " blocks of " + std::to_string(blockSize) + " bytes");
    }
    return {begin, end};
}

void
IometerWorkload::CheckDevice(uint32_t index)
{
    m_areas[index] = FindArea(index);
    m_ends[index] = m_areas[index].begin;
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto where = " of device " + std::to_string(index);
    for (const auto& line : m_specification.lines)
    {
        for (const auto& [name, bytes] :
             {std::pair{"size ", line.size}, {"align ", line.alignment}})
        {
            if (bytes % blockSize != 0)
            {
                Reject(name + std::to_string(bytes) + " is not a multiple of the block size" +
                       where + ", " + std::to_string(blockSize) + " bytes");
            }
        }
        const auto& area = m_areas[index];
        const auto blocks = line.size / blockSize;
        const uint64_t alignment = line.alignment > 0 ? line.alignment / blockSize : 1;
        const auto first = (area.begin + alignment - 1) / alignment * alignment;
        if (first + blocks > area.end)
        {
            const bool isAll = area.end - area.begin == GetDevice(index)->GetBlockCount();
            Reject("size " + std::to_string(line.size) + " is larger than the " +
                   (isAll ? "capacity" : "part that is used") + where);
        }
    }
}

} // namespace ns3
