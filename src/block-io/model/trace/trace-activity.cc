/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-activity.h"

namespace ns3
{

namespace
{

/**
 * Add what happened in an interval to another.
 *
 * @param from the one
 * @param to the other
 */
void
Merge(const TraceActivity::Bin& from, TraceActivity::Bin& to)
{
    to.reads += from.reads;
    to.writes += from.writes;
    to.readBytes += from.readBytes;
    to.writeBytes += from.writeBytes;
    for (std::size_t row = 0; row < to.rows.size(); ++row)
    {
        to.rows[row] += from.rows[row];
    }
}

} // namespace

void
TraceActivity::Add(uint64_t position, const TraceRecord& record)
{
    while (position / m_width >= N_BINS)
    {
        FoldTime();
    }
    while (record.lba / m_rowSectors >= N_ROWS)
    {
        FoldAddresses();
    }
    const auto place = position / m_width;
    if (place >= m_bins.size())
    {
        m_bins.resize(place + 1);
    }
    auto& bin = m_bins[place];
    const uint64_t bytes = uint64_t{record.sectors} * TraceRecord::SECTOR_SIZE;
    const bool isRead = record.operation == BlockOperation::READ;
    ++(isRead ? bin.reads : bin.writes);
    (isRead ? bin.readBytes : bin.writeBytes) += bytes;
    ++bin.rows[record.lba / m_rowSectors];
}

const std::vector<TraceActivity::Bin>&
TraceActivity::GetBins() const
{
    return m_bins;
}

uint64_t
TraceActivity::GetWidth() const
{
    return m_width;
}

uint64_t
TraceActivity::GetHeight() const
{
    return m_rowSectors * TraceRecord::SECTOR_SIZE;
}

void
TraceActivity::FoldTime()
{
    m_width *= 2;
    std::vector<Bin> folded((m_bins.size() + 1) / 2);
    for (std::size_t i = 0; i < m_bins.size(); ++i)
    {
        Merge(m_bins[i], folded[i / 2]);
    }
    m_bins.swap(folded);
}

void
TraceActivity::FoldAddresses()
{
    m_rowSectors *= 2;
    for (auto& bin : m_bins)
    {
        std::array<uint64_t, N_ROWS> folded{};
        for (std::size_t row = 0; row < N_ROWS; ++row)
        {
            folded[row / 2] += bin.rows[row];
        }
        bin.rows = folded;
    }
}

} // namespace ns3
