/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_SLC_CACHE_H
#define SSD_SLC_CACHE_H

#include "ns3/ssd-layout.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * The SLC cache: blocks of each die whose cells hold one bit. What the host writes goes there while
 * there is room; later it is folded, block by block, the oldest first: its valid units are taken to
 * the other blocks, and it is erased. Slots are numbered from 0, those of a die together.
 */
class SsdSlcCache
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no unit

    /**
     * @param layout the units and slots
     */
    explicit SsdSlcCache(const SsdLayout& layout);

    /**
     * @param die a die
     * @return true if a stripe can be written to it
     */
    bool HasRoom(uint32_t die) const;

    /**
     * @param die a die
     * @return true if nothing was written to it that is not folded
     */
    bool IsEmpty(uint32_t die) const;

    /**
     * @param slot a slot
     * @return its die
     */
    uint32_t GetDie(uint32_t slot) const;

    /**
     * Write a unit.
     *
     * @param die a die that has room
     * @param unit the unit, NONE to leave the slot empty
     * @return the slot that it gets
     */
    uint32_t Append(uint32_t die, uint32_t unit);

    /**
     * What is in a slot is no longer valid.
     *
     * @param slot a slot that holds a unit
     */
    void Invalidate(uint32_t slot);

    /**
     * Take the valid units among the next slots of the oldest block. Nothing is written to that
     * block any more.
     *
     * @param die a die that is not empty
     * @param slots how many slots to look at, 1 or more
     * @param[out] units gets them
     */
    void Take(uint32_t die, uint32_t slots, std::vector<uint32_t>& units);

    /**
     * @param die a die that is not empty
     * @return true if the oldest block has no slot left to look at
     */
    bool IsTaken(uint32_t die) const;

    /**
     * The oldest block is erased and free.
     *
     * @param die a die all of whose oldest block is taken
     */
    void Erase(uint32_t die);

    /**
     * @return how often blocks were erased
     */
    uint64_t GetErases() const;

  private:
    /// A die.
    struct Die
    {
        std::deque<uint32_t> free; //!< blocks without contents
        std::deque<uint32_t> used; //!< blocks with contents, the oldest first
        bool isOpen{false};        //!< whether the newest takes more
        uint32_t cursor{0};        //!< the next slot of the oldest to look at
    };

    uint32_t m_blocksPerDie;                    //!< blocks of a die
    uint32_t m_unitsPerBlock;                   //!< slots of a block
    std::vector<Die> m_dies;                    //!< the dies
    std::vector<std::vector<uint32_t>> m_units; //!< by block and slot; NONE where there is none
    uint64_t m_erases{0};                       //!< counts blocks that were erased
};

} // namespace ns3

#endif /* SSD_SLC_CACHE_H */
