/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-text-pieces.h"

#include <algorithm>

namespace ns3
{

void
IscsiTextPieces::Add(const IscsiTextKeys& keys)
{
    m_text += keys.ToText();
}

Ptr<Packet>
IscsiTextPieces::Next(uint32_t longest)
{
    if (IsEmpty())
    {
        return nullptr;
    }
    const auto size = std::min<std::size_t>(longest, m_text.size() - m_offset);
    auto piece = Create<Packet>(reinterpret_cast<const uint8_t*>(m_text.data() + m_offset), size);
    m_offset += size;
    if (IsEmpty())
    {
        m_text.clear();
        m_offset = 0;
    }
    return piece;
}

bool
IscsiTextPieces::IsEmpty() const
{
    return m_offset == m_text.size();
}

} // namespace ns3
