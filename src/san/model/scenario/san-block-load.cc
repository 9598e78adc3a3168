/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-block-load.h"

#include "san-network.h"
#include "san-options.h"
#include "san-sessions.h"

#include "ns3/log.h"
#include "ns3/page-cache-device.h"
#include "ns3/san-cache-series.h"
#include "ns3/san-failures.h"
#include "ns3/san-host.h"
#include "ns3/san-initiator-figures.h"
#include "ns3/san-results.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanBlockLoad");

int64_t
SanBlockLoad::Install(const SanOptions& o)
{
    const auto& kind = *o.load.GetBlockKind();
    const SanHost host(o.host, o.output.storeData);
    m_notes = kind.GetNotes();
    for (uint32_t i = 0; i < o.initiators; ++i)
    {
        const auto drives = host.Join(m_site.sessions.LogIn(i, o));
        InstallOn(i, o, {drives, host.AddCaches(drives)});
    }
    const auto understood = m_parts.front().workload->GetNotes();
    m_notes.insert(m_notes.end(), understood.begin(), understood.end());
    Expect(m_parts.size());
    int64_t stream = 0;
    for (const auto& [workload, drives] : m_parts)
    {
        stream += workload->AssignStreams(stream);
        workload->TraceConnectWithoutContext("Finished",
                                             MakeCallback(&SanBlockLoad::PartEnded, this));
        if (o.load.stop.IsStrictlyPositive() && !kind.StopsItself())
        {
            workload->SetStopTime(o.load.stop);
        }
    }
    return stream;
}

void
SanBlockLoad::InstallOn(uint32_t i, const SanOptions& o, const Drives& seen)
{
    const auto& kind = *o.load.GetBlockKind();
    const auto node = m_site.network.initiators.Get(i);
    const auto install = [&](uint32_t drive, const std::vector<Ptr<BlockDevice>>& devices) {
        const auto workloads = kind.Install({node, i, o.initiators, devices});
        for (auto it = workloads.Begin(); it != workloads.End(); ++it)
        {
            m_parts.push_back({DynamicCast<BlockWorkload>(*it), seen.drives});
            kind.Report(m_parts.back().workload, i, drive, m_site.results);
            if (auto* served = m_site.results.Find<SanInitiatorFigures>())
            {
                served->Attach(i, m_parts.back().workload);
            }
        }
    };
    if (!kind.IsPerDrive())
    {
        install(0, seen.devices);
    }
    // Drives are dealt out to the initiators in turn.
    for (auto drive = i; kind.IsPerDrive() && drive < seen.devices.size(); drive += o.initiators)
    {
        install(drive, {seen.devices[drive]});
    }
    AddCaches(i, seen.devices);
}

void
SanBlockLoad::AddCaches(uint32_t i, const std::vector<Ptr<BlockDevice>>& devices)
{
    for (uint32_t drive = 0; drive < devices.size(); ++drive)
    {
        if (const auto cached = DynamicCast<PageCacheDevice>(devices[drive]))
        {
            m_caches.push_back(cached->GetCache());
            if (auto* series = m_site.results.Find<SanCacheSeries>())
            {
                series->Attach(m_caches.back(), i, drive);
            }
        }
    }
}

void
SanBlockLoad::CheckBegun()
{
    for (const auto& [workload, drives] : m_parts)
    {
        m_site.failures.CheckBegun(drives, workload->GetIssued() > 0);
    }
    m_site.failures.CheckRequests();
}

bool
SanBlockLoad::HasMeasuredNothing() const
{
    const bool hasIssued = std::any_of(m_parts.begin(), m_parts.end(), [](const auto& part) {
        return part.workload->GetIssued() > 0;
    });
    return hasIssued && m_site.results.GetSummary().GetRequests() == 0;
}

std::optional<double>
SanBlockLoad::GetShareDone() const
{
    double sum = 0;
    for (const auto& part : m_parts)
    {
        const auto share = part.workload->GetShareDone();
        if (!share)
        {
            return std::nullopt;
        }
        sum += *share;
    }
    return m_parts.empty() ? std::nullopt : std::optional<double>(sum / m_parts.size());
}

std::vector<std::string>
SanBlockLoad::GetNotes() const
{
    return m_notes;
}

Ptr<BlockWorkload>
SanBlockLoad::GetWorkload(uint32_t i) const
{
    return m_parts.at(i).workload;
}

void
SanBlockLoad::WriteBack()
{
    m_unwritten = m_caches.size();
    for (std::size_t i = 0; i < m_caches.size(); ++i)
    {
        m_caches[i]->WriteBackAll(MakeCallback(&SanBlockLoad::WrittenBack, this, i));
    }
    if (m_caches.empty())
    {
        m_ended();
    }
}

void
SanBlockLoad::WrittenBack(std::size_t cache, BlockStatus status, Ptr<Packet>)
{
    NS_LOG_INFO("page cache written back: " << status);
    if (status != BlockStatus::OK)
    {
        std::ostringstream text;
        text << "page cache " << cache << ": could not be written back: " << status;
        m_site.failures.Add(text.str());
    }
    if (--m_unwritten == 0)
    {
        m_ended();
    }
}

} // namespace ns3
