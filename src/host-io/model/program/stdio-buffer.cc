/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stdio-buffer.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

StdioBuffer::StdioBuffer(uint64_t size)
    : m_size(size)
{
    NS_ASSERT_MSG(size > 0, "a buffer has at least one byte");
}

void
StdioBuffer::Write(FileProcess& process,
                   uint32_t descriptor,
                   uint64_t offset,
                   uint64_t bytes,
                   uint64_t block) const
{
    if (block <= m_size)
    {
        process.Write(descriptor, offset, bytes, m_size);
        return;
    }
    const auto call = [&](uint64_t length) {
        process.Write(descriptor, offset, length, std::max<uint64_t>(length, 1));
        offset += length;
    };
    uint64_t held = 0;
    // The buffer is allocated by the first fwrite(), after it has looked for room.
    uint64_t room = 0;
    for (auto left = bytes; left > 0;)
    {
        auto rest = std::min(left, block);
        left -= rest;
        const auto filled = std::min(rest, room);
        held += filled;
        rest -= filled;
        if (rest > 0)
        {
            call(held);
            call(rest - rest % m_size);
            held = rest % m_size;
        }
        room = m_size - held;
    }
    call(held);
}

void
StdioBuffer::Read(FileProcess& process, uint32_t descriptor, uint64_t bytes, uint64_t block) const
{
    if (block <= m_size)
    {
        // The last call asks for a whole buffer too.
        process.Read(descriptor, 0, (bytes + m_size - 1) / m_size * m_size, m_size);
        return;
    }
    uint64_t held = 0;
    uint64_t offset = 0;
    for (auto left = bytes; left > 0;)
    {
        auto rest = std::min(left, block);
        left -= rest;
        const auto taken = std::min(rest, held);
        held -= taken;
        rest -= taken;
        const auto direct = rest - rest % m_size;
        process.Read(descriptor, offset, direct, std::max<uint64_t>(direct, 1));
        offset += direct;
        rest -= direct;
        if (rest > 0)
        {
            process.Read(descriptor, offset, m_size, m_size);
            held = std::min(m_size, bytes - offset) - rest;
            offset += rest + held;
        }
    }
}

} // namespace ns3
