/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_SAMPLE_H
#define TRACE_SAMPLE_H

#include "trace-columns.h"
#include "trace-record.h"

#include <cstdint>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * The first requests of a trace, read in a format: whether their numbers make sense in it.
 */
class TraceSample
{
  public:
    /**
     * @param columns the columns of the format
     */
    explicit TraceSample(const TraceColumns& columns);

    /**
     * @param record the next record
     * @param widened requests until now that were no whole sectors
     */
    void Add(const TraceRecord& record, uint64_t widened);

    /**
     * @return number of records
     */
    std::size_t GetSize() const;

    /**
     * Find a number that no trace of the format has.
     *
     * @param isDoubtful true if there are other formats with such lines: bounds are closer then
     * @return what is wrong, as text; empty if nothing is
     */
    std::string FindFault(bool isDoubtful) const;

  private:
    /**
     * @param isDoubtful true if there are other formats with such lines
     * @return what is wrong with the times, as text; empty if nothing is
     */
    std::string FindTimeFault(bool isDoubtful) const;

    /**
     * @return what is wrong with addresses and lengths, as text; empty if nothing is
     */
    std::string FindExtentFault() const;

    /**
     * @return what is wrong with the devices, as text; empty if nothing is
     */
    std::string FindDeviceFault() const;

    bool m_hasTimes;              //!< true if there are times
    bool m_hasSectors;            //!< true if addresses and lengths are in sectors
    bool m_hasFewDevices;         //!< true if devices are those of one host
    std::size_t m_size{0};        //!< number of records
    int64_t m_last{0};            //!< time of the last, ns
    int64_t m_earliest{0};        //!< earliest time, ns
    int64_t m_latest{0};          //!< latest time, ns
    std::size_t m_back{0};        //!< records before the one above
    std::set<uint32_t> m_devices; //!< numbers of devices
    uint64_t m_farthest{0};       //!< largest address, sectors
    uint64_t m_bits{0};           //!< bits that are set in any address or length in sectors
    uint64_t m_sectors{0};        //!< sum of lengths, sectors
    uint32_t m_longest{0};        //!< greatest length, sectors
    uint64_t m_widened{0};        //!< requests that were no whole sectors
};

} // namespace ns3

#endif /* TRACE_SAMPLE_H */
