/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ON_DEMAND_READ_AHEAD_H
#define ON_DEMAND_READ_AHEAD_H

#include "read-ahead.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache-read-ahead
 *
 * Read-ahead in the manner of Linux since 2.6.23.
 *
 * A read at the beginning of the file, or one that follows on the last, opens a window whose size
 * follows from the size of the read. A page in each window is marked; when a reader gets there the
 * next window is read, of four times the size while that is below a sixteenth of MaxPages, of twice
 * the size after that, of MaxPages in the end. Since Linux has folios of several pages, which
 * double twice from window to window up to the size of the window, a window that grows ends where
 * such a folio does. Other reads are taken for random and bring in what they ask for. Left out is
 * that Linux also looks at which pages before a miss are cached, to know several readers of one
 * open file apart.
 */
class OnDemandReadAhead : public ReadAhead
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ReadAheadWindow Miss(uint64_t page, uint64_t pagesLeft) override;
    ReadAheadWindow Mark(uint64_t page, uint64_t pagesLeft) override;
    void EndRead(uint64_t lastPage) override;

  private:
    /**
     * @param page a page
     * @return true if a reader who gets there follows the window
     */
    bool FollowsWindow(uint64_t page) const;

    /**
     * Open a window.
     *
     * @param page its first page
     * @param pagesLeft how many pages the read asks for
     * @return the window
     */
    ReadAheadWindow Open(uint64_t page, uint64_t pagesLeft);

    /**
     * @return the window behind the current one
     */
    ReadAheadWindow Next();

    /**
     * End the window, which follows another, where a folio ends.
     */
    void Align();

    /**
     * @param size pages of a window
     * @return pages of the one that follows it
     */
    uint64_t GetNextSize(uint64_t size) const;

    /**
     * @return the current window, with its mark
     */
    ReadAheadWindow GetWindow() const;

    uint32_t m_maxPages;             //!< pages of the largest window
    uint64_t m_start{0};             //!< first page of the window
    uint64_t m_size{0};              //!< its pages; 0 for no window
    uint64_t m_ahead{0};             //!< those of them from the mark to the end
    uint32_t m_order{0};             //!< a folio of the window has 2 to the power of this pages
    uint64_t m_previous{UINT64_MAX}; //!< the last page of the last read
};

} // namespace ns3

#endif /* ON_DEMAND_READ_AHEAD_H */
