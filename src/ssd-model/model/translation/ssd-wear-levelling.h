/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_WEAR_LEVELLING_H
#define SSD_WEAR_LEVELLING_H

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * Static wear levelling of a die: says when the least erased of its full blocks has to be
 * collected, which are those with data that nobody rewrites, so that no other is erased much more
 * often. Full blocks are in rings by how often they were erased; each call takes constant time in
 * the mean.
 */
class SsdWearLevelling
{
  public:
    /**
     * @param blocks number of blocks of the die
     * @param spread how many erases blocks may be apart, 3 or more
     */
    SsdWearLevelling(uint32_t blocks, uint32_t spread);

    /**
     * A block is full.
     *
     * @param block the block, which was not
     * @param erases how often it was erased
     */
    void Insert(uint32_t block, uint32_t erases);

    /**
     * A block is collected.
     *
     * @param block a full block
     */
    void Remove(uint32_t block);

    /**
     * A block is about to be collected. If that brought it within one erase of the spread, the
     * least erased block is collected first, but of two collections one at most is for levelling:
     * the host needs those that make room. If it came to be further from the least erased one than
     * the spread, that one is collected in any case.
     *
     * @param victim a full block
     * @return the block to collect in its place; none if the victim may be collected
     */
    std::optional<uint32_t> Choose(uint32_t victim);

    /**
     * @param erases how often a block was erased that is not full
     * @param victim a full block that is about to be collected
     * @return true if that is the spread or more ahead of the other then
     */
    bool IsBehind(uint32_t erases, uint32_t victim) const;

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no block

    /// A full block, in a ring of those that were erased as often.
    struct Block
    {
        uint32_t erases{0};      //!< how often it was erased
        uint32_t next{NONE};     //!< the one that became full after it
        uint32_t previous{NONE}; //!< the one that became full before it
    };

    uint32_t m_spread;            //!< erases that blocks may be apart
    std::vector<Block> m_blocks;  //!< all blocks of the die
    std::deque<uint32_t> m_heads; //!< first of each ring, by erases, from the least on
    uint32_t m_least{0};          //!< erases of the first ring, which has a block
    bool m_hasLevelled{false};    //!< whether the last collection was for levelling
};

} // namespace ns3

#endif /* SSD_WEAR_LEVELLING_H */
