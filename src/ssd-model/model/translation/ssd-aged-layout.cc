/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-aged-layout.h"

#include "ns3/assert.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param value a number
 * @param modulus a number without a common divisor
 * @return what multiplied by the value is 1, modulo the modulus
 */
uint32_t
Invert(uint32_t value, uint32_t modulus)
{
    int64_t inverse = 0;
    int64_t next = 1;
    int64_t rest = modulus;
    int64_t divisor = value;
    while (divisor != 0)
    {
        const auto quotient = rest / divisor;
        inverse = std::exchange(next, inverse - quotient * next);
        rest = std::exchange(divisor, rest - quotient * divisor);
    }
    return (inverse % modulus + modulus) % modulus;
}

} // namespace

SsdAgedLayout::SsdAgedLayout(const SsdLayout& layout,
                             const std::vector<double>& shares,
                             const Ptr<UniformRandomVariable>& random)
    : m_layout(layout),
      m_order(layout.logicalUnits, AddressPermutation::DrawKeys(random))
{
    DrawCounts(shares, random);
    // The golden ratio spreads any number of valid units evenly over a block.
    const auto units = layout.unitsPerBlock;
    m_stride = std::max(1U, static_cast<uint32_t>(units * 0.618034));
    while (std::gcd(m_stride, units) != 1)
    {
        ++m_stride;
    }
    m_inverse = Invert(m_stride, units);
    while ((layout.logicalUnits >> m_hintShift) > layout.GetNBlocks())
    {
        ++m_hintShift;
    }
    for (uint32_t block = 0; block < layout.GetNBlocks(); ++block)
    {
        while ((uint64_t{m_hints.size()} << m_hintShift) < m_first[block + 1])
        {
            m_hints.push_back(block);
        }
    }
}

void
SsdAgedLayout::DrawCounts(const std::vector<double>& shares,
                          const Ptr<UniformRandomVariable>& random)
{
    const auto full = m_layout.blocksPerDie - m_layout.freeBlocks;
    m_first.push_back(0);
    for (uint32_t die = 0; die < m_layout.dies; ++die)
    {
        std::vector<uint32_t> counts;
        double sum = 0;
        for (std::size_t valid = 0; valid < shares.size(); ++valid)
        {
            sum += shares[valid] * full;
            counts.resize(std::max<std::size_t>(counts.size(), std::lround(sum)), valid);
        }
        counts.resize(full, m_layout.unitsPerBlock);
        for (auto left = full; left > 1; --left)
        {
            std::swap(counts[left - 1], counts[random->GetInteger(0, left - 1)]);
        }
        // What rounding left over is one unit more or less here and there.
        const auto wanted = m_layout.logicalUnits * (die + 1) / m_layout.dies - m_first.back();
        auto has = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
        for (uint32_t i = 0; has != wanted; i = (i + 1) % full)
        {
            const bool isShort = has < wanted;
            if (counts[i] != (isShort ? m_layout.unitsPerBlock : 0))
            {
                counts[i] += isShort ? 1 : -1;
                has += isShort ? 1 : -1;
            }
        }
        counts.resize(m_layout.blocksPerDie, 0);
        for (const auto valid : counts)
        {
            m_first.push_back(m_first.back() + valid);
        }
    }
}

uint32_t
SsdAgedLayout::Find(uint64_t unit) const
{
    const auto place = m_order.Find(unit);
    auto block = m_hints[place >> m_hintShift];
    while (m_first[block + 1] <= place)
    {
        ++block;
    }
    const auto rank = place - m_first[block];
    const auto units = m_layout.unitsPerBlock;
    return block * units + (rank * m_stride + GetShift(block)) % units;
}

void
SsdAgedLayout::GetUnits(uint32_t first, uint32_t end, std::vector<uint32_t>& units) const
{
    const auto slots = m_layout.unitsPerBlock;
    const auto block = first / slots;
    const auto valid = GetValid(block);
    const auto offset = uint64_t{first % slots} + slots - GetShift(block);
    auto rank = offset % slots * m_inverse % slots;
    for (auto slot = first; slot < end; ++slot)
    {
        units.push_back(rank < valid ? m_order.Map(m_first[block] + rank) : NONE);
        rank += m_inverse;
        rank -= rank < slots ? 0 : slots;
    }
}

uint32_t
SsdAgedLayout::GetValid(uint32_t block) const
{
    return m_first[block + 1] - m_first[block];
}

uint32_t
SsdAgedLayout::GetShift(uint32_t block) const
{
    return block * 2654435761U % m_layout.unitsPerBlock;
}

} // namespace ns3
