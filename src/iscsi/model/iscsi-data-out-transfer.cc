/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-data-out-transfer.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

IscsiDataOutTransfer::Verdict
IscsiDataOutTransfer::Begin(const IscsiSessionParameters& parameters,
                            uint32_t length,
                            Ptr<Packet> immediate,
                            bool final)
{
    const uint32_t immediateLength = immediate ? immediate->GetSize() : 0;
    const uint32_t burst = std::min(parameters.firstBurstLength, length);
    m_length = length;
    m_arrived = immediateLength;
    m_covered = immediateLength;
    if (!final)
    {
        m_covered = std::max(burst, immediateLength);
        m_sequences.push_back({IscsiHeader::RESERVED_TAG, immediateLength, m_covered, 0});
    }
    if ((immediateLength > 0 && !parameters.immediateData) || (!final && parameters.initialR2T))
    {
        Discard();
        return Verdict::UNEXPECTED_DATA;
    }
    if (immediateLength > burst)
    {
        Discard();
        return Verdict::INCORRECT_AMOUNT;
    }
    if (immediateLength > 0)
    {
        m_ready.push_back(immediate);
    }
    return Verdict::GOOD;
}

IscsiDataOutTransfer::Verdict
IscsiDataOutTransfer::Receive(const IscsiDataOutHeader& header, Ptr<Packet> data)
{
    if (m_sequences.empty() || m_sequences.front().targetTransferTag != header.targetTransferTag)
    {
        return header.targetTransferTag == IscsiHeader::RESERVED_TAG ? Verdict::UNEXPECTED_DATA
                                                                     : Verdict::BAD_TAG;
    }
    auto& sequence = m_sequences.front();
    const uint32_t size = data->GetSize();
    const uint32_t due = sequence.end - sequence.offset;
    if (!m_discard && (header.dataSn != sequence.dataSn || header.bufferOffset != sequence.offset ||
                       (size == due && !header.final)))
    {
        return Verdict::BAD_ORDER;
    }
    ++sequence.dataSn;
    sequence.offset += std::min(size, due);
    if (header.final)
    {
        m_sequences.pop_front();
    }
    if (m_discard)
    {
        return Verdict::GOOD;
    }
    if (size > due || (header.final && size < due))
    {
        Discard();
        return Verdict::INCORRECT_AMOUNT;
    }
    if (size > 0)
    {
        m_arrived += size;
        m_ready.push_back(data);
    }
    return Verdict::GOOD;
}

void
IscsiDataOutTransfer::Want(uint32_t end)
{
    NS_ASSERT_MSG(end <= m_length, "device wants more than the initiator has to give");
    m_wanted = std::max(m_wanted, end);
}

bool
IscsiDataOutTransfer::NextR2t(const IscsiSessionParameters& parameters,
                              uint32_t targetTransferTag,
                              IscsiR2tHeader& header)
{
    const bool unsolicited =
        !m_sequences.empty() && m_sequences.front().targetTransferTag == IscsiHeader::RESERVED_TAG;
    const std::size_t solicited = m_sequences.size() - (unsolicited ? 1 : 0);
    if (m_discard || m_covered >= m_wanted || solicited >= parameters.maxOutstandingR2T)
    {
        return false;
    }
    header.targetTransferTag = targetTransferTag;
    header.bufferOffset = m_covered;
    header.desiredDataTransferLength = std::min(m_wanted - m_covered, parameters.maxBurstLength);
    m_covered += header.desiredDataTransferLength;
    m_sequences.push_back({targetTransferTag, header.bufferOffset, m_covered, 0});
    return true;
}

Ptr<Packet>
IscsiDataOutTransfer::TakeReady(uint32_t& offset)
{
    if (m_ready.empty() || m_handedOn >= m_wanted)
    {
        return nullptr;
    }
    auto data = m_ready.front();
    const uint32_t room = m_wanted - m_handedOn;
    if (data->GetSize() > room)
    {
        m_ready.front() = data->CreateFragment(room, data->GetSize() - room);
        data = data->CreateFragment(0, room);
    }
    else
    {
        m_ready.pop_front();
    }
    offset = m_handedOn;
    m_handedOn += data->GetSize();
    return data;
}

void
IscsiDataOutTransfer::Discard()
{
    m_discard = true;
    m_ready.clear();
}

bool
IscsiDataOutTransfer::IsQuiet() const
{
    return m_sequences.empty();
}

bool
IscsiDataOutTransfer::IsComplete() const
{
    return m_arrived == m_length;
}

} // namespace ns3
