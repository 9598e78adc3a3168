/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-framer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Most bytes that are looked at in one piece.
constexpr uint32_t PIECE_BYTES = 16384;

/// The bit of a record mark that tells the last fragment (RFC 5531, 11).
constexpr uint32_t LAST_FRAGMENT = 0x80000000;

} // namespace

FileServiceFramer::FileServiceFramer(FileServiceFraming framing, uint32_t largest)
    : m_framing(framing),
      m_largest(largest)
{
}

std::array<uint8_t, FileServiceFramer::MARK_BYTES>
FileServiceFramer::MakeMark(uint32_t size) const
{
    const uint32_t mark =
        m_framing == FileServiceFraming::RECORD_MARKING ? size | LAST_FRAGMENT : size;
    return {static_cast<uint8_t>(mark >> 24),
            static_cast<uint8_t>(mark >> 16),
            static_cast<uint8_t>(mark >> 8),
            static_cast<uint8_t>(mark)};
}

FileServiceFramer::Outcome
FileServiceFramer::Receive(Ptr<Packet> bytes)
{
    auto outcome = Outcome::INCOMPLETE;
    while (outcome == Outcome::INCOMPLETE && bytes->GetSize() > 0)
    {
        if (m_left == 0)
        {
            outcome = ReceiveMark(bytes);
        }
        else
        {
            ReceiveBody(bytes);
        }
        if (outcome == Outcome::INCOMPLETE && m_left == 0 && m_markBytes == 0 && m_isLast)
        {
            outcome = Outcome::MESSAGE;
        }
    }
    return outcome;
}

FileServiceMessage
FileServiceFramer::Release()
{
    return std::exchange(m_message, FileServiceMessage());
}

FileServiceFramer::Outcome
FileServiceFramer::ReceiveMark(Ptr<Packet> bytes)
{
    const auto take = std::min(MARK_BYTES - m_markBytes, bytes->GetSize());
    std::array<uint8_t, MARK_BYTES> piece;
    bytes->CopyData(piece.data(), take);
    std::copy_n(piece.begin(), take, m_mark.begin() + m_markBytes);
    bytes->RemoveAtStart(take);
    m_markBytes += take;
    return m_markBytes == MARK_BYTES ? ReadMark() : Outcome::INCOMPLETE;
}

FileServiceFramer::Outcome
FileServiceFramer::ReadMark()
{
    uint32_t mark = 0;
    for (const auto byte : m_mark)
    {
        mark = (mark << 8) | byte;
    }
    m_markBytes = 0;
    m_isLast = true;
    if (m_framing == FileServiceFraming::RECORD_MARKING)
    {
        m_isLast = (mark & LAST_FRAGMENT) != 0;
        mark &= ~LAST_FRAGMENT;
    }
    // In the framing of SMB a first byte other than zero reads as a length beyond any limit.
    if (mark > m_largest - m_message.size)
    {
        return Outcome::MALFORMED;
    }
    m_left = mark;
    return Outcome::INCOMPLETE;
}

void
FileServiceFramer::ReceiveBody(Ptr<Packet> bytes)
{
    const auto take = std::min({m_left, bytes->GetSize(), PIECE_BYTES});
    std::array<uint8_t, PIECE_BYTES> contents;
    bytes->CopyData(contents.data(), take);
    uint32_t filled = take;
    while (filled > 0 && contents[filled - 1] == 0)
    {
        --filled;
    }
    if (filled > 0)
    {
        m_message.bytes.resize(m_message.size);
        m_message.bytes.insert(m_message.bytes.end(), contents.begin(), contents.begin() + filled);
    }
    m_message.size += take;
    m_left -= take;
    bytes->RemoveAtStart(take);
}

} // namespace ns3
