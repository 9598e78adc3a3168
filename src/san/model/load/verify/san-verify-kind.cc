/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-verify-kind.h"

#include "ns3/san-load-options.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/verifying-workload.h"

namespace ns3
{

SanVerifyKind::SanVerifyKind(const SanLoadOptions& options)
    : SanDrawnKind("verify",
                   "requests in a closed loop that check the contents of what they read",
                   "Closed",
                   options)
{
}

void
SanVerifyKind::AddOptions(ProgramOptions& list)
{
    AddAttributes(list,
                  VerifyingWorkload::GetTypeId(),
                  {{"Fill", {}},
                   {"LastRead", {}},
                   {"PassSize", {.unit = "bytes"}},
                   {"FlushInterval", {.unit = "requests"}},
                   {"FuaInterval", {.unit = "writes"}},
                   {"StopAtMismatch", {}},
                   {"Run", {}}});
    list.Add("verifyBlocks",
             "Blocks of each drive that are used, divided among initiators; 0 for all",
             m_blocks,
             IntegerRule("0", "1000000000000", "blocks"),
             GetNeed());
}

ApplicationContainer
SanVerifyKind::Install(const Place& place) const
{
    auto helper = MakeHelper("ns3::VerifyingWorkload");
    for (const auto& [name, value] : GetAttributes())
    {
        helper.SetAttribute(name, StringValue(value));
    }
    helper.SetAttribute("LbaCount", UintegerValue(m_blocks));
    helper.SetAttribute("WorkCount", UintegerValue(m_options.count));
    helper.SetAttribute("WorkTime", TimeValue(m_options.stop));
    const bool writes =
        m_options.readFraction < 1 || m_options.GetList().GetValue("verifyFill") == "true";
    // Initiators that write need blocks of their own on each drive.
    const auto parts = writes ? place.initiators : 1;
    helper.SetAttribute("Parts", UintegerValue(parts));
    helper.SetAttribute("Part", UintegerValue(place.number % parts));
    helper.SetAttribute("Writer", UintegerValue(place.number));
    return helper.Install(place.node, place.devices);
}

bool
SanVerifyKind::ChecksContents() const
{
    return true;
}

bool
SanVerifyKind::StopsItself() const
{
    return true;
}

} // namespace ns3
