/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-block-map.h"

namespace ns3
{

uint64_t
FileBlockMap::GetBlockCount() const
{
    auto blocks = GetBlocks().size();
    for (const auto& extent : GetExtents())
    {
        blocks += extent.count;
    }
    return blocks;
}

} // namespace ns3
