/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_TABLE_H
#define PAGE_TABLE_H

#include "cached-page.h"
#include "page-mapping.h"
#include "page-waiter.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * What the page cache knows of one mapping.
 */
class MappingPages : public SimpleRefCount<MappingPages>
{
  public:
    /// A WriteBack that waits for the changes up to a sequence.
    struct Waiter
    {
        uint64_t upTo;          //!< the sequence of the last change
        Ptr<PageWaiter> waiter; //!< who waits
    };

    /**
     * @param mapping the mapping
     */
    explicit MappingPages(Ptr<PageMapping> mapping);
    ~MappingPages();

    /**
     * @return true if there is nothing to remember
     */
    bool IsIdle() const;

    /**
     * @param number number of a page
     * @return the page, or null
     */
    CachedPage* Find(uint64_t number) const;

    Ptr<PageMapping> mapping;                  //!< the mapping
    std::map<uint64_t, Ptr<CachedPage>> pages; //!< its cached pages by number
    std::map<uint64_t, CachedPage*> toWrite;   //!< those dirty and not being written, by number
    std::set<uint64_t> unfinished;             //!< sequences of changes not written back
    std::deque<Waiter> waiters;                //!< in order of their sequences
    std::optional<BlockStatus> error;          //!< of a write-back, not reported yet
    Time dirtied;                              //!< when its first dirty page became so
    uint64_t cursor{0};                        //!< where background writing continues
    uint64_t turn{0};                          //!< pages written in the present turn
    uint64_t readEnd{UINT64_MAX};              //!< first byte behind the last read
    uint32_t users{0};                         //!< operations under way
    std::list<Ptr<MappingPages>>::iterator toWritePlace;    //!< in the list of such mappings
    std::list<Ptr<MappingPages>>::iterator unfinishedPlace; //!< in the list of such mappings
};

/**
 * @ingroup host-io-page-cache
 *
 * The pages in the page cache by mapping and number.
 */
class PageTable
{
  public:
    /**
     * @param mapping a mapping
     * @return what is known of it, or null
     */
    MappingPages* Find(const PageMapping* mapping) const;

    /**
     * @param mapping a mapping
     * @return what is known of it, from now on if nothing was
     */
    MappingPages& Get(Ptr<PageMapping> mapping);

    /**
     * Forget a mapping if there is nothing to remember of it.
     *
     * @param pages what is known of it
     */
    void ForgetIfIdle(MappingPages& pages);

    /**
     * @param pages of which mapping
     * @param number the number of a page that is not cached
     * @return the new page
     */
    Ptr<CachedPage> Add(MappingPages& pages, uint64_t number);

    /**
     * Remove a page; its mapping may be forgotten with it.
     */
    void Remove(CachedPage& page);

    /**
     * @return number of pages
     */
    uint64_t GetCount() const;

    /**
     * Remove everything.
     */
    void Clear();

  private:
    /// By address, for finding only: an order of addresses is not repeatable.
    std::unordered_map<const PageMapping*, Ptr<MappingPages>> m_mappings;
    uint64_t m_count{0}; //!< number of pages
};

/**
 * @ingroup host-io-page-cache
 *
 * Keeps a mapping known while an operation uses it.
 */
class MappingUse
{
  public:
    /**
     * @param table the table
     * @param mapping the mapping
     */
    MappingUse(PageTable& table, Ptr<PageMapping> mapping);
    ~MappingUse();
    MappingUse(const MappingUse&) = delete;
    MappingUse& operator=(const MappingUse&) = delete;

    /**
     * @return what is known of the mapping
     */
    MappingPages& Get() const;

  private:
    PageTable& m_table;        //!< the table
    Ptr<MappingPages> m_pages; //!< what is known of the mapping
};

} // namespace ns3

#endif /* PAGE_TABLE_H */
