/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-block-map-factory.h"

#include "extent-tree.h"
#include "indirect-block-map.h"

namespace ns3
{

std::unique_ptr<FileBlockMap>
FileBlockMapFactory::Create(FileBlockMapKind kind)
{
    if (kind == FileBlockMapKind::INDIRECT)
    {
        return std::make_unique<IndirectBlockMap>();
    }
    return std::make_unique<ExtentTree>();
}

std::unique_ptr<FileBlockMap>
FileBlockMapFactory::DecodeRoot(const ExtentPage& page, uint32_t offset)
{
    const auto tag = page.Get(offset + FileBlockMap::TAG_OFFSET, 1);
    auto map = Create(tag == FileBlockMap::INDIRECT_TAG ? FileBlockMapKind::INDIRECT
                                                        : FileBlockMapKind::EXTENTS);
    map->LoadRoot(page, offset);
    return map;
}

} // namespace ns3
