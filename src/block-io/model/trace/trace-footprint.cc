/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-footprint.h"

#include <algorithm>
#include <bit>

namespace ns3
{

namespace
{

constexpr uint64_t WORD_BLOCKS = 64; //!< blocks of a word

} // namespace

std::size_t
TraceFootprint::Hash::operator()(const Key& key) const
{
    // Vigna's splitmix64: every bit of the key changes about half of the result's.
    uint64_t mixed = key.word + (static_cast<uint64_t>(key.device) + 1) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

TraceFootprint::TraceFootprint(std::size_t maxWords)
    : m_maxWords(maxWords)
{
}

void
TraceFootprint::Add(uint32_t device, uint64_t lba, uint32_t sectors)
{
    const auto end = (lba + sectors + BLOCK_SECTORS - 1) / BLOCK_SECTORS;
    for (auto block = lba / BLOCK_SECTORS; block < end;)
    {
        const Key key{block / WORD_BLOCKS, device};
        const auto first = block % WORD_BLOCKS;
        const auto count = std::min(end - block, WORD_BLOCKS - first);
        block += count;
        if (!IsSampled(key))
        {
            continue;
        }
        auto& word = m_words[key];
        const auto touched = (UINT64_MAX >> (WORD_BLOCKS - count)) << first;
        m_bits += std::popcount(touched & ~word);
        word |= touched;
        while (m_words.size() > m_maxWords)
        {
            Halve();
        }
    }
}

uint64_t
TraceFootprint::GetBlocks() const
{
    return m_bits << m_halvings;
}

bool
TraceFootprint::IsEstimate() const
{
    return m_halvings > 0;
}

bool
TraceFootprint::IsSampled(const Key& key) const
{
    // The table's places depend on the low bits.
    return m_halvings == 0 || Hash()(key) >> (64 - m_halvings) == 0;
}

void
TraceFootprint::Halve()
{
    ++m_halvings;
    std::erase_if(m_words, [this](const auto& entry) {
        const bool isLeftOut = !IsSampled(entry.first);
        m_bits -= isLeftOut ? std::popcount(entry.second) : 0;
        return isLeftOut;
    });
}

} // namespace ns3
