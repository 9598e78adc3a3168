/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_MAPPING_CACHE_H
#define SSD_MAPPING_CACHE_H

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Which pages of the mapping table are in the controller's memory, where that does not hold the
 * whole table. The page that was used longest ago gives way to one that is not there; if entries of
 * it were changed, it has to be programmed. Each call takes constant time.
 */
class SsdMappingCache
{
  public:
    /// What the use of a page costs.
    struct Use
    {
        bool isMiss{false};              //!< whether it was not there
        std::optional<uint32_t> written; //!< a page that gave way and has to be programmed
    };

    /**
     * @param pages how many there is room for, 1 or more
     */
    explicit SsdMappingCache(uint32_t pages);

    /**
     * Use a page: it is there afterwards.
     *
     * @param page the page
     * @param isChanged whether an entry of it changes
     * @return what that costs
     */
    Use Touch(uint32_t page, bool isChanged);

    /**
     * Forget all pages, as without power.
     */
    void Clear();

    /**
     * @return how often pages were used
     */
    uint64_t GetUses() const;

    /**
     * @return how often the page was not there
     */
    uint64_t GetMisses() const;

    /**
     * @return how many pages gave way and had to be programmed
     */
    uint64_t GetWritten() const;

  private:
    /// A page that is there; the one before it was used later, the one behind it earlier.
    struct Entry
    {
        uint32_t page{0};      //!< its number
        uint32_t before{0};    //!< place of the one before, of the first the last
        uint32_t behind{0};    //!< place of the one behind, of the last the first
        bool isChanged{false}; //!< whether it differs from the flash
    };

    /**
     * Make a page the first one.
     *
     * @param place where it is
     */
    void MoveToFront(uint32_t place);

    uint32_t m_capacity;                             //!< pages that there is room for
    std::vector<Entry> m_entries;                    //!< those that are there, in a ring
    std::unordered_map<uint32_t, uint32_t> m_places; //!< of pages among them
    uint32_t m_first{0};                             //!< place of the one that was used last
    uint64_t m_uses{0};                              //!< counts uses
    uint64_t m_misses{0};                            //!< counts misses
    uint64_t m_written{0};                           //!< counts pages that were programmed
};

} // namespace ns3

#endif /* SSD_MAPPING_CACHE_H */
