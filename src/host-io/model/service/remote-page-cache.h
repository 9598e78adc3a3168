/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_PAGE_CACHE_H
#define REMOTE_PAGE_CACHE_H

#include "remote-page-device.h"
#include "remote-pages.h"

#include "ns3/page-cache.h"
#include "ns3/read-ahead.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The page cache of a file service's client, for all files of its server.
 */
class RemotePageCache : public SimpleRefCount<RemotePageCache>
{
  public:
    /// What is set.
    struct Settings
    {
        uint64_t memory{0};     //!< bytes for pages, at least 65536
        uint32_t pieceBytes{0}; //!< most bytes that a request moves
        uint64_t aheadBytes{0}; //!< most bytes ahead of a sequential reader, 0 for none
        bool keepsData{false};  //!< whether there are contents
    };

    /**
     * @param settings what is set
     * @throw UserError if the memory is too small
     */
    explicit RemotePageCache(const Settings& settings);

    /**
     * Forget all pages and whoever waits for them; nothing else is called afterwards.
     */
    void Dispose();

    /**
     * @return the page cache
     */
    Ptr<PageCache> GetCache() const;

    /**
     * @return what is under it
     */
    Ptr<RemotePageDevice> GetDevice() const;

    /**
     * @return pages for another file, null if there is no place for more files
     */
    Ptr<RemotePages> TakePages();

    /**
     * @return the read-ahead of a file that is opened, null for none
     */
    Ptr<ReadAhead> CreateReadAhead() const;

  private:
    Settings m_settings;            //!< what is set
    Ptr<RemotePageDevice> m_device; //!< the files
    Ptr<PageCache> m_cache;         //!< their pages
};

} // namespace ns3

#endif /* REMOTE_PAGE_CACHE_H */
