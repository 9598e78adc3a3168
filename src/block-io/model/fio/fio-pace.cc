/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-pace.h"

#include <cmath>

namespace ns3
{

FioPace::FioPace(const FioJob& job)
    : m_job(job),
      m_operation(CreateObject<UniformRandomVariable>()),
      m_intervals(CreateObject<ExponentialRandomVariable>())
{
}

Time
FioPace::GetDue() const
{
    Time next = Time::Max();
    for (std::size_t d = 0; d < m_directions.size(); ++d)
    {
        next = m_job.directions[d].used ? Min(next, m_directions[d].due) : next;
    }
    return next;
}

std::size_t
FioPace::Choose(Time elapsed)
{
    const bool reads = m_job.directions[FioJob::READ].used;
    if (!reads || !m_job.directions[FioJob::WRITE].used)
    {
        return reads ? FioJob::READ : FioJob::WRITE;
    }
    const auto drawn =
        m_operation->GetValue(0, 100) < m_job.readPercent ? FioJob::READ : FioJob::WRITE;
    // One that is ahead of its rate leaves its turn to the other.
    return m_directions[drawn].due <= elapsed ? drawn : 1 - drawn;
}

void
FioPace::Note(std::size_t d, uint64_t bytes)
{
    auto& direction = m_directions[d];
    const auto& job = m_job.directions[d];
    ++direction.requests;
    direction.bytes += bytes;
    const auto rate = job.byteRate > 0 ? job.byteRate : job.rate;
    if (rate > 0 && m_job.isPoisson)
    {
        // fio makes requests per second of a rate in bytes with the least block size.
        const auto mean = job.byteRate > 0 ? job.GetLeast() / rate : 1 / rate;
        direction.due += Seconds(m_intervals->GetValue(mean, 0));
    }
    else if (rate > 0)
    {
        // From the sums, not from the interval: no rounding error adds up.
        const auto made = job.byteRate > 0 ? direction.bytes : direction.requests;
        direction.due = NanoSeconds(std::llround(static_cast<double>(made) / rate * 1e9));
    }
}

int64_t
FioPace::AssignStreams(int64_t stream)
{
    m_operation->SetStream(stream);
    m_intervals->SetStream(stream + 1);
    return 2;
}

} // namespace ns3
