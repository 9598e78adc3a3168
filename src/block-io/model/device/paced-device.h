/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACED_DEVICE_H
#define PACED_DEVICE_H

#include "fixed-latency-device.h"

#include "ns3/nstime.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A device whose reads per second and whose other requests per second are limited, apart from each
 * other, as those of disks in clouds are.
 *
 * Time consists of intervals of Burst times Latency. In each of them Burst reads and Burst others
 * (writes, VERIFY, FLUSH) are served; those beyond wait for the next interval with room, in order
 * of arrival. A request that came at t and is served in the interval that begins at b ends at
 *
 *     max(b, t + MinLatency)
 *
 * So each kind has a mean rate of at most one request in Latency; the first request is a UserError
 * if that is 0. Requests are taken into service when they arrive: QueueDepth plays no role. Stamps
 * are those of FixedLatencyDevice.
 */
class PacedDevice : public FixedLatencyDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    void DoSubmit(Ptr<BlockRequest> request) override;
    Time StartService(Ptr<const BlockRequest> request) override;

  private:
    /// The requests of a kind, until now.
    struct Kind
    {
        Time begin;       //!< when the interval begins that serves the last one
        uint32_t done{0}; //!< how many that interval serves
    };

    uint32_t m_burst;            //!< requests of a kind in an interval
    Time m_minLatency;           //!< least time of a request
    std::array<Kind, 2> m_kinds; //!< others, then reads
};

} // namespace ns3

#endif /* PACED_DEVICE_H */
