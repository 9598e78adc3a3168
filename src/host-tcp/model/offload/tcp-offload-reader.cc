/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-offload-reader.h"

#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Most bytes to take out of TCP's buffer at once: joining more makes virtual bytes real.
constexpr uint32_t MOST_BYTES = 1448;

} // namespace

void
TcpOffloadReader::SetBuffer(Ptr<TcpRxBuffer> buffer)
{
    m_buffer = buffer;
}

Ptr<Packet>
TcpOffloadReader::Keep(Ptr<Packet> data)
{
    const auto size = data->GetSize();
    m_kept.push_back({m_buffer->Available() - m_keptBytes, data});
    m_keptBytes = m_buffer->Available() + size;
    return Create<Packet>(size);
}

void
TcpOffloadReader::Drain()
{
    for (const auto& kept : m_kept)
    {
        DrainOwn(kept.before);
        m_buffer->Extract(kept.data->GetSize());
        m_data.push_back(kept.data);
        m_size += kept.data->GetSize();
    }
    m_kept.clear();
    m_keptBytes = 0;
    DrainOwn(m_buffer->Available());
}

void
TcpOffloadReader::DrainOwn(uint32_t bytes)
{
    m_size += bytes;
    while (bytes > 0)
    {
        m_data.push_back(m_buffer->Extract(std::min(bytes, MOST_BYTES)));
        bytes -= m_data.back()->GetSize();
    }
}

void
TcpOffloadReader::Hold(uint32_t bytes, Time until)
{
    m_heldBytes += bytes;
    m_held.push_back({bytes, m_held.empty() ? until : std::max(until, m_held.back().until)});
}

void
TcpOffloadReader::ReleaseFirst(uint32_t bytes)
{
    if (m_held.size() == 1)
    {
        m_held.back().bytes -= bytes;
        m_heldBytes -= bytes;
    }
}

void
TcpOffloadReader::Release(Time now)
{
    while (!m_held.empty() && m_held.front().until <= now)
    {
        m_heldBytes -= m_held.front().bytes;
        m_held.pop_front();
    }
}

Ptr<Packet>
TcpOffloadReader::Read(uint32_t maxSize)
{
    const auto readable = m_size > m_heldBytes ? m_size - m_heldBytes : 0;
    if (readable == 0 || maxSize == 0)
    {
        return nullptr;
    }
    auto& first = m_data.front();
    auto size = std::min({maxSize, readable, first->GetSize()});
    auto data = first;
    m_size -= size;
    if (size == first->GetSize())
    {
        m_data.pop_front();
    }
    else
    {
        data = first->CreateFragment(0, size);
        first->RemoveAtStart(size);
    }
    return data;
}

bool
TcpOffloadReader::IsIdle() const
{
    return m_held.empty() && m_data.empty() && m_kept.empty();
}

uint32_t
TcpOffloadReader::GetReadable() const
{
    return m_size + m_buffer->Available() - m_heldBytes;
}

uint32_t
TcpOffloadReader::GetHeld() const
{
    return m_heldBytes;
}

Time
TcpOffloadReader::GetNextRelease() const
{
    return m_held.front().until;
}

Time
TcpOffloadReader::GetLastRelease() const
{
    return m_held.back().until;
}

} // namespace ns3
