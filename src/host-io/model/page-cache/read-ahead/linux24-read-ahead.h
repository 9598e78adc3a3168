/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX24_READ_AHEAD_H
#define LINUX24_READ_AHEAD_H

#include "read-ahead.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache-read-ahead
 *
 * Read-ahead in the manner of Linux 2.4: a window that doubles while the reader continues from page
 * to page, from 1 page to MaxPages, with one request outstanding.
 *
 * The next window is read while the reader is in the last one, as soon as that has come. A reader
 * that goes anywhere but to the next page starts again with 1 page.
 */
class Linux24ReadAhead : public ReadAhead
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ReadAheadWindow Miss(uint64_t page, uint64_t pagesLeft) override;
    ReadAheadWindow Use(uint64_t page) override;

  private:
    /**
     * Begin the next window of a reader that succeeds.
     *
     * @param page its first page
     * @return the window
     */
    ReadAheadWindow Grow(uint64_t page);

    uint32_t m_maxPages;             //!< pages of the largest window
    uint64_t m_start{0};             //!< first page of the last window
    uint64_t m_size{0};              //!< its pages; 0 for none
    uint64_t m_previous{UINT64_MAX}; //!< the page used last
};

} // namespace ns3

#endif /* LINUX24_READ_AHEAD_H */
