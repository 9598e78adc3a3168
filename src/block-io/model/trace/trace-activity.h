/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_ACTIVITY_H
#define TRACE_ACTIVITY_H

#include "trace-record.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Counts the requests of a trace by time and address, in bounded memory and without knowing where
 * the trace ends: a number of intervals that double in length when a request lies beyond the last,
 * each with a number of address ranges that double likewise.
 */
class TraceActivity
{
  public:
    static constexpr std::size_t N_BINS = 256; //!< most intervals
    static constexpr std::size_t N_ROWS = 64;  //!< most address ranges

    /// What happens in an interval.
    struct Bin
    {
        uint64_t reads{0};                   //!< number of reads
        uint64_t writes{0};                  //!< number of writes
        uint64_t readBytes{0};               //!< bytes of reads
        uint64_t writeBytes{0};              //!< bytes of writes
        std::array<uint64_t, N_ROWS> rows{}; //!< requests that begin in each address range
    };

    /**
     * Count a request.
     *
     * @param position its time, or what stands for that, from 0
     * @param record the request
     */
    void Add(uint64_t position, const TraceRecord& record);

    /**
     * @return the intervals up to the last that has a request
     */
    const std::vector<Bin>& GetBins() const;

    /**
     * @return length of an interval, in the unit of the positions
     */
    uint64_t GetWidth() const;

    /**
     * @return length of an address range, bytes
     */
    uint64_t GetHeight() const;

  private:
    /**
     * Double the length of the intervals.
     */
    void FoldTime();

    /**
     * Double the length of the address ranges.
     */
    void FoldAddresses();

    std::vector<Bin> m_bins;  //!< the intervals, at most N_BINS
    uint64_t m_width{1};      //!< length of an interval
    uint64_t m_rowSectors{8}; //!< length of an address range, sectors
};

} // namespace ns3

#endif /* TRACE_ACTIVITY_H */
