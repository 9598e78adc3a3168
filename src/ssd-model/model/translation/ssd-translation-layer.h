/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_TRANSLATION_LAYER_H
#define SSD_TRANSLATION_LAYER_H

#include "ssd-aged-layout.h"
#include "ssd-block-pool.h"
#include "ssd-mapping-table.h"
#include "ssd-slc-cache.h"
#include "ssd-victim-policy.h"
#include "ssd-wear-levelling.h"

#include "ns3/ptr.h"
#include "ns3/ssd-layout.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-translation
 *
 * The flash translation layer: where each unit is, where the next one goes, and garbage collection.
 * It knows no time; whoever uses it says how long its steps take.
 *
 * Each die fills one block with what the host writes, and with what collection moves as well unless
 * that has a block of its own (SsdLayout::separatesMoved). A free block is always kept for what
 * collection moves. A collection chooses a full block, moves its valid units step by step, and
 * ends when the block is erased. Units that were written to the SLC cache are folded into the
 * host's block in the same steps. With wear levelling (SsdLayout::wearSpread) some collections are
 * of the least erased block and not of the policy's; what they move has a block of its own.
 */
class SsdTranslationLayer
{
  public:
    /**
     * @param layout the units and slots
     * @param policy chooses what collection frees
     * @throw UserError if a drive could not be written with that layout
     */
    SsdTranslationLayer(const SsdLayout& layout, Ptr<SsdVictimPolicy> policy);
    ~SsdTranslationLayer();

    SsdTranslationLayer(const SsdTranslationLayer&) = delete;
    SsdTranslationLayer& operator=(const SsdTranslationLayer&) = delete;

    /**
     * Put the drive, which is new, into the steady state of uniform random writes, at once.
     *
     * @param random draws where the units are
     */
    void Age(const Ptr<UniformRandomVariable>& random);

    /**
     * @return the units and slots
     */
    const SsdLayout& GetLayout() const;

    /**
     * @param unit a logical unit
     * @return its slot, none if it was never written or was trimmed
     */
    std::optional<uint32_t> Find(uint64_t unit) const;

    /**
     * Let the processor load what Write of a unit will need soon.
     *
     * @param unit a logical unit
     */
    void Prefetch(uint64_t unit) const
    {
        m_table.Prefetch(unit);
    }

    /**
     * @param die a die
     * @param units how many, at most those of a block
     * @return true if so many may be written to it: otherwise a collection has to end first
     */
    bool HasRoom(uint32_t die, uint32_t units = 1) const;

    /**
     * Write a unit. What it had before becomes invalid.
     *
     * @param unit a logical unit
     * @param die a die that has room
     * @return the slot that it gets
     */
    uint32_t Write(uint64_t unit, uint32_t die);

    /**
     * Leave slots without a unit: of a page that is programmed before it is full.
     *
     * @param die a die that has room
     * @param slots how many
     */
    void Skip(uint32_t die, uint32_t slots);

    /**
     * @param die a die
     * @return true if a stripe may be written to its SLC cache
     */
    bool HasSlcRoom(uint32_t die) const;

    /**
     * Write a unit to the SLC cache. What it had before becomes invalid.
     *
     * @param unit a logical unit
     * @param die a die whose cache has room
     * @return the slot that it gets
     */
    uint32_t WriteToSlc(uint64_t unit, uint32_t die);

    /**
     * Leave slots of the SLC cache without a unit.
     *
     * @param die a die whose cache has room
     * @param slots how many
     */
    void SkipInSlc(uint32_t die, uint32_t slots);

    /**
     * @param slot a slot
     * @return whether it is one of the SLC cache
     */
    bool IsInSlc(uint32_t slot) const
    {
        return slot >= m_slcFirst;
    }

    /**
     * @param slot a slot
     * @return the die where it is
     */
    uint32_t GetDieOf(uint32_t slot) const;

    /**
     * @param die a die
     * @return true if its SLC cache has something to fold
     */
    bool HasToFold(uint32_t die) const;

    /**
     * Move the valid units among the next slots of the oldest block of the SLC cache.
     *
     * @param die a die that has something to fold, and room for so many units
     * @param slots how many slots to look at, 1 or more
     * @return how many units were moved
     */
    uint32_t FoldUnits(uint32_t die, uint32_t slots);

    /**
     * @param die a die that has something to fold
     * @return true if that block has no slot left to look at
     */
    bool IsFolded(uint32_t die) const;

    /**
     * That block is erased.
     *
     * @param die a die all of whose block is folded
     */
    void EndFolding(uint32_t die);

    /**
     * Forget a unit: its slot becomes invalid.
     *
     * @param unit a logical unit
     */
    void Trim(uint64_t unit);

    /**
     * @param die a die
     * @return true if it has fewer free blocks than it is to have, and one that can be freed
     */
    bool NeedsCollection(uint32_t die) const;

    /**
     * Choose a block to free.
     *
     * @param die a die that needs a collection and has none under way
     * @return the block
     */
    uint32_t BeginCollection(uint32_t die);

    /**
     * @param die a die
     * @return true if a collection is under way
     */
    bool IsCollecting(uint32_t die) const;

    /**
     * Move the valid units among the next slots of the block that is collected.
     *
     * @param die a die with a collection under way
     * @param slots how many slots to look at, 1 or more
     * @return how many units were moved
     */
    uint32_t MoveUnits(uint32_t die, uint32_t slots);

    /**
     * @param die a die with a collection under way
     * @return true if the block has no slot left to look at
     */
    bool IsMoved(uint32_t die) const;

    /**
     * @param die a die with a collection under way
     * @return units that are moved for each slot that becomes free, 0 or more
     */
    double GetMovesPerWrite(uint32_t die) const;

    /**
     * The block that was collected is erased and free.
     *
     * @param die a die whose collection has moved all units
     */
    void EndCollection(uint32_t die);

    /**
     * @return units that the host has written
     */
    uint64_t GetHostWrites() const;

    /**
     * @return units that collections have moved
     */
    uint64_t GetMoves() const;

    /**
     * @return those of them that were moved to level wear
     */
    uint64_t GetLevellingMoves() const;

    /**
     * @return units that were folded
     */
    uint64_t GetFolds() const;

    /**
     * @return slots that were left without a unit
     */
    uint64_t GetEmptySlots() const;

    /**
     * @param block a block
     * @return how often it was erased
     */
    uint32_t GetErases(uint32_t block) const;

    /**
     * @return how often blocks of the SLC cache were erased
     */
    uint64_t GetSlcErases() const;

    /**
     * @param die a die
     * @return its free blocks
     */
    uint32_t GetFreeBlocks(uint32_t die) const;

    /**
     * @param die a die
     * @return how many of its slots are valid
     */
    uint64_t GetValid(uint32_t die) const;

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no block or unit

    /// A block that is being filled.
    struct Frontier
    {
        uint32_t block{NONE}; //!< the block, NONE if there is none with room
        uint32_t valid{0};    //!< its valid units
    };

    /// A die.
    struct Die
    {
        /**
         * @param layout the units and slots
         */
        explicit Die(const SsdLayout& layout)
            : pool(layout.blocksPerDie, layout.unitsPerBlock)
        {
            if (layout.wearSpread > 0)
            {
                wear.emplace(layout.blocksPerDie, layout.wearSpread);
            }
        }

        SsdBlockPool pool;                    //!< its full blocks, numbered from 0
        std::optional<SsdWearLevelling> wear; //!< of the same blocks, where wear is levelled
        std::deque<uint32_t> free;            //!< free blocks in the order in which they are used
        Frontier host;                        //!< what the host writes goes here
        Frontier moved;                       //!< what is moved goes here, if that is separate
        Frontier levelled;                    //!< what is moved to level wear goes here
        bool isLevelling{false};              //!< whether the collection is to level wear
        uint32_t victim{NONE};                //!< what is collected
        uint32_t cursor{0};                   //!< the next of its slots to look at
        uint32_t victimValid{0};              //!< its valid units when it was chosen
        uint64_t valid{0};                    //!< valid units
    };

    /**
     * @param die a die
     * @param frontier of the die, which gets a free block if its own is full
     * @param unit what is written, NONE for nothing
     * @return the slot
     */
    uint32_t Append(Die& die, Frontier& frontier, uint32_t unit);

    /**
     * Take a free block. Without wear levelling it is the one that has been free for longest. With
     * it, what is moved for levelling gets the most erased one, all else the least erased one.
     *
     * @param die a die with a free block
     * @param frontier of the die, which gets it
     */
    void Open(Die& die, Frontier& frontier);

    /**
     * A block is about to be collected: collect the least erased one first, if need be.
     *
     * @param die a die that levels wear
     * @param victim the block, which the policy chose
     * @return the block to collect, which is no longer among those that are levelled
     */
    uint32_t LevelWear(Die& die, uint32_t victim);

    /**
     * A block takes no more units: it is one of the full ones.
     *
     * @param die a die
     * @param frontier of the die, which has a block with a unit or none in each slot
     */
    void Close(Die& die, Frontier& frontier);

    /**
     * What is in the slot of a unit is no longer valid.
     *
     * @param unit a unit
     */
    void Invalidate(uint64_t unit);

    /**
     * @param block a block
     * @return its die
     */
    Die& GetDie(uint32_t block);

    /**
     * @param die a die
     * @return number of its block 0
     */
    uint32_t GetFirstBlock(const Die& die) const;

    SsdLayout m_layout;                  //!< the units and slots
    Ptr<SsdVictimPolicy> m_policy;       //!< chooses what is freed
    uint32_t m_slcFirst;                 //!< the first slot of the SLC cache
    SsdSlcCache m_slc;                   //!< the SLC cache
    SsdMappingTable m_table;             //!< slots of units
    std::optional<SsdAgedLayout> m_aged; //!< where units are that were not written since
    std::vector<Die> m_dies;             //!< the dies
    /// Valid units by block and slot, of blocks written to; NONE where there is none.
    std::vector<std::vector<uint32_t>> m_units;
    std::vector<uint32_t> m_candidates; //!< scratch: units that may be moved
    std::vector<uint32_t> m_erases;     //!< of blocks
    uint64_t m_hostWrites{0};           //!< units that the host wrote
    uint64_t m_moves{0};                //!< units that were moved
    uint64_t m_levellingMoves{0};       //!< those of them that were moved to level wear
    uint64_t m_folds{0};                //!< units that were folded
    uint64_t m_emptySlots{0};           //!< slots that were left without a unit
};

} // namespace ns3

#endif /* SSD_TRANSLATION_LAYER_H */
