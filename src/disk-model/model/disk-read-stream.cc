/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-read-stream.h"

namespace ns3
{

DiskReadStream::DiskReadStream(const DiskMechanics& mechanics)
    : m_mechanics(mechanics)
{
}

void
DiskReadStream::Start(Time start, const DiskRun& run)
{
    m_start = start;
    m_run = run;
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
    m_run = {};
}

bool
DiskReadStream::IsActive() const
{
    return !m_run.IsEmpty();
}

uint64_t
DiskReadStream::GetPosition(Time now) const
{
    return m_run.begin +
           m_mechanics.CountBlocksBy(m_run.begin - 1, m_start, now, m_run.GetLength(), false);
}

Time
DiskReadStream::GetTimeBefore(uint64_t end) const
{
    return m_start + m_mechanics.GetContinuation(m_run.begin - 1,
                                                 m_start,
                                                 static_cast<uint32_t>(end - m_run.begin),
                                                 false);
}

} // namespace ns3
