/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_BLOCK_MAP_FACTORY_H
#define FILE_BLOCK_MAP_FACTORY_H

#include "extent-page.h"
#include "file-block-map.h"

#include "ns3/extent-types.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup host-io-extent-block-map
 *
 * Makes the maps of files: the one place that knows all kinds.
 */
class FileBlockMapFactory
{
  public:
    /**
     * @param kind a kind of map
     * @return an empty map of that kind
     */
    static std::unique_ptr<FileBlockMap> Create(FileBlockMapKind kind);

    /**
     * @param page a block of an inode table
     * @param offset where an inode begins in it
     * @return a map with what the inode says, which FileBlockMap::Load completes
     */
    static std::unique_ptr<FileBlockMap> DecodeRoot(const ExtentPage& page, uint32_t offset);
};

} // namespace ns3

#endif /* FILE_BLOCK_MAP_FACTORY_H */
