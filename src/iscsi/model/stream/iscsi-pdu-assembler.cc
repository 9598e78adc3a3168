/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-pdu-assembler.h"

#include "ns3/io-timeline-table.h"
#include "ns3/iscsi-segment-bytes.h"
#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiPduAssembler");

namespace
{

/**
 * @param opcode what a PDU claims to be
 * @param side which end received it
 * @return true if the peer of that end may send such PDUs
 */
bool
IsAcceptable(IscsiOpcode opcode, IscsiPduAssembler::Side side)
{
    switch (opcode)
    {
    case IscsiOpcode::NOP_OUT:
    case IscsiOpcode::SCSI_COMMAND:
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
    case IscsiOpcode::LOGIN_REQUEST:
    case IscsiOpcode::TEXT_REQUEST:
    case IscsiOpcode::SCSI_DATA_OUT:
    case IscsiOpcode::LOGOUT_REQUEST:
    case IscsiOpcode::SNACK_REQUEST:
        return side == IscsiPduAssembler::Side::TARGET;
    case IscsiOpcode::NOP_IN:
    case IscsiOpcode::SCSI_RESPONSE:
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
    case IscsiOpcode::LOGIN_RESPONSE:
    case IscsiOpcode::TEXT_RESPONSE:
    case IscsiOpcode::SCSI_DATA_IN:
    case IscsiOpcode::LOGOUT_RESPONSE:
    case IscsiOpcode::R2T:
    case IscsiOpcode::ASYNC_MESSAGE:
    case IscsiOpcode::REJECT:
        return side == IscsiPduAssembler::Side::INITIATOR;
    }
    return false;
}

/// Bytes at the beginning of a PDU that tell what it is and how long.
constexpr uint32_t FIRST_BYTES = 8;

/**
 * @param first the first bytes of a PDU, FIRST_BYTES at least
 * @return its DataSegmentLength, bytes
 */
uint32_t
GetDataLength(const uint8_t* first)
{
    return (first[5] << 16) | (first[6] << 8) | first[7];
}

} // namespace

IscsiPduAssembler::IscsiPduAssembler(Side side)
    : m_side(side),
      m_headerLength(IscsiHeader::BHS_SIZE)
{
    m_header.reserve(IscsiHeader::BHS_SIZE + IscsiCrc32c::SIZE);
}

void
IscsiPduAssembler::SetMaxRecvDataSegmentLength(uint32_t length)
{
    m_maxRecv = length;
}

void
IscsiPduAssembler::SetDigests(bool header, bool data)
{
    m_headerDigest = header;
    m_dataDigest = data;
}

bool
IscsiPduAssembler::HasDigest(IscsiDamage part) const
{
    return part == IscsiDamage::HEADER ? m_headerDigest : m_dataDigest;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::Receive(Ptr<Packet>& bytes)
{
    if (const auto outcome = ReceiveWhole(bytes); outcome != Outcome::INCOMPLETE)
    {
        return outcome;
    }
    auto outcome = Outcome::INCOMPLETE;
    while (outcome == Outcome::INCOMPLETE && bytes->GetSize() > 0)
    {
        if (m_header.size() < m_headerLength)
        {
            outcome = ReceiveHeader(bytes);
        }
        else if (m_dataTaken < IscsiPadded(m_dataLength))
        {
            outcome = ReceiveData(bytes);
        }
        else
        {
            outcome = ReceiveDigest(bytes);
        }
    }
    return outcome;
}

Ptr<Packet>
IscsiPduAssembler::ReleasePdu()
{
    return std::exchange(m_pdu, nullptr);
}

const std::string&
IscsiPduAssembler::GetError() const
{
    return m_error;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::ReceiveWhole(Ptr<Packet>& bytes)
{
    const uint32_t size = bytes->GetSize();
    if (!m_header.empty() || m_headerDigest || m_dataDigest || size < IscsiHeader::BHS_SIZE)
    {
        return Outcome::INCOMPLETE;
    }
    std::array<uint8_t, FIRST_BYTES> first;
    bytes->CopyData(first.data(), first.size());
    const uint32_t dataLength = GetDataLength(first.data());
    const uint32_t padding = IscsiPadded(dataLength) - dataLength;
    if (size != IscsiHeader::BHS_SIZE + first[4] * 4 + dataLength + padding)
    {
        return Outcome::INCOMPLETE;
    }
    if (!IsHeaderPossible(first.data()))
    {
        return Outcome::LOST;
    }
    m_dataLength = 0;
    m_pdu = std::exchange(bytes, nullptr);
    if (padding > 0)
    {
        m_pdu->RemoveAtEnd(padding);
    }
    return Outcome::PDU;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::ReceiveHeader(Ptr<Packet> bytes)
{
    const auto have = static_cast<uint32_t>(m_header.size());
    const uint32_t take = std::min(m_headerLength - have, bytes->GetSize());
    m_header.resize(have + take);
    bytes->CopyData(&m_header[have], take);
    if (bytes->GetByteTagIterator().HasNext())
    {
        IoTimelineTag tag;
        if (bytes->CreateFragment(0, take)->FindFirstMatchingByteTag(tag))
        {
            m_timelineHandle = tag.GetHandle();
            m_hasTimelineHandle = true;
        }
    }
    bytes->RemoveAtStart(take);
    if (have < IscsiHeader::BHS_SIZE && have + take == IscsiHeader::BHS_SIZE)
    {
        m_headerLength += m_header[4] * 4 + (m_headerDigest ? IscsiCrc32c::SIZE : 0);
        if (!m_headerDigest && !IsHeaderPossible(m_header.data()))
        {
            return Outcome::LOST;
        }
    }
    return m_header.size() == m_headerLength ? EndHeader() : Outcome::INCOMPLETE;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::EndHeader()
{
    m_isDamaged = m_headerDigest && !IsHeaderGood();
    if (m_isDamaged)
    {
        NS_LOG_WARN("header digest error");
    }
    const bool possible = IsHeaderPossible(m_header.data());
    if (m_isDamaged && (m_isUnsure || !possible))
    {
        m_error = "header digest error; the start of the next PDU is unknown";
        return Outcome::LOST;
    }
    if (!possible)
    {
        return Outcome::LOST;
    }
    m_isUnsure = m_isDamaged;
    const auto outcome = m_dataLength == 0 ? EndPdu() : Outcome::INCOMPLETE;
    return m_isUnsure ? Outcome::HEADER_DAMAGE : outcome;
}

bool
IscsiPduAssembler::IsHeaderGood()
{
    m_headerLength -= IscsiCrc32c::SIZE;
    IscsiDigestCheck check;
    check.Cover(m_header.data(), m_headerLength);
    check.AddDigest(&m_header[m_headerLength], IscsiCrc32c::SIZE);
    m_header.resize(m_headerLength);
    return check.IsGood();
}

bool
IscsiPduAssembler::IsHeaderPossible(const uint8_t* first)
{
    const auto opcode = static_cast<IscsiOpcode>(first[0] & 0x3f);
    m_dataLength = GetDataLength(first);
    // A target rejects what an initiator sends by mistake (RFC 7143, 7.7 and 11.17), but a damaged
    // header that says such a thing is not to be relied on.
    const bool isRejected = m_side == Side::TARGET && !m_isDamaged;
    if (!isRejected && !IsAcceptable(opcode, m_side))
    {
        m_error = "opcode " + std::to_string(static_cast<uint32_t>(opcode)) +
                  " is not one that the peer may send";
        return false;
    }
    if (m_dataLength > m_maxRecv)
    {
        m_error = "DataSegmentLength " + std::to_string(m_dataLength) +
                  " is above MaxRecvDataSegmentLength " + std::to_string(m_maxRecv);
        return false;
    }
    return true;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::ReceiveData(Ptr<Packet> bytes)
{
    const uint32_t padded = IscsiPadded(m_dataLength);
    auto take = std::min(padded - m_dataTaken, bytes->GetSize());
    if (m_data.empty() && IscsiIsVirtual(*bytes))
    {
        CoverZeros(take);
    }
    else
    {
        take = std::min(take, MOST_BYTES);
        CopyData(*bytes, take);
    }
    m_dataTaken += take;
    bytes->RemoveAtStart(take);
    return m_dataTaken == padded && !m_dataDigest ? EndPdu() : Outcome::INCOMPLETE;
}

void
IscsiPduAssembler::CopyData(const Packet& bytes, uint32_t size)
{
    std::array<uint8_t, MOST_BYTES> contents;
    bytes.CopyData(contents.data(), size);
    const bool isZero = IscsiIsZero(contents.data(), size);
    if (!m_isDamaged && (!m_data.empty() || !isZero))
    {
        // Reserving beyond what arrived would let a peer's claim cost memory.
        m_data.resize(m_dataTaken);
        m_data.insert(m_data.end(), contents.data(), contents.data() + size);
    }
    if (isZero)
    {
        CoverZeros(size);
    }
    else if (m_dataDigest)
    {
        m_dataCheck.Cover(contents.data(), size);
    }
}

void
IscsiPduAssembler::CoverZeros(uint32_t size)
{
    if (m_dataDigest)
    {
        m_dataCheck.CoverZeros(size);
    }
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::ReceiveDigest(Ptr<Packet> bytes)
{
    const uint32_t take = std::min(m_dataCheck.GetMissing(), bytes->GetSize());
    IscsiCrc32c::Bytes digest;
    bytes->CopyData(digest.data(), take);
    bytes->RemoveAtStart(take);
    m_dataCheck.AddDigest(digest.data(), take);
    return m_dataCheck.GetMissing() == 0 ? EndPdu() : Outcome::INCOMPLETE;
}

IscsiPduAssembler::Outcome
IscsiPduAssembler::EndPdu()
{
    auto outcome = Outcome::INCOMPLETE;
    if (!m_isDamaged)
    {
        m_pdu = MakeHeaders();
        outcome = Outcome::PDU;
    }
    if (!m_isDamaged && m_dataCheck.GetMissing() == 0 && !m_dataCheck.IsGood())
    {
        NS_LOG_WARN("data digest error");
        outcome = Outcome::DATA_DAMAGE;
    }
    else if (!m_isDamaged && m_dataLength > 0)
    {
        m_pdu->AddAtEnd(m_data.empty() ? Create<Packet>(m_dataLength)
                                       : Create<Packet>(m_data.data(), m_dataLength));
    }
    Reset();
    return outcome;
}

void
IscsiPduAssembler::Reset()
{
    m_header.clear();
    m_headerLength = IscsiHeader::BHS_SIZE;
    m_dataLength = 0;
    m_dataTaken = 0;
    m_data.clear();
    m_dataCheck = IscsiDigestCheck();
    m_hasTimelineHandle = false;
    m_isDamaged = false;
}

Ptr<Packet>
IscsiPduAssembler::MakeHeaders() const
{
    auto headers = Create<Packet>(m_header.data(), m_header.size());
    if (m_hasTimelineHandle)
    {
        headers->AddByteTag(IoTimelineTag(m_timelineHandle));
    }
    return headers;
}

} // namespace ns3
