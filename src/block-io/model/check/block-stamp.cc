/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-stamp.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

/// What every cell begins with: "BlkStamp".
constexpr uint64_t MAGIC = 0x706d6174536b6c42;

/**
 * Spread every bit of a value over all bits.
 *
 * @param value the value
 * @return another one for each
 */
uint64_t
MixStamp(uint64_t value)
{
    value = (value ^ (value >> 32)) * 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 29)) * 0xd6e8feb86659fd93;
    return value ^ (value >> 32);
}

} // namespace

uint64_t
BlockStamp::GetDigest() const
{
    const auto who = uint64_t{writer} << 32 | run;
    return MixStamp(generation + MixStamp(lba + MixStamp(who + 1)));
}

BlockStamp::Cell
BlockStamp::MakeCell(uint64_t cell, uint64_t digest) const
{
    const auto checksum = MixStamp(digest + cell);
    const auto again = MixStamp(checksum);
    return {MAGIC,
            uint64_t{writer} << 32 | run,
            lba,
            generation,
            cell,
            checksum,
            again,
            MixStamp(again)};
}

void
BlockStamp::Write(uint8_t* bytes, uint32_t size) const
{
    const auto digest = GetDigest();
    for (uint32_t offset = 0; offset < size; offset += CELL_BYTES)
    {
        const auto cell = MakeCell(offset / CELL_BYTES, digest);
        std::memcpy(bytes + offset, cell.data(), std::min(CELL_BYTES, size - offset));
    }
}

std::optional<BlockStamp>
BlockStamp::ReadCell(const uint8_t* bytes, uint64_t cell)
{
    Cell words;
    std::memcpy(words.data(), bytes, CELL_BYTES);
    BlockStamp stamp;
    stamp.writer = static_cast<uint32_t>(words[1] >> 32);
    stamp.run = static_cast<uint32_t>(words[1]);
    stamp.lba = words[2];
    stamp.generation = words[3];
    if (words != stamp.MakeCell(cell, stamp.GetDigest()))
    {
        return std::nullopt;
    }
    return stamp;
}

bool
BlockStamp::HasWritten(const uint8_t* bytes, uint32_t offset, uint32_t length) const
{
    const auto digest = GetDigest();
    for (uint32_t done = 0; done < length; done += CELL_BYTES)
    {
        const auto cell = MakeCell((offset + done) / CELL_BYTES, digest);
        if (std::memcmp(bytes + done, cell.data(), std::min(CELL_BYTES, length - done)) != 0)
        {
            return false;
        }
    }
    return true;
}

std::string
BlockStamp::GetText() const
{
    return "generation " + std::to_string(generation) + " of writer " + std::to_string(writer) +
           ", block " + std::to_string(lba);
}

} // namespace ns3
