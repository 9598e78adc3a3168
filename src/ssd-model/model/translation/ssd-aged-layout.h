/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_AGED_LAYOUT_H
#define SSD_AGED_LAYOUT_H

#include "ns3/address-permutation.h"
#include "ns3/random-variable-stream.h"
#include "ns3/ssd-layout.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Where the units of a drive are that was written at random for long: at random places of its full
 * blocks, which have as many valid units as the steady state says. It is a function and no table:
 * it takes memory for blocks, not for units.
 */
class SsdAgedLayout
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no unit

    /**
     * @param layout the units and slots
     * @param shares shares of the full blocks by how many valid units they have
     * @param random draws the places
     */
    SsdAgedLayout(const SsdLayout& layout,
                  const std::vector<double>& shares,
                  const Ptr<UniformRandomVariable>& random);

    /**
     * @param unit a logical unit
     * @return its slot
     */
    uint32_t Find(uint64_t unit) const;

    /**
     * @param first a slot
     * @param end behind the last slot, in the same block
     * @param[out] units gets the unit of each slot behind what is there, NONE if it is not valid or
     *             the block is free
     */
    void GetUnits(uint32_t first, uint32_t end, std::vector<uint32_t>& units) const;

    /**
     * @param block a block
     * @return how many valid units it has
     */
    uint32_t GetValid(uint32_t block) const;

  private:
    /**
     * Say how many valid units each full block has.
     *
     * @param shares shares of the blocks by number of valid units
     * @param random draws which block gets which number
     */
    void DrawCounts(const std::vector<double>& shares, const Ptr<UniformRandomVariable>& random);

    /**
     * @param block a block
     * @return which slot of it has its first valid unit
     */
    uint32_t GetShift(uint32_t block) const;

    SsdLayout m_layout;         //!< the units and slots
    AddressPermutation m_order; //!< units in the order of the blocks
    std::vector<uint32_t>
        m_first; //!< place of each block's first valid unit in that order, and all
    std::vector<uint32_t> m_hints; //!< a block for each run of places: the one of the first place
    uint32_t m_hintShift{0};       //!< logarithm of the places in a run
    uint32_t m_stride{1};          //!< from one valid unit of a block to the next, slots
    uint32_t m_inverse{1};         //!< what undoes a multiplication by it, modulo slots of a block
};

} // namespace ns3

#endif /* SSD_AGED_LAYOUT_H */
