/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-text-assembly.h"

#include <utility>

namespace ns3
{

IscsiTextAssembly::IscsiTextAssembly(uint32_t limit)
    : m_left(limit)
{
}

bool
IscsiTextAssembly::Add(Ptr<const Packet> piece)
{
    const uint32_t size = piece->GetSize();
    if (size > m_left)
    {
        return false;
    }
    m_left -= size;
    const auto end = m_text.size();
    m_text.resize(end + size);
    piece->CopyData(reinterpret_cast<uint8_t*>(m_text.data() + end), size);
    return true;
}

std::string
IscsiTextAssembly::Take()
{
    return std::exchange(m_text, {});
}

} // namespace ns3
