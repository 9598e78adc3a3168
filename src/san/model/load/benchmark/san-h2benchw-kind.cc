/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-h2benchw-kind.h"

#include "ns3/block-workload-helper.h"
#include "ns3/h2benchw-workload.h"
#include "ns3/san-benchmark-figures.h"
#include "ns3/san-program-figures.h"
#include "ns3/san-results.h"
#include "ns3/string.h"

namespace ns3
{

SanH2benchwKind::SanH2benchwKind()
    : SanBlockKind("h2benchw", "a benchmark of each drive")
{
}

void
SanH2benchwKind::AddOptions(ProgramOptions& list)
{
    AddAttributes(list,
                  H2benchwWorkload::GetTypeId(),
                  {{"BlockSize", {.unit = "bytes"}},
                   {"Position", {.unit = "percent"}},
                   {"InterfaceRequests", {.unit = "requests"}},
                   {"Delay", {}},
                   {"Zones", {}},
                   {"ZoneSize", {.unit = "bytes"}},
                   {"Accesses", {}},
                   {"Writes", {}},
                   {"Pause", {}}});
}

ApplicationContainer
SanH2benchwKind::Install(const Place& place) const
{
    BlockWorkloadHelper helper("ns3::H2benchwWorkload");
    for (const auto& [name, value] : GetAttributes())
    {
        helper.SetAttribute(name, StringValue(value));
    }
    return helper.Install(place.node, place.devices);
}

bool
SanH2benchwKind::IsPerDrive() const
{
    return true;
}

void
SanH2benchwKind::Report(Ptr<BlockWorkload> workload,
                        uint32_t initiator,
                        uint32_t drive,
                        SanResults& results) const
{
    const auto benchmark = DynamicCast<H2benchwWorkload>(workload);
    results.AttachDrive(workload->GetDevice(0),
                        MakeCallback(&H2benchwWorkload::GetCurrentPhase, benchmark));
    results.Find<SanProgramFigures>()->Attach(
        [benchmark] { return SanBenchmarkFigures::GetResults(*benchmark); },
        initiator,
        drive);
    results.Find<SanBenchmarkFigures>()->Attach({benchmark, initiator, drive});
}

} // namespace ns3
