/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-digest-check.h"

#include <algorithm>

namespace ns3
{

void
IscsiDigestCheck::Cover(const uint8_t* bytes, uint32_t length)
{
    m_crc.Add(bytes, length);
}

void
IscsiDigestCheck::CoverZeros(uint32_t length)
{
    m_crc.AddZeros(length);
}

uint32_t
IscsiDigestCheck::GetMissing() const
{
    return IscsiCrc32c::SIZE - m_taken;
}

void
IscsiDigestCheck::AddDigest(const uint8_t* bytes, uint32_t length)
{
    std::copy_n(bytes, length, m_digest.begin() + m_taken);
    m_taken += length;
}

bool
IscsiDigestCheck::IsGood() const
{
    return GetMissing() == 0 && m_digest == m_crc.GetDigest();
}

} // namespace ns3
