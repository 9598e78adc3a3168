/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-unacknowledged-data-in.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

void
IscsiTargetUnacknowledgedDataIn::Add(Ptr<const Packet> data)
{
    m_pieces.push_back(data);
    m_given += data->GetSize();
}

void
IscsiTargetUnacknowledgedDataIn::Send(const IscsiDataInHeader& header, uint32_t length)
{
    NS_ASSERT_MSG(header.dataSn == GetEnd(), "Data-In sent out of order");
    m_records.push_back({header.bufferOffset,
                         length,
                         header.final,
                         header.acknowledge,
                         header.statusPresent,
                         false});
}

void
IscsiTargetUnacknowledgedDataIn::CountR2t()
{
    const uint32_t offset =
        m_records.empty() ? m_offset : m_records.back().offset + m_records.back().length;
    m_records.push_back({offset, 0, false, false, false, true});
}

bool
IscsiTargetUnacknowledgedDataIn::Acknowledge(uint32_t dataSn)
{
    if (dataSn - m_begin > m_records.size())
    {
        return false;
    }
    for (; m_begin != dataSn; m_begin++)
    {
        m_offset = m_records.front().offset + m_records.front().length;
        m_records.pop_front();
    }
    while (!m_pieces.empty() && m_piecesBegin + m_pieces.front()->GetSize() <= m_offset)
    {
        m_piecesBegin += m_pieces.front()->GetSize();
        m_pieces.pop_front();
    }
    return true;
}

void
IscsiTargetUnacknowledgedDataIn::Rewind()
{
    m_records.clear();
}

uint32_t
IscsiTargetUnacknowledgedDataIn::GetBegin() const
{
    return m_begin;
}

uint32_t
IscsiTargetUnacknowledgedDataIn::GetEnd() const
{
    return m_begin + m_records.size();
}

uint32_t
IscsiTargetUnacknowledgedDataIn::GetOffset() const
{
    return m_offset;
}

const IscsiTargetUnacknowledgedDataIn::Record&
IscsiTargetUnacknowledgedDataIn::Get(uint32_t dataSn) const
{
    return m_records.at(dataSn - m_begin);
}

Ptr<Packet>
IscsiTargetUnacknowledgedDataIn::GetData(uint32_t offset, uint32_t length) const
{
    auto data = Create<Packet>();
    uint32_t begin = m_piecesBegin;
    for (const auto& piece : m_pieces)
    {
        const uint32_t from = std::max(offset, begin);
        const uint32_t to = std::min(offset + length, begin + piece->GetSize());
        if (from < to)
        {
            data->AddAtEnd(piece->CreateFragment(from - begin, to - from));
        }
        begin += piece->GetSize();
    }
    NS_ASSERT_MSG(data->GetSize() == length, "Data-In that the device never supplied");
    return data;
}

Ptr<Packet>
IscsiTargetUnacknowledgedDataIn::GetRest() const
{
    return GetData(m_offset, m_given - m_offset);
}

} // namespace ns3
