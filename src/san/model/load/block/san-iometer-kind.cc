/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-iometer-kind.h"

#include "ns3/block-workload-helper.h"
#include "ns3/iometer-configuration.h"
#include "ns3/san-load-options.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

SanIometerKind::SanIometerKind(const SanLoadOptions& options)
    : SanBlockKind("iometer", "a worker of a configuration file of IOMeter"),
      m_options(options)
{
}

SanWorkloadKind::SharedOptions
SanIometerKind::GetSharedOptions() const
{
    return {{"queueDepth", ""}, {"count", ""}, {"rampTime", ""}};
}

void
SanIometerKind::AddOptions(ProgramOptions& list)
{
    list.Add("iometer",
             "Configuration file of IOMeter (.icf), or its text; each initiator is the next of its "
             "workers: outstanding requests, part of the disk, run time and ramp up time are the "
             "file's, but queueDepth, count, stop and rampTime have precedence",
             m_file,
             TextRule("servers.icf"),
             GetNeed());
    list.Add("iometerSpecification",
             "Name of the access specification; empty for the only one of the worker",
             m_specification,
             TextRule("File server"),
             GetNeed());
}

void
SanIometerKind::Check() const
{
    CheckFile("iometer", m_file);
}

ApplicationContainer
SanIometerKind::Install(const Place& place) const
{
    BlockWorkloadHelper helper("ns3::IometerWorkload");
    helper.SetAttribute("FileName", StringValue(m_file));
    helper.SetAttribute("Specification", StringValue(m_specification));
    helper.SetAttribute("Worker", UintegerValue(place.number));
    helper.SetAttribute("QueueDepth", UintegerValue(m_options.queueDepth));
    helper.SetAttribute("RampTime", TimeValue(m_options.rampTime));
    const auto changes = m_options.GetList().GetChanges();
    const bool isGiven = std::any_of(changes.begin(), changes.end(), [](const auto& change) {
        return change.name == "count";
    });
    // A run time in the file ends the worker, not the number of requests that others have.
    if (isGiven || IometerConfiguration::Read(m_file).runTime.IsZero())
    {
        helper.SetAttribute("Count", UintegerValue(m_options.count));
    }
    return helper.Install(place.node, place.devices);
}

} // namespace ns3
