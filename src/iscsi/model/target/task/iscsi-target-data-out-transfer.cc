/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-data-out-transfer.h"

#include "ns3/assert.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetDataOutTransfer");

IscsiTargetDataOutTransfer::Verdict
IscsiTargetDataOutTransfer::Begin(const IscsiSessionParameters& parameters,
                                  uint32_t length,
                                  Ptr<Packet> immediate,
                                  bool final)
{
    const uint32_t immediateLength = immediate ? immediate->GetSize() : 0;
    const uint32_t burst = std::min(parameters.firstBurstLength, length);
    m_length = length;
    m_isInOrder = parameters.dataPduInOrder;
    m_recovers = parameters.errorRecoveryLevel > 0;
    m_covered = immediateLength;
    if (!final)
    {
        m_covered = std::max(burst, immediateLength);
        m_sequences.push_back({IscsiHeader::RESERVED_TAG,
                               0,
                               immediateLength,
                               m_covered,
                               immediateLength,
                               0,
                               0,
                               false});
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
        m_buffer.Put(0, immediate);
    }
    return Verdict::GOOD;
}

IscsiTargetDataOutTransfer::Verdict
IscsiTargetDataOutTransfer::Receive(const IscsiDataOutHeader& header, Ptr<Packet> data)
{
    bool lost = false;
    const auto sequence = FindSequence(header.targetTransferTag, lost);
    if (!sequence)
    {
        return header.targetTransferTag == IscsiHeader::RESERVED_TAG ? Verdict::UNEXPECTED_DATA
                                                                     : Verdict::BAD_TAG;
    }
    ++m_progress;
    const uint32_t size = data->GetSize();
    const auto verdict = m_discard ? Verdict::GOOD : Check(*sequence, header, size);
    if (verdict != Verdict::GOOD)
    {
        Discard();
    }
    if (!m_discard && size > 0)
    {
        sequence->received += size;
        m_buffer.Put(header.bufferOffset, data);
    }
    if (!header.final)
    {
        return lost && verdict == Verdict::GOOD ? Verdict::INCOMPLETE : verdict;
    }
    const auto ending = End(*sequence);
    if (verdict != Verdict::GOOD)
    {
        return verdict;
    }
    return lost && ending == Verdict::GOOD ? Verdict::INCOMPLETE : ending;
}

IscsiTargetDataOutTransfer::Verdict
IscsiTargetDataOutTransfer::Lose(const IscsiDataOutHeader& header)
{
    bool lost = false;
    const auto sequence = FindSequence(header.targetTransferTag, lost);
    if (!sequence)
    {
        return Verdict::BAD_TAG;
    }
    ++m_progress;
    sequence->isDamaged = true;
    sequence->dataSn = header.dataSn + 1;
    sequence->offset = std::min(header.bufferOffset + header.dataSegmentLength, sequence->end);
    if (header.final)
    {
        lost |= End(*sequence) == Verdict::INCOMPLETE;
    }
    return lost ? Verdict::INCOMPLETE : Verdict::GOOD;
}

bool
IscsiTargetDataOutTransfer::Expire()
{
    if (m_sequences.empty())
    {
        return false;
    }
    m_sequences.front().isDamaged = true;
    End(m_sequences.front());
    return true;
}

void
IscsiTargetDataOutTransfer::Want(uint32_t end)
{
    NS_ASSERT_MSG(end <= m_length, "device requests more data than the initiator has");
    m_wanted = std::max(m_wanted, end);
}

bool
IscsiTargetDataOutTransfer::NextR2t(const IscsiSessionParameters& parameters,
                                    uint32_t targetTransferTag,
                                    IscsiR2tHeader& header)
{
    const bool unsolicited =
        !m_sequences.empty() && m_sequences.front().targetTransferTag == IscsiHeader::RESERVED_TAG;
    const std::size_t solicited = m_sequences.size() - (unsolicited ? 1 : 0);
    if (m_discard || m_isFrozen || solicited >= parameters.maxOutstandingR2T ||
        (m_lost.empty() && m_covered >= m_wanted))
    {
        return false;
    }
    header.targetTransferTag = targetTransferTag;
    auto& from = m_lost.empty() ? m_covered : m_lost.front().begin;
    const uint32_t end = m_lost.empty() ? m_wanted : m_lost.front().end;
    header.bufferOffset = from;
    header.desiredDataTransferLength = std::min(end - from, parameters.maxBurstLength);
    from += header.desiredDataTransferLength;
    if (!m_lost.empty() && from == end)
    {
        m_lost.erase(m_lost.begin());
    }
    ++m_progress;
    m_sequences.push_back({targetTransferTag,
                           header.r2tSn,
                           header.bufferOffset,
                           header.bufferOffset + header.desiredDataTransferLength,
                           header.bufferOffset,
                           0,
                           0,
                           false});
    return true;
}

bool
IscsiTargetDataOutTransfer::FindR2t(uint32_t r2tSn, IscsiR2tHeader& header) const
{
    const auto found =
        std::find_if(m_sequences.begin(), m_sequences.end(), [&](const auto& sequence) {
            return sequence.targetTransferTag != IscsiHeader::RESERVED_TAG &&
                   sequence.r2tSn == r2tSn;
        });
    if (found == m_sequences.end())
    {
        return false;
    }
    header.targetTransferTag = found->targetTransferTag;
    header.r2tSn = r2tSn;
    header.bufferOffset = found->begin;
    header.desiredDataTransferLength = found->end - found->begin;
    return true;
}

void
IscsiTargetDataOutTransfer::Restart(uint32_t r2tSn)
{
    for (std::size_t i = 0; i < m_sequences.size();)
    {
        auto& sequence = m_sequences[i];
        const bool isKnown = sequence.targetTransferTag == IscsiHeader::RESERVED_TAG ||
                             IscsiSerialLess(sequence.r2tSn, r2tSn);
        if (isKnown)
        {
            sequence.isDamaged = true;
            End(sequence);
            continue;
        }
        sequence.offset = sequence.begin;
        sequence.received = 0;
        sequence.dataSn = 0;
        i++;
    }
}

Ptr<Packet>
IscsiTargetDataOutTransfer::TakeReady(uint32_t& offset)
{
    return m_buffer.Take(m_wanted, offset);
}

void
IscsiTargetDataOutTransfer::SetFrozen(bool isFrozen)
{
    m_isFrozen = isFrozen;
}

void
IscsiTargetDataOutTransfer::Discard()
{
    m_discard = true;
    m_buffer.Clear();
    m_lost.clear();
}

bool
IscsiTargetDataOutTransfer::IsQuiet() const
{
    return m_sequences.empty() && (m_lost.empty() || m_isFrozen);
}

bool
IscsiTargetDataOutTransfer::IsComplete() const
{
    return m_buffer.GetFrontier() == m_length;
}

uint32_t
IscsiTargetDataOutTransfer::GetProgress() const
{
    return m_progress;
}

IscsiTargetDataOutTransfer::Sequence*
IscsiTargetDataOutTransfer::FindSequence(uint32_t targetTransferTag, bool& lost)
{
    const auto isIt = [&](const auto& sequence) {
        return sequence.targetTransferTag == targetTransferTag;
    };
    if (!m_sequences.empty() && isIt(m_sequences.front()))
    {
        return m_sequences.data();
    }
    auto found = std::find_if(m_sequences.begin(), m_sequences.end(), isIt);
    if (found == m_sequences.end())
    {
        return nullptr;
    }
    // Unsolicited data stands in no order to what R2Ts ask for.
    const auto isSolicited = [](const auto& sequence) {
        return sequence.targetTransferTag != IscsiHeader::RESERVED_TAG;
    };
    while (true)
    {
        const auto first = std::find_if(m_sequences.begin(), m_sequences.end(), isSolicited);
        if (isIt(*first))
        {
            return &*first;
        }
        first->isDamaged = true;
        lost |= End(*first) == Verdict::INCOMPLETE;
    }
}

IscsiTargetDataOutTransfer::Verdict
IscsiTargetDataOutTransfer::Check(Sequence& sequence,
                                  const IscsiDataOutHeader& header,
                                  uint32_t size)
{
    if (IscsiSerialLess(header.dataSn, sequence.dataSn))
    {
        return Verdict::BAD_ORDER;
    }
    sequence.isDamaged |= header.dataSn != sequence.dataSn;
    sequence.dataSn = header.dataSn + 1;
    const uint32_t offset = header.bufferOffset;
    const bool isAhead = offset > sequence.offset;
    if (offset < sequence.begin || offset > sequence.end ||
        (m_isInOrder && (offset < sequence.offset || (isAhead && !sequence.isDamaged))))
    {
        return Verdict::BAD_ORDER;
    }
    if (size > sequence.end - offset || sequence.received + size > sequence.end - sequence.begin)
    {
        return Verdict::INCORRECT_AMOUNT;
    }
    sequence.offset = offset + size;
    return Verdict::GOOD;
}

IscsiTargetDataOutTransfer::Verdict
IscsiTargetDataOutTransfer::End(Sequence& sequence)
{
    const auto ended = sequence;
    m_sequences.erase(m_sequences.begin() + (&sequence - m_sequences.data()));
    if (m_discard)
    {
        return Verdict::GOOD;
    }
    if (ended.isDamaged && !m_recovers)
    {
        // A PDU was lost, whatever it carried.
        return Verdict::INCOMPLETE;
    }
    const bool isWhole = ended.received == ended.end - ended.begin;
    if (isWhole && m_isInOrder)
    {
        return Verdict::GOOD;
    }
    Range missing{ended.begin, ended.end};
    if (!m_buffer.FindMissing(missing.begin, missing.end))
    {
        return Verdict::GOOD;
    }
    NS_LOG_DEBUG("Data-Out missing: TTT " << FormatIscsiTag(ended.targetTransferTag) << ", offset "
                                          << missing.begin << " to " << missing.end);
    if (!ended.isDamaged)
    {
        Discard();
        return Verdict::INCORRECT_AMOUNT;
    }
    m_lost.push_back(missing);
    return Verdict::INCOMPLETE;
}

} // namespace ns3
