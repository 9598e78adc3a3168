/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-data-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

ScsiDataBuffer::ScsiDataBuffer(uint32_t length, bool keep)
    : m_length(length),
      m_keep(keep)
{
}

void
ScsiDataBuffer::Put(uint64_t offset, Ptr<const Packet> data)
{
    const auto room = static_cast<uint32_t>(m_length - std::min<uint64_t>(offset, m_length));
    const auto size = std::min(data->GetSize(), room);
    m_received += size;
    if (!m_keep || size == 0)
    {
        return;
    }
    if (size == m_length && size == data->GetSize())
    {
        m_whole = data->Copy();
        return;
    }
    m_bytes.resize(m_length);
    data->CopyData(m_bytes.data() + offset, size);
}

uint32_t
ScsiDataBuffer::GetReceived() const
{
    return m_received;
}

bool
ScsiDataBuffer::IsFull() const
{
    return m_received >= m_length;
}

Ptr<Packet>
ScsiDataBuffer::Take()
{
    if (!m_keep || m_whole)
    {
        return std::exchange(m_whole, nullptr);
    }
    m_bytes.resize(m_length);
    const auto bytes = std::exchange(m_bytes, {});
    return Create<Packet>(bytes.data(), bytes.size());
}

} // namespace ns3
