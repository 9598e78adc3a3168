/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nbd-output.h"

#include "ns3/scsi-bytes.h"

namespace ns3
{

namespace
{

/// Flag of the last piece of a reply.
constexpr uint16_t DONE = 1;
/// A piece without anything: the request ended well.
constexpr uint16_t NOTHING = 0;
/// A piece with an offset and the bytes there.
constexpr uint16_t OFFSET_DATA = 1;
/// A piece with an error.
constexpr uint16_t ERROR = 0x8001;
/// Bytes of an error without a text.
constexpr uint32_t ERROR_SIZE = 6;
/// Bytes of an offset.
constexpr uint32_t OFFSET_SIZE = 8;

} // namespace

std::size_t
NbdOutput::GetSize() const
{
    return m_bytes.size() - m_sent;
}

const uint8_t*
NbdOutput::GetBytes() const
{
    return m_bytes.data() + m_sent;
}

void
NbdOutput::Remove(std::size_t count)
{
    m_sent += count;
    if (m_sent == m_bytes.size())
    {
        m_bytes = {};
        m_sent = 0;
    }
    else if (m_sent > m_bytes.size() / 2)
    {
        m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_sent));
        m_sent = 0;
    }
}

void
NbdOutput::Append(const std::vector<uint8_t>& bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

void
NbdOutput::AppendReply(bool isStructured, const NbdRequest& request, NbdError error)
{
    if (!isStructured)
    {
        AppendSimple(request, error);
    }
    else if (error == NbdError::NONE)
    {
        AppendPiece(request, NOTHING, 0);
    }
    else
    {
        AppendPiece(request, ERROR, ERROR_SIZE);
        AppendScsiNumber(m_bytes, 4, static_cast<uint32_t>(error));
        AppendScsiNumber(m_bytes, 2, 0);
    }
}

void
NbdOutput::AppendData(bool isStructured, const NbdRequest& request, Ptr<const Packet> data)
{
    if (isStructured)
    {
        AppendPiece(request, OFFSET_DATA, OFFSET_SIZE + request.length);
        AppendScsiNumber(m_bytes, OFFSET_SIZE, request.offset);
    }
    else
    {
        AppendSimple(request, NbdError::NONE);
    }
    const auto begin = m_bytes.size();
    m_bytes.resize(begin + request.length);
    if (data)
    {
        data->CopyData(m_bytes.data() + begin, request.length);
    }
}

void
NbdOutput::AppendSimple(const NbdRequest& request, NbdError error)
{
    AppendScsiNumber(m_bytes, 4, NbdMagic::SIMPLE_REPLY);
    AppendScsiNumber(m_bytes, 4, static_cast<uint32_t>(error));
    AppendScsiNumber(m_bytes, 8, request.cookie);
}

void
NbdOutput::AppendPiece(const NbdRequest& request, uint16_t type, uint32_t length)
{
    AppendScsiNumber(m_bytes, 4, NbdMagic::STRUCTURED_REPLY);
    AppendScsiNumber(m_bytes, 2, DONE);
    AppendScsiNumber(m_bytes, 2, type);
    AppendScsiNumber(m_bytes, 8, request.cookie);
    AppendScsiNumber(m_bytes, 4, length);
}

} // namespace ns3
