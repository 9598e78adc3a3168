/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-addresses.h"

#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/pareto-address-pattern.h"
#include "ns3/pointer.h"
#include "ns3/shuffled-address-pattern.h"
#include "ns3/zipf-address-pattern.h"

#include <algorithm>
#include <set>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FioZonedAddressPattern);

TypeId
FioZonedAddressPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FioZonedAddressPattern")
                            .SetParent<AddressPattern>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<FioZonedAddressPattern>();
    return tid;
}

FioZonedAddressPattern::FioZonedAddressPattern()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
FioZonedAddressPattern::SetZones(const std::vector<FioJob::Zone>& zones)
{
    m_zones = zones;
}

uint64_t
FioZonedAddressPattern::GetNext(uint32_t, uint64_t positions, uint64_t)
{
    auto drawn = m_uniform->GetValue(0, 100);
    double before = 0;
    auto zone = m_zones.begin();
    for (; zone + 1 != m_zones.end() && drawn >= zone->accesses; ++zone)
    {
        drawn -= zone->accesses;
        before += zone->space;
    }
    const auto n = static_cast<double>(positions);
    const auto place = m_uniform->GetValue(before, before + zone->space) * n / 100;
    return std::min(static_cast<uint64_t>(place), positions - 1);
}

int64_t
FioZonedAddressPattern::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

FioAddresses::FioAddresses(const FioJob& job)
    : m_job(job),
      m_choice(CreateObject<UniformRandomVariable>())
{
    m_patterns[FioJob::READ] = MakePattern(FioJob::READ);
    m_patterns[FioJob::WRITE] = job.distribution == FioJob::Distribution::ZONED
                                    ? MakePattern(FioJob::WRITE)
                                    : m_patterns[FioJob::READ];
}

Ptr<AddressPattern>
FioAddresses::MakePattern(std::size_t d) const
{
    switch (m_job.distribution)
    {
    case FioJob::Distribution::ZIPF: {
        const auto zipf =
            CreateObjectWithAttributes<ZipfAddressPattern>("Theta", DoubleValue(m_job.skew));
        return CreateObjectWithAttributes<ScatteredAddressPattern>("Pattern", PointerValue(zipf));
    }
    case FioJob::Distribution::PARETO: {
        const auto pareto =
            CreateObjectWithAttributes<ParetoAddressPattern>("Power", DoubleValue(m_job.skew));
        return CreateObjectWithAttributes<ScatteredAddressPattern>("Pattern", PointerValue(pareto));
    }
    case FioJob::Distribution::ZONED: {
        const auto zoned = CreateObject<FioZonedAddressPattern>();
        zoned->SetZones(m_job.directions[d].zones);
        return zoned;
    }
    case FioJob::Distribution::RANDOM:
        break;
    }
    // A map of blocks of different sizes is none: what is left free is not at random any more.
    std::set<uint32_t> sizes;
    for (const auto& direction : m_job.directions)
    {
        if (direction.used)
        {
            sizes.insert({direction.GetLeast(), direction.GetMost()});
        }
    }
    const bool isShuffled = m_job.hasMap && sizes.size() == 1 && m_job.zones.size == 0;
    return isShuffled ? Ptr<AddressPattern>(CreateObject<ShuffledAddressPattern>())
                      : Ptr<AddressPattern>(CreateObject<UniformAddressPattern>());
}

void
FioAddresses::SetFile(uint32_t number, const FioFile& file)
{
    m_files.resize(std::max<std::size_t>(m_files.size(), number + 1));
    m_states.resize(m_files.size());
    m_files[number] = file;
}

void
FioAddresses::Rewind()
{
    m_states.assign(m_files.size(), State());
    m_isOver = false;
}

bool
FioAddresses::IsOver() const
{
    return m_isOver;
}

int64_t
FioAddresses::AssignStreams(int64_t stream)
{
    auto next = stream + m_patterns[FioJob::READ]->AssignStreams(stream);
    if (m_patterns[FioJob::WRITE] != m_patterns[FioJob::READ])
    {
        next += m_patterns[FioJob::WRITE]->AssignStreams(next);
    }
    m_choice->SetStream(next++);
    return next - stream;
}

uint64_t
FioAddresses::GetWindow(uint32_t number) const
{
    const auto& file = m_files[number];
    return m_job.zones.size == 0
               ? file.length
               : std::min(m_job.zones.range, file.space - file.offset - m_states[number].zone);
}

void
FioAddresses::AdvanceZone(std::size_t d, uint32_t number)
{
    const auto& zones = m_job.zones;
    auto& state = m_states[number];
    if (zones.size == 0)
    {
        return;
    }
    if (state.zoneBytes >= zones.size)
    {
        state.zoneBytes = 0;
        state.zone += zones.range + zones.skip;
        state.next = {};
    }
    // A zone that does not fit any more is none: the first one follows.
    if (m_files[number].offset + state.zone + m_job.directions[d].GetMost() > m_files[number].space)
    {
        state.zone = 0;
    }
}

uint64_t
FioAddresses::GetNext(std::size_t d, uint32_t number, uint64_t bytes)
{
    AdvanceZone(d, number);
    auto& state = m_states[number];
    const auto position = Choose(d, number, bytes);
    state.last[d] = position;
    state.next[d] = position + bytes;
    state.zoneBytes += bytes;
    ++m_made[d];
    ++m_all;
    const auto after = FindSequential(d, number);
    m_isOver = m_isOver || (!m_job.isRandom && m_job.gap != 0 && m_job.zones.size == 0 &&
                            after + bytes > GetWindow(number));
    const auto& file = m_files[number];
    return file.begin + file.offset + state.zone + position;
}

bool
FioAddresses::IsNextRandom(std::size_t d)
{
    if (!m_job.isRandom || m_all % m_job.run != 0)
    {
        return false;
    }
    const auto percent = m_job.directions[d].randomPercent;
    return percent == 100 || m_choice->GetValue(0, 100) < percent;
}

uint64_t
FioAddresses::Choose(std::size_t d, uint32_t number, uint64_t bytes)
{
    if (IsNextRandom(d))
    {
        return ChooseRandom(d, number, bytes);
    }
    const auto& state = m_states[number];
    const bool isBetween = m_job.isRandom && m_all % m_job.run != 0;
    const auto position =
        isBetween && m_job.isIdentical ? state.last[d].value_or(0) : FindSequential(d, number);
    if (position + bytes <= GetWindow(number))
    {
        return position;
    }
    return m_job.isRandom ? ChooseRandom(d, number, bytes) : 0;
}

uint64_t
FioAddresses::ChooseRandom(std::size_t d, uint32_t number, uint64_t bytes)
{
    const uint64_t alignment = m_job.directions[d].alignment;
    const auto positions = (GetWindow(number) - bytes) / alignment + 1;
    const auto length = (bytes + alignment - 1) / alignment;
    return m_patterns[d]->GetNext(number, positions, length) * alignment;
}

uint64_t
FioAddresses::FindSequential(std::size_t d, uint32_t number) const
{
    const auto next = m_states[number].next[d];
    if (next == 0 || m_job.gap == 0 || m_job.isRandom)
    {
        return next;
    }
    const auto position = static_cast<int64_t>(next) + m_job.gap;
    if (position < 0)
    {
        const auto fromEnd = static_cast<int64_t>(GetWindow(number)) + m_job.gap;
        return std::max<int64_t>(fromEnd, 0);
    }
    // In fio a sequence with gaps continues at the beginning only at the end of the whole file.
    return static_cast<uint64_t>(position) >= m_files[number].space ? 0 : position;
}

} // namespace ns3
