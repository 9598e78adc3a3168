/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-read-stream.h"

namespace ns3
{

namespace
{

/// Blocks after which a stream forgets how it got there, so that it is not followed from the
/// beginning each time.
constexpr uint64_t MAX_FOLLOWED = 512;

} // namespace

DiskReadStream::DiskReadStream(const DiskMechanics& mechanics)
    : m_mechanics(mechanics)
{
}

void
DiskReadStream::Start(Time start, const DiskRun& run)
{
    m_active = true;
    m_start = start;
    m_run = run;
    m_now = start;
    m_position = run.begin;
}

void
DiskReadStream::SetEnd(uint64_t end)
{
    m_run.end = end;
}

uint64_t
DiskReadStream::GetEnd() const
{
    return m_run.end;
}

void
DiskReadStream::Stop()
{
    m_active = false;
}

bool
DiskReadStream::IsActive() const
{
    return m_active;
}

void
DiskReadStream::Advance(Time now)
{
    if (now == m_now)
    {
        return;
    }
    m_now = now;
    const auto before = m_run.begin - 1;
    if (now < m_start)
    {
        m_position = before;
        return;
    }
    m_position =
        m_run.begin + m_mechanics.CountBlocksBy(before, m_start, now, m_run.GetLength(), false);
    // Inside a track the time of a block tells the angle; behind it the rounding of that time could
    // decide whether the next track's first sector is missed.
    if (m_position - m_run.begin > MAX_FOLLOWED &&
        m_mechanics.GetGeometry().Locate(m_position - 1).run > 1)
    {
        m_start = GetTimeBefore(m_position);
        m_run.begin = m_position;
    }
}

uint64_t
DiskReadStream::GetPosition() const
{
    return m_position;
}

Time
DiskReadStream::GetTimeBefore(uint64_t end) const
{
    const auto blocks = static_cast<uint32_t>(end - m_run.begin);
    return blocks == 0
               ? m_start
               : m_start + m_mechanics.GetContinuation(m_run.begin - 1, m_start, blocks, false);
}

} // namespace ns3
