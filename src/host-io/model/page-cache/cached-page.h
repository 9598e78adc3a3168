/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CACHED_PAGE_H
#define CACHED_PAGE_H

#include "page-waiter.h"

#include "ns3/block-request.h"
#include "ns3/io-timeline.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <list>
#include <vector>

namespace ns3
{

class MappingPages;

/**
 * @ingroup host-io-page-cache
 *
 * A page in the page cache.
 */
class CachedPage : public SimpleRefCount<CachedPage>
{
  public:
    /// The lists of the page cache.
    enum class List : uint8_t
    {
        NONE,     //!< it left the cache
        INACTIVE, //!< among the candidates for eviction
        ACTIVE,   //!< used at least twice
        PARKED    //!< inactive, came up for eviction while it could not go
    };

    /**
     * @param owner the pages it is one of
     * @param number its number in the mapping
     */
    CachedPage(MappingPages* owner, uint64_t number);
    ~CachedPage();

    /**
     * @return true if it may leave the cache: clean, not held, nobody waits for it, and not at the
     *         device
     */
    bool IsEvictable() const;

    /**
     * @return true if a request of it is at the device
     */
    bool IsUnderIo() const;

    MappingPages* owner;                    //!< the pages it is one of; null once it was dropped
    uint64_t number;                        //!< its number in the mapping
    uint64_t devicePage{0};                 //!< where it is being written to
    bool valid{false};                      //!< it has contents
    bool reading{false};                    //!< it is being read
    bool writing{false};                    //!< it is being written
    bool dirty{false};                      //!< it is to be written, again if it is being written
    bool dirtyHeld{false};                  //!< it becomes dirty when it is released
    bool marked{false};                     //!< a reader that gets here calls for read-ahead
    bool referenced{false};                 //!< it was used since it came onto its list
    uint32_t holds{0};                      //!< how often it is held
    uint32_t pins{0};                       //!< operations that wait for it
    uint64_t sequence{0};                   //!< of the change that made it dirty
    uint64_t written{0};                    //!< sequence of the change that is being written
    BlockStatus status{BlockStatus::OK};    //!< how the read of it ended
    std::vector<uint8_t> bytes;             //!< the contents where they are kept; empty for zeros
    Ptr<const IoTimeline> timeline;         //!< of the request that reads it, while one records
    std::vector<Ptr<PageWaiter>> waiters;   //!< who waits for the request of it
    List list{List::NONE};                  //!< where it is
    std::list<CachedPage*>::iterator place; //!< its place there
};

} // namespace ns3

#endif /* CACHED_PAGE_H */
