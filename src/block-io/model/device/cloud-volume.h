/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CLOUD_VOLUME_H
#define CLOUD_VOLUME_H

#include "credit-bucket.h"
#include "fixed-latency-device.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A disk as clouds rent them: a budget of requests and one of bytes per second, each with credits
 * for bursts (CreditBucket).
 *
 * A request ends when Latency is over and both budgets have paid for it, in the order in which
 * requests came; FLUSH costs nothing. Requests are taken into service when they arrive: QueueDepth
 * plays no role. Stamps are those of FixedLatencyDevice.
 */
class CloudVolume : public FixedLatencyDevice
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
    /**
     * @param bytes length of a request
     * @param isRead whether it reads
     * @return requests that it counts for
     */
    double GetCost(uint64_t bytes, bool isRead) const;

    /// Fill the buckets, once.
    void MakeBuckets();

    double m_rate;                          //!< requests earned in a second
    double m_burstRate;                     //!< requests in a second while there are credits
    double m_credits;                       //!< most credits, requests
    uint64_t m_ioSize;                      //!< bytes of a request that counts once, 0 for any
    double m_readCost;                      //!< requests that a read counts for
    DataRate m_bandwidth;                   //!< bytes earned in a second, 0 for no limit
    DataRate m_burstBandwidth;              //!< bytes in a second while there are credits
    double m_bandwidthCredits;              //!< most credits, bytes
    std::optional<CreditBucket> m_requests; //!< budget of requests, from the first one on
    std::optional<CreditBucket> m_bytes;    //!< budget of bytes, likewise, if there is one
};

} // namespace ns3

#endif /* CLOUD_VOLUME_H */
