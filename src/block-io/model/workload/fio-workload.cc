/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-workload.h"

#include "pareto-address-pattern.h"
#include "shuffled-address-pattern.h"
#include "weighted-request-size.h"
#include "zipf-address-pattern.h"

#include "ns3/block-io-user-error.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FioWorkload");

NS_OBJECT_ENSURE_REGISTERED(FioWorkload);

namespace
{

/**
 * @param shares block sizes and how often they come
 * @return the sizes of requests
 */
Ptr<RequestSize>
MakeSize(const std::vector<FioJob::Share>& shares)
{
    std::ostringstream list;
    list.precision(17);
    for (const auto& share : shares)
    {
        list << (list.tellp() == 0 ? "" : ",") << share.size << ":" << share.percent;
    }
    return CreateObjectWithAttributes<ListRequestSize>("Sizes", StringValue(list.str()));
}

/**
 * @param length a length of a job
 * @param whole what percent are of
 * @return it in bytes
 */
uint64_t
GetBytes(const FioLength& length, uint64_t whole)
{
    return length.isPercent ? whole / 100 * length.value + whole % 100 * length.value / 100
                            : length.value;
}

} // namespace

TypeId
FioWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FioWorkload")
                            .SetParent<BlockWorkload>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<FioWorkload>();
    return tid;
}

FioWorkload::FioWorkload()
    : m_operation(CreateObject<UniformRandomVariable>()),
      m_intervals(CreateObject<ExponentialRandomVariable>())
{
}

void
FioWorkload::DoDispose()
{
    m_directions = {};
    BlockWorkload::DoDispose();
}

void
FioWorkload::SetJob(const FioJob& job)
{
    m_job = job;
    SetAttribute("QueueDepth", UintegerValue(job.depth));
    SetAttribute("StartDelay", TimeValue(job.startDelay));
    SetAttribute("RampTime", TimeValue(job.rampTime));
    SetAttribute("RunTime", TimeValue(job.runTime));
    const auto random = MakeRandomPattern();
    for (std::size_t d = 0; d < m_directions.size(); ++d)
    {
        const auto& sizes = job.directions[d].sizes;
        m_directions[d].size = MakeSize(sizes);
        m_directions[d].smallest =
            std::min_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
                return a.size < b.size;
            })->size;
        m_directions[d].pattern =
            job.isRandom ? random : Ptr<AddressPattern>(CreateObject<SequentialAddressPattern>());
    }
}

Ptr<AddressPattern>
FioWorkload::MakeRandomPattern() const
{
    if (m_job.distribution == FioJob::Distribution::ZIPF)
    {
        const auto zipf =
            CreateObjectWithAttributes<ZipfAddressPattern>("Theta", DoubleValue(m_job.skew));
        return CreateObjectWithAttributes<ScatteredAddressPattern>("Pattern", PointerValue(zipf));
    }
    if (m_job.distribution == FioJob::Distribution::PARETO)
    {
        const auto pareto =
            CreateObjectWithAttributes<ParetoAddressPattern>("Power", DoubleValue(m_job.skew));
        return CreateObjectWithAttributes<ScatteredAddressPattern>("Pattern", PointerValue(pareto));
    }
    std::set<uint32_t> sizes;
    for (const auto& direction : m_job.directions)
    {
        for (std::size_t i = 0; direction.used && i < direction.sizes.size(); ++i)
        {
            sizes.insert(direction.sizes[i].size);
        }
    }
    if (m_job.hasMap && sizes.size() == 1)
    {
        return CreateObject<ShuffledAddressPattern>();
    }
    return CreateObject<UniformAddressPattern>();
}

const FioJob&
FioWorkload::GetJob() const
{
    return m_job;
}

int64_t
FioWorkload::AssignStreams(int64_t stream)
{
    auto next = stream;
    m_operation->SetStream(next++);
    m_intervals->SetStream(next++);
    for (const auto& direction : m_directions)
    {
        next += direction.size->AssignStreams(next);
    }
    // Sequential requests draw nothing, and random ones of both directions share their pattern.
    next += m_directions.front().pattern->AssignStreams(next);
    return next - stream;
}

bool
FioWorkload::IsClosedLoop() const
{
    return std::none_of(m_job.directions.begin(), m_job.directions.end(), [](const auto& one) {
        return one.used && one.rate > 0;
    });
}

bool
FioWorkload::IsBounded() const
{
    return true;
}

bool
FioWorkload::HasNext() const
{
    return m_bytes < m_limit;
}

Time
FioWorkload::GetNextTime()
{
    Time next = Time::Max();
    for (std::size_t d = 0; d < m_directions.size(); ++d)
    {
        next = m_job.directions[d].used ? Min(next, m_directions[d].due) : next;
    }
    return next;
}

std::size_t
FioWorkload::ChooseDirection()
{
    const bool reads = m_job.directions[FioJob::READ].used;
    if (!reads || !m_job.directions[FioJob::WRITE].used)
    {
        return reads ? FioJob::READ : FioJob::WRITE;
    }
    const auto drawn =
        m_operation->GetValue(0, 100) < m_job.readPercent ? FioJob::READ : FioJob::WRITE;
    // One that is ahead of its rate leaves its turn to the other.
    return m_directions[drawn].due <= GetElapsed() ? drawn : 1 - drawn;
}

void
FioWorkload::SetNextDue(std::size_t d)
{
    auto& direction = m_directions[d];
    const auto rate = m_job.directions[d].rate;
    ++direction.made;
    if (rate > 0 && m_job.isPoisson)
    {
        direction.due += Seconds(m_intervals->GetValue(1 / rate, 0));
    }
    else if (rate > 0)
    {
        // From the count, not from the interval: no rounding error adds up.
        direction.due = NanoSeconds(std::llround(static_cast<double>(direction.made) / rate * 1e9));
    }
}

BlockWorkload::NextRequest
FioWorkload::MakeNext()
{
    const auto d = ChooseDirection();
    const auto& direction = m_directions[d];
    NextRequest next;
    next.operation = d == FioJob::READ ? BlockOperation::READ : BlockOperation::WRITE;
    next.device = m_made++ % GetNDevices();
    const auto blockSize = GetDevice(next.device)->GetBlockSize();
    const auto bytes = direction.size->GetNext();
    const auto& range = m_ranges[next.device];
    const uint64_t alignment = m_job.isRandom ? direction.smallest / blockSize : 1;
    next.blocks = bytes / blockSize;
    const auto positions = (range.blocks - next.blocks) / alignment + 1;
    const auto length = (next.blocks + alignment - 1) / alignment;
    const auto position = direction.pattern->GetNext(next.device, positions, length);
    next.lba = range.first + position * alignment;
    m_bytes += bytes;
    SetNextDue(d);
    return next;
}

void
FioWorkload::RejectJob(const std::string& text) const
{
    throw BlockIoUserError(m_job.file, m_job.line, "[" + m_job.name + "] " + text);
}

void
FioWorkload::CheckAttributes()
{
    if (!m_directions.front().size)
    {
        Reject("it has no job");
    }
    for (const auto& direction : m_directions)
    {
        direction.size->GetSizes();
    }
    m_ranges.resize(GetNDevices());
}

FioWorkload::Range
FioWorkload::FindRange(uint32_t index) const
{
    const uint64_t blockSize = GetDevice(index)->GetBlockSize();
    const auto capacity = GetDevice(index)->GetBlockCount() * blockSize;
    const auto where = " the capacity of device " + std::to_string(index) + ", " +
                       std::to_string(capacity) + " bytes";
    auto offset = GetBytes(m_job.offset, capacity);
    if (m_job.offset.isPercent)
    {
        const auto align = std::max(m_directions[0].smallest, m_directions[1].smallest);
        offset = (offset + align - 1) / align * align;
    }
    if (offset % blockSize != 0)
    {
        RejectJob("offset is not a multiple of the block size of device " + std::to_string(index) +
                  ", " + std::to_string(blockSize) + " bytes");
    }
    if (offset >= capacity)
    {
        RejectJob("offset reaches past" + where);
    }
    auto length = capacity - offset;
    if (m_job.size.isPercent)
    {
        length = std::min(length, GetBytes(m_job.size, capacity));
    }
    else if (m_job.size.value > 0)
    {
        const auto share = m_job.size.value / GetNDevices();
        if (share > length)
        {
            RejectJob("offset and size reach past" + where);
        }
        length = share;
    }
    return {offset / blockSize, length / blockSize};
}

void
FioWorkload::CheckSizes(const std::vector<uint32_t>& sizes, uint64_t blocks, uint32_t index) const
{
    const auto blockSize = GetDevice(index)->GetBlockSize();
    for (const auto size : sizes)
    {
        if (size % blockSize != 0)
        {
            RejectJob("the block size " + std::to_string(size) +
                      " is not a multiple of that of device " + std::to_string(index) + ", " +
                      std::to_string(blockSize) + " bytes");
        }
        if (size / blockSize > blocks)
        {
            RejectJob("the block size " + std::to_string(size) +
                      " is larger than the range of device " + std::to_string(index) + ", " +
                      std::to_string(blocks * blockSize) + " bytes");
        }
    }
}

void
FioWorkload::CheckDevice(uint32_t index)
{
    const auto range = FindRange(index);
    for (std::size_t d = 0; d < m_directions.size(); ++d)
    {
        if (m_job.directions[d].used)
        {
            CheckSizes(m_directions[d].size->GetSizes(), range.blocks, index);
        }
    }
    NS_LOG_INFO("job " << m_job.name << ": device " << index << ", blocks " << range.first << " to "
                       << range.first + range.blocks);
    m_ranges[index] = range;
    m_limit = 0;
    for (uint32_t i = 0; i < GetNDevices(); ++i)
    {
        m_limit += m_ranges[i].blocks * GetDevice(i)->GetBlockSize();
    }
    if (m_job.ioSize.value > 0)
    {
        m_limit = GetBytes(m_job.ioSize, m_limit);
    }
    if (m_job.isTimeBased)
    {
        m_limit = std::numeric_limits<uint64_t>::max();
    }
}

} // namespace ns3
