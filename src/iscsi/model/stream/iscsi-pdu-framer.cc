/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-framer.h"

#include "ns3/io-timeline-table.h"
#include "ns3/iscsi-crc32c.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-segment-bytes.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Longest header segments: the basic one and 255 words of additional ones.
constexpr uint32_t MAX_HEADER_LENGTH = IscsiHeader::BHS_SIZE + 255 * 4;

/// Most bytes looked at in one piece.
constexpr uint32_t PIECE = 16384;

/**
 * @param first the first bytes of a PDU, five at least
 * @return bytes of its header segments
 */
uint32_t
GetHeaderLength(const uint8_t* first)
{
    return IscsiHeader::BHS_SIZE + first[4] * 4;
}

/**
 * @param first the first byte of a PDU
 * @return true if it belongs to a login
 */
bool
IsOfLogin(uint8_t first)
{
    const auto opcode = static_cast<IscsiOpcode>(first & 0x3f);
    return opcode == IscsiOpcode::LOGIN_REQUEST || opcode == IscsiOpcode::LOGIN_RESPONSE;
}

} // namespace

void
IscsiPduFramer::SetDigests(bool header, bool data)
{
    m_headerDigest = header;
    m_dataDigest = data;
}

IscsiPduFramer::Framed
IscsiPduFramer::Frame(Ptr<Packet> pdu) const
{
    const uint32_t padding = IscsiPadded(pdu->GetSize()) - pdu->GetSize();
    if (padding > 0)
    {
        pdu->AddAtEnd(Create<Packet>(padding));
    }
    if (!m_headerDigest && !m_dataDigest)
    {
        return {pdu, nullptr};
    }
    std::array<uint8_t, 5> first;
    pdu->CopyData(first.data(), first.size());
    if (IsOfLogin(first[0]))
    {
        return {pdu, nullptr};
    }
    const auto length = GetHeaderLength(first.data());
    const bool hasData = pdu->GetSize() > length;
    const auto digest = m_dataDigest && hasData ? MakeDataDigest(pdu, length) : nullptr;
    return {m_headerDigest ? AddHeaderDigest(pdu, length) : pdu, digest};
}

Ptr<Packet>
IscsiPduFramer::AddHeaderDigest(Ptr<Packet> pdu, uint32_t length)
{
    std::array<uint8_t, MAX_HEADER_LENGTH + IscsiCrc32c::SIZE> bytes;
    pdu->CopyData(bytes.data(), length);
    IscsiCrc32c crc;
    crc.Add(bytes.data(), length);
    const auto digest = crc.GetDigest();
    std::copy(digest.begin(), digest.end(), bytes.begin() + length);
    auto framed = Create<Packet>(bytes.data(), length + IscsiCrc32c::SIZE);
    IoTimelineTag tag;
    if (pdu->FindFirstMatchingByteTag(tag))
    {
        framed->AddByteTag(tag);
    }
    pdu->RemoveAtStart(length);
    framed->AddAtEnd(pdu);
    return framed;
}

Ptr<Packet>
IscsiPduFramer::MakeDataDigest(Ptr<const Packet> pdu, uint32_t length)
{
    IscsiCrc32c crc;
    std::array<uint8_t, PIECE> bytes;
    for (uint32_t offset = length; offset < pdu->GetSize(); offset += PIECE)
    {
        const uint32_t size = std::min(PIECE, pdu->GetSize() - offset);
        pdu->CreateFragment(offset, size)->CopyData(bytes.data(), size);
        if (IscsiIsZero(bytes.data(), size))
        {
            crc.AddZeros(size);
        }
        else
        {
            crc.Add(bytes.data(), size);
        }
    }
    const auto digest = crc.GetDigest();
    return Create<Packet>(digest.data(), digest.size());
}

} // namespace ns3
