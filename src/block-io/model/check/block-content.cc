/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-content.h"

#include "ns3/assert.h"
#include "ns3/hash.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param bytes some bytes
 * @param length how many
 * @return true if they are zeros
 */
bool
IsZero(const uint8_t* bytes, uint32_t length)
{
    return std::all_of(bytes, bytes + length, [](uint8_t byte) { return byte == 0; });
}

/**
 * @param kind a kind of contents without a stamp
 * @return its name
 */
const char*
GetName(BlockContent::Kind kind)
{
    return kind == BlockContent::Kind::ZEROS ? "zeros" : "foreign bytes";
}

} // namespace

BlockContent::BlockContent(const uint8_t* bytes, uint32_t size)
{
    NS_ASSERT_MSG(size >= BlockStamp::CELL_BYTES, "a block of " << size << " bytes has no stamp");
    m_stamp = BlockStamp::ReadCell(bytes, 0);
    if (m_stamp && m_stamp->HasWritten(bytes, 0, size))
    {
        m_digest = m_stamp->GetDigest();
        return;
    }
    m_digest = Hash64(reinterpret_cast<const char*>(bytes), size);
    FindParts(bytes, size);
    JudgeParts();
}

BlockContent::Kind
BlockContent::GetKind() const
{
    return m_kind;
}

const std::optional<BlockStamp>&
BlockContent::GetStamp() const
{
    return m_stamp;
}

uint64_t
BlockContent::GetDigest() const
{
    return m_digest;
}

std::string
BlockContent::GetText() const
{
    if (m_kind == Kind::STAMP)
    {
        return m_stamp->GetText();
    }
    if (m_kind != Kind::TORN)
    {
        return GetName(m_kind);
    }
    std::string text;
    for (const auto& part : m_parts)
    {
        text += (text.empty() ? "from byte " : ", from byte ") + std::to_string(part.offset) + " ";
        text += part.stamp ? part.stamp->GetText() : GetName(part.kind);
    }
    return text;
}

void
BlockContent::FindParts(const uint8_t* bytes, uint32_t size)
{
    for (uint32_t offset = 0; offset < size; offset += BlockStamp::CELL_BYTES)
    {
        const auto length = std::min(BlockStamp::CELL_BYTES, size - offset);
        const auto part = ReadPart(bytes + offset, offset, length);
        if (m_parts.empty() || m_parts.back().kind != part.kind ||
            m_parts.back().stamp != part.stamp)
        {
            m_parts.push_back(part);
        }
    }
}

BlockContent::Part
BlockContent::ReadPart(const uint8_t* bytes, uint32_t offset, uint32_t length) const
{
    std::optional<BlockStamp> stamp;
    if (length == BlockStamp::CELL_BYTES)
    {
        stamp = BlockStamp::ReadCell(bytes, offset / BlockStamp::CELL_BYTES);
    }
    else if (m_parts.back().stamp && m_parts.back().stamp->HasWritten(bytes, offset, length))
    {
        stamp = m_parts.back().stamp;
    }
    const auto bare = IsZero(bytes, length) ? Kind::ZEROS : Kind::FOREIGN;
    return {offset, stamp ? Kind::STAMP : bare, stamp};
}

void
BlockContent::JudgeParts()
{
    const auto first = std::find_if(m_parts.begin(), m_parts.end(), [](const auto& part) {
        return part.stamp.has_value();
    });
    if (first != m_parts.end())
    {
        m_kind = Kind::TORN;
        m_stamp = first->stamp;
        return;
    }
    const auto isZero = m_parts.size() == 1 && m_parts.front().kind == Kind::ZEROS;
    m_kind = isZero ? Kind::ZEROS : Kind::FOREIGN;
}

} // namespace ns3
