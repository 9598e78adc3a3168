/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef READ_AHEAD_H
#define READ_AHEAD_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-page-cache-read-ahead
 *
 * Pages to read, as a ReadAhead decides.
 */
struct ReadAheadWindow
{
    /// A number that no page has: no mark.
    static constexpr uint64_t NO_PAGE = UINT64_MAX;

    uint64_t page{0};       //!< the first of them
    uint64_t count{0};      //!< how many; 0 to read nothing
    uint64_t mark{NO_PAGE}; //!< the page that, once a reader gets to it, calls for more; or NO_PAGE
};

/**
 * @ingroup host-io-page-cache-read-ahead
 *
 * Decides what an open file's reads bring into the page cache beyond what they ask for. Each open
 * file has its own, as the state follows one reader. The page cache leaves out pages that it holds
 * or that lie past the end of the file, and ends a window early where memory ends.
 */
class ReadAhead : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * A reader needs a page that is not cached.
     *
     * @param page the page
     * @param pagesLeft how many pages the read still asks for, this one included
     * @return what to read; the page itself is read in any case
     */
    virtual ReadAheadWindow Miss(uint64_t page, uint64_t pagesLeft) = 0;

    /**
     * A reader got to a page that was marked, which may still be on its way. The mark is gone now.
     *
     * @param page the page
     * @param pagesLeft how many pages the read still asks for, this one included
     * @return what to read while the reader continues
     */
    virtual ReadAheadWindow Mark(uint64_t page, uint64_t pagesLeft);

    /**
     * A reader copied a page.
     *
     * @param page the page
     * @return what to read while the reader continues
     */
    virtual ReadAheadWindow Use(uint64_t page);

    /**
     * A read has got all that it asked for.
     *
     * @param lastPage the last page of it
     */
    virtual void EndRead(uint64_t lastPage);

    /**
     * The page cache sent a request for this reader to the device.
     */
    void RequestStarted();

    /**
     * The device completed such a request.
     */
    void RequestEnded();

  protected:
    /**
     * @return number of requests for this reader that the device has not completed
     */
    uint32_t GetOutstanding() const;

  private:
    uint32_t m_outstanding{0}; //!< requests for this reader at the device
};

} // namespace ns3

#endif /* READ_AHEAD_H */
