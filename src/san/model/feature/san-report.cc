/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-report.h"

namespace ns3
{

void
SanReport::AttachWorkload(Ptr<BlockWorkload> /* workload */)
{
}

void
SanReport::AttachDrive(Ptr<BlockDevice> /* drive */)
{
}

void
SanReport::WriteFiles()
{
}

void
SanReport::WriteSummary(JsonWriter& /* json */, const IoSummary& /* requests */) const
{
}

} // namespace ns3
