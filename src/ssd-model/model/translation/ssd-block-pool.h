/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_BLOCK_POOL_H
#define SSD_BLOCK_POOL_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * The full blocks of a die, among which garbage collection chooses: by number, at random, or by how
 * many valid units they have. Each change takes constant time.
 */
class SsdBlockPool
{
  public:
    /**
     * @param blocks number of blocks of the die
     * @param unitsPerBlock units in a block
     */
    SsdBlockPool(uint32_t blocks, uint32_t unitsPerBlock);

    /**
     * @param block a block that is not in the pool
     * @param valid how many of its units are valid
     * @param time when it was filled, in units written to the drive
     */
    void Insert(uint32_t block, uint32_t valid, uint64_t time);

    /**
     * @param block a block of the pool
     */
    void Remove(uint32_t block);

    /**
     * A unit of a block became invalid.
     *
     * @param block a block of the pool
     * @param time when, in units written to the drive
     */
    void Invalidate(uint32_t block, uint64_t time);

    /**
     * @param block a block
     * @return true if it is in the pool
     */
    bool Has(uint32_t block) const
    {
        return m_blocks[block].place != NONE;
    }

    /**
     * @return how many blocks are in the pool
     */
    uint32_t GetN() const
    {
        return m_members.size();
    }

    /**
     * @param index below GetN
     * @return a block; which one it is changes with Insert and Remove
     */
    uint32_t GetMember(uint32_t index) const
    {
        return m_members[index];
    }

    /**
     * @param block a block of the pool
     * @return how many of its units are valid
     */
    uint32_t GetValid(uint32_t block) const
    {
        return m_blocks[block].valid;
    }

    /**
     * @param block a block of the pool
     * @return when it was filled or last lost a unit, in units written to the drive
     */
    uint64_t GetTime(uint32_t block) const
    {
        return m_blocks[block].time;
    }

    /**
     * @return units in a block
     */
    uint32_t GetUnitsPerBlock() const
    {
        return m_heads.size() - 1;
    }

    /**
     * @return a block with the fewest valid units; the pool is not empty
     */
    uint32_t GetLeastValid();

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no block or place

    /// What the pool knows of a block.
    struct Block
    {
        uint32_t place{NONE};    //!< in m_members, NONE if it is not in the pool
        uint32_t valid{0};       //!< valid units
        uint32_t next{NONE};     //!< another one with as many
        uint32_t previous{NONE}; //!< the one whose next it is, NONE if it is the head
        uint64_t time{0};        //!< when it was filled or last lost a unit
    };

    /**
     * Put a block at the head of the list of those with as many valid units.
     *
     * @param block the block
     */
    void Link(uint32_t block);

    /**
     * Take a block out of its list.
     *
     * @param block the block
     */
    void Unlink(uint32_t block);

    std::vector<Block> m_blocks;     //!< all blocks of the die
    std::vector<uint32_t> m_members; //!< those in the pool
    std::vector<uint32_t> m_heads;   //!< heads of lists by number of valid units
    uint32_t m_least{0};             //!< no block has fewer valid units
};

} // namespace ns3

#endif /* SSD_BLOCK_POOL_H */
