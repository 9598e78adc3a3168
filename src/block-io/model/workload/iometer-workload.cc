/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iometer-workload.h"

#include "ns3/string.h"

#include <algorithm>

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
                          "Name of the access specification; empty for the only one of the file",
                          StringValue(),
                          MakeStringAccessor(&IometerWorkload::m_name),
                          MakeStringChecker());
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
    const auto blockSize = GetDevice(device)->GetBlockSize();
    const uint64_t alignment = line.alignment > 0 ? line.alignment / blockSize : 1;
    const auto positions = (GetDevice(device)->GetBlockCount() - blocks) / alignment + 1;
    auto position = (m_ends[device] + alignment - 1) / alignment;
    if (m_uniform->GetValue(0, 100) < line.randomPercent)
    {
        const auto drawn = m_uniform->GetValue(0, static_cast<double>(positions));
        // The product of a number just below 1 and a large count may be rounded up to the count.
        position = std::min(static_cast<uint64_t>(drawn), positions - 1);
    }
    return position < positions ? position * alignment : 0;
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

void
IometerWorkload::CheckAttributes()
{
    m_specification = IometerSpecification::Read(m_file, m_name);
    m_ends.resize(GetNDevices());
}

void
IometerWorkload::CheckDevice(uint32_t index)
{
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
        if (line.size / blockSize > GetDevice(index)->GetBlockCount())
        {
            Reject("size " + std::to_string(line.size) + " is larger than the capacity" + where);
        }
    }
}

} // namespace ns3
