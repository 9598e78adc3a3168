/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-steady-rate.h"

#include "ns3/json-writer.h"
#include "ns3/simulator.h"

namespace ns3
{

SanSteadyRate::SanSteadyRate(Time warmUp)
    : m_warmUp(warmUp)
{
}

void
SanSteadyRate::AttachWorkload(Ptr<BlockWorkload> workload)
{
    workload->TraceConnectWithoutContext(
        "Complete",
        MakeCallback(&SanSteadyRate::RequestCompleted, this, PeekPointer(workload)));
}

void
SanSteadyRate::AttachDrive(Ptr<BlockDevice> drive)
{
    drive->TraceConnectWithoutContext(
        "Complete",
        MakeCallback(&SanSteadyRate::DriveCompleted, this, PeekPointer(drive)));
}

void
SanSteadyRate::Add(uint64_t bytes)
{
    const Time now = Simulator::Now();
    m_first = m_first.value_or(now);
    if (now < *m_first + m_warmUp)
    {
        return;
    }
    m_start = m_start.value_or(now);
    ++m_count;
    m_bytes += static_cast<double>(bytes);
    m_seconds = (now - *m_start).GetSeconds();
    // Deviations from the means as they grow, since sums of squares would lose digits.
    const double fromMean = m_seconds - m_meanSeconds;
    m_meanSeconds += fromMean / m_count;
    m_meanBytes += (m_bytes - m_meanBytes) / m_count;
    m_sumSquares += fromMean * (m_seconds - m_meanSeconds);
    m_sumProducts += fromMean * (m_bytes - m_meanBytes);
}

void
SanSteadyRate::RequestCompleted(const BlockWorkload* workload,
                                Ptr<const BlockRequest> request,
                                uint32_t device)
{
    DriveCompleted(PeekPointer(workload->GetDevice(device)), request);
}

void
SanSteadyRate::DriveCompleted(const BlockDevice* drive, Ptr<const BlockRequest> request)
{
    if (request->status == BlockStatus::OK)
    {
        Add(uint64_t{request->blocks} * drive->GetBlockSize());
    }
}

void
SanSteadyRate::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    WriteTo(json.BeginLine().Key("steady"));
}

std::optional<double>
SanSteadyRate::GetRate() const
{
    return m_sumSquares > 0 ? std::optional(m_sumProducts / m_sumSquares) : std::nullopt;
}

double
SanSteadyRate::GetSeconds() const
{
    return m_seconds;
}

void
SanSteadyRate::WriteTo(JsonWriter& json) const
{
    json.BeginObject();
    json.Key("requests").Integer(m_count);
    json.Key("seconds").Fixed(m_seconds, 9);
    json.Key("mb_per_s");
    if (const auto rate = GetRate())
    {
        json.Fixed(*rate / 1e6, 6);
    }
    else
    {
        json.Null();
    }
    json.EndObject();
}

} // namespace ns3
