/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "h2benchw-workload.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("H2benchwWorkload");

NS_OBJECT_ENSURE_REGISTERED(H2benchwWorkload);

TypeId
H2benchwWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::H2benchwWorkload")
            .SetParent<BlockWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<H2benchwWorkload>()
            .AddAttribute("BlockSize",
                          "Bytes of each request but the random accesses, whole blocks of the "
                          "device",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&H2benchwWorkload::m_requestBytes),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Position",
                          "Where the interface transfer rates are measured, percent of the "
                          "capacity",
                          DoubleValue(0),
                          MakeDoubleAccessor(&H2benchwWorkload::m_position),
                          MakeDoubleChecker<double>(0, 100))
            .AddAttribute("InterfaceRequests",
                          "Requests of each interface transfer rate; 0 for no such measurement",
                          UintegerValue(64),
                          MakeUintegerAccessor(&H2benchwWorkload::m_interfaceRequests),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("Delay",
                          "Read-ahead and write cache: time from a completion to the next request, "
                          "0 or more; 0 for the mean time of a request without delay",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&H2benchwWorkload::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Zones",
                          "Number of zones of the sustained transfer rates, from the first block "
                          "of the device to the last; 0 for no such measurement",
                          UintegerValue(50),
                          MakeUintegerAccessor(&H2benchwWorkload::m_zones),
                          MakeUintegerChecker<uint32_t>(0, 100000))
            .AddAttribute("ZoneSize",
                          "Bytes transferred at each zone, whole requests; more than a write "
                          "cache holds",
                          UintegerValue(2097152),
                          MakeUintegerAccessor(&H2benchwWorkload::m_zoneBytes),
                          MakeUintegerChecker<uint64_t>(1, uint64_t{1} << 40))
            .AddAttribute("Accesses",
                          "Random accesses of one block over the whole device, reads and again as "
                          "many writes; 0 for no such measurement",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&H2benchwWorkload::m_accesses),
                          MakeUintegerChecker<uint32_t>(0, 10000000))
            .AddAttribute("Writes",
                          "Measure writes, too",
                          BooleanValue(true),
                          MakeBooleanAccessor(&H2benchwWorkload::m_writes),
                          MakeBooleanChecker())
            .AddAttribute("Pause",
                          "Time between measurements, in which caches can be emptied, 0 or more",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&H2benchwWorkload::m_pause),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("PhaseStart",
                            "A measurement begins",
                            MakeTraceSourceAccessor(&H2benchwWorkload::m_phaseStart),
                            "ns3::H2benchwWorkload::PhaseTracedCallback")
            .AddTraceSource("PhaseEnd",
                            "A measurement has reached its end, or a request of it failed",
                            MakeTraceSourceAccessor(&H2benchwWorkload::m_phaseEnd),
                            "ns3::H2benchwWorkload::PhaseTracedCallback");
    return tid;
}

H2benchwWorkload::H2benchwWorkload()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

int64_t
H2benchwWorkload::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

const std::optional<H2benchwPlan>&
H2benchwWorkload::GetPlan() const
{
    return m_plan;
}

const std::vector<H2benchwResult>&
H2benchwWorkload::GetResults() const
{
    return m_results;
}

const H2benchwResult*
H2benchwWorkload::FindResult(H2benchwPhase phase) const
{
    const auto found = std::find_if(m_results.begin(), m_results.end(), [phase](const auto& one) {
        return one.GetPhase() == phase;
    });
    return found == m_results.end() ? nullptr : &*found;
}

std::string
H2benchwWorkload::GetCurrentPhase() const
{
    return m_results.empty() ? "" : GetH2benchwPhaseName(m_results.back().GetPhase());
}

bool
H2benchwWorkload::IsClosedLoop() const
{
    return true;
}

bool
H2benchwWorkload::HasNext() const
{
    return m_plan && m_phase < m_plan->GetPhases().size();
}

Time
H2benchwWorkload::GetNextTime()
{
    return Time(0);
}

BlockWorkload::NextRequest
H2benchwWorkload::MakeNext()
{
    if (m_results.size() == m_phase)
    {
        BeginPhase();
    }
    const auto phase = GetPhase();
    NextRequest next;
    next.operation = IsH2benchwWrite(phase) ? BlockOperation::WRITE : BlockOperation::READ;
    next.blocks = m_plan->GetBlocks(phase);
    next.lba = ChooseLba();
    next.think = IsLastOfPhase() ? m_pause : m_results.back().GetDelay();
    return next;
}

void
H2benchwWorkload::NoteCompletion(const BlockRequest& request)
{
    if (request.status != BlockStatus::OK)
    {
        NS_LOG_WARN("a request failed: " << request.status << ", " << GetPhase()
                                         << " has no result");
        EndPhase(H2benchwResult::State::FAILED);
        return;
    }
    if (m_plan->IsCounted(GetPhase(), m_request))
    {
        m_results.back().Add(m_part,
                             request.lba,
                             uint64_t{request.blocks} * m_plan->GetBlockSize(),
                             Simulator::Now() - request.issueTime);
    }
    if (IsLastOfPhase())
    {
        EndPhase(H2benchwResult::State::MEASURED);
    }
    else if (++m_request == m_plan->GetRequests(GetPhase()))
    {
        m_request = 0;
        ++m_part;
    }
}

void
H2benchwWorkload::CheckAttributes()
{
    UintegerValue depth;
    GetAttribute("QueueDepth", depth);
    if (depth.Get() != 1)
    {
        Reject("QueueDepth is " + std::to_string(depth.Get()) +
               ", but it has one request outstanding");
    }
    if (GetNDevices() != 1)
    {
        Reject("it measures one device, but has " + std::to_string(GetNDevices()));
    }
    if (m_interfaceRequests == 0 && m_zones == 0 && m_accesses == 0)
    {
        Reject("InterfaceRequests, Zones and Accesses are 0: there is nothing to measure");
    }
    if (m_zones > 0 && m_zoneBytes % m_requestBytes != 0)
    {
        Reject("ZoneSize=" + std::to_string(m_zoneBytes) +
               " is not a multiple of BlockSize=" + std::to_string(m_requestBytes));
    }
}

void
H2benchwWorkload::CheckDevice(uint32_t index)
{
    const auto device = GetDevice(index);
    m_plan.emplace(GetSettings(), device->GetBlockCount(), device->GetBlockSize());
    const auto mistake = m_plan->FindMistake();
    if (!mistake.empty())
    {
        Reject(mistake);
    }
}

H2benchwPlan::Settings
H2benchwWorkload::GetSettings() const
{
    return {m_requestBytes,
            m_position,
            m_interfaceRequests,
            m_zones,
            m_zoneBytes,
            m_accesses,
            m_writes};
}

H2benchwPhase
H2benchwWorkload::GetPhase() const
{
    return m_plan->GetPhases()[m_phase];
}

void
H2benchwWorkload::BeginPhase()
{
    const auto delay = FindDelay();
    NS_LOG_INFO(GetPhase() << " begins, delay " << delay.As(Time::MS));
    m_results.emplace_back(GetPhase(), delay);
    m_phaseStart(GetCurrentPhase());
}

void
H2benchwWorkload::EndPhase(H2benchwResult::State state)
{
    auto& result = m_results.back();
    result.End(state);
    NS_LOG_INFO(GetPhase() << " ends: " << result.GetRequests() << " requests, mean "
                           << result.GetMeanTime().As(Time::MS));
    m_phaseEnd(GetCurrentPhase());
    ++m_phase;
    m_part = 0;
    m_request = 0;
}

Time
H2benchwWorkload::FindDelay() const
{
    const auto phase = GetPhase();
    if (phase != H2benchwPhase::READ_AHEAD && phase != H2benchwPhase::WRITE_CACHE)
    {
        return Time(0);
    }
    // The phase before is the same without delay.
    return m_delay.IsZero() ? m_results.back().GetMeanTime() : m_delay;
}

bool
H2benchwWorkload::IsLastOfPhase() const
{
    const auto phase = GetPhase();
    return m_part + 1 == m_plan->GetParts(phase) && m_request + 1 == m_plan->GetRequests(phase);
}

uint64_t
H2benchwWorkload::ChooseLba()
{
    const auto phase = GetPhase();
    if (!H2benchwPlan::IsRandom(phase))
    {
        return m_plan->GetLba(phase, m_part, m_request);
    }
    const auto blocks = m_plan->GetBlockCount();
    const auto drawn = m_uniform->GetValue(0, static_cast<double>(blocks));
    // The product of a number just below 1 and a large count may be rounded up to the count.
    return std::min(static_cast<uint64_t>(drawn), blocks - 1);
}

} // namespace ns3
