/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-page.h"

#include "ns3/crc32.h"

#include <algorithm>

namespace ns3
{

ExtentPage::ExtentPage()
{
    m_bytes.fill(0);
}

ExtentPage::ExtentPage(Ptr<const Packet> packet, uint32_t offset)
{
    m_bytes.fill(0);
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    if (offset < bytes.size())
    {
        std::copy_n(bytes.begin() + offset,
                    std::min<std::size_t>(PAGE_BYTES, bytes.size() - offset),
                    m_bytes.begin());
    }
}

void
ExtentPage::Put(uint32_t offset, uint32_t bytes, uint64_t value)
{
    for (uint32_t i = 0; i < bytes; ++i)
    {
        m_bytes.at(offset + i) = value >> (8 * i);
    }
}

uint64_t
ExtentPage::Get(uint32_t offset, uint32_t bytes) const
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes && offset + i < PAGE_BYTES; ++i)
    {
        value |= uint64_t{m_bytes[offset + i]} << (8 * i);
    }
    return value;
}

void
ExtentPage::PutText(uint32_t offset, const std::string& text)
{
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        m_bytes.at(offset + i) = text[i];
    }
}

std::string
ExtentPage::GetText(uint32_t offset, uint32_t bytes) const
{
    const auto end = std::min(PAGE_BYTES, offset + bytes);
    return offset < end ? std::string(m_bytes.begin() + offset, m_bytes.begin() + end) : "";
}

uint32_t
ExtentPage::GetChecksum() const
{
    return CRC32Calculate(m_bytes.data(), m_bytes.size());
}

void
ExtentPage::AppendTo(std::vector<uint8_t>& bytes) const
{
    bytes.insert(bytes.end(), m_bytes.begin(), m_bytes.end());
}

Ptr<Packet>
ExtentPage::ToPacket() const
{
    return Create<Packet>(m_bytes.data(), m_bytes.size());
}

} // namespace ns3
