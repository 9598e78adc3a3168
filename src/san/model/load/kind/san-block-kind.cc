/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-block-kind.h"

namespace ns3
{

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
