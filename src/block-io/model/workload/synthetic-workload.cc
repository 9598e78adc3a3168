/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "synthetic-workload.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/word-checker.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SyntheticWorkload");

NS_OBJECT_ENSURE_REGISTERED(SyntheticWorkload);

TypeId
SyntheticWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SyntheticWorkload")
            .SetParent<BlockWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<SyntheticWorkload>()
            .AddAttribute("Arrivals",
                          "When requests are issued: Closed (QueueDepth, ThinkTime), Poisson or "
                          "Fixed (both at Rate)",
                          EnumValue(Arrivals::CLOSED),
                          MakeEnumAccessor<Arrivals>(&SyntheticWorkload::m_arrivals),
                          MakeWordChecker<Arrivals>("Arrivals",
                                                    {{Arrivals::CLOSED, "Closed"},
                                                     {Arrivals::POISSON, "Poisson"},
                                                     {Arrivals::FIXED, "Fixed"}}))
            .AddAttribute("Rate",
                          "Poisson and Fixed: requests per second over all devices, above 0",
                          DoubleValue(100),
                          MakeDoubleAccessor(&SyntheticWorkload::m_rate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("ThinkTime",
                          "Closed: seconds from a completion to the next issue, 0 or more",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&SyntheticWorkload::m_thinkTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("AddressPattern",
                          "Where requests go: ns3::UniformAddressPattern, "
                          "ns3::SequentialAddressPattern or ns3::ZipfAddressPattern[Theta=0.99]",
                          StringValue("ns3::UniformAddressPattern"),
                          MakePointerAccessor(&SyntheticWorkload::m_pattern),
                          MakePointerChecker<AddressPattern>())
            .AddAttribute("RequestSize",
                          "Sizes of requests: ns3::FixedRequestSize[Size=4096], "
                          "ns3::ListRequestSize[Sizes=4096:3,65536:1] or "
                          "ns3::HistogramRequestSize[FileName=sizes.txt]",
                          StringValue("ns3::FixedRequestSize"),
                          MakePointerAccessor(&SyntheticWorkload::m_size),
                          MakePointerChecker<RequestSize>())
            .AddAttribute("ReadFraction",
                          "Probability that a request reads, 0 to 1; the others write",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SyntheticWorkload::m_readFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("FirstLba",
                          "First block of the address range on each device",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SyntheticWorkload::m_firstLba),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("LbaCount",
                          "Blocks in the address range on each device; 0 for all up to the last "
                          "block",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SyntheticWorkload::m_lbaCount),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Alignment",
                          "Requests start at multiples of this many bytes from FirstLba, whole "
                          "blocks; 0 for one block",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SyntheticWorkload::m_alignment),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

SyntheticWorkload::SyntheticWorkload()
    : m_operation(CreateObject<UniformRandomVariable>()),
      m_interarrival(CreateObject<ExponentialRandomVariable>())
{
}

void
SyntheticWorkload::DoDispose()
{
    m_thinkTime = nullptr;
    m_pattern = nullptr;
    m_size = nullptr;
    BlockWorkload::DoDispose();
}

int64_t
SyntheticWorkload::AssignStreams(int64_t stream)
{
    auto next = stream;
    m_operation->SetStream(next++);
    m_interarrival->SetStream(next++);
    m_thinkTime->SetStream(next++);
    next += m_pattern->AssignStreams(next);
    next += m_size->AssignStreams(next);
    return next - stream;
}

bool
SyntheticWorkload::IsClosedLoop() const
{
    return m_arrivals == Arrivals::CLOSED;
}

bool
SyntheticWorkload::HasNext() const
{
    return true;
}

BlockWorkload::NextRequest
SyntheticWorkload::MakeNext()
{
    NextRequest next;
    next.device = m_made++ % GetNDevices();
    if (m_operation->GetValue() >= m_readFraction)
    {
        next.operation = BlockOperation::WRITE;
    }
    next.blocks = m_size->GetNext() / GetDevice(next.device)->GetBlockSize();
    const auto alignment = GetAlignmentBlocks(next.device);
    const auto positions = (GetRangeLength(next.device) - next.blocks) / alignment + 1;
    const auto length = (next.blocks + alignment - 1) / alignment;
    const auto position = m_pattern->GetNext(next.device, positions, length);
    next.lba = GetRangeBegin(next.device) + position * alignment;
    if (IsClosedLoop())
    {
        next.think = Seconds(m_thinkTime->GetValue());
    }
    return next;
}

Time
SyntheticWorkload::GetNextTime()
{
    if (m_arrivals == Arrivals::FIXED)
    {
        // From the count, not from the interval: no rounding error adds up.
        return NanoSeconds(std::llround(static_cast<double>(m_timesMade++) / m_rate * 1e9));
    }
    m_lastTime += Seconds(m_interarrival->GetValue(1 / m_rate, 0));
    return m_lastTime;
}

uint64_t
SyntheticWorkload::GetRangeBegin(uint32_t) const
{
    return m_firstLba;
}

uint64_t
SyntheticWorkload::GetRangeLength(uint32_t index) const
{
    return m_lbaCount > 0 ? m_lbaCount : GetDevice(index)->GetBlockCount() - m_firstLba;
}

uint64_t
SyntheticWorkload::GetAlignmentBlocks(uint32_t index) const
{
    return m_alignment > 0 ? m_alignment / GetDevice(index)->GetBlockSize() : 1;
}

void
SyntheticWorkload::CheckAttributes()
{
    if (!IsClosedLoop() && m_rate <= 0)
    {
        Reject("Rate must be above 0 requests per second for Poisson or Fixed arrivals");
    }
    m_size->GetSizes();
}

void
SyntheticWorkload::CheckDevice(uint32_t index)
{
    const auto capacity = GetDevice(index)->GetBlockCount();
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto where = " of device " + std::to_string(index);
    if (m_firstLba >= capacity || m_lbaCount > capacity - m_firstLba)
    {
        Reject("the range FirstLba=" + std::to_string(m_firstLba) +
               ", LbaCount=" + std::to_string(m_lbaCount) + " reaches past the capacity" + where +
               ", " + std::to_string(capacity) + " blocks");
    }
    if (m_alignment % blockSize != 0)
    {
        Reject("Alignment=" + std::to_string(m_alignment) + " is not a multiple of the block size" +
               where + ", " + std::to_string(blockSize) + " bytes");
    }
    for (const auto size : m_size->GetSizes())
    {
        if (size % blockSize != 0)
        {
            Reject("RequestSize " + std::to_string(size) + " is not a multiple of the block size" +
                   where + ", " + std::to_string(blockSize) + " bytes");
        }
        if (size / blockSize > GetRangeLength(index))
        {
            Reject("RequestSize " + std::to_string(size) + " is larger than the address range" +
                   where + ", " + std::to_string(GetRangeLength(index)) + " blocks");
        }
    }
}

} // namespace ns3
