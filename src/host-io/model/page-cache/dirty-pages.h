/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIRTY_PAGES_H
#define DIRTY_PAGES_H

#include "cached-page.h"
#include "page-table.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <list>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-page-cache
 *
 * Which pages are dirty or being written, by mapping, and in which order they became so.
 *
 * Every change that makes a clean page dirty has a sequence. It is finished when the page has been
 * written back, so a WriteBack waits for the sequences up to the last one at its start, and not for
 * later changes of the same pages.
 */
class DirtyPages
{
  public:
    /// Mappings in some order.
    using Mappings = std::list<Ptr<MappingPages>>;

    /**
     * A page becomes dirty, if it is not yet.
     *
     * @param page the page
     * @param now the current time
     * @return false if it was dirty already
     */
    bool Mark(CachedPage& page, Time now);

    /**
     * A dirty page begins to be written.
     */
    void StartWriting(CachedPage& page);

    /**
     * A page has been written. It is clean, or dirty again if it was changed since.
     *
     * @param page the page, which may have been dropped
     */
    void EndWriting(CachedPage& page);

    /**
     * A page need not be written for now. If it is being written that continues.
     */
    void Forget(CachedPage& page);

    /**
     * A page is about to leave the cache: nobody waits for it to be written any more.
     */
    void Drop(CachedPage& page);

    /**
     * @return the sequence of the last change
     */
    uint64_t GetSequence() const;

    /**
     * @return number of dirty pages that are not being written
     */
    uint64_t GetToWrite() const;

    /**
     * @return number of pages that are being written
     */
    uint64_t GetWriting() const;

    /**
     * @return number of pages that are dirty or being written
     */
    uint64_t GetCount() const;

    /**
     * @return mappings with dirty pages that are not being written, in the order in which they
     *         became so or had their turn
     */
    const Mappings& GetMappingsToWrite() const;

    /**
     * @return mappings with pages that are dirty or being written, in the order in which they
     *         became so
     */
    const Mappings& GetUnfinishedMappings() const;

    /**
     * A mapping had its turn: it becomes the last.
     *
     * @param pages the mapping, which has pages to write
     */
    void EndTurn(MappingPages& pages);

    /**
     * Forget everything.
     */
    void Clear();

  private:
    /**
     * Put a page among those to write.
     */
    void AddToWrite(CachedPage& page);

    /**
     * Take a page from those to write.
     */
    void RemoveToWrite(CachedPage& page);

    /**
     * A change need no longer be waited for.
     *
     * @param pages the mapping
     * @param sequence the change
     */
    void Finish(MappingPages& pages, uint64_t sequence);

    uint64_t m_sequence{0};        //!< of the last change
    uint64_t m_toWrite{0};         //!< pages dirty and not being written
    uint64_t m_writing{0};         //!< pages being written
    Mappings m_mappingsToWrite;    //!< with pages to write
    Mappings m_unfinishedMappings; //!< with pages to write or being written
};

} // namespace ns3

#endif /* DIRTY_PAGES_H */
