/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-bitmap.h"

#include <algorithm>
#include <bit>

namespace ns3
{

ExtentBitmap::ExtentBitmap(uint64_t size)
    : m_size(size),
      m_words((size + 63) / 64, 0)
{
}

uint64_t
ExtentBitmap::GetSize() const
{
    return m_size;
}

bool
ExtentBitmap::Test(uint64_t bit) const
{
    return (m_words[bit / 64] >> (bit % 64)) & 1;
}

void
ExtentBitmap::Assign(uint64_t first, uint64_t count, bool value)
{
    const auto end = first + count;
    while (first < end)
    {
        const auto offset = first % 64;
        const auto bits = std::min<uint64_t>(64 - offset, end - first);
        const auto mask = (bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1) << offset;
        auto& word = m_words[first / 64];
        word = value ? word | mask : word & ~mask;
        first += bits;
    }
}

uint64_t
ExtentBitmap::Find(uint64_t from, bool value) const
{
    if (from >= m_size)
    {
        return m_size;
    }
    const auto flip = value ? uint64_t{0} : ~uint64_t{0};
    auto index = from / 64;
    auto word = (m_words[index] ^ flip) & (~uint64_t{0} << (from % 64));
    while (word == 0)
    {
        if (++index == m_words.size())
        {
            return m_size;
        }
        word = m_words[index] ^ flip;
    }
    return std::min(m_size, index * 64 + std::countr_zero(word));
}

ExtentRun
ExtentBitmap::FindRun(uint64_t from, uint64_t count, ExtentRun& longest) const
{
    auto start = Find(from, false);
    while (start < m_size)
    {
        const auto end = Find(start, true);
        if (end - start >= count)
        {
            return {start, count};
        }
        if (end - start > longest.count)
        {
            longest = {start, end - start};
        }
        start = Find(end, false);
    }
    return {};
}

uint64_t
ExtentBitmap::FindEnd() const
{
    auto index = m_words.size();
    while (index > 0 && m_words[index - 1] == 0)
    {
        --index;
    }
    return index == 0 ? 0 : index * 64 - std::countl_zero(m_words[index - 1]);
}

uint64_t
ExtentBitmap::CountSet() const
{
    uint64_t count = 0;
    for (const auto word : m_words)
    {
        count += std::popcount(word);
    }
    return count;
}

const std::vector<uint64_t>&
ExtentBitmap::GetWords() const
{
    return m_words;
}

void
ExtentBitmap::SetWords(const std::vector<uint64_t>& words)
{
    std::copy_n(words.begin(), m_words.size(), m_words.begin());
    if (m_size % 64 != 0)
    {
        m_words.back() &= (uint64_t{1} << (m_size % 64)) - 1;
    }
}

} // namespace ns3
