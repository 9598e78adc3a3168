/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_INODE_H
#define EXTENT_INODE_H

#include "extent-directory.h"
#include "extent-page-set.h"

#include "ns3/file-block-map.h"
#include "ns3/nstime.h"
#include "ns3/page-mapping.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * A file or directory in memory.
 */
struct ExtentInode
{
    uint64_t number{0};   //!< its number, from 1
    uint32_t links{0};    //!< names that stand for it; a directory has 2 and 1 for each below
    uint32_t users{0};    //!< who keeps it from removal: open files and requests
    uint64_t size{0};     //!< bytes as a program sees them
    uint64_t diskSize{0}; //!< bytes as the medium has them: without delayed pages at the end
    Time modified;        //!< when the contents last changed
    bool accessed{false}; //!< true if it was read since, and the time of that is noted
    std::unique_ptr<FileBlockMap> map;      //!< where its pages are
    ExtentPageSet delayed;                  //!< pages that were written and have no place yet
    uint64_t mapReserved{0};                //!< blocks promised to its map for these pages
    std::unique_ptr<ExtentDirectory> names; //!< the names of a directory, null for a file
    uint64_t parent{0};                     //!< a directory's parent
    Ptr<PageMapping> mapping;    //!< its pages in the page cache, null before the first use
    uint64_t transaction{0};     //!< the last that changed it
    uint64_t dataTransaction{0}; //!< the last that changed its size or the places of its pages
    bool failed{false};          //!< true if a write-back failed and nobody was told
    bool emptied{false};         //!< true after a truncation to nothing, until the next close
    bool growing{false};         //!< true if blocks are put aside for what a program writes next
    bool locked{false};          //!< true while a write or truncate is under way
    std::list<std::function<void()>> waiting; //!< writes and truncates that wait for it

    /**
     * Its contents change.
     *
     * @param now when
     */
    void NoteChange(Time now)
    {
        modified = now;
        accessed = false;
    }

    /**
     * @return true for a directory
     */
    bool IsDirectory() const
    {
        return names != nullptr;
    }
};

} // namespace ns3

#endif /* EXTENT_INODE_H */
