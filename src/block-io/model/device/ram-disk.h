/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RAM_DISK_H
#define RAM_DISK_H

#include "fixed-latency-device.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A memory device: a fixed latency, a bandwidth and a queue depth, no mechanics.
 *
 * A request that enters service at t is ready for its transfer at t + Latency, whatever else is in
 * service. Transfers share one channel and follow each other in the order of service: request i
 * ends at
 *
 *     end(i) = max(t(i) + Latency, end(i-1)) + bytes(i) / Bandwidth
 *
 * and its slot is free from then on. VERIFY and FLUSH transfer nothing but keep their position on
 * the channel, so a FLUSH ends after every write submitted before it. It stamps AT_DRIVE at t(i)
 * and MEDIA_DONE at end(i).
 */
class RamDisk : public FixedLatencyDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    Time StartService(Ptr<const BlockRequest> request) override;

  private:
    /**
     * @param request the request
     * @return how long its transfer occupies the channel
     */
    Time GetTransferTime(Ptr<const BlockRequest> request) const;

    DataRate m_bandwidth; //!< of the channel; zero is infinite
    Time m_channelFree;   //!< end of the last transfer on the channel
};

} // namespace ns3

#endif /* RAM_DISK_H */
