/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PAGE_WRITE_PLUG_H
#define PAGE_WRITE_PLUG_H

#include "page-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Dirty pages next to each other in their mapping and on the device.
 */
struct DirtyRun
{
    Ptr<MappingPages> pages; //!< of which mapping; null for no run
    uint64_t first{0};       //!< the first page
    uint64_t devicePage{0};  //!< where that is on the device
    uint64_t count{0};       //!< number of pages
    bool background{false};  //!< nobody asked for it by name
};

/**
 * @ingroup host-io-page-cache
 *
 * Write requests that are formed at one moment and not yet sent. Runs of different files that lie
 * next to each other on the device share a request, as requests merge in Linux while its block
 * layer is plugged.
 */
class PageWritePlug
{
  public:
    /// A request that is formed.
    struct Entry
    {
        uint64_t devicePage;      //!< its first page on the device
        Ptr<PageRequest> request; //!< the request
    };

    /**
     * Find the request that a run can be added to. Only the newest is looked at, as in Linux.
     *
     * @param run the run
     * @param maxPages most pages in a request
     * @return the newest request if the run is next to it and fits, else null
     */
    Entry* FindNeighbour(const DirtyRun& run, uint64_t maxPages);

    /**
     * @param devicePage the first page of a new request
     * @return the request
     */
    Entry& Add(uint64_t devicePage);

    /**
     * Add a page to a request, at its front or at its end.
     *
     * @param entry the request
     * @param page the page, whose devicePage says where it goes
     * @param storeData true if contents are kept
     */
    static void Insert(Entry& entry, Ptr<CachedPage> page, bool storeData);

    /**
     * @return number of requests
     */
    std::size_t GetCount() const;

    /**
     * @return the requests in the order in which they were formed, which leave the plug
     */
    std::vector<Entry> Take();

  private:
    std::vector<Entry> m_entries; //!< requests in the order in which they were formed
};

} // namespace ns3

#endif /* PAGE_WRITE_PLUG_H */
