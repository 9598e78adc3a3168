/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_MAPPING_TABLE_H
#define SSD_MAPPING_TABLE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * The mapping table of a drive: where each logical unit is on the flash. Until a quarter of the
 * units has been set it is a hash table of those, which takes 8 to 24 bytes for each; then it is an
 * array of 4 bytes for each unit of the drive.
 */
class SsdMappingTable
{
  public:
    static constexpr uint32_t UNTOUCHED = 0; //!< what a unit has that was never set
    static constexpr uint32_t NOWHERE = 1;   //!< what a unit has that was trimmed
    static constexpr uint32_t FIRST = 2;     //!< what the slot 0 is stored as

    /**
     * @param units number of logical units, below 2^32
     */
    explicit SsdMappingTable(uint64_t units);

    /**
     * @param unit a logical unit
     * @return UNTOUCHED, NOWHERE, or FIRST more than the number of its slot
     */
    uint32_t Get(uint64_t unit) const
    {
        return m_array.empty() ? m_hash[FindPlace(unit)].entry : m_array[unit];
    }

    /**
     * Let the processor load what Get and Set of a unit will need soon.
     *
     * @param unit a logical unit
     */
    void Prefetch(uint64_t unit) const
    {
        __builtin_prefetch(m_array.empty() ? static_cast<const void*>(&m_hash[GetHome(unit)])
                                           : &m_array[unit]);
    }

    /**
     * @param unit a logical unit
     * @param entry what Get returns for it from now on, not UNTOUCHED
     */
    void Set(uint64_t unit, uint32_t entry);

    /**
     * @return bytes of memory that the table takes
     */
    uint64_t GetAllocatedBytes() const;

  private:
    /// A place of the hash table.
    struct Place
    {
        uint32_t unit{0};          //!< the unit
        uint32_t entry{UNTOUCHED}; //!< its entry, UNTOUCHED if the place is empty
    };

    /**
     * @param unit a logical unit
     * @return the place of the hash table where the search for it begins
     */
    uint64_t GetHome(uint64_t unit) const
    {
        return unit * 0x9e3779b97f4a7c15U >> m_shift;
    }

    /**
     * @param unit a logical unit
     * @return its place in the hash table, or the empty one where it belongs
     */
    uint64_t FindPlace(uint64_t unit) const
    {
        auto place = GetHome(unit);
        while (m_hash[place].entry != UNTOUCHED && m_hash[place].unit != unit)
        {
            place = (place + 1) & (m_hash.size() - 1);
        }
        return place;
    }

    /**
     * Make room for more units: a larger hash table, or the array.
     */
    void Grow();

    uint64_t m_units;              //!< number of logical units
    uint64_t m_used{0};            //!< places of the hash table that are not empty
    uint32_t m_shift{54};          //!< 64 less the logarithm of its size
    std::vector<Place> m_hash;     //!< the hash table, a power of two of places
    std::vector<uint32_t> m_array; //!< the array, empty as long as there is the hash table
};

} // namespace ns3

#endif /* SSD_MAPPING_TABLE_H */
