/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-translation-layer.h"

#include "ssd-steady-state.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

SsdTranslationLayer::SsdTranslationLayer(const SsdLayout& layout, Ptr<SsdVictimPolicy> policy)
    : m_layout((layout.Check(), layout)),
      m_policy(policy),
      m_slcFirst(layout.GetNSlots()),
      m_slc(layout),
      m_table(layout.logicalUnits),
      m_units(layout.GetNBlocks()),
      m_erases(layout.GetNBlocks())
{
    for (uint32_t i = 0; i < layout.dies; ++i)
    {
        auto& die = m_dies.emplace_back(layout);
        for (uint32_t block = 0; block < layout.blocksPerDie; ++block)
        {
            die.free.push_back(i * layout.blocksPerDie + block);
        }
    }
}

SsdTranslationLayer::~SsdTranslationLayer() = default;

void
SsdTranslationLayer::Age(const Ptr<UniformRandomVariable>& random)
{
    NS_ASSERT_MSG(m_hostWrites == 0 && !m_aged, "only a new drive can be aged");
    const SsdSteadyState state(m_layout.GetUtilisation(),
                               m_layout.unitsPerBlock,
                               m_policy->GetChoices());
    m_aged.emplace(m_layout, state.GetShares(), random);
    for (auto& die : m_dies)
    {
        while (die.free.size() > m_layout.freeBlocks)
        {
            const auto block = die.free.front();
            die.free.pop_front();
            die.pool.Insert(block - GetFirstBlock(die), m_aged->GetValid(block), 0);
            if (die.wear)
            {
                die.wear->Insert(block - GetFirstBlock(die), 0);
            }
            die.valid += m_aged->GetValid(block);
        }
    }
}

const SsdLayout&
SsdTranslationLayer::GetLayout() const
{
    return m_layout;
}

std::optional<uint32_t>
SsdTranslationLayer::Find(uint64_t unit) const
{
    const auto entry = m_table.Get(unit);
    if (entry >= SsdMappingTable::FIRST)
    {
        return entry - SsdMappingTable::FIRST;
    }
    if (entry == SsdMappingTable::UNTOUCHED && m_aged)
    {
        return m_aged->Find(unit);
    }
    return std::nullopt;
}

bool
SsdTranslationLayer::HasRoom(uint32_t die, uint32_t units) const
{
    const auto& it = m_dies[die];
    const auto block = it.host.block;
    const auto left = block == NONE ? 0 : m_layout.unitsPerBlock - m_units[block].size();
    // The last free block is for a collection, which may have taken it already.
    return it.free.size() > 1 || (it.free.size() == 1 && left >= units);
}

uint32_t
SsdTranslationLayer::Write(uint64_t unit, uint32_t die)
{
    NS_ASSERT(HasRoom(die));
    Invalidate(unit);
    ++m_hostWrites;
    return Append(m_dies[die], m_dies[die].host, unit);
}

void
SsdTranslationLayer::Skip(uint32_t die, uint32_t slots)
{
    for (uint32_t i = 0; i < slots; ++i)
    {
        Append(m_dies[die], m_dies[die].host, NONE);
    }
    m_emptySlots += slots;
}

bool
SsdTranslationLayer::HasSlcRoom(uint32_t die) const
{
    return m_slc.HasRoom(die);
}

uint32_t
SsdTranslationLayer::WriteToSlc(uint64_t unit, uint32_t die)
{
    Invalidate(unit);
    ++m_hostWrites;
    ++m_dies[die].valid;
    const auto slot = m_slcFirst + m_slc.Append(die, unit);
    m_table.Set(unit, SsdMappingTable::FIRST + slot);
    return slot;
}

void
SsdTranslationLayer::SkipInSlc(uint32_t die, uint32_t slots)
{
    for (uint32_t i = 0; i < slots; ++i)
    {
        m_slc.Append(die, SsdSlcCache::NONE);
    }
    m_emptySlots += slots;
}

uint32_t
SsdTranslationLayer::GetDieOf(uint32_t slot) const
{
    return IsInSlc(slot) ? m_slc.GetDie(slot - m_slcFirst)
                         : slot / m_layout.unitsPerBlock / m_layout.blocksPerDie;
}

bool
SsdTranslationLayer::HasToFold(uint32_t die) const
{
    return !m_slc.IsEmpty(die);
}

uint32_t
SsdTranslationLayer::FoldUnits(uint32_t die, uint32_t slots)
{
    auto& it = m_dies[die];
    m_slc.Take(die, slots, m_candidates);
    for (const auto unit : m_candidates)
    {
        --it.valid;
        Append(it, it.host, unit);
    }
    m_folds += m_candidates.size();
    return m_candidates.size();
}

bool
SsdTranslationLayer::IsFolded(uint32_t die) const
{
    return m_slc.IsTaken(die);
}

void
SsdTranslationLayer::EndFolding(uint32_t die)
{
    m_slc.Erase(die);
}

void
SsdTranslationLayer::Trim(uint64_t unit)
{
    if (Find(unit))
    {
        Invalidate(unit);
        m_table.Set(unit, SsdMappingTable::NOWHERE);
    }
}

bool
SsdTranslationLayer::NeedsCollection(uint32_t die) const
{
    return m_dies[die].free.size() < m_layout.freeBlocks && m_dies[die].pool.GetN() > 0;
}

uint32_t
SsdTranslationLayer::BeginCollection(uint32_t die)
{
    NS_ASSERT(NeedsCollection(die) && !IsCollecting(die));
    auto& it = m_dies[die];
    auto block = m_policy->Choose(it.pool, m_hostWrites);
    if (it.wear)
    {
        block = LevelWear(it, block);
    }
    it.victimValid = it.pool.GetValid(block);
    it.pool.Remove(block);
    it.victim = GetFirstBlock(it) + block;
    it.cursor = 0;
    return it.victim;
}

uint32_t
SsdTranslationLayer::LevelWear(Die& die, uint32_t victim)
{
    for (auto* frontier : {&die.moved, &die.levelled})
    {
        // So little may be moved that it is open for ever.
        if (frontier->block != NONE && die.wear->IsBehind(m_erases[frontier->block], victim))
        {
            m_units[frontier->block].resize(m_layout.unitsPerBlock, NONE);
            Close(die, *frontier);
        }
    }
    const auto least = die.wear->Choose(victim);
    die.isLevelling = least.has_value();
    const auto block = least.value_or(victim);
    die.wear->Remove(block);
    return block;
}

bool
SsdTranslationLayer::IsCollecting(uint32_t die) const
{
    return m_dies[die].victim != NONE;
}

uint32_t
SsdTranslationLayer::MoveUnits(uint32_t die, uint32_t slots)
{
    auto& it = m_dies[die];
    auto& frontier = it.isLevelling ? it.levelled : m_layout.separatesMoved ? it.moved : it.host;
    const auto end = std::min(it.cursor + slots, m_layout.unitsPerBlock);
    const auto& units = m_units[it.victim];
    const bool isAged = units.empty();
    m_candidates.clear();
    if (isAged)
    {
        const auto first = it.victim * m_layout.unitsPerBlock;
        m_aged->GetUnits(first + it.cursor, first + end, m_candidates);
    }
    else
    {
        m_candidates.assign(units.begin() + it.cursor, units.begin() + end);
    }
    // What the table has of units is all over the memory: all of it is asked for before any is
    // used.
    for (const auto unit : m_candidates)
    {
        if (unit != NONE)
        {
            m_table.Prefetch(unit);
        }
    }
    uint32_t moved = 0;
    for (const auto unit : m_candidates)
    {
        // A unit of an aged block is there as long as it was neither written nor trimmed.
        if (unit != NONE && (!isAged || m_table.Get(unit) == SsdMappingTable::UNTOUCHED))
        {
            --it.valid;
            Append(it, frontier, unit);
            ++moved;
        }
    }
    it.cursor = end;
    m_moves += moved;
    m_levellingMoves += it.isLevelling ? moved : 0;
    return moved;
}

bool
SsdTranslationLayer::IsMoved(uint32_t die) const
{
    return m_dies[die].cursor == m_layout.unitsPerBlock;
}

double
SsdTranslationLayer::GetMovesPerWrite(uint32_t die) const
{
    const double valid = m_dies[die].victimValid;
    if (m_dies[die].isLevelling)
    {
        // It frees next to nothing, and is done when the host has filled half a block.
        return 2 * valid / m_layout.unitsPerBlock;
    }
    // A block without an invalid unit frees nothing: it is moved before anything is written.
    return valid / std::max(m_layout.unitsPerBlock - valid, 0.5);
}

void
SsdTranslationLayer::EndCollection(uint32_t die)
{
    NS_ASSERT(IsCollecting(die) && IsMoved(die));
    auto& it = m_dies[die];
    m_units[it.victim].clear();
    const auto erases = ++m_erases[it.victim];
    const auto place =
        it.wear ? std::ranges::upper_bound(it.free,
                                           erases,
                                           {},
                                           [this](uint32_t block) { return m_erases[block]; })
                : it.free.end();
    it.free.insert(place, it.victim);
    it.victim = NONE;
}

uint64_t
SsdTranslationLayer::GetHostWrites() const
{
    return m_hostWrites;
}

uint64_t
SsdTranslationLayer::GetMoves() const
{
    return m_moves;
}

uint64_t
SsdTranslationLayer::GetLevellingMoves() const
{
    return m_levellingMoves;
}

uint64_t
SsdTranslationLayer::GetFolds() const
{
    return m_folds;
}

uint64_t
SsdTranslationLayer::GetEmptySlots() const
{
    return m_emptySlots;
}

uint32_t
SsdTranslationLayer::GetErases(uint32_t block) const
{
    return m_erases[block];
}

uint64_t
SsdTranslationLayer::GetSlcErases() const
{
    return m_slc.GetErases();
}

uint32_t
SsdTranslationLayer::GetFreeBlocks(uint32_t die) const
{
    return m_dies[die].free.size();
}

uint64_t
SsdTranslationLayer::GetValid(uint32_t die) const
{
    return m_dies[die].valid;
}

uint32_t
SsdTranslationLayer::Append(Die& die, Frontier& frontier, uint32_t unit)
{
    if (frontier.block == NONE)
    {
        Open(die, frontier);
    }
    auto& units = m_units[frontier.block];
    const uint32_t slot = frontier.block * m_layout.unitsPerBlock + units.size();
    units.push_back(unit);
    if (unit != NONE)
    {
        ++frontier.valid;
        ++die.valid;
        m_table.Set(unit, SsdMappingTable::FIRST + slot);
    }
    if (units.size() == m_layout.unitsPerBlock)
    {
        Close(die, frontier);
    }
    return slot;
}

void
SsdTranslationLayer::Close(Die& die, Frontier& frontier)
{
    const auto number = frontier.block - GetFirstBlock(die);
    die.pool.Insert(number, frontier.valid, m_hostWrites);
    if (die.wear)
    {
        die.wear->Insert(number, m_erases[frontier.block]);
    }
    frontier.block = NONE;
}

void
SsdTranslationLayer::Open(Die& die, Frontier& frontier)
{
    if (&frontier == &die.levelled)
    {
        frontier = {die.free.back(), 0};
        die.free.pop_back();
    }
    else
    {
        frontier = {die.free.front(), 0};
        die.free.pop_front();
    }
    m_units[frontier.block].reserve(m_layout.unitsPerBlock);
}

void
SsdTranslationLayer::Invalidate(uint64_t unit)
{
    const auto slot = Find(unit);
    if (!slot)
    {
        return;
    }
    if (IsInSlc(*slot))
    {
        --m_dies[GetDieOf(*slot)].valid;
        m_slc.Invalidate(*slot - m_slcFirst);
        return;
    }
    const auto block = *slot / m_layout.unitsPerBlock;
    if (!m_units[block].empty())
    {
        m_units[block][*slot % m_layout.unitsPerBlock] = NONE;
    }
    auto& die = GetDie(block);
    --die.valid;
    const auto number = block - GetFirstBlock(die);
    if (die.pool.Has(number))
    {
        die.pool.Invalidate(number, m_hostWrites);
    }
    else if (block == die.host.block)
    {
        --die.host.valid;
    }
    else if (block == die.moved.block)
    {
        --die.moved.valid;
    }
    else if (block == die.levelled.block)
    {
        --die.levelled.valid;
    }
}

SsdTranslationLayer::Die&
SsdTranslationLayer::GetDie(uint32_t block)
{
    return m_dies[block / m_layout.blocksPerDie];
}

uint32_t
SsdTranslationLayer::GetFirstBlock(const Die& die) const
{
    return (&die - m_dies.data()) * m_layout.blocksPerDie;
}

} // namespace ns3
