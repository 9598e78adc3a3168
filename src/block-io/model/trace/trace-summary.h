/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_SUMMARY_H
#define TRACE_SUMMARY_H

#include "trace-activity.h"
#include "trace-footprint.h"
#include "trace-record.h"

#include "ns3/io-latency-histogram.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * The statistics of a block trace: counts, sizes, rates, footprint and sequentiality. Memory is
 * bounded, except for a few bytes per device.
 */
class TraceSummary
{
  public:
    /// Classes of sizes: class i is of requests above 2^(i-1) sectors, up to 2^i.
    static constexpr std::size_t N_SIZES = 24;

    /// The figures of the reads, or of the writes.
    struct Group
    {
        uint64_t requests{0};                  //!< number of requests
        uint64_t bytes{0};                     //!< their bytes
        uint64_t sequential{0};                //!< those that begin where the last one ended
        std::array<uint64_t, N_SIZES> sizes{}; //!< number of requests of each class of sizes
    };

    /**
     * @param hasTimes true if records say when they were issued
     */
    explicit TraceSummary(bool hasTimes);

    /**
     * Count a record.
     *
     * @param record the record, the next of the trace
     */
    void Add(const TraceRecord& record);

    /**
     * @return true if records say when they were issued
     */
    bool HasTimes() const;

    /**
     * @return the figures of reads
     */
    const Group& GetReads() const;

    /**
     * @return the figures of writes
     */
    const Group& GetWrites() const;

    /**
     * @return number of different devices
     */
    std::size_t GetDevices() const;

    /**
     * @return records whose time is before that of the record above
     */
    uint64_t GetOutOfOrder() const;

    /**
     * @return the earliest time, ns
     */
    int64_t GetStart() const;

    /**
     * @return the latest time, ns
     */
    int64_t GetEnd() const;

    /**
     * @return most requests of a second, the first begins with the first request
     */
    uint64_t GetPeak() const;

    /**
     * @return least sectors of a request
     */
    uint32_t GetMinSectors() const;

    /**
     * @return most sectors of a request
     */
    uint32_t GetMaxSectors() const;

    /**
     * @return the place behind the last sector of the request that reaches farthest
     */
    uint64_t GetLastSector() const;

    /**
     * @return blocks that were touched
     */
    const TraceFootprint& GetFootprint() const;

    /**
     * @return requests over time and addresses; a trace without times is counted by the number of
     *         the request
     */
    const TraceActivity& GetActivity() const;

    /**
     * @return measured response times; of no request if none was recorded
     */
    const IoLatencyHistogram& GetObserved() const;

  private:
    /**
     * Count the time of a record.
     *
     * @param record the record
     */
    void AddTime(const TraceRecord& record);

    /**
     * @param record a record
     * @return true if it begins where the last one on its device ended
     */
    bool IsSequential(const TraceRecord& record);

    bool m_hasTimes;                               //!< true if records say when they were issued
    Group m_reads;                                 //!< the figures of reads
    Group m_writes;                                //!< the figures of writes
    std::unordered_map<uint32_t, uint64_t> m_ends; //!< place behind the last request of each device
    uint32_t m_minSectors{UINT32_MAX};             //!< least sectors of a request
    uint32_t m_maxSectors{0};                      //!< most sectors of a request
    uint64_t m_lastSector{0};                      //!< place behind the farthest sector
    int64_t m_first{0};                            //!< time of the first record, ns
    int64_t m_last{0};                             //!< time of the last record, ns
    int64_t m_start{0};                            //!< earliest time, ns
    int64_t m_end{0};                              //!< latest time, ns
    uint64_t m_outOfOrder{0};                      //!< records before the one above
    int64_t m_second{0};                           //!< number of the current second
    uint64_t m_inSecond{0};                        //!< requests in it
    uint64_t m_peak{0};                            //!< most requests in one
    TraceFootprint m_footprint;                    //!< blocks that were touched
    TraceActivity m_activity;                      //!< requests over time and addresses
    IoLatencyHistogram m_observed;                 //!< measured response times
};

} // namespace ns3

#endif /* TRACE_SUMMARY_H */
