/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_PAGE_SET_H
#define EXTENT_PAGE_SET_H

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup host-io-extent
 *
 * A set of pages of a file that keeps runs of pages, not single ones.
 */
class ExtentPageSet
{
  public:
    /**
     * Add pages, of which none may be in the set.
     *
     * @param page the first
     * @param count how many
     */
    void Add(uint64_t page, uint64_t count);

    /**
     * Remove those pages of a range that are in the set.
     *
     * @param page the first
     * @param count how many
     * @return how many were in the set
     */
    uint64_t Remove(uint64_t page, uint64_t count);

    /**
     * @param page a page
     * @param count how many follow, at least 1; set to how many of them are alike
     * @return true if the page is in the set
     */
    bool Contains(uint64_t page, uint64_t& count) const;

    /**
     * @return number of pages in the set
     */
    uint64_t GetCount() const;

  private:
    std::map<uint64_t, uint64_t> m_runs; //!< by the first page: the page behind the last
    uint64_t m_count{0};                 //!< pages in the set
};

} // namespace ns3

#endif /* EXTENT_PAGE_SET_H */
