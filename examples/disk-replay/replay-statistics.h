/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_STATISTICS_H
#define REPLAY_STATISTICS_H

#include "ns3/block-request.h"
#include "ns3/disk-service.h"
#include "ns3/io-demerit.h"
#include "ns3/io-latency-histogram.h"
#include "ns3/nstime.h"
#include "ns3/trace-reader.h"

#include <array>
#include <cstdint>

namespace ns3
{

/// The parts of a response time, as DiskService has them.
constexpr std::array<const char*, 7>
    COMPONENTS{"queue", "overhead", "seek", "rotation", "switching", "transfer", "bus"};

/**
 * @param service where a response time went
 * @return its parts in nanoseconds, in the order of COMPONENTS
 */
std::array<int64_t, COMPONENTS.size()> GetComponents(const DiskService& service);

/// The kinds of hit, in the order of DiskHit, as it prints them.
constexpr std::array<const char*, 4> HITS{"miss", "partial", "read_ahead", "full"};

/**
 * The figures of the requests of one kind.
 */
struct ReplayGroup
{
    IoLatencyHistogram latency;                         //!< simulated response times
    IoDemerit demerit;                                  //!< distance to the observed ones
    double observed{0};                                 //!< sum of observed response times, ns
    uint64_t sectors{0};                                //!< sum of lengths
    uint64_t seekDistance{0};                           //!< sum of cylinders moved
    std::array<double, COMPONENTS.size()> components{}; //!< sums, ns
    std::array<uint64_t, HITS.size()> hits{};           //!< requests of each kind of hit

    /**
     * Count everything but the demerit of another group.
     *
     * @param other the other group
     */
    void Add(const ReplayGroup& other);

    /**
     * @param sum a sum over the requests
     * @return its mean; zero without requests
     */
    double GetMean(double sum) const;
};

/**
 * The figures of a replay, taken while it runs in an amount of memory that depends on the length of
 * a pass only.
 */
class ReplayStatistics
{
  public:
    /**
     * @param passLength requests of a pass
     * @param hasObserved true if the trace has observed response times
     */
    ReplayStatistics(uint64_t passLength, bool hasObserved);

    /**
     * Take in a request that completes now.
     *
     * @param request the request
     * @param record its record in the trace
     * @param response its response time
     * @param service where that went
     */
    void Add(const BlockRequest& request,
             const TraceRecord& record,
             Time response,
             const DiskService& service);

    /**
     * Note that the drive has another number of requests.
     *
     * @param before number until now
     * @param now number from now on
     */
    void NoteOutstanding(uint32_t before, uint32_t now);

    /**
     * @return true if the trace has observed response times
     */
    bool HasObserved() const;

    /**
     * @return simulated time from the first issue to the last completion
     */
    Time GetSpan() const;

    /**
     * @return share of that time in which the drive had a request, from 0 to 1
     */
    double GetBusyFraction() const;

    /**
     * @return mean number of requests that waited at the drive
     */
    double GetMeanQueueLength() const;

    /**
     * @return reads
     */
    const ReplayGroup& GetReads() const;

    /**
     * @return writes
     */
    const ReplayGroup& GetWrites() const;

    /**
     * @return all requests, put together from reads and writes
     */
    ReplayGroup GetAll() const;

  private:
    const uint64_t m_passLength; //!< requests of a pass
    const bool m_hasObserved;    //!< true if there are observed response times
    uint64_t m_inPass{0};        //!< requests of the present pass
    ReplayGroup m_reads;         //!< reads
    ReplayGroup m_writes;        //!< writes
    IoDemerit m_demerit;         //!< of all requests
    Time m_begin{Time::Max()};   //!< first issue
    Time m_end;                  //!< last completion
    Time m_busySince;            //!< when the drive got its first request
    Time m_busy;                 //!< how long it had any, until it last had none
};

} // namespace ns3

#endif /* REPLAY_STATISTICS_H */
