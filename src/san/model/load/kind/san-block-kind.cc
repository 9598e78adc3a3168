/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-block-kind.h"

#include "ns3/san-results.h"

namespace ns3
{

void
SanBlockKind::Report(Ptr<BlockWorkload> workload,
                     uint32_t /* initiator */,
                     uint32_t /* drive */,
                     SanResults& results) const
{
    results.AttachWorkload(workload);
}

std::vector<std::string>
SanBlockKind::GetNotes() const
{
    return {};
}

bool
SanBlockKind::IsPerDrive() const
{
    return false;
}

bool
SanBlockKind::ChecksContents() const
{
    return false;
}

bool
SanBlockKind::StopsItself() const
{
    return false;
}

} // namespace ns3
