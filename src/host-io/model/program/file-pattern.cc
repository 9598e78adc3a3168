/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-pattern.h"

#include <vector>

namespace ns3
{

namespace
{

/// Odd, with as many ones as zeros: its multiples differ in all bytes.
constexpr uint64_t FACTOR = 0x9e3779b97f4a7c15;

/// Bytes of a word of the pattern.
constexpr uint64_t WORD_BYTES = 8;

} // namespace

FilePattern::FilePattern(const std::string& path)
    : m_seed(path.size())
{
    for (const auto letter : path)
    {
        m_seed = (m_seed ^ static_cast<uint8_t>(letter)) * FACTOR;
        m_seed ^= m_seed >> 32;
    }
}

Ptr<Packet>
FilePattern::Make(uint64_t offset, uint64_t bytes) const
{
    std::vector<uint8_t> contents(bytes);
    for (auto& byte : contents)
    {
        byte = GetByte(offset++);
    }
    return Create<Packet>(contents.data(), static_cast<uint32_t>(bytes));
}

bool
FilePattern::Matches(uint64_t offset, const Packet& data) const
{
    std::vector<uint8_t> contents(data.GetSize());
    data.CopyData(contents.data(), data.GetSize());
    for (const auto byte : contents)
    {
        if (byte != GetByte(offset++))
        {
            return false;
        }
    }
    return true;
}

uint8_t
FilePattern::GetByte(uint64_t offset) const
{
    const auto word = (m_seed + offset / WORD_BYTES + 1) * FACTOR;
    return static_cast<uint8_t>(word >> (offset % WORD_BYTES * 8));
}

} // namespace ns3
